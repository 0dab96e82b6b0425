//! How much native stack a recursion may use.

use std::cell::Cell;
use std::marker::PhantomData;

thread_local! {
    /// How low the runs that go on in this thread may go.
    static LOWEST: Cell<usize> = const { Cell::new(0) };
}

/// A limit on the native stack, as an address that recursive code must not go below. Made once where the engine is
/// entered; checked at every level of a recursion. Stacks grow downwards on every platform Rust runs on.
#[derive(Copy, Clone, Debug)]
pub struct NativeStack {
    lowest: usize,
    /// Bytes that were allowed when it was made.
    bytes: usize,
}

impl NativeStack {
    /// What is allowed where nobody says otherwise: fits a thread with a 256 KB stack. Code that was not optimised has frames
    /// that are several times as large; it fits the 2 MB of Rust's own threads. In WebAssembly the stack that can be measured has
    /// only what has an address: the engine's own has several bytes for each of these, and overflows at a megabyte, which ends
    /// the instance. `tests/wasm` shows that one and a half times as many would fit.
    pub const DEFAULT_BYTES: usize = match (cfg!(target_family = "wasm"), cfg!(unoptimized)) {
        (false, false) => 128 * 1024,
        (false, true) => 1024 * 1024,
        (true, false) => 32 * 1024,
        (true, true) => 128 * 1024,
    };

    /// Allows `bytes` of stack below the caller's frame, but no more than is left to a run of another engine that goes on around
    /// it: a script whose host makes engines for it could nest these without an end.
    #[inline(always)]
    pub fn from_here(bytes: usize) -> Self {
        NativeStack { lowest: current_address().saturating_sub(bytes).max(LOWEST.get()), bytes }
    }

    /// Allows a text that running code compiles three quarters of all that was allowed, below the caller's frame: how deep it may
    /// be nested does not hang on what runs around it then, as long as that leaves so much.
    #[inline(always)]
    pub fn for_text(self) -> Self {
        let lowest = current_address().saturating_sub(self.bytes / 4 * 3).max(self.lowest);
        NativeStack { lowest, ..self }
    }

    /// A run begins with this limit: what else begins in the thread, up to its end, has no more.
    #[inline(always)]
    pub fn hold(self) -> HeldStack {
        HeldStack { before: LOWEST.replace(self.lowest), in_thread: PhantomData }
    }

    /// Is there no room for a further level? Leaves what one level of any of our recursions needs.
    #[inline(always)]
    pub fn is_exhausted(self) -> bool {
        current_address() < self.lowest
    }
}

/// A run goes on in this thread, until this is dropped: see [`NativeStack::hold`].
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

/// About where the stack pointer is: the address of a local variable. Only compared, never used to access memory.
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
