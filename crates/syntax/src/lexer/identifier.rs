//! Identifiers and keywords (ECMA-262 12.7).

use ferrotape_text::TextView;
use unicode_id_start::{is_id_continue, is_id_start};

use super::{Lexer, byte_of};
use crate::error::Message;
use crate::token::{Class, TokenKind, word_kind};

/// ASCII bytes that can stand inside an identifier.
pub(super) static IDENTIFIER_PART: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte == b'$' as usize || byte == b'_' as usize;
        byte += 1;
    }
    table
};

/// IdentifierStartChar, ECMA-262 12.7
pub fn is_identifier_start(character: char) -> bool {
    matches!(character, '$' | '_') || is_id_start(character)
}

/// IdentifierPartChar, ECMA-262 12.7
pub fn is_identifier_part(character: char) -> bool {
    matches!(character, '$' | '\u{200C}' | '\u{200D}') || is_id_continue(character)
}

impl Lexer<'_> {
    /// Reads an identifier name that starts with an ASCII letter, `$` or `_`.
    #[inline]
    pub(super) fn identifier(&mut self) -> TokenKind {
        let start = self.position;
        let end = self.identifier_end(start + 1);
        if self.byte(end) == b'\\' || self.byte(end) >= 0x80 {
            return self.identifier_slow();
        }
        self.position = end;
        let word = &self.text[start..end];
        let kind = word_kind(word.as_bytes());
        if kind.class() != Class::Reserved && !self.skips_names {
            self.token.name = self.intern_word(word);
            self.note_special_name(kind);
        }
        kind
    }

    /// Gives the current token its name, as it may have been read among types.
    #[inline]
    pub fn name_token(&mut self) {
        let kind = self.token.kind;
        if kind.is_identifier() && self.raw().is_ascii() && !self.token.escaped {
            self.token.name = self.intern_word(self.raw());
            self.note_special_name(kind);
        }
    }

    /// Returns the end of the run of ASCII characters that can stand inside an identifier.
    #[inline]
    pub(super) fn identifier_end(&mut self, mut end: usize) -> usize {
        let mut piece = self.piece(end);
        loop {
            while IDENTIFIER_PART[byte_of(piece, end) as usize] {
                end += 1;
            }
            if end < piece.len() {
                return end;
            }
            match self.next_piece(end) {
                Some(next) => piece = next,
                None => return end,
            }
        }
    }

    /// Reads an identifier name with characters beyond ASCII or escape sequences, or a character that starts no token.
    #[inline(never)]
    pub(super) fn identifier_slow(&mut self) -> TokenKind {
        self.buffer.clear();
        if let Err(invalid) = self.name_to_buffer() {
            return invalid;
        }
        self.token.name = self.intern_buffer();
        let kind = match self.names.text(self.token.name).view() {
            TextView::Latin1(bytes) => word_kind(bytes),
            TextView::Utf16(_) => TokenKind::Identifier,
        };
        self.note_special_name(kind);
        match kind.class() {
            Class::Reserved if self.token.escaped => TokenKind::EscapedKeyword,
            _ => kind,
        }
    }

    /// Reads a private name (PrivateIdentifier, ECMA-262 12.7). The interned text includes the `#`, so it equals no
    /// other name.
    #[inline(never)]
    pub(super) fn private_name(&mut self) -> TokenKind {
        let start = self.position;
        let next = self.character(start + 1);
        if !next.is_some_and(|next| next == '\\' || is_identifier_start(next)) {
            self.position += 1;
            return TokenKind::Hash;
        }
        self.position += 1;
        self.buffer.clear();
        self.buffer.push_unit(b'#'.into());
        if let Err(invalid) = self.name_to_buffer() {
            return invalid;
        }
        self.token.name = self.intern_buffer();
        TokenKind::PrivateName
    }

    /// Appends an identifier name to the buffer.
    fn name_to_buffer(&mut self) -> Result<(), TokenKind> {
        let start = self.position;
        while !self.meter_buffer(self.position) {
            let first = self.position == start;
            let is_fitting = if first { is_identifier_start } else { is_identifier_part };
            let character = match self.byte(self.position) {
                b'\\' => match self.identifier_escape() {
                    Some(character) if is_fitting(character) => character,
                    _ => return Err(self.invalid(Message::InvalidIdentifierEscape, start, self.position)),
                },
                _ => match self.character(self.position) {
                    Some(character) if is_fitting(character) => {
                        self.position += character.len_utf8();
                        character
                    }
                    _ if first => return Err(self.invalid_character()),
                    _ => break,
                },
            };
            self.buffer.push_char(character);
        }
        Ok(())
    }

    /// Reads `\uXXXX` or `\u{…}`.
    fn identifier_escape(&mut self) -> Option<char> {
        self.token.escaped = true;
        self.position += 1;
        if self.byte(self.position) != b'u' {
            return None;
        }
        self.position += 1;
        let value = self.unicode_escape().ok()?;
        char::from_u32(value)
    }

    #[inline]
    fn note_special_name(&mut self, kind: TokenKind) {
        match kind {
            TokenKind::Eval => self.eval_name = Some(self.token.name),
            TokenKind::Arguments => self.arguments_name = Some(self.token.name),
            _ => {}
        }
    }
}
