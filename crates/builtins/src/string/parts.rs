//! Methods that extract parts of strings.

use crate::regexp;
use crate::string::find::string_index_of;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, StringId};
use ferrotape_runtime::number;
use ferrotape_runtime::object::array;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::operands::{check_coercible, part, string_argument, this_string};
use super::protocol::{Worker, worker};
use ferrotape_budget::costs::PART;

/// String.prototype.slice ( start, end ), ECMA-262 22.1.3.22
pub(super) fn slice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let length = vm.heap.string_length(string);
    let argument = call.argument(vm, 0);
    let start = convert::to_integer_or_infinity(vm, argument)?;
    let end = end_argument(vm, call, length)?;
    let (start, end) = (relative_index(start, length), relative_index(end, length));
    let flat = vm.heap.flatten(string)?;
    part(vm, flat, start, end)
}

/// String.prototype.substring ( start, end ), ECMA-262 22.1.3.25
pub(super) fn substring(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let length = vm.heap.string_length(string);
    let start = call.argument(vm, 0);
    let start = convert::to_integer_or_infinity(vm, start)?;
    let end = end_argument(vm, call, length)?;
    let (start, end) = ((start as usize).min(length), (end as usize).min(length));
    let flat = vm.heap.flatten(string)?;
    part(vm, flat, start.min(end), start.max(end))
}

/// String.prototype.substr ( start, length ), ECMA-262 B.2.2.1
pub(super) fn substr(vm: &mut Vm, call: Call) -> Completion<Value> {
    let string = this_string(vm, call)?;
    let length = vm.heap.string_length(string);
    let start = call.argument(vm, 0);
    let start = convert::to_integer_or_infinity(vm, start)?;
    let count = end_argument(vm, call, length)?;
    let start = relative_index(start, length);
    let end = start.saturating_add(count as usize).min(length);
    let flat = vm.heap.flatten(string)?;
    part(vm, flat, start, end)
}

/// Returns the second argument as an integer, or the length if it is undefined.
fn end_argument(vm: &mut Vm, call: Call, length: usize) -> Completion<f64> {
    match call.argument(vm, 1) {
        Value::UNDEFINED => Ok(length as f64),
        end => convert::to_integer_or_infinity(vm, end),
    }
}

/// Converts a position: negative ones count from the end.
fn relative_index(position: f64, length: usize) -> usize {
    let absolute = if position < 0.0 { position + length as f64 } else { position };
    // The cast turns a negative number into 0.
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
    let (whole, budget) = vm.heap.view_and_budget(flat);
    let mut rest = whole;
    if at_start {
        rest = number::trim_start(rest, budget)?;
    }
    let start = whole.len() - rest.len();
    if at_end {
        rest = number::trim_end(rest, budget)?;
    }
    let end = start + rest.len();
    part(vm, flat, start, end)
}

/// String.prototype.split ( separator, limit ), ECMA-262 22.1.3.23
pub(super) fn split(vm: &mut Vm, call: Call) -> Completion<Value> {
    check_coercible(vm, call)?;
    let (argument, limit) = (call.argument(vm, 0), call.argument(vm, 1));
    match worker(vm, argument, symbols::SPLIT)? {
        Worker::Regexp(regexp) => {
            let string = this_string(vm, call)?;
            return regexp::split(vm, regexp, string, limit);
        }
        Worker::Method(method) => return vm.call(Value::object(method), argument, &[call.this, limit]),
        Worker::String => {}
    }
    let string = this_string(vm, call)?;
    let limit = match limit {
        Value::UNDEFINED => u32::MAX,
        limit => convert::to_uint32(vm, limit)?,
    };
    let separator = string_argument(vm, call, 0)?;
    let parts = if limit == 0 {
        Vec::new()
    } else if call.argument(vm, 0).is_undefined() {
        vec![Value::string(string)]
    } else {
        split_at(vm, string, separator, limit as usize)?
    };
    Ok(Value::object(array::new_array_from(vm, parts)?))
}

/// Splits at each occurrence of the separator, or into code units if it is empty. Stops at the limit, which is not 0.
fn split_at(vm: &mut Vm, string: StringId, separator: StringId, limit: usize) -> Completion<Vec<Value>> {
    let (string, separator) = (vm.heap.flatten(string)?, vm.heap.flatten(separator)?);
    let separator_length = vm.heap.view(separator).len();
    if separator_length == 0 {
        return split_units(vm, string, limit);
    }
    let mut parts = Vec::new();
    let mut start = 0;
    while let Some(index) = string_index_of(vm, string, separator, start)? {
        vm.work(PART)?;
        vm.heap.lend_room(&mut parts, 1)?;
        parts.push(part(vm, string, start, index)?);
        if parts.len() >= limit {
            vm.heap.take_back(&parts);
            return Ok(parts);
        }
        start = index + separator_length;
    }
    let end = vm.heap.view(string).len();
    vm.heap.lend_room(&mut parts, 1)?;
    parts.push(part(vm, string, start, end)?);
    vm.heap.take_back(&parts);
    Ok(parts)
}

/// Returns the first code units, surrogates one by one, as strings.
fn split_units(vm: &mut Vm, string: FlatString, limit: usize) -> Completion<Vec<Value>> {
    let count = vm.heap.view(string).len().min(limit);
    let mut units = Vec::new();
    vm.heap.lend_room(&mut units, count)?;
    for index in 0..count {
        vm.work(1)?;
        let unit = vm.heap.view(string).get(index).unwrap_or(0);
        units.push(Value::string(vm.heap.character(unit)));
    }
    vm.heap.take_back(&units);
    Ok(units)
}
