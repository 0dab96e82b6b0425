//! A panic inside a test is that test's failure, not the end of the run.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics are remembered instead of printed from now on, in all threads.
pub fn remember() {
    panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let place = info.location().map(|place| format!(" at {}:{}", place.file(), place.line())).unwrap_or_default();
        let message = info.payload_as_str().unwrap_or("no message");
        LAST.with(|last| *last.borrow_mut() = format!("{message}{place}"));
    }));
}

/// What `body` gives, or what it panicked with.
pub fn caught<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    // Nothing that the body leaves half done is looked at again: each run has an engine of its own.
    panic::catch_unwind(AssertUnwindSafe(body)).map_err(|_| LAST.with(|last| last.borrow().clone()))
}
