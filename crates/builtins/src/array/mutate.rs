//! Array methods that change their array in place.

use super::elements::{
    begins_to_be_empty_at, changeable, delete_element, get_element, get_if_present, has_place_for, move_down_from_end,
    move_up_from_start, reserve_more, set_element, tick_moves,
};
use super::gaps::{Gaps, look_ahead, look_back};
use super::{check_length, number, relative_end, relative_index, set_length, this_array_like};
use ferrotape_runtime::cell;
use ferrotape_runtime::dense;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::queue;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Array.prototype.push ( ...items ), ECMA-262 23.1.3.23
pub(super) fn push(vm: &mut Vm, call: Call) -> Completion<Value> {
    let count = call.argument_count();
    if let Some(array) = call.this.as_object()
        && let Some(length) = reserve_more(vm, array, count)?
    {
        for index in 0..count {
            let item = call.argument(vm, index);
            cell::push_element(&mut vm.heap, array, item);
        }
        return Ok(number(length as u64));
    }
    let (object, length) = this_array_like(vm, call)?;
    check_length(vm, length + count as u64)?;
    for index in 0..count {
        vm.work(1)?;
        let item = call.argument(vm, index);
        set_element(vm, object, length + index as u64, item)?;
    }
    let length = length + count as u64;
    set_length(vm, object, length)?;
    Ok(number(length))
}

/// Array.prototype.pop ( ), ECMA-262 23.1.3.22
pub(super) fn pop(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(array) = call.this.as_object()
        && changeable(&vm.heap, array).is_some()
    {
        let last = cell::pop_element(&mut vm.heap, array);
        return Ok(hole_as_undefined(last));
    }
    let (object, length) = this_array_like(vm, call)?;
    if length == 0 {
        set_length(vm, object, 0)?;
        return Ok(Value::UNDEFINED);
    }
    let last = get_element(vm, object, length - 1)?;
    vm.keep(last);
    delete_element(vm, object, length - 1)?;
    set_length(vm, object, length - 1)?;
    Ok(last)
}

fn hole_as_undefined(value: Option<Value>) -> Value {
    value.filter(|value| !value.is_empty()).unwrap_or(Value::UNDEFINED)
}

/// Array.prototype.shift ( ), ECMA-262 23.1.3.27
pub(super) fn shift(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(array) = call.this.as_object()
        && let Some(values) = changeable(&vm.heap, array)
    {
        if let Some(first) = values.first().copied() {
            queue::remove_front(&mut vm.heap, array, 1)?;
            return Ok(hole_as_undefined(Some(first)));
        }
        return Ok(Value::UNDEFINED);
    }
    let (object, length) = this_array_like(vm, call)?;
    if length == 0 {
        set_length(vm, object, 0)?;
        return Ok(Value::UNDEFINED);
    }
    let first = get_element(vm, object, 0)?;
    vm.keep(first);
    move_up_from_start(vm, object, 1..length, 0)?;
    delete_element(vm, object, length - 1)?;
    set_length(vm, object, length - 1)?;
    Ok(first)
}

/// Array.prototype.unshift ( ...items ), ECMA-262 23.1.3.37
pub(super) fn unshift(vm: &mut Vm, call: Call) -> Completion<Value> {
    let count = call.argument_count();
    if let Some(array) = call.this.as_object()
        && has_place_for(&vm.heap, array, count)
    {
        let items = call.arguments(vm).to_vec();
        let length = vm.heap.elements(array).as_dense().map_or(0, <[Value]>::len);
        tick_moves(vm, count)?;
        queue::insert_front(&mut vm.heap, array, &items)?;
        return Ok(number((length + count) as u64));
    }
    let (object, length) = this_array_like(vm, call)?;
    let count = count as u64;
    if count > 0 {
        check_length(vm, length + count)?;
        move_down_from_end(vm, object, 0..length, count)?;
        for index in 0..count {
            let item = call.argument(vm, index as usize);
            set_element(vm, object, index, item)?;
        }
    }
    set_length(vm, object, length + count)?;
    Ok(number(length + count))
}

