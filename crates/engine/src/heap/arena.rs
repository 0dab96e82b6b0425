//! Cells of one kind, addressed by 32-bit handles.

/// A vector of cells with mark bits and a list of free places. Freed cells are overwritten by `T::default()`, which the
/// stress mode takes as poison.
pub(crate) struct Arena<T> {
    cells: Vec<T>,
    marks: Vec<bool>,
    free: Vec<u32>,
}

impl<T: Default> Arena<T> {
    pub fn new() -> Self {
        Arena { cells: Vec::new(), marks: Vec::new(), free: Vec::new() }
    }

    #[inline(always)]
    pub fn insert(&mut self, cell: T) -> u32 {
        match self.free.pop() {
            Some(index) => {
                self.cells[index as usize] = cell;
                index
            }
            None => self.grow(cell),
        }
    }

    #[inline(never)]
    fn grow(&mut self, cell: T) -> u32 {
        let index = self.cells.len() as u32;
        self.cells.push(cell);
        self.marks.push(false);
        index
    }

    #[inline(always)]
    pub fn get(&self, index: u32) -> &T {
        &self.cells[index as usize]
    }

    #[inline(always)]
    pub fn get_mut(&mut self, index: u32) -> &mut T {
        &mut self.cells[index as usize]
    }

    /// Cells, free ones included.
    pub fn capacity(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Cells in use.
    pub fn live(&self) -> usize {
        self.cells.len() - self.free.len()
    }

    /// Marks the cell; true where it was not marked yet.
    #[inline(always)]
    pub fn mark(&mut self, index: u32) -> bool {
        !std::mem::replace(&mut self.marks[index as usize], true)
    }

    pub fn is_marked(&self, index: u32) -> bool {
        self.marks[index as usize]
    }

    /// Frees all cells without a mark, shows each to `release` first, and clears the marks.
    pub fn sweep(&mut self, mut release: impl FnMut(u32, &mut T)) {
        // What was free before is not to be released again, so it counts as marked here.
        for &index in &self.free {
            self.marks[index as usize] = true;
        }
        let mut old_free = std::mem::take(&mut self.free).into_iter().peekable();
        // Backwards, so that low places are used first. The old list is in that order: only its end was taken.
        for index in (0..self.cells.len() as u32).rev() {
            if !std::mem::replace(&mut self.marks[index as usize], false) {
                let cell = &mut self.cells[index as usize];
                release(index, cell);
                *cell = T::default();
                self.free.push(index);
            } else if old_free.next_if_eq(&index).is_some() {
                self.free.push(index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_cell_is_released_once_and_low_places_come_first() {
        let mut arena = Arena::new();
        (0..6).for_each(|cell| assert_eq!(arena.insert(cell), cell));
        let mut released = Vec::new();
        arena.mark(1);
        arena.mark(4);
        arena.sweep(|_, cell| released.push(*cell));
        assert_eq!((released.as_slice(), arena.live()), (&[5, 3, 2, 0][..], 2));
        released.clear();
        assert_eq!(arena.insert(7), 0);
        [0, 4].into_iter().for_each(|index| assert!(arena.mark(index)));
        arena.sweep(|_, cell| released.push(*cell));
        assert_eq!((released.as_slice(), arena.live()), (&[1][..], 2));
        assert_eq!([(); 5].map(|()| arena.insert(9)), [1, 2, 3, 5, 6]);
    }
}
