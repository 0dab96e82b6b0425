//! Module namespace objects, ECMA-262 10.4.6: an object whose hooks look into environments.

use std::any::Any;
use std::sync::Arc;

use ferrotape_budget::costs::{INDEX_TEXT, allocation_bytes};
use ferrotape_bytecode::Phase;

use super::ModuleId;
use super::Resolved;
use super::deferred;
use super::exports;
use crate::environment;
use crate::error::Completion;
use crate::heap::{Heap, ObjectId};
use crate::hosts;
use crate::names::keys;
use crate::object;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::host::{AskedKeys, Hooked, HostClass, HostData, InternalMethods};
use crate::operators;
use crate::property_key::PropertyKey;
use crate::shape::{Attributes, Lock};
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;

/// [[Exports]], with the places of their values.
#[derive(Clone)]
struct Namespace {
    /// The module that is evaluated before anything is told of it, of the proposal Import Defer.
    deferred: Option<ModuleId>,
    /// Names in the order of their code units.
    names: Vec<PropertyKey>,
    /// Places by name.
    targets: rustc_hash::FxHashMap<PropertyKey, Target>,
}

/// The value behind a name of a namespace.
#[derive(Copy, Clone)]
enum Target {
    Binding { module: ModuleId, index: u32 },
    Namespace(ModuleId),
}

impl HostData for Namespace {
    fn fork(&self, _: &mut dyn Any) -> Option<Box<dyn HostData>> {
        Some(Box::new(self.clone()))
    }

    fn bytes(&self) -> usize {
        let per_name = size_of::<PropertyKey>() + 2 * size_of::<(PropertyKey, Target)>();
        size_of::<Self>() + allocation_bytes(self.names.len() * per_name)
    }
}

/// GetModuleNamespace ( module, evaluation ), ECMA-262 16.2.1.11
pub fn module_namespace(vm: &mut Vm, module: ModuleId) -> Completion<ObjectId> {
    if let Some(namespace) = vm.agent.modules[module].namespace {
        return Ok(namespace);
    }
    let namespace = new_namespace(vm, module, Phase::Evaluation)?;
    vm.agent.modules[module].namespace = Some(namespace);
    Ok(namespace)
}

/// GetModuleNamespace ( module, defer ), of the proposal Import Defer.
pub fn deferred_namespace(vm: &mut Vm, module: ModuleId) -> Completion<ObjectId> {
    if let Some(namespace) = vm.agent.modules[module].deferred_namespace {
        return Ok(namespace);
    }
    let namespace = new_namespace(vm, module, Phase::Defer)?;
    vm.agent.modules[module].deferred_namespace = Some(namespace);
    Ok(namespace)
}

/// ModuleNamespaceCreate, ECMA-262 10.4.6.12. A deferred one does not show the name `then`.
fn new_namespace(vm: &mut Vm, module: ModuleId, phase: Phase) -> Completion<ObjectId> {
    let deferred = (phase == Phase::Defer).then_some(module);
    let mut names = Vec::new();
    let mut targets = rustc_hash::FxHashMap::default();
    for (name, resolved) in exports::resolved_exports(vm, module)? {
        vm.work(INDEX_TEXT)?;
        let target = match resolved {
            Resolved::Binding { module, index } => Target::Binding { module, index },
            Resolved::Namespace(module) => Target::Namespace(module),
            Resolved::NotFound | Resolved::Ambiguous => continue,
        };
        if deferred.is_some() && name == keys::THEN {
            continue;
        }
        names.push(name);
        targets.insert(name, target);
    }
    sort_names(vm, &mut names)?;
    let class = namespace_class(vm);
    let namespace = object::new_host_object(vm, class, None, Box::new(Namespace { deferred, names, targets }))?;
    // The only own property besides the exports; nothing can be added later.
    let tag = Value::string(vm.heap.new_string(if deferred.is_some() { "Deferred Module" } else { "Module" }));
    vm.heap.store_property(namespace, symbols::TO_STRING_TAG, tag, Attributes::NONE)?;
    vm.heap.lock_object(namespace, Lock::NotExtensible)?;
    Ok(namespace)
}

/// Sorts names by code units, ECMA-262 10.4.6.12 step 5.
fn sort_names(vm: &mut Vm, names: &mut [PropertyKey]) -> Completion<()> {
    let count = names.len() as u64;
    vm.work(count.saturating_mul(u64::from(64 - count.leading_zeros())))?;
    let text = |heap: &Heap, name: PropertyKey| match name.as_index() {
        Some(index) => index.to_string().encode_utf16().collect(),
        None => name.as_atom().map_or(Vec::new(), |atom| heap.atom_view(atom).units().collect::<Vec<u16>>()),
    };
    names.sort_by_cached_key(|&name| text(&vm.heap, name));
    Ok(())
}

fn namespace_class(vm: &mut Vm) -> crate::object::host::HostClassId {
    if let Some(class) = vm.agent.modules.namespace_class {
        return class;
    }
    let methods: Arc<dyn InternalMethods> = Arc::new(Methods);
    let class = HostClass { name: "Module", methods: Some(methods), asked: AskedKeys::All };
    let class = object::register_host_class(vm, class);
    vm.agent.modules.namespace_class = Some(class);
    class
}

/// The place of the export of that name.
fn export_target(vm: &Vm, namespace: ObjectId, key: PropertyKey) -> Option<Target> {
    hosts::host_data::<Namespace>(&vm.heap, namespace)?.targets.get(&key).copied()
}

