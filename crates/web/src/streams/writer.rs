//! WritableStreamDefaultWriter, Streams 5.3, and its operations of 5.5.3.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::writable::{self, State};
use super::{promises, writable_controller};
use crate::interface::{self, Interface, Known, attributes, prototype_for_new, require_arguments};

/// The slots of a writer.
pub(super) const STREAM: usize = 0;
pub(super) const CLOSED: usize = 1;
pub(super) const READY: usize = 2;

static WRITER: Interface = Interface {
    known: Known::WritableStreamDefaultWriter,
    constructor: constructor("WritableStreamDefaultWriter", 1, new_writer),
    operations: &[
        method("abort", 0, abort),
        method("close", 0, close),
        method("releaseLock", 0, release_lock),
        method("write", 0, write_method),
    ],
    attributes: attributes! {
        "closed": |vm, call| promise_of(vm, call, "closed", CLOSED);
        "desiredSize": desired_size;
        "ready": |vm, call| promise_of(vm, call, "ready", READY);
    },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &WRITER, None).map(drop)
}

/// new WritableStreamDefaultWriter ( stream )
fn new_writer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::WritableStreamDefaultWriter, Kind::Writer.class())?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 1, Kind::Writer.class())?;
    let Some(stream) = fields::of_kind(vm, call.argument(vm, 0), Kind::Writable) else {
        return vm.type_error("A WritableStreamDefaultWriter must have a WritableStream");
    };
    set_up(vm, stream, prototype).map(Value::object)
}

/// AcquireWritableStreamDefaultWriter, Streams 5.5.1. The writer is kept.
pub(super) fn acquire(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let prototype = Known::WritableStreamDefaultWriter.of_realm(vm);
    set_up(vm, stream, prototype)
}

/// SetUpWritableStreamDefaultWriter, Streams 5.5.1
fn set_up(vm: &mut Vm, stream: ObjectId, prototype: ObjectId) -> Completion<ObjectId> {
    if writable::is_locked(vm, stream) {
        return vm.type_error("The stream is locked: it already has a writer");
    }
    let writer = fields::new(vm, Kind::Writer, prototype)?;
    fields::set(vm, writer, STREAM, Value::object(stream));
    fields::set(vm, stream, writable::WRITER, Value::object(writer));
    let error = writable::error_of(vm, stream);
    let state = writable::state(vm, stream);
    let ready = match state {
        State::Writable if !writable::is_closing(vm, stream) && writable::has_backpressure(vm, stream) => {
            promises::pending(vm)
        }
        State::Writable | State::Closed => promises::done(vm)?,
        State::Erroring | State::Errored => rejected_and_handled(vm, error)?,
    };
    fields::set(vm, writer, READY, Value::object(ready));
    let closed = match state {
        State::Writable | State::Erroring => promises::pending(vm),
        State::Closed => promises::done(vm)?,
        State::Errored => rejected_and_handled(vm, error)?,
    };
    fields::set(vm, writer, CLOSED, Value::object(closed));
    Ok(writer)
}

fn rejected_and_handled(vm: &mut Vm, error: Value) -> Completion<ObjectId> {
    let promise = promises::rejected(vm, error)?;
    promises::handle(vm, Value::object(promise));
    Ok(promise)
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<ObjectId> {
    fields::this(vm, call, Kind::Writer, member)
}

/// get WritableStreamDefaultWriter.prototype.closed, get WritableStreamDefaultWriter.prototype.ready
fn promise_of(vm: &mut Vm, call: Call, member: &str, slot: usize) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let writer = this(vm, call, member)?;
        fields::linked(vm, writer, slot)
    })
}

/// Returns the stream of a writer that has not been released.
fn stream_of(vm: &mut Vm, writer: ObjectId) -> Completion<ObjectId> {
    match fields::link(vm, writer, STREAM) {
        Some(stream) => Ok(stream),
        None => vm.type_error("The writer has been released from its stream"),
    }
}

/// get WritableStreamDefaultWriter.prototype.desiredSize
fn desired_size(vm: &mut Vm, call: Call) -> Completion<Value> {
    let writer = this(vm, call, "desiredSize")?;
    let stream = stream_of(vm, writer)?;
    Ok(match writable::state(vm, stream) {
        State::Errored | State::Erroring => Value::NULL,
        State::Closed => Value::int(0),
        State::Writable => {
            let controller = fields::linked(vm, stream, writable::CONTROLLER)?;
            Value::number(writable_controller::desired_size(vm, controller))
        }
    })
}

