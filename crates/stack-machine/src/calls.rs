//! Calls and construction, and the state of a function on entry.
//!
//! A callee of either back-end, or a native one, gets `this` and its arguments where the register machine has them: on
//! the value stack above the running frame. Stack code that calls stack code stays in one run of the loop. The callee's
//! variables go into a record, so that only `this` remains in its frame.
//!
//! ```text
//! value stack of the machine   …  anyC any1 … anyn
//! values of the frames         …  [this of the caller] | [callee] [this] [any1] … [anyn]
//!                                                                 ^ base of the callee's frame
//! ```

use ferrotape_budget::costs::{ELEMENTS_PER_TICK, REGISTERS_PER_TICK};
use ferrotape_bytecode::{FunctionKind, ListCall, OWN_ARGUMENTS, StackCode};

use super::Next;
use crate::blocks::operations;
use crate::references;
use ferrotape_runtime::code::CodeBlock;
use ferrotape_runtime::environment::{self, NO_SCOPE, RecordKind};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function;
use ferrotape_runtime::loop_exit::Entered;
use ferrotape_runtime::object::arguments::{self, MappedArguments};
use ferrotape_runtime::operations::calls;
use ferrotape_runtime::operations::class;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::operations::variables;
use ferrotape_runtime::realm;
use ferrotape_runtime::scripts::eval;
use ferrotape_runtime::stack_machine;
use ferrotape_runtime::stack_machine::state::{Activation, SavedActivation, Slot};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Ending, Frame, Vm};

/// CALL,n: calls the reference or value below the arguments.
pub(super) fn call_reference(vm: &mut Vm, count: usize) -> Completion<Next> {
    let any = slot_below(vm, count);
    let callee = references::get_value(vm, any)?;
    let this = references::this_of_reference(vm, any);
    let first = pass_arguments(vm, callee, this, 1, count)?;
    let entered = calls::enter_other_call(vm, callee, first, count, 0)?;
    Ok(go_on_with(vm, entered))
}

/// CALLEE: replaces a reference by the `this` and the function that CALLV needs, before the arguments are computed.
pub(super) fn split_callee(vm: &mut Vm) -> Completion<()> {
    let [any] = vm.execution.stack_machine.top();
    let callee = references::get_value(vm, any)?;
    let this = references::this_of_reference(vm, any);
    vm.execution.stack_machine.replace(1, this);
    vm.execution.stack_machine.push(Slot::Value(callee));
    Ok(())
}

/// CALLV,n: calls a function with `this` and n arguments.
pub(super) fn call_value(vm: &mut Vm, count: usize) -> Completion<Next> {
    let (callee, first) = pass_callee(vm, count)?;
    let entered = calls::enter_other_call(vm, callee, first, count, 0)?;
    Ok(go_on_with(vm, entered))
}

/// CALLEVAL,n: calls a function, as a direct eval if it is `eval`.
pub(super) fn call_eval(vm: &mut Vm, count: usize) -> Completion<Next> {
    let (callee, first) = pass_callee(vm, count)?;
    // The frame's environment is the current scope chain.
    let entered = eval::enter_eval_call(vm, callee, first, count, 0, NO_SCOPE)?;
    Ok(go_on_with(vm, entered))
}

/// CALLTAIL,n: calls a function in place of the running one.
pub(super) fn call_in_place(vm: &mut Vm, count: usize) -> Completion<Next> {
    let (callee, first) = pass_callee(vm, count)?;
    let entered = calls::enter_tail_call(vm, callee, first, count, 0)?;
    Ok(go_on_with(vm, entered))
}

/// NEW,n: constructs an object.
pub(super) fn construct_value(vm: &mut Vm, count: usize) -> Completion<Next> {
    let callee = slot_below(vm, count).value();
    let first = pass_arguments(vm, callee, Value::UNDEFINED, 1, count)?;
    let entered = calls::enter_new(vm, callee, first, count, 0)?;
    Ok(go_on_with(vm, entered))
}

/// CALLL, CALLTAILL, EVALL, NEWL: the arguments are in the array on top.
pub(super) fn call_list(vm: &mut Vm, form: ListCall) -> Completion<Next> {
    let (this, callee, list) = match form {
        ListCall::Call | ListCall::TailCall | ListCall::Eval | ListCall::Apply | ListCall::TailApply => {
            let [this, callee, list] = vm.execution.stack_machine.top_values();
            (this, callee, list)
        }
        ListCall::New => {
            let [callee, list] = vm.execution.stack_machine.top_values();
            (Value::UNDEFINED, callee, list)
        }
    };
    let first = vm.frame().top as usize + 1;
    let count = iterate::spread_on_stack(vm, callee, this, list, first)?;
    vm.execution.stack_machine.drop_top(if form == ListCall::New { 2 } else { 3 });
    let entered = match form {
        ListCall::Call | ListCall::Apply | ListCall::TailApply => calls::enter_other_call(vm, callee, first, count, 0)?,
        ListCall::TailCall => calls::enter_tail_call(vm, callee, first, count, 0)?,
        ListCall::Eval => eval::enter_eval_call(vm, callee, first, count, 0, NO_SCOPE)?,
        ListCall::New => calls::enter_new(vm, callee, first, count, 0)?,
    };
    Ok(go_on_with(vm, entered))
}

