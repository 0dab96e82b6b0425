//! Cells that belong to one engine but may move to another thread behind an `Arc`: code and its caches.
//!
//! One thread at a time works with an engine, so no order of loads and stores is needed. They are as plain as those of
//! `Cell`.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// A cell of 32 bits.
pub struct Relaxed32(AtomicU32);

impl Clone for Relaxed32 {
    fn clone(&self) -> Self {
        Relaxed32::new(self.get())
    }
}

impl Relaxed32 {
    pub const fn new(value: u32) -> Self {
        Relaxed32(AtomicU32::new(value))
    }

    #[inline(always)]
    pub fn get(&self) -> u32 {
        self.0.load(Relaxed)
    }

    #[inline(always)]
    pub fn set(&self, value: u32) {
        self.0.store(value, Relaxed);
    }
}

/// A cell of 64 bits.
pub struct Relaxed64(AtomicU64);

impl Clone for Relaxed64 {
    fn clone(&self) -> Self {
        Relaxed64::new(self.get())
    }
}

impl Relaxed64 {
    pub const fn new(value: u64) -> Self {
        Relaxed64(AtomicU64::new(value))
    }

    #[inline(always)]
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    #[inline(always)]
    pub fn set(&self, value: u64) {
        self.0.store(value, Relaxed);
    }
}
