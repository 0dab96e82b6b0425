//! Operations on Maps and Sets of the heap.

pub use crate::collection::layout::*;
use ferrotape_budget::Termination;
use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_budget::giving_back::give_back;

use crate::bigint::bigints;
use crate::collection::{Collection, CollectionKind, Entry, PASSED_AT_ONCE, Step, table_bytes};
use crate::heap::Heap;
use crate::heap::marking;
use crate::heap::string;
use crate::id::ObjectId;
use crate::object::ObjectKind;
use crate::object::cell;
use crate::value::Value;

/// Most holes at the front that one removal passes.
const PASSED_BY_REMOVAL: usize = 64;

/// Greatest capacity: places must fit in 32 bits.
pub(super) const MOST_CAPACITY: usize = 1 << 30;

/// Capacity below which a table is never made smaller.
const SMALL_CAPACITY: usize = 16;

pub(super) const LEAST_CAPACITY: usize = 4;

/// An empty Map or Set.
pub fn new_collection(heap: &mut Heap, prototype: ObjectId, kind: CollectionKind) -> ObjectId {
    let kind = ObjectKind::Collection(Box::new(Collection::new(kind)));
    heap.new_object_with_prototype(Some(prototype), kind)
}

/// Returns the object if it is a Map or Set of that kind.
#[inline(always)]
pub fn as_collection(heap: &Heap, value: Value, kind: CollectionKind) -> Option<ObjectId> {
    let object = value.as_object()?;
    (heap.collection(object)?.kind == kind).then_some(object)
}

/// Secret hash of a canonical key. Strings and BigInts hash by contents, other keys by their bits.
#[inline]
pub(super) fn hash_of_key(heap: &mut Heap, key: Value) -> Result<u32, Termination> {
    match key.as_string() {
        Some(string) => {
            let flat = heap.flatten(string)?;
            string::string_hash(heap, flat)
        }
        None => match key.as_bigint() {
            Some(bigint) => bigints::bigint_hash(heap, bigint),
            None => Ok(string::hash_of_word(heap, key.to_bits())),
        },
    }
}

/// The place of a canonical key.
#[inline]
pub(super) fn place_in_collection(
    heap: &mut Heap,
    id: ObjectId,
    key: Value,
    hash: u32,
) -> Result<Option<usize>, Termination> {
    if key.is_string() || key.is_bigint() {
        return place_of_compared(heap, id, key, hash);
    }
    Ok(heap.collection(id).and_then(|collection| collection.place_of_bits(key, hash)))
}

/// The place of a key that may equal a key in another cell.
fn place_of_compared(heap: &mut Heap, id: ObjectId, key: Value, hash: u32) -> Result<Option<usize>, Termination> {
    let Some(collection) = heap.collection(id) else { return Ok(None) };
    let mut link = collection.first_link(hash);
    while let Some(&entry) = heap.collection(id).and_then(|collection| collection.linked(link)) {
        if entry.hash == hash && are_same_cells(heap, entry.key, key)? {
            return Ok(Some(link as usize - 1));
        }
        link = entry.chain;
    }
    Ok(None)
}

/// SameValueZero for strings and BigInts.
fn are_same_cells(heap: &mut Heap, a: Value, b: Value) -> Result<bool, Termination> {
    match (a.as_string(), b.as_string(), a.as_bigint(), b.as_bigint()) {
        (Some(a), Some(b), _, _) => string::strings_equal(heap, a, b),
        (_, _, Some(a), Some(b)) => bigints::bigints_equal(heap, a, b),
        _ => Ok(false),
    }
}

/// The value of a key, undefined in Sets; none if the key is not there.
#[inline]
pub fn collected_value(heap: &mut Heap, id: ObjectId, key: Value) -> Result<Option<Value>, Termination> {
    let key = canonical(key);
    let hash = hash_of_key(heap, key)?;
    let place = place_in_collection(heap, id, key, hash)?;
    let entry = place.and_then(|place| heap.collection(id)?.entries.get(place));
    Ok(entry.map(|entry| entry.value))
}

