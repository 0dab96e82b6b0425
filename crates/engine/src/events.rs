//! What happens in the world of the host when no job is left: timers, mostly. The engine knows nothing of it but when it is
//! the time to look for it, and that a program is not over as long as there is something to come.

use ferrotape_budget::Termination;

use crate::error::{Completion, Throw};
use crate::heap::ObjectId;
use crate::vm::Vm;

/// Where events come from.
#[derive(Copy, Clone)]
pub struct Events {
    /// The object that has their state. The engine keeps it alive.
    pub source: ObjectId,
    /// Lets the next event happen, or sleeps for some milliseconds at most until there is one; false where none is to come.
    /// What an event throws is for [`Vm::report_exception`].
    pub turn: fn(&mut Vm, ObjectId) -> Completion<bool>,
    /// A limit has ended the run: what was to come is forgotten, as jobs are.
    pub forget: fn(&mut Vm, ObjectId),
}

impl Vm {
    /// Where the engine looks for events once no job is left: [`Vm::run_events`].
    pub fn set_events(&mut self, events: Option<Events>) {
        self.events = events;
    }

    pub fn events(&self) -> Option<Events> {
        self.events
    }

    /// Lets all events happen that are to come, and runs the jobs that they leave, until neither is left, or something went wrong
    /// that nobody handles ([`Vm::has_unhandled`]). To be called while no code runs; else it does nothing.
    pub fn run_events(&mut self) -> Completion<()> {
        while !self.has_unhandled() && self.run_event()? {
            self.run_jobs()?;
        }
        Ok(())
    }

    /// Lets the next event happen, or waits for it a while; false where none is to come. The jobs that it leaves are for the
    /// caller to run.
    pub fn run_event(&mut self) -> Completion<bool> {
        let Some(Events { source, turn, .. }) = self.events.filter(|_| self.frames.is_empty()) else {
            return Ok(false);
        };
        self.heap.clear_kept_objects();
        let mark = self.kept_mark();
        let turned = turn(self, source);
        self.release_kept(mark);
        match turned {
            Err(Throw::Exception(exception)) => self.report_exception(exception).map(|()| true),
            Err(Throw::Return(_)) => Ok(true),
            Err(Throw::Terminated(termination)) => self.end_events(termination),
            turned => turned,
        }
    }

    fn end_events<T>(&mut self, termination: Termination) -> Completion<T> {
        self.note_termination(termination);
        self.forget_jobs();
        Err(termination.into())
    }
}
