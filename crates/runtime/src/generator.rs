//! Suspended frames: generators and async functions (ECMA-262 27.5 and 27.7).
//!
//! The cell of an activation takes the frame while it waits: its registers, or its part of the stack machine's stacks.
//! Open records are closed then, and reopened when it continues, so reads of outer variables need no special case.
//! While the frame runs, the cell lies below its `this`, where the callee of a call lies.
//!
//! ```text
//! start_activation    the first instruction of the body: a generator waits for next(), an async function goes on with a promise
//! yield_value, await_value   the frame waits, and its caller gets a result, or the promise
//! resume…             the frame is pushed again: a value comes, an exception strikes, or the function is to return
//! end_activation, fail_activation   what the end of such a frame is for its caller
//! ```
//!
//! Resuming from code of the same machine pushes a frame in the running loop; nothing recurses. `steps` has a shorter
//! way for generators in `for`-`of`.

mod spare;
mod steps;

pub(crate) use steps::*;

use ferrotape_heap::frame::OpenScope;

use crate::async_generator;
use crate::debug;
use crate::delegation;
use crate::environment::{self, Record, RecordKind};
use crate::error::{Completion, Throw};
use crate::exits;
use crate::function;
use crate::heap::{ObjectId, RecordId};
use crate::iteration;
use crate::loop_exit::{Abrupt, Entered, Left};
use crate::machine;
use crate::marking;
use crate::messages;
use crate::names::keys;
use crate::object::{self, Kind, ObjectKind};
use crate::operations::get;
use crate::operations::iterate;
use crate::promise;
use crate::realm;
use crate::stack_machine;
use crate::unwinding;
use crate::value::Value;
use crate::vm::{Ending, Frame, FrameKind, Vm, WINDOW};
use ferrotape_budget::costs::{ACTIVATION, REGISTERS_PER_TICK};
use ferrotape_bytecode::ActivationKind;

pub use ferrotape_heap::generator::{Driver, Request};
pub use ferrotape_heap::generator::{Generator, GeneratorState, Resumption};

pub fn generator_mut(vm: &mut Vm, object: ObjectId) -> Option<&mut Generator> {
    match vm.heap.kind_mut(object) {
        Some(ObjectKind::Generator(generator)) => Some(generator),
        _ => None,
    }
}

/// The activation of a frame that was resumed, or has become suspendable.
pub fn activation_of(vm: &Vm, frame: &Frame) -> Option<ObjectId> {
    vm.execution.stack.get((frame.base as usize).wrapping_sub(1))?.as_object()
}

/// Begins the body of a generator function or async function. The caller continues at the first wait.
pub fn start_activation(vm: &mut Vm, live: usize) -> Completion<Left> {
    vm.work(ACTIVATION)?;
    let frame = *vm.frame();
    let driver = match vm.heap.code_cell(frame.code).activation {
        ActivationKind::Async => Driver::Async(promise::new_promise(vm, None)),
        ActivationKind::AsyncGenerator => Driver::AsyncGenerator,
        ActivationKind::Generator | ActivationKind::Plain => Driver::Generator,
    };
    let prototype = match driver {
        Driver::Generator | Driver::AsyncGenerator => Some(prototype_of_generator(vm, frame.callee)?),
        Driver::Async(_) => None,
    };
    // The state of a frame that was never suspended.
    let object = spare::new_activation(vm, driver, Frame { pc: 0, is_caller_known: false, ..frame }, prototype);
    vm.execution.stack[frame.base as usize - 1] = Value::object(object);
    if let Some(frame) = vm.execution.frames.last_mut() {
        frame.kind = frame.kind.of_resumed();
        frame.ending = frame.ending.max(Ending::Scopes);
    }
    if let Driver::Async(_) = driver {
        return Ok(Left::Continue(()));
    }
    let frame = suspend(vm, live, None)?;
    if let Some(generator) = generator_mut(vm, object) {
        generator.state = GeneratorState::SuspendedStart;
    }
    Ok(exits::deliver(vm, &frame, Value::object(object)))
}

