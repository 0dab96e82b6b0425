//! Handles of the host: a table of values that it keeps alive, with the list of unused places.

mod operations;

pub use operations::*;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::value::Value;

/// Places of handles that were dropped. Handles are dropped at any time, also while the engine works, and on another
/// thread. So dropping one only leaves a note here. Also the engine's identity.
#[derive(Default)]
pub struct DroppedHandles {
    places: Mutex<Vec<usize>>,
    /// True if there is a note: checked without the lock where runs begin. A note made meanwhile is read the next time.
    has_some: AtomicBool,
    /// Bytes that the host has beside handles.
    beside: AtomicUsize,
}

impl DroppedHandles {
    /// Notes that the handle with this place was dropped.
    pub fn note(&self, place: usize) {
        // A list of numbers is right however a thread that held it ended.
        self.places.lock().unwrap_or_else(PoisonError::into_inner).push(place);
        self.has_some.store(true, Ordering::Release);
    }

    /// Accounts for bytes beside a handle, until [`DroppedHandles::free_beside`].
    pub fn take_beside(&self, bytes: usize) {
        self.beside.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Ends what [`DroppedHandles::take_beside`] has accounted for.
    pub fn free_beside(&self, bytes: usize) {
        self.beside.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// The table of values that hosts hold.
#[derive(Default)]
pub struct Handles {
    values: Vec<Value>,
    free: Vec<usize>,
    dropped: Arc<DroppedHandles>,
    /// The numbers of handles by their places, once somebody wants to know which are new.
    numbers: Option<Vec<u64>>,
    /// Number of handles that were made since.
    made: u64,
}

/// Bytes that a handle takes on the host's side.
const HANDLE_BYTES: usize = 64;

impl Handles {
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Bytes of the table, of the existing handles, and of the data beside them.
    pub fn bytes(&self) -> usize {
        self.values.capacity() * size_of::<Value>()
            + self.values.len().saturating_sub(self.free.len()) * HANDLE_BYTES
            + self.free.capacity() * size_of::<usize>()
            + self.dropped.beside.load(Ordering::Relaxed)
    }

    fn insert(&mut self, value: Value) -> usize {
        let place = self.place_of(value);
        if let Some(numbers) = &mut self.numbers {
            self.made += 1;
            numbers.resize(numbers.len().max(place + 1), 0);
            numbers[place] = self.made;
        }
        place
    }

    fn place_of(&mut self, value: Value) -> usize {
        if let Some(place) = self.free.pop()
            && let Some(free) = self.values.get_mut(place)
        {
            *free = value;
            return place;
        }
        self.values.push(value);
        self.values.len() - 1
    }

    /// Numbers handles from now on. Returns how many were made since this was first called.
    pub fn number(&mut self) -> u64 {
        self.numbers.get_or_insert_default();
        self.made
    }

    /// The highest number of a handle that there is.
    pub fn newest(&self) -> u64 {
        self.numbers.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Copies the table for an engine that is to take the place of this one: the same handles are of both.
    pub fn copy(&self) -> Self {
        Handles {
            values: self.values.clone(),
            free: self.free.clone(),
            dropped: Arc::clone(&self.dropped),
            numbers: self.numbers.clone(),
            made: self.made,
        }
    }

    /// Replaces the value in a used place, and returns the old one.
    pub fn replace(&mut self, place: usize, value: Value) -> Value {
        self.values.get_mut(place).map_or(value, |there| std::mem::replace(there, value))
    }

    /// Returns whether a handle was dropped whose place is still in use.
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

    /// Lets go of the values in noted places, which are free from then on. A free place has no number.
    #[cold]
    fn empty_places(&mut self) {
        self.dropped.has_some.store(false, Ordering::Relaxed);
        let dropped = std::mem::take(&mut *self.dropped.places.lock().unwrap_or_else(PoisonError::into_inner));
        for place in dropped {
            if let Some(value) = self.values.get_mut(place) {
                *value = Value::UNDEFINED;
                self.free.push(place);
            }
            if let Some(number) = self.numbers.as_mut().and_then(|numbers| numbers.get_mut(place)) {
                *number = 0;
            }
        }
    }
}
