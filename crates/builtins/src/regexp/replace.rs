//! Implements String.prototype.replace for regular expressions.

use crate::gathered::Gathered;
use crate::string::part;
use crate::string::substitution::{Groups, Replaced, Template};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, ObjectId, StringId};
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::pattern;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::exec::{Matches, has_names, regexp_exec, text_argument};
use super::flags::{flags_text, has_letter};
use super::matching::{advance_last_index, matched_text};
use super::this_object;

/// RegExp.prototype [ %Symbol.replace% ] ( string, replaceValue ), ECMA-262 22.2.6.11
pub(super) fn symbol_replace(vm: &mut Vm, call: Call) -> Completion<Value> {
    let regexp = this_object(vm, call, "RegExp.prototype[Symbol.replace]")?;
    let string = text_argument(vm, call)?;
    let replacement = call.argument(vm, 1);
    replace(vm, regexp, string, replacement)
}

/// Implements replace once `this` and the first argument are known. The caller keeps `replacement` alive.
pub(crate) fn replace(vm: &mut Vm, regexp: ObjectId, string: StringId, replacement: Value) -> Completion<Value> {
    if vm.heap.is_callable(replacement) {
        return match nameless_matches(vm, regexp, string)? {
            Some(matches) => replace_by_calls(vm, matches, replacement),
            None => replace_observably(vm, regexp, string, Replacer::Function(replacement)),
        };
    }
    let text = convert::to_string(vm, replacement)?;
    vm.keep(Value::string(text));
    match nameless_matches(vm, regexp, string)? {
        Some(matches) => replace_by_template(vm, matches, text),
        None => replace_observably(vm, regexp, string, Replacer::Text(text)),
    }
}

/// Returns the matches for a fast path, which handles only groups without names.
fn nameless_matches(vm: &mut Vm, regexp: ObjectId, string: StringId) -> Completion<Option<Matches>> {
    let matches = Matches::of(vm, regexp, string)?;
    Ok(matches.filter(|matches| !has_names(vm, matches.pattern)))
}

/// Fast path: replaces each match as it is found.
fn replace_by_template(vm: &mut Vm, mut matches: Matches, text: StringId) -> Completion<Value> {
    let group_count = pattern::pattern_cell(&vm.heap, matches.pattern).group_count();
    let subject = matches.subject;
    Template::with(vm, text, group_count - 1, false, |vm, template| {
        let mut result = StringBuilder::new();
        let mut end = 0;
        let mut has_changed = false;
        while matches.next(vm)? {
            let range = vm.execution.scratch.span();
            result.push_substring(vm, subject.id(), end, range.start)?;
            let (start, groups) = (range.start, Groups::Scratch);
            template.push(
                vm,
                &mut result,
                &Replaced { string: subject, start, end: range.end, groups, named: None },
            )?;
            end = range.end;
            has_changed = true;
        }
        finish(vm, result, subject, end, has_changed)
    })
}

/// Appends the rest of the text. Returns the subject itself if nothing was found.
fn finish(
    vm: &mut Vm,
    mut result: StringBuilder,
    subject: FlatString,
    end: usize,
    has_changed: bool,
) -> Completion<Value> {
    if !has_changed {
        return Ok(Value::string(subject.id()));
    }
    let length = vm.heap.view(subject).len();
    result.push_substring(vm, subject.id(), end, length)?;
    result.finish(vm).map(Value::string)
}

/// A group that did not participate.
const NONE: u32 = u32::MAX;

/// Fast path: finds all matches first, since the callbacks may match again, and then calls the function.
fn replace_by_calls(vm: &mut Vm, mut matches: Matches, function: Value) -> Completion<Value> {
    let group_count = pattern::pattern_cell(&vm.heap, matches.pattern).group_count();
    let subject = matches.subject;
    Gathered::with(vm, |vm, positions| {
        // The start and end of each group of each match.
        while matches.next(vm)? {
            positions.reserve(&mut vm.heap, 2 * group_count)?;
            for index in 0..group_count {
                // Strings are shorter than 2^32.
                let range =
                    vm.execution.scratch.group(index).map_or(NONE..NONE, |range| range.start as u32..range.end as u32);
                positions.push(&mut vm.heap, range.start)?;
                positions.push(&mut vm.heap, range.end)?;
            }
        }
        Gathered::with(vm, |vm, arguments| {
            arguments.reserve(&mut vm.heap, group_count + 2)?;
            call_for_each(vm, subject, function, positions.as_slice().chunks_exact(2 * group_count), arguments)
        })
    })
}

/// Replaces each match by the function's result. `arguments` is memory for each call's arguments.
fn call_for_each<'a>(
    vm: &mut Vm,
    subject: FlatString,
    function: Value,
    matches: impl Iterator<Item = &'a [u32]>,
    arguments: &mut Gathered<Value>,
) -> Completion<Value> {
    let mut result = StringBuilder::new();
    let mut end = 0;
    let mut has_changed = false;
    for groups in matches {
        arguments.clear();
        for group in groups.chunks_exact(2) {
            vm.work(1)?;
            let argument = match *group {
                [start, end] if start != NONE => part(vm, subject, start as usize, end as usize)?,
                _ => Value::UNDEFINED,
            };
            arguments.push(&mut vm.heap, argument)?;
        }
        let start = groups[0] as usize;
        arguments.extend(&mut vm.heap, &[Value::int(start as i32), Value::string(subject.id())])?;
        result.push_substring(vm, subject.id(), end, start)?;
        let returned = vm.call(function, Value::UNDEFINED, arguments.as_slice())?;
        let text = convert::to_string(vm, returned)?;
        result.push_string(vm, text)?;
        end = groups[1] as usize;
        has_changed = true;
    }
    finish(vm, result, subject, end, has_changed)
}

