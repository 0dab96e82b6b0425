//! Shapes (hidden classes): which properties an object has, where they are, what its prototype and its class are, and
//! whether it is extensible. Whoever knows the shape of an object knows all of that.
//!
//! ```text
//! shape   class, prototype, table, count   the first `count` entries of the table are this shape's properties
//! table   key -> entry index = slot        append-only; shared by a chain of shapes, each seeing a prefix
//! ```
//!
//! Adding a property to an object moves it to the next shape, along a transition that is made once and found again; so do
//! locking it ([`Lock`]) and a few changes of attributes. An object with many properties, or one whose properties were
//! deleted or redefined again and again, gets a shape of its own (*dictionary*), whose table changes in place. A cached
//! lookup of a dictionary's own property stays valid while the shape's id stays: additions keep it, deletions and changes of
//! attributes give a new one. Where it was cached that a dictionary does *not* have a property, additions give a new one too.

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::{SplitTable, spread};

use crate::heap::Heap;
use crate::id::{ObjectId, ShapeId, TableId};
use crate::object::{Class, Flags};
use crate::property_key::PropertyKey;

/// Attributes of a property (ECMA-262 6.1.7.1) and how its slot is to be read.
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

    /// Of properties made by assignment.
    pub const ALL: Attributes = Attributes(7);
    /// Of built-in functions as properties.
    pub const METHOD: Attributes = Attributes(1 | 4);

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

    /// A plain data property whose slot can be read without a look at anything else.
    #[inline(always)]
    pub fn is_plain_data(self) -> bool {
        self.0 & (Attributes::ACCESSOR.0 | Attributes::LAZY.0) == 0
    }
}

/// Objects with more named properties than this become dictionaries.
const MAX_SHARED_PROPERTIES: u32 = 128;

/// Prototypes that are asked for elements in one go.
const LONGEST_CHAIN: usize = 16;

/// Tables up to this size are searched from end to end.
const LINEAR_ENTRIES: usize = 8;

/// Changes of attributes that a shared shape may have behind it; objects that are redefined more often get a dictionary.
const MAX_RECONFIGURATIONS: u8 = 8;

/// What SetIntegrityLevel (ECMA-262 7.3.15) and [[PreventExtensions]] do to all properties of an object at once.
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

#[derive(Copy, Clone, Default)]
pub struct Shape {
    pub prototype: Option<ObjectId>,
    pub(crate) table: Option<TableId>,
    /// Entries of the table that count.
    pub count: u32,
    pub class: Class,
    /// Belongs to one object alone.
    pub dictionary: bool,
    /// [[Extensible]]
    pub(crate) extensible: bool,
    /// Some cache knows of a property that objects of this dictionary do not have: an addition gives a new shape.
    pub(crate) absence_cached: bool,
    /// The prototype is [`Flags::BEHIND_ARRAYS`], so `Heap::elements_behind_arrays` tells what holes stand for.
    pub(crate) holes_are_known: bool,
    pub(crate) reconfigurations: u8,
}

impl Shape {
    /// [[Extensible]] of its objects.
    #[inline(always)]
    pub fn is_extensible(&self) -> bool {
        self.extensible
    }
}

#[derive(Copy, Clone)]
pub struct PropertyEntry {
    /// [`PropertyKey::NONE`] after a deletion.
    pub key: PropertyKey,
    pub attributes: Attributes,
}

#[derive(Default)]
pub struct PropertyTable {
    pub(crate) entries: Vec<PropertyEntry>,
    index: SplitTable<u32>,
    /// Deleted entries whose slots lie idle.
    deleted: u32,
}

/// A shape without properties, found by the prototype and the class of its objects.
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

/// What leads from a shape to another one.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    from: ShapeId,
    /// [`PropertyKey::NONE`] for locks.
    key: PropertyKey,
    kind: u8,
}

/// A change, and the shape that it leads to.
pub(crate) struct Transition {
    change: Change,
    pub to: ShapeId,
}

impl Change {
    /// Set in the kind of changes to attributes, where the kind of an addition is nothing but its attributes.
    const RECONFIGURED: u8 = 0x80;

    fn addition(from: ShapeId, key: PropertyKey, attributes: Attributes) -> Self {
        Change { from, key, kind: attributes.0 }
    }

