//! ReadableStreamPipeTo, Streams 4.9.1, as a machine of states that waits for one thing at a time:
//!
//! ```text
//!        ┌────────────────────────────────────────────────────────┐
//!        v                                                        │
//! writer is ready ──> a read request ──> a microtask writes the chunk
//!
//! an end, an error or the signal ──> the last write ──> an action on one of the streams ──> the promise
//! ```

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{promises, readable, reader, writable, writer};
use crate::abort;
use crate::interface::{dictionary, flag, member};

/// The slots of a pipe.
const SOURCE: usize = 0;
const TARGET: usize = 1;
const READER: usize = 2;
const WRITER: usize = 3;
const PREVENTS_ABORT: usize = 4;
const PREVENTS_CANCEL: usize = 5;
const PREVENTS_CLOSE: usize = 6;
/// Function that the signal calls.
const ON_ABORT: usize = 7;
const SHUTTING_DOWN: usize = 8;
/// The promise of the last write.
const LAST_WRITE: usize = 9;
const PROMISE: usize = 10;
/// Action at the end: whether it is an error, and which.
const ACTION: usize = 11;
const IS_ERROR: usize = 12;
const ERROR: usize = 13;
/// Number of promises of the action that are left.
const LEFT: usize = 14;
/// The function that reads once the writer is ready.
const ON_READY: usize = 15;

/// Actions before a pipe ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Action {
    Nothing,
    Abort,
    Cancel,
    Close,
    /// The signal asks for both actions.
    Both,
}

/// StreamPipeOptions, Streams 4.2.1.
pub(super) struct Options {
    prevents_abort: bool,
    prevents_cancel: bool,
    prevents_close: bool,
    signal: Option<ObjectId>,
}

promises::closures! {
    READY = ready, 1;
    WRITE = write, 0;
    SOURCE_CLOSED = source_closed, 1;
    SOURCE_FAILED = source_failed, 1;
    TARGET_FAILED = target_failed, 1;
    WRITTEN = written, 1;
    DONE = done, 1;
    FAILED = failed, 1;
    SIGNALED = signaled, 0;
}

/// Converts StreamPipeOptions, in the order of Web IDL: getters are script's.
pub(super) fn options(vm: &mut Vm, value: Value) -> Completion<Options> {
    let options = dictionary(vm, value, "The options of a pipe")?;
    let prevents_abort = flag(vm, options, "preventAbort")?;
    let prevents_cancel = flag(vm, options, "preventCancel")?;
    let prevents_close = flag(vm, options, "preventClose")?;
    let signal = match member(vm, options, "signal")? {
        Some(signal) => Some(abort::require_signal(vm, signal, "The option 'signal'")?),
        None => None,
    };
    Ok(Options { prevents_abort, prevents_cancel, prevents_close, signal })
}

/// ReadableStreamPipeTo, Streams 4.9.1. The promise is kept.
pub(super) fn pipe(vm: &mut Vm, source: ObjectId, target: ObjectId, options: Options) -> Completion<ObjectId> {
    let reader = reader::acquire(vm, source, Kind::DefaultReader)?;
    let writer = writer::acquire(vm, target)?;
    readable::disturb(vm, source);
    let pipe = fields::new_hidden(vm, Kind::Pipe)?;
    let (promise, last_write) = (promises::pending(vm), promises::done(vm)?);
    let links = [(SOURCE, source), (TARGET, target), (READER, reader), (WRITER, writer), (PROMISE, promise)];
    for (slot, object) in links.into_iter().chain([(LAST_WRITE, last_write)]) {
        fields::set(vm, pipe, slot, Value::object(object));
    }
    fields::set_flag(vm, pipe, PREVENTS_ABORT, options.prevents_abort);
    fields::set_flag(vm, pipe, PREVENTS_CANCEL, options.prevents_cancel);
    fields::set_flag(vm, pipe, PREVENTS_CLOSE, options.prevents_close);
    let captured = [Value::object(pipe), Value::UNDEFINED, Value::UNDEFINED];
    if let Some(signal) = options.signal {
        let captured = [Value::object(pipe), Value::object(signal), Value::UNDEFINED];
        let function = promises::closure(vm, &SIGNALED, captured);
        fields::set(vm, pipe, ON_ABORT, function);
        if abort::is_aborted(vm, signal) {
            abort_by_signal(vm, pipe, signal)?;
            return Ok(promise);
        }
        abort::call_with(vm, signal, function)?;
    }
    let on_ready = promises::closure(vm, &READY, captured);
    fields::set(vm, pipe, ON_READY, on_ready);
    watch(vm, pipe, [source, target, reader, writer], captured)?;
    step(vm, pipe)?;
    Ok(promise)
}

