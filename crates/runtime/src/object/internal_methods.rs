//! The internal methods of objects, ECMA-262 6.1.7.2: one dispatch point for each.
//!
//! All questions about an object go through here. One test, [`Class::is_exotic`], tells ordinary objects (`ordinary`)
//! from the others. Arrays, strings and arguments have their files. Host objects answer by their class (`host`), proxies
//! by their traps (`proxy`).
//!
//! `[[Get]]`, `[[Set]]` and `[[HasProperty]]` go up the prototype chain in a loop that asks each object in turn. So any
//! object may stand anywhere in a chain, and no chain is too long.
//!
//! An object of which only its own internal methods know the properties ([`Heap::is_opaque`]) may run script when it is
//! asked. Values held meanwhile are kept alive here. A caller that holds more than it asks with keeps that itself.
//! Built-ins without properties yet ([`Class::Unfilled`]) are opaque as well; asking fills them, and makes them
//! ordinary.

use crate::cache::LONGEST_CHAIN;
use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::arguments;
use crate::object::array;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::host::Hooked;
use crate::object::properties::StoredProperty;
use crate::object::proxy::{self, Detours};
use crate::object::{self, Class, Kind};
use crate::property_key::PropertyKey;
use crate::realm;
use crate::shape::{self, Lock};
use crate::value::Value;
use crate::vm::Vm;

/// Answer of one object of a prototype chain.
pub(super) enum Step<T> {
    Answer(T),
    /// Ask the next object, if there is one.
    Parent(Option<ObjectId>),
}

/// [[GetPrototypeOf]], 10.1.1
pub fn get_prototype_of(vm: &mut Vm, object: ObjectId) -> Completion<Option<ObjectId>> {
    if vm.heap.class_of(object) == Class::Proxy {
        return proxy::proxy_get_prototype_of(vm, object);
    }
    if vm.heap.class_of(object) == Class::OpaqueHost
        && let Hooked::Answer(prototype) =
            object::ask_host(vm, object, None, [], |methods, vm| methods.get_prototype_of(vm, object))?
    {
        return Ok(prototype);
    }
    Ok(vm.heap.prototype_of(object))
}

/// [[SetPrototypeOf]], 10.1.2; false if it is refused.
pub fn set_prototype_of(vm: &mut Vm, object: ObjectId, prototype: Option<ObjectId>) -> Completion<bool> {
    realm::fill(vm, object);
    if vm.heap.class_of(object) == Class::Proxy {
        return proxy::proxy_set_prototype_of(vm, object, prototype);
    }
    if vm.heap.class_of(object) == Class::OpaqueHost {
        let held = [prototype.map_or(Value::NULL, Value::object)];
        return vm.keeping([Value::object(object), held[0]], |vm| {
            match object::ask_host(vm, object, None, held, |methods, vm| {
                methods.set_prototype_of(vm, object, prototype)
            })? {
                Hooked::Answer(done) => Ok(done),
                Hooked::Ordinary => object::ordinary_set_prototype_of(vm, object, prototype),
            }
        });
    }
    object::ordinary_set_prototype_of(vm, object, prototype)
}

/// [[IsExtensible]], 10.1.3
pub fn is_extensible(vm: &mut Vm, object: ObjectId) -> Completion<bool> {
    if vm.heap.class_of(object) == Class::Proxy {
        return proxy::proxy_is_extensible(vm, object);
    }
    if vm.heap.class_of(object) == Class::OpaqueHost
        && let Hooked::Answer(extensible) =
            object::ask_host(vm, object, None, [], |methods, vm| methods.is_extensible(vm, object))?
    {
        return Ok(extensible);
    }
    Ok(vm.heap.is_extensible(object))
}

/// [[PreventExtensions]], 10.1.4; false if it is refused.
pub fn prevent_extensions(vm: &mut Vm, object: ObjectId) -> Completion<bool> {
    realm::fill(vm, object);
    if vm.heap.class_of(object) == Class::Proxy {
        return proxy::proxy_prevent_extensions(vm, object);
    }
    if matches!(vm.heap.class_of(object), Class::OpaqueHost | Class::TypedArray)
        && let Hooked::Answer(done) =
            object::ask_host(vm, object, None, [], |methods, vm| methods.prevent_extensions(vm, object))?
    {
        return Ok(done);
    }
    if vm.heap.is_extensible(object) {
        vm.heap.lock_object(object, Lock::NotExtensible)?;
    }
    Ok(true)
}

/// [[GetOwnProperty]], 10.1.5, as stored. Makes lazy properties.
#[inline]
pub fn own_property(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
    if vm.heap.class_of(object).is_exotic() {
        return exotic_own_property(vm, object, key);
    }
    object::ordinary_own_property(vm, object, key)
}

