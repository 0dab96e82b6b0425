//! Array methods that leave their array unchanged and return a new one, without holes and without a species.

use super::elements::{create_element, get_element, readable, tick_moves};
use super::sort::{Holes, comparator_argument, sorted_values};
use super::{array_create, check_length, relative_index, this_array_like};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::array;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Array.prototype.toReversed ( ), ECMA-262 23.1.3.33
pub(super) fn to_reversed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    if let Some(mut values) = plain_values(vm, object, length)? {
        values.reverse();
        return array::new_array_from(vm, values).map(Value::object);
    }
    let result = array_create(vm, length)?;
    for index in 0..length {
        let value = get_element(vm, object, length - 1 - index)?;
        create_element(vm, result, index, value)?;
    }
    Ok(Value::object(result))
}

/// Array.prototype.toSorted ( comparator ), ECMA-262 23.1.3.34
pub(super) fn to_sorted(vm: &mut Vm, call: Call) -> Completion<Value> {
    let comparator = comparator_argument(vm, call)?;
    let (object, length) = this_array_like(vm, call)?;
    let result = array_create(vm, length)?;
    let (sorted, _) = sorted_values(vm, (object, length), comparator, Holes::AreUndefined)?;
    for (index, &value) in (0u64..).zip(&sorted) {
        vm.work(1)?;
        create_element(vm, result, index, value)?;
    }
    for index in sorted.len() as u64..length {
        vm.work(1)?;
        create_element(vm, result, index, Value::UNDEFINED)?;
    }
    Ok(Value::object(result))
}

/// Array.prototype.toSpliced ( start, skipCount, ...items ), ECMA-262 23.1.3.35
pub(super) fn to_spliced(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let [start, skip_count] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, start, length)?;
    let skip_count = match call.argument_count() {
        0 => 0,
        1 => length - start,
        _ => convert::to_integer_or_infinity(vm, skip_count)?.clamp(0.0, (length - start) as f64) as u64,
    };
    let item_count = call.argument_count().saturating_sub(2) as u64;
    let new_length = length + item_count - skip_count;
    check_length(vm, new_length)?;
    let result = array_create(vm, new_length)?;
    copy_elements(vm, object, 0..start, (result, 0))?;
    for index in 0..item_count {
        vm.work(1)?;
        let item = call.argument(vm, index as usize + 2);
        create_element(vm, result, start + index, item)?;
    }
    copy_elements(vm, object, start + skip_count..length, (result, start + item_count))?;
    Ok(Value::object(result))
}

/// Array.prototype.with ( index, value ), ECMA-262 23.1.3.39
pub(super) fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let (position, value) = (call.argument(vm, 0), call.argument(vm, 1));
    let relative = convert::to_integer_or_infinity(vm, position)?;
    let position = if relative < 0.0 { length as f64 + relative } else { relative };
    if position < 0.0 || position >= length as f64 {
        let shown = messages::describe(vm, Value::number(relative));
        return vm.range_error(format!("{}: {shown}", messages::INVALID_INDEX));
    }
    let position = position as u64;
    if let Some(mut values) = plain_values(vm, object, length)? {
        if let Some(place) = values.get_mut(position as usize) {
            *place = value;
        }
        return array::new_array_from(vm, values).map(Value::object);
    }
    let result = array_create(vm, length)?;
    copy_elements(vm, object, 0..position, (result, 0))?;
    create_element(vm, result, position, value)?;
    copy_elements(vm, object, position + 1..length, (result, position + 1))?;
    Ok(Value::object(result))
}

/// Copies a range of elements to their place in a new array. Holes become undefined.
fn copy_elements(
    vm: &mut Vm,
    source: ObjectId,
    range: std::ops::Range<u64>,
    (target, start): (ObjectId, u64),
) -> Completion<()> {
    for (offset, index) in (0..).zip(range) {
        let value = get_element(vm, source, index)?;
        create_element(vm, target, start + offset, value)?;
    }
    Ok(())
}

/// The most elements that are copied without a check of the limits.
const MOST_AT_ONCE: u64 = 1 << 20;

/// Fast path: returns the elements of a readable array of exactly this length.
fn plain_values(vm: &mut Vm, object: ObjectId, length: u64) -> Completion<Option<Vec<Value>>> {
    let is_plain = readable(&vm.heap, object).is_some_and(|values| values.len() as u64 == length);
    if !is_plain || length > MOST_AT_ONCE {
        return Ok(None);
    }
    vm.heap.room(length as usize * size_of::<Value>())?;
    tick_moves(vm, length as usize)?;
    let values = readable(&vm.heap, object).unwrap_or_default().iter();
    Ok(Some(values.map(|&value| if value.is_empty() { Value::UNDEFINED } else { value }).collect()))
}
