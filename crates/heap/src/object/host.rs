//! Objects of the host: data in Rust, and values of the script beside them.
//!
//! The Rust part is a [`HostData`]. Values of the script that belong to it are kept in the object (*kept values*),
//! where the collector sees them. So cycles through Rust are collected without hand-written trace functions.

pub mod hosts;

use std::any::Any;

use ferrotape_budget::costs::allocation_bytes;

use crate::id::ObjectId;
use crate::object::Class;
use crate::object::internal_slots::{InternalSlots, PIECE, Part, Visit};
use crate::panics::unless_it_panics;
use crate::room::with_room_of;
use crate::value::Value;

/// Rust data of an object of the host.
pub trait HostData: Any + Send {
    /// Bytes that the data takes, which count against the memory limit.
    fn bytes(&self) -> usize {
        size_of_val(self)
    }

    /// Describes the data for people; none where the name of the class does. Runs no script.
    fn display(&self) -> Option<String> {
        None
    }

    /// Copies the data for a fork of the engine; none if it cannot be copied. `into` is what the host forks engines
    /// with.
    fn fork(&self, into: &mut dyn Any) -> Option<Box<dyn HostData>> {
        let _ = into;
        None
    }

    /// Writes the data for a snapshot, without the kept values; none if it cannot be written.
    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    /// Reads data that another object of this kind has written, beside this many kept values. The bytes are untrusted:
    /// false if they are damaged.
    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        let _ = (bytes, kept);
        false
    }

    /// Most bytes that [`HostData::restore`] takes for so many written ones beside so many kept values. This much must be free
    /// before it is called: it need not look after the memory limit itself.
    fn room_to_restore(&self, written: usize, kept: usize) -> usize {
        const MOST_GROWTH: usize = 64;
        written.saturating_add(kept).saturating_mul(MOST_GROWTH)
    }
}

/// A class that the host has registered with the engine.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct HostClassId(pub u32);

/// The internal slots of an object of the host.
pub struct HostObject {
    pub class: HostClassId,
    /// Class of the object's shape.
    properties: Class,
    /// The data; none while it is taken out for work.
    data: Option<Box<dyn HostData>>,
    /// Bytes accounted for the data.
    bytes: usize,
    pub(crate) kept: Vec<Value>,
}

/// Copies for forks, without the data: it is put there afterwards ([`Heap::fork_host_data`]).
impl Clone for HostObject {
    fn clone(&self) -> Self {
        let &HostObject { class, properties, data: _, bytes, ref kept } = self;
        HostObject { class, properties, data: None, bytes, kept: with_room_of(kept) }
    }
}

impl InternalSlots for HostObject {
    #[inline]
    fn trace(&self, object: ObjectId, visit: &mut impl Visit) {
        let HostObject { class: _, properties: _, data: _, bytes: _, kept } = self;
        if kept.len() <= PIECE {
            visit.values(kept);
        } else {
            visit.later(Part::Kept, object);
        }
    }

    fn bytes(&self) -> usize {
        self.payload_bytes()
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        Some("what the host keeps with it")
    }
}

/// Catches panics of destructors, so that they do not end the collection that runs them.
impl Drop for HostObject {
    fn drop(&mut self) {
        if let Some(data) = self.data.take() {
            unless_it_panics(|| drop(data));
        }
    }
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
