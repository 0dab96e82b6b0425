//! The internal methods of proxies that concern one property.

use super::{Trap, Trapped};
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::names::keys;
use crate::object;
use crate::object::descriptor::{self, PropertyDescriptor};
use crate::object::internal_methods::Step;
use crate::object::properties::StoredProperty;
use crate::object::proxy;
use crate::operators;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

/// [[GetOwnProperty]] of a target, kept alive while the trap's answer is compared with it.
fn target_property(vm: &mut Vm, target: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
    let property = object::own_property(vm, target, key)?;
    if let Some(property) = property {
        vm.keep(property.value);
    }
    Ok(property)
}

/// IsCompatiblePropertyDescriptor, 10.1.6.2
fn is_compatible(
    vm: &mut Vm,
    extensible: bool,
    descriptor: &PropertyDescriptor,
    current: Option<StoredProperty>,
) -> Completion<bool> {
    match current {
        Some(current) => object::is_compatible_change(vm, current, descriptor),
        None => Ok(extensible),
    }
}

/// [[GetOwnProperty]], 10.5.5
#[cold]
pub(crate) fn proxy_own_property(vm: &mut Vm, proxy: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
    vm.keeping([Value::object(proxy), key.kept_form()], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::GET_OWN_PROPERTY_DESCRIPTOR)? {
            Trapped::Not(target) => return object::own_property(vm, target, key),
            Trapped::By(trap) => trap,
        };
        let name = vm.heap.value_of_key(key);
        let answer = proxy::call_trap(vm, trap, [Value::object(trap.target), name])?;
        vm.keep(answer);
        match answer.is_object() {
            true => described_property(vm, trap, key, answer).map(Some),
            false => no_property(vm, trap, key, answer).map(|()| None),
        }
    })
}

/// Checks a descriptor that the trap has returned.
fn described_property(vm: &mut Vm, trap: Trap, key: PropertyKey, answer: Value) -> Completion<StoredProperty> {
    const NAME: &str = "getOwnPropertyDescriptor";
    let current = target_property(vm, trap.target, key)?;
    let extensible = object::is_extensible(vm, trap.target)?;
    let mut descriptor = descriptor::to_property_descriptor(vm, answer)?;
    descriptor.complete();
    if !is_compatible(vm, extensible, &descriptor, current)? {
        return proxy::broken_invariant(vm, NAME, Some(key), "the target cannot have such a property");
    }
    if descriptor.configurable == Some(false) {
        let Some(attributes) = current.map(|current| current.attributes).filter(|own| !own.is_configurable()) else {
            return proxy::broken_invariant(
                vm,
                NAME,
                Some(key),
                "the target's property is configurable, or there is none",
            );
        };
        if descriptor.writable == Some(false) && attributes.is_writable() {
            return proxy::broken_invariant(vm, NAME, Some(key), "the target's property is writable");
        }
    }
    Ok(object::stored_form(vm, &descriptor))
}

/// Checks an answer of the trap that is no object.
fn no_property(vm: &mut Vm, trap: Trap, key: PropertyKey, answer: Value) -> Completion<()> {
    const NAME: &str = "getOwnPropertyDescriptor";
    if !answer.is_undefined() {
        return proxy::broken_invariant(vm, NAME, Some(key), "it is neither an object nor undefined");
    }
    may_be_hidden(vm, trap, key, NAME)
}

/// Checks that the target allows the trap to deny a property.
fn may_be_hidden(vm: &mut Vm, trap: Trap, key: PropertyKey, name: &str) -> Completion<()> {
    let Some(current) = target_property(vm, trap.target, key)? else { return Ok(()) };
    if !current.attributes.is_configurable() {
        return proxy::broken_invariant(vm, name, Some(key), "the target's property is not configurable");
    }
    if !object::is_extensible(vm, trap.target)? {
        return proxy::broken_invariant(vm, name, Some(key), "the target is not extensible and has the property");
    }
    Ok(())
}

/// [[DefineOwnProperty]], 10.5.6
#[cold]
pub(crate) fn proxy_define_own_property(
    vm: &mut Vm,
    proxy: ObjectId,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> Completion<bool> {
    let [value, getter, setter] = descriptor.kept_form();
    vm.keeping([Value::object(proxy), key.kept_form(), value, getter, setter], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::DEFINE_PROPERTY)? {
            Trapped::Not(target) => return object::define_own_property(vm, target, key, descriptor),
            Trapped::By(trap) => trap,
        };
        let description = descriptor::from_property_descriptor(vm, Some(descriptor))?;
        let name = vm.heap.value_of_key(key);
        if !proxy::ask_trap(vm, trap, [Value::object(trap.target), name, description])? {
            return Ok(false);
        }
        confirm_definition(vm, trap, key, descriptor)?;
        Ok(true)
    })
}

