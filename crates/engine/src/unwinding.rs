//! How frames end: what was opened in them is closed, and what is thrown looks for who catches it.
//!
//! The scopes that frames have open are in one list, those of inner frames behind those of outer ones. In one frame they
//! lie within each other, as scopes are left from the inside: closing takes from the end of the list, and never looks at
//! scopes that were not entered.

use ferrotape_budget::Termination;
use ferrotape_bytecode::Catcher;

use crate::code::{CodeBlock, FrameScope};
use crate::environment;
use crate::error::{Completion, Throw};
use crate::exits;
use crate::generator;
use crate::heap::RecordId;
use crate::loop_exit::{Abrupt, Left};
use crate::stack_machine;
use crate::stopped;
use crate::throw_site::{self, Waiting};
use crate::value::Value;
use crate::vm::{Ending, Frame, Vm};

pub(crate) use ferrotape_heap::frame::OpenScope;

/// The scope of the frame with that base gets its record.
pub(crate) fn open_scope(vm: &mut Vm, base: usize, scope: FrameScope, record: RecordId) {
    let slot = base + scope.record as usize;
    if let Some(frame) = vm.frames.last_mut()
        && frame.ending < Ending::Scopes
    {
        frame.ending = Ending::Scopes;
    }
    vm.stack[slot] = Value::record(record);
    let before = vm.open_scopes.capacity();
    vm.open_scopes.push(OpenScope { slot: slot as u32, depth: scope.depth });
    if vm.open_scopes.capacity() > before {
        vm.account_stacks();
    }
}

/// Closes a scope that is left, if it was opened.
pub(crate) fn close_scope(vm: &mut Vm, base: usize, scope: FrameScope) {
    if vm.stack[base + scope.record as usize].as_record().is_some() {
        close_scopes_from(vm, base, scope.depth);
    }
}

/// Closes what the frame with that base has open, but for the scopes that have fewer than `depth` around them.
#[inline(never)]
fn close_scopes_from(vm: &mut Vm, base: usize, depth: u32) {
    let is_left = |open: &mut OpenScope| open.slot as usize >= base && open.depth >= depth;
    while let Some(open) = vm.open_scopes.pop_if(is_left) {
        let slot = open.slot as usize;
        if let Some(record) = vm.stack[slot].as_record() {
            vm.stack[slot] = Value::EMPTY;
            environment::close_record(vm, record);
        }
    }
}

/// Closes all that the frame has open, as it ends.
#[inline(never)]
pub(crate) fn close_all_scopes(vm: &mut Vm, frame: &Frame) {
    if vm.heap.code_block(frame.code).is_stack_code() {
        vm.stack_machine.leave();
    }
    close_scopes_from(vm, frame.base as usize, 0);
}

/// Goes on with the handler that catches what strikes in the running frame, or ends all frames of this run of the loop. A
/// value that is returned ends the running one.
pub(crate) fn unwind(vm: &mut Vm, abrupt: Abrupt) -> Left {
    let is_termination = matches!(abrupt, Abrupt::Throw(Throw::Terminated(_)));
    // Code without loops and calls can throw as well, again and again.
    if !is_termination && let Err(termination) = vm.heap.tick(1) {
        return unwind_throw(vm, Throw::Terminated(termination));
    }
    match abrupt {
        Abrupt::Throw(thrown) => unwind_throw(vm, thrown),
        Abrupt::Return(value) => unwind_return(vm, value).unwrap_or_else(|thrown| unwind_throw(vm, thrown)),
    }
}

fn unwind_throw(vm: &mut Vm, mut thrown: Throw) -> Left {
    match thrown {
        Throw::Exception(value) => throw_site::note_throw(vm, value),
        Throw::Terminated(termination) => stopped::note_termination(vm, termination),
    }
    loop {
        if let Throw::Exception(value) = thrown {
            match enter_handler(vm, value) {
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
                Ok(Some(value)) => return exits::deliver(vm, &frame, value),
                Err(other) => thrown = other,
            }
        }
        if frame.kind.is_entry() {
            return Left::Break(thrown.into());
        }
    }
}

/// Finds the innermost catcher around the running instruction.
fn enter_handler(vm: &mut Vm, value: Value) -> Result<bool, Termination> {
    let base = vm.frame().base as usize;
    let code = vm.running_code();
    if code.is_stack_code() {
        return stack_machine::enter_block_handler(vm, value);
    }
    let Some(place) = code.catchers.innermost(vm.pc.saturating_sub(1)) else { return Ok(false) };
    let catcher = code.register_code().catchers[place];
    let register = go_to_handler(vm, &code, base, catcher, value);
    if catcher.is_finally {
        throw_site::keep_throw_site(vm, value, Waiting::Register(register))?;
    } else {
        throw_site::note_caught(vm);
    }
    Ok(true)
}

/// Goes on with a catcher's handler. Gives the place of the value.
fn go_to_handler(vm: &mut Vm, code: &CodeBlock, base: usize, catcher: Catcher, value: Value) -> usize {
    // The scopes that the catcher stands in stay.
    close_scopes_from(vm, base, catcher.scope.map_or(0, |scope| code.scopes[scope as usize].depth + 1));
    let register = base + catcher.register as usize;
    vm.stack[register] = value;
    vm.pc = catcher.handler;
    register
}

/// Goes on with the innermost `finally` block around the running instruction, or else ends the frame with the value.
#[cold]
fn unwind_return(vm: &mut Vm, value: Value) -> Completion<Left> {
    let base = vm.frame().base as usize;
    let code = vm.running_code();
    if code.is_stack_code() {
        let is_on_its_way = stack_machine::end_blocks_for_return(vm, value);
        return if is_on_its_way { Ok(Left::Continue(())) } else { exits::leave_activation(vm, value) };
    }
    let at = vm.pc.saturating_sub(1);
    // Rows of ranges further out stand behind.
    let rows = &code.register_code().catchers;
    let rows = code.catchers.innermost(at).map_or(&[][..], |place| &rows[place..]);
    let finally = rows.iter().position(|row| row.is_finally && (row.start..row.end).contains(&at));
    vm.heap.budget.spend(finally.unwrap_or(rows.len()) as u32);
    match finally {
        Some(place) => {
            let waiting = vm.heap.new_waiting_return(value);
            go_to_handler(vm, &code, base, rows[place], waiting);
            Ok(Left::Continue(()))
        }
        None => exits::leave_frame(vm, value),
    }
}

/// What has waited in a register for the end of a `finally` block goes on.
#[cold]
#[inline(never)]
pub(crate) fn resume_completion(vm: &mut Vm, register: usize) -> Abrupt {
    let waiting = vm.stack[register];
    match vm.heap.waiting_return(waiting) {
        Some(value) => Abrupt::Return(value),
        None => {
            throw_site::resume_throw_site(vm, waiting, Waiting::Register(register));
            Abrupt::Throw(Throw::Exception(waiting))
        }
    }
}
