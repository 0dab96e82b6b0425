//! The agent, ECMA-262 9.6: state that lives between runs of code.

use ferrotape_heap::heap::fork::CodeCopies;

use crate::buffer::waiting::AsyncWaiters;
use crate::events::Events;
use crate::heap::retention::Root;
use crate::heap::{Marker, ObjectId};
use crate::jobs::JobQueue;
use crate::module::Modules;
use crate::pending::PendingCalls;
use crate::program::Program;
use crate::promise::Noted;
use crate::value::Value;

/// The part of a [`Vm`](crate::vm::Vm) for jobs, modules, promises and events.
pub struct Agent {
    pub jobs: JobQueue,
    pub async_waiters: AsyncWaiters,
    pub events: Option<Events>,
    pub modules: Modules,
    /// Calls that the host has not answered.
    pub calls: PendingCalls,
    /// The program that was started and has not ended.
    pub program: Option<Box<Program>>,
    /// The promise that the running handler settles, while a reaction runs that is no `await`. The job keeps it alive.
    pub reaction_promise: Option<ObjectId>,
    /// True while `Error.prepareStackTrace` runs: stacks of its own errors are text.
    pub is_preparing_stack: bool,
    /// A value that follows the code across awaits, reactions, callbacks and timers: the mapping of the proposal AsyncContext.
    pub async_context: Value,
    /// The async contexts of the code around each run that is nested in it, outermost first.
    outer_contexts: Vec<Value>,
    /// See [`crate::promise::take_unhandled`].
    pub unhandled: Vec<Noted>,
    /// State of the generator behind `Math.random`.
    pub random_state: u64,
}

impl Agent {
    /// Makes an agent without jobs or modules. `seed` is that of `Math.random`, whose state must never be zero.
    pub fn new(seed: u64) -> Self {
        Agent {
            jobs: JobQueue::default(),
            async_waiters: AsyncWaiters::default(),
            events: None,
            modules: Modules::default(),
            calls: PendingCalls::default(),
            program: None,
            reaction_promise: None,
            is_preparing_stack: false,
            async_context: Value::UNDEFINED,
            outer_contexts: Vec::new(),
            unhandled: Vec::new(),
            random_state: seed | 1,
        }
    }

    /// Returns the next random bits, of which the high ones are the best. They are not secret: some of them reveal
    /// the others.
    pub fn random(&mut self) -> u64 {
        // xorshift64*
        let mut state = self.random_state;
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        self.random_state = state;
        state.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Begins a nested run: the outer async context is stored until [`Agent::end_context`].
    pub fn begin_context(&mut self) {
        self.outer_contexts.push(self.async_context);
    }

    /// Ends a nested run. Restores the previous async context, if the run has not restored it itself.
    pub fn end_context(&mut self, is_put_back: bool) {
        if let Some(before) = self.outer_contexts.pop()
            && is_put_back
        {
            self.async_context = before;
        }
    }

    /// Restores the async context of the code that this run continues: the run has begun outside of it.
    pub fn go_on_in_context(&mut self) {
        if let Some(&context) = self.outer_contexts.last() {
            self.async_context = context;
        }
    }

    /// Drops the stored outer contexts: an engine that continues elsewhere has no outer runs.
    pub fn forget_outer_contexts(&mut self) {
        self.outer_contexts.clear();
    }

    /// Copies the agent for a fork of the engine.
    pub fn fork(&self, copies: &mut CodeCopies) -> Self {
        let Agent {
            jobs,
            async_waiters,
            events,
            modules,
            calls,
            program,
            reaction_promise,
            is_preparing_stack,
            async_context,
            outer_contexts,
            unhandled,
            random_state,
        } = self;
        Agent {
            jobs: jobs.clone(),
            async_waiters: async_waiters.fork(),
            events: *events,
            modules: modules.fork(|unit| copies.unit(unit)),
            calls: calls.clone(),
            program: program.clone(),
            reaction_promise: *reaction_promise,
            is_preparing_stack: *is_preparing_stack,
            async_context: *async_context,
            outer_contexts: outer_contexts.clone(),
            unhandled: unhandled.clone(),
            random_state: *random_state,
        }
    }

    /// Marks everything that it keeps alive under a root, each field named.
    pub fn mark(&self, root: Root, marker: &mut Marker<'_>) {
        // The job that settles a promise keeps it alive.
        let Agent {
            jobs,
            async_waiters,
            events,
            modules,
            calls,
            program,
            unhandled,
            async_context,
            outer_contexts,
            reaction_promise: _,
            is_preparing_stack: _,
            random_state: _,
        } = self;
        match root {
            Root::Job => {
                jobs.trace(&mut |value| marker.one_of_many(value));
                marker.value(*async_context);
                outer_contexts.iter().for_each(|&context| marker.value(context));
            }
            Root::Event => events.iter().for_each(|events| marker.object(events.source)),
            Root::Waiter => async_waiters.trace(&mut |value| marker.one_of_many(value)),
            Root::Call => {
                calls.trace(&mut |value| marker.one_of_many(value));
                program.iter().for_each(|program| {
                    program.trace(&mut |value| marker.value(value));
                    marker.realm(program.realm);
                });
            }
            Root::Module => {
                modules.trace(&mut |value| marker.value(value));
                modules.realms().for_each(|realm| marker.realm(realm));
            }
            _ => unhandled.iter().flat_map(Noted::values).for_each(|value| marker.one_of_many(value)),
        }
    }
}
