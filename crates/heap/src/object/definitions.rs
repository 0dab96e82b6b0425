//! Properties added by definition without a cache at their site, and objects plain enough to be copied by their slots.

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

/// Most properties of an object that is copied at once.
const MOST_COPIED: usize = 128;

/// Adds a property with all attributes by definition, if objects of that shape have got it before, and so do not have
/// it. Otherwise changes nothing and returns false.
#[inline]
pub fn add_defined(heap: &mut Heap, object: ObjectId, key: PropertyKey, value: Value) -> bool {
    match cache::known_definition(heap, heap.shape_of(object), key) {
        Some((slot, shape)) => cell::add_near_slot(heap, object, slot, shape, value),
        None => false,
    }
}

/// Adds a new property with all attributes, and remembers how.
pub fn define_slot(heap: &mut Heap, object: ObjectId, key: PropertyKey, value: Value) -> Result<(), Termination> {
    let old = heap.shape_of(object);
    heap.add_slot(object, key, value, Attributes::ALL)?;
    cache::remember_definition(heap, old, object, key);
    Ok(())
}

/// CreateDataProperty of a member of a parsed object that no script has seen. Objects get members as others have got them
/// before.
#[inline]
pub fn define_member(heap: &mut Heap, object: ObjectId, key: PropertyKey, value: Value) -> Result<(), Termination> {
    if key.as_index().is_some() {
        return heap.store_property(object, key, value, Attributes::ALL);
    }
    if add_defined(heap, object, key, value) {
        return Ok(());
    }
    match shape::shape_lookup(heap, heap.shape_of(object), key) {
        None => define_slot(heap, object, key, value),
        Some((slot, _)) => {
            heap.set_slot(object, slot, value);
            Ok(())
        }
    }
}

/// Returns whether an object has nothing but properties in its shape.
pub fn is_plain_object(heap: &Heap, object: ObjectId) -> bool {
    heap.class_of(object) == Class::Ordinary && heap.elements(object).is_empty()
}

/// Returns none unless copying all properties one by one runs no script and follows the order of slots. Otherwise
/// returns whether all of them are such as assignments make.
pub fn look_for_copy(heap: &Heap, object: ObjectId) -> Option<bool> {
    let shape = heap.shape_of(object);
    if !is_plain_object(heap, object) || heap[shape].count as usize > MOST_COPIED {
        return None;
    }
    if heap[shape].is_shared_and_usual() {
        return Some(true);
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
