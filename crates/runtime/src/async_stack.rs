//! Async stacks: the functions that wait for the running code. Stacks of errors continue with them, innermost first.
//!
//! Nothing is stored for it. When an error is made, its frames end with the one that a job began with. The only
//! reaction to the promise that this frame settles leads to the next waiting function, and so on. If many functions
//! wait for one promise, none is the caller.

use crate::error::{AsyncCaller, MAX_STACK_ENTRIES};
use crate::function::Native;
use crate::function::{self, RESOLVE_OF_ELEMENTS, Role};
use crate::generator;
use crate::heap::ObjectId;
use crate::object::Kind;
use crate::promise::Reaction;
use crate::promise::operations::is_resolve_function;
use crate::vm::Vm;

/// Most promises that are looked at for one stack.
const MOST_PROMISES: usize = 4 * MAX_STACK_ENTRIES;

/// The functions that wait for the running frames, of which `shown` are shown already. Empty unless a job began with
/// the first frame.
#[inline]
pub(crate) fn waiting_for_running(vm: &Vm, shown: usize) -> Vec<AsyncCaller> {
    promise_of_running(vm).map_or(Vec::new(), |promise| waiting_for(vm, promise, shown))
}

/// Activations of the callers that [`waiting_for_running`] gives; none for those that are no function of a script.
pub(crate) fn activations_for_running(vm: &Vm, shown: usize) -> Vec<Option<ObjectId>> {
    let callers = promise_of_running(vm).map_or(Vec::new(), |promise| callers(vm, promise, shown));
    callers.into_iter().map(|(_, activation)| activation).collect()
}

/// The promise that what runs will settle, if a job began with it.
#[inline]
fn promise_of_running(vm: &Vm) -> Option<ObjectId> {
    if vm.agent.reaction_promise.is_some() {
        return vm.agent.reaction_promise;
    }
    let first = vm.execution.running_frames().first().filter(|first| first.kind.is_resumed())?;
    promise_of_activation(vm, generator::activation_of(vm, first)?)
}

/// Follows the only reactions from `promise` on, outwards. With the `shown` entries before them, there are no more than
/// a stack may have.
pub(crate) fn waiting_for(vm: &Vm, promise: ObjectId, shown: usize) -> Vec<AsyncCaller> {
    callers(vm, promise, shown).into_iter().map(|(who, _)| who).collect()
}

/// Callers as [`waiting_for`] gives them, with the activations of functions.
fn callers(vm: &Vm, promise: ObjectId, shown: usize) -> Vec<(AsyncCaller, Option<ObjectId>)> {
    let mut waiting = Vec::new();
    let mut next = Some(promise);
    for _ in 0..MOST_PROMISES {
        let Some(reaction) = next.and_then(|promise| only_reaction(vm, promise)) else { break };
        if waiting.len() + shown >= MAX_STACK_ENTRIES {
            break;
        }
        let (who, promise) = behind(vm, reaction);
        let handler = reaction.on_fulfilled.as_object();
        let activation = handler.filter(|&handler| matches!(vm.heap.kind(handler), Kind::Generator(_)));
        waiting.extend(who.map(|who| (who, activation)));
        next = promise;
    }
    waiting
}

/// Returns whether a function of a script handles the rejection of a promise, or of one that follows it.
pub(crate) fn has_handler(vm: &Vm, promise: ObjectId) -> bool {
    let mut next = Some(promise);
    for _ in 0..MOST_PROMISES {
        let Some(Kind::Promise(data)) = next.map(|promise| vm.heap.kind(promise)) else { return false };
        let mut rejected = data.reactions.iter().filter_map(|reaction| reaction.on_rejected.as_object());
        if rejected.any(|handler| matches!(vm.heap.kind(handler), Kind::Closure(_))) {
            return true;
        }
        next = next.and_then(|promise| only_reaction(vm, promise)).and_then(|reaction| behind(vm, reaction).1);
    }
    false
}

fn only_reaction(vm: &Vm, promise: ObjectId) -> Option<Reaction> {
    match vm.heap.kind(promise) {
        Kind::Promise(promise) if promise.reactions.len() == 1 => promise.reactions.iter().next(),
        _ => None,
    }
}

/// The function that reacts, if it is to be shown, and the promise that it then settles.
fn behind(vm: &Vm, reaction: Reaction) -> (Option<AsyncCaller>, Option<ObjectId>) {
    // `Promise.any` has its own functions for what is rejected only.
    for handler in [reaction.on_fulfilled, reaction.on_rejected] {
        if let Some(object) = handler.as_object()
            && let Kind::Native(Native { function, .. }) = vm.heap.kind(object)
            && let Role::Element(of) = function::native(vm, function).role
        {
            let index = vm.heap.captured(object, 1).as_number().unwrap_or(0.0) as u32;
            return (Some(AsyncCaller::Element { of, index }), promise_of_elements(vm, object));
        }
    }
    let handler = reaction.on_fulfilled.as_object();
    match handler.map(|object| (object, vm.heap.kind(object))) {
        Some((object, Kind::Generator(generator))) => {
            let place = generator.place_of_await();
            (place.map(AsyncCaller::Function), promise_of_activation(vm, object))
        }
        Some((object, Kind::Native(Native { function, .. })))
            if is_resolve_function(function::native(vm, function)) =>
        {
            (None, vm.heap.captured(object, 0).as_object())
        }
        _ => (None, reaction.capability.promise().as_object()),
    }
}

/// The promise made of many, found from the function of one of them.
fn promise_of_elements(vm: &Vm, function: ObjectId) -> Option<ObjectId> {
    let list = vm.heap.captured(function, 0).as_object()?;
    let resolve = vm.heap.elements(list).as_dense()?.get(RESOLVE_OF_ELEMENTS)?.as_object()?;
    vm.heap.captured(resolve, 0).as_object()
}

/// The promise that the next step of an activation settles, or whose request it answers.
fn promise_of_activation(vm: &Vm, activation: ObjectId) -> Option<ObjectId> {
    match vm.heap.kind(activation) {
        Kind::Generator(generator) => generator.promise(),
        _ => None,
    }
}
