//! WritableStreamDefaultController, Streams 5.4, and its operations of 5.5.4.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::sink::{MARK, QUEUE, QUEUE_SIZE, SIGNAL, SIZE, STARTED, STREAM};
use super::writable::{self, State};
use super::{promises, ring, sink, strategy};
use crate::abort;
use crate::interface::{self, Interface, Known, attributes};

/// Stands for the size of the close sentinel.
const CLOSE: Value = Value::int(-1);

static CONTROLLER: Interface = Interface {
    known: Known::WritableStreamDefaultController,
    constructor: constructor("WritableStreamDefaultController", 0, interface::illegal_constructor),
    operations: &[method("error", 0, error_method)],
    attributes: attributes! { "signal": signal; },
    statics: &[],
};

promises::closures! {
    WRITTEN = has_written, 1;
    WRITE_FAILED = has_failed_to_write, 1;
    CLOSED = has_closed, 1;
    CLOSE_FAILED = has_failed_to_close, 1;
}

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &CONTROLLER, None).map(drop)
}

/// SetUpWritableStreamDefaultController, Streams 5.5.4, up to the start algorithm. It is kept.
pub(super) fn new(vm: &mut Vm, stream: ObjectId, mark: f64, size: Value) -> Completion<ObjectId> {
    let prototype = Known::WritableStreamDefaultController.of_realm(vm);
    let controller = fields::new(vm, Kind::WritableController, prototype)?;
    fields::set(vm, controller, STREAM, Value::object(stream));
    fields::set(vm, stream, writable::CONTROLLER, Value::object(controller));
    reset_queue(vm, controller);
    fields::set(vm, controller, SIZE, size);
    fields::set_number(vm, controller, MARK, mark);
    let has_backpressure = has_backpressure(vm, controller);
    writable::update_backpressure(vm, stream, has_backpressure)?;
    Ok(controller)
}

/// get WritableStreamDefaultController.prototype.signal
fn signal(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = fields::this(vm, call, Kind::WritableController, "signal")?;
    signal_of(vm, controller).map(Value::object)
}

/// Returns the signal of a controller, which is made when it is first asked for.
fn signal_of(vm: &mut Vm, controller: ObjectId) -> Completion<ObjectId> {
    if let Some(signal) = fields::link(vm, controller, SIGNAL) {
        return Ok(signal);
    }
    let signal = abort::new_signal(vm)?;
    fields::set(vm, controller, SIGNAL, Value::object(signal));
    Ok(signal)
}

/// Signals abort on controller.[[abortController]].
pub(super) fn signal_abort(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<()> {
    let signal = signal_of(vm, controller)?;
    abort::signal_abort(vm, signal, reason)
}

/// WritableStreamDefaultController.prototype.error ( e )
fn error_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = fields::this(vm, call, Kind::WritableController, "error")?;
    let reason = call.argument(vm, 0);
    error_if_needed(vm, controller, reason)?;
    Ok(Value::UNDEFINED)
}

/// [[ErrorSteps]]
pub(super) fn reset_queue(vm: &mut Vm, controller: ObjectId) {
    fields::set(vm, controller, QUEUE, Value::UNDEFINED);
    fields::set_number(vm, controller, QUEUE_SIZE, 0.0);
}

pub(super) fn has_started(vm: &Vm, controller: ObjectId) -> bool {
    fields::flag(vm, controller, STARTED)
}

/// WritableStreamDefaultControllerClearAlgorithms, Streams 5.5.4
pub(super) fn clear_algorithms(vm: &mut Vm, controller: ObjectId) {
    sink::clear(vm, controller);
    fields::set(vm, controller, SIZE, Value::UNDEFINED);
}

/// WritableStreamDefaultControllerClose, Streams 5.5.4
pub(super) fn close(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    ring::push(vm, controller, QUEUE, &[Value::UNDEFINED, CLOSE])?;
    advance(vm, controller)
}

/// WritableStreamDefaultControllerError, Streams 5.5.4
fn error(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    clear_algorithms(vm, controller);
    writable::start_erroring(vm, stream, reason)
}

/// WritableStreamDefaultControllerErrorIfNeeded, Streams 5.5.4
pub(super) fn error_if_needed(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    match writable::state(vm, stream) {
        State::Writable => error(vm, controller, reason),
        _ => Ok(()),
    }
}

/// WritableStreamDefaultControllerGetDesiredSize, Streams 5.5.4
pub(super) fn desired_size(vm: &Vm, controller: ObjectId) -> f64 {
    fields::number(vm, controller, MARK) - fields::number(vm, controller, QUEUE_SIZE)
}

