//! Shared Data Blocks, ECMA-262 6.2.9 and 29: bytes that engines on several threads read and write.
//!
//! The bytes lie in atomic words of 64 bits. An aligned element of up to eight bytes is a part of one word, so every
//! access to it is atomic, whichever size other threads use for the same bytes. Unaligned access (DataView) goes byte
//! by byte. It may tear, as the specification allows. Byte 0 of a word is its lowest.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ferrotape_budget::costs::{BYTES_PER_TICK, allocation_bytes};
use ferrotape_budget::{Budget, Termination};

use super::waiters::WaiterLists;

const WORD: usize = size_of::<u64>();

/// The block of a SharedArrayBuffer. Engines on other threads get it as an `Arc`.
pub struct SharedBytes {
    words: Vec<AtomicU64>,
    byte_length: AtomicUsize,
    max_byte_length: Option<usize>,
    waiters: Mutex<WaiterLists>,
    /// Wakes the threads that wait for an element of this block. Each thread checks whether it was meant.
    pub woken: Condvar,
}

impl SharedBytes {
    /// Makes a block of zeros. None if the system has no memory for it.
    pub fn new(
        byte_length: usize,
        max_byte_length: Option<usize>,
        budget: &mut Budget,
    ) -> Result<Option<SharedBytes>, Termination> {
        let count = max_byte_length.unwrap_or(byte_length).div_ceil(WORD);
        let mut words = Vec::new();
        if words.try_reserve_exact(count).is_err() {
            return Ok(None);
        }
        budget.in_pieces(count, BYTES_PER_TICK / WORD as u64, |piece| {
            words.extend(piece.map(|_| AtomicU64::new(0)));
        })?;
        Ok(Some(SharedBytes {
            words,
            byte_length: AtomicUsize::new(byte_length),
            max_byte_length,
            waiters: Mutex::default(),
            woken: Condvar::new(),
        }))
    }

    /// Bytes accounted for a block that may grow to `capacity` bytes.
    pub fn payload_of(capacity: usize) -> usize {
        allocation_bytes(size_of::<Self>()) + allocation_bytes(capacity.div_ceil(WORD) * WORD)
    }

    pub fn payload_bytes(&self) -> usize {
        Self::payload_of(self.words.len() * WORD)
    }

    /// [[ArrayBufferByteLengthData]], or the fixed length.
    #[inline]
    pub fn byte_length(&self) -> usize {
        self.byte_length.load(Ordering::SeqCst)
    }

    pub fn max_byte_length(&self) -> Option<usize> {
        self.max_byte_length
    }

    /// Steps 8 to 11 of SharedArrayBuffer.prototype.grow, ECMA-262 25.2.5.3; false if the length would shrink.
    pub fn grow(&self, byte_length: usize) -> bool {
        let may_grow = byte_length <= self.max_byte_length.unwrap_or(0);
        may_grow && self.byte_length.fetch_max(byte_length, Ordering::SeqCst) <= byte_length
    }

    /// Returns the word of an aligned element of that size, and its shift in bits within the word.
    #[inline(always)]
    fn aligned(&self, at: usize, size: usize) -> Option<(&AtomicU64, u32)> {
        let word = self.words.get(at / WORD)?;
        at.is_multiple_of(size).then_some((word, (at % WORD * 8) as u32))
    }

    /// Reads `size` bytes from `at` on as a little-endian number; none if any of them is out of range.
    #[inline]
    pub fn read(&self, at: usize, size: usize) -> Option<u64> {
        if at.checked_add(size)? > self.byte_length() {
            return None;
        }
        match self.aligned(at, size) {
            Some((word, shift)) => Some(word.load(Ordering::SeqCst) >> shift & mask(size)),
            None => (0..size).rev().try_fold(0, |raw, byte| Some(raw << 8 | self.read(at + byte, 1)?)),
        }
    }

    /// Writes the lowest bytes of `raw`; false if any of the places is out of range.
    #[inline]
    pub fn write(&self, at: usize, size: usize, raw: u64) -> bool {
        if at.checked_add(size).is_none_or(|end| end > self.byte_length()) {
            return false;
        }
        if let Some((word, _)) = self.aligned(at, size).filter(|_| size == WORD) {
            word.store(raw, Ordering::SeqCst);
            return true;
        }
        if self.aligned(at, size).is_some() {
            return self.update(at, size, |_| Some(raw)).is_some();
        }
        (0..size).all(|byte| self.write(at + byte, 1, raw >> (byte * 8)))
    }

    /// Changes an aligned element in one step if `change` returns a new value. Returns the previous value.
    pub fn update(&self, at: usize, size: usize, change: impl Fn(u64) -> Option<u64>) -> Option<u64> {
        if at.checked_add(size)? > self.byte_length() {
            return None;
        }
        let (word, shift) = self.aligned(at, size)?;
        let mask = mask(size);
        let place = mask << shift;
        let changed = |word: u64| Some(word & !place | (change(word >> shift & mask)? & mask) << shift);
        let before = match word.fetch_update(Ordering::SeqCst, Ordering::SeqCst, changed) {
            Ok(before) | Err(before) => before,
        };
        Some(before >> shift & mask)
    }

    /// EnterCriticalSection, ECMA-262 25.4.3.4
    pub fn waiters(&self) -> MutexGuard<'_, WaiterLists> {
        self.waiters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Mask of the bits of an element.
#[inline(always)]
fn mask(size: usize) -> u64 {
    u64::MAX >> ((WORD - size) * 8)
}
