//! Frames of register code, as the runtime calls for them: beginning a frame that is not plain, and delivering an
//! exception, a return and a value.

use std::ops::Range;
use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::{ARGUMENTS_PER_TICK, REGISTERS_PER_TICK};
use ferrotape_bytecode::{ArgumentsObject, Catcher};

use ferrotape_runtime::code::CodeBlock;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::generator;
use ferrotape_runtime::loop_exit::Left;
use ferrotape_runtime::object::{Kind, arguments};
use ferrotape_runtime::stack_machine::state::SavedActivation;
use ferrotape_runtime::throw_site::{self, Waiting};
use ferrotape_runtime::unwinding;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Frame, HIDDEN_REGISTERS, Vm, WINDOW};
use ferrotape_runtime::{exits, realm};

/// Calling frames whose code a run of the loop remembers.
pub(crate) const CALLERS: usize = 8;

/// Begins a frame that needs more than registers, that is of another realm, or for which there may be no room.
pub(crate) fn begin(vm: &mut Vm, mut frame: Frame, code: &CodeBlock, count: usize) -> Completion<()> {
    let (base, registers) = (frame.base as usize, code.register_count as usize);
    if base + registers.max(WINDOW) > vm.execution.stack.len() {
        vm.reserve_stack(base, registers)?;
    }
    if shares_nothing(vm, code) {
        return begin_with_arguments(vm, frame, code, count);
    }
    let values = arguments_to_keep(vm, code, base, count)?;
    if code.keeps_arguments {
        move_above_arguments(vm, &mut frame, code, count)?;
    }
    let base = frame.base as usize;
    let passed = 1 + count.min(code.parameter_count as usize);
    vm.execution.stack[base + passed..base + registers].fill(Value::UNDEFINED);
    vm.push_register_frame(frame);
    if code.realm != vm.realm.id {
        realm::enter_realm(vm, code.realm);
    }
    if !makes_arguments(code) {
        return Ok(());
    }
    vm.prepare_arguments(values).inspect_err(|_| {
        vm.pop_frame();
    })
}

/// Returns whether entering the code makes an `arguments` object of this realm that shares nothing with parameters, and
/// keeps no arguments beside it.
fn shares_nothing(vm: &Vm, code: &CodeBlock) -> bool {
    let is_own = |arguments: &ArgumentsObject| !arguments.on_demand && arguments.mapped.is_none();
    !code.keeps_arguments && code.realm == vm.realm.id && code.register_code().arguments.as_ref().is_some_and(is_own)
}

/// Fast path of [`begin`] for such code: the object is made of the arguments where the call has put them.
fn begin_with_arguments(vm: &mut Vm, frame: Frame, code: &CodeBlock, count: usize) -> Completion<()> {
    let (base, registers) = (frame.base as usize, code.register_count as usize);
    vm.work(registers as u64 / REGISTERS_PER_TICK)?;
    vm.work(count as u64 / ARGUMENTS_PER_TICK)?;
    let object = arguments::new_unmapped_arguments(vm, code, frame.callee, base + 1..base + 1 + count)?;
    let passed = 1 + count.min(code.parameter_count as usize);
    vm.execution.stack[base + passed..base + registers].fill(Value::UNDEFINED);
    if let Some(ArgumentsObject { register, .. }) = &code.register_code().arguments {
        vm.execution.stack[base + *register as usize] = Value::object(object);
    }
    vm.push_register_frame(frame);
    Ok(())
}

/// Ends the running frame with a value.
#[inline(always)]
pub(crate) fn leave(vm: &mut Vm, value: Value) -> Completion<Left> {
    exits::leave(vm, value, |vm, frame, value| deliver(vm, frame.dst, value))
}

/// Returns whether entering the code makes an `arguments` object.
fn makes_arguments(code: &CodeBlock) -> bool {
    code.register_code().arguments.as_ref().is_some_and(|arguments| !arguments.on_demand)
}

/// Returns the arguments if the callee has an `arguments` object. A frame that is not plain may be large, so entering
/// it is charged.
fn arguments_to_keep(vm: &mut Vm, code: &CodeBlock, base: usize, count: usize) -> Completion<Vec<Value>> {
    // Plain functions also come here if there is no room at hand.
    if code.plain_in.is_none() && code.constructs_plainly_in.is_none() {
        vm.work(u64::from(code.register_count) / REGISTERS_PER_TICK)?;
    }
    if !makes_arguments(code) {
        return Ok(Vec::new());
    }
    vm.work(count as u64 / ARGUMENTS_PER_TICK)?;
    vm.heap.room(2 * count * size_of::<Value>())?;
    Ok(vm.execution.stack[base + 1..=base + count].to_vec())
}

