//! Objects of the embedder: data in Rust, values of the script beside them, and internal methods of their own.
//!
//! What Rust owns is a [`HostData`]; values of the script that belong to it are kept in the object (*kept values*), where the
//! collector sees them, so cycles through Rust are collected and nobody writes a trace function. A [`HostClass`] says what its
//! objects have in common. One with [`InternalMethods`] is asked by each internal method before the object is treated as an
//! ordinary one, wherever it stands in a prototype chain.

use std::any::Any;
use std::sync::Arc;

use ferrotape_budget::Termination;

use crate::error::Completion;
use crate::heap::{Heap, ObjectId, allocation_bytes};
use crate::object::descriptor::PropertyDescriptor;
use crate::object::{Class, Kind, ObjectKind};
use crate::property_key::PropertyKey;
use crate::typed_array;
use crate::value::Value;
use crate::vm::Vm;

/// What an object of the embedder has in Rust.
pub trait HostData: Any + Send {
    /// Bytes that it takes, which count against the memory limit.
    fn bytes(&self) -> usize {
        size_of_val(self)
    }
}

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

/// A class that was made known to the engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct HostClassId(u32);

/// The internal slots of an object of the embedder.
pub struct HostObject {
    pub class: HostClassId,
    /// What the object's shape says of it.
    properties: Class,
    /// None while somebody works with them.
    data: Option<Box<dyn HostData>>,
    /// Bytes of the data that are accounted for.
    bytes: usize,
    pub(crate) kept: Vec<Value>,
}

impl HostObject {
    pub(crate) fn properties(&self) -> Class {
        self.properties
    }

    pub(crate) fn payload_bytes(&self) -> usize {
        allocation_bytes(size_of::<HostObject>())
            + allocation_bytes(self.bytes)
            + allocation_bytes(self.kept.capacity() * size_of::<Value>())
    }
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
        let host = HostObject { class, properties, data: Some(data), bytes, kept: Vec::new() };
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

impl Heap {
    fn host(&self, object: ObjectId) -> Option<&HostObject> {
        match self.kind(object) {
            Kind::HostObject(host) => Some(host),
            _ => None,
        }
    }

    fn host_mut(&mut self, object: ObjectId) -> Option<&mut HostObject> {
        match self.kind_mut(object) {
            Some(ObjectKind::HostObject(host)) => Some(host),
            _ => None,
        }
    }

    /// The class of an object of the embedder.
    pub fn host_class_of(&self, object: ObjectId) -> Option<HostClassId> {
        self.host(object).map(|host| host.class)
    }

    /// The data of an object, where they are of that type and nobody works with them.
    pub fn host_data<T: HostData>(&self, object: ObjectId) -> Option<&T> {
        let data: &dyn Any = self.host(object)?.data.as_deref()?;
        data.downcast_ref()
    }

    /// The same for changes; what the data take afterwards is accounted for.
    pub fn change_host_data<T: HostData, R>(
        &mut self,
        object: ObjectId,
        change: impl FnOnce(&mut T) -> R,
    ) -> Option<R> {
        let data: &mut dyn Any = self.host_mut(object)?.data.as_deref_mut()?;
        let result = change(data.downcast_mut()?);
        self.host_data_changed(object);
        Some(result)
    }

    /// Takes the data out of an object, for work during which script may run: who asks for them meanwhile finds none.
    /// [`Heap::put_host_data`] is to follow.
    pub fn take_host_data(&mut self, object: ObjectId) -> Option<Box<dyn HostData>> {
        self.host_mut(object)?.data.take()
    }

    pub fn put_host_data(&mut self, object: ObjectId, data: Box<dyn HostData>) {
        if let Some(host) = self.host_mut(object) {
            host.data = Some(data);
            self.host_data_changed(object);
        }
    }

    fn host_data_changed(&mut self, object: ObjectId) {
        let Some(host) = self.host_mut(object) else { return };
        let before = host.payload_bytes();
        host.bytes = host.data.as_ref().map_or(host.bytes, |data| data.bytes());
        let after = host.payload_bytes();
        self.account_change(before, after);
    }

    /// The values of the script that an object keeps.
    pub fn kept_values(&self, object: ObjectId) -> &[Value] {
        self.host(object).map_or(&[], |host| &host.kept)
    }

    /// Has an object keep one more value; gives its place.
    pub fn keep_value(&mut self, object: ObjectId, value: Value) -> Result<usize, Termination> {
        let Some(host) = self.host(object) else { return Ok(0) };
        let (place, capacity) = (host.kept.len(), host.kept.capacity());
        if place == capacity {
            let bytes = |capacity: usize| allocation_bytes(capacity * size_of::<Value>());
            let more = capacity.max(2);
            self.charge(bytes(capacity + more) - bytes(capacity))?;
            if let Some(host) = self.host_mut(object) {
                host.kept.reserve_exact(more);
            }
        }
        if let Some(host) = self.host_mut(object) {
            host.kept.push(value);
        }
        Ok(place)
    }

    /// Has an object keep another value in a place; false where it has no such place.
    pub fn set_kept_value(&mut self, object: ObjectId, place: usize, value: Value) -> bool {
        let Some(kept) = self.host_mut(object).and_then(|host| host.kept.get_mut(place)) else { return false };
        let old = std::mem::replace(kept, value);
        self.lose(old);
        true
    }
}
