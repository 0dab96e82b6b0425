//! Source texts and positions in them.

use std::fmt;
use std::sync::OnceLock;

use ferrotape_budget::giving_back::GivenBack;
use ferrotape_budget::{Budget, Termination};

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

    /// Returns the smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A remark on the message of an error in a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub message: String,
    /// The other position that the remark is about.
    pub span: Option<Span>,
}

/// A position in a source text as people name it. Line and column count from 1, the column in code points.
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

/// A named source text, with an index of its lines and columns.
#[derive(Clone, Debug)]
pub struct SourceText {
    name: String,
    text: GivenBack<String>,
    /// Index, made when first needed.
    checkpoints: OnceLock<Box<[Checkpoint]>>,
    lone_surrogates: LoneSurrogates,
    /// Bytes at the beginning and at the end that the author has not written.
    added: Added,
    /// Starts of the lines of a text that was left out. Offsets then count code points.
    lines: Option<Box<[u32]>>,
}

/// Bytes added around a text: see [`SourceText::with_added`].
#[derive(Copy, Clone, Default, Debug)]
struct Added {
    before: u32,
    behind: u32,
}

/// Line and column of every [`STRIDE`]th byte, both counted from 0. So finding a position reads no more bytes than
/// that, however long or many the lines are.
#[derive(Copy, Clone, Debug)]
struct Checkpoint {
    line: u32,
    column: u32,
}

const STRIDE: usize = 1024;

/// Ticks for each stretch of [`STRIDE`] bytes.
const TICKS: u32 = 32;

impl SourceText {
    /// Longest source text in bytes. Offsets are 32 bits, and a few values are kept free for markers.
    pub const MAX_LEN: usize = 0x7fff_ffff;

