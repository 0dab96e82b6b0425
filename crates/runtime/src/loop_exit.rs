//! Ends of a run of a machine's loop, and abrupt completions that strike in a frame.
//!
//! A run begins with a frame that native code has pushed ([`FrameKind::is_entry`]), and ends with that frame. It ends earlier if
//! other code continues, or if it pauses. To add a way to end a run, add it here; the compiler asks for the rest.
//!
//! [`FrameKind::is_entry`]: crate::vm::FrameKind::is_entry

use std::ops::ControlFlow;

use ferrotape_budget::Termination;

use crate::error::{Completion, Throw};
use crate::value::Value;

/// End of a run of a loop.
#[derive(Copy, Clone, Debug)]
pub enum LoopExit {
    /// The entry frame has returned a value.
    Value(Value),
    /// The entry frame has ended by an exception, or all frames of the run are gone, as a limit was reached.
    Thrown(Throw),
    /// The next frame belongs to another set of code.
    OtherCode,
    /// The frames stay where they are until the execution goes on.
    Paused,
    /// The running frame waits for the host, which gives the value of the call that it has made: see [`crate::pending`].
    Call,
}

const _: () = assert!(size_of::<LoopExit>() == 16, "loops return it in registers");

impl LoopExit {
    /// The run's completion for the native code that began it.
    pub(crate) fn completion(self) -> Completion<Value> {
        match self {
            LoopExit::Value(value) => Ok(value),
            LoopExit::Thrown(thrown) => Err(thrown),
            LoopExit::OtherCode | LoopExit::Paused | LoopExit::Call => {
                debug_assert!(false, "a run within another one ends with its frame");
                Err(Throw::Terminated(Termination::Interrupted))
            }
        }
    }
}

impl From<Throw> for LoopExit {
    fn from(thrown: Throw) -> Self {
        LoopExit::Thrown(thrown)
    }
}

/// The outcome of the end of a frame, or of its waiting: the run continues with the running frame, or it ends.
pub type Left = ControlFlow<LoopExit>;

/// Outcome of a call.
pub enum Entered {
    /// A frame was pushed: the loop goes on with it.
    Frame,
    /// Native code has returned this.
    Value(Value),
    /// The running frame ends with the value, as by a `return` at that place: it was resumed for that, or has nobody to
    /// pass the value on to.
    Return(Value),
    /// The run of the loop ends.
    Exit(LoopExit),
}

/// Abrupt completion that strikes in the running frame.
#[derive(Copy, Clone, Debug)]
pub enum Abrupt {
    Throw(Throw),
    /// The function ends with the value, as by a `return` at that place: `finally` blocks run, `catch` blocks do not.
    Return(Value),
}

impl From<Throw> for Abrupt {
    fn from(thrown: Throw) -> Self {
        Abrupt::Throw(thrown)
    }
}
