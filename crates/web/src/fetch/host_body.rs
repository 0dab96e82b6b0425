//! Bodies that the host gives by pulls: streams of bytes.

use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::coding;
use super::extract;
use super::fetching::{self, slots};
use super::{hop, host};
use crate::interface::member;
use crate::streams::fields::{self, Kind};
use crate::streams::{byte_controller, byte_views, promises};
use crate::{streams, text};

/// The slots: a function that gives the next piece, what it is called with, and the fetch.
const READ: usize = 0;
const WITH: usize = 1;
const FETCHING: usize = 2;
/// Slots: the decoder of the pieces, or undefined; and whether it has begun with one.
const DECODER: usize = 3;
const HAS_BEGUN: usize = 4;

promises::closures! {
    PULL = pull, 1;
    CANCEL = cancel, 1;
    GOT = has_got, 1;
    FAILED = has_failed, 1;
}

/// Makes the stream of an answer, unless its body is there at once. It is kept.
pub(super) fn of_answer(
    vm: &mut Vm,
    fetching: ObjectId,
    answer: ObjectId,
    decoder: Option<ObjectId>,
) -> Completion<Option<ObjectId>> {
    let (read, with) = match (member(vm, Some(answer), "read")?, member(vm, Some(answer), "pull")?) {
        (Some(read), _) => (read, Value::UNDEFINED),
        (None, Some(with)) => {
            (host::of_realm(vm).map_or(Value::UNDEFINED, |host| fields::get(vm, host, host::READ)), with)
        }
        (None, None) => return Ok(None),
    };
    if !vm.heap.is_callable(read) {
        return vm.type_error("The host's answer has a body that nothing reads");
    }
    let body = fields::new_hidden(vm, Kind::HostBody)?;
    fields::set(vm, body, READ, read);
    fields::set(vm, body, WITH, with);
    fields::set(vm, body, FETCHING, Value::object(fetching));
    fields::set(vm, body, DECODER, decoder.map_or(Value::UNDEFINED, Value::object));
    let captured = [Value::object(body), Value::UNDEFINED, Value::UNDEFINED];
    let algorithms = [&PULL, &CANCEL].map(|function| promises::closure(vm, function, captured));
    streams::stream_with(vm, Value::UNDEFINED, algorithms).map(Some)
}

fn captured(vm: &Vm, call: Call) -> Option<ObjectId> {
    fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::HostBody)
}

/// The pull algorithm: a promise for the time when a piece is enqueued, or the stream closed.
fn pull(vm: &mut Vm, call: Call) -> Completion<Value> {
    let controller = call.argument(vm, 0);
    match captured(vm, call) {
        Some(body) => read(vm, body, controller).map(Value::object),
        None => Ok(Value::UNDEFINED),
    }
}

fn read(vm: &mut Vm, body: ObjectId, controller: Value) -> Completion<ObjectId> {
    let [function, with] = [READ, WITH].map(|slot| fields::get(vm, body, slot));
    set_busy(vm, body, true)?;
    let piece = promises::call(vm, function, Value::UNDEFINED, &[with])?;
    promises::transformed(vm, piece, Some(&GOT), Some(&FAILED), [Value::object(body), controller, Value::UNDEFINED])
}

/// Notes whether a piece is being read.
fn set_busy(vm: &mut Vm, body: ObjectId, is_busy: bool) -> Completion<()> {
    match fields::of_kind(vm, fields::get(vm, body, FETCHING), Kind::Fetching) {
        Some(fetching) => fetching::set_busy(vm, fetching, is_busy),
        None => Ok(()),
    }
}

