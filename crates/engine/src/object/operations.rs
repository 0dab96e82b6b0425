//! Operations on objects, ECMA-262 7.3, made of their internal methods.

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::object::Class;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// Get ( O, P ), 7.3.2
    #[inline]
    pub fn get(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Value> {
        self.get_with_receiver(object, key, Value::object(object))
    }

    /// GetV ( V, P ), 7.3.3: primitives are looked up in their prototypes.
    pub fn get_v(&mut self, value: Value, key: PropertyKey) -> Completion<Value> {
        match value.as_object() {
            Some(object) => self.get(object, key),
            None => {
                if let Some(found) = self.own_property_of_string(value, key)? {
                    return Ok(found);
                }
                let prototype = self.prototype_of_primitive(value, key)?;
                self.get_with_receiver(prototype, key, value)
            }
        }
    }

    /// `length` and the characters of a string that is a primitive value.
    fn own_property_of_string(&mut self, value: Value, key: PropertyKey) -> Completion<Option<Value>> {
        match value.as_string() {
            Some(string) => Ok(self.string_own_property(string, key)?.map(|property| property.value)),
            None => Ok(None),
        }
    }

    /// The prototype of the wrapper that ToObject would make. TypeError for undefined and null.
    pub(crate) fn prototype_of_primitive(&mut self, value: Value, key: PropertyKey) -> Completion<ObjectId> {
        let intrinsics = self.intrinsics();
        if value.is_string() {
            Ok(intrinsics.string_prototype)
        } else if value.is_number() {
            Ok(intrinsics.number_prototype)
        } else if value.is_bool() {
            Ok(intrinsics.boolean_prototype)
        } else if value.is_symbol() {
            Ok(intrinsics.symbol_prototype)
        } else if value.is_bigint() {
            Ok(intrinsics.bigint_prototype)
        } else {
            let message = messages::property_of_nullish(value, &self.heap.describe_key(key));
            self.type_error(message)
        }
    }

    /// GetMethod ( V, P ), 7.3.11
    pub fn get_method(&mut self, value: Value, key: PropertyKey) -> Completion<Option<ObjectId>> {
        let method = self.get_v(value, key)?;
        if method.is_nullish() {
            return Ok(None);
        }
        if self.heap.is_callable(method) {
            return Ok(method.as_object());
        }
        let message = messages::not_callable(&self.heap.describe_key(key));
        self.type_error(message)
    }

    /// Set ( O, P, V, Throw ), 7.3.4
    pub fn set(&mut self, object: ObjectId, key: PropertyKey, value: Value, throw: bool) -> Completion<()> {
        // What runs meanwhile may have forgotten the key, which the message names.
        let done =
            self.keeping([key.kept_form()], |vm| vm.set_with_receiver(object, key, value, Value::object(object)))?;
        if done || !throw {
            return Ok(());
        }
        self.refuse_assignment(Value::object(object), key)
    }

    /// DeletePropertyOrThrow, 7.3.10
    pub fn delete_property_or_throw(&mut self, object: ObjectId, key: PropertyKey) -> Completion<()> {
        if self.keeping([key.kept_form()], |vm| vm.delete(object, key))? {
            return Ok(());
        }
        self.refuse_deletion(object, key)
    }

    /// CreateDataProperty, 7.3.5
    pub fn create_data_property(&mut self, object: ObjectId, key: PropertyKey, value: Value) -> Completion<bool> {
        self.define_own_property(object, key, &PropertyDescriptor::data(value, Attributes::ALL))
    }

    /// CreateDataPropertyOrThrow, 7.3.7
    pub fn create_data_property_or_throw(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
    ) -> Completion<()> {
        // Fast path: a new name in an object that takes all of them.
        let shape = self.heap.shape_of(object);
        if self.heap[shape].class == Class::Ordinary
            && self.heap[shape].is_extensible()
            && key.as_index().is_none()
            && self.heap.shape_lookup(shape, key).is_none()
        {
            return Ok(self.heap.add_slot(object, key, value, Attributes::ALL)?);
        }
        self.define_property_or_throw(object, key, &PropertyDescriptor::data(value, Attributes::ALL))
    }

    /// DefinePropertyOrThrow, 7.3.8
    pub fn define_property_or_throw(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<()> {
        if self.keeping([key.kept_form()], |vm| vm.define_own_property(object, key, descriptor))? {
            return Ok(());
        }
        self.refuse_definition(object, key)
    }

    /// [[GetOwnProperty]], 10.1.5
    pub fn get_own_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<PropertyDescriptor>> {
        let Some(property) = self.own_property(object, key)? else { return Ok(None) };
        Ok(Some(if property.attributes.is_accessor() {
            let accessor = self.heap.accessor_of(property);
            PropertyDescriptor::accessor(accessor.getter, accessor.setter, property.attributes)
        } else {
            PropertyDescriptor::data(property.value, property.attributes)
        }))
    }
}
