//! The second chance of property access: a table by shape and key for sites that see more shapes than one.
//!
//! An entry says the same as an inline cache does and is void for the same reasons. Collections empty the table.

use crate::code::{InlineCache, NO_HOLDER, NO_SHAPE};
use crate::heap::{ObjectId, ShapeId};
use crate::property_key::PropertyKey;

/// What is known of a key in objects of a shape; see [`InlineCache`] for the fields.
#[derive(Copy, Clone)]
struct Entry {
    shape: ShapeId,
    key: PropertyKey,
    slot: u32,
    holder: ObjectId,
    epoch: u32,
    new_shape: ShapeId,
}

const EMPTY: Entry =
    Entry { shape: NO_SHAPE, key: PropertyKey::NONE, slot: 0, holder: NO_HOLDER, epoch: 0, new_shape: NO_SHAPE };

/// A power of two.
const ENTRIES: usize = 1024;

/// One table for reads, another for writes.
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

    /// Fills the site's cache with what is known; tells whether something was. `epoch` is that of the
    /// prototypes now.
    #[inline]
    pub fn recall(&self, shape: ShapeId, cached_form: ShapeId, epoch: u32, cache: &InlineCache) -> bool {
        let Some(entry) = self.entries.get(place(shape, cache.key)) else { return false };
        let depends_on_prototypes = entry.holder != NO_HOLDER || entry.new_shape != NO_SHAPE;
        if entry.shape != shape || entry.key != cache.key || (depends_on_prototypes && entry.epoch != epoch) {
            return false;
        }
        cache.shape.set(cached_form);
        cache.slot.set(entry.slot);
        cache.holder.set(entry.holder);
        cache.epoch.set(entry.epoch);
        cache.new_shape.set(entry.new_shape);
        true
    }

    /// Takes over what a site has learned of a shape.
    pub fn learn(&mut self, shape: ShapeId, cache: &InlineCache) {
        if self.entries.is_empty() {
            self.entries = vec![EMPTY; ENTRIES];
        }
        let entry = Entry {
            shape,
            key: cache.key,
            slot: cache.slot.get(),
            holder: cache.holder.get(),
            epoch: cache.epoch.get(),
            new_shape: cache.new_shape.get(),
        };
        self.entries[place(entry.shape, entry.key)] = entry;
    }
}

fn place(shape: ShapeId, key: PropertyKey) -> usize {
    let mixed = (shape.0 ^ key.bits().rotate_left(16)).wrapping_mul(0x9E37_79B1);
    (mixed >> 20) as usize & (ENTRIES - 1)
}
