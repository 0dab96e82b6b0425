//! The queue of a byte stream, and the descriptors that it fills: Streams 4.9.5.

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::array;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::byte_controller as controller;
use super::fields::{self, Kind};
use super::readable::{self, State};
use super::source::{self, CLOSE_REQUESTED, QUEUE, QUEUE_SIZE, STREAM};
use super::{byte_views, promises, pull_into, reader, requests, ring};

/// The slot of [[pendingPullIntos]].
pub(super) const PENDING: usize = 15;

/// Returns the first pending descriptor.
pub(super) fn first(vm: &Vm, controller: ObjectId) -> Option<ObjectId> {
    let [first] = ring::front::<1>(vm, controller, PENDING)?;
    fields::of_kind(vm, first, Kind::PullInto)
}

/// Returns the first pending descriptor where there must be one.
fn required_first(vm: &mut Vm, controller: ObjectId) -> Completion<ObjectId> {
    match first(vm, controller) {
        Some(first) => {
            vm.keep(Value::object(first));
            Ok(first)
        }
        None => vm.type_error("Nothing waits for bytes"),
    }
}

/// ReadableByteStreamControllerEnqueueChunkToQueue, Streams 4.9.5
pub(super) fn enqueue_chunk(
    vm: &mut Vm,
    controller: ObjectId,
    buffer: ObjectId,
    offset: usize,
    length: usize,
) -> Completion<()> {
    let entry = [Value::object(buffer), Value::number(offset as f64), Value::number(length as f64)];
    ring::push(vm, controller, QUEUE, &entry)?;
    let before = fields::number(vm, controller, QUEUE_SIZE);
    fields::set_number(vm, controller, QUEUE_SIZE, before + length as f64);
    Ok(())
}

/// ReadableByteStreamControllerEnqueueClonedChunkToQueue, Streams 4.9.5
fn enqueue_cloned(vm: &mut Vm, controller: ObjectId, buffer: ObjectId, offset: usize, length: usize) -> Completion<()> {
    match byte_views::clone(vm, buffer, offset, length) {
        Ok(copy) => enqueue_chunk(vm, controller, copy, 0, length),
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            controller::error(vm, controller, reason)?;
            Err(Throw::Exception(reason))
        }
        Err(terminated) => Err(terminated),
    }
}

/// ReadableByteStreamControllerEnqueueDetachedPullIntoToQueue, Streams 4.9.5
pub(super) fn enqueue_detached(vm: &mut Vm, controller: ObjectId, descriptor: ObjectId) -> Completion<()> {
    let filled = fields::count(vm, descriptor, pull_into::FILLED);
    if filled > 0 {
        let buffer = fields::linked(vm, descriptor, pull_into::BUFFER)?;
        let offset = fields::count(vm, descriptor, pull_into::OFFSET);
        enqueue_cloned(vm, controller, buffer, offset, filled)?;
    }
    ring::pop::<1>(vm, controller, PENDING);
    Ok(())
}

fn take_size(vm: &mut Vm, controller: ObjectId, length: usize) {
    let left = fields::number(vm, controller, QUEUE_SIZE) - length as f64;
    fields::set_number(vm, controller, QUEUE_SIZE, left.max(0.0));
}

/// ReadableByteStreamControllerFillReadRequestFromQueue, Streams 4.9.5
pub(super) fn fill_request(vm: &mut Vm, controller: ObjectId, request: Value) -> Completion<()> {
    let Some([buffer, offset, length]) = ring::pop::<3>(vm, controller, QUEUE) else { return Ok(()) };
    let [offset, length] = [offset, length].map(fields::count_of);
    take_size(vm, controller, length);
    handle_drain(vm, controller)?;
    let Some(buffer) = buffer.as_object() else { return Ok(()) };
    let view = byte_views::new_bytes(vm, buffer, offset, length)?;
    requests::chunk(vm, request, view)
}

