//! ReadableStreamDefaultReader and ReadableStreamBYOBReader, Streams 4.4 and 4.5, and their operations of 4.9.3.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::readable::{self, State};
use super::{byte_controller, byte_read, controller, promises, requests, ring};
use crate::interface::{self, Interface, Known, attributes, prototype_for_new, require_arguments};

/// The slots of a reader.
pub(super) const STREAM: usize = 0;
pub(super) const CLOSED: usize = 1;
pub(super) const REQUESTS: usize = 2;

static DEFAULT: Interface = Interface {
    known: Known::ReadableStreamDefaultReader,
    constructor: constructor("ReadableStreamDefaultReader", 1, |vm, call| {
        new_reader(vm, call, Known::ReadableStreamDefaultReader, Kind::DefaultReader)
    }),
    operations: &[
        method("cancel", 0, |vm, call| cancel(vm, call, Kind::DefaultReader)),
        method("read", 0, read_method),
        method("releaseLock", 0, |vm, call| release_lock(vm, call, Kind::DefaultReader)),
    ],
    attributes: attributes! { "closed": |vm, call| closed(vm, call, Kind::DefaultReader); },
    statics: &[],
};

static BYOB: Interface = Interface {
    known: Known::ReadableStreamByobReader,
    constructor: constructor("ReadableStreamBYOBReader", 1, |vm, call| {
        new_reader(vm, call, Known::ReadableStreamByobReader, Kind::ByobReader)
    }),
    operations: &[
        method("cancel", 0, |vm, call| cancel(vm, call, Kind::ByobReader)),
        method("read", 1, byte_read::read_method),
        method("releaseLock", 0, |vm, call| release_lock(vm, call, Kind::ByobReader)),
    ],
    attributes: attributes! { "closed": |vm, call| closed(vm, call, Kind::ByobReader); },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &DEFAULT, None)?;
    interface::define(realm, &BYOB, None).map(drop)
}

fn new_reader(vm: &mut Vm, call: Call, known: Known, kind: Kind) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, known, kind.class())?;
    vm.keep(Value::object(prototype));
    require_arguments(vm, call, 1, kind.class())?;
    let Some(stream) = fields::of_kind(vm, call.argument(vm, 0), Kind::Readable) else {
        return vm.type_error(format!("A {} must have a ReadableStream", kind.class()));
    };
    set_up(vm, stream, kind, prototype).map(Value::object)
}

/// AcquireReadableStreamDefaultReader and AcquireReadableStreamBYOBReader, Streams 4.9.1. The reader is kept.
pub(super) fn acquire(vm: &mut Vm, stream: ObjectId, kind: Kind) -> Completion<ObjectId> {
    let known = match kind {
        Kind::ByobReader => Known::ReadableStreamByobReader,
        _ => Known::ReadableStreamDefaultReader,
    };
    let prototype = known.of_realm(vm);
    set_up(vm, stream, kind, prototype)
}

/// SetUpReadableStreamDefaultReader and SetUpReadableStreamBYOBReader, Streams 4.9.3
fn set_up(vm: &mut Vm, stream: ObjectId, kind: Kind, prototype: ObjectId) -> Completion<ObjectId> {
    if readable::is_locked(vm, stream) {
        return vm.type_error("The stream is locked: it already has a reader");
    }
    if kind == Kind::ByobReader {
        let controller = fields::get(vm, stream, readable::CONTROLLER);
        if fields::of_kind(vm, controller, Kind::ByteController).is_none() {
            return vm.type_error("Only a stream of bytes can have a BYOB reader");
        }
    }
    let reader = fields::new(vm, kind, prototype)?;
    initialize(vm, reader, stream)?;
    Ok(reader)
}

/// ReadableStreamReaderGenericInitialize, Streams 4.9.3
fn initialize(vm: &mut Vm, reader: ObjectId, stream: ObjectId) -> Completion<()> {
    fields::set(vm, reader, STREAM, Value::object(stream));
    fields::set(vm, stream, readable::READER, Value::object(reader));
    let closed = match readable::state(vm, stream) {
        State::Readable => promises::pending(vm),
        State::Closed => promises::done(vm)?,
        State::Errored => {
            let error = readable::error_of(vm, stream);
            let closed = promises::rejected(vm, error)?;
            promises::handle(vm, Value::object(closed));
            closed
        }
    };
    fields::set(vm, reader, CLOSED, Value::object(closed));
    Ok(())
}

