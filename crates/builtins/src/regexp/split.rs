//! Implements String.prototype.split for regular expressions.

use crate::gathered::Gathered;
use crate::species::species_constructor;
use crate::string::part;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, ObjectId, PatternId, StringId};
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object;
use ferrotape_runtime::object::array;
use ferrotape_runtime::pattern;
use ferrotape_runtime::realm;
use ferrotape_runtime::regexp;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::exec::{Matches, advance_string_index, find, group, regexp_exec, text_argument};
use super::flags::{flags_text, has_letter};
use super::this_object;

/// RegExp.prototype [ %Symbol.split% ] ( string, limit ), ECMA-262 22.2.6.14
pub(super) fn symbol_split(vm: &mut Vm, call: Call) -> Completion<Value> {
    let regexp = this_object(vm, call, "RegExp.prototype[Symbol.split]")?;
    let string = text_argument(vm, call)?;
    let limit = call.argument(vm, 1);
    split(vm, regexp, string, limit)
}

/// Implements split once `this` and the first argument are known.
pub(crate) fn split(vm: &mut Vm, regexp: ObjectId, string: StringId, limit: Value) -> Completion<Value> {
    let constructor = species_constructor(vm, regexp)?;
    // Looked up now: what nobody has asked for before is made only when it is.
    let default = realm::intrinsics(vm).regexp;
    let constructor = constructor.unwrap_or(default);
    // Fast path: converting the limit cannot change the properties looked up before.
    if constructor == default
        && (limit.is_undefined() || limit.is_int())
        && let Some(matches) = Matches::of(vm, regexp, string)?
    {
        let limit = if limit.is_undefined() { u32::MAX } else { convert::to_uint32(vm, limit)? };
        return Gathered::with(vm, |vm, parts| {
            split_quickly(vm, matches.pattern, matches.subject, limit as usize, parts)?;
            parts.to_array(vm).map(Value::object)
        });
    }
    vm.keep(Value::object(constructor));
    let flags = flags_text(vm, regexp)?;
    let unicode = has_letter(vm, flags, b'u')? || has_letter(vm, flags, b'v')?;
    let flags = sticky_flags(vm, flags)?;
    let arguments = [Value::object(regexp), Value::string(flags)];
    let splitter = vm.construct(constructor, &arguments, constructor)?;
    vm.keep(Value::object(splitter));
    let parts = array::new_array(vm);
    vm.keep(Value::object(parts));
    let limit = if limit.is_undefined() { u32::MAX } else { convert::to_uint32(vm, limit)? };
    split_observably(vm, splitter, string, Parts { array: parts, count: 0, limit: limit.into() }, unicode)?;
    Ok(Value::object(parts))
}

/// Steps 7 and 8: returns the flags with `y`, and keeps them.
fn sticky_flags(vm: &mut Vm, flags: StringId) -> Completion<StringId> {
    if has_letter(vm, flags, b'y')? {
        return Ok(flags);
    }
    let mut text = StringBuilder::new();
    text.push_string(vm, flags)?;
    text.push_byte(vm, b'y')?;
    let flags = text.finish(vm)?;
    vm.keep(Value::string(flags));
    Ok(flags)
}

/// Fast path: searches for the next separator, while the specification tries each position.
fn split_quickly(
    vm: &mut Vm,
    pattern: PatternId,
    subject: FlatString,
    limit: usize,
    parts: &mut Gathered<Value>,
) -> Completion<()> {
    if limit == 0 {
        return Ok(());
    }
    pattern::prepare_pattern(&mut vm.heap, pattern)?;
    let cell = pattern::pattern_cell(&vm.heap, pattern);
    let (group_count, flags) = (cell.group_count(), cell.parsed_flags);
    let unicode = flags.unicode || flags.unicode_sets;
    let length = vm.heap.view(subject).len();
    if length == 0 {
        if !find(vm, None, pattern, subject, 0, true)? {
            parts.push(&mut vm.heap, Value::string(subject.id()))?;
        }
        return Ok(());
    }
    let (mut start, mut position) = (0, 0);
    while position < length
        && pattern::find_match(&mut vm.heap, pattern, subject, position, false, &mut vm.execution.scratch)?
    {
        let separator = vm.execution.scratch.span();
        // The specification does not look for a separator at the end.
        if separator.start >= length {
            break;
        }
        regexp::remember_match(vm, subject, group_count);
        if separator.end == start {
            position = advance_string_index(vm, subject, separator.start as u64, unicode) as usize;
            continue;
        }
        let text = part(vm, subject, start, separator.start)?;
        parts.push(&mut vm.heap, text)?;
        start = separator.end;
        position = start;
        for index in 1..group_count.min(limit - parts.len() + 1) {
            vm.work(1)?;
            let text = group(vm, subject, index)?;
            parts.push(&mut vm.heap, text)?;
        }
        if parts.len() >= limit {
            return Ok(());
        }
    }
    let text = part(vm, subject, start, length)?;
    Ok(parts.push(&mut vm.heap, text)?)
}

/// The resulting array.
struct Parts {
    array: ObjectId,
    count: u64,
    limit: u64,
}

impl Parts {
    /// Adds a part. Returns whether the limit is reached.
    fn push(&mut self, vm: &mut Vm, part: Value) -> Completion<bool> {
        let key = vm.heap.key_of_index(self.count);
        object::create_data_property_or_throw(vm, self.array, key, part)?;
        self.count += 1;
        Ok(self.count >= self.limit)
    }
}

/// Steps 14 to 21, as in the specification.
fn split_observably(
    vm: &mut Vm,
    splitter: ObjectId,
    string: StringId,
    mut parts: Parts,
    unicode: bool,
) -> Completion<()> {
    if parts.limit == 0 {
        return Ok(());
    }
    let subject = vm.heap.flatten(string)?;
    let length = vm.heap.view(subject).len();
    if length == 0 {
        if regexp_exec(vm, splitter, string)?.is_null() {
            parts.push(vm, Value::string(string))?;
        }
        return Ok(());
    }
    let (mut start, mut position) = (0, 0);
    while position < length {
        let vm = &mut vm.scope();
        object::set(vm, splitter, keys::LAST_INDEX, Value::int(position as i32), true)?;
        let result = regexp_exec(vm, splitter, string)?;
        vm.keep(result);
        let end = match result.as_object() {
            Some(_) => {
                let end = object::get(vm, splitter, keys::LAST_INDEX)?;
                Some(convert::to_length(vm, end)?.min(length as u64) as usize)
            }
            None => None,
        };
        match (result.as_object(), end.filter(|&end| end != start)) {
            (Some(result), Some(end)) => {
                let text = part(vm, subject, start, position)?;
                if parts.push(vm, text)? || push_groups(vm, result, &mut parts)? {
                    return Ok(());
                }
                start = end;
                position = end;
            }
            _ => position = advance_string_index(vm, subject, position as u64, unicode) as usize,
        }
    }
    let text = part(vm, subject, start, length)?;
    parts.push(vm, text).map(|_| ())
}

/// Adds the captures. Returns whether the limit is reached.
fn push_groups(vm: &mut Vm, result: ObjectId, parts: &mut Parts) -> Completion<bool> {
    let count = convert::length_of_array_like(vm, result)?.max(1) - 1;
    for index in 1..=count {
        let key = vm.heap.key_of_index(index);
        let group = object::get(vm, result, key)?;
        vm.work(1)?;
        if parts.push(vm, group)? {
            return Ok(true);
        }
    }
    Ok(false)
}
