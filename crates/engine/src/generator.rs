//! Frames that are suspended and go on later: generators and async functions (ECMA-262 27.5 and 27.7).
//!
//! The cell of an activation takes the frame while it waits: its registers, or its part of the stack machine's stacks. Records
//! that are open are closed then, and opened again when it goes on, so that reads of outer variables need not know. While the
//! frame runs, the cell lies below its `this`, where the callee of a call lies.
//!
//! ```text
//! start_activation    the first instruction of the body: a generator waits for next(), an async function goes on with a promise
//! yield_value, await_value   the frame waits, and its caller gets a result, or the promise
//! resume…             the frame is pushed again: a value comes, an exception strikes, or the function is to return
//! end_activation, fail_activation   what the end of such a frame is for its caller
//! ```
//!
//! Resuming from code of the same machine pushes a frame in the running loop; nothing recurses. What a `for`-`of` asks of a
//! generator is done by fewer steps: `steps`.

mod steps;

use std::collections::VecDeque;

use ferrotape_heap::frame::OpenScope;

use crate::environment::{Record, RecordKind};
use crate::error::{Completion, Throw};
use crate::exits;
use crate::heap::{ObjectId, RecordId};
use crate::interpreter::calls::Entered;
use crate::loop_exit::{Abrupt, Left};
use crate::names::keys;
use crate::object::{Kind, ObjectKind};
use crate::stack_machine::state::Slot;
use crate::value::Value;
use crate::vm::{Ending, Frame, FrameKind, Vm};
use ferrotape_budget::costs::{ACTIVATION, REGISTERS_PER_TICK};
use ferrotape_bytecode::ActivationKind;

pub(crate) use ferrotape_heap::generator::{Driver, Request};
pub use ferrotape_heap::generator::{Generator, GeneratorState, Resumption};

impl Vm {
    pub(crate) fn generator_mut(&mut self, object: ObjectId) -> Option<&mut Generator> {
        match self.heap.kind_mut(object) {
            Some(ObjectKind::Generator(generator)) => Some(generator),
            _ => None,
        }
    }

    /// The activation of a frame that was resumed, or has become one that can be suspended.
    pub(crate) fn activation_of(&self, frame: &Frame) -> Option<ObjectId> {
        self.stack.get((frame.base as usize).wrapping_sub(1))?.as_object()
    }

    /// The body of a generator function or async function begins. Its caller goes on where it waits at once.
    pub(crate) fn start_activation(&mut self, live: usize) -> Completion<Left> {
        self.tick(ACTIVATION)?;
        let frame = *self.frame();
        let driver = match self.heap.code_cell(frame.code).activation {
            ActivationKind::Async => Driver::Async(self.new_promise(None)),
            ActivationKind::AsyncGenerator => Driver::AsyncGenerator,
            ActivationKind::Generator | ActivationKind::Plain => Driver::Generator,
        };
        let prototype = match driver {
            Driver::Generator | Driver::AsyncGenerator => Some(self.prototype_of_generator(frame.callee)?),
            Driver::Async(_) => None,
        };
        let generator = Generator {
            state: GeneratorState::Executing,
            driver,
            // It was never suspended.
            frame: Frame { pc: 0, ..frame },
            registers: Vec::new(),
            open_scopes: Vec::new(),
            received: None,
            steps_row: false,
            saved: None,
            delegate: None,
            requests: VecDeque::new(),
            is_to_return: false,
        };
        let object = self.heap.new_object_with_prototype(prototype, ObjectKind::Generator(Box::new(generator)));
        self.stack[frame.base as usize - 1] = Value::object(object);
        if let Some(frame) = self.frames.last_mut() {
            frame.kind = frame.kind.of_resumed();
            frame.ending = frame.ending.max(Ending::Scopes);
        }
        if let Driver::Async(_) = driver {
            return Ok(Left::Continue(()));
        }
        let frame = self.suspend(live, None)?;
        if let Some(generator) = self.generator_mut(object) {
            generator.state = GeneratorState::SuspendedStart;
        }
        Ok(exits::deliver(self, &frame, Value::object(object)))
    }

