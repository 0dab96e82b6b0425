//! Operations on Iterator Helpers of the heap.

use crate::heap::Heap;
use crate::heap::marking;
use crate::id::ObjectId;
use crate::iterator_helper::IteratorHelper;
use crate::object::ObjectKind;

/// Changes the internal slots, which may lose their references.
pub fn change_iterator_helper(heap: &mut Heap, object: ObjectId, change: impl FnOnce(&mut IteratorHelper)) {
    marking::lose_internal_slots(heap, object);
    if let Some(ObjectKind::IteratorHelper(helper)) = heap.kind_mut(object) {
        change(helper);
    }
}
