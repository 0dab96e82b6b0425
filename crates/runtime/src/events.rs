//! What happens in the world of the host when no job is left: timers, mostly. The engine knows nothing of it but when it is
//! the time to look for it, and that a program is not over as long as there is something to come.

use std::time::Duration;

use ferrotape_budget::Termination;

use crate::error::{Completion, Throw};
use crate::finalization;
use crate::heap::ObjectId;
use crate::jobs;
use crate::promise;
use crate::stopped;
use crate::vm::Vm;

/// What is done where no event is due.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Nothing: the host waits in its own way.
    None,
    /// A clock that the host turns is moved to the next event.
    Move,
    /// That, and a real clock is waited for, some milliseconds at most.
    Sleep,
}

/// Where events come from.
#[derive(Copy, Clone)]
pub struct Events {
    /// The object that has their state. The engine keeps it alive.
    pub source: ObjectId,
    /// Lets the next event happen, or does what patience says until there is one; false where there is nothing to be done.
    /// What an event throws is for [`crate::promise::report_exception`].
    pub turn: fn(&mut Vm, ObjectId, Patience) -> Completion<bool>,
    /// How long it is until the next event, of sources that go by the real time; none where none is to come.
    pub next: fn(&Vm, ObjectId) -> Option<Duration>,
    /// A limit has ended the run: what was to come is forgotten, as jobs are.
    pub forget: fn(&mut Vm, ObjectId),
}

/// Where the engine looks for events once no job is left: [`run_events`].
pub fn set_events(vm: &mut Vm, events: Option<Events>) {
    vm.agent.events = events;
}

pub fn events(vm: &Vm) -> Option<Events> {
    vm.agent.events
}

/// Lets all events happen that are to come, and runs the jobs that they leave, until neither is left, or something went wrong
/// that nobody handles ([`crate::promise::has_unhandled`]). To be called while no code runs; else it does nothing.
pub fn run_events(vm: &mut Vm) -> Completion<()> {
    while !promise::has_unhandled(vm) && run_event(vm, Patience::Sleep)? {
        jobs::run_jobs(vm)?;
    }
    Ok(())
}

/// Lets one event happen. Was there anything to be done? The jobs that it leaves are for the caller to run.
pub fn run_event(vm: &mut Vm, patience: Patience) -> Completion<bool> {
    let Some(Events { source, turn, .. }) = vm.agent.events.filter(|_| vm.execution.frames.is_empty()) else {
        return Ok(false);
    };
    finalization::clear_kept_objects(&mut vm.heap);
    let vm = &mut vm.scope();
    let turned = turn(vm, source, patience);
    match turned {
        Err(Throw::Exception(exception)) => promise::report_exception(vm, exception).map(|()| true),
        Err(Throw::Terminated(termination)) => end_events(vm, termination),
        turned => turned,
    }
}

/// How long it is until the next event; none where none is to come, or nobody knows when.
pub fn next_event(vm: &Vm) -> Option<Duration> {
    let Events { source, next, .. } = vm.agent.events?;
    next(vm, source)
}

fn end_events<T>(vm: &mut Vm, termination: Termination) -> Completion<T> {
    stopped::note_termination(vm, termination);
    jobs::forget_jobs(vm);
    Err(termination.into())
}
