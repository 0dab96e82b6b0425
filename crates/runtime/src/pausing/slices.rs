//! Beginning and ending of scripts that run in slices, and the stack of one that waits.

use std::sync::Arc;

use ferrotape_budget::Termination;

use super::Slice;
use crate::error::{Completion, StackEntry, Throw};
use crate::error_report;
use crate::loaded_script::LoadedScript;
use crate::loop_exit::{Left, LoopExit};
use crate::scripts::eval;
use crate::stopped;
use crate::unwinding;
use crate::vm::Vm;

/// Begins a script that was loaded ([`crate::scripts::eval::load_script`]). Only its declarations have run then.
pub fn begin(vm: &mut Vm, script: LoadedScript) -> Completion<Slice> {
    let (top, pc) = (vm.execution.top, vm.execution.pc);
    let set = Arc::clone(&vm.heap.code_cell(script.code).set);
    match eval::push_script(vm, &set) {
        Ok(()) => Ok(Slice { depth: vm.execution.frames.len(), top, pc }),
        Err(thrown) => {
            (vm.execution.top, vm.execution.pc) = (top, pc);
            Err(thrown)
        }
    }
}

/// Removes the frames of a paused execution. No handler sees it.
pub fn end(vm: &mut Vm, slice: &Slice) {
    if vm.execution.frames.len() >= slice.depth {
        // Every frame is popped, as by a termination.
        let ended = unwinding::unwind(vm, Throw::Terminated(Termination::Interrupted).into());
        debug_assert!(matches!(ended, Left::Break(LoopExit::Thrown(Throw::Terminated(_)))));
        stopped::forget_stopped(vm);
    }
    (vm.execution.top, vm.execution.pc) = (slice.top, slice.pc);
}

/// The functions that are running or waiting, innermost first.
pub fn running_stack(vm: &Vm) -> Vec<StackEntry> {
    error_report::capture_stack(vm).iter().map(|&place| error_report::stack_entry(vm, place)).collect()
}
