//! A single match: RegExpExec and its result, RegExp.prototype.exec and test.

use ferrotape_budget::costs::allocation_bytes;

use crate::gathered::Gathered;
use crate::string::part;
use ferrotape_runtime::arrays;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, ObjectId, PatternId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::array;
use ferrotape_runtime::object::{self, ObjectKind};
use ferrotape_runtime::pattern;
use ferrotape_runtime::regexp;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{this_object, this_regexp};

/// RegExp.prototype.exec ( string ), ECMA-262 22.2.6.2
pub(super) fn exec(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (regexp, _) = this_regexp(vm, call, "RegExp.prototype.exec")?;
    let string = text_argument(vm, call)?;
    builtin_exec(vm, regexp, string)
}

/// RegExp.prototype.test ( S ), ECMA-262 22.2.6.16
pub(super) fn test(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = this_object(vm, call, "RegExp.prototype.test")?;
    let string = text_argument(vm, call)?;
    if regexp::is_pristine_regexp(vm, object) {
        let found = builtin_match(vm, object, string)?;
        return Ok(Value::bool(found.is_some()));
    }
    let result = regexp_exec(vm, object, string)?;
    Ok(Value::bool(!result.is_null()))
}

/// ToString of the first argument, which is kept.
pub(super) fn text_argument(vm: &mut Vm, call: Call) -> Completion<StringId> {
    let argument = call.argument(vm, 0);
    if let Some(string) = argument.as_string() {
        return Ok(string);
    }
    let string = convert::to_string(vm, argument)?;
    vm.keep(Value::string(string));
    Ok(string)
}

/// RegExpExec ( R, S ), ECMA-262 22.2.7.1. Returns null or the array of a match. A script's `exec` overrides the
/// built-in one.
pub(super) fn regexp_exec(vm: &mut Vm, regexp: ObjectId, string: StringId) -> Completion<Value> {
    let exec = object::get(vm, regexp, keys::EXEC)?;
    if vm.heap.is_callable(exec) {
        let result = vm.call(exec, Value::object(regexp), &[Value::string(string)])?;
        if !result.is_object() && !result.is_null() {
            return vm.type_error("RegExp exec method returned something other than an Object or null");
        }
        return Ok(result);
    }
    if regexp::pattern_of(vm, regexp).is_none() {
        let receiver = messages::describe(vm, Value::object(regexp));
        return vm.type_error(ferrotape_runtime::messages::incompatible_receiver("RegExp.prototype.exec", &receiver));
    }
    builtin_exec(vm, regexp, string)
}

/// RegExpBuiltinExec ( R, S ), ECMA-262 22.2.7.2, of a regular expression.
pub(super) fn builtin_exec(vm: &mut Vm, regexp: ObjectId, string: StringId) -> Completion<Value> {
    match builtin_match(vm, regexp, string)? {
        Some((pattern, subject)) => match_result(vm, pattern, subject),
        None => Ok(Value::NULL),
    }
}

/// RegExpBuiltinExec without its result: leaves the groups in the machine's scratch. Updates `lastIndex`.
fn builtin_match(vm: &mut Vm, regexp: ObjectId, string: StringId) -> Completion<Option<(PatternId, FlatString)>> {
    let last_index = last_index(vm, regexp)?;
    // Converting `lastIndex` may have recompiled the object.
    let Some(pattern) = regexp::pattern_of(vm, regexp) else { return Ok(None) };
    let flags = pattern::pattern_cell(&vm.heap, pattern).parsed_flags;
    let keeps_index = flags.global || flags.sticky;
    let start = if keeps_index { last_index } else { 0 };
    let subject = vm.heap.flatten(string)?;
    let found = start <= vm.heap.string_length(string) as u64
        && find(vm, Some(regexp), pattern, subject, start as usize, flags.sticky)?;
    if keeps_index {
        let end = if found { vm.execution.scratch.span().end } else { 0 };
        regexp::set_last_index(vm, regexp, end)?;
    }
    Ok(found.then_some((pattern, subject)))
}

