//! Whether %RegExp.prototype% is as it was made.

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::regexp::Pristine;

impl Pristine {
    pub fn of(heap: &Heap, prototype: ObjectId) -> Self {
        let shape = heap.shape_of(prototype);
        let slots = (0..heap[shape].count).map(|slot| heap.slot(prototype, slot)).collect();
        Pristine { shape: Some(shape), slots }
    }

    /// Is the prototype what it was then?
    #[inline]
    pub fn is_as_it_was(&self, heap: &Heap, prototype: ObjectId) -> bool {
        Some(heap.shape_of(prototype)) == self.shape
            && (0..).zip(&self.slots).all(|(slot, &value)| heap.slot(prototype, slot) == value)
    }
}
