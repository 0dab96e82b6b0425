//! Operations on objects, ECMA-262 7.3, built on their internal methods.

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::{self, Class, Flags};
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape::{self, Attributes};
use crate::value::Value;
use crate::vm::Vm;

/// Get ( O, P ), 7.3.2
#[inline]
pub fn get(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Value> {
    object::get_with_receiver(vm, object, key, Value::object(object))
}

/// GetV ( V, P ), 7.3.3: primitives are looked up in their prototypes.
pub fn get_v(vm: &mut Vm, value: Value, key: PropertyKey) -> Completion<Value> {
    match value.as_object() {
        Some(object) => get(vm, object, key),
        None => {
            if let Some(found) = own_property_of_string(vm, value, key)? {
                return Ok(found);
            }
            let prototype = prototype_of_primitive(vm, value, key)?;
            object::get_with_receiver(vm, prototype, key, value)
        }
    }
}

/// The own property of a primitive string: `length` or a character.
fn own_property_of_string(vm: &mut Vm, value: Value, key: PropertyKey) -> Completion<Option<Value>> {
    match value.as_string() {
        Some(string) => Ok(object::string_own_property(vm, string, key)?.map(|property| property.value)),
        None => Ok(None),
    }
}

/// The prototype of the wrapper that ToObject would make. A TypeError for undefined and null.
pub(crate) fn prototype_of_primitive(vm: &mut Vm, value: Value, key: PropertyKey) -> Completion<ObjectId> {
    let intrinsics = realm::intrinsics(vm);
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
        let message = messages::property_of_nullish(value, &vm.heap.describe_key(key));
        vm.type_error(message)
    }
}

/// GetMethod ( V, P ), 7.3.11
pub fn get_method(vm: &mut Vm, value: Value, key: PropertyKey) -> Completion<Option<ObjectId>> {
    let method = get_v(vm, value, key)?;
    if method.is_nullish() {
        return Ok(None);
    }
    if vm.heap.is_callable(method) {
        return Ok(method.as_object());
    }
    let message = messages::not_callable(&vm.heap.describe_key(key));
    vm.type_error(message)
}

/// Set ( O, P, V, Throw ), 7.3.4
pub fn set(vm: &mut Vm, object: ObjectId, key: PropertyKey, value: Value, throw: bool) -> Completion<()> {
    // Script that runs meanwhile may drop the key, which the message names.
    let done =
        vm.keeping([key.kept_form()], |vm| object::set_with_receiver(vm, object, key, value, Value::object(object)))?;
    if done || !throw {
        return Ok(());
    }
    object::refuse_assignment(vm, Value::object(object), key)
}

/// DeletePropertyOrThrow, 7.3.10
pub fn delete_property_or_throw(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<()> {
    if vm.keeping([key.kept_form()], |vm| object::delete(vm, object, key))? {
        return Ok(());
    }
    object::refuse_deletion(vm, object, key)
}

/// Returns whether an own property with the key exists and is enumerable. Does not make lazy ones.
pub fn has_own_enumerable(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<bool> {
    // Fast path: reads the stored property without a descriptor.
    if !vm.heap.is_opaque(object, key)
        && let Some(property) = vm.heap.stored_property(object, key)
    {
        return Ok(property.attributes.is_enumerable());
    }
    let descriptor = get_own_property(vm, object, key)?;
    Ok(descriptor.is_some_and(|descriptor| descriptor.enumerable == Some(true)))
}

/// [[SetPrototypeOf]], 10.1.2, with a TypeError that names the reason for a refusal.
pub fn set_prototype_or_throw(vm: &mut Vm, object: ObjectId, prototype: Option<ObjectId>) -> Completion<()> {
    if object::set_prototype_of(vm, object, prototype)? {
        return Ok(());
    }
    if vm.heap.has_flag(object, Flags::IMMUTABLE_PROTOTYPE) {
        return vm.type_error(messages::IMMUTABLE_PROTOTYPE);
    }
    // An object with its own internal methods is not asked again just for a message.
    if vm.heap.class_of(object).is_opaque() {
        return vm.type_error(messages::PROTOTYPE_REFUSED);
    }
    if !object::is_extensible(vm, object)? {
        let what = messages::describe(vm, Value::object(object));
        return vm.type_error(messages::not_extensible(&what));
    }
    vm.type_error(messages::CYCLIC_PROTOTYPE)
}

/// CreateDataProperty, 7.3.5
pub fn create_data_property(vm: &mut Vm, object: ObjectId, key: PropertyKey, value: Value) -> Completion<bool> {
    object::define_own_property(vm, object, key, &PropertyDescriptor::data(value, Attributes::ALL))
}

/// CreateDataPropertyOrThrow, 7.3.7
pub fn create_data_property_or_throw(vm: &mut Vm, object: ObjectId, key: PropertyKey, value: Value) -> Completion<()> {
    // Fast path: a new name in an object that takes all of them.
    let shape = vm.heap.shape_of(object);
    if vm.heap[shape].class == Class::Ordinary
        && vm.heap[shape].is_extensible()
        && key.as_index().is_none()
        && shape::shape_lookup(&vm.heap, shape, key).is_none()
    {
        return Ok(vm.heap.add_slot(object, key, value, Attributes::ALL)?);
    }
    define_property_or_throw(vm, object, key, &PropertyDescriptor::data(value, Attributes::ALL))
}

/// DefinePropertyOrThrow, 7.3.8
pub fn define_property_or_throw(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> Completion<()> {
    if vm.keeping([key.kept_form()], |vm| object::define_own_property(vm, object, key, descriptor))? {
        return Ok(());
    }
    object::refuse_definition(vm, object, key)
}

/// [[GetOwnProperty]], 10.1.5
pub fn get_own_property(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<PropertyDescriptor>> {
    let Some(property) = object::own_property(vm, object, key)? else { return Ok(None) };
    Ok(Some(if property.attributes.is_accessor() {
        let accessor = vm.heap.accessor_of(property);
        PropertyDescriptor::accessor(accessor.getter, accessor.setter, property.attributes)
    } else {
        PropertyDescriptor::data(property.value, property.attributes)
    }))
}