    /// OrdinaryCreateFromConstructor of generator functions, ECMA-262 15.5.2.
    fn prototype_of_generator(&mut self, function: ObjectId) -> Completion<ObjectId> {
        if let Some(prototype) = self.get(function, keys::PROTOTYPE)?.as_object() {
            return Ok(prototype);
        }
        let realm = self.function_realm(function)?;
        let is_async = self.heap.code_cell(self.frame().code).activation == ActivationKind::AsyncGenerator;
        let intrinsics = &self.heap.realm(realm).intrinsics;
        Ok(if is_async { intrinsics.async_generator_prototype } else { intrinsics.generator_prototype })
    }

    /// GeneratorYield ( iterNextObj ), ECMA-262 27.5.3.7.
    pub(crate) fn yield_value(&mut self, value: Value, live: usize, received: Option<u8>) -> Completion<Left> {
        if self.yield_to_row(value, live, received) {
            return Ok(Left::Continue(()));
        }
        if let Some(object) = self.activation_of(self.frame())
            && self.generator_mut(object).is_some_and(|generator| generator.is_async_generator())
        {
            return self.yield_to_queue(object, value, None, (live, received));
        }
        if self.steps_row() {
            self.suspend(live, received)?;
            self.deliver_to_row(value);
            return Ok(Left::Continue(()));
        }
        let result = self.iterator_result(value, false);
        let frame = self.suspend(live, received)?;
        Ok(exits::deliver(self, &frame, result))
    }

    /// Does the running frame give its values to an `IteratorNext`?
    fn steps_row(&mut self) -> bool {
        let activation = self.activation_of(self.frame());
        activation.and_then(|object| self.generator_mut(object)).is_some_and(|generator| generator.steps_row)
    }

    /// `yield` and `yield*` of an async generator, which goes on at once where another request waits.
    fn yield_to_queue(
        &mut self,
        object: ObjectId,
        value: Value,
        delegate: Option<ObjectId>,
        (live, received): (usize, Option<u8>),
    ) -> Completion<Left> {
        let request = self.answer_by_yield(object, value)?;
        match (request, delegate) {
            (Some((Resumption::Throw, reason)), None) => return Err(Throw::Exception(reason)),
            (Some((resumption @ (Resumption::Next | Resumption::Throw), sent)), _) => {
                delegate.into_iter().for_each(|delegate| self.resume_delegate(delegate, resumption));
                self.receive(received, sent);
                return Ok(Left::Continue(()));
            }
            (Some((Resumption::Return, _)) | None, _) => {}
        }
        let frame = self.suspend(live, received)?;
        if let Some(generator) = self.generator_mut(object) {
            generator.delegate = delegate;
        }
        if let Some((_, sent)) = request
            && let Err(thrown) = self.await_sent_return(object, sent)
        {
            return exits::strike_behind(&frame, thrown);
        }
        Ok(exits::deliver(self, &frame, Value::UNDEFINED))
    }

    /// What is sent comes to the running frame.
    fn receive(&mut self, received: Option<u8>, value: Value) {
        let (base, code) = (self.frame().base as usize, self.frame().code);
        match received {
            None => {}
            Some(_) if self.heap.code_block(code).is_stack_code() => self.stack_machine.push(Slot::Value(value)),
            Some(register) => self.stack[base + register as usize] = value,
        }
    }

    /// GeneratorYield of a result that the iterator has given that a `yield*` delegates to.
    pub(crate) fn yield_delegate(
        &mut self,
        delegate: Value,
        result: Value,
        live: usize,
        received: Option<u8>,
    ) -> Completion<Left> {
        let object = self.activation_of(self.frame());
        if let Some(object) = object
            && self.generator_mut(object).is_some_and(|generator| generator.is_async_generator())
        {
            let value = self.keeping([result], |vm| vm.get_remembered(result, keys::VALUE))?;
            return self.yield_to_queue(object, value, delegate.as_object(), (live, received));
        }
        let frame = self.suspend(live, received)?;
        if let Some(generator) = object.and_then(|object| self.generator_mut(object)) {
            generator.delegate = delegate.as_object();
        }
        Ok(exits::deliver(self, &frame, result))
    }

