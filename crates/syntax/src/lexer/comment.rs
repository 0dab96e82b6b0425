//! Comments (ECMA-262 12.4), with those that look like HTML (B.1.1, not in modules) and the hashbang (12.5).

use super::{Lexer, Trivia};
use crate::error::Message;

impl Lexer<'_> {
    /// Skips a comment at `/`, `<` or `-`, or reads the operator that it is instead.
    #[inline]
    pub(super) fn comment(&mut self) -> Trivia {
        let start = self.position;
        let (byte, next) = (self.byte(start), self.byte(start + 1));
        match (byte, next) {
            (b'/', b'/') => self.skip_line(),
            (b'/', b'*') => return self.block_comment(),
            (b'<', b'!') if !self.is_module && self.bytes[start..].starts_with(b"<!--") => self.skip_line(),
            (b'-', b'-') if self.token.newline_before && self.byte(start + 2) == b'>' && !self.is_module => {
                self.skip_line();
            }
            _ => return Trivia::Token(self.punctuator(byte)),
        }
        Trivia::Skipped
    }

    pub(super) fn skip_hashbang(&mut self) {
        if self.bytes.starts_with(b"#!") {
            self.skip_line();
        }
    }

    /// Skips to the next line terminator.
    fn skip_line(&mut self) {
        let mut position = self.position;
        let mut piece = self.piece(position);
        loop {
            let ends_here = |&byte: &u8| matches!(byte, b'\n' | b'\r' | 0xE2);
            let found = piece.get(position..).and_then(|rest| rest.iter().position(ends_here));
            position = found.map_or(piece.len(), |offset| position + offset);
            if found.is_none() {
                match self.next_piece(position) {
                    Some(next) => piece = next,
                    None => {
                        self.position = self.bytes.len();
                        return;
                    }
                }
                continue;
            }
            if self.byte(position) != 0xE2 || self.is_separator(position) {
                self.position = position;
                return;
            }
            position += 1;
        }
    }

    fn block_comment(&mut self) -> Trivia {
        let start = self.position;
        let mut position = start + 2;
        let mut piece = self.piece(position);
        loop {
            let of_interest = |&byte: &u8| matches!(byte, b'*' | b'\n' | b'\r' | 0xE2);
            let found = piece.get(position..).and_then(|rest| rest.iter().position(of_interest));
            position = found.map_or(piece.len(), |offset| position + offset);
            if found.is_none() {
                match self.next_piece(position) {
                    Some(next) => piece = next,
                    None => {
                        let end = self.bytes.len();
                        return Trivia::Token(self.invalid(Message::UnterminatedComment, start, end));
                    }
                }
                continue;
            }
            match self.byte(position) {
                b'*' if self.byte(position + 1) == b'/' => {
                    self.position = position + 2;
                    return Trivia::Skipped;
                }
                b'\n' | b'\r' => self.token.newline_before = true,
                0xE2 if self.is_separator(position) => self.token.newline_before = true,
                _ => {}
            }
            position += 1;
        }
    }

    /// Does U+2028 or U+2029 stand at the byte 0xE2 here?
    pub(super) fn is_separator(&self, position: usize) -> bool {
        self.byte(position + 1) == 0x80 && matches!(self.byte(position + 2), 0xA8 | 0xA9)
    }
}
