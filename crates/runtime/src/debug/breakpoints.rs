//! Breakpoints: places in source texts by name, line and column. They wait for texts that are not loaded yet. Statements have
//! such places, and the calls and returns in them.

use std::ops::Range;
use std::sync::{Arc, Weak};

use ferrotape_bytecode::debug::{DebugTables, FunctionDebug, Mark, MarkKind};
use ferrotape_text::SourceText;

use crate::code::LoadedUnit;
use crate::debug::Debugger;

/// The number of a breakpoint.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BreakpointId(pub u32);

/// A breakpoint as the host wants it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// The name of the source text, or the end of it behind a `/`.
    pub source: String,
    /// Whether `source` is the whole name.
    pub is_whole: bool,
    /// The text, where others of the name are not meant: all evals have one.
    pub text: Option<String>,
    /// Line, counted from 1.
    pub line: u32,
    /// Column, counted from 1; 0 for the first place in the line or behind it.
    pub column: u32,
    /// Whether columns are UTF-16 units, as editors count them, and not characters.
    pub in_utf16: bool,
    /// Condition: code stops where it gives a true value. It also stops where it throws, so that mistakes are seen.
    pub condition: Option<String>,
    pub hits: Option<Hits>,
    /// Message to tell instead of a stop: `{expressions}` in it are evaluated.
    pub message: Option<String>,
}

/// At which of its hits a breakpoint stops.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Hits {
    /// At this one.
    Equal(u64),
    /// At this one and all behind it.
    From(u64),
    /// At each one with a multiple of the number.
    Every(u64),
}

impl Hits {
    pub(super) fn include(self, hit: u64) -> bool {
        match self {
            Hits::Equal(number) => hit == number,
            Hits::From(number) => hit >= number,
            Hits::Every(number) => number > 0 && hit.is_multiple_of(number),
        }
    }
}

/// A breakpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakpoint {
    pub id: BreakpointId,
    pub wanted: Wanted,
    /// Line and column of the statement, call or return at which it stops, counted as is wanted; none while its text is not
    /// loaded, or has none there.
    pub place: Option<(u32, u32)>,
    /// Number of times that it was reached with its condition true.
    pub hits: u64,
}

/// A place at which a breakpoint stops.
pub(super) struct Armed {
    unit: Weak<LoadedUnit>,
    pub offset: u32,
    pub breakpoint: BreakpointId,
}

impl Armed {
    pub fn is_in(&self, unit: &Arc<LoadedUnit>) -> bool {
        std::ptr::eq(self.unit.as_ptr(), Arc::as_ptr(unit))
    }
}

impl Debugger {
    /// Adds a breakpoint.
    pub fn add_breakpoint(&mut self, wanted: Wanted) -> Breakpoint {
        let id = BreakpointId(self.next_breakpoint);
        self.next_breakpoint += 1;
        let mut breakpoint = Breakpoint { id, wanted, place: None, hits: 0 };
        self.armed.retain(|armed| armed.unit.strong_count() > 0);
        for unit in self.known_units() {
            self.armed.extend(arm(&mut breakpoint, &unit));
        }
        self.breakpoints.push(breakpoint.clone());
        breakpoint
    }

