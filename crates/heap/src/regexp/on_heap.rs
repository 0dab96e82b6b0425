//! Checks that %RegExp.prototype% is as it was made.

use crate::heap::Heap;
use crate::id::{ObjectId, ShapeId};
use crate::object::cell;
use crate::regexp::{Pristine, PristineProperty};
use crate::shape;
use crate::value::Value;

impl Pristine {
    pub fn of(heap: &Heap, prototype: ObjectId) -> Self {
        let shape = heap.shape_of(prototype);
        let property = |(slot, entry): (u32, crate::shape::PropertyEntry)| {
            let value = heap.slot(prototype, slot);
            PristineProperty { key: entry.key, attributes: entry.attributes, slot, value, parts: parts(heap, value) }
        };
        Pristine::with_properties(shape, shape::shape_entries(heap, shape).map(property).collect())
    }

    fn with_properties(shape: ShapeId, properties: Vec<PristineProperty>) -> Self {
        let mut values = vec![Value::EMPTY; properties.len()];
        for property in &properties {
            match values.get_mut(property.slot as usize) {
                Some(place) => *place = property.value,
                None => values.clear(),
            }
        }
        Pristine { shape: Some(shape), properties, values }
    }

    /// Returns whether the prototype is unchanged, as far as it has been looked at.
    #[inline]
    pub fn is_as_it_was(&self, heap: &Heap, prototype: ObjectId) -> bool {
        if Some(heap.shape_of(prototype)) != self.shape {
            return false;
        }
        // Most are in no cell of words.
        let (near, further) = (heap.near_slots(prototype), cell::further_slots(heap, prototype));
        if let Some((first, rest)) = self.values.split_at_checked(near)
            && let Some(further) = further.get(..rest.len())
        {
            let are_first = first.iter().enumerate().all(|(slot, &value)| heap.slot(prototype, slot as u32) == value);
            // Without a branch for each, so that the compiler can compare several at once.
            let differences = rest.iter().zip(further).fold(0, |all, (a, b)| all | (a.to_bits() ^ b.to_bits()));
            return are_first && differences == 0;
        }
        self.properties.iter().all(|property| match (property.slot as usize).checked_sub(near) {
            Some(place) => further.get(place) == Some(&property.value),
            None => heap.slot(prototype, property.slot) == property.value,
        })
    }

    /// Checks whether the prototype is as it was, though it may have got and lost other properties, or the same ones
    /// again. The noted places do not matter: a copy of the engine gets the same result.
    pub fn find_again(&mut self, heap: &Heap, prototype: ObjectId) -> bool {
        let shape = heap.shape_of(prototype);
        let mut found = Vec::with_capacity(self.properties.len());
        for &property in &self.properties {
            let Some((slot, attributes)) = shape::shape_lookup(heap, shape, property.key) else { return false };
            let value = heap.slot(prototype, slot);
            if attributes != property.attributes || parts(heap, value) != property.parts {
                return false;
            }
            found.push(PristineProperty { slot, value, ..property });
        }
        *self = Pristine::with_properties(shape, found);
        true
    }
}

/// The value of a property, or its getter and setter.
fn parts(heap: &Heap, value: Value) -> [Value; 2] {
    match value.as_accessor() {
        Some(accessor) => [heap[accessor].getter, heap[accessor].setter],
        None => [value, Value::EMPTY],
    }
}
