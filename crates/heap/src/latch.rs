//! A value that is set once.

use crate::object::internal_slots::row;
use crate::value::Value;

row! {
    /// The internal slots of a latch.
    #[derive(Copy, Clone)]
    boxed Latch {
        state {
            is_set: bool,
        }
        links {
            value: Value = "[[LatchedValue]]",
        }
    }
    check |latch, _heap| {
        latch.is_set || latch.value.is_undefined() => "a latch that is not set has a value",
    }
}
