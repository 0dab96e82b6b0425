//! Work that a script does not pay for, as it comes at other places in other copies of an engine.
//!
//! Fuel is what the script does, and the same in every copy. What the collector does depends on what was there before, and to
//! write an engine down or to make code ready again on whether somebody asked for it: that is *aside*. It ticks as all work does,
//! so the clock, interrupters and memory end it; but it takes no fuel, and no pause comes nearer by it.

use std::mem;

use crate::{Budget, Pause, Termination};

/// Fuel and pause that count again when work aside is over: see [`Budget::begin_aside`].
#[must_use]
pub struct Aside {
    spent: u64,
    fuel: Option<u64>,
    pause: Pause,
}

impl Budget {
    /// From now on no fuel is taken, up to [`Budget::end_aside`].
    pub fn begin_aside(&mut self) -> Aside {
        let (spent, fuel) = (self.fuel_spent(), self.fuel.take());
        let pause = mem::take(&mut self.pause);
        self.request_check();
        Aside { spent, fuel, pause }
    }

    /// Fuel is taken again. Nothing was spent meanwhile.
    pub fn end_aside(&mut self, aside: Aside) {
        let Aside { spent, fuel, pause } = aside;
        (self.spent, self.fuel, self.pause) = (spent, fuel, pause);
        (self.interval, self.countdown) = (0, 0);
        self.pause.next_look = 0;
    }

    /// Accounts for `amount` units of work that has been paid for before, wherever it comes now.
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

    /// Whoever has the fuel for it may do something that takes none: what was spent since is not spent.
    pub fn forget_spent(&mut self, since: u64) {
        let spent = since.min(self.fuel_spent());
        self.request_check();
        self.spent = spent;
    }

    /// Accounts for a unit of work that has a fast path and another one, which accounts for it as well: false where it is time
    /// for [`Budget::check`], and so for the other one.
    #[inline(always)]
    pub fn spend_for_fast_path(&mut self) -> bool {
        let is_time = self.spend(1);
        if is_time {
            self.take_back();
        }
        !is_time
    }

    /// Takes back what [`Budget::spend_for_fast_path`] has just accounted for: it is the other path after all.
    #[inline(always)]
    pub fn take_back(&mut self) {
        self.countdown += 1;
    }

    /// Gives back what was spent on something that is going to be done anew, and will be paid for then.
    pub fn unspend(&mut self, amount: u64) {
        self.forget_spent(self.fuel_spent().saturating_sub(amount));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{CHECK_INTERVAL, Instant};

    #[test]
    fn work_aside_takes_no_fuel_and_ends_by_all_other_limits() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(100));
        budget.set_pause(Some(50), None);
        assert_eq!((budget.work(40), budget.fuel_spent()), (Ok(()), 40));
        let aside = budget.begin_aside();
        assert_eq!(budget.work(1_000_000), Ok(()));
        budget.deadline = Some(Instant::now() - Duration::from_millis(1));
        assert_eq!(budget.work(CHECK_INTERVAL as u64), Err(Termination::DeadlineReached));
        budget.deadline = None;
        budget.end_aside(aside);
        assert_eq!((budget.fuel_spent(), budget.fuel_left()), (40, Some(60)));
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
