//! Methods of typed arrays that search for an element or a value.

use ferrotape_runtime::bigints;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::operators;
use ferrotape_runtime::typed_array;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::create::{TypedArray, this_typed_array};
use crate::array::{number, relative_index};

const NOT_FOUND: Value = Value::int(-1);

fn place(found: Option<usize>) -> Value {
    found.map_or(NOT_FOUND, |index| number(index as u64))
}

/// Returns the first of several indices with a BigInt. Creates no BigInts from elements.
fn find_bigint(
    vm: &mut Vm,
    array: TypedArray,
    sought: Value,
    indices: impl Iterator<Item = usize>,
) -> Completion<Option<usize>> {
    let Some(bigint) = sought.as_bigint() else { return Ok(None) };
    let raw = bigints::low_bits_of_bigint(&vm.heap, bigint);
    let as_element = typed_array::value_of_raw(vm, array.view.element, raw);
    if !operators::is_strictly_equal(vm, as_element, sought)? {
        return Ok(None);
    }
    for index in indices {
        vm.work(1)?;
        if views::raw_element(&vm.heap, array.view, index) == Some(raw) {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

/// %TypedArray%.prototype.at ( index ), ECMA-262 23.2.3.1
pub(super) fn at(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "at")?;
    let index = call.argument(vm, 0);
    let relative = convert::to_integer_or_infinity(vm, index)?;
    let length = array.length as f64;
    let position = if relative < 0.0 { length + relative } else { relative };
    let is_within = (0.0..length).contains(&position);
    Ok(if is_within { array.get(vm, position as usize) } else { Value::UNDEFINED })
}

/// %TypedArray%.prototype.includes ( searchElement [ , fromIndex ] ), ECMA-262 23.2.3.16
pub(super) fn includes(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "includes")?;
    if array.length == 0 {
        return Ok(Value::FALSE);
    }
    let [sought, from] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, from, array.length as u64)? as usize;
    if array.view.element.is_big_int() {
        if sought.is_undefined() {
            // Missing elements are undefined.
            let end = views::length_of_view(&vm.heap, array.view).unwrap_or(0);
            return Ok(Value::bool(start.max(end) < array.length));
        }
        let found = find_bigint(vm, array, sought, start..array.length)?;
        return Ok(Value::bool(found.is_some()));
    }
    for index in start..array.length {
        vm.work(1)?;
        let value = array.get(vm, index);
        if operators::same_value_zero(vm, sought, value)? {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

/// %TypedArray%.prototype.indexOf ( searchElement [ , fromIndex ] ), ECMA-262 23.2.3.17
pub(super) fn index_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "indexOf")?;
    if array.length == 0 {
        return Ok(NOT_FOUND);
    }
    let [sought, from] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, from, array.length as u64)? as usize;
    // A missing element is no property any more, although `includes` finds undefined there.
    let end = views::length_of_view(&vm.heap, array.view).unwrap_or(0).min(array.length);
    if array.view.element.is_big_int() {
        return Ok(place(find_bigint(vm, array, sought, start..end)?));
    }
    for index in start..end {
        vm.work(1)?;
        let value = array.get(vm, index);
        if operators::is_strictly_equal(vm, sought, value)? {
            return Ok(number(index as u64));
        }
    }
    Ok(NOT_FOUND)
}

/// %TypedArray%.prototype.lastIndexOf ( searchElement [ , fromIndex ] ), ECMA-262 23.2.3.20
pub(super) fn last_index_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let array = this_typed_array(vm, call, "lastIndexOf")?;
    if array.length == 0 {
        return Ok(NOT_FOUND);
    }
    let sought = call.argument(vm, 0);
    let length = array.length as f64;
    // Scripts can observe whether fromIndex was given.
    let end = match call.argument_count() {
        0 | 1 => array.length,
        _ => {
            let from = call.argument(vm, 1);
            let from = convert::to_integer_or_infinity(vm, from)?;
            let last = if from < 0.0 { length + from } else { from.min(length - 1.0) };
            if last < 0.0 { 0 } else { last as usize + 1 }
        }
    };
    let end = end.min(views::length_of_view(&vm.heap, array.view).unwrap_or(0));
    if array.view.element.is_big_int() {
        return Ok(place(find_bigint(vm, array, sought, (0..end).rev())?));
    }
    for index in (0..end).rev() {
        vm.work(1)?;
        let value = array.get(vm, index);
        if operators::is_strictly_equal(vm, sought, value)? {
            return Ok(number(index as u64));
        }
    }
    Ok(NOT_FOUND)
}
