//! The internal methods of ordinary objects, ECMA-262 10.1, that are more than a look at storage.

use ferrotape_budget::costs::TICKS_PER_SHAPE;

use crate::error::Completion;
use crate::function;
use crate::heap::ObjectId;
use crate::object::arguments;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::properties::StoredProperty;
use crate::object::{self, Class, Flags};
use crate::operators;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape::{self, Attributes};
use crate::shown;
use crate::value::Value;
use crate::vm::Vm;

/// The value of an own property, if it can be read without running script; makes lazy ones.
pub fn own_data(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<Value>> {
    realm::fill(vm, object);
    if !vm.heap.is_opaque(object, key) {
        object::ordinary_own_property(vm, object, key)?;
    }
    Ok(shown::own_data(&vm.heap, object, key))
}

/// OrdinarySetPrototypeOf, 10.1.2.1
pub(crate) fn ordinary_set_prototype_of(
    vm: &mut Vm,
    object: ObjectId,
    prototype: Option<ObjectId>,
) -> Completion<bool> {
    if vm.heap.prototype_of(object) == prototype {
        return Ok(true);
    }
    if !vm.heap.is_extensible(object) || vm.heap.has_flag(object, Flags::IMMUTABLE_PROTOTYPE) {
        return Ok(false);
    }
    // Step 8 asks nobody: an object with a [[GetPrototypeOf]] of its own ends the search, and has no other prototype stored
    // than the one it has as an ordinary object.
    let mut ancestor = prototype;
    while let Some(current) = ancestor {
        if current == object {
            return Ok(false);
        }
        vm.work(1)?;
        ancestor = vm.heap.prototype_of(current);
    }
    let shape = &vm.heap[vm.heap.shape_of(object)];
    let shapes = if shape.dictionary { 1 } else { 1 + shape.count };
    vm.work(u64::from(shapes) * TICKS_PER_SHAPE)?;
    vm.heap.replace_prototype(object, prototype);
    Ok(true)
}

/// OrdinaryGetOwnProperty, 10.1.5.1, as stored.
#[inline]
pub(crate) fn ordinary_own_property(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
) -> Completion<Option<StoredProperty>> {
    match vm.heap.stored_property(object, key) {
        Some(property) if property.attributes.is_lazy() => {
            function::materialize(vm, object, key)?;
            Ok(vm.heap.stored_property(object, key))
        }
        stored => Ok(stored),
    }
}

/// A complete descriptor in stored form.
pub(crate) fn stored_form(vm: &mut Vm, descriptor: &PropertyDescriptor) -> StoredProperty {
    let attributes = descriptor.attributes_with_defaults();
    let value = if attributes.is_accessor() {
        new_accessor_value(vm, descriptor.get, descriptor.set)
    } else {
        descriptor.value.unwrap_or(Value::UNDEFINED)
    };
    StoredProperty { value, attributes }
}

/// OrdinaryDefineOwnProperty and ValidateAndApplyPropertyDescriptor, 10.1.6.1 and 10.1.6.3
pub(crate) fn ordinary_define_own_property(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> Completion<bool> {
    let Some(current) = object::own_property(vm, object, key)? else {
        if !object::is_extensible(vm, object)? {
            return Ok(false);
        }
        create_property(vm, object, key, descriptor)?;
        return Ok(true);
    };
    if !is_compatible_change(vm, current, descriptor)? {
        return Ok(false);
    }
    apply_descriptor(vm, object, key, current, descriptor)?;
    Ok(true)
}

/// Step 2 of ValidateAndApplyPropertyDescriptor: absent fields take their defaults.
fn create_property(vm: &mut Vm, object: ObjectId, key: PropertyKey, descriptor: &PropertyDescriptor) -> Completion<()> {
    let StoredProperty { value, attributes } = stored_form(vm, descriptor);
    Ok(vm.heap.store_property(object, key, value, attributes)?)
}

fn new_accessor_value(vm: &mut Vm, getter: Option<Value>, setter: Option<Value>) -> Value {
    let accessor = crate::heap::Accessor {
        getter: getter.unwrap_or(Value::UNDEFINED),
        setter: setter.unwrap_or(Value::UNDEFINED),
    };
    Value::accessor(vm.heap.new_accessor(accessor))
}

/// Steps 4 and 5 of ValidateAndApplyPropertyDescriptor.
pub(crate) fn is_compatible_change(vm: &mut Vm, current: StoredProperty, new: &PropertyDescriptor) -> Completion<bool> {
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
        let accessor = vm.heap.accessor_of(current);
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
        Some(value) => operators::same_value(vm, value, current.value),
        None => Ok(true),
    }
}

/// Step 6 of ValidateAndApplyPropertyDescriptor: fields that the descriptor leaves out stay, if the kind stays.
fn apply_descriptor(
    vm: &mut Vm,
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
        let accessor = if old.is_accessor() { vm.heap.accessor_of(current) } else { Default::default() };
        let value = new_accessor_value(vm, new.get.or(Some(accessor.getter)), new.set.or(Some(accessor.setter)));
        (value, common.with(Attributes::ACCESSOR))
    } else {
        let old_value = if old.is_accessor() { Value::UNDEFINED } else { current.value };
        let writable = flag(new.writable, !old.is_accessor() && old.is_writable(), Attributes::WRITABLE);
        (new.value.unwrap_or(old_value), common.with(writable))
    };
    Ok(vm.heap.store_property(object, key, value, attributes)?)
}

