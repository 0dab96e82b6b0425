//! Implements String.prototype.match and search for regular expressions.

use crate::gathered::Gathered;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operators;
use ferrotape_runtime::pattern;
use ferrotape_runtime::regexp;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::exec::{Matches, advance_string_index, builtin_exec, find, group, regexp_exec, text_argument};
use super::flags::{flags_text, has_letter};
use super::this_object;

/// RegExp.prototype [ %Symbol.match% ] ( string ), ECMA-262 22.2.6.8
pub(super) fn symbol_match(vm: &mut Vm, call: Call) -> Completion<Value> {
    let regexp = this_object(vm, call, "RegExp.prototype[Symbol.match]")?;
    let string = text_argument(vm, call)?;
    match_string(vm, regexp, string)
}

/// RegExp.prototype [ %Symbol.search% ] ( string ), ECMA-262 22.2.6.12
pub(super) fn symbol_search(vm: &mut Vm, call: Call) -> Completion<Value> {
    let regexp = this_object(vm, call, "RegExp.prototype[Symbol.search]")?;
    let string = text_argument(vm, call)?;
    search(vm, regexp, string)
}

/// Implements match once `this` and the argument are known.
pub(crate) fn match_string(vm: &mut Vm, regexp: ObjectId, string: StringId) -> Completion<Value> {
    if let Some(matches) = Matches::of(vm, regexp, string)? {
        return if matches.is_global { match_all_quickly(vm, matches) } else { builtin_exec(vm, regexp, string) };
    }
    let flags = flags_text(vm, regexp)?;
    if !has_letter(vm, flags, b'g')? {
        return regexp_exec(vm, regexp, string);
    }
    let unicode = has_letter(vm, flags, b'u')? || has_letter(vm, flags, b'v')?;
    object::set(vm, regexp, keys::LAST_INDEX, Value::int(0), true)?;
    let matches = array::new_array(vm);
    vm.keep(Value::object(matches));
    let mut count = 0;
    loop {
        let vm = &mut vm.scope();
        let result = regexp_exec(vm, regexp, string)?;
        let Some(result) = result.as_object() else {
            return Ok(if count == 0 { Value::NULL } else { Value::object(matches) });
        };
        vm.keep(Value::object(result));
        let matched = matched_text(vm, result)?;
        let key = vm.heap.key_of_index(count);
        object::create_data_property_or_throw(vm, matches, key, Value::string(matched))?;
        count += 1;
        if vm.heap.string_length(matched) == 0 {
            advance_last_index(vm, regexp, string, unicode)?;
        }
    }
}

/// Returns the element 0 of the result of `exec`, as a string.
pub(super) fn matched_text(vm: &mut Vm, result: ObjectId) -> Completion<StringId> {
    let key = vm.heap.key_of_index(0);
    let matched = object::get(vm, result, key)?;
    convert::to_string(vm, matched)
}

/// Advances past an empty match: steps 8.f.iii.5 of 22.2.6.8 and 14.e.iii of 22.2.6.11.
pub(super) fn advance_last_index(vm: &mut Vm, regexp: ObjectId, string: StringId, unicode: bool) -> Completion<()> {
    let value = object::get(vm, regexp, keys::LAST_INDEX)?;
    let index = convert::to_length(vm, value)?;
    let subject = vm.heap.flatten(string)?;
    let next = advance_string_index(vm, subject, index, unicode);
    object::set(vm, regexp, keys::LAST_INDEX, Value::number(next as f64), true)
}

/// Fast path: returns all matches of a pristine global regular expression.
fn match_all_quickly(vm: &mut Vm, mut matches: Matches) -> Completion<Value> {
    Gathered::with(vm, |vm, texts| {
        while matches.next(vm)? {
            let text = group(vm, matches.subject, 0)?;
            texts.push(&mut vm.heap, text)?;
        }
        if texts.len() == 0 { Ok(Value::NULL) } else { texts.to_array(vm).map(Value::object) }
    })
}

/// Implements search once `this` and the argument are known.
pub(crate) fn search(vm: &mut Vm, regexp: ObjectId, string: StringId) -> Completion<Value> {
    if regexp::is_pristine_regexp(vm, regexp)
        && let Some(pattern) = regexp::pattern_of(vm, regexp)
    {
        // Fast path: `lastIndex` ends as it began.
        let sticky = pattern::pattern_cell(&vm.heap, pattern).parsed_flags.sticky;
        let subject = vm.heap.flatten(string)?;
        let found = find(vm, Some(regexp), pattern, subject, 0, sticky)?;
        return Ok(Value::int(if found { vm.execution.scratch.span().start as i32 } else { -1 }));
    }
    let previous = object::get(vm, regexp, keys::LAST_INDEX)?;
    vm.keep(previous);
    if !operators::same_value(vm, previous, Value::int(0))? {
        object::set(vm, regexp, keys::LAST_INDEX, Value::int(0), true)?;
    }
    let result = regexp_exec(vm, regexp, string)?;
    vm.keep(result);
    let current = object::get(vm, regexp, keys::LAST_INDEX)?;
    if !operators::same_value(vm, current, previous)? {
        object::set(vm, regexp, keys::LAST_INDEX, previous, true)?;
    }
    match result.as_object() {
        Some(result) => object::get(vm, result, keys::INDEX),
        None => Ok(Value::int(-1)),
    }
}
