//! Long work in pieces, with a check of the limits before each; and work of unknown length.

use std::ops::Range;

use crate::{Budget, CHECK_INTERVAL, Termination};

/// Ticks of one piece, so that not much more than usual passes between two checks of the limits.
const TICKS_PER_PIECE: u64 = CHECK_INTERVAL as u64 / 4;

impl Budget {
    /// Runs work on `count` units, at `per_tick` units a tick, one piece after the other.
    #[inline]
    pub fn in_pieces(
        &mut self,
        count: usize,
        per_tick: u64,
        mut work: impl FnMut(Range<usize>),
    ) -> Result<(), Termination> {
        self.find_in_pieces(count, per_tick, |piece| {
            work(piece);
            None::<()>
        })?;
        Ok(())
    }

    /// Searches `count` units, at `per_tick` units a tick, one piece after the other, until something is found.
    #[inline]
    pub fn find_in_pieces<T>(
        &mut self,
        count: usize,
        per_tick: u64,
        mut look: impl FnMut(Range<usize>) -> Option<T>,
    ) -> Result<Option<T>, Termination> {
        let piece = (TICKS_PER_PIECE * per_tick) as usize;
        let mut start = 0;
        loop {
            let length = piece.min(count - start);
            // This is no more than TICKS_PER_PIECE.
            self.work(length as u64 / per_tick)?;
            if let Some(found) = look(start..start + length) {
                return Ok(Some(found));
            }
            start += length;
            if start == count {
                return Ok(None);
            }
        }
    }
}

/// Counts units of work in turns of unknown length, and ticks when they have become many.
pub struct Meter<'budget> {
    budget: &'budget mut Budget,
    per_tick: u64,
    /// Units done without a tick so far.
    owed: u64,
}

impl<'budget> Meter<'budget> {
    /// Makes a meter of units, at `per_tick` units a tick.
    pub fn new(budget: &'budget mut Budget, per_tick: u64) -> Self {
        Meter { budget, per_tick, owed: 0 }
    }

    /// Returns the units that may be done at once.
    #[inline]
    pub fn piece(&self) -> usize {
        (TICKS_PER_PIECE * self.per_tick) as usize
    }

    /// Accounts for `units` done.
    #[inline]
    pub fn add(&mut self, units: usize) -> Result<(), Termination> {
        self.owed += units as u64;
        if self.owed >= TICKS_PER_PIECE * self.per_tick { self.settle() } else { Ok(()) }
    }

    /// Ticks for the units done. To be called at the end.
    #[inline]
    pub fn settle(&mut self) -> Result<(), Termination> {
        let ticks = self.owed.div_ceil(self.per_tick);
        self.owed = 0;
        self.budget.work(ticks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_everything_once_and_cost_what_the_whole_does() {
        for count in [0, 1, 15, 16, 65_535, 65_536, 65_537, 1_000_000] {
            let mut budget = Budget::default();
            let mut end = 0;
            let done = budget.in_pieces(count, 16, |piece| {
                assert_eq!(piece.start, end);
                end = piece.end;
            });
            assert_eq!((done, end, budget.fuel_spent()), (Ok(()), count, count as u64 / 16));
        }
    }

    #[test]
    fn what_is_found_ends_the_work_and_limits_do_too() {
        let mut budget = Budget::default();
        let found = budget.find_in_pieces(1 << 30, 16, |piece| piece.contains(&70_000).then_some(piece.start));
        assert_eq!(found, Ok(Some(65_536)));
        assert_eq!(budget.fuel_spent(), 2 * TICKS_PER_PIECE);
        budget.set_fuel(Some(10 * TICKS_PER_PIECE));
        let mut pieces = 0;
        assert_eq!(budget.in_pieces(1 << 40, 16, |_| pieces += 1), Err(Termination::OutOfFuel));
        assert_eq!(pieces, 9);
    }

    #[test]
    fn what_is_metered_is_ticked_for_in_time() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(10 * TICKS_PER_PIECE));
        let mut meter = Meter::new(&mut budget, 16);
        let mut units = 0u64;
        while meter.add(24).is_ok() {
            units += 24;
        }
        assert!((9 * TICKS_PER_PIECE * 16..11 * TICKS_PER_PIECE * 16).contains(&units), "{units}");
        let mut budget = Budget::default();
        let mut meter = Meter::new(&mut budget, 16);
        assert_eq!((meter.add(1), meter.add(16), meter.settle()), (Ok(()), Ok(()), Ok(())));
        assert_eq!(budget.fuel_spent(), 2);
    }
}
