//! Helpers on the heap.

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::iterator_helper::IteratorHelper;
use crate::object::{Kind, ObjectKind};

impl Heap {
    pub fn new_iterator_helper(&mut self, prototype: ObjectId, helper: IteratorHelper) -> ObjectId {
        self.new_object_with_prototype(Some(prototype), ObjectKind::IteratorHelper(Box::new(helper)))
    }

    pub fn iterator_helper(&self, object: ObjectId) -> Option<IteratorHelper> {
        match self.kind(object) {
            Kind::IteratorHelper(helper) => Some(*helper),
            _ => None,
        }
    }

    /// Changes the internal slots; what they refer to may be lost.
    pub fn change_iterator_helper(&mut self, object: ObjectId, change: impl FnOnce(&mut IteratorHelper)) {
        self.lose_internal_slots(object);
        if let Some(ObjectKind::IteratorHelper(helper)) = self.kind_mut(object) {
            change(helper);
        }
    }
}