    /// Await ( value ), ECMA-262 27.7.5.3.
    pub(crate) fn await_value(&mut self, value: Value, live: usize, received: Option<u8>) -> Completion<Left> {
        let Some(activation) = self.activation_of(self.frame()) else { return Ok(Left::Continue(())) };
        self.await_for(activation, value)?;
        let frame = self.suspend(live, received)?;
        let Some(generator) = self.generator_mut(activation) else { return Ok(Left::Continue(())) };
        generator.state = GeneratorState::Executing;
        let promise = match generator.driver {
            Driver::Async(promise) => Value::object(promise),
            Driver::Generator | Driver::AsyncGenerator => Value::UNDEFINED,
        };
        Ok(exits::deliver(self, &frame, promise))
    }

    /// Takes the running frame off the stacks into its activation. Gives the frame.
    fn suspend(&mut self, live: usize, received: Option<u8>) -> Completion<Frame> {
        let frame = *self.frame();
        let Some(object) = self.activation_of(&frame) else { return Ok(frame) };
        let base = frame.base as usize;
        let is_stack_code = self.heap.code_block(frame.code).is_stack_code();
        let live = if is_stack_code { frame.top as usize - base } else { live.min(frame.top as usize - base) };
        let first_open = match self.open_scopes.last() {
            Some(open) if !open.is_below(base) => self.open_scopes.partition_point(|open| open.is_below(base)),
            _ => self.open_scopes.len(),
        };
        let open_count = self.open_scopes.len() - first_open;
        // Before anything is moved.
        self.tick(live as u64 / REGISTERS_PER_TICK)?;
        let grows = is_stack_code
            || self.generator_mut(object).is_none_or(|generator| !generator.has_room_for(live, open_count));
        if grows {
            let room = live * size_of::<Value>() + open_count * size_of::<OpenScope>();
            let on_stacks = if is_stack_code { self.stack_machine.bytes_of_running() } else { 0 };
            self.heap.require_room(2 * room + on_stacks)?;
        }
        for place in (first_open..self.open_scopes.len()).rev() {
            if let Some(record) = self.stack[self.open_scopes[place].place()].as_record() {
                self.close_record(record);
            }
        }
        let saved = if is_stack_code { self.stack_machine.save().map(Box::new) } else { None };
        let pc = self.pc;
        let Some(ObjectKind::Generator(generator)) = self.heap.kind_mut(object) else { return Ok(frame) };
        let before = if grows { generator.bytes() } else { 0 };
        generator.state = GeneratorState::SuspendedYield;
        generator.frame = Frame { pc, ..frame };
        generator.registers.clear();
        generator.registers.extend_from_slice(&self.stack[base..base + live]);
        // What is sent comes there: what has been there is of no use.
        if let Some(place) = received.and_then(|register| generator.registers.get_mut(register as usize))
            && !is_stack_code
        {
            *place = Value::UNDEFINED;
        }
        generator.open_scopes.clear();
        generator.open_scopes.extend(self.open_scopes.drain(first_open..).map(|open| open.relative_to(base)));
        generator.received = received;
        generator.saved = saved;
        if grows {
            let after = generator.bytes();
            self.heap.account_change(before, after);
        }
        self.pop_suspended_frame();
        Ok(frame)
    }

    /// Empties registers of the running frame, which is about to be suspended: nobody reads them any more.
    pub(crate) fn forget(&mut self, first: usize, count: usize) -> Completion<()> {
        self.tick(count as u64 / REGISTERS_PER_TICK)?;
        self.stack[first..first + count].fill(Value::UNDEFINED);
        Ok(())
    }

