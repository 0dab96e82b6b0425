//! Excerpts of source text: the line of an error, with marks below its place, and below related places.
//!
//! ```text
//!   --> file.js:3:11
//!    |
//!  1 | function f(
//!    |           - opened here
//!    …
//!  3 | let list = 5;
//!    |     ^^^^
//! ```

use ferrotape::error::{Location, Note};
use ferrotape_text::acts_on_terminals;
use unicode_width::UnicodeWidthChar;

use crate::paint::{Paint, Tone};

/// Returns an excerpt for a location. Without a known line, only the position is shown.
pub fn of(location: &Location, notes: &[Note], paint: Paint) -> String {
    let Location { source, line, column, .. } = location;
    let mut shown = format!("  {} {}:{line}:{column}\n", paint.of(Tone::Frame, "-->"), one_line(source));
    let placed: Vec<(&Location, &str)> =
        notes.iter().filter_map(|note| Some((note.location.as_ref()?, note.message.as_str()))).collect();
    let mut lines: Vec<Line> = Vec::new();
    if !location.text.is_empty() || !placed.is_empty() {
        lines.push(Line { location, marks: vec![Mark { location, message: "", is_first: true }] });
    }
    for &(place, message) in placed.iter().filter(|(place, _)| place.source == *source) {
        let mark = Mark { location: place, message, is_first: false };
        match lines.iter_mut().find(|known| known.location.line == place.line && known.has_room_for(place)) {
            Some(known) => known.marks.push(mark),
            None => lines.push(Line { location: place, marks: vec![mark] }),
        }
    }
    lines.sort_by_key(|line| line.location.line);
    shown += &block(&lines, paint);
    for &(place, message) in placed.iter().filter(|(place, _)| place.source != *source) {
        shown += &format!("  {}: {message}\n", paint.of(Tone::Note, "note"));
        shown += &of(place, &[], paint);
    }
    shown.extend(notes.iter().filter(|note| note.location.is_none()).map(|note| self::note(note, paint)));
    shown
}

/// Shows a note that belongs to no place.
pub fn note(note: &Note, paint: Paint) -> String {
    format!("  {} {}\n", paint.of(Tone::Frame, "="), lines(&note.message))
}

/// Draws lines of one source, each with its marks below it.
fn block(lines: &[Line], paint: Paint) -> String {
    let Some(last) = lines.last() else { return String::new() };
    let width = last.location.line.to_string().len();
    let frame = |text: String| paint.of(Tone::Frame, &text);
    let margin = frame(format!(" {:width$} |", ""));
    let mut text = format!("{margin}\n");
    let mut before = lines[0].location.line;
    for line in lines {
        if line.location.line > before + 1 {
            text += &format!(" {:width$} {}\n", "", paint.of(Tone::Frame, "…"));
        }
        before = line.location.line;
        let window = Window::of(line.location);
        text += &format!("{} {}\n", frame(format!(" {before:width$} |")), window.text).replace(" \n", "\n");
        for row in line.rows(&window, paint) {
            text += &format!("{margin} {row}\n");
        }
    }
    text
}

/// A line to show.
struct Line<'a> {
    location: &'a Location,
    marks: Vec<Mark<'a>>,
}

/// A mark at a place of a line, with its message.
struct Mark<'a> {
    location: &'a Location,
    message: &'a str,
    /// Whether the mark is at the place of the error.
    is_first: bool,
}

impl Line<'_> {
    /// Returns whether a place lies within the part of the line that is shown.
    fn has_room_for(&self, place: &Location) -> bool {
        let Location { skipped, text, .. } = self.location;
        let column = place.column.saturating_sub(1);
        column >= *skipped && (column - skipped) as usize <= text.chars().count()
    }

    /// Draws the marks, and below them the messages that do not fit behind.
    fn rows(&self, window: &Window, paint: Paint) -> Vec<String> {
        let mut marks: Vec<&Mark> = self.marks.iter().collect();
        marks.sort_by_key(|mark| mark.location.column);
        let mut row = String::new();
        let mut at = 0;
        for mark in &marks {
            let start = window.column_of(mark.location);
            if start < at {
                continue;
            }
            row += &window.blanks(at, start);
            at = start + (mark.location.width.max(1)) as usize;
            let (sign, tone) = if mark.is_first { ("^", Tone::Error) } else { ("-", Tone::Note) };
            row += &paint.of(tone, &sign.repeat(window.width(start, at)));
        }
        let (behind, mut below): (Vec<&Mark>, Vec<&Mark>) = match marks.split_last() {
            Some((&last, others)) => (vec![last], others.to_vec()),
            None => (Vec::new(), Vec::new()),
        };
        for mark in behind.iter().filter(|mark| !mark.message.is_empty()) {
            row += &format!(" {}", paint.of(Tone::Note, &one_line(mark.message)));
        }
        below.retain(|mark| !mark.message.is_empty());
        let said = below.iter().rev().map(|mark| {
            let indent = window.blanks(0, window.column_of(mark.location));
            format!("{indent}{}", paint.of(Tone::Note, &one_line(mark.message)))
        });
        std::iter::once(row).chain(said).collect()
    }
}

/// Part of a line that is shown.
struct Window {
    text: String,
    /// Characters of the line that are cut off before the window.
    skipped: usize,
    /// Characters at the beginning of the window that are not in the line.
    added: usize,
}

impl Window {
    /// Shows each character in one column, with an ellipsis where the line was cut off.
    fn of(location: &Location) -> Window {
        let Location { text, skipped, is_cut, .. } = location;
        let mut window =
            Window { text: text.chars().map(of_one_column).collect(), skipped: *skipped as usize, added: 0 };
        if *skipped > 0 {
            window.text.insert(0, '…');
            window.added = 1;
        }
        if *is_cut {
            window.text.push('…');
        }
        window
    }

