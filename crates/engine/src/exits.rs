//! How a frame ends with a value: what becomes of the value, and who goes on.

use crate::error::{Completion, Throw};
use crate::generator;
use crate::loop_exit::{Left, LoopExit};
use crate::stack_machine::state::Slot;
use crate::value::Value;
use crate::vm::{Frame, FrameKind, Vm};

/// Ends the running frame with a value. `deliver` gives it to the caller in the way of the caller's machine, unless the run of
/// the loop ends with the frame.
#[inline(always)]
fn leave(vm: &mut Vm, value: Value, deliver: impl FnOnce(&mut Vm, &Frame, Value)) -> Completion<Left> {
    let Some(frame) = vm.pop_frame() else { return Ok(Left::Break(LoopExit::Value(Value::UNDEFINED))) };
    let value = match frame.kind {
        FrameKind::Construct | FrameKind::EntryConstruct if !value.is_object() => vm.stack[frame.base as usize],
        FrameKind::Resume | FrameKind::EntryResume => match generator::end_activation(vm, &frame, value) {
            Ok(value) => value,
            Err(thrown) => return strike_behind(&frame, thrown),
        },
        _ => value,
    };
    if frame.kind.is_entry() {
        return Ok(Left::Break(LoopExit::Value(value)));
    }
    deliver(vm, &frame, value);
    Ok(Left::Continue(()))
}

/// Ends the running frame, one of register code.
#[inline(always)]
pub(crate) fn leave_frame(vm: &mut Vm, value: Value) -> Completion<Left> {
    leave(vm, value, |vm, frame, value| {
        if frame.kind != FrameKind::Setter {
            let caller = vm.frame().base as usize;
            vm.stack[caller + frame.dst as usize] = value;
        }
    })
}

/// Ends the running activation of the stack machine.
pub(crate) fn leave_activation(vm: &mut Vm, value: Value) -> Completion<Left> {
    leave(vm, value, |vm, _, value| vm.stack_machine.push(Slot::Value(value)))
}

/// What a frame that waits now, or that has failed and was given a value for it, gives its caller, of whichever machine that is.
pub(crate) fn deliver(vm: &mut Vm, frame: &Frame, value: Value) -> Left {
    if frame.kind.is_entry() {
        return Left::Break(LoopExit::Value(value));
    }
    let caller = *vm.frame();
    if vm.heap.code_block(caller.code).is_stack_code() {
        vm.stack_machine.push(Slot::Value(value));
    } else {
        vm.stack[caller.base as usize + frame.dst as usize] = value;
    }
    Left::Continue(())
}

/// Something strikes once a frame is gone: its caller, if that is one of this run of the loop.
pub(crate) fn strike_behind(frame: &Frame, thrown: Throw) -> Completion<Left> {
    if frame.kind.is_entry() { Ok(Left::Break(thrown.into())) } else { Err(thrown) }
}