/// ReadableByteStreamControllerHandleQueueDrain, Streams 4.9.5
fn handle_drain(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    if fields::number(vm, controller, QUEUE_SIZE) == 0.0 && fields::flag(vm, controller, CLOSE_REQUESTED) {
        source::clear_algorithms(vm, controller);
        let stream = fields::linked(vm, controller, STREAM)?;
        return readable::close(vm, stream);
    }
    source::pull_if_needed(vm, controller)
}

/// ReadableByteStreamControllerProcessReadRequestsUsingQueue, Streams 4.9.5
pub(super) fn process_requests(vm: &mut Vm, controller: ObjectId, stream: ObjectId) -> Completion<()> {
    let Some(reader) = fields::link(vm, stream, readable::READER) else { return Ok(()) };
    while fields::number(vm, controller, QUEUE_SIZE) > 0.0 {
        let vm = &mut vm.scope();
        vm.work(ENTRY)?;
        let Some([request]) = ring::pop::<1>(vm, reader, reader::REQUESTS) else { break };
        fill_request(vm, controller, request)?;
    }
    Ok(())
}

/// ReadableByteStreamControllerFillPullIntoDescriptorFromQueue, Streams 4.9.5. Tells whether it is full enough.
fn fill_descriptor(vm: &mut Vm, controller: ObjectId, descriptor: ObjectId) -> Completion<bool> {
    let [mut filled, length, minimum] =
        [pull_into::FILLED, pull_into::LENGTH, pull_into::MINIMUM].map(|slot| fields::count(vm, descriptor, slot));
    let most = fields::count(vm, controller, QUEUE_SIZE).min(length.saturating_sub(filled));
    let aligned = (filled + most) - (filled + most) % pull_into::element_size(vm, descriptor);
    let is_ready = aligned >= minimum;
    let mut left = if is_ready { aligned.saturating_sub(filled) } else { most };
    let target = fields::linked(vm, descriptor, pull_into::BUFFER)?;
    let start = fields::count(vm, descriptor, pull_into::OFFSET);
    while left > 0 {
        vm.work(ENTRY)?;
        let Some([buffer, offset, length]) = ring::front::<3>(vm, controller, QUEUE) else { break };
        let [offset, length] = [offset, length].map(fields::count_of);
        let count = left.min(length);
        if let Some(buffer) = buffer.as_object() {
            byte_views::copy_into(vm, (buffer, offset), (target, start.saturating_add(filled)), count)?;
        }
        if count == length {
            let vm = &mut vm.scope();
            ring::pop::<3>(vm, controller, QUEUE);
        } else {
            ring::set_front(vm, controller, QUEUE, 1, Value::number((offset + count) as f64));
            ring::set_front(vm, controller, QUEUE, 2, Value::number((length - count) as f64));
        }
        take_size(vm, controller, count);
        pull_into::fill(vm, descriptor, count);
        filled += count;
        left -= count;
    }
    Ok(is_ready)
}

/// ReadableByteStreamControllerProcessPullIntoDescriptorsUsingQueue, Streams 4.9.5, and
/// ReadableByteStreamControllerCommitPullIntoDescriptor of each that is filled, after a first one.
pub(super) fn process_pending(vm: &mut Vm, controller: ObjectId, before: Option<ObjectId>) -> Completion<()> {
    let filled = array::new_array(vm);
    vm.keep(Value::object(filled));
    if let Some(before) = before {
        iterate::append_value(vm, filled, Value::object(before))?;
    }
    while fields::number(vm, controller, QUEUE_SIZE) > 0.0
        && let Some(descriptor) = first(vm, controller)
    {
        let vm = &mut vm.scope();
        vm.work(ENTRY)?;
        if fill_descriptor(vm, controller, descriptor)? {
            ring::pop::<1>(vm, controller, PENDING);
            iterate::append_value(vm, filled, Value::object(descriptor))?;
        } else if fields::number(vm, controller, QUEUE_SIZE) > 0.0 {
            // Only what damaged bytes say can leave something in the queue.
            break;
        }
    }
    commit_all(vm, controller, filled)
}

