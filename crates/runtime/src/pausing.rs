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
use crate::error_report;
use crate::loaded_script::LoadedScript;
use crate::loop_exit::{Left, LoopExit};
use crate::scripts::eval;
use crate::stopped;
use crate::unwinding;
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
    pub fn new(depth: usize, top: usize, pc: u32) -> Execution {
        Execution { depth, top, pc }
    }
}

/// Begins a script that was loaded ([`crate::scripts::eval::load_script`]). Nothing of it has run then but its declarations.
pub fn begin_execution(vm: &mut Vm, script: LoadedScript) -> Completion<Execution> {
    let (top, pc) = (vm.top, vm.pc);
    let set = Arc::clone(&vm.heap.code_cell(script.code).set);
    match eval::push_script(vm, &set) {
        Ok(()) => Ok(Execution { depth: vm.frames.len(), top, pc }),
        Err(thrown) => {
            (vm.top, vm.pc) = (top, pc);
            Err(thrown)
        }
    }
}

/// Goes on with it; none where it has paused.
pub fn run_execution(vm: &mut Vm, execution: &Execution) -> Completion<Option<Value>> {
    vm.pausing = Pausing { is_allowed: true, ..Pausing::default() };
    let exit = vm.run(None);
    vm.pausing = Pausing::default();
    if let LoopExit::Paused = exit {
        return Ok(None);
    }
    (vm.top, vm.pc) = (execution.top, execution.pc);
    exit.completion().map(Some)
}

/// Takes the frames of an execution away that has paused. No handler sees it.
pub fn end_execution(vm: &mut Vm, execution: &Execution) {
    if vm.frames.len() >= execution.depth {
        // Every frame is popped, as a termination does it.
        let ended = unwinding::unwind(vm, Throw::Terminated(Termination::Interrupted).into());
        debug_assert!(matches!(ended, Left::Break(LoopExit::Terminated(_))));
        stopped::forget_stopped(vm);
    }
    (vm.top, vm.pc) = (execution.top, execution.pc);
}

/// The functions that are running or wait, innermost first.
pub fn running_stack(vm: &Vm) -> Vec<StackEntry> {
    error_report::capture_stack(vm).iter().map(|&place| error_report::stack_entry(vm, place)).collect()
}

/// Is a pause due, and can it be here?
pub fn is_to_pause(vm: &mut Vm) -> bool {
    if !vm.heap.budget.is_pause_due() {
        return false;
    }
    if !vm.pausing.is_allowed || vm.pausing.runs > 0 {
        vm.heap.budget.put_off_pause();
        return false;
    }
    std::mem::replace(&mut vm.pausing.has_moved, true)
}

/// A run of the loop has ended that native code has begun: a pause that it has put off may be made now.
#[inline(always)]
pub(crate) fn end_inner_run(vm: &mut Vm) {
    vm.pausing.runs -= 1;
    if vm.heap.budget.is_pause_due() {
        ask_for_pause_again(vm);
    }
}

#[cold]
#[inline(never)]
fn ask_for_pause_again(vm: &mut Vm) {
    if vm.pausing.runs == 0 {
        vm.heap.budget.request_check();
    }
}

/// The place of the call that register code is about to make, if that is what it does: nothing of it has been done yet.
pub(crate) fn place_of_plain_call(vm: &Vm) -> Option<u32> {
    use Instruction::*;
    let code = vm.heap.code_block(vm.frames.last()?.code);
    let at = vm.pc.checked_sub(1)?;
    let is_call = matches!(
        code.instructions.get(at as usize)?,
        Call { .. } | CallWide { .. } | TailCall { .. } | TailCallWide { .. } | New { .. } | NewWide { .. }
    );
    is_call.then_some(at)
}
