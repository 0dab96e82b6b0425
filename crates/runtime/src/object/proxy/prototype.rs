//! The internal methods of proxies that concern the prototype and extensibility.

use super::Trapped;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::names::keys;
use crate::object;
use crate::object::proxy;
use crate::value::Value;
use crate::vm::Vm;

fn prototype_value(prototype: Option<ObjectId>) -> Value {
    prototype.map_or(Value::NULL, Value::object)
}

/// [[GetPrototypeOf]], 10.5.1
#[cold]
pub(crate) fn proxy_get_prototype_of(vm: &mut Vm, proxy: ObjectId) -> Completion<Option<ObjectId>> {
    vm.keeping([Value::object(proxy)], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::GET_PROTOTYPE_OF)? {
            Trapped::Not(target) => return object::get_prototype_of(vm, target),
            Trapped::By(trap) => trap,
        };
        let prototype = proxy::call_trap(vm, trap, [Value::object(trap.target)])?;
        if !prototype.is_object() && !prototype.is_null() {
            return proxy::broken_invariant(vm, "getPrototypeOf", None, "it is neither an object nor null");
        }
        vm.keep(prototype);
        let prototype = prototype.as_object();
        if object::is_extensible(vm, trap.target)? || object::get_prototype_of(vm, trap.target)? == prototype {
            return Ok(prototype);
        }
        proxy::broken_invariant(vm, "getPrototypeOf", None, "the target is not extensible and has another prototype")
    })
}

/// [[SetPrototypeOf]], 10.5.2
#[cold]
pub(crate) fn proxy_set_prototype_of(vm: &mut Vm, proxy: ObjectId, prototype: Option<ObjectId>) -> Completion<bool> {
    vm.keeping([Value::object(proxy), prototype_value(prototype)], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::SET_PROTOTYPE_OF)? {
            Trapped::Not(target) => return object::set_prototype_of(vm, target, prototype),
            Trapped::By(trap) => trap,
        };
        if !proxy::ask_trap(vm, trap, [Value::object(trap.target), prototype_value(prototype)])? {
            return Ok(false);
        }
        if object::is_extensible(vm, trap.target)? || object::get_prototype_of(vm, trap.target)? == prototype {
            return Ok(true);
        }
        proxy::broken_invariant(vm, "setPrototypeOf", None, "the target is not extensible and has another prototype")
    })
}

/// [[IsExtensible]], 10.5.3
#[cold]
pub(crate) fn proxy_is_extensible(vm: &mut Vm, proxy: ObjectId) -> Completion<bool> {
    vm.keeping([Value::object(proxy)], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::IS_EXTENSIBLE)? {
            Trapped::Not(target) => return object::is_extensible(vm, target),
            Trapped::By(trap) => trap,
        };
        let extensible = proxy::ask_trap(vm, trap, [Value::object(trap.target)])?;
        if object::is_extensible(vm, trap.target)? == extensible {
            return Ok(extensible);
        }
        proxy::broken_invariant(vm, "isExtensible", None, "the target says otherwise")
    })
}

/// [[PreventExtensions]], 10.5.4
#[cold]
pub(crate) fn proxy_prevent_extensions(vm: &mut Vm, proxy: ObjectId) -> Completion<bool> {
    vm.keeping([Value::object(proxy)], |vm| {
        let trap = match proxy::find_trap(vm, proxy, keys::PREVENT_EXTENSIONS)? {
            Trapped::Not(target) => return object::prevent_extensions(vm, target),
            Trapped::By(trap) => trap,
        };
        let done = proxy::ask_trap(vm, trap, [Value::object(trap.target)])?;
        if done && object::is_extensible(vm, trap.target)? {
            return proxy::broken_invariant(vm, "preventExtensions", None, "the target is still extensible");
        }
        Ok(done)
    })
}
