//! What the runtime keeps of the stack machine: its stacks and registers, which are saved with generators and traced by
//! collections, and who is told its steps. The machine itself is a crate of its own, above this one.

pub mod state;
mod trace;

pub use state::operations::*;
pub use trace::{Step, StepObserver, observe_steps};
