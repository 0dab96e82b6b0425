//! Underlying sources, and the algorithms of controllers of readable streams: a callback of the script, or a number of our own.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::readable::callback;
use super::{byte_controller, byte_tee, controller, from, piece, promises, tee, transform_controller};
use crate::interface::member;
use crate::text;

/// The slots of the controllers of readable streams that both kinds have.
pub(super) const STREAM: usize = 0;
pub(super) const QUEUE: usize = 1;
pub(super) const QUEUE_SIZE: usize = 2;
pub(super) const STARTED: usize = 3;
pub(super) const CLOSE_REQUESTED: usize = 4;
pub(super) const PULL_AGAIN: usize = 5;
pub(super) const PULLING: usize = 6;
pub(super) const MARK: usize = 7;
/// `this` of the callbacks, or the cell that our own algorithms work on.
pub(super) const SOURCE: usize = 8;
const PULL: usize = 9;
const CANCEL: usize = 10;
/// Two functions that react to a pull.
const PULLED: usize = 11;
const PULL_FAILED: usize = 12;
/// strategySizeAlgorithm, or autoAllocateChunkSize.
pub(super) const SIZE: usize = 13;

/// Algorithms of our own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Algorithm {
    Nothing,
    Tee1,
    Tee2,
    ByteTee1,
    ByteTee2,
    Transform,
    From,
    Piece,
}

impl Algorithm {
    const ALL: [Algorithm; 8] = [
        Algorithm::Nothing,
        Algorithm::Tee1,
        Algorithm::Tee2,
        Algorithm::ByteTee1,
        Algorithm::ByteTee2,
        Algorithm::Transform,
        Algorithm::From,
        Algorithm::Piece,
    ];

    pub(super) fn value(self) -> Value {
        Value::int(self as i32)
    }

    /// Returns the algorithm of a slot, and what it works on.
    fn of(vm: &Vm, controller: ObjectId, slot: usize) -> (Algorithm, Option<ObjectId>) {
        let number = fields::get(vm, controller, slot).as_int().and_then(|number| usize::try_from(number).ok());
        let algorithm = number.and_then(|number| Algorithm::ALL.get(number).copied());
        (algorithm.unwrap_or(Algorithm::Nothing), fields::link(vm, controller, SOURCE))
    }
}

/// An underlying source as a dictionary, Streams 4.2.3.
pub(super) struct Source {
    pub(super) auto_allocate: Option<u64>,
    cancel: Value,
    pull: Value,
    start: Value,
    pub(super) is_bytes: bool,
}

/// Converts to a dictionary. Its callbacks are kept.
pub(super) fn read(vm: &mut Vm, source: Option<ObjectId>) -> Completion<Source> {
    let auto_allocate = match member(vm, source, "autoAllocateChunkSize")? {
        None => None,
        Some(size) => Some(super::integer(vm, size, "The member 'autoAllocateChunkSize'")?),
    };
    let [cancel, pull, start] =
        [callback(vm, source, "cancel")?, callback(vm, source, "pull")?, callback(vm, source, "start")?];
    let is_bytes = match member(vm, source, "type")? {
        None => false,
        Some(kind) => {
            let kind = text::to_string(vm, kind)?;
            match &text::utf8(vm, kind)?[..] {
                b"bytes" => true,
                _ => return vm.type_error("The member 'type' of an underlying source must be 'bytes'"),
            }
        }
    };
    Ok(Source { auto_allocate, cancel, pull, start, is_bytes })
}

pub(super) fn set_algorithms(vm: &mut Vm, controller: ObjectId, source: Value, [pull, cancel]: [Value; 2]) {
    fields::set(vm, controller, SOURCE, source);
    fields::set(vm, controller, PULL, pull);
    fields::set(vm, controller, CANCEL, cancel);
}

/// Takes the algorithms of a source, and starts it.
pub(super) fn start(vm: &mut Vm, controller: ObjectId, this: Value, source: &Source) -> Completion<()> {
    set_algorithms(vm, controller, this, [source.pull, source.cancel]);
    let result = match source.start {
        Value::UNDEFINED => Value::UNDEFINED,
        start => vm.call(start, this, &[Value::object(controller)])?,
    };
    begin(vm, controller, result)
}

/// Goes on once the result of the start algorithm is there.
pub(super) fn begin(vm: &mut Vm, controller: ObjectId, result: Value) -> Completion<()> {
    vm.keep(result);
    let started = promises::resolved(vm, result)?;
    begin_after(vm, controller, started)
}

/// Goes on once a promise of our own is fulfilled.
pub(super) fn begin_after(vm: &mut Vm, controller: ObjectId, started: ObjectId) -> Completion<()> {
    let captured = [Value::object(controller), Value::UNDEFINED, Value::UNDEFINED];
    promises::upon(vm, started, Some(&HAS_STARTED), Some(&FAILED), captured)
}

promises::closures! {
    HAS_STARTED = has_started, 1;
    FAILED = failed, 1;
    HAS_PULLED = has_pulled, 1;
}

fn captured_controller(vm: &Vm, callee: ObjectId) -> Option<ObjectId> {
    let controller = vm.heap.captured(callee, 0).as_object()?;
    matches!(fields::kind_of(vm, controller), Some(Kind::DefaultController | Kind::ByteController))
        .then_some(controller)
}

fn has_started(vm: &mut Vm, call: ferrotape_runtime::function::Call) -> Completion<Value> {
    if let Some(controller) = captured_controller(vm, call.callee) {
        fields::set_flag(vm, controller, STARTED, true);
        pull_if_needed(vm, controller)?;
    }
    Ok(Value::UNDEFINED)
}

