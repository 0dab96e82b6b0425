//! The internal methods of proxies that have to do with the prototype and with whether the object can be extended.

use super::Trapped;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::names::keys;
use crate::value::Value;
use crate::vm::Vm;

fn prototype_value(prototype: Option<ObjectId>) -> Value {
    prototype.map_or(Value::NULL, Value::object)
}

impl Vm {
    /// [[GetPrototypeOf]], 10.5.1
    #[cold]
    pub(crate) fn proxy_get_prototype_of(&mut self, proxy: ObjectId) -> Completion<Option<ObjectId>> {
        self.keeping([Value::object(proxy)], |vm| {
            let trap = match vm.find_trap(proxy, keys::GET_PROTOTYPE_OF)? {
                Trapped::Not(target) => return vm.get_prototype_of(target),
                Trapped::By(trap) => trap,
            };
            let prototype = vm.call_trap(trap, [Value::object(trap.target)])?;
            if !prototype.is_object() && !prototype.is_null() {
                return vm.broken_invariant("getPrototypeOf", None, "it is neither an object nor null");
            }
            vm.keep(prototype);
            let prototype = prototype.as_object();
            if vm.is_extensible(trap.target)? || vm.get_prototype_of(trap.target)? == prototype {
                return Ok(prototype);
            }
            vm.broken_invariant("getPrototypeOf", None, "the target is not extensible and has another prototype")
        })
    }

    /// [[SetPrototypeOf]], 10.5.2
    #[cold]
    pub(crate) fn proxy_set_prototype_of(&mut self, proxy: ObjectId, prototype: Option<ObjectId>) -> Completion<bool> {
        self.keeping([Value::object(proxy), prototype_value(prototype)], |vm| {
            let trap = match vm.find_trap(proxy, keys::SET_PROTOTYPE_OF)? {
                Trapped::Not(target) => return vm.set_prototype_of(target, prototype),
                Trapped::By(trap) => trap,
            };
            if !vm.ask_trap(trap, [Value::object(trap.target), prototype_value(prototype)])? {
                return Ok(false);
            }
            if vm.is_extensible(trap.target)? || vm.get_prototype_of(trap.target)? == prototype {
                return Ok(true);
            }
            vm.broken_invariant("setPrototypeOf", None, "the target is not extensible and has another prototype")
        })
    }

    /// [[IsExtensible]], 10.5.3
    #[cold]
    pub(crate) fn proxy_is_extensible(&mut self, proxy: ObjectId) -> Completion<bool> {
        self.keeping([Value::object(proxy)], |vm| {
            let trap = match vm.find_trap(proxy, keys::IS_EXTENSIBLE)? {
                Trapped::Not(target) => return vm.is_extensible(target),
                Trapped::By(trap) => trap,
            };
            let extensible = vm.ask_trap(trap, [Value::object(trap.target)])?;
            if vm.is_extensible(trap.target)? == extensible {
                return Ok(extensible);
            }
            vm.broken_invariant("isExtensible", None, "the target says otherwise")
        })
    }

    /// [[PreventExtensions]], 10.5.4
    #[cold]
    pub(crate) fn proxy_prevent_extensions(&mut self, proxy: ObjectId) -> Completion<bool> {
        self.keeping([Value::object(proxy)], |vm| {
            let trap = match vm.find_trap(proxy, keys::PREVENT_EXTENSIONS)? {
                Trapped::Not(target) => return vm.prevent_extensions(target),
                Trapped::By(trap) => trap,
            };
            let done = vm.ask_trap(trap, [Value::object(trap.target)])?;
            if done && vm.is_extensible(trap.target)? {
                return vm.broken_invariant("preventExtensions", None, "the target is still extensible");
            }
            Ok(done)
        })
    }
}
