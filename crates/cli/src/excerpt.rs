//! The line of the source where something happened, with a caret under the place.

use ferrotape::Location;

/// How much of a long line is shown on either side of the place.
const CONTEXT: usize = 60;

/// Empty below the position where the line is not known.
pub fn of(location: &Location) -> String {
    let Location { source, line, column, text } = location;
    let mut excerpt = format!("  --> {source}:{line}:{column}\n");
    if text.is_empty() {
        return excerpt;
    }
    let shown = Window::around(text, (*column as usize).saturating_sub(1));
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    excerpt.push_str(&format!(" {margin} |\n {number} | {}\n {margin} | {}^\n", shown.text, shown.indent));
    excerpt
}

/// The part of a line that is shown, and what stands under it before the caret.
struct Window {
    text: String,
    indent: String,
}

impl Window {
    /// `place` counts characters from 0.
    fn around(line: &str, place: usize) -> Window {
        let length = line.chars().count();
        let start = if length <= 2 * CONTEXT { 0 } else { place.saturating_sub(CONTEXT) };
        let end = if length <= 2 * CONTEXT { length } else { (place + CONTEXT).min(length) };
        let mut window = Window { text: String::new(), indent: String::new() };
        if start > 0 {
            window.text.push('…');
            window.indent.push(' ');
        }
        for (index, character) in line.chars().enumerate().take(end).skip(start) {
            window.text.push(printable(character));
            if index < place {
                window.indent.push(if character == '\t' { '\t' } else { ' ' });
            }
        }
        if end < length {
            window.text.push('…');
        }
        window
    }
}

/// A source must not be able to send commands to the terminal.
fn printable(character: char) -> char {
    if character.is_control() && character != '\t' { char::REPLACEMENT_CHARACTER } else { character }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, column: u32) -> String {
        of(&Location { source: "f.js".to_string(), line: 12, column, text: text.to_string() })
    }

    #[test]
    fn the_caret_stands_under_the_column() {
        assert_eq!(excerpt("a = bcd;", 5), "  --> f.js:12:5\n    |\n 12 | a = bcd;\n    |     ^\n");
    }

    #[test]
    fn tabs_stay_tabs_and_control_characters_do_not_pass() {
        assert_eq!(excerpt("\tx\u{1b}[31m", 2), "  --> f.js:12:2\n    |\n 12 | \tx\u{fffd}[31m\n    | \t^\n");
    }

    #[test]
    fn of_a_long_line_only_the_surroundings_are_shown() {
        let line = format!("{}here{}", "a".repeat(1000), "b".repeat(1000));
        let shown = excerpt(&line, 1001);
        assert!(shown.contains("…aaa") && shown.contains("bbb…"), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let column = |text: &str, wanted: char| text.chars().position(|c| c == wanted);
        assert_eq!(column(lines[2], 'h'), column(lines[3], '^'));
        assert!(lines[2].chars().count() < 140);
    }

    #[test]
    fn a_place_behind_the_end_is_no_trouble() {
        assert!(excerpt("ab", 100).contains(" 12 | ab\n"));
        assert_eq!(excerpt("", 1), "  --> f.js:12:1\n");
    }
}
