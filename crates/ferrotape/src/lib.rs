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
//! An [`Engine`] has its own global object, heap and limits. It can move to another thread; one thread at a time uses
//! it.
//!
//! [`FromJs`] converts the values of scripts to Rust types. A handle such as [`Object`] keeps a value alive instead.
//!
//! An [`Error`] is an exception of the script with its stack, an early error with its position, or the limit that ended
//! the run.
//!
//! The Guide in `docs/book/src/guide` has a page for each topic; `getting-started.md` comes first.
//!
//! # Modules
//!
//! The names that most programs use are here, and in [`prelude`]. The modules hold the rest, by topic:
//!
//! | module | |
//! |---|---|
//! | [`handles`] | handles of arrays, maps, promises, strings, symbols: values of scripts that Rust holds |
//! | [`convert`] | conversions between Rust types and values |
//! | [`host`] | arguments and results of host functions |
//! | [`class`](mod@class) | Rust types as classes |
//! | [`script`] | compiled scripts, saved ones, execution in slices |
//! | [`modules`] | module loaders |
//! | [`future`] | host futures as promises, and promises as futures |
//! | [`limits`] | limits on memory, time and depth; statistics; what retains memory |
//! | [`snapshot`] | engines that are forked, or written as bytes and restored |
//! | [`error`] | the parts of an error |
//! | `console` | values formatted for people, and `console` |
//! | `web` | timers, events and other web globals |
//!
//! # Features
//!
//! - `macros` (default): the derive and attribute macros of `ferrotape-macros`.
//! - `time-zones` (default): bundles the time zone database on Windows and WebAssembly, which have none.
//! - `bundled-time-zones`: bundles the time zone database on every platform; the system's comes first.
//! - `serde`: `Json`, which converts Rust types by way of serde.
//! - `web`: timers, events, `URL` and other web globals.
//! - `inspect` (default): formats values for people, thrown ones included, and provides `console`.
//! - `miette`, `tracing`: errors and events for programs that use these crates.

#![warn(missing_docs)]

mod arguments;
mod array;
mod async_loader;
mod bigint;
mod buffer;
mod builder;
mod bytes;
pub mod class;
mod closure;
mod collection;
#[cfg(feature = "inspect")]
pub mod console;
mod context;
pub mod convert;
#[cfg(feature = "miette")]
mod diagnostic;
mod engine;
pub mod error;
mod execution;
#[cfg(feature = "inspect")]
mod explain;
mod fork;
mod function;
pub mod future;
mod gate;
#[doc(hidden)]
#[cfg(feature = "macros")]
pub mod generated;
mod handle;
pub mod handles;
mod heap_stats;
pub mod host;
mod host_state;
#[cfg(feature = "inspect")]
mod inspect;
#[cfg(feature = "serde")]
mod json;
mod key;
pub mod limits;
mod loaders;
pub mod modules;
mod object;
mod persist;
pub mod prelude;
mod promise;
mod prompt;
mod realm;
mod retention;
mod saved;
pub mod script;
mod script_text;
pub mod snapshot;
mod string;
mod symbol;
mod trace;
mod unhandled;
mod value;
#[cfg(feature = "web")]
pub mod web;

pub use array::Array;
pub use builder::Builder;
pub use class::{Class, ClassBuilder, Instance, Own};
pub use context::{AsContext, Context};
pub use convert::{FromJs, IntoJs};
pub use engine::Engine;
pub use error::{Error, ErrorKind};
pub use ferrotape_budget::Termination;
pub use ferrotape_compiler::Backend;
#[cfg(feature = "macros")]
pub use ferrotape_macros::{FromJs, IntoJs, class, methods};
pub use function::Function;
#[cfg(feature = "inspect")]
pub use inspect::Console;
#[cfg(feature = "serde")]
pub use json::Json;
pub use limits::{CancelToken, Limits};
pub use modules::{FileLoader, MemoryLoader};
pub use object::Object;
pub use promise::Promise;
pub use script::{Module, Script};
pub use unhandled::Unhandled;
pub use value::Value;

// The crate itself uses flat names.
pub(crate) use bigint::BigInt;
pub(crate) use bytes::ArrayBuffer;
pub(crate) use closure::{Arguments, FromArguments, IntoFunction, IntoResult, Opt};
pub(crate) use context::Local;
pub(crate) use convert::Undefined;
pub(crate) use engine::Stats;
pub(crate) use error::StackEntry;
#[cfg(feature = "snapshot")]
pub(crate) use execution::{Execution, OwnedExecution};
pub(crate) use ferrotape_budget::Interrupter;
pub(crate) use ferrotape_runtime::module::AtOnce;
pub(crate) use fork::{Carry, Forking};
pub(crate) use future::{Driven, IntoAsyncMethod};
#[cfg(all(feature = "tracing", feature = "inspect"))]
pub(crate) use inspect::Level;
pub(crate) use limits::Spent;
pub(crate) use object::Property;
pub(crate) use persist::{Loading, Persist, Saving};
pub(crate) use realm::Realm;
pub(crate) use saved::SavedProblem;
pub(crate) use script_text::ScriptText;
pub(crate) use string::JsString;
pub(crate) use symbol::Symbol;

/// Tests the examples in the documents.
#[cfg(doctest)]
mod documents {
    macro_rules! documents {
        ($($name:ident = $path:literal;)*) => {$(
            #[doc = include_str!($path)]
            struct $name;
        )*};
    }

    documents! {
        Readme = "../../../README.md";
        GettingStarted = "../../../docs/book/src/guide/getting-started.md";
        Values = "../../../docs/book/src/guide/values.md";
        Functions = "../../../docs/book/src/guide/functions.md";
        Classes = "../../../docs/book/src/guide/classes.md";
        Async = "../../../docs/book/src/guide/async.md";
        Modules = "../../../docs/book/src/guide/modules.md";
        Scripts = "../../../docs/book/src/guide/scripts.md";
        Errors = "../../../docs/book/src/guide/errors.md";
        Limits = "../../../docs/book/src/guide/limits.md";
        Memory = "../../../docs/book/src/guide/memory.md";
        Saving = "../../../docs/book/src/guide/saving.md";
        Sandboxing = "../../../docs/book/src/guide/sandboxing.md";
        Moving = "../../../docs/book/src/guide/moving.md";
    }

    #[cfg(feature = "web")]
    documents! {
        Web = "../../../docs/book/src/guide/web.md";
    }
}