/// SCALL,n: calls the parent constructor.
pub(super) fn construct_parent(vm: &mut Vm, count: usize) -> Completion<Next> {
    let values = &vm.execution.stack_machine.values;
    let operands = [values[values.len() - 2 - count], values[values.len() - 1 - count]];
    let [parent, new_target] = operands.map(Slot::value);
    let first = pass_arguments(vm, new_target, Value::UNDEFINED, 2, count)?;
    let entered = class::enter_super(vm, parent, new_target, first, count, 0)?;
    Ok(go_on_with(vm, entered))
}

/// SCALLL: calls the parent constructor with the arguments in the array on top.
pub(super) fn construct_parent_with_list(vm: &mut Vm) -> Completion<Next> {
    let [parent, new_target, list] = vm.execution.stack_machine.top_values();
    let first = vm.frame().top as usize + 1;
    let count = iterate::spread_on_stack(vm, new_target, Value::UNDEFINED, list, first)?;
    vm.execution.stack_machine.drop_top(3);
    let entered = class::enter_super(vm, parent, new_target, first, count, 0)?;
    Ok(go_on_with(vm, entered))
}

/// FORWARD: calls the parent constructor with the running function's own arguments.
pub(super) fn forward_to_parent(vm: &mut Vm) -> Completion<Next> {
    let [parent, new_target] = vm.execution.stack_machine.top_values();
    let base = vm.frame().top as usize;
    vm.reserve_stack(base, 2)?;
    (vm.execution.stack[base], vm.execution.stack[base + 1]) = (parent, new_target);
    vm.execution.stack_machine.drop_top(2);
    let entered = class::construct_super(vm, base, OWN_ARGUMENTS, 0)?;
    Ok(go_on_with(vm, entered))
}

/// Returns the slot below this many arguments.
fn slot_below(vm: &Vm, count: usize) -> Slot {
    let values = &vm.execution.stack_machine.values;
    values[values.len() - 1 - count]
}

/// Takes `this`, the function and its arguments off the value stack. Returns the function and the place of `this`.
fn pass_callee(vm: &mut Vm, count: usize) -> Completion<(Value, usize)> {
    let values = &vm.execution.stack_machine.values;
    let operands = [values[values.len() - 2 - count], values[values.len() - 1 - count]];
    let [this, callee] = operands.map(Slot::value);
    Ok((callee, pass_arguments(vm, callee, this, 2, count)?))
}

/// Puts callee, `this` and arguments at the beginning of the callee's frame, and drops them and the `below` slots under
/// the arguments from the value stack. Returns the place of `this`.
fn pass_arguments(vm: &mut Vm, callee: Value, this: Value, below: usize, count: usize) -> Completion<usize> {
    let base = vm.frame().top as usize;
    vm.reserve_stack(base, count + 2)?;
    vm.execution.stack[base] = callee;
    vm.execution.stack[base + 1] = this;
    let machine = &mut vm.execution.stack_machine;
    let arguments = machine.values.len() - count;
    for (place, &argument) in vm.execution.stack[base + 2..].iter_mut().zip(&machine.values[arguments..]) {
        *place = argument.value();
    }
    machine.drop_top(count + below);
    vm.execution.top = base + 2 + count;
    Ok(base + 1)
}

/// Turns the outcome of a call into the loop's next step. Callee and arguments are dropped before a value is pushed.
pub(super) fn go_on_with(vm: &mut Vm, entered: Entered) -> Next {
    match entered {
        Entered::Frame => Next::Activation,
        Entered::Return(value) => Next::ReturnThrough(value),
        Entered::Exit(exit) => Next::Exit(exit),
        Entered::Value(value) => {
            vm.execution.top = vm.frame().top as usize;
            vm.execution.stack_machine.push(Slot::Value(value));
            Next::Instruction
        }
    }
}