/// Searches for a match from `start` on, or only there, and remembers a match: of `regexp`, or of one that %RegExp% has made
/// of the pattern.
#[inline]
pub(super) fn find(
    vm: &mut Vm,
    regexp: Option<ObjectId>,
    pattern: PatternId,
    subject: FlatString,
    start: usize,
    sticky: bool,
) -> Completion<bool> {
    let found = pattern::find_match(&mut vm.heap, pattern, subject, start, sticky, &mut vm.execution.scratch)?;
    if found {
        let group_count = pattern::pattern_cell(&vm.heap, pattern).group_count();
        match regexp {
            Some(regexp) => regexp::remember_match_of(vm, regexp, subject, group_count),
            None => regexp::remember_match(vm, subject, group_count),
        }
    }
    Ok(found)
}

/// ToLength of `lastIndex`.
fn last_index(vm: &mut Vm, regexp: ObjectId) -> Completion<u64> {
    let value = regexp::last_index(vm, regexp);
    match value.as_int() {
        Some(int) => Ok(int.max(0) as u64),
        None => convert::to_length(vm, value),
    }
}

/// Groups of a match whose captures are gathered without an allocation.
const FEW_GROUPS: usize = 16;

/// Returns the array of the match in the scratch: steps 20 to 35 of RegExpBuiltinExec.
fn match_result(vm: &mut Vm, pattern: PatternId, subject: FlatString) -> Completion<Value> {
    let group_count = pattern::pattern_cell(&vm.heap, pattern).group_count();
    if group_count <= FEW_GROUPS {
        let mut groups = [Value::UNDEFINED; FEW_GROUPS];
        return array_of_match(vm, pattern, subject, &mut groups[..group_count]);
    }
    let bytes = allocation_bytes(group_count * size_of::<Value>());
    vm.heap.take(bytes)?;
    let array = array_of_match(vm, pattern, subject, &mut vec![Value::UNDEFINED; group_count]);
    vm.heap.budget.resized(bytes, 0);
    array
}

/// Makes the array of the match in the scratch. `groups` has a place for the capture of each group.
fn array_of_match(vm: &mut Vm, pattern: PatternId, subject: FlatString, groups: &mut [Value]) -> Completion<Value> {
    for (index, place) in groups.iter_mut().enumerate() {
        vm.work(1)?;
        *place = group(vm, subject, index)?;
    }
    let named = named_groups(vm, pattern, groups)?;
    let slots = [Value::int(vm.execution.scratch.span().start as i32), Value::string(subject.id()), named];
    let array = arrays::new_array_with_properties(&mut vm.heap, vm.realm.shapes.match_result, &slots, groups)?;
    if pattern::pattern_cell(&vm.heap, pattern).parsed_flags.has_indices {
        let indices = match_indices(vm, pattern, groups.len())?;
        vm.heap.store_property(array, keys::INDICES, indices, Attributes::ALL)?;
    }
    Ok(Value::object(array))
}

/// MakeMatchIndicesIndexPairArray ( S, indices, groupNames, hasGroups ), ECMA-262 22.2.7.8
fn match_indices(vm: &mut Vm, pattern: PatternId, group_count: usize) -> Completion<Value> {
    Gathered::with(vm, |vm, pairs| {
        pairs.reserve(&mut vm.heap, group_count)?;
        for index in 0..group_count {
            vm.work(4)?;
            let pair = match vm.execution.scratch.group(index) {
                Some(range) => {
                    let pair = vec![Value::int(range.start as i32), Value::int(range.end as i32)];
                    Value::object(array::new_array_from(vm, pair)?)
                }
                None => Value::UNDEFINED,
            };
            pairs.push(&mut vm.heap, pair)?;
        }
        let named = named_groups(vm, pattern, pairs.as_slice())?;
        let indices = pairs.to_array(vm)?;
        vm.heap.store_property(indices, keys::GROUPS, named, Attributes::ALL)?;
        Ok(Value::object(indices))
    })
}

