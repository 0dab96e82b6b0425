//! Engines as the `ferrotape` command makes them.

use std::{env, thread};

use ferrotape::{Builder, Engine};

const STACK_BYTES: usize = 6 << 20;
/// A sixteenth of the memory limit, as the command has it; the rest is for the frames above and below the engine's own count.
const NATIVE_STACK_BYTES: usize = STACK_BYTES - (2 << 20);

pub fn builder() -> Builder {
    let stress = |kind| env::var_os("FERROTAPE_GC").is_some_and(|value| value == kind);
    Engine::builder()
        .native_stack(NATIVE_STACK_BYTES)
        .stress_collection(stress("stress"))
        .stress_slices(stress("slices"))
}

/// What `work` gives on a thread with the stack that [`builder`] counts on; `None` where it panicked.
pub fn on_large_stack<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Option<R> {
    thread::Builder::new().stack_size(STACK_BYTES).spawn(work).ok()?.join().ok()
}
