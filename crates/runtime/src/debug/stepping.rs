//! Steps: how far code goes on from a stop.
//!
//! A step counts frames, and ends where a statement begins. A function that returns makes a step over it one out of it:
//! what comes next is a statement of its caller, or the next function that a native one calls. A frame that can wait is
//! known by its activation, wherever it goes on.

use crate::code::debugging::{LEAVES, STATEMENT, SUSPENDS, TAIL};
use crate::debug::Resume;
use crate::generator;
use crate::heap::ObjectId;
use crate::vm::Vm;

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
    /// A statement around a frame that returns, or of the next function that a native one calls.
    Leaving { depth: usize },
    /// A statement of the activation after it has waited.
    Awaited { activation: ObjectId, has_waited: bool },
}

/// A frame: as deep as it is, or its activation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    depth: usize,
    activation: Option<ObjectId>,
}

impl Step {
    /// Begins the step from the running frame.
    pub fn begin(vm: &Vm, resume: Resume) -> Step {
        let from = Place { depth: vm.execution.frames.len(), activation: running_activation(vm) };
        match resume {
            Resume::Run | Resume::End => Step::Run,
            // The others are what goes on where nothing else can be done.
            Resume::In | Resume::Restart(_) | Resume::BackIn | Resume::BackOver | Resume::BackRun => Step::In,
            Resume::Over => Step::Over { from },
            Resume::Out => Step::Out { from },
            Resume::ToAwait => match from.activation {
                Some(activation) => Step::Awaited { activation, has_waited: false },
                None => Step::Over { from },
            },
        }
    }

    /// The bits of cells at which it has to look.
    pub fn wanted(self) -> u8 {
        match self {
            Step::Run => 0,
            Step::In | Step::Leaving { .. } => STATEMENT,
            Step::Over { .. } => STATEMENT | LEAVES | TAIL,
            Step::Out { .. } => STATEMENT | LEAVES,
            Step::Awaited { .. } => STATEMENT | SUSPENDS,
        }
    }

    /// Returns whether the step is done before an instruction with this cell.
    pub fn is_done(&mut self, vm: &Vm, cell: u8, is_statement: bool) -> bool {
        let depth = vm.execution.frames.len();
        match *self {
            Step::Run => false,
            Step::In => is_statement,
            Step::Over { from } => {
                if is_statement && from.is_running_or_left(vm) {
                    return true;
                }
                if from.is_running(vm) && cell & TAIL != 0 {
                    *self = Step::Out { from: Place { depth, activation: None } };
                } else if from.is_running(vm) && cell & LEAVES != 0 {
                    *self = Step::Leaving { depth };
                }
                false
            }
            Step::Out { from: Place { activation: None, depth: began } } => is_statement && depth < began,
            Step::Out { from } => {
                if cell & LEAVES != 0 && from.is_running(vm) {
                    *self = Step::Out { from: Place { depth, activation: None } };
                }
                false
            }
            Step::Leaving { depth: left } => {
                let is_called_by_native = || vm.execution.frames.last().is_some_and(|frame| frame.kind.is_entry());
                is_statement && (depth < left || depth == left && is_called_by_native())
            }
            Step::Awaited { activation, has_waited } => {
                let runs = running_activation(vm) == Some(activation);
                if runs && cell & SUSPENDS != 0 {
                    *self = Step::Awaited { activation, has_waited: true };
                }
                has_waited && is_statement && runs
            }
        }
    }
}

impl Place {
    /// Returns whether the running frame is the one of the place.
    fn is_running(self, vm: &Vm) -> bool {
        match self.activation {
            Some(activation) => running_activation(vm) == Some(activation),
            None => vm.execution.frames.len() == self.depth,
        }
    }

    /// Returns whether the running frame is the one of the place, or around it. Nothing is around one that waits: what
    /// runs meanwhile has nothing to do with it.
    fn is_running_or_left(self, vm: &Vm) -> bool {
        match self.activation {
            Some(_) => self.is_running(vm),
            None => vm.execution.frames.len() <= self.depth,
        }
    }
}

/// The activation of the running frame, if it is one that can wait.
fn running_activation(vm: &Vm) -> Option<ObjectId> {
    let frame = vm.execution.frames.last().filter(|frame| frame.kind.is_resumed())?;
    generator::activation_of(vm, frame)
}
