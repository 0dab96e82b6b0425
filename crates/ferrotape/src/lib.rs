//! Ferrotape: an embeddable ECMAScript engine in safe Rust, for scripts that you do not trust.
//!
//! ```
//! use ferrotape::Engine;
//!
//! let mut engine = Engine::builder().fuel(1_000_000).memory_limit(16 << 20).build()?;
//! engine.define("twice", |number: f64| number * 2.0)?;
//! assert_eq!(engine.eval::<f64>("let x = twice(20) + 2; x")?, 42.0);
//!
//! // Whatever a script does, it ends, and the engine stays usable.
//! let stopped = engine.run("endless.js", "for (;;) {}").unwrap_err();
//! assert!(stopped.is_termination());
//! engine.set_fuel(None);
//! assert_eq!(engine.eval::<i32>("1 + 1")?, 2);
//! # Ok::<(), ferrotape::Error>(())
//! ```
//!
//! An [`Engine`] has a global object, a heap and limits of its own. It can move to another thread, and one at a time works with
//! it. What a script gives is converted by [`FromJs`], or is a handle such as [`Object`], which keeps the value alive. Errors
//! are [`Error`]: an exception of the script with its stack, an early error with its position, or the limit that ended the run.
//! The guide `docs/embedding.md` goes through all of it.
//!
//! # Features
//!
//! - `macros` (default): the derive and attribute macros of `ferrotape-macros`.
//! - `time-zones` (default): the database of time zones built in on Windows and WebAssembly, which have none.
//! - `bundled-time-zones`: the same everywhere; the system's is asked first.
//! - `serde`: `Json`, Rust types by way of serde.
//! - `web`: timers, `structuredClone`, `TextEncoder` and their like.
//! - `inspect` (default): values as people read them, also those that scripts throw, and `console`.
//! - `miette`, `tracing`: errors and events for programs that use these.

#![warn(missing_docs)]

mod arguments;
mod array;
mod async_loader;
mod bigint;
mod buffer;
mod builder;
mod bytes;
mod class;
mod closure;
mod collection;
mod context;
mod convert;
#[cfg(feature = "miette")]
mod diagnostic;
mod engine;
mod error;
mod execution;
#[cfg(feature = "inspect")]
mod explain;
mod fork;
mod function;
mod future;
mod gate;
#[doc(hidden)]
#[cfg(feature = "macros")]
pub mod generated;
mod handle;
mod heap_stats;
mod host_state;
#[cfg(feature = "inspect")]
mod inspect;
#[cfg(feature = "serde")]
mod json;
mod key;
mod limits;
mod loaders;
mod modules;
mod object;
mod persist;
mod promise;
mod prompt;
mod realm;
mod retention;
mod saved;
mod script;
mod script_text;
mod snapshot;
mod string;
mod symbol;
mod trace;
mod value;
#[cfg(feature = "web")]
mod web;

pub use arguments::IntoArguments;
pub use array::Array;
pub use async_loader::{AsyncLoader, LoadFuture};
pub use bigint::BigInt;
pub use buffer::SharedMemory;
pub use builder::Builder;
pub use bytes::{ArrayBuffer, Bytes, ElementType, TypedArray};
pub use class::{
    Class, ClassBuilder, Constructed, Instance, IntoConstructor, IntoMethod, IntoMethodMut, Iter, Own, Scope,
};
pub use closure::{
    Arguments, BorrowedText, FromArguments, IntoFunction, IntoResult, Mutable, NewTarget, Opt, Rest, This, WithContext,
};
pub use collection::{Map, Set};
pub use context::{AsContext, Context, Local};
pub use convert::{Coerced, FromJs, IntoJs, Null, Undefined};
pub use engine::{Engine, Stats};
pub use error::{Error, ErrorKind, Location, Note, StackEntry};
pub use execution::{Execution, OwnedExecution};
pub use ferrotape_budget::{Interrupter, Termination, set_host_clock};
pub use ferrotape_compiler::Backend;
pub use ferrotape_engine::module::{AtOnce, ModuleLoader, ModuleSource, ModuleType, ReadLimits};
pub use ferrotape_engine::{Collection, Step, TailCalls};
#[cfg(feature = "macros")]
pub use ferrotape_macros::{FromJs, IntoJs, class, methods};
pub use fork::{Carry, Forking};
pub use function::Function;
pub use future::{Async, Driven, IntoAsyncMethod, Outcome, Promised};
pub use gate::{FileError, FileGate, FolderEntry};
pub use heap_stats::HeapKind;
#[cfg(feature = "inspect")]
pub use inspect::{Console, InspectOptions, Level};
#[cfg(feature = "serde")]
pub use json::Json;
pub use key::Key;
pub use limits::{CancelToken, Limits, Spent};
pub use loaders::{Exports, ImportMap, LoaderChain};
pub use modules::{FileLoader, MemoryLoader};
pub use object::{Object, Property};
pub use persist::{Loading, Persist, Saving};
pub use promise::{Promise, PromiseState, Resolver};
pub use prompt::Entry;
pub use realm::Realm;
pub use retention::{Retention, RetentionRoot, RetentionStep};
pub use saved::{Saved, SavedProblem};
pub use script::{Compiler, Module, Script};
pub use script_text::ScriptText;
pub use string::JsString;
pub use symbol::Symbol;
#[cfg(all(feature = "tracing", feature = "inspect"))]
pub use trace::TracingConsole;
pub use value::{JsValue, Value};
#[cfg(feature = "web")]
pub use web::{TimerClock, Web};

/// The examples in the guide are tests too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Guide;

/// So is the example in what leads there from other engines.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/moving.md")]
struct Moving;

/// The example in the README is a test too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
