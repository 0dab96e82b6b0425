//! A hash table that never takes long to grow.
//!
//! A growing table moves all of its entries at once. For a million entries, that takes tens of milliseconds that
//! nothing can interrupt. So a large table is split into many tables by the hash, each of which grows by itself when it
//! is full.

use hashbrown::HashTable;

/// Table of entries that are found by a hash and by the caller's comparison. Hashes must be spread over all 64 bits:
/// see [`spread`].
#[derive(Clone)]
pub struct SplitTable<T> {
    /// All entries, as long as there are few.
    whole: HashTable<T>,
    /// All entries, once there have been many, in [`PARTS`] tables.
    parts: Box<[HashTable<T>]>,
    length: usize,
    /// Bytes that all tables take.
    bytes: usize,
}

/// Most entries in a single table.
const UNDIVIDED: usize = 1 << 14;
const PARTS: usize = 1 << 8;

/// Spreads a hash of 32 bits over 64, for a [`SplitTable`].
#[inline(always)]
pub fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns the part of an entry. It depends on bits that the tables themselves do not use, which are the lowest and the
/// seven topmost ones.
#[inline(always)]
fn part_of(hash: u64) -> usize {
    (hash >> 48) as usize % PARTS
}

impl<T> Default for SplitTable<T> {
    fn default() -> Self {
        SplitTable { whole: HashTable::new(), parts: Box::default(), length: 0, bytes: 0 }
    }
}

impl<T> SplitTable<T> {
    pub fn new() -> Self {
        SplitTable::default()
    }

    pub fn len(&self) -> usize {
        self.length
    }

    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the bytes of memory that the table takes.
    #[inline(always)]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    #[inline(always)]
    fn table(&self, hash: u64) -> &HashTable<T> {
        self.parts.get(part_of(hash)).unwrap_or(&self.whole)
    }

    #[inline(always)]
    fn table_mut(&mut self, hash: u64) -> &mut HashTable<T> {
        self.parts.get_mut(part_of(hash)).unwrap_or(&mut self.whole)
    }

    #[inline(always)]
    pub fn find(&self, hash: u64, is_same: impl FnMut(&T) -> bool) -> Option<&T> {
        self.table(hash).find(hash, is_same)
    }

    /// Finds an entry for changes that keep its hash.
    #[inline(always)]
    pub fn find_mut(&mut self, hash: u64, is_same: impl FnMut(&T) -> bool) -> Option<&mut T> {
        self.table_mut(hash).find_mut(hash, is_same)
    }

    /// Adds an entry that is not in the table. `hash_of` returns the hashes of entries that are.
    #[inline]
    pub fn insert_unique(&mut self, hash: u64, entry: T, hash_of: impl Fn(&T) -> u64) {
        if self.table(hash).len() == self.table(hash).capacity() {
            return self.grow_and_insert(hash, entry, hash_of);
        }
        self.table_mut(hash).insert_unique(hash, entry, hash_of);
        self.length += 1;
    }

    /// Makes room for some more entries, so that the table need not grow repeatedly.
    pub fn reserve(&mut self, more: usize, hash_of: impl Fn(&T) -> u64) {
        if self.length.saturating_add(more) <= UNDIVIDED && self.parts.is_empty() {
            self.whole.reserve(more, hash_of);
            self.bytes = self.whole.allocation_size();
        }
    }

    /// Returns the bytes that the next insertion with this hash takes at most.
    pub fn growth(&self, hash: u64) -> usize {
        let table = self.table(hash);
        if table.len() < table.capacity() { 0 } else { (2 * table.allocation_size()).max(64) }
    }

    /// Returns the bytes that this many insertions take at most. Tables double, and the old ones exist while they are
    /// copied.
    pub fn growth_of_many(&self, count: usize) -> usize {
        let size = size_of::<T>() + 1;
        let entries = self.length.saturating_add(count).saturating_mul(size);
        // An eighth of the slots stays free, their number is a power of two, and small tables have a least size.
        entries.saturating_mul(3).saturating_add(PARTS * 64)
    }

    /// Inserts where no slot is free. A table that has reached `UNDIVIDED` entries is divided first, so that only one
    /// part grows.
    #[cold]
    #[inline(never)]
    fn grow_and_insert(&mut self, hash: u64, entry: T, hash_of: impl Fn(&T) -> u64) {
        if self.parts.is_empty() && self.length >= UNDIVIDED {
            self.divide(&hash_of);
        }
        let table = self.table_mut(hash);
        let before = table.allocation_size();
        table.insert_unique(hash, entry, hash_of);
        let after = table.allocation_size();
        self.bytes = (self.bytes + after).saturating_sub(before);
        self.length += 1;
    }

    fn divide(&mut self, hash_of: &impl Fn(&T) -> u64) {
        let expected = self.length / PARTS * 2;
        let mut parts: Box<[HashTable<T>]> = (0..PARTS).map(|_| HashTable::with_capacity(expected)).collect();
        for entry in std::mem::take(&mut self.whole) {
            let hash = hash_of(&entry);
            parts[part_of(hash)].insert_unique(hash, entry, hash_of);
        }
        self.parts = parts;
        self.count_bytes();
    }

    fn count_bytes(&mut self) {
        let of_parts: usize = self.parts.iter().map(HashTable::allocation_size).sum();
        self.bytes = self.whole.allocation_size() + of_parts + size_of_val(&*self.parts);
    }

