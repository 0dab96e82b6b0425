//! Entries of Maps and Sets (ECMA-262 24.1 and 24.2): a hash table that keeps insertion order.
//!
//! ```text
//! entries   key, value, position, hash, chain     in order; a removed one is a hole until the next move
//! buckets   hash -> the entry that came last      further ones with that bucket by their chain
//! ```
//!
//! An iteration remembers a *position*. Positions are given to entries in order and never reused, so a position keeps
//! its meaning when entries move, and the table needs no list of iterations. The place of a position is found by
//! subtraction while there are no gaps, from the last step, or by binary search.
//!
//! Entries move if there is no room for another one, or if more than half of them are holes. They move to a new table,
//! which replaces the old one only when it is complete, so a limit may end the work anywhere. As many additions or
//! removals before pay for each move. Hashes are secret, so scripts cannot prepare colliding keys.

pub mod collections;
mod iterator;
mod layout;

use ferrotape_budget::costs::{ENTRIES_MOVED_PER_TICK, allocation_bytes};
use ferrotape_budget::{Budget, Termination};

pub use iterator::CollectionIterator;
pub use layout::CollectionLayout;

use crate::id::ObjectId;
use crate::object::internal_slots::PIECE;
use crate::object::internal_slots::{InternalSlots, Part, Visit, saved_as_byte};
use crate::room::with_room_of;
use crate::value::Value;

/// Map or Set.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CollectionKind {
    Map,
    Set,
}

saved_as_byte! { CollectionKind: CollectionKind::Map, CollectionKind::Set }

/// A Map or Set.
pub struct Collection {
    kind: CollectionKind,
    entries: Vec<Entry>,
    /// Place of an entry plus one, by bucket; 0 for none. There are as many buckets as room for entries, a power of
    /// two.
    buckets: Box<[u32]>,
    /// Number of entries that are no holes.
    size: usize,
    /// Place before which there are only holes.
    first: usize,
    next_position: u64,
    /// A position and its place, from the last step of an iteration.
    last_step: (u64, usize),
}

impl Clone for Collection {
    fn clone(&self) -> Self {
        let &Collection { kind, ref entries, ref buckets, size, first, next_position, last_step } = self;
        let (entries, buckets) = (with_room_of(entries), buckets.clone());
        Collection { kind, entries, buckets, size, first, next_position, last_step }
    }
}

/// An entry, or the hole that a removed one has left.
#[derive(Copy, Clone)]
pub(crate) struct Entry {
    /// The key; empty in holes.
    pub key: Value,
    pub value: Value,
    position: u64,
    hash: u32,
    /// The next entry in the bucket, counted as buckets do.
    chain: u32,
}

/// An entry that an iteration has reached.
#[derive(Copy, Clone)]
pub struct Step {
    pub key: Value,
    pub value: Value,
    /// Position at which the iteration goes on.
    pub next: u64,
}

/// Holes that are passed between two ticks.
const PASSED_AT_ONCE: usize = 4096;

/// Bytes of a table with room for this many entries.
fn table_bytes(capacity: usize) -> usize {
    allocation_bytes(capacity * size_of::<Entry>()) + allocation_bytes(capacity * size_of::<u32>())
}

impl Collection {
    /// Empty Map or Set, which allocates nothing before its first entry.
    fn new(kind: CollectionKind) -> Self {
        Collection {
            kind,
            entries: Vec::new(),
            buckets: Box::default(),
            size: 0,
            first: 0,
            next_position: 0,
            last_step: (0, 0),
        }
    }

    #[inline(always)]
    pub fn kind(&self) -> CollectionKind {
        self.kind
    }

