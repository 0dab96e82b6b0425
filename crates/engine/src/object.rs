//! What objects do: the internal methods ([[Get]] and so on, ECMA-262 10.1). How they are stored is the business of the crate
//! `heap`.
//!
//! `internal_methods` has the dispatch, `ordinary` what they are for most objects, `array`, `string`, `arguments`, `proxy` and
//! `host` what these do differently; `operations` (7.3) is made of them.

pub(crate) mod arguments;
pub(crate) mod array;
pub mod descriptor;
pub mod host;
pub(crate) mod internal_methods;
mod keys;
mod operations;
mod ordinary;
mod plain_copy;
pub(crate) mod proxy;
mod refusal;
pub(crate) mod string;

pub use ferrotape_heap::object::{
    ArrayCell, Class, Elements, ElementsLayout, Flags, Kind, ObjectKind, Queue, SlotsLayout, SparseElement,
    SparseElements, cell, properties, sparse_bytes,
};
pub use proxy::Detours;