fn failed(vm: &mut Vm, call: ferrotape_runtime::function::Call) -> Completion<Value> {
    if let Some(controller) = captured_controller(vm, call.callee) {
        let reason = call.argument(vm, 0);
        error(vm, controller, reason)?;
    }
    Ok(Value::UNDEFINED)
}

fn has_pulled(vm: &mut Vm, call: ferrotape_runtime::function::Call) -> Completion<Value> {
    if let Some(controller) = captured_controller(vm, call.callee) {
        fields::set_flag(vm, controller, PULLING, false);
        if fields::flag(vm, controller, PULL_AGAIN) {
            fields::set_flag(vm, controller, PULL_AGAIN, false);
            pull_if_needed(vm, controller)?;
        }
    }
    Ok(Value::UNDEFINED)
}

/// ReadableStreamDefaultControllerError or ReadableByteStreamControllerError, Streams 4.9.4 and 4.9.5
pub(super) fn error(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<()> {
    match fields::kind_of(vm, controller) {
        Some(Kind::ByteController) => byte_controller::error(vm, controller, reason),
        _ => controller::error(vm, controller, reason),
    }
}

/// ReadableStreamDefaultControllerCallPullIfNeeded or ReadableByteStreamControllerCallPullIfNeeded, Streams 4.9.4 and 4.9.5
pub(super) fn pull_if_needed(vm: &mut Vm, controller: ObjectId) -> Completion<()> {
    let should_pull = match fields::kind_of(vm, controller) {
        Some(Kind::ByteController) => byte_controller::should_pull(vm, controller),
        _ => controller::should_pull(vm, controller),
    };
    if !should_pull {
        return Ok(());
    }
    if fields::flag(vm, controller, PULLING) {
        fields::set_flag(vm, controller, PULL_AGAIN, true);
        return Ok(());
    }
    fields::set_flag(vm, controller, PULLING, true);
    let vm = &mut vm.scope();
    let pulled = pull(vm, controller);
    let pulled = promises::caught(vm, pulled)?;
    if fields::get(vm, controller, PULLED).is_undefined() {
        let captured = [Value::object(controller), Value::UNDEFINED, Value::UNDEFINED];
        for (slot, function) in [(PULLED, &HAS_PULLED), (PULL_FAILED, &FAILED)] {
            let function = promises::closure(vm, function, captured);
            fields::set(vm, controller, slot, function);
        }
    }
    let functions = [PULLED, PULL_FAILED].map(|slot| fields::get(vm, controller, slot));
    promises::react(vm, pulled, functions)
}

/// Performs [[pullAlgorithm]].
fn pull(vm: &mut Vm, controller: ObjectId) -> Completion<ObjectId> {
    let callback = fields::get(vm, controller, PULL);
    if callback.is_object() {
        let this = fields::get(vm, controller, SOURCE);
        return promises::call(vm, callback, this, &[Value::object(controller)]);
    }
    vm.check_native_stack()?;
    match Algorithm::of(vm, controller, PULL) {
        (Algorithm::Tee1 | Algorithm::Tee2, Some(tee)) => tee::pull(vm, tee),
        (Algorithm::ByteTee1, Some(tee)) => byte_tee::pull(vm, tee, 0),
        (Algorithm::ByteTee2, Some(tee)) => byte_tee::pull(vm, tee, 1),
        (Algorithm::Transform, Some(stream)) => transform_controller::source_pull(vm, stream),
        (Algorithm::From, Some(from)) => from::pull(vm, from),
        (Algorithm::Piece, Some(piece)) => piece::pull(vm, piece, controller),
        _ => promises::done(vm),
    }
}

/// Performs [[cancelAlgorithm]].
pub(super) fn cancel(vm: &mut Vm, controller: ObjectId, reason: Value) -> Completion<ObjectId> {
    let callback = fields::get(vm, controller, CANCEL);
    if callback.is_object() {
        let this = fields::get(vm, controller, SOURCE);
        return promises::call(vm, callback, this, &[reason]);
    }
    let cancelled = match Algorithm::of(vm, controller, CANCEL) {
        (Algorithm::Tee1, Some(tee)) => tee::cancel(vm, tee, 0, reason),
        (Algorithm::Tee2, Some(tee)) => tee::cancel(vm, tee, 1, reason),
        (Algorithm::ByteTee1, Some(tee)) => byte_tee::cancel(vm, tee, 0, reason),
        (Algorithm::ByteTee2, Some(tee)) => byte_tee::cancel(vm, tee, 1, reason),
        (Algorithm::Transform, Some(stream)) => transform_controller::source_cancel(vm, stream, reason),
        (Algorithm::From, Some(from)) => from::cancel(vm, from, reason),
        _ => promises::done(vm),
    };
    promises::caught(vm, cancelled)
}

/// ReadableStreamDefaultControllerClearAlgorithms and ReadableByteStreamControllerClearAlgorithms, Streams 4.9.4 and 4.9.5
pub(super) fn clear_algorithms(vm: &mut Vm, controller: ObjectId) {
    set_algorithms(vm, controller, Value::UNDEFINED, [Value::UNDEFINED; 2]);
    if fields::kind_of(vm, controller) == Some(Kind::DefaultController) {
        fields::set(vm, controller, SIZE, Value::UNDEFINED);
    }
}

/// ResetQueue, Streams 8.1
pub(super) fn reset_queue(vm: &mut Vm, controller: ObjectId) {
    fields::set(vm, controller, QUEUE, Value::UNDEFINED);
    fields::set_number(vm, controller, QUEUE_SIZE, 0.0);
}
