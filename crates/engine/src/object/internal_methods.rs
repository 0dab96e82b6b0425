//! The internal methods of objects, ECMA-262 6.1.7.2: one dispatch point for each.
//!
//! Whoever wants to know something of an object asks here. One test, [`Class::is_exotic`], tells ordinary objects (`ordinary`)
//! from those that do something else: arrays, strings and arguments in their files, objects of the embedder by what their
//! class says (`host`), proxies by their traps (`proxy`). [[Get]], [[Set]] and [[HasProperty]] go up the prototype chain in a
//! loop in which each object is asked in turn, so that any object may stand anywhere in a chain, and no chain is too long.
//!
//! An object of which only its own internal methods know what it has ([`Heap::is_opaque`]) may run script when it is asked.
//! What is held meanwhile is kept alive here; whoever holds more than what it asks with keeps that. Built-ins that have no
//! properties yet ([`Class::Unfilled`]) are opaque as well, and filled when they are asked: then they are ordinary.

use crate::cache::LONGEST_CHAIN;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::host::Hooked;
use crate::object::properties::StoredProperty;
use crate::object::proxy::Detours;
use crate::object::{Class, Kind};
use crate::property_key::PropertyKey;
use crate::shape::Lock;
use crate::value::Value;
use crate::vm::Vm;

/// What one object of a prototype chain says.
pub(super) enum Step<T> {
    Answer(T),
    /// The next object is to be asked, if there is one.
    Parent(Option<ObjectId>),
}

impl Vm {
    /// [[GetPrototypeOf]], 10.1.1
    pub fn get_prototype_of(&mut self, object: ObjectId) -> Completion<Option<ObjectId>> {
        if self.heap.class_of(object) == Class::Proxy {
            return self.proxy_get_prototype_of(object);
        }
        if self.heap.class_of(object) == Class::OpaqueHost
            && let Hooked::Answer(prototype) =
                self.ask_host(object, None, [], |methods, vm| methods.get_prototype_of(vm, object))?
        {
            return Ok(prototype);
        }
        Ok(self.heap.prototype_of(object))
    }

    /// [[SetPrototypeOf]], 10.1.2; false where it is refused.
    pub fn set_prototype_of(&mut self, object: ObjectId, prototype: Option<ObjectId>) -> Completion<bool> {
        self.fill(object);
        if self.heap.class_of(object) == Class::Proxy {
            return self.proxy_set_prototype_of(object, prototype);
        }
        if self.heap.class_of(object) == Class::OpaqueHost {
            let held = [prototype.map_or(Value::NULL, Value::object)];
            return self.keeping([Value::object(object), held[0]], |vm| {
                match vm.ask_host(object, None, held, |methods, vm| methods.set_prototype_of(vm, object, prototype))? {
                    Hooked::Answer(done) => Ok(done),
                    Hooked::Ordinary => vm.ordinary_set_prototype_of(object, prototype),
                }
            });
        }
        self.ordinary_set_prototype_of(object, prototype)
    }

    /// [[IsExtensible]], 10.1.3
    pub fn is_extensible(&mut self, object: ObjectId) -> Completion<bool> {
        if self.heap.class_of(object) == Class::Proxy {
            return self.proxy_is_extensible(object);
        }
        if self.heap.class_of(object) == Class::OpaqueHost
            && let Hooked::Answer(extensible) =
                self.ask_host(object, None, [], |methods, vm| methods.is_extensible(vm, object))?
        {
            return Ok(extensible);
        }
        Ok(self.heap.is_extensible(object))
    }

    /// [[PreventExtensions]], 10.1.4; false where it is refused.
    pub fn prevent_extensions(&mut self, object: ObjectId) -> Completion<bool> {
        self.fill(object);
        if self.heap.class_of(object) == Class::Proxy {
            return self.proxy_prevent_extensions(object);
        }
        if matches!(self.heap.class_of(object), Class::OpaqueHost | Class::TypedArray)
            && let Hooked::Answer(done) =
                self.ask_host(object, None, [], |methods, vm| methods.prevent_extensions(vm, object))?
        {
            return Ok(done);
        }
        if self.heap.is_extensible(object) {
            self.heap.lock_object(object, Lock::NotExtensible)?;
        }
        Ok(true)
    }