/// Checks that the target allows the trap to confirm a definition.
fn confirm_definition(vm: &mut Vm, trap: Trap, key: PropertyKey, new: &PropertyDescriptor) -> Completion<()> {
    const NAME: &str = "defineProperty";
    let current = target_property(vm, trap.target, key)?;
    let extensible = object::is_extensible(vm, trap.target)?;
    let is_fixed = new.configurable == Some(false);
    if !is_compatible(vm, extensible, new, current)? {
        return proxy::broken_invariant(vm, NAME, Some(key), "the target cannot have such a property");
    }
    let Some(current) = current.map(|current| current.attributes) else {
        return match is_fixed {
            true => proxy::broken_invariant(vm, NAME, Some(key), "the target has no such property"),
            false => Ok(()),
        };
    };
    if is_fixed && current.is_configurable() {
        return proxy::broken_invariant(vm, NAME, Some(key), "the target's property is configurable");
    }
    let is_writable = !current.is_accessor() && !current.is_configurable() && current.is_writable();
    if is_writable && new.writable == Some(false) {
        return proxy::broken_invariant(vm, NAME, Some(key), "the target's property is writable");
    }
    Ok(())
}

/// [[HasProperty]], 10.5.7
pub(in crate::object) fn proxy_has_property(vm: &mut Vm, proxy: ObjectId, key: PropertyKey) -> Completion<Step<bool>> {
    vm.keeping([Value::object(proxy), key.kept_form()], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::HAS)? {
            Trapped::Not(target) => return Ok(Step::Parent(Some(target))),
            Trapped::By(trap) => trap,
        };
        let name = vm.heap.value_of_key(key);
        let found = proxy::ask_trap(vm, trap, [Value::object(trap.target), name])?;
        if !found {
            may_be_hidden(vm, trap, key, "has")?;
        }
        Ok(Step::Answer(found))
    })
}

/// [[Get]], 10.5.8
pub(in crate::object) fn proxy_get(
    vm: &mut Vm,
    proxy: ObjectId,
    key: PropertyKey,
    receiver: Value,
) -> Completion<Step<Value>> {
    vm.keeping([Value::object(proxy), key.kept_form(), receiver], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::GET)? {
            Trapped::Not(target) => return Ok(Step::Parent(Some(target))),
            Trapped::By(trap) => trap,
        };
        let name = vm.heap.value_of_key(key);
        let value = proxy::call_trap(vm, trap, [Value::object(trap.target), name, receiver])?;
        vm.keep(value);
        let current = target_property(vm, trap.target, key)?;
        let Some(current) = current.filter(|current| !current.attributes.is_configurable()) else {
            return Ok(Step::Answer(value));
        };
        if current.attributes.is_accessor() {
            if vm.heap.accessor_of(current).getter.is_undefined() && !value.is_undefined() {
                return proxy::broken_invariant(vm, "get", Some(key), "the target's property has no getter");
            }
        } else if !current.attributes.is_writable() && !operators::same_value(vm, value, current.value)? {
            return proxy::broken_invariant(vm, "get", Some(key), "the target's property has another value for good");
        }
        Ok(Step::Answer(value))
    })
}

/// [[Set]], 10.5.9
pub(in crate::object) fn proxy_set(
    vm: &mut Vm,
    proxy: ObjectId,
    key: PropertyKey,
    value: Value,
    receiver: Value,
) -> Completion<Step<bool>> {
    vm.keeping([Value::object(proxy), key.kept_form(), value, receiver], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::SET)? {
            Trapped::Not(target) => return Ok(Step::Parent(Some(target))),
            Trapped::By(trap) => trap,
        };
        let name = vm.heap.value_of_key(key);
        if !proxy::ask_trap(vm, trap, [Value::object(trap.target), name, value, receiver])? {
            return Ok(Step::Answer(false));
        }
        let current = target_property(vm, trap.target, key)?;
        let Some(current) = current.filter(|current| !current.attributes.is_configurable()) else {
            return Ok(Step::Answer(true));
        };
        if current.attributes.is_accessor() {
            if vm.heap.accessor_of(current).setter.is_undefined() {
                return proxy::broken_invariant(vm, "set", Some(key), "the target's property has no setter");
            }
        } else if !current.attributes.is_writable() && !operators::same_value(vm, value, current.value)? {
            return proxy::broken_invariant(vm, "set", Some(key), "the target's property has another value for good");
        }
        Ok(Step::Answer(true))
    })
}

/// [[Delete]], 10.5.10
#[cold]
pub(crate) fn proxy_delete(vm: &mut Vm, proxy: ObjectId, key: PropertyKey) -> Completion<bool> {
    vm.keeping([Value::object(proxy), key.kept_form()], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::DELETE_PROPERTY)? {
            Trapped::Not(target) => return object::delete(vm, target, key),
            Trapped::By(trap) => trap,
        };
        let name = vm.heap.value_of_key(key);
        let deleted = proxy::ask_trap(vm, trap, [Value::object(trap.target), name])?;
        if deleted {
            may_be_hidden(vm, trap, key, "deleteProperty")?;
        }
        Ok(deleted)
    })
}
