//! Cells of one kind, addressed by 32-bit handles.

use std::cell::Cell;

use ferrotape_budget::Budget;

use crate::room::with_room_of;

/// A vector of cells with a state byte each and a list of free places.
///
/// The capacity is accounted for: the budget knows of every place, free ones included, before it exists. Inserting into
/// a free place costs nothing. [`Arena::trim`] gives free places at the end back to the system.
///
/// A free place may keep memory of the cell that lay there, for the next one. It stays accounted for, as *kept*.
///
/// A cell is *light* while it is known to own no memory. It can then be freed without a look at it.
///
/// [`Arena::get_mut`] makes a cell heavy, as the caller may give it such memory. [`Arena::get_mut_light`] is for changes that do
/// not.
pub struct Arena<T> {
    cells: Vec<T>,
    states: Vec<Cell<State>>,
    /// Free places. The list has no memory before the first sweep, which makes room for all places.
    free: Vec<u32>,
    /// Cells that the last sweep has freed.
    freed: usize,
    /// Bytes that free places own, and those of them that the last sweep has left there.
    kept: usize,
    freed_kept: usize,
    /// State of new cells: marked, while a cycle is under way.
    born: u8,
    /// Number of places at the front that the sweep under way has not reached; it goes backwards.
    unswept: Option<usize>,
}

/// Copies all places, free ones included, for forks.
impl<T: Clone> Clone for Arena<T> {
    fn clone(&self) -> Self {
        Arena {
            cells: with_room_of(&self.cells),
            states: with_room_of(&self.states),
            free: with_room_of(&self.free),
            freed: self.freed,
            kept: self.kept,
            freed_kept: self.freed_kept,
            born: self.born,
            unswept: self.unswept,
        }
    }
}

/// ```text
/// bit 0  marked in this collection
/// bit 1  may own memory
/// bit 2  in use
/// ```
#[derive(Copy, Clone, PartialEq, Eq)]
struct State(u8);

/// Result of a sweep.
pub struct Swept {
    /// Bytes owned by cells that were freed.
    pub released: usize,
    /// True once all cells have been looked at.
    pub is_whole: bool,
}

/// Places that are given back between two looks at the clock.
const CELLS_PER_CHECK: usize = 1 << 11;

/// Cost of freeing a cell that may own memory, relative to a look at a cell.
const WORK_OF_HEAVY: usize = 63;
/// Cost of freeing a cell whose place keeps the memory.
const WORK_OF_KEPT: usize = 7;
/// Bytes that a freed cell owns for one more unit of that cost. They may be in many small pieces, as those of a unit of
/// code are.
const BYTES_FREED_PER_WORK: usize = 32;
/// Most bytes that a cell owns in small pieces; larger memory is in large pieces.
const MOST_BYTES_IN_PIECES: usize = 1 << 14;

/// Size below which arenas double.
const TINY_BYTES: usize = 8 << 10;
/// Size below which arenas grow by a quarter: most programs end there, and little is copied.
const MODEST_BYTES: usize = 64 << 10;
/// Size below which arenas grow by half.
const SMALL_BYTES: usize = 256 << 10;
const LEAST_GROWTH_BYTES: usize = 1 << 8;

/// Fewest bytes that are worth giving back.
const LEAST_TRIM_BYTES: usize = 64 << 10;

const MARKED: u8 = 1;
const HEAVY: u8 = 2;
const USED: u8 = 4;

impl<T: Default> Arena<T> {
    /// Arena without cells, which owns no memory yet.
    pub fn new() -> Self {
        Arena {
            cells: Vec::new(),
            states: Vec::new(),
            free: Vec::new(),
            freed: 0,
            kept: 0,
            freed_kept: 0,
            born: 0,
            unswept: None,
        }
    }

    /// Bytes that a place takes: the cell, its state, and its entry in the list of free places.
    pub const PLACE_BYTES: usize = size_of::<T>() + size_of::<State>() + size_of::<u32>();

    #[inline(always)]
    pub fn insert(&mut self, cell: T, budget: &mut Budget) -> u32 {
        self.place(cell, State(USED | HEAVY | self.born), budget)
    }

