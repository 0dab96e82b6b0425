//! Checks of the limits after calls of the host.
//!
//! A host function may take any time, and ticks say nothing about it: hundreds of slow calls would pass between two checks. So
//! every caller of the host checks afterwards ([`Budget::look_after_host`]). This spends nothing, and requests a check only if a
//! limit or a pause was reached. So neither the end of fuel nor garbage collection depends on the clock.
//!
//! The host border must stay cheap, and a reading of the clock costs as much as a whole call. If no time is limited,
//! the clock is not read. Otherwise the [coarse clock](crate::coarse) tells whether time has passed. As long as it
//! stands still, a deadline that was far away cannot have been reached. A near deadline is compared with the precise
//! clock each time. So a run is never late by more than one call of the host.

use std::time::Duration;

use crate::coarse::{self, LONGEST_STEP};
use crate::{Budget, Instant};

/// Time between two questions to the watcher. The promise is ten milliseconds, of which the coarse clock may take some.
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(1);

/// State of the looks at the limits after calls of the host.
#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Watch {
    /// True if time alone, or a closure of the host, may end something.
    is_on: bool,
    /// Reading of the coarse clock when the precise one was last read.
    seen: Option<coarse::Moment>,
    /// True if a deadline could be reached before the coarse clock advances.
    is_near: bool,
    /// Time of the last question to the watcher.
    asked: Option<Instant>,
}

impl Budget {
    /// Checks the limits after a call of the host, which may have taken any time. If a limit was reached, or a pause is
    /// due, the next tick requests a check, whatever it spends. Returns whether the check will end the current work.
    #[inline]
    pub fn look_after_host(&mut self) -> bool {
        (self.watch.is_on || self.runs.was_interrupted()) && self.look()
    }

    /// Asks in the order of the cost: interrupts, the coarse clock, then the precise one if the coarse one moved or a
    /// deadline is near.
    #[inline(never)]
    fn look(&mut self) -> bool {
        let was_cancelled =
            self.runs.was_interrupted() || self.cancelled.as_ref().is_some_and(|cancelled| cancelled.says_so());
        if was_cancelled {
            self.request_check();
            return true;
        }
        let moment = coarse::now();
        if !self.watch.is_near && moment.is_some() && moment == self.watch.seen {
            return false;
        }
        self.look_at_clock(moment)
    }

    /// Reads the precise clock and asks the watcher. Requests a check for a pause as well, but returns true only for an end.
    #[cold]
    fn look_at_clock(&mut self, moment: Option<coarse::Moment>) -> bool {
        let now = Instant::now();
        let pause = self.pause.deadline.filter(|_| !self.pause.is_due);
        let is_near = |deadline: Instant| deadline.saturating_duration_since(now) < LONGEST_STEP;
        self.watch.seen = moment;
        let deadline = self.deadline.map(|deadline| deadline.at);
        self.watch.is_near = deadline.is_some_and(is_near) || pause.is_some_and(is_near);
        let is_over = deadline.is_some_and(|deadline| now >= deadline) || self.is_watcher_for_it(now);
        if is_over || pause.is_some_and(|deadline| now >= deadline) {
            self.request_check();
        }
        is_over
    }

    /// Asks the watcher, but not more often than is useful, since a closure of the host may be slow.
    fn is_watcher_for_it(&mut self, now: Instant) -> bool {
        let since = self.watch.asked.map(|asked| now.saturating_duration_since(asked));
        if since.is_some_and(|since| since < BETWEEN_QUESTIONS) {
            return false;
        }
        self.watch.asked = Some(now);
        self.runs.is_interrupted()
    }

