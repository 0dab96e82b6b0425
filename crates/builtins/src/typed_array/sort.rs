//! `sort` and `toSorted` of typed arrays.
//!
//! Without a function, elements are sorted by keys: numbers whose order as integers is that of the elements, with -0
//! before +0 and NaN last. Short lists are compared. Long ones are sorted by each byte of the key, from the lowest on.
//! This takes work in proportion to the list, and can be stopped between two pieces.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::messages;
use ferrotape_runtime::sort::sort_by_function;
use ferrotape_runtime::typed_array::{self, ElementType};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

use super::create::{TypedArray, create_same_type, this_typed_array, this_writable_array};
use crate::gathered::Gathered;

/// %TypedArray%.prototype.sort ( comparator ), ECMA-262 23.2.3.29
pub(super) fn sort(vm: &mut Vm, call: Call) -> Completion<Value> {
    let comparator = comparator(vm, call)?;
    let array = this_writable_array(vm, call, "sort")?;
    sort_into(vm, array, array, comparator)?;
    Ok(call.this)
}

/// %TypedArray%.prototype.toSorted ( comparator ), ECMA-262 23.2.3.34
pub(super) fn to_sorted(vm: &mut Vm, call: Call) -> Completion<Value> {
    let comparator = comparator(vm, call)?;
    let array = this_typed_array(vm, call, "toSorted")?;
    let target = create_same_type(vm, array)?;
    sort_into(vm, array, target, comparator)?;
    Ok(Value::object(target.object))
}

fn comparator(vm: &mut Vm, call: Call) -> Completion<Option<Value>> {
    let comparator = call.argument(vm, 0);
    if comparator.is_undefined() || vm.heap.is_callable(comparator) {
        return Ok(Some(comparator).filter(|it| !it.is_undefined()));
    }
    let found = messages::describe(vm, comparator);
    vm.type_error(messages::must_be_a_function("The comparison function", &found))
}

/// SortIndexedProperties, ECMA-262 23.1.3.30.1: sorts the elements of one array into another of the same type.
fn sort_into(vm: &mut Vm, source: TypedArray, target: TypedArray, comparator: Option<Value>) -> Completion<()> {
    let element = source.view.element;
    Gathered::with(vm, |vm, raws: &mut Gathered<u64>| {
        raws.reserve(&mut vm.heap, source.length)?;
        for index in 0..source.length {
            vm.work(1)?;
            let raw = views::raw_element(&vm.heap, source.view, index).unwrap_or(0);
            let raw = if comparator.is_none() { key_of(element, raw) } else { raw };
            raws.push(&mut vm.heap, raw)?;
        }
        match comparator {
            Some(comparator) => sort_by_comparator(vm, raws, element, comparator)?,
            None => sort_keys(vm, raws, element.size())?,
        }
        for (index, &raw) in raws.as_slice().iter().enumerate() {
            vm.work(1)?;
            let raw = if comparator.is_none() { raw_of_key(element, raw) } else { raw };
            views::set_raw_element(&mut vm.heap, target.view, index, raw);
        }
        Ok(())
    })
}

/// CompareTypedArrayElements with a function, ECMA-262 23.2.4.7
fn sort_by_comparator(
    vm: &mut Vm,
    raws: &mut Gathered<u64>,
    element: ElementType,
    comparator: Value,
) -> Completion<()> {
    let mut list = Vec::new();
    vm.heap.lend_room(&mut list, raws.len())?;
    list.extend_from_slice(raws.as_slice());
    let sorted = sort_by_function(vm, list, comparator, |vm, raw| typed_array::value_of_raw(vm, element, raw))?;
    raws.clear();
    raws.extend(&mut vm.heap, &sorted)?;
    vm.heap.take_back(&sorted);
    Ok(())
}

/// Returns the highest bit of an element.
fn sign_of(element: ElementType) -> u64 {
    1 << (element.size() * 8 - 1)
}

/// Returns the bits of an element.
fn mask_of(element: ElementType) -> u64 {
    u64::MAX >> (64 - element.size() * 8)
}

/// Returns a number with the order of the elements.
fn key_of(element: ElementType, raw: u64) -> u64 {
    let (sign, mask) = (sign_of(element), mask_of(element));
    let raw = raw & mask;
    if element.is_float() {
        // The kind of NaN is not observable.
        let is_nan = element.number_of(raw) == Value::NAN;
        return if is_nan { mask } else { raw ^ if raw & sign == 0 { sign } else { mask } };
    }
    if element.is_signed() { raw ^ sign } else { raw }
}

fn raw_of_key(element: ElementType, key: u64) -> u64 {
    let (sign, mask) = (sign_of(element), mask_of(element));
    if element.is_float() {
        return if key == mask { element.raw_of(f64::NAN) } else { key ^ if key & sign == 0 { mask } else { sign } };
    }
    if element.is_signed() { key ^ sign } else { key }
}

/// The greatest length of a list that is sorted by comparisons.
const SHORT: usize = 512;

/// Sorts keys of this many bytes.
fn sort_keys(vm: &mut Vm, keys: &mut Gathered<u64>, bytes: usize) -> Completion<()> {
    if keys.len() <= SHORT {
        vm.work(keys.len() as u64)?;
        keys.as_mut_slice().sort_unstable();
        return Ok(());
    }
    Gathered::with(vm, |vm, other: &mut Gathered<u64>| {
        other.reserve(&mut vm.heap, keys.len())?;
        let length = keys.len();
        vm.heap
            .budget
            .in_pieces(length, ELEMENTS_PER_TICK, |piece| other.extend_within_room(&keys.as_slice()[piece]))?;
        for byte in 0..bytes {
            sort_by_byte(vm, keys, other, byte as u32 * 8)?;
            std::mem::swap(keys, other);
        }
        Ok(())
    })
}

/// Sorts keys by one of their bytes; the sort is stable.
fn sort_by_byte(vm: &mut Vm, keys: &Gathered<u64>, target: &mut Gathered<u64>, shift: u32) -> Completion<()> {
    let keys = keys.as_slice();
    let target = target.as_mut_slice();
    let byte_of = |key: u64| (key >> shift) as u8 as usize;
    let mut places = [0; 256];
    let budget = &mut vm.heap.budget;
    budget.in_pieces(keys.len(), ELEMENTS_PER_TICK, |piece| {
        keys[piece].iter().for_each(|&key| places[byte_of(key)] += 1);
    })?;
    let mut next = 0;
    for place in &mut places {
        (*place, next) = (next, next + *place);
    }
    Ok(budget.in_pieces(keys.len(), ELEMENTS_PER_TICK / 4, |piece| {
        for &key in &keys[piece] {
            let place = &mut places[byte_of(key)];
            target[*place] = key;
            *place += 1;
        }
    })?)
}