    /// Inserts a cell that owns no memory.
    #[inline(always)]
    pub fn insert_light(&mut self, cell: T, budget: &mut Budget) -> u32 {
        self.place(cell, State(USED | self.born), budget)
    }

    #[inline(always)]
    fn place(&mut self, cell: T, state: State, budget: &mut Budget) -> u32 {
        match self.free.pop() {
            Some(index) => {
                self.cells[index as usize] = cell;
                self.states[index as usize] = Cell::new(state);
                index
            }
            None => self.append(cell, state, budget),
        }
    }

    #[inline(never)]
    fn append(&mut self, cell: T, state: State, budget: &mut Budget) -> u32 {
        if self.cells.len() == self.cells.capacity() {
            self.grow(budget);
        }
        let index = self.cells.len() as u32;
        self.cells.push(cell);
        self.states.push(Cell::new(state));
        index
    }

    /// Appends cells that own no memory, behind all places. There must be room for them: see [`Arena::reserve`].
    pub fn extend_light(&mut self, cells: impl ExactSizeIterator<Item = T>) {
        debug_assert!(self.cells.capacity() - self.cells.len() >= cells.len(), "the room is accounted for before");
        self.states.resize(self.states.len() + cells.len(), Cell::new(State(USED | self.born)));
        self.cells.extend(cells);
    }

    /// The free place that the next cell gets, if there is one.
    #[inline(always)]
    pub fn next_free(&self) -> Option<&T> {
        self.cells.get(*self.free.last()? as usize)
    }

    /// Gives the next free place, for its memory to be taken: see [`Arena::take_kept`].
    #[inline(always)]
    pub fn next_free_mut(&mut self) -> Option<&mut T> {
        self.cells.get_mut(*self.free.last()? as usize)
    }

    /// Accounts for memory that was taken from a free place.
    #[inline(always)]
    pub fn take_kept(&mut self, bytes: usize) {
        self.kept = self.kept.saturating_sub(bytes);
    }

    /// Makes room for `more` places behind those in use.
    pub fn reserve(&mut self, more: usize, budget: &mut Budget) {
        // There may be room for some already.
        let missing = (self.cells.len() + more).saturating_sub(self.cells.capacity());
        budget.resized(0, missing * Self::PLACE_BYTES);
        self.cells.reserve_exact(more);
        self.states.reserve_exact(self.cells.capacity() - self.states.len());
    }