/// WritableStreamDefaultControllerGetBackpressure, Streams 5.5.4
fn has_backpressure(vm: &Vm, controller: ObjectId) -> bool {
    desired_size(vm, controller) <= 0.0
}

/// WritableStreamDefaultControllerGetChunkSize, Streams 5.5.4
pub(super) fn chunk_size(vm: &mut Vm, controller: ObjectId, chunk: Value) -> Completion<f64> {
    let size = fields::get(vm, controller, SIZE);
    match strategy::chunk_size(vm, size, chunk) {
        Err(Throw::Exception(reason)) => {
            error_if_needed(vm, controller, reason)?;
            Ok(1.0)
        }
        size => size,
    }
}

/// WritableStreamDefaultControllerWrite, Streams 5.5.4
pub(super) fn write(vm: &mut Vm, controller: ObjectId, chunk: Value, size: f64) -> Completion<()> {
    match strategy::enqueue_with_size(vm, controller, [QUEUE, QUEUE_SIZE], chunk, size) {
        Err(Throw::Exception(reason)) => return error_if_needed(vm, controller, reason),
        added => added?,
    }
    update_backpressure(vm, controller)?;
    advance(vm, controller)
}

fn update_backpressure(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    if !writable::is_closing(vm, stream) && writable::state(vm, stream) == State::Writable {
        let has_backpressure = has_backpressure(vm, controller);
        writable::update_backpressure(vm, stream, has_backpressure)?;
    }
    Ok(())
}

/// WritableStreamDefaultControllerAdvanceQueueIfNeeded, Streams 5.5.4
pub(super) fn advance(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    if !has_started(vm, controller) || writable::is_write_in_flight(vm, stream) {
        return Ok(());
    }
    match writable::state(vm, stream) {
        State::Erroring => return writable::finish_erroring(vm, stream),
        State::Writable => {}
        State::Errored | State::Closed => return Ok(()),
    }
    match ring::front::<2>(vm, controller, QUEUE) {
        None => Ok(()),
        Some([_, CLOSE]) => process_close(vm, controller, stream),
        Some([chunk, _]) => process_write(vm, controller, stream, chunk),
    }
}

/// WritableStreamDefaultControllerProcessClose, Streams 5.5.4
fn process_close(vm: &mut Vm, controller: ObjectId, stream: ObjectId) -> Completion<()> {
    writable::mark_close_in_flight(vm, stream);
    ring::pop::<2>(vm, controller, QUEUE);
    let closed = sink::close(vm, controller)?;
    clear_algorithms(vm, controller);
    promises::upon(
        vm,
        closed,
        Some(&CLOSED),
        Some(&CLOSE_FAILED),
        [Value::object(controller), Value::UNDEFINED, Value::UNDEFINED],
    )
}

/// WritableStreamDefaultControllerProcessWrite, Streams 5.5.4
fn process_write(vm: &mut Vm, controller: ObjectId, stream: ObjectId, chunk: Value) -> Completion<()> {
    vm.keep(chunk);
    writable::mark_write_in_flight(vm, stream);
    let written = sink::write(vm, controller, chunk)?;
    let functions = sink::reactions(vm, controller, [&WRITTEN, &WRITE_FAILED]);
    promises::react(vm, written, functions)
}

/// Returns the controller that a reaction has captured, and its stream.
fn captured(vm: &mut Vm, call: Call) -> Completion<[ObjectId; 2]> {
    match fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::WritableController) {
        Some(controller) => Ok([controller, fields::linked(vm, controller, STREAM)?]),
        None => vm.type_error("The state of the stream is damaged"),
    }
}

fn has_written(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [controller, stream] = captured(vm, call)?;
    writable::finish_write(vm, stream)?;
    if let Some([_, size]) = ring::pop::<2>(vm, controller, QUEUE) {
        strategy::subtract(vm, controller, QUEUE_SIZE, size);
    }
    update_backpressure(vm, controller)?;
    advance(vm, controller)?;
    Ok(Value::UNDEFINED)
}

fn has_failed_to_write(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [controller, stream] = captured(vm, call)?;
    if writable::state(vm, stream) == State::Writable {
        clear_algorithms(vm, controller);
    }
    let reason = call.argument(vm, 0);
    writable::fail_write(vm, stream, reason)?;
    Ok(Value::UNDEFINED)
}

fn has_closed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [_, stream] = captured(vm, call)?;
    writable::finish_close(vm, stream)?;
    Ok(Value::UNDEFINED)
}

fn has_failed_to_close(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [_, stream] = captured(vm, call)?;
    let reason = call.argument(vm, 0);
    writable::fail_close(vm, stream, reason)?;
    Ok(Value::UNDEFINED)
}
