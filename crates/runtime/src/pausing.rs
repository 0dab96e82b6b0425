//! Runs in slices: a script pauses at a safepoint, with its frames in place, and continues later.
//!
//! ```text
//! begin      the frame of the script is pushed
//! …          the program's loop runs it, until it ends, or until a pause is due (`Budget::set_pause`)
//! end        what is left of the frames is taken away
//! ```
//!
//! A pause is a way out of the loop that pops no frame ([`crate::loop_exit::LoopExit::Paused`]). So it needs a native stack
//! with nothing but the loop that the execution began: callbacks of natives, which are runs of their own, continue until they are
//! done. Register code pauses at jumps backwards, which are taken then, and before calls, which are made when it goes
//! on; stack code before any instruction.

mod slices;

pub use slices::*;

use ferrotape_bytecode::Instruction;

use crate::heap::ObjectId;
use crate::program::Turn;
use crate::vm::Vm;

/// A script that was begun, with the state to restore when it has ended.
#[derive(Clone, Debug)]
pub struct Slice {
    depth: usize,
    top: usize,
    pc: u32,
}

impl Slice {
    /// Makes the slice of a script whose frames begin at that depth.
    pub fn new(depth: usize, top: usize, pc: u32) -> Slice {
        Slice { depth, top, pc }
    }

    /// The stacks are as they were before it was begun.
    pub(crate) fn leave(&self, vm: &mut Vm) {
        (vm.execution.top, vm.execution.pc) = (self.top, self.pc);
    }
}

/// The host has its turn while a program waits. Code that runs meanwhile was not called by the program's frames, and
/// async functions that wait for those do not wait for it. Ends with [`end_turn_of_host`].
pub fn begin_turn_of_host(vm: &mut Vm) {
    vm.execution.waiting_frames = vm.execution.frames.len();
    vm.agent.reaction_promise = None;
}

pub fn end_turn_of_host(vm: &mut Vm) {
    vm.execution.waiting_frames = 0;
    vm.agent.reaction_promise = promise_of_reaction(vm);
}

/// Runs work on behalf of the program's frames, though the host has its turn.
pub fn for_waiting_frames<R>(vm: &mut Vm, work: impl FnOnce(&mut Vm) -> R) -> R {
    let waiting = std::mem::take(&mut vm.execution.waiting_frames);
    let of_program = promise_of_reaction(vm);
    let before = std::mem::replace(&mut vm.agent.reaction_promise, of_program);
    let result = work(vm);
    vm.agent.reaction_promise = before;
    vm.execution.waiting_frames = waiting;
    result
}

/// The promise that the program's frames settle, if they are a handler of another one.
fn promise_of_reaction(vm: &Vm) -> Option<ObjectId> {
    match vm.agent.program.as_ref()?.turn? {
        Turn::Reaction(capability) => capability.promise().as_object(),
        _ => None,
    }
}

/// Returns whether a script function has called the running code.
pub fn is_called_by_script(vm: &Vm) -> bool {
    !vm.execution.running_frames().is_empty()
}

/// Returns whether a pause is due and possible here.
pub fn is_to_pause(vm: &mut Vm) -> bool {
    if !vm.heap.budget.is_pause_due() {
        return false;
    }
    if !vm.execution.pausing.is_allowed || vm.execution.pausing.runs > 0 {
        vm.heap.budget.put_off_pause();
        return false;
    }
    std::mem::replace(&mut vm.execution.pausing.has_moved, true)
}

/// Ends a run of the loop that native code has begun: a pause that it has delayed is possible now.
#[inline(always)]
pub(crate) fn end_inner_run(vm: &mut Vm) {
    vm.execution.pausing.runs -= 1;
    if vm.heap.budget.is_pause_due() {
        ask_for_pause_again(vm);
    }
}

#[cold]
#[inline(never)]
fn ask_for_pause_again(vm: &mut Vm) {
    if vm.execution.pausing.runs == 0 {
        vm.heap.budget.request_check();
    }
}

/// The place of the call that register code is about to make, if it is about to make one: nothing of it has been done
/// yet.
pub(crate) fn place_of_plain_call(vm: &Vm) -> Option<u32> {
    use Instruction::*;
    let code = vm.heap.code_block(vm.execution.frames.last()?.code);
    let at = vm.execution.pc.checked_sub(1)?;
    let is_call = matches!(
        code.instructions.get(at as usize)?,
        Call { .. } | CallWide { .. } | TailCall { .. } | TailCallWide { .. } | New { .. } | NewWide { .. }
    );
    is_call.then_some(at)
}