    fn reconfiguration(from: ShapeId, key: PropertyKey, attributes: Attributes) -> Self {
        Change { from, key, kind: attributes.0 | Change::RECONFIGURED }
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

/// What hash tables of property keys go by.
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

    fn push(&mut self, entry: PropertyEntry) {
        self.entries.push(entry);
        let entries = &self.entries;
        let rehash = |&slot: &u32| hash(entries[slot as usize].key);
        if entries.len() == LINEAR_ENTRIES + 1 {
            for slot in 0..entries.len() as u32 {
                if entries[slot as usize].key != PropertyKey::NONE {
                    self.index.insert_unique(rehash(&slot), slot, rehash);
                }
            }
        } else if entries.len() > LINEAR_ENTRIES + 1 {
            self.index.insert_unique(hash(entry.key), entries.len() as u32 - 1, rehash);
        }
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
    }

    fn lock(&mut self, lock: Lock) {
        for entry in &mut self.entries {
            entry.attributes = lock.apply(entry.attributes);
        }
    }

    /// The first `count` entries, in a table of their own.
    fn prefix(&self, count: u32) -> PropertyTable {
        let mut table = PropertyTable::default();
        for &entry in &self.entries[..count as usize] {
            table.push(entry);
        }
        table.deleted = self.deleted;
        table
    }

    pub fn bytes(&self) -> usize {
        allocation_bytes(self.entries.capacity() * size_of::<PropertyEntry>()) + allocation_bytes(self.index.bytes())
    }
}

impl Heap {
    /// The shape of objects of a class without properties whose prototype is `prototype`, which from now on serves as one.
    pub fn root_shape(&mut self, prototype: Option<ObjectId>, class: Class) -> ShapeId {
        let hash = root_hash(prototype, class);
        if let Some(root) = self.root_shapes.find(hash, |root| root.prototype == prototype && root.class == class) {
            return root.shape;
        }
        let holes_are_known = self.becomes_prototype(prototype);
        let shape = self.new_shape(Shape { prototype, class, extensible: true, holes_are_known, ..Shape::default() });
        let before = self.root_shapes.bytes();
        self.root_shapes.insert_unique(hash, RootShape { prototype, class, shape }, RootShape::hash);
        let after = self.root_shapes.bytes();
        self.account_change(before, after);
        shape
    }

    /// A shape of its own for one object, empty.
    pub fn dictionary_shape(&mut self, prototype: Option<ObjectId>, class: Class) -> ShapeId {
        let holes_are_known = self.becomes_prototype(prototype);
        let table = Some(self.new_table(PropertyTable::default()));
        let (dictionary, extensible) = (true, true);
        self.new_shape(Shape { prototype, class, table, dictionary, extensible, holes_are_known, ..Shape::default() })
    }

    /// The shape of one object of which nobody has asked yet what it has: see `object/unfilled.rs`.
    pub(crate) fn unfilled_shape(&mut self, prototype: Option<ObjectId>) -> ShapeId {
        let holes_are_known = self.becomes_prototype(prototype);
        let (class, dictionary, extensible) = (Class::Unfilled, true, true);
        self.new_shape(Shape { prototype, class, dictionary, extensible, holes_are_known, ..Shape::default() })
    }

    /// Has such a shape become that of an object of the class, whose properties are to come.
    pub(crate) fn begin_dictionary(&mut self, shape: ShapeId, class: Class) {
        let table = Some(self.new_table(PropertyTable::default()));
        self[shape] = Shape { class, table, ..self[shape] };
    }

    /// Tells whether the object is behind arrays.
    fn becomes_prototype(&mut self, object: Option<ObjectId>) -> bool {
        let Some(object) = object else { return false };
        self.insert_flag(object, Flags::IS_PROTOTYPE);
        self.has_flag(object, Flags::BEHIND_ARRAYS)
    }

    /// From now on it is known when this object or one further up gets elements. For %Array.prototype%, before there are
    /// arrays, and again when an object of its chain gets another prototype.
    pub fn put_behind_arrays(&mut self, object: ObjectId) {
        let mut next = Some(object);
        for _ in 0..LONGEST_CHAIN {
            // Above those that are there already all are there.
            let Some(current) = next.filter(|&current| !self.has_flag(current, Flags::BEHIND_ARRAYS)) else {
                return;
            };
            self.insert_flag(current, Flags::BEHIND_ARRAYS);
            self.elements_behind_arrays |= self.may_have_elements(current);
            next = self.prototype_of(current);
        }
        // What is further up is not watched: as if there were elements, for good.
        self.elements_behind_arrays |= next.is_some();
    }

    /// Is there certainly nothing behind the holes of an object's elements?
    #[inline(always)]
    pub fn holes_are_absent(&self, object: ObjectId) -> bool {
        self.holes_are_absent_in(self.shape_of(object))
    }

