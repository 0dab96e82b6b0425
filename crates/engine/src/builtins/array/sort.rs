//! Array.prototype.sort: a merge sort that takes nothing for granted of the comparison.
//!
//! The values are taken out of the array before anything is compared, and written back after, so a comparison may change
//! the array as it likes. It may also contradict itself: the result is then some order of the same values.

use super::elements::{create_element, delete_element, get_if_present, set_element, tick_moves};
use super::this_array_like;
use crate::error::Completion;
use crate::function::Call;
use crate::heap::ObjectId;
use crate::messages;
use crate::value::Value;
use crate::vm::Vm;
use ferrotape_budget::costs::ELEMENTS_PER_TICK;

/// Array.prototype.sort ( comparator ), ECMA-262 23.1.3.30
pub(super) fn sort(vm: &mut Vm, call: Call) -> Completion<Value> {
    let comparator = call.argument(vm, 0);
    if !comparator.is_undefined() && !vm.heap.is_callable(comparator) {
        let what = vm.describe(comparator);
        return vm.type_error(messages::must_be_a_function("The comparison function", &what));
    }
    let (object, length) = this_array_like(vm, call)?;
    let (values, undefined_count) = collect(vm, object, length)?;
    let sorted =
        if comparator.is_undefined() { sort_by_text(vm, values)? } else { sort_by_comparator(vm, values, comparator)? };
    write_back(vm, object, &sorted, undefined_count, length)?;
    Ok(Value::object(object))
}

/// SortIndexedProperties steps 2 and 3, ECMA-262 23.1.3.30.1: the values, holes left out. Those that are not undefined
/// come back, and how many are. They are kept alive by an array that no script sees.
fn collect(vm: &mut Vm, object: ObjectId, length: u64) -> Completion<(Vec<Value>, u64)> {
    let keeper = vm.new_array();
    vm.keep(Value::object(keeper));
    let (mut count, mut undefined_count) = (0, 0);
    for index in 0..length {
        match get_if_present(vm, object, index)? {
            Some(value) if value.is_undefined() => undefined_count += 1,
            Some(value) => {
                create_element(vm, keeper, count, value)?;
                count += 1;
            }
            None => {}
        }
    }
    let mut values = Vec::new();
    vm.heap.lend_room(&mut values, count as usize)?;
    let (keeper, budget) = vm.heap.object_and_budget(keeper);
    let sorted = keeper.elements.as_dense().unwrap_or_default();
    budget.in_pieces(sorted.len(), ELEMENTS_PER_TICK, |piece| values.extend_from_slice(&sorted[piece]))?;
    Ok((values, undefined_count))
}

fn write_back(vm: &mut Vm, object: ObjectId, sorted: &[Value], undefined_count: u64, length: u64) -> Completion<()> {
    for (index, &value) in (0u64..).zip(sorted) {
        vm.tick(1)?;
        set_element(vm, object, index, value)?;
    }
    let defined_count = sorted.len() as u64;
    for index in defined_count..defined_count + undefined_count {
        vm.tick(1)?;
        set_element(vm, object, index, Value::UNDEFINED)?;
    }
    for index in defined_count + undefined_count..length {
        vm.tick(1)?;
        delete_element(vm, object, index)?;
    }
    Ok(())
}

/// CompareArrayElements with a function, ECMA-262 23.1.3.30.2
fn sort_by_comparator(vm: &mut Vm, values: Vec<Value>, comparator: Value) -> Completion<Vec<Value>> {
    merge_sort(vm, values, |vm, left, right| {
        let order = vm.call(comparator, Value::UNDEFINED, &[left, right])?;
        Ok(vm.to_number(order)? > 0.0)
    })
}

