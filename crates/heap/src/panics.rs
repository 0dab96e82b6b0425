//! Panics of the host in what the engine calls of it: destructors, loaders, functions.
//!
//! What a panic says is for the embedder's panic hook, and nobody else. What it gives to whoever catches it is a value of the
//! host as well, whose destructor may panic in its turn.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Does what may panic: none where it did. Whoever asks for it sees to it that what it works on is in order then.
pub fn unless_it_panics<T>(work: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => Some(done),
        Err(given) => {
            drop_given(given);
            None
        }
    }
}

/// Drops what a panic gave. What a panic of that gives is never dropped: there would be no end of it.
pub fn drop_given(given: Box<dyn Any + Send>) {
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(given))) {
        std::mem::forget(second);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::resume_unwind;

    use super::*;

    /// Panics when it is dropped, with another one.
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
