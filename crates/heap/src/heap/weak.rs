//! Weak references: tables (ephemerons) and handles that know cells without keeping them alive.
//!
//! ```text
//! weak table    key -> value   the value lives while table and key do; an entry whose key is garbage goes
//! weak handle   -> value       empty once the value is garbage
//! ```
//!
//! The marker looks into a table when it reaches it. It marks the values of marked keys. The other values wait under
//! their key ([`Waiting`]), which carries a flag: marking the key later checks it. Each entry is looked at at most
//! twice, whatever leads from values to keys, so no table is searched again and again. A value that still waits at the
//! end has a dead key.

mod marking;
mod on_heap;

pub use on_heap::*;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::{SplitTable, spread};

use crate::collection::CollectionKind;
use crate::id::ObjectId;
use crate::object::internal_slots::{InternalSlots, Part, Visit};
use crate::room::with_room_of;
use crate::value::Value;

/// The entries of a weak collection. Keys are objects and symbols.
#[derive(Clone)]
pub struct WeakTable {
    pub kind: CollectionKind,
    entries: SplitTable<Entry>,
}

/// A key with its value.
#[derive(Copy, Clone)]
pub struct Entry {
    pub key: Value,
    pub value: Value,
}

/// A place among the weak handles.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WeakHandle(u32);

/// Number that identifies a key. Objects of each kind have numbers from a place of their own on, so symbols are counted down from
/// the end, where those of the rarest kind would come last.
pub(crate) fn number_of(key: Value) -> u32 {
    match (key.as_object(), key.as_symbol()) {
        (Some(object), _) => object.0,
        (_, Some(symbol)) => (u32::MAX - 1).wrapping_sub(symbol.0),
        _ => u32::MAX,
    }
}

/// Values that live if their key does, by key, while the collector marks. The first value of each key lies with it;
/// further ones are lists in one vector. However many keys there are, growing takes no long pause, nor does clearing
/// all of it.
#[derive(Default)]
pub(crate) struct Waiting {
    firsts: SplitTable<First>,
    others: Vec<Waiter>,
}

/// The first entry that waits for a key to be marked.
#[derive(Copy, Clone)]
struct First {
    key: u32,
    waiter: Waiter,
}

/// A value that waits, and the place in the vector of the next one of its key.
#[derive(Copy, Clone)]
pub(crate) struct Waiter {
    // Halves of the value's bits, as the key's number would else take twice its size.
    bits: [u32; 2],
    further: u32,
}

/// Marks the end of a list.
const NO_FURTHER: u32 = u32::MAX;

/// Bytes that an entry may make the collector take while it waits. It has a place in a table that may be less than half
/// full, or in a vector that has doubled. They are charged with the entry, as memory may be all but gone when it waits.
const WAITER_BYTES: usize = 5 * (size_of::<First>() + 1) / 2;

impl Waiter {
    fn new(value: Value, further: u32) -> Self {
        let bits = value.to_bits();
        Waiter { bits: [bits as u32, (bits >> 32) as u32], further }
    }

    fn value(self) -> Value {
        let [low, high] = self.bits.map(u64::from);
        Value::from_bits(high << 32 | low)
    }
}

impl Waiting {
    /// Adds a value under the number of its key.
    pub(super) fn add(&mut self, key: u32, value: Value) {
        let hash = spread(key);
        let place = self.others.len() as u32;
        match self.firsts.find_mut(hash, |first| first.key == key) {
            Some(First { waiter, .. }) => {
                self.others.push(Waiter::new(value, waiter.further));
                waiter.further = place;
            }
            None => {
                let first = First { key, waiter: Waiter::new(value, NO_FURTHER) };
                self.firsts.insert_unique(hash, first, |first| spread(first.key));
            }
        }
    }

    /// Takes the first value of a key that is alive, and the place of the next one, for [`Waiting::other`].
    pub(super) fn remove(&mut self, key: u32) -> Option<(Value, Option<usize>)> {
        self.firsts.remove(spread(key), |first| first.key == key).map(|first| shown(first.waiter))
    }

    /// A further value, and the place of the next one.
    pub(super) fn other(&self, place: usize) -> Option<(Value, Option<usize>)> {
        self.others.get(place).copied().map(shown)
    }
}

fn shown(waiter: Waiter) -> (Value, Option<usize>) {
    (waiter.value(), (waiter.further != NO_FURTHER).then_some(waiter.further as usize))
}

impl WeakTable {
    fn find(&self, key: Value) -> Option<&Entry> {
        self.entries.find(spread(number_of(key)), |entry| entry.key == key)
    }

    /// The entries in pieces; see [`SplitTable::part`].
    pub(crate) fn part(&self, part: usize) -> Option<impl Iterator<Item = Entry> + '_> {
        Some(self.entries.part(part)?.copied())
    }

    /// Keys and values, in no order.
    pub fn all_entries(&self) -> Vec<(Value, Value)> {
        self.entries.iter().map(|entry| (entry.key, entry.value)).collect()
    }

    /// Bytes that the table takes, with those that the collector may need for it. Entries of sets have no values.
    pub fn bytes(&self) -> usize {
        let waiting = if self.kind == CollectionKind::Map { self.entries.len() * WAITER_BYTES } else { 0 };
        allocation_bytes(size_of::<WeakTable>()) + allocation_bytes(self.entries.bytes()) + waiting
    }
}

/// Values that hosts find again as long as something else keeps them alive.
#[derive(Default)]
pub(crate) struct WeakHandles {
    /// Values by place; empty if the place is unused or the value is gone.
    values: Vec<Value>,
    free: Vec<u32>,
}

impl Clone for WeakHandles {
    fn clone(&self) -> Self {
        WeakHandles { values: with_room_of(&self.values), free: with_room_of(&self.free) }
    }
}

impl WeakHandles {
    pub fn bytes(&self) -> usize {
        allocation_bytes(self.values.capacity() * size_of::<Value>())
            + allocation_bytes(self.free.capacity() * size_of::<u32>())
    }
}

impl InternalSlots for WeakTable {
    #[inline]
    fn trace(&self, object: ObjectId, visit: &mut impl Visit) {
        let WeakTable { kind: _, entries: _ } = self;
        visit.weak(object);
        visit.later(Part::Weak, object);
    }

    fn bytes(&self) -> usize {
        WeakTable::bytes(self)
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        Some("a value of a weak collection whose key is alive")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::SymbolId;

    #[test]
    fn symbols_and_objects_have_separate_numbers() {
        for symbol in 0..1000 {
            let number = number_of(Value::symbol(SymbolId(symbol)));
            assert_ne!(number, number_of(Value::UNDEFINED));
            // Plain objects, arrays, others.
            for first in [0, 1 << 31, 0b11 << 30] {
                let objects = first..first + 1000;
                assert!(
                    !objects.clone().any(|object| number_of(Value::object(ObjectId(object))) == number),
                    "{objects:?}"
                );
            }
        }
    }
}
