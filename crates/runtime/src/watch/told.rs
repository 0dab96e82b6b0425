//! Steps and exceptions as the observer is told of them.

use super::{State, Step, Watch};
use crate::error::{CodePlace, StackEntry};
use crate::error_report;
use crate::value::Value;
use crate::vm::Vm;

/// Notes an exception that a handler is looked for.
pub(crate) fn note_throw(vm: &mut Vm, value: Value) {
    let sees_next = |watch: &Watch| watch.observer.is_some() && watch.range.contains(&watch.taken);
    if vm.execution.watch.as_ref().is_some_and(|watch| sees_next(watch)) {
        let shown = error_report::describe_exception(vm, value);
        vm.execution.watch.iter_mut().for_each(|watch| watch.thrown = Some(shown.clone()));
    }
}

/// Tells the observer of a step of the running function; the machine's position is behind the instruction.
pub fn show(vm: &mut Vm, pc: usize, blocks: Vec<String>, instruction: String, state: Option<State>) {
    let place = CodePlace { code: vm.frame().code, pc: vm.execution.pc };
    let StackEntry { function, source, line, .. } = error_report::stack_entry(vm, place);
    let index = vm.heap.code_block(place.code).index as usize;
    let depth = vm.execution.frames.len();
    let Some(watch) = &mut vm.execution.watch else { return };
    let caught = watch.thrown.take();
    let Some(observer) = &mut watch.observer else { return };
    observer(&Step { depth, function, source, line, index, pc, blocks, instruction, caught, state });
    vm.heap.budget.look_after_host();
}