/// OrdinaryCreateFromConstructor of generator functions, ECMA-262 15.5.2.
fn prototype_of_generator(vm: &mut Vm, function: ObjectId) -> Completion<ObjectId> {
    if let Some(prototype) = object::get(vm, function, keys::PROTOTYPE)?.as_object() {
        return Ok(prototype);
    }
    let realm = function::function_realm(vm, function)?;
    let is_async = vm.heap.code_cell(vm.frame().code).activation == ActivationKind::AsyncGenerator;
    let intrinsics = &vm.heap.realm(realm).intrinsics;
    Ok(if is_async { intrinsics.async_generator_prototype } else { intrinsics.generator_prototype })
}

/// GeneratorYield ( iterNextObj ), ECMA-262 27.5.3.7.
pub fn yield_value(vm: &mut Vm, value: Value, live: usize, received: Option<u8>) -> Completion<Left> {
    if yield_to_row(vm, value, live, received) {
        return Ok(Left::Continue(()));
    }
    if let Some(object) = activation_of(vm, vm.frame())
        && generator_mut(vm, object).is_some_and(|generator| generator.is_async_generator())
    {
        return yield_to_queue(vm, object, value, None, (live, received));
    }
    if steps_row(vm) {
        suspend(vm, live, received)?;
        iterate::deliver_to_row(vm, value);
        return Ok(Left::Continue(()));
    }
    let result = iteration::iterator_result(vm, value, false);
    let frame = suspend(vm, live, received)?;
    Ok(exits::deliver(vm, &frame, result))
}

/// Returns whether the running frame gives its values to an `IteratorNext`.
fn steps_row(vm: &mut Vm) -> bool {
    let activation = activation_of(vm, vm.frame());
    activation.and_then(|object| generator_mut(vm, object)).is_some_and(|generator| generator.steps_row)
}

/// `yield` and `yield*` of an async generator, which goes on at once if another request waits.
fn yield_to_queue(
    vm: &mut Vm,
    object: ObjectId,
    value: Value,
    delegate: Option<ObjectId>,
    (live, received): (usize, Option<u8>),
) -> Completion<Left> {
    let request = async_generator::answer_by_yield(vm, object, value)?;
    match (request, delegate) {
        (Some((Resumption::Throw, reason)), None) => return Err(Throw::Exception(reason)),
        (Some((resumption @ (Resumption::Next | Resumption::Throw), sent)), _) => {
            delegate.into_iter().for_each(|delegate| delegation::resume_delegate(vm, delegate, resumption));
            receive(vm, received, sent);
            return Ok(Left::Continue(()));
        }
        (Some((Resumption::Return, _)) | None, _) => {}
    }
    let frame = suspend(vm, live, received)?;
    if let Some(generator) = generator_mut(vm, object) {
        generator.delegate = delegate;
    }
    if let Some((_, sent)) = request
        && let Err(thrown) = async_generator::await_sent_return(vm, object, sent)
    {
        return exits::strike_behind(&frame, thrown);
    }
    Ok(exits::deliver(vm, &frame, Value::UNDEFINED))
}

/// Gives the sent value to the running frame.
fn receive(vm: &mut Vm, received: Option<u8>, value: Value) {
    if let Some(register) = received {
        (machine::running(vm).deliver)(vm, register, value);
    }
}

/// GeneratorYield of a result of the iterator that a `yield*` delegates to.
pub fn yield_delegate(
    vm: &mut Vm,
    delegate: Value,
    result: Value,
    live: usize,
    received: Option<u8>,
) -> Completion<Left> {
    let object = activation_of(vm, vm.frame());
    if let Some(object) = object
        && generator_mut(vm, object).is_some_and(|generator| generator.is_async_generator())
    {
        let value = vm.keeping([result], |vm| get::get_remembered(vm, result, keys::VALUE))?;
        return yield_to_queue(vm, object, value, delegate.as_object(), (live, received));
    }
    let frame = suspend(vm, live, received)?;
    if let Some(generator) = object.and_then(|object| generator_mut(vm, object)) {
        generator.delegate = delegate.as_object();
    }
    Ok(exits::deliver(vm, &frame, result))
}

