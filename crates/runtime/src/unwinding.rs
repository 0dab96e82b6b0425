//! Ends of frames: closing of open scopes, and the search for the handler of an exception.
//!
//! The open scopes of all frames are in one list, those of inner frames behind those of outer ones. Within a frame they
//! are nested, as scopes are left from the inside. So closing takes from the end of the list, and never looks at scopes
//! that were not entered.

use crate::code::FrameScope;
use crate::debug;
use crate::environment;
use crate::error::{Completion, Throw};
use crate::exits;
use crate::generator;
use crate::heap::RecordId;
use crate::loop_exit::{Abrupt, Left};
use crate::machine;
use crate::stopped;
use crate::throw_site::{self, Waiting};
use crate::value::Value;
use crate::vm::{Ending, Frame, Vm};
use crate::watch;

pub(crate) use ferrotape_heap::frame::OpenScope;

/// Gives the scope of the frame with that base its record.
pub(crate) fn open_scope(vm: &mut Vm, base: usize, scope: FrameScope, record: RecordId) {
    let slot = base + scope.record as usize;
    if let Some(frame) = vm.execution.frames.last_mut()
        && frame.ending < Ending::Scopes
    {
        frame.ending = Ending::Scopes;
    }
    vm.execution.stack[slot] = Value::record(record);
    let before = vm.execution.open_scopes.capacity();
    vm.execution.open_scopes.push(OpenScope { slot: slot as u32, depth: scope.depth });
    if vm.execution.open_scopes.capacity() > before {
        vm.account_stacks();
    }
}

/// Closes a scope that is left, if it is open.
pub fn close_scope(vm: &mut Vm, base: usize, scope: FrameScope) {
    if vm.execution.stack[base + scope.record as usize].as_record().is_some() {
        close_scopes_from(vm, base, scope.depth);
    }
}

/// Closes the open scopes of the frame with that base, except those with fewer than `depth` around them.
#[inline(never)]
pub fn close_scopes_from(vm: &mut Vm, base: usize, depth: u32) {
    let is_left = |open: &mut OpenScope| open.slot as usize >= base && open.depth >= depth;
    while let Some(open) = vm.execution.open_scopes.pop_if(is_left) {
        let slot = open.slot as usize;
        if let Some(record) = vm.execution.stack[slot].as_record() {
            vm.execution.stack[slot] = Value::EMPTY;
            environment::close_record(vm, record);
        }
    }
}

/// Closes all open scopes of a frame that ends.
#[inline(never)]
pub(crate) fn close_all_scopes(vm: &mut Vm, frame: &Frame) {
    if vm.heap.code_block(frame.code).is_stack_code() {
        vm.execution.stack_machine.leave();
    }
    close_scopes_from(vm, frame.base as usize, 0);
}

/// Continues with the handler for an abrupt completion of the running frame, or ends all frames of this run of the loop.
/// A value that is returned ends the running frame.
pub fn unwind(vm: &mut Vm, abrupt: Abrupt) -> Left {
    let is_termination = matches!(abrupt, Abrupt::Throw(Throw::Terminated(_)));
    // Code without loops and calls can throw as well, again and again.
    if !is_termination && let Err(termination) = vm.heap.work(1) {
        return unwind_throw(vm, Throw::Terminated(termination));
    }
    match abrupt {
        Abrupt::Throw(thrown) => unwind_throw(vm, thrown),
        Abrupt::Return(value) => unwind_return(vm, value).unwrap_or_else(|thrown| unwind_throw(vm, thrown)),
    }
}

/// Ends frames until one of them handles the exception.
fn unwind_throw(vm: &mut Vm, mut thrown: Throw) -> Left {
    match thrown {
        Throw::Exception(value) => {
            throw_site::note_throw(vm, value);
            watch::note_throw(vm, value);
            match debug::note_throw(vm, value) {
                Ok(None) => {}
                Ok(Some(anew)) => {
                    throw_site::note_caught(vm);
                    return anew;
                }
                Err(ended) => thrown = ended,
            }
        }
        Throw::Terminated(_) => {}
    }
    if let Throw::Terminated(termination) = thrown {
        stopped::note_termination(vm, termination);
    }
    loop {
        if let Throw::Exception(value) = thrown {
            match (machine::running(vm).catch)(vm, value) {
                Ok(true) => return Left::Continue(()),
                Ok(false) => {}
                Err(termination) => {
                    thrown = Throw::Terminated(termination);
                    stopped::note_termination(vm, termination);
                }
            }
        }
        vm.heap.budget.spend(1);
        let Some(frame) = vm.pop_frame() else { return Left::Break(thrown.into()) };
        if frame.kind.is_resumed() {
            match generator::fail_activation(vm, &frame, thrown) {
                Ok(None) => {}
                Ok(Some(value)) => {
                    debug::note_caught(vm);
                    return exits::deliver(vm, &frame, value);
                }
                Err(other) => thrown = other,
            }
        }
        if frame.kind.is_entry() {
            return Left::Break(thrown.into());
        }
    }
}

/// Goes on with the innermost `finally` block around the running instruction; otherwise ends the frame with the value.
#[cold]
fn unwind_return(vm: &mut Vm, value: Value) -> Completion<Left> {
    let machine = machine::running(vm);
    if (machine.finally)(vm, value) {
        return Ok(Left::Continue(()));
    }
    exits::leave(vm, value, |vm, frame, value| (machine.deliver)(vm, frame.dst, value))
}

/// Resumes the completion that has waited in a register for the end of a `finally` block.
#[cold]
#[inline(never)]
pub fn resume_completion(vm: &mut Vm, register: usize) -> Abrupt {
    let waiting = vm.execution.stack[register];
    match vm.heap.waiting_return(waiting) {
        Some(value) => Abrupt::Return(value),
        None => {
            throw_site::resume_throw_site(vm, waiting, Waiting::Register(register));
            Abrupt::Throw(Throw::Exception(waiting))
        }
    }
}
