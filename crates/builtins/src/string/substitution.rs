//! The meaning of `$1` and similar references in the second argument of replace and replaceAll.

use ferrotape_budget::costs::UNITS_PER_TICK;

use crate::gathered::Gathered;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{FlatString, ObjectId, StringId, StringView};
use ferrotape_runtime::object;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// A replacement text, parsed once for all matches with this many groups.
pub(crate) struct Template<'p> {
    text: FlatString,
    parts: &'p [Part],
}

/// A part of a replacement text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Part {
    /// Code units of the text itself.
    Text { start: usize, end: usize },
    /// `$&`
    Matched,
    /// `` $` ``
    Before,
    /// `$'`
    After,
    /// `$1` to `$99`
    Group(usize),
    /// `$<name>`: the range of the name in the text.
    Named { start: usize, end: usize },
}

/// A match to be replaced.
pub(crate) struct Replaced<'a> {
    pub string: FlatString,
    /// The range of the match in the string.
    pub start: usize,
    pub end: usize,
    pub groups: Groups<'a>,
    pub named: Option<ObjectId>,
}

/// The source of the groups' text.
#[derive(Copy, Clone)]
pub(crate) enum Groups<'a> {
    None,
    /// The machine's scratch.
    Scratch,
    /// The result of a script's `exec`: the match, and the groups as strings or undefined.
    Texts {
        matched: StringId,
        groups: &'a [Value],
    },
}

impl Template<'_> {
    /// Parses a text and calls `work` with the template. `group_count` does not include group 0.
    pub fn with<R>(
        vm: &mut Vm,
        text: StringId,
        group_count: usize,
        has_names: bool,
        work: impl FnOnce(&mut Vm, Template<'_>) -> Completion<R>,
    ) -> Completion<R> {
        let text = vm.heap.flatten(text)?;
        let view = vm.heap.view(text);
        let length = view.len();
        // Fast path: a text without references is one part.
        if length <= UNITS_PER_LOOK && !view.units().any(|unit| unit == u16::from(b'$')) {
            let parts = [Part::Text { start: 0, end: length }];
            let parts = &parts[..length.min(1)];
            vm.work((parts.len() + length / UNITS_PER_TICK as usize) as u64)?;
            return work(vm, Template { text, parts });
        }
        Gathered::with(vm, |vm, parts| {
            let mut parser = Parser::new(group_count, has_names);
            let mut found = Vec::new();
            loop {
                let view = vm.heap.view(text);
                let before = parser.index;
                let is_done = parser.read(view, before + UNITS_PER_LOOK, &mut found);
                let units = parser.index.abs_diff(before) as u64;
                vm.work(found.len() as u64 + units / UNITS_PER_TICK)?;
                parts.extend(&mut vm.heap, &found)?;
                found.clear();
                if is_done {
                    break;
                }
            }
            work(vm, Template { text, parts: parts.as_slice() })
        })
    }

    /// GetSubstitution ( matched, str, position, captures, namedCaptures, replacementTemplate ), ECMA-262 22.1.3.19.1
    pub fn push(&self, vm: &mut Vm, result: &mut StringBuilder, replaced: &Replaced<'_>) -> Completion<()> {
        let string = replaced.string.id();
        for part in self.parts {
            vm.work(1)?;
            match *part {
                Part::Text { start, end } => result.push_substring(vm, self.text.id(), start, end)?,
                Part::Matched => match replaced.groups {
                    Groups::Texts { matched, .. } => result.push_string(vm, matched)?,
                    Groups::None | Groups::Scratch => {
                        result.push_substring(vm, string, replaced.start, replaced.end)?
                    }
                },
                Part::Before => result.push_substring(vm, string, 0, replaced.start)?,
                Part::After => {
                    let length = vm.heap.view(replaced.string).len();
                    result.push_substring(vm, string, replaced.end, length)?;
                }
                Part::Group(index) => replaced.push_group(vm, result, index)?,
                Part::Named { start, end } => self.push_named(vm, result, replaced, start, end)?,
            }
        }
        Ok(())
    }

    /// Appends ToString of the capture with a name, read as a property. Nothing comes of one that is undefined.
    fn push_named(
        &self,
        vm: &mut Vm,
        result: &mut StringBuilder,
        replaced: &Replaced<'_>,
        start: usize,
        end: usize,
    ) -> Completion<()> {
        let Some(named) = replaced.named else { return Ok(()) };
        let name = vm.heap.substring(self.text, start, end)?;
        let key = vm.heap.key_of_string(name)?;
        let capture = object::get(vm, named, key)?;
        if capture.is_undefined() {
            return Ok(());
        }
        let capture = convert::to_string(vm, capture)?;
        result.push_string(vm, capture)
    }
}

impl Replaced<'_> {
    /// Appends the text of a group, counted from 1. Nothing comes of one that took no part in the match.
    fn push_group(&self, vm: &mut Vm, result: &mut StringBuilder, index: usize) -> Completion<()> {
        match self.groups {
            Groups::None => Ok(()),
            Groups::Scratch => match vm.execution.scratch.group(index) {
                Some(range) => result.push_substring(vm, self.string.id(), range.start, range.end),
                None => Ok(()),
            },
            Groups::Texts { groups, .. } => match groups.get(index - 1).and_then(|group| group.as_string()) {
                Some(text) => result.push_string(vm, text),
                None => Ok(()),
            },
        }
    }
}

/// Code units that are read between two checks of the clock.
const UNITS_PER_LOOK: usize = 1 << 10;

/// Parses a text piece by piece.
struct Parser {
    group_count: usize,
    has_names: bool,
    /// The start of the text that is not part of anything yet.
    start: usize,
    index: usize,
    /// The start of the name whose end is sought.
    name: Option<usize>,
}