/// Await ( value ), ECMA-262 27.7.5.3.
pub fn await_value(vm: &mut Vm, value: Value, live: usize, received: Option<u8>) -> Completion<Left> {
    let Some(activation) = activation_of(vm, vm.frame()) else { return Ok(Left::Continue(())) };
    async_generator::await_for(vm, activation, value)?;
    let frame = *vm.frame();
    // Fast path: only registers must be kept.
    if suspend_simply(vm, activation, (live, received), GeneratorState::Executing) {
        vm.pop_suspended_frame();
        let promise = generator_mut(vm, activation).and_then(|generator| generator.promise());
        return Ok(exits::deliver(vm, &frame, promise.map_or(Value::UNDEFINED, Value::object)));
    }
    suspend(vm, live, received)?;
    let Some(generator) = generator_mut(vm, activation) else { return Ok(Left::Continue(())) };
    generator.state = GeneratorState::Executing;
    let promise = match generator.driver {
        Driver::Async(promise) => Value::object(promise),
        Driver::Generator | Driver::AsyncGenerator => Value::UNDEFINED,
    };
    Ok(exits::deliver(vm, &frame, promise))
}

/// Moves the running frame from the stacks into its activation, and returns the frame.
fn suspend(vm: &mut Vm, live: usize, received: Option<u8>) -> Completion<Frame> {
    let frame = *vm.frame();
    let Some(object) = activation_of(vm, &frame) else { return Ok(frame) };
    let base = frame.base as usize;
    let live = live.min(frame.top as usize - base);
    let first_open = match vm.execution.open_scopes.last() {
        Some(open) if !open.is_below(base) => vm.execution.open_scopes.partition_point(|open| open.is_below(base)),
        _ => vm.execution.open_scopes.len(),
    };
    let open_count = vm.execution.open_scopes.len() - first_open;
    // Ticks before anything is moved.
    vm.work(live as u64 / REGISTERS_PER_TICK)?;
    let has_room = generator_mut(vm, object).is_some_and(|generator| generator.has_room_for(live, open_count));
    let room = live * size_of::<Value>() + open_count * size_of::<OpenScope>();
    let saved = (machine::running(vm).save)(vm, if has_room { 0 } else { 2 * room })?;
    let grows = !has_room || saved.is_some();
    for place in (first_open..vm.execution.open_scopes.len()).rev() {
        if let Some(record) = vm.execution.stack[vm.execution.open_scopes[place].place()].as_record() {
            environment::close_record(vm, record);
        }
    }
    let pc = vm.execution.pc;
    let Some(ObjectKind::Generator(generator)) = vm.heap.kind_mut(object) else { return Ok(frame) };
    let before = if grows { generator.bytes() } else { 0 };
    generator.state = GeneratorState::SuspendedYield;
    generator.frame = Frame { pc, is_caller_known: false, ..frame };
    generator.registers.clear();
    generator.registers.extend_from_slice(&vm.execution.stack[base..base + live]);
    // The sent value will go there: the old value is of no use.
    if let Some(place) = received.and_then(|register| generator.registers.get_mut(register as usize))
        && saved.is_none()
    {
        *place = Value::UNDEFINED;
    }
    generator.open_scopes.clear();
    generator.open_scopes.extend(vm.execution.open_scopes.drain(first_open..).map(|open| open.relative_to(base)));
    generator.received = received;
    generator.saved = saved;
    if grows {
        let after = generator.bytes();
        vm.heap.resized(before, after);
    }
    vm.pop_suspended_frame();
    Ok(frame)
}

/// Clears dead registers of the running frame, before it is suspended.
pub fn forget(vm: &mut Vm, first: usize, count: usize) -> Completion<()> {
    vm.work(count as u64 / REGISTERS_PER_TICK)?;
    vm.execution.stack[first..first + count].fill(Value::UNDEFINED);
    Ok(())
}