/// Performs ReadableByteStreamControllerCommitPullIntoDescriptor for each descriptor of a list.
fn commit_all(vm: &mut Vm, controller: ObjectId, list: ObjectId) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    let mut index = 0;
    while let Some(&descriptor) = vm.heap.elements(list).as_dense().and_then(|list| list.get(index)) {
        let vm = &mut vm.scope();
        index += 1;
        vm.work(ENTRY)?;
        if let Some(descriptor) = fields::of_kind(vm, descriptor, Kind::PullInto) {
            commit(vm, stream, descriptor)?;
        }
    }
    Ok(())
}

/// ReadableByteStreamControllerCommitPullIntoDescriptor, Streams 4.9.5
fn commit(vm: &mut Vm, stream: ObjectId, descriptor: ObjectId) -> Completion<()> {
    let is_done = readable::state(vm, stream) == State::Closed;
    let view = pull_into::convert(vm, descriptor)?;
    match fields::link(vm, stream, readable::READER) {
        Some(reader) => requests::fulfill(vm, reader, view, is_done),
        None => Ok(()),
    }
}

/// ReadableByteStreamControllerPullInto, Streams 4.9.5. The request must be kept.
pub(super) fn pull_into(
    vm: &mut Vm,
    controller: ObjectId,
    mut bytes: byte_views::Bytes,
    minimum: usize,
    request: Value,
) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    let minimum = minimum.saturating_mul(bytes.element_size());
    match byte_views::transfer(vm, bytes.buffer) {
        Ok(buffer) => bytes.buffer = buffer,
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            return requests::fail(vm, request, reason);
        }
        Err(terminated) => return Err(terminated),
    }
    let descriptor = pull_into::new(vm, &bytes, minimum, pull_into::BYOB)?;
    if !ring::is_empty(vm, controller, PENDING) {
        ring::push(vm, controller, PENDING, &[Value::object(descriptor)])?;
        return reader::add_request(vm, stream, request);
    }
    if readable::state(vm, stream) == State::Closed {
        let empty = pull_into::view(vm, descriptor, bytes.buffer, 0)?;
        return requests::close_into(vm, request, empty);
    }
    if fields::number(vm, controller, QUEUE_SIZE) > 0.0 {
        if fill_descriptor(vm, controller, descriptor)? {
            let view = pull_into::convert(vm, descriptor)?;
            handle_drain(vm, controller)?;
            return requests::chunk_into(vm, request, view);
        }
        if fields::flag(vm, controller, CLOSE_REQUESTED) {
            let reason = promises::type_error(vm, "The stream ends in the middle of an element of the view");
            controller::error(vm, controller, reason)?;
            return requests::fail(vm, request, reason);
        }
    }
    ring::push(vm, controller, PENDING, &[Value::object(descriptor)])?;
    reader::add_request(vm, stream, request)?;
    source::pull_if_needed(vm, controller)
}

/// ReadableByteStreamControllerRespond, Streams 4.9.5
pub(super) fn respond(vm: &mut Vm, controller: ObjectId, written: usize) -> Completion<()> {
    let first = required_first(vm, controller)?;
    let stream = fields::linked(vm, controller, STREAM)?;
    if readable::state(vm, stream) == State::Closed {
        if written != 0 {
            return vm.type_error("Once the stream is closed only 0 bytes can have been written");
        }
    } else {
        if written == 0 {
            return vm.type_error("At least one byte must have been written while the stream is readable");
        }
        let filled = fields::count(vm, first, pull_into::FILLED);
        if filled.saturating_add(written) > fields::count(vm, first, pull_into::LENGTH) {
            return vm.range_error("More bytes have been written than there is room for");
        }
    }
    pull_into::transfer_buffer(vm, first)?;
    respond_internally(vm, controller, written)
}

