//! Legacy parts of Object.prototype for the web: `__proto__` and the functions for getters and setters, ECMA-262
//! 20.1.3.8 and 20.1.3.9.

use super::kept_object;
use super::properties::kept_property_key;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::names::keys;
use ferrotape_runtime::object::descriptor::PropertyDescriptor;
use ferrotape_runtime::object::{self, Detours};
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

static METHODS: &[NativeFunction] = &[
    method("__defineGetter__", 2, define_getter),
    method("__defineSetter__", 2, define_setter),
    method("__lookupGetter__", 1, lookup_getter),
    method("__lookupSetter__", 1, lookup_setter),
];

static GET_PROTO: NativeFunction = method("get __proto__", 0, get_proto);
static SET_PROTO: NativeFunction = method("set __proto__", 1, set_proto);

pub(super) fn install(realm: &mut RealmBuilder, prototype: ObjectId) -> Completion<()> {
    realm.methods(prototype, METHODS)?;
    realm.accessor(prototype, keys::PROTO, Some(&GET_PROTO), Some(&SET_PROTO))
}

/// get Object.prototype.__proto__, ECMA-262 20.1.3.8.1
fn get_proto(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = convert::to_object(vm, call.this)?;
    let prototype = object::get_prototype_of(vm, object)?;
    Ok(prototype.map_or(Value::NULL, Value::object))
}

/// set Object.prototype.__proto__, ECMA-262 20.1.3.8.2
fn set_proto(vm: &mut Vm, call: Call) -> Completion<Value> {
    convert::require_object_coercible(vm, call.this, "set Object.prototype.__proto__")?;
    let prototype = call.argument(vm, 0);
    if let Some(object) = call.this.as_object()
        && (prototype.is_object() || prototype.is_null())
    {
        object::set_prototype_or_throw(vm, object, prototype.as_object())?;
    }
    Ok(Value::UNDEFINED)
}

/// Object.prototype.__defineGetter__ ( P, getter ), ECMA-262 20.1.3.9.1
fn define_getter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let getter = PropertyDescriptor { get: Some(call.argument(vm, 1)), ..PropertyDescriptor::default() };
    define_accessor(vm, call, "Object.prototype.__defineGetter__", getter)
}

/// Object.prototype.__defineSetter__ ( P, setter ), ECMA-262 20.1.3.9.2
fn define_setter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let setter = PropertyDescriptor { set: Some(call.argument(vm, 1)), ..PropertyDescriptor::default() };
    define_accessor(vm, call, "Object.prototype.__defineSetter__", setter)
}

/// Defines one half of an accessor, enumerable and configurable; another half that is there stays. Checks the function
/// before the key is converted.
fn define_accessor(vm: &mut Vm, call: Call, what: &str, functions: PropertyDescriptor) -> Completion<Value> {
    let object = kept_object(vm, call.this)?;
    let function = call.argument(vm, 1);
    if !vm.heap.is_callable(function) {
        let found = messages::describe(vm, function);
        return vm.type_error(messages::must_be_a_function(&format!("The second argument of {what}"), &found));
    }
    let argument = call.argument(vm, 0);
    let key = convert::to_property_key(vm, argument)?;
    let descriptor = PropertyDescriptor { enumerable: Some(true), configurable: Some(true), ..functions };
    object::define_property_or_throw(vm, object, key, &descriptor)?;
    Ok(Value::UNDEFINED)
}

/// Object.prototype.__lookupGetter__ ( P ), ECMA-262 20.1.3.9.3
fn lookup_getter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = lookup_property(vm, call)?;
    Ok(found.and_then(|descriptor| descriptor.get).unwrap_or(Value::UNDEFINED))
}

/// Object.prototype.__lookupSetter__ ( P ), ECMA-262 20.1.3.9.4
fn lookup_setter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let found = lookup_property(vm, call)?;
    Ok(found.and_then(|descriptor| descriptor.set).unwrap_or(Value::UNDEFINED))
}

/// Returns the nearest property of the name, own or inherited.
fn lookup_property(vm: &mut Vm, call: Call) -> Completion<Option<PropertyDescriptor>> {
    let mut holder = Some(kept_object(vm, call.this)?);
    let key = kept_property_key(vm, call.argument(vm, 0))?;
    let mut detours = Detours::default();
    while let Some(object) = holder {
        vm.work(1)?;
        detours.pass(vm, object)?;
        if let Some(descriptor) = object::get_own_property(vm, object, key)? {
            return Ok(Some(descriptor));
        }
        holder = object::get_prototype_of(vm, object)?;
    }
    Ok(None)
}
