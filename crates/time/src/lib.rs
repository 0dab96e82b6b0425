//! Time values, the clock and time zones: the data behind Date objects (ECMA-262 21.4.1).
//!
//! ```text
//! arithmetic time values, calendar: no time zones clock the current time: the system's, or the host's
//! time_zone offsets from UTC, from the system's database; zone_names: the names of the offsets transitions
//! what Temporal asks of a zone: the offsets of a local time, and when they change
//! ```

pub mod arithmetic;
mod clock;
mod time_zone;
mod transitions;
mod zone_names;

pub use clock::Clock;
pub use time_zone::TimeZone;
pub use transitions::LocalOffsets;