    /// Returns the number of shown characters before a place of the line.
    fn column_of(&self, location: &Location) -> usize {
        let column = (location.column as usize).saturating_sub(1).saturating_sub(self.skipped) + self.added;
        column.min(self.text.chars().count())
    }

    /// Returns blanks as wide as the characters of a range; tabs stay tabs.
    fn blanks(&self, from: usize, to: usize) -> String {
        let characters = self.text.chars().skip(from).take(to - from);
        let blank = |character: char| if character == '\t' { "\t".to_owned() } else { " ".repeat(columns(character)) };
        characters.map(blank).collect()
    }

    /// Returns the columns that the characters of a range take, at least one.
    fn width(&self, from: usize, to: usize) -> usize {
        let known: usize = self.text.chars().skip(from).take(to - from).map(columns).sum();
        known.max(1)
    }
}

/// Returns the columns of a terminal that a character takes.
fn columns(character: char) -> usize {
    character.width().unwrap_or(1)
}

/// Escapes a text for one line, so that a script can neither send commands to the terminal nor add lines.
pub fn one_line(text: &str) -> String {
    spelled(text, |character| character != '\t' && acts_on_terminals(character))
}

/// Escapes a text of several lines, so that a script cannot send commands to the terminal.
pub fn lines(text: &str) -> String {
    spelled(text, |character| !matches!(character, '\t' | '\n') && acts_on_terminals(character))
}

fn spelled(text: &str, is_spelled: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match is_spelled(character) {
            true => shown.extend(character.escape_unicode()),
            false => shown.push(character),
        }
    }
    shown
}

/// Replaces a character that [`one_line`] would escape, so that each character keeps its column.
fn of_one_column(character: char) -> char {
    if character != '\t' && acts_on_terminals(character) { char::REPLACEMENT_CHARACTER } else { character }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(text: &str, column: u32) -> Location {
        changed(Location::new("f.js", 12, column), |place| place.text = text.to_owned())
    }

    fn changed(mut location: Location, change: impl FnOnce(&mut Location)) -> Location {
        change(&mut location);
        location
    }

    fn shown(location: &Location, notes: &[Note]) -> String {
        of(location, notes, Paint::default())
    }

    fn excerpt(text: &str, column: u32) -> String {
        shown(&location(text, column), &[])
    }

    #[test]
    fn the_caret_stands_under_the_column() {
        assert_eq!(excerpt("a = bcd;", 5), "  --> f.js:12:5\n    |\n 12 | a = bcd;\n    |     ^\n");
        let wide = changed(location("a = bcd;", 5), |place| place.width = 3);
        assert_eq!(shown(&wide, &[]), "  --> f.js:12:5\n    |\n 12 | a = bcd;\n    |     ^^^\n");
    }

    #[test]
    fn tabs_stay_tabs_and_control_characters_do_not_pass() {
        let turned = "'\u{202e}'; x";
        assert_eq!(excerpt(turned, 6), "  --> f.js:12:6\n    |\n 12 | '\u{fffd}'; x\n    |      ^\n");
        assert_eq!(one_line("a\u{202e}b\u{7}\n"), "a\\u{202e}b\\u{7}\\u{a}");
        assert_eq!(lines("a\tb\n\u{1b}"), "a\tb\n\\u{1b}");
        assert_eq!(excerpt("\tx\u{1b}[31m", 2), "  --> f.js:12:2\n    |\n 12 | \tx\u{fffd}[31m\n    | \t^\n");
    }

    #[test]
    fn the_caret_stands_under_the_place_in_a_part_of_a_line() {
        let place = changed(location("aaahere bbb", 944), |place| (place.skipped, place.is_cut) = (940, true));
        assert_eq!(shown(&place, &[]), "  --> f.js:12:944\n    |\n 12 | …aaahere bbb…\n    |     ^\n");
    }

    #[test]
    fn a_place_behind_the_end_is_no_trouble() {
        assert!(excerpt("ab", 100).contains(" 12 | ab\n"));
        assert_eq!(excerpt("", 1), "  --> f.js:12:1\n");
    }

    fn note(message: &str, location: Option<Location>) -> Note {
        Note::new(message, location)
    }

    #[test]
    fn other_places_have_marks_of_their_own() {
        let opened = note("opened here", Some(location("f([1)", 3)));
        let expected = "  --> f.js:12:5\n    |\n 12 | f([1)\n    |   - ^\n    |   opened here\n";
        assert_eq!(shown(&location("f([1)", 5), &[opened]), expected);
        let later = note("the second", Some(changed(location("f(ab)", 3), |place| place.width = 2)));
        let expected = "  --> f.js:12:1\n    |\n 12 | f(ab)\n    | ^ -- the second\n  = do something\n";
        assert_eq!(shown(&location("f(ab)", 1), &[later, note("do something", None)]), expected);
        let before = note("first", Some(changed(location("{", 1), |place| place.line = 2)));
        let expected = "  --> f.js:12:1\n    |\n  2 | {\n    | - first\n    …\n 12 |\n    | ^\n";
        assert_eq!(shown(&location("", 1), &[before]), expected);
        let elsewhere = note("there", Some(changed(location("x", 1), |place| place.source = "g.js".to_owned())));
        let expected =
            "  --> f.js:12:1\n    |\n 12 | y\n    | ^\n  note: there\n  --> g.js:12:1\n    |\n 12 | x\n    | ^\n";
        assert_eq!(shown(&location("y", 1), &[elsewhere]), expected);
    }
}
