//! Array exotic objects, ECMA-262 10.4.2. `length` is kept in the object's kind, not in its shape.

use std::collections::BinaryHeap;

use ferrotape_budget::costs::{LARGE_INDEX_REMOVED, SPARSE_ELEMENTS_PER_TICK, allocation_bytes};

use crate::arrays;
use crate::cell;
use crate::convert;
use crate::error::Completion;
use crate::heap::{Heap, ObjectId, ShapeId};
use crate::marking;
use crate::messages;
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{self, Flags, Kind, ObjectKind};
use crate::properties;
use crate::property_key::PropertyKey;
use crate::shape::{self, Attributes};
use crate::value::Value;
use crate::vm::Vm;

/// Elements of a map that are removed between two looks at the limits.
const PIECE: usize = 1 << 12;

/// Makes an empty array.
pub fn new_array(vm: &mut Vm) -> ObjectId {
    vm.heap.new_object(vm.realm.shapes.array, ObjectKind::Array(0))
}

/// Makes an array of the values ([`Value::EMPTY`] for holes), which are charged here.
pub fn new_array_from(vm: &mut Vm, values: Vec<Value>) -> Completion<ObjectId> {
    if u32::try_from(values.len()).is_err() {
        return vm.range_error(messages::INVALID_ARRAY_LENGTH);
    }
    vm.heap.take(allocation_bytes(values.capacity() * size_of::<Value>()))?;
    Ok(cell::new_array_of_vector(&mut vm.heap, vm.realm.shapes.array, values))
}

/// Makes an array of a few values, which are copied.
#[inline]
pub fn new_array_of(vm: &mut Vm, values: &[Value]) -> Completion<ObjectId> {
    Ok(arrays::new_array_of_values(&mut vm.heap, vm.realm.shapes.array, values)?)
}

/// ArrayCreate, 10.4.2.2, for lengths that are known to be array lengths.
pub fn new_array_with_length(vm: &mut Vm, length: u32) -> ObjectId {
    vm.heap.new_object(vm.realm.shapes.array, ObjectKind::Array(length))
}

/// The property `length` of an array, if the key names it.
pub(crate) fn array_length_property(vm: &Vm, array: ObjectId, key: PropertyKey, length: u32) -> Option<StoredProperty> {
    let fixed = vm.heap.has_flag(array, Flags::FIXED_LENGTH);
    let attributes = if fixed { Attributes::NONE } else { Attributes::WRITABLE };
    let value = i32::try_from(length).map_or_else(|_| Value::number(length.into()), Value::int);
    (key == keys::LENGTH).then_some(StoredProperty { value, attributes })
}

/// [[DefineOwnProperty]] of arrays, 10.4.2.1
pub(crate) fn array_define_own_property(
    vm: &mut Vm,
    array: ObjectId,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> Completion<bool> {
    if key == keys::LENGTH {
        return array_set_length(vm, array, descriptor);
    }
    let Some(index) = vm.heap.array_index_of(key) else {
        return object::ordinary_define_own_property(vm, array, key, descriptor);
    };
    let length = array_length(vm, array);
    if index >= length && vm.heap.has_flag(array, Flags::FIXED_LENGTH) {
        return Ok(false);
    }
    if !object::ordinary_define_own_property(vm, array, key, descriptor)? {
        return Ok(false);
    }
    if index >= length {
        // An array index is below 2^32 - 1.
        vm.heap.set_array_length(array, index + 1);
    }
    Ok(true)
}

/// The length of an array exotic object; 0 for other objects.
#[inline]
pub fn array_length(vm: &Vm, array: ObjectId) -> u32 {
    match vm.heap.kind(array) {
        Kind::Array(length) => length,
        _ => 0,
    }
}

/// ArraySetLength, 10.4.2.4
fn array_set_length(vm: &mut Vm, array: ObjectId, descriptor: &PropertyDescriptor) -> Completion<bool> {
    let new_length = match descriptor.value {
        Some(value) => Some(vm.keeping([Value::object(array), value], |vm| to_array_length(vm, value))?),
        None => None,
    };
    let fixed = vm.heap.has_flag(array, Flags::FIXED_LENGTH);
    let refused = descriptor.is_accessor_descriptor()
        || descriptor.configurable == Some(true)
        || descriptor.enumerable == Some(true)
        || (fixed && descriptor.writable == Some(true));
    let old_length = array_length(vm, array);
    let new_length = new_length.unwrap_or(old_length);
    if refused || (fixed && new_length != old_length) {
        return Ok(false);
    }
    let reached = if new_length < old_length { truncate_array(vm, array, new_length)? } else { new_length };
    vm.heap.set_array_length(array, reached);
    if descriptor.writable == Some(false) {
        vm.heap.insert_flag(array, Flags::FIXED_LENGTH);
    }
    Ok(reached == new_length)
}

/// Steps 3 to 5 of ArraySetLength: a RangeError if the value is no array length.
pub(crate) fn to_array_length(vm: &mut Vm, value: Value) -> Completion<u32> {
    if let Some(int) = value.as_int()
        && int >= 0
    {
        return Ok(int as u32);
    }
    let length = convert::to_uint32(vm, value)?;
    let number = convert::to_number(vm, value)?;
    if f64::from(length) == number { Ok(length) } else { vm.range_error(messages::INVALID_ARRAY_LENGTH) }
}

/// Deletes elements from the end down to `length`, or to one that cannot be deleted; returns the length reached.
fn truncate_array(vm: &mut Vm, array: ObjectId, length: u32) -> Completion<u32> {
    let reached = truncate_large_indices(vm, array, length)?;
    if reached > length {
        return Ok(reached);
    }
    marking::lose_elements(&mut vm.heap, array, length as usize..usize::MAX);
    loop {
        if let Some(reached) =
            properties::change_elements(&mut vm.heap, array, |elements| elements.truncate(length, PIECE))
        {
            return Ok(reached);
        }
        vm.work(PIECE as u64 / SPARSE_ELEMENTS_PER_TICK)?;
    }
}

/// Deletes array indices from 2^31 on, which are stored as names, down to `length`; returns the length reached.
fn truncate_large_indices(vm: &mut Vm, array: ObjectId, length: u32) -> Completion<u32> {
    let shape = vm.heap.shape_of(array);
    vm.work(u64::from(vm.heap[shape].count) / 4)?;
    let mut large: Vec<(u32, bool)> = Vec::new();
    let count = large_indices(&vm.heap, shape, length).count();
    if count == 0 {
        return Ok(length);
    }
    vm.heap.lend_room(&mut large, count)?;
    large.extend(large_indices(&vm.heap, shape, length));
    // The largest first, by a heap: that is made in linear time, and each one that is taken out of it ticks.
    let mut large = BinaryHeap::from(large);
    let mut reached = length;
    while let Some((index, is_configurable)) = large.pop() {
        vm.work(LARGE_INDEX_REMOVED)?;
        if !is_configurable {
            reached = index + 1;
            break;
        }
        let key = vm.heap.key_of_index(index.into());
        vm.heap.remove_property(array, key);
    }
    vm.heap.take_back(&large.into_vec());
    Ok(reached)
}

/// Array indices from `length` on that are names in a shape, and whether they can be deleted.
fn large_indices(heap: &Heap, shape: ShapeId, length: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
    shape::shape_entries(heap, shape)
        .filter_map(|(_, entry)| Some((heap.array_index_of(entry.key)?, entry.attributes.is_configurable())))
        .filter(move |&(index, _)| index >= length)
}
