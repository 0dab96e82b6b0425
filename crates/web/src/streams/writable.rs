//! WritableStream, Streams 5.2, and the operations on streams of 5.5.

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{ended, promises, ring, sink, strategy, writable_controller, writer};
use crate::interface::{self, Interface, Known, attributes, prototype_for_new};

/// The slots of a stream.
const STATE: usize = 0;
const ERROR: usize = 1;
pub(super) const WRITER: usize = 2;
pub(super) const CONTROLLER: usize = 3;
const BACKPRESSURE: usize = 4;
/// Promises.
const CLOSE_REQUEST: usize = 5;
const WRITE_IN_FLIGHT: usize = 6;
const CLOSE_IN_FLIGHT: usize = 7;
/// The pending abort request: its promise, its reason, and whether the stream was erroring already.
const ABORT: usize = 8;
const ABORT_REASON: usize = 9;
const WAS_ERRORING: usize = 10;
/// A queue of promises.
const WRITE_REQUESTS: usize = 11;

/// [[state]]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum State {
    Writable,
    Erroring,
    Errored,
    Closed,
}

static STREAM: Interface = Interface {
    known: Known::WritableStream,
    constructor: constructor("WritableStream", 0, writable_stream),
    operations: &[
        method("abort", 0, abort_method),
        method("close", 0, close_method),
        method("getWriter", 0, get_writer),
    ],
    attributes: attributes! { "locked": locked; },
    statics: &[],
};

promises::closures! {
    ABORTED = has_aborted, 1;
    ABORT_FAILED = has_failed_to_abort, 1;
}

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &STREAM, None).map(drop)
}

pub(super) fn state(vm: &Vm, stream: ObjectId) -> State {
    match fields::get(vm, stream, STATE).as_int() {
        Some(1) => State::Erroring,
        Some(2) => State::Errored,
        Some(3) => State::Closed,
        _ => State::Writable,
    }
}

fn set_state(vm: &mut Vm, stream: ObjectId, state: State) {
    fields::set(vm, stream, STATE, Value::int(state as i32));
}

pub(super) fn error_of(vm: &Vm, stream: ObjectId) -> Value {
    fields::get(vm, stream, ERROR)
}

/// IsWritableStreamLocked, Streams 5.5.1
pub(super) fn is_locked(vm: &Vm, stream: ObjectId) -> bool {
    fields::get(vm, stream, WRITER).is_object()
}

/// Makes a stream without a controller. It is kept.
pub(super) fn new(vm: &mut Vm, prototype: Option<ObjectId>) -> Completion<ObjectId> {
    let prototype = match prototype {
        Some(prototype) => prototype,
        None => Known::WritableStream.of_realm(vm),
    };
    let stream = fields::new(vm, Kind::Writable, prototype)?;
    set_state(vm, stream, State::Writable);
    Ok(stream)
}

/// new WritableStream ( underlyingSink, strategy )
fn writable_stream(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::WritableStream, "WritableStream")?;
    vm.keep(Value::object(prototype));
    let underlying = call.argument(vm, 0);
    if !underlying.is_undefined() && !underlying.is_object() {
        return vm.type_error("The underlying sink of a WritableStream must be an object");
    }
    let strategy = strategy::read(vm, call.argument(vm, 1))?;
    let sink = sink::read(vm, underlying.as_object())?;
    let mark = strategy.mark_or(vm, 1.0)?;
    let stream = new(vm, Some(prototype))?;
    let controller = writable_controller::new(vm, stream, mark, strategy.size)?;
    sink::start(vm, controller, underlying, &sink)?;
    Ok(Value::object(stream))
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<ObjectId> {
    fields::this(vm, call, Kind::Writable, member)
}

/// get WritableStream.prototype.locked
fn locked(vm: &mut Vm, call: Call) -> Completion<Value> {
    let stream = this(vm, call, "locked")?;
    Ok(Value::bool(is_locked(vm, stream)))
}

/// WritableStream.prototype.abort ( reason )
fn abort_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let stream = this(vm, call, "abort")?;
        if is_locked(vm, stream) {
            return vm.type_error("Cannot abort a stream that already has a writer");
        }
        let reason = call.argument(vm, 0);
        abort(vm, stream, reason)
    })
}

/// WritableStream.prototype.close ( )
fn close_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let stream = this(vm, call, "close")?;
        if is_locked(vm, stream) {
            return vm.type_error("Cannot close a stream that already has a writer");
        }
        if is_closing(vm, stream) {
            return vm.type_error("Cannot close a stream that is closing already");
        }
        close(vm, stream)
    })
}

/// WritableStream.prototype.getWriter ( )
fn get_writer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let stream = this(vm, call, "getWriter")?;
    writer::acquire(vm, stream).map(Value::object)
}