/// Pushes a frame that was resumed or begins; `abrupt` strikes in it, if there is something.
fn push_resumed(
    vm: &mut Vm,
    object: ObjectId,
    (base, dst, kind): (usize, u8, FrameKind),
    resumption: Resumption,
    value: Value,
) -> Completion<Option<Abrupt>> {
    let Some(generator) = generator_mut(vm, object) else { return Ok(None) };
    let (code, count, is_saved) = (generator.frame.code, generator.registers.len(), generator.saved.is_some());
    let block = vm.heap.code_block(code);
    let (realm, registers) = (block.realm, count.max(block.register_count as usize));
    // Those that were not kept are emptied. The compiler leaves out few: what is beyond a window is all kept.
    let moved = count.max(registers.saturating_sub(WINDOW));
    vm.work(moved as u64 / REGISTERS_PER_TICK)?;
    if vm.execution.frames.len() == vm.execution.frames.capacity() {
        vm.grow_frames()?;
    }
    vm.reserve_stack(base, registers)?;
    if is_saved {
        let code = vm.heap.code_block(code).stack_code();
        let (values, blocks) = (code.max_values as usize, code.max_blocks as usize);
        stack_machine::reserve_activation(vm, values, blocks)?;
    }
    marking::lose_internal_slots(&mut vm.heap, object);
    let Some(ObjectKind::Generator(generator)) = vm.heap.kind_mut(object) else { return Ok(None) };
    generator.state = GeneratorState::Executing;
    generator.steps_row = false;
    let (frame, received) = (generator.frame, generator.received);
    // On the stack machine that is a record of variables, which the frame may leave.
    generator.frame.environment = None;
    vm.execution.stack[base - 1] = Value::object(object);
    vm.execution.stack[base..base + count].copy_from_slice(&generator.registers);
    generator.registers.clear();
    let open_scopes = std::mem::take(&mut generator.open_scopes);
    let (saved, delegate) = (generator.saved.take(), generator.delegate.take());
    if let Some(saved) = &saved {
        let bytes = saved.bytes();
        vm.heap.resized(bytes, 0);
    }
    vm.execution.stack[base + count..base + registers].fill(Value::UNDEFINED);
    if let Some(caller) = vm.execution.frames.last_mut() {
        caller.pc = vm.execution.pc;
    }
    let ending = if realm == vm.realm.id { Ending::Scopes } else { Ending::OtherRealm };
    let top = base + registers;
    vm.execution.frames.push(Frame {
        base: base as u32,
        top: top as u32,
        dst,
        kind,
        ending,
        is_caller_known: false,
        ..frame
    });
    (vm.execution.top, vm.execution.pc) = (top, frame.pc);
    if ending == Ending::OtherRealm {
        realm::enter_realm(vm, realm);
    }
    // Nothing waits there any more that began before.
    let blocks = vm.execution.stack_machine.blocks.len();
    vm.execution.throw_sites.forget_above(base, blocks);
    if open_scopes.capacity() > 0 {
        open_scopes_again(vm, object, open_scopes, base);
    }
    if let Some(saved) = saved {
        vm.execution.stack_machine.restore(*saved);
    }
    if let Some(delegate) = delegate {
        delegation::resume_delegate(vm, delegate, resumption);
    }
    match resumption {
        _ if delegate.is_some() => {}
        Resumption::Throw => return Ok(Some(Abrupt::Throw(Throw::Exception(value)))),
        Resumption::Return => {
            debug::note_return(vm);
            return Ok(Some(Abrupt::Return(value)));
        }
        Resumption::Next => {}
    }
    receive(vm, received, value);
    Ok(None)
}

