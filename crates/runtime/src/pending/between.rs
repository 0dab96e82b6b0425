//! Words for what stands between a call that waits for the host and the loop of its program.

use ferrotape_bytecode::{ActivationKind, FunctionKind};

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
        return match frames.last() {
            Some(frame) => in_between(vm, frame, vm.execution.pc),
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
    match place.checked_sub(1).and_then(|caller| frames.get(caller)) {
        Some(caller) => in_between(vm, caller, caller.pc),
        None => "a function of Rust that a job or a timer calls stands in between".to_owned(),
    }
}

/// Names what a frame has called there.
fn in_between(vm: &Vm, frame: &Frame, pc: u32) -> String {
    let code = vm.heap.code_block(frame.code);
    let source = &code.unit.unit.source;
    let offset = code.source_offset(pc);
    let position = source.position(offset);
    let place = format!("at {}:{}:{}", source.name(), position.line, position.column);
    let start = code.template().chains.offset(offset);
    match callee_text(source.text(), start as usize, offset as usize) {
        Some(callee) => format!("'{callee}' stands in between, {place}"),
        None => format!("an operation that calls functions stands in between, {place}"),
    }
}
