//! Transitions: the shape that an object gets when it gains, loses or changes a property.

use crate::heap::Heap;
use crate::heap::marking;
use crate::id::{ObjectId, ShapeId, TableId};
use crate::object::{Class, Flags};
use crate::property_key::PropertyKey;
use crate::shape::{
    Attributes, Change, Lock, PropertyEntry, PropertyTable, RestOfNames, RootShape, Shape, Transition, root_hash,
};

/// Most changes of attributes behind a shared shape; objects that are redefined more often get a dictionary.
const MAX_RECONFIGURATIONS: u8 = 8;

/// Prototypes that are checked for elements at once.
const LONGEST_CHAIN: usize = 16;

/// Most named properties of an object with a shared shape; more make it a dictionary.
const MAX_SHARED_PROPERTIES: u32 = 128;

/// The shape without properties for a prototype and a class; the prototype serves as one from now on.
pub fn root_shape(heap: &mut Heap, prototype: Option<ObjectId>, class: Class) -> ShapeId {
    let hash = root_hash(prototype, class);
    if let Some(root) = heap.root_shapes.find(hash, |root| root.prototype == prototype && root.class == class) {
        return root.shape;
    }
    let holes_are_known = becomes_prototype(heap, prototype);
    let (extensible, has_names_alone, is_usual) = (true, true, true);
    let root = Shape { prototype, class, extensible, holes_are_known, has_names_alone, is_usual, ..Shape::default() };
    let shape = new_shape(heap, root);
    let before = heap.root_shapes.bytes();
    heap.root_shapes.insert_unique(hash, RootShape { prototype, class, shape }, RootShape::hash);
    let after = heap.root_shapes.bytes();
    heap.resized(before, after);
    shape
}

/// Makes an empty shape of its own for one object.
pub fn dictionary_shape(heap: &mut Heap, prototype: Option<ObjectId>, class: Class) -> ShapeId {
    let holes_are_known = becomes_prototype(heap, prototype);
    let table = Some(new_table(heap, PropertyTable::default()));
    let (dictionary, extensible) = (true, true);
    new_shape(heap, Shape { prototype, class, table, dictionary, extensible, holes_are_known, ..Shape::default() })
}

/// Makes the shape of an unfilled object: see `object/unfilled.rs`.
pub(crate) fn unfilled_shape(heap: &mut Heap, prototype: Option<ObjectId>) -> ShapeId {
    let holes_are_known = becomes_prototype(heap, prototype);
    let (class, dictionary, extensible) = (Class::Unfilled, true, true);
    new_shape(heap, Shape { prototype, class, dictionary, extensible, holes_are_known, ..Shape::default() })
}

/// Makes such a shape that of an object of the class, whose properties follow.
pub(crate) fn begin_dictionary(heap: &mut Heap, shape: ShapeId, class: Class) {
    let table = Some(new_table(heap, PropertyTable::default()));
    heap[shape] = Shape { class, table, ..heap[shape] };
}

/// Notes that the object serves as prototype; returns whether it is behind arrays.
fn becomes_prototype(heap: &mut Heap, object: Option<ObjectId>) -> bool {
    let Some(object) = object else { return false };
    heap.insert_flag(object, Flags::IS_PROTOTYPE);
    heap.has_flag(object, Flags::BEHIND_ARRAYS)
}

/// Watches this object and its prototypes for elements from now on. Called for %Array.prototype% before there are
/// arrays, and again when an object of its chain gets another prototype.
pub fn put_behind_arrays(heap: &mut Heap, object: ObjectId) {
    let mut next = Some(object);
    for _ in 0..LONGEST_CHAIN {
        // Objects above one that is watched are watched already.
        let Some(current) = next.filter(|&current| !heap.has_flag(current, Flags::BEHIND_ARRAYS)) else {
            return;
        };
        heap.insert_flag(current, Flags::BEHIND_ARRAYS);
        heap.elements_behind_arrays |= heap.may_have_elements(current);
        next = heap.prototype_of(current);
    }
    // Prototypes further up are not watched: assume that they have elements, for good.
    heap.elements_behind_arrays |= next.is_some();
}