/// Returns the object with the captures of the named groups; undefined without named groups. `values` are the captures
/// of all groups.
fn named_groups(vm: &mut Vm, pattern: PatternId, values: &[Value]) -> Completion<Value> {
    if !has_names(vm, pattern) {
        return Ok(Value::UNDEFINED);
    }
    let object = vm.heap.new_object_with_prototype(None, ObjectKind::Ordinary);
    let mut next = 0;
    while let Some(&(key, group)) = pattern::pattern_cell(&vm.heap, pattern).names.get(next) {
        // A property takes about as long as several instructions.
        vm.work(4)?;
        next += 1;
        let mut value = values[group as usize];
        // Of several groups with this name, at most one has participated.
        while let Some(&(_, other)) =
            pattern::pattern_cell(&vm.heap, pattern).names.get(next).filter(|other| other.0 == key)
        {
            vm.work(1)?;
            next += 1;
            if value.is_undefined() {
                value = values[other as usize];
            }
        }
        vm.heap.store_property(object, key, value, Attributes::ALL)?;
    }
    Ok(Value::object(object))
}

pub(super) fn has_names(vm: &Vm, pattern: PatternId) -> bool {
    !pattern::pattern_cell(&vm.heap, pattern).names.is_empty()
}

/// Returns the capture of a group in the scratch; undefined if it did not participate.
#[inline]
pub(super) fn group(vm: &mut Vm, subject: FlatString, index: usize) -> Completion<Value> {
    match vm.execution.scratch.group(index) {
        Some(range) => part(vm, subject, range.start, range.end),
        None => Ok(Value::UNDEFINED),
    }
}

/// AdvanceStringIndex ( S, index, unicode ), ECMA-262 22.2.7.3
pub(super) fn advance_string_index(vm: &Vm, subject: FlatString, index: u64, unicode: bool) -> u64 {
    let unit = |index: u64| vm.heap.view(subject).get(usize::try_from(index).ok()?);
    let is_pair =
        unicode && matches!(unit(index), Some(0xD800..=0xDBFF)) && matches!(unit(index + 1), Some(0xDC00..=0xDFFF));
    index + if is_pair { 2 } else { 1 }
}

/// The matches of a pristine regular expression, one after the other: all if it is global, else one.
///
/// Fast path: no script runs, so `lastIndex` is written only at the end.
pub(super) struct Matches {
    regexp: ObjectId,
    pub pattern: PatternId,
    pub subject: FlatString,
    pub is_global: bool,
    sticky: bool,
    unicode: bool,
    /// The start of the next search.
    position: usize,
    is_done: bool,
}

impl Matches {
    /// Begins matching. None if scripts could observe it. Flattens the string.
    pub fn of(vm: &mut Vm, regexp: ObjectId, string: StringId) -> Completion<Option<Matches>> {
        let (Some(pattern), true) = (regexp::pattern_of(vm, regexp), regexp::is_pristine_regexp(vm, regexp)) else {
            return Ok(None);
        };
        let Some(last_index) = regexp::last_index(vm, regexp).as_int() else { return Ok(None) };
        pattern::prepare_pattern(&mut vm.heap, pattern)?;
        let flags = pattern::pattern_cell(&vm.heap, pattern).parsed_flags;
        let position = if flags.sticky && !flags.global { last_index.max(0) as usize } else { 0 };
        Ok(Some(Matches {
            regexp,
            pattern,
            subject: vm.heap.flatten(string)?,
            is_global: flags.global,
            sticky: flags.sticky,
            unicode: flags.unicode || flags.unicode_sets,
            position,
            is_done: false,
        }))
    }

    /// Finds the next match, and leaves its groups in the scratch.
    #[inline]
    pub fn next(&mut self, vm: &mut Vm) -> Completion<bool> {
        if self.is_done {
            return Ok(false);
        }
        let found = self.position <= vm.heap.view(self.subject).len()
            && find(vm, Some(self.regexp), self.pattern, self.subject, self.position, self.sticky)?;
        let range = if found { vm.execution.scratch.span() } else { 0..0 };
        if !found || !self.is_global {
            self.is_done = true;
            if self.is_global || self.sticky {
                regexp::set_last_index(vm, self.regexp, range.end)?;
            }
            return Ok(found);
        }
        let is_empty = range.is_empty();
        let end = range.end as u64;
        self.position =
            if is_empty { advance_string_index(vm, self.subject, end, self.unicode) as usize } else { range.end };
        Ok(true)
    }
}
