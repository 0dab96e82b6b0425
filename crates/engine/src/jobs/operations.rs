//! Jobs put into the queue, and run.

use std::collections::VecDeque;

use ferrotape_budget::costs::allocation_bytes;

use crate::error::{Completion, Throw};
use crate::jobs::{Job, JobQueue, PIECE};
use crate::promise::Unhandled;
use crate::value::Value;
use crate::vm::Vm;

/// Jobs that run before those are looked at whose wait by Atomics.waitAsync is over.
const JOBS_BETWEEN_WAITERS: u64 = 64;

impl Vm {
    /// HostEnqueuePromiseJob, ECMA-262 9.5.5
    pub(crate) fn enqueue_job(&mut self, job: Job) -> Completion<()> {
        if self.jobs.is_full() {
            self.heap.charge(piece_bytes())?;
            self.jobs.pieces.push_back(VecDeque::with_capacity(PIECE));
        }
        if let Some(piece) = self.jobs.pieces.back_mut() {
            piece.push_back(job);
        }
        Ok(())
    }

    /// Has a function called by a job, in its turn among all others. What it throws is told like rejections that nobody handles.
    pub fn enqueue_callback(&mut self, callback: Value) -> Completion<()> {
        self.enqueue_job(Job::Callback(callback))
    }

    fn take_job(&mut self) -> Option<Job> {
        let piece = self.jobs.pieces.front_mut()?;
        let job = piece.pop_front();
        // The last piece serves the jobs to come: a chain of promises has one at a time.
        if piece.is_empty() && self.jobs.pieces.len() > 1 {
            self.drop_piece();
        }
        job
    }

    fn drop_piece(&mut self) {
        if self.jobs.pieces.pop_front().is_some() {
            self.heap.budget.release(piece_bytes());
        }
    }

    /// Is anything left to be done?
    pub fn has_jobs(&self) -> bool {
        !self.jobs.is_empty() || self.heap.has_cleanups()
    }

    /// Runs jobs until none is left, those that jobs leave included. Only a limit ends it before: then the jobs that are left are
    /// forgotten, as the rest of a script is. To be called while no code runs; else it does nothing.
    pub fn run_jobs(&mut self) -> Completion<()> {
        if !self.frames.is_empty() {
            return Ok(());
        }
        let result = self.run_all_jobs();
        if let Err(Throw::Terminated(termination)) = result {
            self.note_termination(termination);
            self.forget_jobs();
        }
        result
    }

    pub(crate) fn forget_jobs(&mut self) {
        if let Some(events) = self.events {
            (events.forget)(self, events.source);
        }
        let bytes = self.jobs.pieces.len() * piece_bytes();
        self.jobs = JobQueue::default();
        self.forget_waiters();
        self.unhandled = Vec::new();
        self.heap.forget_all_cleanups();
        self.heap.budget.release(bytes);
    }

    fn run_all_jobs(&mut self) -> Completion<()> {
        self.run_queue()?;
        while self.settle_waiters()? {
            self.run_queue()?;
        }
        Ok(())
    }

    fn run_queue(&mut self) -> Completion<()> {
        for turn in 1u64.. {
            // A queue that never gets empty keeps nobody waiting.
            if turn % JOBS_BETWEEN_WAITERS == 0 {
                self.settle_waiters()?;
            }
            let Some(job) = self.next_job()? else {
                self.drop_piece();
                break;
            };
            self.heap.clear_kept_objects();
            let mark = self.kept_mark();
            let kept = &mut self.kept;
            job.trace(&mut |value| kept.push(value));
            let result = self.run_job(job);
            self.release_kept(mark);
            match result {
                // HostReportErrors: a capability of the script's own has thrown.
                Err(Throw::Exception(value)) => self.note_unhandled(Unhandled::Exception(value))?,
                result => result?,
            }
        }
        Ok(())
    }

    fn next_job(&mut self) -> Completion<Option<Job>> {
        if let Some(job) = self.take_job() {
            return Ok(Some(job));
        }
        let cleanup = self.heap.next_cleanup()?;
        Ok(cleanup.map(|[callback, held]| Job::Cleanup { callback, held }))
    }

    fn run_job(&mut self, job: Job) -> Completion<()> {
        if self.heap.budget.spend(1) {
            self.safepoint()?;
        }
        match job {
            Job::Reaction { capability, handler, argument, is_rejection } => {
                self.run_reaction(capability, handler, argument, is_rejection)
            }
            Job::Cleanup { callback, held } => self.call(callback, Value::UNDEFINED, &[held]).map(drop),
            Job::Callback(callback) => self.call(callback, Value::UNDEFINED, &[]).map(drop),
            Job::Thenable { promise, thenable, then } => self.run_thenable(promise, thenable, then),
        }
    }
}

fn piece_bytes() -> usize {
    allocation_bytes(PIECE * size_of::<Job>())
}
