//! Promises, ECMA-262 27.2: their states, reactions and capabilities, and unhandled rejections. Their functions for
//! scripts are in `crates/builtins`.
//!
//! A capability whose resolving functions no script can reach is just its promise ([`Capability::Promise`]).

pub mod operations;

pub use operations::*;

use crate::heap::ObjectId;
use crate::value::Value;

pub use ferrotape_heap::promise::Reaction;
pub use ferrotape_heap::promise::{Capability, Promise, PromiseState, read_function, read_handler, read_promise};

/// A failure that was noted, with the async context of the code that has failed: who is told of it has that context.
#[derive(Copy, Clone)]
pub struct Noted {
    pub failure: Unhandled,
    pub context: Value,
}

impl Noted {
    /// Values that it keeps alive.
    pub fn values(&self) -> [Value; 2] {
        [self.failure.value(), self.context]
    }
}

/// Unhandled failure.
#[derive(Copy, Clone)]
pub enum Unhandled {
    /// A rejected promise, which may still be handled.
    Rejection(ObjectId),
    /// A rejected promise that the script was told of by an event, which it did not cancel.
    Told(ObjectId),
    /// A rejected promise that is handled now, after somebody was told that nobody does.
    Late(ObjectId),
    /// An exception of a job.
    Exception(Value),
}

impl Unhandled {
    pub fn value(&self) -> Value {
        match *self {
            Unhandled::Rejection(promise) | Unhandled::Told(promise) | Unhandled::Late(promise) => {
                Value::object(promise)
            }
            Unhandled::Exception(value) => value,
        }
    }
}
