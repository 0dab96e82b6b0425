//! ReadableStream, Streams 4.2, and the operations on streams of 4.9.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::source::{self, Algorithm};
use super::{
    byte_controller, controller, ended, from, iterator, pipe, promises, reader, requests, ring, strategy, tee,
};
use crate::interface::{self, Interface, Known, attributes, dictionary, member, prototype_for_new, require_arguments};
use crate::text;

/// The slots of a stream.
const STATE: usize = 0;
pub(super) const READER: usize = 1;
const ERROR: usize = 2;
const DISTURBED: usize = 3;
pub(crate) const CONTROLLER: usize = 4;

/// [[state]]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Readable,
    Closed,
    Errored,
}

static STREAM: Interface = Interface {
    known: Known::ReadableStream,
    constructor: constructor("ReadableStream", 0, readable_stream),
    operations: &[
        method("cancel", 0, cancel_method),
        method("getReader", 0, get_reader),
        method("pipeThrough", 1, pipe_through),
        method("pipeTo", 1, pipe_to),
        method("tee", 0, tee_method),
        method("values", 0, values),
    ],
    attributes: attributes! { "locked": locked; },
    statics: &[method("from", 1, from_static)],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let [_, prototype] = interface::define(realm, &STREAM, None)?;
    let key = realm.vm.heap.key("values");
    let values = ferrotape_runtime::shown::own_data(&realm.vm.heap, prototype, key).unwrap_or(Value::UNDEFINED);
    let attributes = Attributes::WRITABLE.with(Attributes::CONFIGURABLE);
    let descriptor = ferrotape_runtime::PropertyDescriptor::data(values, attributes);
    ferrotape_runtime::object::define_property_or_throw(realm.vm, prototype, symbols::ASYNC_ITERATOR, &descriptor)
}

pub(crate) fn state(vm: &Vm, stream: ObjectId) -> State {
    match fields::get(vm, stream, STATE).as_int() {
        Some(1) => State::Closed,
        Some(2) => State::Errored,
        _ => State::Readable,
    }
}

fn set_state(vm: &mut Vm, stream: ObjectId, state: State) {
    fields::set(vm, stream, STATE, Value::int(state as i32));
}

pub(super) fn error_of(vm: &Vm, stream: ObjectId) -> Value {
    fields::get(vm, stream, ERROR)
}

pub(crate) fn disturb(vm: &mut Vm, stream: ObjectId) {
    fields::set_flag(vm, stream, DISTURBED, true);
}

/// Returns whether anybody has read from the stream, or cancelled it.
pub(crate) fn is_disturbed(vm: &Vm, stream: ObjectId) -> bool {
    fields::flag(vm, stream, DISTURBED)
}

/// IsReadableStreamLocked, Streams 4.9.1
pub(crate) fn is_locked(vm: &Vm, stream: ObjectId) -> bool {
    fields::get(vm, stream, READER).is_object()
}

/// Makes a stream without a controller. It is kept.
pub(super) fn new(vm: &mut Vm, prototype: Option<ObjectId>) -> Completion<ObjectId> {
    let prototype = match prototype {
        Some(prototype) => prototype,
        None => Known::ReadableStream.of_realm(vm),
    };
    let stream = fields::new(vm, Kind::Readable, prototype)?;
    set_state(vm, stream, State::Readable);
    Ok(stream)
}

/// CreateReadableStream, Streams 4.9.1. It is kept.
pub(super) fn create(
    vm: &mut Vm,
    source: ObjectId,
    [pull, cancel]: [Algorithm; 2],
    started: ObjectId,
    mark: f64,
    size: Value,
) -> Completion<ObjectId> {
    let stream = new(vm, None)?;
    let controller = controller::new(vm, stream)?;
    source::set_algorithms(vm, controller, Value::object(source), [pull.value(), cancel.value()]);
    controller::set_up(vm, controller, mark, size)?;
    source::begin_after(vm, controller, started)?;
    Ok(stream)
}

