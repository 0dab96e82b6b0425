//! ReadableStreamTee for streams of anything, Streams 4.9.1.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::array;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::source::{self, Algorithm};
use super::{byte_tee, controller, promises, readable, reader};
use crate::clone;

/// The slots of a tee, the first ones of one of bytes too.
pub(super) const STREAM: usize = 0;
pub(super) const READER: usize = 1;
pub(super) const READING: usize = 2;
/// Slots of the first branch, each with that of the second one behind it.
pub(super) const CANCELED: usize = 3;
pub(super) const REASONS: usize = 5;
pub(super) const BRANCHES: usize = 7;
pub(super) const CANCEL_PROMISE: usize = 9;
pub(super) const READ_AGAIN: usize = 10;
/// cloneForBranch2, of a tee of anything.
const CLONES: usize = 11;

promises::closures! {
    PASS_ON = pass_on, 0;
    HAS_FAILED = has_failed, 1;
}

/// ReadableStreamTee, Streams 4.9.1. The array is kept.
pub(super) fn tee(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let branches = branches(vm, stream, false)?;
    let branches = array::new_array_from(vm, branches.map(Value::object).to_vec())?;
    vm.keep(Value::object(branches));
    Ok(branches)
}

/// Makes the two branches. With `clones`, chunks of the second one are structured clones.
pub(crate) fn branches(vm: &mut Vm, stream: ObjectId, clones: bool) -> Completion<[ObjectId; 2]> {
    let controller = fields::linked(vm, stream, readable::CONTROLLER)?;
    match fields::kind_of(vm, controller) {
        Some(Kind::ByteController) => byte_tee::tee(vm, stream),
        _ => default_tee(vm, stream, clones),
    }
}

/// Makes a stream that replaces another one and locks it: a tee whose second branch is not used. It is kept.
pub(crate) fn proxy(vm: &mut Vm, stream: ObjectId) -> Completion<ObjectId> {
    let [own, rest] = branches(vm, stream, false)?;
    let controller = fields::linked(vm, rest, readable::CONTROLLER)?;
    // No script has a tee, so as a reason it says that there is none.
    let tee = fields::get(vm, controller, source::SOURCE);
    let canceled = readable::cancel(vm, rest, tee)?;
    promises::handle(vm, Value::object(canceled));
    Ok(own)
}

/// Makes a tee with its reader. It is kept.
pub(super) fn new(vm: &mut Vm, stream: ObjectId, kind: Kind) -> Completion<ObjectId> {
    let reader = reader::acquire(vm, stream, Kind::DefaultReader)?;
    let tee = fields::new_hidden(vm, kind)?;
    fields::set(vm, tee, STREAM, Value::object(stream));
    fields::set(vm, tee, READER, Value::object(reader));
    let promise = promises::pending(vm);
    fields::set(vm, tee, CANCEL_PROMISE, Value::object(promise));
    Ok(tee)
}

/// ReadableStreamDefaultTee, Streams 4.9.1. With `clones`, the second branch gets structured clones.
fn default_tee(vm: &mut Vm, stream: ObjectId, clones: bool) -> Completion<[ObjectId; 2]> {
    let tee = new(vm, stream, Kind::Tee)?;
    fields::set_flag(vm, tee, CLONES, clones);
    let mut branches = [stream; 2];
    for (index, algorithm) in [Algorithm::Tee1, Algorithm::Tee2].into_iter().enumerate() {
        let started = promises::done(vm)?;
        let branch = readable::create(vm, tee, [algorithm; 2], started, 1.0, Value::UNDEFINED)?;
        fields::set(vm, tee, BRANCHES + index, Value::object(branch));
        branches[index] = branch;
    }
    let reader = fields::linked(vm, tee, READER)?;
    let closed = fields::linked(vm, reader, reader::CLOSED)?;
    promises::upon(vm, closed, None, Some(&HAS_FAILED), [Value::object(tee), Value::UNDEFINED, Value::UNDEFINED])?;
    Ok(branches)
}

/// Returns the controller of a branch.
pub(super) fn controller_of(vm: &mut Vm, tee: ObjectId, index: usize) -> Completion<ObjectId> {
    let branch = fields::linked(vm, tee, BRANCHES + index)?;
    fields::linked(vm, branch, readable::CONTROLLER)
}

pub(super) fn is_canceled(vm: &Vm, tee: ObjectId, index: usize) -> bool {
    fields::flag(vm, tee, CANCELED + index)
}

/// Resolves the promise of cancellations unless both branches are canceled.
pub(super) fn settle_cancel(vm: &mut Vm, tee: ObjectId) -> Completion<()> {
    if is_canceled(vm, tee, 0) && is_canceled(vm, tee, 1) {
        return Ok(());
    }
    let promise = fields::get(vm, tee, CANCEL_PROMISE);
    if promises::is_pending(vm, promise) {
        promises::resolve(vm, promise, Value::UNDEFINED)?;
    }
    Ok(())
}