/// Enqueues the piece that the host gave, or closes the stream where that is null. Pulls again if decoding has given
/// nothing yet.
fn has_got(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(body) = captured(vm, call) else { return Ok(Value::UNDEFINED) };
    set_busy(vm, body, false)?;
    let controller = vm.heap.captured(call.callee, 1);
    let Some(controller) = fields::of_kind(vm, controller, Kind::ByteController) else { return Ok(Value::UNDEFINED) };
    let piece = call.argument(vm, 0);
    if piece.is_nullish() {
        // An empty body is no text of its coding, and none was meant.
        if fields::flag(vm, body, HAS_BEGUN) {
            enqueue(vm, body, controller, &[], true)?;
        }
        streams::close_controller(vm, controller)?;
        end(vm, body)?;
        return Ok(Value::UNDEFINED);
    }
    let bytes = match piece.as_object() {
        Some(object) => extract::bytes_of_buffer(vm, object)?,
        None => {
            let text = text::to_usv_string(vm, piece)?;
            Some(text::utf8(vm, text)?)
        }
    };
    let Some(bytes) = bytes else { return vm.type_error("The host gave a piece of a body that is not bytes") };
    let is_enqueued = enqueue(vm, body, controller, &bytes, false);
    vm.heap.take_back(&bytes);
    match is_enqueued? {
        true => Ok(Value::UNDEFINED),
        false => read(vm, body, Value::object(controller)).map(Value::object),
    }
}

/// Enqueues a piece, decoded if that is needed. Returns false if there was no output. Invalid encoded data ends the
/// body.
fn enqueue(vm: &mut Vm, body: ObjectId, controller: ObjectId, bytes: &[u8], ends: bool) -> Completion<bool> {
    let mut is_enqueued = false;
    let mut give = |vm: &mut Vm, piece: &[u8]| {
        is_enqueued = true;
        let view = byte_views::bytes_of(vm, piece)?;
        let view = byte_views::view_of(vm, view, "The piece")?;
        byte_controller::enqueue(vm, controller, view)
    };
    if bytes.is_empty() && !ends {
        return Ok(false);
    }
    let Some(decoder) = fields::link(vm, body, DECODER) else { return give(vm, bytes).map(|()| true) };
    fields::set_flag(vm, body, HAS_BEGUN, true);
    match coding::decode(vm, decoder, bytes, ends, give) {
        Ok(()) => Ok(is_enqueued),
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            if let Some(fetching) = end(vm, body)? {
                cancel_of(vm, fetching)?;
            }
            Err(Throw::Exception(network_error_of(vm, reason)?))
        }
        Err(terminated) => Err(terminated),
    }
}

fn network_error_of(vm: &mut Vm, reason: Value) -> Completion<Value> {
    fetching::network_error(vm, "the body of the response failed", reason)
}

fn has_failed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let reason = call.argument(vm, 0);
    if let Some(body) = captured(vm, call) {
        end(vm, body)?;
    }
    Err(Throw::Exception(network_error_of(vm, reason)?))
}

/// The cancel algorithm.
fn cancel(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(body) = captured(vm, call)
        && let Some(fetching) = end(vm, body)?
    {
        cancel_of(vm, fetching)?;
    }
    Ok(Value::UNDEFINED)
}

/// Makes the fetch forget the body: nothing is left to abort.
fn end(vm: &mut Vm, body: ObjectId) -> Completion<Option<ObjectId>> {
    let fetching = fields::of_kind(vm, fields::get(vm, body, FETCHING), Kind::Fetching);
    if let Some(fetching) = fetching {
        fetching::finish(vm, fetching)?;
        fields::set(vm, fetching, slots::STREAM, Value::UNDEFINED);
    }
    Ok(fetching)
}

/// Tells the host that the rest of the body is not needed.
pub(super) fn cancel_of(vm: &mut Vm, fetching: ObjectId) -> Completion<()> {
    let function = fields::take(vm, fetching, slots::CANCEL);
    match vm.heap.is_callable(function) {
        true => ignoring(vm, |vm| vm.call(function, Value::UNDEFINED, &[])),
        false => hop::abort(vm, fetching),
    }
}

/// Runs code of the host, whose exceptions have no consequences.
pub(super) fn ignoring(vm: &mut Vm, run: impl FnOnce(&mut Vm) -> Completion<Value>) -> Completion<()> {
    match run(vm) {
        Ok(value) => {
            promises::handle(vm, value);
            Ok(())
        }
        Err(Throw::Exception(_)) => Ok(()),
        Err(terminated) => Err(terminated),
    }
}
