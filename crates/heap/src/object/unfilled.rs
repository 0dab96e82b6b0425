//! Unfilled objects: built-ins whose properties are made when somebody first asks for one.
//!
//! Such an object has its cell, its prototype and its kind from the beginning. Its shape is of an opaque class, so
//! neither caches nor walks over stored properties overlook it ([`Heap::is_opaque`]). Callers that need its properties
//! have the engine fill it first. Until then its first slots hold the part of the built-ins and the realm.

use crate::heap::Heap;
use crate::id::{ObjectId, RealmId};
use crate::object::cell;
use crate::object::{Class, Kind, ObjectKind};
use crate::shape;
use crate::value::Value;

/// Slot with the number of the part of the built-ins that fills it.
const PART_SLOT: u32 = 0;

/// Slot with the global object of its realm, which it keeps alive.
const GLOBAL_SLOT: u32 = 1;

/// Makes an object that is filled later, with room for this many properties in its cell, if it is one of words.
/// [`set_part`] sets the part that fills it.
pub fn new_unfilled_object(heap: &mut Heap, prototype: Option<ObjectId>, kind: ObjectKind, room: usize) -> ObjectId {
    let shape = shape::unfilled_shape(heap, prototype);
    cell::new_object_with_room(heap, shape, kind, room, &[Value::UNDEFINED; 2])
}

/// Sets the part of the built-ins that fills an object without properties, and the realm: that of the global object.
pub fn set_part(heap: &mut Heap, object: ObjectId, part: usize, global: ObjectId) {
    heap.set_slot(object, PART_SLOT, Value::int(part as i32));
    heap.set_slot(object, GLOBAL_SLOT, Value::object(global));
}

/// The part and the realm that [`set_part`] has set; none if the object has its properties.
pub fn unfilled(heap: &Heap, object: ObjectId) -> Option<(usize, RealmId)> {
    if heap.class_of(object) != Class::Unfilled {
        return None;
    }
    let part = heap.slot(object, PART_SLOT).as_int()?;
    let realm = heap.realm_of_global(heap.slot(object, GLOBAL_SLOT).as_object()?)?;
    Some((part as usize, realm))
}

/// Makes an unfilled object an ordinary one; its properties are stored next. No cache knows its shape, so the shape
/// stays.
pub fn begin_filling(heap: &mut Heap, object: ObjectId) {
    if heap.class_of(object) != Class::Unfilled {
        return;
    }
    let class = match heap.kind(object) {
        Kind::Array { .. } => Class::Array,
        Kind::Native { .. } => Class::Function,
        Kind::String(_) => Class::String,
        Kind::Number(_) => Class::Number,
        Kind::Boolean(_) => Class::Boolean,
        _ => Class::Ordinary,
    };
    for slot in [PART_SLOT, GLOBAL_SLOT] {
        heap.set_slot(object, slot, Value::UNDEFINED);
    }
    if heap.near_slots(object) == 0 {
        cell::further_slots_mut(heap, object).clear();
    }
    let shape_of = heap.shape_of(object);
    shape::begin_dictionary(heap, shape_of, class);
}