    /// Removes an entry.
    pub fn remove(&mut self, hash: u64, is_same: impl FnMut(&T) -> bool) -> Option<T> {
        let (entry, _) = self.table_mut(hash).find_entry(hash, is_same).ok()?.remove();
        self.length -= 1;
        Some(entry)
    }

    /// Keeps the entries for which `is_kept` returns true, and shrinks tables that have become nearly empty.
    /// `is_to_stop` is asked after some entries each. If it returns true, the rest is not visited and `retain` returns
    /// false.
    pub fn retain(
        &mut self,
        mut is_kept: impl FnMut(&mut T) -> bool,
        hash_of: impl Fn(&T) -> u64,
        mut is_to_stop: impl FnMut() -> bool,
    ) -> bool {
        let mut is_whole = true;
        for table in std::iter::once(&mut self.whole).chain(&mut self.parts) {
            if is_to_stop() {
                is_whole = false;
                break;
            }
            table.retain(&mut is_kept);
            // This is not the capacity, which may not count the slots of removed entries.
            let places = table.allocation_size() / (size_of::<T>() + 1);
            if places > 64 && table.len() < places / 5 {
                table.shrink_to(table.len() * 2, &hash_of);
            }
        }
        self.length = self.whole.len() + self.parts.iter().map(HashTable::len).sum::<usize>();
        if is_whole && self.length < UNDIVIDED / 4 && !self.parts.is_empty() {
            self.unite(&hash_of);
        }
        self.count_bytes();
        is_whole
    }

    fn unite(&mut self, hash_of: &impl Fn(&T) -> u64) {
        self.whole = HashTable::with_capacity(self.length);
        for entry in std::mem::take(&mut self.parts).into_iter().flatten() {
            let hash = hash_of(&entry);
            self.whole.insert_unique(hash, entry, hash_of);
        }
    }

    /// Returns the entries in small parts, from 0 on; `None` after the last part.
    pub fn part(&self, part: usize) -> Option<impl Iterator<Item = &T>> {
        match part {
            0 => Some(self.whole.iter()),
            _ => self.parts.get(part - 1).map(HashTable::iter),
        }
    }

    /// Iterates over the entries, in no order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.whole.iter().chain(self.parts.iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    const COUNT: u32 = 40 * UNDIVIDED as u32;

    fn filled() -> SplitTable<u32> {
        let mut table = SplitTable::new();
        for entry in 0..COUNT {
            table.insert_unique(spread(entry), entry, |&entry| spread(entry));
        }
        table
    }

    #[test]
    fn no_insertion_moves_many_entries() {
        let mut table = SplitTable::new();
        let (moved, mut most) = (Cell::new(0), 0);
        for entry in 0..COUNT {
            moved.set(0);
            let growth = table.growth(spread(entry));
            let before = table.bytes();
            table.insert_unique(spread(entry), entry, |&entry| {
                moved.set(moved.get() + 1);
                spread(entry)
            });
            most = most.max(moved.get());
            if table.parts.is_empty() || entry as usize > 2 * UNDIVIDED {
                assert!(table.bytes() <= before + growth, "{entry}");
            }
        }
        assert!(most <= 3 * UNDIVIDED, "{most} entries were moved at once");
        assert_eq!(table.len(), COUNT as usize);
    }

    #[test]
    fn entries_are_found_changed_and_removed_however_many_there_are() {
        let mut table = filled();
        for entry in (0..COUNT).step_by(7) {
            assert_eq!(table.find(spread(entry), |&other| other == entry), Some(&entry));
        }
        assert_eq!(table.find(spread(COUNT), |&other| other == COUNT), None);
        assert_eq!(table.remove(spread(5), |&other| other == 5), Some(5));
        assert_eq!(table.remove(spread(5), |&other| other == 5), None);
        assert!(table.find_mut(spread(6), |&other| other == 6).is_some());
        assert_eq!((table.len(), table.iter().count()), (COUNT as usize - 1, COUNT as usize - 1));
    }

    #[test]
    fn what_is_left_takes_little_memory_and_is_found() {
        let mut table = filled();
        let hash_of = |entry: &u32| spread(*entry);
        let full = table.bytes();
        assert!(table.retain(|&mut entry| entry < COUNT / 100, hash_of, || false));
        assert!(table.bytes() < full / 10, "{} of {full}", table.bytes());
        assert!((0..COUNT / 100).all(|entry| table.find(spread(entry), |&other| other == entry).is_some()));
        assert!(table.retain(|_| false, hash_of, || false));
        assert!(table.is_empty() && table.parts.is_empty());
    }

    #[test]
    fn a_look_at_all_entries_can_be_given_up() {
        let mut table = filled();
        let (mut looked, mut asked) = (0, 0);
        let mut most_between = (0, 0);
        let between = Cell::new(0);
        let is_whole = table.retain(
            |_| {
                looked += 1;
                between.set(between.get() + 1);
                false
            },
            |&entry| spread(entry),
            || {
                most_between = most_between.max((between.take(), asked));
                asked += 1;
                asked == 10
            },
        );
        assert!(!is_whole && looked < COUNT && table.len() == (COUNT - looked) as usize);
        assert!(most_between.0 < 3 * UNDIVIDED, "{most_between:?}");
    }
}
