//! Cells of one kind, addressed by 32-bit handles.

use std::cell::Cell;

/// A vector of cells with a byte of state each and a list of free places.
///
/// A cell is *light* while it is known to own no memory of its own: then it can be freed without being looked at. Whoever
/// gets a cell by [`Arena::get_mut`] may give it such memory, so that makes it heavy; [`Arena::get_mut_light`] is for
/// changes that do not.
pub(crate) struct Arena<T> {
    cells: Vec<T>,
    states: Vec<Cell<State>>,
    free: Vec<u32>,
}

/// ```text
/// bit 0  marked in this collection
/// bit 1  may own memory
/// bit 2  in use
/// ```
#[derive(Copy, Clone, PartialEq, Eq)]
struct State(u8);

const MARKED: u8 = 1;
const HEAVY: u8 = 2;
const USED: u8 = 4;

impl<T: Default> Arena<T> {
    pub fn new() -> Self {
        Arena { cells: Vec::new(), states: Vec::new(), free: Vec::new() }
    }

    #[inline(always)]
    pub fn insert(&mut self, cell: T) -> u32 {
        self.place(cell, State(USED | HEAVY))
    }

    /// Inserts a cell that owns no memory.
    #[inline(always)]
    pub fn insert_light(&mut self, cell: T) -> u32 {
        self.place(cell, State(USED))
    }

    #[inline(always)]
    fn place(&mut self, cell: T, state: State) -> u32 {
        match self.free.pop() {
            Some(index) => {
                self.cells[index as usize] = cell;
                self.states[index as usize] = Cell::new(state);
                index
            }
            None => self.grow(cell, state),
        }
    }

    #[inline(never)]
    fn grow(&mut self, cell: T, state: State) -> u32 {
        let index = self.cells.len() as u32;
        self.cells.push(cell);
        self.states.push(Cell::new(state));
        index
    }

    #[inline(always)]
    pub fn get(&self, index: u32) -> &T {
        &self.cells[index as usize]
    }

    #[inline(always)]
    pub fn get_mut(&mut self, index: u32) -> &mut T {
        self.states[index as usize].get_mut().0 |= HEAVY;
        &mut self.cells[index as usize]
    }

    /// For changes that give the cell no memory that it did not own before.
    #[inline(always)]
    pub fn get_mut_light(&mut self, index: u32) -> &mut T {
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

    /// The bytes of all cells in use and what they own, counted anew.
    #[cfg(test)]
    pub fn counted_bytes(&self, payload: impl Fn(&T) -> usize) -> usize {
        let in_use = self.cells.iter().zip(&self.states).filter(|(_, state)| state.get().0 & USED != 0);
        in_use.map(|(cell, _)| size_of::<T>() + payload(cell)).sum()
    }

    /// Marks the cell; true where it was not marked yet.
    #[inline(always)]
    pub fn mark(&self, index: u32) -> bool {
        let state = &self.states[index as usize];
        let before = state.get();
        state.set(State(before.0 | MARKED));
        before.0 & MARKED == 0
    }

    pub fn is_marked(&self, index: u32) -> bool {
        self.states[index as usize].get().0 & MARKED != 0
    }

    /// Frees all cells without a mark and clears the marks. `payload` tells how many bytes a cell owns; given back are
    /// the bytes that were freed in all. With `poison` every freed cell is overwritten, so that a use of it is noticed.
    pub fn sweep(&mut self, poison: bool, payload: impl Fn(&T) -> usize) -> usize {
        self.free.clear();
        let mut released = 0;
        // Backwards, so that low places are used first.
        for index in (0..self.states.len()).rev() {
            let state = self.states[index].get();
            if state.0 & MARKED != 0 {
                self.states[index] = Cell::new(State(state.0 & !MARKED));
                continue;
            }
            self.free.push(index as u32);
            if state.0 & USED == 0 {
                continue;
            }
            self.states[index] = Cell::new(State(0));
            released += size_of::<T>();
            if state.0 & HEAVY != 0 {
                released += payload(&self.cells[index]);
                self.cells[index] = T::default();
            } else if poison {
                self.cells[index] = T::default();
            }
        }
        released
    }
}
