//! A clock that goes in steps of some milliseconds, and is read in a fraction of the time that the precise one takes.

use std::time::Duration;

/// Steps are never longer than this: the slowest systems count a hundred in a second.
pub(crate) const LONGEST_STEP: Duration = Duration::from_millis(25);

/// A reading, of use only for being compared.
pub(crate) type Moment = (i64, i64);

/// Reads it; none where there is no such clock.
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
