//! Objects of the host: data in Rust, values of the script beside them, and internal methods of their own.
//!
//! The Rust part is a [`HostData`]. Values of the script that belong to it are kept in the object (*kept values*),
//! where the collector sees them. So cycles through Rust are collected without hand-written trace functions. A
//! [`HostClass`] has what its objects share. If it has [`InternalMethods`], each internal method asks them before it
//! treats the object as an ordinary one, wherever the object stands in a prototype chain.

pub mod operations;

use std::sync::Arc;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::object::host::{HostClassId, HostData, HostObject};

/// Common part of objects of one kind.
#[derive(Clone)]
pub struct HostClass {
    /// Name in messages.
    pub name: &'static str,
    pub methods: Option<Arc<dyn InternalMethods>>,
    /// Keys that the methods are asked for.
    pub asked: AskedKeys,
}

/// Name of a class's objects in messages.
pub fn host_class_name(vm: &Vm, class: HostClassId) -> &'static str {
    vm.host.host_classes.get(class.0 as usize).map_or("Object", |class| class.name)
}

/// Keys of which only [`InternalMethods`] know whether an object has them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AskedKeys {
    All,
    /// CanonicalNumericIndexString, ECMA-262 7.1.21: array indices, and other texts of numbers.
    Numeric,
}

/// Answer of an internal method of a host object.
pub enum Hooked<T> {
    /// Use the method of ordinary objects.
    Ordinary,
    Answer(T),
}

/// The internal methods of ECMA-262 6.1.7.2. A method that is left out is the ordinary one, which continues with the next object
/// of the prototype chain if necessary. The object, the key and all arguments are kept alive until a method returns. With
/// [`AskedKeys::Numeric`], methods without a key are not called, except for [[OwnPropertyKeys]].
#[allow(unused_variables)]
pub trait InternalMethods: Send + Sync {
    /// [[GetPrototypeOf]]
    fn get_prototype_of(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<Option<ObjectId>>> {
        Ok(Hooked::Ordinary)
    }

    /// [[SetPrototypeOf]]
    fn set_prototype_of(&self, vm: &mut Vm, object: ObjectId, prototype: Option<ObjectId>) -> Completion<Hooked<bool>> {
        Ok(Hooked::Ordinary)
    }

    /// [[IsExtensible]]
    fn is_extensible(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<bool>> {
        Ok(Hooked::Ordinary)
    }

    /// [[PreventExtensions]]
    fn prevent_extensions(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<bool>> {
        Ok(Hooked::Ordinary)
    }

    /// [[GetOwnProperty]]
    fn get_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
    ) -> Completion<Hooked<Option<PropertyDescriptor>>> {
        Ok(Hooked::Ordinary)
    }

    /// [[DefineOwnProperty]]
    fn define_own_property(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        descriptor: &PropertyDescriptor,
    ) -> Completion<Hooked<bool>> {
        Ok(Hooked::Ordinary)
    }

    /// [[HasProperty]]
    fn has_property(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        Ok(Hooked::Ordinary)
    }

    /// [[Get]]
    fn get(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey, receiver: Value) -> Completion<Hooked<Value>> {
        Ok(Hooked::Ordinary)
    }

    /// [[Set]]
    fn set(
        &self,
        vm: &mut Vm,
        object: ObjectId,
        key: PropertyKey,
        value: Value,
        receiver: Value,
    ) -> Completion<Hooked<bool>> {
        Ok(Hooked::Ordinary)
    }

    /// [[Delete]]
    fn delete(&self, vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Completion<Hooked<bool>> {
        Ok(Hooked::Ordinary)
    }

    /// [[OwnPropertyKeys]]: each key once. Keys of ordinary properties are not added.
    fn own_property_keys(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<Vec<PropertyKey>>> {
        Ok(Hooked::Ordinary)
    }
}