/// WritableStreamAbort, Streams 5.5.1. The promise is kept.
pub(super) fn abort(vm: &mut Vm, stream: ObjectId, reason: Value) -> Completion<ObjectId> {
    if matches!(state(vm, stream), State::Closed | State::Errored) {
        return promises::done(vm);
    }
    let controller = fields::linked(vm, stream, CONTROLLER)?;
    writable_controller::signal_abort(vm, controller, reason)?;
    if matches!(state(vm, stream), State::Closed | State::Errored) {
        return promises::done(vm);
    }
    if let Some(promise) = fields::link(vm, stream, ABORT) {
        return Ok(promise);
    }
    let was_erroring = state(vm, stream) == State::Erroring;
    let promise = promises::pending(vm);
    fields::set(vm, stream, ABORT, Value::object(promise));
    fields::set(vm, stream, ABORT_REASON, if was_erroring { Value::UNDEFINED } else { reason });
    fields::set_flag(vm, stream, WAS_ERRORING, was_erroring);
    if !was_erroring {
        start_erroring(vm, stream, reason)?;
    }
    Ok(promise)
}

/// WritableStreamClose, Streams 5.5.1. The promise is kept.
pub(super) fn close(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    if matches!(state(vm, stream), State::Closed | State::Errored) {
        return promises::rejected_with(vm, "Cannot close a stream that is closed or errored");
    }
    let promise = promises::pending(vm);
    fields::set(vm, stream, CLOSE_REQUEST, Value::object(promise));
    if let Some(writer) = fields::link(vm, stream, WRITER)
        && fields::flag(vm, stream, BACKPRESSURE)
        && state(vm, stream) == State::Writable
    {
        let ready = fields::get(vm, writer, writer::READY);
        promises::resolve(vm, ready, Value::UNDEFINED)?;
    }
    let controller = fields::linked(vm, stream, CONTROLLER)?;
    writable_controller::close(vm, controller)?;
    Ok(promise)
}

/// WritableStreamAddWriteRequest, Streams 5.5.2. The promise is kept.
pub(super) fn add_write_request(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let promise = promises::pending(vm);
    ring::push(vm, stream, WRITE_REQUESTS, &[Value::object(promise)])?;
    Ok(promise)
}

/// WritableStreamCloseQueuedOrInFlight, Streams 5.5.2
pub(super) fn is_closing(vm: &Vm, stream: ObjectId) -> bool {
    [CLOSE_REQUEST, CLOSE_IN_FLIGHT].into_iter().any(|slot| fields::get(vm, stream, slot).is_object())
}

pub(super) fn is_close_in_flight(vm: &Vm, stream: ObjectId) -> bool {
    fields::get(vm, stream, CLOSE_IN_FLIGHT).is_object()
}

pub(super) fn is_write_in_flight(vm: &Vm, stream: ObjectId) -> bool {
    fields::get(vm, stream, WRITE_IN_FLIGHT).is_object()
}

pub(super) fn has_backpressure(vm: &Vm, stream: ObjectId) -> bool {
    fields::flag(vm, stream, BACKPRESSURE)
}

/// WritableStreamDealWithRejection, Streams 5.5.2
pub(super) fn deal_with_rejection(vm: &mut Vm, stream: ObjectId, error: Value) -> Completion<()> {
    match state(vm, stream) {
        State::Writable => start_erroring(vm, stream, error),
        _ => finish_erroring(vm, stream),
    }
}

/// WritableStreamStartErroring, Streams 5.5.2
pub(super) fn start_erroring(vm: &mut Vm, stream: ObjectId, reason: Value) -> Completion<()> {
    vm.keep(reason);
    let controller = fields::linked(vm, stream, CONTROLLER)?;
    set_state(vm, stream, State::Erroring);
    fields::set(vm, stream, ERROR, reason);
    if let Some(writer) = fields::link(vm, stream, WRITER) {
        writer::ensure_rejected(vm, writer, writer::READY, reason)?;
    }
    let is_in_flight = is_write_in_flight(vm, stream) || is_close_in_flight(vm, stream);
    if !is_in_flight && writable_controller::has_started(vm, controller) {
        finish_erroring(vm, stream)?;
    }
    Ok(())
}

/// WritableStreamFinishErroring, Streams 5.5.2
pub(super) fn finish_erroring(vm: &mut Vm, stream: ObjectId) -> Completion<()> {
    set_state(vm, stream, State::Errored);
    let controller = fields::linked(vm, stream, CONTROLLER)?;
    writable_controller::reset_queue(vm, controller);
    let error = error_of(vm, stream);
    vm.keep(error);
    let requests = ring::detached(vm, stream, WRITE_REQUESTS)?;
    loop {
        let vm = &mut vm.scope();
        let Some([request]) = ring::pop::<1>(vm, requests, 0) else { break };
        vm.work(ENTRY)?;
        promises::reject(vm, request, error)?;
    }
    let promise = fields::take(vm, stream, ABORT);
    if !promise.is_object() {
        return reject_close_and_closed(vm, stream);
    }
    let reason = fields::take(vm, stream, ABORT_REASON);
    if fields::flag(vm, stream, WAS_ERRORING) {
        promises::reject(vm, promise, error)?;
        return reject_close_and_closed(vm, stream);
    }
    let aborted = sink::abort(vm, controller, reason)?;
    writable_controller::clear_algorithms(vm, controller);
    promises::upon(vm, aborted, Some(&ABORTED), Some(&ABORT_FAILED), [Value::object(stream), promise, Value::UNDEFINED])
}

