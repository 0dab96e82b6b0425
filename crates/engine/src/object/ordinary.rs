//! The internal methods of ordinary objects, ECMA-262 10.1, as far as they are more than a look at what is stored.

use ferrotape_budget::costs::TICKS_PER_SHAPE;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::Flags;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// OrdinarySetPrototypeOf, 10.1.2.1
    pub(crate) fn ordinary_set_prototype_of(
        &mut self,
        object: ObjectId,
        prototype: Option<ObjectId>,
    ) -> Completion<bool> {
        if self.heap.prototype_of(object) == prototype {
            return Ok(true);
        }
        if !self.heap.is_extensible(object) || self.heap.has_flag(object, Flags::IMMUTABLE_PROTOTYPE) {
            return Ok(false);
        }
        // Step 8 asks nobody: an object with a [[GetPrototypeOf]] of its own ends the search, and has no other prototype stored
        // than the one it has as an ordinary object.
        let mut ancestor = prototype;
        while let Some(current) = ancestor {
            if current == object {
                return Ok(false);
            }
            self.tick(1)?;
            ancestor = self.heap.prototype_of(current);
        }
        let shape = &self.heap[self.heap.shape_of(object)];
        let shapes = if shape.dictionary { 1 } else { 1 + shape.count };
        self.tick(u64::from(shapes) * TICKS_PER_SHAPE)?;
        self.heap.replace_prototype(object, prototype);
        Ok(true)
    }

    /// OrdinaryGetOwnProperty, 10.1.5.1, as it is stored.
    #[inline]
    pub(crate) fn ordinary_own_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
    ) -> Completion<Option<StoredProperty>> {
        match self.heap.stored_property(object, key) {
            Some(property) if property.attributes.is_lazy() => {
                self.materialize(object, key)?;
                Ok(self.heap.stored_property(object, key))
            }
            stored => Ok(stored),
        }
    }

    /// A complete descriptor as properties are stored.
    pub(crate) fn stored_form(&mut self, descriptor: &PropertyDescriptor) -> StoredProperty {
        let attributes = descriptor.attributes_with_defaults();
        let value = if attributes.is_accessor() {
            self.new_accessor_value(descriptor.get, descriptor.set)
        } else {
            descriptor.value.unwrap_or(Value::UNDEFINED)
        };
        StoredProperty { value, attributes }
    }

    /// OrdinaryDefineOwnProperty and ValidateAndApplyPropertyDescriptor, 10.1.6.1 and 10.1.6.3
    pub(crate) fn ordinary_define_own_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<bool> {
        let Some(current) = self.own_property(object, key)? else {
            if !self.is_extensible(object)? {
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
        let StoredProperty { value, attributes } = self.stored_form(descriptor);
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
    pub(crate) fn is_compatible_change(
        &mut self,
        current: StoredProperty,
        new: &PropertyDescriptor,
    ) -> Completion<bool> {
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

    /// The value of a property that was found: data, or what its getter gives.
    pub(crate) fn read_property(&mut self, property: StoredProperty, receiver: Value) -> Completion<Value> {
        if !property.attributes.is_accessor() {
            return Ok(property.value);
        }
        let getter = self.heap.accessor_of(property).getter;
        if getter.is_undefined() { Ok(Value::UNDEFINED) } else { self.call(getter, receiver, &[]) }
    }

    /// OrdinarySetWithOwnDescriptor, 10.1.9.2, from step 2 on: an object of the receiver's prototype chain has the property.
    pub(crate) fn set_found(
        &mut self,
        holder: ObjectId,
        property: StoredProperty,
        (key, value): (PropertyKey, Value),
        receiver: Value,
    ) -> Completion<bool> {
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
        self.set_on_receiver(receiver, key, value)
    }

    /// Assigns to an own writable data property.
    fn set_own_data(&mut self, object: ObjectId, key: PropertyKey, value: Value) -> Completion<bool> {
        if self.heap.class_of(object).is_exotic() {
            let descriptor = PropertyDescriptor { value: Some(value), ..PropertyDescriptor::default() };
            return self.define_own_property(object, key, &descriptor);
        }
        // The attributes stay, so this is all that [[DefineOwnProperty]] would do.
        if let Some(property) = self.heap.stored_property(object, key) {
            self.heap.store_property(object, key, value, property.attributes)?;
        }
        Ok(true)
    }

    /// Steps 2.b to 2.e of OrdinarySetWithOwnDescriptor.
    pub(crate) fn set_on_receiver(&mut self, receiver: Value, key: PropertyKey, value: Value) -> Completion<bool> {
        let Some(object) = receiver.as_object() else { return Ok(false) };
        if self.heap.is_opaque(object, key) {
            let held = [receiver, key.kept_form(), value];
            return self.keeping(held, |vm| vm.set_on_object(object, key, value));
        }
        self.set_on_object(object, key, value)
    }

    fn set_on_object(&mut self, receiver: ObjectId, key: PropertyKey, value: Value) -> Completion<bool> {
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

    /// OrdinaryDelete, 10.1.10.1
    pub(crate) fn ordinary_delete(&mut self, object: ObjectId, key: PropertyKey) -> Completion<bool> {
        let Some(property) = self.own_property(object, key)? else { return Ok(true) };
        if !property.attributes.is_configurable() {
            return Ok(false);
        }
        self.unmap_argument(object, key);
        self.heap.remove_property(object, key);
        Ok(true)
    }
}
