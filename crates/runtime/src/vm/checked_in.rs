//! Code sets that no loop holds now, for the next loops.
//!
//! A loop holds a reference to the set that it runs, and each file is a set of its own. Calls from one file to another
//! end the loop and begin one, and so do callbacks of natives. Counting references there is dear, as other threads may
//! count the same: two locked operations each time.

use std::sync::Arc;

use crate::code::CodeSet;

/// Sets that are kept. Most programs run few files at a time.
const PLACES: usize = 16;

/// References to sets that have run, each in the place that its address gives. Collections forget them.
#[derive(Default)]
pub struct CheckedIn {
    places: [Option<Arc<CodeSet>>; PLACES],
}

impl CheckedIn {
    /// Takes the reference to the set at that address, if it is kept.
    #[inline(always)]
    pub(crate) fn take_at(&mut self, address: usize) -> Option<Arc<CodeSet>> {
        let place = &mut self.places[place_of(address)];
        match place {
            Some(set) if Arc::as_ptr(set).addr() == address => place.take(),
            _ => None,
        }
    }

    /// Takes a reference to the set.
    #[inline(always)]
    pub(crate) fn take(&mut self, wanted: &Arc<CodeSet>) -> Arc<CodeSet> {
        match self.take_at(Arc::as_ptr(wanted).addr()) {
            Some(set) => set,
            None => Arc::clone(wanted),
        }
    }

    /// Keeps a reference in place of the one that was in its place.
    #[inline(always)]
    pub(crate) fn put(&mut self, set: Arc<CodeSet>) {
        let place = place_of(Arc::as_ptr(&set).addr());
        self.places[place] = Some(set);
    }
}

/// The place for a set: addresses of sets differ above the bits of their alignment.
#[inline(always)]
fn place_of(address: usize) -> usize {
    let mixed = (address as u64 >> 4).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed >> 60) as usize % PLACES
}
