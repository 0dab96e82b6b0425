//! Where a tree keeps what it has many of: in blocks of one size, so that nothing large is copied when a long text is read. A
//! copy of megabytes would keep an interrupt waiting, and what it left would stay with the allocator.

use std::iter::Flatten;
use std::ops::{Index, IndexMut};
use std::slice::Iter;

/// Items of a block, as a power of two.
const BLOCK_BITS: usize = 13;
pub(crate) const BLOCK: usize = 1 << BLOCK_BITS;

/// Items that a first block has room for.
const LEAST: usize = 4;

/// Items in the order in which they came, by number.
#[derive(Debug)]
pub struct Arena<T> {
    /// All are full, but the last.
    blocks: Vec<Vec<T>>,
    len: usize,
    /// Items that the last block has room for.
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

    /// Items that there is memory for.
    pub fn capacity(&self) -> usize {
        self.len + self.room
    }

    /// All items in order.
    pub fn iter(&self) -> Flatten<Iter<'_, Vec<T>>> {
        self.blocks.iter().flatten()
    }

    /// The items in order, in pieces of at most [`BLOCK`].
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut [T]> {
        self.blocks.iter_mut().map(Vec::as_mut_slice)
    }

    /// Must an item that is added be given memory first?
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.room == 0
    }

    /// The items that the arena gets memory for when it grows: so many as are expected, but not beyond a block. The first block
    /// grows twofold, so that short texts cost little.
    pub(crate) fn growth(&self, expected: usize) -> usize {
        match self.capacity() % BLOCK {
            0 if self.blocks.is_empty() => expected.clamp(LEAST, BLOCK),
            in_last if self.blocks.len() == 1 && in_last > 0 => in_last.min(BLOCK - in_last),
            in_last => BLOCK - in_last,
        }
    }

    /// Is the last block full, if there is one, so that growth is a block more?
    pub(crate) fn ends_a_block(&self) -> bool {
        self.capacity().is_multiple_of(BLOCK)
    }

    /// Takes the memory for so many further items, [`growth`](Self::growth) or fewer.
    pub(crate) fn grow(&mut self, items: usize) {
        match self.blocks.last_mut() {
            Some(last) if last.len() < BLOCK => last.reserve_exact(items),
            _ => self.blocks.push(Vec::with_capacity(items)),
        }
        self.room = items;
    }

    /// Adds an item, for which there is memory.
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
