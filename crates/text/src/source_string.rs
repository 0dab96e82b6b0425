//! Source text while it is put together: UTF-8 that remembers lone surrogates.
//!
//! ECMAScript's source texts are made of code points, surrogates included: `eval` can be given a text with a lone one. Rust's
//! UTF-8 has no place for it, so U+FFFD stands there, and a list says which surrogate was meant.

use crate::TextBuilder;
use crate::{Span, Text};

/// A source text without name and lines.
#[derive(Clone, Default, Debug)]
pub struct SourceString {
    text: String,
    /// In order of their offsets.
    lone: Vec<LoneSurrogate>,
}

#[derive(Copy, Clone, Debug)]
struct LoneSurrogate {
    /// Of the character that stands for it.
    offset: usize,
    unit: u16,
}

impl SourceString {
    pub fn from_units(units: impl IntoIterator<Item = u16>) -> Self {
        let mut string = SourceString::default();
        for character in char::decode_utf16(units) {
            let character = character.unwrap_or_else(|error| {
                string.lone.push(LoneSurrogate { offset: string.text.len(), unit: error.unpaired_surrogate() });
                char::REPLACEMENT_CHARACTER
            });
            string.text.push(character);
        }
        string
    }

    pub fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds another piece. Halves of a pair do not find each other across its ends: put something between.
    pub fn push(&mut self, other: &SourceString) {
        let start = self.text.len();
        self.lone.extend(other.lone.iter().map(|lone| LoneSurrogate { offset: start + lone.offset, unit: lone.unit }));
        self.text.push_str(&other.text);
    }

    /// Length in bytes of UTF-8.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// With U+FFFD for lone surrogates.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The code units of a span, empty where it does not lie on character boundaries.
    pub fn units_of(&self, span: Span) -> Text {
        let (start, end) = (span.start as usize, span.end as usize);
        let Some(text) = self.text.get(start..end) else { return Text::from_utf8("") };
        let first = self.lone.partition_point(|lone| lone.offset < start);
        let mut lone = self.lone[first..].iter().take_while(|lone| lone.offset < end).peekable();
        if lone.peek().is_none() {
            return Text::from_utf8(text);
        }
        let mut builder = TextBuilder::default();
        let mut done = start;
        for LoneSurrogate { offset, unit } in lone {
            builder.push_str(&self.text[done..*offset]);
            builder.push_unit(*unit);
            done = offset + char::REPLACEMENT_CHARACTER.len_utf8();
        }
        builder.push_str(&self.text[done..end]);
        builder.finish()
    }

    pub fn has_lone_surrogates(&self) -> bool {
        !self.lone.is_empty()
    }

    /// Bytes of memory that it takes.
    pub fn memory(&self) -> usize {
        self.text.len() + size_of_val(self.lone.as_slice())
    }
}

impl From<String> for SourceString {
    fn from(text: String) -> Self {
        SourceString { text, lone: Vec::new() }
    }
}

impl From<&str> for SourceString {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_surrogates_come_out_as_they_went_in() {
        let units = [0x61, 0xD800, 0xFFFD, 0xDC00, 0xD83D, 0xDE00, 0xE9, 0xDFFF];
        let mut string = SourceString::from("(");
        string.push(&SourceString::from_units(units));
        string.push_str(")");
        assert_eq!(string.as_str(), "(a\u{FFFD}\u{FFFD}\u{FFFD}😀é\u{FFFD})");
        let all = string.units_of(Span::new(1, string.len() as u32 - 1));
        assert_eq!(all, Text::from_units(&units));
        assert_eq!(string.units_of(Span::new(5, 8)), Text::from_units(&[0xFFFD]));
        assert_eq!(string.units_of(Span::new(8, 11)), Text::from_units(&[0xDC00]));
        assert_eq!(string.units_of(Span::new(3, 8)), Text::from_utf8(""), "inside a character");
    }
}
