//! How properties lie in memory, told and brought about: for engines that are made from bytes.
//!
//! What a script pays for looking through an object goes by how its properties lie: deleted ones leave places, and elements are
//! in a vector or in a map. An object that was written down and made again has them lie as they lay, or the same script would
//! take other fuel.

use ferrotape_budget::Termination;

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::{Class, Elements, Flags, SparseElement};
use crate::property_key::PropertyKey;
use crate::shape::PropertyTable;
use crate::value::Value;

/// How elements lie; a [`Queue`](super::Queue) is a vector.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ElementsLayout {
    Vector,
    Frozen,
    /// A map, which is looked at again after so many further stores: see [`Elements::length_if_dense_again`].
    Map {
        stores: u32,
    },
}

/// How named properties lie.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SlotsLayout {
    /// In a shape that others may have as well, behind so many changes of attributes.
    Shared { reconfigurations: u8 },
    /// In one of the object's own.
    Own,
}

impl Heap {
    pub fn layout_of_elements(&self, object: ObjectId) -> ElementsLayout {
        match self.elements(object) {
            Elements::Dense(_) | Elements::Queue(_) => ElementsLayout::Vector,
            Elements::Frozen(_) => ElementsLayout::Frozen,
            Elements::Sparse(map) => ElementsLayout::Map { stores: u32::try_from(map.stores()).unwrap_or(u32::MAX) },
        }
    }

    pub fn layout_of_slots(&self, object: ObjectId) -> SlotsLayout {
        let shape = &self[self.shape_of(object)];
        match shape.dictionary {
            true => SlotsLayout::Own,
            false => SlotsLayout::Shared { reconfigurations: shape.reconfigurations },
        }
    }

    /// Slots of an object, those of deleted properties included.
    pub fn slot_count(&self, object: ObjectId) -> u32 {
        self[self.shape_of(object)].count
    }

    /// Puts a value, or a hole, behind the last element of a vector; false where objects of the kind have no vector.
    pub fn append_element(&mut self, object: ObjectId, value: Value) -> Result<bool, Termination> {
        let Elements::Dense(values) = self.elements(object) else { return Ok(false) };
        let length = values.len();
        if self.class_of(object).is_opaque() {
            return Ok(false);
        }
        if self.has_flag(object, Flags::BEHIND_ARRAYS) {
            self.elements_behind_arrays = true;
        }
        self.reserve_elements(object, length + 1)?;
        if let Elements::Dense(values) = self.elements_mut(object) {
            values.push(value);
        }
        Ok(true)
    }

    /// Freezes a vector of elements; false where there is none, or objects of the kind keep theirs otherwise.
    pub fn freeze_elements(&mut self, object: ObjectId) -> bool {
        let class = self.class_of(object);
        if class == Class::MappedArguments || class.is_opaque() {
            return false;
        }
        self.change_elements(object, |elements| match elements {
            Elements::Dense(values) => {
                *elements = Elements::Frozen(std::mem::take(values).into_boxed_slice());
                true
            }
            _ => false,
        })
    }

    /// Puts an element into a map, which stays one; false where there is no map.
    pub fn put_into_map(&mut self, object: ObjectId, index: u32, element: SparseElement) -> bool {
        let Elements::Sparse(_) = self.elements(object) else { return false };
        if self.has_flag(object, Flags::BEHIND_ARRAYS) {
            self.elements_behind_arrays = true;
        }
        self.change_elements(object, |elements| elements.insert_sparse(index, element));
        true
    }

    /// Says how many stores a map of elements has behind it.
    pub fn set_stores(&mut self, object: ObjectId, stores: u32) {
        if let Elements::Sparse(map) = self.elements_mut(object) {
            map.set_stores(stores as usize);
        }
    }

    /// Has the object, which keeps to its shape otherwise, have so many changes of attributes behind it.
    pub fn count_reconfigurations(&mut self, object: ObjectId, count: u8) {
        let shape = self.shape_of(object);
        if !self[shape].dictionary && self[shape].reconfigurations != count {
            let shape = self.shape_with_reconfigurations(shape, count);
            self.set_shape(object, shape);
        }
    }

    /// Gives the object a shape of its own whose slots are those of these keys, in order; [`PropertyKey::NONE`] stands for one
    /// that was deleted. False where these are not the keys of the object, each once.
    pub fn arrange_slots(&mut self, object: ObjectId, keys: &[PropertyKey]) -> Result<bool, Termination> {
        if self.layout_of_slots(object) != SlotsLayout::Own {
            self.own_shape(object);
        }
        let shape = self.shape_of(object);
        let Some(old) = self[shape].table else { return Ok(keys.is_empty()) };
        if self[old].has_keys(keys) {
            return Ok(true);
        }
        let mut table = PropertyTable::default();
        let mut values = Vec::with_capacity(keys.len());
        for &key in keys {
            let found = if key == PropertyKey::NONE { None } else { self.shape_lookup(shape, key) };
            match found {
                Some((slot, attributes)) if !table.has_key(key) => {
                    table.push_entry(key, attributes);
                    values.push(self.slot(object, slot));
                }
                None if key == PropertyKey::NONE => {
                    table.push_deleted();
                    values.push(Value::UNDEFINED);
                }
                _ => return Ok(false),
            }
        }
        if table.live() != self[old].live() {
            return Ok(false);
        }
        let before = self[shape].count;
        for slot in before..keys.len() as u32 {
            self.reserve_slot(object, slot)?;
            self.push_slot(object, slot, Value::UNDEFINED);
        }
        self.replace_entries(shape, table);
        values.iter().for_each(|&value| self.lose(value));
        let further = values.len().saturating_sub(self.near_slots(object));
        if further < self.further_slots(object).len() {
            self.further_slots_mut(object).truncate(further);
        }
        for (slot, value) in (0..).zip(values) {
            self.set_slot(object, slot, value);
        }
        self.prototype_changed(object);
        Ok(true)
    }
}