/// Returns whether the holes of an object's elements certainly have nothing behind them.
#[inline(always)]
pub fn holes_are_absent(heap: &Heap, object: ObjectId) -> bool {
    holes_are_absent_in(heap, heap.shape_of(object))
}

/// Returns `holes_are_absent` for all objects of a shape.
#[inline(always)]
pub fn holes_are_absent_in(heap: &Heap, shape: ShapeId) -> bool {
    let shape = &heap[shape];
    shape.holes_are_known && !heap.elements_behind_arrays || has_no_elements_above(heap, shape.prototype)
}

#[cold]
#[inline(never)]
fn has_no_elements_above(heap: &Heap, mut next: Option<ObjectId>) -> bool {
    for _ in 0..LONGEST_CHAIN {
        let Some(object) = next else { return true };
        if heap.may_have_elements(object) && !heap.has_nothing_but_holes(object) {
            return false;
        }
        next = heap.prototype_of(object);
    }
    false
}

fn new_shape(heap: &mut Heap, shape: Shape) -> ShapeId {
    let shape = ShapeId(heap.shapes.insert_light(shape, &mut heap.budget));
    marking::look_into_shape(heap, shape);
    shape
}

fn new_table(heap: &mut Heap, table: PropertyTable) -> TableId {
    heap.resized(0, table.bytes());
    let table = TableId(heap.tables.insert(table, &mut heap.budget));
    marking::look_into_table(heap, table);
    table
}

/// Slot and attributes of a property.
#[inline]
pub fn shape_lookup(heap: &Heap, shape: ShapeId, key: PropertyKey) -> Option<(u32, Attributes)> {
    let shape = heap[shape];
    let table = &heap[shape.table?];
    let slot = table.find(key, shape.count)?;
    Some((slot, table.entries[slot as usize].attributes))
}

/// The own properties of an object in order of creation, each with its slot, without elements.
pub fn own_entries(heap: &Heap, object: ObjectId) -> impl Iterator<Item = (u32, PropertyEntry)> + '_ {
    shape_entries(heap, heap.shape_of(object))
}

/// Number of slots that the properties of an object have taken, deleted ones included.
pub fn slots_of_properties(heap: &Heap, object: ObjectId) -> usize {
    heap[heap.shape_of(object)].count as usize
}

/// Returns whether the object has a dictionary of its own.
pub fn has_dictionary(heap: &Heap, object: ObjectId) -> bool {
    heap[heap.shape_of(object)].dictionary
}

/// Returns whether all keys of an object's shape are strings that are no array indices, as long as it has that shape.
#[inline]
pub fn has_fixed_names(heap: &Heap, object: ObjectId) -> bool {
    heap[heap.shape_of(object)].has_fixed_names()
}

/// Returns whether an object has that shape.
#[inline]
pub fn has_shape(heap: &Heap, object: ObjectId, shape: ShapeId) -> bool {
    heap.shape_of(object) == shape
}

/// The keys of a shape in order of creation, deleted ones left out.
pub fn shape_entries(heap: &Heap, shape: ShapeId) -> impl Iterator<Item = (u32, PropertyEntry)> + '_ {
    let first = heap[shape].table.map_or(0, |table| heap[table].first);
    shape_entries_from(heap, shape, first as usize, usize::MAX)
}

/// Entries of the shape in this many slots from `start` on.
pub fn shape_entries_from(
    heap: &Heap,
    shape: ShapeId,
    start: usize,
    slots: usize,
) -> impl Iterator<Item = (u32, PropertyEntry)> + '_ {
    let shape = heap[shape];
    let entries = shape.table.map_or(&[][..], |table| &heap[table].entries[..shape.count as usize]);
    let end = start.saturating_add(slots).min(entries.len());
    (start as u32..)
        .zip(&entries[start.min(end)..end])
        .filter(|(_, entry)| entry.key != PropertyKey::NONE)
        .map(|(slot, entry)| (slot, *entry))
}