/// Enters a function of stack code under the document's initial conditions. `this` and the arguments are at the frame's
/// base.
pub(crate) fn push_activation(vm: &mut Vm, mut frame: Frame, code: &CodeBlock, count: usize) -> Completion<()> {
    let (template, stack_code) = (code.template(), code.stack_code());
    let kept = if code.keeps_arguments { count } else { 0 };
    vm.reserve_stack(frame.base as usize, 1 + kept)?;
    let held = stack_code.held as usize;
    vm.work(held as u64 / REGISTERS_PER_TICK)?;
    stack_machine::reserve_activation(vm, held + stack_code.max_values as usize, stack_code.max_blocks as usize)?;
    if let Some(caller) = vm.execution.frames.last_mut() {
        caller.pc = vm.execution.pc;
    }
    frame.top = frame.base + 1 + kept as u32;
    vm.execution.top = frame.top as usize;
    vm.execution.pc = template.span.start;
    if frame.ending == Ending::OtherRealm {
        realm::enter_realm(vm, code.realm);
    }
    frame.ending = frame.ending.max(Ending::Scopes);
    vm.execution.frames.push(frame);
    let machine = &mut vm.execution.stack_machine;
    let first_held = machine.values.len();
    machine.values.resize(first_held + held, Slot::Value(Value::UNDEFINED));
    machine.activations.push(Activation {
        pc: 0,
        completion: Value::UNDEFINED,
        enumeration: Value::EMPTY,
        outer_scope: frame.environment,
        variables: None,
        first_held,
        first_value: machine.values.len(),
        first_block: machine.blocks.len(),
    });
    if template.kind == FunctionKind::Function && !template.strict {
        coerce_this_of_frame(vm)?;
    }
    make_variables(vm, code, stack_code, count).inspect_err(|_| {
        vm.pop_frame();
    })
}

/// Takes the running activation off the stacks of this machine. Saved code may have any number of places for values.
pub(super) fn save(vm: &mut Vm, further: usize) -> Completion<Option<Box<SavedActivation>>> {
    let bytes = vm.execution.stack_machine.bytes_of_running();
    vm.work((bytes / size_of::<Slot>()) as u64 / REGISTERS_PER_TICK)?;
    vm.heap.room(further + bytes)?;
    Ok(vm.execution.stack_machine.save().map(Box::new))
}

/// Converts `this` of sloppy code to an object.
fn coerce_this_of_frame(vm: &mut Vm) -> Completion<()> {
    let base = vm.frame().base as usize;
    if !vm.execution.stack[base].is_object() {
        let stack = vm.execution.stack[base];
        vm.execution.stack[base] = variables::coerce_this(vm, stack)?;
    }
    Ok(())
}

/// Makes the record of the function's variables, with its parameters filled in, and the `arguments` object
/// (FunctionDeclarationInstantiation, ECMA-262 10.2.11). Scripts and sloppy eval code have none.
fn make_variables(vm: &mut Vm, code: &CodeBlock, stack_code: &StackCode, count: usize) -> Completion<()> {
    let block = code.stack_block();
    let Frame { callee, base, .. } = *vm.frame();
    let room = count + block.variables.map_or(0, |scope| vm.heap.scope(scope).names.len());
    vm.work(room as u64 / ELEMENTS_PER_TICK)?;
    vm.heap.room(2 * room * size_of::<Value>())?;
    let arguments = vm.execution.stack[base as usize + 1..=base as usize + count].to_vec();
    if let Some(scope) = block.self_name {
        operations::insert_scope(vm, RecordKind::closed(scope, 1, std::iter::once(Value::object(callee))));
    }
    if code.template().kind == FunctionKind::Module {
        vm.execution.stack_machine.running().variables = vm.frame().environment;
        return Ok(());
    }
    let Some(scope) = block.variables else { return Ok(()) };
    let mut values: Vec<Value> = vm.heap.scope(scope).first_values().collect();
    for (position, &variable) in stack_code.parameters.iter().enumerate() {
        values[variable as usize] = arguments.get(position).copied().unwrap_or(Value::UNDEFINED);
    }
    let (_, record) = operations::insert_scope(vm, RecordKind::closed(scope, values.len(), values.into_iter()));
    vm.execution.stack_machine.running().variables = Some(record);
    let Some(object) = stack_code.arguments else { return Ok(()) };
    let mapping =
        object.mapped.then(|| MappedArguments { record, mapped: mapped_parameters(stack_code, arguments.len()) });
    let value = Value::object(arguments::new_arguments_object(vm, arguments, callee, mapping)?);
    environment::set_bound_value(vm, record, object.variable, value);
    Ok(())
}

/// FUNC: makes a closure in the current scope.
pub(super) fn make_stack_closure(vm: &mut Vm, function: u32) -> Completion<Value> {
    let code = variables::code_of_function(vm, function);
    let environment = vm.frame().environment;
    Ok(Value::object(function::new_closure(vm, code, environment)))
}

/// Maps each argument to the variable that a mapped `arguments` object shares. Of parameters with equal names, only the
/// last shares.
fn mapped_parameters(code: &StackCode, argument_count: usize) -> Box<[Option<u32>]> {
    let mut mapped = vec![None; argument_count];
    let mut is_shared = vec![false; code.variables.len()];
    for (position, &variable) in code.parameters.iter().enumerate().rev() {
        let is_hidden = std::mem::replace(&mut is_shared[variable as usize], true);
        if let Some(place) = mapped.get_mut(position) {
            *place = Some(variable).filter(|_| !is_hidden);
        }
    }
    mapped.into()
}
