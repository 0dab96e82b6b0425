//! Internal slots of array and string iterators, and a realm's memory of how arrays are iterated.

mod on_heap;

use crate::id::{ObjectId, ShapeId, StringId};
use crate::object::internal_slots::{Cells, row, saved_as_byte};
use crate::property_key::PropertyKey;
use crate::value::Value;

/// The parts of entries that an iterator over an array, a Map or a Set gives.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Yields {
    Keys,
    Values,
    Entries,
}

saved_as_byte! { Yields: Yields::Keys, Yields::Values, Yields::Entries }

/// The greatest length of an array-like (ToLength, ECMA-262 7.1.20). No collection has as many entries.
pub(crate) const MOST_ELEMENTS: u64 = (1 << 53) - 1;

row! {
    /// The internal slots of an Array Iterator, ECMA-262 23.1.5.
    #[derive(Copy, Clone)]
    inline ArrayIterator {
        state {
            index: u64,
            yields: Yields,
        }
        links {
            /// [[IteratedArrayLike]]; [`Heap::nothing`](crate::heap::Heap::nothing) once it has ended.
            array: ObjectId = "what it iterates over",
        }
    }
    check |iterator, _cells| {
        iterator.index <= MOST_ELEMENTS => "an iterator is behind the end",
    }
}

row! {
    /// The state of a String Iterator, ECMA-262 22.1.5.
    #[derive(Copy, Clone)]
    inline StringIterator {
        state {
            position: u32,
        }
        links {
            string: StringId = "[[IteratedString]]",
        }
    }
    check |iterator, cells| {
        iterator.position as usize <= cells.length_of_string(iterator.string) => "an iterator is behind the end",
    }
}

row! {
    /// [[SyncIteratorRecord]] of %AsyncFromSyncIteratorPrototype%, ECMA-262 27.1.6: the iterator and its method `next`.
    #[derive(Copy, Clone)]
    boxed AsyncFromSyncIterator {
        state {}
        links {
            record: [Value; 2] = "what it iterates over",
        }
    }
}

/// The original iteration of arrays: Array.prototype\[Symbol.iterator\] and %ArrayIteratorPrototype%.next, as they were
/// made.
#[derive(Clone, Default)]
pub struct PristineIteration {
    pub methods: Option<[PristineMethod; 2]>,
    /// Array.prototype.constructor and Array\[Symbol.species\], by which ArraySpeciesCreate makes arrays.
    pub species: Option<[PristineMethod; 2]>,
}

/// A method or accessor, and the slot where it was last seen, in objects of that shape.
#[derive(Copy, Clone)]
pub struct PristineMethod {
    holder: ObjectId,
    key: PropertyKey,
    method: Value,
    shape: ShapeId,
    slot: u32,
}

impl PristineIteration {
    /// The methods and shapes, for the collector: a shape that lives keeps its number.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> {
        self.properties().map(|method| method.method)
    }

    pub(crate) fn shapes(&self) -> impl Iterator<Item = ShapeId> {
        self.properties().map(|method| method.shape)
    }

    fn properties(&self) -> impl Iterator<Item = &PristineMethod> {
        self.methods.iter().chain(&self.species).flatten()
    }
}