/// Sets the value of a key; a new key comes at the end.
#[inline]
pub fn collect_value(heap: &mut Heap, id: ObjectId, key: Value, value: Value) -> Result<(), Termination> {
    let key = canonical(key);
    let hash = hash_of_key(heap, key)?;
    match place_in_collection(heap, id, key, hash)? {
        Some(place) => {
            if let Some(entry) = cell::collection_mut(heap, id).and_then(|collection| collection.entries.get_mut(place))
            {
                let old = std::mem::replace(&mut entry.value, value);
                heap.lose(old);
            }
            Ok(())
        }
        None => append_entry(heap, id, key, value, hash),
    }
}

#[inline]
fn append_entry(heap: &mut Heap, id: ObjectId, key: Value, value: Value, hash: u32) -> Result<(), Termination> {
    let Some(collection) = heap.collection(id) else { return Ok(()) };
    if collection.entries.len() == collection.buckets.len() {
        make_room_for_entry(heap, id)?;
    }
    if let Some(collection) = cell::collection_mut(heap, id) {
        collection.push(key, value, hash);
    }
    Ok(())
}

/// Makes room for an entry: doubles the table, or keeps its size if a quarter was holes.
#[cold]
#[inline(never)]
fn make_room_for_entry(heap: &mut Heap, id: ObjectId) -> Result<(), Termination> {
    let Some(collection) = heap.collection(id) else { return Ok(()) };
    let capacity = collection.buckets.len();
    let wanted = if collection.holes() > capacity / 4 { capacity } else { capacity * 2 };
    move_entries(heap, id, wanted.max(LEAST_CAPACITY))
}

/// Makes room for this many further entries.
fn reserve_entries(heap: &mut Heap, id: ObjectId, more: usize) -> Result<(), Termination> {
    let Some(collection) = heap.collection(id) else { return Ok(()) };
    if more <= collection.buckets.len() - collection.entries.len() {
        return Ok(());
    }
    let wanted = collection.size.saturating_add(more).checked_next_power_of_two().unwrap_or(usize::MAX);
    move_entries(heap, id, wanted.max(LEAST_CAPACITY))
}

/// Moves all entries to a table with room for `capacity`.
fn move_entries(heap: &mut Heap, id: ObjectId, capacity: usize) -> Result<(), Termination> {
    if capacity > MOST_CAPACITY {
        return Err(Termination::OutOfMemory);
    }
    let bytes = table_bytes(capacity);
    heap.take(bytes)?;
    let Some((collection, budget)) = cell::collection_and_budget(heap, id) else { return Ok(()) };
    // Paid for by as many earlier additions or removals. Copies of an engine may move at other times.
    let aside = budget.begin_aside();
    let moved = collection.moved(capacity, budget);
    budget.end_aside(aside);
    let moved = match moved {
        Ok(moved) => moved,
        Err(termination) => {
            heap.budget.resized(bytes, 0);
            return Err(termination);
        }
    };
    marking::move_collected(heap, id);
    replace_table(heap, id, moved);
    Ok(())
}

/// Replaces the table by one that has been accounted for.
fn replace_table(heap: &mut Heap, id: ObjectId, table: Collection) {
    if let Some(collection) = cell::collection_mut(heap, id) {
        let old = std::mem::replace(collection, table);
        heap.budget.resized(old.table_bytes(), 0);
        give_back(old.entries);
        give_back(old.buckets.into_vec());
    }
}

