//! Promises resolved, rejected and waited for.

use ferrotape_heap::promise::{Capability, Promise, PromiseState, Reaction};

use crate::error::{Completion, Throw};
use crate::function::{Call, Captured, NativeFunction, method};
use crate::heap::ObjectId;
use crate::jobs::Job;
use crate::messages;
use crate::names::keys;
use crate::object::{Kind, ObjectKind};
use crate::promise::Unhandled;
use crate::value::Value;
use crate::vm::Vm;

/// Functions of promises that capture something.
pub(crate) static CLOSURES: &[&NativeFunction] = &[&EXECUTOR, &REJECT, &RESOLVE];

static EXECUTOR: NativeFunction =
    method("", 2, capability_executor).capturing([Captured::Value, Captured::Value, Captured::Nothing]);

/// What resolving functions capture: the promise, and the other function.
const OF_PROMISE: [Captured; 3] = [Captured::Promise, Captured::Function, Captured::Nothing];

static REJECT: NativeFunction = method("", 1, reject_function).capturing(OF_PROMISE);

/// Unhandled rejections that a host is told of.
const MOST_UNHANDLED: usize = 16;

static RESOLVE: NativeFunction = method("", 1, resolve_function).capturing(OF_PROMISE);

/// Is it one that [`Vm::create_resolving_functions`] makes? It has captured the promise.
pub(crate) fn is_resolve_function(function: &'static NativeFunction) -> bool {
    std::ptr::eq(function, &raw const RESOLVE)
}

/// Promise Resolve Functions, ECMA-262 27.2.1.3.2
fn resolve_function(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(promise) = vm.take_unresolved(call.callee) {
        let resolution = call.argument(vm, 0);
        vm.resolve_promise(promise, resolution)?;
    }
    Ok(Value::UNDEFINED)
}

/// Promise Reject Functions, ECMA-262 27.2.1.3.1
fn reject_function(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(promise) = vm.take_unresolved(call.callee) {
        let reason = call.argument(vm, 0);
        vm.reject_promise(promise, reason)?;
    }
    Ok(Value::UNDEFINED)
}

/// GetCapabilitiesExecutor functions, ECMA-262 27.2.1.5.1. What is captured: the resolving functions, once they are known.
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

impl Vm {
    /// A pending promise, of the current realm where no prototype is given.
    pub fn new_promise(&mut self, prototype: Option<ObjectId>) -> ObjectId {
        let kind = ObjectKind::Promise(Box::default());
        match prototype {
            Some(prototype) => self.heap.new_object_with_prototype(Some(prototype), kind),
            None => self.heap.new_object(self.realm.shapes.promise, kind),
        }
    }

    /// The internal slots of a promise.
    pub fn promise(&self, value: Value) -> Option<(ObjectId, &Promise)> {
        let object = value.as_object()?;
        match self.heap.kind(object) {
            Kind::Promise(promise) => Some((object, promise)),
            _ => None,
        }
    }

    fn promise_mut(&mut self, object: ObjectId) -> Option<&mut Promise> {
        match self.heap.kind_mut(object) {
            Some(ObjectKind::Promise(promise)) => Some(promise),
            _ => None,
        }
    }

    /// CreateResolvingFunctions ( promise ), ECMA-262 27.2.1.3
    pub fn create_resolving_functions(&mut self, promise: ObjectId) -> (Value, Value) {
        let captured = [Value::object(promise), Value::UNDEFINED, Value::UNDEFINED];
        let resolve = self.new_native_closure(&RESOLVE, captured);
        let reject = self.new_native_closure(&REJECT, captured);
        self.heap.set_captured(resolve, 1, Value::object(reject));
        self.heap.set_captured(reject, 1, Value::object(resolve));
        (Value::object(resolve), Value::object(reject))
    }

