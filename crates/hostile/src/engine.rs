//! Makes engines like those of the `ferrotape` command.

use std::{env, thread};

use ferrotape::{Builder, Engine};

const STACK_BYTES: usize = 6 << 20;
/// A sixteenth of the memory limit, as in the command; the rest is for frames above and below the engine's count.
const NATIVE_STACK_BYTES: usize = STACK_BYTES - (2 << 20);

pub fn builder() -> Builder {
    let stress = |kind| env::var_os("FERROTAPE_GC").is_some_and(|value| value == kind);
    Engine::builder()
        .native_stack(NATIVE_STACK_BYTES)
        .stress_collection(stress("stress"))
        .stress_slices(stress("slices"))
}

/// Returns the result of `work` on a thread with the stack that [`builder`] assumes, or `None` if it panicked.
pub fn on_large_stack<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Option<R> {
    thread::Builder::new().stack_size(STACK_BYTES).spawn(work).ok()?.join().ok()
}
