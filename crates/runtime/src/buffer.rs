//! ArrayBuffer and SharedArrayBuffer objects, ECMA-262 25.1 and 25.2: making, resizing, moving and copying them.
//! `waiting` has threads and promises that wait for elements.

pub mod waiting;

use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{BYTES_PER_TICK, allocation_bytes};

use crate::buffers;
use crate::error::Completion;
use crate::heap::{BufferId, ObjectId};
use crate::messages;
use crate::object::ObjectKind;
use crate::realm;
use crate::shape::Attributes;
use crate::symbol::OWNER_OF_BYTES;
use crate::value::Value;
use crate::vm::Vm;

pub use ferrotape_heap::buffer::outer::OuterBytes;
pub use ferrotape_heap::buffer::{Buffer, Bytes, MAX_BYTE_LENGTH, read_from, shared, write_to};
use shared::SharedBytes;
pub use waiting::{Element, Expectation, Waited, Waiting};

/// Size from which allocations are pages fresh from the system. They are zeros that nobody has to write, and take no
/// memory until they are written to. Programs compiled from other languages begin with more memory than they use.
const FRESH_FROM_SYSTEM: usize = 32 << 20;

fn longest_buffer(vm: &Vm) -> usize {
    vm.options.buffer_bytes.min(MAX_BYTE_LENGTH)
}

/// Makes zeros in a vector that has room for `capacity`. They are charged; a caller that makes no buffer of them
/// releases the charge. RangeError if that is more than a buffer may have, or than the system has.
fn new_bytes(vm: &mut Vm, length: usize, capacity: usize) -> Completion<Vec<u8>> {
    if capacity > longest_buffer(vm) {
        return vm.range_error(messages::BUFFER_ALLOCATION_FAILED);
    }
    let charged = allocation_bytes(capacity);
    charge_collecting(vm, charged)?;
    let mut bytes: Vec<u8> = Vec::new();
    if bytes.try_reserve_exact(capacity).is_err() {
        vm.heap.budget.resized(charged, 0);
        return vm.range_error(messages::BUFFER_ALLOCATION_FAILED);
    }
    let made = if length == capacity && length >= FRESH_FROM_SYSTEM {
        // The system has just had room for it.
        drop(std::mem::take(&mut bytes));
        vm.heap.work(length as u64 / BYTES_PER_TICK).map(|()| bytes = vec![0; length])
    } else {
        add_zeros(vm, &mut bytes, length)
    };
    match made {
        Ok(()) => Ok(bytes),
        Err(termination) => {
            vm.heap.budget.resized(charged, 0);
            Err(termination.into())
        }
    }
}

/// Charges bytes, after a collection if there is no room for them. Buffers are few and large, so none may have reached
/// a safepoint with enough garbage for a collection. Callers keep alive what they hold.
fn charge_collecting(vm: &mut Vm, bytes: usize) -> Result<(), Termination> {
    if vm.heap.budget.would_exceed(bytes) {
        vm.collect_for_script()?;
    }
    vm.heap.take(bytes)
}

/// Appends zeros until the vector is `length` long; it must have room for them.
fn add_zeros(vm: &mut Vm, bytes: &mut Vec<u8>, length: usize) -> Result<(), Termination> {
    let start = bytes.len();
    let more = length.saturating_sub(start);
    vm.heap.budget.in_pieces(more, BYTES_PER_TICK, |piece| bytes.resize(start + piece.end, 0))
}

/// Makes the object and its cell, which refer to each other. The bytes are charged already.
fn new_buffer_object(
    vm: &mut Vm,
    prototype: Option<ObjectId>,
    bytes: Bytes,
    max_byte_length: Option<usize>,
) -> ObjectId {
    let nothing = vm.heap.nothing();
    let cell = Buffer { object: nothing, bytes, max_byte_length };
    let buffer = BufferId(vm.heap.buffers.insert(cell, &mut vm.heap.budget));
    let object = vm.heap.new_object_with_prototype(prototype, ObjectKind::ArrayBuffer(buffer));
    vm.heap.buffers.get_mut_light(buffer.0).object = object;
    object
}

