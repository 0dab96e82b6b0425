//! Strings as literals.

use crate::{Compact, Formatter};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::StringId;

/// The greatest length of a string that is never split into lines.
const LEAST_SPLIT: usize = 16;

/// Longer strings are paid for before they are looked at.
const USUAL_LENGTH: usize = 10_000;
/// Bytes that a unit of a string may take while it is shown. They are the unit, an escape sequence in a text that grows,
/// and that sequence in the texts that the text is put into.
const BYTES_PER_UNIT: usize = 26;
/// Bytes that a line may take besides.
const BYTES_PER_LINE: usize = 128;

/// The string as a literal: in the quotes that it does not have, single ones first.
pub(crate) fn quoted(units: &[u16]) -> String {
    let has = |quote: char| units.contains(&(quote as u16));
    let has_placeholder = || units.windows(2).any(|pair| pair == [u16::from(b'$'), u16::from(b'{')]);
    let quote = match has('\'') {
        true if !has('"') => '"',
        true if !has('`') && !has_placeholder() => '`',
        _ => '\'',
    };
    let inside = escaped(units, Some(quote));
    // The capacity that is charged: a growing text takes twice as much.
    let mut text = String::with_capacity(inside.len() + 2);
    text.push(quote);
    text.push_str(&inside);
    text.push(quote);
    text
}

/// Returns the text with control characters, lone surrogates, backslashes and a quote as escape sequences.
pub(crate) fn escaped(units: &[u16], quote: Option<char>) -> String {
    let mut text = String::with_capacity(units.len());
    for unit in char::decode_utf16(units.iter().copied()) {
        match unit {
            Ok('\u{8}') => text.push_str("\\b"),
            Ok('\t') => text.push_str("\\t"),
            Ok('\n') => text.push_str("\\n"),
            Ok('\u{c}') => text.push_str("\\f"),
            Ok('\r') => text.push_str("\\r"),
            Ok('\\') => text.push_str("\\\\"),
            Ok(control @ ('\0'..='\u{1f}' | '\u{7f}'..='\u{9f}')) => {
                text.push_str(&format!("\\x{:02X}", u32::from(control)));
            }
            Ok(character) if Some(character) == quote => text.extend(['\\', character]),
            Ok(character) => text.push(character),
            Err(lone) => text.push_str(&format!("\\u{:04x}", lone.unpaired_surrogate())),
        }
    }
    text
}

impl Formatter<'_> {
    /// Returns a string as a literal, split into lines if it is long, and cut at the end.
    pub(crate) fn string(&mut self, string: StringId, splits: bool) -> Completion<String> {
        let length = self.vm.heap.string_length(string);
        let flat = self.vm.heap.flatten(string)?;
        let shown = length.min(self.options.max_string_length);
        self.vm.work(shown as u64 / 4 + 1)?;
        if shown > USUAL_LENGTH {
            self.vm.heap.lend(shown.saturating_mul(BYTES_PER_UNIT))?;
        }
        let units = self.vm.heap.view(flat).slice(0, shown).to_units();
        let rest = length - shown;
        let trailer = match rest {
            0 => String::new(),
            1 => "... 1 more character".to_owned(),
            _ => format!("... {rest} more characters"),
        };
        let room = (self.options.break_length).saturating_sub(self.indentation + 4);
        if splits
            && !self.is_brief
            && self.options.compact != Compact::All
            && units.len() > LEAST_SPLIT
            && units.len() > room
        {
            let ends = units.iter().filter(|&&unit| unit == u16::from(b'\n')).count();
            self.vm.heap.lend(ends.saturating_mul(BYTES_PER_LINE))?;
            let lines: Vec<&[u16]> = units.split_inclusive(|&unit| unit == u16::from(b'\n')).collect();
            let lines: Vec<String> =
                lines.into_iter().map(|line| self.styled(quoted(line), crate::Style::Text)).collect();
            let separator = format!(" +\n{}", " ".repeat(self.indentation + 2));
            return Ok(lines.join(&separator) + &trailer);
        }
        Ok(self.styled(quoted(&units), crate::Style::Text) + &trailer)
    }
}
