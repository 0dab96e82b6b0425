//! The clock of deadlines and timers: the system's, or the host's where Rust's library has none.
//!
//! The bare target of WebAssembly (`wasm32-unknown-unknown`) has no time, no threads and no randomness; a host there
//! calls [`set_host_clock`]. Before that, deadlines are over as soon as they are set: a limit that cannot be measured
//! must not be mistaken for one that holds.

use std::sync::OnceLock;
use std::time::Duration;

/// True on a platform on which std has neither clocks nor threads.
pub const IS_BARE: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

static HOST_CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock of a platform that has none: the time since 1970, which should never go back. The first clock stays.
/// Returns whether this was the first one. On platforms with a system clock it is not used.
///
/// ```
/// // In WebAssembly this would ask JavaScript: `performance.timeOrigin + performance.now()`.
/// let is_first = ferrotape_budget::set_host_clock(|| std::time::Duration::from_secs(1_700_000_000));
/// assert!(is_first);
/// ```
pub fn set_host_clock(now: fn() -> Duration) -> bool {
    HOST_CLOCK.set(now).is_ok()
}

/// Returns whether time can be measured.
pub fn has_clock() -> bool {
    !IS_BARE || HOST_CLOCK.get().is_some()
}

/// Returns the time of the host's clock, if there is one.
pub fn host_time() -> Option<Duration> {
    HOST_CLOCK.get().map(|now| now())
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// A moment on the host's clock, with the parts of `std::time::Instant` that are used here.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl Instant {
    pub fn now() -> Self {
        Instant(host_time().unwrap_or_default())
    }

    /// Adds a duration. None if the sum is too large; the moment itself if there is no clock.
    pub fn checked_add(self, duration: Duration) -> Option<Self> {
        if has_clock() { self.0.checked_add(duration).map(Instant) } else { Some(self) }
    }

    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    pub fn elapsed(self) -> Duration {
        Instant::now().saturating_duration_since(self)
    }
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
impl std::ops::Add<Duration> for Instant {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Instant(self.0.saturating_add(duration))
    }
}
