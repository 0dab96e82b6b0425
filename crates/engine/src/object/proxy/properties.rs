//! The internal methods of proxies that have to do with one property.

use super::{Trap, Trapped};
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::names::keys;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::internal_methods::Step;
use crate::object::properties::StoredProperty;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// [[GetOwnProperty]] of a target, kept alive while the trap's answer is compared with it.
    fn target_property(&mut self, target: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
        let property = self.own_property(target, key)?;
        if let Some(property) = property {
            self.keep(property.value);
        }
        Ok(property)
    }

    /// IsCompatiblePropertyDescriptor, 10.1.6.2
    fn is_compatible(
        &mut self,
        extensible: bool,
        descriptor: &PropertyDescriptor,
        current: Option<StoredProperty>,
    ) -> Completion<bool> {
        match current {
            Some(current) => self.is_compatible_change(current, descriptor),
            None => Ok(extensible),
        }
    }

    /// [[GetOwnProperty]], 10.5.5
    #[cold]
    pub(crate) fn proxy_own_property(
        &mut self,
        proxy: ObjectId,
        key: PropertyKey,
    ) -> Completion<Option<StoredProperty>> {
        self.keeping([Value::object(proxy), key.kept_form()], |vm| {
            let trap = match vm.find_trap(proxy, keys::GET_OWN_PROPERTY_DESCRIPTOR)? {
                Trapped::Not(target) => return vm.own_property(target, key),
                Trapped::By(trap) => trap,
            };
            let name = vm.heap.value_of_key(key);
            let answer = vm.call_trap(trap, [Value::object(trap.target), name])?;
            vm.keep(answer);
            match answer.is_object() {
                true => vm.described_property(trap, key, answer).map(Some),
                false => vm.no_property(trap, key, answer).map(|()| None),
            }
        })
    }

    /// The trap gave an object.
    fn described_property(&mut self, trap: Trap, key: PropertyKey, answer: Value) -> Completion<StoredProperty> {
        const NAME: &str = "getOwnPropertyDescriptor";
        let current = self.target_property(trap.target, key)?;
        let extensible = self.is_extensible(trap.target)?;
        let mut descriptor = self.to_property_descriptor(answer)?;
        descriptor.complete();
        if !self.is_compatible(extensible, &descriptor, current)? {
            return self.broken_invariant(NAME, Some(key), "the target cannot have such a property");
        }
        if descriptor.configurable == Some(false) {
            let Some(attributes) = current.map(|current| current.attributes).filter(|own| !own.is_configurable())
            else {
                return self.broken_invariant(
                    NAME,
                    Some(key),
                    "the target's property is configurable, or there is none",
                );
            };
            if descriptor.writable == Some(false) && attributes.is_writable() {
                return self.broken_invariant(NAME, Some(key), "the target's property is writable");
            }
        }
        Ok(self.stored_form(&descriptor))
    }

    /// The trap gave something else.
    fn no_property(&mut self, trap: Trap, key: PropertyKey, answer: Value) -> Completion<()> {
        const NAME: &str = "getOwnPropertyDescriptor";
        if !answer.is_undefined() {
            return self.broken_invariant(NAME, Some(key), "it is neither an object nor undefined");
        }
        self.may_be_hidden(trap, key, NAME)
    }

    /// A trap says that there is no such property.
    fn may_be_hidden(&mut self, trap: Trap, key: PropertyKey, name: &str) -> Completion<()> {
        let Some(current) = self.target_property(trap.target, key)? else { return Ok(()) };
        if !current.attributes.is_configurable() {
            return self.broken_invariant(name, Some(key), "the target's property is not configurable");
        }
        if !self.is_extensible(trap.target)? {
            return self.broken_invariant(name, Some(key), "the target is not extensible and has the property");
        }
        Ok(())
    }

    /// [[DefineOwnProperty]], 10.5.6
    #[cold]
    pub(crate) fn proxy_define_own_property(
        &mut self,
        proxy: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<bool> {
        let [value, getter, setter] = descriptor.kept_form();
        self.keeping([Value::object(proxy), key.kept_form(), value, getter, setter], |vm| {
            let trap = match vm.find_trap(proxy, keys::DEFINE_PROPERTY)? {
                Trapped::Not(target) => return vm.define_own_property(target, key, descriptor),
                Trapped::By(trap) => trap,
            };
            let description = vm.from_property_descriptor(Some(descriptor))?;
            let name = vm.heap.value_of_key(key);
            if !vm.ask_trap(trap, [Value::object(trap.target), name, description])? {
                return Ok(false);
            }
            vm.confirm_definition(trap, key, descriptor)?;
            Ok(true)
        })
    }

    /// The trap says that it has defined a property.
    fn confirm_definition(&mut self, trap: Trap, key: PropertyKey, new: &PropertyDescriptor) -> Completion<()> {
        const NAME: &str = "defineProperty";
        let current = self.target_property(trap.target, key)?;
        let extensible = self.is_extensible(trap.target)?;
        let is_fixed = new.configurable == Some(false);
        if !self.is_compatible(extensible, new, current)? {
            return self.broken_invariant(NAME, Some(key), "the target cannot have such a property");
        }
        let Some(current) = current.map(|current| current.attributes) else {
            return match is_fixed {
                true => self.broken_invariant(NAME, Some(key), "the target has no such property"),
                false => Ok(()),
            };
        };
        if is_fixed && current.is_configurable() {
            return self.broken_invariant(NAME, Some(key), "the target's property is configurable");
        }
        let is_writable = !current.is_accessor() && !current.is_configurable() && current.is_writable();
        if is_writable && new.writable == Some(false) {
            return self.broken_invariant(NAME, Some(key), "the target's property is writable");
        }
        Ok(())
    }

    /// [[HasProperty]], 10.5.7
    pub(in crate::object) fn proxy_has_property(
        &mut self,
        proxy: ObjectId,
        key: PropertyKey,
    ) -> Completion<Step<bool>> {
        self.keeping([Value::object(proxy), key.kept_form()], |vm| {
            let trap = match vm.find_trap(proxy, keys::HAS)? {
                Trapped::Not(target) => return Ok(Step::Parent(Some(target))),
                Trapped::By(trap) => trap,
            };
            let name = vm.heap.value_of_key(key);
            let found = vm.ask_trap(trap, [Value::object(trap.target), name])?;
            if !found {
                vm.may_be_hidden(trap, key, "has")?;
            }
            Ok(Step::Answer(found))
        })
    }

    /// [[Get]], 10.5.8
    pub(in crate::object) fn proxy_get(
        &mut self,
        proxy: ObjectId,
        key: PropertyKey,
        receiver: Value,
    ) -> Completion<Step<Value>> {
        self.keeping([Value::object(proxy), key.kept_form(), receiver], |vm| {
            let trap = match vm.find_trap(proxy, keys::GET)? {
                Trapped::Not(target) => return Ok(Step::Parent(Some(target))),
                Trapped::By(trap) => trap,
            };
            let name = vm.heap.value_of_key(key);
            let value = vm.call_trap(trap, [Value::object(trap.target), name, receiver])?;
            vm.keep(value);
            let current = vm.target_property(trap.target, key)?;
            let Some(current) = current.filter(|current| !current.attributes.is_configurable()) else {
                return Ok(Step::Answer(value));
            };
            if current.attributes.is_accessor() {
                if vm.heap.accessor_of(current).getter.is_undefined() && !value.is_undefined() {
                    return vm.broken_invariant("get", Some(key), "the target's property has no getter");
                }
            } else if !current.attributes.is_writable() && !vm.same_value(value, current.value)? {
                return vm.broken_invariant("get", Some(key), "the target's property has another value for good");
            }
            Ok(Step::Answer(value))
        })
    }

    /// [[Set]], 10.5.9
    pub(in crate::object) fn proxy_set(
        &mut self,
        proxy: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<Step<bool>> {
        self.keeping([Value::object(proxy), key.kept_form(), value, receiver], |vm| {
            let trap = match vm.find_trap(proxy, keys::SET)? {
                Trapped::Not(target) => return Ok(Step::Parent(Some(target))),
                Trapped::By(trap) => trap,
            };
            let name = vm.heap.value_of_key(key);
            if !vm.ask_trap(trap, [Value::object(trap.target), name, value, receiver])? {
                return Ok(Step::Answer(false));
            }
            let current = vm.target_property(trap.target, key)?;
            let Some(current) = current.filter(|current| !current.attributes.is_configurable()) else {
                return Ok(Step::Answer(true));
            };
            if current.attributes.is_accessor() {
                if vm.heap.accessor_of(current).setter.is_undefined() {
                    return vm.broken_invariant("set", Some(key), "the target's property has no setter");
                }
            } else if !current.attributes.is_writable() && !vm.same_value(value, current.value)? {
                return vm.broken_invariant("set", Some(key), "the target's property has another value for good");
            }
            Ok(Step::Answer(true))
        })
    }

    /// [[Delete]], 10.5.10
    #[cold]
    pub(crate) fn proxy_delete(&mut self, proxy: ObjectId, key: PropertyKey) -> Completion<bool> {
        self.keeping([Value::object(proxy), key.kept_form()], |vm| {
            let trap = match vm.find_trap(proxy, keys::DELETE_PROPERTY)? {
                Trapped::Not(target) => return vm.delete(target, key),
                Trapped::By(trap) => trap,
            };
            let name = vm.heap.value_of_key(key);
            let deleted = vm.ask_trap(trap, [Value::object(trap.target), name])?;
            if deleted {
                vm.may_be_hidden(trap, key, "deleteProperty")?;
            }
            Ok(deleted)
        })
    }
}
