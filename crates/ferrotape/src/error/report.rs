//! Errors as text for people.

use std::fmt::Write as _;

use ferrotape_text::acts_on_terminals;

use super::{Error, Location, MAX_DEPTH, MAX_TOLD, Note, StackEntry};

impl Location {
    /// Writes the place, its line, and a mark below it.
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

/// Writes text of a script for a terminal. Characters that move the cursor, change colours or reverse the reading order
/// are escaped as in a string literal. A tab becomes a blank.
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

/// Returns text of a script for a terminal, with its line breaks.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    write_shown(&mut shown, text, true);
    shown
}

/// Returns text of a script for a terminal on one line: line breaks are escaped.
pub(super) fn one_line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    write_shown(&mut shown, text, false);
    shown
}

/// Counts the terminal columns of text without control characters: none for combining marks, two for East Asian
/// characters and most pictographs.
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

/// The text of an error and its causes.
struct Report {
    text: String,
    /// The number of errors around the current one.
    depth: usize,
    left: usize,
}

impl Report {
    /// Adds an error and its causes.
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

    /// Adds the sources of a host error. Its own text is there already.
    fn tell_sources(&mut self, host: &(dyn std::error::Error + 'static)) {
        let mut next = host.source();
        while let Some(source) = next {
            if let Some(error) = source.downcast_ref::<Error>() {
                // That error adds its own causes.
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

    /// Indents the text from `start` on by the depth.
    fn indent(&mut self, start: usize) {
        if self.depth > 0 {
            let margin = "  ".repeat(self.depth);
            let lines: String = self.text[start..].lines().map(|line| format!("{margin}{line}\n")).collect();
            self.text.replace_range(start.., &lines);
        }
    }
}

impl Error {
    /// Returns everything known about the error, for people: the message, the line with a mark, and the stack. The
    /// errors of an AggregateError, the causes, and the [`source`](std::error::Error::source) of a host error follow in
    /// the same way.
    ///
    /// Nothing in the report controls a terminal. Control characters from scripts are escaped (`\u{1b}`), as are
    /// characters that reverse the reading order. Line breaks in messages stay.
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

    /// Writes this one error, without its causes.
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

    /// Returns the running functions as text, one per line.
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
