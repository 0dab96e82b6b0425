//! Underlying sinks, and the algorithms of controllers of writable streams: callbacks of the script, or those of a transform.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::readable::callback;
use super::{promises, transform_controller, writable, writable_controller};
use crate::interface::member;

/// The slots of the controller of a writable stream.
pub(super) const STREAM: usize = 0;
pub(super) const QUEUE: usize = 1;
pub(super) const QUEUE_SIZE: usize = 2;
pub(super) const STARTED: usize = 3;
pub(super) const SIZE: usize = 4;
pub(super) const MARK: usize = 5;
/// `this` of the callbacks; the transform stream if the algorithms are its own.
const SINK: usize = 6;
const WRITE: usize = 7;
const CLOSE: usize = 8;
const ABORT: usize = 9;
pub(super) const SIGNAL: usize = 10;
/// Two functions that react to a write.
const WRITTEN: usize = 11;
const WRITE_FAILED: usize = 12;

/// Stands for an algorithm of a transform stream.
const OF_TRANSFORM: Value = Value::int(0);

/// An underlying sink as a dictionary, Streams 5.2.3.
pub(super) struct Sink {
    abort: Value,
    close: Value,
    start: Value,
    write: Value,
}

promises::closures! {
    HAS_STARTED = has_started, 1;
    FAILED = failed, 1;
}

/// Converts to a dictionary. Its callbacks are kept.
pub(super) fn read(vm: &mut Vm, sink: Option<ObjectId>) -> Completion<Sink> {
    let [abort, close, start] =
        [callback(vm, sink, "abort")?, callback(vm, sink, "close")?, callback(vm, sink, "start")?];
    let kind = member(vm, sink, "type")?;
    let write = callback(vm, sink, "write")?;
    if kind.is_some() {
        return vm.range_error("An underlying sink has no 'type': it is reserved");
    }
    Ok(Sink { abort, close, start, write })
}

/// Takes the algorithms of a sink, and starts it.
pub(super) fn start(vm: &mut Vm, controller: ObjectId, this: Value, sink: &Sink) -> Completion<()> {
    fields::set(vm, controller, SINK, this);
    for (slot, callback) in [(WRITE, sink.write), (CLOSE, sink.close), (ABORT, sink.abort)] {
        fields::set(vm, controller, slot, callback);
    }
    let result = match sink.start {
        Value::UNDEFINED => Value::UNDEFINED,
        start => vm.call(start, this, &[Value::object(controller)])?,
    };
    vm.keep(result);
    let started = promises::resolved(vm, result)?;
    begin_after(vm, controller, started)
}

/// Takes the algorithms of a transform stream, which begins once a promise is fulfilled.
pub(super) fn start_transform(
    vm: &mut Vm,
    controller: ObjectId,
    transform: ObjectId,
    started: ObjectId,
) -> Completion<()> {
    fields::set(vm, controller, SINK, Value::object(transform));
    for slot in [WRITE, CLOSE, ABORT] {
        fields::set(vm, controller, slot, OF_TRANSFORM);
    }
    begin_after(vm, controller, started)
}

fn begin_after(vm: &mut Vm, controller: ObjectId, started: ObjectId) -> Completion<()> {
    let captured = [Value::object(controller), Value::UNDEFINED, Value::UNDEFINED];
    promises::upon(vm, started, Some(&HAS_STARTED), Some(&FAILED), captured)
}

fn has_started(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(controller) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::WritableController) {
        fields::set_flag(vm, controller, STARTED, true);
        writable_controller::advance(vm, controller)?;
    }
    Ok(Value::UNDEFINED)
}

fn failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(controller) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::WritableController) {
        fields::set_flag(vm, controller, STARTED, true);
        let stream = fields::linked(vm, controller, STREAM)?;
        let reason = call.argument(vm, 0);
        writable::deal_with_rejection(vm, stream, reason)?;
    }
    Ok(Value::UNDEFINED)
}

/// Performs an algorithm: a callback, or what `run` does with a transform stream.
fn perform(
    vm: &mut Vm,
    controller: ObjectId,
    slot: usize,
    arguments: &[Value],
    run: impl FnOnce(&mut Vm, ObjectId) -> Completion<ObjectId>,
) -> Completion<ObjectId> {
    let (callback, sink) = (fields::get(vm, controller, slot), fields::get(vm, controller, SINK));
    if callback.is_object() {
        return promises::call(vm, callback, sink, arguments);
    }
    match fields::of_kind(vm, sink, Kind::Transform).filter(|_| callback == OF_TRANSFORM) {
        Some(transform) => {
            let result = run(vm, transform);
            promises::caught(vm, result)
        }
        None => promises::done(vm),
    }
}

/// [[writeAlgorithm]]
pub(super) fn write(vm: &mut Vm, controller: ObjectId, chunk: Value) -> Completion<ObjectId> {
    perform(vm, controller, WRITE, &[chunk, Value::object(controller)], |vm, transform| {
        transform_controller::sink_write(vm, transform, chunk)
    })
}

/// [[closeAlgorithm]]
pub(super) fn close(vm: &mut Vm, controller: ObjectId) -> Completion<ObjectId> {
    perform(vm, controller, CLOSE, &[], transform_controller::sink_close)
}

/// [[abortAlgorithm]]
pub(super) fn abort(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<ObjectId> {
    perform(vm, controller, ABORT, &[reason], |vm, transform| transform_controller::sink_abort(vm, transform, reason))
}

pub(super) fn clear(vm: &mut Vm, controller: ObjectId) {
    for slot in [SINK, WRITE, CLOSE, ABORT] {
        fields::set(vm, controller, slot, Value::UNDEFINED);
    }
}

/// Returns the functions that react to writes, which are made once.
pub(super) fn reactions(vm: &mut Vm, controller: ObjectId, functions: [&'static NativeFunction; 2]) -> [Value; 2] {
    let slots = [WRITTEN, WRITE_FAILED];
    if fields::get(vm, controller, WRITTEN).is_undefined() {
        for (slot, function) in slots.into_iter().zip(functions) {
            let function =
                promises::closure(vm, function, [Value::object(controller), Value::UNDEFINED, Value::UNDEFINED]);
            fields::set(vm, controller, slot, function);
        }
    }
    slots.map(|slot| fields::get(vm, controller, slot))
}