/// new ReadableStream ( underlyingSource, strategy )
fn readable_stream(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::ReadableStream, "ReadableStream")?;
    vm.keep(Value::object(prototype));
    let underlying = call.argument(vm, 0);
    if !underlying.is_undefined() && !underlying.is_object() {
        return vm.type_error("The underlying source of a ReadableStream must be an object");
    }
    let strategy = strategy::read(vm, call.argument(vm, 1))?;
    let source = source::read(vm, underlying.as_object())?;
    let stream = new(vm, Some(prototype))?;
    if source.is_bytes {
        if strategy.size.is_object() {
            return vm.range_error("The strategy for a byte stream cannot have a size function");
        }
        let mark = strategy.mark_or(vm, 0.0)?;
        byte_controller::set_up_from_source(vm, stream, underlying, &source, mark)?;
    } else {
        let mark = strategy.mark_or(vm, 1.0)?;
        let controller = controller::new(vm, stream)?;
        controller::set_up(vm, controller, mark, strategy.size)?;
        source::start(vm, controller, underlying, &source)?;
    }
    Ok(Value::object(stream))
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<ObjectId> {
    fields::this(vm, call, Kind::Readable, member)
}

/// ReadableStream.from ( asyncIterable )
fn from_static(vm: &mut Vm, call: Call) -> Completion<Value> {
    require_arguments(vm, call, 1, "ReadableStream.from")?;
    from::from_iterable(vm, call.argument(vm, 0)).map(Value::object)
}

/// get ReadableStream.prototype.locked
fn locked(vm: &mut Vm, call: Call) -> Completion<Value> {
    let stream = this(vm, call, "locked")?;
    Ok(Value::bool(is_locked(vm, stream)))
}

/// ReadableStream.prototype.cancel ( reason )
fn cancel_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let stream = this(vm, call, "cancel")?;
        if is_locked(vm, stream) {
            return vm.type_error("Cannot cancel a stream that already has a reader");
        }
        let reason = call.argument(vm, 0);
        cancel(vm, stream, reason)
    })
}

/// ReadableStream.prototype.getReader ( options )
fn get_reader(vm: &mut Vm, call: Call) -> Completion<Value> {
    let stream = this(vm, call, "getReader")?;
    let options = dictionary(vm, call.argument(vm, 0), "The options of getReader")?;
    let kind = match member(vm, options, "mode")? {
        None => Kind::DefaultReader,
        Some(mode) => {
            let mode = text::to_string(vm, mode)?;
            match &text::utf8(vm, mode)?[..] {
                b"byob" => Kind::ByobReader,
                _ => return vm.type_error("The option 'mode' of getReader must be 'byob'"),
            }
        }
    };
    reader::acquire(vm, stream, kind).map(Value::object)
}

/// ReadableStream.prototype.pipeThrough ( transform, options )
fn pipe_through(vm: &mut Vm, call: Call) -> Completion<Value> {
    let stream = this(vm, call, "pipeThrough")?;
    require_arguments(vm, call, 1, "ReadableStream.pipeThrough")?;
    let pair = dictionary(vm, call.argument(vm, 0), "The transform of pipeThrough")?;
    let readable = required(vm, pair, "readable", Kind::Readable)?;
    let writable = required(vm, pair, "writable", Kind::Writable)?;
    let options = pipe::options(vm, call.argument(vm, 1))?;
    if is_locked(vm, stream) {
        return vm.type_error("Cannot pipe a stream that already has a reader");
    }
    if super::writable::is_locked(vm, writable) {
        return vm.type_error("Cannot pipe into a stream that already has a writer");
    }
    let promise = pipe::pipe(vm, stream, writable, options)?;
    promises::handle(vm, Value::object(promise));
    Ok(Value::object(readable))
}

/// Reads a member that must be a stream.
fn required(vm: &mut Vm, pair: Option<ObjectId>, name: &str, kind: Kind) -> Completion<ObjectId> {
    let value = member(vm, pair, name)?.unwrap_or(Value::UNDEFINED);
    match fields::of_kind(vm, value, kind) {
        Some(stream) => Ok(stream),
        None => vm.type_error(format!("The member '{name}' of the transform must be a {}", kind.class())),
    }
}

/// ReadableStream.prototype.pipeTo ( destination, options )
fn pipe_to(vm: &mut Vm, call: Call) -> Completion<Value> {
    promises::promising(vm, |vm| {
        let stream = this(vm, call, "pipeTo")?;
        require_arguments(vm, call, 1, "ReadableStream.pipeTo")?;
        let Some(destination) = fields::of_kind(vm, call.argument(vm, 0), Kind::Writable) else {
            return vm.type_error("The destination of pipeTo must be a WritableStream");
        };
        let options = pipe::options(vm, call.argument(vm, 1))?;
        if is_locked(vm, stream) {
            return vm.type_error("Cannot pipe a stream that already has a reader");
        }
        if super::writable::is_locked(vm, destination) {
            return vm.type_error("Cannot pipe into a stream that already has a writer");
        }
        pipe::pipe(vm, stream, destination, options)
    })
}

