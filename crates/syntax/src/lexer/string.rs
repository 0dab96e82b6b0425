//! String literals (ECMA-262 12.9.4) and the escape sequences that identifiers share with them.

use super::{Lexer, byte_of};
use crate::error::Message;
use crate::token::{Token, TokenKind};

/// Bytes that end the fast path through a string: quotes, backslash, line ends, NUL (the end) and everything beyond
/// ASCII.
static STRING_STOP: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 128;
    while byte < 256 {
        table[byte] = true;
        byte += 1;
    }
    table[0] = true;
    table[b'"' as usize] = true;
    table[b'\'' as usize] = true;
    table[b'\\' as usize] = true;
    table[b'\n' as usize] = true;
    table[b'\r' as usize] = true;
    table
};

impl Lexer<'_> {
    /// Reads a string literal, piece by piece. At the first escape sequence it passes on to the slower reader.
    pub(super) fn string(&mut self) -> TokenKind {
        let start = self.position;
        let quote = self.byte(start);
        let mut end = start + 1;
        let mut is_ascii = true;
        let mut piece = self.piece(end);
        loop {
            while !STRING_STOP[byte_of(piece, end) as usize] {
                end += 1;
            }
            match byte_of(piece, end) {
                byte if byte == quote => break,
                b'\\' => return self.string_with_escapes(end),
                b'\n' | b'\r' => return self.invalid(Message::UnterminatedString, start, end),
                0 if end >= piece.len() => match self.next_piece(end) {
                    Some(next) => {
                        piece = next;
                        continue;
                    }
                    None => return self.invalid(Message::UnterminatedString, start, end),
                },
                byte => is_ascii &= byte < 0x80,
            }
            end += 1;
        }
        self.token.name =
            if is_ascii { self.intern_ascii(&self.text[start + 1..end]) } else { self.intern(start + 1, end) };
        self.position = end + 1;
        TokenKind::String
    }

    /// Reads a string whose first escape sequence has been found; the text before it is plain.
    #[inline(never)]
    fn string_with_escapes(&mut self, first_escape: usize) -> TokenKind {
        let start = self.position;
        let quote = self.byte(start);
        self.buffer.clear();
        self.push_text(start + 1, first_escape);
        self.position = first_escape;
        loop {
            let plain = self.position;
            let longest = self.piece(plain).len();
            while self.position < longest
                && (self.byte(self.position) >= 0x80 || !STRING_STOP[self.byte(self.position) as usize])
            {
                self.position += 1;
            }
            self.position = self.boundary(self.position);
            self.push_text(plain, self.position);
            if self.meter_buffer(self.position) {
                return self.invalid(Message::UnterminatedString, start, self.position);
            }
            if self.position >= longest && self.position < self.bytes.len() {
                continue;
            }
            let position = self.position;
            self.position += 1;
            match self.byte(position) {
                byte if byte == quote => break,
                b'\\' => {
                    if let Err(message) = self.string_escape() {
                        let is_unterminated = matches!(message, Message::UnterminatedString);
                        let error_start = if is_unterminated { start } else { position };
                        return self.invalid(message, error_start, self.position.min(self.bytes.len()));
                    }
                }
                b'\n' | b'\r' => return self.invalid(Message::UnterminatedString, start, position),
                0 if position >= self.bytes.len() => {
                    return self.invalid(Message::UnterminatedString, start, position);
                }
                byte => self.buffer.push_unit(byte.into()),
            }
        }
        self.token.name = self.intern_buffer();
        TokenKind::String
    }

    /// Makes the current token, a string with a wrong escape sequence, end where the string does.
    pub fn skip_string(&mut self) {
        let quote = char::from(self.byte(self.token.start as usize));
        self.position = self.boundary(self.position);
        while let Some(character) = self.character(self.position) {
            if matches!(character, '\n' | '\r') {
                break;
            }
            self.position += character.len_utf8();
            match character {
                '\\' => self.position += self.character(self.position).map_or(0, char::len_utf8),
                character if character == quote => break,
                _ => {}
            }
        }
        self.token.end = self.position as u32;
    }

    /// Reads the escape sequence after a backslash and appends its value.
    pub(super) fn string_escape(&mut self) -> Result<(), Message> {
        let start = self.position;
        let Some(character) = self.character(start) else {
            return Err(Message::UnterminatedString);
        };
        self.position += character.len_utf8();
        let unit = match character {
            'n' => 0x0A,
            't' => 0x09,
            'r' => 0x0D,
            'b' => 0x08,
            'v' => 0x0B,
            'f' => 0x0C,
            '\r' => {
                self.position += usize::from(self.byte(self.position) == b'\n');
                return Ok(());
            }
            '\n' | '\u{2028}' | '\u{2029}' => return Ok(()),
            'x' => self.hex_digits(2).ok_or(Message::InvalidEscape)? as u16,
            'u' => return self.string_unicode_escape(),
            '0' if !self.byte(self.position).is_ascii_digit() => 0,
            '0'..='7' => self.octal_escape(start),
            '8' | '9' => {
                self.note_legacy(start);
                character as u16
            }
            _ => {
                self.lone_surrogates.push(&mut self.buffer, &self.text[start..self.position]);
                return Ok(());
            }
        };
        self.buffer.push_unit(unit);
        Ok(())
    }

    /// Reads a LegacyOctalEscapeSequence: up to three digits, at most 0o377.
    fn octal_escape(&mut self, start: usize) -> u16 {
        self.note_legacy(start);
        let longest = if self.byte(start) <= b'3' { 3 } else { 2 };
        let mut end = start;
        let mut value = 0;
        while end < start + longest && matches!(self.byte(end), b'0'..=b'7') {
            value = value * 8 + u16::from(self.byte(end) - b'0');
            end += 1;
        }
        self.position = end;
        value
    }

    fn note_legacy(&mut self, start: usize) {
        if self.token.legacy == Token::NO_LEGACY {
            self.token.legacy = start as u32 - 1;
        }
    }

    fn string_unicode_escape(&mut self) -> Result<(), Message> {
        let value = self.unicode_escape()?;
        match u16::try_from(value) {
            // A string may also hold lone surrogates.
            Ok(unit) => self.buffer.push_unit(unit),
            Err(_) => self.buffer.push_char(char::from_u32(value).ok_or(Message::InvalidCodePoint)?),
        }
        Ok(())
    }

    /// Reads `XXXX` or `{…}` after `\u`.
    pub(super) fn unicode_escape(&mut self) -> Result<u32, Message> {
        if self.byte(self.position) != b'{' {
            return self.hex_digits(4).ok_or(Message::InvalidEscape);
        }
        self.position += 1;
        let mut value = 0u32;
        let mut has_digits = false;
        while let Some(digit) = (self.byte(self.position) as char).to_digit(16) {
            if self.meter_buffer(self.position) {
                return Err(Message::InvalidEscape);
            }
            value = value * 16 + digit;
            if value > 0x10_FFFF {
                return Err(Message::InvalidCodePoint);
            }
            has_digits = true;
            self.position += 1;
        }
        if !has_digits || self.byte(self.position) != b'}' {
            return Err(Message::InvalidEscape);
        }
        self.position += 1;
        Ok(value)
    }

    fn hex_digits(&mut self, count: usize) -> Option<u32> {
        let mut value = 0;
        for _ in 0..count {
            value = value * 16 + (self.byte(self.position) as char).to_digit(16)?;
            self.position += 1;
        }
        Some(value)
    }
}