/// Asks proxies and host objects; completes the stored properties of arrays, strings and mapped arguments by those that
/// have no slot.
fn exotic_own_property(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Option<StoredProperty>> {
    if vm.heap.is_opaque(object, key) {
        if vm.heap.is_proxy(object) {
            return proxy::proxy_own_property(vm, object, key);
        }
        let ask = object::ask_host(vm, object, Some(key), [], |methods, vm| methods.get_own_property(vm, object, key));
        if let Hooked::Answer(found) = ask? {
            return Ok(found.map(|descriptor| object::stored_form(vm, &descriptor)));
        }
    }
    let stored = object::ordinary_own_property(vm, object, key)?;
    match (vm.heap.kind(object), stored) {
        (Kind::MappedArguments(_), Some(stored)) => Ok(Some(arguments::mapped_property(vm, object, key, stored))),
        (Kind::MappedArguments(_), None) => Ok(arguments::mapped_own_property(vm, object, key)),
        (Kind::Array(length), None) => Ok(array::array_length_property(vm, object, key, length)),
        (Kind::String(string), None) => object::string_own_property(vm, string, key),
        (_, stored) => Ok(stored),
    }
}

/// HasOwnProperty ( O, P ), 7.3.13: lazy properties exist before they are made.
pub fn has_own_property(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<bool> {
    let is_stored = || match key.as_index() {
        Some(_) => vm.heap.stored_property(object, key).is_some(),
        None => shape::shape_lookup(&vm.heap, vm.heap.shape_of(object), key).is_some(),
    };
    if !vm.heap.is_opaque(object, key) && is_stored() {
        return Ok(true);
    }
    Ok(own_property(vm, object, key)?.is_some())
}

/// [[DefineOwnProperty]], 10.1.6; false if it is refused.
pub fn define_own_property(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> Completion<bool> {
    if vm.heap.class_of(object).is_exotic() {
        return exotic_define_own_property(vm, object, key, descriptor);
    }
    object::ordinary_define_own_property(vm, object, key, descriptor)
}

/// Passes a definition on to the kind of the object. If a host object gives no answer, the ordinary definition is
/// used.
fn exotic_define_own_property(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    descriptor: &PropertyDescriptor,
) -> Completion<bool> {
    realm::fill(vm, object);
    match vm.heap.kind(object) {
        Kind::Array { .. } => array::array_define_own_property(vm, object, key, descriptor),
        Kind::MappedArguments(_) => arguments::arguments_define_own_property(vm, object, key, descriptor),
        // 10.4.3.2: what the string itself holds can only be confirmed, there is nothing to store.
        Kind::String(string) => match object::string_own_property(vm, string, key)? {
            Some(current) => object::is_compatible_change(vm, current, descriptor),
            None => object::ordinary_define_own_property(vm, object, key, descriptor),
        },
        Kind::Proxy { .. } => proxy::proxy_define_own_property(vm, object, key, descriptor),
        _ if vm.heap.is_opaque(object, key) => {
            let [value, getter, setter] = descriptor.kept_form();
            vm.keeping([Value::object(object), key.kept_form(), value, getter, setter], |vm| {
                let ask = object::ask_host(vm, object, Some(key), [], |methods, vm| {
                    methods.define_own_property(vm, object, key, descriptor)
                });
                match ask? {
                    Hooked::Answer(done) => Ok(done),
                    Hooked::Ordinary => object::ordinary_define_own_property(vm, object, key, descriptor),
                }
            })
        }
        _ => object::ordinary_define_own_property(vm, object, key, descriptor),
    }
}

/// [[HasProperty]], 10.1.7
pub fn has_property(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<bool> {
    let (mut current, mut detours) = (object, Detours::default());
    let mut steps = 0;
    loop {
        let step = if vm.heap.is_opaque(current, key) {
            opaque_has_property(vm, current, key, &mut detours)?
        } else if has_own_property(vm, current, key)? {
            Step::Answer(true)
        } else {
            Step::Parent(vm.heap.prototype_of(current))
        };
        match step {
            Step::Answer(found) => return Ok(found),
            Step::Parent(None) => return Ok(false),
            Step::Parent(Some(parent)) => current = parent,
        }
        pay_for_step(vm, &mut steps)?;
    }
}

/// Pays for a step up a prototype chain. Steps that caches may spare a script are free: copies of an engine differ in
/// what their caches know.
#[inline]
fn pay_for_step(vm: &mut Vm, steps: &mut usize) -> Completion<()> {
    *steps += 1;
    if *steps < LONGEST_CHAIN { Ok(()) } else { vm.work(1) }
}

/// Takes one step of `[[HasProperty]]` at an object that must be asked: an answer, or the prototype to go on with.
#[cold]
fn opaque_has_property(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    detours: &mut Detours,
) -> Completion<Step<bool>> {
    if vm.heap.is_proxy(object) {
        detours.count(vm)?;
        return proxy::proxy_has_property(vm, object, key);
    }
    vm.keeping([Value::object(object), key.kept_form()], |vm| {
        let ask = object::ask_host(vm, object, Some(key), [], |methods, vm| methods.has_property(vm, object, key));
        if let Hooked::Answer(found) = ask? {
            return Ok(Step::Answer(found));
        }
        match own_property(vm, object, key)? {
            Some(_) => Ok(Step::Answer(true)),
            None => get_prototype_of(vm, object).map(Step::Parent),
        }
    })
}

/// [[Get]] ( P, Receiver ), 10.1.8
pub fn get_with_receiver(vm: &mut Vm, object: ObjectId, key: PropertyKey, receiver: Value) -> Completion<Value> {
    let (mut current, mut detours) = (object, Detours::default());
    let mut steps = 0;
    loop {
        let step = if vm.heap.is_opaque(current, key) {
            opaque_get(vm, current, key, receiver, &mut detours)?
        } else if let Some(property) = own_property(vm, current, key)? {
            return object::read_property(vm, property, receiver);
        } else {
            Step::Parent(vm.heap.prototype_of(current))
        };
        match step {
            Step::Answer(value) => return Ok(value),
            Step::Parent(None) => return Ok(Value::UNDEFINED),
            Step::Parent(Some(parent)) => current = parent,
        }
        pay_for_step(vm, &mut steps)?;
    }
}

/// Takes one step of `[[Get]]` at an object that must be asked. A proxy counts as a detour, whose number is limited.
#[cold]
fn opaque_get(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    receiver: Value,
    detours: &mut Detours,
) -> Completion<Step<Value>> {
    if vm.heap.is_proxy(object) {
        detours.count(vm)?;
        return proxy::proxy_get(vm, object, key, receiver);
    }
    vm.keeping([Value::object(object), key.kept_form(), receiver], |vm| {
        let ask = object::ask_host(vm, object, Some(key), [], |methods, vm| methods.get(vm, object, key, receiver));
        if let Hooked::Answer(value) = ask? {
            return Ok(Step::Answer(value));
        }
        match own_property(vm, object, key)? {
            Some(property) => object::read_property(vm, property, receiver).map(Step::Answer),
            None => get_prototype_of(vm, object).map(Step::Parent),
        }
    })
}

/// [[Set]] ( P, V, Receiver ), 10.1.9; false if it is refused.
pub fn set_with_receiver(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    value: Value,
    receiver: Value,
) -> Completion<bool> {
    let (mut current, mut detours) = (object, Detours::default());
    let mut steps = 0;
    loop {
        let step = if vm.heap.is_opaque(current, key) {
            opaque_set(vm, current, key, value, receiver, &mut detours)?
        } else if let Some(property) = own_property(vm, current, key)? {
            return object::set_found(vm, current, property, (key, value), receiver);
        } else {
            Step::Parent(vm.heap.prototype_of(current))
        };
        match step {
            Step::Answer(done) => return Ok(done),
            Step::Parent(None) => return object::set_on_receiver(vm, receiver, key, value),
            Step::Parent(Some(parent)) => current = parent,
        }
        pay_for_step(vm, &mut steps)?;
    }
}

/// Takes one step of `[[Set]]` at an object that must be asked. Nothing is assigned when it passes on to the prototype.
#[cold]
fn opaque_set(
    vm: &mut Vm,
    object: ObjectId,
    key: PropertyKey,
    value: Value,
    receiver: Value,
    detours: &mut Detours,
) -> Completion<Step<bool>> {
    if vm.heap.is_proxy(object) {
        detours.count(vm)?;
        return proxy::proxy_set(vm, object, key, value, receiver);
    }
    vm.keeping([Value::object(object), key.kept_form(), value, receiver], |vm| {
        let ask =
            object::ask_host(vm, object, Some(key), [], |methods, vm| methods.set(vm, object, key, value, receiver));
        if let Hooked::Answer(done) = ask? {
            return Ok(Step::Answer(done));
        }
        match own_property(vm, object, key)? {
            Some(property) => object::set_found(vm, object, property, (key, value), receiver).map(Step::Answer),
            None => get_prototype_of(vm, object).map(Step::Parent),
        }
    })
}

/// [[Delete]], 10.1.10; false if it is refused.
pub fn delete(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<bool> {
    if vm.heap.class_of(object) == Class::Proxy {
        return proxy::proxy_delete(vm, object, key);
    }
    if vm.heap.is_opaque(object, key) {
        return vm.keeping([Value::object(object), key.kept_form()], |vm| {
            match object::ask_host(vm, object, Some(key), [], |methods, vm| methods.delete(vm, object, key))? {
                Hooked::Answer(done) => Ok(done),
                Hooked::Ordinary => object::ordinary_delete(vm, object, key),
            }
        });
    }
    object::ordinary_delete(vm, object, key)
}

/// [[OwnPropertyKeys]], 10.1.11: indices ascending, names and then symbols in order of creation, unless the object's
/// own method says otherwise. The list is on loan.
pub fn own_property_keys(vm: &mut Vm, object: ObjectId) -> Completion<Vec<PropertyKey>> {
    if vm.heap.class_of(object) == Class::Proxy {
        return proxy::proxy_own_property_keys(vm, object);
    }
    if vm.heap.class_of(object).is_opaque()
        && let Hooked::Answer(keys) =
            object::ask_host(vm, object, None, [], |methods, vm| methods.own_property_keys(vm, object))?
    {
        vm.heap.lend(keys.capacity() * size_of::<PropertyKey>())?;
        return Ok(keys);
    }
    object::ordinary_own_property_keys(vm, object)
}