    /// Removes a breakpoint. Returns whether it was there.
    pub fn remove_breakpoint(&mut self, id: BreakpointId) -> bool {
        let before = self.breakpoints.len();
        self.breakpoints.retain(|breakpoint| breakpoint.id != id);
        let (removed, kept): (Vec<Armed>, Vec<Armed>) =
            std::mem::take(&mut self.armed).into_iter().partition(|armed| armed.breakpoint == id);
        self.armed = kept;
        for Armed { unit, offset, .. } in removed {
            if let Some(unit) = unit.upgrade() {
                disarm(&unit, offset, &self.armed);
            }
        }
        self.breakpoints.len() < before
    }

    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.breakpoints
    }

    /// Returns the first `most` of the places of a text at which a breakpoint can stop, of those in a range, in order, each with
    /// line, column and kind.
    pub fn places_in(
        &self,
        source: &Arc<SourceText>,
        range: Range<(u32, u32)>,
        most: usize,
    ) -> Vec<(u32, u32, MarkKind)> {
        let units = self.known_units();
        let of_text = units.iter().filter(|unit| Arc::ptr_eq(&unit.unit.source, source));
        let tables = of_text.filter_map(|unit| unit.debug.get()?.tables.as_ref());
        let mut found: Vec<(u32, MarkKind)> = tables.flat_map(places).map(|mark| (mark.offset, mark.kind)).collect();
        let end = found.iter().map(|&(offset, _)| offset).max().map_or(0, |last| last.saturating_add(1));
        let (first, behind) = (offset_of(source, range.start, end), offset_of(source, range.end, end));
        found.retain(|(offset, _)| (first..behind).contains(offset));
        found.sort_unstable();
        found.dedup_by_key(|&mut (offset, _)| offset);
        let shown = found.into_iter().take(most).map(|(offset, kind)| {
            let (line, column) = place(source, offset);
            (line, column, kind)
        });
        shown.collect()
    }

    /// Returns the texts whose code it has met, in that order.
    pub fn sources(&self) -> Vec<Arc<SourceText>> {
        self.known_units().iter().map(|unit| Arc::clone(&unit.unit.source)).collect()
    }

    fn known_units(&self) -> Vec<Arc<LoadedUnit>> {
        self.units.iter().filter_map(Weak::upgrade).collect()
    }

    /// Arms the breakpoints of a unit that has just been met.
    pub(super) fn arm_all(&mut self, unit: &Arc<LoadedUnit>) {
        self.armed.retain(|armed| armed.unit.strong_count() > 0 && !armed.is_in(unit));
        for breakpoint in &mut self.breakpoints {
            self.armed.extend(arm(breakpoint, unit));
        }
    }
}

/// Arms a breakpoint in a unit, and notes its place, if it stops there.
fn arm(breakpoint: &mut Breakpoint, unit: &Arc<LoadedUnit>) -> Option<Armed> {
    let source = &unit.unit.source;
    let offset = place_of(&breakpoint.wanted, source, unit.debug.get()?.tables.as_ref()?)?;
    let (line, column) = place(source, offset);
    let column = if breakpoint.wanted.in_utf16 { in_utf16(source.line(line), column) } else { column };
    breakpoint.place = Some((line, column));
    mark(unit, offset);
    Some(Armed { unit: Arc::downgrade(unit), offset, breakpoint: breakpoint.id })
}

/// Arms all instructions at which what is at a place of the text begins.
fn mark(unit: &Arc<LoadedUnit>, offset: u32) {
    let Some(debug) = unit.debug.get() else { return };
    for (function, row) in (0..).zip(debug.tables.iter().flat_map(|tables| &tables.functions)) {
        for mark in row.places().filter(|mark| mark.offset == offset) {
            debug.arm(function, mark.at, true);
        }
    }
}

/// Disarms the instructions of a place, but for those of places that are still armed: a statement and a call in it may be one
/// instruction.
fn disarm(unit: &Arc<LoadedUnit>, offset: u32, armed: &[Armed]) {
    let Some(debug) = unit.debug.get() else { return };
    let is_armed = |place: &Mark| armed.iter().any(|other| other.offset == place.offset && other.is_in(unit));
    for (function, row) in (0..).zip(debug.tables.iter().flat_map(|tables| &tables.functions)) {
        for place in row.places().filter(|place| place.offset == offset) {
            let here = [row.mark_at(place.at), row.point_at(place.at)];
            if !here.into_iter().flatten().any(is_armed) {
                debug.arm(function, place.at, false);
            }
        }
    }
}

/// The places at which breakpoints can be, in no order.
fn places(tables: &DebugTables) -> impl Iterator<Item = &Mark> {
    tables.functions.iter().flat_map(FunctionDebug::places)
}

/// Line and column of an offset.
fn place(source: &SourceText, offset: u32) -> (u32, u32) {
    let position = source.position(offset);
    (position.line, position.column)
}

/// Returns the first offset that is at a line and column or behind them, at most `end`. Lines and columns grow with offsets, so
/// only some of them are computed: a text may have any number of statements.
fn offset_of(source: &SourceText, wanted: (u32, u32), end: u32) -> u32 {
    let (mut from, mut to) = (0, end);
    while from < to {
        let middle = from + (to - from) / 2;
        if place(source, middle) < wanted { from = middle + 1 } else { to = middle }
    }
    from
}

