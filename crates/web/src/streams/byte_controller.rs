//! ReadableByteStreamController, Streams 4.7, and its operations of 4.9.5. `byte_queue` fills descriptors.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::byte_queue::{self, PENDING};
use super::byte_views::{self, Bytes};
use super::fields::{self, Kind};
use super::readable::{self, State};
use super::source::{self, CLOSE_REQUESTED, MARK, PULL_AGAIN, PULLING, QUEUE_SIZE, SIZE, STARTED, STREAM, Source};
use super::{byob_request, promises, pull_into, reader, requests, ring};
use crate::interface::{self, Interface, Known, attributes, require_arguments};

/// The slot of [[byobRequest]].
pub(super) const BYOB_REQUEST: usize = 14;

static CONTROLLER: Interface = Interface {
    known: Known::ReadableByteStreamController,
    constructor: constructor("ReadableByteStreamController", 0, interface::illegal_constructor),
    operations: &[
        method("close", 0, close_method),
        method("enqueue", 1, enqueue_method),
        method("error", 0, error_method),
    ],
    attributes: attributes! {
        "byobRequest": byob_request_getter;
        "desiredSize": desired_size_getter;
    },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &CONTROLLER, None).map(drop)
}

/// SetUpReadableByteStreamController, Streams 4.9.5, up to the start algorithm. It is kept.
pub(super) fn new(vm: &mut Vm, stream: ObjectId, mark: f64, auto_allocate: Value) -> Completion<ObjectId> {
    let prototype = Known::ReadableByteStreamController.of_realm(vm);
    let controller = fields::new(vm, Kind::ByteController, prototype)?;
    fields::set(vm, controller, STREAM, Value::object(stream));
    source::reset_queue(vm, controller);
    for slot in [STARTED, CLOSE_REQUESTED, PULL_AGAIN, PULLING] {
        fields::set_flag(vm, controller, slot, false);
    }
    fields::set(vm, controller, SIZE, auto_allocate);
    fields::set_number(vm, controller, MARK, mark);
    fields::set(vm, stream, readable::CONTROLLER, Value::object(controller));
    Ok(controller)
}

/// SetUpReadableByteStreamControllerFromUnderlyingSource, Streams 4.9.5
pub(super) fn set_up_from_source(
    vm: &mut Vm,
    stream: ObjectId,
    this: Value,
    source: &Source,
    mark: f64,
) -> Completion<()> {
    let auto_allocate = match source.auto_allocate {
        Some(0) => return vm.type_error("The member 'autoAllocateChunkSize' must be greater than 0"),
        Some(size) => Value::number(size as f64),
        None => Value::UNDEFINED,
    };
    let controller = new(vm, stream, mark, auto_allocate)?;
    source::start(vm, controller, this, source)
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<ObjectId> {
    fields::this(vm, call, Kind::ByteController, member)
}

/// get ReadableByteStreamController.prototype.byobRequest
fn byob_request_getter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "byobRequest")?;
    byob_request(vm, controller)
}

/// ReadableByteStreamControllerGetBYOBRequest, Streams 4.9.5. It is kept.
pub(super) fn byob_request(vm: &mut Vm, controller: ObjectId) -> Completion<Value> {
    if fields::link(vm, controller, BYOB_REQUEST).is_none()
        && let Some(first) = byte_queue::first(vm, controller)
    {
        let buffer = fields::linked(vm, first, pull_into::BUFFER)?;
        let filled = fields::count(vm, first, pull_into::FILLED);
        let offset = fields::count(vm, first, pull_into::OFFSET).saturating_add(filled);
        let left = fields::count(vm, first, pull_into::LENGTH).saturating_sub(filled);
        let view = byte_views::new_bytes(vm, buffer, offset, left)?;
        let request = byob_request::new(vm, controller, view)?;
        fields::set(vm, controller, BYOB_REQUEST, Value::object(request));
    }
    Ok(fields::link(vm, controller, BYOB_REQUEST).map_or(Value::NULL, Value::object))
}

/// ReadableByteStreamControllerInvalidateBYOBRequest, Streams 4.9.5
pub(super) fn invalidate_request(vm: &mut Vm, controller: ObjectId) {
    if let Some(request) = fields::take(vm, controller, BYOB_REQUEST).as_object() {
        byob_request::invalidate(vm, request);
    }
}

/// get ReadableByteStreamController.prototype.desiredSize
fn desired_size_getter(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "desiredSize")?;
    Ok(super::controller::desired_size(vm, controller).map_or(Value::NULL, Value::number))
}

/// ReadableByteStreamController.prototype.close ( )
fn close_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "close")?;
    if !super::controller::can_close_or_enqueue(vm, controller) {
        return vm.type_error("The stream cannot be closed: it is closed, errored or closing");
    }
    close(vm, controller)?;
    Ok(Value::UNDEFINED)
}

/// ReadableByteStreamController.prototype.enqueue ( chunk )
fn enqueue_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "enqueue")?;
    require_arguments(vm, call, 1, "ReadableByteStreamController.enqueue")?;
    let chunk = byte_views::view_of(vm, call.argument(vm, 0), "The chunk")?;
    if chunk.length == 0 || byte_views::buffer_length(vm, chunk.buffer) == 0 {
        return vm.type_error("A chunk must have at least one byte");
    }
    if !super::controller::can_close_or_enqueue(vm, controller) {
        return vm.type_error("Nothing can be enqueued: the stream is closed, errored or closing");
    }
    enqueue(vm, controller, chunk)?;
    Ok(Value::UNDEFINED)
}

/// ReadableByteStreamController.prototype.error ( e )
fn error_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "error")?;
    let reason = call.argument(vm, 0);
    error(vm, controller, reason)?;
    Ok(Value::UNDEFINED)
}

