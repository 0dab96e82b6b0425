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
use rustc_hash::FxHashMap;

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

/// Values that live if their key does, by key, while the collector marks.
pub(crate) type Waiting = FxHashMap<u32, Vec<Value>>;

/// What keys are told apart by: symbols and objects have numbers of their own each.
pub(crate) fn number_of(key: Value) -> u32 {
    match (key.as_object(), key.as_symbol()) {
        (Some(object), _) => object.0,
        (_, Some(symbol)) => symbol.0 | 1 << 31,
        _ => u32::MAX,
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
