//! Source texts and positions in them.

use std::fmt;

use crate::LoneSurrogates;

/// A range of byte offsets `start..end` in a source text.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: u32, end: u32) -> Self {
        Span { start, end }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A place in a source text as people name it: line and column count from 1, the column in code points.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A named piece of source text, with an index of its lines.
#[derive(Clone, Debug)]
pub struct SourceText {
    name: String,
    text: String,
    /// Byte offset of the first character of every line.
    line_starts: Vec<u32>,
    lone_surrogates: LoneSurrogates,
}

impl SourceText {
    /// The longest source text in bytes: offsets are 32 bits, and a few are kept free for markers.
    pub const MAX_LEN: usize = 0x7fff_ffff;

    /// Takes the name that positions are reported under (a file name, `<eval>`) and the text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = line_starts(text.as_bytes());
        SourceText { name: name.into(), text, line_starts, lone_surrogates: LoneSurrogates::default() }
    }

    /// The same, of a text in which some characters stand for lone surrogates.
    pub fn with_lone_surrogates(self, lone_surrogates: LoneSurrogates) -> Self {
        SourceText { lone_surrogates, ..self }
    }

    /// What the text's characters stand for.
    pub fn lone_surrogates(&self) -> LoneSurrogates {
        self.lone_surrogates
    }

    /// Bytes of memory that the text and its index take.
    pub fn bytes(&self) -> usize {
        self.name.len() + self.text.len() + size_of_val(self.line_starts.as_slice())
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of `span`, empty where the span does not lie on character boundaries of this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line and column of a byte offset; an offset behind the end is taken as the end.
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|&start| start as usize <= offset);
        let start = self.line_starts[line - 1] as usize;
        let column = self.text[start..offset].chars().count() + 1;
        Position { line: line as u32, column: column as u32 }
    }

    /// The text of a line, counted from 1, without its line terminator; empty where there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|index| self.line_starts.get(index)) else {
            return "";
        };
        let end = self.line_starts.get(line as usize).map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}'])
    }

    /// Bytes of memory that this text holds.
    pub fn memory(&self) -> usize {
        self.name.len() + self.text.len() + self.line_starts.len() * 4
    }
}

/// LineTerminatorSequence, ECMA-262 12.3: LF, CR, CR LF, LS, PS.
fn line_starts(bytes: &[u8]) -> Vec<u32> {
    let mut starts = vec![0];
    let mut index = 0;
    while index < bytes.len() {
        let length = match bytes[index] {
            b'\n' => 1,
            b'\r' if bytes.get(index + 1) == Some(&b'\n') => 2,
            b'\r' => 1,
            0xE2 if bytes.get(index + 1) == Some(&0x80) && matches!(bytes.get(index + 2), Some(0xA8 | 0xA9)) => 3,
            _ => {
                index += 1;
                continue;
            }
        };
        index += length;
        starts.push(index as u32);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_code_points_after_every_kind_of_line_terminator() {
        let source = SourceText::new("t.js", "ab\r\nc\u{2028}é𝒳x\n");
        assert_eq!(source.position(0).to_string(), "1:1");
        assert_eq!(source.position(4).to_string(), "2:1");
        let x = source.text().find('x').unwrap() as u32;
        assert_eq!(source.position(x).to_string(), "3:3");
        assert_eq!(source.line(1), "ab");
        assert_eq!(source.line(3), "é𝒳x");
        assert_eq!(source.line(9), "");
        assert_eq!(source.position(u32::MAX).to_string(), "4:1");
    }
}