/// [[CancelSteps]]
pub(super) fn cancel_steps(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<ObjectId> {
    clear_pending(vm, controller);
    source::reset_queue(vm, controller);
    let result = source::cancel(vm, controller, reason)?;
    source::clear_algorithms(vm, controller);
    Ok(result)
}

/// [[PullSteps]]
pub(super) fn pull_steps(vm: &mut Vm, controller: ObjectId, stream: ObjectId, request: Value) -> Completion<()> {
    if fields::number(vm, controller, QUEUE_SIZE) > 0.0 {
        return byte_queue::fill_request(vm, controller, request);
    }
    if let Some(size) = fields::get(vm, controller, SIZE).as_number() {
        let length = size as usize;
        let buffer = match byte_views::new_buffer(vm, length) {
            Err(Throw::Exception(reason)) => {
                vm.keep(reason);
                return requests::fail(vm, request, reason);
            }
            buffer => buffer?,
        };
        let element = Some(ferrotape_runtime::typed_array::ElementType::Uint8);
        let bytes = Bytes { element, buffer, offset: 0, length };
        let descriptor = pull_into::new(vm, &bytes, 1, pull_into::DEFAULT)?;
        ring::push(vm, controller, PENDING, &[Value::object(descriptor)])?;
    }
    reader::add_request(vm, stream, request)?;
    source::pull_if_needed(vm, controller)
}

/// [[ReleaseSteps]]
pub(super) fn release_steps(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    if let Some(first) = byte_queue::first(vm, controller) {
        vm.keep(Value::object(first));
        fields::set(vm, first, pull_into::READER, pull_into::NONE);
        fields::set(vm, controller, PENDING, Value::UNDEFINED);
        ring::push(vm, controller, PENDING, &[Value::object(first)])?;
    }
    Ok(())
}

/// ReadableByteStreamControllerShouldCallPull, Streams 4.9.5
pub(super) fn should_pull(vm: &Vm, controller: ObjectId) -> bool {
    let Some(stream) = fields::link(vm, controller, STREAM) else { return false };
    if !super::controller::can_close_or_enqueue(vm, controller) || !fields::flag(vm, controller, STARTED) {
        return false;
    }
    readable::waiting(vm, stream, Kind::DefaultReader) > 0
        || readable::waiting(vm, stream, Kind::ByobReader) > 0
        || super::controller::desired_size(vm, controller).is_some_and(|desired| desired > 0.0)
}

/// ReadableByteStreamControllerClearPendingPullIntos, Streams 4.9.5
fn clear_pending(vm: &mut Vm, controller: ObjectId) {
    invalidate_request(vm, controller);
    fields::set(vm, controller, PENDING, Value::UNDEFINED);
}

/// ReadableByteStreamControllerClose, Streams 4.9.5
pub(crate) fn close(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    if !super::controller::can_close_or_enqueue(vm, controller) {
        return Ok(());
    }
    if fields::number(vm, controller, QUEUE_SIZE) > 0.0 {
        fields::set_flag(vm, controller, CLOSE_REQUESTED, true);
        return Ok(());
    }
    if let Some(first) = byte_queue::first(vm, controller)
        && !fields::count(vm, first, pull_into::FILLED).is_multiple_of(pull_into::element_size(vm, first))
    {
        let reason = promises::type_error(vm, "The stream ends in the middle of an element of the view that is filled");
        error(vm, controller, reason)?;
        return Err(Throw::Exception(reason));
    }
    source::clear_algorithms(vm, controller);
    let stream = fields::linked(vm, controller, STREAM)?;
    readable::close(vm, stream)
}

/// ReadableByteStreamControllerEnqueue, Streams 4.9.5
pub(crate) fn enqueue(vm: &mut Vm, controller: ObjectId, chunk: Bytes) -> Completion<()> {
    if !super::controller::can_close_or_enqueue(vm, controller) {
        return Ok(());
    }
    let stream = fields::linked(vm, controller, STREAM)?;
    let Bytes { offset, length, .. } = chunk;
    let buffer = byte_views::transfer(vm, chunk.buffer)?;
    if let Some(first) = byte_queue::first(vm, controller) {
        // A buffer that is detached is refused while its request is still valid.
        pull_into::transfer_buffer(vm, first)?;
        invalidate_request(vm, controller);
        if fields::get(vm, first, pull_into::READER) == pull_into::NONE {
            byte_queue::enqueue_detached(vm, controller, first)?;
        }
    }
    if readable::has_reader(vm, stream, Kind::DefaultReader) {
        byte_queue::process_requests(vm, controller, stream)?;
        if readable::waiting(vm, stream, Kind::DefaultReader) == 0 {
            byte_queue::enqueue_chunk(vm, controller, buffer, offset, length)?;
        } else {
            ring::pop::<1>(vm, controller, PENDING);
            let view = byte_views::new_bytes(vm, buffer, offset, length)?;
            let reader = fields::linked(vm, stream, readable::READER)?;
            requests::fulfill(vm, reader, view, false)?;
        }
    } else if readable::has_reader(vm, stream, Kind::ByobReader) {
        byte_queue::enqueue_chunk(vm, controller, buffer, offset, length)?;
        byte_queue::process_pending(vm, controller, None)?;
    } else {
        byte_queue::enqueue_chunk(vm, controller, buffer, offset, length)?;
    }
    source::pull_if_needed(vm, controller)
}

/// ReadableByteStreamControllerError, Streams 4.9.5
pub(crate) fn error(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    if readable::state(vm, stream) != State::Readable {
        return Ok(());
    }
    clear_pending(vm, controller);
    source::reset_queue(vm, controller);
    source::clear_algorithms(vm, controller);
    readable::error(vm, stream, reason)
}
