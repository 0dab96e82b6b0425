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
//! An [`Engine`] has its own global object, heap and limits. It can move to another thread, but only one thread uses
//! it at a time.
//!
//! # By topic
//!
//! The pages named here are in the folder `docs/guide` of the repository; `getting-started.md` comes first.
//!
//! **Run scripts**
//!
//! - Run source text: [`Engine::eval`] converts the result, [`Engine::run`] names the file. See `getting-started.md`.
//! - Compile once, run in many engines and threads: [`Script`], [`script::Compiler`]. See `scripts.md`.
//! - Save compiled code: [`Script::to_bytes`], and [`Script::from_bytes`], which verifies it. See `scripts.md`.
//! - Run in slices: [`Script::start`], [`script::Execution::resume`]. See `limits.md`.
//! - Run modules: [`Engine::run_module`], [`FileLoader`], [`MemoryLoader`], [`modules::ModuleLoader`]. See `modules.md`.
//! - Give a script a global object of its own: [`Engine::new_realm`]. See `sandboxing.md`.
//!
//! **Exchange values with Rust**
//!
//! - Convert: [`FromJs`] and [`IntoJs`], which can be derived; `Json` through serde. See `values.md`.
//! - Keep values of scripts: [`Object`], [`Array`], [`Function`], [`Promise`], [`Value`] and the rest of [`handles`].
//! - Call a script's function: [`Function::call`]. See `functions.md`.
//! - Give scripts functions: [`Engine::define`], [`Function::new`]. [`host`] holds arguments and results.
//! - Give scripts Rust types: the attribute `#[ferrotape::class]`, or [`Class`] by hand. See `classes.md`.
//! - Wait for futures: [`future::Async`], [`Engine::eval_async`], [`Promise::wait`]. See `async.md`.
//! - Tell errors apart: [`Error::kind`], [`Error::location`], [`Error::stack`]. See `errors.md`.
//!
//! **Run what you do not trust**
//!
//! - Begin with limits of time and memory: [`Engine::untrusted`]. See `sandboxing.md`.
//! - Limit an engine: [`Builder::fuel`], [`Builder::timeout`], [`Builder::memory_limit`]. See `limits.md`.
//! - Limit a call: [`AsContext::with_limits`] with [`Limits`]. End it from elsewhere: [`CancelToken`].
//! - Read files for scripts: [`modules::FileGate`] restricts them to folders.
//! - Find what takes memory: [`Engine::stats`], [`Engine::heap_stats`], [`Object::why_alive`]. See `memory.md`.
//!
//! **Run programs that wait for a tool or a person**
//!
//! - Give scripts a function that you answer later: [`Engine::define_call`] with a [`Call`]. See `programs.md`.
//! - Start a [`Program`], advance the [`Run`], answer its calls: [`Engine::start`], [`Run::advance`], [`Run::answer`].
//! - Limit a run as a whole: [`Run::limit_time`], `Run::limit_answers`. Do no work twice: `PendingCall::key`.
//! - Drive a program without calls to its end: [`Engine::run_program_async`].
//! - Continue in another process: `Run::save` and `Engine::restore_run`. Replay the same answers: `recording`.
//!
//! **Copy and save engines**
//!
//! - Copy an engine that has run: [`Engine::fork`]. See `saving.md`.
//! - Save an engine as bytes: `Engine::snapshot` and `Engine::restore`; [`snapshot::Persist`] for your own types.
//! - Take handles along: [`Engine::fork_with`], `Engine::snapshot_with` and `Engine::restore_with`.
//!
//! **Look inside**
//!
//! - Stop at breakpoints and steps: `debug`. See `debugging.md`.
//! - Print values, give scripts a `console`: `Engine::inspect`, `Engine::define_console`.
//! - See the code of a script: [`Engine::disassemble`]. Choose the machine that runs it: [`Builder::backend`].
//!
//! `recipes.md` has short answers with code, `missing.md` lists what Ferrotape lacks, and `moving.md` lists the
//! corresponding names in other engines.
//!
//! # Modules
//!
//! The most common names are here, and in [`prelude`]. The modules hold the rest, by topic:
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
//! | [`snapshot`] | forked engines, and engines saved as bytes |
//! | [`error`] | the parts of an error |
//! | `profile` | profiles: which functions take a script's work or time |
//! | `coverage` | coverage: which statements, branches and functions ran |
//! | `console` | values formatted for people, and `console` |
//! | `debug` | breakpoints, steps, and inspection at a stop |
//! | `web` | timers, events and other web globals |
//! | `wire` | values as bytes, for bindings |
//! | `seal` | encrypted tokens |
//! | `recording` | recordings of a program's calls and answers, for replay |
//!
//! # Features
//!
//! The language needs none of them. `features.md` also covers WebAssembly.
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `macros` | yes | `#[derive(FromJs, IntoJs)]`, `#[ferrotape::class]`, `#[ferrotape::methods]` |
//! | `inspect` | yes | values formatted for people, thrown ones included, and `console` |
//! | `snapshot` | yes | engines as bytes |
//! | `stack-machine` | yes | the second machine: [`Backend::Stack`] |
//! | `time-zones` | yes | the time zone database on Windows and WebAssembly, which have none |
//! | `bundled-time-zones` | no | the same on every platform; the system's comes first |
//! | `serde` | no | `Json`, which converts Rust types through serde |
//! | `temporal` | no | Temporal: dates, times, zones, durations and their calendars |
//! | `intl` | no | ECMA-402: `Intl`, and locale-sensitive methods |
//! | `web` | no | timers, `structuredClone`, `TextEncoder` and other web globals |
//! | `compression` | no | `web`, with `CompressionStream` and `DecompressionStream` |
//! | `wasm` | no | `web`, with `WebAssembly` |
//! | `crypto` | no | `web`, with `crypto.subtle` |
//! | `encodings` | no | `web`, with all encodings of the Encoding standard |
//! | `wire` | no | values as bytes, for bindings to other languages; recordings of programs, keys and bytes of calls |
//! | `seal` | no | tokens: bytes that are encrypted and authenticated |
//! | `debug` | no | breakpoints and steps, profiles, coverage |
//! | `miette` | no | errors as diagnostics of miette |
//! | `tracing` | no | events for what happens in an engine, and for `console` |
//! | `testing` | no | hooks of the engine's own tests, which may change at any time |

