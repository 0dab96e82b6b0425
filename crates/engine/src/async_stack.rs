//! Who waits for the code that runs: the async functions, innermost first, that stacks of errors go on with.
//!
//! Nothing is kept for it. When an error is made, its frames end with the one that a job began with; from the promise that
//! this one settles the only reaction leads to the next function that waits, and so on. Where many wait for one promise, none is
//! the caller.

use crate::error::{AsyncCaller, MAX_STACK_ENTRIES};
use crate::function::{RESOLVE_OF_ELEMENTS, Role};
use crate::heap::ObjectId;
use crate::object::Kind;
use crate::promise::Reaction;
use crate::promise::operations::is_resolve_function;
use crate::vm::Vm;

/// Promises that are looked at for one stack.
const MOST_PROMISES: usize = 4 * MAX_STACK_ENTRIES;

impl Vm {
    /// Who waits for the frames that run, of which `shown` are shown already. Empty where no job began with the first of them.
    #[inline]
    pub(crate) fn waiting_for_running(&self, shown: usize) -> Vec<AsyncCaller> {
        let Some(first) = self.frames.first() else { return Vec::new() };
        if let Some(promise) = self.reaction_promise {
            return self.waiting_for(promise, shown);
        }
        if !first.kind.is_resumed() {
            return Vec::new();
        }
        let activation = self.activation_of(first);
        match activation.and_then(|activation| self.promise_of_activation(activation)) {
            Some(promise) => self.waiting_for(promise, shown),
            None => Vec::new(),
        }
    }

    fn waiting_for(&self, promise: ObjectId, shown: usize) -> Vec<AsyncCaller> {
        let mut waiting = Vec::new();
        let mut next = Some(promise);
        for _ in 0..MOST_PROMISES {
            let Some(reaction) = next.and_then(|promise| self.only_reaction(promise)) else { break };
            if waiting.len() + shown >= MAX_STACK_ENTRIES {
                break;
            }
            let (who, promise) = self.behind(reaction);
            waiting.extend(who);
            next = promise;
        }
        waiting
    }

    fn only_reaction(&self, promise: ObjectId) -> Option<&Reaction> {
        match self.heap.kind(promise) {
            Kind::Promise(promise) => match promise.reactions.as_slice() {
                [reaction] => Some(reaction),
                _ => None,
            },
            _ => None,
        }
    }

    /// Who reacts, if that is to be shown, and the promise that it settles then.
    fn behind(&self, reaction: &Reaction) -> (Option<AsyncCaller>, Option<ObjectId>) {
        // `Promise.any` has its own functions for what is rejected only.
        for handler in [reaction.on_fulfilled, reaction.on_rejected] {
            if let Some(object) = handler.as_object()
                && let Kind::Native { function, .. } = self.heap.kind(object)
                && let Role::Element(of) = self.native(function).role
            {
                let index = self.heap.captured(object, 1).as_number().unwrap_or(0.0) as u32;
                return (Some(AsyncCaller::Element { of, index }), self.promise_of_elements(object));
            }
        }
        let handler = reaction.on_fulfilled.as_object();
        match handler.map(|object| (object, self.heap.kind(object))) {
            Some((object, Kind::Generator(generator))) => {
                let place = generator.place_of_await();
                (place.map(AsyncCaller::Function), self.promise_of_activation(object))
            }
            Some((object, Kind::Native { function, .. })) if is_resolve_function(self.native(function)) => {
                (None, self.heap.captured(object, 0).as_object())
            }
            _ => (None, reaction.capability.promise().as_object()),
        }
    }

    /// The promise that is made of many, from the function of one of them.
    fn promise_of_elements(&self, function: ObjectId) -> Option<ObjectId> {
        let list = self.heap.captured(function, 0).as_object()?;
        let resolve = self.heap.elements(list).as_dense()?.get(RESOLVE_OF_ELEMENTS)?.as_object()?;
        self.heap.captured(resolve, 0).as_object()
    }

    /// The promise that is settled, or the request answered, by what an activation does next.
    fn promise_of_activation(&self, activation: ObjectId) -> Option<ObjectId> {
        match self.heap.kind(activation) {
            Kind::Generator(generator) => generator.promise(),
            _ => None,
        }
    }
}
