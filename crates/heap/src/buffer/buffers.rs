//! Buffers on the heap: made, read and written, detached, shared.

use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::giving_back::give_back;

use crate::buffer::shared::SharedBytes;
use crate::buffer::{Buffer, Bytes};
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

/// Writes the lowest bytes of `raw`; false where not all of the places are there.
#[inline]
pub fn write_bytes_of(heap: &mut Heap, buffer: BufferId, at: usize, size: usize, raw: u64) -> bool {
    match &mut heap.buffers.get_mut_light(buffer.0).bytes {
        Bytes::Owned(bytes) => match bytes.get_mut(at..).and_then(|rest| rest.get_mut(..size)) {
            Some(place) => {
                match size {
                    1 => place.copy_from_slice(&raw.to_le_bytes()[..1]),
                    2 => place.copy_from_slice(&raw.to_le_bytes()[..2]),
                    4 => place.copy_from_slice(&raw.to_le_bytes()[..4]),
                    _ => place.copy_from_slice(&raw.to_le_bytes()),
                }
                true
            }
            None => false,
        },
        Bytes::Shared(bytes) => bytes.write(at, size, raw),
        Bytes::Detached => false,
    }
}

/// The bytes of a buffer as they lie there, for changes that give it no other length.
#[inline(always)]
pub(crate) fn bytes_of(heap: &mut Heap, buffer: BufferId) -> &mut Bytes {
    &mut heap.buffers.get_mut_light(buffer.0).bytes
}

/// The bytes of a buffer that is not shared, with what work on them ticks.
pub fn owned_bytes_for_work(heap: &mut Heap, buffer: BufferId) -> Option<(&mut [u8], &mut ferrotape_budget::Budget)> {
    match &mut heap.buffers.get_mut_light(buffer.0).bytes {
        Bytes::Owned(bytes) => Some((bytes, &mut heap.budget)),
        Bytes::Shared(_) | Bytes::Detached => None,
    }
}

/// The block of a buffer that is shared.
pub fn shared_bytes(heap: &Heap, buffer: BufferId) -> Option<&Arc<SharedBytes>> {
    match &get(heap, buffer).bytes {
        Bytes::Shared(bytes) => Some(bytes),
        Bytes::Owned(_) | Bytes::Detached => None,
    }
}

/// DetachArrayBuffer, ECMA-262 25.1.3.5; nothing happens to a shared one. No buffer has a key that would forbid it.
pub fn detach_buffer(heap: &mut Heap, buffer: BufferId) {
    give_back(take_bytes(heap, buffer));
}

/// The bytes of a buffer that is not shared move to another one, which is as resizable as the one was; that is detached. What
/// is moved is never copied.
pub fn move_buffer(heap: &mut Heap, from: BufferId, to: BufferId) {
    let max_byte_length = get(heap, from).max_byte_length();
    let bytes = take_bytes(heap, from);
    detach_buffer(heap, to);
    heap.resized(0, allocation_bytes(bytes.capacity()));
    let target = heap.buffers.get_mut_light(to.0);
    (target.bytes, target.max_byte_length) = (Bytes::Owned(bytes), max_byte_length);
}

/// Detaches the buffer; what it had is accounted for by nobody any more.
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
        Bytes::Shared(_) | Bytes::Detached => Vec::new(),
    }
}

/// Copies bytes that are there out of a buffer.
pub fn take_out(heap: &Heap, buffer: BufferId, at: usize, piece: &mut [u8]) {
    match &get(heap, buffer).bytes {
        Bytes::Owned(bytes) => {
            if let Some(bytes) = bytes.get(at..).and_then(|rest| rest.get(..piece.len())) {
                piece.copy_from_slice(bytes);
            }
        }
        Bytes::Shared(bytes) => {
            for (at, place) in (at..).zip(piece) {
                *place = bytes.read(at, 1).unwrap_or(0) as u8;
            }
        }
        Bytes::Detached => {}
    }
}

/// Copies bytes into a buffer that has places for them.
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
        Bytes::Detached => {}
    }
}
