//! Work aside: work that a script does not pay for, as it happens at other places in other copies of an engine.
//!
//! Fuel counts the script's own work, and is the same in every copy. The collector's work depends on earlier
//! allocations. Saving an engine, or making code ready again, depends on the host's requests. Such work is *aside*.
//! It ticks as all work does, so the clock, interrupters and memory end it. But it takes no fuel, and brings no pause
//! nearer.

use std::mem;

use crate::sampling::Sampling;
use crate::{Budget, Pause, Termination};

/// Fuel and pause that count again when work aside is over: see [`Budget::begin_aside`].
#[must_use]
pub struct Aside {
    spent: u64,
    fuel: Option<u64>,
    /// Fuel that messages name; work aside may have a limit of its own.
    given: u64,
    pause: Pause,
    sampling: Sampling,
}

impl Budget {
    /// Stops taking fuel until [`Budget::end_aside`].
    pub fn begin_aside(&mut self) -> Aside {
        let (spent, fuel) = (self.fuel_spent(), self.fuel.take());
        let (pause, sampling) = (mem::take(&mut self.pause), mem::take(&mut self.sampling));
        self.request_check();
        Aside { spent, fuel, given: self.given.fuel, pause, sampling }
    }

    /// Takes fuel again. Nothing counts as spent in the meantime.
    pub fn end_aside(&mut self, aside: Aside) {
        let Aside { spent, fuel, given, pause, sampling } = aside;
        (self.spent, self.fuel, self.pause, self.sampling) = (spent, fuel, pause, sampling);
        self.given.fuel = given;
        (self.interval, self.countdown) = (0, 0);
        self.pause.next_look = 0;
    }

    /// Accounts for `amount` units of work that has been paid for before, wherever it is done now.
    #[cold]
    pub fn tick_aside(&mut self, amount: u64) -> Result<(), Termination> {
        if amount == 0 {
            return Ok(());
        }
        let aside = self.begin_aside();
        let ticked = self.work(amount);
        self.end_aside(aside);
        ticked
    }

    /// Takes back the fuel spent since it was `since`. For operations that need the fuel but do not consume it.
    pub fn forget_spent(&mut self, since: u64) {
        let spent = since.min(self.fuel_spent());
        self.request_check();
        self.spent = spent;
    }

    /// Accounts for one unit of work that has a fast path and a slow path, both of which account for it. Returns false
    /// if a [`Budget::check`] is due, which only the slow path makes.
    #[inline(always)]
    pub fn spend_for_fast_path(&mut self) -> bool {
        let is_time = self.spend(1);
        if is_time {
            self.take_back();
        }
        !is_time
    }

    /// Takes back the unit of [`Budget::spend_for_fast_path`], as the work takes the slow path after all.
    #[inline(always)]
    pub fn take_back(&mut self) {
        self.countdown += 1;
    }

    /// Accounts for a few units of work at once, as [`Budget::spend_for_fast_path`] does for one.
    #[inline(always)]
    pub fn spend_at_once(&mut self, amount: u32) -> bool {
        let is_time = self.spend(amount);
        if is_time {
            self.take_back_all(amount);
        }
        !is_time
    }

    /// Takes back the units of [`Budget::spend_at_once`].
    #[inline(always)]
    pub fn take_back_all(&mut self, amount: u32) {
        self.countdown += i64::from(amount);
    }

    /// Takes back fuel that was spent on something that will be done again, and paid for then.
    pub fn unspend(&mut self, amount: u64) {
        self.forget_spent(self.fuel_spent().saturating_sub(amount));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{CHECK_INTERVAL, Deadline};

    #[test]
    fn work_aside_takes_no_fuel_and_ends_by_all_other_limits() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(100));
        budget.set_pause(Some(50), None);
        assert_eq!((budget.work(40), budget.fuel_spent()), (Ok(()), 40));
        let aside = budget.begin_aside();
        assert_eq!(budget.work(1_000_000), Ok(()));
        budget.deadline = Deadline::after(Duration::ZERO);
        assert_eq!(budget.work(CHECK_INTERVAL as u64), Err(Termination::DeadlineReached));
        budget.deadline = None;
        budget.set_fuel(Some(7));
        budget.end_aside(aside);
        assert_eq!((budget.fuel_spent(), budget.fuel_left()), (40, Some(60)));
        let told = budget.describe(Termination::OutOfFuel);
        assert!(told.ends_with(": 100 units of work"), "{told}");
        assert_eq!((budget.work(9), budget.is_pause_due()), (Ok(()), false));
        assert_eq!((budget.work(1), budget.is_pause_due()), (Ok(()), true));
        assert_eq!((budget.work(49), budget.work(1)), (Ok(()), Err(Termination::OutOfFuel)));
    }

    #[test]
    fn what_is_taken_back_is_not_spent() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(10));
        assert_eq!(budget.work(5), Ok(()));
        for _ in 0..100 {
            budget.spend(5);
            budget.unspend(5);
            assert!(budget.work(0).is_ok() && budget.spend_for_fast_path());
            budget.take_back();
        }
        assert_eq!((budget.fuel_spent(), budget.work(4), budget.work(1)), (5, Ok(()), Err(Termination::OutOfFuel)));
    }
}
