//! Time in which the clocks of limits stand still, as somebody looks at a stopped script.

use std::time::Duration;

use crate::{Budget, Deadline, Instant, Pause};

/// The limits of time that hold again after [`Budget::end_standstill`].
#[must_use]
pub struct Standstill {
    since: Instant,
    deadline: Option<Deadline>,
    pause: Option<Instant>,
}

impl Budget {
    /// Stops the clocks: no limit of time ends anything until [`Budget::end_standstill`].
    pub fn begin_standstill(&mut self) -> Standstill {
        let (deadline, pause) = (self.deadline.take(), self.pause.deadline.take());
        self.limits_changed();
        Standstill { since: Instant::now(), deadline, pause }
    }

    /// Lets the clocks go on: the time since then counts for no limit, those of calls around included.
    pub fn end_standstill(&mut self, still: Standstill) {
        let Standstill { since, deadline, pause } = still;
        let time = Instant::now().saturating_duration_since(since);
        self.stood_still += time;
        self.leave_time_out_of_sample(time);
        self.deadline = deadline.and_then(|deadline| deadline.later(time));
        self.pause = Pause { deadline: pause.and_then(|pause| pause.checked_add(time)), ..self.pause };
        self.limits_changed();
        self.request_check();
    }

    /// Returns the time of all standstills so far.
    pub fn stood_still(&self) -> Duration {
        self.stood_still
    }
}

impl Deadline {
    /// Returns the deadline that is by so much later; none if that is too far away to matter.
    pub(crate) fn later(self, time: Duration) -> Option<Deadline> {
        self.at.checked_add(time).map(|at| Deadline { at, ..self })
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;

    use super::*;
    use crate::{CHECK_INTERVAL, Termination};

    #[test]
    fn no_time_passes_while_somebody_looks() {
        const TIME: Duration = Duration::from_millis(400);
        let mut budget = Budget::default();
        budget.begin_run(Deadline::after(2 * TIME));
        let outer = budget.narrow(None, Deadline::after(TIME), None);
        let still = budget.begin_standstill();
        sleep(3 * TIME);
        budget.end_standstill(still);
        assert_eq!(budget.work(CHECK_INTERVAL as u64), Ok(()), "of the call");
        budget.widen(outer);
        assert_eq!(budget.work(CHECK_INTERVAL as u64), Ok(()), "of the run around");
        sleep(3 * TIME);
        assert_eq!(budget.work(CHECK_INTERVAL as u64), Err(Termination::DeadlineReached));
    }
}