fn has_aborted(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(stream) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::Writable) {
        let promise = vm.heap.captured(call.callee, 1);
        promises::resolve(vm, promise, Value::UNDEFINED)?;
        reject_close_and_closed(vm, stream)?;
    }
    Ok(Value::UNDEFINED)
}

fn has_failed_to_abort(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(stream) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::Writable) {
        let promise = vm.heap.captured(call.callee, 1);
        let reason = call.argument(vm, 0);
        promises::reject(vm, promise, reason)?;
        reject_close_and_closed(vm, stream)?;
    }
    Ok(Value::UNDEFINED)
}

/// WritableStreamRejectCloseAndClosedPromiseIfNeeded, Streams 5.5.2
fn reject_close_and_closed(vm: &mut Vm, stream: ObjectId) -> Completion<()> {
    let error = error_of(vm, stream);
    let request = fields::take(vm, stream, CLOSE_REQUEST);
    promises::reject(vm, request, error)?;
    ended::failed(vm, stream, error)?;
    if let Some(writer) = fields::link(vm, stream, WRITER) {
        let closed = fields::get(vm, writer, writer::CLOSED);
        promises::reject(vm, closed, error)?;
        promises::handle(vm, closed);
    }
    Ok(())
}

/// WritableStreamMarkFirstWriteRequestInFlight, Streams 5.5.2
pub(super) fn mark_write_in_flight(vm: &mut Vm, stream: ObjectId) {
    let request = ring::pop::<1>(vm, stream, WRITE_REQUESTS).map_or(Value::UNDEFINED, |[request]| request);
    fields::set(vm, stream, WRITE_IN_FLIGHT, request);
}

/// WritableStreamMarkCloseRequestInFlight, Streams 5.5.2
pub(super) fn mark_close_in_flight(vm: &mut Vm, stream: ObjectId) {
    let request = fields::take(vm, stream, CLOSE_REQUEST);
    fields::set(vm, stream, CLOSE_IN_FLIGHT, request);
}

/// WritableStreamFinishInFlightWrite, Streams 5.5.2
pub(super) fn finish_write(vm: &mut Vm, stream: ObjectId) -> Completion<()> {
    let request = fields::take(vm, stream, WRITE_IN_FLIGHT);
    promises::resolve(vm, request, Value::UNDEFINED)
}

/// WritableStreamFinishInFlightWriteWithError, Streams 5.5.2
pub(super) fn fail_write(vm: &mut Vm, stream: ObjectId, error: Value) -> Completion<()> {
    let request = fields::take(vm, stream, WRITE_IN_FLIGHT);
    promises::reject(vm, request, error)?;
    deal_with_rejection(vm, stream, error)
}

/// WritableStreamFinishInFlightClose, Streams 5.5.2
pub(super) fn finish_close(vm: &mut Vm, stream: ObjectId) -> Completion<()> {
    let request = fields::take(vm, stream, CLOSE_IN_FLIGHT);
    promises::resolve(vm, request, Value::UNDEFINED)?;
    if state(vm, stream) == State::Erroring {
        fields::set(vm, stream, ERROR, Value::UNDEFINED);
        let promise = fields::take(vm, stream, ABORT);
        promises::resolve(vm, promise, Value::UNDEFINED)?;
    }
    set_state(vm, stream, State::Closed);
    if let Some(writer) = fields::link(vm, stream, WRITER) {
        let closed = fields::get(vm, writer, writer::CLOSED);
        promises::resolve(vm, closed, Value::UNDEFINED)?;
    }
    ended::closed(vm, stream)
}

/// WritableStreamFinishInFlightCloseWithError, Streams 5.5.2
pub(super) fn fail_close(vm: &mut Vm, stream: ObjectId, error: Value) -> Completion<()> {
    let request = fields::take(vm, stream, CLOSE_IN_FLIGHT);
    promises::reject(vm, request, error)?;
    let promise = fields::take(vm, stream, ABORT);
    promises::reject(vm, promise, error)?;
    deal_with_rejection(vm, stream, error)
}

/// WritableStreamUpdateBackpressure, Streams 5.5.2
pub(super) fn update_backpressure(vm: &mut Vm, stream: ObjectId, has_backpressure: bool) -> Completion<()> {
    if let Some(writer) = fields::link(vm, stream, WRITER)
        && has_backpressure != fields::flag(vm, stream, BACKPRESSURE)
    {
        if has_backpressure {
            let ready = promises::pending(vm);
            fields::set(vm, writer, writer::READY, Value::object(ready));
        } else {
            let ready = fields::get(vm, writer, writer::READY);
            promises::resolve(vm, ready, Value::UNDEFINED)?;
        }
    }
    fields::set_flag(vm, stream, BACKPRESSURE, has_backpressure);
    Ok(())
}
