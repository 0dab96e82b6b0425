//! Async generators, ECMA-262 27.6: requests wait in a queue until the one before is answered.
//!
//! ```text
//! request_of_async_generator   next, throw and return: a promise, and a request that is taken up at once where nothing runs
//! answer                       AsyncGeneratorCompleteStep: settles the promise of the request in front
//! drain                        what is left of the queue when the body has ended
//! ```
//!
//! The value of `return` is awaited here before the frame goes on: no code is needed for it.

use crate::error::{Completion, Throw};
use crate::generator::{Generator, GeneratorState, Request, Resumption};
use crate::heap::ObjectId;
use crate::jobs::Job;
use crate::object::Kind;
use crate::promise::Capability;
use crate::value::Value;
use crate::vm::Vm;

impl Vm {
    /// %AsyncGeneratorPrototype%.next, return and throw, ECMA-262 27.6.1.2 to 27.6.1.4: the promise.
    pub fn request_of_async_generator(
        &mut self,
        this: Value,
        method: &str,
        resumption: Resumption,
        value: Value,
    ) -> Completion<Value> {
        let promise = self.new_promise(None);
        self.keep(Value::object(promise));
        match self.async_generator(this) {
            Some(object) => self.take_request(object, Request { resumption, value, promise })?,
            None => {
                let found = self.describe(this);
                let message = format!("{method} method called on incompatible receiver {found}");
                let error = self.new_error(ferrotape_bytecode::ErrorKind::TypeError, &message);
                self.reject_promise(promise, error)?;
            }
        }
        Ok(Value::object(promise))
    }

    fn async_generator(&self, value: Value) -> Option<ObjectId> {
        let object = value.as_object()?;
        match self.heap.kind(object) {
            Kind::Generator(generator) if generator.is_async_generator() => Some(object),
            _ => None,
        }
    }

    fn take_request(&mut self, object: ObjectId, request: Request) -> Completion<()> {
        let Some(generator) = self.generator_mut(object) else { return Ok(()) };
        let is_over = match (generator.state, request.resumption) {
            (GeneratorState::Completed, Resumption::Next | Resumption::Throw) => true,
            (GeneratorState::SuspendedStart, Resumption::Throw) => {
                self.complete(object);
                true
            }
            _ => false,
        };
        if is_over {
            return self.settle_request(request, Ok(Value::UNDEFINED), true);
        }
        let Some(generator) = self.generator_mut(object) else { return Ok(()) };
        let state = generator.state;
        let growth = generator.growth_of_requests();
        self.heap.require_room(growth)?;
        self.change_generator(object, |generator| generator.requests.push_back(request));
        match (state, request.resumption) {
            (GeneratorState::SuspendedStart | GeneratorState::Completed, Resumption::Return) => {
                self.complete(object);
                self.await_return(object)
            }
            (GeneratorState::SuspendedStart | GeneratorState::SuspendedYield, _) => {
                self.resume_for_request(object, request)
            }
            _ => Ok(()),
        }
    }

    /// AsyncGeneratorResume, ECMA-262 27.6.3.5, with what AsyncGeneratorUnwrapYieldResumption, 27.6.3.7, does first.
    fn resume_for_request(&mut self, object: ObjectId, request: Request) -> Completion<()> {
        let Request { resumption, value, .. } = request;
        if resumption == Resumption::Return {
            return self.await_sent_return(object, value);
        }
        self.resume_natively(object, resumption, value).map(drop)
    }

    /// The generator is to return where it waits, once the value is there.
    pub(crate) fn await_sent_return(&mut self, object: ObjectId, value: Value) -> Completion<()> {
        self.change_generator(object, |generator| {
            generator.state = GeneratorState::Executing;
            generator.is_to_return = true;
        });
        match self.await_for(object, value) {
            Err(Throw::Exception(reason)) => {
                self.change_generator(object, |generator| generator.is_to_return = false);
                self.keeping([reason], |vm| vm.resume_natively(object, Resumption::Throw, reason)).map(drop)
            }
            result => result,
        }
    }

    /// What is awaited is settled for an activation, which goes on when that comes about.
    pub(crate) fn await_for(&mut self, object: ObjectId, value: Value) -> Completion<()> {
        // Fast path: nobody sees the promise that would be made of a primitive value, and be fulfilled with it.
        if !value.is_object() {
            let handler = Value::object(object);
            let capability = Capability::None;
            return self.enqueue_job(Job::Reaction { capability, handler, argument: value, is_rejection: false });
        }
        let mark = self.kept_mark();
        let constructor = Value::object(self.made("Promise", |intrinsics| intrinsics.promise));
        let promise = self.promise_resolve(constructor, value)?;
        self.release_kept(mark);
        let Some((promise, _)) = self.promise(promise) else { return Ok(()) };
        let handler = Value::object(object);
        self.keeping([Value::object(promise)], |vm| {
            vm.perform_promise_then(promise, handler, handler, Capability::None)
        })
    }