/// The entry of a shared shape in a slot; none behind the last one.
#[inline]
pub fn entry_in_slot(heap: &Heap, shape: ShapeId, slot: usize) -> Option<PropertyEntry> {
    let shape = heap[shape];
    heap[shape.table?].entries[..shape.count as usize].get(slot).copied()
}

/// The entries of a shared shape, in the order of its slots.
#[inline]
pub fn entries_of_shared(heap: &Heap, shape: ShapeId) -> &[PropertyEntry] {
    let shape = heap[shape];
    shape.table.map_or(&[], |table| &heap[table].entries[..shape.count as usize])
}

/// The names of an object that can be taken piece by piece, as it has a shape of its own. None if all of them must be
/// taken at once: names that are indices come before the others.
pub fn names_in_pieces(heap: &Heap, object: ObjectId) -> Option<RestOfNames> {
    let shape = &heap[heap.shape_of(object)];
    let is_plain = shape.class == Class::Ordinary && shape.dictionary && !heap.may_have_elements(object);
    let table = shape.table.filter(|&table| is_plain && heap[table].indices == 0)?;
    // Numbers that go round once more would be told by none.
    let end = Some(heap[table].added).filter(|&added| added < 1 << 31)?;
    Some(RestOfNames { table, next: 0, end })
}

/// The slots of the rest: from the next one to before the end. None if it is no longer the object's.
pub fn slots_of_rest(heap: &Heap, object: ObjectId, rest: &RestOfNames) -> Option<[u32; 2]> {
    let table = heap[heap.shape_of(object)].table.filter(|&table| table == rest.table)?;
    Some([rest.next, rest.end].map(|number| heap[table].slot_from(number) as u32))
}

/// The rest of an enumeration by its slots; none if the object has no such slots.
pub fn rest_of_slots(heap: &Heap, object: ObjectId, [next, end]: [u32; 2]) -> Option<RestOfNames> {
    let shape = &heap[heap.shape_of(object)];
    let table = shape.table.filter(|_| shape.dictionary && next <= end && end <= shape.count)?;
    let number = |slot: u32| match slot == shape.count {
        true => heap[table].added,
        false => heap[table].number_of(slot as usize),
    };
    Some(RestOfNames { table, next: number(next), end: number(end) })
}

/// Appends at most this many names of the object, without symbols, and advances. Returns the number of slots that
/// were visited; none at the end.
pub fn take_names(
    heap: &Heap,
    object: ObjectId,
    rest: &mut RestOfNames,
    most: usize,
    names: &mut Vec<PropertyKey>,
) -> usize {
    let Some(table) = heap[heap.shape_of(object)].table.filter(|&table| table == rest.table) else { return 0 };
    let table = &heap[table];
    let start = table.slot_from(rest.next).max(table.first as usize);
    let (mut slot, end) = (start, table.slot_from(rest.end));
    let mut left = most;
    while slot < end && left > 0 {
        let key = table.entries[slot].key;
        if key != PropertyKey::NONE && key.as_symbol().is_none() {
            names.push(key);
            left -= 1;
        }
        slot += 1;
    }
    rest.next = if slot < end { table.number_of(slot) } else { rest.end };
    slot.saturating_sub(start)
}

/// The shape after adding a property, whose slot is the last one. The key must be new.
pub fn shape_with(heap: &mut Heap, shape: ShapeId, key: PropertyKey, attributes: Attributes) -> ShapeId {
    let old = heap[shape];
    if old.dictionary {
        push_entry(heap, old.table, key, attributes);
        heap[shape].count += 1;
        return if old.absence_cached { dictionary_copy(heap, shape) } else { shape };
    }
    let change = Change::addition(shape, key, attributes);
    if let Some(next) = known_transition(heap, change) {
        return next;
    }
    let table = match old.table {
        Some(table) if heap[table].entries.len() as u32 == old.count => {
            push_entry(heap, Some(table), key, attributes);
            table
        }
        // Another shape has gone on from here, so this one gets a table of its own.
        shared => {
            let prefix = shared.map_or_else(PropertyTable::default, |table| heap[table].prefix(old.count, 1));
            let table = new_table(heap, prefix);
            push_entry(heap, Some(table), key, attributes);
            table
        }
    };
    let is_name = key.as_atom().is_some() && heap.array_index_of(key).is_none();
    let has_names_alone = old.has_names_alone && is_name;
    let is_usual = old.is_usual && is_name && attributes == Attributes::ALL;
    let next = new_shape(heap, Shape { table: Some(table), count: old.count + 1, has_names_alone, is_usual, ..old });
    remember_transition(heap, change, next);
    next
}

