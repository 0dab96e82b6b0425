//! Operations on weak tables and handles of the heap.

use ferrotape_budget::{Budget, Termination};
use ferrotape_text::{SplitTable, spread};

use crate::collection::CollectionKind;
use crate::heap::Heap;
use crate::heap::finalization;
use crate::heap::finalization::WeakTarget;
use crate::heap::weak::{Entry, WAITER_BYTES, WeakHandle, WeakTable, number_of};
use crate::id::ObjectId;
use crate::object::{Flags, Kind, ObjectKind};
use crate::symbol::{self, SymbolKind};
use crate::value::Value;

/// WeakRefs that are looked at between two looks at the clock.
const OBJECTS_PER_CHECK: usize = 1 << 12;

/// An object with a weak table.
pub fn new_weak_table(heap: &mut Heap, prototype: Option<ObjectId>) -> ObjectId {
    new_weak_table_of_kind(heap, prototype, CollectionKind::Map)
}

/// A WeakMap or WeakSet.
pub fn new_weak_collection(heap: &mut Heap, prototype: ObjectId, kind: CollectionKind) -> ObjectId {
    new_weak_table_of_kind(heap, Some(prototype), kind)
}

fn new_weak_table_of_kind(heap: &mut Heap, prototype: Option<ObjectId>, kind: CollectionKind) -> ObjectId {
    let table = WeakTable { kind, entries: SplitTable::new() };
    heap.new_object_with_prototype(prototype, ObjectKind::WeakTable(Box::new(table)))
}

/// Returns the object if it is a WeakMap or WeakSet of that kind.
pub fn as_weak_collection(heap: &Heap, value: Value, kind: CollectionKind) -> Option<ObjectId> {
    let object = value.as_object()?;
    matches!(heap.kind(object), Kind::WeakTable(table) if table.kind == kind).then_some(object)
}

/// CanBeHeldWeakly ( v ), ECMA-262 9.14
pub fn can_be_held_weakly(heap: &Heap, value: Value) -> bool {
    let is_unique = |symbol| symbol::symbol_kind(heap, symbol) == SymbolKind::Unique;
    value.is_object() || value.as_symbol().is_some_and(is_unique)
}

fn weak_table_mut(heap: &mut Heap, table: ObjectId) -> Option<&mut WeakTable> {
    match heap.kind_mut(table) {
        Some(ObjectKind::WeakTable(table)) => Some(table),
        _ => None,
    }
}

/// The value of a key; none if it has none, or there is no such table.
pub fn weak_value(heap: &mut Heap, table: ObjectId, key: Value) -> Option<Value> {
    let value = match heap.kind(table) {
        Kind::WeakTable(table) => table.find(key)?.value,
        _ => return None,
    };
    heap.lose(value);
    Some(value)
}

/// Sets the value of a key, which is an object or a symbol.
pub fn set_weak_value(heap: &mut Heap, table: ObjectId, key: Value, value: Value) -> Result<(), Termination> {
    let hash_of_key = spread(number_of(key));
    let Some(found) = weak_table_mut(heap, table) else { return Ok(()) };
    if let Some(entry) = found.entries.find_mut(hash_of_key, |entry| entry.key == key) {
        entry.value = value;
        return Ok(());
    }
    let growth = found.entries.growth(hash_of_key) + WAITER_BYTES;
    heap.room(growth)?;
    if let Some(object) = key.as_object() {
        heap.insert_flag(object, Flags::WEAK_KEY);
    }
    change_weak_table(heap, table, |entries| entries.insert_unique(hash_of_key, Entry { key, value }, hash));
    Ok(())
}

/// Removes a key; true if it was there.
pub fn remove_weak_value(heap: &mut Heap, table: ObjectId, key: Value) -> bool {
    let hash_of_key = spread(number_of(key));
    let removed = change_weak_table(heap, table, |entries| entries.remove(hash_of_key, |entry| entry.key == key));
    removed.flatten().is_some()
}

/// Changes the entries of a weak table and accounts for their new size. `None` if the object has no such table.
fn change_weak_table<T>(
    heap: &mut Heap,
    table: ObjectId,
    change: impl FnOnce(&mut SplitTable<Entry>) -> T,
) -> Option<T> {
    let table = weak_table_mut(heap, table)?;
    let before = table.bytes();
    let result = change(&mut table.entries);
    let after = table.bytes();
    heap.resized(before, after);
    Some(result)
}

/// Makes a handle that does not keep the value alive.
pub fn new_weak_handle(heap: &mut Heap, value: Value) -> WeakHandle {
    let before = heap.weak_handles.bytes();
    let place = match heap.weak_handles.free.pop() {
        Some(place) => {
            heap.weak_handles.values[place as usize] = value;
            place
        }
        None => {
            heap.weak_handles.values.push(value);
            heap.weak_handles.values.len() as u32 - 1
        }
    };
    let after = heap.weak_handles.bytes();
    heap.resized(before, after);
    WeakHandle(place)
}

/// The value of the handle, unless it is gone.
pub fn weak_target(heap: &mut Heap, handle: WeakHandle) -> Option<Value> {
    let value = heap.weak_handles.values.get(handle.0 as usize).copied().filter(|value| !value.is_empty())?;
    heap.lose(value);
    Some(value)
}

/// Frees a handle that is no longer used.
pub fn drop_weak_handle(heap: &mut Heap, handle: WeakHandle) {
    let before = heap.weak_handles.bytes();
    if let Some(value) = heap.weak_handles.values.get_mut(handle.0 as usize) {
        *value = Value::EMPTY;
        heap.weak_handles.free.push(handle.0);
    }
    let after = heap.weak_handles.bytes();
    heap.resized(before, after);
}

/// Removes the entries with unmarked keys. Returns false if it was stopped before the last one.
fn sweep_weak_table(heap: &mut Heap, table: ObjectId, is_to_stop: &impl Fn(&Budget) -> bool) -> bool {
    let Some(found) = weak_table_mut(heap, table) else { return true };
    let before = found.bytes();
    let mut entries = std::mem::take(&mut found.entries);
    let is_whole = entries.retain(|entry| heap.is_marked(entry.key), hash, || is_to_stop(&heap.budget));
    let Some(found) = weak_table_mut(heap, table) else { return is_whole };
    found.entries = entries;
    let after = found.bytes();
    heap.resized(before, after);
    is_whole
}

/// Clears dead references after marking: removes entries with dead keys from tables that were reached, dead targets
/// from WeakRefs and registries, and empties handles. False if it was stopped before the end.
pub(in crate::heap) fn sweep_weak(heap: &mut Heap, tables: &[ObjectId], is_to_stop: impl Fn(&Budget) -> bool) -> bool {
    for (index, &object) in tables.iter().enumerate() {
        let is_whole = match heap.kind(object) {
            Kind::WeakRef(WeakTarget(target)) => {
                if !heap.is_marked(target) {
                    finalization::empty_weak_ref(heap, object);
                }
                index % OBJECTS_PER_CHECK != 0 || !is_to_stop(&heap.budget)
            }
            Kind::FinalizationRegistry(_) => finalization::sweep_registry(heap, object, &is_to_stop),
            _ => sweep_weak_table(heap, object, &is_to_stop),
        };
        if !is_whole {
            return false;
        }
    }
    let mut handles = std::mem::take(&mut heap.weak_handles.values);
    for value in &mut handles {
        if !heap.is_marked(*value) {
            *value = Value::EMPTY;
        }
    }
    heap.weak_handles.values = handles;
    true
}

fn hash(entry: &Entry) -> u64 {
    spread(number_of(entry.key))
}
