//! The runtime's part of the stack machine: its stacks and registers, which generators save and collections trace. The
//! machine itself is a crate of its own, above this one.

pub mod state;

pub use state::operations::*;
