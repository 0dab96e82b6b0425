//! Resolving and rejecting promises, and waiting for them.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_heap::promise::{Capability, Promise, PromiseState, Reaction, Reactions};

use crate::debug;
use crate::error::{Completion, Throw};
use crate::function::{self, Call, Captured, NativeFunction, method};
use crate::generator;
use crate::heap::ObjectId;
use crate::jobs::{self, Job, Queued};
use crate::messages;
use crate::names::keys;
use crate::object::{Kind, ObjectKind, array};
use crate::operations::get;
use crate::promise::{Noted, Unhandled};
use crate::realm;
use crate::value::Value;
use crate::vm::Vm;
use crate::watch;

/// Functions of promises that capture values.
pub static CLOSURES: &[&NativeFunction] = &[&EXECUTOR, &REJECT, &RESOLVE];

static EXECUTOR: NativeFunction =
    method("", 2, capability_executor).capturing([Captured::Value, Captured::Value, Captured::Nothing]);

/// Captures of resolving functions: the promise, and the other function.
const OF_PROMISE: [Captured; 3] = [Captured::Promise, Captured::Function, Captured::Nothing];

static REJECT: NativeFunction = method("", 1, reject_function).capturing(OF_PROMISE);

/// Most unhandled rejections that a host is told of.
const MOST_UNHANDLED: usize = 16;

static RESOLVE: NativeFunction = method("", 1, resolve_function).capturing(OF_PROMISE);

/// Returns whether it is a resolve function of [`create_resolving_functions`], which has captured the promise.
pub(crate) fn is_resolve_function(function: &'static NativeFunction) -> bool {
    std::ptr::eq(function, &raw const RESOLVE)
}

/// Promise Resolve Functions, ECMA-262 27.2.1.3.2
fn resolve_function(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(promise) = take_unresolved(vm, call.callee) {
        let resolution = call.argument(vm, 0);
        resolve_promise(vm, promise, resolution)?;
    }
    Ok(Value::UNDEFINED)
}

/// Promise Reject Functions, ECMA-262 27.2.1.3.1
fn reject_function(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(promise) = take_unresolved(vm, call.callee) {
        let reason = call.argument(vm, 0);
        reject_by_script(vm, promise, reason)?;
    }
    Ok(Value::UNDEFINED)
}

/// GetCapabilitiesExecutor functions, ECMA-262 27.2.1.5.1. Captures the resolving functions, once they are known.
fn capability_executor(vm: &mut Vm, call: Call) -> Completion<Value> {
    if !vm.heap.captured(call.callee, 0).is_undefined() || !vm.heap.captured(call.callee, 1).is_undefined() {
        return vm.type_error("Promise executor has already been invoked with non-undefined arguments");
    }
    for index in 0..2 {
        let function = call.argument(vm, index);
        vm.heap.set_captured(call.callee, index, function);
    }
    Ok(Value::UNDEFINED)
}

/// Makes a pending promise, of the current realm unless a prototype is given.
pub fn new_promise(vm: &mut Vm, prototype: Option<ObjectId>) -> ObjectId {
    let kind = ObjectKind::Promise(Box::default());
    match prototype {
        Some(prototype) => vm.heap.new_object_with_prototype(Some(prototype), kind),
        None => vm.heap.new_object(vm.realm.shapes.promise, kind),
    }
}

/// The internal slots of a promise.
pub fn promise(vm: &Vm, value: Value) -> Option<(ObjectId, &Promise)> {
    let object = value.as_object()?;
    match vm.heap.kind(object) {
        Kind::Promise(promise) => Some((object, promise)),
        _ => None,
    }
}

/// The state of a promise; none for other objects.
pub fn state_of(vm: &Vm, object: ObjectId) -> Option<PromiseState> {
    promise(vm, Value::object(object)).map(|(_, promise)| promise.state)
}

fn promise_mut(vm: &mut Vm, object: ObjectId) -> Option<&mut Promise> {
    match vm.heap.kind_mut(object) {
        Some(ObjectKind::Promise(promise)) => Some(promise),
        _ => None,
    }
}

