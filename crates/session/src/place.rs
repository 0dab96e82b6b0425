//! Place of an operation: an engine from outside, or the inside of a run, for a function that a script has called.

use std::sync::Arc;

use ferrotape::{Context, Error};

use crate::calls::Operation;
use crate::fault::{self, Failure};
use crate::host::{answered, request};
use crate::slot::Slot;
use crate::values::Values;
use crate::{Shell, Status, options};

pub(crate) const BUSY: &str = "the engine is running: that has to wait until it has ended";

/// Place of an operation.
pub(crate) enum Place<'a, 'js> {
    Slot(&'a mut Slot),
    Inside(&'a mut Context<'js>),
}

impl Place<'_, '_> {
    /// Works in the engine: see [`Slot::enter`].
    pub fn enter<R>(&mut self, work: impl for<'b> FnOnce(&mut Context<'b>) -> Result<R, Error>) -> Result<R, Failure> {
        match self {
            Place::Slot(slot) => slot.enter(work),
            Place::Inside(cx) => Ok(work(cx)?),
        }
    }

    /// Works in the engine, and runs jobs where no script is waiting: see [`Slot::run`].
    pub fn run<R>(&mut self, work: impl for<'b> FnOnce(&mut Context<'b>) -> Result<R, Error>) -> Result<R, Failure> {
        match self {
            Place::Slot(slot) => slot.run(work),
            Place::Inside(cx) => Ok(work(cx)?),
        }
    }

    /// Returns the engine, which must not be running.
    pub fn slot(&mut self) -> Result<&mut Slot, Failure> {
        match self {
            Place::Slot(slot) => Ok(slot),
            Place::Inside(_) => Err(Failure::usage(BUSY)),
        }
    }

    /// Fails for a source text that is too long.
    pub fn check_source(&mut self, text: &str) -> Result<(), Failure> {
        let most = match self {
            Place::Slot(slot) => return slot.options.check_source(text),
            Place::Inside(cx) => Values::of(cx)?.source,
        };
        options::check_source(most, text)
    }
}

/// An engine while it waits for a function of the host: the function may use it by this.
pub struct Inside<'a, 'js> {
    cx: &'a mut Context<'js>,
    shell: &'a Arc<dyn Shell>,
}

impl<'a, 'js> Inside<'a, 'js> {
    pub(crate) fn new(cx: &'a mut Context<'js>, shell: &'a Arc<dyn Shell>) -> Self {
        Inside { cx, shell }
    }

    /// Performs an operation in the engine, as [`Host::call`](crate::Host::call). The limits of the run hold. Operations on
    /// programs and on the whole engine are refused.
    pub fn call(&mut self, op: u32, input: &[u8], output: &mut Vec<u8>) -> Status {
        output.clear();
        let performed = self.performed(op, input, output);
        answered(performed, output, |error| fault::thrown(self.cx, self.shell, error))
    }

    fn performed(&mut self, op: u32, input: &[u8], output: &mut Vec<u8>) -> Result<Status, Failure> {
        let (op, items, rest) = request(op, input)?;
        Operation { place: Place::Inside(self.cx), shell: self.shell, items, rest, output }.performed(op)
    }
}
