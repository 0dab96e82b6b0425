//! Built-in objects whose properties are made when somebody first asks for one.
//!
//! Such an object has its cell, its prototype and its kind from the beginning; its shape is of a class of its own, which is
//! opaque, so that neither caches nor walks over what is stored pass by it ([`Heap::is_opaque`]). Whoever has to know what is
//! in it has the engine fill it first. Until then its first slots tell what it is filled with, and for which realm.

use crate::heap::Heap;
use crate::id::{ObjectId, RealmId};
use crate::object::{Class, Kind, ObjectKind};
use crate::value::Value;

/// The number of the part of the built-ins that fills it.
const PART_SLOT: u32 = 0;

/// The global object of its realm, which it keeps alive.
const GLOBAL_SLOT: u32 = 1;

impl Heap {
    /// A new object that is filled later, with room for so many properties in its cell, where it is one of words. What fills it
    /// is said by [`Heap::set_part`].
    pub fn new_unfilled_object(&mut self, prototype: Option<ObjectId>, kind: ObjectKind, room: usize) -> ObjectId {
        let shape = self.unfilled_shape(prototype);
        self.new_object_with_room(shape, kind, room, &[Value::UNDEFINED; 2])
    }

    /// Says which part of the built-ins fills an object that has no properties yet, and for which realm: that of the global
    /// object.
    pub fn set_part(&mut self, object: ObjectId, part: usize, global: ObjectId) {
        self.set_slot(object, PART_SLOT, Value::int(part as i32));
        self.set_slot(object, GLOBAL_SLOT, Value::object(global));
    }

    /// What [`Heap::set_part`] has said; none where the object has its properties.
    pub fn unfilled(&self, object: ObjectId) -> Option<(usize, RealmId)> {
        if self.class_of(object) != Class::Unfilled {
            return None;
        }
        let part = self.slot(object, PART_SLOT).as_int()?;
        let realm = self.realm_of_global(self.slot(object, GLOBAL_SLOT).as_object()?)?;
        Some((part as usize, realm))
    }

    /// From now on the object is one like others: what has it filled stores its properties next. No cache knows anything of
    /// its shape, so that stays.
    pub fn begin_filling(&mut self, object: ObjectId) {
        if self.class_of(object) != Class::Unfilled {
            return;
        }
        let class = match self.kind(object) {
            Kind::Array { .. } => Class::Array,
            Kind::Native { .. } => Class::Function,
            Kind::String(_) => Class::String,
            Kind::Number(_) => Class::Number,
            Kind::Boolean(_) => Class::Boolean,
            _ => Class::Ordinary,
        };
        for slot in [PART_SLOT, GLOBAL_SLOT] {
            self.set_slot(object, slot, Value::UNDEFINED);
        }
        if self.near_slots(object) == 0 {
            self.further_slots_mut(object).clear();
        }
        self.begin_dictionary(self.shape_of(object), class);
    }
}
