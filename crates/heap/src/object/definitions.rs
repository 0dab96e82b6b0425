//! Properties made by definition where no site has a cache, and what objects are plain enough to be copied by their slots.

use ferrotape_budget::Termination;

use crate::cache;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::Class;
use crate::object::cell;
use crate::property_key::PropertyKey;
use crate::shape::{self, Attributes};
use crate::symbol;
use crate::value::Value;

/// Properties of an object that is copied in one go.
const MOST_COPIED: usize = 128;

/// Adds a property that is made by definition with all attributes, where objects of that shape have got it before, and so
/// do not have it; else changes nothing and says so.
#[inline]
pub fn add_defined(heap: &mut Heap, object: ObjectId, key: PropertyKey, value: Value) -> bool {
    match cache::known_definition(heap, heap.shape_of(object), key) {
        Some((slot, shape)) => cell::add_near_slot(heap, object, slot, shape, value),
        None => false,
    }
}

/// Adds a property with all attributes that is not there, and remembers how.
pub fn define_slot(heap: &mut Heap, object: ObjectId, key: PropertyKey, value: Value) -> Result<(), Termination> {
    let old = heap.shape_of(object);
    heap.add_slot(object, key, value, Attributes::ALL)?;
    cache::remember_definition(heap, old, object, key);
    Ok(())
}

/// Has it nothing but properties in a shape?
pub fn is_plain_object(heap: &Heap, object: ObjectId) -> bool {
    heap.class_of(object) == Class::Ordinary && heap.elements(object).is_empty()
}

/// Is it certain of all properties that copying them one by one runs no script, in the order of their slots? And are they
/// what assignments make?
pub fn look_for_copy(heap: &Heap, object: ObjectId) -> Option<bool> {
    let shape = heap.shape_of(object);
    if !is_plain_object(heap, object) || heap[shape].count as usize > MOST_COPIED {
        return None;
    }
    let mut are_all_usual = !heap[shape].dictionary && heap[shape].is_extensible();
    for (_, entry) in shape::shape_entries(heap, shape) {
        if entry.key.as_symbol().is_some() {
            if !symbol::is_private(heap, entry.key) {
                return None;
            }
            are_all_usual = false;
        } else if !entry.attributes.is_plain_data() || heap.array_index_of(entry.key).is_some() {
            return None;
        }
        are_all_usual &= entry.attributes == Attributes::ALL;
    }
    Some(are_all_usual)
}
