//! What takes strings apart.

use crate::builtins::regexp;
use crate::error::Completion;
use crate::function::Call;
use crate::heap::{FlatString, StringId};
use crate::number;
use crate::value::Value;
use crate::vm::Vm;

use super::{part, string_argument, this_string};
use ferrotape_budget::costs::UNITS_PER_TICK;

/// String.prototype.slice ( start, end ), ECMA-262 22.1.3.22
pub(super) fn slice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let length = vm.heap.string_length(string);
    let start = vm.to_integer_or_infinity(call.argument(vm, 0))?;
    let end = end_argument(vm, call, length)?;
    let (start, end) = (relative_index(start, length), relative_index(end, length));
    let flat = vm.heap.flatten(string)?;
    part(vm, flat, start, end)
}

/// String.prototype.substring ( start, end ), ECMA-262 22.1.3.25
pub(super) fn substring(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let length = vm.heap.string_length(string);
    let start = vm.to_integer_or_infinity(call.argument(vm, 0))?;
    let end = end_argument(vm, call, length)?;
    let (start, end) = ((start as usize).min(length), (end as usize).min(length));
    let flat = vm.heap.flatten(string)?;
    part(vm, flat, start.min(end), start.max(end))
}

/// String.prototype.substr ( start, length ), ECMA-262 B.2.2.1
pub(super) fn substr(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let length = vm.heap.string_length(string);
    let start = vm.to_integer_or_infinity(call.argument(vm, 0))?;
    let count = end_argument(vm, call, length)?;
    let start = relative_index(start, length);
    let end = start.saturating_add(count as usize).min(length);
    let flat = vm.heap.flatten(string)?;
    part(vm, flat, start, end)
}

/// The second argument as an integer, the length where it is undefined.
fn end_argument(vm: &mut Vm, call: Call, length: usize) -> Completion<f64> {
    match call.argument(vm, 1) {
        Value::UNDEFINED => Ok(length as f64),
        end => vm.to_integer_or_infinity(end),
    }
}

/// A position that counts from the end where it is negative.
fn relative_index(position: f64, length: usize) -> usize {
    let absolute = if position < 0.0 { position + length as f64 } else { position };
    // The cast takes what is still negative to 0.
    (absolute as usize).min(length)
}

/// String.prototype.trim ( ), ECMA-262 22.1.3.32
pub(super) fn trim(vm: &mut Vm, call: Call) -> Completion<Value> {
    trim_string(vm, call, true, true)
}

/// String.prototype.trimEnd ( ), ECMA-262 22.1.3.33
pub(super) fn trim_end(vm: &mut Vm, call: Call) -> Completion<Value> {
    trim_string(vm, call, false, true)
}

/// String.prototype.trimStart ( ), ECMA-262 22.1.3.34
pub(super) fn trim_start(vm: &mut Vm, call: Call) -> Completion<Value> {
    trim_string(vm, call, true, false)
}

/// TrimString ( string, where ), ECMA-262 22.1.3.32.1
fn trim_string(vm: &mut Vm, call: Call, at_start: bool, at_end: bool) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let flat = vm.heap.flatten(string)?;
    let mut rest = vm.heap.view(flat);
    let length = rest.len();
    if at_start {
        rest = number::trim_start(rest);
    }
    let start = length - rest.len();
    if at_end {
        rest = number::trim_end(rest);
    }
    let end = start + rest.len();
    vm.tick((length - rest.len()) as u64 / UNITS_PER_TICK)?;
    part(vm, flat, start, end)
}

/// String.prototype.split ( separator, limit ), ECMA-262 22.1.3.23
pub(super) fn split(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    if let Some(regexp) = vm.as_regexp(call.argument(vm, 0)) {
        return regexp::split(vm, regexp, string, call.argument(vm, 1));
    }
    let limit = match call.argument(vm, 1) {
        Value::UNDEFINED => u32::MAX,
        limit => vm.to_uint32(limit)?,
    };
    let separator = string_argument(vm, call, 0)?;
    let parts = if limit == 0 {
        Vec::new()
    } else if call.argument(vm, 0).is_undefined() {
        vec![Value::string(string)]
    } else {
        split_at(vm, string, separator, limit as usize)?
    };
    Ok(Value::object(vm.new_array_from(parts)?))
}

fn split_at(vm: &mut Vm, string: StringId, separator: StringId, limit: usize) -> Completion<Vec<Value>> {
    let (string, separator) = (vm.heap.flatten(string)?, vm.heap.flatten(separator)?);
    let separator_length = vm.heap.view(separator).len();
    if separator_length == 0 {
        return split_units(vm, string, limit);
    }
    let mut parts = Vec::new();
    let mut start = 0;
    while let Some(index) = vm.string_index_of(string, separator, start)? {
        charge_growth(vm, &parts)?;
        parts.push(part(vm, string, start, index)?);
        if parts.len() >= limit {
            return Ok(parts);
        }
        start = index + separator_length;
    }
    let end = vm.heap.view(string).len();
    parts.push(part(vm, string, start, end)?);
    Ok(parts)
}

fn split_units(vm: &mut Vm, string: FlatString, limit: usize) -> Completion<Vec<Value>> {
    let count = vm.heap.view(string).len().min(limit);
    vm.tick(count as u64)?;
    vm.heap.require_room(count * size_of::<Value>())?;
    let mut units = Vec::with_capacity(count);
    for index in 0..count {
        if index % (1 << 16) == 0 {
            // Strings of one unit are accounted for, but nobody looks at the limit meanwhile.
            vm.heap.require_room(0)?;
        }
        let unit = vm.heap.view(string).get(index).unwrap_or(0);
        units.push(Value::string(vm.heap.character(unit)));
    }
    Ok(units)
}

/// Asks for the memory that a vector is about to take by growing.
fn charge_growth(vm: &mut Vm, values: &Vec<Value>) -> Completion<()> {
    vm.tick(1)?;
    if values.len() == values.capacity() {
        vm.heap.require_room(values.capacity() * 2 * size_of::<Value>())?;
    }
    Ok(())
}