impl Parser {
    fn new(group_count: usize, has_names: bool) -> Self {
        Parser { group_count, has_names, start: 0, index: 0, name: None }
    }

    /// Reads on to about `end`. Returns whether all has been read.
    fn read(&mut self, text: StringView<'_>, end: usize, found: &mut Vec<Part>) -> bool {
        let end = end.min(text.len());
        while self.index < end {
            match self.name {
                Some(name) => self.name_end(text, name, end, found),
                None => self.reference(text, found),
            }
        }
        if self.index < text.len() {
            return false;
        }
        if let Some(name) = self.name.take() {
            // No name ends, neither this one nor any that begins after it.
            self.has_names = false;
            self.index = name;
            return false;
        }
        push_text(found, self.start, text.len());
        true
    }

    /// Reads a reference, or a code unit that begins none. Behind `$<` the name is open until its end is found.
    fn reference(&mut self, text: StringView<'_>, found: &mut Vec<Part>) {
        let index = self.index;
        let byte = |index: usize| text.get(index).and_then(|unit| u8::try_from(unit).ok()).unwrap_or(0);
        let (part, length) = match (byte(index), byte(index + 1)) {
            (b'$', b'$') => (Some(Part::Text { start: index, end: index + 1 }), 2),
            (b'$', b'&') => (Some(Part::Matched), 2),
            (b'$', b'`') => (Some(Part::Before), 2),
            (b'$', b'\'') => (Some(Part::After), 2),
            (b'$', b'0'..=b'9') => group_reference(byte(index + 1), byte(index + 2), self.group_count),
            (b'$', b'<') if self.has_names => {
                self.name = Some(index + 2);
                (None, 2)
            }
            _ => (None, 1),
        };
        self.index += length;
        if let Some(part) = part {
            self.add(part, index, found);
        }
    }

    /// Looks for the end of the open name as far as `end`. If it is not there, the next piece is searched.
    fn name_end(&mut self, text: StringView<'_>, name: usize, end: usize, found: &mut Vec<Part>) {
        match text.slice(self.index, end).units().position(|unit| unit == u16::from(b'>')) {
            None => self.index = end,
            Some(offset) => {
                let name_end = self.index + offset;
                self.index = name_end + 1;
                self.name = None;
                self.add(Part::Named { start: name, end: name_end }, name - 2, found);
            }
        }
    }

    /// Adds a part that begins at `start` and ends at the current position.
    fn add(&mut self, part: Part, start: usize, found: &mut Vec<Part>) {
        push_text(found, self.start, start);
        found.push(part);
        self.start = self.index;
    }
}

fn push_text(parts: &mut Vec<Part>, start: usize, end: usize) {
    if start < end {
        parts.push(Part::Text { start, end });
    }
}

/// Returns the group of two digits if there is one, else of one digit.
fn group_reference(first: u8, second: u8, group_count: usize) -> (Option<Part>, usize) {
    let one = usize::from(first - b'0');
    let two = if second.is_ascii_digit() { one * 10 + usize::from(second - b'0') } else { 0 };
    if (1..=group_count).contains(&two) {
        (Some(Part::Group(two)), 3)
    } else if (1..=group_count).contains(&one) {
        (Some(Part::Group(one)), 2)
    } else {
        (None, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, group_count: usize, has_names: bool) -> Vec<Part> {
        let text = StringView::Latin1(text.as_bytes());
        let read = |piece: usize| {
            let (mut parser, mut found) = (Parser::new(group_count, has_names), Vec::new());
            while !parser.read(text, parser.index + piece, &mut found) {}
            found
        };
        let parts = read(UNITS_PER_LOOK);
        assert_eq!(read(1), parts, "unit by unit");
        parts
    }

    #[test]
    fn text_without_references_is_one_part() {
        assert_eq!(parts("a$b$", 3, false), [Part::Text { start: 0, end: 4 }]);
        assert_eq!(parts("", 3, false), []);
        assert_eq!(parts("$$", 3, false), [Part::Text { start: 0, end: 1 }]);
    }

    #[test]
    fn digits_are_a_group_where_there_is_one() {
        let text = |start, end| Part::Text { start, end };
        assert_eq!(parts("$1", 0, false), [text(0, 2)]);
        assert_eq!(parts("$0$00", 9, false), [text(0, 5)]);
        assert_eq!(parts("$10", 1, false), [Part::Group(1), text(2, 3)]);
        assert_eq!(parts("$10", 10, false), [Part::Group(10)]);
        assert_eq!(parts("$01x", 1, false), [Part::Group(1), text(3, 4)]);
        assert_eq!(parts("$99", 9, false), [Part::Group(9), text(2, 3)]);
    }

    #[test]
    fn names_count_only_where_there_are_some() {
        assert_eq!(parts("$<a>", 1, false), [Part::Text { start: 0, end: 4 }]);
        assert_eq!(parts("$<a>", 1, true), [Part::Named { start: 2, end: 3 }]);
        assert_eq!(parts("$<a", 1, true), [Part::Text { start: 0, end: 3 }]);
        let named = Part::Named { start: 3, end: 5 };
        assert_eq!(
            parts("a$<$<>$<$$", 1, true),
            [Part::Text { start: 0, end: 1 }, named, Part::Text { start: 6, end: 8 }, Part::Text { start: 8, end: 9 },]
        );
    }

    /// However many names begin, the text is read twice at most.
    #[test]
    fn names_that_never_end_are_looked_for_once() {
        let text = "$<".repeat(200_000);
        assert_eq!(parts(&text, 1, true), [Part::Text { start: 0, end: text.len() }]);
    }
}
