//! Shapes (hidden classes): the properties of an object and their places, its prototype and class, and whether it is
//! extensible. The shape of an object tells all of that.
//!
//! ```text
//! shape   class, prototype, table, count   the first `count` entries of the table are this shape's properties
//! table   key -> entry index = slot        append-only; shared by a chain of shapes, each seeing a prefix
//! ```
//!
//! Adding a property moves an object to the next shape, along a transition that is made once and found again. Locking
//! it ([`Lock`]) and a few changes of attributes do the same. An object with many properties, or one whose properties
//! are deleted or redefined again and again, gets a shape of its own (*dictionary*), whose table changes in place.
//!
//! A cached lookup of a dictionary's own property stays valid while the shape's id stays. Additions keep the id;
//! deletions and changes of attributes give a new one. Once the *absence* of a property in a dictionary was cached,
//! additions give a new id too.

mod on_heap;

pub use on_heap::*;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::{SplitTable, spread};

use crate::id::{ObjectId, ShapeId, TableId};
use crate::object::Class;
use crate::property_key::PropertyKey;
use crate::room::with_room_of;

/// Attributes of a property (ECMA-262 6.1.7.1) and of its slot.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Attributes(pub(crate) u8);

impl Attributes {
    pub const NONE: Attributes = Attributes(0);
    pub const WRITABLE: Attributes = Attributes(1);
    pub const ENUMERABLE: Attributes = Attributes(2);
    pub const CONFIGURABLE: Attributes = Attributes(4);
    /// The slot holds an accessor pair.
    pub const ACCESSOR: Attributes = Attributes(8);
    /// The slot holds the empty marker until the property is first looked at (`prototype` of functions).
    pub const LAZY: Attributes = Attributes(16);

    /// Attributes of properties made by assignment.
    pub const ALL: Attributes = Attributes(7);
    /// Attributes of built-in functions as properties.
    pub const METHOD: Attributes = Attributes(1 | 4);

    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Attributes from bits; none if the bits are invalid: accessors are never writable, and never lazy.
    pub fn of_bits(bits: u8) -> Option<Attributes> {
        let attributes = Attributes(bits);
        let is_known = bits < 32;
        let is_odd = attributes.is_accessor() && (attributes.is_writable() || attributes.is_lazy());
        (is_known && !is_odd).then_some(attributes)
    }

    #[inline(always)]
    pub const fn with(self, other: Attributes) -> Attributes {
        Attributes(self.0 | other.0)
    }

    #[inline(always)]
    pub const fn without(self, other: Attributes) -> Attributes {
        Attributes(self.0 & !other.0)
    }

    #[inline(always)]
    pub const fn has(self, other: Attributes) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn is_writable(self) -> bool {
        self.has(Attributes::WRITABLE)
    }

    pub fn is_enumerable(self) -> bool {
        self.has(Attributes::ENUMERABLE)
    }

    pub fn is_configurable(self) -> bool {
        self.has(Attributes::CONFIGURABLE)
    }

    pub fn is_accessor(self) -> bool {
        self.has(Attributes::ACCESSOR)
    }

    pub fn is_lazy(self) -> bool {
        self.has(Attributes::LAZY)
    }

    /// Returns whether it is a plain data property, whose slot can be read without further checks.
    #[inline(always)]
    pub fn is_plain_data(self) -> bool {
        self.0 & (Attributes::ACCESSOR.0 | Attributes::LAZY.0) == 0
    }
}

/// Size up to which tables are searched linearly.
const LINEAR_ENTRIES: usize = 8;

/// Lock of all properties of an object at once: SetIntegrityLevel (ECMA-262 7.3.15) and [[PreventExtensions]].
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Lock {
    NotExtensible,
    Sealed,
    Frozen,
}

impl Lock {
    /// The attributes that a property keeps.
    fn apply(self, attributes: Attributes) -> Attributes {
        match self {
            Lock::NotExtensible => attributes,
            Lock::Sealed => attributes.without(Attributes::CONFIGURABLE),
            Lock::Frozen if attributes.is_accessor() => attributes.without(Attributes::CONFIGURABLE),
            Lock::Frozen => attributes.without(Attributes::CONFIGURABLE).without(Attributes::WRITABLE),
        }
    }
}

/// A shape: a prefix of a property table, with other facts that all its objects share.
#[derive(Copy, Clone, Default)]
pub struct Shape {
    pub prototype: Option<ObjectId>,
    pub(crate) table: Option<TableId>,
    /// Entries of the table that count.
    pub count: u32,
    pub class: Class,
    /// True if it belongs to one object alone.
    pub dictionary: bool,
    /// [[Extensible]]
    pub(crate) extensible: bool,
    /// True if some cache knows of a property that objects of this dictionary do not have: an addition gives a new
    /// shape.
    pub(crate) absence_cached: bool,
    /// True if the prototype is [`Flags::BEHIND_ARRAYS`], so that `Heap::elements_behind_arrays` tells what holes stand
    /// for.
    pub(crate) holes_are_known: bool,
    /// True if all keys of a shared shape are strings that are no array indices: the slots are in the order of the keys.
    pub(crate) has_names_alone: bool,
    /// True if besides all properties of a shared shape are such as assignments make, and it is extensible.
    pub(crate) is_usual: bool,
    pub(crate) reconfigurations: u8,
}

