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
        self.free.clear();
        // Backwards, so that low places are used first.
        for index in (0..self.cells.len()).rev() {
            if !std::mem::replace(&mut self.marks[index], false) {
                let cell = &mut self.cells[index];
                release(index as u32, cell);
                *cell = T::default();
                self.free.push(index as u32);
            }
        }
    }
}
