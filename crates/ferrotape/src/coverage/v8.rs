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
        // A function that somebody has put around the text is the text as a whole. What makes it is none of it.
        let is_wrapped = file.source.added().1 > 0 && file.functions.len() > 1;
        let functions = file.functions.iter().skip(usize::from(is_wrapped)).filter(|function| !function.is_implicit);
        for (index, function) in functions.enumerate() {
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
    ranges.extend(runs(function));
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

/// A part of the text that is looked through: a branch, or the whole function.
struct Part {
    end: u32,
    count: u64,
    /// Begin and count of the statements in it that were met last, if that is another count than its own.
    run: Option<(u32, u64)>,
}

impl Part {
    /// Ends the statements with one count.
    fn end_run(&mut self, at: u32, ranges: &mut Vec<Counted>) {
        if let Some((start, count)) = self.run.take().filter(|&(start, _)| start < at) {
            ranges.push((Span::new(start, at), count));
        }
    }
}

/// Ranges of statements that ran more or less often than the part of the text that they are in. They are in loops, behind a
/// `return`, a `break` or something that has thrown. Each goes on to the next statement of the part that has another count.
fn runs(function: &Function) -> Vec<Counted> {
    let mut branches: Vec<Counted> = function.branches.iter().map(|(branch, count)| (branch.span, *count)).collect();
    branches.sort_by_key(|(span, _)| (span.start, std::cmp::Reverse(span.end)));
    let mut branches = branches.into_iter().peekable();
    let mut ranges: Vec<Counted> = Vec::new();
    let mut whole = Part { end: function.span.end, count: function.calls, run: None };
    // Parts in each other, the innermost last.
    let mut inner: Vec<Part> = Vec::new();
    for (&offset, &count) in &function.statements {
        while let Some((span, count)) = branches.next_if(|(span, _)| span.start <= offset) {
            while let Some(mut left) = inner.pop_if(|part| part.end <= span.start) {
                left.end_run(left.end, &mut ranges);
            }
            inner.push(Part { end: span.end, count, run: None });
        }
        while let Some(mut left) = inner.pop_if(|part| part.end <= offset) {
            left.end_run(left.end, &mut ranges);
        }
        let part = inner.last_mut().unwrap_or(&mut whole);
        if part.run.is_some_and(|(_, of)| of != count) {
            part.end_run(offset, &mut ranges);
        }
        if part.run.is_none() && count != part.count {
            part.run = Some((offset, count));
        }
    }
    for mut left in inner.into_iter().chain([whole]) {
        left.end_run(left.end, &mut ranges);
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