impl Shape {
    /// [[Extensible]] of its objects.
    #[inline(always)]
    pub fn is_extensible(&self) -> bool {
        self.extensible
    }

    /// Returns whether its keys are strings, no array indices, and stay as they are while an object has it: it belongs
    /// to many objects.
    #[inline(always)]
    pub fn has_fixed_names(&self) -> bool {
        self.has_names_alone && !self.dictionary
    }

    /// Returns whether, besides, all properties are such as assignments make, and it is extensible.
    #[inline(always)]
    pub fn is_shared_and_usual(&self) -> bool {
        self.is_usual && !self.dictionary
    }
}

/// A property of a table.
#[derive(Copy, Clone)]
pub struct PropertyEntry {
    /// The key; [`PropertyKey::NONE`] after a deletion.
    pub key: PropertyKey,
    pub attributes: Attributes,
}

/// Properties in the order of their addition, with an index by key.
#[derive(Default)]
pub struct PropertyTable {
    pub(crate) entries: Vec<PropertyEntry>,
    index: SplitTable<u32>,
    /// Number of deleted entries whose slots lie idle.
    deleted: u32,
    /// Entry before which all are deleted.
    first: u32,
    /// In a dictionary: number of keys that are array indices, from 2^31 on. Lists of keys begin with them.
    indices: u32,
    /// Number of entries that were ever added. An entry's number is the count before it, wherever it lies now.
    added: u32,
    /// Ascending numbers of the entries that remained when deleted ones were last dropped; further entries count on
    /// from there.
    numbers: Vec<u32>,
}

impl Clone for PropertyTable {
    fn clone(&self) -> Self {
        let &PropertyTable { ref entries, ref index, deleted, first, indices, added, ref numbers } = self;
        let (entries, index, numbers) = (with_room_of(entries), index.clone(), with_room_of(numbers));
        PropertyTable { entries, index, deleted, first, indices, added, numbers }
    }
}

/// Names of an object with its own shape that an enumeration has not taken yet. They are entries with these numbers,
/// which stay theirs when others are deleted.
#[derive(Copy, Clone)]
pub struct RestOfNames {
    table: TableId,
    next: u32,
    end: u32,
}

/// A shape without properties, found by the prototype and the class of its objects.
#[derive(Clone)]
pub(crate) struct RootShape {
    pub prototype: Option<ObjectId>,
    pub class: Class,
    pub shape: ShapeId,
}

impl RootShape {
    pub fn hash(&self) -> u64 {
        root_hash(self.prototype, self.class)
    }
}

fn root_hash(prototype: Option<ObjectId>, class: Class) -> u64 {
    spread(prototype.map_or(u32::MAX, |prototype| prototype.0) ^ (class as u32) << 27)
}

/// Change that leads from one shape to another.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    from: ShapeId,
    /// The key; [`PropertyKey::NONE`] for locks.
    key: PropertyKey,
    kind: u8,
}

/// A change, and the shape that it leads to.
#[derive(Clone)]
pub(crate) struct Transition {
    change: Change,
    pub to: ShapeId,
}

impl Change {
    /// Bit in the kind of changes of attributes; the kind of an addition is its attributes alone.
    const RECONFIGURED: u8 = 0x80;

    fn addition(from: ShapeId, key: PropertyKey, attributes: Attributes) -> Self {
        Change { from, key, kind: attributes.0 }
    }

    fn reconfiguration(from: ShapeId, key: PropertyKey, attributes: Attributes) -> Self {
        Change { from, key, kind: attributes.0 | Change::RECONFIGURED }
    }

    /// Makes the change that sets only the count of attribute changes.
    fn reconfigurations(from: ShapeId, count: u8) -> Self {
        Change { from, key: PropertyKey::NONE, kind: count | Change::RECONFIGURED }
    }

    fn lock(from: ShapeId, lock: Lock) -> Self {
        Change { from, key: PropertyKey::NONE, kind: lock as u8 }
    }

    fn hash(self) -> u64 {
        let from = u64::from(self.from.0) << 8 | u64::from(self.kind);
        (from.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ u64::from(self.key.bits()))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(20)
    }
}

impl Transition {
    pub fn hash(&self) -> u64 {
        self.change.hash()
    }

    pub fn from(&self) -> ShapeId {
        self.change.from
    }
}

