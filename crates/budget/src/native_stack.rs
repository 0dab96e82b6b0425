//! How much native stack a recursion may use.

/// A limit on the native stack, as an address that recursive code must not go below. Made once where the engine is
/// entered; checked at every level of a recursion. Stacks grow downwards on every platform Rust runs on.
#[derive(Copy, Clone, Debug)]
pub struct NativeStack {
    lowest: usize,
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

    /// Allows `bytes` of stack below the caller's frame.
    #[inline(always)]
    pub fn from_here(bytes: usize) -> Self {
        NativeStack { lowest: current_address().saturating_sub(bytes) }
    }

    /// Is there no room for a further level? Leaves what one level of any of our recursions needs.
    #[inline(always)]
    pub fn is_exhausted(self) -> bool {
        current_address() < self.lowest
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
    fn recursion_ends_within_the_bytes_allowed() {
        let reached = depth(NativeStack::from_here(64 * 1024), 0);
        assert!((100..1000).contains(&reached), "{reached}");
    }
}
