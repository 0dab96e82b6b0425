//! Growth of the stacks: a RangeError where there is no more room for calls.

use crate::error::Completion;
use crate::messages;
use crate::value::Value;
use crate::vm::{Frame, Vm, WINDOW};

/// Frames that there is room for from the first one on.
const FIRST_FRAMES: usize = 16;

impl Vm {
    /// A RangeError if native recursion is too deep. Call it at each level of recursion.
    #[inline]
    pub fn check_native_stack(&mut self) -> Completion<()> {
        if self.execution.native_stack.is_exhausted() { self.range_error(messages::TOO_MUCH_RECURSION) } else { Ok(()) }
    }

    /// Makes room for more frames.
    #[cold]
    #[inline(never)]
    pub fn grow_frames(&mut self) -> Completion<()> {
        let more = self.execution.frames.capacity().max(FIRST_FRAMES);
        self.heap.room(more * size_of::<Frame>())?;
        self.execution.frames.reserve_exact(more);
        self.account_stacks();
        Ok(())
    }

    /// Makes room for `registers` values, and a window, from `base` on.
    #[inline]
    pub fn reserve_stack(&mut self, base: usize, registers: usize) -> Completion<()> {
        let needed = base + registers.max(WINDOW) + WINDOW;
        if needed <= self.execution.stack.len() { Ok(()) } else { self.grow_stack(needed) }
    }

    /// Makes room for the registers of a saved frame. Like the beginning of a call, this needs no window above them:
    /// a frame that waited at the limit of depth can be restored within the same limit.
    pub fn reserve_restored(&mut self, base: usize, registers: usize) -> Completion<()> {
        let needed = base + registers.max(WINDOW);
        if needed <= self.execution.stack.len() { Ok(()) } else { self.grow_stack(needed) }
    }

    /// Doubles the value stack, up to its limit. RangeError if `needed` values are more than that.
    #[cold]
    #[inline(never)]
    fn grow_stack(&mut self, needed: usize) -> Completion<()> {
        if needed > self.options.stack_values {
            return self.range_error(messages::TOO_MUCH_RECURSION);
        }
        let length = (needed * 2).min(self.options.stack_values);
        let more = length - self.execution.stack.len();
        self.heap.room(more * size_of::<Value>())?;
        self.execution.stack.reserve_exact(more);
        self.execution.stack.resize(length, Value::UNDEFINED);
        self.account_stacks();
        Ok(())
    }
}
