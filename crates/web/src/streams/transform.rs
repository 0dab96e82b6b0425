//! TransformStream, Streams 6.2, and the operations on streams of 6.4.1.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, constructor};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::readable::callback;
use super::source::Algorithm;
use super::{controller, promises, readable, sink, strategy, transform_controller, writable, writable_controller};
use crate::interface::{self, Interface, Known, attributes, member, prototype_for_new};

/// The slots of a stream.
pub(super) const READABLE: usize = 0;
pub(super) const WRITABLE: usize = 1;
const BACKPRESSURE: usize = 2;
/// The promise of the next change of that.
pub(super) const CHANGE: usize = 3;
pub(super) const CONTROLLER: usize = 4;

static STREAM: Interface = Interface {
    known: Known::TransformStream,
    constructor: constructor("TransformStream", 0, transform_stream),
    operations: &[],
    attributes: attributes! {
        "readable": |vm, call| side(vm, call, "readable", READABLE);
        "writable": |vm, call| side(vm, call, "writable", WRITABLE);
    },
    statics: &[],
};

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &STREAM, None).map(drop)
}

/// A transformer as a dictionary, Streams 6.2.3.
pub(super) struct Transformer {
    pub(super) cancel: Value,
    pub(super) flush: Value,
    start: Value,
    pub(super) transform: Value,
}

/// Converts to a dictionary. Its callbacks are kept.
fn read(vm: &mut Vm, transformer: Option<ObjectId>) -> Completion<Transformer> {
    let [cancel, flush] = [callback(vm, transformer, "cancel")?, callback(vm, transformer, "flush")?];
    let readable_type = member(vm, transformer, "readableType")?;
    let [start, transform] = [callback(vm, transformer, "start")?, callback(vm, transformer, "transform")?];
    let writable_type = member(vm, transformer, "writableType")?;
    if readable_type.is_some() || writable_type.is_some() {
        return vm.range_error("A transformer has neither 'readableType' nor 'writableType': they are reserved");
    }
    Ok(Transformer { cancel, flush, start, transform })
}

/// new TransformStream ( transformer, writableStrategy, readableStrategy )
fn transform_stream(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = prototype_for_new(vm, call, Known::TransformStream, "TransformStream")?;
    vm.keep(Value::object(prototype));
    let this = call.argument(vm, 0);
    if !this.is_undefined() && !this.is_object() {
        return vm.type_error("The transformer of a TransformStream must be an object");
    }
    let of_writable = strategy::read(vm, call.argument(vm, 1))?;
    let of_readable = strategy::read(vm, call.argument(vm, 2))?;
    let transformer = read(vm, this.as_object())?;
    let marks = [of_readable.mark_or(vm, 0.0)?, of_writable.mark_or(vm, 1.0)?];
    let stream = fields::new(vm, Kind::Transform, prototype)?;
    let started = promises::pending(vm);
    initialize(vm, stream, started, marks, [of_readable.size, of_writable.size])?;
    let controller = transform_controller::new(vm, stream)?;
    transform_controller::set_algorithms(vm, controller, this, &transformer);
    let result = match transformer.start {
        Value::UNDEFINED => Value::UNDEFINED,
        start => vm.call(start, this, &[Value::object(controller)])?,
    };
    vm.keep(result);
    promises::resolve(vm, Value::object(started), result)?;
    Ok(Value::object(stream))
}

/// Sets up a stream whose algorithms are those of a cell ([`transform_controller`]). It is kept.
pub(super) fn create(vm: &mut Vm, of: ObjectId) -> Completion<ObjectId> {
    let prototype = Known::TransformStream.of_realm(vm);
    let stream = fields::new(vm, Kind::Transform, prototype)?;
    let started = promises::done(vm)?;
    initialize(vm, stream, started, [0.0, 1.0], [Value::UNDEFINED; 2])?;
    let controller = transform_controller::new(vm, stream)?;
    transform_controller::set_own(vm, controller, of);
    Ok(stream)
}

/// InitializeTransformStream, Streams 6.4.1
fn initialize(
    vm: &mut Vm,
    stream: ObjectId,
    started: ObjectId,
    [readable_mark, writable_mark]: [f64; 2],
    [readable_size, writable_size]: [Value; 2],
) -> Completion<()> {
    // As long as resolving a promise with this one takes, which would ask it for `then`.
    let started = promises::transformed(vm, started, None, None, [Value::UNDEFINED; 3])?;
    let started = promises::transformed(vm, started, None, None, [Value::UNDEFINED; 3])?;
    let writable = writable::new(vm, None)?;
    let controller = writable_controller::new(vm, writable, writable_mark, writable_size)?;
    sink::start_transform(vm, controller, stream, started)?;
    let algorithms = [Algorithm::Transform; 2];
    let readable = readable::create(vm, stream, algorithms, started, readable_mark, readable_size)?;
    fields::set(vm, stream, READABLE, Value::object(readable));
    fields::set(vm, stream, WRITABLE, Value::object(writable));
    set_backpressure(vm, stream, true)
}

/// get TransformStream.prototype.readable, get TransformStream.prototype.writable
fn side(vm: &mut Vm, call: Call, member: &str, slot: usize) -> Completion<Value> {
    let stream = fields::this(vm, call, Kind::Transform, member)?;
    Ok(fields::get(vm, stream, slot))
}

/// Returns the controller of the readable side.
pub(super) fn readable_controller(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let readable = fields::linked(vm, stream, READABLE)?;
    fields::linked(vm, readable, readable::CONTROLLER)
}

/// Returns the controller of the writable side.
pub(super) fn writable_controller_of(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let writable = fields::linked(vm, stream, WRITABLE)?;
    fields::linked(vm, writable, writable::CONTROLLER)
}

pub(super) fn has_backpressure(vm: &Vm, stream: ObjectId) -> bool {
    fields::flag(vm, stream, BACKPRESSURE)
}

/// TransformStreamSetBackpressure, Streams 6.4.1
pub(super) fn set_backpressure(vm: &mut Vm, stream: ObjectId, has_backpressure: bool) -> Completion<()> {
    let change = fields::get(vm, stream, CHANGE);
    promises::resolve(vm, change, Value::UNDEFINED)?;
    let change = promises::pending(vm);
    fields::set(vm, stream, CHANGE, Value::object(change));
    fields::set_flag(vm, stream, BACKPRESSURE, has_backpressure);
    Ok(())
}

/// TransformStreamError, Streams 6.4.1
pub(super) fn error(vm: &mut Vm, stream: ObjectId, reason: Value) -> Completion<()> {
    let readable = readable_controller(vm, stream)?;
    controller::error(vm, readable, reason)?;
    error_writable(vm, stream, reason)
}

/// TransformStreamErrorWritableAndUnblockWrite, Streams 6.4.1
pub(super) fn error_writable(vm: &mut Vm, stream: ObjectId, reason: Value) -> Completion<()> {
    let controller = fields::linked(vm, stream, CONTROLLER)?;
    transform_controller::clear_algorithms(vm, controller);
    let writable = writable_controller_of(vm, stream)?;
    writable_controller::error_if_needed(vm, writable, reason)?;
    unblock_write(vm, stream)
}

/// TransformStreamUnblockWrite, Streams 6.4.1
pub(super) fn unblock_write(vm: &mut Vm, stream: ObjectId) -> Completion<()> {
    if has_backpressure(vm, stream) { set_backpressure(vm, stream, false) } else { Ok(()) }
}
