//! Runs in slices: a script that pauses at a safepoint, with its frames where they are, and goes on later.
//!
//! ```text
//! begin_execution    the frame of the script is pushed
//! run_execution      the loop runs it, until it ends, or until a pause is due (`Budget::set_pause`)
//! end_execution      what is left of the frames is taken away
//! ```
//!
//! A pause is a way out of the loop that no frame is popped for ([`LoopExit::Paused`]). So it can only be where nothing
//! else is on the native stack than the loop that the execution began: what natives call back, a run of the loop of its own, goes
//! on over the pause until it is done. Register code pauses at jumps backwards, which are taken then, and before calls, which
//! are done when it goes on; stack code before any instruction.

use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_bytecode::Instruction;

use crate::error::{Completion, StackEntry, Throw};
use crate::loaded_script::LoadedScript;
use crate::loop_exit::{Left, LoopExit};
use crate::value::Value;
use crate::vm::{Pausing, Vm};

/// A script that was begun: what is to be as before when it has ended.
#[derive(Clone, Debug)]
pub struct Execution {
    depth: usize,
    top: usize,
    pc: u32,
}

impl Execution {
    /// One whose frames are there from that depth on.
    pub(crate) fn new(depth: usize, top: usize, pc: u32) -> Execution {
        Execution { depth, top, pc }
    }
}

impl Vm {
    /// Begins a script that was loaded ([`Vm::load_script`]). Nothing of it has run then but its declarations.
    pub fn begin_execution(&mut self, script: LoadedScript) -> Completion<Execution> {
        let (top, pc) = (self.top, self.pc);
        let set = Arc::clone(&self.heap.code_cell(script.code).set);
        match self.push_script(&set) {
            Ok(()) => Ok(Execution { depth: self.frames.len(), top, pc }),
            Err(thrown) => {
                (self.top, self.pc) = (top, pc);
                Err(thrown)
            }
        }
    }

    /// Goes on with it; none where it has paused.
    pub fn run_execution(&mut self, execution: &Execution) -> Completion<Option<Value>> {
        self.pausing = Pausing { is_allowed: true, ..Pausing::default() };
        let exit = self.run(None);
        self.pausing = Pausing::default();
        if let LoopExit::Paused = exit {
            return Ok(None);
        }
        (self.top, self.pc) = (execution.top, execution.pc);
        exit.completion().map(Some)
    }

    /// Takes the frames of an execution away that has paused. No handler sees it.
    pub fn end_execution(&mut self, execution: &Execution) {
        if self.frames.len() >= execution.depth {
            // Every frame is popped, as a termination does it.
            let ended = self.unwind(Throw::Terminated(Termination::Interrupted).into());
            debug_assert!(matches!(ended, Left::Break(LoopExit::Terminated(_))));
            self.forget_stopped();
        }
        (self.top, self.pc) = (execution.top, execution.pc);
    }

    /// The functions that are running or wait, innermost first.
    pub fn running_stack(&self) -> Vec<StackEntry> {
        self.capture_stack().iter().map(|&place| self.stack_entry(place)).collect()
    }

    /// Is a pause due, and can it be here?
    pub(crate) fn is_to_pause(&mut self) -> bool {
        if !self.heap.budget.is_pause_due() {
            return false;
        }
        if !self.pausing.is_allowed || self.pausing.runs > 0 {
            self.heap.budget.put_off_pause();
            return false;
        }
        std::mem::replace(&mut self.pausing.has_moved, true)
    }

    /// A run of the loop has ended that native code has begun: a pause that it has put off may be made now.
    #[inline(always)]
    pub(crate) fn end_inner_run(&mut self) {
        self.pausing.runs -= 1;
        if self.heap.budget.is_pause_due() {
            self.ask_for_pause_again();
        }
    }

    #[cold]
    #[inline(never)]
    fn ask_for_pause_again(&mut self) {
        if self.pausing.runs == 0 {
            self.heap.budget.request_check();
        }
    }

    /// The place of the call that register code is about to make, if that is what it does: nothing of it has been done yet.
    pub(crate) fn place_of_plain_call(&self) -> Option<u32> {
        use Instruction::*;
        let code = self.heap.code_block(self.frames.last()?.code);
        let at = self.pc.checked_sub(1)?;
        let is_call = matches!(
            code.instructions.get(at as usize)?,
            Call { .. } | CallWide { .. } | TailCall { .. } | TailCallWide { .. } | New { .. } | NewWide { .. }
        );
        is_call.then_some(at)
    }
}
