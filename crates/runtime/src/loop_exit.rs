//! How a run of a machine's loop ends, and what strikes in a frame.
//!
//! A run begins with a frame that native code has pushed ([`FrameKind::is_entry`]), and ends where that frame ends; or before,
//! where other code goes on, or where it pauses. Whoever adds a way to end a run adds it here, and the compiler asks the rest.
//!
//! [`FrameKind::is_entry`]: crate::vm::FrameKind::is_entry

use std::ops::ControlFlow;

use ferrotape_budget::Termination;

use crate::error::{Completion, Throw};
use crate::value::Value;

/// How a run of a loop ends.
#[derive(Copy, Clone, Debug)]
pub enum LoopExit {
    /// The frame that it began with has given a value.
    Value(Value),
    /// That frame has ended by an exception.
    Thrown(Value),
    /// All frames of the run are gone.
    Terminated(Termination),
    /// A frame is to go on whose code is part of something else.
    OtherCode,
    /// The frames stay where they are until the execution goes on.
    Paused,
    /// The running frame waits for the host, which gives the value of the call that it has made: see [`crate::pending`].
    Call,
}

impl LoopExit {
    /// What native code has of a run that it began.
    pub(crate) fn completion(self) -> Completion<Value> {
        match self {
            LoopExit::Value(value) => Ok(value),
            LoopExit::Thrown(value) => Err(Throw::Exception(value)),
            LoopExit::Terminated(termination) => Err(Throw::Terminated(termination)),
            LoopExit::OtherCode | LoopExit::Paused | LoopExit::Call => {
                debug_assert!(false, "a run within another one ends with its frame");
                Err(Throw::Terminated(Termination::Interrupted))
            }
        }
    }
}

impl From<Throw> for LoopExit {
    fn from(thrown: Throw) -> Self {
        match thrown {
            Throw::Exception(value) => LoopExit::Thrown(value),
            Throw::Terminated(termination) => LoopExit::Terminated(termination),
        }
    }
}

/// What comes of the end of a frame, or of its waiting: the run goes on with the running frame, or it ends.
pub type Left = ControlFlow<LoopExit>;

/// What strikes in the running frame.
#[derive(Copy, Clone, Debug)]
pub enum Abrupt {
    Throw(Throw),
    /// The function ends with the value, as by a `return` where it stands: `finally` blocks are run, `catch` blocks are not.
    Return(Value),
}

impl From<Throw> for Abrupt {
    fn from(thrown: Throw) -> Self {
        Abrupt::Throw(thrown)
    }
}