/// get ReadableStreamDefaultReader.prototype.closed, get ReadableStreamBYOBReader.prototype.closed
fn closed(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let reader = fields::this(vm, call, kind, "closed")?;
        fields::linked(vm, reader, CLOSED)
    })
}

/// ReadableStreamDefaultReader.prototype.cancel ( reason ), ReadableStreamBYOBReader.prototype.cancel ( reason )
fn cancel(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let reader = fields::this(vm, call, kind, "cancel")?;
        let stream = stream_of(vm, reader)?;
        let reason = call.argument(vm, 0);
        readable::cancel(vm, stream, reason)
    })
}

/// Returns the stream of a reader that has not been released.
pub(super) fn stream_of(vm: &mut Vm, reader: ObjectId) -> Completion<ObjectId> {
    match fields::link(vm, reader, STREAM) {
        Some(stream) => Ok(stream),
        None => vm.type_error("The reader has been released from its stream"),
    }
}

/// ReadableStreamDefaultReader.prototype.read ( )
fn read_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let reader = fields::this(vm, call, Kind::DefaultReader, "read")?;
        stream_of(vm, reader)?;
        let promise = promises::pending(vm);
        read(vm, reader, Value::object(promise))?;
        Ok(promise)
    })
}

/// ReadableStreamDefaultReaderRead, Streams 4.9.3. The request must be kept.
pub(super) fn read(vm: &mut Vm, reader: ObjectId, request: Value) -> Completion<()> {
    let stream = fields::linked(vm, reader, STREAM)?;
    readable::disturb(vm, stream);
    match readable::state(vm, stream) {
        State::Closed => requests::close(vm, request),
        State::Errored => {
            let error = readable::error_of(vm, stream);
            requests::fail(vm, request, error)
        }
        State::Readable => {
            let controller = fields::linked(vm, stream, readable::CONTROLLER)?;
            match fields::kind_of(vm, controller) {
                Some(Kind::ByteController) => byte_controller::pull_steps(vm, controller, stream, request),
                _ => controller::pull_steps(vm, controller, stream, request),
            }
        }
    }
}

/// ReadableStreamAddReadRequest and ReadableStreamAddReadIntoRequest, Streams 4.9.2
pub(super) fn add_request(vm: &mut Vm, stream: ObjectId, request: Value) -> Completion<()> {
    let reader = fields::linked(vm, stream, readable::READER)?;
    ring::push(vm, reader, REQUESTS, &[request])
}

/// ReadableStreamDefaultReader.prototype.releaseLock ( ), ReadableStreamBYOBReader.prototype.releaseLock ( )
fn release_lock(vm: &mut Vm, call: Call, kind: Kind) -> Completion<Value> {
    let reader = fields::this(vm, call, kind, "releaseLock")?;
    release(vm, reader)?;
    Ok(Value::UNDEFINED)
}

/// ReadableStreamDefaultReaderRelease and ReadableStreamBYOBReaderRelease, Streams 4.9.3
pub(super) fn release(vm: &mut Vm, reader: ObjectId) -> Completion<()> {
    let Some(stream) = fields::link(vm, reader, STREAM) else { return Ok(()) };
    let error = promises::type_error(vm, "The reader has been released from its stream");
    let closed = fields::get(vm, reader, CLOSED);
    if promises::is_pending(vm, closed) {
        promises::reject(vm, closed, error)?;
    } else {
        let closed = promises::rejected(vm, error)?;
        fields::set(vm, reader, CLOSED, Value::object(closed));
    }
    let closed = fields::get(vm, reader, CLOSED);
    promises::handle(vm, closed);
    if let Some(controller) = fields::of_kind(vm, fields::get(vm, stream, readable::CONTROLLER), Kind::ByteController) {
        byte_controller::release_steps(vm, controller)?;
    }
    fields::set(vm, stream, readable::READER, Value::UNDEFINED);
    fields::set(vm, reader, STREAM, Value::UNDEFINED);
    let error = promises::type_error(vm, "The reader was released while it waited for a chunk");
    requests::fail_all(vm, reader, error)
}