/// CreateResolvingFunctions ( promise ), ECMA-262 27.2.1.3
pub fn create_resolving_functions(vm: &mut Vm, promise: ObjectId) -> (Value, Value) {
    let captured = [Value::object(promise), Value::UNDEFINED, Value::UNDEFINED];
    let resolve = function::new_native_closure(vm, &RESOLVE, captured);
    let reject = function::new_native_closure(vm, &REJECT, captured);
    vm.heap.set_captured(resolve, 1, Value::object(reject));
    vm.heap.set_captured(reject, 1, Value::object(resolve));
    (Value::object(resolve), Value::object(reject))
}

/// The promise of a resolving function, at the first call of it or its sibling.
fn take_unresolved(vm: &mut Vm, function: ObjectId) -> Option<ObjectId> {
    let promise = vm.heap.captured(function, 0).as_object()?;
    let other = vm.heap.captured(function, 1).as_object();
    for function in [Some(function), other].into_iter().flatten() {
        vm.heap.set_captured(function, 0, Value::UNDEFINED);
    }
    Some(promise)
}

/// NewPromiseCapability ( C ), ECMA-262 27.2.1.5, kept alive until the native returns. `is_internal` says that no
/// script gets the resolving functions, and that one of them is called once.
pub fn new_promise_capability(vm: &mut Vm, constructor: Value, is_internal: bool) -> Completion<Capability> {
    let Some(function) = constructor.as_object().filter(|&object| vm.heap.has_construct(object)) else {
        let found = messages::describe(vm, constructor);
        return vm.type_error(messages::not_a_constructor(&found));
    };
    if function == realm::intrinsics(vm).promise {
        let promise = new_promise(vm, None);
        vm.keep(Value::object(promise));
        if is_internal {
            return Ok(Capability::Promise(promise));
        }
        let (resolve, reject) = create_resolving_functions(vm, promise);
        vm.keep(resolve);
        return Ok(Capability::Functions { promise: Value::object(promise), resolve, reject });
    }
    let executor = function::new_native_closure(vm, &EXECUTOR, [Value::UNDEFINED; 3]);
    vm.keep(Value::object(executor));
    let promise = Value::object(vm.construct(function, &[Value::object(executor)], function)?);
    vm.keep(promise);
    let [resolve, reject] = [0, 1].map(|index| vm.heap.captured(executor, index));
    for function in [resolve, reject] {
        if !vm.heap.is_callable(function) {
            return vm.type_error("Promise resolve or reject function is not callable");
        }
        vm.keep(function);
    }
    Ok(Capability::Functions { promise, resolve, reject })
}

/// Call ( capability.[[Resolve]], undefined, « value » )
pub fn resolve_capability(vm: &mut Vm, capability: &Capability, value: Value) -> Completion<()> {
    match *capability {
        Capability::None => Ok(()),
        Capability::Promise(promise) => resolve_promise(vm, promise, value),
        Capability::Functions { resolve, .. } => vm.call(resolve, Value::UNDEFINED, &[value]).map(drop),
    }
}

/// Call ( capability.[[Reject]], undefined, « reason » )
pub fn reject_capability(vm: &mut Vm, capability: &Capability, reason: Value) -> Completion<()> {
    match *capability {
        Capability::None => Ok(()),
        Capability::Promise(promise) => reject_promise(vm, promise, reason),
        Capability::Functions { reject, .. } => vm.call(reject, Value::UNDEFINED, &[reason]).map(drop),
    }
}

/// Settles a capability by a completion. A termination is passed on.
pub fn settle_capability(vm: &mut Vm, capability: &Capability, completion: Completion<Value>) -> Completion<()> {
    match completion {
        Ok(value) => resolve_capability(vm, capability, value),
        Err(Throw::Exception(reason)) => vm.keeping([reason], |vm| reject_capability(vm, capability, reason)),
        Err(thrown @ Throw::Terminated(_)) => Err(thrown),
    }
}