    /// Makes a source text with a name for positions (a file name, `<eval>`).
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (name, text) = (name.into(), GivenBack::from(text.into()));
        let (lone_surrogates, added) = (LoneSurrogates::default(), Added::default());
        SourceText { name, text, checkpoints: OnceLock::new(), lone_surrogates, added, lines: None }
    }

    /// Declares that some bytes at the beginning and at the end were added around the author's text. They count for no
    /// position, and no excerpt shows them. Those at the beginning are ASCII, without line ends.
    pub fn with_added(self, before: u32, behind: u32) -> Self {
        SourceText { added: Added { before, behind }, ..self }
    }

    /// Returns the range of the author's text.
    pub(crate) fn written(&self) -> std::ops::Range<usize> {
        let end = self.text.len().saturating_sub(self.added.behind as usize);
        (self.added.before as usize).min(end)..end
    }

    /// Returns how many bytes were added before the author's text, and how many after it.
    pub fn added(&self) -> (u32, u32) {
        (self.added.before, self.added.behind)
    }

    /// Makes a source whose text was left out. The starts of its lines are known, in ascending order from 0 on. Offsets
    /// in it count code points.
    pub fn without_text(name: impl Into<String>, lines: Vec<u32>) -> Self {
        SourceText { lines: Some(lines.into()), ..SourceText::new(name, "") }
    }

    /// Returns the starts of the lines of a text that was left out.
    pub fn lines_without_text(&self) -> Option<&[u32]> {
        self.lines.as_deref()
    }

    /// Returns the starts of the lines, for [`SourceText::without_text`], and a converter from this text's offsets to
    /// counts of code points, in any order.
    pub fn without_text_of(&self) -> (Vec<u32>, CodePoints<'_>) {
        let written = self.written();
        let text = self.text.get(written.clone()).unwrap_or_default();
        let mut points = CodePoints::new(text, written.start);
        let mut lines = vec![0];
        let mut place = Checkpoint { line: 0, column: 0 };
        for position in 0..text.len() {
            let line = place.line;
            place.pass(text.as_bytes(), position);
            if place.line > line {
                lines.push(points.at((written.start + position) as u32 + 1));
            }
        }
        (lines, points)
    }

    /// Makes the index of lines and columns under a budget. Otherwise the first request for a position makes it.
    pub fn index(&self, budget: &mut Budget) -> Result<(), Termination> {
        if self.checkpoints.get().is_some() {
            return Ok(());
        }
        budget.take(self.index_bytes())?;
        let checkpoints = self.find_checkpoints(|| budget.work(TICKS.into()))?;
        // Another thread may have been faster, with the same index.
        self.checkpoints.set(checkpoints).ok();
        Ok(())
    }

    /// Declares the characters that stand for lone surrogates.
    pub fn with_lone_surrogates(self, lone_surrogates: LoneSurrogates) -> Self {
        SourceText { lone_surrogates, ..self }
    }

    /// Returns the characters that stand for lone surrogates.
    pub fn lone_surrogates(&self) -> LoneSurrogates {
        self.lone_surrogates
    }

    /// Returns the bytes of memory that the text and its index take.
    pub fn bytes(&self) -> usize {
        self.name.len()
            + self.text.len()
            + self.index_bytes()
            + self.lines.as_ref().map_or(0, |lines| size_of_val(&**lines))
    }

    /// Returns the bytes of memory that the index takes, once it is made.
    fn index_bytes(&self) -> usize {
        (self.text.len() / STRIDE + 1) * size_of::<Checkpoint>()
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the author's text, without what was added around it.
    pub fn written_text(&self) -> &str {
        self.text.get(self.written()).unwrap_or_default()
    }

    /// Returns the text of `span`, or an empty string if the span does not lie on character boundaries of this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Returns line and column of a byte offset. An offset beyond the end counts as the end.
    pub fn position(&self, offset: u32) -> Position {
        if let Some(lines) = &self.lines {
            let line = lines.partition_point(|&start| start <= offset).max(1);
            let start = lines.get(line - 1).copied().unwrap_or(0);
            return Position { line: line as u32, column: offset.saturating_sub(start).saturating_add(1) };
        }
        let written = self.written();
        let mut offset = (offset as usize).clamp(written.start, written.end);
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let index = offset / STRIDE;
        let mut place = self.checkpoints()[index];
        (index * STRIDE..offset).for_each(|position| place.pass(self.text.as_bytes(), position));
        let added = if place.line == 0 { self.added.before } else { 0 };
        Position { line: place.line + 1, column: place.column + 1 - added }
    }

    /// Returns the text of a line, counted from 1, without its line terminator; empty if there is no such line.
    pub fn line(&self, line: u32) -> &str {
        let Some(start) = line.checked_sub(1).and_then(|line| self.line_start(line)) else { return "" };
        let (written, end) = (self.written(), self.line_start(line).unwrap_or(self.text.len()));
        let (start, end) = (start.clamp(written.start, written.end), end.clamp(written.start, written.end));
        self.text[start..end].trim_end_matches(['\n', '\r', '\u{2028}', '\u{2029}'])
    }

    /// Returns the start of a line, counted from 0.
    fn line_start(&self, line: u32) -> Option<usize> {
        if line == 0 {
            return Some(0);
        }
        // The last checkpoint that is known to lie before it.
        let index = self.checkpoints().partition_point(|place| place.line < line).checked_sub(1)?;
        let (start, mut place) = (index * STRIDE, self.checkpoints()[index]);
        let end = (start + STRIDE).min(self.text.len());
        (start..end).find_map(|position| {
            place.pass(self.text.as_bytes(), position);
            (place.line == line).then_some(position + 1)
        })
    }

    fn checkpoints(&self) -> &[Checkpoint] {
        self.checkpoints.get_or_init(|| {
            let found: Result<_, std::convert::Infallible> = self.find_checkpoints(|| Ok(()));
            let Ok(checkpoints) = found;
            checkpoints
        })
    }

    /// Makes the checkpoints. Calls `tick` for every stretch.
    fn find_checkpoints<E>(&self, mut tick: impl FnMut() -> Result<(), E>) -> Result<Box<[Checkpoint]>, E> {
        let bytes = self.text.as_bytes();
        let mut checkpoints = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let mut place = Checkpoint { line: 0, column: 0 };
        checkpoints.push(place);
        for (index, stretch) in bytes.chunks_exact(STRIDE).enumerate() {
            tick()?;
            place.pass_stretch(bytes, index * STRIDE, stretch);
            checkpoints.push(place);
        }
        Ok(checkpoints.into_boxed_slice())
    }
}

