//! indexOf and similar methods.

use crate::string::find::{string_index_of, string_last_index_of};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{FlatString, StringId};
use ferrotape_runtime::string;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::operands::{string_argument, this_string};
use super::protocol::string_and_text;
use ferrotape_budget::costs::UNITS_PER_TICK;

/// String.prototype.endsWith ( searchString [ , endPosition ] ), ECMA-262 22.1.3.7
pub(super) fn ends_with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (string, search) = string_and_text(vm, call)?;
    let length = vm.heap.string_length(string);
    let end = match call.argument(vm, 1) {
        Value::UNDEFINED => length,
        end => clamp(convert::to_integer_or_infinity(vm, end)?, length),
    };
    match end.checked_sub(vm.heap.string_length(search)) {
        Some(start) => is_at(vm, string, search, start),
        None => Ok(Value::FALSE),
    }
}

/// String.prototype.includes ( searchString [ , position ] ), ECMA-262 22.1.3.8
pub(super) fn includes(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (string, search) = string_and_text(vm, call)?;
    Ok(Value::bool(search_forwards(vm, call, string, search)?.is_some()))
}

/// String.prototype.indexOf ( searchString [ , position ] ), ECMA-262 22.1.3.9
pub(super) fn index_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (string, search) = string_and_search(vm, call)?;
    Ok(index_value(search_forwards(vm, call, string, search)?))
}

/// String.prototype.lastIndexOf ( searchString [ , position ] ), ECMA-262 22.1.3.11
pub(super) fn last_index_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (string, search) = string_and_search(vm, call)?;
    let argument = call.argument(vm, 1);
    let position = convert::to_number(vm, argument)?;
    let length = vm.heap.string_length(string);
    let from = if position.is_nan() { length } else { clamp(position, length) };
    let (string, search) = flatten_both(vm, string, search)?;
    Ok(index_value(string_last_index_of(vm, string, search, from)?))
}

/// String.prototype.startsWith ( searchString [ , position ] ), ECMA-262 22.1.3.24
pub(super) fn starts_with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (string, search) = string_and_text(vm, call)?;
    let argument = call.argument(vm, 1);
    let position = convert::to_integer_or_infinity(vm, argument)?;
    let start = clamp(position, vm.heap.string_length(string));
    is_at(vm, string, search, start)
}

fn search_forwards(vm: &mut Vm, call: Call, string: StringId, search: StringId) -> Completion<Option<usize>> {
    let argument = call.argument(vm, 1);
    let position = convert::to_integer_or_infinity(vm, argument)?;
    let from = clamp(position, vm.heap.string_length(string));
    let (string, search) = flatten_both(vm, string, search)?;
    string_index_of(vm, string, search, from)
}

fn string_and_search(vm: &mut Vm, call: Call) -> Completion<(StringId, StringId)> {
    Ok((this_string(vm, call)?, string_argument(vm, call, 0)?))
}

fn flatten_both(vm: &mut Vm, string: StringId, search: StringId) -> Completion<(FlatString, FlatString)> {
    Ok((vm.heap.flatten(string)?, vm.heap.flatten(search)?))
}

/// Returns whether `search` stands at `start`.
fn is_at(vm: &mut Vm, string: StringId, search: StringId, start: usize) -> Completion<Value> {
    let (string, search) = flatten_both(vm, string, search)?;
    let (view, wanted, budget) = string::views_and_budget(&mut vm.heap, string, search);
    let view = view.slice(start, start + wanted.len());
    if view.len() < wanted.len() {
        return Ok(Value::FALSE);
    }
    let difference = budget.find_in_pieces(wanted.len(), UNITS_PER_TICK, |piece| {
        let (there, here) = (view.slice(piece.start, piece.end), wanted.slice(piece.start, piece.end));
        (!there.equals(here)).then_some(())
    })?;
    Ok(Value::bool(difference.is_none()))
}

/// Clamps a position to a string of that length.
fn clamp(position: f64, length: usize) -> usize {
    // The cast turns negative numbers and NaN into 0.
    (position as usize).min(length)
}

fn index_value(index: Option<usize>) -> Value {
    Value::int(index.map_or(-1, |index| index as i32))
}
