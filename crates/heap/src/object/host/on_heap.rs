//! Objects of the host on the heap.

use std::any::Any;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::host::{HostClassId, HostData, HostObject};
use crate::object::{Kind, ObjectKind};
use crate::value::Value;

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

    /// Are the data there, and does nobody work with them?
    pub fn has_host_data(&self, object: ObjectId) -> bool {
        self.host(object).is_some_and(|host| host.data.is_some())
    }

    /// What the data give for the same object of a copy of the engine: see [`HostData::fork`]. None as well where somebody works
    /// with them.
    pub fn forked_host_data(&self, object: ObjectId, into: &mut dyn Any) -> Option<Box<dyn HostData>> {
        self.host(object)?.data.as_ref()?.fork(into)
    }

    /// What the data are written as: see [`HostData::save`]. None as well where somebody works with them.
    pub fn saved_host_data(&self, object: ObjectId) -> Option<Vec<u8>> {
        self.host(object)?.data.as_ref()?.save()
    }

    /// Has the data take what others were written as: see [`HostData::restore`].
    pub fn restore_host_data(&mut self, object: ObjectId, bytes: &[u8]) -> bool {
        let Some(host) = self.host_mut(object) else { return false };
        let kept = host.kept.len();
        let is_taken = host.data.as_mut().is_some_and(|data| data.restore(bytes, kept));
        self.host_data_changed(object);
        is_taken
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
