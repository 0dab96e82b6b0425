//! Enqueueing and running of jobs.

use std::collections::VecDeque;

use ferrotape_budget::costs::allocation_bytes;

use crate::buffer::waiting;
use crate::debug;
use crate::error::{Completion, Throw};
use crate::finalization;
use crate::jobs::{Job, JobQueue, PIECE, Queued};
use crate::module;
use crate::promise;
use crate::stopped;
use crate::value::Value;
use crate::vm::Vm;
use crate::watch;

/// Jobs that run between two checks for expired waits of Atomics.waitAsync.
const JOBS_BETWEEN_WAITERS: u64 = 64;

/// HostEnqueuePromiseJob, ECMA-262 9.5.5. The async context of the running code goes with the job.
pub fn enqueue_job(vm: &mut Vm, job: Job) -> Completion<()> {
    let context = vm.agent.async_context;
    enqueue(vm, Queued { job, context })
}

/// Enqueues a job with its async context.
pub fn enqueue(vm: &mut Vm, job: Queued) -> Completion<()> {
    if vm.agent.jobs.is_full() {
        vm.heap.take(piece_bytes())?;
        vm.agent.jobs.pieces.push_back(VecDeque::with_capacity(PIECE));
    }
    if let Some(piece) = vm.agent.jobs.pieces.back_mut() {
        piece.push_back(job);
    }
    Ok(())
}

/// Enqueues a call of a function, in its turn among all jobs. Its exceptions are reported like unhandled rejections.
pub fn enqueue_callback(vm: &mut Vm, callback: Value) -> Completion<()> {
    enqueue_job(vm, Job::Callback(callback))
}

/// Enqueues a call of a function before all present jobs; while jobs run, behind them. Returns which. Extension: for
/// Node's `process.nextTick`.
pub fn enqueue_first(vm: &mut Vm, callback: Value) -> Completion<bool> {
    if vm.agent.jobs.is_running {
        enqueue_callback(vm, callback)?;
        return Ok(true);
    }
    enqueue_next(vm, callback).map(|()| false)
}

/// Enqueues a call of a function as the next job.
pub fn enqueue_next(vm: &mut Vm, callback: Value) -> Completion<()> {
    let context = vm.agent.async_context;
    if vm.agent.jobs.is_full_in_front() {
        vm.heap.take(piece_bytes())?;
        vm.agent.jobs.pieces.push_front(VecDeque::with_capacity(PIECE));
    }
    if let Some(piece) = vm.agent.jobs.pieces.front_mut() {
        piece.push_front(Queued { job: Job::Callback(callback), context });
    }
    Ok(())
}

/// Takes the first job, whose context is that of the code from now on.
fn take_job(vm: &mut Vm) -> Option<Job> {
    let piece = vm.agent.jobs.pieces.front_mut()?;
    let taken = piece.pop_front();
    // The last piece serves the jobs to come: a chain of promises has one at a time.
    if piece.is_empty() && vm.agent.jobs.pieces.len() > 1 {
        drop_piece(vm);
    }
    let Queued { job, context } = taken?;
    vm.agent.async_context = context;
    Some(job)
}

fn drop_piece(vm: &mut Vm) {
    if vm.agent.jobs.pieces.pop_front().is_some() {
        vm.heap.budget.resized(piece_bytes(), 0);
    }
}

/// Returns whether there are jobs to run.
pub fn has_jobs(vm: &Vm) -> bool {
    !vm.agent.jobs.is_empty() || finalization::has_cleanups(&vm.heap)
}

/// Runs jobs until none is left, including those that jobs leave. A limit ends it earlier: then the remaining jobs are
/// forgotten, as the rest of a script is. With [`exceptions_first`](crate::vm::Options::exceptions_first), an exception
/// ends it as well, until the host has taken that. Call it while no code runs; otherwise it does nothing.
pub fn run_jobs(vm: &mut Vm) -> Completion<()> {
    if !vm.execution.frames.is_empty() {
        return Ok(());
    }
    let result = run_all_jobs(vm);
    if let Err(Throw::Terminated(termination)) = result {
        stopped::note_termination(vm, termination);
        forget_jobs(vm);
    }
    result
}

/// Drops all that could still begin to run: jobs, events, asynchronous waiters, cleanups, and rejections not yet
/// reported.
pub(crate) fn forget_jobs(vm: &mut Vm) {
    if let Some(events) = vm.agent.events {
        (events.forget)(vm, events.source);
    }
    let bytes = vm.agent.jobs.pieces.len() * piece_bytes();
    vm.agent.jobs = JobQueue::default();
    vm.agent.async_context = Value::UNDEFINED;
    waiting::forget_waiters(vm);
    vm.agent.unhandled = Vec::new();
    finalization::forget_all_cleanups(&mut vm.heap);
    vm.heap.budget.resized(bytes, 0);
}

