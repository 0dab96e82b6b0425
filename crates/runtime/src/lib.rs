//! The runtime: the specification's operations on values, objects, environments, promises and modules, the base of
//! both machines. It depends on no machine and no built-in: the creator of a [`Vm`] passes both in.
//!
//! ```text
//! machine, stack-machine, builtins, snapshot, web, inspect        above; they know the runtime, and not each other
//!
//! vm/          a machine's frames, stacks, calls, safepoints: `execution`, `agent`, `host` are its parts
//! machine      what the runtime asks of a machine; `loop_exit`, `exits`, `unwinding`, `pausing`: how runs and frames end
//! operations/  what instructions are made of: property access with caches, calls, classes, names, iteration
//! scripts/     eval, functions made of texts; `module/`: load, link, evaluate
//! disposal     `using` declarations and stacks of resources (7.5)
//! generator    `yield` and `await`: a frame that waits; `delegation` is `yield*`, `async_generator` its queue
//! object/      internal methods (10.1, 10.4); `convert`, `operators`, `bigint` (7.1, 7.2, 6.1.6); `environment` (9.1)
//! promise, jobs, iteration, function, realm, buffer, typed_array, regexp        the rest of the specification
//! error, error_report, messages, throw_site, stopped        what went wrong, where, and in which words
//! handles, host_part, events        what hosts keep, install and wait for
//! pending, program        calls that the host answers in its own time, and programs that make them
//!
//! heap         below, a crate of its own: what is stored; its modules are shown here by their names
//! ```
//!
//! Read `vm` first, then `object` and `operations`. Functions take the heap or `Vm` as an argument. The signature says what they
//! may do: `&mut Vm` may run script and collect, `&mut Heap` may allocate but does neither, `&Heap` only looks.
//!
//! Hosts use the crate `ferrotape`, which joins this one with machines and built-ins.

pub mod agent;
pub mod async_generator;
pub mod async_stack;
pub mod bigint;
pub mod buffer;
mod call_names;
pub mod chance;
pub mod convert;
pub mod coverage;
pub mod debug;
pub mod delegation;
pub mod disposal;
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
pub mod pending;
pub mod profile;
pub mod program;
pub mod promise;
pub mod realm;
pub mod regexp;
pub mod scripts;
pub mod sort;
pub mod stack_machine;
pub mod stack_trace;
pub mod stopped;
pub mod string_builder;
pub mod throw_site;
pub mod typed_array;
pub mod unwinding;
pub mod vm;
pub mod watch;

pub use ferrotape_heap::{
    bigint::bigints,
    buffer::buffers,
    cache, code, collection,
    collection::collections,
    heap,
    heap::{finalization, marking, pace, pattern, rope, string, sweep, weak},
    iterator_helper, key_set, names, number,
    object::{arrays, cell, definitions, dense, host::hosts, layout, properties, queue, unfilled},
    panics, property_key, shadow_realm, shape, shown, symbol, tail_calls,
    typed_array::views,
    value,
};
pub use ferrotape_syntax::{DynamicKind, is_identifier_part, is_identifier_start};
pub use ferrotape_text::shown_on_terminal;

pub use error::{Completion, StackEntry, Throw};
pub use error_report::Report;
pub use ferrotape_bytecode::{Read, Reader, Writer};
pub use function::{Call, HostCode};
pub use handles::DroppedHandles;
pub use heap::{BigIntId, Collection, FlatString, Heap, HeapStatistics, ObjectId, StringId, StringView, SymbolId};
pub use loaded_script::LoadedScript;
pub use names::keys;
pub use object::descriptor::PropertyDescriptor;
pub use pausing::Slice;
pub use property_key::PropertyKey;
pub use shape::Attributes;
pub use stopped::Stopped;
pub use symbol::symbols;
pub use tail_calls::TailCalls;
pub use value::Value;
pub use vm::{OnCollection, OnWait};
pub use vm::{Options, Vm};
pub use watch::{Detail as StepDetail, State as StepState, Step, StepObserver};
