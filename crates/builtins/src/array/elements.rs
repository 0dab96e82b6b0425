//! Access to single elements of an array-like, and the conditions of fast paths over many elements.

use std::ops::Range;

use super::gaps::{Gaps, LONGEST_CHAIN, look_ahead, look_back};
use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_runtime::arrays;
use ferrotape_runtime::cell;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{Heap, ObjectId, StringView};
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::shape;
use ferrotape_runtime::string;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::views;
use ferrotape_runtime::vm::Vm;

/// The length of the longest array whose indices are all integer property keys.
pub(super) const MAX_DENSE_LENGTH: usize = i32::MAX as usize;

/// An element, as far as it is known without running script.
enum Peek {
    Present(Value),
    Absent,
    /// Only the internal methods know.
    Unknown,
}

/// Looks for an element without running script. Kinds that may keep elements outside of the vector stay `Unknown`.
#[inline(always)]
fn peek_element(heap: &Heap, id: ObjectId, index: u64) -> Peek {
    let elements = match heap.array(id) {
        Some(array) => array.elements(),
        None if matches!(heap.kind(id), Kind::Ordinary) => heap.elements(id),
        // Other kinds may have elements outside of the vector.
        None => return Peek::Unknown,
    };
    let Some(values) = elements.as_dense() else { return peek_sparse(heap, id, index) };
    match usize::try_from(index).ok().and_then(|index| values.get(index)) {
        Some(value) if !value.is_empty() => Peek::Present(*value),
        _ if index > MAX_DENSE_LENGTH as u64 => peek_large_index(heap, id, index),
        _ if shape::holes_are_absent(heap, id) => Peek::Absent,
        _ => Peek::Unknown,
    }
}

#[inline(never)]
fn peek_sparse(heap: &Heap, id: ObjectId, index: u64) -> Peek {
    let element = u32::try_from(index).ok().and_then(|index| heap.elements(id).get(index));
    match element {
        Some(element) if element.attributes.is_plain_data() => Peek::Present(element.value),
        Some(_) => Peek::Unknown,
        None if index > MAX_DENSE_LENGTH as u64 => peek_large_index(heap, id, index),
        None if shape::holes_are_absent(heap, id) => Peek::Absent,
        None => Peek::Unknown,
    }
}

/// Peeks at an index from 2^31 on, which is a named property. If no property of any object has the name, and no
/// prototype answers for itself, this saves the memory for it.
#[cold]
#[inline(never)]
fn peek_large_index(heap: &Heap, id: ObjectId, index: u64) -> Peek {
    let digits = index.to_string();
    let is_name = string::find_interned(heap, StringView::Latin1(digits.as_bytes())).is_some();
    if is_name || may_inherit_unseen(heap, id) { Peek::Unknown } else { Peek::Absent }
}

/// Returns whether one of the prototypes, as a proxy, may have properties that are in no cell.
fn may_inherit_unseen(heap: &Heap, id: ObjectId) -> bool {
    let mut next = heap.prototype_of(id);
    for _ in 0..LONGEST_CHAIN {
        let Some(prototype) = next else { return false };
        if heap.class_of(prototype).is_opaque() {
            return true;
        }
        next = heap.prototype_of(prototype);
    }
    true
}

/// Returns the element if HasProperty finds one. Ticks once.
#[inline]
pub(super) fn get_if_present(vm: &mut Vm, object: ObjectId, index: u64) -> Completion<Option<Value>> {
    vm.work(1)?;
    match peek_element(&vm.heap, object, index) {
        Peek::Present(value) => Ok(Some(value)),
        Peek::Absent => Ok(None),
        Peek::Unknown => get_if_present_slow(vm, object, index),
    }
}

#[inline(never)]
fn get_if_present_slow(vm: &mut Vm, object: ObjectId, index: u64) -> Completion<Option<Value>> {
    let key = vm.heap.key_of_index(index);
    let vm = &mut vm.scope();
    // Keeps the name of a large index alive while a proxy is asked for it.
    vm.keep_key(key);
    collect_garbage_of(vm, object)?;
    let element = if object::has_property(vm, object, key)? { Some(object::get(vm, object, key)?) } else { None };
    Ok(element)
}

/// Returns the element, or undefined if there is none. Ticks once.
#[inline]
pub(super) fn get_element(vm: &mut Vm, object: ObjectId, index: u64) -> Completion<Value> {
    vm.work(1)?;
    match peek_element(&vm.heap, object, index) {
        Peek::Present(value) => Ok(value),
        Peek::Absent => Ok(Value::UNDEFINED),
        Peek::Unknown => {
            collect_garbage_of(vm, object)?;
            let key = vm.heap.key_of_index(index);
            object::get(vm, object, key)
        }
    }
}

/// Collects garbage for typed arrays of BigInts. Each read creates a BigInt, and no script runs in between whose calls
/// could collect it.
fn collect_garbage_of(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    if views::typed_array(&vm.heap, object).is_some_and(|view| view.element.is_big_int()) {
        let vm = &mut vm.scope();
        vm.keep(Value::object(object));
        vm.collect_when_due()?;
    }
    Ok(())
}

/// Set ( object, index, value, true ).
#[inline]
pub(super) fn set_element(vm: &mut Vm, object: ObjectId, index: u64, value: Value) -> Completion<()> {
    // Fast path: an element in a dense vector of an array is a writable own data property.
    if let Ok(index) = usize::try_from(index)
        && cell::replace_element(&mut vm.heap, object, index, value)
    {
        return Ok(());
    }
    let key = vm.heap.key_of_index(index);
    object::set(vm, object, key, value, true)
}