    /// The promise of a resolving function, for the first call of it or its sibling.
    fn take_unresolved(&mut self, function: ObjectId) -> Option<ObjectId> {
        let promise = self.heap.captured(function, 0).as_object()?;
        let other = self.heap.captured(function, 1).as_object();
        for function in [Some(function), other].into_iter().flatten() {
            self.heap.set_captured(function, 0, Value::UNDEFINED);
        }
        Some(promise)
    }

    /// NewPromiseCapability ( C ), ECMA-262 27.2.1.5, kept alive until the native returns. `is_internal` says that no script
    /// gets the resolving functions, and that one of them is called once.
    pub fn new_promise_capability(&mut self, constructor: Value, is_internal: bool) -> Completion<Capability> {
        let Some(function) = constructor.as_object().filter(|&object| self.heap.has_construct(object)) else {
            let found = self.describe(constructor);
            return self.type_error(messages::not_a_constructor(&found));
        };
        if function == self.intrinsics().promise {
            let promise = self.new_promise(None);
            self.keep(Value::object(promise));
            if is_internal {
                return Ok(Capability::Promise(promise));
            }
            let (resolve, reject) = self.create_resolving_functions(promise);
            self.keep(resolve);
            return Ok(Capability::Functions { promise: Value::object(promise), resolve, reject });
        }
        let executor = self.new_native_closure(&EXECUTOR, [Value::UNDEFINED; 3]);
        self.keep(Value::object(executor));
        let promise = Value::object(self.construct(function, &[Value::object(executor)], function)?);
        self.keep(promise);
        let [resolve, reject] = [0, 1].map(|index| self.heap.captured(executor, index));
        for function in [resolve, reject] {
            if !self.heap.is_callable(function) {
                return self.type_error("Promise resolve or reject function is not callable");
            }
            self.keep(function);
        }
        Ok(Capability::Functions { promise, resolve, reject })
    }

    /// Call ( capability.[[Resolve]], undefined, « value » )
    pub fn resolve_capability(&mut self, capability: &Capability, value: Value) -> Completion<()> {
        match *capability {
            Capability::None => Ok(()),
            Capability::Promise(promise) => self.resolve_promise(promise, value),
            Capability::Functions { resolve, .. } => self.call(resolve, Value::UNDEFINED, &[value]).map(drop),
        }
    }

    /// Call ( capability.[[Reject]], undefined, « reason » )
    pub fn reject_capability(&mut self, capability: &Capability, reason: Value) -> Completion<()> {
        match *capability {
            Capability::None => Ok(()),
            Capability::Promise(promise) => self.reject_promise(promise, reason),
            Capability::Functions { reject, .. } => self.call(reject, Value::UNDEFINED, &[reason]).map(drop),
        }
    }

    /// Settles by what a completion says: the end of the run goes on.
    pub fn settle_capability(&mut self, capability: &Capability, completion: Completion<Value>) -> Completion<()> {
        match completion {
            Ok(value) => self.resolve_capability(capability, value),
            Err(Throw::Exception(reason)) => self.keeping([reason], |vm| vm.reject_capability(capability, reason)),
            Err(thrown @ Throw::Terminated(_)) => Err(thrown),
        }
    }

    /// PromiseResolve ( C, x ), ECMA-262 27.2.4.7.1
    pub fn promise_resolve(&mut self, constructor: Value, value: Value) -> Completion<Value> {
        if self.promise(value).is_some() && self.get_remembered(value, keys::CONSTRUCTOR)? == constructor {
            return Ok(value);
        }
        self.keeping([value], |vm| {
            let capability = vm.new_promise_capability(constructor, true)?;
            vm.resolve_capability(&capability, value)?;
            Ok(capability.promise())
        })
    }

