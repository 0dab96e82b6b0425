//! Words for what stands between a call that waits for the host and the loop of its program.

use ferrotape_bytecode::{ActivationKind, Code, FunctionKind, Instruction, Intrinsic, StackInstruction};

use crate::scripts::callee_text::callee_text;
use crate::vm::{Frame, Vm};

/// Names what does not let the running frame wait.
pub(super) fn what_stands_between(vm: &Vm) -> String {
    if !vm.execution.pausing.answers {
        return "only a program that was started can wait".to_owned();
    }
    let frames = &vm.execution.frames;
    // The innermost frame that native code has called, where there is one.
    let entry = frames.iter().rposition(|frame| frame.kind.is_entry()).filter(|_| vm.execution.pausing.runs > 0);
    let Some(place) = entry else {
        return match frames.len().checked_sub(1) {
            Some(last) => in_between(vm, last, vm.execution.pc),
            None => "a job of the engine calls it".to_owned(),
        };
    };
    match vm.heap.code_block(frames[place].code).template().kind {
        FunctionKind::Eval => return "'eval' stands in between".to_owned(),
        FunctionKind::Module => return "an import that is being evaluated stands in between".to_owned(),
        _ => {}
    }
    if vm.heap.code_cell(frames[place].code).activation == ActivationKind::AsyncGenerator {
        return "an async generator stands in between, which only waits by `await`".to_owned();
    }
    match place.checked_sub(1) {
        Some(caller) => in_between(vm, caller, frames[caller].pc),
        None => "a function of Rust that a job or a timer calls stands in between".to_owned(),
    }
}

/// Names what the frame at that place has called there.
fn in_between(vm: &Vm, place: usize, pc: u32) -> String {
    let frame = &vm.execution.frames[place];
    let iterates = iterates(vm, place, pc);
    let code = vm.heap.code_block(frame.code);
    let source = &code.unit.unit.source;
    let offset = code.source_offset(pc);
    let position = source.position(offset);
    let place = format!("at {}:{}:{}", source.name(), position.line, position.column);
    let start = code.template().chains.offset(offset);
    match callee_text(source.text(), start as usize, offset as usize) {
        // What is called there makes the iterable, and has returned.
        _ if iterates => format!("an iteration stands in between, {place}"),
        Some(callee) => format!("'{callee}' stands in between, {place}"),
        None => format!("an operation that calls functions stands in between, {place}"),
    }
}

/// Returns whether a frame begins an iteration there, or spreads an iterable.
fn iterates(vm: &Vm, place: usize, pc: u32) -> bool {
    let frames = &vm.execution.frames;
    match &vm.heap.code_block(frames[place].code).template().code {
        Code::Register(code) => {
            use Instruction::{AppendIterable, GetIterator};
            let at = pc.checked_sub(1).and_then(|at| code.instructions.get(at as usize));
            matches!(at, Some(AppendIterable { .. } | GetIterator { .. }))
                || matches!(at, Some(Instruction::Intrinsic { which, .. })
                    if *which == Intrinsic::AsyncIterator as u8)
        }
        Code::Stack(code) => {
            use StackInstruction::{GetAsyncIterator, GetIterator, Spread};
            let is_stack_code = |frame: &&Frame| vm.heap.code_block(frame.code).is_stack_code();
            let from_end = frames[place..].iter().filter(is_stack_code).count();
            let activations = &vm.execution.stack_machine.activations;
            let activation = activations.len().checked_sub(from_end).and_then(|index| activations.get(index));
            let at = activation.and_then(|activation| code.instructions.get(activation.pc.wrapping_sub(1)));
            matches!(at, Some(GetIterator | GetAsyncIterator | Spread))
        }
    }
}