/// Removes a key; false if it was not there.
pub fn remove_collected(heap: &mut Heap, id: ObjectId, key: Value) -> Result<bool, Termination> {
    let key = canonical(key);
    let hash = hash_of_key(heap, key)?;
    let Some(place) = place_in_collection(heap, id, key, hash)? else { return Ok(false) };
    let Some(collection) = cell::collection_mut(heap, id) else { return Ok(false) };
    let Some(entry) = collection.entries.get_mut(place) else { return Ok(false) };
    let lost = [entry.key, entry.value];
    (entry.key, entry.value) = (Value::EMPTY, Value::UNDEFINED);
    collection.size -= 1;
    if place == collection.first {
        collection.first += collection.holes_from(place).min(PASSED_BY_REMOVAL);
    }
    let (capacity, size, holes) = (collection.buckets.len(), collection.size, collection.holes());
    lost.into_iter().for_each(|value| heap.lose(value));
    if holes > size && capacity > SMALL_CAPACITY {
        let wanted = (size * 2).next_power_of_two().max(SMALL_CAPACITY);
        // The present table is kept if there is no room for a smaller one.
        if heap.room(table_bytes(wanted)).is_ok() {
            move_entries(heap, id, wanted)?;
        }
    }
    Ok(true)
}

/// Removes all keys.
pub fn clear_collection(heap: &mut Heap, id: ObjectId) -> Result<(), Termination> {
    let Some(collection) = heap.collection(id) else { return Ok(()) };
    let (kind, next_position, length) = (collection.kind, collection.next_position, collection.entries.len());
    if marking::is_marking(heap) {
        for start in (0..length).step_by(PASSED_AT_ONCE) {
            heap.budget.tick_aside(PASSED_AT_ONCE as u64 / ELEMENTS_PER_TICK)?;
            marking::lose_collected(heap, id, start..length.min(start + PASSED_AT_ONCE));
        }
    }
    replace_table(heap, id, Collection { next_position, ..Collection::new(kind) });
    Ok(())
}

/// The first entry from a position on; none at the end. Iterations begin at 0.
#[inline]
pub fn next_collected(heap: &mut Heap, id: ObjectId, position: u64) -> Result<Option<Step>, Termination> {
    let Some(collection) = cell::collection_mut(heap, id) else { return Ok(None) };
    let mut place = collection.place_of_position(position).max(collection.first);
    loop {
        let Some(collection) = cell::collection_mut(heap, id) else { return Ok(None) };
        match collection.entries.get(place) {
            Some(&Entry { key, value, position, .. }) if !key.is_empty() => {
                collection.last_step = (position + 1, place + 1);
                return Ok(Some(Step { key, value, next: position + 1 }));
            }
            None => return Ok(None),
            Some(_) => {
                let holes = collection.holes_from(place);
                if place == collection.first {
                    collection.first += holes;
                }
                place += holes;
                heap.work(holes as u64 / ELEMENTS_PER_TICK)?;
            }
        }
    }
}

/// Fast path of [`next_collected`]: there is no hole before the entry.
#[inline(always)]
pub fn step_at_once(heap: &mut Heap, id: ObjectId, position: u64) -> Option<Step> {
    let collection = cell::collection_mut(heap, id)?;
    let place = collection.place_of_position(position).max(collection.first);
    let &Entry { key, value, position, .. } = collection.entries.get(place)?;
    if key.is_empty() {
        return None;
    }
    collection.last_step = (position + 1, place + 1);
    Some(Step { key, value, next: position + 1 })
}

/// Adds all entries of another collection, in order.
pub fn collect_all(heap: &mut Heap, id: ObjectId, other: ObjectId) -> Result<(), Termination> {
    let map_or = heap.collection(other).map_or(0, Collection::size);
    reserve_entries(heap, id, map_or)?;
    let mut position = 0;
    while let Some(Step { key, value, next }) = next_collected(heap, other, position)? {
        heap.work(1)?;
        collect_value(heap, id, key, value)?;
        position = next;
    }
    Ok(())
}

/// The key that stands for all equal ones (SameValueZero, ECMA-262 7.2.11), except for strings and BigInts.
#[inline(always)]
pub(super) fn canonical(key: Value) -> Value {
    // Adding nothing makes 0 of -0.
    if key.is_double() { Value::number(key.double_unchecked() + 0.0) } else { key }
}