/// Converter from offsets of a text to counts of code points. No conversion reads more than [`STRIDE`] bytes, whatever
/// the previous one was. The positions of a call go back and forth, and those of nested functions range over the whole
/// text.
pub struct CodePoints<'t> {
    text: &'t str,
    /// Start of the text within the whole source.
    start: usize,
    /// Number of code points before every [`STRIDE`]th byte.
    checkpoints: Vec<u32>,
    /// Offset of the last conversion, and (`points`) its result.
    offset: usize,
    points: u32,
}

impl<'t> CodePoints<'t> {
    fn new(text: &'t str, start: usize) -> Self {
        let mut checkpoints = Vec::with_capacity(text.len() / STRIDE + 1);
        let mut points = 0;
        checkpoints.push(0);
        for stretch in text.as_bytes().chunks_exact(STRIDE) {
            points += code_points(stretch);
            checkpoints.push(points);
        }
        CodePoints { text, start, checkpoints, offset: 0, points: 0 }
    }

    /// Returns how many code points come before a byte offset.
    pub fn at(&mut self, offset: u32) -> u32 {
        let offset = (offset as usize).saturating_sub(self.start).min(self.text.len());
        let bytes = self.text.as_bytes();
        if offset.abs_diff(self.offset) > STRIDE {
            let index = offset / STRIDE;
            (self.offset, self.points) = (index * STRIDE, self.checkpoints[index]);
        }
        if offset < self.offset {
            self.points -= code_points(&bytes[offset..self.offset]);
        } else {
            self.points += code_points(&bytes[self.offset..offset]);
        }
        self.offset = offset;
        self.points
    }
}

/// Returns how many code points begin among the bytes.
fn code_points(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
}

impl Checkpoint {
    /// Advances from the byte at `position` to the next one.
    fn pass(&mut self, bytes: &[u8], position: usize) {
        let next = || bytes.get(position + 1).copied();
        // LineTerminatorSequence, ECMA-262 12.3: LF, CR, CR LF, LS, PS.
        let ends_line = match bytes[position] {
            b'\n' => true,
            b'\r' => next() != Some(b'\n'),
            0xA8 | 0xA9 => bytes[..position].ends_with(&[0xE2, 0x80]),
            _ => false,
        };
        if ends_line {
            *self = Checkpoint { line: self.line + 1, column: 0 };
        } else if next().is_none_or(|next| next & 0xC0 != 0x80) {
            // The last byte of a character.
            self.column += 1;
        }
    }

    /// Advances over a stretch of bytes at once.
    fn pass_stretch(&mut self, bytes: &[u8], start: usize, stretch: &[u8]) {
        let behind = bytes.get(start + 1..start + 1 + stretch.len());
        let Some(behind) = behind.filter(|_| stretch.is_ascii()) else {
            return (start..start + stretch.len()).for_each(|position| self.pass(bytes, position));
        };
        let ends_line = |(&byte, &next): (&u8, &u8)| (byte == b'\n') | (byte == b'\r') & (next != b'\n');
        // At most as many as one byte can count.
        for (bytes, behind) in stretch.chunks(128).zip(behind.chunks(128)) {
            let lines: u8 = bytes.iter().zip(behind).map(|pair| u8::from(ends_line(pair))).sum();
            self.line += u32::from(lines);
        }
        let mut rest = stretch;
        while let Some(last) = rest.iter().rposition(|&byte| matches!(byte, b'\n' | b'\r')) {
            if ends_line((&stretch[last], &behind[last])) {
                self.column = (stretch.len() - last - 1) as u32;
                return;
            }
            rest = &rest[..last];
        }
        self.column += stretch.len() as u32;
    }
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

    #[test]
    fn what_was_added_is_none_of_the_written_text() {
        let source = SourceText::new("t.js", "(function () {é\nb\n})").with_added(13, 3);
        assert_eq!((source.text().len(), source.written_text()), (21, "{é\nb"));
        assert_eq!(SourceText::new("t.js", "a").written_text(), "a");
        assert_eq!(SourceText::new("t.js", "a").with_added(3, 3).written_text(), "");
    }

