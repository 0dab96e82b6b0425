//! Wishes of an editor that a program ends. The options know nothing else of the debugger.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The wish of a client that its program ends, whatever that does.
#[derive(Clone, Debug)]
pub struct WantedEnd(Arc<AtomicBool>);

impl WantedEnd {
    /// Makes the wish that a flag tells.
    pub fn new(is_over: &Arc<AtomicBool>) -> WantedEnd {
        WantedEnd(Arc::clone(is_over))
    }

    pub fn is_wanted(&self) -> bool {
        self.0.load(Relaxed)
    }
}

impl PartialEq for WantedEnd {
    fn eq(&self, other: &WantedEnd) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