/// AllocateArrayBuffer, ECMA-262 25.1.3.1, from step 4 on.
pub fn new_array_buffer(
    vm: &mut Vm,
    prototype: Option<ObjectId>,
    length: usize,
    max_byte_length: Option<usize>,
) -> Completion<ObjectId> {
    let bytes = new_bytes(vm, length, max_byte_length.unwrap_or(length))?;
    Ok(new_buffer_object(vm, prototype, Bytes::Owned(bytes), max_byte_length))
}

/// Makes an immutable buffer of bytes that are there: AllocateImmutableArrayBuffer, of the proposal Immutable
/// ArrayBuffers. Charges them.
pub(crate) fn new_immutable_buffer(vm: &mut Vm, mut bytes: Vec<u8>) -> Completion<ObjectId> {
    bytes.shrink_to_fit();
    if bytes.len() > longest_buffer(vm) {
        return vm.range_error(messages::BUFFER_ALLOCATION_FAILED);
    }
    charge_collecting(vm, allocation_bytes(bytes.capacity()))?;
    let prototype = Some(realm::intrinsics(vm).array_buffer_prototype);
    Ok(new_buffer_object(vm, prototype, Bytes::Immutable(bytes), None))
}

/// AllocateSharedArrayBuffer, ECMA-262 25.2.2.1, from step 4 on.
pub fn new_shared_array_buffer(
    vm: &mut Vm,
    prototype: Option<ObjectId>,
    length: usize,
    max_byte_length: Option<usize>,
) -> Completion<ObjectId> {
    let capacity = max_byte_length.unwrap_or(length);
    if capacity > longest_buffer(vm) {
        return vm.range_error(messages::BUFFER_ALLOCATION_FAILED);
    }
    let charged = SharedBytes::payload_of(capacity);
    charge_collecting(vm, charged)?;
    match SharedBytes::new(length, max_byte_length, &mut vm.heap.budget) {
        Ok(Some(bytes)) => Ok(new_buffer_object(vm, prototype, Bytes::Shared(Arc::new(bytes)), max_byte_length)),
        Ok(None) => {
            vm.heap.budget.resized(charged, 0);
            vm.range_error(messages::BUFFER_ALLOCATION_FAILED)
        }
        Err(termination) => {
            vm.heap.budget.resized(charged, 0);
            Err(termination.into())
        }
    }
}

/// Makes a SharedArrayBuffer of a block that another engine has as well. Each engine accounts for all of it.
pub fn adopt_shared_bytes(vm: &mut Vm, bytes: Arc<SharedBytes>) -> Completion<ObjectId> {
    charge_collecting(vm, bytes.payload_bytes())?;
    let prototype = realm::intrinsics(vm).shared_array_buffer_prototype;
    let max_byte_length = bytes.max_byte_length();
    Ok(new_buffer_object(vm, Some(prototype), Bytes::Shared(bytes), max_byte_length))
}

/// Makes a buffer of bytes outside the heap, which their owner charges. The buffer keeps the owner alive.
pub fn new_outer_buffer(vm: &mut Vm, bytes: Arc<dyn OuterBytes>, owner: ObjectId) -> Completion<ObjectId> {
    let prototype = realm::intrinsics(vm).array_buffer_prototype;
    let object = new_buffer_object(vm, Some(prototype), Bytes::Outer(bytes), None);
    vm.keep(Value::object(object));
    vm.heap.store_property(object, OWNER_OF_BYTES, Value::object(owner), Attributes::NONE)?;
    Ok(object)
}

/// Gives a resizable buffer that is not shared another length, up to its greatest; step 9 and following of
/// ArrayBuffer.prototype.resize, ECMA-262 25.1.6.6.
pub fn resize_buffer(vm: &mut Vm, buffer: BufferId, length: usize) -> Completion<()> {
    let Bytes::Owned(mut bytes) = std::mem::take(&mut vm.heap.buffers.get_mut_light(buffer.0).bytes) else {
        return Ok(());
    };
    bytes.truncate(length);
    // There is room for it since the buffer was made.
    let capacity = bytes.capacity();
    let grown = add_zeros(vm, &mut bytes, length.min(capacity));
    vm.heap.buffers.get_mut_light(buffer.0).bytes = Bytes::Owned(bytes);
    Ok(grown?)
}

