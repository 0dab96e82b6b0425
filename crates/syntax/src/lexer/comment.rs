//! Comments (ECMA-262 12.4), including those that look like HTML (B.1.1, not in modules) and the hashbang (12.5).

use super::{Lexer, Trivia};
use crate::error::Message;

/// Bytes examined together, which takes few instructions on machines with wide registers.
const TOGETHER: usize = 16;

/// Returns the first position from `start` on with a byte of interest.
#[inline(always)]
fn find(piece: &[u8], start: usize, is_of_interest: impl Fn(u8) -> bool) -> Option<usize> {
    let rest = piece.get(start..)?;
    let (groups, _) = rest.as_chunks::<TOGETHER>();
    let has_any = |group: &[u8; TOGETHER]| group.iter().fold(false, |found, &byte| found | is_of_interest(byte));
    let skipped = groups.iter().position(has_any).unwrap_or(groups.len()) * TOGETHER;
    rest[skipped..].iter().position(|&byte| is_of_interest(byte)).map(|offset| start + skipped + offset)
}

impl Lexer<'_> {
    /// Skips a comment at `/`, `<` or `-`, or reads an operator that begins with one of these.
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
            let found = find(piece, position, |byte| matches!(byte, b'\n' | b'\r' | 0xE2));
            position = found.unwrap_or(piece.len());
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

    /// Skips a comment of several lines. Returns whether it has a line break.
    fn block_comment(&mut self) -> Trivia {
        let start = self.position;
        let mut position = start + 2;
        let mut piece = self.piece(position);
        loop {
            // Behind a line break only the end matters. Comments of many lines have fewer slashes than asterisks.
            let found = match self.token.newline_before {
                true => find(piece, position, |byte| byte == b'/'),
                false => find(piece, position, |byte| matches!(byte, b'*' | b'\n' | b'\r' | 0xE2)),
            };
            position = found.unwrap_or(piece.len());
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
                b'/' if position > start + 2 && self.byte(position - 1) == b'*' => {
                    self.position = position + 1;
                    return Trivia::Skipped;
                }
                b'\n' | b'\r' => self.token.newline_before = true,
                0xE2 if self.is_separator(position) => self.token.newline_before = true,
                _ => {}
            }
            position += 1;
        }
    }

    /// Returns whether the byte 0xE2 at the position begins U+2028 or U+2029.
    pub(super) fn is_separator(&self, position: usize) -> bool {
        self.byte(position + 1) == 0x80 && matches!(self.byte(position + 2), 0xA8 | 0xA9)
    }
}
