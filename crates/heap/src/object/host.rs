//! Objects of the embedder: data in Rust, and values of the script beside them.
//!
//! What Rust owns is a [`HostData`]; values of the script that belong to it are kept in the object (*kept values*), where the
//! collector sees them, so cycles through Rust are collected and nobody writes a trace function.

pub mod hosts;

use std::any::Any;

use ferrotape_budget::costs::allocation_bytes;

use crate::id::ObjectId;
use crate::object::Class;
use crate::object::internal_slots::{InternalSlots, PIECE, Part, Visit};
use crate::panics::unless_it_panics;
use crate::room::with_room_of;
use crate::value::Value;

/// What an object of the embedder has in Rust.
pub trait HostData: Any + Send {
    /// Bytes that it takes, which count against the memory limit.
    fn bytes(&self) -> usize {
        size_of_val(self)
    }

    /// What people are shown of it; none where that is the name of the class. Runs no script.
    fn display(&self) -> Option<String> {
        None
    }

    /// The same for the same object of a copy of the engine; none where that cannot be. `into` is what the embedder forks
    /// engines with.
    fn fork(&self, into: &mut dyn Any) -> Option<Box<dyn HostData>> {
        let _ = into;
        None
    }

    /// What is written of it where the engine is written down, without the kept values; none where that cannot be.
    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    /// Takes what the data of another object of its kind have written, beside so many kept values. The bytes can be anything:
    /// false where they are nothing like that.
    fn restore(&mut self, bytes: &[u8], kept: usize) -> bool {
        let _ = (bytes, kept);
        false
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

/// For forks: the data are put there afterwards ([`Heap::fork_host_data`]).
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

/// A destructor that panics must not end the collection half-way, which runs it.
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
