//! Those who wait for an element of a SharedArrayBuffer: the lists of a block, which all engines that have it go by.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Those who wait for one element, in the order in which they came.
pub type WaiterList = VecDeque<Waiter>;

pub enum Waiter {
    /// Set when it is woken.
    Thread(Arc<AtomicBool>),
    Promise {
        mailbox: Arc<Mailbox>,
        number: u64,
    },
}

/// Numbers of the promises of an engine that were notified.
#[derive(Default)]
pub struct Mailbox {
    notified: Mutex<Vec<u64>>,
}

impl Mailbox {
    pub fn lock(&self) -> MutexGuard<'_, Vec<u64>> {
        self.notified.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