/// Hash of a property key for tables.
pub(crate) fn hash(key: PropertyKey) -> u64 {
    u64::from(key.bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl PropertyTable {
    fn find(&self, key: PropertyKey, count: u32) -> Option<u32> {
        if self.index.is_empty() {
            return self.entries[..count as usize].iter().position(|entry| entry.key == key).map(|slot| slot as u32);
        }
        let slot = *self.index.find(hash(key), |&slot| self.entries[slot as usize].key == key)?;
        (slot < count).then_some(slot)
    }

    pub(crate) fn push_entry(&mut self, key: PropertyKey, attributes: Attributes) {
        self.push(PropertyEntry { key, attributes });
    }

    /// Appends an entry. The caller knows that the key is not there. Beyond `LINEAR_ENTRIES` entries, a hash index has
    /// them all.
    fn push(&mut self, entry: PropertyEntry) {
        self.added = self.added.wrapping_add(1);
        self.entries.push(entry);
        if self.entries.len() == LINEAR_ENTRIES + 1 {
            self.index_all();
        } else if self.entries.len() > LINEAR_ENTRIES + 1 {
            let entries = &self.entries;
            let rehash = |&slot: &u32| hash(entries[slot as usize].key);
            self.index.insert_unique(hash(entry.key), entries.len() as u32 - 1, rehash);
        }
    }

    /// Builds the index; from now on entries are found by it.
    fn index_all(&mut self) {
        let entries = &self.entries;
        let rehash = |&slot: &u32| hash(entries[slot as usize].key);
        for slot in 0..entries.len() as u32 {
            if entries[slot as usize].key != PropertyKey::NONE {
                self.index.insert_unique(rehash(&slot), slot, rehash);
            }
        }
    }

    /// Adds an entry that is deleted already.
    pub(crate) fn push_deleted(&mut self) {
        self.added = self.added.wrapping_add(1);
        self.deleted += 1;
        self.first += u32::from(self.first as usize == self.entries.len());
        self.entries.push(PropertyEntry { key: PropertyKey::NONE, attributes: Attributes::NONE });
        if self.entries.len() == LINEAR_ENTRIES + 1 {
            self.index_all();
        }
    }

    /// Number of entries that are not deleted.
    pub(crate) fn live(&self) -> usize {
        self.entries.len() - self.deleted as usize
    }

    /// Returns whether the table has an entry of that key.
    pub(crate) fn has_key(&self, key: PropertyKey) -> bool {
        self.find(key, self.entries.len() as u32).is_some()
    }

    /// Returns whether these are the keys of all entries.
    pub(crate) fn has_keys(&self, keys: &[PropertyKey]) -> bool {
        self.entries.iter().map(|entry| entry.key).eq(keys.iter().copied())
    }

    /// Makes room for some more entries.
    fn reserve(&mut self, more: usize) {
        self.entries.reserve(more);
        if self.entries.len() + more > LINEAR_ENTRIES {
            let entries = &self.entries;
            self.index.reserve(self.entries.len() + more, |&slot| hash(entries[slot as usize].key));
        }
    }

    fn remove(&mut self, slot: u32) {
        let key = self.entries[slot as usize].key;
        self.index.remove(hash(key), |&other| other == slot);
        self.entries[slot as usize].key = PropertyKey::NONE;
        self.deleted += 1;
        while self.entries.get(self.first as usize).is_some_and(|entry| entry.key == PropertyKey::NONE) {
            self.first += 1;
        }
    }

    /// The number, among all entries ever added, of the entry in the slot.
    fn number_of(&self, slot: usize) -> u32 {
        let from_end = (self.entries.len() - slot) as u32;
        self.numbers.get(slot).copied().unwrap_or(self.added.wrapping_sub(from_end))
    }

    /// The first slot of an entry with that number or a later one.
    fn slot_from(&self, number: u32) -> usize {
        let known = self.numbers.partition_point(|&known| known < number);
        if known < self.numbers.len() {
            return known;
        }
        let first = self.number_of(self.numbers.len());
        (self.numbers.len() + number.saturating_sub(first) as usize).min(self.entries.len())
    }

    /// Takes over the numbers of a table with deleted entries, of which these slots were kept.
    fn number_like(&mut self, old: &PropertyTable, slots: &[u32]) {
        self.numbers = slots.iter().map(|&slot| old.number_of(slot as usize)).collect();
        self.added = old.added;
    }

    fn lock(&mut self, lock: Lock) {
        for entry in &mut self.entries {
            entry.attributes = lock.apply(entry.attributes);
        }
    }

    /// Copies the first `count` entries to a table of their own, with room for some more.
    fn prefix(&self, count: u32, more: usize) -> PropertyTable {
        let mut table = PropertyTable::default();
        table.reserve(count as usize + more);
        for &entry in &self.entries[..count as usize] {
            table.push(entry);
        }
        table.deleted = self.deleted;
        table
    }

    pub fn bytes(&self) -> usize {
        allocation_bytes(self.entries.capacity() * size_of::<PropertyEntry>())
            + allocation_bytes(self.index.bytes())
            + allocation_bytes(self.numbers.capacity() * size_of::<u32>())
    }
}
