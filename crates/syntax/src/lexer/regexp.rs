//! Regular expression literals (ECMA-262 12.9.5): finds their end, and checks pattern and flags.

use ferrotape_regexp::{Error, Flags, Regexp};
use ferrotape_text::{Name, SHOWN_NAME, shown};

use super::{Lexer, PIECE};
use crate::error::Message;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// Reads the current token, `/` or `/=`, again as a regular expression. Returns its pattern and flags, or makes the
    /// token `Invalid`.
    pub fn rescan_regexp(&mut self) -> Option<(Name, Name)> {
        let start = self.token.start as usize;
        let found = self.scan_regexp(start);
        self.token.kind = if found.is_some() { TokenKind::RegExp } else { TokenKind::Invalid };
        self.token.end = self.position as u32;
        found
    }

    /// Reads a literal from its `/` at `start` and checks it, up to the end of its flags. None after an error.
    fn scan_regexp(&mut self, start: usize) -> Option<(Name, Name)> {
        let Some(end) = self.regexp_body_end(start + 1) else {
            let end = self.position;
            self.invalid(Message::UnterminatedRegExp, start, end);
            return None;
        };
        let flags = end + 1;
        let flags_end = self.identifier_end(flags);
        // An escape sequence or a character beyond ASCII would belong to the flags, where it is an error.
        let extra = matches!(self.byte(flags_end), b'\\' | 0x80..) && !self.is_space(flags_end);
        self.position = flags_end;
        let parsed = if extra { None } else { parse_flags(&self.bytes[flags..flags_end]) };
        let Some(parsed) = parsed else {
            let message = Message::InvalidFlags(shown(self.text[flags..flags_end].chars(), SHOWN_NAME));
            self.invalid(message, flags, flags_end.max(flags + usize::from(extra)));
            return None;
        };
        self.check_pattern(start + 1, end, parsed)?;
        let pattern = self.intern(start + 1, end);
        let flags = self.intern_ascii(&self.text[flags..flags_end]);
        Some((pattern, flags))
    }

    /// Checks a pattern (IsValidRegularExpressionLiteral, ECMA-262 13.2.7.2). An invalid one gives None and an
    /// `Invalid` token.
    fn check_pattern(&mut self, start: usize, end: usize, flags: Flags) -> Option<()> {
        let units = self.units(start, end);
        let checked = Regexp::check(&units, flags, self.meter.budget);
        self.meter.budget.resized(units.capacity() * size_of::<u16>(), 0);
        let (message, offset) = match checked {
            Ok(()) => return Some(()),
            Err(Error::Syntax(error)) => {
                let offset = start + bytes_before(&self.text[start..end], error.offset);
                (Message::InvalidPattern(error.message.into_owned()), offset)
            }
            Err(Error::Terminated(termination)) => {
                self.meter.stop(termination);
                (Message::Terminated(termination), start)
            }
        };
        self.invalid(message, offset, end.max(offset));
        None
    }

    /// Returns the code units of a part of the source, charged to the budget.
    fn units(&mut self, start: usize, end: usize) -> Vec<u16> {
        let mut units = Vec::new();
        if !self.meter.reserve(&mut units, end - start) {
            return units;
        }
        let mut position = start;
        while position < end {
            let piece_end = self.boundary(end.min(position + PIECE));
            units.extend(self.text[position..piece_end].encode_utf16());
            if self.meter.tick_bytes(piece_end - position) {
                break;
            }
            position = piece_end;
        }
        units
    }

    /// Returns the position of the `/` that ends the pattern. If there is none, leaves `position` at the line end or
    /// the end of input.
    fn regexp_body_end(&mut self, mut position: usize) -> Option<usize> {
        let mut in_class = false;
        loop {
            if position - self.accounted.min(position) >= PIECE && self.account(position) {
                self.position = position;
                return None;
            }
            let escaped = self.byte(position) == b'\\';
            position += usize::from(escaped);
            let byte = self.byte(position);
            let ends_line = match byte {
                b'\n' | b'\r' => true,
                0xE2 => self.is_separator(position),
                0 => position >= self.bytes.len(),
                _ => false,
            };
            if ends_line {
                self.position = position.min(self.bytes.len());
                return None;
            }
            match byte {
                _ if escaped => {}
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => return Some(position),
                _ => {}
            }
            position += 1;
        }
    }

    /// Returns whether white space or a line terminator beyond ASCII stands at the position.
    fn is_space(&self, position: usize) -> bool {
        self.character(position).is_some_and(|character| character.is_whitespace() || character == '\u{FEFF}')
    }
}

/// Parses the flags, which are ASCII.
fn parse_flags(flags: &[u8]) -> Option<Flags> {
    let letters: Vec<u16> = flags.iter().map(|&letter| u16::from(letter)).collect();
    Flags::parse(&letters)
}

/// Returns the number of bytes of the text before a code unit.
fn bytes_before(text: &str, unit: usize) -> usize {
    let mut units = 0;
    let before = text.chars().take_while(|character| {
        units += character.len_utf16();
        units <= unit
    });
    before.map(char::len_utf8).sum()
}