/// The second argument of `replace`.
enum Replacer {
    Function(Value),
    Text(StringId),
}

/// Replaces matches by every step of the specification.
fn replace_observably(vm: &mut Vm, regexp: ObjectId, string: StringId, by: Replacer) -> Completion<Value> {
    Gathered::with(vm, |vm, results| {
        gather_results(vm, regexp, string, results)?;
        let subject = vm.heap.flatten(string)?;
        let length = vm.heap.view(subject).len();
        let mut text = StringBuilder::new();
        let mut next = 0;
        for &result in results.as_slice() {
            let vm = &mut vm.scope();
            // The replaced position, its end, and the replacement.
            let (position, end, replacement) = Gathered::with(vm, |vm, groups| {
                let found = Found::read(vm, result, length, groups)?;
                let replacement = found.replacement(vm, subject, &by)?;
                Ok((found.position, found.position + vm.heap.string_length(found.matched), replacement))
            })?;
            if position >= next {
                text.push_substring(vm, string, next, position)?;
                text.push_string(vm, replacement)?;
                next = end;
            }
        }
        if next < length {
            text.push_substring(vm, string, next, length)?;
        }
        text.finish(vm).map(Value::string)
    })
}

/// Steps 8 to 14: gathers and keeps the results of `exec` until null.
fn gather_results(vm: &mut Vm, regexp: ObjectId, string: StringId, results: &mut Gathered<ObjectId>) -> Completion<()> {
    let flags = flags_text(vm, regexp)?;
    let is_global = has_letter(vm, flags, b'g')?;
    let unicode = has_letter(vm, flags, b'u')? || has_letter(vm, flags, b'v')?;
    if is_global {
        object::set(vm, regexp, keys::LAST_INDEX, Value::int(0), true)?;
    }
    while let Some(result) = regexp_exec(vm, regexp, string)?.as_object() {
        vm.keep(Value::object(result));
        results.push(&mut vm.heap, result)?;
        if !is_global {
            break;
        }
        let matched = matched_text(vm, result)?;
        if vm.heap.string_length(matched) == 0 {
            advance_last_index(vm, regexp, string, unicode)?;
        }
    }
    Ok(())
}

/// The result of an `exec`.
struct Found<'g> {
    matched: StringId,
    position: usize,
    /// The captures: strings or undefined.
    groups: &'g [Value],
    /// `groups` of the result.
    named: Value,
}

impl<'g> Found<'g> {
    /// Reads and keeps the properties of a result, in the order of steps 15.a to 15.j.
    fn read(vm: &mut Vm, result: ObjectId, length: usize, groups: &'g mut Gathered<Value>) -> Completion<Found<'g>> {
        let count = convert::length_of_array_like(vm, result)?.max(1) - 1;
        let matched = matched_text(vm, result)?;
        vm.keep(Value::string(matched));
        let position = object::get(vm, result, keys::INDEX)?;
        let position = convert::to_integer_or_infinity(vm, position)?.clamp(0.0, length as f64) as usize;
        for index in 1..=count {
            let key = vm.heap.key_of_index(index);
            let mut group = object::get(vm, result, key)?;
            if !group.is_undefined() {
                group = Value::string(convert::to_string(vm, group)?);
            }
            vm.keep(group);
            vm.work(1)?;
            groups.push(&mut vm.heap, group)?;
        }
        let named = object::get(vm, result, keys::GROUPS)?;
        vm.keep(named);
        Ok(Found { matched, position, groups: groups.as_slice(), named })
    }

    /// Returns the string in place of the match, kept alive: by the function, whose result is converted, or by the text.
    fn replacement(&self, vm: &mut Vm, subject: FlatString, by: &Replacer) -> Completion<StringId> {
        match *by {
            Replacer::Function(function) => {
                let returned = Gathered::with(vm, |vm, arguments| {
                    arguments.reserve(&mut vm.heap, self.groups.len() + 4)?;
                    arguments.push(&mut vm.heap, Value::string(self.matched))?;
                    arguments.extend(&mut vm.heap, self.groups)?;
                    let position = Value::int(self.position as i32);
                    arguments.extend(&mut vm.heap, &[position, Value::string(subject.id())])?;
                    if !self.named.is_undefined() {
                        arguments.push(&mut vm.heap, self.named)?;
                    }
                    vm.call(function, Value::UNDEFINED, arguments.as_slice())
                })?;
                let text = convert::to_string(vm, returned)?;
                vm.keep(Value::string(text));
                Ok(text)
            }
            Replacer::Text(text) => self.substitute(vm, subject, text),
        }
    }

    /// Fills in a replacement text. It is parsed for each match, as a script's `exec` may give any number of groups.
    fn substitute(&self, vm: &mut Vm, subject: FlatString, text: StringId) -> Completion<StringId> {
        let named = match self.named {
            Value::UNDEFINED => None,
            named => Some(convert::to_object(vm, named)?),
        };
        vm.keep(named.map_or(Value::UNDEFINED, Value::object));
        let replaced = Replaced {
            string: subject,
            start: self.position,
            end: self.position + vm.heap.string_length(self.matched),
            groups: Groups::Texts { matched: self.matched, groups: self.groups },
            named,
        };
        let result = Template::with(vm, text, self.groups.len(), named.is_some(), |vm, template| {
            let mut result = StringBuilder::new();
            template.push(vm, &mut result, &replaced)?;
            result.finish(vm)
        })?;
        vm.keep(Value::string(result));
        Ok(result)
    }
}
