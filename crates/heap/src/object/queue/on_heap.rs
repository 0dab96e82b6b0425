//! Operations on arrays used as queues. Each gives the array the length of its vector.

use ferrotape_budget::Termination;
use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::heap::Heap;
use crate::heap::marking;
use crate::id::ObjectId;
use crate::object::Elements;
use crate::object::cell;
use crate::object::properties;
use crate::object::queue::{QUEUE_LENGTH, Queue};
use crate::value::Value;

/// Fewest spare places for each element that make it worth moving all elements to bring places from one end to the
/// other. An end gets half of the other's places, so changes at alternating ends do not move the elements each time.
const WORTH_MOVING: usize = 16;

/// Removes `count` elements at the front of a vector, which has that many. Moves the others only if they are few, or
/// fewer than those removed since the last move.
pub fn remove_front(heap: &mut Heap, object: ObjectId, count: usize) -> Result<(), Termination> {
    if count == 0 {
        return Ok(());
    }
    lose_front(heap, object, count);
    match heap.elements_mut(object) {
        Elements::Dense(values) if values.len() < QUEUE_LENGTH => {
            values.drain(..count.min(values.len()));
        }
        Elements::Dense(_) => make_queue(heap, object, count),
        Elements::Queue(queue) => {
            queue.head += count.min(queue.length());
            queue.accesses = 0;
        }
        Elements::Frozen(_) | Elements::Sparse(_) => return Ok(()),
    }
    cell::set_length_of_vector(heap, object);
    match heap.elements(object) {
        Elements::Queue(queue) if queue.is_mostly_front() => drop_front(heap, object),
        _ => Ok(()),
    }
}

/// Write barrier for this many elements at the front; if they are few, the others move.
fn lose_front(heap: &mut Heap, object: ObjectId, count: usize) {
    if marking::is_marking(heap) {
        let removed = heap.elements(object).as_dense().unwrap_or_default();
        let removed = removed[..count.min(removed.len())].to_vec();
        removed.into_iter().for_each(|value| heap.lose(value));
        if let Elements::Dense(values) = heap.elements(object)
            && values.len() < QUEUE_LENGTH
        {
            marking::move_elements(heap, object);
        }
    }
}

#[cold]
fn make_queue(heap: &mut Heap, object: ObjectId, head: usize) {
    properties::change_elements(heap, object, |elements| {
        if let Elements::Dense(values) = elements {
            let values = std::mem::take(values);
            let head = head.min(values.len());
            *elements = Elements::Queue(Box::new(Queue { values, head, accesses: 0 }));
        }
    });
}

/// Moves the elements over the free places in front of them. A queue that has become short turns into a plain vector.
#[cold]
#[inline(never)]
fn drop_front(heap: &mut Heap, object: ObjectId) -> Result<(), Termination> {
    let length = heap.elements(object).as_dense().map_or(0, <[Value]>::len);
    heap.budget.tick_aside(length as u64 / ELEMENTS_PER_TICK)?;
    marking::move_elements(heap, object);
    properties::change_elements(heap, object, |elements| {
        if let Elements::Queue(queue) = elements {
            queue.drop_front();
            queue.shrink();
            if queue.is_short() {
                *elements = Elements::Dense(std::mem::take(&mut **queue).into_vector());
            }
        }
    });
    Ok(())
}

/// Inserts elements at the front of a vector.
pub fn insert_front(heap: &mut Heap, object: ObjectId, items: &[Value]) -> Result<(), Termination> {
    let room = match heap.elements(object) {
        Elements::Queue(queue) => queue.head,
        _ => 0,
    };
    if room < items.len() {
        open_front(heap, object, items.len())?;
    }
    if let Elements::Dense(_) = heap.elements(object) {
        marking::move_elements(heap, object);
    }
    if let Elements::Queue(queue) = heap.elements_mut(object)
        && let Some(head) = queue.head.checked_sub(items.len())
    {
        queue.values[head..queue.head].copy_from_slice(items);
        queue.head = head;
        queue.accesses = 0;
    } else if let Some((values, head)) = heap.elements_mut(object).vector_mut() {
        values.splice(head..head, items.iter().copied());
    }
    cell::set_length_of_vector(heap, object);
    Ok(())
}

/// Makes room for `count` elements at the front, and in a long vector for half as many as there are. So additions at
/// the front cost no more than additions at the end.
#[cold]
#[inline(never)]
fn open_front(heap: &mut Heap, object: ObjectId, count: usize) -> Result<(), Termination> {
    let Some(values) = heap.elements(object).as_dense() else { return Ok(()) };
    let length = values.len();
    heap.budget.tick_aside(length as u64 / ELEMENTS_PER_TICK)?;
    if length < QUEUE_LENGTH {
        return heap.reserve_elements(object, length + count);
    }
    if let Elements::Dense(_) = heap.elements(object) {
        make_queue(heap, object, 0);
    }
    marking::move_elements(heap, object);
    let (elements, budget) = cell::elements_and_budget(heap, object);
    let Elements::Queue(queue) = elements else { return Ok(()) };
    let more = count.saturating_sub(queue.head);
    // Half of the places behind the end serve as well, where they are many.
    let spare = (queue.values.capacity() - queue.values.len()) / 2;
    let mut room = more + length / 2;
    if spare >= more + length / WORTH_MOVING {
        room = room.min(spare);
    } else {
        queue.grow(queue.values.len() + room + length / 8, budget)?;
    }
    queue.values.splice(0..0, std::iter::repeat_n(Value::EMPTY, room));
    queue.head += room;
    Ok(())
}

/// Makes room for `length` elements in a queue: the elements move over half of the places before them, if these are
/// many.
#[cold]
#[inline(never)]
pub(crate) fn reserve_in_queue(heap: &mut Heap, object: ObjectId, length: usize) -> Result<(), Termination> {
    let Elements::Queue(queue) = heap.elements(object) else { return Ok(()) };
    if queue.head + length <= queue.values.capacity() {
        return Ok(());
    }
    let (moved, spare) = (queue.length(), queue.head.div_ceil(2));
    if spare > moved / WORTH_MOVING {
        heap.budget.tick_aside(moved as u64 / ELEMENTS_PER_TICK)?;
        marking::move_elements(heap, object);
        if let Elements::Queue(queue) = heap.elements_mut(object) {
            queue.values.drain(..spare);
            queue.head -= spare;
        }
    }
    let (elements, budget) = cell::elements_and_budget(heap, object);
    let Elements::Queue(queue) = elements else { return Ok(()) };
    let (needed, capacity) = (queue.head + length, queue.values.capacity());
    if needed > capacity {
        budget.tick_aside(queue.length() as u64 / ELEMENTS_PER_TICK)?;
        queue.grow(needed.max(capacity + capacity / 2), budget)?;
    }
    Ok(())
}

/// Counts a read or write of a single element. A queue that is used so as often as it has elements becomes a vector
/// again, which the interpreter accesses quickly.
#[cold]
#[inline(never)]
pub fn queue_accessed(heap: &mut Heap, object: ObjectId) -> Result<(), Termination> {
    let Elements::Queue(queue) = heap.elements_mut(object) else { return Ok(()) };
    queue.accesses += 1;
    let length = queue.length();
    if queue.accesses <= length {
        return Ok(());
    }
    heap.budget.tick_aside(length as u64 / ELEMENTS_PER_TICK)?;
    marking::move_elements(heap, object);
    properties::change_elements(heap, object, |elements| {
        if let Elements::Queue(queue) = elements {
            *elements = Elements::Dense(std::mem::take(&mut **queue).into_vector());
        }
    });
    Ok(())
}
