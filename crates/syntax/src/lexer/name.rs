//! The texts of tokens, on their way to names.

use ferrotape_budget::Termination;
use ferrotape_text::Name;

use super::{Lexer, PIECE};

impl Lexer<'_> {
    /// The name of a piece of the source that is ASCII.
    #[inline(never)]
    pub fn intern_ascii(&mut self, text: &str) -> Name {
        self.intern_word(text)
    }

    /// The same where most names come from.
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

    /// The name, or any once a limit has been reached.
    fn name_unless_stopped(&mut self, name: Result<Name, Termination>) -> Name {
        name.unwrap_or_else(|termination| {
            self.meter.stop(termination);
            self.names.intern_ascii("")
        })
    }

    /// The name of a piece of the source.
    pub(super) fn intern(&mut self, start: usize, end: usize) -> Name {
        let text = &self.text[start..end];
        if text.is_ascii() {
            return self.intern_ascii(text);
        }
        self.buffer.clear();
        self.push_text(start, end);
        self.intern_buffer()
    }

    /// The name of what is in the buffer.
    pub(super) fn intern_buffer(&mut self) -> Name {
        if !self.has_room(self.buffer.bytes()) {
            return self.names.intern_ascii("");
        }
        let name =
            if self.buffer.bytes() < PIECE { self.names.intern(self.buffer.take()) } else { self.intern_long_buffer() };
        self.charge_names();
        name
    }

    /// The buffer's memory becomes that of the name.
    #[cold]
    #[inline(never)]
    fn intern_long_buffer(&mut self) -> Name {
        let buffer = std::mem::take(&mut self.buffer);
        self.meter.budget.resized(std::mem::take(&mut self.buffer_charged), 0);
        let text = buffer.finish_in_pieces(self.meter.budget);
        let name = text.and_then(|text| self.names.intern_long(text, self.meter.budget));
        self.name_unless_stopped(name)
    }

    /// Appends a part of the source to the buffer, in pieces. What is left out when a limit is reached is not missed.
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

    /// Accounts for a piece of a token whose text goes to the buffer. True if a limit has been reached.
    #[inline]
    pub(super) fn meter_buffer(&mut self, position: usize) -> bool {
        if position.saturating_sub(self.accounted) < PIECE {
            return false;
        }
        self.charge_buffer();
        self.account(position)
    }

    /// Charges what the buffer has grown by.
    pub(super) fn charge_buffer(&mut self) {
        let grown = self.buffer.capacity().saturating_sub(self.buffer_charged);
        if grown != 0 {
            self.meter.charge(grown);
            self.buffer_charged += grown;
        }
    }

    /// Charges what the table of names has grown by.
    #[inline(always)]
    fn charge_names(&mut self) {
        /// A new name takes memory, and more than other tokens.
        const TICKS: u32 = 16;
        if self.names.len() != self.names_counted {
            self.names_counted = self.names.len();
            self.meter.tick(TICKS);
            let grown = self.names.bytes() - self.names_charged;
            self.meter.charge(grown);
            self.names_charged += grown;
        }
    }

    /// Would a text of so many bytes fit in memory? If not, reading ends.
    fn has_room(&mut self, bytes: usize) -> bool {
        let has_room = !self.meter.budget.would_exceed(bytes);
        if !has_room {
            self.meter.stop(Termination::OutOfMemory);
        }
        has_room
    }
}
