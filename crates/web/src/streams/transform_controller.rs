//! TransformStreamDefaultController, Streams 6.3, its operations of 6.4.2, and what the two sides of a transform stream do, 6.4.3
//! and 6.4.4.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::realm::RealmBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::transform::{self, Transformer};
use super::{controller, own, promises, readable, writable, writable_controller};
use crate::interface::{self, Interface, Known, attributes};

/// The slots of a controller.
const STREAM: usize = 0;
/// `this` of the callbacks, or the cell whose algorithms these are.
const TRANSFORMER: usize = 1;
const TRANSFORM: usize = 2;
const FLUSH: usize = 3;
const CANCEL: usize = 4;
/// [[finishPromise]]
const FINISH: usize = 5;

/// Stands for an algorithm of the cell.
const OWN: Value = Value::int(0);

static CONTROLLER: Interface = Interface {
    known: Known::TransformStreamDefaultController,
    constructor: constructor("TransformStreamDefaultController", 0, interface::illegal_constructor),
    operations: &[
        method("enqueue", 0, enqueue_method),
        method("error", 0, error_method),
        method("terminate", 0, terminate),
    ],
    attributes: attributes! { "desiredSize": desired_size; },
    statics: &[],
};

promises::closures! {
    WRITE_NOW = write_now, 1;
    TRANSFORM_FAILED = has_failed_to_transform, 1;
    ABORTED = has_aborted, 1;
    ABORT_FAILED = has_failed_to_finish, 1;
    FLUSHED = has_flushed, 1;
    CANCELED = has_canceled, 1;
    CANCEL_FAILED = has_failed_to_cancel, 1;
}

pub(super) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    interface::define(realm, &CONTROLLER, None).map(drop)
}

/// SetUpTransformStreamDefaultController, Streams 6.4.2. It is kept.
pub(super) fn new(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let prototype = Known::TransformStreamDefaultController.of_realm(vm);
    let controller = fields::new(vm, Kind::TransformController, prototype)?;
    fields::set(vm, controller, STREAM, Value::object(stream));
    fields::set(vm, stream, transform::CONTROLLER, Value::object(controller));
    Ok(controller)
}

pub(super) fn set_algorithms(vm: &mut Vm, controller: ObjectId, this: Value, transformer: &Transformer) {
    fields::set(vm, controller, TRANSFORMER, this);
    let &Transformer { transform, flush, cancel, .. } = transformer;
    let transform = if transform.is_undefined() { Value::NULL } else { transform };
    for (slot, callback) in [(TRANSFORM, transform), (FLUSH, flush), (CANCEL, cancel)] {
        fields::set(vm, controller, slot, callback);
    }
}

/// Takes the algorithms of a cell.
pub(super) fn set_own(vm: &mut Vm, controller: ObjectId, of: ObjectId) {
    fields::set(vm, controller, TRANSFORMER, Value::object(of));
    fields::set(vm, controller, TRANSFORM, OWN);
    fields::set(vm, controller, FLUSH, OWN);
}

/// TransformStreamDefaultControllerClearAlgorithms, Streams 6.4.2
pub(super) fn clear_algorithms(vm: &mut Vm, controller: ObjectId) {
    for slot in [TRANSFORMER, TRANSFORM, FLUSH, CANCEL] {
        fields::set(vm, controller, slot, Value::UNDEFINED);
    }
}

fn this(vm: &mut Vm, call: Call, member: &str) -> Completion<ObjectId> {
    fields::this(vm, call, Kind::TransformController, member)
}

/// get TransformStreamDefaultController.prototype.desiredSize
fn desired_size(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "desiredSize")?;
    let stream = fields::linked(vm, controller, STREAM)?;
    let readable = transform::readable_controller(vm, stream)?;
    Ok(controller::desired_size(vm, readable).map_or(Value::NULL, Value::number))
}

