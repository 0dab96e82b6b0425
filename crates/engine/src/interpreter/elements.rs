//! `object[key]`: elements, names that are computed, and deletions.

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages::{self, nullish_text};
use crate::object::{Elements, Flags, Kind};
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// `object[key]`
    #[inline(never)]
    pub(crate) fn get_element(&mut self, target: Value, key: Value) -> Completion<Value> {
        if let (Some(object), Some(index)) = (target.as_object(), key.as_int())
            && let Some(element) = self.heap.typed_element(object, index as u32 as usize)
        {
            return Ok(element);
        }
        self.get_element_of_others(target, key)
    }

    /// The same where it is no element of a typed array.
    #[inline(never)]
    fn get_element_of_others(&mut self, target: Value, key: Value) -> Completion<Value> {
        if let Some(index) = key.as_int()
            && index >= 0
        {
            if let Some(string) = target.as_string() {
                let flat = self.heap.flatten(string)?;
                if let Some(unit) = self.heap.view(flat).get(index as usize) {
                    return Ok(Value::string(self.heap.character(unit)));
                }
            } else if let Some(object) = target.as_object()
                && let Kind::MappedArguments(_) = self.heap.kind(object)
                && let Some(key) = PropertyKey::from_index(index as u32)
                && let Some(property) = self.mapped_own_property(object, key)
            {
                return Ok(property.value);
            } else if let Some(object) = target.as_object()
                && self.heap.is_array(object)
                && self.heap.elements(object).as_dense().is_some()
                && self.heap.holes_are_absent(object)
            {
                // A hole, behind the end, or of a queue or a frozen array: nothing up the chain has elements.
                if let Elements::Queue(_) = self.heap.elements(object) {
                    self.heap.queue_accessed(object)?;
                }
                let dense = self.heap.elements(object).get(index as u32);
                return Ok(dense.map_or(Value::UNDEFINED, |element| element.value));
            }
        }
        if target.is_nullish() {
            return self.property_of_nullish(target, key);
        }
        let key = self.to_property_key_keeping(key, [target])?;
        match target.as_object() {
            Some(object) => self.get_named(object, key),
            None => self.get_v(target, key),
        }
    }

    /// [[Get]] of a plain own property without the way through descriptors.
    fn get_named(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Value> {
        if let Some((slot, attributes)) = self.heap.shape_lookup(self.heap.shape_of(object), key)
            && attributes.is_plain_data()
            && !self.heap.is_opaque(object, key)
        {
            return Ok(self.heap.slot(object, slot));
        }
        self.get(object, key)
    }

    /// `object[key] = value`
    #[inline(never)]
    pub(crate) fn set_element(&mut self, target: Value, key: Value, value: Value, strict: bool) -> Completion<()> {
        if let (Some(object), Some(index)) = (target.as_object(), key.as_int())
            && self.heap.set_typed_element(object, index as u32 as usize, value)
        {
            return Ok(());
        }
        self.set_element_of_others(target, key, value, strict)
    }

    /// The same where it is no element of a typed array.
    #[inline(never)]
    fn set_element_of_others(&mut self, target: Value, key: Value, value: Value, strict: bool) -> Completion<()> {
        let Some(object) = target.as_object() else {
            if target.is_nullish() {
                let key = self.describe_key_value(key);
                return self.type_error(messages::cannot_set_of_nullish(&key, nullish_text(target)));
            }
            let key = self.to_property_key_keeping(key, [target, value])?;
            return self.set_of_primitive(target, key, value, strict);
        };
        if let Some(index) = key.as_int()
            && index >= 0
            && self.append_element(object, index as u32, value)?
        {
            return Ok(());
        }
        let key = self.to_property_key_keeping(key, [target, value])?;
        if let Some((slot, attributes)) = self.heap.shape_lookup(self.heap.shape_of(object), key)
            && attributes.is_plain_data()
            && attributes.is_writable()
            && !self.heap.is_opaque(object, key)
        {
            self.heap.set_slot(object, slot, value);
            return Ok(());
        }
        self.set(object, key, value, strict)
    }

    /// Adds an element to a dense array where no prototype and no attribute can have a say; tells whether it did.
    fn append_element(&mut self, object: ObjectId, index: u32, value: Value) -> Completion<bool> {
        let Some(length) = self.heap.length_of_array(object) else { return Ok(false) };
        if self.heap.has_flag(object, Flags::FIXED_LENGTH.with(Flags::BEHIND_ARRAYS))
            || !self.heap.is_extensible(object)
            || !self.heap.holes_are_absent(object)
            || !self.heap.elements(object).fits_densely(index)
        {
            return Ok(false);
        }
        if let Elements::Queue(_) = self.heap.elements(object)
            && index < length
        {
            self.heap.queue_accessed(object)?;
        }
        self.heap.reserve_elements(object, index as usize + 1)?;
        if let Some((values, start)) = self.heap.elements_mut(object).vector_mut() {
            let place = start + index as usize;
            if place < values.len() {
                let old = std::mem::replace(&mut values[place], value);
                self.heap.lose(old);
            } else {
                values.resize(place, Value::EMPTY);
                values.push(value);
            }
        }
        if index >= length {
            self.heap.set_array_length(object, index + 1);
        }
        Ok(true)
    }

    /// TypeError for a property of undefined or null.
    #[cold]
    #[inline(never)]
    pub(crate) fn property_of_nullish<T>(&mut self, target: Value, key: Value) -> Completion<T> {
        let key = self.describe_key_value(key);
        self.type_error(messages::property_of_nullish(target, &key))
    }

    /// What messages call a key that has not been converted: strings as names, without quotes.
    fn describe_key_value(&mut self, key: Value) -> String {
        match key.as_string() {
            Some(string) => self.heap.shown_name(string),
            None => self.describe_plainly(key),
        }
    }

    /// ToPropertyKey, as a value that a register can hold.
    pub(crate) fn to_property_key_value(&mut self, value: Value) -> Completion<Value> {
        let key = self.to_property_key(value)?;
        Ok(match key.as_index().and_then(|index| i32::try_from(index).ok()) {
            Some(index) => Value::int(index),
            None => self.heap.value_of_key(key),
        })
    }

    /// `delete target.name`, ECMA-262 13.5.1.2
    pub(super) fn delete_property(&mut self, target: Value, key: PropertyKey, strict: bool) -> Completion<Value> {
        if target.is_nullish() {
            let message = messages::cannot_convert_to_object(&self.heap.describe_key(key), nullish_text(target));
            return self.type_error(message);
        }
        let object = self.to_object(target)?;
        let deleted = self.delete(object, key)?;
        if !deleted && strict {
            return self.refuse_deletion(object, key);
        }
        Ok(Value::bool(deleted))
    }

    /// `delete target[key]`: the base is converted before the key (steps 4.b and 4.c).
    pub(crate) fn delete_element(&mut self, target: Value, key: Value, strict: bool) -> Completion<Value> {
        if target.is_nullish() {
            let key = self.describe_key_value(key);
            return self.type_error(messages::cannot_convert_to_object(&key, nullish_text(target)));
        }
        let key = self.to_property_key_keeping(key, [target])?;
        self.delete_property(target, key, strict)
    }

    /// Appends registers to the array of a literal.
    pub(super) fn append_elements(&mut self, base: usize, array: u8, first: u8, count: u32) -> Completion<()> {
        let Some(array) = self.stack[base + array as usize].as_object() else { return Ok(()) };
        let Some(length) = self.heap.length_of_array(array) else { return Ok(()) };
        let Some(new_length) = length.checked_add(count) else {
            return self.range_error(messages::INVALID_ARRAY_LENGTH);
        };
        self.heap.reserve_elements(array, new_length as usize)?;
        let first = base + first as usize;
        if let Elements::Dense(values) = self.heap.elements_mut(array) {
            values.extend_from_slice(&self.stack[first..first + count as usize]);
        }
        self.heap.set_array_length(array, new_length);
        Ok(())
    }
}
