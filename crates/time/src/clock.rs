//! The clock that `Date.now` and `new Date` read.

use std::fmt;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use ferrotape_budget::{IS_BARE, host_time};

/// The source of the present time: the system, or a function of the host.
#[derive(Clone, Default)]
pub struct Clock(Option<Arc<HostClock>>);

/// Returns None if it has failed.
type HostClock = dyn Fn() -> Option<SystemTime> + Send + Sync;

impl Clock {
    /// Creates a clock from a function of the host, which must not panic.
    pub fn new(now: impl Fn() -> Option<SystemTime> + Send + Sync + 'static) -> Self {
        Clock(Some(Arc::new(now)))
    }

    /// Returns whether the clock is a function of the host.
    pub fn is_of_host(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whole milliseconds since the epoch: HostSystemUTCEpochNanoseconds, ECMA-262 21.4.1.16, as
    /// SystemUTCEpochMilliseconds rounds it. None if a function of the host has failed.
    pub fn milliseconds(&self) -> Option<f64> {
        let now = self.0.as_ref().map_or_else(|| Some(system_time()), |now| now())?;
        Some(match now.duration_since(UNIX_EPOCH) {
            Ok(after) => after.as_millis() as f64,
            Err(before) => -(before.duration().as_nanos().div_ceil(1_000_000) as f64),
        })
    }
}

/// Returns the system's time. Without a system, the host's clock, else the epoch.
fn system_time() -> SystemTime {
    if IS_BARE { UNIX_EPOCH + host_time().unwrap_or_default() } else { SystemTime::now() }
}

impl fmt::Debug for Clock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Clock(function)" } else { "Clock(system)" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn parts_of_milliseconds_are_rounded_down() {
        let part = Duration::from_micros(1500);
        assert_eq!(Clock::new(move || Some(UNIX_EPOCH + part)).milliseconds(), Some(1.0));
        assert_eq!(Clock::new(move || Some(UNIX_EPOCH - part)).milliseconds(), Some(-2.0));
        assert_eq!(Clock::new(|| Some(UNIX_EPOCH)).milliseconds(), Some(0.0));
        assert_eq!(Clock::new(|| None).milliseconds(), None);
    }
}