/// WritableStreamDefaultWriter.prototype.abort ( reason )
fn abort(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let writer = this(vm, call, "abort")?;
        let stream = stream_of(vm, writer)?;
        let reason = call.argument(vm, 0);
        writable::abort(vm, stream, reason)
    })
}

/// WritableStreamDefaultWriter.prototype.close ( )
fn close(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let writer = this(vm, call, "close")?;
        let stream = stream_of(vm, writer)?;
        if writable::is_closing(vm, stream) {
            return vm.type_error("Cannot close a stream that is closing already");
        }
        writable::close(vm, stream)
    })
}

/// WritableStreamDefaultWriter.prototype.releaseLock ( )
fn release_lock(vm: &mut Vm, call: Call) -> Completion<Value> {
    let writer = this(vm, call, "releaseLock")?;
    release(vm, writer)?;
    Ok(Value::UNDEFINED)
}

/// WritableStreamDefaultWriter.prototype.write ( chunk )
fn write_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let writer = this(vm, call, "write")?;
        stream_of(vm, writer)?;
        let chunk = call.argument(vm, 0);
        write(vm, writer, chunk)
    })
}

/// WritableStreamDefaultWriterWrite, Streams 5.5.3. The promise is kept; the chunk must be.
pub(super) fn write(vm: &mut Vm, writer: ObjectId, chunk: Value) -> Completion<ObjectId> {
    let stream = stream_of(vm, writer)?;
    let controller = fields::linked(vm, stream, writable::CONTROLLER)?;
    let size = writable_controller::chunk_size(vm, controller, chunk)?;
    if fields::link(vm, writer, STREAM) != Some(stream) {
        return promises::rejected_with(vm, "The writer has been released from its stream");
    }
    let error = writable::error_of(vm, stream);
    match writable::state(vm, stream) {
        State::Errored => return promises::rejected(vm, error),
        State::Closed => return promises::rejected_with(vm, "Cannot write to a stream that is closed"),
        _ if writable::is_closing(vm, stream) => {
            return promises::rejected_with(vm, "Cannot write to a stream that is closing");
        }
        State::Erroring => return promises::rejected(vm, error),
        State::Writable => {}
    }
    let promise = writable::add_write_request(vm, stream)?;
    writable_controller::write(vm, controller, chunk, size)?;
    Ok(promise)
}

/// WritableStreamDefaultWriterCloseWithErrorPropagation, Streams 5.5.3
pub(super) fn close_with_error_propagation(vm: &mut Vm, writer: ObjectId) -> Completion<ObjectId> {
    let stream = stream_of(vm, writer)?;
    match writable::state(vm, stream) {
        State::Closed => promises::done(vm),
        _ if writable::is_closing(vm, stream) => promises::done(vm),
        State::Errored => {
            let error = writable::error_of(vm, stream);
            promises::rejected(vm, error)
        }
        _ => writable::close(vm, stream),
    }
}

/// WritableStreamDefaultWriterEnsureClosedPromiseRejected and WritableStreamDefaultWriterEnsureReadyPromiseRejected,
/// Streams 5.5.3
pub(super) fn ensure_rejected(vm: &mut Vm, writer: ObjectId, slot: usize, error: Value) -> Completion<()> {
    let promise = fields::get(vm, writer, slot);
    if promises::is_pending(vm, promise) {
        promises::reject(vm, promise, error)?;
        promises::handle(vm, promise);
    } else {
        let promise = rejected_and_handled(vm, error)?;
        fields::set(vm, writer, slot, Value::object(promise));
    }
    Ok(())
}

/// WritableStreamDefaultWriterRelease, Streams 5.5.3
pub(super) fn release(vm: &mut Vm, writer: ObjectId) -> Completion<()> {
    let Some(stream) = fields::link(vm, writer, STREAM) else { return Ok(()) };
    let error = promises::type_error(vm, "The writer has been released from its stream");
    ensure_rejected(vm, writer, READY, error)?;
    ensure_rejected(vm, writer, CLOSED, error)?;
    fields::set(vm, stream, writable::WRITER, Value::UNDEFINED);
    fields::set(vm, writer, STREAM, Value::UNDEFINED);
    Ok(())
}
