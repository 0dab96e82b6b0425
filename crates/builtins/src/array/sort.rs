//! Array.prototype.sort: a merge sort that relies on no property of the comparison.
//!
//! The values are taken out of the array before anything is compared, and written back afterwards, so a comparison may
//! change the array. It may also contradict itself: the result is then some order of the same values.

use std::cmp::Ordering;

use super::copy::append_range;
use super::elements::{create_element, delete_element, get_element, readable, set_element};
use super::gaps::{Gaps, Present};
use super::this_array_like;
use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::{ObjectId, StringId, StringView};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operators;
use ferrotape_runtime::sort::{merge_sort, sort_by_function};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// Array.prototype.sort ( comparator ), ECMA-262 23.1.3.30
pub(super) fn sort(vm: &mut Vm, call: Call) -> Completion<Value> {
    let comparator = comparator_argument(vm, call)?;
    let (object, length) = this_array_like(vm, call)?;
    let (sorted, undefined_count) = sorted_values(vm, (object, length), comparator, Holes::AreSkipped)?;
    write_back(vm, object, &sorted, undefined_count, length)?;
    Ok(Value::object(object))
}

/// Returns the first argument, which must be a function or undefined.
pub(super) fn comparator_argument(vm: &mut Vm, call: Call) -> Completion<Value> {
    let comparator = call.argument(vm, 0);
    if comparator.is_undefined() || vm.heap.is_callable(comparator) {
        return Ok(comparator);
    }
    let what = messages::describe(vm, comparator);
    vm.type_error(messages::must_be_a_function("The comparison function", &what))
}

/// The treatment of holes in sorting.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Holes {
    AreSkipped,
    AreUndefined,
}

/// SortIndexedProperties ( obj, len, SortCompare, holes ), ECMA-262 23.1.3.30.1. Returns the sorted values, and the
/// number of undefined ones behind them.
pub(super) fn sorted_values(
    vm: &mut Vm,
    (object, length): (ObjectId, u64),
    comparator: Value,
    holes: Holes,
) -> Completion<(Vec<Value>, u64)> {
    let (values, undefined_count) = collect(vm, object, length, holes)?;
    let sorted = match comparator.is_undefined() {
        true => sort_by_text(vm, values)?,
        false => sort_by_function(vm, values, comparator, |_, value| value)?,
    };
    Ok((sorted, undefined_count))
}

/// SortIndexedProperties steps 2 and 3. Returns the values that are not undefined, and the number of undefined ones. An
/// array that no script sees keeps the values alive.
fn collect(vm: &mut Vm, object: ObjectId, length: u64, holes: Holes) -> Completion<(Vec<Value>, u64)> {
    if let Some(collected) = collect_dense(vm, object, length, holes)? {
        return Ok(collected);
    }
    let keeper = array::new_array(vm);
    vm.keep(Value::object(keeper));
    let (mut count, mut undefined_count) = (0, 0);
    let (mut elements, mut index) = (Present::upwards(object, 0..length), 0);
    let mut next = |vm: &mut Vm| match holes {
        Holes::AreSkipped => Ok(elements.next(vm)?.map(|(_, value)| value)),
        Holes::AreUndefined if index == length => Ok(None),
        Holes::AreUndefined => {
            index += 1;
            get_element(vm, object, index - 1).map(Some)
        }
    };
    while let Some(value) = next(vm)? {
        if value.is_undefined() {
            undefined_count += 1;
        } else {
            create_element(vm, keeper, count, value)?;
            count += 1;
        }
    }
    let mut values = Vec::new();
    vm.heap.lend_room(&mut values, count as usize)?;
    let (elements, budget) = vm.heap.elements_for_work(keeper);
    let sorted = elements.as_dense().unwrap_or_default();
    budget.in_pieces(sorted.len(), ELEMENTS_PER_TICK, |piece| values.extend_from_slice(&sorted[piece]))?;
    Ok((values, undefined_count))
}

