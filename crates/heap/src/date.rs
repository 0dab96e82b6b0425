//! Date objects, ECMA-262 21.4.

use crate::object::internal_slots::row;

/// The greatest distance of a time value from the epoch, in milliseconds (ECMA-262 21.4.1.1).
const MOST_TIME: f64 = 8.64e15;

row! {
    /// The internal slot of a Date.
    #[derive(Copy, Clone)]
    inline Date {
        state {
            /// [[DateValue]]
            time: f64,
        }
        links {}
    }
    check |date, _cells| {
        date.time.is_nan() || date.time.abs() <= MOST_TIME && date.time.trunc() == date.time => "a date is none",
    }
}