/// TransformStreamDefaultController.prototype.enqueue ( chunk )
fn enqueue_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "enqueue")?;
    let chunk = call.argument(vm, 0);
    enqueue(vm, controller, chunk)?;
    Ok(Value::UNDEFINED)
}

/// TransformStreamDefaultController.prototype.error ( reason )
fn error_method(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "error")?;
    let stream = fields::linked(vm, controller, STREAM)?;
    let reason = call.argument(vm, 0);
    transform::error(vm, stream, reason)?;
    Ok(Value::UNDEFINED)
}

/// TransformStreamDefaultController.prototype.terminate ( )
fn terminate(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = this(vm, call, "terminate")?;
    let stream = fields::linked(vm, controller, STREAM)?;
    let readable = transform::readable_controller(vm, stream)?;
    controller::close(vm, readable)?;
    let error = promises::type_error(vm, "The transform stream has been terminated");
    transform::error_writable(vm, stream, error)?;
    Ok(Value::UNDEFINED)
}

/// TransformStreamDefaultControllerEnqueue, Streams 6.4.2. The chunk must be kept.
pub(super) fn enqueue(vm: &mut Vm, controller: ObjectId, chunk: Value) -> Completion<()> {
    let stream = fields::linked(vm, controller, STREAM)?;
    let readable = transform::readable_controller(vm, stream)?;
    if !controller::can_close_or_enqueue(vm, readable) {
        return vm.type_error("Nothing can be enqueued: the readable side is closed, errored or closing");
    }
    match controller::enqueue(vm, readable, chunk) {
        Err(Throw::Exception(reason)) => {
            transform::error_writable(vm, stream, reason)?;
            let readable = fields::linked(vm, stream, transform::READABLE)?;
            return Err(Throw::Exception(readable::error_of(vm, readable)));
        }
        enqueued => enqueued?,
    }
    let has_backpressure = controller::has_backpressure(vm, readable);
    if has_backpressure && !transform::has_backpressure(vm, stream) {
        transform::set_backpressure(vm, stream, true)?;
    }
    Ok(())
}

/// Performs an algorithm: a callback, or that of the cell. Where the stack is exhausted, it fails as one that throws.
fn perform(
    vm: &mut Vm,
    controller: ObjectId,
    slot: usize,
    arguments: &[Value],
    own: impl FnOnce(&mut Vm, ObjectId) -> Completion<()>,
) -> Completion<ObjectId> {
    let (callback, this) = (fields::get(vm, controller, slot), fields::get(vm, controller, TRANSFORMER));
    if callback.is_object() {
        return promises::call(vm, callback, this, arguments);
    }
    if let Some(of) = this.as_object().filter(|_| callback == OWN) {
        let performed = vm.check_native_stack().and_then(|()| own(vm, of)).and_then(|()| promises::done(vm));
        return promises::caught(vm, performed);
    }
    promises::done(vm)
}

/// TransformStreamDefaultControllerPerformTransform, Streams 6.4.2
fn perform_transform(vm: &mut Vm, controller: ObjectId, chunk: Value) -> Completion<ObjectId> {
    // Without a callback chunks pass as they are.
    let transformed = match fields::get(vm, controller, TRANSFORM) {
        Value::NULL => {
            let enqueued = vm.check_native_stack().and_then(|()| enqueue(vm, controller, chunk));
            let enqueued = enqueued.and_then(|()| promises::done(vm));
            promises::caught(vm, enqueued)?
        }
        _ => perform(vm, controller, TRANSFORM, &[chunk, Value::object(controller)], |vm, of| {
            own::transform(vm, of, controller, chunk)
        })?,
    };
    let captured = [Value::object(controller), Value::UNDEFINED, Value::UNDEFINED];
    promises::transformed(vm, transformed, None, Some(&TRANSFORM_FAILED), captured)
}

/// Returns the controller that a reaction has captured, and its stream.
fn captured(vm: &mut Vm, call: Call) -> Completion<[ObjectId; 2]> {
    match fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::TransformController) {
        Some(controller) => Ok([controller, fields::linked(vm, controller, STREAM)?]),
        None => vm.type_error("The state of the stream is damaged"),
    }
}

