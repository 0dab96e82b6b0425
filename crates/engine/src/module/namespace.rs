//! Module namespace objects, ECMA-262 10.4.6: an object whose hooks look into environments.

use std::any::Any;
use std::sync::Arc;

use ferrotape_budget::costs::{INDEX_TEXT, allocation_bytes};

use super::ModuleId;
use super::Resolved;
use crate::error::Completion;
use crate::heap::{Heap, ObjectId};
use crate::object::descriptor::PropertyDescriptor;
use crate::object::host::{AskedKeys, Hooked, HostClass, HostData, InternalMethods};
use crate::property_key::PropertyKey;
use crate::shape::Attributes;
use crate::symbol::symbols;
use crate::value::Value;
use crate::vm::Vm;

/// [[Exports]], and where their values are.
#[derive(Clone)]
struct Namespace {
    /// In the order of their code units.
    names: Vec<PropertyKey>,
    /// By name.
    targets: rustc_hash::FxHashMap<PropertyKey, Target>,
}

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

impl Vm {
    /// GetModuleNamespace ( module ), ECMA-262 16.2.1.11
    pub fn module_namespace(&mut self, module: ModuleId) -> Completion<ObjectId> {
        if let Some(namespace) = self.modules[module].namespace {
            return Ok(namespace);
        }
        let mut names = Vec::new();
        let mut targets = rustc_hash::FxHashMap::default();
        for (name, resolved) in self.resolved_exports(module)? {
            self.tick(INDEX_TEXT)?;
            let target = match resolved {
                Resolved::Binding { module, index } => Target::Binding { module, index },
                Resolved::Namespace(module) => Target::Namespace(module),
                Resolved::NotFound | Resolved::Ambiguous => continue,
            };
            names.push(name);
            targets.insert(name, target);
        }
        self.sort_names(&mut names)?;
        let class = self.namespace_class();
        let namespace = self.new_host_object(class, None, Box::new(Namespace { names, targets }))?;
        // Nothing can be added to it, but for this, which it has from the beginning.
        let tag = Value::string(self.heap.new_string("Module"));
        self.heap.store_property(namespace, symbols::TO_STRING_TAG, tag, Attributes::NONE)?;
        self.modules[module].namespace = Some(namespace);
        Ok(namespace)
    }

    /// By code units, ECMA-262 10.4.6.12 step 5.
    fn sort_names(&mut self, names: &mut [PropertyKey]) -> Completion<()> {
        let count = names.len() as u64;
        self.tick(count.saturating_mul(u64::from(64 - count.leading_zeros())))?;
        let text = |heap: &Heap, name: PropertyKey| match name.as_index() {
            Some(index) => index.to_string().encode_utf16().collect(),
            None => name.as_atom().map_or(Vec::new(), |atom| heap.atom_view(atom).units().collect::<Vec<u16>>()),
        };
        names.sort_by_cached_key(|&name| text(&self.heap, name));
        Ok(())
    }

    fn namespace_class(&mut self) -> crate::object::host::HostClassId {
        if let Some(class) = self.modules.namespace_class {
            return class;
        }
        let methods: Arc<dyn InternalMethods> = Arc::new(Methods);
        let class = HostClass { name: "Module", methods: Some(methods), asked: AskedKeys::All };
        let class = self.register_host_class(class);
        self.modules.namespace_class = Some(class);
        class
    }

    /// Where the export of that name is.
    fn export_target(&self, namespace: ObjectId, key: PropertyKey) -> Option<Target> {
        self.heap.host_data::<Namespace>(namespace)?.targets.get(&key).copied()
    }

    /// The value of an export; a ReferenceError where it is not initialised.
    fn export_value(&mut self, target: Target, key: PropertyKey) -> Completion<Value> {
        match target {
            Target::Namespace(module) => Ok(Value::object(self.module_namespace(module)?)),
            Target::Binding { module, index } => {
                let value = self.bound_value(self.modules[module].record, index);
                self.initialized(value, key)
            }
        }
    }

    fn export_property(&mut self, namespace: ObjectId, key: PropertyKey) -> Completion<Option<PropertyDescriptor>> {
        let Some(target) = self.export_target(namespace, key) else { return Ok(None) };
        let attributes = Attributes::WRITABLE.with(Attributes::ENUMERABLE);
        Ok(Some(PropertyDescriptor::data(self.export_value(target, key)?, attributes)))
    }
}

/// The internal methods; symbols are ordinary properties.
struct Methods;

impl Methods {
    fn answer<T>(key: PropertyKey, answer: impl FnOnce() -> Completion<T>) -> Completion<Hooked<T>> {
        if key.as_symbol().is_some() { Ok(Hooked::Ordinary) } else { answer().map(Hooked::Answer) }
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
        Self::answer(key, || vm.export_property(object, key))
    }

    /// 10.4.6.6
    fn define_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<Hooked<bool>> {
        if key.as_symbol().is_some() && !vm.has_own_property(object, key)? {
            return Ok(Hooked::Answer(false));
        }
        Self::answer(key, || {
            let Some(current) = vm.export_property(object, key)? else { return Ok(false) };
            let is_as_before = descriptor.configurable != Some(true)
                && descriptor.enumerable != Some(false)
                && !descriptor.is_accessor_descriptor()
                && descriptor.writable != Some(false);
            match (descriptor.value, current.value) {
                (Some(value), Some(current)) => Ok(is_as_before && vm.same_value(value, current)?),
                _ => Ok(is_as_before),
            }
        })
    }

    /// 10.4.6.7
    fn has_property(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        Self::answer(key, || Ok(vm.export_target(object, key).is_some()))
    }

    /// 10.4.6.8
    fn get(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey, _: Value) -> Completion<Hooked<Value>> {
        Self::answer(key, || match vm.export_target(object, key) {
            Some(target) => vm.export_value(target, key),
            None => Ok(Value::UNDEFINED),
        })
    }

    /// 10.4.6.9
    fn set(&self, _: &mut Vm, _: ObjectId, _: PropertyKey, _: Value, _: Value) -> Completion<Hooked<bool>> {
        Ok(Hooked::Answer(false))
    }

    /// 10.4.6.10
    fn delete(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        Self::answer(key, || Ok(vm.export_target(object, key).is_none()))
    }

    /// 10.4.6.11
    fn own_property_keys(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<Vec<PropertyKey>>> {
        let names = vm.heap.host_data::<Namespace>(object).map_or(&[][..], |namespace| &namespace.names);
        let count = names.len();
        vm.heap.require_room((count + 1).saturating_mul(size_of::<PropertyKey>()))?;
        vm.tick(count as u64)?;
        let names = vm.heap.host_data::<Namespace>(object).map_or(&[][..], |namespace| &namespace.names);
        Ok(Hooked::Answer(names.iter().copied().chain([symbols::TO_STRING_TAG]).collect()))
    }
}
