//! Storage for what a tree has many of. Blocks of one size make sure that nothing large is copied while a long source
//! text is parsed. A copy of megabytes would delay an interrupt, and the memory left behind would stay with the
//! allocator.

use std::iter::Flatten;
use std::ops::{Index, IndexMut};
use std::slice::Iter;

/// Items per block, as a power of two.
const BLOCK_BITS: usize = 13;
pub(crate) const BLOCK: usize = 1 << BLOCK_BITS;

/// Smallest number of items that a first block has room for.
const LEAST: usize = 4;

/// Items in the order in which they were added, indexed by number.
#[derive(Debug)]
pub struct Arena<T> {
    /// All blocks except the last are full.
    blocks: Vec<Vec<T>>,
    len: usize,
    /// Number of items that still fit in the last block.
    room: usize,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { blocks: Vec::new(), len: 0, room: 0 }
    }
}

impl<T> Arena<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of items that there is memory for.
    pub fn capacity(&self) -> usize {
        self.len + self.room
    }

    /// Iterates over all items in order.
    pub fn iter(&self) -> Flatten<Iter<'_, Vec<T>>> {
        self.blocks.iter().flatten()
    }

    /// Iterates over the items in order, in pieces of at most [`BLOCK`].
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        self.blocks.iter_mut().map(Vec::as_mut_slice)
    }

    /// Returns whether the arena needs memory before another item is added.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.room == 0
    }

    /// Returns by how many items the arena grows: as many as expected, but not beyond a block. The first block doubles,
    /// so that short source texts cost little.
    pub(crate) fn growth(&self, expected: usize) -> usize {
        match self.capacity() % BLOCK {
            0 if self.blocks.is_empty() => expected.clamp(LEAST, BLOCK),
            in_last if self.blocks.len() == 1 && in_last > 0 => in_last.min(BLOCK - in_last),
            in_last => BLOCK - in_last,
        }
    }

    /// Returns whether the next growth starts a new block, as there is none or the last one is full.
    pub(crate) fn ends_a_block(&self) -> bool {
        self.capacity().is_multiple_of(BLOCK)
    }

    /// Takes the memory for this many further items: [`growth`](Self::growth) or fewer.
    pub(crate) fn grow(&mut self, items: usize) {
        match self.blocks.last_mut() {
            Some(last) if last.len() < BLOCK => last.reserve_exact(items),
            _ => self.blocks.push(Vec::with_capacity(items)),
        }
        self.room = items;
    }

    /// Adds an item. There must be memory for it.
    #[inline(always)]
    pub(crate) fn add(&mut self, item: T) {
        if let Some(last) = self.blocks.last_mut() {
            last.push(item);
            self.len += 1;
            self.room -= 1;
        }
    }
}

impl<'a, T> IntoIterator for &'a Arena<T> {
    type Item = &'a T;
    type IntoIter = Flatten<Iter<'a, Vec<T>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Index<usize> for Arena<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        &self.blocks[index >> BLOCK_BITS][index & (BLOCK - 1)]
    }
}

impl<T> IndexMut<usize> for Arena<T> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.blocks[index >> BLOCK_BITS][index & (BLOCK - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_are_and_are_found_by_number() {
        let mut arena = Arena::default();
        let mut moved = 0;
        for item in 0..3 * BLOCK {
            if arena.is_full() {
                let growth = arena.growth(100);
                assert!(growth <= BLOCK);
                moved += usize::from(item % BLOCK > 0);
                arena.grow(growth);
            }
            arena.add(item);
        }
        assert!(moved <= 7, "{moved}");
        assert_eq!((arena.len(), arena.capacity()), (3 * BLOCK, 3 * BLOCK));
        assert!(arena.iter().copied().eq(0..3 * BLOCK));
        assert!((0..3 * BLOCK).all(|item| arena[item] == item));
        arena[BLOCK] = 7;
        assert_eq!(arena.blocks_mut().nth(1).map(|block| (block.len(), block[0])), Some((BLOCK, 7)));
    }
}
