//! [[OwnPropertyKeys]], ECMA-262 10.1.11: indices ascending, names and then symbols in order of creation.

use std::collections::BTreeMap;
use std::ops::Bound;

use ferrotape_budget::costs::ELEMENTS_PER_TICK;

use crate::error::Completion;
use crate::heap::{Heap, ObjectId};
use crate::names::keys;
use crate::object::{Elements, ObjectKind};
use crate::property_key::PropertyKey;
use crate::vm::Vm;

/// Keys that are looked at from one tick to the next.
const CHUNK: usize = 1024;

impl Vm {
    pub fn own_property_keys(&mut self, object: ObjectId) -> Completion<Vec<PropertyKey>> {
        let mut keys = self.string_index_keys(object)?;
        match self.mapped_indices(object) {
            Some(indices) => {
                self.tick(indices.len() as u64)?;
                keys.extend(indices.into_iter().filter_map(PropertyKey::from_index));
            }
            None => self.append_element_keys(object, &mut keys)?,
        }
        self.append_named_keys(object, &mut keys)?;
        Ok(keys)
    }

    fn append_element_keys(&mut self, object: ObjectId, keys: &mut Vec<PropertyKey>) -> Completion<()> {
        let mut next = Some(0);
        while let Some(start) = next {
            let before = keys.len();
            self.require_room_for_keys(before)?;
            next = self.heap.append_some_element_keys(object, start, keys);
            // Holes take a look each, too.
            let holes = if next.is_some() { CHUNK as u64 / 2 / ELEMENTS_PER_TICK } else { 0 };
            self.tick((keys.len() - before) as u64 + holes)?;
        }
        Ok(())
    }

    fn append_named_keys(&mut self, object: ObjectId, keys: &mut Vec<PropertyKey>) -> Completion<()> {
        // Indices that are too large to be elements come first of all, ascending.
        let mut large = BTreeMap::new();
        let (mut names, mut symbols) = (Vec::new(), Vec::new());
        if matches!(self.heap[object].kind, ObjectKind::Array { .. } | ObjectKind::String(_)) {
            names.push(keys::LENGTH);
        }
        let shape = self.heap[object].shape;
        let count = self.heap[shape].count as usize;
        for start in (0..count).step_by(CHUNK) {
            let end = count.min(start + CHUNK);
            self.require_room_for_keys(start)?;
            self.tick((end - start) as u64)?;
            for (_, entry) in self.heap.shape_entries_in(shape, start..end) {
                match self.heap.array_index_of(entry.key) {
                    Some(index) => drop(large.insert(index, entry.key)),
                    None if entry.key.as_symbol().is_some() => symbols.push(entry.key),
                    None => names.push(entry.key),
                }
            }
        }
        keys.reserve(large.len() + names.len() + symbols.len());
        keys.extend(large.into_values());
        keys.append(&mut names);
        keys.append(&mut symbols);
        Ok(())
    }

    /// Looks whether there is room for a chunk of keys behind so many: what holds them may have to double, and is copied once.
    fn require_room_for_keys(&mut self, before: usize) -> Completion<()> {
        if before == 0 {
            return Ok(());
        }
        Ok(self.heap.require_room(4 * (before + CHUNK) * size_of::<PropertyKey>())?)
    }
}

impl Heap {
    /// Appends the keys of a chunk of an object's elements from an index on. Gives the index that the next chunk begins with.
    fn append_some_element_keys(&self, object: ObjectId, start: u32, keys: &mut Vec<PropertyKey>) -> Option<u32> {
        match &self[object].elements {
            Elements::Dense(values) => {
                let rest = values.get(start as usize..)?;
                let chunk = (start..).zip(rest.iter().take(CHUNK)).filter(|(_, value)| !value.is_empty());
                keys.extend(chunk.filter_map(|(index, _)| PropertyKey::from_index(index)));
                (rest.len() > CHUNK).then_some(start + CHUNK as u32)
            }
            Elements::Sparse(map) => {
                let mut rest = map.range((Bound::Included(start), Bound::Unbounded)).map(|(&index, _)| index);
                keys.extend(rest.by_ref().take(CHUNK).filter_map(PropertyKey::from_index));
                rest.next()
            }
        }
    }
}
