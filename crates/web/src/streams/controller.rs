//! ReadableStreamDefaultController, Streams 4.6, and its operations of 4.9.4.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::readable::{self, State};
use super::source::{CLOSE_REQUESTED, MARK, PULL_AGAIN, PULLING, QUEUE, QUEUE_SIZE, SIZE, STARTED, STREAM};
use super::{reader, requests, ring, source, strategy};
use crate::interface::{self, Interface, Known, attributes};

static CONTROLLER: Interface = Interface {
    known: Known::ReadableStreamDefaultController,
    constructor: constructor("ReadableStreamDefaultController", 0, interface::illegal_constructor),
    operations: &[
        method("close", 0, close_method),
        method("enqueue", 0, enqueue_method),
        method("error", 0, error_method),
    ],
    attributes: attributes! { "desiredSize": desired_size_getter; },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &CONTROLLER, None).map(drop)
}

/// Makes the controller of a stream. It is kept.
pub(super) fn new(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let prototype = Known::ReadableStreamDefaultController.of_realm(vm);
    let controller = fields::new(vm, Kind::DefaultController, prototype)?;
    fields::set(vm, controller, STREAM, Value::object(stream));
    Ok(controller)
}

/// SetUpReadableStreamDefaultController, Streams 4.9.4, up to the start algorithm.
pub(super) fn set_up(vm: &mut Vm, controller: ObjectId, mark: f64, size: Value) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    source::reset_queue(vm, controller);
    for slot in [STARTED, CLOSE_REQUESTED, PULL_AGAIN, PULLING] {
        fields::set_flag(vm, controller, slot, false);
    }
    fields::set(vm, controller, SIZE, size);
    fields::set_number(vm, controller, MARK, mark);
    fields::set(vm, stream, readable::CONTROLLER, Value::object(controller));
    Ok(())
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<ObjectId> {
    fields::this(vm, call, Kind::DefaultController, member)
}

/// get ReadableStreamDefaultController.prototype.desiredSize
fn desired_size_getter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "desiredSize")?;
    Ok(desired_size(vm, controller).map_or(Value::NULL, Value::number))
}

/// ReadableStreamDefaultController.prototype.close ( )
fn close_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "close")?;
    if !can_close_or_enqueue(vm, controller) {
        return vm.type_error("The stream cannot be closed: it is closed, errored or closing");
    }
    close(vm, controller)?;
    Ok(Value::UNDEFINED)
}

/// ReadableStreamDefaultController.prototype.enqueue ( chunk )
fn enqueue_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "enqueue")?;
    if !can_close_or_enqueue(vm, controller) {
        return vm.type_error("Nothing can be enqueued: the stream is closed, errored or closing");
    }
    let chunk = call.argument(vm, 0);
    enqueue(vm, controller, chunk)?;
    Ok(Value::UNDEFINED)
}

/// ReadableStreamDefaultController.prototype.error ( e )
fn error_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "error")?;
    let reason = call.argument(vm, 0);
    error(vm, controller, reason)?;
    Ok(Value::UNDEFINED)
}

/// [[CancelSteps]]
pub(super) fn cancel_steps(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<ObjectId> {
    source::reset_queue(vm, controller);
    let result = source::cancel(vm, controller, reason)?;
    source::clear_algorithms(vm, controller);
    Ok(result)
}

/// [[PullSteps]]
pub(super) fn pull_steps(vm: &mut Vm, controller: ObjectId, stream: ObjectId, request: Value) -> Completion<()> {
    let Some([chunk, size]) = ring::pop::<2>(vm, controller, QUEUE) else {
        reader::add_request(vm, stream, request)?;
        return source::pull_if_needed(vm, controller);
    };
    strategy::subtract(vm, controller, QUEUE_SIZE, size);
    if fields::flag(vm, controller, CLOSE_REQUESTED) && ring::is_empty(vm, controller, QUEUE) {
        source::clear_algorithms(vm, controller);
        readable::close(vm, stream)?;
    } else {
        source::pull_if_needed(vm, controller)?;
    }
    requests::chunk(vm, request, chunk)
}

/// ReadableStreamDefaultControllerShouldCallPull, Streams 4.9.4
pub(super) fn should_pull(vm: &Vm, controller: ObjectId) -> bool {
    let Some(stream) = fields::link(vm, controller, STREAM) else { return false };
    if !can_close_or_enqueue(vm, controller) || !fields::flag(vm, controller, STARTED) {
        return false;
    }
    readable::waiting(vm, stream, Kind::DefaultReader) > 0
        || desired_size(vm, controller).is_some_and(|desired| desired > 0.0)
}

/// ReadableStreamDefaultControllerCanCloseOrEnqueue, Streams 4.9.4
pub(super) fn can_close_or_enqueue(vm: &Vm, controller: ObjectId) -> bool {
    let Some(stream) = fields::link(vm, controller, STREAM) else { return false };
    !fields::flag(vm, controller, CLOSE_REQUESTED) && readable::state(vm, stream) == State::Readable
}

/// ReadableStreamDefaultControllerClose, Streams 4.9.4
pub(super) fn close(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    if !can_close_or_enqueue(vm, controller) {
        return Ok(());
    }
    fields::set_flag(vm, controller, CLOSE_REQUESTED, true);
    if ring::is_empty(vm, controller, QUEUE) {
        source::clear_algorithms(vm, controller);
        let stream = fields::linked(vm, controller, STREAM)?;
        readable::close(vm, stream)?;
    }
    Ok(())
}

/// ReadableStreamDefaultControllerEnqueue, Streams 4.9.4. The chunk must be kept.
pub(super) fn enqueue(vm: &mut Vm, controller: ObjectId, chunk: Value) -> Completion<()> {
    if !can_close_or_enqueue(vm, controller) {
        return Ok(());
    }
    let stream = fields::linked(vm, controller, STREAM)?;
    if readable::waiting(vm, stream, Kind::DefaultReader) > 0 {
        let reader = fields::linked(vm, stream, readable::READER)?;
        requests::fulfill(vm, reader, chunk, false)?;
    } else {
        let size_function = fields::get(vm, controller, SIZE);
        let added = strategy::chunk_size(vm, size_function, chunk)
            .and_then(|size| strategy::enqueue_with_size(vm, controller, [QUEUE, QUEUE_SIZE], chunk, size));
        if let Err(Throw::Exception(reason)) = added {
            vm.keep(reason);
            error(vm, controller, reason)?;
        }
        added?;
    }
    source::pull_if_needed(vm, controller)
}

/// ReadableStreamDefaultControllerError, Streams 4.9.4
pub(super) fn error(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    if readable::state(vm, stream) != State::Readable {
        return Ok(());
    }
    source::reset_queue(vm, controller);
    source::clear_algorithms(vm, controller);
    readable::error(vm, stream, reason)
}

/// ReadableStreamDefaultControllerGetDesiredSize, Streams 4.9.4: none once the stream is errored.
pub(super) fn desired_size(vm: &Vm, controller: ObjectId) -> Option<f64> {
    let stream = fields::link(vm, controller, STREAM)?;
    match readable::state(vm, stream) {
        State::Errored => None,
        State::Closed => Some(0.0),
        State::Readable => Some(fields::number(vm, controller, MARK) - fields::number(vm, controller, QUEUE_SIZE)),
    }
}

/// ReadableStreamDefaultControllerHasBackpressure, Streams 4.9.4
pub(super) fn has_backpressure(vm: &Vm, controller: ObjectId) -> bool {
    !should_pull(vm, controller)
}
