//! Regular expression literals (ECMA-262 12.9.5): where they end, and whether pattern and flags are right.

use ferrotape_regexp::{Flags, Regexp};
use ferrotape_text::Name;

use super::Lexer;
use super::identifier::IDENTIFIER_PART;
use crate::error::Message;
use crate::token::TokenKind;

impl Lexer<'_> {
    /// Reads the current token, `/` or `/=`, again as a regular expression and gives its pattern and flags, or makes the
    /// token `Invalid`.
    pub fn rescan_regexp(&mut self) -> Option<(Name, Name)> {
        let start = self.token.start as usize;
        let found = self.scan_regexp(start);
        self.token.kind = if found.is_some() { TokenKind::RegExp } else { TokenKind::Invalid };
        self.token.end = self.position as u32;
        found
    }

    fn scan_regexp(&mut self, start: usize) -> Option<(Name, Name)> {
        let Some(end) = self.regexp_body_end(start + 1) else {
            let end = self.position;
            self.invalid(Message::UnterminatedRegExp, start, end);
            return None;
        };
        let flags = end + 1;
        let mut flags_end = flags;
        while IDENTIFIER_PART[self.byte(flags_end) as usize] {
            flags_end += 1;
        }
        // An escape sequence or a character beyond ASCII would belong to the flags, where it is wrong.
        let extra = matches!(self.byte(flags_end), b'\\' | 0x80..) && !self.is_space(flags_end);
        self.position = flags_end;
        let parsed = if extra { None } else { parse_flags(&self.bytes[flags..flags_end]) };
        let Some(parsed) = parsed else {
            let message = Message::InvalidFlags(self.text[flags..flags_end].to_owned());
            self.invalid(message, flags, flags_end.max(flags + usize::from(extra)));
            return None;
        };
        self.check_pattern(start + 1, end, parsed)?;
        let pattern = self.intern(&self.text[start + 1..end]);
        let flags = self.names.intern_ascii(&self.text[flags..flags_end]);
        Some((pattern, flags))
    }

    /// IsValidRegularExpressionLiteral, ECMA-262 13.2.7.2. None, and an invalid token, if it is none.
    ///
    /// Missing: patterns with `u` and `v` are not checked here; to evaluate one is a SyntaxError.
    fn check_pattern(&mut self, start: usize, end: usize, flags: Flags) -> Option<()> {
        if flags.unicode || flags.unicode_sets {
            return Some(());
        }
        let pattern = &self.text[start..end];
        let units: Vec<u16> = pattern.encode_utf16().collect();
        let Err(error) = Regexp::check(&units, flags) else { return Some(()) };
        let offset = start + bytes_before(pattern, error.offset);
        self.invalid(Message::InvalidPattern(error.message.into_owned()), offset, end.max(offset));
        None
    }

    /// The position of the `/` that ends the pattern. Leaves `position` at the line end or the end of input otherwise.
    fn regexp_body_end(&mut self, mut position: usize) -> Option<usize> {
        let mut in_class = false;
        loop {
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

    /// Does white space or a line terminator beyond ASCII stand here?
    fn is_space(&self, position: usize) -> bool {
        self.character(position).is_some_and(|character| character.is_whitespace() || character == '\u{FEFF}')
    }
}

/// The flags, which are ASCII.
fn parse_flags(flags: &[u8]) -> Option<Flags> {
    let letters: Vec<u16> = flags.iter().map(|&letter| u16::from(letter)).collect();
    Flags::parse(&letters)
}

/// Bytes of the text before a code unit.
fn bytes_before(text: &str, unit: usize) -> usize {
    let mut units = 0;
    let before = text.chars().take_while(|character| {
        units += character.len_utf16();
        units <= unit
    });
    before.map(char::len_utf8).sum()
}
