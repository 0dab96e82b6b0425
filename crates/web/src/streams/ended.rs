//! The end of a stream, for hosts that want to know of it without a reader or a writer.
//!
//! A stream that was asked has one more kept value than others of its kind: the promise that its end settles.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::hosts;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{promises, readable, writable};
use crate::interface::kept;

/// Returns a promise that is fulfilled once the stream is closed, and rejected with its error, which counts as handled. It is
/// kept. None if the object is neither a ReadableStream nor a WritableStream.
pub fn stream_end(vm: &mut Vm, stream: ObjectId) -> Completion<Option<ObjectId>> {
    let Some(kind) = fields::kind_of(vm, stream) else { return Ok(None) };
    let (is_closed, error) = match kind {
        Kind::Readable => {
            let state = readable::state(vm, stream);
            let error = (state == readable::State::Errored).then(|| readable::error_of(vm, stream));
            (state == readable::State::Closed, error)
        }
        Kind::Writable => {
            let state = writable::state(vm, stream);
            let error = (state == writable::State::Errored).then(|| writable::error_of(vm, stream));
            (state == writable::State::Closed, error)
        }
        _ => return Ok(None),
    };
    if is_closed {
        return promises::done(vm).map(Some);
    }
    if let Some(error) = error {
        let promise = promises::rejected(vm, error)?;
        promises::handle(vm, Value::object(promise));
        return Ok(Some(promise));
    }
    let own = own(vm, stream);
    if promises::is_pending(vm, own) {
        return Ok(own.as_object());
    }
    let promise = promises::pending(vm);
    // Bytes that claim to be a snapshot may have put something else there.
    if !hosts::set_kept_value(&mut vm.heap, stream, kind.slots(), Value::object(promise)) {
        hosts::keep_value(&mut vm.heap, stream, Value::object(promise))?;
    }
    Ok(Some(promise))
}

/// The state of a ReadableStream, of which scripts see little.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct StreamState {
    /// Whether there is, or can be, something to read.
    pub is_readable: bool,
    /// Whether it has failed.
    pub is_errored: bool,
    /// Whether somebody has read from it or cancelled it.
    pub is_disturbed: bool,
}

/// Returns the state of a ReadableStream. None if the object is none.
pub fn stream_state(vm: &Vm, stream: ObjectId) -> Option<StreamState> {
    fields::kind_of(vm, stream).filter(|kind| *kind == Kind::Readable)?;
    let state = readable::state(vm, stream);
    Some(StreamState {
        is_readable: state == readable::State::Readable,
        is_errored: state == readable::State::Errored,
        is_disturbed: readable::is_disturbed(vm, stream),
    })
}

fn own(vm: &Vm, stream: ObjectId) -> Value {
    match fields::kind_of(vm, stream) {
        Some(kind) => kept(vm, stream, kind.slots()),
        None => Value::UNDEFINED,
    }
}

/// Tells that a stream is closed.
pub(super) fn closed(vm: &mut Vm, stream: ObjectId) -> Completion<()> {
    let promise = own(vm, stream);
    if promise.is_undefined() {
        return Ok(());
    }
    vm.keep(Value::object(stream));
    promises::resolve(vm, promise, Value::UNDEFINED)
}

/// Tells that a stream has failed.
pub(super) fn failed(vm: &mut Vm, stream: ObjectId, error: Value) -> Completion<()> {
    let promise = own(vm, stream);
    if promise.is_undefined() {
        return Ok(());
    }
    vm.keep(Value::object(stream));
    promises::reject(vm, promise, error)?;
    promises::handle(vm, promise);
    Ok(())
}
