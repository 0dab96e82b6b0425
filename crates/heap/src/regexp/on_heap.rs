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
        Pristine::with(shape, shape::shape_entries(heap, shape).map(property).collect())
    }

    fn with(shape: ShapeId, properties: Vec<PristineProperty>) -> Self {
        let values = properties.iter().map(|property| property.value).collect();
        let are_in_order = (0..).zip(&properties).all(|(slot, property)| property.slot == slot);
        Pristine { shape: Some(shape), properties, values, are_in_order }
    }

    /// Returns whether the prototype is unchanged, as far as it has been looked at.
    #[inline]
    pub fn is_as_it_was(&self, heap: &Heap, prototype: ObjectId) -> bool {
        if Some(heap.shape_of(prototype)) != self.shape {
            return false;
        }
        if !self.are_in_order {
            return self.properties.iter().all(|property| heap.slot(prototype, property.slot) == property.value);
        }
        let (near, further) = (cell::near_words(heap, prototype), cell::further_slots(heap, prototype));
        let (first, rest) = self.values.split_at(near.len().min(self.values.len()));
        // All of them are looked at, as no step waits for another then.
        let is_other = |other: u64, (value, word): (&Value, u64)| other | (value.to_bits() ^ word);
        rest.len() <= further.len()
            && first.iter().zip(near.iter().copied()).fold(0, is_other) == 0
            && rest.iter().zip(further.iter().map(|value| value.to_bits())).fold(0, is_other) == 0
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
        *self = Pristine::with(shape, found);
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
