//! Begin and end of steps, by the frames that run.

use super::{Place, Step};
use crate::code::debugging::{ENDS_FINALLY, LEAVES, SUSPENDS, TAIL};
use crate::debug::{Resume, exceptions};
use crate::generator;
use crate::heap::ObjectId;
use crate::vm::{Frame, Vm};

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

    /// Some of the innermost frames are left by an exception, or by a return that comes from outside. A step in one of those that
    /// can wait ends around it: it will never be known again.
    pub fn leave(&mut self, vm: &Vm, left: usize) {
        let (from, is_out) = match *self {
            Step::Over { from } => (from, false),
            Step::Out { from } => (from, true),
            Step::Awaited { activation, .. } => (Place { depth: 0, activation: Some(activation) }, false),
            _ => return,
        };
        let Some(activation) = from.activation else { return };
        let frames = &vm.execution.frames;
        let is_it = |frame: &Frame| frame.kind.is_resumed() && generator::activation_of(vm, frame) == Some(activation);
        if let Some(place) = frames.iter().rposition(is_it).filter(|place| frames.len() - place <= left) {
            *self = Step::Leaving { from: Place { depth: place + 1, ..from }, is_out };
        }
    }

    /// Goes on from an instruction at which the step is done, but which nobody wants to see: to the next statement elsewhere. A
    /// step out stays one, and so does a step over, or behind an `await`, in its own function.
    pub fn pass_over(&mut self, vm: &Vm, cell: u8) {
        *self = match *self {
            over @ Step::Over { from } if from.is_running(vm) => over,
            stays @ (Step::Out { .. } | Step::Leaving { is_out: true, .. } | Step::Awaited { .. }) => stays,
            _ => Step::In,
        };
        self.is_done(vm, cell, false);
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
                } else if from.may_leave(vm, cell) {
                    *self = Step::Leaving { from: Place { depth, ..from }, is_out: false };
                }
                false
            }
            Step::Out { from: Place { activation: None, depth: began } } => is_statement && depth < began,
            Step::Out { from } => {
                if from.may_leave(vm, cell) {
                    *self = Step::Leaving { from: Place { depth, ..from }, is_out: true };
                }
                false
            }
            Step::Leaving { from, is_out } => {
                if !is_statement {
                    return false;
                }
                if from.activation.is_some() && from.is_running(vm) {
                    *self = if is_out { Step::Out { from } } else { Step::Over { from } };
                    return !is_out;
                }
                let is_called_by_native = || vm.execution.frames.last().is_some_and(|frame| frame.kind.is_entry());
                // Who waits for an async function is around it, and goes on as a job.
                let is_job = from.activation.is_some() && from.depth == 1;
                depth < from.depth || (!is_out || is_job) && depth == from.depth && is_called_by_native()
            }
            Step::Awaited { activation, has_waited } => {
                let runs = running_activation(vm) == Some(activation);
                let is_done = has_waited && is_statement && runs;
                if runs && cell & SUSPENDS != 0 {
                    *self = Step::Awaited { activation, has_waited: true };
                } else if runs && cell & LEAVES != 0 && !is_done {
                    let from = Place { depth, activation: Some(activation) };
                    *self = Step::Leaving { from, is_out: false };
                }
                is_done
            }
        }
    }
}

impl Place {
    /// Returns whether the frame of the place is about to be left, at an instruction with this cell. One that can wait is known
    /// wherever it goes on; of others, a `finally` would be taken for what comes behind them.
    fn may_leave(self, vm: &Vm, cell: u8) -> bool {
        let bits = if self.activation.is_some() { LEAVES | ENDS_FINALLY } else { LEAVES };
        cell & bits != 0 && self.is_running(vm) && (self.activation.is_some() || !exceptions::has_finally(vm))
    }

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
