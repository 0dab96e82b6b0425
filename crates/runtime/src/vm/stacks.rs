//! Growth and size of the value stack, of the frames' stack and of values kept by native code.

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_heap::frame::OpenScope;

use crate::error::Completion;
use crate::heap::ObjectId;
use crate::messages;
use crate::profile;
use crate::promise::Unhandled;
use crate::property_key::PropertyKey;
use crate::value::Value;
use crate::vm::{Frame, Vm, WINDOW};

/// Size above which stacks are given back when a run begins.
pub(super) const LARGE_STACK_BYTES: usize = 256 << 10;

/// Values to keep that there is always room for, once there has been.
const MAX_IDLE_KEPT: usize = 1024;

/// Values that are kept between two looks at the limits.
const KEPT_AT_ONCE: usize = 1 << 14;

impl Vm {
    /// Keeps a value alive until the running native function returns.
    pub fn keep(&mut self, value: Value) {
        self.execution.kept.push(value);
    }

    /// Keeps a key alive until the running native function returns.
    pub fn keep_key(&mut self, key: PropertyKey) {
        self.keep(key.kept_form());
    }

    /// Keeps many values alive, in memory that is on loan.
    pub fn keep_many(&mut self, mut values: impl ExactSizeIterator<Item = Value>) -> Completion<()> {
        while values.len() > 0 {
            let count = values.len().min(KEPT_AT_ONCE);
            self.work(count as u64 / ELEMENTS_PER_TICK)?;
            self.heap.lend(count * size_of::<Value>())?;
            self.execution.kept.reserve(count);
            self.execution.kept.extend(values.by_ref().take(count));
        }
        Ok(())
    }

    /// Ends the loans of a native function when it returns, and takes the sample that has come due in it.
    #[cold]
    #[inline(never)]
    pub(super) fn give_back(&mut self, on_loan: usize, callee: ObjectId) {
        if self.heap.budget.is_sample_due() {
            profile::take(self, Some(callee));
        }
        self.heap.settle_loans(on_loan);
        if self.execution.kept.capacity() > MAX_IDLE_KEPT {
            self.execution.kept.shrink_to(self.execution.kept.len().max(MAX_IDLE_KEPT));
        }
    }

    /// Mark of the values kept now, for [`Vm::release_kept`]: code that is called repeatedly releases the values that
    /// the previous call kept. Otherwise use [`Vm::scope`].
    #[inline]
    pub fn kept_mark(&self) -> usize {
        self.execution.kept.len()
    }

    /// Keeps a value alive in place of the one kept at the mark.
    #[inline]
    pub fn keep_at(&mut self, mark: usize, value: Value) {
        match self.execution.kept.get_mut(mark) {
            Some(place) => *place = value,
            None => self.execution.kept.push(value),
        }
    }

    /// Releases values that were kept since the mark was taken.
    #[inline]
    pub fn release_kept(&mut self, mark: usize) {
        self.execution.kept.truncate(mark);
    }

    /// Keeps operands alive while script runs, which may assign to the variables they came from. Works without a native
    /// function around it.
    pub fn keeping<T, const N: usize>(
        &mut self,
        operands: [Value; N],
        run: impl FnOnce(&mut Vm) -> Completion<T>,
    ) -> Completion<T> {
        let vm = &mut self.scope();
        vm.execution.kept.extend(operands);
        run(vm)
    }

    /// Makes room for more frames.
    #[cold]
    #[inline(never)]
    pub fn grow_frames(&mut self) -> Completion<()> {
        let more = self.execution.frames.capacity().max(64);
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

    /// Accounts for the stacks as they are now. Some grow where a check of each growth is impossible: they grow with
    /// calls, so checks at every safepoint are enough.
    pub fn account_stacks(&mut self) {
        let bytes = (self.execution.stack.capacity() + self.execution.kept.capacity()) * size_of::<Value>()
            + self.execution.frames.capacity() * size_of::<Frame>()
            + self.execution.open_scopes.capacity() * size_of::<OpenScope>()
            + self.execution.stack_machine.bytes()
            + self.execution.throw_sites.bytes()
            + self.agent.unhandled.capacity() * size_of::<Unhandled>()
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