/// The shape that a change has led to before.
fn known_transition(heap: &Heap, change: Change) -> Option<ShapeId> {
    heap.transitions.find(change.hash(), |other| other.change == change).map(|transition| transition.to)
}

fn remember_transition(heap: &mut Heap, change: Change, to: ShapeId) {
    let before = heap.transitions.bytes();
    heap.transitions.insert_unique(change.hash(), Transition { change, to }, Transition::hash);
    let after = heap.transitions.bytes();
    heap.resized(before, after);
}

/// The shape with other attributes for the property in a slot, if shapes of this kind are shared; none if the object
/// needs a dictionary.
pub fn shape_reconfigured(heap: &mut Heap, shape: ShapeId, slot: u32, attributes: Attributes) -> Option<ShapeId> {
    let old = heap[shape];
    let table = old.table.filter(|_| !old.dictionary && old.reconfigurations < MAX_RECONFIGURATIONS)?;
    let change = Change::reconfiguration(shape, heap[table].entries[slot as usize].key, attributes);
    if let Some(next) = known_transition(heap, change) {
        return Some(next);
    }
    let mut table = heap[table].prefix(old.count, 0);
    table.entries[slot as usize].attributes = attributes;
    let table = Some(new_table(heap, table));
    let next = new_shape(heap, Shape { table, reconfigurations: old.reconfigurations + 1, is_usual: false, ..old });
    remember_transition(heap, change, next);
    Some(next)
}

/// The shape with another count of attribute changes.
pub(crate) fn shape_with_reconfigurations(heap: &mut Heap, shape: ShapeId, count: u8) -> ShapeId {
    let count = count.min(MAX_RECONFIGURATIONS);
    let change = Change::reconfigurations(shape, count);
    if let Some(next) = known_transition(heap, change) {
        return next;
    }
    let next = new_shape(heap, Shape { reconfigurations: count, ..heap[shape] });
    remember_transition(heap, change, next);
    next
}

/// Gives a shape of one object another table, with the same keys in other slots.
pub(crate) fn replace_entries(heap: &mut Heap, shape: ShapeId, mut new: PropertyTable) {
    let Some(table) = heap[shape].table else { return };
    new.indices = heap[table].indices;
    let (before, after) = (heap[table].bytes(), new.bytes());
    marking::lose_entries(heap, table);
    heap[shape].count = new.entries.len() as u32;
    heap[table] = new;
    heap.resized(before, after);
}

/// The shape after [`Lock`]; a dictionary changes in place and gets a new id.
pub(crate) fn locked_shape(heap: &mut Heap, shape: ShapeId, lock: Lock) -> ShapeId {
    let old = heap[shape];
    if is_locked(heap, shape, lock) {
        return shape;
    }
    if old.dictionary {
        let shape = dictionary_copy(heap, shape);
        heap[shape].extensible = false;
        if let Some(table) = heap[shape].table {
            heap[table].lock(lock);
        }
        return shape;
    }
    let change = Change::lock(shape, lock);
    if let Some(next) = known_transition(heap, change) {
        return next;
    }
    let table = match old.table {
        Some(table) if lock > Lock::NotExtensible => {
            let mut table = heap[table].prefix(old.count, 0);
            table.lock(lock);
            Some(new_table(heap, table))
        }
        shared => shared,
    };
    let next = new_shape(heap, Shape { table, extensible: false, is_usual: false, ..old });
    remember_transition(heap, change, next);
    next
}

