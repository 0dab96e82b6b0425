//! The playground's engine as a WebAssembly module without imports, which `playground/src/worker.js` calls.
//!
//! ```text
//! begin()                                    once, before all else
//! reserve(bytes) → address                   room for a request: JavaScript writes it
//! answer(bytes)                              answers what was written
//! output() → address, output_length() → bytes       the answer, until the next request; after a trap, its cause
//! ```
//!
//! Memory is only shared through vectors that this module owns, so nothing here is unsafe but what the linker is told.

use std::cell::RefCell;
use std::panic;
use std::time::Duration;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Prepares the module: no time passes in it, as runs must be alike, and panics leave their words.
#[unsafe(no_mangle)]
pub extern "C" fn begin() {
    ferrotape::limits::set_host_clock(|| Duration::ZERO);
    panic::set_hook(Box::new(|info| {
        OUTPUT.with(|output| {
            if let Ok(mut output) = output.try_borrow_mut() {
                *output = info.to_string().into_bytes();
            }
        });
    }));
}

/// Makes room for a request. Gives 0 where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(bytes: usize) -> usize {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        // The address counts only once JavaScript has written so many bytes.
        if input.try_reserve(bytes).is_err() {
            return 0;
        }
        input.resize(bytes, 0);
        input.as_mut_ptr().addr()
    })
}

/// Answers the request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer(bytes: usize) {
    let mut input = INPUT.take();
    input.truncate(bytes);
    OUTPUT.set(Vec::new());
    let answer = ferrotape_playground::answer(&String::from_utf8_lossy(&input));
    OUTPUT.set(answer.into_bytes());
}

/// The address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> usize {
    OUTPUT.with_borrow(|output| output.as_ptr().addr())
}

/// The bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    OUTPUT.with_borrow(Vec::len)
}
