//! Objects of the embedder: data in Rust, values of the script beside them, and internal methods of their own.
//!
//! What Rust owns is a [`HostData`]; values of the script that belong to it are kept in the object (*kept values*), where the
//! collector sees them, so cycles through Rust are collected and nobody writes a trace function. A [`HostClass`] says what its
//! objects have in common. One with [`InternalMethods`] is asked by each internal method before the object is treated as an
//! ordinary one, wherever it stands in a prototype chain.

pub mod operations;

use std::sync::Arc;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::descriptor::PropertyDescriptor;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::object::host::{HostClassId, HostData, HostObject};

/// What objects of one kind have in common.
#[derive(Clone)]
pub struct HostClass {
    /// What messages call it.
    pub name: &'static str,
    pub methods: Option<Arc<dyn InternalMethods>>,
    /// Which keys the methods are asked for.
    pub asked: AskedKeys,
}

/// The keys of which only [`InternalMethods`] know whether an object has them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum AskedKeys {
    All,
    /// CanonicalNumericIndexString, ECMA-262 7.1.21: array indices and what else is the text of a number.
    Numeric,
}

/// What an internal method of an object of the embedder says.
pub enum Hooked<T> {
    /// It is as with ordinary objects.
    Ordinary,
    Answer(T),
}

/// The internal methods of ECMA-262 6.1.7.2. Each of those left out is the ordinary one, which goes on with the next object
/// of the prototype chain where that is called for. The object, the key and all values that a method is called with are kept
/// alive until it returns. With [`AskedKeys::Numeric`] those without a key are not asked but for [[OwnPropertyKeys]].
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

    /// [[OwnPropertyKeys]]: no key twice. Those of the ordinary properties are not added.
    fn own_property_keys(&self, vm: &mut Vm, object: ObjectId) -> Completion<Hooked<Vec<PropertyKey>>> {
        Ok(Hooked::Ordinary)
    }
}
