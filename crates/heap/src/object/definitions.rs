//! Properties made by definition where no site has a cache, and what objects are plain enough to be copied by their slots.

use ferrotape_budget::Termination;

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::Class;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;

/// Properties of an object that is copied in one go.
const MOST_COPIED: usize = 128;

impl Heap {
    /// Adds a property that is made by definition with all attributes, where objects of that shape have got it before, and so
    /// do not have it; else changes nothing and says so.
    #[inline]
    pub fn add_defined(&mut self, object: ObjectId, key: PropertyKey, value: Value) -> bool {
        match self.known_definition(self.shape_of(object), key) {
            Some((slot, shape)) => self.add_near_slot(object, slot, shape, value),
            None => false,
        }
    }

    /// Adds a property with all attributes that is not there, and remembers how.
    pub fn define_slot(&mut self, object: ObjectId, key: PropertyKey, value: Value) -> Result<(), Termination> {
        let old = self.shape_of(object);
        self.add_slot(object, key, value, Attributes::ALL)?;
        self.remember_definition(old, object, key);
        Ok(())
    }

    /// Has it nothing but properties in a shape?
    pub fn is_plain_object(&self, object: ObjectId) -> bool {
        self.class_of(object) == Class::Ordinary && self.elements(object).is_empty()
    }

    /// Is it certain of all properties that copying them one by one runs no script, in the order of their slots? And are they
    /// what assignments make?
    pub fn look_for_copy(&self, object: ObjectId) -> Option<bool> {
        let shape = self.shape_of(object);
        if !self.is_plain_object(object) || self[shape].count as usize > MOST_COPIED {
            return None;
        }
        let mut are_all_usual = !self[shape].dictionary && self[shape].is_extensible();
        for (_, entry) in self.shape_entries(shape) {
            if entry.key.as_symbol().is_some() {
                if !self.is_private(entry.key) {
                    return None;
                }
                are_all_usual = false;
            } else if !entry.attributes.is_plain_data() || self.array_index_of(entry.key).is_some() {
                return None;
            }
            are_all_usual &= entry.attributes == Attributes::ALL;
        }
        Some(are_all_usual)
    }
}