/// PromiseResolve ( C, x ), ECMA-262 27.2.4.7.1
pub fn promise_resolve(vm: &mut Vm, constructor: Value, value: Value) -> Completion<Value> {
    if promise(vm, value).is_some() && get::get_remembered(vm, value, keys::CONSTRUCTOR)? == constructor {
        return Ok(value);
    }
    vm.keeping([value], |vm| {
        let capability = new_promise_capability(vm, constructor, true)?;
        resolve_capability(vm, &capability, value)?;
        Ok(capability.promise())
    })
}

/// The resolve function of an unresolved promise, ECMA-262 27.2.1.3.2 steps 7 to 15.
pub fn resolve_promise(vm: &mut Vm, promise: ObjectId, resolution: Value) -> Completion<()> {
    if resolution == Value::object(promise) {
        let error = vm.new_error(ferrotape_bytecode::ErrorKind::TypeError, messages::PROMISE_OF_ITSELF);
        return reject_promise(vm, promise, error);
    }
    if !resolution.is_object() {
        return settle_promise(vm, promise, PromiseState::Fulfilled, resolution);
    }
    let held = [Value::object(promise), resolution];
    let then = match vm.keeping(held, |vm| get::get_remembered(vm, resolution, keys::THEN)) {
        Ok(then) => then,
        Err(Throw::Exception(reason)) => return reject_promise(vm, promise, reason),
        Err(thrown) => return Err(thrown),
    };
    if !vm.heap.is_callable(then) {
        return settle_promise(vm, promise, PromiseState::Fulfilled, resolution);
    }
    jobs::enqueue_job(vm, Job::Thenable { promise, thenable: resolution, then })
}

/// Rejects a promise for a script that says so, and not for what it has thrown. A debugger may stop there.
pub fn reject_by_script(vm: &mut Vm, promise: ObjectId, reason: Value) -> Completion<()> {
    if watch::is_on(vm) {
        debug::note_rejection(vm, promise, reason)?;
    }
    reject_promise(vm, promise, reason)
}

/// RejectPromise ( promise, reason ), ECMA-262 27.2.1.7
pub fn reject_promise(vm: &mut Vm, promise: ObjectId, reason: Value) -> Completion<()> {
    let is_unhandled = promise_mut(vm, promise).is_some_and(|promise| !promise.is_handled);
    settle_promise(vm, promise, PromiseState::Rejected, reason)?;
    if is_unhandled { note_unhandled(vm, Unhandled::Rejection(promise)) } else { Ok(()) }
}

/// FulfillPromise and TriggerPromiseReactions, ECMA-262 27.2.1.4 and 27.2.1.8
fn settle_promise(vm: &mut Vm, object: ObjectId, state: PromiseState, result: Value) -> Completion<()> {
    let Some(promise) = promise_mut(vm, object) else { return Ok(()) };
    (promise.state, promise.result) = (state, result);
    let reactions = std::mem::take(&mut promise.reactions);
    if watch::is_on(vm) {
        watch::note_settled(vm, object);
    }
    // Fast path: it owns no memory.
    if let Reactions::Await { activation, context } = reactions {
        return settle_reaction(vm, Reaction::of_await(activation, context), state, result);
    }
    let bytes = reactions.bytes();
    let settled = reactions.iter().try_for_each(|reaction| settle_reaction(vm, reaction, state, result));
    // The list goes with the run too, if a limit ends that.
    vm.heap.resized(bytes, 0);
    settled
}

fn settle_reaction(vm: &mut Vm, reaction: Reaction, state: PromiseState, result: Value) -> Completion<()> {
    reaction.trace(&mut |value| vm.heap.lose(value));
    vm.work(1)?;
    jobs::enqueue(vm, job_of(reaction, state, result))
}

