//! The end of a time limit.

use std::time::Duration;

use crate::Instant;

/// The moment at which a time limit ends, with the time that was given.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Deadline {
    /// First, as deadlines are compared by it.
    pub(crate) at: Instant,
    pub(crate) after: Duration,
}

impl Deadline {
    /// Creates the deadline that ends after a time from now. None if that is too far away to matter.
    pub fn after(time: Duration) -> Option<Deadline> {
        Instant::now().checked_add(time).map(|at| Deadline { at, after: time })
    }

    /// Creates the deadline that ends after what is left of a time, which messages name.
    pub fn after_rest(left: Duration, time: Duration) -> Option<Deadline> {
        Deadline::after(left).map(|deadline| Deadline { after: time, ..deadline })
    }

    /// Returns the time that was given.
    pub fn given(self) -> Duration {
        self.after
    }

    /// Returns the time that is left.
    pub fn left(self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }

    pub(crate) fn is_over(self) -> bool {
        Instant::now() >= self.at
    }
}