    /// What the resolve function of a promise does that is not resolved yet, ECMA-262 27.2.1.3.2 steps 7 to 15.
    pub fn resolve_promise(&mut self, promise: ObjectId, resolution: Value) -> Completion<()> {
        if resolution == Value::object(promise) {
            let error = self.new_error(ferrotape_bytecode::ErrorKind::TypeError, messages::PROMISE_OF_ITSELF);
            return self.reject_promise(promise, error);
        }
        if !resolution.is_object() {
            return self.settle_promise(promise, PromiseState::Fulfilled, resolution);
        }
        let held = [Value::object(promise), resolution];
        let then = match self.keeping(held, |vm| vm.get_remembered(resolution, keys::THEN)) {
            Ok(then) => then,
            Err(Throw::Exception(reason)) => return self.reject_promise(promise, reason),
            Err(thrown) => return Err(thrown),
        };
        if !self.heap.is_callable(then) {
            return self.settle_promise(promise, PromiseState::Fulfilled, resolution);
        }
        self.enqueue_job(Job::Thenable { promise, thenable: resolution, then })
    }

    /// RejectPromise ( promise, reason ), ECMA-262 27.2.1.7
    pub fn reject_promise(&mut self, promise: ObjectId, reason: Value) -> Completion<()> {
        let is_unhandled = self.promise_mut(promise).is_some_and(|promise| !promise.is_handled);
        self.settle_promise(promise, PromiseState::Rejected, reason)?;
        if is_unhandled { self.note_unhandled(Unhandled::Rejection(promise)) } else { Ok(()) }
    }

    /// FulfillPromise and TriggerPromiseReactions, ECMA-262 27.2.1.4 and 27.2.1.8
    fn settle_promise(&mut self, object: ObjectId, state: PromiseState, result: Value) -> Completion<()> {
        let Some(promise) = self.promise_mut(object) else { return Ok(()) };
        let before = promise.bytes();
        (promise.state, promise.result) = (state, result);
        let reactions = std::mem::take(&mut promise.reactions);
        let after = promise.bytes();
        for reaction in reactions {
            reaction.trace(&mut |value| self.heap.lose(value));
            self.tick(1)?;
            self.enqueue_job(job_of(reaction, state, result))?;
        }
        self.heap.account_change(before, after);
        Ok(())
    }

    /// PerformPromiseThen ( promise, onFulfilled, onRejected [ , resultCapability ] ), ECMA-262 27.2.5.4.1. What is no
    /// function and no activation is no handler.
    pub fn perform_promise_then(
        &mut self,
        object: ObjectId,
        on_fulfilled: Value,
        on_rejected: Value,
        capability: Capability,
    ) -> Completion<()> {
        let reaction = Reaction { capability, on_fulfilled, on_rejected };
        let Some(promise) = self.promise_mut(object) else { return Ok(()) };
        let was_handled = std::mem::replace(&mut promise.is_handled, true);
        let (state, result) = (promise.state, promise.result);
        if state == PromiseState::Rejected && !was_handled {
            self.note_handled(object);
        }
        if state != PromiseState::Pending {
            return self.enqueue_job(job_of(reaction, state, result));
        }
        let Some(promise) = self.promise_mut(object) else { return Ok(()) };
        let growth = ferrotape_budget::growth(&promise.reactions, 1).map_or(0, |(_, bytes)| bytes);
        if growth > 0 {
            self.heap.require_room(growth)?;
        }
        let Some(promise) = self.promise_mut(object) else { return Ok(()) };
        let before = promise.bytes();
        promise.reactions.push(reaction);
        let after = promise.bytes();
        self.heap.account_change(before, after);
        Ok(())
    }

    /// The job of a reaction, ECMA-262 27.2.2.1.
    pub(crate) fn run_reaction(
        &mut self,
        capability: Capability,
        handler: Value,
        argument: Value,
        is_rejection: bool,
    ) -> Completion<()> {
        if self.resume_awaiting(handler, argument, is_rejection)? {
            return Ok(());
        }
        let result = match handler {
            Value::EMPTY if is_rejection => Err(Throw::Exception(argument)),
            Value::EMPTY => Ok(argument),
            handler => {
                self.reaction_promise = capability.promise().as_object();
                let result = self.call(handler, Value::UNDEFINED, &[argument]);
                self.reaction_promise = None;
                result
            }
        };
        self.settle_capability(&capability, result)
    }

