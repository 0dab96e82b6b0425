//! Size of the value stack, of the frames' stack and of values kept by native code.

use ferrotape_heap::frame::OpenScope;

use crate::promise::Noted;
use crate::value::Value;
use crate::vm::{Frame, Vm, WINDOW};

/// Size above which stacks are given back when a run begins.
pub(super) const LARGE_STACK_BYTES: usize = 256 << 10;

impl Vm {
    /// Limits the values in registers of nested calls from here on. Returns the previous limit, for
    /// [`Vm::restore_stack_limit`].
    pub fn limit_stack(&mut self, values: usize) -> usize {
        let in_use = self.execution.top + self.execution.stack_machine.in_use();
        self.limit_whole_stack(in_use.saturating_add(values))
    }

    /// Limits the values in registers of all calls, those that wait in place among them. Returns the previous limit, for
    /// [`Vm::restore_stack_limit`].
    pub fn limit_whole_stack(&mut self, values: usize) -> usize {
        let before = self.options.stack_values;
        let limit = values.min(before);
        self.options.stack_values = limit;
        // Room that exists already would be used without asking.
        let least = (self.execution.top + 3 * WINDOW).max(limit);
        if self.execution.stack.len() > least {
            self.execution.stack.truncate(least);
            self.execution.stack.shrink_to_fit();
            self.account_stacks();
        }
        before
    }

    pub fn restore_stack_limit(&mut self, before: usize) {
        self.options.stack_values = before;
    }

    /// Accounts for the stacks as they are now. Some grow where a check of each growth is impossible: they grow with
    /// calls, so checks at every safepoint are enough.
    pub fn account_stacks(&mut self) {
        let bytes = (self.execution.stack.capacity() + self.execution.kept.capacity()) * size_of::<Value>()
            + self.execution.frames.capacity() * size_of::<Frame>()
            + self.execution.open_scopes.capacity() * size_of::<OpenScope>()
            + self.execution.stack_machine.bytes()
            + self.execution.throw_sites.bytes()
            + self.agent.unhandled.capacity() * size_of::<Noted>()
            + self.host.handles.bytes();
        self.heap.resized(self.execution.stack_bytes, bytes);
        self.execution.stack_bytes = bytes;
    }

    pub fn stack_bytes(&self) -> usize {
        self.execution.stack_bytes
    }

    /// Gives back most of stacks that have grown large, while nothing runs.
    pub(super) fn give_back_stacks(&mut self) {
        if !self.execution.frames.is_empty() || self.execution.stack_bytes < LARGE_STACK_BYTES {
            return;
        }
        self.execution.stack = vec![Value::UNDEFINED; 3 * WINDOW];
        self.execution.frames = Vec::new();
        self.execution.open_scopes.shrink_to_fit();
        self.execution.kept.shrink_to_fit();
        self.execution.stack_machine.shrink();
        self.execution.throw_sites.shrink();
        self.account_stacks();
    }
}