/// ReadableByteStreamControllerRespondWithNewView, Streams 4.9.5
pub(super) fn respond_with(vm: &mut Vm, controller: ObjectId, view: byte_views::Bytes) -> Completion<()> {
    let first = required_first(vm, controller)?;
    let stream = fields::linked(vm, controller, STREAM)?;
    match readable::state(vm, stream) == State::Closed {
        true if view.length != 0 => return vm.type_error("Once the stream is closed the view must be empty"),
        false if view.length == 0 => return vm.type_error("The view must not be empty while the stream is readable"),
        _ => {}
    }
    let filled = fields::count(vm, first, pull_into::FILLED);
    if fields::count(vm, first, pull_into::OFFSET).saturating_add(filled) != view.offset {
        return vm.range_error("The view does not begin where the bytes that are there end");
    }
    if fields::count(vm, first, pull_into::BUFFER_LENGTH) != byte_views::buffer_length(vm, view.buffer) {
        return vm.range_error("The buffer of the view has another length than that which was asked for");
    }
    if filled.saturating_add(view.length) > fields::count(vm, first, pull_into::LENGTH) {
        return vm.range_error("The view is longer than there is room for");
    }
    let buffer = byte_views::transfer(vm, view.buffer)?;
    fields::set(vm, first, pull_into::BUFFER, Value::object(buffer));
    respond_internally(vm, controller, view.length)
}

/// ReadableByteStreamControllerRespondInternal, Streams 4.9.5
fn respond_internally(vm: &mut Vm, controller: ObjectId, written: usize) -> Completion<()> {
    let first = required_first(vm, controller)?;
    controller::invalidate_request(vm, controller);
    let stream = fields::linked(vm, controller, STREAM)?;
    if readable::state(vm, stream) == State::Closed {
        respond_closed(vm, controller, stream, first)?;
    } else {
        respond_readable(vm, controller, written, first)?;
    }
    source::pull_if_needed(vm, controller)
}

/// ReadableByteStreamControllerRespondInClosedState, Streams 4.9.5
fn respond_closed(vm: &mut Vm, controller: ObjectId, stream: ObjectId, first: ObjectId) -> Completion<()> {
    if fields::get(vm, first, pull_into::READER) == pull_into::NONE {
        ring::pop::<1>(vm, controller, PENDING);
    }
    let filled = array::new_array(vm);
    vm.keep(Value::object(filled));
    for _ in 0..readable::waiting(vm, stream, Kind::ByobReader) {
        let vm = &mut vm.scope();
        vm.work(ENTRY)?;
        let Some([descriptor]) = ring::pop::<1>(vm, controller, PENDING) else { break };
        iterate::append_value(vm, filled, descriptor)?;
    }
    commit_all(vm, controller, filled)
}

/// ReadableByteStreamControllerRespondInReadableState, Streams 4.9.5
fn respond_readable(vm: &mut Vm, controller: ObjectId, written: usize, descriptor: ObjectId) -> Completion<()> {
    pull_into::fill(vm, descriptor, written);
    if fields::get(vm, descriptor, pull_into::READER) == pull_into::NONE {
        enqueue_detached(vm, controller, descriptor)?;
        return process_pending(vm, controller, None);
    }
    let filled = fields::count(vm, descriptor, pull_into::FILLED);
    if filled < fields::count(vm, descriptor, pull_into::MINIMUM) {
        return Ok(());
    }
    ring::pop::<1>(vm, controller, PENDING);
    let rest = filled % pull_into::element_size(vm, descriptor);
    if rest > 0 {
        let buffer = fields::linked(vm, descriptor, pull_into::BUFFER)?;
        let end = fields::count(vm, descriptor, pull_into::OFFSET).saturating_add(filled);
        enqueue_cloned(vm, controller, buffer, end.saturating_sub(rest), rest)?;
        fields::set_number(vm, descriptor, pull_into::FILLED, (filled - rest) as f64);
    }
    process_pending(vm, controller, Some(descriptor))
}