/// DeletePropertyOrThrow ( object, index ). Returns whether there may have been a property.
pub(super) fn delete_element(vm: &mut Vm, object: ObjectId, index: u64) -> Completion<bool> {
    // Fast path for absent elements; saves memory for the names of large indices.
    if let Peek::Absent = peek_element(&vm.heap, object, index) {
        return Ok(false);
    }
    let key = vm.heap.key_of_index(index);
    object::delete_property_or_throw(vm, object, key)?;
    Ok(true)
}

/// Deletes a range of elements from its end.
pub(super) fn delete_range(vm: &mut Vm, object: ObjectId, range: Range<u64>) -> Completion<()> {
    let mut gaps = Gaps::default();
    let mut next = range.end.checked_sub(1).filter(|_| !range.is_empty());
    while let Some(index) = next {
        vm.work(1)?;
        let was_there = delete_element(vm, object, index)?;
        next = gaps.down(vm, object, index, range.start, was_there)?;
    }
    Ok(())
}

/// Moves the element at `from` to `to`, or deletes the one at `to` if there is none at `from`. Returns whether either
/// place may have had an element.
fn move_element(vm: &mut Vm, object: ObjectId, from: u64, to: u64) -> Completion<bool> {
    match get_if_present(vm, object, from)? {
        Some(value) => set_element(vm, object, to, value).map(|()| true),
        None => delete_element(vm, object, to),
    }
}

/// Moves a range of elements to begin at `to`, the first element first.
pub(super) fn move_up_from_start(vm: &mut Vm, object: ObjectId, from: Range<u64>, to: u64) -> Completion<()> {
    let (mut gaps, mut offset, count) = (Gaps::default(), 0, from.end.saturating_sub(from.start));
    while offset < count {
        let was_there = move_element(vm, object, from.start + offset, to + offset)?;
        offset += 1;
        if gaps.is_to_look(&vm.heap, object, was_there) {
            let source = look_ahead(vm, object, from.start + offset..from.end)? - from.start;
            let target = look_ahead(vm, object, to + offset..to + count)? - to;
            offset = source.min(target);
        }
    }
    Ok(())
}

/// Moves a range of elements to begin at `to`, the last element first.
pub(super) fn move_down_from_end(vm: &mut Vm, object: ObjectId, from: Range<u64>, to: u64) -> Completion<()> {
    let (mut gaps, mut left) = (Gaps::default(), from.end.saturating_sub(from.start));
    while left > 0 {
        left -= 1;
        let was_there = move_element(vm, object, from.start + left, to + left)?;
        if gaps.is_to_look(&vm.heap, object, was_there) {
            let source = look_back(vm, object, from.start..from.start + left)? - from.start;
            let target = look_back(vm, object, to..to + left)? - to;
            left = source.max(target);
        }
    }
    Ok(())
}

/// CreateDataPropertyOrThrow ( array, index, value ).
#[inline]
pub(super) fn create_element(vm: &mut Vm, array: ObjectId, index: u64, value: Value) -> Completion<()> {
    if cell::append_within_room(&mut vm.heap, array, index, value) || arrays::append(&mut vm.heap, array, index, value)?
    {
        return Ok(());
    }
    let key = vm.heap.key_of_index(index);
    object::create_data_property_or_throw(vm, array, key, value)
}

/// Returns the elements of a readable array: a dense vector of the array's whole length. Its holes mean undefined or an
/// absent property, because no prototype has elements.
#[inline]
pub(super) fn readable(heap: &Heap, object: ObjectId) -> Option<&[Value]> {
    let array = heap.array(object)?;
    let values = array.elements().as_dense()?;
    (values.len() == array.length() as usize && shape::holes_are_absent_in(heap, array.shape())).then_some(values)
}

/// Returns the elements of a [`readable`] array that can also change: elements can be added and removed, and the length
/// set, without other observable effects. The caller reserves room.
#[inline]
pub(super) fn changeable(heap: &Heap, object: ObjectId) -> Option<&[Value]> {
    if heap.array(object)?.may_grow(heap) { readable(heap, object) } else { None }
}

/// Returns whether a dense vector of an array ends at `start`, and elements up to `end` can be added without other
/// observable effects. They must be within the length, and no prototype may have any.
pub(super) fn begins_to_be_empty_at(heap: &Heap, object: ObjectId, start: u64, end: u64) -> bool {
    let Some(array) = heap.array(object) else { return false };
    array.elements().as_dense().is_some_and(|values| values.len() as u64 == start)
        && end <= u64::from(array.length())
        && end <= MAX_DENSE_LENGTH as u64
        && array.may_grow(heap)
        && shape::holes_are_absent_in(heap, array.shape())
}

/// Returns whether an array is [`changeable`], and can get `more` elements.
#[inline]
pub(super) fn has_place_for(heap: &Heap, array: ObjectId, more: usize) -> bool {
    changeable(heap, array).is_some_and(|values| values.len() + more <= MAX_DENSE_LENGTH)
}

/// Makes room at the end for `more` elements, if the array [`has_place_for`] them. Returns the new length.
#[inline]
pub(super) fn reserve_more(vm: &mut Vm, array: ObjectId, more: usize) -> Completion<Option<usize>> {
    let Some(values) = changeable(&vm.heap, array) else { return Ok(None) };
    let length = values.len() + more;
    if length > MAX_DENSE_LENGTH {
        return Ok(None);
    }
    vm.heap.reserve_elements(array, length)?;
    Ok(Some(length))
}

/// Ticks for moving `count` elements.
#[inline]
pub(super) fn tick_moves(vm: &mut Vm, count: usize) -> Completion<()> {
    vm.work(count as u64 / ELEMENTS_PER_TICK + 1)
}