/// Opens the scopes of a frame that goes on; their list serves the next time.
fn open_scopes_again(vm: &mut Vm, object: ObjectId, mut scopes: Vec<OpenScope>, base: usize) {
    for open in scopes.drain(..) {
        let open = open.above(base);
        if let Some(record) = vm.execution.stack[open.place()].as_record() {
            open_record_again(vm, record, base);
        }
        vm.execution.open_scopes.push(open);
    }
    if let Some(generator) = generator_mut(vm, object) {
        generator.open_scopes = scopes;
    }
}

/// Moves the values of a closed record back to the registers that they came from.
pub fn open_record_again(vm: &mut Vm, record: RecordId, base: usize) {
    let before = vm.heap[record].payload_bytes();
    let kind = std::mem::replace(&mut vm.heap[record].kind, Record::default().kind);
    let (scope, added) = match kind {
        RecordKind::Few { scope, values } => {
            put_in_registers(vm, base, scope, &values);
            (scope, None)
        }
        RecordKind::Many { scope, values, added } => {
            put_in_registers(vm, base, scope, &values);
            (scope, added)
        }
        other => {
            vm.heap[record].kind = other;
            return;
        }
    };
    vm.heap[record].kind = RecordKind::Open { scope, base: base as u32, added };
    let after = vm.heap[record].payload_bytes();
    vm.heap.resized(before, after);
}

fn put_in_registers(vm: &mut Vm, base: usize, scope: crate::heap::ScopeId, values: &[Value]) {
    values.iter().for_each(|&value| vm.heap.lose(value));
    for (&register, &value) in vm.heap.scope(scope).registers.iter().zip(values) {
        vm.execution.stack[base + register as usize] = value;
    }
}

/// GeneratorResume and GeneratorResumeAbrupt, ECMA-262 27.5.3.3 and 27.5.3.4, if no frame is needed.
fn resume_without_frame(
    vm: &mut Vm,
    object: ObjectId,
    resumption: Resumption,
    value: Value,
) -> Completion<Option<Value>> {
    let Some(generator) = generator_mut(vm, object) else { return Ok(None) };
    match (generator.state, resumption) {
        (GeneratorState::Executing, _) => return vm.type_error("Generator is already running"),
        (GeneratorState::SuspendedYield, _) | (GeneratorState::SuspendedStart, Resumption::Next) => {
            return Ok(None);
        }
        (GeneratorState::SuspendedStart | GeneratorState::AwaitingReturn | GeneratorState::Completed, _) => {}
    }
    complete(vm, object);
    match resumption {
        Resumption::Next => Ok(Some(iteration::iterator_result(vm, Value::UNDEFINED, true))),
        Resumption::Return => Ok(Some(iteration::iterator_result(vm, value, true))),
        Resumption::Throw => Err(Throw::Exception(value)),
    }
}

/// The generator that a method of %GeneratorPrototype% was called on.
fn require_generator(vm: &mut Vm, value: Value, method: &str) -> Completion<ObjectId> {
    if let Some(object) = value.as_object()
        && let Kind::Generator(Generator { driver: Driver::Generator, .. }) = vm.heap.kind(object)
    {
        return Ok(object);
    }
    let found = messages::describe(vm, value);
    vm.type_error(format!("{method} method called on incompatible receiver {found}"))
}

/// %GeneratorPrototype%.next, throw and return, called by native code or by code of the other machine.
pub fn resume_generator(
    vm: &mut Vm,
    this: Value,
    method: &str,
    resumption: Resumption,
    value: Value,
) -> Completion<Value> {
    let object = require_generator(vm, this, method)?;
    match resume_without_frame(vm, object, resumption, value)? {
        Some(result) => Ok(result),
        None => resume_natively(vm, object, resumption, value),
    }
}

