//! Excerpts of strings of any length: their beginning, or the surroundings of a position.
//!
//! A script can make a name or a line as long as memory allows. Messages, stacks and excerpts show a part of it that is
//! cut here, in time for the shown part only.

use crate::{SourceText, Span, Text};

/// Most characters of a name, a key or a token in a message.
pub const SHOWN_NAME: usize = 100;

/// Characters of a line shown on either side of a position, if the line is longer than both together.
const CONTEXT: usize = 60;

/// Returns the first `most` characters, and `…` if there are more.
pub fn shown(characters: impl IntoIterator<Item = char>, most: usize) -> String {
    let mut characters = characters.into_iter();
    let mut text: String = characters.by_ref().take(most).collect();
    if characters.next().is_some() {
        text.push('…');
    }
    text
}

/// Returns whether a character moves a terminal's cursor, changes its colours or reverses the order of characters. In
/// output from scripts such characters are spelled out, as in a string literal. A tab is one as well.
pub fn acts_on_terminals(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}')
        // Bidi_Control
        || matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns the first `most` characters as [`shown`] does, on as many lines as there are, with what acts on terminals
/// spelled out.
pub fn shown_on_terminal(text: &str, most: usize) -> String {
    let mut shown = shown(text.chars(), most);
    if shown.contains(|character| acts_on_terminals(character) && character != '\n') {
        let spelled = shown.chars().map(|character| match character {
            '\n' => "\n".to_owned(),
            character if acts_on_terminals(character) => character.escape_default().to_string(),
            character => character.to_string(),
        });
        shown = spelled.collect();
    }
    shown
}

/// Returns the last `most` characters, after `…` if there are more. The end of a path says more than its beginning.
pub fn shown_end(text: &str, most: usize) -> String {
    match text.char_indices().rev().nth(most.saturating_sub(1)) {
        Some((start, _)) if start > 0 => format!("…{}", &text[start..]),
        _ => text.to_owned(),
    }
}

/// A line of source text, or the part of a long line around a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Excerpt {
    /// The text, without the end of the line.
    pub text: String,
    /// Number of characters of the line before `text`.
    pub skipped: u32,
    /// True if more of the line comes after `text`.
    pub is_cut: bool,
    /// Number of marked characters from the position on, as far as they are in `text`; one if there are none.
    pub width: u32,
}

impl Text {
    /// Returns the beginning of the text, as messages show a name.
    pub fn shown_name(&self) -> String {
        shown(self.characters(), SHOWN_NAME)
    }
}

impl SourceText {
    /// Returns the line that contains the byte `offset`, at which a word or something else is marked. Of a line with
    /// more than 120 characters, it returns 60 on either side of the position.
    pub fn excerpt(&self, offset: u32) -> Excerpt {
        self.excerpt_of(Span::new(offset, offset))
    }

    /// Returns the line that contains the start of the span, whose characters are marked.
    pub fn excerpt_of(&self, span: Span) -> Excerpt {
        if self.lines_without_text().is_some() {
            return Excerpt::default();
        }
        let written = self.written();
        let text = &self.text()[written.clone()];
        let place_of = |offset: u32| text.floor_char_boundary((offset as usize).saturating_sub(written.start));
        let place = place_of(span.start);
        let before = text[..place].char_indices().rev();
        let after = text[place..].char_indices().map(|(start, c)| (place + start + c.len_utf8(), c));
        let (before, after) = (boundaries(before), boundaries(after));
        let fits = before.len() + after.len() <= 2 * CONTEXT;
        let cut =
            |side: &[usize]| side.get(..if fits { side.len() } else { side.len().min(CONTEXT) }).map_or(0, <[_]>::len);
        let (shown_before, shown_after) = (cut(&before), cut(&after));
        let end_of = |side: &[usize], count: usize| count.checked_sub(1).map_or(place, |last| side[last]);
        let column = self.position((written.start + place) as u32).column as usize;
        let end = end_of(&after, shown_after);
        let width = match place_of(span.end) {
            behind if behind > place => text[place..behind.min(end)].chars().count(),
            _ => width_of_word(&text[place..end]),
        };
        Excerpt {
            text: text[end_of(&before, shown_before)..end].to_owned(),
            skipped: column.saturating_sub(1 + shown_before) as u32,
            is_cut: shown_after < after.len(),
            width: width.max(1) as u32,
        }
    }
}

