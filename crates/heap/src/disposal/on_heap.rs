//! Operations on stacks of resources of the heap.

use super::{Errors, Owner, Resources};
use crate::heap::Heap;
use crate::heap::marking;
use crate::id::ObjectId;
use crate::object::{Kind, ObjectKind};
use crate::value::Value;

/// Makes a stack without resources; without a prototype it is one that no script sees.
pub fn new_resources(heap: &mut Heap, prototype: Option<ObjectId>, owner: Owner) -> ObjectId {
    let resources = Resources {
        owner,
        is_disposed: false,
        is_async: false,
        needs_await: false,
        has_awaited: false,
        errors: Errors::None,
        list: heap.nothing(),
        current: Value::UNDEFINED,
        error: Value::UNDEFINED,
    };
    heap.new_object_with_prototype(prototype, ObjectKind::Resources(Box::new(resources)))
}

/// The internal slots, if the object is a stack of resources.
pub fn resources(heap: &Heap, object: ObjectId) -> Option<&Resources> {
    match heap.kind(object) {
        Kind::Resources(resources) => Some(resources),
        _ => None,
    }
}

/// Changes the internal slots, which may lose their references.
pub fn change_resources(heap: &mut Heap, object: ObjectId, change: impl FnOnce(&mut Resources)) {
    marking::lose_internal_slots(heap, object);
    if let Some(ObjectKind::Resources(resources)) = heap.kind_mut(object) {
        change(resources);
    }
}