    #[test]
    fn positions_stay_where_the_text_is_left_out() {
        for text in ["ab\r\nc\u{2028}é𝒳x\n", "", "a\n\n\nb", "é\ré"] {
            let source = SourceText::new("t.js", text);
            let (lines, mut points) = source.without_text_of();
            let bare = SourceText::without_text("t.js", lines);
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                let place = points.at(offset as u32);
                assert_eq!(bare.position(place), source.position(offset as u32), "{text:?} {offset}");
            }
            assert_eq!((bare.text(), bare.line(2)), ("", ""));
            assert_eq!(bare.excerpt(3), crate::Excerpt::default());
        }
    }

    #[test]
    fn offsets_in_code_points_may_be_asked_for_in_any_order() {
        let text = "é𝒳x\n\u{2028}".repeat(700);
        let source = SourceText::new("t.js", text.as_str()).with_added(0, 0);
        let (_, mut points) = source.without_text_of();
        let places: Vec<usize> = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
        let mut state = 7u32;
        for _ in 0..5000 {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            let index = (state >> 8) as usize % places.len();
            assert_eq!(points.at(places[index] as u32) as usize, index);
            let near = (index + state as usize % 5).saturating_sub(2).min(places.len() - 1);
            assert_eq!(points.at(places[near] as u32) as usize, near);
        }
    }

    /// Computes line and column slowly, as an index of all lines would.
    fn slow_position(text: &str, offset: usize) -> (u32, u32) {
        let before = text[..offset].replace("\r\n", "\n");
        let ends_in_pair = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
        let is_end = |character: char| matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}');
        let (lines, last) = match before.strip_suffix('\r').filter(|_| ends_in_pair) {
            Some(open) => (open, 1),
            None => (before.as_str(), 0),
        };
        let column = lines.chars().rev().take_while(|&character| !is_end(character)).count() + last;
        (lines.chars().filter(|&character| is_end(character)).count() as u32 + 1, column as u32 + 1)
    }

    #[test]
    fn positions_are_the_same_however_long_lines_are() {
        let parts = ["a", "\n", "\r", "\r\n", "\u{2028}", "\u{2029}", "é", "𝒳", "\u{A8}", "plain text, some of it; "];
        let mut state = 7u32;
        for lines in [1, 4, 50] {
            let mut text = String::new();
            while text.len() < 4 * STRIDE {
                state = state.wrapping_mul(1664525).wrapping_add(1013904223);
                let choice = (state >> 16) as usize;
                text.push_str(if choice.is_multiple_of(lines) {
                    parts[choice / lines % 9]
                } else {
                    parts[9 - choice % 3]
                });
            }
            let source = SourceText::new("t.js", text.as_str());
            for offset in (0..=text.len()).filter(|&offset| text.is_char_boundary(offset)) {
                let Position { line, column } = source.position(offset as u32);
                assert_eq!((line, column), slow_position(&text, offset), "{offset}");
            }
            let is_end = |character| matches!(character, '\n' | '\u{2028}' | '\u{2029}');
            let normal = text.replace("\r\n", "\n").replace('\r', "\n");
            for (index, line) in normal.split(is_end).enumerate() {
                assert_eq!(source.line(index as u32 + 1), line);
            }
        }
    }

    #[test]
    fn the_index_is_made_under_a_budget() {
        let source = SourceText::new("t.js", "x".repeat(1 << 20));
        let mut budget = Budget::default();
        budget.set_fuel(Some(1000));
        assert_eq!(source.index(&mut budget), Err(Termination::OutOfFuel));
        budget.set_fuel(None);
        budget.set_memory_limit(Some(100));
        assert_eq!(source.index(&mut budget), Err(Termination::OutOfMemory));
        budget.set_memory_limit(None);
        let before = source.bytes();
        assert_eq!(source.index(&mut budget), Ok(()));
        assert_eq!(source.bytes(), before);
        assert_eq!(source.position(1 << 19).to_string(), "1:524289");
    }
}
