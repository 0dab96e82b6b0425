//! What String.prototype.split does with a regular expression.

use crate::gathered::Gathered;
use crate::string::part;
use ferrotape_engine::error::Completion;
use ferrotape_engine::heap::{FlatString, ObjectId, PatternId, StringId};
use ferrotape_engine::names::keys;
use ferrotape_engine::string_builder::StringBuilder;
use ferrotape_engine::value::Value;
use ferrotape_engine::vm::Vm;

use super::exec::{Matches, advance_string_index, find, group, regexp_exec};
use super::flags::{flags_text, has_letter};
use ferrotape_engine::regexp::{compile_text, regexp_alloc};

/// RegExp.prototype [ %Symbol.split% ] ( string, limit ), ECMA-262 22.2.6.14
pub(crate) fn split(vm: &mut Vm, regexp: ObjectId, string: StringId, limit: Value) -> Completion<Value> {
    // Fast path: what the limit is converted by cannot change what was looked up before.
    if (limit.is_undefined() || limit.is_int())
        && let Some(matches) = Matches::of(vm, regexp, string)?
    {
        let limit = if limit.is_undefined() { u32::MAX } else { vm.to_uint32(limit)? };
        return Gathered::with(vm, |vm, parts| {
            split_quickly(vm, matches.pattern, matches.subject, limit as usize, parts)?;
            parts.to_array(vm).map(Value::object)
        });
    }
    check_constructor(vm, regexp)?;
    let flags = flags_text(vm, regexp)?;
    let unicode = has_letter(vm, flags, b'u')? || has_letter(vm, flags, b'v')?;
    let splitter = new_splitter(vm, regexp, flags)?;
    vm.keep(Value::object(splitter));
    let limit = if limit.is_undefined() { u32::MAX } else { vm.to_uint32(limit)? };
    let parts = vm.new_array();
    vm.keep(Value::object(parts));
    split_observably(vm, splitter, string, Parts { array: parts, count: 0, limit: limit.into() }, unicode)?;
    Ok(Value::object(parts))
}

/// SpeciesConstructor ( O, defaultConstructor ), ECMA-262 7.3.22, as far as it can be seen without %Symbol.species%.
fn check_constructor(vm: &mut Vm, regexp: ObjectId) -> Completion<()> {
    let constructor = vm.get(regexp, keys::CONSTRUCTOR)?;
    if constructor.is_undefined() || constructor.is_object() {
        return Ok(());
    }
    vm.type_error("The .constructor property is not an object")
}

/// Step 8: the same regular expression, sticky.
fn new_splitter(vm: &mut Vm, regexp: ObjectId, flags: StringId) -> Completion<ObjectId> {
    let flags = if has_letter(vm, flags, b'y')? {
        flags
    } else {
        let mut text = StringBuilder::new();
        text.push_string(vm, flags)?;
        text.push_byte(vm, b'y')?;
        text.finish(vm)?
    };
    let source = match vm.pattern_of(regexp) {
        Some(pattern) => vm.heap.pattern_cell(pattern).source,
        None => vm.to_string(Value::object(regexp))?,
    };
    let pattern = compile_text(vm, source, flags)?;
    let prototype = vm.intrinsics().regexp_prototype;
    Ok(regexp_alloc(vm, prototype, pattern))
}

/// Fast path: searches for the next separator where the specification tries each position.
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
    let program = &vm.heap.pattern_cell(pattern).program;
    let (group_count, flags) = (program.group_count(), program.flags());
    let unicode = flags.unicode || flags.unicode_sets;
    let length = vm.heap.view(subject).len();
    if length == 0 {
        if !find(vm, pattern, subject, 0, true)? {
            parts.push(&mut vm.heap, Value::string(subject.id()))?;
        }
        return Ok(());
    }
    let (mut start, mut position) = (0, 0);
    while position < length && vm.heap.find_match(pattern, subject, position, false, &mut vm.scratch)? {
        let separator = vm.scratch.span();
        // At the end the specification does not look for one.
        if separator.start >= length {
            break;
        }
        vm.remember_match(subject, group_count);
        if separator.end == start {
            position = advance_string_index(vm, subject, separator.start as u64, unicode) as usize;
            continue;
        }
        let text = part(vm, subject, start, separator.start)?;
        parts.push(&mut vm.heap, text)?;
        start = separator.end;
        position = start;
        for index in 1..group_count.min(limit - parts.len() + 1) {
            vm.tick(1)?;
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

/// The array that is made.
struct Parts {
    array: ObjectId,
    count: u64,
    limit: u64,
}

impl Parts {
    /// Says whether the limit is reached.
    fn push(&mut self, vm: &mut Vm, part: Value) -> Completion<bool> {
        let key = vm.heap.key_of_index(self.count);
        vm.create_data_property_or_throw(self.array, key, part)?;
        self.count += 1;
        Ok(self.count >= self.limit)
    }
}

/// Steps 14 to 21, as the specification has them.
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
        let mark = vm.kept_mark();
        vm.set(splitter, keys::LAST_INDEX, Value::int(position as i32), true)?;
        let result = regexp_exec(vm, splitter, string)?;
        vm.keep(result);
        let end = match result.as_object() {
            Some(_) => {
                let end = vm.get(splitter, keys::LAST_INDEX)?;
                Some(vm.to_length(end)?.min(length as u64) as usize)
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
        vm.release_kept(mark);
    }
    let text = part(vm, subject, start, length)?;
    parts.push(vm, text).map(|_| ())
}

/// Says whether the limit is reached.
fn push_groups(vm: &mut Vm, result: ObjectId, parts: &mut Parts) -> Completion<bool> {
    let count = vm.length_of_array_like(result)?.max(1) - 1;
    for index in 1..=count {
        let key = vm.heap.key_of_index(index);
        let group = vm.get(result, key)?;
        vm.tick(1)?;
        if parts.push(vm, group)? {
            return Ok(true);
        }
    }
    Ok(false)
}
