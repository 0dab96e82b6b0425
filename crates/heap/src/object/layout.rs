//! Layout of properties in memory, for snapshots: read and restored.
//!
//! The fuel for iterating over an object depends on how its properties lie: deleted ones leave places, and elements are
//! in a vector or in a map. A restored object must have the same layout, or the same script would take other fuel.

use ferrotape_budget::Termination;

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::cell;
use crate::object::properties;
use crate::object::{Class, Elements, Flags, SparseElement};
use crate::property_key::PropertyKey;
use crate::shape::{self, PropertyTable};
use crate::value::Value;

/// Layout of elements; a [`Queue`](super::Queue) is a vector.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ElementsLayout {
    Vector,
    Frozen,
    /// A map, which is checked for density after this many further stores: see [`Elements::length_if_dense_again`].
    Map {
        stores: u32,
    },
}

/// Layout of named properties.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SlotsLayout {
    /// A shape that others may share, after this many changes of attributes.
    Shared { reconfigurations: u8 },
    /// A shape of the object's own.
    Own,
}

pub fn layout_of_elements(heap: &Heap, object: ObjectId) -> ElementsLayout {
    match heap.elements(object) {
        Elements::Dense(_) | Elements::Queue(_) => ElementsLayout::Vector,
        Elements::Frozen(_) => ElementsLayout::Frozen,
        Elements::Sparse(map) => ElementsLayout::Map { stores: u32::try_from(map.stores()).unwrap_or(u32::MAX) },
    }
}

pub fn layout_of_slots(heap: &Heap, object: ObjectId) -> SlotsLayout {
    let shape = &heap[heap.shape_of(object)];
    match shape.dictionary {
        true => SlotsLayout::Own,
        false => SlotsLayout::Shared { reconfigurations: shape.reconfigurations },
    }
}

/// Number of slots of an object, deleted properties included.
pub fn slot_count(heap: &Heap, object: ObjectId) -> u32 {
    heap[heap.shape_of(object)].count
}

/// Appends a value, or a hole, to a vector; false if objects of the kind have no vector.
pub fn append_element(heap: &mut Heap, object: ObjectId, value: Value) -> Result<bool, Termination> {
    let Elements::Dense(values) = heap.elements(object) else { return Ok(false) };
    let length = values.len();
    if heap.class_of(object).is_opaque() {
        return Ok(false);
    }
    if heap.has_flag(object, Flags::BEHIND_ARRAYS) {
        heap.elements_behind_arrays = true;
    }
    heap.reserve_elements(object, length + 1)?;
    if let Elements::Dense(values) = heap.elements_mut(object) {
        values.push(value);
    }
    Ok(true)
}

/// Freezes a vector of elements; false if there is none, or objects of the kind keep theirs otherwise.
pub fn freeze_elements(heap: &mut Heap, object: ObjectId) -> bool {
    let class = heap.class_of(object);
    if class == Class::MappedArguments || class.is_opaque() {
        return false;
    }
    properties::change_elements(heap, object, |elements| match elements {
        Elements::Dense(values) => {
            *elements = Elements::Frozen(std::mem::take(values).into_boxed_slice());
            true
        }
        _ => false,
    })
}

/// Puts an element into a map, which stays one; false if there is no map.
pub fn put_into_map(heap: &mut Heap, object: ObjectId, index: u32, element: SparseElement) -> bool {
    let Elements::Sparse(_) = heap.elements(object) else { return false };
    if heap.has_flag(object, Flags::BEHIND_ARRAYS) {
        heap.elements_behind_arrays = true;
    }
    properties::change_elements(heap, object, |elements| elements.insert_sparse(index, element));
    true
}

/// Sets the number of stores behind a map of elements.
pub fn set_stores(heap: &mut Heap, object: ObjectId, stores: u32) {
    if let Elements::Sparse(map) = heap.elements_mut(object) {
        map.set_stores(stores as usize);
    }
}

/// Sets the number of changes of attributes behind an object that keeps its shape.
pub fn count_reconfigurations(heap: &mut Heap, object: ObjectId, count: u8) {
    let shape = heap.shape_of(object);
    if !heap[shape].dictionary && heap[shape].reconfigurations != count {
        let shape = shape::shape_with_reconfigurations(heap, shape, count);
        heap.set_shape(object, shape);
    }
}

/// Gives the object a shape of its own whose slots are those of these keys, in order; [`PropertyKey::NONE`] stands for
/// a deleted one. False unless these are the keys of the object, each once.
pub fn arrange_slots(heap: &mut Heap, object: ObjectId, keys: &[PropertyKey]) -> Result<bool, Termination> {
    if layout_of_slots(heap, object) != SlotsLayout::Own {
        properties::own_shape(heap, object);
    }
    let shape = heap.shape_of(object);
    let Some(old) = heap[shape].table else { return Ok(keys.is_empty()) };
    if heap[old].has_keys(keys) {
        return Ok(true);
    }
    let mut table = PropertyTable::default();
    let mut values = Vec::with_capacity(keys.len());
    for &key in keys {
        let found = if key == PropertyKey::NONE { None } else { shape::shape_lookup(heap, shape, key) };
        match found {
            Some((slot, attributes)) if !table.has_key(key) => {
                table.push_entry(key, attributes);
                values.push(heap.slot(object, slot));
            }
            None if key == PropertyKey::NONE => {
                table.push_deleted();
                values.push(Value::UNDEFINED);
            }
            _ => return Ok(false),
        }
    }
    if table.live() != heap[old].live() {
        return Ok(false);
    }
    let before = heap[shape].count;
    for slot in before..keys.len() as u32 {
        properties::reserve_slot(heap, object, slot)?;
        properties::push_slot(heap, object, slot, Value::UNDEFINED);
    }
    shape::replace_entries(heap, shape, table);
    values.iter().for_each(|&value| heap.lose(value));
    let further = values.len().saturating_sub(heap.near_slots(object));
    if further < cell::further_slots(heap, object).len() {
        cell::further_slots_mut(heap, object).truncate(further);
    }
    for (slot, value) in (0..).zip(values) {
        heap.set_slot(object, slot, value);
    }
    properties::prototype_changed(heap, object);
    Ok(true)
}
