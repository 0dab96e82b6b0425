//! Array exotic objects, ECMA-262 10.4.2. `length` is kept in the object's kind, not in its shape.

use std::collections::BinaryHeap;

use ferrotape_budget::costs::{LARGE_INDEX_REMOVED, SPARSE_ELEMENTS_PER_TICK, allocation_bytes};

use crate::error::Completion;
use crate::heap::{Heap, ObjectId, ShapeId};
use crate::messages;
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{Elements, Flags, Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// Elements of a map that are removed between two looks at the limits.
const PIECE: usize = 1 << 12;

impl Vm {
    /// An empty array.
    pub fn new_array(&mut self) -> ObjectId {
        self.heap.new_object(self.realm.shapes.array, ObjectKind::Array { length: 0 })
    }

    /// An array of the values ([`Value::EMPTY`] for holes), which are charged here.
    pub fn new_array_from(&mut self, values: Vec<Value>) -> Completion<ObjectId> {
        let Ok(length) = u32::try_from(values.len()) else {
            return self.range_error(messages::INVALID_ARRAY_LENGTH);
        };
        self.heap.charge(allocation_bytes(values.capacity() * size_of::<Value>()))?;
        let array = self.heap.new_object(self.realm.shapes.array, ObjectKind::Array { length });
        *self.heap.elements_mut(array) = Elements::Dense(values);
        Ok(array)
    }

    /// ArrayCreate, 10.4.2.2, for lengths that are known to be array lengths.
    pub fn new_array_with_length(&mut self, length: u32) -> ObjectId {
        self.heap.new_object(self.realm.shapes.array, ObjectKind::Array { length })
    }

    /// The property `length` of an array, if that is what the key says.
    pub(crate) fn array_length_property(
        &self,
        array: ObjectId,
        key: PropertyKey,
        length: u32,
    ) -> Option<StoredProperty> {
        let fixed = self.heap.has_flag(array, Flags::FIXED_LENGTH);
        let attributes = if fixed { Attributes::NONE } else { Attributes::WRITABLE };
        let value = i32::try_from(length).map_or_else(|_| Value::number(length.into()), Value::int);
        (key == keys::LENGTH).then_some(StoredProperty { value, attributes })
    }

    /// [[DefineOwnProperty]] of arrays, 10.4.2.1
    pub(crate) fn array_define_own_property(
        &mut self,
        array: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<bool> {
        if key == keys::LENGTH {
            return self.array_set_length(array, descriptor);
        }
        let Some(index) = self.heap.array_index_of(key) else {
            return self.ordinary_define_own_property(array, key, descriptor);
        };
        let length = self.array_length(array);
        if index >= length && self.heap.has_flag(array, Flags::FIXED_LENGTH) {
            return Ok(false);
        }
        if !self.ordinary_define_own_property(array, key, descriptor)? {
            return Ok(false);
        }
        if index >= length {
            // An array index is below 2^32 - 1.
            self.heap.set_array_length(array, index + 1);
        }
        Ok(true)
    }

    /// The length of an array exotic object; 0 for other objects.
    #[inline]
    pub fn array_length(&self, array: ObjectId) -> u32 {
        match self.heap.kind(array) {
            Kind::Array { length } => length,
            _ => 0,
        }
    }

    /// ArraySetLength, 10.4.2.4
    fn array_set_length(&mut self, array: ObjectId, descriptor: &PropertyDescriptor) -> Completion<bool> {
        let new_length = match descriptor.value {
            Some(value) => Some(self.keeping([Value::object(array), value], |vm| vm.to_array_length(value))?),
            None => None,
        };
        let fixed = self.heap.has_flag(array, Flags::FIXED_LENGTH);
        let refused = descriptor.is_accessor_descriptor()
            || descriptor.configurable == Some(true)
            || descriptor.enumerable == Some(true)
            || (fixed && descriptor.writable == Some(true));
        let old_length = self.array_length(array);
        let new_length = new_length.unwrap_or(old_length);
        if refused || (fixed && new_length != old_length) {
            return Ok(false);
        }
        let reached = if new_length < old_length { self.truncate_array(array, new_length)? } else { new_length };
        self.heap.set_array_length(array, reached);
        if descriptor.writable == Some(false) {
            self.heap.insert_flag(array, Flags::FIXED_LENGTH);
        }
        Ok(reached == new_length)
    }

    /// Steps 3 to 5 of ArraySetLength: RangeError where the value is no array length.
    pub(crate) fn to_array_length(&mut self, value: Value) -> Completion<u32> {
        if let Some(int) = value.as_int()
            && int >= 0
        {
            return Ok(int as u32);
        }
        let length = self.to_uint32(value)?;
        let number = self.to_number(value)?;
        if f64::from(length) == number { Ok(length) } else { self.range_error(messages::INVALID_ARRAY_LENGTH) }
    }

    /// Deletes elements from the end down to `length`, or to where one cannot be deleted; gives the length reached.
    fn truncate_array(&mut self, array: ObjectId, length: u32) -> Completion<u32> {
        let reached = self.truncate_large_indices(array, length)?;
        if reached > length {
            return Ok(reached);
        }
        self.heap.lose_elements(array, length as usize..usize::MAX);
        loop {
            if let Some(reached) = self.heap.change_elements(array, |elements| elements.truncate(length, PIECE)) {
                return Ok(reached);
            }
            self.tick(PIECE as u64 / SPARSE_ELEMENTS_PER_TICK)?;
        }
    }

    /// The same for indices from 2^31 on, which are kept as names.
    fn truncate_large_indices(&mut self, array: ObjectId, length: u32) -> Completion<u32> {
        let shape = self.heap.shape_of(array);
        self.tick(u64::from(self.heap[shape].count) / 4)?;
        let mut large: Vec<(u32, bool)> = Vec::new();
        let count = large_indices(&self.heap, shape, length).count();
        if count == 0 {
            return Ok(length);
        }
        self.heap.lend_room(&mut large, count)?;
        large.extend(large_indices(&self.heap, shape, length));
        // The largest first, by a heap: that is made in linear time, and each one that is taken out of it ticks.
        let mut large = BinaryHeap::from(large);
        let mut reached = length;
        while let Some((index, is_configurable)) = large.pop() {
            self.tick(LARGE_INDEX_REMOVED)?;
            if !is_configurable {
                reached = index + 1;
                break;
            }
            let key = self.heap.key_of_index(index.into());
            self.heap.remove_property(array, key);
        }
        self.heap.take_back(&large.into_vec());
        Ok(reached)
    }
}

/// Array indices from `length` on that are names in a shape, and whether they can be deleted.
fn large_indices(heap: &Heap, shape: ShapeId, length: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
    heap.shape_entries(shape)
        .filter_map(|(_, entry)| Some((heap.array_index_of(entry.key)?, entry.attributes.is_configurable())))
        .filter(move |&(index, _)| index >= length)
}
