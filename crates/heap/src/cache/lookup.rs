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

/// A power of two.
const ENTRIES: usize = 1024;

/// The table; there is one for reads, another for writes.
#[derive(Clone)]
pub(crate) struct LookupCache {
    entries: Vec<Entry>,
}

impl LookupCache {
    pub fn new() -> Self {
        LookupCache { entries: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    /// The last answer inserted for the shape and key, unless another one took its place. The caller checks whether it
    /// holds.
    #[inline]
    pub(super) fn find(&self, shape: ShapeId, key: PropertyKey) -> Option<Answer> {
        self.entries.get(place(shape, key)).filter(|entry| entry.key == key).map(|entry| entry.answer)
    }

    pub(super) fn insert(&mut self, key: PropertyKey, answer: Answer) {
        if self.entries.is_empty() {
            self.entries = vec![EMPTY; ENTRIES];
        }
        self.entries[place(answer.receiver(), key)] = Entry { key, answer };
    }
}

fn place(shape: ShapeId, key: PropertyKey) -> usize {
    let mixed = (shape.0 ^ key.bits().rotate_left(16)).wrapping_mul(0x9E37_79B1);
    (mixed >> 20) as usize & (ENTRIES - 1)
}
