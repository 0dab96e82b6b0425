//! What array iterators give, and what a realm remembers of how arrays are iterated.

mod on_heap;

use crate::id::{ObjectId, ShapeId};
use crate::property_key::PropertyKey;
use crate::value::Value;

/// What an array iterator gives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Yields {
    Keys,
    Values,
    Entries,
}

/// What the iteration of arrays goes by: Array.prototype\[Symbol.iterator\] and %ArrayIteratorPrototype%.next, as they were made.
#[derive(Clone, Default)]
pub struct PristineIteration {
    pub methods: Option<[PristineMethod; 2]>,
}

/// A method, and the slot of an object with that shape where it was seen last.
#[derive(Copy, Clone)]
pub struct PristineMethod {
    holder: ObjectId,
    key: PropertyKey,
    method: Value,
    shape: ShapeId,
    slot: u32,
}

impl PristineIteration {
    /// The methods and shapes, for the collector: a shape that lives is no other one's number.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> {
        self.methods.iter().flatten().map(|method| method.method)
    }

    pub(crate) fn shapes(&self) -> impl Iterator<Item = ShapeId> {
        self.methods.iter().flatten().map(|method| method.shape)
    }
}