/// Returns how many characters are marked at the beginning of a text: those of a name, of the operand of `new`, or of a
/// string; one in other cases.
fn width_of_word(text: &str) -> usize {
    let length = |text: &str| text.chars().take_while(|&c| c.is_alphanumeric() || matches!(c, '_' | '$')).count();
    match text.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let mut inside = text.chars().skip(1);
            // A string with a backslash is marked up to that.
            let end = inside.position(|c| c == quote || c == '\\');
            end.map_or(1, |end| end + 2)
        }
        _ if text.starts_with("new ") => "new ".len() + length(&text["new ".len()..]),
        _ => length(text),
    }
}

/// Returns the character boundaries up to the end of the line, as many as excerpts need.
fn boundaries(characters: impl Iterator<Item = (usize, char)>) -> Vec<usize> {
    let is_in_line = |&(_, character): &(usize, char)| !matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}');
    characters.take_while(is_in_line).take(2 * CONTEXT + 1).map(|(boundary, _)| boundary).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_behind_whole_characters() {
        assert_eq!(shown("abc".chars(), 3), "abc");
        assert_eq!(shown("äöü€".chars(), 3), "äöü…");
        assert_eq!(shown_end("abc", 3), "abc");
        assert_eq!(shown_end("a/äöü", 3), "…äöü");
        assert_eq!(shown_end("", 3), "");
        let pair = Text::from_utf8(&"𝒳".repeat(SHOWN_NAME + 1));
        assert_eq!(pair.shown_name(), format!("{}…", "𝒳".repeat(SHOWN_NAME)));
        assert_eq!(Text::from_units(&[0xD800]).shown_name(), "\u{FFFD}");
    }

    fn excerpt(text: &str, marked: char) -> (String, u32, bool) {
        let offset = text.find(marked).expect("a mark") as u32;
        let Excerpt { text, skipped, is_cut, .. } = SourceText::new("t.js", text).excerpt(offset);
        (text, skipped, is_cut)
    }

    #[test]
    fn short_lines_are_shown_whole_after_every_kind_of_line_terminator() {
        for end in ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"] {
            let text = format!("first{end}é = @;{end}last");
            assert_eq!(excerpt(&text, '@'), ("é = @;".to_owned(), 0, false), "{end:?}");
        }
        let full = format!("{}@{}", "é".repeat(60), "b".repeat(59));
        assert_eq!(excerpt(&format!("\n{full}\n"), '@'), (full, 0, false));
        assert_eq!(SourceText::new("t.js", "a\n").excerpt(u32::MAX), Excerpt { width: 1, ..Excerpt::default() });
    }

    #[test]
    fn what_was_put_around_a_text_is_not_shown() {
        let source = SourceText::new("t.js", "head{é = @;\n@\n}").with_added(5, 2);
        assert_eq!(source.excerpt(0), Excerpt { text: "é = @;".to_owned(), skipped: 0, is_cut: false, width: 1 });
        assert_eq!([0, 5, 10, 13, 99].map(|at| source.position(at).to_string()), ["1:1", "1:1", "1:5", "2:1", "2:2"]);
        assert_eq!(source.excerpt(99).text, "@");
        assert_eq!((source.line(1), source.line(2), source.line(3)), ("é = @;", "@", ""));
    }

    #[test]
    fn of_long_lines_only_what_is_around_the_place_is_shown() {
        let text = format!("\n{}@{}\n", "é".repeat(1000), "b".repeat(1000));
        assert_eq!(excerpt(&text, '@'), (format!("{}@{}", "é".repeat(60), "b".repeat(59)), 940, true));
        let text = format!("@{}", "b".repeat(1000));
        assert_eq!(excerpt(&text, '@'), (format!("@{}", "b".repeat(59)), 0, true));
        let text = format!("{}@", "b".repeat(1000));
        assert_eq!(excerpt(&text, '@'), (format!("{}@", "b".repeat(60)), 940, false));
    }

    #[test]
    fn what_a_place_is_about_ends_with_its_line() {
        let source = SourceText::new("t.js", "let übel = a(\n1)");
        let width = |start: u32, end: u32| source.excerpt_of(Span::new(start, end)).width;
        assert_eq!((width(4, 9), width(12, 17), width(12, 12), width(13, 13)), (4, 2, 1, 1));
        assert_eq!((source.excerpt(4).width, source.excerpt(5).width, source.excerpt(0).width), (4, 4, 3));
        let long = SourceText::new("t.js", "x".repeat(1000));
        assert_eq!((long.excerpt(500).width, long.excerpt_of(Span::new(500, 900)).width), (60, 60));
    }
}
