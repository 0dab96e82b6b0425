//! Abrupt completions of operations, and the errors that the engine itself throws.

mod operations;

use ferrotape_budget::Termination;

use crate::value::Value;

pub use ferrotape_heap::error::{
    AsyncCaller, CallNames, CodePlace, EarlyPlace, ErrorData, HostError, NamesOfStack, PlacedNote, StackEntry, entry_in,
};

/// An abrupt completion: an exception that script may catch, or a termination that it cannot.
#[derive(Copy, Clone, Debug)]
pub enum Throw {
    Exception(Value),
    /// The end of the run.
    Terminated(Termination),
}

impl From<Termination> for Throw {
    fn from(termination: Termination) -> Self {
        Throw::Terminated(termination)
    }
}

/// The result of an operation of the specification: `?` is the specification's `?`.
pub type Completion<T> = Result<T, Throw>;

/// Most frames that a stack trace shows.
pub const MAX_STACK_ENTRIES: usize = 32;