fn has_failed_to_transform(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [_, stream] = captured(vm, call)?;
    let reason = call.argument(vm, 0);
    transform::error(vm, stream, reason)?;
    Err(Throw::Exception(reason))
}

/// TransformStreamDefaultSinkWriteAlgorithm, Streams 6.4.3
pub(super) fn sink_write(vm: &mut Vm, stream: ObjectId, chunk: Value) -> Completion<ObjectId> {
    let controller = fields::linked(vm, stream, transform::CONTROLLER)?;
    if !transform::has_backpressure(vm, stream) {
        return perform_transform(vm, controller, chunk);
    }
    let change = fields::linked(vm, stream, transform::CHANGE)?;
    let written = promises::pending(vm);
    promises::upon(vm, change, Some(&WRITE_NOW), None, [Value::object(controller), chunk, Value::object(written)])?;
    Ok(written)
}

/// Reaction to the end of backpressure: transforms the chunk that has waited, unless the writable side is erroring by
/// now.
fn write_now(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [controller, stream] = captured(vm, call)?;
    let [chunk, written] = [1, 2].map(|index| vm.heap.captured(call.callee, index));
    let writable = fields::linked(vm, stream, transform::WRITABLE)?;
    if writable::state(vm, writable) == writable::State::Erroring {
        let error = writable::error_of(vm, writable);
        promises::reject(vm, written, error)?;
        return Ok(Value::UNDEFINED);
    }
    let transformed = perform_transform(vm, controller, chunk)?;
    promises::follow(vm, written, transformed)?;
    Ok(Value::UNDEFINED)
}

/// Begins to finish, unless that has begun: gives [[finishPromise]], and whether it is new.
fn begin_to_finish(vm: &mut Vm, controller: ObjectId) -> (ObjectId, bool) {
    if let Some(finish) = fields::link(vm, controller, FINISH) {
        return (finish, false);
    }
    let finish = promises::pending(vm);
    fields::set(vm, controller, FINISH, Value::object(finish));
    (finish, true)
}