/// Moves a frame of register code that keeps its arguments above them. It has two hidden registers below its base.
///
/// ```text
/// [called] | [this] [argument]…  [count] [called] | [this] [parameter]… [register]…
///            ^ where the call has put it            ^ base
/// ```
fn move_above_arguments(vm: &mut Vm, frame: &mut Frame, code: &CodeBlock, count: usize) -> Completion<()> {
    let first = frame.base as usize;
    let base = first + count + 1 + HIDDEN_REGISTERS;
    let registers = code.register_count as usize;
    vm.reserve_stack(base, registers)?;
    vm.execution.stack[base - 2] = Value::int(count as i32);
    vm.execution.stack[base - 1] = vm.execution.stack[first - 1];
    let passed = 1 + count.min(code.parameter_count as usize);
    vm.execution.stack.copy_within(first..first + passed, base);
    (frame.base, frame.top) = (base as u32, (base + registers) as u32);
    Ok(())
}

/// Returns where the arguments of a frame lie, below its hidden registers. These places belong to the caller once the frame
/// was suspended.
pub(crate) fn arguments(vm: &Vm, frame: &Frame) -> Option<Range<usize>> {
    let was_suspended = || match generator::activation_of(vm, frame).map(|object| vm.heap.kind(object)) {
        Some(Kind::Generator(generator)) => generator.frame.pc != 0,
        _ => false,
    };
    if frame.kind.is_resumed() && was_suspended() {
        return None;
    }
    let end = frame.base as usize - HIDDEN_REGISTERS;
    let count = vm.execution.stack[end].as_int().unwrap_or(0) as usize;
    Some(end - count..end)
}

/// Asks for room, as registers are all that a frame has.
pub(crate) fn save(vm: &mut Vm, further: usize) -> Completion<Option<Box<SavedActivation>>> {
    if further > 0 {
        vm.heap.room(further)?;
    }
    Ok(None)
}

/// Continues with the innermost catcher around the running instruction. Returns whether there is one.
pub(crate) fn catch(vm: &mut Vm, value: Value) -> Result<bool, Termination> {
    let code = vm.running_code();
    let Some(place) = code.catchers.innermost(vm.execution.pc.saturating_sub(1)) else { return Ok(false) };
    let catcher = code.register_code().catchers[place];
    let register = go_to_handler(vm, &code, catcher, value);
    if catcher.is_finally {
        throw_site::keep_throw_site(vm, value, Waiting::Register(register))?;
    } else {
        throw_site::note_caught(vm);
    }
    Ok(true)
}

/// Continues with the innermost `finally` block around the running instruction, which keeps the returned value. Returns
/// whether there is one.
#[cold]
pub(crate) fn finally(vm: &mut Vm, value: Value) -> bool {
    let code = vm.running_code();
    let at = vm.execution.pc.saturating_sub(1);
    // Rows of outer ranges follow.
    let rows = &code.register_code().catchers;
    let rows = code.catchers.innermost(at).map_or(&[][..], |place| &rows[place..]);
    let finally = rows.iter().position(|row| row.is_finally && (row.start..row.end).contains(&at));
    vm.heap.budget.spend(finally.unwrap_or(rows.len()) as u32);
    let Some(place) = finally else { return false };
    let waiting = vm.heap.new_waiting_return(value);
    go_to_handler(vm, &code, rows[place], waiting);
    true
}

/// Continues with a catcher's handler. Returns the place of the value.
fn go_to_handler(vm: &mut Vm, code: &Arc<CodeBlock>, catcher: Catcher, value: Value) -> usize {
    let base = vm.frame().base as usize;
    // The scopes around the catcher stay open.
    let depth = catcher.scope.map_or(0, |scope| code.scopes[scope as usize].depth + 1);
    unwinding::close_scopes_from(vm, base, depth);
    let register = base + catcher.register as usize;
    vm.execution.stack[register] = value;
    vm.execution.pc = catcher.handler;
    register
}

/// Stores a value in a register.
#[inline]
pub(crate) fn deliver(vm: &mut Vm, dst: u8, value: Value) {
    let base = vm.frame().base as usize;
    vm.execution.stack[base + dst as usize] = value;
}
