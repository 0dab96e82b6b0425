//! Steps: how far code runs from a stop.
//!
//! A step counts frames, and ends where a statement begins. A function that returns makes a step over it one out of it: what
//! comes next is a statement of its caller, or the next function that a native one calls. A frame that can wait is identified by
//! its activation, wherever it continues.

mod operations;

use crate::code::debugging::{ENDS_FINALLY, LEAVES, STATEMENT, SUSPENDS, TAIL};
use crate::heap::ObjectId;

/// Goal of the running code.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// A breakpoint.
    Run,
    /// The next statement, wherever it is.
    In,
    /// The next statement of that frame, or of one around it.
    Over { from: Place },
    /// A statement around that frame.
    Out { from: Place },
    /// A statement around a frame that returns, or, unless the step is one out of a plain function, of the next function that a
    /// native one calls. A frame that can wait may go on: a `finally` comes before its end.
    Leaving { from: Place, is_out: bool },
    /// A statement of the activation after it has waited, or one around it if it ends before.
    Awaited { activation: ObjectId, has_waited: bool },
}

/// A frame: as deep as it is, or its activation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    depth: usize,
    activation: Option<ObjectId>,
}

impl Step {
    /// The bits of cells at which it has to look.
    pub fn wanted(self) -> u8 {
        match self {
            Step::Run => 0,
            Step::In | Step::Leaving { .. } => STATEMENT,
            Step::Over { .. } => STATEMENT | LEAVES | ENDS_FINALLY | TAIL,
            Step::Out { .. } => STATEMENT | LEAVES | ENDS_FINALLY,
            Step::Awaited { .. } => STATEMENT | SUSPENDS | LEAVES,
        }
    }
}
