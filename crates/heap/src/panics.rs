//! Panics of host code that the engine calls: destructors, loaders, functions.
//!
//! The message of a panic is for the host's panic hook alone. The payload that a panic gives to its catcher is a host
//! value as well, whose destructor may panic in turn.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs work that may panic; none if it did. The caller makes sure that its data is consistent then.
pub fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(given) => {
            drop_given(given);
            None
        }
    }
}

/// Drops the payload of a panic. If that panics, the second payload is never dropped: there might be no end.
pub fn drop_given(given: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(given))) {
        std::mem::forget(second);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::resume_unwind;

    use super::*;

    /// Payload that panics when it is dropped, with another one.
    struct Endless;

    impl Drop for Endless {
        fn drop(&mut self) {
            resume_unwind(Box::new(Endless));
        }
    }

    #[test]
    fn what_panics_gave_ends_with_the_second() {
        assert_eq!(unless_it_panics(|| 7), Some(7));
        assert_eq!(unless_it_panics(|| -> u8 { resume_unwind(Box::new(Endless)) }), None);
        assert_eq!(unless_it_panics(|| drop(Endless)), None);
    }
}