    /// The frame that was resumed, or began, is to go on; by what strikes there, if something does.
    fn push_resumed(
        &mut self,
        object: ObjectId,
        (base, dst, kind): (usize, u8, FrameKind),
        resumption: Resumption,
        value: Value,
    ) -> Completion<Option<Abrupt>> {
        let Some(generator) = self.generator_mut(object) else { return Ok(None) };
        let (code, count) = (generator.frame.code, generator.registers.len());
        let block = self.heap.code_block(code);
        let (is_stack_code, realm) = (block.is_stack_code(), block.realm);
        let registers = if is_stack_code { count } else { block.register_count as usize };
        self.tick(count as u64 / REGISTERS_PER_TICK)?;
        if self.frames.len() == self.frames.capacity() {
            self.grow_frames()?;
        }
        self.reserve_stack(base, registers)?;
        if is_stack_code {
            let code = self.heap.code_block(code).stack_code();
            let (values, blocks) = (code.max_values as usize, code.max_blocks as usize);
            self.reserve_activation(values, blocks)?;
        }
        self.heap.lose_internal_slots(object);
        let Some(ObjectKind::Generator(generator)) = self.heap.kind_mut(object) else { return Ok(None) };
        generator.state = GeneratorState::Executing;
        generator.steps_row = false;
        let (frame, received) = (generator.frame, generator.received);
        // On the stack machine that is a record of variables, which the frame may leave.
        generator.frame.environment = None;
        self.stack[base - 1] = Value::object(object);
        self.stack[base..base + count].copy_from_slice(&generator.registers);
        generator.registers.clear();
        let open_scopes = std::mem::take(&mut generator.open_scopes);
        let (saved, delegate) = (generator.saved.take(), generator.delegate.take());
        if let Some(saved) = &saved {
            let bytes = saved.bytes();
            self.heap.account_change(bytes, 0);
        }
        self.stack[base + count..base + registers].fill(Value::UNDEFINED);
        if let Some(caller) = self.frames.last_mut() {
            caller.pc = self.pc;
        }
        let ending = if realm == self.realm.id { Ending::Scopes } else { Ending::OtherRealm };
        let top = base + registers;
        self.frames.push(Frame { base: base as u32, top: top as u32, dst, kind, ending, ..frame });
        (self.top, self.pc) = (top, frame.pc);
        if ending == Ending::OtherRealm {
            self.enter_realm(realm);
        }
        // Nothing waits there any more that began before.
        let blocks = self.stack_machine.blocks.len();
        self.throw_sites.forget_above(base, blocks);
        if open_scopes.capacity() > 0 {
            self.open_scopes_again(object, open_scopes, base);
        }
        if let Some(saved) = saved {
            self.stack_machine.restore(*saved);
        }
        if let Some(delegate) = delegate {
            self.resume_delegate(delegate, resumption);
        }
        match resumption {
            _ if delegate.is_some() => {}
            Resumption::Throw => return Ok(Some(Abrupt::Throw(Throw::Exception(value)))),
            Resumption::Return => return Ok(Some(Abrupt::Return(value))),
            Resumption::Next => {}
        }
        self.receive(received, value);
        Ok(None)
    }

    /// The scopes of a frame that goes on are open again; their list serves the next time.
    fn open_scopes_again(&mut self, object: ObjectId, mut scopes: Vec<OpenScope>, base: usize) {
        for open in scopes.drain(..) {
            let open = open.above(base);
            if let Some(record) = self.stack[open.place()].as_record() {
                self.open_record_again(record, base);
            }
            self.open_scopes.push(open);
        }
        if let Some(generator) = self.generator_mut(object) {
            generator.open_scopes = scopes;
        }
    }

    /// The values of a closed record go back to the registers that they came from.
    pub(crate) fn open_record_again(&mut self, record: RecordId, base: usize) {
        let before = self.heap[record].payload_bytes();
        let kind = std::mem::replace(&mut self.heap[record].kind, Record::default().kind);
        let (scope, added) = match kind {
            RecordKind::Few { scope, values } => {
                self.put_in_registers(base, scope, &values);
                (scope, None)
            }
            RecordKind::Many { scope, values, added } => {
                self.put_in_registers(base, scope, &values);
                (scope, added)
            }
            other => {
                self.heap[record].kind = other;
                return;
            }
        };
        self.heap[record].kind = RecordKind::Open { scope, base: base as u32, added };
        let after = self.heap[record].payload_bytes();
        self.heap.account_change(before, after);
    }