/// Steps of both algorithms below: calls the cancel callback, unless the stream finishes already, with reactions to its end.
/// Returns the promise of the finish.
fn cancel(
    vm: &mut Vm,
    stream: ObjectId,
    reason: Value,
    [fulfilled, rejected]: [&'static NativeFunction; 2],
) -> Completion<ObjectId> {
    let controller = fields::linked(vm, stream, transform::CONTROLLER)?;
    let (finish, is_new) = begin_to_finish(vm, controller);
    if is_new {
        let canceled = perform(vm, controller, CANCEL, &[reason], |_, _| Ok(()))?;
        clear_algorithms(vm, controller);
        let captured = [Value::object(controller), reason, Value::UNDEFINED];
        promises::upon(vm, canceled, Some(fulfilled), Some(rejected), captured)?;
    }
    Ok(finish)
}

/// TransformStreamDefaultSinkAbortAlgorithm, Streams 6.4.3
pub(super) fn sink_abort(vm: &mut Vm, stream: ObjectId, reason: Value) -> Completion<ObjectId> {
    cancel(vm, stream, reason, [&ABORTED, &ABORT_FAILED])
}

/// Reaction to the cancel callback of an abort: errors the readable side with the reason, or reports the error that
/// it has.
fn has_aborted(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [controller, stream] = captured(vm, call)?;
    let finish = fields::get(vm, controller, FINISH);
    let readable = fields::linked(vm, stream, transform::READABLE)?;
    if readable::state(vm, readable) == readable::State::Errored {
        let error = readable::error_of(vm, readable);
        promises::reject(vm, finish, error)?;
    } else {
        let reason = vm.heap.captured(call.callee, 1);
        let readable = transform::readable_controller(vm, stream)?;
        controller::error(vm, readable, reason)?;
        promises::resolve(vm, finish, Value::UNDEFINED)?;
    }
    Ok(Value::UNDEFINED)
}

/// Rejects [[finishPromise]] with what the script's callback throws, and errors the readable side.
fn has_failed_to_finish(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [controller, stream] = captured(vm, call)?;
    let reason = call.argument(vm, 0);
    let readable = transform::readable_controller(vm, stream)?;
    controller::error(vm, readable, reason)?;
    let finish = fields::get(vm, controller, FINISH);
    promises::reject(vm, finish, reason)?;
    Ok(Value::UNDEFINED)
}

/// TransformStreamDefaultSinkCloseAlgorithm, Streams 6.4.3
pub(super) fn sink_close(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let controller = fields::linked(vm, stream, transform::CONTROLLER)?;
    let (finish, is_new) = begin_to_finish(vm, controller);
    if is_new {
        let flushed =
            perform(vm, controller, FLUSH, &[Value::object(controller)], |vm, of| own::flush(vm, of, controller))?;
        clear_algorithms(vm, controller);
        let captured = [Value::object(controller), Value::UNDEFINED, Value::UNDEFINED];
        promises::upon(vm, flushed, Some(&FLUSHED), Some(&ABORT_FAILED), captured)?;
    }
    Ok(finish)
}

/// Reaction to the flush callback: closes the readable side, or rejects with the error that it has.
fn has_flushed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [controller, stream] = captured(vm, call)?;
    let finish = fields::get(vm, controller, FINISH);
    let readable = fields::linked(vm, stream, transform::READABLE)?;
    if readable::state(vm, readable) == readable::State::Errored {
        let error = readable::error_of(vm, readable);
        promises::reject(vm, finish, error)?;
    } else {
        let readable = transform::readable_controller(vm, stream)?;
        controller::close(vm, readable)?;
        promises::resolve(vm, finish, Value::UNDEFINED)?;
    }
    Ok(Value::UNDEFINED)
}

/// TransformStreamDefaultSourcePullAlgorithm, Streams 6.4.4
pub(super) fn source_pull(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    transform::set_backpressure(vm, stream, false)?;
    fields::linked(vm, stream, transform::CHANGE)
}

/// TransformStreamDefaultSourceCancelAlgorithm, Streams 6.4.4
pub(super) fn source_cancel(vm: &mut Vm, stream: ObjectId, reason: Value) -> Completion<ObjectId> {
    cancel(vm, stream, reason, [&CANCELED, &CANCEL_FAILED])
}

/// Reaction to the cancel callback of a cancellation: errors the writable side and lets its writes go on to see it.
fn has_canceled(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [controller, stream] = captured(vm, call)?;
    let finish = fields::get(vm, controller, FINISH);
    let writable = fields::linked(vm, stream, transform::WRITABLE)?;
    if writable::state(vm, writable) == writable::State::Errored {
        let error = writable::error_of(vm, writable);
        promises::reject(vm, finish, error)?;
        return Ok(Value::UNDEFINED);
    }
    let reason = vm.heap.captured(call.callee, 1);
    let writable = transform::writable_controller_of(vm, stream)?;
    writable_controller::error_if_needed(vm, writable, reason)?;
    transform::unblock_write(vm, stream)?;
    promises::resolve(vm, finish, Value::UNDEFINED)?;
    Ok(Value::UNDEFINED)
}

fn has_failed_to_cancel(vm: &mut Vm, call: Call) -> Completion<Value> {
    let [controller, stream] = captured(vm, call)?;
    let reason = call.argument(vm, 0);
    let writable = transform::writable_controller_of(vm, stream)?;
    writable_controller::error_if_needed(vm, writable, reason)?;
    transform::unblock_write(vm, stream)?;
    let finish = fields::get(vm, controller, FINISH);
    promises::reject(vm, finish, reason)?;
    Ok(Value::UNDEFINED)
}
