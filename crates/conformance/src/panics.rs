//! Catches panics: a panic inside a test is the test's failure, not the end of the run.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Stores the messages of panics instead of printing them from now on, in all threads.
pub fn remember() {
    panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        let message = info.payload_as_str().unwrap_or("no message");
        LAST.with(|last| *last.borrow_mut() = format!("{message}{place}"));
    }));
}

/// Returns the result of `body`, or the message of its panic.
pub fn caught<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    // Each run has its own engine, so nothing that the body leaves half done is used again.
    panic::catch_unwind(AssertUnwindSafe(body)).map_err(|_| LAST.with(|last| last.borrow().clone()))
}
