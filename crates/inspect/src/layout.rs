//! The layout in lines and columns, and the indentation.

use crate::{Compact, Formatter};

/// The kind of an object's entries.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Entries {
    /// Properties with names.
    Named,
    /// Elements, possibly followed by named properties.
    Elements,
}

/// An object before it is laid out in lines.
pub(crate) struct Shown {
    /// The text before the brace.
    pub base: String,
    pub open: String,
    pub close: &'static str,
    pub entries: Vec<String>,
    pub kind: Entries,
    /// True if all elements are numbers, which are aligned to the right.
    pub is_numeric: bool,
    /// True if the last entry counts the entries that are left out.
    pub has_rest: bool,
}

/// Elements in a row of columns for each level that stands in one line.
const ELEMENTS_FOR_EACH: usize = 4;

/// The most entries that are not put into columns.
const LEAST_GROUPED: usize = 6;

/// The most columns.
const MOST_COLUMNS: usize = 15;

/// The space between columns.
const GAP: usize = 2;

/// Returns the length in UTF-16 units, as Node counts, without escape sequences for colours.
pub(crate) fn length(text: &str) -> usize {
    visible(text).map(char::len_utf16).sum()
}

/// Returns the terminal columns of a text, without escape sequences for colours.
pub(crate) fn width(text: &str) -> usize {
    visible(text).map(columns_of).sum()
}

/// Returns the visible characters, without escape sequences for colours.
fn visible(text: &str) -> impl Iterator<Item = char> {
    let mut is_escape = false;
    text.chars().filter(move |&character| {
        let was_escape = is_escape;
        is_escape = character == '\u{1b}' || is_escape && character != 'm';
        !was_escape && !is_escape
    })
}

/// Returns the columns of a character: 0 for combining marks, 2 for East Asian characters and most pictographs. Goes by
/// blocks, not by each character's property.
fn columns_of(character: char) -> usize {
    match u32::from(character) {
        0x20..=0x7E => 1,
        0..=0x1F | 0x7F..=0x9F | 0x300..=0x36F | 0x200B..=0x200F | 0x20D0..=0x20FF => 0,
        0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0x1F3FB..=0x1F3FF | 0xE0100..=0xE01EF => 0,
        0x1100..=0x115F | 0x231A..=0x231B | 0x2E80..=0x303E | 0x3041..=0x4DBF | 0x4E00..=0xA4CF => 2,
        0xA960..=0xA97F | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF01..=0xFF60 => 2,
        0xFFE0..=0xFFE6 | 0x1F300..=0x1F64F | 0x1F680..=0x1F6FF | 0x1F900..=0x1F9FF | 0x20000..=0x3FFFD => 2,
        _ => 1,
    }
}

fn pad(text: &str, columns: usize, to_the_right: bool) -> String {
    let blanks = " ".repeat(columns.saturating_sub(width(text)));
    if to_the_right { blanks + text } else { text.to_owned() + &blanks }
}

impl Formatter<'_> {
    /// Returns the lines of an object at level `depth`.
    pub(crate) fn lines(&self, shown: Shown, depth: usize) -> String {
        let Shown { base, open, close, entries, kind, .. } = &shown;
        let count = entries.len();
        if self.is_brief {
            let base = if base.is_empty() { String::new() } else { format!("{base} ") };
            return format!("{base}{open} {} {close}", entries.join(", "));
        }
        let levels = match self.options.compact {
            Compact::Levels(levels) => levels,
            Compact::All => return self.lined_up(&shown),
        };
        let is_grouped = *kind == Entries::Elements && count > LEAST_GROUPED && levels > 0;
        let grouped = is_grouped.then(|| self.columns(&shown, levels)).flatten();
        let base = if base.is_empty() { String::new() } else { format!("{base} ") };
        let entries = match &grouped {
            Some(rows) => rows,
            None => {
                let start = entries.len() + self.indentation + length(open) + length(&shown.base) + 10;
                if self.current_depth.saturating_sub(depth) < levels && self.fits(&shown, start) {
                    let joined = entries.join(", ");
                    if !joined.contains('\n') {
                        return format!("{base}{open} {joined} {close}");
                    }
                }
                entries
            }
        };
        let indentation = format!("\n{}", " ".repeat(self.indentation));
        let joined = entries.join(&format!(",{indentation}  "));
        format!("{base}{open}{indentation}  {joined}{indentation}{close}")
    }

    /// All in one line if they are short enough, or else below each other, the first one beside its brace.
    fn lined_up(&self, shown: &Shown) -> String {
        let Shown { base, open, close, entries, .. } = shown;
        let base = if base.is_empty() { String::new() } else { format!(" {base}") };
        if self.fits(shown, 0) {
            return format!("{open}{base} {} {close}", entries.join(", "));
        }
        let indentation = format!("\n{}", " ".repeat(self.indentation));
        let is_short = base.is_empty() && open.len() == 1;
        let start = if is_short { " ".to_owned() } else { format!("{base}{indentation}  ") };
        format!("{open}{start}{} {close}", entries.join(&format!(",{indentation}  ")))
    }

    fn fits(&self, shown: &Shown, start: usize) -> bool {
        let entries = &shown.entries;
        let total = entries.iter().map(|entry| length(entry)).sum::<usize>() + entries.len() + start;
        total <= self.options.break_length && !shown.base.contains('\n')
    }

    /// Entries that are short enough, as rows of columns.
    fn columns(&self, shown: &Shown, levels: usize) -> Option<Vec<String>> {
        let entries = &shown.entries;
        let count = entries.len() - usize::from(shown.has_rest);
        let lengths: Vec<usize> = entries[..count].iter().map(|entry| width(entry)).collect();
        let total: usize = lengths.iter().map(|length| length + GAP).sum();
        let longest = lengths.iter().copied().max()?;
        let width = longest + GAP;
        let room = self.options.break_length;
        if width * 3 + self.indentation >= room || (total as f64 / width as f64 <= 5.0 && longest > 6) {
            return None;
        }
        let bias = (width as f64 - total as f64 / entries.len() as f64).sqrt();
        let biased = (width as f64 - 3.0 - bias).max(1.0);
        let square = (2.5 * biased * count as f64).sqrt() / biased;
        let columns = (square.round() as usize)
            .min(room.saturating_sub(self.indentation) / width)
            .min(levels.saturating_mul(ELEMENTS_FOR_EACH))
            .min(MOST_COLUMNS);
        if columns <= 1 {
            return None;
        }
        let widths: Vec<usize> = (0..columns)
            .map(|column| lengths.iter().skip(column).step_by(columns).copied().max().unwrap_or(0) + GAP)
            .collect();
        let mut rows = Vec::new();
        for row in entries[..count].chunks(columns) {
            let mut line = String::new();
            for (column, entry) in row.iter().enumerate() {
                let is_last = column + 1 == row.len();
                let text = if is_last { entry.clone() } else { format!("{entry}, ") };
                line += &match (is_last, shown.is_numeric) {
                    (true, true) => pad(&text, widths[column] - GAP, true),
                    (true, false) => text,
                    (false, to_the_right) => pad(&text, widths[column], to_the_right),
                };
            }
            rows.push(line);
        }
        rows.extend_from_slice(&entries[count..]);
        Some(rows)
    }
}
