//! ArrayBuffer and SharedArrayBuffer objects, ECMA-262 25.1 and 25.2: the bytes, where they lie, and what they take.
//!
//! ```text
//! object of the buffer  ──>  Buffer, a cell of its own arena  <──  views: typed arrays and DataViews
//!                       <──
//! ```
//!
//! Views refer to the cell, so that reading an element takes one step less; whoever holds the cell holds the object. The bytes
//! of an ArrayBuffer are a vector, which has room for all that it may grow to; those of a SharedArrayBuffer are behind an
//! `Arc`, which engines on other threads have as well (`shared`). What a buffer may grow to is charged when it is made.

pub mod shared;
pub mod waiters;

use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;

use crate::giving_back::give_back;
use crate::heap::Heap;
use crate::id::{BufferId, ObjectId};
use crate::object::Kind;

use shared::SharedBytes;

/// No buffer is longer; offsets and lengths of views have 32 bits.
pub const MAX_BYTE_LENGTH: usize = u32::MAX as usize - 7;

/// The cell of a buffer.
pub struct Buffer {
    /// The object that scripts see.
    pub object: ObjectId,
    pub bytes: Bytes,
    /// [[ArrayBufferMaxByteLength]]; none where the length is fixed.
    pub max_byte_length: Option<usize>,
}

/// [[ArrayBufferData]]
#[derive(Default)]
pub enum Bytes {
    #[default]
    Detached,
    Owned(Vec<u8>),
    Shared(Arc<SharedBytes>),
}

impl Default for Buffer {
    fn default() -> Self {
        Buffer { object: ObjectId(0), bytes: Bytes::Detached, max_byte_length: None }
    }
}

impl Buffer {
    #[inline(always)]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// [[ArrayBufferMaxByteLength]]; none where the length is fixed.
    pub fn max_byte_length(&self) -> Option<usize> {
        self.max_byte_length
    }

    pub fn is_shared(&self) -> bool {
        matches!(self.bytes, Bytes::Shared(_))
    }

    pub fn is_detached(&self) -> bool {
        matches!(self.bytes, Bytes::Detached)
    }

    /// ArrayBufferByteLength, ECMA-262 25.1.3.2; 0 of a detached one.
    #[inline(always)]
    pub fn byte_length(&self) -> usize {
        match &self.bytes {
            Bytes::Owned(bytes) => bytes.len(),
            Bytes::Shared(bytes) => bytes.byte_length(),
            Bytes::Detached => 0,
        }
    }

    /// Each engine accounts for all of a shared block.
    pub(crate) fn payload_bytes(&self) -> usize {
        match &self.bytes {
            Bytes::Owned(bytes) => allocation_bytes(bytes.capacity()),
            Bytes::Shared(bytes) => bytes.payload_bytes(),
            Bytes::Detached => 0,
        }
    }

    pub(crate) fn give_back(self) {
        if let Bytes::Owned(bytes) = self.bytes {
            give_back(bytes);
        }
    }
}

impl Bytes {
    /// `size` bytes from `at` on as a number, the first one lowest; none where they are not all there.
    #[inline]
    pub fn read(&self, at: usize, size: usize) -> Option<u64> {
        match self {
            Bytes::Owned(bytes) => read_from(bytes, at, size),
            Bytes::Shared(bytes) => bytes.read(at, size),
            Bytes::Detached => None,
        }
    }
}

/// The bytes as a number, the first one lowest.
#[inline(always)]
fn read_from(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let rest = bytes.get(at..)?;
    Some(match size {
        1 => (*rest.first()?).into(),
        2 => u16::from_le_bytes(*rest.first_chunk()?).into(),
        4 => u32::from_le_bytes(*rest.first_chunk()?).into(),
        _ => u64::from_le_bytes(*rest.first_chunk()?),
    })
}

impl Heap {
    #[inline(always)]
    pub fn buffer(&self, id: BufferId) -> &Buffer {
        self.buffers.get(id.0)
    }

    /// The buffer that an object is.
    pub fn buffer_of(&self, object: ObjectId) -> Option<BufferId> {
        match self.kind(object) {
            Kind::ArrayBuffer(buffer) => Some(buffer),
            _ => None,
        }
    }

    /// Writes the lowest bytes of `raw`; false where not all of the places are there.
    #[inline]
    pub fn write_bytes_of(&mut self, buffer: BufferId, at: usize, size: usize, raw: u64) -> bool {
        match &mut self.buffers.get_mut_light(buffer.0).bytes {
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
    pub(crate) fn bytes_of(&mut self, buffer: BufferId) -> &mut Bytes {
        &mut self.buffers.get_mut_light(buffer.0).bytes
    }

    /// The bytes of a buffer that is not shared, with what work on them ticks.
    pub fn owned_bytes_for_work(&mut self, buffer: BufferId) -> Option<(&mut [u8], &mut ferrotape_budget::Budget)> {
        match &mut self.buffers.get_mut_light(buffer.0).bytes {
            Bytes::Owned(bytes) => Some((bytes, &mut self.budget)),
            Bytes::Shared(_) | Bytes::Detached => None,
        }
    }

    /// The block of a buffer that is shared.
    pub fn shared_bytes(&self, buffer: BufferId) -> Option<&Arc<SharedBytes>> {
        match &self.buffer(buffer).bytes {
            Bytes::Shared(bytes) => Some(bytes),
            Bytes::Owned(_) | Bytes::Detached => None,
        }
    }

    /// DetachArrayBuffer, ECMA-262 25.1.3.5; nothing happens to a shared one. No buffer has a key that would forbid it.
    pub fn detach_buffer(&mut self, buffer: BufferId) {
        give_back(self.take_bytes(buffer));
    }

    /// The bytes of a buffer that is not shared move to another one, which is as resizable as the one was; that is detached. What
    /// is moved is never copied.
    pub fn move_buffer(&mut self, from: BufferId, to: BufferId) {
        let max_byte_length = self.buffer(from).max_byte_length();
        let bytes = self.take_bytes(from);
        self.detach_buffer(to);
        self.account(allocation_bytes(bytes.capacity()));
        let target = self.buffers.get_mut_light(to.0);
        (target.bytes, target.max_byte_length) = (Bytes::Owned(bytes), max_byte_length);
    }

    /// Detaches the buffer; what it had is accounted for by nobody any more.
    pub fn take_bytes(&mut self, buffer: BufferId) -> Vec<u8> {
        let cell = self.buffers.get_mut_light(buffer.0);
        if !matches!(cell.bytes, Bytes::Owned(_)) {
            return Vec::new();
        }
        let before = cell.payload_bytes();
        let bytes = std::mem::take(&mut cell.bytes);
        self.budget.release(before);
        match bytes {
            Bytes::Owned(bytes) => bytes,
            Bytes::Shared(_) | Bytes::Detached => Vec::new(),
        }
    }
}

impl Heap {
    /// Copies bytes that are there out of a buffer.
    pub fn take_out(&self, buffer: BufferId, at: usize, piece: &mut [u8]) {
        match &self.buffer(buffer).bytes {
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
    pub fn put_in(&mut self, buffer: BufferId, at: usize, piece: &[u8]) {
        match &mut self.buffers.get_mut_light(buffer.0).bytes {
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
}
