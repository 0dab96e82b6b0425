//! Built-in objects whose properties are made when somebody first asks for one.
//!
//! Such an object has its cell, its prototype and its kind from the beginning; its shape is of a class of its own, which is
//! opaque, so that neither caches nor walks over what is stored pass by it ([`Heap::is_opaque`]). Whoever has to know what is
//! in it has the engine fill it first. Until then its first slots tell what it is filled with, and for which realm.

use crate::heap::Heap;
use crate::id::{ObjectId, RealmId};
use crate::object::cell;
use crate::object::{Class, Kind, ObjectKind};
use crate::shape;
use crate::value::Value;

/// The number of the part of the built-ins that fills it.
const PART_SLOT: u32 = 0;

/// The global object of its realm, which it keeps alive.
const GLOBAL_SLOT: u32 = 1;

/// A new object that is filled later, with room for so many properties in its cell, where it is one of words. What fills it
/// is said by [`set_part`].
pub fn new_unfilled_object(heap: &mut Heap, prototype: Option<ObjectId>, kind: ObjectKind, room: usize) -> ObjectId {
    let shape = shape::unfilled_shape(heap, prototype);
    cell::new_object_with_room(heap, shape, kind, room, &[Value::UNDEFINED; 2])
}

/// Says which part of the built-ins fills an object that has no properties yet, and for which realm: that of the global
/// object.
pub fn set_part(heap: &mut Heap, object: ObjectId, part: usize, global: ObjectId) {
    heap.set_slot(object, PART_SLOT, Value::int(part as i32));
    heap.set_slot(object, GLOBAL_SLOT, Value::object(global));
}

/// What [`set_part`] has said; none where the object has its properties.
pub fn unfilled(heap: &Heap, object: ObjectId) -> Option<(usize, RealmId)> {
    if heap.class_of(object) != Class::Unfilled {
        return None;
    }
    let part = heap.slot(object, PART_SLOT).as_int()?;
    let realm = heap.realm_of_global(heap.slot(object, GLOBAL_SLOT).as_object()?)?;
    Some((part as usize, realm))
}

/// From now on the object is one like others: what has it filled stores its properties next. No cache knows anything of
/// its shape, so that stays.
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
