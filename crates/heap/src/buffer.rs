//! ArrayBuffer and SharedArrayBuffer objects, ECMA-262 25.1 and 25.2: the bytes, where they lie, and what they take.
//!
//! ```text
//! object of the buffer  ──>  Buffer, a cell of its own arena  <──  views: typed arrays and DataViews
//!                       <──
//! ```
//!
//! Views refer to the cell, which saves a step for each element that is read. The cell keeps the object alive. The
//! bytes of an ArrayBuffer are a vector with room for its greatest length. The bytes of a SharedArrayBuffer are behind
//! an `Arc`, which engines on other threads share (`shared`). The greatest length is charged when the buffer is made. The
//! bytes of an instance of WebAssembly lie in its own memory (`outer`), which whoever made the buffer charges.

pub mod buffers;
pub mod outer;
pub mod shared;
pub mod waiters;

use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::giving_back::give_back;

use crate::id::ObjectId;
use crate::room::with_room_of;

use outer::OuterBytes;
use shared::SharedBytes;

/// Greatest length of a buffer in bytes. Offsets and lengths of views have 32 bits.
pub const MAX_BYTE_LENGTH: usize = u32::MAX as usize - 7;

/// The cell of a buffer.
#[derive(Clone)]
pub struct Buffer {
    /// The object that scripts see.
    pub object: ObjectId,
    pub bytes: Bytes,
    /// [[ArrayBufferMaxByteLength]]; none if the length is fixed.
    pub max_byte_length: Option<usize>,
}

/// [[ArrayBufferData]]
#[derive(Default)]
pub enum Bytes {
    #[default]
    Detached,
    Owned(Vec<u8>),
    /// Bytes of an immutable buffer: whatever writes finds no place to write to.
    Immutable(Vec<u8>),
    Shared(Arc<SharedBytes>),
    /// Bytes that lie outside of the heap. Only their owner can detach the buffer.
    Outer(Arc<dyn OuterBytes>),
}

/// Copies bytes for forks; shared bytes stay shared. Outer bytes become the copy's own: their owner forbids forks while it
/// is there.
impl Clone for Bytes {
    fn clone(&self) -> Self {
        match self {
            Bytes::Detached => Bytes::Detached,
            Bytes::Owned(bytes) => Bytes::Owned(with_room_of(bytes)),
            Bytes::Immutable(bytes) => Bytes::Immutable(with_room_of(bytes)),
            Bytes::Shared(shared) => Bytes::Shared(Arc::clone(shared)),
            Bytes::Outer(outer) => {
                let mut bytes = vec![0; outer.byte_length()];
                outer.take_out(0, &mut bytes);
                Bytes::Owned(bytes)
            }
        }
    }
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

    /// [[ArrayBufferMaxByteLength]]; none if the length is fixed.
    pub fn max_byte_length(&self) -> Option<usize> {
        self.max_byte_length
    }

    pub fn is_shared(&self) -> bool {
        matches!(self.bytes, Bytes::Shared(_))
    }

    /// IsImmutableBuffer, of the proposal Immutable ArrayBuffers.
    pub fn is_immutable(&self) -> bool {
        matches!(self.bytes, Bytes::Immutable(_))
    }

    /// Returns whether [[ArrayBufferDetachKey]] is not undefined: only the owner of the bytes detaches the buffer.
    pub fn has_detach_key(&self) -> bool {
        matches!(self.bytes, Bytes::Outer(_))
    }

    pub fn is_detached(&self) -> bool {
        matches!(self.bytes, Bytes::Detached)
    }

    /// ArrayBufferByteLength, ECMA-262 25.1.3.2; 0 if the buffer is detached.
    #[inline(always)]
    pub fn byte_length(&self) -> usize {
        match &self.bytes {
            Bytes::Owned(bytes) | Bytes::Immutable(bytes) => bytes.len(),
            other => other.length_elsewhere(),
        }
    }

    /// Bytes that the buffer owns. Each engine accounts for all of a shared block.
    pub(crate) fn payload_bytes(&self) -> usize {
        match &self.bytes {
            Bytes::Owned(bytes) | Bytes::Immutable(bytes) => allocation_bytes(bytes.capacity()),
            Bytes::Shared(bytes) => bytes.payload_bytes(),
            Bytes::Outer(_) | Bytes::Detached => 0,
        }
    }

    pub(crate) fn give_back(self) {
        if let Bytes::Owned(bytes) | Bytes::Immutable(bytes) = self.bytes {
            give_back(bytes);
        }
    }
}

impl Bytes {
    /// Returns the length of bytes that lie in no vector of the heap.
    #[inline(never)]
    fn length_elsewhere(&self) -> usize {
        match self {
            Bytes::Owned(bytes) | Bytes::Immutable(bytes) => bytes.len(),
            Bytes::Shared(bytes) => bytes.byte_length(),
            Bytes::Outer(bytes) => bytes.byte_length(),
            Bytes::Detached => 0,
        }
    }

    /// Reads `size` bytes from `at` on as a little-endian number; none if any of them is out of range.
    #[inline]
    pub fn read(&self, at: usize, size: usize) -> Option<u64> {
        match self {
            Bytes::Owned(bytes) | Bytes::Immutable(bytes) => read_from(bytes, at, size),
            Bytes::Shared(bytes) => bytes.read(at, size),
            Bytes::Outer(bytes) => bytes.read(at, size),
            Bytes::Detached => None,
        }
    }
}

/// Reads bytes as a little-endian number; none if any of them is out of range.
#[inline(always)]
pub fn read_from(bytes: &[u8], at: usize, size: usize) -> Option<u64> {
    let rest = bytes.get(at..)?;
    Some(match size {
        1 => (*rest.first()?).into(),
        2 => u16::from_le_bytes(*rest.first_chunk()?).into(),
        4 => u32::from_le_bytes(*rest.first_chunk()?).into(),
        _ => u64::from_le_bytes(*rest.first_chunk()?),
    })
}

/// Writes the lowest bytes of `raw`; false if any of the places is out of range.
#[inline(always)]
pub fn write_to(bytes: &mut [u8], at: usize, size: usize, raw: u64) -> bool {
    let Some(place) = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..size)) else { return false };
    match size {
        1 => place.copy_from_slice(&raw.to_le_bytes()[..1]),
        2 => place.copy_from_slice(&raw.to_le_bytes()[..2]),
        4 => place.copy_from_slice(&raw.to_le_bytes()[..4]),
        _ => place.copy_from_slice(&raw.to_le_bytes()),
    }
    true
}
