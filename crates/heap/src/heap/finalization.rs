//! FinalizationRegistry objects, WeakRef objects, and values kept alive until a job ends: ECMA-262 26.1, 26.2 and 9.10.
//!
//! ```text
//! registry   cells: target and token weakly, held value     those with the same token are a chain that the token is found by
//! WeakRef    the target, empty once it is garbage
//! ```
//!
//! The collector visits each live registry, and empties its dead targets. A registry with dead targets waits in a list
//! until jobs run. Then its function is called for one cell after the other.

mod on_heap;

pub use on_heap::*;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::{SplitTable, spread};

use crate::heap::weak::number_of;
use crate::id::ObjectId;
use crate::object::internal_slots::{InternalSlots, Link, Part, Visit};
use crate::room::with_room_of;
use crate::value::Value;

/// [[WeakRefTarget]]: empty once it is gone.
#[derive(Copy, Clone)]
pub struct WeakTarget(pub Value);

/// The internal slots of a FinalizationRegistry.
pub struct FinalizationRegistry {
    /// [[CleanupCallback]]
    cleanup: Value,
    cells: Vec<Cell>,
    /// First cell of the chain of each token.
    tokens: SplitTable<u32>,
    /// First unused cell.
    free: u32,
    /// Number of cells in use.
    size: usize,
    /// Cell before which no target is dead.
    cleaned: usize,
    /// True while it is in the list of those that wait for jobs.
    is_waiting: bool,
}

impl Clone for FinalizationRegistry {
    fn clone(&self) -> Self {
        let &FinalizationRegistry { cleanup, ref cells, ref tokens, free, size, cleaned, is_waiting } = self;
        let (cells, tokens) = (with_room_of(cells), tokens.clone());
        FinalizationRegistry { cleanup, cells, tokens, free, size, cleaned, is_waiting }
    }
}

/// A registration in a FinalizationRegistry.
#[derive(Copy, Clone)]
pub(super) struct Cell {
    /// Empty once it is garbage.
    target: Value,
    /// The held value; empty if the cell is unused.
    pub held: Value,
    /// The token; empty if there is none.
    token: Value,
    /// Next cell of the chain: of the token, or of unused cells.
    next: u32,
    previous: u32,
}

const NONE: u32 = u32::MAX;

fn hash_of(cells: &[Cell], first: u32) -> u64 {
    spread(cells.get(first as usize).map_or(NONE, |cell| number_of(cell.token)))
}

impl FinalizationRegistry {
    pub(crate) fn bytes(&self) -> usize {
        // Includes its place in the list of those that wait.
        allocation_bytes(size_of::<FinalizationRegistry>() + 2 * size_of::<ObjectId>())
            + allocation_bytes(self.cells.capacity() * size_of::<Cell>())
            + allocation_bytes(self.tokens.bytes())
    }

    /// The callback, and of each registration the target, the held value and the token; each empty once it is gone.
    pub fn content(&self) -> (Value, Vec<[Value; 3]>) {
        let used = self.cells.iter().filter(|cell| !cell.held.is_empty());
        (self.cleanup, used.map(|cell| [cell.target, cell.held, cell.token]).collect())
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn first_with(&self, token: Value) -> Option<u32> {
        let is_same = |&first: &u32| self.cells.get(first as usize).is_some_and(|cell| cell.token == token);
        self.tokens.find(spread(number_of(token)), is_same).copied()
    }

    /// Adds a cell; there must be room for it.
    fn add(&mut self, target: Value, held: Value, token: Value) {
        let place = self.free;
        let place = match self.cells.get(place as usize) {
            Some(cell) => {
                self.free = cell.next;
                place
            }
            None => self.cells.len() as u32,
        };
        let cell = Cell { target, held, token, next: NONE, previous: NONE };
        match self.cells.get_mut(place as usize) {
            Some(free) => *free = cell,
            None => self.cells.push(cell),
        }
        self.size += 1;
        if !token.is_empty() {
            self.chain(place, token);
        }
    }

    /// Puts a new cell second in its chain, so that the first one stays where it is found.
    fn chain(&mut self, place: u32, token: Value) {
        let first = self.tokens.find(spread(number_of(token)), |&first| {
            self.cells.get(first as usize).is_some_and(|cell| cell.token == token)
        });
        let Some(&first) = first else {
            let cells = &self.cells;
            return self.tokens.insert_unique(spread(number_of(token)), place, |&first| hash_of(cells, first));
        };
        let next = std::mem::replace(&mut self.cells[first as usize].next, place);
        self.cells[place as usize].next = next;
        self.cells[place as usize].previous = first;
        if let Some(next) = self.cells.get_mut(next as usize) {
            next.previous = place;
        }
    }

    /// Takes a cell out of its chain, and returns the held value.
    fn remove(&mut self, place: u32) -> Value {
        let Some(&Cell { held, token, next, previous, .. }) = self.cells.get(place as usize) else {
            return Value::EMPTY;
        };
        if !token.is_empty() {
            if let Some(cell) = self.cells.get_mut(next as usize) {
                cell.previous = previous;
            }
            match self.cells.get_mut(previous as usize) {
                Some(cell) => cell.next = next,
                None => self.replace_first(token, place, next),
            }
        }
        let free =
            Cell { target: Value::EMPTY, held: Value::EMPTY, token: Value::EMPTY, next: self.free, previous: NONE };
        self.cells[place as usize] = free;
        self.free = place;
        self.size -= 1;
        held
    }

    fn replace_first(&mut self, token: Value, first: u32, next: u32) {
        let hash = spread(number_of(token));
        if next == NONE {
            self.tokens.remove(hash, |&place| place == first);
        } else if let Some(place) = self.tokens.find_mut(hash, |&place| place == first) {
            *place = next;
        }
    }

    /// The next cell with a dead target, among this many from the cleaned ones on.
    fn find_dead(&mut self, most: usize) -> Option<u32> {
        let rest = self.cells.get(self.cleaned..).unwrap_or_default().iter().take(most);
        match rest.clone().position(|cell| cell.target.is_empty() && !cell.held.is_empty()) {
            Some(distance) => {
                self.cleaned += distance;
                Some(self.cleaned as u32)
            }
            None => {
                self.cleaned += rest.len();
                None
            }
        }
    }
}

impl InternalSlots for WeakTarget {
    #[inline]
    fn trace(&self, object: ObjectId, visit: &mut impl Visit) {
        visit.weak(object);
    }

    fn bytes(&self) -> usize {
        0
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        None
    }
}

impl InternalSlots for FinalizationRegistry {
    #[inline]
    fn trace(&self, object: ObjectId, visit: &mut impl Visit) {
        let &FinalizationRegistry { cleanup, cells: _, tokens: _, free: _, size: _, cleaned: _, is_waiting: _ } = self;
        visit.value(cleanup);
        visit.weak(object);
        visit.later(Part::Held, object);
    }

    fn bytes(&self) -> usize {
        FinalizationRegistry::bytes(self)
    }

    fn name_of(&self, to: ObjectId) -> Option<&'static str> {
        Some(if self.cleanup.leads_to(to) { "[[CleanupCallback]]" } else { "[[HeldValue]]" })
    }
}