    /// [[GetOwnProperty]], 10.1.5, as it is stored: lazy properties are made.
    #[inline]
    pub fn own_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
        if self.heap.class_of(object).is_exotic() {
            return self.exotic_own_property(object, key);
        }
        self.ordinary_own_property(object, key)
    }

    fn exotic_own_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
        if self.heap.is_opaque(object, key) {
            if self.heap.is_proxy(object) {
                return self.proxy_own_property(object, key);
            }
            let ask = self.ask_host(object, Some(key), [], |methods, vm| methods.get_own_property(vm, object, key));
            if let Hooked::Answer(found) = ask? {
                return Ok(found.map(|descriptor| self.stored_form(&descriptor)));
            }
        }
        let stored = self.ordinary_own_property(object, key)?;
        match (self.heap.kind(object), stored) {
            (Kind::MappedArguments(_), Some(stored)) => Ok(Some(self.mapped_property(object, key, stored))),
            (Kind::MappedArguments(_), None) => Ok(self.mapped_own_property(object, key)),
            (Kind::Array { length }, None) => Ok(self.array_length_property(object, key, length)),
            (Kind::String(string), None) => self.string_own_property(string, key),
            (_, stored) => Ok(stored),
        }
    }

    /// HasOwnProperty ( O, P ), 7.3.13: what is lazy is there before it is made.
    pub fn has_own_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<bool> {
        if !self.heap.is_opaque(object, key) && self.heap.stored_property(object, key).is_some() {
            return Ok(true);
        }
        Ok(self.own_property(object, key)?.is_some())
    }

    /// [[DefineOwnProperty]], 10.1.6; false where it is refused.
    pub fn define_own_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<bool> {
        if self.heap.class_of(object).is_exotic() {
            return self.exotic_define_own_property(object, key, descriptor);
        }
        self.ordinary_define_own_property(object, key, descriptor)
    }

    fn exotic_define_own_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<bool> {
        self.fill(object);
        match self.heap.kind(object) {
            Kind::Array { .. } => self.array_define_own_property(object, key, descriptor),
            Kind::MappedArguments(_) => self.arguments_define_own_property(object, key, descriptor),
            // 10.4.3.2: what the string itself holds can only be confirmed, there is nothing to store.
            Kind::String(string) => match self.string_own_property(string, key)? {
                Some(current) => self.is_compatible_change(current, descriptor),
                None => self.ordinary_define_own_property(object, key, descriptor),
            },
            Kind::Proxy { .. } => self.proxy_define_own_property(object, key, descriptor),
            _ if self.heap.is_opaque(object, key) => {
                let [value, getter, setter] = descriptor.kept_form();
                self.keeping([Value::object(object), key.kept_form(), value, getter, setter], |vm| {
                    let ask = vm.ask_host(object, Some(key), [], |methods, vm| {
                        methods.define_own_property(vm, object, key, descriptor)
                    });
                    match ask? {
                        Hooked::Answer(done) => Ok(done),
                        Hooked::Ordinary => vm.ordinary_define_own_property(object, key, descriptor),
                    }
                })
            }
            _ => self.ordinary_define_own_property(object, key, descriptor),
        }
    }

    /// [[HasProperty]], 10.1.7
    pub fn has_property(&mut self, object: ObjectId, key: PropertyKey) -> Completion<bool> {
        let (mut current, mut detours) = (object, Detours::default());
        let mut steps = 0;
        loop {
            let step = if self.heap.is_opaque(current, key) {
                self.opaque_has_property(current, key, &mut detours)?
            } else if self.has_own_property(current, key)? {
                Step::Answer(true)
            } else {
                Step::Parent(self.heap.prototype_of(current))
            };
            match step {
                Step::Answer(found) => return Ok(found),
                Step::Parent(None) => return Ok(false),
                Step::Parent(Some(parent)) => current = parent,
            }
            self.pay_for_step(&mut steps)?;
        }
    }

    /// A step up a prototype chain. Those that caches of sites may spare a script are not paid for: where they know something
    /// differs between copies of an engine.
    #[inline]
    fn pay_for_step(&mut self, steps: &mut usize) -> Completion<()> {
        *steps += 1;
        if *steps < LONGEST_CHAIN { Ok(()) } else { self.tick(1) }
    }

    #[cold]
    fn opaque_has_property(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        detours: &mut Detours,
    ) -> Completion<Step<bool>> {
        if self.heap.is_proxy(object) {
            detours.count(self)?;
            return self.proxy_has_property(object, key);
        }
        self.keeping([Value::object(object), key.kept_form()], |vm| {
            let ask = vm.ask_host(object, Some(key), [], |methods, vm| methods.has_property(vm, object, key));
            if let Hooked::Answer(found) = ask? {
                return Ok(Step::Answer(found));
            }
            match vm.own_property(object, key)? {
                Some(_) => Ok(Step::Answer(true)),
                None => vm.get_prototype_of(object).map(Step::Parent),
            }
        })
    }

    /// [[Get]] ( P, Receiver ), 10.1.8
    pub fn get_with_receiver(&mut self, object: ObjectId, key: PropertyKey, receiver: Value) -> Completion<Value> {
        let (mut current, mut detours) = (object, Detours::default());
        let mut steps = 0;
        loop {
            let step = if self.heap.is_opaque(current, key) {
                self.opaque_get(current, key, receiver, &mut detours)?
            } else if let Some(property) = self.own_property(current, key)? {
                return self.read_property(property, receiver);
            } else {
                Step::Parent(self.heap.prototype_of(current))
            };
            match step {
                Step::Answer(value) => return Ok(value),
                Step::Parent(None) => return Ok(Value::UNDEFINED),
                Step::Parent(Some(parent)) => current = parent,
            }
            self.pay_for_step(&mut steps)?;
        }
    }

    #[cold]
    fn opaque_get(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        receiver: Value,
        detours: &mut Detours,
    ) -> Completion<Step<Value>> {
        if self.heap.is_proxy(object) {
            detours.count(self)?;
            return self.proxy_get(object, key, receiver);
        }
        self.keeping([Value::object(object), key.kept_form(), receiver], |vm| {
            let ask = vm.ask_host(object, Some(key), [], |methods, vm| methods.get(vm, object, key, receiver));
            if let Hooked::Answer(value) = ask? {
                return Ok(Step::Answer(value));
            }
            match vm.own_property(object, key)? {
                Some(property) => vm.read_property(property, receiver).map(Step::Answer),
                None => vm.get_prototype_of(object).map(Step::Parent),
            }
        })
    }

    /// [[Set]] ( P, V, Receiver ), 10.1.9; false where it is refused.
    pub fn set_with_receiver(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<bool> {
        let (mut current, mut detours) = (object, Detours::default());
        let mut steps = 0;
        loop {
            let step = if self.heap.is_opaque(current, key) {
                self.opaque_set(current, key, value, receiver, &mut detours)?
            } else if let Some(property) = self.own_property(current, key)? {
                return self.set_found(current, property, (key, value), receiver);
            } else {
                Step::Parent(self.heap.prototype_of(current))
            };
            match step {
                Step::Answer(done) => return Ok(done),
                Step::Parent(None) => return self.set_on_receiver(receiver, key, value),
                Step::Parent(Some(parent)) => current = parent,
            }
            self.pay_for_step(&mut steps)?;
        }
    }

    #[cold]
    fn opaque_set(
        &mut self,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
        detours: &mut Detours,
    ) -> Completion<Step<bool>> {
        if self.heap.is_proxy(object) {
            detours.count(self)?;
            return self.proxy_set(object, key, value, receiver);
        }
        self.keeping([Value::object(object), key.kept_form(), value, receiver], |vm| {
            let ask = vm.ask_host(object, Some(key), [], |methods, vm| methods.set(vm, object, key, value, receiver));
            if let Hooked::Answer(done) = ask? {
                return Ok(Step::Answer(done));
            }
            match vm.own_property(object, key)? {
                Some(property) => vm.set_found(object, property, (key, value), receiver).map(Step::Answer),
                None => vm.get_prototype_of(object).map(Step::Parent),
            }
        })
    }

    /// [[Delete]], 10.1.10; false where it is refused.
    pub fn delete(&mut self, object: ObjectId, key: PropertyKey) -> Completion<bool> {
        if self.heap.class_of(object) == Class::Proxy {
            return self.proxy_delete(object, key);
        }
        if self.heap.is_opaque(object, key) {
            return self.keeping([Value::object(object), key.kept_form()], |vm| {
                match vm.ask_host(object, Some(key), [], |methods, vm| methods.delete(vm, object, key))? {
                    Hooked::Answer(done) => Ok(done),
                    Hooked::Ordinary => vm.ordinary_delete(object, key),
                }
            });
        }
        self.ordinary_delete(object, key)
    }

    /// [[OwnPropertyKeys]], 10.1.11: indices ascending, names and then symbols in order of creation, unless the object has its
    /// own mind. The list is on loan.
    pub fn own_property_keys(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        if self.heap.class_of(object) == Class::Proxy {
            return self.proxy_own_property_keys(object);
        }
        if self.heap.class_of(object).is_opaque()
            && let Hooked::Answer(keys) =
                self.ask_host(object, None, [], |methods, vm| methods.own_property_keys(vm, object))?
        {
            self.heap.lend(keys.capacity() * size_of::<PropertyKey>())?;
            return Ok(keys);
        }
        self.ordinary_own_property_keys(object)
    }
}
