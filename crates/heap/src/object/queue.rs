//! Queues: arrays that change at the front while they are long. Removing elements at the front moves nothing, and new
//! ones use room that is there.

mod on_heap;

pub use on_heap::*;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::{Budget, Termination};

use crate::room::with_room_of;
use crate::value::Value;

/// A dense vector whose elements begin at `head`; the places before it are undefined.
#[derive(Default)]
pub struct Queue {
    values: Vec<Value>,
    head: usize,
    /// Single elements that were read or written since the last change at the front.
    accesses: usize,
}

impl Clone for Queue {
    fn clone(&self) -> Self {
        Queue { values: with_room_of(&self.values), head: self.head, accesses: self.accesses }
    }
}

/// Length below which vectors move when their front changes.
const QUEUE_LENGTH: usize = 64;

/// Length down to which queues become vectors again.
const SHORT_QUEUE: usize = QUEUE_LENGTH / 2;

fn vector_bytes(capacity: usize) -> usize {
    allocation_bytes(capacity * size_of::<Value>())
}

impl Queue {
    pub fn live(&self) -> &[Value] {
        self.values.get(self.head..).unwrap_or_default()
    }

    pub fn live_mut(&mut self) -> &mut [Value] {
        self.values.get_mut(self.head..).unwrap_or_default()
    }

    /// The vector, and the place of its first element.
    pub fn vector_mut(&mut self) -> (&mut Vec<Value>, usize) {
        (&mut self.values, self.head)
    }

    /// The vector that begins with the elements.
    pub fn into_vector(mut self) -> Vec<Value> {
        self.drop_front();
        self.values
    }

    /// The vector as it is, to be freed.
    pub fn into_memory(self) -> Vec<Value> {
        self.values
    }

    fn length(&self) -> usize {
        self.values.len() - self.head
    }

    fn drop_front(&mut self) {
        self.values.drain(..self.head);
        self.head = 0;
    }

    /// Returns whether there are more places before the elements than elements. The operations that made the places pay
    /// for the move.
    fn is_mostly_front(&self) -> bool {
        self.head > self.length()
    }

    pub fn truncate(&mut self, length: usize) {
        self.values.truncate(self.head + length);
        if self.is_too_large() {
            self.drop_front();
            self.shrink();
        }
    }

    /// Returns whether most of the memory holds nothing.
    fn is_too_large(&self) -> bool {
        self.values.capacity() > self.length() * 4 + QUEUE_LENGTH
    }

    fn shrink(&mut self) {
        if self.is_too_large() {
            self.values.shrink_to(self.length() * 2);
        }
    }

    fn grow(&mut self, wanted: usize, budget: &mut Budget) -> Result<(), Termination> {
        let capacity = self.values.capacity();
        if wanted > capacity {
            budget.take(vector_bytes(wanted) - vector_bytes(capacity))?;
            self.values.reserve_exact(wanted - self.values.len());
        }
        Ok(())
    }

    /// All places, and the first one in use.
    pub fn as_memory(&self) -> (&[Value], usize) {
        (&self.values, self.head)
    }

    pub fn is_short(&self) -> bool {
        self.length() <= SHORT_QUEUE
    }

    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<Queue>()) + vector_bytes(self.values.capacity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_a_queue_goes_back_while_it_is_emptied() {
        let mut queue = Queue { values: vec![Value::ZERO; 100_000], head: 0, accesses: 0 };
        let all = queue.bytes();
        while !queue.live().is_empty() {
            queue.head += 1;
            if queue.is_mostly_front() {
                queue.drop_front();
                queue.shrink();
            }
            assert!(queue.values.capacity() <= queue.length() * 8 + 4 * QUEUE_LENGTH);
        }
        assert!(queue.bytes() < all / 100);
    }
}