/// CompareArrayElements without a function. How often a value is converted to a string is up to us: once.
fn sort_by_text(vm: &mut Vm, values: Vec<Value>) -> Completion<Vec<Value>> {
    let mut pairs = Vec::new();
    vm.heap.lend_room(&mut pairs, values.len())?;
    vm.heap.lend(values.len() * size_of::<Value>())?;
    for value in values {
        vm.tick(1)?;
        let text = vm.to_string(value)?;
        if !value.is_string() {
            vm.keep(Value::string(text));
        }
        vm.heap.flatten(text)?;
        pairs.push((text, value));
    }
    let sorted = merge_sort(vm, pairs, |vm, (left, _), (right, _)| {
        vm.tick(1)?;
        Ok(vm.compare_strings(left, right)?.is_gt())
    })?;
    let mut values = Vec::new();
    vm.heap.lend_room(&mut values, sorted.len())?;
    vm.heap.budget.in_pieces(sorted.len(), ELEMENTS_PER_TICK, |piece| {
        values.extend(sorted[piece].iter().map(|&(_, value)| value));
    })?;
    vm.heap.take_back(&sorted);
    Ok(values)
}

/// Lists up to this length are sorted without a tick.
const SHORT_LIST: usize = 1024;

/// Sorts a list, which is on loan, by numbers.
pub(crate) fn sort_ticking<T: Copy>(vm: &mut Vm, mut list: Vec<T>, key: fn(&T) -> u32) -> Completion<Vec<T>> {
    if list.len() <= SHORT_LIST {
        list.sort_unstable_by_key(key);
        return Ok(list);
    }
    merge_sort(vm, list, |_, left, right| Ok(key(&left) > key(&right)))
}

/// Runs of this length are sorted by insertion.
const RUN_LENGTH: usize = 8;

/// Sorts items, which are on loan, stably, from short runs to long ones. `is_greater` says that its first argument belongs
/// behind its second.
fn merge_sort<T: Copy>(
    vm: &mut Vm,
    mut items: Vec<T>,
    mut is_greater: impl FnMut(&mut Vm, T, T) -> Completion<bool>,
) -> Completion<Vec<T>> {
    for run in items.chunks_mut(RUN_LENGTH) {
        insertion_sort(vm, run, &mut is_greater)?;
    }
    let mut merged = Vec::new();
    vm.heap.lend_room(&mut merged, items.len())?;
    let mut run_length = RUN_LENGTH;
    while run_length < items.len() {
        for pair in items.chunks(run_length * 2) {
            let (left, right) = pair.split_at(run_length.min(pair.len()));
            merge(vm, left, right, &mut merged, &mut is_greater)?;
        }
        std::mem::swap(&mut items, &mut merged);
        merged.clear();
        run_length *= 2;
    }
    vm.heap.take_back(&merged);
    Ok(items)
}

fn insertion_sort<T: Copy>(
    vm: &mut Vm,
    run: &mut [T],
    is_greater: &mut impl FnMut(&mut Vm, T, T) -> Completion<bool>,
) -> Completion<()> {
    for next in 1..run.len() {
        let item = run[next];
        let mut place = next;
        vm.tick(1)?;
        while place > 0 && is_greater(vm, run[place - 1], item)? {
            run[place] = run[place - 1];
            place -= 1;
        }
        run[place] = item;
    }
    Ok(())
}

/// Appends two sorted runs to `merged`, as one; the left one goes first among equals.
fn merge<T: Copy>(
    vm: &mut Vm,
    mut left: &[T],
    mut right: &[T],
    merged: &mut Vec<T>,
    is_greater: &mut impl FnMut(&mut Vm, T, T) -> Completion<bool>,
) -> Completion<()> {
    tick_moves(vm, left.len() + right.len())?;
    // Runs that are in order already need one comparison only.
    if let (Some(&last), Some(&first)) = (left.last(), right.first())
        && is_greater(vm, last, first)?
    {
        while let ([left_first, left_rest @ ..], [right_first, right_rest @ ..]) = (left, right) {
            vm.tick(1)?;
            if is_greater(vm, *left_first, *right_first)? {
                merged.push(*right_first);
                right = right_rest;
            } else {
                merged.push(*left_first);
                left = left_rest;
            }
        }
    }
    merged.extend_from_slice(left);
    merged.extend_from_slice(right);
    Ok(())
}