    /// AsyncGeneratorYield ( value ), ECMA-262 27.6.3.8, but for the suspension: the request that is next already, if there is
    /// one.
    pub(crate) fn answer_by_yield(
        &mut self,
        object: ObjectId,
        value: Value,
    ) -> Completion<Option<(Resumption, Value)>> {
        self.answer(object, Ok(value), false)?;
        let next = self.generator_mut(object).and_then(|generator| generator.requests.front().copied());
        Ok(next.map(|request| (request.resumption, request.value)))
    }

    /// AsyncGeneratorCompleteStep, ECMA-262 27.6.3.4
    fn answer(&mut self, object: ObjectId, completion: Completion<Value>, done: bool) -> Completion<()> {
        let mut request = None;
        self.change_generator(object, |generator| request = generator.requests.pop_front());
        match request {
            Some(request) => {
                request.trace(&mut |value| self.heap.lose(value));
                let held = [Value::object(object), Value::object(request.promise)];
                self.keeping(held, |vm| {
                    vm.settle_request(Request { resumption: Resumption::Next, ..request }, completion, done)
                })
            }
            None => Ok(()),
        }
    }

    fn settle_request(&mut self, request: Request, completion: Completion<Value>, done: bool) -> Completion<()> {
        match (request.resumption, completion) {
            (_, Err(Throw::Exception(reason))) => self.reject_promise(request.promise, reason),
            (Resumption::Throw, _) => self.reject_promise(request.promise, request.value),
            (_, Err(thrown)) => Err(thrown),
            (_, Ok(value)) => {
                let result = self.iterator_result(value, done);
                self.resolve_promise(request.promise, result)
            }
        }
    }

    /// The body has ended: AsyncGeneratorStart, ECMA-262 27.6.3.2, step 4.
    pub(crate) fn end_async_generator(&mut self, object: ObjectId, completion: Completion<Value>) -> Completion<()> {
        self.change_generator(object, |generator| generator.state = GeneratorState::AwaitingReturn);
        self.answer(object, completion, true)?;
        self.drain(object)
    }

    /// AsyncGeneratorDrainQueue, ECMA-262 27.6.3.10
    fn drain(&mut self, object: ObjectId) -> Completion<()> {
        loop {
            self.tick(1)?;
            let next = self.generator_mut(object).and_then(|generator| generator.requests.front().copied());
            let Some(request) = next else {
                self.change_generator(object, |generator| generator.state = GeneratorState::Completed);
                return Ok(());
            };
            match request.resumption {
                Resumption::Return => return self.await_return(object),
                Resumption::Next => self.answer(object, Ok(Value::UNDEFINED), true)?,
                Resumption::Throw => self.answer(object, Err(Throw::Exception(request.value)), true)?,
            }
        }
    }

    /// AsyncGeneratorAwaitReturn, ECMA-262 27.6.3.9
    fn await_return(&mut self, object: ObjectId) -> Completion<()> {
        self.change_generator(object, |generator| generator.state = GeneratorState::AwaitingReturn);
        let Some(generator) = self.generator_mut(object) else { return Ok(()) };
        let value = generator.requests.front().map_or(Value::UNDEFINED, |request| request.value);
        match self.await_for(object, value) {
            Err(Throw::Exception(reason)) => {
                self.answer(object, Err(Throw::Exception(reason)), true)?;
                self.drain(object)
            }
            result => result,
        }
    }

    /// What an async generator has waited for that has ended already.
    pub(crate) fn go_on_draining(&mut self, object: ObjectId, argument: Value, is_rejection: bool) -> Completion<()> {
        let completion = if is_rejection { Err(Throw::Exception(argument)) } else { Ok(argument) };
        self.answer(object, completion, true)?;
        self.drain(object)
    }

    /// Changes what an activation keeps, and accounts for it.
    fn change_generator(&mut self, object: ObjectId, change: impl FnOnce(&mut Generator)) {
        let Some(generator) = self.generator_mut(object) else { return };
        let before = generator.bytes();
        change(generator);
        let after = generator.bytes();
        self.heap.account_change(before, after);
    }
}