/// The value of an export; a ReferenceError if it is not initialised.
fn export_value(vm: &mut Vm, target: Target, key: PropertyKey) -> Completion<Value> {
    match target {
        Target::Namespace(module) => Ok(Value::object(module_namespace(vm, module)?)),
        Target::Binding { module, index } => {
            let value = environment::bound_value(vm, vm.agent.modules[module].record, index);
            environment::initialized(vm, value, key)
        }
    }
}

fn export_property(vm: &mut Vm, namespace: ObjectId, key: PropertyKey) -> Completion<Option<PropertyDescriptor>> {
    let Some(target) = export_target(vm, namespace, key) else { return Ok(None) };
    let attributes = Attributes::WRITABLE.with(Attributes::ENUMERABLE);
    Ok(Some(PropertyDescriptor::data(export_value(vm, target, key)?, attributes)))
}

/// The internal methods; symbols are ordinary properties.
struct Methods;

impl Methods {
    /// Answers for the name of an export. Symbols are ordinary properties, and so is `then` of a deferred namespace.
    fn answer<T>(
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        answer: impl FnOnce(&mut Vm) -> Completion<T>,
    ) -> Completion<Hooked<T>> {
        if is_symbol_like(vm, object, key) {
            return Ok(Hooked::Ordinary);
        }
        ensure_evaluated(vm, object)?;
        answer(vm).map(Hooked::Answer)
    }
}

fn deferred_module(vm: &Vm, namespace: ObjectId) -> Option<ModuleId> {
    hosts::host_data::<Namespace>(&vm.heap, namespace)?.deferred
}

/// IsSymbolLikeNamespaceKey, of the proposal Import Defer.
fn is_symbol_like(vm: &Vm, object: ObjectId, key: PropertyKey) -> bool {
    key.as_symbol().is_some() || key == keys::THEN && deferred_module(vm, object).is_some()
}

/// Evaluates the module of a deferred namespace.
fn ensure_evaluated(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    match deferred_module(vm, object) {
        Some(module) => deferred::ensure_evaluated(vm, module),
        None => Ok(()),
    }
}

impl InternalMethods for Methods {
    /// 10.4.6.2, SetImmutablePrototype: the prototype is null.
    fn set_prototype_of(&self, _: &mut Vm, _: ObjectId, prototype: Option<ObjectId>) -> Completion<Hooked<bool>> {
        Ok(Hooked::Answer(prototype.is_none()))
    }

    /// 10.4.6.3
    fn is_extensible(&self, _: &mut Vm, _: ObjectId) -> Completion<Hooked<bool>> {
        Ok(Hooked::Answer(false))
    }

    /// 10.4.6.4
    fn prevent_extensions(&self, _: &mut Vm, _: ObjectId) -> Completion<Hooked<bool>> {
        Ok(Hooked::Answer(true))
    }

    /// 10.4.6.5
    fn get_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
    ) -> Completion<Hooked<Option<PropertyDescriptor>>> {
        Self::answer(vm, object, key, |vm| export_property(vm, object, key))
    }

    /// 10.4.6.6
    fn define_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<Hooked<bool>> {
        if is_symbol_like(vm, object, key) && !object::has_own_property(vm, object, key)? {
            return Ok(Hooked::Answer(false));
        }
        Self::answer(vm, object, key, |vm| {
            let Some(current) = export_property(vm, object, key)? else { return Ok(false) };
            let is_as_before = descriptor.configurable != Some(true)
                && descriptor.enumerable != Some(false)
                && !descriptor.is_accessor_descriptor()
                && descriptor.writable != Some(false);
            match (descriptor.value, current.value) {
                (Some(value), Some(current)) => Ok(is_as_before && operators::same_value(vm, value, current)?),
                _ => Ok(is_as_before),
            }
        })
    }

    /// 10.4.6.7
    fn has_property(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        Self::answer(vm, object, key, |vm| Ok(export_target(vm, object, key).is_some()))
    }

    /// 10.4.6.8
    fn get(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey, _: Value) -> Completion<Hooked<Value>> {
        Self::answer(vm, object, key, |vm| match export_target(vm, object, key) {
            Some(target) => export_value(vm, target, key),
            None => Ok(Value::UNDEFINED),
        })
    }

    /// 10.4.6.9
    fn set(&self, _: &mut Vm, _: ObjectId, _: PropertyKey, _: Value, _: Value) -> Completion<Hooked<bool>> {
        Ok(Hooked::Answer(false))
    }

    /// 10.4.6.10
    fn delete(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        Self::answer(vm, object, key, |vm| Ok(export_target(vm, object, key).is_none()))
    }

    /// 10.4.6.11
    fn own_property_keys(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<Vec<PropertyKey>>> {
        ensure_evaluated(vm, object)?;
        let names = hosts::host_data::<Namespace>(&vm.heap, object).map_or(&[][..], |namespace| &namespace.names);
        let count = names.len();
        vm.heap.room((count + 1).saturating_mul(size_of::<PropertyKey>()))?;
        vm.work(count as u64)?;
        let names = hosts::host_data::<Namespace>(&vm.heap, object).map_or(&[][..], |namespace| &namespace.names);
        Ok(Hooked::Answer(names.iter().copied().chain([symbols::TO_STRING_TAG]).collect()))
    }
}
