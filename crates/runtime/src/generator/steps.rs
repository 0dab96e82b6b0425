//! Fast path for generators in `IteratorNext` of register code. Values come without result objects. If only registers
//! must be kept, frames come and go by a copy of those; so do those of async functions.

use crate::error::Completion;
use crate::function::{self, Role};
use crate::generator::{self, Driver, Generator, GeneratorState, Resumption};
use crate::heap::ObjectId;
use crate::loop_exit::Entered;
use crate::marking;
use crate::object::ObjectKind;
use crate::operations::iterate;
use crate::value::Value;
use crate::vm::{Ending, Frame, FrameKind, Vm, WINDOW};
use ferrotape_budget::costs::REGISTERS_PER_TICK;

/// Returns whether the generator keeps, or is to keep, nothing but registers, and so few that no tick is due for them.
fn is_simple(generator: &Generator, registers: usize) -> bool {
    matches!(generator.driver, Driver::Generator | Driver::Async(_))
        && generator.open_scopes.is_empty()
        && generator.saved.is_none()
        && generator.delegate.is_none()
        && registers < REGISTERS_PER_TICK as usize
}

/// Pushes the frame of a generator for an `IteratorNext` that would call `next`: nobody can tell that there was no
/// result object. None if `next` has to be called.
pub(crate) fn step_generator(vm: &mut Vm, iterator: Value, next: Value, dst: u8) -> Completion<Option<Entered>> {
    let Some((number, realm)) = next.as_object().and_then(|next| vm.heap.native_function(next)) else {
        return Ok(None);
    };
    if realm != vm.realm.id || function::native(vm, number).role != Role::Resume(Resumption::Next) {
        return Ok(None);
    }
    let Some(object) = iterator.as_object() else { return Ok(None) };
    let Some(generator) = generator::generator_mut(vm, object) else { return Ok(None) };
    let is_waiting = matches!(generator.state, GeneratorState::SuspendedStart | GeneratorState::SuspendedYield);
    let code = generator.frame.code;
    let is_generator = matches!(generator.driver, Driver::Generator);
    if !is_generator || !is_waiting || vm.heap.code_block(code).is_stack_code() {
        return Ok(None);
    }
    let first = vm.frame().top as usize + 1;
    if vm.heap.budget.spend(1) {
        vm.safepoint()?;
    }
    if push_simple(vm, object, (first, dst, FrameKind::Resume), Value::UNDEFINED) {
        if let Some(generator) = generator::generator_mut(vm, object) {
            generator.steps_row = true;
        }
        return Ok(Some(Entered::Frame));
    }
    generator::push_resumed(vm, object, (first, dst, FrameKind::Resume), Resumption::Next, Value::UNDEFINED)?;
    if let Some(generator) = generator::generator_mut(vm, object) {
        // A `yield*` passes the results on that it gets.
        generator.steps_row = true;
    }
    Ok(Some(Entered::Frame))
}

/// Fast path: does the work of `generator::push_resumed` for a value if there is room for the frame, no barrier is needed,
/// and the activation has nothing but registers. False otherwise.
pub(super) fn push_simple(
    vm: &mut Vm,
    object: ObjectId,
    (base, dst, kind): (usize, u8, FrameKind),
    value: Value,
) -> bool {
    if marking::is_marking(&vm.heap)
        || vm.execution.frames.len() == vm.execution.frames.capacity()
        || base + 2 * WINDOW > vm.execution.stack.len()
    {
        return false;
    }
    let Some(generator) = generator::generator_mut(vm, object) else { return false };
    let (code, count) = (generator.frame.code, generator.registers.len());
    if !is_simple(generator, count) {
        return false;
    }
    let block = vm.heap.code_block(code);
    let (realm, registers) = (block.realm, block.register_count as usize);
    if realm != vm.realm.id || registers > WINDOW || block.is_stack_code() {
        return false;
    }
    let Some(ObjectKind::Generator(generator)) = vm.heap.kind_mut(object) else { return false };
    let Some(window) = vm.execution.stack.get_mut(base - 1..base + registers.max(count)) else { return false };
    let (below, window) = window.split_at_mut(1);
    let (kept, others) = window.split_at_mut(count);
    below[0] = Value::object(object);
    kept.copy_from_slice(&generator.registers);
    others.fill(Value::UNDEFINED);
    if let Some(received) = generator.received
        && let Some(register) = window.get_mut(received as usize)
    {
        *register = value;
    }
    generator.registers.clear();
    generator.state = GeneratorState::Executing;
    generator.steps_row = false;
    let (base, top) = (base as u32, (base + registers) as u32);
    let ending = Ending::Scopes;
    let frame = Frame { base, top, dst, kind, ending, is_caller_known: false, ..generator.frame };
    if let Some(caller) = vm.execution.frames.last_mut() {
        caller.pc = vm.execution.pc;
    }
    vm.execution.frames.push(frame);
    (vm.execution.top, vm.execution.pc) = (top as usize, frame.pc);
    // Nothing waits there any more that began before.
    vm.execution.throw_sites.forget_above(base as usize, vm.execution.stack_machine.blocks.len());
    true
}

/// Fast path: `yield` in the frame of a generator that an `IteratorNext` steps through, if only registers must be kept
/// and there is room for them. False otherwise.
pub(super) fn yield_to_row(vm: &mut Vm, value: Value, live: usize, received: Option<u8>) -> bool {
    let frame = *vm.frame();
    if frame.kind != FrameKind::Resume {
        return false;
    }
    let Some(object) = generator::activation_of(vm, &frame) else { return false };
    let steps_row = generator::generator_mut(vm, object).is_some_and(|generator| generator.steps_row);
    if !steps_row || !suspend_simply(vm, object, (live, received), GeneratorState::SuspendedYield) {
        return false;
    }
    vm.pop_plain_frame();
    iterate::deliver_to_row(vm, value);
    true
}

/// Fast path: moves the running frame into its activation, if only registers must be kept and there is room for them. The
/// caller pops the frame. False otherwise.
pub(super) fn suspend_simply(
    vm: &mut Vm,
    object: ObjectId,
    (live, received): (usize, Option<u8>),
    state: GeneratorState,
) -> bool {
    let frame = *vm.frame();
    let base = frame.base as usize;
    let has_open = vm.execution.open_scopes.last().is_some_and(|open| !open.is_below(base));
    if has_open || frame.ending != Ending::Scopes || vm.heap.code_block(frame.code).is_stack_code() {
        return false;
    }
    let live = live.min(frame.top as usize - base);
    let Some(ObjectKind::Generator(generator)) = vm.heap.kind_mut(object) else { return false };
    if !is_simple(generator, live) || live > generator.registers.capacity() {
        return false;
    }
    generator.state = state;
    generator.frame = Frame { pc: vm.execution.pc, ..frame };
    generator.registers.clear();
    generator.registers.extend_from_slice(&vm.execution.stack[base..base + live]);
    // The value will go there: the old one is of no use.
    if let Some(register) = received
        && let Some(place) = generator.registers.get_mut(register as usize)
    {
        *place = Value::UNDEFINED;
    }
    generator.received = received;
    true
}
