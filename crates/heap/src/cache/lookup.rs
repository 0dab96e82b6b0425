//! Second chance of property access: a table by shape and key for sites that see more than one shape. Collections empty
//! it.

use super::{Answer, NO_ANSWER};
use crate::id::ShapeId;
use crate::property_key::PropertyKey;

/// An answer with the key that it is for.
#[derive(Copy, Clone)]
struct Entry {
    key: PropertyKey,
    answer: Answer,
}

const EMPTY: Entry = Entry { key: PropertyKey::NONE, answer: NO_ANSWER };

/// Entries of a table, powers of two: few, until two answers want one place.
const FEW: usize = 32;
const MANY: usize = 1024;

/// The table; there is one for reads, another for writes.
#[derive(Clone)]
pub(crate) struct LookupCache {
    entries: Vec<Entry>,
    is_large: bool,
}

impl LookupCache {
    pub fn new() -> Self {
        LookupCache { entries: Vec::new(), is_large: false }
    }

    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// The last answer inserted for the shape and key, unless another one took its place. The caller checks whether it
    /// holds.
    #[inline]
    pub(super) fn find(&self, shape: ShapeId, key: PropertyKey) -> Option<Answer> {
        self.entries.get(self.place(shape, key)).filter(|entry| entry.key == key).map(|entry| entry.answer)
    }

    /// Stores an answer at its place. A conflict makes a small table grow; in a large one the new answer wins.
    pub(super) fn insert(&mut self, key: PropertyKey, answer: Answer) {
        let place = self.place(answer.receiver(), key);
        if let Some(entry) = self.entries.get_mut(place)
            && (self.is_large || entry.is_free_for(key, answer.receiver()))
        {
            *entry = Entry { key, answer };
            return;
        }
        self.grow();
        let place = self.place(answer.receiver(), key);
        self.entries[place] = Entry { key, answer };
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.is_large = !self.entries.is_empty();
        let before = std::mem::replace(&mut self.entries, vec![EMPTY; if self.is_large { MANY } else { FEW }]);
        for entry in before.into_iter().filter(|entry| entry.key != PropertyKey::NONE) {
            let place = self.place(entry.answer.receiver(), entry.key);
            self.entries[place] = entry;
        }
    }

    /// The place of a shape and key in the table as it is; none while there is no table.
    #[inline]
    fn place(&self, shape: ShapeId, key: PropertyKey) -> usize {
        let mixed = (shape.0 ^ key.bits().rotate_left(16)).wrapping_mul(0x9E37_79B1);
        (mixed >> 20) as usize & self.entries.len().wrapping_sub(1)
    }
}

impl Entry {
    fn is_free_for(&self, key: PropertyKey, shape: ShapeId) -> bool {
        self.key == PropertyKey::NONE || (self.key == key && self.answer.receiver() == shape)
    }
}
