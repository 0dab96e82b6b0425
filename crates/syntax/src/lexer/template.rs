//! The strings of template literals (ECMA-262 12.9.6).

use ferrotape_text::{Name, Span};

use super::{Lexer, PIECE};
use crate::error::{Message, SourceError};
use crate::token::{Token, TokenKind};

/// A string between `` ` ``, `${` and `}`.
#[derive(Default)]
pub(crate) struct TemplatePiece {
    pub raw: Option<Name>,
    /// Cooked string; None if an escape sequence is not valid.
    pub cooked: Option<Name>,
    /// The piece ends with `` ` ``, not with `${`.
    pub is_last: bool,
    /// The reason for a missing `cooked`: an error unless the template is tagged.
    pub error: Option<Box<SourceError>>,
}

impl Lexer<'_> {
    /// Reads the current token, a `}`, again as the end of a substitution.
    pub fn rescan_template(&mut self) {
        self.position = self.token.start as usize;
        self.token.kind = self.template_piece();
        self.token.end = self.position as u32;
    }

    /// Reads the piece that starts behind the `` ` `` or `}` at the position.
    #[inline(never)]
    pub(super) fn template_piece(&mut self) -> TokenKind {
        let start = self.position;
        let first = start + 1;
        self.template = TemplatePiece::default();
        self.buffer.clear();
        let Some((end, has_escape)) = self.template_end(first) else {
            return self.invalid(Message::UnterminatedTemplate, start, self.bytes.len());
        };
        self.push_template_text(first, end);
        let raw = self.intern_buffer();
        self.template.raw = Some(raw);
        self.template.cooked = if has_escape { self.cook(first, end) } else { Some(raw) };
        self.template.is_last = self.byte(end) == b'`';
        self.position = end + if self.template.is_last { 1 } else { 2 };
        TokenKind::Template
    }

    /// Returns the end of the piece that begins at `first`, and whether it contains backslashes.
    fn template_end(&mut self, first: usize) -> Option<(usize, bool)> {
        let (mut position, mut has_escape) = (first, false);
        loop {
            if position.saturating_sub(self.accounted) >= PIECE && self.account(position) {
                self.position = position;
                return None;
            }
            match self.byte(position) {
                b'`' => return Some((position, has_escape)),
                b'$' if self.byte(position + 1) == b'{' => return Some((position, has_escape)),
                b'\\' => {
                    has_escape = true;
                    position += 1;
                }
                0 if position >= self.bytes.len() => return None,
                _ => {}
            }
            position += 1;
        }
    }

    /// Appends a part of the source, with every line end as `\n`.
    fn push_template_text(&mut self, start: usize, end: usize) {
        let mut plain = start;
        while let Some(line_end) = self.find(b'\r', plain, end) {
            self.push_text(plain, line_end);
            self.buffer.push_unit(0x0A);
            plain = line_end + 1 + usize::from(self.byte(line_end + 1) == b'\n');
        }
        self.push_text(plain, end);
    }

    /// Returns the first position of a byte in a part of the text. None also once a limit is reached.
    fn find(&mut self, byte: u8, start: usize, end: usize) -> Option<usize> {
        let mut position = start;
        for piece in self.bytes[start.min(end)..end].chunks(PIECE) {
            if let Some(offset) = piece.iter().position(|&found| found == byte) {
                return Some(position + offset);
            }
            position += piece.len();
            if piece.len() == PIECE && self.meter.tick_bytes(PIECE) {
                return None;
            }
        }
        None
    }

    /// Returns the value of a piece with escape sequences. Octal digits are not valid in them.
    fn cook(&mut self, first: usize, end: usize) -> Option<Name> {
        self.buffer.clear();
        let mut plain = first;
        let mut cooked_to = first;
        while let Some(escape) = self.find(b'\\', plain, end) {
            self.push_template_text(plain, escape);
            self.position = escape + 1;
            let is_legacy = match self.byte(self.position) {
                b'0' => self.byte(self.position + 1).is_ascii_digit(),
                byte => matches!(byte, b'1'..=b'9'),
            };
            let escaped = if is_legacy { Err(Message::TemplateOctalEscape) } else { self.string_escape() };
            if let Err(message) = escaped {
                let span = Span::new(escape as u32, self.position.max(escape + 2).min(end) as u32);
                self.template.error = Some(SourceError::new(message, span));
                return None;
            }
            plain = self.position;
            // The raw text has been accounted for already; this accounts for the second pass over it.
            if plain - cooked_to >= PIECE {
                self.charge_buffer();
                if self.meter.tick_bytes(plain - cooked_to) {
                    return None;
                }
                cooked_to = plain;
            }
        }
        self.push_template_text(plain, end);
        debug_assert_eq!(self.token.legacy, Token::NO_LEGACY);
        Some(self.intern_buffer())
    }
}
