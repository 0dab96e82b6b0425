//! Array methods that make arrays of arrays.

use super::elements::{
    changeable, create_element, delete_element, get_if_present, move_element, readable, reserve_more, set_dense_length,
    set_element, tick_moves,
};
use super::{array_species_create, check_length, relative_end, relative_index, set_length, this_array_like};
use crate::error::Completion;
use crate::function::Call;
use crate::heap::ObjectId;
use crate::value::Value;
use crate::vm::Vm;

/// Array.prototype.concat ( ...items ), ECMA-262 23.1.3.2
pub(super) fn concat(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = vm.to_object(call.this)?;
    vm.keep(Value::object(object));
    let result = array_species_create(vm, object, 0)?;
    let mut length = concat_item(vm, result, 0, Value::object(object))?;
    for index in 0..call.argument_count() {
        let item = call.argument(vm, index);
        length = concat_item(vm, result, length, item)?;
    }
    set_length(vm, result, length)?;
    Ok(Value::object(result))
}

/// Appends an item, or the elements of one that is an array; gives the length after that. `length` may be beyond the
/// last element of `result`.
fn concat_item(vm: &mut Vm, result: ObjectId, length: u64, item: Value) -> Completion<u64> {
    // IsConcatSpreadable, ECMA-262 23.1.3.2.1 (Missing: Symbol.isConcatSpreadable)
    let Some(array) = item.as_object().filter(|&object| vm.heap[object].is_array()) else {
        check_length(vm, length + 1)?;
        create_element(vm, result, length, item)?;
        return Ok(length + 1);
    };
    let count = vm.length_of_array_like(array)?;
    check_length(vm, length + count)?;
    if readable(&vm.heap, array).is_some() && append_range(vm, result, length, array, 0, count as usize)? {
        return Ok(length + count);
    }
    for index in 0..count {
        if let Some(value) = get_if_present(vm, array, index)? {
            create_element(vm, result, length + index, value)?;
        }
    }
    Ok(length + count)
}

/// Fast path: appends a range of a [`readable`] array's elements to `result`, if it is dense and has `length` elements.
fn append_range(
    vm: &mut Vm,
    result: ObjectId,
    length: u64,
    source: ObjectId,
    start: usize,
    end: usize,
) -> Completion<bool> {
    let count = end - start;
    let result_length = changeable(&mut vm.heap, result).map(|values| values.len() as u64);
    if result_length != Some(length) || !reserve_more(vm, result, count)? {
        return Ok(false);
    }
    tick_moves(vm, count)?;
    // A copy in between, because both vectors are in the same heap.
    vm.heap.charge(count * size_of::<Value>())?;
    let Some(copied) = vm.heap[source].elements.as_dense().and_then(|values| values.get(start..end)) else {
        return Ok(false);
    };
    let copied = copied.to_vec();
    if let Some(values) = vm.heap[result].elements.as_dense_mut() {
        values.extend_from_slice(&copied);
    }
    set_dense_length(&mut vm.heap, result);
    Ok(true)
}

/// Array.prototype.slice ( start, end ), ECMA-262 23.1.3.28
pub(super) fn slice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let [start, end] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, start, length)?;
    let end = relative_end(vm, end, length)?.max(start);
    let result = array_species_create(vm, object, end - start)?;
    copy_range(vm, result, object, start, end)?;
    set_length(vm, result, end - start)?;
    Ok(Value::object(result))
}

/// Makes the elements from `start` to before `end` those of a new array.
fn copy_range(vm: &mut Vm, result: ObjectId, source: ObjectId, start: u64, end: u64) -> Completion<()> {
    // Script may have run since the positions were found.
    if readable(&vm.heap, source).is_some_and(|values| values.len() as u64 >= end) {
        set_dense_length(&mut vm.heap, result);
        if append_range(vm, result, 0, source, start as usize, end as usize)? {
            return Ok(());
        }
    }
    for index in start..end {
        if let Some(value) = get_if_present(vm, source, index)? {
            create_element(vm, result, index - start, value)?;
        }
    }
    Ok(())
}

/// Array.prototype.splice ( start, deleteCount, ...items ), ECMA-262 23.1.3.31
pub(super) fn splice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, length) = this_array_like(vm, call)?;
    let [start, delete_count] = [0, 1].map(|index| call.argument(vm, index));
    let start = relative_index(vm, start, length)?;
    let item_count = call.argument_count().saturating_sub(2) as u64;
    let delete_count = match call.argument_count() {
        0 => 0,
        1 => length - start,
        _ => vm.to_integer_or_infinity(delete_count)?.clamp(0.0, (length - start) as f64) as u64,
    };
    check_length(vm, length + item_count - delete_count)?;
    let removed = array_species_create(vm, object, delete_count)?;
    copy_range(vm, removed, object, start, start + delete_count)?;
    set_length(vm, removed, delete_count)?;
    if !splice_dense(vm, call, object, length, start, delete_count)? {
        replace_range(vm, object, length, start, delete_count, item_count)?;
        for index in 0..item_count {
            let item = call.argument(vm, index as usize + 2);
            set_element(vm, object, start + index, item)?;
        }
        set_length(vm, object, length - delete_count + item_count)?;
    }
    Ok(Value::object(removed))
}

/// Fast path: replaces part of a dense vector.
fn splice_dense(
    vm: &mut Vm,
    call: Call,
    array: ObjectId,
    length: u64,
    start: u64,
    delete_count: u64,
) -> Completion<bool> {
    let items = call.arguments(vm).get(2..).unwrap_or_default().to_vec();
    // Script may have run since the length was read.
    let is_unchanged = readable(&vm.heap, array).is_some_and(|values| values.len() as u64 == length);
    if !is_unchanged || !reserve_more(vm, array, items.len())? {
        return Ok(false);
    }
    tick_moves(vm, (length - start) as usize)?;
    if let Some(values) = vm.heap[array].elements.as_dense_mut() {
        values.splice(start as usize..(start + delete_count) as usize, items);
    }
    set_dense_length(&mut vm.heap, array);
    Ok(true)
}

/// Array.prototype.splice steps 15 and 16: moves what is behind the removed part to where it goes.
fn replace_range(
    vm: &mut Vm,
    object: ObjectId,
    length: u64,
    start: u64,
    delete_count: u64,
    item_count: u64,
) -> Completion<()> {
    let new_length = length - delete_count + item_count;
    if item_count < delete_count {
        for index in start..length - delete_count {
            move_element(vm, object, index + delete_count, index + item_count)?;
        }
        for index in (new_length..length).rev() {
            vm.tick(1)?;
            delete_element(vm, object, index)?;
        }
    } else if item_count > delete_count {
        for index in (start..length - delete_count).rev() {
            move_element(vm, object, index + delete_count, index + item_count)?;
        }
    }
    Ok(())
}