// docs.rs shows at each item which feature it needs.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_docs)]
#![warn(clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod arguments;
mod array;
mod async_loader;
mod bigint;
mod buffer;
mod builder;
mod bytes;
mod calls;
pub mod class;
mod closure;
mod collection;
#[cfg(feature = "inspect")]
pub mod console;
mod context;
pub mod convert;
#[cfg(feature = "debug")]
pub mod coverage;
mod data;
#[cfg(feature = "debug")]
pub mod debug;
pub mod declarations;
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
mod listing;
mod loaders;
pub mod modules;
mod namespace;
mod object;
mod persist;
pub mod prelude;
#[cfg(feature = "debug")]
pub mod profile;
mod program;
mod promise;
mod prompt;
mod realm;
#[cfg(feature = "wire")]
pub mod recording;
mod retention;
mod saved;
pub mod script;
mod script_text;
#[cfg(feature = "seal")]
pub mod seal;
pub mod snapshot;
mod steps;
mod string;
mod symbol;
mod throwing;
mod trace;
mod typescript;
mod unhandled;
mod value;
#[cfg(feature = "web")]
pub mod web;
#[cfg(feature = "wire")]
pub mod wire;

pub use array::Array;
pub use builder::Builder;
pub use calls::{Call, PendingCall};
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
pub use program::{Program, Progress, Run};
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
        GettingStarted = "../../../docs/guide/getting-started.md";
        Values = "../../../docs/guide/values.md";
        Functions = "../../../docs/guide/functions.md";
        Classes = "../../../docs/guide/classes.md";
        Async = "../../../docs/guide/async.md";
        Modules = "../../../docs/guide/modules.md";
        TypeScript = "../../../docs/guide/typescript.md";
        Scripts = "../../../docs/guide/scripts.md";
        Errors = "../../../docs/guide/errors.md";
        Limits = "../../../docs/guide/limits.md";
        Memory = "../../../docs/guide/memory.md";
        Saving = "../../../docs/guide/saving.md";
        Programs = "../../../docs/guide/programs.md";
        Sandboxing = "../../../docs/guide/sandboxing.md";
        Moving = "../../../docs/guide/moving.md";
        Recipes = "../../../docs/guide/recipes.md";
    }

    #[cfg(feature = "debug")]
    documents! {
        Debugging = "../../../docs/guide/debugging.md";
        Profiling = "../../../docs/guide/profiling.md";
    }

    #[cfg(feature = "web")]
    documents! {
        Web = "../../../docs/guide/web.md";
        Fetch = "../../../docs/guide/fetch.md";
    }

    #[cfg(feature = "wasm")]
    documents! {
        Wasm = "../../../docs/guide/wasm.md";
    }
}

/// Examples of the macros, which are tested here.
#[cfg(all(doctest, feature = "macros"))]
mod macro_examples {
    #[doc = include_str!("../../macros/docs/FromJs.md")]
    struct _FromJs;
    #[doc = include_str!("../../macros/docs/IntoJs.md")]
    struct _IntoJs;
    #[doc = include_str!("../../macros/docs/class.md")]
    struct _Class;
    #[doc = include_str!("../../macros/docs/methods.md")]
    struct _Methods;
}