/// %GeneratorPrototype%.next, throw and return, called by script: pushes the frame in the running loop if it is of the
/// same machine.
pub(crate) fn enter_generator(
    vm: &mut Vm,
    (first, dst): (usize, u8),
    method: &str,
    resumption: Resumption,
    value: Value,
) -> Completion<Entered> {
    let stack = vm.execution.stack[first];
    let object = require_generator(vm, stack, method)?;
    if let Some(result) = resume_without_frame(vm, object, resumption, value)? {
        return Ok(Entered::Value(result));
    }
    let code = generator_mut(vm, object).map(|generator| generator.frame.code);
    if code.is_some_and(|code| vm.goes_on_with(code)) {
        return match push_resumed(vm, object, (first, dst, FrameKind::Resume), resumption, value)? {
            None => Ok(Entered::Frame),
            Some(Abrupt::Return(value)) => Ok(Entered::Return(value)),
            Some(Abrupt::Throw(thrown)) => Err(thrown),
        };
    }
    resume_natively(vm, object, resumption, value).map(Entered::Value)
}

/// Resumes a frame in a run of the loop of its own, in its realm.
pub(crate) fn resume_natively(
    vm: &mut Vm,
    object: ObjectId,
    resumption: Resumption,
    value: Value,
) -> Completion<Value> {
    vm.check_native_stack()?;
    let Some(generator) = generator_mut(vm, object) else { return Ok(Value::UNDEFINED) };
    let (code, is_async) = (generator.frame.code, matches!(generator.driver, Driver::Async(_)));
    let (top, pc) = (vm.execution.top, vm.execution.pc);
    let place = (top + 1, 0, FrameKind::EntryResume);
    let run = |vm: &mut Vm| {
        if resumption == Resumption::Next && is_async && push_simple(vm, object, place, value) {
            return vm.run_pushed_frame();
        }
        let abrupt = push_resumed(vm, object, place, resumption, value)?;
        match abrupt.map_or(Left::Continue(()), |abrupt| unwinding::unwind(vm, abrupt)) {
            Left::Continue(()) => vm.run_pushed_frame(),
            Left::Break(exit) => exit.completion(),
        }
    };
    let realm = vm.heap.code_block(code).realm;
    let result = if realm == vm.realm.id { run(vm) } else { realm::in_realm(vm, realm, run) };
    (vm.execution.top, vm.execution.pc) = (top, pc);
    result
}

/// Goes on with the async function whose awaited value is settled. False if the handler is no activation. An activation
/// that does not wait is left alone: a restored engine may name any.
pub(crate) fn resume_awaiting(vm: &mut Vm, handler: Value, argument: Value, is_rejection: bool) -> Completion<bool> {
    if let Some((object, resumption)) = take_resumption(vm, handler, is_rejection) {
        resume_natively(vm, object, resumption, argument)?;
        return Ok(true);
    }
    let Some(object) = handler.as_object() else { return Ok(false) };
    let Some(generator) = generator_mut(vm, object) else { return Ok(false) };
    if generator.is_awaiting() && generator.state == GeneratorState::AwaitingReturn {
        generator.is_to_return = false;
        async_generator::go_on_draining(vm, object, argument, is_rejection)?;
    }
    Ok(true)
}

/// Takes the resumption of a frame whose activation reacts to what it has awaited; none where no frame awaits.
pub(crate) fn take_resumption(vm: &mut Vm, handler: Value, is_rejection: bool) -> Option<(ObjectId, Resumption)> {
    let object = handler.as_object()?;
    let generator = generator_mut(vm, object)?;
    if !generator.is_awaiting() || generator.state == GeneratorState::AwaitingReturn {
        return None;
    }
    let is_to_return = std::mem::take(&mut generator.is_to_return);
    Some((
        object,
        match (is_rejection, is_to_return) {
            (true, _) => Resumption::Throw,
            (false, true) => Resumption::Return,
            (false, false) => Resumption::Next,
        },
    ))
}