/// Array.prototype.reverse ( ), ECMA-262 23.1.3.26
pub(super) fn reverse(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    if changeable(&vm.heap, object).is_some() {
        tick_moves(vm, length as usize)?;
        dense::reverse(&mut vm.heap, object);
        return Ok(Value::object(object));
    }
    let (middle, mut lower, mut gaps) = (length / 2, 0, Gaps::default());
    while lower < middle {
        let was_there = swap_elements(vm, object, lower, length - 1 - lower)?;
        lower += 1;
        if gaps.is_to_look(&vm.heap, object, was_there) {
            let below = look_ahead(vm, object, lower..middle)?;
            let above = length - look_back(vm, object, length - middle..length - lower)?;
            lower = below.min(above);
        }
    }
    Ok(Value::object(object))
}

/// Swaps two elements. Returns whether there was one at either place.
fn swap_elements(vm: &mut Vm, object: ObjectId, lower: u64, upper: u64) -> Completion<bool> {
    let vm = &mut vm.scope();
    let lower_value = get_if_present(vm, object, lower)?;
    vm.keep(lower_value.unwrap_or(Value::UNDEFINED));
    let upper_value = get_if_present(vm, object, upper)?;
    match (lower_value, upper_value) {
        (Some(lower_value), Some(upper_value)) => {
            set_element(vm, object, lower, upper_value)?;
            set_element(vm, object, upper, lower_value)?;
        }
        (None, Some(upper_value)) => {
            set_element(vm, object, lower, upper_value)?;
            delete_element(vm, object, upper)?;
        }
        (Some(lower_value), None) => {
            delete_element(vm, object, lower)?;
            set_element(vm, object, upper, lower_value)?;
        }
        (None, None) => {}
    }
    Ok(lower_value.is_some() || upper_value.is_some())
}

/// Array.prototype.fill ( value [ , start [ , end ] ] ), ECMA-262 23.1.3.7
pub(super) fn fill(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let [value, start, end] = [0, 1, 2].map(|index| call.argument(vm, index));
    let start = relative_index(vm, start, length)?;
    let end = relative_end(vm, end, length)?;
    // Converting the positions may have changed the array.
    if start < end && changeable(&vm.heap, object).is_some_and(|values| values.len() as u64 >= end) {
        tick_moves(vm, (end - start) as usize)?;
        dense::fill(&mut vm.heap, object, start as usize..end as usize, value);
        return Ok(Value::object(object));
    }
    for index in append_copies(vm, object, start, end, value)?..end {
        vm.work(1)?;
        set_element(vm, object, index, value)?;
    }
    Ok(Value::object(object))
}

/// Elements that are created at once.
const COPIES: u64 = 4096;

/// Fast path: fills an array that has a length, but no elements from `start` on, like the result of `new Array(n)`.
/// Returns the index reached.
fn append_copies(vm: &mut Vm, array: ObjectId, start: u64, end: u64, value: Value) -> Completion<u64> {
    if !begins_to_be_empty_at(&vm.heap, array, start, end) {
        return Ok(start);
    }
    vm.heap.reserve_elements(array, end as usize)?;
    let mut index = start;
    while index < end {
        let next = end.min(index + COPIES);
        tick_moves(vm, (next - index) as usize)?;
        if !dense::append_copies(&mut vm.heap, array, (next - index) as usize, value) {
            break;
        }
        index = next;
    }
    Ok(index)
}

/// Array.prototype.copyWithin ( target, start [ , end ] ), ECMA-262 23.1.3.4
pub(super) fn copy_within(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let [target, start, end] = [0, 1, 2].map(|index| call.argument(vm, index));
    let to = relative_index(vm, target, length)?;
    let from = relative_index(vm, start, length)?;
    let end = relative_end(vm, end, length)?;
    let count = end.saturating_sub(from).min(length - to);
    if from < to && to < from + count {
        move_down_from_end(vm, object, from..from + count, to)?;
    } else {
        move_up_from_start(vm, object, from..from + count, to)?;
    }
    Ok(Value::object(object))
}