    fn put_in_registers(&mut self, base: usize, scope: crate::heap::ScopeId, values: &[Value]) {
        values.iter().for_each(|&value| self.heap.lose(value));
        for (&register, &value) in self.heap.scope(scope).registers.iter().zip(values) {
            self.stack[base + register as usize] = value;
        }
    }

    /// GeneratorResume and GeneratorResumeAbrupt, ECMA-262 27.5.3.3 and 27.5.3.4, where no frame is needed for it.
    fn resume_without_frame(
        &mut self,
        object: ObjectId,
        resumption: Resumption,
        value: Value,
    ) -> Completion<Option<Value>> {
        let Some(generator) = self.generator_mut(object) else { return Ok(None) };
        match (generator.state, resumption) {
            (GeneratorState::Executing, _) => return self.type_error("Generator is already running"),
            (GeneratorState::SuspendedYield, _) | (GeneratorState::SuspendedStart, Resumption::Next) => {
                return Ok(None);
            }
            (GeneratorState::SuspendedStart | GeneratorState::AwaitingReturn | GeneratorState::Completed, _) => {}
        }
        self.complete(object);
        match resumption {
            Resumption::Next => Ok(Some(self.iterator_result(Value::UNDEFINED, true))),
            Resumption::Return => Ok(Some(self.iterator_result(value, true))),
            Resumption::Throw => Err(Throw::Exception(value)),
        }
    }

    /// The generator that a method of %GeneratorPrototype% was called on.
    fn require_generator(&mut self, value: Value, method: &str) -> Completion<ObjectId> {
        if let Some(object) = value.as_object()
            && let Kind::Generator(Generator { driver: Driver::Generator, .. }) = self.heap.kind(object)
        {
            return Ok(object);
        }
        let found = self.describe(value);
        self.type_error(format!("{method} method called on incompatible receiver {found}"))
    }

    /// %GeneratorPrototype%.next, throw and return, called by native code or by that of the other machine.
    pub fn resume_generator(
        &mut self,
        this: Value,
        method: &str,
        resumption: Resumption,
        value: Value,
    ) -> Completion<Value> {
        let object = self.require_generator(this, method)?;
        match self.resume_without_frame(object, resumption, value)? {
            Some(result) => Ok(result),
            None => self.resume_natively(object, resumption, value),
        }
    }

    /// The same called by script: the frame is pushed in the running loop, where that is of the same machine.
    pub(crate) fn enter_generator(
        &mut self,
        (first, dst): (usize, u8),
        method: &str,
        resumption: Resumption,
        value: Value,
    ) -> Completion<Entered> {
        let object = self.require_generator(self.stack[first], method)?;
        if let Some(result) = self.resume_without_frame(object, resumption, value)? {
            return Ok(Entered::Value(result));
        }
        let caller = self.heap.code_block(self.frame().code).is_stack_code();
        let code = self.generator_mut(object).map(|generator| generator.frame.code);
        if code.is_some_and(|code| self.heap.code_block(code).is_stack_code() == caller) {
            return match self.push_resumed(object, (first, dst, FrameKind::Resume), resumption, value)? {
                None => Ok(Entered::Frame),
                Some(Abrupt::Return(value)) => Ok(Entered::Return(value)),
                Some(Abrupt::Throw(thrown)) => Err(thrown),
            };
        }
        self.resume_natively(object, resumption, value).map(Entered::Value)
    }

    /// Resumes a frame in a run of the loop of its own, in its realm.
    pub(crate) fn resume_natively(
        &mut self,
        object: ObjectId,
        resumption: Resumption,
        value: Value,
    ) -> Completion<Value> {
        self.check_native_stack()?;
        let Some(code) = self.generator_mut(object).map(|generator| generator.frame.code) else {
            return Ok(Value::UNDEFINED);
        };
        let (top, pc) = (self.top, self.pc);
        let place = (top + 1, 0, FrameKind::EntryResume);
        let run = |vm: &mut Vm| {
            let abrupt = vm.push_resumed(object, place, resumption, value)?;
            match abrupt.map_or(Left::Continue(()), |abrupt| vm.unwind(abrupt)) {
                Left::Continue(()) => vm.run_pushed_frame(),
                Left::Break(exit) => exit.completion(),
            }
        };
        let realm = self.heap.code_block(code).realm;
        let result = if realm == self.realm.id { run(self) } else { self.in_realm(realm, run) };
        (self.top, self.pc) = (top, pc);
        result
    }

