//! The Reflect object, ECMA-262 28.1: the internal methods of objects as functions.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, Role, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::object::descriptor;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::function::create_list_from_array_like;
use crate::object::{array_of_keys, kept_property_key, prototype_argument};

static FUNCTIONS: &[NativeFunction] = &[
    method("apply", 3, apply).with_role(Role::ReflectApply),
    method("construct", 2, construct),
    method("defineProperty", 3, define_property),
    method("deleteProperty", 2, delete_property),
    method("get", 2, get),
    method("getOwnPropertyDescriptor", 2, get_own_property_descriptor),
    method("getPrototypeOf", 1, get_prototype_of),
    method("has", 2, has),
    method("isExtensible", 1, is_extensible),
    method("ownKeys", 1, own_keys),
    method("preventExtensions", 1, prevent_extensions),
    method("set", 3, set),
    method("setPrototypeOf", 2, set_prototype_of),
];

pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let reflect = realm.namespace("Reflect")?;
    realm.methods(reflect, FUNCTIONS)?;
    realm.string_tag(reflect, "Reflect")
}

/// Returns the first argument, which must be an object. The call keeps it alive.
fn target(vm: &mut Vm, call: Call, function: &str) -> Completion<ObjectId> {
    match call.argument(vm, 0).as_object() {
        Some(object) => Ok(object),
        None => vm.type_error(messages::called_on_non_object(function)),
    }
}

fn key(vm: &mut Vm, call: Call) -> Completion<PropertyKey> {
    let key = call.argument(vm, 1);
    kept_property_key(vm, key)
}

/// Reflect.apply ( target, thisArgument, argumentsList ), ECMA-262 28.1.1
fn apply(vm: &mut Vm, call: Call) -> Completion<Value> {
    let function = call.argument(vm, 0);
    if !vm.heap.is_callable(function) {
        let what = messages::describe(vm, function);
        return vm.type_error(messages::not_callable(&what));
    }
    let arguments = create_list_from_array_like(vm, call.argument(vm, 2))?;
    vm.call(function, call.argument(vm, 1), &arguments)
}

/// Reflect.construct ( target, argumentsList [ , newTarget ] ), ECMA-262 28.1.2
fn construct(vm: &mut Vm, call: Call) -> Completion<Value> {
    let target = constructor_argument(vm, call, 0)?;
    let new_target = if call.argument_count() > 2 { constructor_argument(vm, call, 2)? } else { target };
    let arguments = create_list_from_array_like(vm, call.argument(vm, 1))?;
    vm.construct(target, &arguments, new_target).map(Value::object)
}

fn constructor_argument(vm: &mut Vm, call: Call, index: usize) -> Completion<ObjectId> {
    let value = call.argument(vm, index);
    match value.as_object().filter(|&object| vm.heap.has_construct(object)) {
        Some(constructor) => Ok(constructor),
        None => {
            let what = messages::describe(vm, value);
            vm.type_error(messages::not_a_constructor(&what))
        }
    }
}

/// Reflect.defineProperty ( target, propertyKey, attributes ), ECMA-262 28.1.3
fn define_property(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.defineProperty")?;
    let key = key(vm, call)?;
    let argument = call.argument(vm, 2);
    let descriptor = descriptor::to_property_descriptor(vm, argument)?;
    object::define_own_property(vm, object, key, &descriptor).map(Value::bool)
}

/// Reflect.deleteProperty ( target, propertyKey ), ECMA-262 28.1.4
fn delete_property(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.deleteProperty")?;
    let key = key(vm, call)?;
    object::delete(vm, object, key).map(Value::bool)
}

/// Reflect.get ( target, propertyKey [ , receiver ] ), ECMA-262 28.1.5
fn get(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.get")?;
    let key = key(vm, call)?;
    let receiver = if call.argument_count() > 2 { call.argument(vm, 2) } else { Value::object(object) };
    object::get_with_receiver(vm, object, key, receiver)
}

/// Reflect.getOwnPropertyDescriptor ( target, propertyKey ), ECMA-262 28.1.6
fn get_own_property_descriptor(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.getOwnPropertyDescriptor")?;
    let key = key(vm, call)?;
    let descriptor = object::get_own_property(vm, object, key)?;
    descriptor::from_property_descriptor(vm, descriptor.as_ref())
}

/// Reflect.getPrototypeOf ( target ), ECMA-262 28.1.7
fn get_prototype_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.getPrototypeOf")?;
    let prototype = object::get_prototype_of(vm, object)?;
    Ok(prototype.map_or(Value::NULL, Value::object))
}

/// Reflect.has ( target, propertyKey ), ECMA-262 28.1.8
fn has(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.has")?;
    let key = key(vm, call)?;
    object::has_property(vm, object, key).map(Value::bool)
}

/// Reflect.isExtensible ( target ), ECMA-262 28.1.9
fn is_extensible(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.isExtensible")?;
    object::is_extensible(vm, object).map(Value::bool)
}

/// Reflect.ownKeys ( target ), ECMA-262 28.1.10
fn own_keys(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.ownKeys")?;
    let keys = object::own_property_keys(vm, object)?;
    array_of_keys(vm, &keys, |_| true)
}

/// Reflect.preventExtensions ( target ), ECMA-262 28.1.11
fn prevent_extensions(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.preventExtensions")?;
    object::prevent_extensions(vm, object).map(Value::bool)
}

/// Reflect.set ( target, propertyKey, V [ , receiver ] ), ECMA-262 28.1.12
fn set(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.set")?;
    let key = key(vm, call)?;
    let receiver = if call.argument_count() > 3 { call.argument(vm, 3) } else { Value::object(object) };
    let argument = call.argument(vm, 2);
    object::set_with_receiver(vm, object, key, argument, receiver).map(Value::bool)
}

/// Reflect.setPrototypeOf ( target, proto ), ECMA-262 28.1.13
fn set_prototype_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = target(vm, call, "Reflect.setPrototypeOf")?;
    let prototype = prototype_argument(vm, call.argument(vm, 1))?;
    object::set_prototype_of(vm, object, prototype).map(Value::bool)
}