    /// The number of entries.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.size
    }

    pub(crate) fn bytes(&self) -> usize {
        allocation_bytes(size_of::<Collection>()) + self.table_bytes()
    }

    fn table_bytes(&self) -> usize {
        allocation_bytes(self.entries.capacity() * size_of::<Entry>()) + allocation_bytes(size_of_val(&*self.buckets))
    }

    /// All entries, holes included.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    fn holes(&self) -> usize {
        self.entries.len() - self.size
    }

    #[inline(always)]
    fn bucket(&self, hash: u32) -> usize {
        hash as usize & self.buckets.len().wrapping_sub(1)
    }

    /// The entry that a bucket or chain leads to.
    #[inline(always)]
    fn linked(&self, link: u32) -> Option<&Entry> {
        self.entries.get((link as usize).wrapping_sub(1))
    }

    #[inline(always)]
    fn first_link(&self, hash: u32) -> u32 {
        self.buckets.get(self.bucket(hash)).copied().unwrap_or(0)
    }

    /// The place of a key that is compared by its bits.
    #[inline(always)]
    fn place_of_bits(&self, key: Value, hash: u32) -> Option<usize> {
        let mut link = self.first_link(hash);
        while let Some(entry) = self.linked(link) {
            if entry.key == key {
                return Some(link as usize - 1);
            }
            link = entry.chain;
        }
        None
    }

    /// Appends an entry; there must be room for it.
    #[inline(always)]
    fn push(&mut self, key: Value, value: Value, hash: u32) {
        let position = self.next_position;
        self.next_position += 1;
        self.size += 1;
        self.link(Entry { key, value, position, hash, chain: 0 });
    }

    #[inline(always)]
    fn link(&mut self, entry: Entry) {
        let bucket = self.bucket(entry.hash);
        if let Some(link) = self.buckets.get_mut(bucket) {
            let chain = std::mem::replace(link, self.entries.len() as u32 + 1);
            self.entries.push(Entry { chain, ..entry });
        }
    }

    /// Copies without holes into a table with room for `capacity` entries, which has been charged for.
    fn moved(&self, capacity: usize, budget: &mut Budget) -> Result<Collection, Termination> {
        let entries = Vec::with_capacity(capacity);
        let buckets = vec![0; capacity].into_boxed_slice();
        let Collection { kind, size, next_position, .. } = *self;
        let mut moved = Collection { kind, entries, buckets, size, first: 0, next_position, last_step: (0, 0) };
        budget.in_pieces(self.entries.len(), ENTRIES_MOVED_PER_TICK, |piece| {
            self.entries[piece].iter().filter(|entry| !entry.key.is_empty()).for_each(|&entry| moved.link(entry));
        })?;
        Ok(moved)
    }

    /// The place of the first entry, hole or not, from a position on.
    #[inline]
    fn place_of_position(&self, position: u64) -> usize {
        let (Some(first), Some(last)) = (self.entries.first(), self.entries.last()) else { return 0 };
        let distance = usize::try_from(position.saturating_sub(first.position)).unwrap_or(usize::MAX);
        if last.position - first.position == self.entries.len() as u64 - 1 {
            return distance.min(self.entries.len());
        }
        if self.last_step.0 == position {
            return self.last_step.1;
        }
        self.entries.partition_point(|entry| entry.position < position)
    }

    /// The number of holes from a place on, up to the most that are passed at once.
    fn holes_from(&self, place: usize) -> usize {
        let rest = self.entries.get(place..).unwrap_or_default().iter().take(PASSED_AT_ONCE);
        rest.take_while(|entry| entry.key.is_empty()).count()
    }
}

impl InternalSlots for Collection {
    #[inline]
    fn trace(&self, object: ObjectId, visit: &mut impl Visit) {
        let Collection { kind: _, entries, buckets: _, size: _, first: _, next_position: _, last_step: _ } = self;
        if entries.len() <= PIECE {
            for entry in entries {
                visit.value(entry.key);
                visit.value(entry.value);
            }
        } else {
            visit.later(Part::Collected, object);
        }
    }

    fn bytes(&self) -> usize {
        Collection::bytes(self)
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        None
    }
}
