//! Host futures as promises of scripts, and promises as futures of the host. There is no executor: any code that
//! polls a [`Driven`] is one.
//!
//! ```text
//! a closure returns a future ──> tasks (of the engine) ──> polled in a turn ──> its promise is settled in that turn
//! Engine::eval_async, Promise::wait … ──> Driven: each poll is a run: jobs, woken futures, due timers
//! Promise::future ──> a host reaction ──> Outcome: a future that belongs to no turn, for host futures
//! timers of the real clock ──> alarm: one thread wakes all sleepers, or the host's own sleep
//! ```
//!
//! Invariants:
//!
//! - A future is polled while nothing of the engine runs, so it cannot use the engine.
//! - A future counts against the memory limit from its beginning to its end.
//! - Waking a future is a note in a queue that outlives the engine.
//! - A future that panics while it is polled or dropped rejects its promise at most.

mod alarm;
mod driven;
mod outcome;
mod promised;
mod tasks;

pub(crate) use driven::OnUnhandled;
#[cfg(feature = "wire")]
pub(crate) use driven::block_on;
pub use driven::{Driven, Measured};
#[cfg(feature = "web")]
pub(crate) use driven::{end_at_exception, tell_unhandled};
pub use outcome::Outcome;
pub(crate) use promised::reject;
pub use promised::{Async, IntoAsyncMethod, Promised};
pub(crate) use tasks::{Sleep, Tasks};
