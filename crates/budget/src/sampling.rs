//! Samples for a profiler: moments at which somebody looks where the script is.
//!
//! A sample comes due at a check of the limits, which is made exactly when its fuel is spent: so the same program has the
//! same samples. By time, each check looks at the clock. Nothing is added to the way between checks.

use std::mem;
use std::time::Duration;

use crate::{Budget, Instant};

/// State of sampling: the measure between samples, and whether one is due.
#[derive(Copy, Clone, Default)]
pub(crate) struct Sampling {
    every: Every,
    /// Whether a sample is due.
    is_due: bool,
    /// Whether it has come due since somebody asked.
    is_new: bool,
}

/// The distance between two samples.
#[derive(Copy, Clone, Default)]
enum Every {
    #[default]
    Never,
    Fuel {
        every: u64,
        /// The units of work at which the next sample is due.
        next: u64,
        /// The units of work at the last sample.
        last: u64,
    },
    Time {
        every: Duration,
        last: Instant,
    },
    /// One is due at any time: somebody else knows its weight.
    Always,
}

impl Budget {
    /// Takes a sample each time that this many units of work are spent. Zero is taken as one.
    pub fn sample_by_fuel(&mut self, every: u64) {
        let (every, last) = (every.max(1), self.fuel_spent());
        self.set_sampling(Every::Fuel { every, next: last.saturating_add(every), last });
    }

    /// Takes a sample each time that so much time has passed, at the next check of the limits.
    pub fn sample_by_time(&mut self, every: Duration) {
        self.set_sampling(Every::Time { every, last: Instant::now() });
    }

    /// Makes a sample due at any time, until [`Budget::stop_samples`].
    pub fn sample_always(&mut self) {
        self.set_sampling(Every::Always);
        self.sampling.is_due = true;
    }

    /// Returns whether samples are taken.
    pub fn is_sampling(&self) -> bool {
        !matches!(self.sampling.every, Every::Never)
    }

    /// Takes no samples from now on.
    pub fn stop_samples(&mut self) {
        self.set_sampling(Every::Never);
    }

    fn set_sampling(&mut self, every: Every) {
        self.sampling = Sampling { every, ..Sampling::default() };
        self.request_check();
    }

    /// Returns whether a sample is due. To be asked where a check was requested.
    #[inline(always)]
    pub fn is_sample_due(&self) -> bool {
        self.sampling.is_due
    }

    /// Returns whether a sample has come due since this was last asked.
    pub fn has_new_sample(&mut self) -> bool {
        mem::take(&mut self.sampling.is_new)
    }

    /// Ends the sample that is due. Returns its weight: the units of work, or nanoseconds, since the last one.
    pub fn take_sample(&mut self) -> u64 {
        (self.sampling.is_due, self.sampling.is_new) = (false, false);
        let spent = self.fuel_spent();
        match &mut self.sampling.every {
            Every::Never | Every::Always => 0,
            Every::Fuel { every, next, last } => {
                *next = spent.saturating_add(*every - spent % *every);
                spent.saturating_sub(mem::replace(last, spent))
            }
            Every::Time { last, .. } => {
                let now = Instant::now();
                now.saturating_duration_since(mem::replace(last, now)).as_nanos() as u64
            }
        }
    }

    /// Leaves the time since then out of the sample that comes next. Returns it in nanoseconds.
    pub fn leave_out_of_sample(&mut self, since: Instant) -> u64 {
        let time = since.elapsed();
        self.leave_time_out_of_sample(time);
        time.as_nanos() as u64
    }

    /// Leaves so much time out of the sample that comes next.
    pub(crate) fn leave_time_out_of_sample(&mut self, time: Duration) {
        if let Every::Time { last, .. } = &mut self.sampling.every {
            *last = last.checked_add(time).unwrap_or(*last);
        }
    }

    /// Makes the sample due whose time has come, and the next check no later than the next sample.
    #[inline]
    pub(crate) fn look_at_samples(&mut self) {
        if !matches!(self.sampling.every, Every::Never) {
            self.look_at_next_sample();
        }
    }

    /// Second half of [`Budget::look_at_samples`], out of line. A sample that stays due does not count as new again.
    #[cold]
    fn look_at_next_sample(&mut self) {
        let was_due = self.sampling.is_due;
        self.sampling.is_due |= match self.sampling.every {
            Every::Never => false,
            Every::Always => true,
            Every::Fuel { every, next, .. } => {
                // Where this one is due, the check after it is for the one that follows.
                let left = if self.spent < next { next - self.spent } else { every - self.spent % every };
                self.interval = self.interval.min(left.min(i64::MAX as u64) as i64);
                self.spent >= next
            }
            Every::Time { every, last } => Instant::now().saturating_duration_since(last) >= every,
        };
        self.sampling.is_new |= self.sampling.is_due && !was_due;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Termination;

    #[test]
    fn samples_come_at_the_same_fuel_whatever_the_steps() {
        for step in [1, 7, 100, 250] {
            let mut budget = Budget::default();
            let mut weights = 0;
            budget.sample_by_fuel(100);
            while budget.fuel_spent() < 100_000 {
                let before = budget.fuel_spent() / 100;
                assert_eq!(budget.work(step), Ok(()));
                let is_over = budget.fuel_spent() / 100 > before;
                assert_eq!((budget.is_sample_due(), budget.has_new_sample()), (is_over, is_over), "{step}");
                if is_over {
                    weights += budget.take_sample();
                }
            }
            assert!(budget.fuel_spent() - weights < 100);
        }
    }

    #[test]
    fn time_that_stands_still_is_in_no_sample() {
        let mut budget = Budget::default();
        budget.sample_by_time(Duration::from_millis(1));
        let still = budget.begin_standstill();
        let aside = budget.begin_aside();
        std::thread::sleep(Duration::from_millis(300));
        budget.end_aside(aside);
        budget.end_standstill(still);
        assert!(budget.is_sampling() && budget.take_sample() < 200_000_000);
    }

    #[test]
    fn one_may_be_due_always() {
        let mut budget = Budget::default();
        budget.sample_always();
        for _ in 0..3 {
            assert_eq!((budget.work(100_000), budget.is_sample_due(), budget.has_new_sample()), (Ok(()), true, false));
        }
        budget.stop_samples();
        assert_eq!((budget.work(100_000), budget.is_sample_due(), budget.is_sampling()), (Ok(()), false, false));
    }

    #[test]
    fn work_aside_has_no_samples_and_limits_hold() {
        let mut budget = Budget::default();
        budget.set_fuel(Some(1000));
        budget.sample_by_fuel(100);
        let aside = budget.begin_aside();
        assert_eq!(budget.work(10_000), Ok(()));
        budget.end_aside(aside);
        assert_eq!((budget.work(50), budget.is_sample_due()), (Ok(()), false));
        assert_eq!((budget.work(50), budget.is_sample_due()), (Ok(()), true));
        assert_eq!(budget.take_sample(), 100);
        budget.stop_samples();
        assert_eq!((budget.work(400), budget.is_sample_due()), (Ok(()), false));
        assert_eq!(budget.work(500), Err(Termination::OutOfFuel));
    }
}
