//! Interning of the texts of tokens.

use ferrotape_budget::Termination;
use ferrotape_text::Name;

use super::{Lexer, PIECE};

impl Lexer<'_> {
    /// Interns ASCII text of the source.
    #[inline(never)]
    pub fn intern_ascii(&mut self, text: &str) -> Name {
        self.intern_word(text)
    }

    /// Interns ASCII text of the source, inlined for the callers that most names come from.
    #[inline(always)]
    pub(super) fn intern_word(&mut self, text: &str) -> Name {
        let name = if text.len() < PIECE { self.names.intern_ascii(text) } else { self.intern_long_ascii(text) };
        self.charge_names();
        name
    }

    #[cold]
    #[inline(never)]
    fn intern_long_ascii(&mut self, text: &str) -> Name {
        if !self.has_room(text.len()) {
            return self.names.intern_ascii("");
        }
        let name = self.names.intern_long_ascii(text, self.meter.budget);
        self.name_unless_stopped(name)
    }

    /// Returns the name, or an arbitrary one once a limit has been reached.
    fn name_unless_stopped(&mut self, name: Result<Name, Termination>) -> Name {
        name.unwrap_or_else(|termination| {
            self.meter.stop(termination);
            self.names.intern_ascii("")
        })
    }

    /// Interns a piece of the source.
    pub(super) fn intern(&mut self, start: usize, end: usize) -> Name {
        let text = &self.text[start..end];
        if text.is_ascii() {
            return self.intern_ascii(text);
        }
        self.buffer.clear();
        self.push_text(start, end);
        self.intern_buffer()
    }

    /// Interns the buffer's content.
    pub(super) fn intern_buffer(&mut self) -> Name {
        if !self.has_room(self.buffer.bytes()) {
            return self.names.intern_ascii("");
        }
        let name =
            if self.buffer.bytes() < PIECE { self.names.intern(self.buffer.take()) } else { self.intern_long_buffer() };
        self.charge_names();
        name
    }

    /// Interns the buffer's content when it is long. The buffer's memory becomes the name's.
    #[cold]
    #[inline(never)]
    fn intern_long_buffer(&mut self) -> Name {
        let buffer = std::mem::take(&mut self.buffer);
        self.meter.budget.resized(std::mem::take(&mut self.buffer_charged), 0);
        let text = buffer.finish_in_pieces(self.meter.budget);
        let name = text.and_then(|text| self.names.intern_long(text, self.meter.budget));
        self.name_unless_stopped(name)
    }

    /// Appends a part of the source to the buffer, in pieces. When a limit is reached the rest is left out, as nothing
    /// needs it then.
    pub(super) fn push_text(&mut self, start: usize, end: usize) {
        let mut start = start;
        while start < end {
            let piece_end = self.boundary(end.min(start + PIECE));
            self.lone_surrogates.push(&mut self.buffer, &self.text[start..piece_end]);
            self.charge_buffer();
            if self.meter.tick_bytes(piece_end - start) {
                return;
            }
            start = piece_end;
        }
    }

    /// Accounts for a piece of a token whose text goes to the buffer. Returns whether a limit has been reached.
    #[inline]
    pub(super) fn meter_buffer(&mut self, position: usize) -> bool {
        if position.saturating_sub(self.accounted) < PIECE {
            return false;
        }
        self.charge_buffer();
        self.account(position)
    }

    /// Charges the growth of the buffer.
    pub(super) fn charge_buffer(&mut self) {
        let grown = self.buffer.capacity().saturating_sub(self.buffer_charged);
        if grown != 0 {
            self.meter.charge(grown);
            self.buffer_charged += grown;
        }
    }

    /// Charges the growth of the table of names.
    #[inline(always)]
    fn charge_names(&mut self) {
        /// A new name takes memory, and more of it than other tokens do.
        const TICKS: u32 = 16;
        if self.names.len() != self.names_counted {
            self.names_counted = self.names.len();
            self.meter.tick(TICKS);
            let grown = self.names.bytes() - self.names_charged;
            self.meter.charge(grown);
            self.names_charged += grown;
        }
    }

    /// Returns whether text of this many bytes would fit in memory. Ends the parse if not.
    fn has_room(&mut self, bytes: usize) -> bool {
        let has_room = !self.meter.budget.would_exceed(bytes);
        if !has_room {
            self.meter.stop(Termination::OutOfMemory);
        }
        has_room
    }
}
