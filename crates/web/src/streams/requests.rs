//! Read requests and read-into requests, Streams 4.3 and 4.4: who gets a chunk.
//!
//! A request is a value of a reader's queue:
//!
//! ```text
//! promise             of `read`
//! ReadAll             of who wants all bytes
//! IteratorRead        of the async iterator of a stream
//! Tee, ByteTee, Pipe  each waits for one chunk at a time
//! ```

use ferrotape_budget::costs::ENTRY;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{byte_tee, iterator, pipe, promises, read_all, reader, ring, tee};

/// Performs the chunk steps. The chunk must be kept.
pub(super) fn chunk(vm: &mut Vm, request: Value, chunk: Value) -> Completion<()> {
    let Some(object) = request.as_object() else { return Ok(()) };
    match fields::kind_of(vm, object) {
        Some(Kind::IteratorRead) => iterator::chunk(vm, object, chunk),
        Some(Kind::Tee) => tee::chunk(vm, object, chunk),
        Some(Kind::ByteTee) => byte_tee::chunk(vm, object, chunk),
        Some(Kind::Pipe) => pipe::chunk(vm, object, chunk),
        Some(Kind::ReadAll) => read_all::chunk(vm, object, chunk),
        _ => settle(vm, request, chunk, false),
    }
}

/// Resolves the promise of `read`.
fn settle(vm: &mut Vm, request: Value, value: Value, is_done: bool) -> Completion<()> {
    let result = iteration::iterator_result(vm, value, is_done);
    vm.keep(result);
    promises::resolve(vm, request, result)
}

/// Performs the close steps of a read request. Those of a tee recurse by the length of a chain of tees.
pub(super) fn close(vm: &mut Vm, request: Value) -> Completion<()> {
    let Some(object) = request.as_object() else { return Ok(()) };
    match fields::kind_of(vm, object) {
        Some(Kind::IteratorRead) => iterator::close(vm, object),
        Some(Kind::Tee) => vm.check_native_stack().and_then(|()| tee::close(vm, object)),
        Some(Kind::ByteTee) => vm.check_native_stack().and_then(|()| byte_tee::close(vm, object)),
        Some(Kind::Pipe) => Ok(()),
        Some(Kind::ReadAll) => read_all::close(vm, object),
        _ => settle(vm, request, Value::UNDEFINED, true),
    }
}

/// Performs the error steps of either kind of request.
pub(super) fn fail(vm: &mut Vm, request: Value, reason: Value) -> Completion<()> {
    let Some(object) = request.as_object() else { return Ok(()) };
    match fields::kind_of(vm, object) {
        Some(Kind::IteratorRead) => iterator::fail(vm, object, reason),
        Some(Kind::Tee) => tee::fail(vm, object),
        Some(Kind::ByteTee) => byte_tee::fail(vm, object),
        Some(Kind::Pipe) => Ok(()),
        Some(Kind::ReadAll) => read_all::fail(vm, object, reason),
        _ => promises::reject(vm, request, reason),
    }
}

/// Performs the chunk steps of a read-into request.
pub(super) fn chunk_into(vm: &mut Vm, request: Value, view: Value) -> Completion<()> {
    match fields::of_kind(vm, request, Kind::ByteTee) {
        Some(tee) => byte_tee::chunk_into(vm, tee, view),
        None => settle(vm, request, view, false),
    }
}

/// Performs the close steps of a read-into request.
pub(super) fn close_into(vm: &mut Vm, request: Value, view: Value) -> Completion<()> {
    match fields::of_kind(vm, request, Kind::ByteTee) {
        Some(tee) => byte_tee::close_into(vm, tee, view),
        None => settle(vm, request, view, true),
    }
}

/// ReadableStreamFulfillReadRequest and ReadableStreamFulfillReadIntoRequest, Streams 4.9.2
pub(super) fn fulfill(vm: &mut Vm, reader: ObjectId, value: Value, is_done: bool) -> Completion<()> {
    let vm = &mut vm.scope();
    vm.keep(value);
    let is_into = fields::kind_of(vm, reader) == Some(Kind::ByobReader);
    match ring::pop::<1>(vm, reader, reader::REQUESTS) {
        None => Ok(()),
        Some([request]) if is_into && is_done => close_into(vm, request, value),
        Some([request]) if is_into => chunk_into(vm, request, value),
        Some([request]) if is_done => close(vm, request),
        Some([request]) => chunk(vm, request, value),
    }
}

/// Calls a function with each request of a reader, whose list is empty meanwhile.
fn each(vm: &mut Vm, reader: ObjectId, run: impl Fn(&mut Vm, Value) -> Completion<()>) -> Completion<()> {
    if ring::is_empty(vm, reader, reader::REQUESTS) {
        return Ok(());
    }
    let vm = &mut vm.scope();
    let holder = ring::detached(vm, reader, reader::REQUESTS)?;
    loop {
        let vm = &mut vm.scope();
        vm.work(ENTRY)?;
        let Some([request]) = ring::pop::<1>(vm, holder, 0) else { return Ok(()) };
        run(vm, request)?;
    }
}

pub(super) fn close_all(vm: &mut Vm, reader: ObjectId) -> Completion<()> {
    each(vm, reader, close)
}

pub(super) fn close_all_into(vm: &mut Vm, reader: ObjectId) -> Completion<()> {
    each(vm, reader, |vm, request| close_into(vm, request, Value::UNDEFINED))
}

/// ReadableStreamDefaultReaderErrorReadRequests and ReadableStreamBYOBReaderErrorReadIntoRequests, Streams 4.9.3
pub(super) fn fail_all(vm: &mut Vm, reader: ObjectId, reason: Value) -> Completion<()> {
    vm.keep(reason);
    each(vm, reader, |vm, request| fail(vm, request, reason))
}
