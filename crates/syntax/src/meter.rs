//! Costs of parsing: ticks for tokens and for the bytes of long tokens, bytes of memory for everything that grows.
//!
//! A [`Meter`] never fails. When a limit is reached, it tells the lexer, once. The text then ends at the next token,
//! and the partial tree is dropped ([`Meter::stopped`]). So nothing that builds the tree has to know of limits.

use ferrotape_budget::costs::{ALLOCATION_OVERHEAD, BYTES_READ_PER_TICK, ROWS_PER_TICK};
use ferrotape_budget::{Budget, Termination, make_room};

use crate::tree::Arena;

/// Charges the budget for what parsing takes.
pub(crate) struct Meter<'b> {
    pub budget: &'b mut Budget,
    stopped: Option<Termination>,
}

/// Items that may still be added between the refusal of memory and the next token.
const LAST: usize = 16;

/// Items copied between two checks of the limits.
const COPIED: usize = 1 << 13;

/// Size in bytes from which a block is counted twice when it grows. Several vectors grow beside each other, so a block
/// often moves. The allocator keeps the block left behind resident until the parse ends.
const LARGE: usize = 1 << 18;

impl<'b> Meter<'b> {
    pub fn new(budget: &'b mut Budget) -> Self {
        Meter { budget, stopped: None }
    }

    /// Returns the reason why the parse has to end, if there is one.
    pub fn stopped(&self) -> Option<Termination> {
        self.stopped
    }

    /// Accounts for `amount` units of work. Returns whether the parse has to end.
    #[inline(always)]
    pub fn tick(&mut self, amount: u32) -> bool {
        self.budget.spend(amount) && self.check()
    }

    /// Accounts for bytes of the text that were read in one go. Returns whether the parse has to end.
    #[inline(always)]
    pub fn tick_bytes(&mut self, bytes: usize) -> bool {
        self.tick(1 + (bytes / BYTES_READ_PER_TICK) as u32)
    }

    /// Asks the budget once its countdown has run out. After a limit, each further tick gets here and returns true.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> bool {
        if self.stopped.is_none()
            && let Err(termination) = self.budget.check()
        {
            self.stopped = Some(termination);
        }
        if self.stopped.is_some() {
            self.budget.request_check();
        }
        self.stopped.is_some()
    }

    /// Ends the parse: every further tick returns true.
    #[cold]
    pub fn stop(&mut self, termination: Termination) {
        self.stopped.get_or_insert(termination);
        self.budget.request_check();
    }

    /// Charges memory. Returns false if none is left.
    pub fn charge(&mut self, bytes: usize) -> bool {
        match self.budget.take(bytes) {
            Ok(()) => true,
            Err(termination) => {
                self.stop(termination);
                false
            }
        }
    }

    /// Appends an item. The vector's growth is charged first.
    #[inline(always)]
    pub fn push<T>(&mut self, items: &mut Vec<T>, item: T) {
        if items.len() == items.capacity() {
            self.grow(items);
        }
        items.push(item);
    }

    /// Adds an item to an arena. The arena's growth is charged first.
    #[inline(always)]
    pub fn add<T>(&mut self, items: &mut Arena<T>, item: T) {
        if items.is_full() {
            self.expect(items, 1);
        }
        items.add(item);
    }

    /// Makes room in a full arena for the expected number of items, at most up to the end of a block.
    #[cold]
    #[inline(never)]
    pub fn expect<T>(&mut self, items: &mut Arena<T>, expected: usize) {
        let growth = items.growth(expected);
        let overhead = if items.ends_a_block() { ALLOCATION_OVERHEAD } else { 0 };
        items.grow(if self.charge(overhead + growth * size_of::<T>()) { growth } else { growth.min(LAST) });
    }

    /// Appends a copy of the items, in pieces. If the parse has to end, some or all items are left out.
    pub fn extend<T: Copy>(&mut self, items: &mut Vec<T>, more: &[T]) {
        if !self.reserve(items, more.len()) {
            return;
        }
        for piece in more.chunks(COPIED) {
            items.extend_from_slice(piece);
            if piece.len() == COPIED && self.tick(COPIED as u32 / ROWS_PER_TICK) {
                return;
            }
        }
    }

    /// Makes room for `more` further items. Returns whether there is room.
    pub fn reserve<T>(&mut self, items: &mut Vec<T>, more: usize) -> bool {
        let held = items.capacity() * size_of::<T>();
        let left_behind = if held >= LARGE { held } else { 0 };
        make_room(items, more, |bytes| if self.charge(bytes + left_behind) { Ok(()) } else { Err(()) }).is_ok()
    }

    #[cold]
    #[inline(never)]
    fn grow<T>(&mut self, items: &mut Vec<T>) {
        if !self.reserve(items, 1) {
            items.reserve_exact(LAST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_is_charged_before_it_is_taken() {
        let mut budget = Budget::default();
        budget.set_memory_limit(Some(1000));
        let mut meter = Meter::new(&mut budget);
        let mut items = Vec::new();
        while meter.stopped().is_none() {
            meter.push(&mut items, 0u32);
        }
        assert_eq!(meter.stopped(), Some(Termination::OutOfMemory));
        assert!(meter.tick(1));
        meter.extend(&mut items, &[0; 1000]);
        assert!((100..300).contains(&items.capacity()), "{}", items.capacity());
        assert_eq!(budget.bytes(), 128 * 4 + ALLOCATION_OVERHEAD);
    }

    #[test]
    fn large_blocks_count_what_they_leave_behind() {
        let mut budget = Budget::default();
        let mut items = Vec::new();
        let mut meter = Meter::new(&mut budget);
        for item in 0..=LARGE as u32 {
            meter.push(&mut items, item);
        }
        let left_behind = LARGE + 2 * LARGE + 4 * LARGE;
        assert_eq!(items.capacity() * 4, 8 * LARGE);
        assert_eq!(budget.bytes(), 8 * LARGE + left_behind + ALLOCATION_OVERHEAD);
    }

    #[test]
    fn many_items_are_copied_in_pieces() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(10_000));
        let (mut meter, mut items) = (Meter::new(&mut budget), Vec::new());
        meter.extend(&mut items, &vec![7u32; 100 * COPIED]);
        assert_eq!(meter.stopped(), Some(Termination::OutOfFuel));
        assert!(items.len() <= 6 * COPIED, "{} items between two looks", items.len());
    }

    #[test]
    fn the_first_reason_to_stop_counts() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(3));
        let mut meter = Meter::new(&mut budget);
        assert!(!meter.tick(2));
        assert!(meter.tick(1));
        assert!(!meter.charge(usize::MAX));
        assert_eq!(meter.stopped(), Some(Termination::OutOfFuel));
    }
}
