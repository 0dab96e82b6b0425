//! What the embedder keeps alive: a table of values, and which of its places nobody uses any more.

mod operations;

pub use operations::*;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::value::Value;

/// Places of handles that were dropped. That happens at any time, also while the engine is at work and on another thread, so all
/// it does is to leave a note here. Also the engine's identity.
#[derive(Default)]
pub struct DroppedHandles {
    places: Mutex<Vec<usize>>,
    /// There is one at least: looked at without the lock where runs begin. A note that is made meanwhile is read the next time.
    has_some: AtomicBool,
    /// Bytes of what the embedder has beside handles.
    beside: AtomicUsize,
}

impl DroppedHandles {
    /// The handle that has this place is no more.
    pub fn note(&self, place: usize) {
        // A list of numbers is right however a thread that held it ended.
        self.places.lock().unwrap_or_else(PoisonError::into_inner).push(place);
        self.has_some.store(true, Ordering::Release);
    }

    /// So many bytes are taken beside a handle, until [`DroppedHandles::free_beside`].
    pub fn take_beside(&self, bytes: usize) {
        self.beside.fetch_add(bytes, Ordering::Relaxed);
    }

    /// What [`DroppedHandles::take_beside`] said is over.
    pub fn free_beside(&self, bytes: usize) {
        self.beside.fetch_sub(bytes, Ordering::Relaxed);
    }
}

#[derive(Default)]
pub struct Handles {
    values: Vec<Value>,
    free: Vec<usize>,
    dropped: Arc<DroppedHandles>,
}

/// What a handle takes on the embedder's side.
const HANDLE_BYTES: usize = 64;

impl Handles {
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Bytes of the table, and of the handles that there are with what is beside them.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<Value>()
            + self.values.len().saturating_sub(self.free.len()) * HANDLE_BYTES
            + self.free.capacity() * size_of::<usize>()
            + self.dropped.beside.load(Ordering::Relaxed)
    }

    fn insert(&mut self, value: Value) -> usize {
        if let Some(place) = self.free.pop()
            && let Some(free) = self.values.get_mut(place)
        {
            *free = value;
            return place;
        }
        self.values.push(value);
        self.values.len() - 1
    }

    /// Puts another value in a place that is in use, and gives the one that was there.
    pub fn replace(&mut self, place: usize, value: Value) -> Value {
        self.values.get_mut(place).map_or(value, |there| std::mem::replace(there, value))
    }

    /// Has one been dropped whose place is still in use?
    #[inline(always)]
    pub fn are_some_dropped(&self) -> bool {
        self.dropped.has_some.load(Ordering::Relaxed)
    }

    #[inline]
    fn release_dropped(&mut self) {
        if self.are_some_dropped() {
            self.empty_places();
        }
    }

    #[cold]
    fn empty_places(&mut self) {
        self.dropped.has_some.store(false, Ordering::Relaxed);
        let dropped = std::mem::take(&mut *self.dropped.places.lock().unwrap_or_else(PoisonError::into_inner));
        for place in dropped {
            if let Some(value) = self.values.get_mut(place) {
                *value = Value::UNDEFINED;
                self.free.push(place);
            }
        }
    }
}
