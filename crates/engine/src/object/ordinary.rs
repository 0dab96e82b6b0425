//! The internal methods of objects, ECMA-262 10.1, and the operations on them of 7.3.
//!
//! One method for each internal method; where an exotic object differs, the method says so in one line and the file of that
//! object has the rest. Nothing here recurses over prototypes.

use ferrotape_budget::costs::TICKS_PER_SHAPE;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::object::ObjectKind;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::property_key::PropertyKey;
use crate::shape::{Attributes, Lock};
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// [[GetPrototypeOf]], 10.1.1
    pub fn get_prototype_of(&mut self, object: ObjectId) -> Completion<Option<ObjectId>> {
        Ok(self.heap.prototype_of(object))
    }

    /// [[SetPrototypeOf]], 10.1.2; false where it is refused.
    pub fn set_prototype_of(&mut self, object: ObjectId, prototype: Option<ObjectId>) -> Completion<bool> {
        if self.heap.prototype_of(object) == prototype {
            return Ok(true);
        }
        // The prototype of Object.prototype is immutable (10.4.7).
        if !self.heap.is_extensible(object) || object == self.realm.intrinsics.object_prototype {
            return Ok(false);
        }
        let mut ancestor = prototype;
        while let Some(current) = ancestor {
            if current == object {
                return Ok(false);
            }
            self.tick(1)?;
            ancestor = self.heap.prototype_of(current);
        }
        let shape = &self.heap[self.heap[object].shape];
        let shapes = if shape.dictionary { 1 } else { 1 + shape.count };
        self.tick(u64::from(shapes) * TICKS_PER_SHAPE)?;
        self.heap.replace_prototype(object, prototype);
        Ok(true)
    }

    /// [[IsExtensible]], 10.1.3
    pub fn is_extensible(&mut self, object: ObjectId) -> Completion<bool> {
        Ok(self.heap.is_extensible(object))
    }

    /// [[PreventExtensions]], 10.1.4
    pub fn prevent_extensions(&mut self, object: ObjectId) -> Completion<bool> {
        if self.heap.is_extensible(object) {
            self.heap.lock_object(object, Lock::NotExtensible)?;
        }
        Ok(true)
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

    /// The own property, exotic ones included, lazy ones made.
    pub(crate) fn own_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
        match self.heap.stored_property(object, key) {
            Some(property) if property.attributes.is_lazy() => {
                self.materialize(object, key)?;
                Ok(self.heap.stored_property(object, key))
            }
            Some(property) if matches!(self.heap[object].kind, ObjectKind::MappedArguments(_)) => {
                Ok(Some(self.mapped_property(object, key, property)))
            }
            Some(property) => Ok(Some(property)),
            None => self.exotic_own_property(object, key),
        }
    }

    /// Own properties that are neither elements nor in the shape.
    #[inline]
    fn exotic_own_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
        match self.heap[object].kind {
            ObjectKind::Array { length } => Ok(self.array_length_property(object, key, length)),
            ObjectKind::String(string) => self.string_own_property(string, key),
            ObjectKind::MappedArguments(_) => Ok(self.mapped_own_property(object, key)),
            _ => Ok(None),
        }
    }

    /// [[DefineOwnProperty]], 10.1.6; false where it is refused.
    pub fn define_own_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<bool> {
        match self.heap[object].kind {
            ObjectKind::Array { .. } => self.array_define_own_property(object, key, descriptor),
            ObjectKind::MappedArguments(_) => self.arguments_define_own_property(object, key, descriptor),
            // 10.4.3.2: what the string itself holds can only be confirmed, there is nothing to store.
            ObjectKind::String(string) => match self.string_own_property(string, key)? {
                Some(current) => self.is_compatible_change(current, descriptor),
                None => self.ordinary_define_own_property(object, key, descriptor),
            },
            _ => self.ordinary_define_own_property(object, key, descriptor),
        }
    }

    /// OrdinaryDefineOwnProperty and ValidateAndApplyPropertyDescriptor, 10.1.6.1 and 10.1.6.3
    pub(crate) fn ordinary_define_own_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<bool> {
        let Some(current) = self.own_property(object, key)? else {
            if !self.heap.is_extensible(object) {
                return Ok(false);
            }
            self.create_property(object, key, descriptor)?;
            return Ok(true);
        };
        if !self.is_compatible_change(current, descriptor)? {
            return Ok(false);
        }
        self.apply_descriptor(object, key, current, descriptor)?;
        Ok(true)
    }

    /// Step 2 of ValidateAndApplyPropertyDescriptor: absent fields take their defaults.
    fn create_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<()> {
        let attributes = descriptor.attributes_with_defaults();
        let value = if descriptor.is_accessor_descriptor() {
            self.new_accessor_value(descriptor.get, descriptor.set)
        } else {
            descriptor.value.unwrap_or(Value::UNDEFINED)
        };
        let attributes =
            if descriptor.is_accessor_descriptor() { attributes.with(Attributes::ACCESSOR) } else { attributes };
        Ok(self.heap.store_property(object, key, value, attributes)?)
    }

    fn new_accessor_value(&mut self, getter: Option<Value>, setter: Option<Value>) -> Value {
        let accessor = crate::heap::Accessor {
            getter: getter.unwrap_or(Value::UNDEFINED),
            setter: setter.unwrap_or(Value::UNDEFINED),
        };
        Value::accessor(self.heap.new_accessor(accessor))
    }

    /// Steps 4 and 5 of ValidateAndApplyPropertyDescriptor.
    fn is_compatible_change(&mut self, current: StoredProperty, new: &PropertyDescriptor) -> Completion<bool> {
        let attributes = current.attributes;
        if attributes.is_configurable() {
            return Ok(true);
        }
        if new.configurable == Some(true)
            || new.enumerable.is_some_and(|enumerable| enumerable != attributes.is_enumerable())
        {
            return Ok(false);
        }
        if !new.is_generic_descriptor() && new.is_accessor_descriptor() != attributes.is_accessor() {
            return Ok(false);
        }
        if attributes.is_accessor() {
            let accessor = self.heap.accessor_of(current);
            return Ok(new.get.is_none_or(|getter| getter == accessor.getter)
                && new.set.is_none_or(|setter| setter == accessor.setter));
        }
        if attributes.is_writable() {
            return Ok(true);
        }
        if new.writable == Some(true) {
            return Ok(false);
        }
        match new.value {
            Some(value) => self.same_value(value, current.value),
            None => Ok(true),
        }
    }

    /// Step 6 of ValidateAndApplyPropertyDescriptor: what the descriptor leaves out stays, where the kind stays.
    fn apply_descriptor(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        current: StoredProperty,
        new: &PropertyDescriptor,
    ) -> Completion<()> {
        let flag = |field: Option<bool>, old: bool, attribute: Attributes| {
            if field.unwrap_or(old) { attribute } else { Attributes::NONE }
        };
        let old = current.attributes;
        let common = flag(new.enumerable, old.is_enumerable(), Attributes::ENUMERABLE).with(flag(
            new.configurable,
            old.is_configurable(),
            Attributes::CONFIGURABLE,
        ));
        let becomes_accessor = new.is_accessor_descriptor() || (old.is_accessor() && !new.is_data_descriptor());
        let (value, attributes) = if becomes_accessor {
            let accessor = if old.is_accessor() { self.heap.accessor_of(current) } else { Default::default() };
            let value = self.new_accessor_value(new.get.or(Some(accessor.getter)), new.set.or(Some(accessor.setter)));
            (value, common.with(Attributes::ACCESSOR))
        } else {
            let old_value = if old.is_accessor() { Value::UNDEFINED } else { current.value };
            let writable = flag(new.writable, !old.is_accessor() && old.is_writable(), Attributes::WRITABLE);
            (new.value.unwrap_or(old_value), common.with(writable))
        };
        Ok(self.heap.store_property(object, key, value, attributes)?)
    }

    /// [[HasProperty]], 10.1.7
    pub fn has_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<bool> {
        let mut next = Some(object);
        while let Some(current) = next {
            if self.has_own_property(current, key)? {
                return Ok(true);
            }
            self.tick(1)?;
            next = self.heap.prototype_of(current);
        }
        Ok(false)
    }

    /// HasOwnProperty, 7.3.13
    pub fn has_own_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<bool> {
        Ok(self.heap.stored_property(object, key).is_some() || self.exotic_own_property(object, key)?.is_some())
    }

    /// Get ( O, P ), 7.3.2
    #[inline]
    pub fn get(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Value> {
        self.get_with_receiver(object, key, Value::object(object))
    }

    /// [[Get]] ( P, Receiver ), 10.1.8
    pub(crate) fn get_with_receiver(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        receiver: Value,
    ) -> Completion<Value> {
        let mut current = object;
        loop {
            if let Some(property) = self.own_property(current, key)? {
                return self.read_property(property, receiver);
            }
            match self.heap.prototype_of(current) {
                Some(prototype) => current = prototype,
                None => return Ok(Value::UNDEFINED),
            }
            self.tick(1)?;
        }
    }

    /// The value of a property that was found: data, or what its getter gives.
    pub(crate) fn read_property(&mut self, property: StoredProperty, receiver: Value) -> Completion<Value> {
        if !property.attributes.is_accessor() {
            return Ok(property.value);
        }
        let getter = self.heap.accessor_of(property).getter;
        if getter.is_undefined() { Ok(Value::UNDEFINED) } else { self.call(getter, receiver, &[]) }
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
        let intrinsics = &self.realm.intrinsics;
        if value.is_string() {
            Ok(intrinsics.string_prototype)
        } else if value.is_number() {
            Ok(intrinsics.number_prototype)
        } else if value.is_bool() {
            Ok(intrinsics.boolean_prototype)
        } else if value.is_symbol() {
            Ok(intrinsics.object_prototype)
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
        let done = self.set_with_receiver(object, key, value, Value::object(object))?;
        if done || !throw {
            return Ok(());
        }
        let message = messages::cannot_assign(&self.heap.describe_key(key));
        self.type_error(message)
    }

    /// [[Set]] ( P, V, Receiver ), 10.1.9; false where it is refused.
    pub(crate) fn set_with_receiver(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<bool> {
        let mut current = Some(object);
        while let Some(holder) = current {
            let Some(property) = self.own_property(holder, key)? else {
                self.tick(1)?;
                current = self.heap.prototype_of(holder);
                continue;
            };
            if property.attributes.is_accessor() {
                let setter = self.heap.accessor_of(property).setter;
                if setter.is_undefined() {
                    return Ok(false);
                }
                self.call(setter, receiver, &[value])?;
                return Ok(true);
            }
            if !property.attributes.is_writable() {
                return Ok(false);
            }
            if Value::object(holder) == receiver {
                return self.set_own_data(holder, key, value);
            }
            break;
        }
        self.set_on_receiver(receiver, key, value)
    }

    /// Assigns to an own writable data property.
    fn set_own_data(&mut self, object: ObjectId, key: PropertyKey, value: Value) -> Completion<bool> {
        match self.heap[object].kind {
            ObjectKind::Array { .. } | ObjectKind::MappedArguments(_) => {
                let descriptor = PropertyDescriptor { value: Some(value), ..PropertyDescriptor::default() };
                self.define_own_property(object, key, &descriptor)
            }
            _ => {
                // The attributes stay, so this is all that [[DefineOwnProperty]] would do.
                if let Some(property) = self.heap.stored_property(object, key) {
                    self.heap.store_property(object, key, value, property.attributes)?;
                }
                Ok(true)
            }
        }
    }

    /// Steps 2.b to 2.e of OrdinarySetWithOwnDescriptor, 10.1.9.2.
    fn set_on_receiver(&mut self, receiver: Value, key: PropertyKey, value: Value) -> Completion<bool> {
        let Some(receiver) = receiver.as_object() else { return Ok(false) };
        match self.own_property(receiver, key)? {
            Some(existing) => {
                if existing.attributes.is_accessor() || !existing.attributes.is_writable() {
                    return Ok(false);
                }
                let descriptor = PropertyDescriptor { value: Some(value), ..PropertyDescriptor::default() };
                self.define_own_property(receiver, key, &descriptor)
            }
            None => self.create_data_property(receiver, key, value),
        }
    }

    /// [[Delete]], 10.1.10; false where it is refused.
    pub fn delete(&mut self, object: ObjectId, key: PropertyKey) -> Completion<bool> {
        let Some(property) = self.own_property(object, key)? else { return Ok(true) };
        if !property.attributes.is_configurable() {
            return Ok(false);
        }
        self.unmap_argument(object, key);
        self.heap.remove_property(object, key);
        Ok(true)
    }

    /// DeletePropertyOrThrow, 7.3.10
    pub fn delete_property_or_throw(&mut self, object: ObjectId, key: PropertyKey) -> Completion<()> {
        if self.delete(object, key)? {
            return Ok(());
        }
        let message = messages::cannot_delete(&self.heap.describe_key(key));
        self.type_error(message)
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
        self.define_property_or_throw(object, key, &PropertyDescriptor::data(value, Attributes::ALL))
    }

    /// DefinePropertyOrThrow, 7.3.8
    pub fn define_property_or_throw(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<()> {
        if self.define_own_property(object, key, descriptor)? {
            return Ok(());
        }
        let message = messages::cannot_define(&self.heap.describe_key(key));
        self.type_error(message)
    }
}
