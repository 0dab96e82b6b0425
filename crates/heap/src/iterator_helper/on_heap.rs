//! Operations on Iterator Helpers of the heap.

use crate::heap::Heap;
use crate::heap::marking;
use crate::id::ObjectId;
use crate::iterator_helper::IteratorHelper;
use crate::object::{Kind, ObjectKind};

pub fn new_iterator_helper(heap: &mut Heap, prototype: ObjectId, helper: IteratorHelper) -> ObjectId {
    heap.new_object_with_prototype(Some(prototype), ObjectKind::IteratorHelper(Box::new(helper)))
}

pub fn iterator_helper(heap: &Heap, object: ObjectId) -> Option<IteratorHelper> {
    match heap.kind(object) {
        Kind::IteratorHelper(helper) => Some(*helper),
        _ => None,
    }
}

/// Changes the internal slots, which may lose their references.
pub fn change_iterator_helper(heap: &mut Heap, object: ObjectId, change: impl FnOnce(&mut IteratorHelper)) {
    marking::lose_internal_slots(heap, object);
    if let Some(ObjectKind::IteratorHelper(helper)) = heap.kind_mut(object) {
        change(helper);
    }
}
