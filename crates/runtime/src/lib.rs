//! The engine: heap, values, objects, records, and the two machines. The built-ins are in `crates/builtins`, which the engine
//! knows nothing of: whoever makes a [`Vm`] says what installs them.
//!
//! ```text
//! template -> code (caches, constants) -> interpreter <-> vm (stack, frames, calls)
//!                                             |
//!     operators, convert, bigint  (7.1, 7.2, 6.1.6)   object/ (10.1)   environment (9.1)
//!                                             |
//!     heap: objects, strings, shapes, records, collection          value: 8 bytes
//! ```
//!
//! Read `value`, `heap`, `object`, `shape` first, then `vm` and `interpreter`. What a signature takes says what a function may
//! do: `&mut Vm` may run script and collect, `&mut Heap` may allocate but does neither, `&Heap` only looks.
//!
//! Embedders use the crate `ferrotape`, which wraps this one.

pub mod agent;
pub mod async_generator;
pub mod async_stack;
pub mod bigint;
pub mod buffer;
pub mod convert;
pub mod delegation;
pub mod enumeration;
pub mod environment;
pub mod error;
pub mod error_report;
pub mod events;
pub mod execution;
pub mod exits;
pub mod function;
pub mod generator;
pub mod handles;
pub mod host;
pub mod host_part;
pub mod iteration;
pub mod jobs;
mod loaded_script;
pub mod loop_exit;
pub mod machine;
pub mod messages;
pub mod module;
pub mod object;
pub mod operations;
pub mod operators;
pub mod pausing;
pub mod promise;
pub mod realm;
pub mod regexp;
pub mod scripts;
pub mod sort;
pub mod stack_machine;
pub mod stopped;
pub mod string_builder;
pub mod throw_site;
pub mod typed_array;
pub mod unwinding;
pub mod vm;

pub use ferrotape_heap::{
    bigint::bigints,
    buffer::buffers,
    cache, code, collection,
    collection::collections,
    heap,
    heap::{finalization, marking, pace, pattern, rope, string, sweep, weak},
    iterator_helper, key_set, names, number,
    object::{cell, definitions, host::hosts, layout, properties, queue, unfilled},
    panics, property_key, shape, shown, symbol, tail_calls,
    typed_array::views,
    value,
};
pub use ferrotape_syntax::DynamicKind;

pub use error::{Completion, StackEntry, Throw};
pub use error_report::Report;
pub use ferrotape_bytecode::{Read, Reader, Writer};
pub use function::{Call, HostCode};
pub use handles::DroppedHandles;
pub use heap::cycle::Collection;
pub use heap::{BigIntId, FlatString, Heap, HeapStatistics, ObjectId, StringId, StringView, SymbolId};
pub use loaded_script::LoadedScript;
pub use names::keys;
pub use object::descriptor::PropertyDescriptor;
pub use pausing::Slice;
pub use property_key::PropertyKey;
pub use shape::Attributes;
pub use stack_machine::{Step, StepObserver};
pub use stopped::Stopped;
pub use symbol::symbols;
pub use tail_calls::TailCalls;
pub use value::Value;
pub use vm::OnCollection;
pub use vm::{Options, Vm};