/// ArrayBufferCopyAndDetach, ECMA-262 25.1.3.3, from step 7 on: the bytes move to a new buffer of that length. A TypeError if
/// only their owner may detach the buffer.
pub fn transfer_buffer(
    vm: &mut Vm,
    buffer: BufferId,
    length: usize,
    max_byte_length: Option<usize>,
) -> Completion<ObjectId> {
    if buffers::get(&vm.heap, buffer).has_detach_key() {
        return vm.type_error(messages::UNDETACHABLE_BUFFER);
    }
    let prototype = Some(realm::intrinsics(vm).array_buffer_prototype);
    let capacity = max_byte_length.unwrap_or(length);
    if let Bytes::Owned(bytes) = &buffers::get(&vm.heap, buffer).bytes
        && bytes.capacity() == capacity
    {
        // Memory that stays remains accounted for, except between these two lines.
        let mut bytes = buffers::take_bytes(&mut vm.heap, buffer);
        vm.heap.resized(0, allocation_bytes(capacity));
        bytes.truncate(length);
        let grown = add_zeros(vm, &mut bytes, length);
        let object = new_buffer_object(vm, prototype, Bytes::Owned(bytes), max_byte_length);
        return grown.map(|()| object).map_err(Into::into);
    }
    let object = new_array_buffer(vm, prototype, length, max_byte_length)?;
    if let Some(target) = buffers::buffer_of(&vm.heap, object) {
        let count = length.min(buffers::get(&vm.heap, buffer).byte_length());
        copy_bytes(vm, (buffer, 0), (target, 0), count)?;
    }
    buffers::detach_buffer(&mut vm.heap, buffer);
    Ok(object)
}

/// CopyDataBlockBytes, ECMA-262 6.2.9.3, as if the bytes were taken out first; as many as exist on both sides.
pub fn copy_bytes(
    vm: &mut Vm,
    (source, from): (BufferId, usize),
    (target, to): (BufferId, usize),
    count: usize,
) -> Completion<()> {
    let room = |vm: &Vm, buffer, at| buffers::get(&vm.heap, buffer).byte_length().saturating_sub(at);
    let count = count.min(room(vm, source, from)).min(room(vm, target, to));
    if count == 0 {
        // The places may lie behind the end.
        return Ok(());
    }
    if source == target
        && let Some((bytes, budget)) = buffers::owned_bytes_for_work(&mut vm.heap, target)
    {
        return Ok(move_within(bytes, from, to, count, budget)?);
    }
    // Backwards where the places that are written to lie behind in the same block.
    let shared = (buffers::shared_bytes(&vm.heap, source), buffers::shared_bytes(&vm.heap, target));
    let is_same = source == target || matches!(shared, (Some(a), Some(b)) if Arc::ptr_eq(a, b));
    let mut piece = [0; PIECE];
    let mut done = 0;
    while done < count {
        let length = PIECE.min(count - done);
        let at = if is_same && from < to { count - done - length } else { done };
        vm.work(length as u64 / BYTES_PER_TICK + 1)?;
        buffers::take_out(&vm.heap, source, from + at, &mut piece[..length]);
        buffers::put_in(&mut vm.heap, target, to + at, &piece[..length]);
        done += length;
    }
    Ok(())
}

/// The object of a buffer as a value.
pub fn buffer_value(vm: &Vm, buffer: BufferId) -> Value {
    Value::object(buffers::get(&vm.heap, buffer).object)
}

/// Bytes that are copied at once if they do not lie in one vector.
const PIECE: usize = 1 << 10;

/// Moves bytes within a vector as if they were taken out first, piece by piece.
fn move_within(
    bytes: &mut [u8],
    from: usize,
    to: usize,
    count: usize,
    budget: &mut ferrotape_budget::Budget,
) -> Result<(), Termination> {
    budget.in_pieces(count, BYTES_PER_TICK, |piece| {
        // Backwards where the places that are written to lie behind.
        let (start, end) = if from < to { (count - piece.end, count - piece.start) } else { (piece.start, piece.end) };
        bytes.copy_within(from + start..from + end, to + start);
    })
}
