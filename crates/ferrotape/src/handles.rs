//! Handles of script values. A handle keeps its value alive, and works with its own engine.

pub use crate::array::Array;
pub use crate::bigint::BigInt;
pub use crate::buffer::SharedMemory;
pub use crate::bytes::{ArrayBuffer, Bytes, ElementType, TypedArray};
pub use crate::collection::{Map, Set};
pub use crate::context::Local;
pub use crate::function::Function;
pub use crate::key::Key;
pub use crate::object::{Object, Property};
pub use crate::promise::{Promise, PromiseState, Resolver};
pub use crate::realm::Realm;
pub use crate::string::JsString;
pub use crate::symbol::Symbol;
