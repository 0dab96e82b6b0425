//! The enumeration of a `for`-`in`: EnumerateObjectProperties, ECMA-262 14.7.5.9.
//!
//! The names of one object at a time are taken when the enumeration reaches it. A name is given only where the property
//! is still there and enumerable, and where no object before had it.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::error::Completion;
use crate::heap::{ObjectId, allocation_bytes};
use crate::object::ObjectKind;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

#[derive(Default)]
pub(crate) struct Enumeration {
    /// The object whose names are being given; none at the end.
    pub object: Option<ObjectId>,
    pub keys: Vec<PropertyKey>,
    pub position: usize,
    /// How many of the keys so far were there at their turn; those are at the front. One that had gone hides nothing.
    pub found: usize,
    /// The names of the objects before, enumerable or not.
    pub shadowed: HashSet<PropertyKey, FxBuildHasher>,
}

impl Enumeration {
    pub fn bytes(&self) -> usize {
        let key = size_of::<PropertyKey>();
        allocation_bytes(self.keys.capacity() * key) + allocation_bytes(self.shadowed.allocation_size())
    }
}

impl Vm {
    /// The enumeration of a value's property names; an empty one for undefined and null.
    pub(crate) fn start_enumeration(&mut self, value: Value) -> Completion<Value> {
        let mut enumeration = Enumeration::default();
        if !value.is_nullish() {
            let object = self.to_object(value)?;
            enumeration.keys = self.keys_to_enumerate(object)?;
            enumeration.object = Some(object);
        }
        let kind = ObjectKind::Enumeration(Box::new(enumeration));
        Ok(Value::object(self.heap.new_object(self.realm.shapes.object, kind)))
    }

    /// [[OwnPropertyKeys]], for an enumeration to own and account for.
    fn keys_to_enumerate(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        let on_loan = self.heap.on_loan();
        let keys = self.own_property_keys(object);
        self.heap.settle_loans(on_loan);
        keys
    }

    /// The next name, none at the end.
    pub(crate) fn next_enumerated(&mut self, enumeration: Value) -> Completion<Option<Value>> {
        let Some(id) = enumeration.as_object() else { return Ok(None) };
        loop {
            let ObjectKind::Enumeration(state) = &mut self.heap[id].kind else { return Ok(None) };
            let Some(object) = state.object else { return Ok(None) };
            let Some(&key) = state.keys.get(state.position) else {
                self.enumerate_prototype(id, object)?;
                continue;
            };
            state.position += 1;
            if key.as_symbol().is_some() || state.shadowed.contains(&key) {
                continue;
            }
            self.tick(1)?;
            let Some(property) = self.own_property(object, key)? else { continue };
            if let ObjectKind::Enumeration(state) = &mut self.heap[id].kind {
                state.keys[state.found] = key;
                state.found += 1;
            }
            if property.attributes.is_enumerable() {
                return Ok(Some(self.heap.value_of_key(key)));
            }
        }
    }

    /// Goes on with the next object of the prototype chain that has names at all.
    fn enumerate_prototype(&mut self, id: ObjectId, object: ObjectId) -> Completion<()> {
        let prototype = self.get_prototype_of(object)?;
        let keys = match prototype {
            Some(prototype) if self.has_enumerable_property(prototype)? => self.keys_to_enumerate(prototype)?,
            _ => Vec::new(),
        };
        if let ObjectKind::Enumeration(state) = &mut self.heap[id].kind {
            let before = state.bytes();
            if !keys.is_empty() || prototype.is_some() {
                state.shadowed.extend(state.keys[..state.found].iter().copied());
            }
            state.object = prototype;
            state.keys = keys;
            state.position = 0;
            state.found = 0;
            let after = state.bytes();
            self.heap.account_change(before, after);
        }
        Ok(())
    }

    /// Does the object or one behind it have a visible property? Where not, there is nothing left to give or to shadow.
    fn has_enumerable_property(&mut self, object: ObjectId) -> Completion<bool> {
        let mut next = Some(object);
        while let Some(object) = next {
            self.tick(1)?;
            let shape = self.heap[object].shape;
            let mut entries = self.heap.shape_entries(shape);
            if self.heap[object].may_have_elements() || entries.any(|(_, entry)| entry.attributes.is_enumerable()) {
                return Ok(true);
            }
            drop(entries);
            next = self.heap.prototype_of(object);
        }
        Ok(false)
    }
}