/// ReadableStream.prototype.tee ( )
fn tee_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let stream = this(vm, call, "tee")?;
    tee::tee(vm, stream).map(Value::object)
}

/// ReadableStream.prototype.values ( options ), and that of Symbol.asyncIterator.
fn values(vm: &mut Vm, call: Call) -> Completion<Value> {
    let stream = this(vm, call, "values")?;
    let options = dictionary(vm, call.argument(vm, 0), "The options of values")?;
    let prevents_cancel = interface::flag(vm, options, "preventCancel")?;
    iterator::new(vm, stream, prevents_cancel).map(Value::object)
}

/// ReadableStreamCancel, Streams 4.9.2. The promise is kept.
pub(crate) fn cancel(vm: &mut Vm, stream: ObjectId, reason: Value) -> Completion<ObjectId> {
    vm.check_native_stack()?;
    disturb(vm, stream);
    match state(vm, stream) {
        State::Closed => return promises::done(vm),
        State::Errored => {
            let error = error_of(vm, stream);
            return promises::rejected(vm, error);
        }
        State::Readable => {}
    }
    close(vm, stream)?;
    if let Some(reader) = fields::of_kind(vm, fields::get(vm, stream, READER), Kind::ByobReader) {
        requests::close_all_into(vm, reader)?;
    }
    let controller = fields::linked(vm, stream, CONTROLLER)?;
    let cancelled = match fields::kind_of(vm, controller) {
        Some(Kind::ByteController) => byte_controller::cancel_steps(vm, controller, reason)?,
        _ => controller::cancel_steps(vm, controller, reason)?,
    };
    promises::transformed(vm, cancelled, Some(&NOTHING), None, [Value::UNDEFINED; 3])
}

promises::closures! {
    NOTHING = |_, _| Ok(Value::UNDEFINED), 1;
}

/// ReadableStreamClose, Streams 4.9.2
pub(super) fn close(vm: &mut Vm, stream: ObjectId) -> Completion<()> {
    set_state(vm, stream, State::Closed);
    ended::closed(vm, stream)?;
    let Some(reader) = fields::link(vm, stream, READER) else { return Ok(()) };
    vm.keep(Value::object(reader));
    let closed = fields::get(vm, reader, reader::CLOSED);
    promises::resolve(vm, closed, Value::UNDEFINED)?;
    match fields::kind_of(vm, reader) {
        Some(Kind::DefaultReader) => requests::close_all(vm, reader),
        _ => Ok(()),
    }
}

/// ReadableStreamError, Streams 4.9.2
pub(super) fn error(vm: &mut Vm, stream: ObjectId, error: Value) -> Completion<()> {
    vm.keep(error);
    set_state(vm, stream, State::Errored);
    fields::set(vm, stream, ERROR, error);
    ended::failed(vm, stream, error)?;
    let Some(reader) = fields::link(vm, stream, READER) else { return Ok(()) };
    vm.keep(Value::object(reader));
    let closed = fields::get(vm, reader, reader::CLOSED);
    promises::reject(vm, closed, error)?;
    promises::handle(vm, closed);
    requests::fail_all(vm, reader, error)
}

/// ReadableStreamGetNumReadRequests and ReadableStreamGetNumReadIntoRequests, Streams 4.9.2, for a reader of that kind.
pub(super) fn waiting(vm: &Vm, stream: ObjectId, kind: Kind) -> usize {
    match fields::of_kind(vm, fields::get(vm, stream, READER), kind) {
        Some(reader) => ring::len(vm, reader, reader::REQUESTS),
        None => 0,
    }
}

/// Returns whether the reader is of that kind: ReadableStreamHasDefaultReader and ReadableStreamHasBYOBReader, Streams 4.9.2
pub(super) fn has_reader(vm: &Vm, stream: ObjectId, kind: Kind) -> bool {
    fields::of_kind(vm, fields::get(vm, stream, READER), kind).is_some()
}

/// Throws unless the value can be called. Undefined stands for no callback.
pub(super) fn callback(vm: &mut Vm, dictionary: Option<ObjectId>, name: &str) -> Completion<Value> {
    let value = member(vm, dictionary, name)?.unwrap_or(Value::UNDEFINED);
    if value.is_undefined() || vm.heap.is_callable(value) {
        return Ok(value);
    }
    let found = messages::describe(vm, value);
    vm.type_error(messages::must_be_a_function(&format!("The member '{name}'"), &found))
}
