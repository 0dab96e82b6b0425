//! Reads all bytes of a stream, Streams 9.1: what bodies are made of.

use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::{Completion, Throw};
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::Kind as ObjectKind;
use ferrotape_runtime::typed_array::ElementType;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::fields::{self, Kind};
use super::{byte_views, promises, readable, reader};

/// The slots: what it reads with, the bytes so far in a buffer that is twice as long each time, and who wants them.
const READER: usize = 0;
const BUFFER: usize = 1;
const LENGTH: usize = 2;
/// Two functions: one gets a Uint8Array of its own, the other one the reason of a failure.
const DONE: usize = 3;

/// The least bytes of a buffer.
const LEAST: usize = 1 << 10;

promises::closures! {
    GO_ON = go_on, 0;
}

/// Reads a stream without other readers. One of the functions is called, if only by a later job.
pub(crate) fn read_all(vm: &mut Vm, stream: ObjectId, [done, failed]: [Value; 2]) -> Completion<()> {
    [done, failed].into_iter().for_each(|function| vm.keep(function));
    let reader = reader::acquire(vm, stream, Kind::DefaultReader)?;
    let all = fields::new_hidden(vm, Kind::ReadAll)?;
    fields::set(vm, all, READER, Value::object(reader));
    fields::set(vm, all, DONE, done);
    fields::set(vm, all, DONE + 1, failed);
    reader::read(vm, reader, Value::object(all))
}

/// The chunk steps. The next chunk is read by a job, so that a queue of many is no recursion.
pub(super) fn chunk(vm: &mut Vm, all: ObjectId, chunk: Value) -> Completion<()> {
    match append(vm, all, chunk) {
        Ok(()) => promises::microtask(vm, &GO_ON, [Value::object(all), Value::UNDEFINED, Value::UNDEFINED]),
        Err(Throw::Exception(reason)) => {
            vm.keep(reason);
            let reader = fields::linked(vm, all, READER)?;
            if let Ok(stream) = reader::stream_of(vm, reader) {
                let cancelled = readable::cancel(vm, stream, reason)?;
                promises::handle(vm, Value::object(cancelled));
            }
            fail(vm, all, reason)
        }
        Err(terminated) => Err(terminated),
    }
}

fn go_on(vm: &mut Vm, call: Call) -> Completion<Value> {
    if let Some(all) = fields::of_kind(vm, vm.heap.captured(call.callee, 0), Kind::ReadAll) {
        let reader = fields::linked(vm, all, READER)?;
        reader::read(vm, reader, Value::object(all))?;
    }
    Ok(Value::UNDEFINED)
}

/// Copies a chunk, which must be a Uint8Array.
fn append(vm: &mut Vm, all: ObjectId, chunk: Value) -> Completion<()> {
    let is_bytes = chunk.as_object().is_some_and(
        |object| matches!(vm.heap.kind(object), ObjectKind::TypedArray(view) if view.element == ElementType::Uint8),
    );
    if !is_bytes {
        return vm.type_error("A chunk of a body must be a Uint8Array");
    }
    let bytes = byte_views::view_of(vm, chunk, "A chunk of a body")?;
    let filled = fields::count(vm, all, LENGTH);
    let wanted = filled.saturating_add(bytes.length);
    let room = fields::link(vm, all, BUFFER).map_or(0, |buffer| byte_views::buffer_length(vm, buffer));
    if wanted > room {
        let bigger = byte_views::new_buffer(vm, wanted.max(2 * room).max(LEAST))?;
        if let Some(buffer) = fields::link(vm, all, BUFFER) {
            byte_views::copy_into(vm, (buffer, 0), (bigger, 0), filled)?;
        }
        fields::set(vm, all, BUFFER, Value::object(bigger));
    }
    let buffer = fields::linked(vm, all, BUFFER)?;
    byte_views::copy_into(vm, (bytes.buffer, bytes.offset), (buffer, filled), bytes.length)?;
    fields::set_number(vm, all, LENGTH, wanted as f64);
    Ok(())
}

/// The close steps.
pub(super) fn close(vm: &mut Vm, all: ObjectId) -> Completion<()> {
    let length = fields::count(vm, all, LENGTH);
    let buffer = fields::take(vm, all, BUFFER).as_object();
    let view = match buffer.and_then(|buffer| buffers::buffer_of(&vm.heap, buffer)) {
        Some(cell) => {
            let fitted = buffer::transfer_buffer(vm, cell, length, None)?;
            vm.keep(Value::object(fitted));
            byte_views::new_bytes(vm, fitted, 0, length)?
        }
        None => byte_views::bytes_of(vm, &[])?,
    };
    let done = fields::take(vm, all, DONE);
    vm.call(done, Value::UNDEFINED, &[view]).map(drop)
}

/// The error steps.
pub(super) fn fail(vm: &mut Vm, all: ObjectId, reason: Value) -> Completion<()> {
    fields::set(vm, all, BUFFER, Value::UNDEFINED);
    let failed = fields::take(vm, all, DONE + 1);
    vm.call(failed, Value::UNDEFINED, &[reason]).map(drop)
}
