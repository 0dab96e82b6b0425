//! The runtime's part of the stack machine: its stacks and registers, which generators save and collections trace, and
//! the observer of its steps. The machine itself is a crate of its own, above this one.

pub mod state;
mod trace;

pub use state::operations::*;
pub use trace::{Step, StepObserver, observe_steps};
