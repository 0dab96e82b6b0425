//! Waiters for elements of a SharedArrayBuffer: the lists of a block, shared by all engines that have it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ferrotape_budget::costs::allocation_bytes;

/// Place of a waiter: the place of the element in the block, and a turn that no other waiter there has.
pub type WaiterPlace = (usize, u64);

/// The WaiterLists of a block, ECMA-262 25.4.1.1. Waiters for one element stand together, in the order in which they
/// came. So leaving takes no longer if there are many.
#[derive(Default)]
pub struct WaiterLists {
    waiters: BTreeMap<WaiterPlace, Waiter>,
    turns: u64,
}

/// A waiter for a change of an element.
pub enum Waiter {
    /// Set when it is woken.
    Thread(Arc<AtomicBool>),
    Promise {
        mailbox: Arc<Mailbox>,
        number: u64,
    },
}

/// Most entries of a BTreeMap's node, and the fewest if there are several nodes.
const NODE: usize = 11;
const LEAST_IN_NODE: usize = 5;

/// Bytes of a BTreeMap's node besides its entries.
const NODE_HEAD: usize = 16;

/// Most bytes that an entry of a large BTreeMap takes: its nodes are half empty, and one in six leads to the others.
pub const fn bytes_of_entry<K, V>() -> usize {
    let node = NODE * (size_of::<K>() + size_of::<V>()) + NODE_HEAD;
    (node + node / LEAST_IN_NODE + NODE * size_of::<usize>()) / LEAST_IN_NODE
}

impl WaiterLists {
    /// Most bytes that one waiter takes: the only one of its block has a node for itself.
    pub fn bytes_of_waiter() -> usize {
        allocation_bytes(NODE * size_of::<(WaiterPlace, Waiter)>() + NODE_HEAD)
    }

    /// AddWaiter, ECMA-262 25.4.3.6: adds it behind all others that wait for the element.
    pub fn add(&mut self, at: usize, waiter: Waiter) -> WaiterPlace {
        self.turns += 1;
        let place = (at, self.turns);
        self.waiters.insert(place, waiter);
        place
    }

    /// RemoveWaiter, ECMA-262 25.4.3.7. Returns whether the waiter was still in the list: notified ones are not.
    pub fn remove(&mut self, place: WaiterPlace) -> bool {
        self.waiters.remove(&place).is_some()
    }

    /// Returns whether the waiter is still there.
    pub fn has(&self, place: WaiterPlace) -> bool {
        self.waiters.contains_key(&place)
    }

    /// Takes the first waiter for the element.
    pub fn remove_first(&mut self, at: usize) -> Option<Waiter> {
        let (&place, _) = self.waiters.range((at, 0)..=(at, u64::MAX)).next()?;
        self.waiters.remove(&place)
    }
}

/// Numbers of an engine's promises that were notified.
#[derive(Default)]
pub struct Mailbox {
    notified: Mutex<Vec<u64>>,
}

impl Mailbox {
    pub fn lock(&self) -> MutexGuard<'_, Vec<u64>> {
        self.notified.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
