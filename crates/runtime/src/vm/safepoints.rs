//! Safepoints: garbage is collected and limits are checked here. Everything alive must be reachable.

use ferrotape_budget::Termination;

use crate::error::Completion;
use crate::loop_exit::{Entered, LoopExit};
use crate::marking;
use crate::pace;
use crate::pausing;
use crate::profile;
use crate::vm::{Frame, Vm};

impl Vm {
    /// Collects if it is time to, and checks all limits. Call it only where every live value is on the stack below the
    /// top, kept, or reachable from the realm.
    #[cold]
    #[inline(never)]
    pub fn safepoint(&mut self) -> Completion<()> {
        self.account_stacks();
        if self.heap.should_collect() || marking::is_collecting(&self.heap) {
            profile::around_collection(self, Vm::collect_a_slice)?;
        }
        self.check_limits()?;
        if marking::is_collecting(&self.heap) {
            let ticks = pace::ticks_to_next_slice(&mut self.heap);
            self.heap.budget.check_within(ticks);
        }
        Ok(())
    }

    /// Checks all limits between two instructions, where nothing can be collected.
    #[cold]
    #[inline(never)]
    pub fn check_limits(&mut self) -> Completion<()> {
        let worked = self.heap.work(0);
        if self.heap.budget.is_sample_due() {
            profile::take(self, None);
        }
        Ok(worked?)
    }

    /// Safepoint for native code that makes garbage in a loop without calls. Values that it holds must be kept.
    #[inline]
    pub fn collect_when_due(&mut self) -> Completion<()> {
        if self.heap.should_collect() || marking::is_collecting(&self.heap) { self.safepoint() } else { Ok(()) }
    }

    /// Safepoint of a call by the running frame, whose window ends at `end`: registers from there on are dead. True if
    /// the run pauses before the call.
    #[cold]
    #[inline(never)]
    pub(crate) fn safepoint_of_window(&mut self, end: usize) -> Completion<bool> {
        self.safepoint_below(end)?;
        if pausing::is_to_pause(self)
            && let Some(call) = pausing::place_of_plain_call(self)
        {
            self.execution.pc = call;
            // The call is made, and paid for, when the script goes on.
            self.heap.budget.unspend(1);
            return Ok(true);
        }
        Ok(false)
    }

    fn safepoint_below(&mut self, end: usize) -> Completion<()> {
        let top = std::mem::replace(&mut self.execution.top, end);
        let result = self.safepoint();
        self.execution.top = top;
        result
    }

    /// Jumps to that instruction, from an operation that is longer than an arm of the loop. True if the run pauses
    /// there.
    pub fn jump(&mut self, to: u32) -> Completion<bool> {
        if to < self.execution.pc && self.heap.budget.spend(self.execution.pc - to) {
            return self.jump_with_safepoint(to);
        }
        self.execution.pc = to;
        Ok(false)
    }

    /// Jumps, from an instruction that otherwise would have made a call for the value at that place, which is there
    /// already.
    pub fn jump_instead(&mut self, to: u32, place: usize) -> Completion<Entered> {
        Ok(if self.jump(to)? { Entered::Exit(LoopExit::Paused) } else { Entered::Value(self.execution.stack[place]) })
    }

    /// Jumps after a safepoint.
    pub fn jump_with_safepoint(&mut self, to: u32) -> Completion<bool> {
        let is_paused = self.safepoint_of_jump()?;
        self.execution.pc = to;
        Ok(is_paused)
    }

    /// Safepoint of a jump backwards: temporaries of the last turn of a loop are dead.
    #[cold]
    #[inline(never)]
    fn safepoint_of_jump(&mut self) -> Completion<bool> {
        let &Frame { code, base, .. } = self.frame();
        let code = self.heap.code_block(code);
        let target = code.instructions[self.execution.pc as usize - 1].target();
        let live = target.map_or(code.register_count, |target| code.register_code().live_at(target));
        self.safepoint_below((base + live) as usize)?;
        Ok(target.is_some() && pausing::is_to_pause(self))
    }

    /// [`Heap::room`] that collects garbage before it says no. For native code that keeps everything it holds.
    pub fn room(&mut self, bytes: usize) -> Completion<()> {
        if self.heap.room(bytes).is_err() {
            self.collect_for_script()?;
        }
        Ok(self.heap.room(bytes)?)
    }

    /// [`Heap::lend`] that collects garbage before it says no.
    #[inline]
    pub fn lend(&mut self, bytes: usize) -> Completion<()> {
        match self.heap.lend(bytes) {
            Ok(()) => Ok(()),
            Err(_) => self.lend_after_collection(bytes),
        }
    }

    #[cold]
    #[inline(never)]
    fn lend_after_collection(&mut self, bytes: usize) -> Completion<()> {
        self.collect_for_script()?;
        Ok(self.heap.lend(bytes)?)
    }

    /// Checks that the host may allocate this many bytes of data while no script runs and no safepoint checks: an error if
    /// there is no room even after a collection.
    pub fn room_for_host(&mut self, bytes: usize) -> Result<(), Termination> {
        if self.heap.should_collect() || self.heap.budget.would_exceed(bytes) {
            self.collect_garbage();
        }
        self.heap.room(bytes)
    }
}
