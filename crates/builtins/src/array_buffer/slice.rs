//! `slice` of buffers: creates a buffer with some of the bytes, by the species constructor.

use std::sync::Arc;

use ferrotape_runtime::buffer;
use ferrotape_runtime::buffers;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::Call;
use ferrotape_runtime::heap::BufferId;
use ferrotape_runtime::messages;
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{require_attached, require_mutable, this_buffer};
use crate::array::{number, relative_end, relative_index};
use crate::species::species_constructor;

/// ArrayBuffer.prototype.slice ( start, end ), ECMA-262 25.1.6.7
pub(super) fn slice(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, false, "slice")?;
    require_attached(vm, buffer)?;
    slice_of(vm, call, buffer, false)
}

/// SharedArrayBuffer.prototype.slice ( start, end ), ECMA-262 25.2.5.6
pub(super) fn slice_shared(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, true, "slice")?;
    slice_of(vm, call, buffer, true)
}

/// ArrayBuffer.prototype.sliceToImmutable ( start, end ), of the proposal Immutable ArrayBuffers
pub(super) fn slice_to_immutable(vm: &mut Vm, call: Call) -> Completion<Value> {
    let buffer = this_buffer(vm, call, false, "sliceToImmutable")?;
    require_attached(vm, buffer)?;
    let length = buffers::get(&vm.heap, buffer).byte_length() as u64;
    let [start, end] = [0, 1].map(|index| call.argument(vm, index));
    let first = relative_index(vm, start, length)?;
    let last = relative_end(vm, end, length)?;
    // The conversions may have run script.
    require_attached(vm, buffer)?;
    if (buffers::get(&vm.heap, buffer).byte_length() as u64) < last {
        return vm.range_error("The ArrayBuffer has become shorter than the part that was asked for");
    }
    let count = last.saturating_sub(first) as usize;
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    let object = buffer::new_array_buffer(vm, Some(prototype), count, None)?;
    vm.keep(Value::object(object));
    if let Some(target) = buffers::buffer_of(&vm.heap, object) {
        buffer::copy_bytes(vm, (buffer, first as usize), (target, 0), count)?;
        buffers::freeze_buffer(&mut vm.heap, target);
    }
    Ok(Value::object(object))
}

/// Steps that both kinds of buffers share, from the conversion of the arguments on. The species may detach, shrink or
/// reuse a buffer, so all is checked again.
fn slice_of(vm: &mut Vm, call: Call, buffer: BufferId, shared: bool) -> Completion<Value> {
    let length = buffers::get(&vm.heap, buffer).byte_length() as u64;
    let [start, end] = [0, 1].map(|index| call.argument(vm, index));
    let first = relative_index(vm, start, length)?;
    let last = relative_end(vm, end, length)?;
    let count = last.saturating_sub(first);
    let (result, target) = new_buffer(vm, buffer, count, shared)?;
    require_attached(vm, target)?;
    require_mutable(vm, target)?;
    if is_same_block(vm, buffer, target) {
        return vm.type_error("The species of a buffer gave the buffer itself");
    }
    if (buffers::get(&vm.heap, target).byte_length() as u64) < count {
        return vm.type_error("The species of a buffer gave one that is too small");
    }
    // All of the above may have run script.
    require_attached(vm, buffer)?;
    buffer::copy_bytes(vm, (buffer, first as usize), (target, 0), count as usize)?;
    Ok(result)
}

/// Creates a buffer by the species constructor, which must be shared or unshared. Keeps it alive.
fn new_buffer(vm: &mut Vm, buffer: BufferId, length: u64, shared: bool) -> Completion<(Value, BufferId)> {
    let object = buffers::get(&vm.heap, buffer).object;
    let intrinsics = realm::intrinsics(vm);
    let default = if shared { intrinsics.shared_array_buffer } else { intrinsics.array_buffer };
    let constructor = species_constructor(vm, object)?.unwrap_or(default);
    let result = vm.construct(constructor, &[number(length)], constructor)?;
    vm.keep(Value::object(result));
    match buffers::buffer_of(&vm.heap, result).filter(|&made| buffers::get(&vm.heap, made).is_shared() == shared) {
        Some(made) => Ok((Value::object(result), made)),
        None => {
            let found = messages::describe(vm, Value::object(result));
            vm.type_error(messages::incompatible_receiver("slice", &found))
        }
    }
}

fn is_same_block(vm: &Vm, a: BufferId, b: BufferId) -> bool {
    let shared = buffers::shared_bytes(&vm.heap, a).zip(buffers::shared_bytes(&vm.heap, b));
    a == b || shared.is_some_and(|(a, b)| Arc::ptr_eq(a, b))
}
