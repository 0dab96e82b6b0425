//! A set of property keys that may be large: no insertion and no lookup takes long.

use ferrotape_text::{SplitTable, spread};

use crate::property_key::PropertyKey;

/// A set of property keys.
#[derive(Clone, Default)]
pub struct KeySet {
    keys: SplitTable<PropertyKey>,
}

fn hash(key: &PropertyKey) -> u64 {
    spread(key.bits())
}

impl KeySet {
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub fn contains(&self, key: PropertyKey) -> bool {
        self.keys.find(hash(&key), |&other| other == key).is_some()
    }

    /// Inserts a key; true if it is new.
    pub fn insert(&mut self, key: PropertyKey) -> bool {
        let is_new = !self.contains(key);
        if is_new {
            self.keys.insert_unique(hash(&key), key, hash);
        }
        is_new
    }

    pub fn bytes(&self) -> usize {
        self.keys.bytes()
    }

    /// Most bytes that the next `count` keys take.
    pub fn growth(&self, count: usize) -> usize {
        self.keys.growth_of_many(count)
    }

    /// The keys in pieces; see [`SplitTable::part`].
    pub fn part(&self, part: usize) -> Option<impl Iterator<Item = PropertyKey> + '_> {
        Some(self.keys.part(part)?.copied())
    }
}
