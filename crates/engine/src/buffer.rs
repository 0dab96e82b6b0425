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
mod waiting;

use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{BYTES_PER_TICK, allocation_bytes};

use crate::error::Completion;
use crate::heap::{BufferId, Heap, ObjectId, give_back};
use crate::messages;
use crate::object::{Kind, ObjectKind};
use crate::value::Value;
use crate::vm::Vm;

use shared::SharedBytes;
pub(crate) use waiting::AsyncWaiters;
pub use waiting::{Expectation, Waited, Waiting};

/// No buffer is longer; offsets and lengths of views have 32 bits.
pub const MAX_BYTE_LENGTH: usize = u32::MAX as usize - 7;

/// The cell of a buffer.
pub struct Buffer {
    /// The object that scripts see.
    pub object: ObjectId,
    bytes: Bytes,
    /// [[ArrayBufferMaxByteLength]]; none where the length is fixed.
    max_byte_length: Option<usize>,
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

    /// Detaches the buffer; what it had is accounted for by nobody any more.
    fn take_bytes(&mut self, buffer: BufferId) -> Vec<u8> {
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

impl Vm {
    /// Zeros, in a vector that has room for `capacity`. They are charged; whoever does not make a buffer of them releases that.
    /// RangeError where that is more than a buffer may have, or than the system has.
    fn new_bytes(&mut self, length: usize, capacity: usize) -> Completion<Vec<u8>> {
        if capacity > MAX_BYTE_LENGTH {
            return self.range_error(messages::BUFFER_ALLOCATION_FAILED);
        }
        let charged = allocation_bytes(capacity);
        self.charge_collecting(charged)?;
        let mut bytes: Vec<u8> = Vec::new();
        if bytes.try_reserve_exact(capacity).is_err() {
            self.heap.budget.release(charged);
            return self.range_error(messages::BUFFER_ALLOCATION_FAILED);
        }
        match self.add_zeros(&mut bytes, length) {
            Ok(()) => Ok(bytes),
            Err(termination) => {
                self.heap.budget.release(charged);
                Err(termination.into())
            }
        }
    }

    /// Charges bytes; where there is no room for them, garbage goes first. Buffers are few and large: none may have come to a
    /// safepoint with so much garbage that a collection was due. Whoever makes a buffer keeps alive what it holds.
    fn charge_collecting(&mut self, bytes: usize) -> Result<(), Termination> {
        if self.heap.budget.would_exceed(bytes) {
            self.collect_garbage();
            self.heap.tick(self.heap.collection_work())?;
        }
        self.heap.charge(bytes)
    }

    /// Makes a vector that has room for them so long.
    fn add_zeros(&mut self, bytes: &mut Vec<u8>, length: usize) -> Result<(), Termination> {
        let start = bytes.len();
        let more = length.saturating_sub(start);
        self.heap.budget.in_pieces(more, BYTES_PER_TICK, |piece| bytes.resize(start + piece.end, 0))
    }

    fn new_buffer_object(
        &mut self,
        prototype: Option<ObjectId>,
        bytes: Bytes,
        max_byte_length: Option<usize>,
    ) -> ObjectId {
        let nothing = self.heap.nothing();
        let cell = Buffer { object: nothing, bytes, max_byte_length };
        let buffer = BufferId(self.heap.buffers.insert(cell, &mut self.heap.budget));
        let object = self.heap.new_object_with_prototype(prototype, ObjectKind::ArrayBuffer(buffer));
        self.heap.buffers.get_mut_light(buffer.0).object = object;
        // The ticks of the zeros may have answered the request of a collection, which only a safepoint can do.
        if self.heap.should_collect() {
            self.heap.budget.request_check();
        }
        object
    }

    /// AllocateArrayBuffer, ECMA-262 25.1.3.1, from step 4 on.
    pub fn new_array_buffer(
        &mut self,
        prototype: Option<ObjectId>,
        length: usize,
        max_byte_length: Option<usize>,
    ) -> Completion<ObjectId> {
        let bytes = self.new_bytes(length, max_byte_length.unwrap_or(length))?;
        Ok(self.new_buffer_object(prototype, Bytes::Owned(bytes), max_byte_length))
    }

    /// AllocateSharedArrayBuffer, ECMA-262 25.2.2.1, from step 4 on.
    pub fn new_shared_array_buffer(
        &mut self,
        prototype: Option<ObjectId>,
        length: usize,
        max_byte_length: Option<usize>,
    ) -> Completion<ObjectId> {
        let capacity = max_byte_length.unwrap_or(length);
        if capacity > MAX_BYTE_LENGTH {
            return self.range_error(messages::BUFFER_ALLOCATION_FAILED);
        }
        let charged = SharedBytes::payload_of(capacity);
        self.charge_collecting(charged)?;
        match SharedBytes::new(length, max_byte_length, &mut self.heap.budget) {
            Ok(Some(bytes)) => Ok(self.new_buffer_object(prototype, Bytes::Shared(Arc::new(bytes)), max_byte_length)),
            Ok(None) => {
                self.heap.budget.release(charged);
                self.range_error(messages::BUFFER_ALLOCATION_FAILED)
            }
            Err(termination) => {
                self.heap.budget.release(charged);
                Err(termination.into())
            }
        }
    }

    /// A SharedArrayBuffer on a block that another engine has as well. Each accounts for all of it.
    pub fn adopt_shared_bytes(&mut self, bytes: Arc<SharedBytes>) -> Completion<ObjectId> {
        self.charge_collecting(bytes.payload_bytes())?;
        let prototype = self.intrinsics().shared_array_buffer_prototype;
        let max_byte_length = bytes.max_byte_length();
        Ok(self.new_buffer_object(Some(prototype), Bytes::Shared(bytes), max_byte_length))
    }

    /// Gives a buffer that may be resized, and is not shared, another length up to its most; step 9 and following of
    /// ArrayBuffer.prototype.resize, ECMA-262 25.1.6.6.
    pub fn resize_buffer(&mut self, buffer: BufferId, length: usize) -> Completion<()> {
        let Bytes::Owned(mut bytes) = std::mem::take(&mut self.heap.buffers.get_mut_light(buffer.0).bytes) else {
            return Ok(());
        };
        bytes.truncate(length);
        // There is room for it since the buffer was made.
        let capacity = bytes.capacity();
        let grown = self.add_zeros(&mut bytes, length.min(capacity));
        self.heap.buffers.get_mut_light(buffer.0).bytes = Bytes::Owned(bytes);
        Ok(grown?)
    }

    /// ArrayBufferCopyAndDetach, ECMA-262 25.1.3.3, from step 7 on: the bytes move to a new buffer of that length.
    pub fn transfer_buffer(
        &mut self,
        buffer: BufferId,
        length: usize,
        max_byte_length: Option<usize>,
    ) -> Completion<ObjectId> {
        let prototype = Some(self.intrinsics().array_buffer_prototype);
        let capacity = max_byte_length.unwrap_or(length);
        if let Bytes::Owned(bytes) = &self.heap.buffer(buffer).bytes
            && bytes.capacity() == capacity
        {
            // What stays in memory stays accounted for, but for the time between these two lines.
            let mut bytes = self.heap.take_bytes(buffer);
            self.heap.account(allocation_bytes(capacity));
            bytes.truncate(length);
            let grown = self.add_zeros(&mut bytes, length);
            let object = self.new_buffer_object(prototype, Bytes::Owned(bytes), max_byte_length);
            return grown.map(|()| object).map_err(Into::into);
        }
        let object = self.new_array_buffer(prototype, length, max_byte_length)?;
        if let Some(target) = self.heap.buffer_of(object) {
            let count = length.min(self.heap.buffer(buffer).byte_length());
            self.copy_bytes((buffer, 0), (target, 0), count)?;
        }
        self.heap.detach_buffer(buffer);
        Ok(object)
    }

    /// The bytes of a buffer that is not shared move to another one, which is as resizable as the one was; that is detached. What
    /// is moved is never copied.
    pub fn move_buffer(&mut self, from: BufferId, to: BufferId) {
        let max_byte_length = self.heap.buffer(from).max_byte_length();
        let bytes = self.heap.take_bytes(from);
        self.heap.detach_buffer(to);
        self.heap.account(allocation_bytes(bytes.capacity()));
        let target = self.heap.buffers.get_mut_light(to.0);
        (target.bytes, target.max_byte_length) = (Bytes::Owned(bytes), max_byte_length);
    }

    /// CopyDataBlockBytes, ECMA-262 6.2.9.3, as if the bytes were taken out first; as many as there are on both sides.
    pub fn copy_bytes(
        &mut self,
        (source, from): (BufferId, usize),
        (target, to): (BufferId, usize),
        count: usize,
    ) -> Completion<()> {
        let room = |vm: &Vm, buffer, at| vm.heap.buffer(buffer).byte_length().saturating_sub(at);
        let count = count.min(room(self, source, from)).min(room(self, target, to));
        if count == 0 {
            // The places may lie behind the end.
            return Ok(());
        }
        if source == target
            && let Some((bytes, budget)) = self.heap.owned_bytes_for_work(target)
        {
            return Ok(move_within(bytes, from, to, count, budget)?);
        }
        // Backwards where the places that are written to lie behind in the same block.
        let shared = (self.heap.shared_bytes(source), self.heap.shared_bytes(target));
        let is_same = source == target || matches!(shared, (Some(a), Some(b)) if Arc::ptr_eq(a, b));
        let mut piece = [0; PIECE];
        let mut done = 0;
        while done < count {
            let length = PIECE.min(count - done);
            let at = if is_same && from < to { count - done - length } else { done };
            self.tick(length as u64 / BYTES_PER_TICK + 1)?;
            self.heap.take_out(source, from + at, &mut piece[..length]);
            self.heap.put_in(target, to + at, &piece[..length]);
            done += length;
        }
        Ok(())
    }

    /// The object of a buffer as a value.
    pub fn buffer_value(&self, buffer: BufferId) -> Value {
        Value::object(self.heap.buffer(buffer).object)
    }
}

/// Bytes that are copied at once where they do not lie in one vector.
const PIECE: usize = 1 << 10;

/// Moves bytes within a vector as if they were taken out first, a piece after the other.
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