    /// The same of all objects of a shape.
    #[inline(always)]
    pub fn holes_are_absent_in(&self, shape: ShapeId) -> bool {
        let shape = &self[shape];
        shape.holes_are_known && !self.elements_behind_arrays || self.has_no_elements_above(shape.prototype)
    }

    #[cold]
    #[inline(never)]
    fn has_no_elements_above(&self, mut next: Option<ObjectId>) -> bool {
        for _ in 0..LONGEST_CHAIN {
            let Some(object) = next else { return true };
            if self.may_have_elements(object) && !self.has_nothing_but_holes(object) {
                return false;
            }
            next = self.prototype_of(object);
        }
        false
    }

    fn new_shape(&mut self, shape: Shape) -> ShapeId {
        let shape = ShapeId(self.shapes.insert_light(shape, &mut self.budget));
        self.look_into_shape(shape);
        shape
    }

    fn new_table(&mut self, table: PropertyTable) -> TableId {
        self.account(table.bytes());
        let table = TableId(self.tables.insert(table, &mut self.budget));
        self.look_into_table(table);
        table
    }

    /// Slot and attributes of a property.
    #[inline]
    pub fn shape_lookup(&self, shape: ShapeId, key: PropertyKey) -> Option<(u32, Attributes)> {
        let shape = self[shape];
        let table = &self[shape.table?];
        let slot = table.find(key, shape.count)?;
        Some((slot, table.entries[slot as usize].attributes))
    }

    /// The keys of a shape in order of creation, deleted ones left out.
    pub fn shape_entries(&self, shape: ShapeId) -> impl Iterator<Item = (u32, PropertyEntry)> + '_ {
        self.shape_entries_from(shape, 0, usize::MAX)
    }