/// PerformPromiseThen ( promise, onFulfilled, onRejected [ , resultCapability ] ), ECMA-262 27.2.5.4.1. A value that is
/// neither function nor activation is no handler.
pub fn perform_promise_then(
    vm: &mut Vm,
    object: ObjectId,
    on_fulfilled: Value,
    on_rejected: Value,
    capability: Capability,
) -> Completion<()> {
    let reaction = Reaction { capability, on_fulfilled, on_rejected, context: vm.agent.async_context };
    let Some(promise) = promise_mut(vm, object) else { return Ok(()) };
    let was_handled = std::mem::replace(&mut promise.is_handled, true);
    let (state, result) = (promise.state, promise.result);
    if state == PromiseState::Rejected && !was_handled {
        note_handled(vm, object);
        note_late(vm, object)?;
    }
    if state != PromiseState::Pending {
        return jobs::enqueue(vm, job_of(reaction, state, result));
    }
    let Some(promise) = promise_mut(vm, object) else { return Ok(()) };
    let growth = promise.reactions.growth();
    if growth > 0 {
        vm.heap.room(growth)?;
    }
    let Some(promise) = promise_mut(vm, object) else { return Ok(()) };
    let before = promise.reactions.bytes();
    promise.reactions.push(reaction);
    let after = promise.reactions.bytes();
    vm.heap.resized(before, after);
    Ok(())
}

/// PerformPromiseThen for an `await` of a promise: the activation continues when it is settled.
pub fn await_promise(vm: &mut Vm, object: ObjectId, activation: ObjectId) -> Completion<()> {
    let context = vm.agent.async_context;
    // Fast path: nobody else waits for it.
    if let Some(promise) = promise_mut(vm, object)
        && promise.state == PromiseState::Pending
        && promise.reactions.begin_with_await(activation, context)
    {
        promise.is_handled = true;
        return Ok(());
    }
    let handler = Value::object(activation);
    perform_promise_then(vm, object, handler, handler, Capability::None)
}

/// The job of a reaction, ECMA-262 27.2.2.1.
pub(crate) fn run_reaction(
    vm: &mut Vm,
    capability: Capability,
    handler: Value,
    argument: Value,
    is_rejection: bool,
) -> Completion<()> {
    if generator::resume_awaiting(vm, handler, argument, is_rejection)? {
        return Ok(());
    }
    let result = match handler {
        Value::EMPTY if is_rejection => Err(Throw::Exception(argument)),
        Value::EMPTY => Ok(argument),
        handler => {
            vm.agent.reaction_promise = capability.promise().as_object();
            let result = vm.call(handler, Value::UNDEFINED, &[argument]);
            vm.agent.reaction_promise = None;
            result
        }
    };
    settle_capability(vm, &capability, result)
}

/// Runs the host's work that settles a promise. Errors made meanwhile have the stack of the functions that wait for
/// the promise.
pub fn while_settling<R>(vm: &mut Vm, promise: ObjectId, work: impl FnOnce(&mut Vm) -> R) -> R {
    // Where functions run, the host was called: these are the stack.
    if !vm.execution.running_frames().is_empty() {
        return work(vm);
    }
    let before = vm.agent.reaction_promise.replace(promise);
    let result = work(vm);
    vm.agent.reaction_promise = before;
    result
}

/// The job of a thenable, ECMA-262 27.2.2.2.
pub(crate) fn run_thenable(vm: &mut Vm, promise: ObjectId, thenable: Value, then: Value) -> Completion<()> {
    let (resolve, reject) = create_resolving_functions(vm, promise);
    vm.keep(resolve);
    vm.keep(reject);
    match vm.call(then, thenable, &[resolve, reject]) {
        Ok(_) => Ok(()),
        Err(Throw::Exception(reason)) => vm.call(reject, Value::UNDEFINED, &[reason]).map(drop),
        Err(thrown) => Err(thrown),
    }
}

/// HostPromiseRejectionTracker ( promise, "reject" ), ECMA-262 27.2.1.9. The async context of the running code is noted too.
pub fn note_unhandled(vm: &mut Vm, failure: Unhandled) -> Completion<()> {
    let context = vm.agent.async_context;
    note(vm, Noted { failure, context })
}