    /// The job of a thenable, ECMA-262 27.2.2.2.
    pub(crate) fn run_thenable(&mut self, promise: ObjectId, thenable: Value, then: Value) -> Completion<()> {
        let (resolve, reject) = self.create_resolving_functions(promise);
        self.keep(resolve);
        self.keep(reject);
        match self.call(then, thenable, &[resolve, reject]) {
            Ok(_) => Ok(()),
            Err(Throw::Exception(reason)) => self.call(reject, Value::UNDEFINED, &[reason]).map(drop),
            Err(thrown) => Err(thrown),
        }
    }

    /// HostPromiseRejectionTracker ( promise, "reject" ), ECMA-262 27.2.1.9
    pub(crate) fn note_unhandled(&mut self, unhandled: Unhandled) -> Completion<()> {
        if self.unhandled.len() == self.unhandled.capacity() {
            let mut noted = std::mem::take(&mut self.unhandled);
            noted.retain(|noted| self.is_unhandled(noted));
            self.unhandled = noted;
            let growth = ferrotape_budget::growth(&self.unhandled, 1).map_or(0, |(_, bytes)| bytes);
            self.heap.require_room(growth)?;
        }
        self.unhandled.push(unhandled);
        Ok(())
    }

    /// HostReportErrors: an exception that nothing of the script waits for. The host is told of it by [`Vm::take_unhandled`].
    pub fn report_exception(&mut self, exception: Value) -> Completion<()> {
        self.note_unhandled(Unhandled::Exception(exception))
    }

    /// Has anything gone wrong that [`Vm::take_unhandled`] tells of?
    pub fn has_unhandled(&self) -> bool {
        self.unhandled.iter().any(|unhandled| self.is_unhandled(unhandled))
    }

    /// Somebody looks at how the promise ends.
    pub fn mark_handled(&mut self, promise: ObjectId) {
        if let Some(promise) = self.promise_mut(promise) {
            promise.is_handled = true;
        }
        self.note_handled(promise);
    }

    /// HostPromiseRejectionTracker ( promise, "handle" ): mostly it is the last one.
    fn note_handled(&mut self, promise: ObjectId) {
        self.unhandled.pop_if(|last| matches!(last, Unhandled::Rejection(rejected) if *rejected == promise));
    }

    fn is_unhandled(&self, unhandled: &Unhandled) -> bool {
        match *unhandled {
            Unhandled::Rejection(promise) => matches!(self.heap.kind(promise), Kind::Promise(it) if !it.is_handled),
            Unhandled::Exception(_) => true,
        }
    }

    /// The reasons of rejections that nobody handles so far, and what jobs have thrown, in the order in which it came about: the
    /// first sixteen. All are forgotten with that.
    pub fn take_unhandled(&mut self) -> Vec<Value> {
        let unhandled = std::mem::take(&mut self.unhandled);
        let reason = |unhandled: &Unhandled| match *unhandled {
            Unhandled::Rejection(promise) => self.promise(Value::object(promise)).map(|(_, promise)| promise.result),
            Unhandled::Exception(value) => Some(value),
        };
        unhandled
            .iter()
            .filter(|unhandled| self.is_unhandled(unhandled))
            .filter_map(reason)
            .take(MOST_UNHANDLED)
            .collect()
    }
}

/// The job of a reaction to such an outcome.
fn job_of(reaction: Reaction, state: PromiseState, argument: Value) -> Job {
    let is_rejection = state == PromiseState::Rejected;
    let handler = if is_rejection { reaction.on_rejected } else { reaction.on_fulfilled };
    Job::Reaction { capability: reaction.capability, handler, argument, is_rejection }
}
