//! What `$1` and its kind stand for in the second argument of replace and replaceAll.

use crate::error::Completion;
use crate::heap::{FlatString, ObjectId, StringId, StringView};
use crate::string_builder::StringBuilder;
use crate::value::Value;
use crate::vm::Vm;

/// A replacement text, taken apart once for all matches with so many groups.
pub(in crate::builtins) struct Template {
    text: FlatString,
    parts: Vec<Part>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Part {
    /// Units of the text itself.
    Text { start: usize, end: usize },
    /// `$&`
    Matched,
    /// `` $` ``
    Before,
    /// `$'`
    After,
    /// `$1` to `$99`
    Group(usize),
    /// `$<name>`; the name's units in the text.
    Named { start: usize, end: usize },
}

/// A match that is about to be replaced.
pub(in crate::builtins) struct Replaced<'a> {
    pub string: FlatString,
    /// What stands in the string where the match is.
    pub start: usize,
    pub end: usize,
    pub groups: Groups<'a>,
    pub named: Option<ObjectId>,
}

/// Where the text of groups comes from.
#[derive(Copy, Clone)]
pub(in crate::builtins) enum Groups<'a> {
    None,
    /// The machine's scratch.
    Scratch,
    /// What an `exec` of a script gave: the match, and the groups as strings or undefined.
    Texts {
        matched: StringId,
        groups: &'a [Value],
    },
}

impl Template {
    /// `group_count` does not count group 0.
    pub fn new(vm: &mut Vm, text: StringId, group_count: usize, has_names: bool) -> Completion<Template> {
        let text = vm.heap.flatten(text)?;
        let length = vm.heap.view(text).len();
        vm.tick(length as u64 / 16)?;
        let parts = parse(vm.heap.view(text), group_count, has_names);
        vm.heap.require_room(parts.len() * size_of::<Part>())?;
        Ok(Template { text, parts })
    }

    /// GetSubstitution ( matched, str, position, captures, namedCaptures, replacementTemplate ), ECMA-262 22.1.3.19.1
    pub fn push(&self, vm: &mut Vm, result: &mut StringBuilder, replaced: &Replaced<'_>) -> Completion<()> {
        let string = replaced.string.id();
        for part in &self.parts {
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
        let capture = vm.get(named, key)?;
        if capture.is_undefined() {
            return Ok(());
        }
        let capture = vm.to_string(capture)?;
        result.push_string(vm, capture)
    }
}

impl Replaced<'_> {
    fn push_group(&self, vm: &mut Vm, result: &mut StringBuilder, index: usize) -> Completion<()> {
        match self.groups {
            Groups::None => Ok(()),
            Groups::Scratch => match vm.scratch.group(index) {
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

fn parse(text: StringView<'_>, group_count: usize, has_names: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    let byte = |index: usize| text.get(index).and_then(|unit| u8::try_from(unit).ok()).unwrap_or(0);
    let (mut start, mut index) = (0, 0);
    while index < text.len() {
        let (part, length) = match (byte(index), byte(index + 1)) {
            (b'$', b'$') => (Some(Part::Text { start: index, end: index + 1 }), 2),
            (b'$', b'&') => (Some(Part::Matched), 2),
            (b'$', b'`') => (Some(Part::Before), 2),
            (b'$', b'\'') => (Some(Part::After), 2),
            (b'$', b'0'..=b'9') => group_reference(byte(index + 1), byte(index + 2), group_count),
            (b'$', b'<') if has_names => named_reference(text, index),
            _ => (None, 1),
        };
        if let Some(part) = part {
            push_text(&mut parts, start, index);
            parts.push(part);
            start = index + length;
        }
        index += length;
    }
    push_text(&mut parts, start, text.len());
    parts
}

fn push_text(parts: &mut Vec<Part>, start: usize, end: usize) {
    if start < end {
        parts.push(Part::Text { start, end });
    }
}

/// Two digits where there is such a group, else one.
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

fn named_reference(text: StringView<'_>, index: usize) -> (Option<Part>, usize) {
    let start = index + 2;
    match text.slice(start, text.len()).units().position(|unit| unit == u16::from(b'>')) {
        Some(length) => (Some(Part::Named { start, end: start + length }), length + 3),
        None => (None, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, group_count: usize, has_names: bool) -> Vec<Part> {
        parse(StringView::Latin1(text.as_bytes()), group_count, has_names)
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
    }
}
