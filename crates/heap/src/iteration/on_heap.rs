//! Checks that arrays iterate as the built-ins of the specification do.

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::iteration::{PristineIteration, PristineMethod};
use crate::names::keys;
use crate::property_key::PropertyKey;
use crate::realm::Intrinsics;
use crate::shape;
use crate::symbol::symbols;

impl PristineMethod {
    fn of(heap: &Heap, holder: ObjectId, key: PropertyKey) -> Option<Self> {
        let shape = heap.shape_of(holder);
        let (slot, _) = shape::shape_lookup(heap, shape, key)?;
        // No two properties have one accessor, so its value tells as much as a function does.
        Some(PristineMethod { holder, key, method: heap.slot(holder, slot), shape, slot })
    }

    /// Returns whether the method is still where it was seen last.
    #[inline]
    pub fn is_there(&self, heap: &Heap) -> bool {
        heap.shape_of(self.holder) == self.shape && heap.slot(self.holder, self.slot) == self.method
    }

    /// Returns whether the method is still there, if the holder may have got or lost other properties.
    pub fn find_again(&mut self, heap: &Heap) -> bool {
        match PristineMethod::of(heap, self.holder, self.key) {
            Some(found) if found.method == self.method => {
                *self = found;
                true
            }
            _ => false,
        }
    }
}

impl PristineIteration {
    /// Notes the present methods.
    pub fn of(heap: &Heap, intrinsics: &Intrinsics) -> Self {
        let values = PristineMethod::of(heap, intrinsics.array_prototype, symbols::ITERATOR);
        let next = PristineMethod::of(heap, intrinsics.array_iterator_prototype, keys::NEXT);
        let constructor = PristineMethod::of(heap, intrinsics.array_prototype, keys::CONSTRUCTOR);
        let species = PristineMethod::of(heap, intrinsics.array, symbols::SPECIES);
        PristineIteration {
            methods: values.zip(next).map(|(values, next)| [values, next]),
            species: constructor.zip(species).map(|(constructor, species)| [constructor, species]),
        }
    }
}
