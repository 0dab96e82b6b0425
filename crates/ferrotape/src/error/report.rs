//! Errors as text for people.

use std::fmt::Write as _;

use ferrotape_text::acts_on_terminals;

use super::{Error, Location, Note, StackEntry};

impl Location {
    /// The place, its line, and a mark below it.
    pub(super) fn write_excerpt(&self, to: &mut String) {
        let Location { source, line, column, text, skipped, is_cut, width } = self;
        let _ = writeln!(to, "  --> {}:{line}:{column}", one_line(source));
        if text.is_empty() {
            return;
        }
        let (before, after) = (if *skipped > 0 { "…" } else { "" }, if *is_cut { "…" } else { "" });
        let margin = " ".repeat(line.to_string().len());
        let start = column.saturating_sub(*skipped).saturating_sub(1) as usize;
        let place = |count: usize| text.char_indices().nth(count).map_or(text.len(), |(at, _)| at);
        let (start, end) = (place(start), place(start.saturating_add(*width as usize)));
        let [left, marked, right] = [&text[..start], &text[start..end], &text[end..]].map(one_line);
        let mark = " ".repeat(columns(&left) + before.chars().count());
        let under = "^".repeat(columns(&marked).max(1));
        let _ = writeln!(to, "{margin} |\n{line} | {before}{left}{marked}{right}{after}\n{margin} | {mark}{under}");
    }
}

/// Text of a script for a terminal: what would move its cursor, change its colours or turn the order of characters round is
/// spelled as in a string literal, and a tab is a blank.
fn write_shown(to: &mut String, text: &str, has_lines: bool) {
    for character in text.chars() {
        match character {
            '\n' if has_lines => to.push('\n'),
            '\t' => to.push(' '),
            _ if acts_on_terminals(character) => to.extend(character.escape_unicode()),
            _ => to.push(character),
        }
    }
}

/// The same as a text of its own.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    write_shown(&mut shown, text, true);
    shown
}

/// The same without line breaks: no script makes lines of its own where there is to be one.
pub(super) fn one_line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    write_shown(&mut shown, text, false);
    shown
}

/// The columns of a terminal that a text takes, which has no control characters: none for marks that stand on others, two for
/// the characters of East Asia and most pictures.
fn columns(text: &str) -> usize {
    let of_one = |character| match u32::from(character) {
        0x300..=0x36F | 0x200B..=0x200F | 0x20D0..=0x20FF | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F => 0,
        0x1F3FB..=0x1F3FF | 0xE0100..=0xE01EF => 0,
        0x1100..=0x115F | 0x231A..=0x231B | 0x2E80..=0x303E | 0x3041..=0x4DBF | 0x4E00..=0xA4CF => 2,
        0xA960..=0xA97F | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF01..=0xFF60 => 2,
        0xFFE0..=0xFFE6 | 0x1F300..=0x1F64F | 0x1F680..=0x1F6FF | 0x1F900..=0x1F9FF | 0x20000..=0x3FFFD => 2,
        _ => 1,
    };
    text.chars().map(of_one).sum()
}

/// Errors that a report tells of: each function of the host may have made one of another one, without end.
const MAX_TOLD: usize = 48;

/// How deep they are within each other.
const MAX_DEPTH: usize = 16;

/// The text of an error and all that is behind it.
struct Report {
    text: String,
    /// Errors that the one is within which is told of.
    depth: usize,
    left: usize,
}

impl Report {
    /// An error and what is behind it.
    fn tell(&mut self, prefix: &str, error: &Error) {
        if !self.takes_one() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(prefix);
        error.write_own(&mut self.text);
        self.indent(start);
        for (number, one) in (1..).zip(&error.0.errors) {
            self.depth += 1;
            self.tell(&format!("error {number}: "), one);
            self.depth -= 1;
        }
        if let Some(host) = &error.0.host {
            self.tell_sources(&*host.error);
        }
        if let Some(cause) = &error.0.cause {
            self.tell("caused by ", cause);
        }
    }

    /// What an error of the host was made of, whose own text is told already.
    fn tell_sources(&mut self, host: &(dyn std::error::Error + 'static)) {
        let mut next = host.source();
        while let Some(source) = next {
            if let Some(error) = source.downcast_ref::<Error>() {
                // It tells of all that is behind it.
                self.depth += 1;
                self.tell("caused by ", error);
                self.depth -= 1;
                return;
            }
            if !self.takes_one() {
                return;
            }
            let start = self.text.len();
            self.text.push_str("caused by ");
            write_shown(&mut self.text, &source.to_string(), true);
            self.text.push('\n');
            self.indent(start);
            next = source.source();
        }
    }

    fn takes_one(&mut self) -> bool {
        let has_room = self.depth <= MAX_DEPTH && self.left > 0;
        self.left -= usize::from(has_room);
        has_room
    }

    /// What was written last is within something.
    fn indent(&mut self, start: usize) {
        if self.depth > 0 {
            let margin = "  ".repeat(self.depth);
            let lines: String = self.text[start..].lines().map(|line| format!("{margin}{line}\n")).collect();
            self.text.replace_range(start.., &lines);
        }
    }
}

impl Error {
    /// All that is known, for people: the message, the line with a mark, the stack, and the same of the errors that an
    /// AggregateError is made of, of the causes, and of what an error of the host has as its
    /// [`source`](std::error::Error::source). Nothing of it controls a terminal: control characters of scripts are spelled out
    /// (`\u{1b}`), as are those that turn round how text is read. Messages have the lines that scripts gave them.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let error = engine.run("a.js", "let point = null;\npoint.x").unwrap_err();
    /// assert!(error.report().contains("point.x"));
    /// ```
    pub fn report(&self) -> String {
        let mut report = Report { text: String::new(), depth: 0, left: MAX_TOLD };
        report.tell("", self);
        report.text
    }

    /// What is known of this one error.
    fn write_own(&self, text: &mut String) {
        write_shown(text, &self.0.message, true);
        text.push('\n');
        if let Some(location) = &self.0.location {
            location.write_excerpt(text);
        }
        for Note { message, location } in &self.0.notes {
            let place = location.as_ref().map(|place| format!(" ({}:{}:{})", place.source, place.line, place.column));
            let _ = writeln!(text, "  = {}", one_line(&(message.clone() + &place.unwrap_or_default())));
        }
        text.push_str(&self.stack_text());
    }

    /// The functions that were running, a line for each.
    pub(crate) fn stack_text(&self) -> String {
        let mut text = String::new();
        for StackEntry { function, source, line, column, is_async } in &self.0.stack {
            let function = if function.is_empty() { "<anonymous>".to_owned() } else { one_line(function) };
            let source = one_line(source);
            let prefix = if *is_async { "async " } else { "" };
            let _ = writeln!(text, "    at {prefix}{function} ({source}:{line}:{column})");
        }
        text
    }
}