/// Propagates errors and ends: those that are there already, and those that come.
fn watch(
    vm: &mut Vm,
    pipe: ObjectId,
    [source, target, reader, writer]: [ObjectId; 4],
    captured: [Value; 3],
) -> Completion<()> {
    let source_state = readable::state(vm, source);
    if source_state == readable::State::Errored {
        let error = readable::error_of(vm, source);
        end_by_source_error(vm, pipe, error)?;
    }
    if writable::state(vm, target) == writable::State::Errored {
        let error = writable::error_of(vm, target);
        end_by_target_error(vm, pipe, error)?;
    } else {
        let closed = fields::linked(vm, writer, writer::CLOSED)?;
        promises::upon(vm, closed, None, Some(&TARGET_FAILED), captured)?;
    }
    match source_state {
        readable::State::Closed => end_by_close(vm, pipe)?,
        readable::State::Readable => {
            let closed = fields::linked(vm, reader, reader::CLOSED)?;
            promises::upon(vm, closed, Some(&SOURCE_CLOSED), Some(&SOURCE_FAILED), captured)?;
        }
        readable::State::Errored => {}
    }
    if writable::is_closing(vm, target) || writable::state(vm, target) == writable::State::Closed {
        let error = promises::type_error(vm, "The destination closed before all data could be piped to it");
        end_by_target_error(vm, pipe, error)?;
    }
    Ok(())
}

/// Waits until the writer is ready.
fn step(vm: &mut Vm, pipe: ObjectId) -> Completion<()> {
    if fields::flag(vm, pipe, SHUTTING_DOWN) {
        return Ok(());
    }
    let writer = fields::linked(vm, pipe, WRITER)?;
    let ready = fields::linked(vm, writer, writer::READY)?;
    let on_ready = fields::get(vm, pipe, ON_READY);
    promises::react(vm, ready, [on_ready, Value::EMPTY])
}

/// Returns the pipe that a reaction has captured.
fn captured(vm: &mut Vm, call: Call) -> Completion<ObjectId> {
    match fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::Pipe) {
        Some(pipe) => Ok(pipe),
        None => vm.type_error("The state of the stream is damaged"),
    }
}

fn ready(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pipe = captured(vm, call)?;
    if !fields::flag(vm, pipe, SHUTTING_DOWN) {
        let reader = fields::linked(vm, pipe, READER)?;
        reader::read(vm, reader, Value::object(pipe))?;
    }
    Ok(Value::UNDEFINED)
}

/// The chunk steps: `enqueue` must not call the sink.
pub(super) fn chunk(vm: &mut Vm, pipe: ObjectId, chunk: Value) -> Completion<()> {
    promises::microtask(vm, &WRITE, [Value::object(pipe), chunk, Value::UNDEFINED])
}

/// The microtask that writes a chunk. Its promise counts as handled, since the pipe waits only for the last one.
fn write(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pipe = captured(vm, call)?;
    let chunk = vm.heap.captured(call.callee, 1);
    let writer = fields::linked(vm, pipe, WRITER)?;
    if fields::link(vm, writer, writer::STREAM).is_some() {
        let written = writer::write(vm, writer, chunk)?;
        promises::handle(vm, Value::object(written));
        fields::set(vm, pipe, LAST_WRITE, Value::object(written));
        step(vm, pipe)?;
    }
    Ok(Value::UNDEFINED)
}

fn source_closed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pipe = captured(vm, call)?;
    end_by_close(vm, pipe)?;
    Ok(Value::UNDEFINED)
}

fn source_failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pipe = captured(vm, call)?;
    let error = call.argument(vm, 0);
    end_by_source_error(vm, pipe, error)?;
    Ok(Value::UNDEFINED)
}

fn target_failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pipe = captured(vm, call)?;
    let error = call.argument(vm, 0);
    end_by_target_error(vm, pipe, error)?;
    Ok(Value::UNDEFINED)
}

fn end_by_close(vm: &mut Vm, pipe: ObjectId) -> Completion<()> {
    let action = if fields::flag(vm, pipe, PREVENTS_CLOSE) { Action::Nothing } else { Action::Close };
    shut_down(vm, pipe, action, None)
}

fn end_by_source_error(vm: &mut Vm, pipe: ObjectId, error: Value) -> Completion<()> {
    let action = if fields::flag(vm, pipe, PREVENTS_ABORT) { Action::Nothing } else { Action::Abort };
    shut_down(vm, pipe, action, Some(error))
}

fn end_by_target_error(vm: &mut Vm, pipe: ObjectId, error: Value) -> Completion<()> {
    let action = if fields::flag(vm, pipe, PREVENTS_CANCEL) { Action::Nothing } else { Action::Cancel };
    shut_down(vm, pipe, action, Some(error))
}

/// Shuts the pipe down: the signal calls this.
fn signaled(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (pipe, signal) = (vm.heap.captured(call.callee, 0), vm.heap.captured(call.callee, 1));
    if let (Some(pipe), Some(signal)) = (fields::of_kind(vm, pipe, Kind::Pipe), signal.as_object()) {
        abort_by_signal(vm, pipe, signal)?;
    }
    Ok(Value::UNDEFINED)
}

fn abort_by_signal(vm: &mut Vm, pipe: ObjectId, signal: ObjectId) -> Completion<()> {
    let reason = abort::reason_of(vm, signal);
    shut_down(vm, pipe, Action::Both, Some(reason))
}

