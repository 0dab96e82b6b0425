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

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_budget::{Budget, Termination};
use ferrotape_text::{SplitTable, spread};
use rustc_hash::FxHashMap;

use crate::collection::CollectionKind;
use crate::heap::Heap;
use crate::id::ObjectId;
use crate::object::{Flags, Kind, ObjectKind};
use crate::symbol::SymbolKind;
use crate::value::Value;

/// The entries of a weak collection. Keys are objects and symbols.
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

/// WeakRefs that are looked at between two looks at the clock.
const OBJECTS_PER_CHECK: usize = 1 << 12;

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

fn hash(entry: &Entry) -> u64 {
    spread(number_of(entry.key))
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

impl WeakHandles {
    pub fn bytes(&self) -> usize {
        allocation_bytes(self.values.capacity() * size_of::<Value>())
            + allocation_bytes(self.free.capacity() * size_of::<u32>())
    }
}

impl Heap {
    /// An object with a weak table.
    pub fn new_weak_table(&mut self, prototype: Option<ObjectId>) -> ObjectId {
        self.new_weak_table_of_kind(prototype, CollectionKind::Map)
    }

    /// A WeakMap or WeakSet.
    pub fn new_weak_collection(&mut self, prototype: ObjectId, kind: CollectionKind) -> ObjectId {
        self.new_weak_table_of_kind(Some(prototype), kind)
    }

    fn new_weak_table_of_kind(&mut self, prototype: Option<ObjectId>, kind: CollectionKind) -> ObjectId {
        let table = WeakTable { kind, entries: SplitTable::new() };
        self.new_object_with_prototype(prototype, ObjectKind::WeakTable(Box::new(table)))
    }

    /// A WeakMap or WeakSet of that kind.
    pub fn as_weak_collection(&self, value: Value, kind: CollectionKind) -> Option<ObjectId> {
        let object = value.as_object()?;
        matches!(self.kind(object), Kind::WeakTable(table) if table.kind == kind).then_some(object)
    }

    /// CanBeHeldWeakly ( v ), ECMA-262 9.14
    pub fn can_be_held_weakly(&self, value: Value) -> bool {
        let is_unique = |symbol| self.symbol_kind(symbol) == SymbolKind::Unique;
        value.is_object() || value.as_symbol().is_some_and(is_unique)
    }

    fn weak_table_mut(&mut self, table: ObjectId) -> Option<&mut WeakTable> {
        match self.kind_mut(table) {
            Some(ObjectKind::WeakTable(table)) => Some(table),
            _ => None,
        }
    }

    /// The value of a key; none where it has none, or there is no such table.
    pub fn weak_value(&mut self, table: ObjectId, key: Value) -> Option<Value> {
        let value = match self.kind(table) {
            Kind::WeakTable(table) => table.find(key)?.value,
            _ => return None,
        };
        self.lose(value);
        Some(value)
    }

    /// Gives a key a value. The key is an object or a symbol.
    pub fn set_weak_value(&mut self, table: ObjectId, key: Value, value: Value) -> Result<(), Termination> {
        let hash_of_key = spread(number_of(key));
        let Some(found) = self.weak_table_mut(table) else { return Ok(()) };
        if let Some(entry) = found.entries.find_mut(hash_of_key, |entry| entry.key == key) {
            entry.value = value;
            return Ok(());
        }
        let growth = found.entries.growth(hash_of_key);
        self.require_room(growth)?;
        if let Some(object) = key.as_object() {
            self.insert_flag(object, Flags::WEAK_KEY);
        }
        self.change_weak_table(table, |entries| entries.insert_unique(hash_of_key, Entry { key, value }, hash));
        Ok(())
    }

    /// Tells whether the key was there.
    pub fn remove_weak_value(&mut self, table: ObjectId, key: Value) -> bool {
        let hash_of_key = spread(number_of(key));
        let removed = self.change_weak_table(table, |entries| entries.remove(hash_of_key, |entry| entry.key == key));
        removed.flatten().is_some()
    }

    fn change_weak_table<T>(&mut self, table: ObjectId, change: impl FnOnce(&mut SplitTable<Entry>) -> T) -> Option<T> {
        let table = self.weak_table_mut(table)?;
        let before = table.bytes();
        let result = change(&mut table.entries);
        let after = table.bytes();
        self.account_change(before, after);
        Some(result)
    }

    /// A handle that does not keep the value alive.
    pub fn new_weak_handle(&mut self, value: Value) -> WeakHandle {
        let before = self.weak_handles.bytes();
        let place = match self.weak_handles.free.pop() {
            Some(place) => {
                self.weak_handles.values[place as usize] = value;
                place
            }
            None => {
                self.weak_handles.values.push(value);
                self.weak_handles.values.len() as u32 - 1
            }
        };
        let after = self.weak_handles.bytes();
        self.account_change(before, after);
        WeakHandle(place)
    }

    /// What the handle refers to, unless that is gone.
    pub fn weak_target(&mut self, handle: WeakHandle) -> Option<Value> {
        let value = self.weak_handles.values.get(handle.0 as usize).copied().filter(|value| !value.is_empty())?;
        self.lose(value);
        Some(value)
    }

    /// The handle is used no more.
    pub fn drop_weak_handle(&mut self, handle: WeakHandle) {
        let before = self.weak_handles.bytes();
        if let Some(value) = self.weak_handles.values.get_mut(handle.0 as usize) {
            *value = Value::EMPTY;
            self.weak_handles.free.push(handle.0);
        }
        let after = self.weak_handles.bytes();
        self.account_change(before, after);
    }

    fn sweep_weak_table(&mut self, table: ObjectId, is_to_stop: &impl Fn(&Budget) -> bool) -> bool {
        let Some(found) = self.weak_table_mut(table) else { return true };
        let before = found.bytes();
        let mut entries = std::mem::take(&mut found.entries);
        let is_whole = entries.retain(|entry| self.is_marked(entry.key), hash, || is_to_stop(&self.budget));
        let Some(found) = self.weak_table_mut(table) else { return is_whole };
        found.entries = entries;
        let after = found.bytes();
        self.account_change(before, after);
        is_whole
    }

    /// After marking: entries with dead keys go from the tables that were reached, WeakRefs and registries forget what is dead,
    /// and handles of what is dead are emptied.
    /// False where it was to stop before the end.
    pub(super) fn sweep_weak(&mut self, tables: &[ObjectId], is_to_stop: impl Fn(&Budget) -> bool) -> bool {
        for (index, &object) in tables.iter().enumerate() {
            let is_whole = match self.kind(object) {
                Kind::WeakRef(target) => {
                    if !self.is_marked(target) {
                        self.empty_weak_ref(object);
                    }
                    index % OBJECTS_PER_CHECK != 0 || !is_to_stop(&self.budget)
                }
                Kind::FinalizationRegistry(_) => self.sweep_registry(object, &is_to_stop),
                _ => self.sweep_weak_table(object, &is_to_stop),
            };
            if !is_whole {
                return false;
            }
        }
        let mut handles = std::mem::take(&mut self.weak_handles.values);
        for value in &mut handles {
            if !self.is_marked(*value) {
                *value = Value::EMPTY;
            }
        }
        self.weak_handles.values = handles;
        true
    }
}
