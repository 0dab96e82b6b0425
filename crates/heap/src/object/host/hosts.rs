//! Operations on objects of the host.

use std::any::Any;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::allocation_bytes;

use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::host::{HostClassId, HostData, HostObject};
use crate::object::{Kind, ObjectKind};
use crate::value::Value;

fn host(heap: &Heap, object: ObjectId) -> Option<&HostObject> {
    match heap.kind(object) {
        Kind::HostObject(host) => Some(host),
        _ => None,
    }
}

fn host_mut(heap: &mut Heap, object: ObjectId) -> Option<&mut HostObject> {
    match heap.kind_mut(object) {
        Some(ObjectKind::HostObject(host)) => Some(host),
        _ => None,
    }
}

/// The class of an object of the host.
pub fn host_class_of(heap: &Heap, object: ObjectId) -> Option<HostClassId> {
    host(heap, object).map(|host| host.class)
}

/// The data of an object, if it has that type and is not taken out.
pub fn host_data<T: HostData>(heap: &Heap, object: ObjectId) -> Option<&T> {
    let data: &dyn Any = host(heap, object)?.data.as_deref()?;
    data.downcast_ref()
}

/// Returns whether the data is there, and not taken out.
pub(crate) fn has_host_data(heap: &Heap, object: ObjectId) -> bool {
    host(heap, object).is_some_and(|host| host.data.is_some())
}

/// Describes the data for people: see [`HostData::display`]. None also if it is taken out.
pub fn shown_host_data(heap: &Heap, object: ObjectId) -> Option<String> {
    host(heap, object)?.data.as_ref()?.display()
}

/// Copies the data for a fork of the engine: see [`HostData::fork`]. None also if it is taken out.
pub fn forked_host_data(heap: &Heap, object: ObjectId, into: &mut dyn Any) -> Option<Box<dyn HostData>> {
    host(heap, object)?.data.as_ref()?.fork(into)
}

/// Writes the data for a snapshot: see [`HostData::save`]. None also if it is taken out.
pub fn saved_host_data(heap: &Heap, object: ObjectId) -> Option<Vec<u8>> {
    host(heap, object)?.data.as_ref()?.save()
}

/// Returns the room that [`restore_host_data`] needs: see [`HostData::room_to_restore`].
pub fn room_to_restore(heap: &Heap, object: ObjectId, written: usize) -> usize {
    let host = host(heap, object);
    host.and_then(|host| Some(host.data.as_ref()?.room_to_restore(written, host.kept.len()))).unwrap_or(0)
}

/// Reads data from a snapshot: see [`HostData::restore`].
pub fn restore_host_data(heap: &mut Heap, object: ObjectId, bytes: &[u8]) -> bool {
    let Some(host) = host_mut(heap, object) else { return false };
    let kept = host.kept.len();
    let is_taken = host.data.as_mut().is_some_and(|data| data.restore(bytes, kept));
    host_data_changed(heap, object);
    is_taken
}

/// Changes the data of an object, and accounts for its size afterwards.
pub fn change_host_data<T: HostData, R>(
    heap: &mut Heap,
    object: ObjectId,
    change: impl FnOnce(&mut T) -> R,
) -> Option<R> {
    let data: &mut dyn Any = host_mut(heap, object)?.data.as_deref_mut()?;
    let result = change(data.downcast_mut()?);
    host_data_changed(heap, object);
    Some(result)
}

/// Takes the data out of an object, for work during which script may run: others find none meanwhile. [`put_host_data`]
/// must follow.
pub fn take_host_data(heap: &mut Heap, object: ObjectId) -> Option<Box<dyn HostData>> {
    host_mut(heap, object)?.data.take()
}

pub fn put_host_data(heap: &mut Heap, object: ObjectId, data: Box<dyn HostData>) {
    if let Some(host) = host_mut(heap, object) {
        host.data = Some(data);
        host_data_changed(heap, object);
    }
}

fn host_data_changed(heap: &mut Heap, object: ObjectId) {
    let Some(host) = host_mut(heap, object) else { return };
    let before = host.payload_bytes();
    host.bytes = host.data.as_ref().map_or(host.bytes, |data| data.bytes());
    let after = host.payload_bytes();
    heap.resized(before, after);
}

/// The values of the script that an object keeps.
pub fn kept_values(heap: &Heap, object: ObjectId) -> &[Value] {
    host(heap, object).map_or(&[], |host| &host.kept)
}

/// Adds a kept value to an object; returns its place.
pub fn keep_value(heap: &mut Heap, object: ObjectId, value: Value) -> Result<usize, Termination> {
    let Some(host) = host(heap, object) else { return Ok(0) };
    let (place, capacity) = (host.kept.len(), host.kept.capacity());
    if place == capacity {
        let bytes = |capacity: usize| allocation_bytes(capacity * size_of::<Value>());
        let more = capacity.max(2);
        heap.take(bytes(capacity + more) - bytes(capacity))?;
        if let Some(host) = host_mut(heap, object) {
            host.kept.reserve_exact(more);
        }
    }
    if let Some(host) = host_mut(heap, object) {
        host.kept.push(value);
    }
    Ok(place)
}

/// Adds this many kept values to an object, all undefined, with exactly the capacity that they need.
pub fn keep_undefined(heap: &mut Heap, object: ObjectId, count: usize) -> Result<(), Termination> {
    let Some(host) = host(heap, object) else { return Ok(()) };
    let (length, capacity) = (host.kept.len(), host.kept.capacity());
    let needed = length.saturating_add(count);
    let bytes = |capacity: usize| allocation_bytes(capacity.saturating_mul(size_of::<Value>()));
    if needed > capacity {
        heap.take(bytes(needed).saturating_sub(bytes(capacity)))?;
    }
    if let Some(host) = host_mut(heap, object) {
        host.kept.reserve_exact(count);
        host.kept.resize(needed, Value::UNDEFINED);
    }
    Ok(())
}

/// Replaces a kept value of an object; false if there is no such place.
pub fn set_kept_value(heap: &mut Heap, object: ObjectId, place: usize, value: Value) -> bool {
    let Some(kept) = host_mut(heap, object).and_then(|host| host.kept.get_mut(place)) else { return false };
    let old = std::mem::replace(kept, value);
    heap.lose(old);
    true
}