    /// Makes room for more places. Very small arenas double, those of most programs grow by a quarter, small ones by half,
    /// others by an eighth, and by less near the memory limit.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, budget: &mut Budget) {
        let length = self.cells.len();
        let wanted = match length * Self::PLACE_BYTES {
            bytes if bytes < TINY_BYTES => length,
            bytes if bytes < MODEST_BYTES => length / 4,
            bytes if bytes < SMALL_BYTES => length / 2,
            _ => length / 8,
        };
        let most = budget.bytes_left() / 4 / Self::PLACE_BYTES;
        let more = wanted.min(most).max(LEAST_GROWTH_BYTES.div_ceil(Self::PLACE_BYTES));
        self.reserve(more, budget);
    }

    /// Frees unused places at the end after a sweep, except for `spare` bytes of them. Calls `is_to_stop` now and
    /// then, and keeps the rest if it returns true.
    pub fn trim(
        &mut self,
        spare: usize,
        budget: &mut Budget,
        payload: impl Fn(&T) -> usize,
        is_to_stop: impl Fn(&Budget) -> bool,
    ) {
        let excess = self.free.len().saturating_sub(spare / Self::PLACE_BYTES);
        if excess * Self::PLACE_BYTES < LEAST_TRIM_BYTES {
            return;
        }
        let before = self.place_bytes();
        // A sweep leaves the free places in descending order.
        let at_end = self.free.iter().zip((0..self.cells.len()).rev()).take_while(|&(&free, at)| free as usize == at);
        let length = self.cells.len() - at_end.take(excess).count();
        let before_trim = self.cells.len();
        // Dropping a place is a look at it.
        while self.cells.len() > length && !is_to_stop(budget) {
            let piece = length.max(self.cells.len().saturating_sub(CELLS_PER_CHECK));
            if self.kept > 0 {
                let owned = self.cells[piece..].iter().map(&payload).sum();
                self.take_kept(owned);
                budget.resized(owned, 0);
            }
            self.cells.truncate(piece);
        }
        self.free.drain(..before_trim - self.cells.len());
        self.states.truncate(self.cells.len());
        self.cells.shrink_to_fit();
        self.states.shrink_to_fit();
        self.free.shrink_to(self.cells.capacity());
        budget.resized(before.saturating_sub(self.place_bytes()), 0);
    }

    /// Bytes that all places take.
    pub fn place_bytes(&self) -> usize {
        self.cells.capacity() * Self::PLACE_BYTES
    }

    /// Bytes of the places that the last sweep has freed, and of the memory that they keep.
    pub fn freed_bytes(&self) -> usize {
        self.freed * Self::PLACE_BYTES + self.freed_kept
    }

    /// Bytes of places that no cell uses, and of the memory that they keep.
    pub fn idle_bytes(&self) -> usize {
        (self.cells.capacity() - self.live()) * Self::PLACE_BYTES + self.kept
    }

    #[inline(always)]
    pub fn get(&self, index: u32) -> &T {
        &self.cells[index as usize]
    }

    #[inline(always)]
    pub fn find(&self, index: u32) -> Option<&T> {
        self.cells.get(index as usize)
    }

    #[inline(always)]
    pub fn find_mut_light(&mut self, index: u32) -> Option<&mut T> {
        self.cells.get_mut(index as usize)
    }

    #[inline(always)]
    pub fn get_mut(&mut self, index: u32) -> &mut T {
        self.states[index as usize].get_mut().0 |= HEAVY;
        &mut self.cells[index as usize]
    }

    /// A cell, for changes that give it no memory that it did not own before.
    #[inline(always)]
    pub fn get_mut_light(&mut self, index: u32) -> &mut T {
        &mut self.cells[index as usize]
    }

    /// Number of places, free ones included.
    pub fn capacity(&self) -> u32 {
        self.cells.len() as u32
    }

    /// Returns whether there is a cell in that place.
    pub fn is_used(&self, index: u32) -> bool {
        self.states.get(index as usize).is_some_and(|state| state.get().0 & USED != 0)
    }

    /// Cells in use.
    pub fn live(&self) -> usize {
        self.cells.len() - self.free.len()
    }

    /// Counts the bytes of all places and of what cells own, and free places.
    pub fn counted_bytes(&self, payload: impl Fn(&T) -> usize) -> usize {
        let owns = |state: &Cell<State>| state.get().0 & USED != 0 || self.kept > 0;
        let owners = self.cells.iter().zip(&self.states).filter(|(_, state)| owns(state));
        self.place_bytes() + owners.map(|(cell, _)| payload(cell)).sum::<usize>()
    }

    /// Marks the cell; true if it was unmarked.
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

    /// Marks new cells from now on.
    pub fn begin_marking(&mut self) {
        self.born = MARKED;
    }

    /// Takes all marks away, to compare them with others.
    #[cfg(debug_assertions)]
    pub fn take_marks(&mut self) -> Vec<bool> {
        let take = |state: &mut Cell<State>| {
            let before = state.get().0;
            state.set(State(before & !MARKED));
            before & MARKED != 0
        };
        self.states.iter_mut().map(take).collect()
    }

    /// Puts marks back. Returns the place of a cell that is marked now and was not before, if any.
    #[cfg(debug_assertions)]
    pub fn put_marks_back(&mut self, marks: &[bool]) -> Option<usize> {
        let missed = self.states.iter().zip(marks).position(|(state, &mark)| state.get().0 & MARKED != 0 && !mark);
        for (state, &mark) in self.states.iter_mut().zip(marks) {
            state.get_mut().0 |= if mark { MARKED } else { 0 };
        }
        missed
    }

    /// Clears the marks of a collection that is given up before its sweep.
    pub fn clear_marks(&mut self) {
        self.born = 0;
        for state in &mut self.states {
            state.get_mut().0 &= !MARKED;
        }
    }

    /// Frees unmarked cells and clears the marks, up to this much work; the next call continues. `payload` tells how many
    /// bytes a cell owns, and the result has the bytes of freed cells. `keep` may leave a cell's memory to the place, as
    /// long as all places keep no more than `most_kept` bytes. `release` takes each other cell that may own memory; it may
    /// end the slice. With `poison`, freed cells are overwritten, so that a use of them is noticed. New cells are marked
    /// until the sweep begins; from then on they get places behind it.
    pub fn sweep_slice(
        &mut self,
        work: &mut usize,
        (poison, most_kept): (bool, usize),
        payload: impl Fn(&T) -> usize,
        keep: impl Fn(&mut T) -> bool,
        mut release: impl FnMut(T) -> bool,
    ) -> Swept {
        let mut released = 0;
        let mut left = match self.unswept {
            Some(unswept) => unswept,
            None => {
                (self.born, self.freed, self.freed_kept) = (0, 0, 0);
                self.free.clear();
                // Accounted for with the places.
                self.free.reserve_exact(self.cells.capacity());
                self.cells.len()
            }
        };
        while left > 0 && *work > 0 {
            let start = left.saturating_sub(*work);
            let places = self.states[start..left].iter_mut().zip(&mut self.cells[start..left]);
            // Backwards, so that low places are used first.
            for (state, cell) in places.rev() {
                if *work == 0 {
                    break;
                }
                left -= 1;
                *work -= 1;
                let state = state.get_mut();
                if state.0 & MARKED != 0 {
                    state.0 &= !MARKED;
                    continue;
                }
                self.free.push(left as u32);
                if state.0 & USED == 0 {
                    if most_kept == 0 && self.kept > 0 {
                        let bytes = payload(cell);
                        self.kept = self.kept.saturating_sub(bytes);
                        released += bytes;
                        *work = work.saturating_sub(WORK_OF_KEPT);
                        *cell = T::default();
                    }
                    continue;
                }
                self.freed += 1;
                let before = std::mem::replace(state, State(0));
                if before.0 & HEAVY != 0 {
                    let bytes = payload(cell);
                    if self.kept + bytes <= most_kept && keep(cell) {
                        self.kept += bytes;
                        self.freed_kept += bytes;
                        *work = work.saturating_sub(WORK_OF_KEPT);
                        continue;
                    }
                    let pieces = bytes.min(MOST_BYTES_IN_PIECES) / BYTES_FREED_PER_WORK;
                    *work = work.saturating_sub(WORK_OF_HEAVY + pieces);
                    released += bytes;
                    if release(std::mem::take(cell)) {
                        *work = 0;
                    }
                } else if poison {
                    *cell = T::default();
                }
            }
        }
        self.unswept = (left > 0).then_some(left);
        Swept { released, is_whole: left == 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_places_keep_memory_up_to_a_bound() {
        let mut budget = Budget::default();
        let mut arena = Arena::<Vec<u8>>::new();
        for _ in 0..10 {
            arena.insert(Vec::with_capacity(100), &mut budget);
        }
        let sweep = |arena: &mut Arena<Vec<u8>>, most_kept| {
            arena.sweep_slice(&mut { usize::MAX }, (false, most_kept), Vec::capacity, |_| true, |_| false)
        };
        let idle = arena.idle_bytes();
        let swept = sweep(&mut arena, 450);
        assert_eq!((swept.released, swept.is_whole), (600, true));
        assert_eq!(arena.idle_bytes(), idle + 10 * Arena::<Vec<u8>>::PLACE_BYTES + 400);
        assert_eq!(arena.counted_bytes(Vec::capacity), arena.place_bytes() + 400);
        // The next cell takes what its place has.
        let kept = arena.free.iter().filter(|&&index| arena.get(index).capacity() > 0).count();
        assert_eq!((kept, arena.free.len()), (4, 10));
        while let Some(place) = arena.next_free_mut() {
            let kept = std::mem::take(place);
            arena.take_kept(kept.capacity());
            arena.insert(kept, &mut budget);
        }
        assert_eq!(arena.kept, 0);
        sweep(&mut arena, 1000);
        assert_eq!(arena.kept, 400);
        let swept = sweep(&mut arena, 0);
        assert_eq!((swept.released, arena.kept), (400, 0));
    }
}
