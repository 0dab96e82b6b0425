//! ReadableByteStreamTee, Streams 4.9.1. The slots are those of `tee`, and some more.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::source::{self, Algorithm};
use super::tee::{self, BRANCHES, CANCEL_PROMISE, READ_AGAIN, READER, READING, STREAM, controller_of, is_canceled};
use super::{byob_request, byte_controller, byte_queue, byte_read, byte_views, promises, readable, reader, ring};

pub(super) use super::tee::{cancel, fail};

/// Whether the second branch reads into its own view. `READ_AGAIN` has two slots here.
const FOR_SECOND: usize = 12;

promises::closures! {
    PASS_ON = pass_on, 0;
    PASS_VIEW_ON = pass_view_on, 0;
    HAS_FAILED = has_failed, 1;
}

/// Makes both branches, which are byte streams with a high-water mark of 0, and errors them when the reader fails.
pub(super) fn tee(vm: &mut Vm, stream: ObjectId) -> Completion<[ObjectId; 2]> {
    let tee = tee::new(vm, stream, Kind::ByteTee)?;
    let mut branches = [stream; 2];
    for (index, algorithm) in [Algorithm::ByteTee1, Algorithm::ByteTee2].into_iter().enumerate() {
        let branch = create(vm, tee, algorithm)?;
        fields::set(vm, tee, BRANCHES + index, Value::object(branch));
        branches[index] = branch;
    }
    forward_error(vm, tee)?;
    Ok(branches)
}

/// CreateReadableByteStream, Streams 4.9.1. It is kept.
pub(super) fn create(vm: &mut Vm, source: ObjectId, algorithm: Algorithm) -> Completion<ObjectId> {
    let stream = readable::new(vm, None)?;
    let controller = byte_controller::new(vm, stream, 0.0, Value::UNDEFINED)?;
    source::set_algorithms(vm, controller, Value::object(source), [algorithm.value(); 2]);
    source::begin(vm, controller, Value::UNDEFINED)?;
    Ok(stream)
}

/// Makes a byte stream with functions as its algorithms, which are called with that `this`. It is kept.
pub(crate) fn stream_with(vm: &mut Vm, this: Value, [pull, cancel]: [Value; 2]) -> Completion<ObjectId> {
    let stream = readable::new(vm, None)?;
    let controller = byte_controller::new(vm, stream, 0.0, Value::UNDEFINED)?;
    source::set_algorithms(vm, controller, this, [pull, cancel]);
    source::begin(vm, controller, Value::UNDEFINED)?;
    Ok(stream)
}

/// forwardReaderError
fn forward_error(vm: &mut Vm, tee: ObjectId) -> Completion<()> {
    let reader = fields::linked(vm, tee, READER)?;
    let closed = fields::linked(vm, reader, reader::CLOSED)?;
    let captured = [Value::object(tee), Value::object(reader), Value::UNDEFINED];
    promises::upon(vm, closed, None, Some(&HAS_FAILED), captured)
}

/// Reaction of forwardReaderError: errors both branches, unless the tee has another reader by now.
fn has_failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [tee, reader] = [0, 1].map(|index| vm.heap.captured(call.callee, index));
    if let Some(tee) = fields::of_kind(vm, tee, Kind::ByteTee)
        && fields::get(vm, tee, READER) == reader
    {
        let reason = call.argument(vm, 0);
        for index in 0..2 {
            let controller = controller_of(vm, tee, index)?;
            byte_controller::error(vm, controller, reason)?;
        }
        tee::settle_cancel(vm, tee)?;
    }
    Ok(Value::UNDEFINED)
}

/// pull1Algorithm and pull2Algorithm
pub(super) fn pull(vm: &mut Vm, tee: ObjectId, index: usize) -> Completion<ObjectId> {
    if fields::flag(vm, tee, READING) {
        fields::set_flag(vm, tee, READ_AGAIN + index, true);
        return promises::done(vm);
    }
    fields::set_flag(vm, tee, READING, true);
    let controller = controller_of(vm, tee, index)?;
    let request = byte_controller::byob_request(vm, controller)?;
    match request.as_object() {
        None => {
            let reader = use_reader(vm, tee, Kind::DefaultReader)?;
            reader::read(vm, reader, Value::object(tee))?;
        }
        Some(request) => {
            let reader = use_reader(vm, tee, Kind::ByobReader)?;
            fields::set_flag(vm, tee, FOR_SECOND, index == 1);
            let view = fields::get(vm, request, byob_request::VIEW);
            let view = byte_views::view_of(vm, view, "The view of the request")?;
            byte_read::read(vm, reader, view, 1, Value::object(tee))?;
        }
    }
    promises::done(vm)
}

/// Changes the reader to one of that kind.
fn use_reader(vm: &mut Vm, tee: ObjectId, kind: Kind) -> Completion<ObjectId> {
    let reader = fields::linked(vm, tee, READER)?;
    if fields::kind_of(vm, reader) == Some(kind) {
        return Ok(reader);
    }
    reader::release(vm, reader)?;
    let stream = fields::linked(vm, tee, STREAM)?;
    let reader = reader::acquire(vm, stream, kind)?;
    fields::set(vm, tee, READER, Value::object(reader));
    forward_error(vm, tee)?;
    Ok(reader)
}

/// The chunk steps of a default reader.
pub(super) fn chunk(vm: &mut Vm, tee: ObjectId, chunk: Value) -> Completion<()> {
    promises::microtask(vm, &PASS_ON, [Value::object(tee), chunk, Value::UNDEFINED])
}

