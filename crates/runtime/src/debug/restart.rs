//! Restarted frames: what has run in them is left, with all that they have called, and the call is made again.
//!
//! Nothing of the script sees that they are left: no `finally`, no `return` of an iterator. Closures keep the records that
//! they have, and the frame gets new ones.

use std::ops::ControlFlow;

use ferrotape_bytecode::{ActivationKind, FunctionKind};

use crate::debug::frames;
use crate::environment;
use crate::error::Completion;
use crate::loop_exit::Left;
use crate::object::Kind;
use crate::operations::calls;
use crate::value::Value;
use crate::vm::{Frame, Vm};

/// A frame that can be restarted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Restart {
    /// Whether its arguments are those of the call. If not, they are what the parameters hold now.
    pub has_arguments: bool,
}

/// Returns how a frame, counted from the innermost one, can be restarted, or why it cannot.
pub fn restart_of(vm: &Vm, number: usize) -> Result<Restart, &'static str> {
    let Some(index) = vm.execution.frames.len().checked_sub(number + 1) else { return Err("nothing runs there") };
    let (frame, above) = (vm.execution.frames[index], &vm.execution.frames[index + 1..]);
    let cell = vm.heap.code_cell(frame.code);
    let is_closure = vm.heap.closure(frame.callee).is_some_and(|(code, _)| code == frame.code);
    let Some(table) = frames::table(&cell.block) else { return Err("nothing is known of its code") };
    if cell.block.template().kind != FunctionKind::Function || !is_closure {
        return Err("code outside functions cannot be restarted");
    }
    if cell.activation != ActivationKind::Plain || frame.kind.is_resumed() {
        return Err("generators and async functions cannot be restarted");
    }
    if frame.kind.constructs() || cell.class.is_some() {
        return Err("a constructor cannot be restarted: its object exists already");
    }
    if table.around.in_initializer && !table.around.in_arrow {
        return Err("the initializer of an object or class cannot be restarted");
    }
    if above.iter().any(|frame| frame.kind.is_entry()) {
        return Err("it waits for a native function, which cannot be left");
    }
    if above.iter().any(|frame| frame.kind.is_resumed()) {
        return Err("it waits for a generator or an async function, which cannot be left");
    }
    Ok(Restart { has_arguments: arguments_of(vm, &frame).1 })
}

/// Begins a frame anew, for which [`restart_of`] gives no error: as a call in tail position, but of itself.
pub(super) fn restart(vm: &mut Vm, number: usize) -> Completion<Left> {
    let Some(frame) = frames::frame(vm, number) else { return Ok(ControlFlow::Continue(())) };
    let Some((code, environment)) = vm.heap.closure(frame.callee) else { return Ok(ControlFlow::Continue(())) };
    let (arguments, _) = arguments_of(vm, &frame);
    let base = vm.place_of_call(&frame);
    let this = vm.execution.stack[base];
    let vm = &mut vm.scope();
    vm.keep(this);
    arguments.iter().for_each(|&argument| vm.keep(argument));
    for _ in 0..=number {
        vm.pop_frame();
    }
    let count = arguments.len();
    let begun = vm.reserve_stack(base, count + 1).and_then(|()| {
        vm.execution.stack[base] = this;
        vm.execution.stack[base + 1..=base + count].copy_from_slice(&arguments);
        vm.execution.top = base + 1 + count;
        vm.push_frame(frame.callee, code, environment, base, count, frame.dst, frame.kind)
    });
    match begun {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(thrown) if frame.kind.is_entry() => Ok(ControlFlow::Break(thrown.into())),
        Err(thrown) => Err(thrown),
    }
}

/// The arguments of a frame, and whether they are those of the call.
fn arguments_of(vm: &Vm, frame: &Frame) -> (Vec<Value>, bool) {
    if let Some(kept) = vm.place_of_arguments(frame) {
        return (vm.execution.stack[kept].to_vec(), true);
    }
    let code = vm.heap.code_block(frame.code);
    let (mut values, object): (Vec<Value>, Option<Value>) = if code.is_stack_code() {
        let record = frames::activation(vm, frame).and_then(|activation| activation.variables);
        let value = |index: u32| record.map_or(Value::UNDEFINED, |record| environment::bound_value(vm, record, index));
        let code = code.stack_code();
        let object = code.arguments.as_ref().map(|object| value(object.variable));
        (code.parameters.iter().map(|&variable| value(variable)).collect(), object)
    } else {
        let first = frame.base as usize + 1;
        let object = code.register_code().arguments.as_ref();
        let object = object.map(|object| vm.execution.stack[frame.base as usize + object.register as usize]);
        (vm.execution.stack[first..first + code.parameter_count as usize].to_vec(), object)
    };
    if let Some(list) = object.and_then(|object| elements_of(vm, object)) {
        values = list;
    }
    let is_known = values.is_empty();
    for value in &mut values {
        // A parameter may have no value yet.
        if value.is_empty() || value.as_record().is_some() {
            *value = Value::UNDEFINED;
        }
    }
    (values, is_known)
}

/// The values of an `arguments` object, if they are all there.
fn elements_of(vm: &Vm, object: Value) -> Option<Vec<Value>> {
    let object = object.as_object()?;
    if !matches!(vm.heap.kind(object), Kind::UnmappedArguments | Kind::MappedArguments(_)) {
        return None;
    }
    let count = calls::copyable_length(vm, object, vm.options.stack_values)?;
    (0..count).map(|index| calls::copyable_value(vm, object, index)).collect()
}
