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

pub mod buffers;
pub mod shared;
pub mod waiters;

use std::sync::Arc;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::giving_back::give_back;

use crate::id::ObjectId;
use crate::room::with_room_of;

use shared::SharedBytes;

/// No buffer is longer; offsets and lengths of views have 32 bits.
pub const MAX_BYTE_LENGTH: usize = u32::MAX as usize - 7;

/// The cell of a buffer.
#[derive(Clone)]
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

/// For forks: bytes that are shared stay so.
impl Clone for Bytes {
    fn clone(&self) -> Self {
        match self {
            Bytes::Detached => Bytes::Detached,
            Bytes::Owned(bytes) => Bytes::Owned(with_room_of(bytes)),
            Bytes::Shared(shared) => Bytes::Shared(Arc::clone(shared)),
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
