//! Async generators, ECMA-262 27.6: requests wait in a queue until the one before is answered.
//!
//! ```text
//! request_of_async_generator   next, throw and return: a promise, and a request that is taken up at once if nothing runs
//! answer                       AsyncGeneratorCompleteStep: settles the promise of the request in front
//! drain                        what is left of the queue when the body has ended
//! ```
//!
//! The value of `return` is awaited here before the frame continues. The code of the generator does nothing for it.

use crate::error::{Completion, Throw};
use crate::generator::{self, Generator, GeneratorState, Request, Resumption};
use crate::heap::ObjectId;
use crate::iteration;
use crate::jobs::{self, Job};
use crate::messages;
use crate::object::Kind;
use crate::promise::{self, Capability};
use crate::realm;
use crate::value::Value;
use crate::vm::Vm;

/// %AsyncGeneratorPrototype%.next, return and throw, ECMA-262 27.6.1.2 to 27.6.1.4: the promise.
pub fn request_of_async_generator(
    vm: &mut Vm,
    this: Value,
    method: &str,
    resumption: Resumption,
    value: Value,
) -> Completion<Value> {
    let promise = promise::new_promise(vm, None);
    vm.keep(Value::object(promise));
    match async_generator(vm, this) {
        Some(object) => take_request(vm, object, Request { resumption, value, promise })?,
        None => {
            let found = messages::describe(vm, this);
            let message = format!("{method} method called on incompatible receiver {found}");
            let error = vm.new_error(ferrotape_bytecode::ErrorKind::TypeError, &message);
            promise::reject_promise(vm, promise, error)?;
        }
    }
    Ok(Value::object(promise))
}

fn async_generator(vm: &Vm, value: Value) -> Option<ObjectId> {
    let object = value.as_object()?;
    match vm.heap.kind(object) {
        Kind::Generator(generator) if generator.is_async_generator() => Some(object),
        _ => None,
    }
}

/// Settles a request at once if the generator is over and nothing is to be awaited. Otherwise queues it, and resumes a
/// suspended generator.
fn take_request(vm: &mut Vm, object: ObjectId, request: Request) -> Completion<()> {
    let Some(generator) = generator::generator_mut(vm, object) else { return Ok(()) };
    let is_over = match (generator.state, request.resumption) {
        (GeneratorState::Completed, Resumption::Next | Resumption::Throw) => true,
        (GeneratorState::SuspendedStart, Resumption::Throw) => {
            generator::complete(vm, object);
            true
        }
        _ => false,
    };
    if is_over {
        return settle_request(vm, request, Ok(Value::UNDEFINED), true);
    }
    let Some(generator) = generator::generator_mut(vm, object) else { return Ok(()) };
    let state = generator.state;
    let growth = generator.growth_of_requests();
    vm.heap.room(growth)?;
    change_generator(vm, object, |generator| generator.requests.push_back(request));
    match (state, request.resumption) {
        (GeneratorState::SuspendedStart | GeneratorState::Completed, Resumption::Return) => {
            generator::complete(vm, object);
            await_return(vm, object)
        }
        (GeneratorState::SuspendedStart | GeneratorState::SuspendedYield, _) => resume_for_request(vm, object, request),
        _ => Ok(()),
    }
}

/// AsyncGeneratorResume, ECMA-262 27.6.3.5, with what AsyncGeneratorUnwrapYieldResumption, 27.6.3.7, does first.
fn resume_for_request(vm: &mut Vm, object: ObjectId, request: Request) -> Completion<()> {
    let Request { resumption, value, .. } = request;
    if resumption == Resumption::Return {
        return await_sent_return(vm, object, value);
    }
    generator::resume_natively(vm, object, resumption, value).map(drop)
}

/// Makes the generator return where it waits, once the value is there.
pub(crate) fn await_sent_return(vm: &mut Vm, object: ObjectId, value: Value) -> Completion<()> {
    change_generator(vm, object, |generator| {
        generator.state = GeneratorState::Executing;
        generator.is_to_return = true;
    });
    match await_for(vm, object, value) {
        Err(Throw::Exception(reason)) => {
            change_generator(vm, object, |generator| generator.is_to_return = false);
            vm.keeping([reason], |vm| generator::resume_natively(vm, object, Resumption::Throw, reason)).map(drop)
        }
        result => result,
    }
}

