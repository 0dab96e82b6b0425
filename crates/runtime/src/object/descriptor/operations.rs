//! Conversions between descriptors and objects.

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::names::keys;
use crate::object;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

// The specification's names.
#[allow(clippy::wrong_self_convention)]
/// ToPropertyDescriptor ( Obj ), ECMA-262 6.2.6.5. Results of getters are kept until the native returns.
pub fn to_property_descriptor(vm: &mut Vm, value: Value) -> Completion<PropertyDescriptor> {
    let Some(object) = value.as_object() else {
        let what = messages::describe(vm, value);
        return vm.type_error(messages::not_a_property_descriptor(&what));
    };
    // The order of the fields can be observed through getters.
    let descriptor = PropertyDescriptor {
        enumerable: descriptor_flag(vm, object, keys::ENUMERABLE)?,
        configurable: descriptor_flag(vm, object, keys::CONFIGURABLE)?,
        value: descriptor_field(vm, object, keys::VALUE)?,
        writable: descriptor_flag(vm, object, keys::WRITABLE)?,
        get: descriptor_function(vm, object, keys::GET, "Getter")?,
        set: descriptor_function(vm, object, keys::SET, "Setter")?,
    };
    if descriptor.is_accessor_descriptor() && descriptor.is_data_descriptor() {
        return vm.type_error("A property descriptor cannot have both accessors and a value or writable attribute");
    }
    Ok(descriptor)
}

fn descriptor_field(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<Value>> {
    if !object::has_property(vm, object, key)? {
        return Ok(None);
    }
    let field = object::get(vm, object, key)?;
    vm.keep(field);
    Ok(Some(field))
}

fn descriptor_flag(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<bool>> {
    let field = descriptor_field(vm, object, key)?;
    Ok(field.map(|field| vm.heap.to_boolean(field)))
}

fn descriptor_function(vm: &mut Vm, object: ObjectId, key: PropertyKey, what: &str) -> Completion<Option<Value>> {
    let field = descriptor_field(vm, object, key)?;
    match field {
        Some(function) if !function.is_undefined() && !vm.heap.is_callable(function) => {
            let function = messages::describe(vm, function);
            vm.type_error(messages::must_be_a_function(what, &function))
        }
        _ => Ok(field),
    }
}

/// FromPropertyDescriptor ( Desc ), ECMA-262 6.2.6.4
pub fn from_property_descriptor(vm: &mut Vm, descriptor: Option<&PropertyDescriptor>) -> Completion<Value> {
    let Some(descriptor) = descriptor else {
        return Ok(Value::UNDEFINED);
    };
    let object = vm.new_plain_object();
    let fields = [
        (keys::VALUE, descriptor.value),
        (keys::WRITABLE, descriptor.writable.map(Value::bool)),
        (keys::GET, descriptor.get),
        (keys::SET, descriptor.set),
        (keys::ENUMERABLE, descriptor.enumerable.map(Value::bool)),
        (keys::CONFIGURABLE, descriptor.configurable.map(Value::bool)),
    ];
    for (key, field) in fields {
        if let Some(field) = field {
            object::create_data_property(vm, object, key, field)?;
        }
    }
    Ok(Value::object(object))
}