/// Pushes a frame that goes on as the first one of a turn ([`crate::program`]), in its realm. Gives how it has ended, where
/// what comes to it ends it at once.
pub(crate) fn begin_resumed(
    vm: &mut Vm,
    object: ObjectId,
    resumption: Resumption,
    value: Value,
) -> Completion<Option<Completion<Value>>> {
    let Some(code) = generator_mut(vm, object).map(|generator| generator.frame.code) else { return Ok(None) };
    let realm = vm.heap.code_block(code).realm;
    if realm != vm.realm.id {
        realm::enter_realm(vm, realm);
    }
    let place = (vm.execution.top + 1, 0, FrameKind::EntryResume);
    let abrupt = push_resumed(vm, object, place, resumption, value)?;
    match abrupt.map_or(Left::Continue(()), |abrupt| unwinding::unwind(vm, abrupt)) {
        Left::Continue(()) => Ok(None),
        Left::Break(exit) => Ok(Some(exit.completion())),
    }
}

/// Completes an activation and drops what it kept.
pub(crate) fn complete(vm: &mut Vm, object: ObjectId) -> Option<Driver> {
    marking::lose_internal_slots(&mut vm.heap, object);
    let nothing = vm.heap.nothing;
    let generator = generator_mut(vm, object)?;
    generator.state = GeneratorState::Completed;
    // The function leads to the variables around it.
    (generator.frame.callee, generator.frame.environment) = (nothing, None);
    // Fast path: it is used again, or is garbage soon.
    if let Driver::Async(_) = generator.driver
        && spare::is_small(generator)
    {
        generator.registers.clear();
        generator.open_scopes.clear();
        return Some(generator.driver);
    }
    let before = generator.bytes();
    generator.registers = Vec::new();
    generator.open_scopes = Vec::new();
    generator.saved = None;
    generator.delegate = None;
    let (driver, after) = (generator.driver, generator.bytes());
    vm.heap.resized(before, after);
    Some(driver)
}

/// Ends a suspendable frame with a value; returns what its caller gets.
pub(crate) fn end_activation(vm: &mut Vm, frame: &Frame, value: Value) -> Completion<Value> {
    let activation = activation_of(vm, frame);
    // The compiler goes on with what waits for the end of a `finally` block otherwise than by a return.
    let value = if value.as_accessor().is_some() { Value::UNDEFINED } else { value };
    let steps_row =
        activation.and_then(|object| generator_mut(vm, object)).is_some_and(|generator| generator.steps_row);
    match activation.and_then(|object| complete(vm, object)) {
        Some(Driver::Async(promise)) => {
            vm.keeping([Value::object(promise), value], |vm| promise::resolve_promise(vm, promise, value))?;
            activation.into_iter().for_each(|object| spare::give_back(vm, object));
            Ok(Value::object(promise))
        }
        Some(Driver::AsyncGenerator) => {
            if let Some(object) = activation_of(vm, frame) {
                let held = [Value::object(object), value];
                vm.keeping(held, |vm| async_generator::end_async_generator(vm, object, Ok(value)))?;
            }
            Ok(Value::UNDEFINED)
        }
        // The empty marker stands for the end of what steps a row.
        Some(Driver::Generator) if steps_row => Ok(Value::EMPTY),
        Some(Driver::Generator) | None => Ok(iteration::iterator_result(vm, value, true)),
    }
}

/// Ends a suspendable frame by an exception; returns what the caller of an async function gets, none if the exception
/// goes on.
pub(crate) fn fail_activation(vm: &mut Vm, frame: &Frame, thrown: Throw) -> Completion<Option<Value>> {
    let activation = activation_of(vm, frame);
    match (activation.and_then(|object| complete(vm, object)), thrown) {
        (Some(Driver::Async(promise)), Throw::Exception(reason)) => {
            promise::reject_promise(vm, promise, reason)?;
            activation.into_iter().for_each(|object| spare::give_back(vm, object));
            Ok(Some(Value::object(promise)))
        }
        (Some(Driver::AsyncGenerator), Throw::Exception(reason)) => {
            if let Some(object) = activation_of(vm, frame) {
                let held = [Value::object(object), reason];
                vm.keeping(held, |vm| async_generator::end_async_generator(vm, object, Err(thrown)))?;
            }
            Ok(Some(Value::UNDEFINED))
        }
        _ => Ok(None),
    }
}
