//! A coarse clock, which advances in steps of some milliseconds, and is read in a fraction of the time of the precise
//! one.

use std::time::Duration;

/// Longest step of the clock: the slowest systems count a hundred in a second.
pub(crate) const LONGEST_STEP: Duration = Duration::from_millis(25);

/// A reading, which is only compared with others.
pub(crate) type Moment = (i64, i64);

/// Reads the clock; None if the system has none.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[inline]
pub(crate) fn now() -> Option<Moment> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::MonotonicCoarse);
    Some((time.tv_sec as i64, time.tv_nsec as i64))
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
#[inline]
pub(crate) fn now() -> Option<Moment> {
    None
}