/// Notes a failure with its async context.
pub fn note(vm: &mut Vm, failure: Noted) -> Completion<()> {
    if vm.agent.unhandled.len() == vm.agent.unhandled.capacity() {
        let mut noted = std::mem::take(&mut vm.agent.unhandled);
        noted.retain(|noted| matches!(noted.failure, Unhandled::Late(_)) || is_unhandled(vm, noted));
        vm.agent.unhandled = noted;
        // A list that stays nearly full grows: it is not looked through for each further failure.
        let least_free = vm.agent.unhandled.capacity() / 4 + 1;
        if let Some((capacity, growth)) = ferrotape_budget::growth(&vm.agent.unhandled, least_free) {
            vm.heap.room(growth)?;
            let length = vm.agent.unhandled.len();
            vm.agent.unhandled.reserve_exact(capacity - length);
        }
    }
    vm.agent.unhandled.push(failure);
    Ok(())
}

/// HostReportErrors: reports an exception that nothing of the script waits for, to the host's events if there are any.
pub fn report_error(vm: &mut Vm, exception: Value) -> Completion<()> {
    match vm.agent.events {
        Some(events) => (events.report)(vm, exception),
        None => report_exception(vm, exception),
    }
}

/// Notes an exception that nothing of the script waits for. [`take_unhandled`] tells the host.
pub fn report_exception(vm: &mut Vm, exception: Value) -> Completion<()> {
    note_unhandled(vm, Unhandled::Exception(exception))
}

/// Returns whether there is a failure that [`take_unhandled`] tells of.
pub fn has_unhandled(vm: &Vm) -> bool {
    vm.agent.unhandled.iter().any(|unhandled| is_unhandled(vm, unhandled))
}

/// Marks a promise as handled: somebody looks at its outcome.
pub fn mark_handled(vm: &mut Vm, promise: ObjectId) {
    if let Some(promise) = promise_mut(vm, promise) {
        promise.is_handled = true;
    }
    note_handled(vm, promise);
}

/// HostPromiseRejectionTracker ( promise, "handle" ): usually it is the last one.
fn note_handled(vm: &mut Vm, promise: ObjectId) {
    let is_it = |last: &mut Noted| match last.failure {
        Unhandled::Rejection(rejected) | Unhandled::Told(rejected) => rejected == promise,
        Unhandled::Exception(_) | Unhandled::Late(_) => false,
    };
    vm.agent.unhandled.pop_if(is_it);
}

/// HostPromiseRejectionTracker ( promise, "handle" ) for a promise of which somebody was told.
fn note_late(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    let was_told = promise_mut(vm, object).is_some_and(|promise| std::mem::take(&mut promise.is_told));
    if was_told && vm.agent.events.is_some() { note_unhandled(vm, Unhandled::Late(object)) } else { Ok(()) }
}

/// Notes that a rejected promise was reported. Returns false if the promise is handled by now.
pub fn mark_told(vm: &mut Vm, object: ObjectId) -> bool {
    let is_told = |promise: &mut Promise| {
        promise.is_told = !promise.is_handled;
        promise.is_told
    };
    promise_mut(vm, object).is_some_and(is_told)
}

/// Takes the promises that are handled after they were reported: an array, which is kept, where the async context of each
/// comes behind it.
pub fn take_late(vm: &mut Vm) -> Completion<Option<ObjectId>> {
    take_noted(vm, |noted| matches!(noted.failure, Unhandled::Late(_)))
}

/// Takes the rejected promises not yet reported to the script, some of which may be handled by now: an array, as that of
/// [`take_late`].
pub fn take_rejections(vm: &mut Vm) -> Completion<Option<ObjectId>> {
    take_noted(vm, |noted| matches!(noted.failure, Unhandled::Rejection(_)))
}

/// Takes all of a kind at once, so that each is looked at once however many there are.
fn take_noted(vm: &mut Vm, is_it: fn(&Noted) -> bool) -> Completion<Option<ObjectId>> {
    vm.work(vm.agent.unhandled.len() as u64 / ELEMENTS_PER_TICK + 1)?;
    let count = vm.agent.unhandled.iter().filter(|&noted| is_it(noted)).count();
    if count == 0 {
        return Ok(None);
    }
    let length = 2 * count;
    vm.heap.room(length * size_of::<Value>())?;
    let mut values = Vec::with_capacity(length);
    values.extend(vm.agent.unhandled.iter().filter(|&noted| is_it(noted)).flat_map(Noted::values));
    let taken = array::new_array_from(vm, values)?;
    vm.keep(Value::object(taken));
    vm.agent.unhandled.retain(|noted| !is_it(noted));
    Ok(Some(taken))
}

