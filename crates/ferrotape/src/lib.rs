//! Ferrotape: an embeddable ECMAScript engine in safe Rust, for scripts that you do not trust.
//!
//! ```
//! use ferrotape::{Engine, Value};
//!
//! let mut engine = Engine::builder().fuel(1_000_000).memory_limit(16 << 20).build()?;
//! engine.define_function("twice", 1, |call| {
//!     let number = call.to_number(&call.argument(0))?;
//!     Ok(Value::Number(number * 2.0))
//! })?;
//! let result = engine.run("example.js", "var x = twice(20) + 2; x")?;
//! assert_eq!(result, Value::Number(42.0));
//!
//! // Whatever a script does, it ends, and the engine stays usable.
//! let stopped = engine.run("endless.js", "for (;;) {}").unwrap_err();
//! assert!(stopped.is_termination());
//! engine.set_fuel(None);
//! assert_eq!(engine.run("again.js", "1 + 1")?, Value::Number(2.0));
//! # Ok::<(), ferrotape::Error>(())
//! ```
//!
//! An [`Engine`] has a global object, a heap and limits of its own. It is not `Send`; make one per thread. What a script
//! gives is a [`Value`]: primitives are copied, objects are kept alive by the handle. Errors are [`Error`]: an exception of
//! the script with its stack, an early error with its position, or the limit that ended the run.

mod buffer;
mod call;
mod engine;
mod error;
mod modules;
mod realm;
mod script_text;
mod value;
#[cfg(feature = "web")]
mod web;

pub use buffer::SharedMemory;
pub use call::Call;
pub use engine::{Builder, Engine, Stats};
pub use error::{Error, ErrorKind, Location, StackEntry};
pub use ferrotape_budget::{Interrupter, Termination};
pub use ferrotape_compiler::Backend;
pub use ferrotape_engine::module::ModuleLoader;
pub use ferrotape_engine::{Step, TailCalls};
pub use modules::{FileLoader, MemoryLoader};
pub use realm::Realm;
pub use script_text::ScriptText;
pub use value::{Object, Value};
#[cfg(feature = "web")]
pub use web::{TimerClock, Web};

/// The example in the README is a test too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
