//! Answers about properties that take no more than a look at shapes: no script runs for them, and nothing changes.
//!
//! Each answer is the one that the internal method would give. None stands for "not known here".

use crate::heap::{Heap, ObjectId};
use crate::names::keys;
use crate::object::Class;
use crate::property_key::PropertyKey;
use crate::shape;
use crate::value::Value;

/// Most objects of a prototype chain that are looked at. So few steps cost [[HasProperty]] nothing.
const SHORT_CHAIN: usize = 8;

/// ToPropertyKey ( argument ), ECMA-262 7.1.19, of a value that is a key already: an interned name, a symbol, an index.
#[inline]
pub fn known_key(heap: &Heap, value: Value) -> Option<PropertyKey> {
    if let Some(string) = value.as_string() {
        return heap.key_of_interned(string);
    }
    match value.as_int() {
        Some(index) => PropertyKey::from_index(u32::try_from(index).ok()?),
        None => value.as_symbol().map(PropertyKey::from_symbol),
    }
}

/// HasOwnProperty ( O, P ), ECMA-262 7.3.13
#[inline]
pub fn known_own(heap: &Heap, object: ObjectId, key: PropertyKey) -> Option<bool> {
    let id = heap.shape_of(object);
    let class = heap[id].class;
    if class.is_opaque() {
        return None;
    }
    let is_stored = match key.as_index() {
        Some(index) => heap.elements(object).get(index).is_some(),
        None => shape::shape_lookup(heap, id, key).is_some(),
    };
    if is_stored {
        return Some(true);
    }
    let is_known = !class.is_exotic() || class == Class::Array && key != keys::LENGTH;
    is_known.then_some(false)
}

/// [[Get]] ( P, Receiver ), ECMA-262 10.1.8, of a data property by a name; undefined if there is none.
pub fn known_data(heap: &Heap, mut object: ObjectId, key: PropertyKey) -> Option<Value> {
    if key.as_index().is_some() {
        return None;
    }
    for _ in 0..SHORT_CHAIN {
        let id = heap.shape_of(object);
        let shape = &heap[id];
        if shape.class.is_opaque() {
            return None;
        }
        if let Some((slot, attributes)) = shape::shape_lookup(heap, id, key) {
            return attributes.is_plain_data().then(|| heap.slot(object, slot));
        }
        if shape.class.has_virtual_length() && key == keys::LENGTH {
            return None;
        }
        match shape.prototype {
            Some(parent) => object = parent,
            None => return Some(Value::UNDEFINED),
        }
    }
    None
}

/// [[HasProperty]] ( P ), ECMA-262 10.1.7
pub fn known_property(heap: &Heap, mut object: ObjectId, key: PropertyKey) -> Option<bool> {
    for _ in 0..SHORT_CHAIN {
        if known_own(heap, object, key)? {
            return Some(true);
        }
        match heap.prototype_of(object) {
            Some(parent) => object = parent,
            None => return Some(false),
        }
    }
    None
}
