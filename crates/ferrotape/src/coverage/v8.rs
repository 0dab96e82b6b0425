//! Coverage as the JSON of V8: for each function the ranges whose counts differ from those around.

use std::fmt::Write;

use ferrotape_text::Span;

use super::{FileCoverage, Function};
use crate::profile::quoted;

/// A range and its count.
type Counted = (Span, u64);

/// Returns all on one line. Scripts are numbered from 1, and offsets count UTF-16 units, as V8 does.
pub(super) fn json(files: &[FileCoverage]) -> String {
    let mut json = "{\"result\":[".to_owned();
    for (index, file) in files.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        let _ = write!(
            json,
            "{comma}{{\"scriptId\":\"{}\",\"url\":{},\"functions\":[",
            index + 1,
            quoted(&url(&file.name))
        );
        let mut units = Units::new(file.source.text(), file.source.added().0);
        for (index, function) in file.functions.iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            let _ = write!(json, "{comma}{{\"functionName\":{},\"ranges\":[", quoted(&function.name));
            for (index, (span, count)) in ranges(function).into_iter().enumerate() {
                let comma = if index > 0 { "," } else { "" };
                let (start, end) = (units.at(span.start), units.at(span.end));
                let _ = write!(json, "{comma}{{\"startOffset\":{start},\"endOffset\":{end},\"count\":{count}}}");
            }
            json += "],\"isBlockCoverage\":true}";
        }
        json += "]}";
    }
    json + "]}\n"
}

/// The address of an absolute path; other names stay.
fn url(name: &str) -> String {
    if !name.starts_with('/') {
        return name.to_owned();
    }
    let mut url = "file://".to_owned();
    for character in name.chars() {
        match character {
            '%' | '?' | '#' | ' ' | '"' => {
                let _ = write!(url, "%{:02X}", u32::from(character));
            }
            character => url.push(character),
        }
    }
    url
}

/// The function's range, and those in it whose counts differ from that of the one around.
fn ranges(function: &Function) -> Vec<Counted> {
    let mut ranges: Vec<Counted> = function.branches.iter().map(|(branch, count)| (branch.span, *count)).collect();
    ranges.extend(never(function));
    ranges.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut kept = vec![(function.span, function.calls)];
    let mut around: Vec<Counted> = vec![(function.span, function.calls)];
    for (span, count) in ranges {
        while around.len() > 1 && around.last().is_some_and(|(outer, _)| outer.end <= span.start) {
            around.pop();
        }
        if around.last().is_some_and(|&(_, outer)| outer != count) {
            kept.push((span, count));
        }
        around.push((span, count));
    }
    kept
}

/// Ranges of statements that never ran although what is before them did: behind a `return` or something that has thrown.
fn never(function: &Function) -> Vec<Counted> {
    let mut ranges: Vec<Counted> = Vec::new();
    let mut begun: Option<u32> = None;
    let statements = function.statements.iter().map(|(&offset, &count)| (offset, count));
    for (offset, count) in statements.chain([(function.span.end, u64::MAX)]) {
        match begun {
            None if count == 0 => begun = Some(offset),
            Some(start) if count > 0 => {
                begun = None;
                // A range lies within the branch that it begins in.
                let branches = function.branches.iter().map(|(branch, _)| branch.span);
                let inner = branches.filter(|span| span.start <= start && start < span.end).map(|span| span.end).min();
                ranges.push((Span::new(start, offset.min(inner.unwrap_or(offset))), 0));
            }
            _ => {}
        }
    }
    ranges
}

/// Offsets in UTF-16 units.
struct Units<'a> {
    text: &'a str,
    /// Bytes before the text that were added to it.
    added: u32,
    is_ascii: bool,
    /// The last offset that was asked for, and its number of units.
    last: (usize, usize),
}

impl Units<'_> {
    fn new(text: &str, added: u32) -> Units<'_> {
        Units { text, added, is_ascii: text.is_ascii(), last: (0, 0) }
    }

    fn at(&mut self, offset: u32) -> usize {
        let offset = offset as usize;
        if self.is_ascii {
            return offset.saturating_sub(self.added as usize);
        }
        let (before, units) = if self.last.0 <= offset { self.last } else { (0, 0) };
        let between = self.text.get(before..offset).unwrap_or_default();
        self.last = (offset, units + between.encode_utf16().count());
        self.last.1.saturating_sub(self.added as usize)
    }
}
