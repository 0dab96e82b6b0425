//! Letting events happen, with the jobs that they leave.

use ferrotape_budget::Termination;

use super::{Events, Patience};
use crate::error::{Completion, Throw};
use crate::finalization;
use crate::jobs;
use crate::promise;
use crate::stopped;
use crate::vm::Vm;

/// Lets all events happen, and runs the jobs that they leave, until neither is left, or something went wrong that
/// nobody handles ([`crate::promise::has_unhandled`]). Call it while no code runs; otherwise it does nothing.
pub fn run_events(vm: &mut Vm) -> Completion<()> {
    while !promise::has_unhandled(vm) && run_event(vm, Patience::Sleep)? {
        jobs::run_jobs(vm)?;
    }
    Ok(())
}

/// Lets one event happen; returns whether there was anything to do. The caller runs the jobs that it leaves.
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

fn end_events<T>(vm: &mut Vm, termination: Termination) -> Completion<T> {
    stopped::note_termination(vm, termination);
    jobs::forget_jobs(vm);
    Err(termination.into())
}
