//! States of objects: prototype, home, elements and properties, with their layout.

use super::super::{DELETED_BEFORE, Done, FROZEN, MAP, OWN_SHAPE, VECTOR, both};
use super::Writing;
use ferrotape_runtime::function;
use ferrotape_runtime::heap::{Heap, ObjectId};
use ferrotape_runtime::layout;
use ferrotape_runtime::object::{Class, Elements, ElementsLayout, Flags, SlotsLayout};
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shape::{self, Attributes};
use ferrotape_runtime::stack_trace;
use ferrotape_runtime::value::Value;

/// A property, with the number of deleted ones before it.
type Listed = (u32, PropertyKey, Attributes, Value);

impl Writing<'_> {
    /// Writes the state of an object without that many of its first properties. The text of an error's `stack` is made before, if
    /// it is lazy.
    pub(super) fn state(&mut self, number: usize, object: ObjectId, kept: u32) -> Done<()> {
        self.current = number;
        self.current_key = PropertyKey::NONE;
        self.make_stack(object)?;
        // Nothing else writes states meanwhile.
        let mut bytes = std::mem::take(&mut self.states.bytes);
        self.value(prototype(&self.vm.heap, object), &mut bytes)?;
        let home = function::home_object(self.vm, object).map_or(Value::NULL, Value::object);
        self.value(home, &mut bytes)?;
        bytes.push(u8::from(self.vm.heap.is_extensible(object)));
        bytes.push(u8::from(self.vm.heap.has_flag(object, Flags::FIXED_LENGTH)));
        self.elements(object, &mut bytes)?;
        self.properties(object, kept, &mut bytes)?;
        self.current_key = PropertyKey::NONE;
        self.slots(object, &mut bytes)?;
        self.states.bytes = bytes;
        Ok(())
    }

    /// Writes the elements of a vector; those of a map are properties.
    fn elements(&mut self, object: ObjectId, bytes: &mut Vec<u8>) -> Done<()> {
        let layout = layout::layout_of_elements(&self.vm.heap, object);
        match layout {
            ElementsLayout::Vector => bytes.push(VECTOR),
            ElementsLayout::Frozen => bytes.push(FROZEN),
            ElementsLayout::Map { stores } => {
                bytes.push(MAP);
                self.number(stores.into(), bytes);
                return Ok(());
            }
        }
        let values = self.vm.heap.elements(object).as_dense().unwrap_or_default().to_vec();
        self.number(values.len() as u64, bytes);
        for (index, value) in (0u32..).zip(values) {
            self.current_key = PropertyKey::from_index(index).unwrap_or(PropertyKey::NONE);
            self.value(value, bytes)?;
        }
        Ok(())
    }

    /// Writes properties in the order of their slots, with the deleted ones between them, and accessors as two functions.
    fn properties(&mut self, object: ObjectId, kept: u32, bytes: &mut Vec<u8>) -> Done<()> {
        let (properties, deleted) = self.listed(object, kept);
        bytes.push(match layout::layout_of_slots(&self.vm.heap, object) {
            SlotsLayout::Shared { reconfigurations } => reconfigurations,
            SlotsLayout::Own => OWN_SHAPE,
        });
        self.number(properties.len() as u64, bytes);
        for (before, key, attributes, value) in properties {
            self.vm.work(1)?;
            self.current_key = key;
            self.key(key, bytes);
            bytes.push(attributes.bits() | if before > 0 { DELETED_BEFORE } else { 0 });
            if before > 0 {
                self.number(before.into(), bytes);
            }
            for value in both(self.vm, value) {
                self.value(value, bytes)?;
            }
        }
        self.number(deleted.into(), bytes);
        Ok(())
    }

    /// The properties of an object from that one on in the order of their slots, then the elements of a map; and the number of
    /// deleted ones behind.
    fn listed(&self, object: ObjectId, kept: u32) -> (Vec<Listed>, u32) {
        let heap = &self.vm.heap;
        let (mut listed, mut next) = (Vec::new(), 0);
        if heap.class_of(object) == Class::Unfilled {
            return (listed, 0);
        }
        for (slot, entry) in shape::shape_entries(heap, heap.shape_of(object)) {
            if slot >= kept {
                listed.push((slot - next, entry.key, entry.attributes, heap.slot(object, slot)));
            }
            next = slot + 1;
        }
        if let Elements::Sparse(map) = heap.elements(object) {
            let keyed = map.iter().filter_map(|(&index, element)| Some((PropertyKey::from_index(index)?, element)));
            listed.extend(keyed.map(|(key, element)| (0, key, element.attributes, element.value)));
        }
        (listed, layout::slot_count(heap, object) - next)
    }

    /// Makes the text of a lazy `stack`: places in code are not written.
    fn make_stack(&mut self, object: ObjectId) -> Done<()> {
        Ok(stack_trace::make_now(self.vm, object)?)
    }
}

/// The prototype of an object, or null.
pub(super) fn prototype(heap: &Heap, object: ObjectId) -> Value {
    heap.prototype_of(object).map_or(Value::NULL, Value::object)
}
