//! Where garbage is collected and limits are looked at: what is alive there.

use ferrotape_budget::Termination;

use crate::error::Completion;
use crate::loop_exit::LoopExit;
use crate::marking;
use crate::operations::calls::Entered;
use crate::pausing;
use crate::vm::{Frame, Vm};

impl Vm {
    /// Collects where it is time to, and looks at all limits. Only called where every live value is on the stack below the
    /// top, kept, or reachable from the realm.
    #[cold]
    #[inline(never)]
    pub fn safepoint(&mut self) -> Completion<()> {
        self.account_stacks();
        if self.heap.should_collect() || marking::is_collecting(&self.heap) {
            self.collect_a_slice()?;
        }
        Ok(self.heap.work(0)?)
    }

    /// A safepoint for native code that makes garbage in a loop in which it calls nothing. What it holds is kept.
    #[inline]
    pub fn collect_when_due(&mut self) -> Completion<()> {
        if self.heap.should_collect() || marking::is_collecting(&self.heap) { self.safepoint() } else { Ok(()) }
    }

    /// The safepoint of a call by the running frame, whose window ends at `end`: registers from there on are dead. True where the
    /// run pauses before the call.
    #[cold]
    #[inline(never)]
    pub(crate) fn safepoint_of_window(&mut self, end: usize) -> Completion<bool> {
        self.safepoint_below(end)?;
        if pausing::is_to_pause(self)
            && let Some(call) = pausing::place_of_plain_call(self)
        {
            self.execution.pc = call;
            // It is made, and paid for, when the script goes on.
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

    /// Goes on with that instruction, from an instruction that was longer than an arm of the loop. True where the run pauses
    /// there.
    pub fn jump(&mut self, to: u32) -> Completion<bool> {
        if to < self.execution.pc && self.heap.budget.spend(self.execution.pc - to) {
            return self.jump_with_safepoint(to);
        }
        self.execution.pc = to;
        Ok(false)
    }

    /// The same for an instruction that else would have called something for the value at that place, which is there already.
    pub fn jump_instead(&mut self, to: u32, place: usize) -> Completion<Entered> {
        Ok(if self.jump(to)? { Entered::Exit(LoopExit::Paused) } else { Entered::Value(self.execution.stack[place]) })
    }

    /// The same behind a safepoint.
    pub fn jump_with_safepoint(&mut self, to: u32) -> Completion<bool> {
        let is_paused = self.safepoint_of_jump()?;
        self.execution.pc = to;
        Ok(is_paused)
    }

    /// The safepoint of a jump backwards: what the last turn of a loop has left in its temporaries is dead.
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

    /// Like [`Heap::room`], but what may be garbage is collected before the answer is no. So it is for native code
    /// which holds nothing that is not kept.
    pub fn room(&mut self, bytes: usize) -> Completion<()> {
        if self.heap.room(bytes).is_err() {
            self.collect_for_script()?;
        }
        Ok(self.heap.room(bytes)?)
    }

    /// Like [`Heap::lend`], with garbage collected before the answer is no.
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

    /// For what the embedder makes while no script runs, which no safepoint answers for: an error where so many bytes have
    /// no room although garbage was collected.
    pub fn room_for_host(&mut self, bytes: usize) -> Result<(), Termination> {
        if self.heap.should_collect() || self.heap.budget.would_exceed(bytes) {
            self.collect_garbage();
        }
        self.heap.room(bytes)
    }
}