/// The chunk steps of a BYOB reader.
pub(super) fn chunk_into(vm: &mut Vm, tee: ObjectId, view: Value) -> Completion<()> {
    promises::microtask(vm, &PASS_VIEW_ON, [Value::object(tee), view, Value::UNDEFINED])
}

/// Returns what a microtask has captured, and forgets who wants to read again.
fn captured(vm: &mut Vm, call: Call) -> Completion<(ObjectId, Value)> {
    let Some(tee) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::ByteTee) else {
        return vm.type_error("The state of the stream is damaged");
    };
    for index in 0..2 {
        fields::set_flag(vm, tee, READ_AGAIN + index, false);
    }
    Ok((tee, vm.heap.captured(call.callee, 1)))
}

/// The microtask of the chunk steps of a default reader: the second branch gets a copy if both are there.
fn pass_on(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (tee, chunk) = captured(vm, call)?;
    let mut chunks = [chunk; 2];
    if !is_canceled(vm, tee, 0) && !is_canceled(vm, tee, 1) {
        let Some(copy) = copied(vm, tee, chunk)? else { return Ok(Value::UNDEFINED) };
        chunks[1] = copy;
    }
    for (index, chunk) in chunks.into_iter().enumerate() {
        if !is_canceled(vm, tee, index) {
            enqueue(vm, tee, index, chunk)?;
        }
    }
    go_on(vm, tee)
}

/// The microtask of the chunk steps of a BYOB reader: the branch that gave the view gets it back, the other one a
/// copy.
fn pass_view_on(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (tee, chunk) = captured(vm, call)?;
    let own = usize::from(fields::flag(vm, tee, FOR_SECOND));
    let is_own_canceled = is_canceled(vm, tee, own);
    let copy = match is_canceled(vm, tee, 1 - own) {
        true => None,
        false => match copied(vm, tee, chunk)? {
            Some(copy) => Some(copy),
            None => return Ok(Value::UNDEFINED),
        },
    };
    if !is_own_canceled {
        respond_with(vm, tee, own, chunk)?;
    }
    if let Some(copy) = copy {
        enqueue(vm, tee, 1 - own, copy)?;
    }
    go_on(vm, tee)
}

fn enqueue(vm: &mut Vm, tee: ObjectId, index: usize, chunk: Value) -> Completion<()> {
    let controller = controller_of(vm, tee, index)?;
    let chunk = byte_views::view_of(vm, chunk, "The chunk")?;
    byte_controller::enqueue(vm, controller, chunk)
}

fn respond_with(vm: &mut Vm, tee: ObjectId, index: usize, chunk: Value) -> Completion<()> {
    let controller = controller_of(vm, tee, index)?;
    let chunk = byte_views::view_of(vm, chunk, "The chunk")?;
    byte_queue::respond_with(vm, controller, chunk)
}

/// Copies a chunk for the other branch. Where that fails, both fail and there is none.
fn copied(vm: &mut Vm, tee: ObjectId, chunk: Value) -> Completion<Option<Value>> {
    match byte_views::clone_view(vm, chunk) {
        Ok(copy) => Ok(Some(copy)),
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            for index in 0..2 {
                let controller = controller_of(vm, tee, index)?;
                byte_controller::error(vm, controller, reason)?;
            }
            let stream = fields::linked(vm, tee, STREAM)?;
            let canceled = readable::cancel(vm, stream, reason)?;
            let promise = fields::get(vm, tee, CANCEL_PROMISE);
            promises::follow(vm, promise, canceled)?;
            Ok(None)
        }
        Err(terminated) => Err(terminated),
    }
}

/// Reads again for a branch that has asked for more.
fn go_on(vm: &mut Vm, tee: ObjectId) -> Completion<Value> {
    fields::set_flag(vm, tee, READING, false);
    if let Some(index) = (0..2).find(|index| fields::flag(vm, tee, READ_AGAIN + index)) {
        pull(vm, tee, index)?;
    }
    Ok(Value::UNDEFINED)
}

fn close_branch(vm: &mut Vm, tee: ObjectId, index: usize) -> Completion<()> {
    let controller = controller_of(vm, tee, index)?;
    match is_canceled(vm, tee, index) {
        true => Ok(()),
        false => byte_controller::close(vm, controller),
    }
}

/// Answers those who wait for bytes of a branch that is closed.
fn answer(vm: &mut Vm, tee: ObjectId, index: usize) -> Completion<()> {
    let controller = controller_of(vm, tee, index)?;
    match ring::is_empty(vm, controller, byte_queue::PENDING) {
        true => Ok(()),
        false => byte_queue::respond(vm, controller, 0),
    }
}

/// The close steps of a default reader.
pub(super) fn close(vm: &mut Vm, tee: ObjectId) -> Completion<()> {
    fields::set_flag(vm, tee, READING, false);
    close_branch(vm, tee, 0)?;
    close_branch(vm, tee, 1)?;
    answer(vm, tee, 0)?;
    answer(vm, tee, 1)?;
    tee::settle_cancel(vm, tee)
}

/// The close steps of a BYOB reader.
pub(super) fn close_into(vm: &mut Vm, tee: ObjectId, chunk: Value) -> Completion<()> {
    fields::set_flag(vm, tee, READING, false);
    let own = usize::from(fields::flag(vm, tee, FOR_SECOND));
    close_branch(vm, tee, own)?;
    close_branch(vm, tee, 1 - own)?;
    if !chunk.is_undefined() {
        if !is_canceled(vm, tee, own) {
            respond_with(vm, tee, own, chunk)?;
        }
        if !is_canceled(vm, tee, 1 - own) {
            answer(vm, tee, 1 - own)?;
        }
    }
    tee::settle_cancel(vm, tee)
}