    /// What is awaited is settled: the async function goes on. False where the handler is no activation. One that does not wait
    /// leaves it at that: a restored engine may say so of any.
    pub(crate) fn resume_awaiting(&mut self, handler: Value, argument: Value, is_rejection: bool) -> Completion<bool> {
        let Some(object) = handler.as_object() else { return Ok(false) };
        let Some(generator) = self.generator_mut(object) else { return Ok(false) };
        if !generator.is_awaiting() {
            return Ok(true);
        }
        let is_to_return = std::mem::take(&mut generator.is_to_return);
        if generator.state == GeneratorState::AwaitingReturn {
            self.go_on_draining(object, argument, is_rejection)?;
            return Ok(true);
        }
        let resumption = match (is_rejection, is_to_return) {
            (true, _) => Resumption::Throw,
            (false, true) => Resumption::Return,
            (false, false) => Resumption::Next,
        };
        self.resume_natively(object, resumption, argument)?;
        Ok(true)
    }

    /// What it kept is given up.
    pub(crate) fn complete(&mut self, object: ObjectId) -> Option<Driver> {
        self.heap.lose_internal_slots(object);
        let nothing = self.heap.nothing;
        let generator = self.generator_mut(object)?;
        let before = generator.bytes();
        generator.state = GeneratorState::Completed;
        // The function leads to the variables around it.
        (generator.frame.callee, generator.frame.environment) = (nothing, None);
        generator.registers = Vec::new();
        generator.open_scopes = Vec::new();
        generator.saved = None;
        generator.delegate = None;
        let (driver, after) = (generator.driver, generator.bytes());
        self.heap.account_change(before, after);
        Some(driver)
    }

    /// A frame that can be suspended has ended with a value: what its caller gets.
    pub(crate) fn end_activation(&mut self, frame: &Frame, value: Value) -> Completion<Value> {
        let activation = self.activation_of(frame);
        // The compiler goes on with what waits for the end of a `finally` block otherwise than by a return.
        let value = if value.as_accessor().is_some() { Value::UNDEFINED } else { value };
        let steps_row =
            activation.and_then(|object| self.generator_mut(object)).is_some_and(|generator| generator.steps_row);
        match activation.and_then(|object| self.complete(object)) {
            Some(Driver::Async(promise)) => self.keeping([Value::object(promise), value], |vm| {
                vm.resolve_promise(promise, value)?;
                Ok(Value::object(promise))
            }),
            Some(Driver::AsyncGenerator) => {
                if let Some(object) = self.activation_of(frame) {
                    let held = [Value::object(object), value];
                    self.keeping(held, |vm| vm.end_async_generator(object, Ok(value)))?;
                }
                Ok(Value::UNDEFINED)
            }
            // The empty marker stands for the end of what steps a row.
            Some(Driver::Generator) if steps_row => Ok(Value::EMPTY),
            Some(Driver::Generator) | None => Ok(self.iterator_result(value, true)),
        }
    }

    /// The same by an exception: what the caller of an async function gets, none where the exception goes on.
    pub(crate) fn fail_activation(&mut self, frame: &Frame, thrown: Throw) -> Completion<Option<Value>> {
        match (self.activation_of(frame).and_then(|object| self.complete(object)), thrown) {
            (Some(Driver::Async(promise)), Throw::Exception(reason)) => {
                self.reject_promise(promise, reason)?;
                Ok(Some(Value::object(promise)))
            }
            (Some(Driver::AsyncGenerator), Throw::Exception(reason)) => {
                if let Some(object) = self.activation_of(frame) {
                    let held = [Value::object(object), reason];
                    self.keeping(held, |vm| vm.end_async_generator(object, Err(thrown)))?;
                }
                Ok(Some(Value::UNDEFINED))
            }
            _ => Ok(None),
        }
    }
}
