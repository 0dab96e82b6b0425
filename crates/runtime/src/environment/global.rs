//! Declarations of variables and functions in the global environment: properties of the global object.

use crate::error::Completion;
use crate::messages;
use crate::object;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// CanDeclareGlobalVar and CanDeclareGlobalFunction, ECMA-262 9.1.1.4.15 and 16: a TypeError if not.
pub fn check_global_declaration(vm: &mut Vm, key: PropertyKey, is_function: bool) -> Completion<()> {
    let global = vm.realm.global;
    let allowed = match object::get_own_property(vm, global, key)? {
        None => object::is_extensible(vm, global)?,
        Some(_) if !is_function => true,
        Some(property) => {
            property.configurable == Some(true)
                || (property.value.is_some() && property.writable == Some(true) && property.enumerable == Some(true))
        }
    };
    if allowed {
        return Ok(());
    }
    let message = messages::cannot_declare_global(&vm.heap.describe_key(key));
    vm.type_error(message)
}

/// CreateGlobalVarBinding, ECMA-262 9.1.1.4.17.
pub(crate) fn declare_global_variable(vm: &mut Vm, key: PropertyKey, deletable: bool) -> Completion<()> {
    let global = vm.realm.global;
    if !object::has_own_property(vm, global, key)? && object::is_extensible(vm, global)? {
        let attributes = global_attributes(deletable);
        object::define_property_or_throw(vm, global, key, &PropertyDescriptor::data(Value::UNDEFINED, attributes))?;
    }
    Ok(())
}

/// CreateGlobalFunctionBinding, ECMA-262 9.1.1.4.18.
pub fn declare_global_function(vm: &mut Vm, key: PropertyKey, function: Value, deletable: bool) -> Completion<()> {
    let global = vm.realm.global;
    let descriptor = match object::get_own_property(vm, global, key)? {
        Some(property) if property.configurable == Some(false) => {
            PropertyDescriptor { value: Some(function), ..PropertyDescriptor::default() }
        }
        _ => PropertyDescriptor::data(function, global_attributes(deletable)),
    };
    object::define_property_or_throw(vm, global, key, &descriptor)?;
    object::set(vm, global, key, function, false)
}

fn global_attributes(deletable: bool) -> Attributes {
    let attributes = Attributes::WRITABLE.with(Attributes::ENUMERABLE);
    if deletable { attributes.with(Attributes::CONFIGURABLE) } else { attributes }
}
