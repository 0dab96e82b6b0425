//! Objects of the embedder: data in Rust, values of the script beside them, and internal methods of their own.
//!
//! What Rust owns is a [`HostData`]; values of the script that belong to it are kept in the object (*kept values*), where the
//! collector sees them, so cycles through Rust are collected and nobody writes a trace function. A [`HostClass`] says what its
//! objects have in common. One with [`InternalMethods`] is asked by each internal method before the object is treated as an
//! ordinary one, wherever it stands in a prototype chain.

use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::object::descriptor::PropertyDescriptor;
use crate::object::{Class, Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::typed_array;
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

impl Vm {
    /// Makes a class known, for as long as the engine lives.
    pub fn register_host_class(&mut self, class: HostClass) -> HostClassId {
        let id = HostClassId(self.host_classes.len() as u32);
        self.host_classes.push(class);
        id
    }

    /// The class of that name, whose objects have ordinary internal methods: it is made known where it is not.
    pub fn plain_host_class(&mut self, name: &'static str) -> HostClassId {
        let is_it = |class: &HostClass| class.methods.is_none() && class.name == name;
        match self.host_classes.iter().position(is_it) {
            Some(index) => HostClassId(index as u32),
            None => self.register_host_class(HostClass { name, methods: None, asked: AskedKeys::All }),
        }
    }

    /// What messages call objects of a class.
    pub fn host_class_name(&self, class: HostClassId) -> &'static str {
        self.host_classes.get(class.0 as usize).map_or("Object", |class| class.name)
    }

    /// A new object of a class. An error where the data have no room.
    pub fn new_host_object(
        &mut self,
        class: HostClassId,
        prototype: Option<ObjectId>,
        data: Box<dyn HostData>,
    ) -> Result<ObjectId, Termination> {
        let bytes = data.bytes();
        self.heap.require_room(allocation_bytes(bytes))?;
        let properties = match self.host_classes.get(class.0 as usize) {
            Some(HostClass { methods: Some(_), asked: AskedKeys::All, .. }) => Class::OpaqueHost,
            Some(HostClass { methods: Some(_), asked: AskedKeys::Numeric, .. }) => Class::NumericHost,
            _ => Class::Host,
        };
        let host = HostObject::new(class, properties, data);
        Ok(self.heap.new_object_with_prototype(prototype, ObjectKind::HostObject(Box::new(host))))
    }

    /// Asks the internal methods of an object's class. What is held meanwhile is kept alive, like the object and the key; typed
    /// arrays need none of it, but when they convert what is assigned: [`Vm::keeping`] is around that.
    pub(crate) fn ask_host<T, const N: usize>(
        &mut self,
        object: ObjectId,
        key: Option<PropertyKey>,
        held: [Value; N],
        ask: impl FnOnce(&dyn InternalMethods, &mut Vm) -> Completion<Hooked<T>>,
    ) -> Completion<Hooked<T>> {
        if self.heap.class_of(object) == Class::Unfilled {
            self.fill(object);
            return Ok(Hooked::Ordinary);
        }
        if let Kind::TypedArray(_) = self.heap.kind(object) {
            return ask(&typed_array::methods::Methods, self);
        }
        let Kind::HostObject(host) = self.heap.kind(object) else { return Ok(Hooked::Ordinary) };
        let Some(methods) = self.host_classes.get(host.class.0 as usize).and_then(|class| class.methods.clone()) else {
            return Ok(Hooked::Ordinary);
        };
        self.check_native_stack()?;
        self.tick(1)?;
        let mark = self.kept_mark();
        self.keep(Value::object(object));
        held.into_iter().for_each(|value| self.keep(value));
        if let Some(key) = key {
            self.keep_key(key);
        }
        let answer = ask(&*methods, self);
        self.release_kept(mark);
        answer
    }
}