/// Fast path: returns the values of a readable array. A copy of it keeps them alive.
fn collect_dense(vm: &mut Vm, object: ObjectId, length: u64, holes: Holes) -> Completion<Option<(Vec<Value>, u64)>> {
    let length = length as usize;
    if readable(&vm.heap, object).is_none_or(|values| values.len() != length) {
        return Ok(None);
    }
    vm.heap.room(length * size_of::<Value>())?;
    let mut copy = Vec::with_capacity(length);
    append_range(vm, object, 0, length, &mut copy)?;
    let keeper = array::new_array_from(vm, copy)?;
    vm.keep(Value::object(keeper));
    let mut values = Vec::new();
    vm.heap.lend_room(&mut values, length)?;
    let (elements, budget) = vm.heap.elements_for_work(keeper);
    let elements = elements.as_dense().unwrap_or_default();
    let mut undefined_count = 0;
    budget.in_pieces(elements.len(), ELEMENTS_PER_TICK, |piece| {
        for &value in &elements[piece] {
            if value.is_empty() {
                undefined_count += u64::from(holes == Holes::AreUndefined);
            } else if value.is_undefined() {
                undefined_count += 1;
            } else {
                values.push(value);
            }
        }
    })?;
    Ok(Some((values, undefined_count)))
}

/// Writes the sorted values, behind them the undefined ones, and deletes what is left: as many elements as there were
/// holes (ECMA-262 23.1.3.30).
fn write_back(vm: &mut Vm, object: ObjectId, sorted: &[Value], undefined_count: u64, length: u64) -> Completion<()> {
    for (index, &value) in (0u64..).zip(sorted) {
        vm.work(1)?;
        set_element(vm, object, index, value)?;
    }
    let defined_count = sorted.len() as u64;
    for index in defined_count..defined_count + undefined_count {
        vm.work(1)?;
        set_element(vm, object, index, Value::UNDEFINED)?;
    }
    let (mut index, mut gaps) = (defined_count + undefined_count, Gaps::default());
    while index < length {
        vm.work(1)?;
        let was_there = delete_element(vm, object, index)?;
        index = gaps.up(vm, object, index, length, was_there)?;
    }
    Ok(())
}

/// A value, its text, and a prefix that decides most comparisons without the text.
#[derive(Copy, Clone)]
struct Keyed {
    beginning: u128,
    text: StringId,
    value: Value,
}

/// Returns the first eight code units, the first one highest, with zeros behind a shorter text. If the prefixes differ,
/// their order is that of the texts. Texts that differ only beyond them are compared themselves.
fn beginning_of(text: StringView<'_>) -> u128 {
    const UNITS: usize = 8;
    let units = text.slice(0, text.len().min(UNITS)).units().chain(std::iter::repeat(0));
    units.take(UNITS).fold(0, |beginning, unit| beginning << 16 | u128::from(unit))
}

/// CompareArrayElements without a function. Converts each value to a string once, which the specification allows.
fn sort_by_text(vm: &mut Vm, values: Vec<Value>) -> Completion<Vec<Value>> {
    let mut pairs = Vec::new();
    vm.heap.lend_room(&mut pairs, values.len())?;
    vm.heap.lend(values.len() * size_of::<Value>())?;
    for value in values {
        vm.work(1)?;
        let text = convert::to_string(vm, value)?;
        if !value.is_string() {
            vm.keep(Value::string(text));
        }
        let flat = vm.heap.flatten(text)?;
        pairs.push(Keyed { beginning: beginning_of(vm.heap.view(flat)), text, value });
    }
    let sorted = merge_sort(vm, pairs, |vm, left: Keyed, right: Keyed| match left.beginning.cmp(&right.beginning) {
        Ordering::Equal => Ok(operators::compare_strings(vm, left.text, right.text)?.is_gt()),
        order => Ok(order.is_gt()),
    })?;
    let mut values = Vec::new();
    vm.heap.lend_room(&mut values, sorted.len())?;
    vm.heap.budget.in_pieces(sorted.len(), ELEMENTS_PER_TICK, |piece| {
        values.extend(sorted[piece].iter().map(|keyed| keyed.value));
    })?;
    vm.heap.take_back(&sorted);
    Ok(values)
}
