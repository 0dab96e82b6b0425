//! Jobs, ECMA-262 9.5: work that promises leave until no code runs any more. The host runs them ([`run_jobs`]), under
//! the limits of that run.

mod operations;

pub use operations::*;

use std::collections::VecDeque;

use crate::heap::ObjectId;
use crate::promise::Capability;
use crate::value::Value;

/// Work of a job.
#[derive(Clone)]
pub enum Job {
    /// NewPromiseReactionJob, ECMA-262 27.2.2.1. The handler is a function, an activation that waits, or empty.
    Reaction { capability: Capability, handler: Value, argument: Value, is_rejection: bool },
    /// NewPromiseResolveThenableJob, ECMA-262 27.2.2.2
    Thenable { promise: ObjectId, thenable: Value, then: Value },
    /// A callback of CleanupFinalizationRegistry, ECMA-262 9.11. Such jobs run when no other one is left.
    Cleanup { callback: Value, held: Value },
    /// A function that the host has received for this: `queueMicrotask` of HTML.
    Callback(Value),
}

impl Job {
    /// Visits each value that the job keeps alive until it has run.
    #[inline]
    pub(crate) fn trace(&self, visit: &mut (impl FnMut(Value) + ?Sized)) {
        match *self {
            Job::Reaction { ref capability, handler, argument, is_rejection: _ } => {
                capability.trace(visit);
                visit(handler);
                visit(argument);
            }
            Job::Cleanup { callback, held } => {
                visit(callback);
                visit(held);
            }
            Job::Callback(callback) => visit(callback),
            Job::Thenable { promise, thenable, then } => {
                [Value::object(promise), thenable, then].into_iter().for_each(visit);
            }
        }
    }
}

/// A job with the async context of the code that queued it.
#[derive(Clone)]
pub struct Queued {
    pub job: Job,
    /// See [`crate::agent::Agent::async_context`].
    pub context: Value,
}

/// Jobs in the order in which they came, in pieces, so that a long queue is never moved.
#[derive(Default)]
pub struct JobQueue {
    pieces: VecDeque<VecDeque<Queued>>,
    /// True while its jobs are being run.
    is_running: bool,
}

impl Clone for JobQueue {
    fn clone(&self) -> Self {
        let piece = |jobs: &VecDeque<Queued>| {
            let mut copy = VecDeque::with_capacity(PIECE);
            copy.extend(jobs.iter().cloned());
            copy
        };
        JobQueue { pieces: self.pieces.iter().map(piece).collect(), is_running: false }
    }
}

/// Jobs in a piece.
const PIECE: usize = 256;

impl JobQueue {
    fn is_full(&self) -> bool {
        self.pieces.back().is_none_or(|piece| piece.len() == PIECE)
    }

    /// Returns whether there is no room in front of the first job.
    fn is_full_in_front(&self) -> bool {
        self.pieces.front().is_none_or(|piece| piece.len() == PIECE)
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.front().is_none_or(VecDeque::is_empty)
    }

    /// The jobs in the order in which they will run.
    pub fn iter(&self) -> impl Iterator<Item = &Queued> {
        self.pieces.iter().flatten()
    }

    pub fn trace(&self, visit: &mut dyn FnMut(Value)) {
        for Queued { job, context } in self.iter() {
            job.trace(visit);
            visit(*context);
        }
    }
}