/// Reaction to the end of the reader with an error: errors both branches.
fn has_failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(tee) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::Tee) {
        let reason = call.argument(vm, 0);
        for index in 0..2 {
            let controller = controller_of(vm, tee, index)?;
            controller::error(vm, controller, reason)?;
        }
        settle_cancel(vm, tee)?;
    }
    Ok(Value::UNDEFINED)
}

/// pullAlgorithm
pub(super) fn pull(vm: &mut Vm, tee: ObjectId) -> Completion<ObjectId> {
    if fields::flag(vm, tee, READING) {
        fields::set_flag(vm, tee, READ_AGAIN, true);
        return promises::done(vm);
    }
    fields::set_flag(vm, tee, READING, true);
    let reader = fields::linked(vm, tee, READER)?;
    reader::read(vm, reader, Value::object(tee))?;
    promises::done(vm)
}

/// The chunk steps: the branches get the chunk in a microtask, as those who read know of it only then.
pub(super) fn chunk(vm: &mut Vm, tee: ObjectId, chunk: Value) -> Completion<()> {
    promises::microtask(vm, &PASS_ON, [Value::object(tee), chunk, Value::UNDEFINED])
}

/// The microtask of the chunk steps. A chunk that cannot be cloned errors both branches; afterwards another read may
/// be due.
fn pass_on(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(tee) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::Tee) else {
        return Ok(Value::UNDEFINED);
    };
    let chunk = vm.heap.captured(call.callee, 1);
    fields::set_flag(vm, tee, READ_AGAIN, false);
    let mut chunks = [chunk; 2];
    if fields::flag(vm, tee, CLONES) && !is_canceled(vm, tee, 1) {
        match clone::copied(vm, chunk, &[], None) {
            Ok(copy) => chunks[1] = copy,
            Err(Throw::Exception(reason)) => return fail_both(vm, tee, reason),
            Err(terminated) => return Err(terminated),
        }
        vm.keep(chunks[1]);
    }
    for (index, chunk) in chunks.into_iter().enumerate() {
        if !is_canceled(vm, tee, index) {
            let controller = controller_of(vm, tee, index)?;
            controller::enqueue(vm, controller, chunk)?;
        }
    }
    fields::set_flag(vm, tee, READING, false);
    if fields::flag(vm, tee, READ_AGAIN) {
        pull(vm, tee)?;
    }
    Ok(Value::UNDEFINED)
}

/// Errors both branches and cancels the stream, after a chunk that cannot be cloned.
fn fail_both(vm: &mut Vm, tee: ObjectId, reason: Value) -> Completion<Value> {
    vm.keep(reason);
    for index in 0..2 {
        let controller = controller_of(vm, tee, index)?;
        controller::error(vm, controller, reason)?;
    }
    let stream = fields::linked(vm, tee, STREAM)?;
    let canceled = readable::cancel(vm, stream, reason)?;
    let promise = fields::get(vm, tee, CANCEL_PROMISE);
    promises::follow(vm, promise, canceled)?;
    Ok(Value::UNDEFINED)
}

/// The close steps.
pub(super) fn close(vm: &mut Vm, tee: ObjectId) -> Completion<()> {
    fields::set_flag(vm, tee, READING, false);
    for index in 0..2 {
        if !is_canceled(vm, tee, index) {
            let controller = controller_of(vm, tee, index)?;
            controller::close(vm, controller)?;
        }
    }
    settle_cancel(vm, tee)
}

/// The error steps.
pub(super) fn fail(vm: &mut Vm, tee: ObjectId) -> Completion<()> {
    fields::set_flag(vm, tee, READING, false);
    Ok(())
}

/// cancel1Algorithm and cancel2Algorithm. The stream hears the reasons of both branches, unless there never was a second one.
pub(super) fn cancel(vm: &mut Vm, tee: ObjectId, index: usize, reason: Value) -> Completion<ObjectId> {
    fields::set_flag(vm, tee, CANCELED + index, true);
    fields::set(vm, tee, REASONS + index, reason);
    let promise = fields::linked(vm, tee, CANCEL_PROMISE)?;
    if is_canceled(vm, tee, 1 - index) {
        let reasons = [0, 1].map(|index| fields::get(vm, tee, REASONS + index));
        let reason = match reasons[1 - index] == Value::object(tee) {
            true => reason,
            false => Value::object(array::new_array_from(vm, reasons.to_vec())?),
        };
        vm.keep(reason);
        let stream = fields::linked(vm, tee, STREAM)?;
        let canceled = readable::cancel(vm, stream, reason)?;
        promises::follow(vm, Value::object(promise), canceled)?;
    }
    Ok(promise)
}
