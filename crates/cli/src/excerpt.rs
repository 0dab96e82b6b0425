//! The line of the source where something happened, with a caret under the place.

use ferrotape::Location;

/// Empty below the position where the line is not known.
pub fn of(location: &Location) -> String {
    let Location { source, line, column, text, .. } = location;
    let mut excerpt = format!("  --> {}:{line}:{column}\n", one_line(source));
    if text.is_empty() {
        return excerpt;
    }
    let shown = Window::of(location);
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    excerpt.push_str(&format!(" {margin} |\n {number} | {}\n {margin} | {}^\n", shown.text, shown.indent));
    excerpt
}

/// What is shown of a line, and what stands under it before the caret.
struct Window {
    text: String,
    indent: String,
}

impl Window {
    fn of(location: &Location) -> Window {
        let Location { column, text, skipped, is_cut, .. } = location;
        let mut window = Window { text: one_line(text), indent: String::new() };
        let before = column.saturating_sub(1).saturating_sub(*skipped) as usize;
        if *skipped > 0 {
            window.text.insert(0, '…');
            window.indent.push(' ');
        }
        if *is_cut {
            window.text.push('…');
        }
        window.indent.extend(text.chars().take(before).map(|character| if character == '\t' { '\t' } else { ' ' }));
        window
    }
}

/// A script must not be able to send commands to the terminal, nor to make lines of its own.
pub fn one_line(text: &str) -> String {
    text.chars().map(printable).collect()
}

/// The same for what may have several lines.
pub fn lines(text: &str) -> String {
    text.chars().map(|character| if character == '\n' { character } else { printable(character) }).collect()
}

fn printable(character: char) -> char {
    if character.is_control() && character != '\t' { char::REPLACEMENT_CHARACTER } else { character }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn location(text: &str, column: u32) -> Location {
        let (source, text) = ("f.js".to_string(), text.to_string());
        Location { source, line: 12, column, text, skipped: 0, is_cut: false }
    }

    fn excerpt(text: &str, column: u32) -> String {
        of(&location(text, column))
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
    fn the_caret_stands_under_the_place_in_a_part_of_a_line() {
        let shown = of(&Location { skipped: 940, is_cut: true, ..location("aaahere bbb", 944) });
        assert_eq!(shown, "  --> f.js:12:944\n    |\n 12 | …aaahere bbb…\n    |     ^\n");
    }

    #[test]
    fn a_place_behind_the_end_is_no_trouble() {
        assert!(excerpt("ab", 100).contains(" 12 | ab\n"));
        assert_eq!(excerpt("", 1), "  --> f.js:12:1\n");
    }
}