    /// Updates the watch. To be called when a limit has changed.
    pub(crate) fn limits_changed(&mut self) {
        let is_timed = self.deadline.is_some() || self.pause.deadline.is_some();
        let is_on = is_timed || self.cancelled.is_some() || self.runs.has_watcher();
        self.watch = Watch { is_on, ..Watch::default() };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    use std::thread;

    use super::*;
    use crate::{CHECK_INTERVAL, Deadline, Termination, Watcher};

    const SHORT: Duration = Duration::from_millis(30);

    /// Returns the result of the tick after a call of the host that has taken so long.
    fn after(budget: &mut Budget, time: Duration) -> Result<(), Termination> {
        thread::sleep(time);
        budget.look_after_host();
        budget.work(0)
    }

    #[test]
    fn a_deadline_is_seen_behind_the_call_that_has_passed_it() {
        let mut budget = Budget::default();
        budget.begin_run(Deadline::after(SHORT));
        assert_eq!(after(&mut budget, SHORT), Err(Termination::DeadlineReached));
        budget.end_run();
        assert_eq!(after(&mut budget, Duration::ZERO), Ok(()));
        let outer = budget.narrow(None, Deadline::after(SHORT), None);
        assert_eq!(after(&mut budget, SHORT), Err(Termination::DeadlineReached));
        budget.widen(outer);
        assert_eq!(after(&mut budget, Duration::ZERO), Ok(()));
    }

    #[test]
    fn many_short_calls_are_never_one_too_many() {
        let mut budget = Budget::default();
        let deadline = Deadline::after(SHORT).expect("near");
        budget.begin_run(Some(deadline));
        loop {
            // The call begins before the deadline, or it would not be made.
            let begun = Instant::now();
            budget.look_after_host();
            if budget.work(0).is_err() {
                break;
            }
            assert!(begun < deadline.at);
        }
        assert!(deadline.is_over());
        assert_eq!(budget.fuel_spent(), 0);
    }

    #[test]
    fn a_pause_is_due_behind_the_call_that_has_passed_it() {
        let mut budget = Budget::default();
        budget.begin_run(None);
        budget.set_pause(None, Some(Instant::now() + SHORT));
        assert_eq!((after(&mut budget, SHORT), budget.is_pause_due()), (Ok(()), true));
    }

    #[test]
    fn who_interrupts_is_heard_behind_the_call() {
        let flag = Arc::new(AtomicBool::new(false));
        let says_so = || {
            let flag = Arc::clone(&flag);
            Watcher::new(move || flag.load(Ordering::Relaxed))
        };
        let mut budget = Budget::default();
        budget.begin_run(None);
        assert_eq!(after(&mut budget, Duration::ZERO), Ok(()));
        budget.interrupter().interrupt();
        assert_eq!(after(&mut budget, Duration::ZERO), Err(Termination::Interrupted));
        budget.end_run();
        budget.begin_run(None);
        let outer = budget.narrow(None, None, Some(says_so()));
        assert_eq!(after(&mut budget, Duration::ZERO), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(after(&mut budget, Duration::ZERO), Err(Termination::Interrupted));
        budget.widen(outer);
        flag.store(false, Ordering::Relaxed);
        budget.set_watcher(Some(says_so()));
        assert_eq!(after(&mut budget, Duration::ZERO), Ok(()));
        flag.store(true, Ordering::Relaxed);
        // The watcher is asked when time has passed.
        assert_eq!(after(&mut budget, SHORT), Err(Termination::Interrupted));
    }

    #[test]
    fn looks_spend_nothing_and_ask_for_nothing_before_it_is_time() {
        let asked = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&asked);
        let mut budget = Budget::default();
        budget.set_fuel(Some(1_000));
        budget.set_watcher(Some(Watcher::new(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            false
        })));
        budget.begin_run(Deadline::after(Duration::from_secs(3600)));
        assert_eq!(budget.work(1), Ok(()));
        let begun = Instant::now();
        let mut questions = 0;
        for _ in 0..100_000 {
            budget.look_after_host();
            assert!(!budget.spend(0));
            questions = asked.load(Ordering::Relaxed);
        }
        assert!(u128::from(questions) <= 3 + begun.elapsed().as_millis(), "{questions} questions");
        assert_eq!((budget.fuel_spent(), budget.fuel_left()), (1, Some(999)));
        assert_eq!(budget.work(CHECK_INTERVAL as u64), Err(Termination::OutOfFuel));
    }
}
