//! Operations on buffers: making, reading, writing, detaching, sharing.

use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::giving_back::give_back;

use crate::buffer::shared::SharedBytes;
use crate::buffer::{Buffer, Bytes, write_to};
use crate::heap::Heap;
use crate::id::{BufferId, ObjectId};
use crate::object::Kind;

#[inline(always)]
pub fn get(heap: &Heap, id: BufferId) -> &Buffer {
    heap.buffers.get(id.0)
}

/// The buffer that an object is.
pub fn buffer_of(heap: &Heap, object: ObjectId) -> Option<BufferId> {
    match heap.kind(object) {
        Kind::ArrayBuffer(buffer) => Some(buffer),
        _ => None,
    }
}

/// Writes the lowest bytes of `raw`; false if any of the places is out of range.
#[inline]
pub fn write_bytes_of(heap: &mut Heap, buffer: BufferId, at: usize, size: usize, raw: u64) -> bool {
    match &mut heap.buffers.get_mut_light(buffer.0).bytes {
        Bytes::Owned(bytes) => write_to(bytes, at, size, raw),
        Bytes::Shared(bytes) => bytes.write(at, size, raw),
        Bytes::Outer(bytes) => bytes.write(at, size, raw),
        Bytes::Immutable(_) | Bytes::Detached => false,
    }
}

/// The bytes of a buffer, for changes that keep its length.
#[inline(always)]
pub(crate) fn bytes_of(heap: &mut Heap, buffer: BufferId) -> &mut Bytes {
    &mut heap.buffers.get_mut_light(buffer.0).bytes
}

/// The bytes of a buffer that is not shared, and the budget for work on them.
pub fn owned_bytes_for_work(heap: &mut Heap, buffer: BufferId) -> Option<(&mut [u8], &mut ferrotape_budget::Budget)> {
    match &mut heap.buffers.get_mut_light(buffer.0).bytes {
        Bytes::Owned(bytes) => Some((bytes, &mut heap.budget)),
        Bytes::Shared(_) | Bytes::Outer(_) | Bytes::Immutable(_) | Bytes::Detached => None,
    }
}

/// The block of a shared buffer.
pub fn shared_bytes(heap: &Heap, buffer: BufferId) -> Option<&Arc<SharedBytes>> {
    match &get(heap, buffer).bytes {
        Bytes::Shared(bytes) => Some(bytes),
        Bytes::Owned(_) | Bytes::Outer(_) | Bytes::Immutable(_) | Bytes::Detached => None,
    }
}

/// DetachArrayBuffer, ECMA-262 25.1.3.5. A shared or immutable buffer stays as it is, and one whose bytes are outer: see
/// [`Buffer::has_detach_key`].
pub fn detach_buffer(heap: &mut Heap, buffer: BufferId) {
    give_back(take_bytes(heap, buffer));
}

/// Detaches a buffer of outer bytes, for their owner.
pub fn detach_outer(heap: &mut Heap, buffer: BufferId) {
    let cell = heap.buffers.get_mut_light(buffer.0);
    if cell.has_detach_key() {
        cell.bytes = Bytes::Detached;
    }
}

/// Moves the bytes of a buffer that is not shared to another one, which becomes as resizable as the first. Detaches the
/// first. The bytes are never copied.
pub fn move_buffer(heap: &mut Heap, from: BufferId, to: BufferId) {
    let max_byte_length = get(heap, from).max_byte_length();
    let bytes = take_bytes(heap, from);
    detach_buffer(heap, to);
    heap.resized(0, allocation_bytes(bytes.capacity()));
    let target = heap.buffers.get_mut_light(to.0);
    (target.bytes, target.max_byte_length) = (Bytes::Owned(bytes), max_byte_length);
}

/// Detaches the buffer and returns its bytes, which are not accounted any more.
pub fn take_bytes(heap: &mut Heap, buffer: BufferId) -> Vec<u8> {
    let cell = heap.buffers.get_mut_light(buffer.0);
    if !matches!(cell.bytes, Bytes::Owned(_)) {
        return Vec::new();
    }
    let before = cell.payload_bytes();
    let bytes = std::mem::take(&mut cell.bytes);
    heap.budget.resized(before, 0);
    match bytes {
        Bytes::Owned(bytes) => bytes,
        Bytes::Shared(_) | Bytes::Outer(_) | Bytes::Immutable(_) | Bytes::Detached => Vec::new(),
    }
}

/// Makes a buffer immutable for good: the last step of AllocateImmutableArrayBuffer, of the proposal Immutable
/// ArrayBuffers. Nothing happens to a buffer that is shared or detached.
pub fn freeze_buffer(heap: &mut Heap, buffer: BufferId) {
    let cell = heap.buffers.get_mut_light(buffer.0);
    if let Bytes::Owned(bytes) = &mut cell.bytes {
        (cell.bytes, cell.max_byte_length) = (Bytes::Immutable(std::mem::take(bytes)), None);
    }
}

/// Copies bytes out of a buffer; the range must exist.
pub fn take_out(heap: &Heap, buffer: BufferId, at: usize, piece: &mut [u8]) {
    match &get(heap, buffer).bytes {
        Bytes::Owned(bytes) | Bytes::Immutable(bytes) => {
            if let Some(bytes) = bytes.get(at..).and_then(|rest| rest.get(..piece.len())) {
                piece.copy_from_slice(bytes);
            }
        }
        Bytes::Shared(bytes) => {
            for (at, place) in (at..).zip(piece) {
                *place = bytes.read(at, 1).unwrap_or(0) as u8;
            }
        }
        Bytes::Outer(bytes) => bytes.take_out(at, piece),
        Bytes::Detached => {}
    }
}

/// Copies bytes into a buffer; the range must exist.
pub fn put_in(heap: &mut Heap, buffer: BufferId, at: usize, piece: &[u8]) {
    match &mut heap.buffers.get_mut_light(buffer.0).bytes {
        Bytes::Owned(bytes) => {
            if let Some(places) = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..piece.len())) {
                places.copy_from_slice(piece);
            }
        }
        Bytes::Shared(bytes) => {
            for (at, &byte) in (at..).zip(piece) {
                bytes.write(at, 1, byte.into());
            }
        }
        Bytes::Outer(bytes) => bytes.put_in(at, piece),
        Bytes::Immutable(_) | Bytes::Detached => {}
    }
}
