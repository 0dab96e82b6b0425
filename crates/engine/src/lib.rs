//! The engine: heap, values, objects, records, the register machine and the built-ins.
//!
//! ```text
//! template -> code (caches, constants) -> interpreter <-> vm (stack, frames, calls)
//!                                             |
//!     operators, convert  (7.1, 7.2)   object/ (10.1)   environment (9.1)   builtins/ (19 to 25)
//!                                             |
//!     heap: objects, strings, shapes, records, collection          value: 8 bytes
//! ```
//!
//! Read `value`, `heap`, `object`, `shape` first, then `vm` and `interpreter`. What a signature takes says what a function may
//! do: `&mut Vm` may run script and collect, `&mut Heap` may allocate but does neither, `&Heap` only looks.
//!
//! Embedders use the crate `ferrotape`, which wraps this one.

pub mod builtins;
mod cache;
mod code;
mod convert;
mod enumeration;
mod environment;
mod error;
mod error_report;
mod function;
mod handles;
mod heap;
mod interpreter;
mod messages;
mod names;
mod number;
mod object;
mod operators;
mod property_key;
mod realm;
mod shape;
mod shown;
mod stack_machine;
mod stopped;
mod string_builder;
mod tail_calls;
mod unwinding;
mod value;
mod vm;

pub use builtins::date::{Clock, TimeZone};
pub use error::{Completion, StackEntry, Throw};
pub use error_report::Report;
pub use function::{Call, HostCode};
pub use handles::DroppedHandles;
pub use heap::{FlatString, Heap, HeapStatistics, ObjectId, StringId, StringView, SymbolId};
pub use names::keys;
pub use object::descriptor::PropertyDescriptor;
pub use property_key::PropertyKey;
pub use shape::Attributes;
pub use stack_machine::{Step, StepObserver};
pub use stopped::Stopped;
pub use tail_calls::TailCalls;
pub use value::Value;
pub use vm::{Options, Vm};
