//! Objects of the embedder: data in Rust, and values of the script beside them.
//!
//! What Rust owns is a [`HostData`]; values of the script that belong to it are kept in the object (*kept values*), where the
//! collector sees them, so cycles through Rust are collected and nobody writes a trace function.

use std::any::Any;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::{Class, Kind, ObjectKind};
use crate::value::Value;

/// What an object of the embedder has in Rust.
pub trait HostData: Any + Send {
    /// Bytes that it takes, which count against the memory limit.
    fn bytes(&self) -> usize {
        size_of_val(self)
    }
}

/// A class that was made known to the engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct HostClassId(pub u32);

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
    pub fn new(class: HostClassId, properties: Class, data: Box<dyn HostData>) -> Self {
        let bytes = data.bytes();
        HostObject { class, properties, data: Some(data), bytes, kept: Vec::new() }
    }

    pub(crate) fn properties(&self) -> Class {
        self.properties
    }

    pub(crate) fn payload_bytes(&self) -> usize {
        allocation_bytes(size_of::<HostObject>())
            + allocation_bytes(self.bytes)
            + allocation_bytes(self.kept.capacity() * size_of::<Value>())
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