/// Runs jobs until there are none, unless the host is to be told of something before.
fn run_all_jobs(vm: &mut Vm) -> Completion<()> {
    if waits_for_host(vm) {
        return Ok(());
    }
    run_queue(vm)?;
    while !waits_for_host(vm)
        && (waiting::settle_waiters(vm)? || tells_of_rejections(vm)?)
        && !vm.heap.budget.is_pause_due()
    {
        run_queue(vm)?;
    }
    Ok(())
}

/// Returns whether no job may run before the host has taken an exception.
pub(crate) fn waits_for_host(vm: &Vm) -> bool {
    vm.options.exceptions_first && promise::has_exception(vm)
}

/// Tells the script of rejected promises. Returns whether that has left jobs.
pub(crate) fn tells_of_rejections(vm: &mut Vm) -> Completion<bool> {
    match vm.agent.events {
        Some(events) if !vm.agent.unhandled.is_empty() && vm.agent.jobs.is_empty() => {
            (events.rejected)(vm)?;
            Ok(!vm.agent.jobs.is_empty())
        }
        _ => Ok(false),
    }
}

fn run_queue(vm: &mut Vm) -> Completion<()> {
    vm.agent.jobs.is_running = true;
    let result = run_jobs_in_queue(vm);
    vm.agent.jobs.is_running = false;
    result
}

/// Runs jobs until the queue is empty or a pause is due. An exception that escapes a job is noted, not thrown.
fn run_jobs_in_queue(vm: &mut Vm) -> Completion<()> {
    for turn in 1u64.. {
        // A queue that never gets empty keeps nobody waiting.
        if turn % JOBS_BETWEEN_WAITERS == 0 {
            waiting::settle_waiters(vm)?;
        }
        if watch::is_on(vm) {
            debug::between_jobs(vm);
            module::run_due_body(vm)?;
        }
        let Some(job) = next_job(vm)? else {
            drop_piece(vm);
            break;
        };
        finalization::clear_kept_objects(&mut vm.heap);
        let vm = &mut vm.scope();
        let kept = &mut vm.execution.kept;
        job.trace(&mut |value| kept.push(value));
        let result = run_job(vm, job);
        let mut has_thrown = false;
        match result {
            // A callback has thrown, or a capability of the script's own.
            Err(Throw::Exception(value)) => {
                promise::report_error(vm, value)?;
                has_thrown = true;
            }
            result => result?,
        }
        // The host goes on with the others.
        if has_thrown && waits_for_host(vm) || vm.heap.budget.is_pause_due() {
            break;
        }
    }
    Ok(())
}

pub(crate) fn next_job(vm: &mut Vm) -> Completion<Option<Job>> {
    if let Some(job) = take_job(vm) {
        return Ok(Some(job));
    }
    vm.agent.async_context = Value::UNDEFINED;
    let cleanup = finalization::next_cleanup(&mut vm.heap)?;
    Ok(cleanup.map(|[callback, held]| Job::Cleanup { callback, held }))
}

fn run_job(vm: &mut Vm, job: Job) -> Completion<()> {
    spend_for_job(vm)?;
    do_job(vm, job)
}

/// A job is work, and a safepoint where it is time for one: what it holds is kept.
pub(crate) fn spend_for_job(vm: &mut Vm) -> Completion<()> {
    if vm.heap.budget.spend(1) { vm.safepoint() } else { Ok(()) }
}

/// Notes whether a job runs, in the queue of whoever runs jobs one by one.
pub(crate) fn set_running(vm: &mut Vm, is_running: bool) {
    vm.agent.jobs.is_running = is_running;
}

/// Runs a job within a run of its own.
pub(crate) fn do_job(vm: &mut Vm, job: Job) -> Completion<()> {
    match job {
        Job::Reaction { capability, handler, argument, is_rejection } => {
            promise::run_reaction(vm, capability, handler, argument, is_rejection)
        }
        Job::Cleanup { callback, held } => vm.call(callback, Value::UNDEFINED, &[held]).map(drop),
        Job::Callback(callback) => vm.call(callback, Value::UNDEFINED, &[]).map(drop),
        Job::Thenable { promise, thenable, then } => promise::run_thenable(vm, promise, thenable, then),
    }
}

fn piece_bytes() -> usize {
    allocation_bytes(PIECE * size_of::<Queued>())
}