/// Returns whether a lock would change nothing. Locking again and again makes no shapes.
fn is_locked(heap: &Heap, shape: ShapeId, lock: Lock) -> bool {
    !heap[shape].extensible
        && shape_entries(heap, shape).all(|(_, entry)| lock.apply(entry.attributes) == entry.attributes)
}

fn push_entry(heap: &mut Heap, table: Option<TableId>, key: PropertyKey, attributes: Attributes) {
    if let Some(table) = table {
        let is_index = heap.array_index_of(key).is_some();
        let before = heap[table].bytes();
        heap[table].push(PropertyEntry { key, attributes });
        heap[table].indices += u32::from(is_index);
        let after = heap[table].bytes();
        heap.resized(before, after);
    }
}

/// Makes room for properties that are about to be added to an object with a shape of its own.
pub fn expect_properties(heap: &mut Heap, object: ObjectId, more: usize) {
    let shape = &heap[heap.shape_of(object)];
    if let (true, Some(table)) = (shape.dictionary, shape.table) {
        let before = heap[table].bytes();
        heap[table].reserve(more);
        let after = heap[table].bytes();
        heap.resized(before, after);
    }
}

/// Returns whether the next addition turns objects of this shape into dictionaries.
pub(crate) fn is_crowded(heap: &Heap, shape: ShapeId) -> bool {
    let shape = &heap[shape];
    shape.count >= MAX_SHARED_PROPERTIES && !shape.dictionary
}

/// Makes a dictionary shape with the same properties in the same slots. Used before any change but an addition, so it
/// also voids caches of a dictionary's shape.
pub(crate) fn dictionary_copy(heap: &mut Heap, shape: ShapeId) -> ShapeId {
    let old = heap[shape];
    if old.dictionary {
        // The table moves to the new shape; the old one has no object any more.
        heap[shape].table = None;
        heap[shape].count = 0;
        return new_shape(heap, Shape { absence_cached: false, ..old });
    }
    // An object that has had many properties will have more.
    let more = old.count.max(1) as usize;
    let mut prefix = old.table.map_or_else(PropertyTable::default, |table| heap[table].prefix(old.count, more));
    prefix.indices = match old.table {
        // Its own shape is not told of keys that are added.
        Some(table) if old.dictionary => heap[table].indices,
        _ if old.has_names_alone => 0,
        _ => prefix.entries.iter().filter(|entry| heap.array_index_of(entry.key).is_some()).count() as u32,
    };
    let table = new_table(heap, prefix);
    new_shape(heap, Shape { table: Some(table), dictionary: true, ..old })
}

/// Changes a property's attributes in a dictionary shape.
pub(crate) fn set_entry_attributes(heap: &mut Heap, shape: ShapeId, slot: u32, attributes: Attributes) {
    if let Some(table) = heap[shape].table {
        heap[table].entries[slot as usize].attributes = attributes;
    }
}

/// Removes a property from a dictionary shape. Its slot stays unused until compaction.
pub(crate) fn remove_entry(heap: &mut Heap, shape: ShapeId, slot: u32) {
    if let Some(table) = heap[shape].table {
        let key = heap[table].entries[slot as usize].key;
        let is_index = heap.array_index_of(key).is_some();
        marking::lose_key(heap, key);
        heap[table].remove(slot);
        heap[table].indices -= u32::from(is_index);
    }
}

/// Drops deleted entries if they are most of a dictionary; returns the old slots of the rest in order.
pub(crate) fn compact_entries(heap: &mut Heap, shape: ShapeId) -> Option<Vec<u32>> {
    let table = heap[shape].table?;
    let entries = heap[table].entries.len();
    if entries < 16 || (heap[table].deleted as usize) * 2 < entries {
        return None;
    }
    let mut kept = PropertyTable::default();
    let mut slots = Vec::new();
    for (slot, entry) in heap[table].entries.iter().enumerate() {
        if entry.key != PropertyKey::NONE {
            kept.push(*entry);
            slots.push(slot as u32);
        }
    }
    kept.number_like(&heap[table], &slots);
    replace_entries(heap, shape, kept);
    Some(slots)
}