    /// Those of the shape's entries that are in so many slots from `start` on.
    pub fn shape_entries_from(
        &self,
        shape: ShapeId,
        start: usize,
        slots: usize,
    ) -> impl Iterator<Item = (u32, PropertyEntry)> + '_ {
        let shape = self[shape];
        let entries = shape.table.map_or(&[][..], |table| &self[table].entries[..shape.count as usize]);
        let end = start.saturating_add(slots).min(entries.len());
        (start as u32..)
            .zip(&entries[start.min(end)..end])
            .filter(|(_, entry)| entry.key != PropertyKey::NONE)
            .map(|(slot, entry)| (slot, *entry))
    }

    /// The shape after adding a property; its slot is the last one. The key must not be there yet.
    pub fn shape_with(&mut self, shape: ShapeId, key: PropertyKey, attributes: Attributes) -> ShapeId {
        let old = self[shape];
        if old.dictionary {
            self.push_entry(old.table, key, attributes);
            self[shape].count += 1;
            return if old.absence_cached { self.dictionary_copy(shape) } else { shape };
        }
        let change = Change::addition(shape, key, attributes);
        if let Some(next) = self.known_transition(change) {
            return next;
        }
        let table = match old.table {
            Some(table) if self[table].entries.len() as u32 == old.count => {
                self.push_entry(Some(table), key, attributes);
                table
            }
            // Another shape has gone on from here: a table of our own.
            shared => {
                let prefix = shared.map_or_else(PropertyTable::default, |table| self[table].prefix(old.count));
                let table = self.new_table(prefix);
                self.push_entry(Some(table), key, attributes);
                table
            }
        };
        let next = self.new_shape(Shape { table: Some(table), count: old.count + 1, ..old });
        self.remember_transition(change, next);
        next
    }

    /// The shape that a change has led to before.
    fn known_transition(&self, change: Change) -> Option<ShapeId> {
        self.transitions.find(change.hash(), |other| other.change == change).map(|transition| transition.to)
    }

    fn remember_transition(&mut self, change: Change, to: ShapeId) {
        let before = self.transitions.bytes();
        self.transitions.insert_unique(change.hash(), Transition { change, to }, Transition::hash);
        let after = self.transitions.bytes();
        self.account_change(before, after);
    }

    /// The shape with other attributes for the property in a slot, where shapes of this kind are shared; none where a
    /// dictionary is called for.
    pub fn shape_reconfigured(&mut self, shape: ShapeId, slot: u32, attributes: Attributes) -> Option<ShapeId> {
        let old = self[shape];
        let table = old.table.filter(|_| !old.dictionary && old.reconfigurations < MAX_RECONFIGURATIONS)?;
        let change = Change::reconfiguration(shape, self[table].entries[slot as usize].key, attributes);
        if let Some(next) = self.known_transition(change) {
            return Some(next);
        }
        let mut table = self[table].prefix(old.count);
        table.entries[slot as usize].attributes = attributes;
        let table = Some(self.new_table(table));
        let next = self.new_shape(Shape { table, reconfigurations: old.reconfigurations + 1, ..old });
        self.remember_transition(change, next);
        Some(next)
    }

    /// The shape after [`Lock`]; a dictionary changes in place and gets a new id.
    pub(crate) fn locked_shape(&mut self, shape: ShapeId, lock: Lock) -> ShapeId {
        let old = self[shape];
        if self.is_locked(shape, lock) {
            return shape;
        }
        if old.dictionary {
            let shape = self.dictionary_copy(shape);
            self[shape].extensible = false;
            if let Some(table) = self[shape].table {
                self[table].lock(lock);
            }
            return shape;
        }
        let change = Change::lock(shape, lock);
        if let Some(next) = self.known_transition(change) {
            return next;
        }
        let table = match old.table {
            Some(table) if lock > Lock::NotExtensible => {
                let mut table = self[table].prefix(old.count);
                table.lock(lock);
                Some(self.new_table(table))
            }
            shared => shared,
        };
        let next = self.new_shape(Shape { table, extensible: false, ..old });
        self.remember_transition(change, next);
        next
    }

    /// Would a lock change nothing? Who locks what is locked again and again makes no shapes.
    fn is_locked(&self, shape: ShapeId, lock: Lock) -> bool {
        !self[shape].extensible
            && self.shape_entries(shape).all(|(_, entry)| lock.apply(entry.attributes) == entry.attributes)
    }

    fn push_entry(&mut self, table: Option<TableId>, key: PropertyKey, attributes: Attributes) {
        if let Some(table) = table {
            let before = self[table].bytes();
            self[table].push(PropertyEntry { key, attributes });
            let after = self[table].bytes();
            self.account_change(before, after);
        }
    }

    /// Makes room for properties that are about to be added to an object with a shape of its own.
    pub fn expect_properties(&mut self, object: ObjectId, more: usize) {
        let shape = &self[self.shape_of(object)];
        if let (true, Some(table)) = (shape.dictionary, shape.table) {
            let before = self[table].bytes();
            self[table].reserve(more);
            let after = self[table].bytes();
            self.account_change(before, after);
        }
    }

    /// Should the next added property turn objects of this shape into dictionaries?
    pub(crate) fn is_crowded(&self, shape: ShapeId) -> bool {
        let shape = &self[shape];
        shape.count >= MAX_SHARED_PROPERTIES && !shape.dictionary
    }

    /// A new dictionary shape with the same properties in the same slots. Used before anything but an addition, so it is
    /// also how caches of a dictionary's shape are made void.
    pub(crate) fn dictionary_copy(&mut self, shape: ShapeId) -> ShapeId {
        let old = self[shape];
        if old.dictionary {
            // The table moves to the new shape; the old one has no object any more.
            self[shape].table = None;
            self[shape].count = 0;
            return self.new_shape(Shape { absence_cached: false, ..old });
        }
        let prefix = old.table.map_or_else(PropertyTable::default, |table| self[table].prefix(old.count));
        let table = self.new_table(prefix);
        self.new_shape(Shape { table: Some(table), dictionary: true, ..old })
    }

    /// Changes a property's attributes in a dictionary shape.
    pub(crate) fn set_entry_attributes(&mut self, shape: ShapeId, slot: u32, attributes: Attributes) {
        if let Some(table) = self[shape].table {
            self[table].entries[slot as usize].attributes = attributes;
        }
    }

    /// Removes a property from a dictionary shape. Its slot stays unused until [`Heap::compaction`] says otherwise.
    pub(crate) fn remove_entry(&mut self, shape: ShapeId, slot: u32) {
        if let Some(table) = self[shape].table {
            self.lose_key(self[table].entries[slot as usize].key);
            self[table].remove(slot);
        }
    }

    /// Where most entries of a dictionary are deleted ones: drops those, and gives the old slots of the rest in order.
    pub(crate) fn compact_entries(&mut self, shape: ShapeId) -> Option<Vec<u32>> {
        let table = self[shape].table?;
        let entries = self[table].entries.len();
        if entries < 16 || (self[table].deleted as usize) * 2 < entries {
            return None;
        }
        let mut kept = PropertyTable::default();
        let mut slots = Vec::new();
        for (slot, entry) in self[table].entries.iter().enumerate() {
            if entry.key != PropertyKey::NONE {
                kept.push(*entry);
                slots.push(slot as u32);
            }
        }
        let (before, after) = (self[table].bytes(), kept.bytes());
        self.lose_entries(table);
        self[table] = kept;
        self.account_change(before, after);
        self[shape].count = slots.len() as u32;
        Some(slots)
    }
}
