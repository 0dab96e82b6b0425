//! Transitions: which shape an object gets when it gains, loses or changes a property.

use crate::heap::Heap;
use crate::id::{ObjectId, ShapeId, TableId};
use crate::object::{Class, Flags};
use crate::property_key::PropertyKey;
use crate::shape::{
    Attributes, Change, Lock, PropertyEntry, PropertyTable, RestOfNames, RootShape, Shape, Transition, root_hash,
};

/// Changes of attributes that a shared shape may have behind it; objects that are redefined more often get a dictionary.
const MAX_RECONFIGURATIONS: u8 = 8;

/// Prototypes that are asked for elements in one go.
const LONGEST_CHAIN: usize = 16;

/// Objects with more named properties than this become dictionaries.
const MAX_SHARED_PROPERTIES: u32 = 128;

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
        let first = self[shape].table.map_or(0, |table| self[table].first);
        self.shape_entries_from(shape, first as usize, usize::MAX)
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

    /// The names of an object that can be taken piece by piece: of one with a shape of its own, which alone tells what it has.
    /// None where all of them are to be taken at once.
    pub fn names_in_pieces(&self, object: ObjectId) -> Option<RestOfNames> {
        let shape = &self[self.shape_of(object)];
        let is_plain = shape.class == Class::Ordinary && shape.dictionary && !self.may_have_elements(object);
        let table = shape.table.filter(|_| is_plain)?;
        // Numbers that go round once more would be told by none.
        let end = Some(self[table].added).filter(|&added| added < 1 << 31)?;
        Some(RestOfNames { table, next: 0, end })
    }

    /// The slots of the rest: from the next one on, before the last one. None where it is no longer the object's.
    pub fn slots_of_rest(&self, object: ObjectId, rest: &RestOfNames) -> Option<[u32; 2]> {
        let table = self[self.shape_of(object)].table.filter(|&table| table == rest.table)?;
        Some([rest.next, rest.end].map(|number| self[table].slot_from(number) as u32))
    }

    /// The rest of an enumeration by its slots; none where the object has no such slots.
    pub fn rest_of_slots(&self, object: ObjectId, [next, end]: [u32; 2]) -> Option<RestOfNames> {
        let shape = &self[self.shape_of(object)];
        let table = shape.table.filter(|_| shape.dictionary && next <= end && end <= shape.count)?;
        let number = |slot: u32| match slot == shape.count {
            true => self[table].added,
            false => self[table].number_of(slot as usize),
        };
        Some(RestOfNames { table, next: number(next), end: number(end) })
    }

    /// Appends names of the object, at most so many, and moves on behind them. Symbols are left out. Gives the number of slots
    /// that were looked at; none at the end.
    pub fn take_names(
        &self,
        object: ObjectId,
        rest: &mut RestOfNames,
        most: usize,
        names: &mut Vec<PropertyKey>,
    ) -> usize {
        let Some(table) = self[self.shape_of(object)].table.filter(|&table| table == rest.table) else { return 0 };
        let table = &self[table];
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
                let prefix = shared.map_or_else(PropertyTable::default, |table| self[table].prefix(old.count, 1));
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
        let mut table = self[table].prefix(old.count, 0);
        table.entries[slot as usize].attributes = attributes;
        let table = Some(self.new_table(table));
        let next = self.new_shape(Shape { table, reconfigurations: old.reconfigurations + 1, ..old });
        self.remember_transition(change, next);
        Some(next)
    }

    /// The same shape behind so many changes of attributes.
    pub(crate) fn shape_with_reconfigurations(&mut self, shape: ShapeId, count: u8) -> ShapeId {
        let count = count.min(MAX_RECONFIGURATIONS);
        let change = Change::reconfigurations(shape, count);
        if let Some(next) = self.known_transition(change) {
            return next;
        }
        let next = self.new_shape(Shape { reconfigurations: count, ..self[shape] });
        self.remember_transition(change, next);
        next
    }

    /// Gives a shape of one object another table.
    pub(crate) fn replace_entries(&mut self, shape: ShapeId, new: PropertyTable) {
        let Some(table) = self[shape].table else { return };
        let (before, after) = (self[table].bytes(), new.bytes());
        self.lose_entries(table);
        self[shape].count = new.entries.len() as u32;
        self[table] = new;
        self.account_change(before, after);
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
                let mut table = self[table].prefix(old.count, 0);
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
        // Who has had many will have more.
        let more = old.count.max(1) as usize;
        let prefix = old.table.map_or_else(PropertyTable::default, |table| self[table].prefix(old.count, more));
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
        kept.number_like(&self[table], &slots);
        self.replace_entries(shape, kept);
        Some(slots)
    }
}