fn is_unhandled(vm: &Vm, unhandled: &Noted) -> bool {
    match unhandled.failure {
        Unhandled::Rejection(promise) | Unhandled::Told(promise) => {
            matches!(vm.heap.kind(promise), Kind::Promise(it) if !it.is_handled)
        }
        Unhandled::Exception(_) => true,
        Unhandled::Late(_) => false,
    }
}

/// Takes the first unhandled exception. Other exceptions and rejections stay.
pub fn take_exception(vm: &mut Vm) -> Option<Failed> {
    let first = vm.agent.unhandled.iter().position(is_exception)?;
    let noted = vm.agent.unhandled.remove(first);
    failed(vm, &noted)
}

/// Returns whether [`take_exception`] has one to give.
pub fn has_exception(vm: &Vm) -> bool {
    vm.agent.unhandled.iter().any(is_exception)
}

fn is_exception(noted: &Noted) -> bool {
    matches!(noted.failure, Unhandled::Exception(_))
}

/// Returns the first unhandled failure, which stays for [`take_unhandled_with_promises`].
pub fn first_unhandled(vm: &Vm) -> Option<Failed> {
    let exceptions_alone = jobs::waits_for_host(vm);
    let is_it = |noted: &Noted| is_exception(noted) || !exceptions_alone && is_unhandled(vm, noted);
    let first = vm.agent.unhandled.iter().find(|&noted| is_it(noted))?;
    failed(vm, first)
}

/// An unhandled failure that the host is told of.
pub struct Failed {
    pub reason: Value,
    /// The promise that was rejected.
    pub promise: Option<ObjectId>,
    /// The async context of the code that has failed.
    pub context: Value,
}

/// Takes unhandled rejections, and exceptions of jobs, in the order of occurrence: the first sixteen. All are forgotten
/// afterwards, but those that the script is to hear of as handled.
pub fn take_unhandled_with_promises(vm: &mut Vm) -> Vec<Failed> {
    // Jobs that wait for the host to take an exception may still handle rejections.
    let exceptions_alone = jobs::waits_for_host(vm);
    let stays = |noted: &Noted| match noted.failure {
        // The script still has to hear of these.
        Unhandled::Late(_) => true,
        Unhandled::Rejection(_) | Unhandled::Told(_) => exceptions_alone,
        Unhandled::Exception(_) => false,
    };
    let (kept, unhandled): (Vec<_>, Vec<_>) = std::mem::take(&mut vm.agent.unhandled).into_iter().partition(stays);
    vm.agent.unhandled = kept;
    let left = unhandled.iter().filter(|unhandled| is_unhandled(vm, unhandled));
    let told: Vec<_> = left.filter_map(|unhandled| failed(vm, unhandled)).take(MOST_UNHANDLED).collect();
    for promise in told.iter().filter_map(|failed| failed.promise) {
        mark_told(vm, promise);
    }
    told
}

/// Returns what the host is told of a failure.
fn failed(vm: &Vm, noted: &Noted) -> Option<Failed> {
    let context = noted.context;
    match noted.failure {
        Unhandled::Rejection(rejected) | Unhandled::Told(rejected) => {
            let reason = promise(vm, Value::object(rejected))?.1.result;
            Some(Failed { reason, promise: Some(rejected), context })
        }
        Unhandled::Exception(reason) => Some(Failed { reason, promise: None, context }),
        Unhandled::Late(_) => None,
    }
}

/// The job of a reaction to such an outcome.
fn job_of(reaction: Reaction, state: PromiseState, argument: Value) -> Queued {
    let is_rejection = state == PromiseState::Rejected;
    let handler = if is_rejection { reaction.on_rejected } else { reaction.on_fulfilled };
    let job = Job::Reaction { capability: reaction.capability, handler, argument, is_rejection };
    Queued { job, context: reaction.context }
}
