//! Ends of frames with a value: delivery of the value, and the frame that continues.

use crate::error::{Completion, Throw};
use crate::generator;
use crate::loop_exit::{Left, LoopExit};
use crate::machine;
use crate::value::Value;
use crate::vm::{Frame, FrameKind, Vm};

/// Ends the running frame with a value. `deliver` gives it to the caller in the way of the caller's machine, unless the
/// run of the loop ends with the frame, or the frame is a setter's.
#[inline(always)]
pub fn leave(vm: &mut Vm, value: Value, deliver: impl FnOnce(&mut Vm, &Frame, Value)) -> Completion<Left> {
    let Some(frame) = vm.pop_frame() else { return Ok(Left::Break(LoopExit::Value(Value::UNDEFINED))) };
    let value = match frame.kind {
        FrameKind::Construct | FrameKind::EntryConstruct if !value.is_object() => {
            vm.execution.stack[frame.base as usize]
        }
        FrameKind::Resume | FrameKind::EntryResume => match generator::end_activation(vm, &frame, value) {
            Ok(value) => value,
            Err(thrown) => return strike_behind(&frame, thrown),
        },
        _ => value,
    };
    if frame.kind.is_entry() {
        return Ok(Left::Break(LoopExit::Value(value)));
    }
    if frame.kind != FrameKind::Setter {
        deliver(vm, &frame, value);
    }
    Ok(Left::Continue(()))
}

/// Delivers a value to the caller of a frame that waits now, or that has failed and was given a value for it. The
/// caller may be of either machine.
pub(crate) fn deliver(vm: &mut Vm, frame: &Frame, value: Value) -> Left {
    if frame.kind.is_entry() {
        return Left::Break(LoopExit::Value(value));
    }
    (machine::running(vm).deliver)(vm, frame.dst, value);
    Left::Continue(())
}

/// Throws once a frame is gone: in its caller, if that belongs to this run of the loop.
pub(crate) fn strike_behind(frame: &Frame, thrown: Throw) -> Completion<Left> {
    if frame.kind.is_entry() { Ok(Left::Break(thrown.into())) } else { Err(thrown) }
}
