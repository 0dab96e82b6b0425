//! Events of the host, mostly timers, which happen when no job is left. The engine knows only when to check for them,
//! and that a program is not over while an event can come.

mod operations;

pub use operations::*;

use std::time::Duration;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::value::Value;
use crate::vm::Vm;

/// Behaviour while no event is due.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Wait for nothing: the host waits in its own way.
    None,
    /// Move a clock that the host turns to the next event.
    Move,
    /// Move such a clock, or wait for a real one, some milliseconds at most.
    Sleep,
}

/// Source of events.
#[derive(Copy, Clone)]
pub struct Events {
    /// The object with their state. The engine keeps it alive.
    pub source: ObjectId,
    /// Lets the next event happen, or waits for one as `Patience` says; false if there is nothing to do. Exceptions of
    /// an event go to [`crate::promise::report_exception`].
    pub turn: fn(&mut Vm, ObjectId, Patience) -> Completion<bool>,
    /// Tells the script of rejected promises that nobody handles, once no job is left.
    pub rejected: fn(&mut Vm) -> Completion<()>,
    /// Reports an exception of a job that is no reaction, HTML 8.1.4: to listeners, and to the host what they leave.
    pub report: fn(&mut Vm, Value) -> Completion<()>,
    /// Time until the next event, for sources that go by real time; none if none is to come.
    pub next: fn(&Vm, ObjectId) -> Option<Duration>,
    /// Returns whether a program is not over before the events to come: some may be such that nobody waits for them.
    pub are_waited_for: fn(&Vm, ObjectId) -> bool,
    /// Forgets the events to come, as jobs are forgotten, when a limit has ended the run.
    pub forget: fn(&mut Vm, ObjectId),
}

/// Sets the source that the engine asks for events once no job is left: [`run_events`].
pub fn set_events(vm: &mut Vm, events: Option<Events>) {
    vm.agent.events = events;
}

pub fn events(vm: &Vm) -> Option<Events> {
    vm.agent.events
}

/// Time until the next event; none if none can come, or its time is unknown.
pub fn next_event(vm: &Vm) -> Option<Duration> {
    let Events { source, next, .. } = vm.agent.events?;
    next(vm, source)
}

/// Returns whether an event is to come before which a program is not over.
pub fn is_event_waited_for(vm: &Vm) -> bool {
    vm.agent.events.is_some_and(|Events { source, are_waited_for, .. }| are_waited_for(vm, source))
}
