//! What knows of cells without keeping them alive: weak tables (ephemerons) and weak handles.
//!
//! ```text
//! weak table    key -> value   the value lives while table and key do; an entry whose key is garbage goes
//! weak handle   -> value       empty once the value is garbage
//! ```
//!
//! The marker asks nothing of a table until it reaches it. Then the values of keys that are marked are marked too; the others
//! wait under their key ([`Waiting`]), which carries a flag, so that whoever looks into the key later looks there. Each entry
//! is looked at twice at most, whatever leads from values to keys: no table is gone through again and again. What waits when
//! marking has ended has a dead key.

mod on_heap;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::{SplitTable, spread};

use crate::collection::CollectionKind;
use crate::room::with_room_of;
use crate::value::Value;

/// The entries of a weak collection. Keys are objects and symbols.
#[derive(Clone)]
pub struct WeakTable {
    pub kind: CollectionKind,
    entries: SplitTable<Entry>,
}

#[derive(Copy, Clone)]
pub struct Entry {
    pub key: Value,
    pub value: Value,
}

/// A place among the weak handles.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct WeakHandle(u32);

/// What keys are told apart by: symbols and objects have numbers of their own each.
pub(crate) fn number_of(key: Value) -> u32 {
    match (key.as_object(), key.as_symbol()) {
        (Some(object), _) => object.0,
        (_, Some(symbol)) => symbol.0 | 1 << 31,
        _ => u32::MAX,
    }
}

/// Values that live if their key does, by key, while the collector marks. Those of one key are a list, and all lists lie in one
/// vector: however many keys there are, growing takes no long pause, nor does forgetting all of it.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Of each key the value that was added last.
    lists: SplitTable<List>,
    values: Vec<(Value, u32)>,
}

struct List {
    key: u32,
    last: u32,
}

/// Where a list ends.
const NO_FURTHER: u32 = u32::MAX;

impl Waiting {
    /// The key is told by its number.
    pub(super) fn add(&mut self, key: u32, value: Value) {
        let place = self.values.len() as u32;
        let hash = spread(key);
        match self.lists.find_mut(hash, |list| list.key == key) {
            Some(list) => self.values.push((value, std::mem::replace(&mut list.last, place))),
            None => {
                self.values.push((value, NO_FURTHER));
                self.lists.insert_unique(hash, List { key, last: place }, |list| spread(list.key));
            }
        }
    }

    /// The key is alive: where its list begins, for [`Waiting::next`].
    pub(super) fn remove(&mut self, key: u32) -> Option<u32> {
        self.lists.remove(spread(key), |list| list.key == key).map(|list| list.last)
    }

    /// A value, and where the next of its list is.
    pub(super) fn next(&self, place: u32) -> Option<(Value, Option<u32>)> {
        let &(value, further) = self.values.get(place as usize)?;
        Some((value, (further != NO_FURTHER).then_some(further)))
    }
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

    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<WeakTable>()) + allocation_bytes(self.entries.bytes())
    }
}

#[derive(Default)]
pub(crate) struct WeakHandles {
    /// Empty where nobody has the place, or the value is gone.
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
