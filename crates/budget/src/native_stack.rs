//! Limit on the native stack that a recursion may use.

use std::cell::Cell;
use std::marker::PhantomData;

thread_local! {
    /// Lowest address that the runs of this thread may reach.
    static LOWEST: Cell<usize> = const { Cell::new(0) };
}

/// Limit on the native stack, as an address that recursive code must not go below. It is made once where the engine is
/// entered, and checked at every level of a recursion. Stacks grow downwards on every platform Rust runs on.
#[derive(Copy, Clone, Debug)]
pub struct NativeStack {
    lowest: usize,
    /// Number of bytes that were allowed.
    bytes: usize,
}

impl NativeStack {
    /// Bytes allowed by default, which fit a thread with a 256 KB stack. Code that was not optimised has frames that
    /// are several times as large; it fits the 2 MB of Rust's own threads. In WebAssembly, the measurable stack only
    /// has what has an address. The engine's own stack has several bytes for each of these, and overflows at a
    /// megabyte, which ends the instance. `tests/wasm` shows that one and a half times as many would fit.
    pub const DEFAULT_BYTES: usize = match (cfg!(target_family = "wasm"), cfg!(unoptimized)) {
        (false, false) => 128 * 1024,
        (false, true) => 1024 * 1024,
        (true, false) => 32 * 1024,
        (true, true) => 128 * 1024,
    };

    /// Allows `bytes` of stack below the caller's frame, but no more than is left to a surrounding run of another
    /// engine. Otherwise a script whose host makes engines for it could nest these endlessly.
    #[inline(always)]
    pub fn from_here(bytes: usize) -> Self {
        NativeStack { lowest: current_address().saturating_sub(bytes).max(LOWEST.get()), bytes }
    }

    /// Allows source text that running code compiles three quarters of the original bytes, below the caller's frame.
    /// Its possible nesting then does not depend on the surrounding run, as long as that leaves so much.
    #[inline(always)]
    pub fn for_text(self) -> Self {
        let lowest = current_address().saturating_sub(self.bytes / 4 * 3).max(self.lowest);
        NativeStack { lowest, ..self }
    }

    /// Begins a run with this limit: other runs that begin in the thread before its end have no more.
    #[inline(always)]
    pub fn hold(self) -> HeldStack {
        HeldStack { before: LOWEST.replace(self.lowest), in_thread: PhantomData }
    }

    /// Returns whether there is no room for another level. The rest of the stack suffices for one level of any of our
    /// recursions.
    #[inline(always)]
    pub fn is_exhausted(self) -> bool {
        current_address() < self.lowest
    }
}

/// Marks a run in this thread, until it is dropped: see [`NativeStack::hold`].
#[must_use]
pub struct HeldStack {
    before: usize,
    in_thread: PhantomData<*const ()>,
}

impl Drop for HeldStack {
    #[inline(always)]
    fn drop(&mut self) {
        LOWEST.set(self.before);
    }
}

impl Default for NativeStack {
    fn default() -> Self {
        NativeStack::from_here(NativeStack::DEFAULT_BYTES)
    }
}

/// Returns roughly the stack pointer: the address of a local variable. It is only compared, never used to access
/// memory.
#[inline(always)]
fn current_address() -> usize {
    let marker = 0u8;
    std::hint::black_box(&raw const marker) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(stack: NativeStack, level: usize) -> usize {
        let padding = std::hint::black_box([level; 16]);
        if stack.is_exhausted() { level } else { depth(stack, padding[3] + 1) }
    }

    #[test]
    fn what_begins_within_a_run_has_no_more_than_is_left_to_it() {
        let outer = NativeStack::from_here(64 * 1024);
        let held = outer.hold();
        assert_eq!(NativeStack::from_here(1 << 20).lowest, outer.lowest);
        let inner = NativeStack::from_here(16 * 1024);
        assert!(inner.lowest > outer.lowest);
        let held_within = inner.hold();
        assert_eq!(NativeStack::from_here(1 << 20).lowest, inner.lowest);
        drop(held_within);
        assert_eq!(NativeStack::from_here(1 << 20).lowest, outer.lowest);
        drop(held);
        assert!(NativeStack::from_here(1 << 20).lowest < outer.lowest);
    }

    #[test]
    fn recursion_ends_within_the_bytes_allowed() {
        let reached = depth(NativeStack::from_here(64 * 1024), 0);
        assert!((100..1000).contains(&reached), "{reached}");
    }
}