/// The value of a property that was found: its data, or the result of its getter.
pub(crate) fn read_property(vm: &mut Vm, property: StoredProperty, receiver: Value) -> Completion<Value> {
    if !property.attributes.is_accessor() {
        return Ok(property.value);
    }
    let getter = vm.heap.accessor_of(property).getter;
    if getter.is_undefined() { Ok(Value::UNDEFINED) } else { vm.call(getter, receiver, &[]) }
}

/// OrdinarySetWithOwnDescriptor, 10.1.9.2, from step 2 on: an object of the receiver's prototype chain has the property.
pub(crate) fn set_found(
    vm: &mut Vm,
    holder: ObjectId,
    property: StoredProperty,
    (key, value): (PropertyKey, Value),
    receiver: Value,
) -> Completion<bool> {
    if property.attributes.is_accessor() {
        let setter = vm.heap.accessor_of(property).setter;
        if setter.is_undefined() {
            return Ok(false);
        }
        vm.call(setter, receiver, &[value])?;
        return Ok(true);
    }
    if !property.attributes.is_writable() {
        return Ok(false);
    }
    if Value::object(holder) == receiver {
        return set_own_data(vm, holder, key, value);
    }
    set_on_receiver(vm, receiver, key, value)
}

/// Assigns to an own writable data property.
fn set_own_data(vm: &mut Vm, object: ObjectId, key: PropertyKey, value: Value) -> Completion<bool> {
    if vm.heap.class_of(object).is_exotic() {
        let descriptor = PropertyDescriptor { value: Some(value), ..PropertyDescriptor::default() };
        return object::define_own_property(vm, object, key, &descriptor);
    }
    // The attributes stay, so this is all that [[DefineOwnProperty]] would do.
    if let Some(property) = vm.heap.stored_property(object, key) {
        vm.heap.store_property(object, key, value, property.attributes)?;
    }
    Ok(true)
}

/// Steps 2.b to 2.e of OrdinarySetWithOwnDescriptor.
pub(crate) fn set_on_receiver(vm: &mut Vm, receiver: Value, key: PropertyKey, value: Value) -> Completion<bool> {
    let Some(object) = receiver.as_object() else { return Ok(false) };
    if vm.heap.is_opaque(object, key) {
        let held = [receiver, key.kept_form(), value];
        return vm.keeping(held, |vm| set_on_object(vm, object, key, value));
    }
    set_on_object(vm, object, key, value)
}

/// Assigns on a receiver that may have got the property meanwhile: changes its value alone, or creates it.
fn set_on_object(vm: &mut Vm, receiver: ObjectId, key: PropertyKey, value: Value) -> Completion<bool> {
    match object::own_property(vm, receiver, key)? {
        Some(existing) => {
            if existing.attributes.is_accessor() || !existing.attributes.is_writable() {
                return Ok(false);
            }
            let descriptor = PropertyDescriptor { value: Some(value), ..PropertyDescriptor::default() };
            object::define_own_property(vm, receiver, key, &descriptor)
        }
        None => object::create_data_property(vm, receiver, key, value),
    }
}

/// OrdinaryDelete, 10.1.10.1
pub(crate) fn ordinary_delete(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<bool> {
    let Some(property) = object::own_property(vm, object, key)? else { return Ok(true) };
    if !property.attributes.is_configurable() {
        return Ok(false);
    }
    arguments::unmap_argument(vm, object, key);
    vm.heap.remove_property(object, key);
    Ok(true)
}

/// Properties as stored, without running script: a slot may hold an accessor or the empty marker.
pub fn own_slots(vm: &Vm, object: ObjectId) -> Vec<(PropertyKey, Attributes, Value)> {
    if vm.heap.class_of(object) == Class::Unfilled {
        return Vec::new();
    }
    let entries = shape::shape_entries(&vm.heap, vm.heap.shape_of(object));
    entries.map(|(slot, entry)| (entry.key, entry.attributes, vm.heap.slot(object, slot))).collect()
}