/// The offset of the first statement, call or return at or behind a breakpoint's place.
fn place_of(wanted: &Wanted, source: &SourceText, tables: &DebugTables) -> Option<u32> {
    let is_named = match wanted.is_whole {
        true => source.name() == wanted.source,
        false => is_named(source.name(), &wanted.source),
    };
    if !is_named || wanted.text.as_ref().is_some_and(|text| text != source.written_text()) {
        return None;
    }
    let column = match wanted.in_utf16 {
        true => in_characters(source.line(wanted.line), wanted.column),
        false => wanted.column,
    };
    let offsets = || places(tables).map(|mark| mark.offset);
    let end = offsets().max()?.saturating_add(1);
    let first = offset_of(source, (wanted.line, column), end);
    offsets().filter(|&offset| offset >= first).min()
}

/// The column of a character of a line in UTF-16 units. Both count from 1.
fn in_utf16(line: &str, column: u32) -> u32 {
    let wide = line.chars().take(column.saturating_sub(1) as usize).filter(|character| character.len_utf16() > 1);
    column.saturating_add(wide.count() as u32)
}

/// The character of a line at a column in UTF-16 units. Both count from 1; 0 stays.
fn in_characters(line: &str, column: u32) -> u32 {
    let (mut left, mut characters) = (column, 0);
    for character in line.chars() {
        if left <= 1 {
            break;
        }
        left = left.saturating_sub(character.len_utf16() as u32);
        characters += 1;
    }
    left.saturating_add(characters)
}

/// Returns whether a text has that name, or one of both is the end of the other as a path.
fn is_named(name: &str, wanted: &str) -> bool {
    let ends = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| !short.is_empty() && rest.ends_with(['/', '\\']))
    };
    let (name, wanted) = (name.trim_start_matches("./"), wanted.trim_start_matches("./"));
    name == wanted || ends(name, wanted) || ends(wanted, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_named_by_ends_of_paths() {
        for (name, wanted) in
            [("a.js", "a.js"), ("/x/a.js", "a.js"), ("./src/a.js", "/home/src/a.js"), ("a.js", "./a.js")]
        {
            assert!(is_named(name, wanted), "{name} {wanted}");
        }
        for (name, wanted) in [("ba.js", "a.js"), ("a.js", ""), ("", "a.js"), ("/x/a.js", "y/a.js")] {
            assert!(!is_named(name, wanted), "{name} {wanted}");
        }
    }

    #[test]
    fn offsets_are_found_by_their_places() {
        for text in ["", "a", "ab\ncd\n\ne", "é𝒳\r\nx\u{2028}y", "\n\n"] {
            let source = SourceText::new("t.js", text);
            let end = text.len() as u32 + 1;
            for wanted in (0..6).flat_map(|line| (0..4).map(move |column| (line, column))) {
                let slow = (0..end).find(|&offset| place(&source, offset) >= wanted).unwrap_or(end);
                assert_eq!(offset_of(&source, wanted, end), slow, "{text:?} {wanted:?}");
            }
        }
    }

    #[test]
    fn columns_are_counted_in_characters_or_units() {
        let line = "a😀é𝒳x";
        for (characters, units) in [(0, 0), (1, 1), (2, 2), (3, 4), (4, 5), (5, 7), (6, 8), (9, 11)] {
            assert_eq!(in_characters(line, units), characters, "{units}");
            assert_eq!(in_utf16(line, characters), units, "{characters}");
        }
        // The second half of a pair is at its character.
        assert_eq!(
            (in_characters(line, 3), in_characters("", u32::MAX), in_utf16("", u32::MAX)),
            (2, u32::MAX, u32::MAX)
        );
    }

    #[test]
    fn hits_are_chosen() {
        let chosen = |hits: Hits| (1..=6).filter(|&hit| hits.include(hit)).collect::<Vec<_>>();
        assert_eq!(chosen(Hits::Equal(2)), [2]);
        assert_eq!(chosen(Hits::From(5)), [5, 6]);
        assert_eq!(chosen(Hits::Every(3)), [3, 6]);
        assert!(chosen(Hits::Every(0)).is_empty());
    }
}