/// Awaits a value for an activation, which goes on when the value is settled.
pub(crate) fn await_for(vm: &mut Vm, object: ObjectId, value: Value) -> Completion<()> {
    // Fast path: nobody sees the promise that would be made of a primitive value, and be fulfilled with it.
    if !value.is_object() {
        let handler = Value::object(object);
        let capability = Capability::None;
        return jobs::enqueue_job(vm, Job::Reaction { capability, handler, argument: value, is_rejection: false });
    }
    let vm = &mut vm.scope();
    let constructor = Value::object(realm::made(vm, "Promise", |intrinsics| intrinsics.promise));
    let promise = promise::promise_resolve(vm, constructor, value)?;
    let Some((promise, _)) = promise::promise(vm, promise) else { return Ok(()) };
    vm.keeping([Value::object(promise)], |vm| promise::await_promise(vm, promise, object))
}

/// AsyncGeneratorYield ( value ), ECMA-262 27.6.3.8, without the suspension. Returns the next request if there is one
/// already.
pub(crate) fn answer_by_yield(vm: &mut Vm, object: ObjectId, value: Value) -> Completion<Option<(Resumption, Value)>> {
    answer(vm, object, Ok(value), false)?;
    let next = generator::generator_mut(vm, object).and_then(|generator| generator.requests.front().copied());
    Ok(next.map(|request| (request.resumption, request.value)))
}

/// AsyncGeneratorCompleteStep, ECMA-262 27.6.3.4
fn answer(vm: &mut Vm, object: ObjectId, completion: Completion<Value>, done: bool) -> Completion<()> {
    let mut request = None;
    change_generator(vm, object, |generator| request = generator.requests.pop_front());
    match request {
        Some(request) => {
            request.trace(&mut |value| vm.heap.lose(value));
            let held = [Value::object(object), Value::object(request.promise)];
            vm.keeping(held, |vm| {
                settle_request(vm, Request { resumption: Resumption::Next, ..request }, completion, done)
            })
        }
        None => Ok(()),
    }
}

/// Settles a request's promise with `completion`. A `throw` that reached no body rejects it with the value sent.
fn settle_request(vm: &mut Vm, request: Request, completion: Completion<Value>, done: bool) -> Completion<()> {
    match (request.resumption, completion) {
        (_, Err(Throw::Exception(reason))) => promise::reject_promise(vm, request.promise, reason),
        (_, Err(thrown)) => Err(thrown),
        (Resumption::Throw, _) => promise::reject_promise(vm, request.promise, request.value),
        (_, Ok(value)) => {
            let result = iteration::iterator_result(vm, value, done);
            promise::resolve_promise(vm, request.promise, result)
        }
    }
}

/// Ends the body: AsyncGeneratorStart, ECMA-262 27.6.3.2, step 4.
pub(crate) fn end_async_generator(vm: &mut Vm, object: ObjectId, completion: Completion<Value>) -> Completion<()> {
    change_generator(vm, object, |generator| generator.state = GeneratorState::AwaitingReturn);
    answer(vm, object, completion, true)?;
    drain(vm, object)
}

/// AsyncGeneratorDrainQueue, ECMA-262 27.6.3.10
fn drain(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    loop {
        vm.work(1)?;
        let next = generator::generator_mut(vm, object).and_then(|generator| generator.requests.front().copied());
        let Some(request) = next else {
            change_generator(vm, object, |generator| generator.state = GeneratorState::Completed);
            return Ok(());
        };
        match request.resumption {
            Resumption::Return => return await_return(vm, object),
            Resumption::Next => answer(vm, object, Ok(Value::UNDEFINED), true)?,
            Resumption::Throw => answer(vm, object, Err(Throw::Exception(request.value)), true)?,
        }
    }
}

/// AsyncGeneratorAwaitReturn, ECMA-262 27.6.3.9
fn await_return(vm: &mut Vm, object: ObjectId) -> Completion<()> {
    change_generator(vm, object, |generator| generator.state = GeneratorState::AwaitingReturn);
    let Some(generator) = generator::generator_mut(vm, object) else { return Ok(()) };
    let value = generator.requests.front().map_or(Value::UNDEFINED, |request| request.value);
    match await_for(vm, object, value) {
        Err(Throw::Exception(reason)) => {
            answer(vm, object, Err(Throw::Exception(reason)), true)?;
            drain(vm, object)
        }
        result => result,
    }
}

/// Goes on draining the queue when the value has settled that an ended async generator waited for.
pub(crate) fn go_on_draining(vm: &mut Vm, object: ObjectId, argument: Value, is_rejection: bool) -> Completion<()> {
    let completion = if is_rejection { Err(Throw::Exception(argument)) } else { Ok(argument) };
    answer(vm, object, completion, true)?;
    drain(vm, object)
}

/// Changes what an activation keeps, and accounts for it.
fn change_generator(vm: &mut Vm, object: ObjectId, change: impl FnOnce(&mut Generator)) {
    let Some(generator) = generator::generator_mut(vm, object) else { return };
    let before = generator.bytes();
    change(generator);
    let after = generator.bytes();
    vm.heap.resized(before, after);
}
