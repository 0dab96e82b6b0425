//! Layout of the entries of Maps and Sets, for snapshots: read and restored. Passing holes costs fuel, so a restored
//! collection has them as well.

use ferrotape_budget::Termination;

use super::collections::{LEAST_CAPACITY, MOST_CAPACITY, canonical};
use super::{Collection, Entry, table_bytes};
use crate::collection::collections;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::cell;
use crate::value::Value;

/// Layout of a collection's table.
#[derive(Copy, Clone, Default)]
pub struct CollectionLayout {
    /// Number of entries that there is room for.
    pub capacity: u32,
    /// Place before which there are only holes.
    pub first: u32,
}

impl Collection {
    pub fn layout(&self) -> CollectionLayout {
        CollectionLayout { capacity: self.buckets.len() as u32, first: self.first as u32 }
    }

    /// Key and value at a place; none in holes.
    pub fn place(&self, place: usize) -> Option<Option<[Value; 2]>> {
        let entry = self.entries.get(place)?;
        Some((!entry.key.is_empty()).then_some([entry.key, entry.value]))
    }

    /// The place that an iteration has reached.
    pub fn place_of_iteration(&self, position: u64) -> usize {
        self.place_of_position(position)
    }
}

/// Gives an empty collection a table with that capacity; false if no table has such a capacity.
pub fn make_table(heap: &mut Heap, id: ObjectId, capacity: u32) -> Result<bool, Termination> {
    let capacity = capacity as usize;
    let is_empty = heap.collection(id).is_some_and(|collection| collection.buckets.is_empty());
    if capacity == 0 || !is_empty {
        return Ok(is_empty);
    }
    if !capacity.is_power_of_two() || !(LEAST_CAPACITY..=MOST_CAPACITY).contains(&capacity) {
        return Ok(false);
    }
    heap.take(table_bytes(capacity))?;
    if let Some(collection) = cell::collection_mut(heap, id) {
        collection.entries = Vec::with_capacity(capacity);
        collection.buckets = vec![0; capacity].into_boxed_slice();
    }
    Ok(true)
}

/// Puts an entry, or a hole, in the next place of a table; false if there is no room, or the key is there already.
pub fn fill_place(heap: &mut Heap, id: ObjectId, entry: Option<[Value; 2]>) -> Result<bool, Termination> {
    let has_room = |collection: &Collection| collection.entries.len() < collection.buckets.len();
    if !heap.collection(id).is_some_and(has_room) {
        return Ok(false);
    }
    let Some([key, value]) = entry else {
        if let Some(collection) = cell::collection_mut(heap, id) {
            let position = collection.next_position;
            collection.next_position += 1;
            collection.entries.push(Entry { key: Value::EMPTY, value: Value::UNDEFINED, position, hash: 0, chain: 0 });
        }
        return Ok(true);
    };
    let key = canonical(key);
    let hash = collections::hash_of_key(heap, key)?;
    if collections::place_in_collection(heap, id, key, hash)?.is_some() {
        return Ok(false);
    }
    if let Some(collection) = cell::collection_mut(heap, id) {
        collection.push(key, value, hash);
    }
    Ok(true)
}

/// Declares that there are only holes before a place; false if that is not so.
pub fn set_first_place(heap: &mut Heap, id: ObjectId, first: u32) -> bool {
    let Some(collection) = cell::collection_mut(heap, id) else { return false };
    let before = collection.entries.get(..first as usize);
    let are_holes = before.is_some_and(|before| before.iter().all(|entry| entry.key.is_empty()));
    if are_holes {
        collection.first = first as usize;
    }
    are_holes
}