/// Shutdown, with an action or without.
fn shut_down(vm: &mut Vm, pipe: ObjectId, action: Action, error: Option<Value>) -> Completion<()> {
    if fields::flag(vm, pipe, SHUTTING_DOWN) {
        return Ok(());
    }
    fields::set_flag(vm, pipe, SHUTTING_DOWN, true);
    fields::set(vm, pipe, ACTION, Value::int(action as i32));
    fields::set_flag(vm, pipe, IS_ERROR, error.is_some());
    fields::set(vm, pipe, ERROR, error.unwrap_or(Value::UNDEFINED));
    let target = fields::linked(vm, pipe, TARGET)?;
    if writable::state(vm, target) == writable::State::Writable && !writable::is_closing(vm, target) {
        return wait_for_writes(vm, pipe);
    }
    act(vm, pipe)
}

fn wait_for_writes(vm: &mut Vm, pipe: ObjectId) -> Completion<()> {
    let last = fields::linked(vm, pipe, LAST_WRITE)?;
    let captured = [Value::object(pipe), Value::object(last), Value::UNDEFINED];
    promises::upon(vm, last, Some(&WRITTEN), Some(&WRITTEN), captured)
}

fn written(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pipe = captured(vm, call)?;
    match fields::get(vm, pipe, LAST_WRITE) == vm.heap.captured(call.callee, 1) {
        true => act(vm, pipe)?,
        false => wait_for_writes(vm, pipe)?,
    }
    Ok(Value::UNDEFINED)
}

/// Performs the action, and ends the pipe once it is done.
fn act(vm: &mut Vm, pipe: ObjectId) -> Completion<()> {
    let action = fields::get(vm, pipe, ACTION);
    let is = |wanted: Action| action == Value::int(wanted as i32);
    let error = fields::get(vm, pipe, ERROR);
    let (source, target) = (fields::linked(vm, pipe, SOURCE)?, fields::linked(vm, pipe, TARGET)?);
    let mut actions = Vec::with_capacity(2);
    if is(Action::Close) {
        let writer = fields::linked(vm, pipe, WRITER)?;
        actions.push(writer::close_with_error_propagation(vm, writer));
    } else if is(Action::Abort) {
        actions.push(writable::abort(vm, target, error));
    } else if is(Action::Cancel) {
        actions.push(readable::cancel(vm, source, error));
    } else if is(Action::Both) {
        if !fields::flag(vm, pipe, PREVENTS_ABORT) {
            let is_open = writable::state(vm, target) == writable::State::Writable;
            actions.push(if is_open { writable::abort(vm, target, error) } else { promises::done(vm) });
        }
        if !fields::flag(vm, pipe, PREVENTS_CANCEL) {
            let is_open = readable::state(vm, source) == readable::State::Readable;
            actions.push(if is_open { readable::cancel(vm, source, error) } else { promises::done(vm) });
        }
        // With nothing to do it is as if something was done at once.
        if actions.is_empty() {
            actions.push(promises::done(vm));
        }
    } else {
        let is_error = fields::flag(vm, pipe, IS_ERROR);
        return finalize(vm, pipe, is_error.then_some(error));
    }
    fields::set_number(vm, pipe, LEFT, actions.len() as f64);
    for action in actions {
        let action = promises::caught(vm, action)?;
        let captured = [Value::object(pipe), Value::UNDEFINED, Value::UNDEFINED];
        promises::upon(vm, action, Some(&DONE), Some(&FAILED), captured)?;
    }
    Ok(())
}

fn done(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pipe = captured(vm, call)?;
    let left = fields::number(vm, pipe, LEFT) - 1.0;
    fields::set_number(vm, pipe, LEFT, left);
    if left <= 0.0 {
        let error = fields::flag(vm, pipe, IS_ERROR).then(|| fields::get(vm, pipe, ERROR));
        finalize(vm, pipe, error)?;
    }
    Ok(Value::UNDEFINED)
}

fn failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pipe = captured(vm, call)?;
    let error = call.argument(vm, 0);
    finalize(vm, pipe, Some(error))?;
    Ok(Value::UNDEFINED)
}

/// Finalize: unlocks both streams, and settles the promise.
fn finalize(vm: &mut Vm, pipe: ObjectId, error: Option<Value>) -> Completion<()> {
    let promise = fields::take(vm, pipe, PROMISE);
    if !promise.is_object() {
        return Ok(());
    }
    let (reader, writer) = (fields::linked(vm, pipe, READER)?, fields::linked(vm, pipe, WRITER)?);
    writer::release(vm, writer)?;
    reader::release(vm, reader)?;
    if let Some(function) = fields::take(vm, pipe, ON_ABORT).as_object() {
        // The signal forgets a function that has nothing to do any more.
        let signal = vm.heap.captured(function, 1);
        vm.heap.set_captured(function, 0, Value::UNDEFINED);
        vm.heap.set_captured(function, 1, Value::UNDEFINED);
        if let Some(signal) = signal.as_object() {
            abort::let_go(vm, signal)?;
        }
    }
    match error {
        Some(error) => promises::reject(vm, promise, error),
        None => promises::resolve(vm, promise, Value::UNDEFINED),
    }
}
