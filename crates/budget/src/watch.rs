//! Looks at the limits behind what the host does.
//!
//! A function of the host may take any time, and ticks say nothing of it: hundreds of slow calls would go by between two checks.
//! So whoever has called the host looks behind it ([`Budget::look_after_host`]). That spends nothing, and asks for a check only
//! where a limit was reached, or a pause: where fuel ends, and what is collected when, does not depend on the clock.
//!
//! The border must stay cheap, and a look at the clock costs as much as a whole call. Where no time is limited there is none.
//! Else the [coarse clock](crate::coarse) tells whether time has passed; as long as it stands still a deadline that was far away
//! cannot have been reached. A deadline that is near is compared with the precise clock at each look: a run is never later than
//! one call of the host.

use std::time::Duration;

use crate::coarse::{self, LONGEST_STEP};
use crate::{Budget, Instant};

/// The promise is ten milliseconds, of which the coarse clock may take some.
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(1);

#[derive(Copy, Clone, Default, Debug)]
pub(crate) struct Watch {
    /// Whether time alone, or somebody's closure, may end something.
    is_on: bool,
    /// Reading of the coarse clock at the last look at the precise one.
    seen: Option<coarse::Moment>,
    /// Could a deadline be reached before the coarse clock goes on?
    is_near: bool,
    /// Time of the last question to the watcher.
    asked: Option<Instant>,
}

impl Budget {
    /// Something of the host has been done, which may have taken any time. Where a limit was reached meanwhile, or a pause is
    /// due, the next tick asks for a check, whatever it spends. Tells whether the check will end what is going on.
    #[inline]
    pub fn look_after_host(&mut self) -> bool {
        (self.watch.is_on || self.runs.was_interrupted()) && self.look()
    }

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

    #[cold]
    fn look_at_clock(&mut self, moment: Option<coarse::Moment>) -> bool {
        let now = Instant::now();
        let pause = self.pause.deadline.filter(|_| !self.pause.is_due);
        let is_near = |deadline: Instant| deadline.saturating_duration_since(now) < LONGEST_STEP;
        self.watch.seen = moment;
        self.watch.is_near = self.deadline.is_some_and(is_near) || pause.is_some_and(is_near);
        let is_over = self.deadline.is_some_and(|deadline| now >= deadline) || self.is_watcher_for_it(now);
        if is_over || pause.is_some_and(|deadline| now >= deadline) {
            self.request_check();
        }
        is_over
    }

    /// Not more often than there is use for it: nobody knows how long a closure of the host takes.
    fn is_watcher_for_it(&mut self, now: Instant) -> bool {
        let since = self.watch.asked.map(|asked| now.saturating_duration_since(asked));
        if since.is_some_and(|since| since < BETWEEN_QUESTIONS) {
            return false;
        }
        self.watch.asked = Some(now);
        self.runs.is_interrupted()
    }

    /// To be called when another limit holds than before.
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
    use crate::{CHECK_INTERVAL, Termination, Watcher};

    const SHORT: Duration = Duration::from_millis(30);

    /// Result of the tick behind a call of the host that has taken so long.
    fn after(budget: &mut Budget, time: Duration) -> Result<(), Termination> {
        thread::sleep(time);
        budget.look_after_host();
        budget.work(0)
    }

    #[test]
    fn a_deadline_is_seen_behind_the_call_that_has_passed_it() {
        let mut budget = Budget::default();
        budget.begin_run(Some(Instant::now() + SHORT));
        assert_eq!(after(&mut budget, SHORT), Err(Termination::DeadlineReached));
        budget.end_run();
        assert_eq!(after(&mut budget, Duration::ZERO), Ok(()));
        let outer = budget.narrow(None, Some(Instant::now() + SHORT), None);
        assert_eq!(after(&mut budget, SHORT), Err(Termination::DeadlineReached));
        budget.widen(outer);
        assert_eq!(after(&mut budget, Duration::ZERO), Ok(()));
    }

    #[test]
    fn many_short_calls_are_never_one_too_many() {
        let mut budget = Budget::default();
        let deadline = Instant::now() + SHORT;
        budget.begin_run(Some(deadline));
        loop {
            // The call begins before the deadline, or it would not be made.
            let begun = Instant::now();
            budget.look_after_host();
            if budget.work(0).is_err() {
                break;
            }
            assert!(begun < deadline);
        }
        assert!(Instant::now() >= deadline);
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
        // This one is asked when time has passed.
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
        budget.begin_run(Some(Instant::now() + Duration::from_secs(3600)));
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
