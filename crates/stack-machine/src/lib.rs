//! The stack machine, the second back-end: SEE's virtual machine, which `docs/stack-backend.md` describes.
//!
//! This is the readable back-end. The loop is one `match` over the instructions in the order of the document, with the effect on
//! the value stack beside each. The effect of an instruction on values is an operation of the runtime, which the register machine
//! uses too. There are no caches, no fused instructions and no fast paths.
//!
//! ```text
//! value stack   operands of expressions, references among them       references
//! block stack   ENUM, CATCH, FINALLY, FINALLY2, WITH                 blocks
//! PC, C, E      in the activation                                    runtime: stack_machine/state
//! L             `Execution::pc`, a source offset, saved in the frame like the register machine's position
//! context       this: the frame's base; scope chain: the frame's environment; variables: a record      calls
//! ```
//!
//! Every activation has a [`Frame`](ferrotape_runtime::vm::Frame) like the register machine's, so that stack traces, limits and
//! garbage collection handle one kind of frame. The loop relies on the verifier. It has proved that operands exist and have their
//! types, and that heights stay within the reserved ones. It has also proved that handlers find their blocks, and that code ends
//! with `END,0`.

mod blocks;
mod calls;
mod references;
mod watch;

use blocks::operations::*;
use calls::*;
use references::*;

use std::ops::{ControlFlow, Range};
use std::ptr;

use ferrotape_budget::costs::REGISTERS_PER_TICK;
use ferrotape_bytecode::{ListCall, Phase, StackInstruction};

use ferrotape_runtime::bigint;
use ferrotape_runtime::code::{CodeBlock, CodeSet};
use ferrotape_runtime::convert::{self, Hint};
use ferrotape_runtime::delegation::{self, Delegated};
use ferrotape_runtime::disposal;
use ferrotape_runtime::enumeration;
use ferrotape_runtime::environment::RecordKind;
use ferrotape_runtime::error::{self, Completion};
use ferrotape_runtime::exits;
use ferrotape_runtime::generator;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::iteration;
use ferrotape_runtime::key_set::KeySet;
use ferrotape_runtime::loop_exit::{Abrupt, Left, LoopExit};
use ferrotape_runtime::machine::{Again, Machine};
use ferrotape_runtime::messages;
use ferrotape_runtime::module;
use ferrotape_runtime::operations::class::{self, MethodForm};
use ferrotape_runtime::operations::intrinsic;
use ferrotape_runtime::operations::iterate;
use ferrotape_runtime::operations::private::{self, PrivateForm};
use ferrotape_runtime::operations::set;
use ferrotape_runtime::operations::template;
use ferrotape_runtime::operators::{self, Arithmetic, Order};
use ferrotape_runtime::pausing;
use ferrotape_runtime::realm::{self, Intrinsics};
use ferrotape_runtime::symbol;
use ferrotape_runtime::unwinding;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::{Frame, Vm};
use ferrotape_runtime::watch::is_on as is_watched;

use ferrotape_runtime::stack_machine::state::Slot;

use blocks::Ended;

/// Continuation of the loop after an instruction.
pub enum Next {
    /// Continues with the instruction at PC.
    Instruction,
    /// Continues with the activation now on top.
    Activation,
    /// Returns the value to the caller.
    Return(Value),
    /// Suspends or starts the activation and continues with whichever runs then.
    Suspend(Suspension),
    /// Returns the value to the caller after all `finally` blocks.
    ReturnThrough(Value),
    /// Ends the run of the loop.
    Exit(LoopExit),
}

/// Action of an activation that can be suspended.
#[derive(Copy, Clone)]
pub enum Suspension {
    Start,
    Yield,
    YieldDelegate,
    Await,
}

/// All that a frame has: `this` and arguments.
const WHOLE: usize = usize::MAX;

/// Performs a suspension, with the value on top of the value stack if there is one.
fn suspend_activation(vm: &mut Vm, how: Suspension) -> Completion<Left> {
    match how {
        Suspension::Start => generator::start_activation(vm, WHOLE),
        Suspension::Yield => {
            let value = vm.execution.stack_machine.pop_value();
            generator::yield_value(vm, value, WHOLE, Some(0))
        }
        Suspension::YieldDelegate => {
            let result = vm.execution.stack_machine.pop_value();
            let [delegate] = vm.execution.stack_machine.top_values();
            generator::yield_delegate(vm, delegate, result, WHOLE, Some(0))
        }
        Suspension::Await => {
            let value = vm.execution.stack_machine.pop_value();
            generator::await_value(vm, value, WHOLE, Some(0))
        }
    }
}

/// Pushes a constructor of the current realm.
fn push_constructor(vm: &mut Vm, global: &str, pick: fn(&Intrinsics) -> ObjectId) {
    let constructor = realm::made(vm, global, pick);
    vm.execution.stack_machine.push(Slot::Value(Value::object(constructor)));
}

/// The stack machine.
pub static MACHINE: Machine = Machine {
    run,
    begin: calls::push_activation,
    catch: blocks::operations::enter_block_handler,
    finally: blocks::operations::end_blocks_for_return,
    deliver,
    arguments,
    save,
};

/// Returns where the arguments lie, which are all that a frame has but `this`.
fn arguments(_: &Vm, frame: &Frame) -> Option<Range<usize>> {
    Some(frame.base as usize + 1..frame.top as usize)
}

/// Pushes the value on the value stack.
fn deliver(vm: &mut Vm, _: u8, value: Value) {
    vm.execution.stack_machine.push(Slot::Value(value));
}

/// Runs the loop as long as the running activations belong to one code set. Repeated callbacks (`Again`) must be plain,
/// and no activation is plain.
fn run(vm: &mut Vm, set: &CodeSet, _: Option<&mut Again<'_>>) -> LoopExit {
    loop {
        let cell = vm.heap.code_cell(vm.frame().code);
        if !ptr::eq(&*cell.set, set) {
            return LoopExit::OtherCode;
        }
        let code = set.block(cell.index);
        let result = loop {
            match execute(vm, code) {
                Ok(Next::Instruction) => {}
                other => break other,
            }
        };
        let left = match result {
            Ok(Next::Instruction | Next::Activation) => Ok(Left::Continue(())),
            Ok(Next::Return(value)) => exits::leave(vm, value, |vm, frame, value| deliver(vm, frame.dst, value)),
            Ok(Next::Suspend(how)) => suspend_activation(vm, how),
            Ok(Next::ReturnThrough(value)) => Ok(unwinding::unwind(vm, Abrupt::Return(value))),
            Ok(Next::Exit(exit)) => return exit,
            Err(thrown) => Err(thrown),
        };
        if let Left::Break(exit) = left.unwrap_or_else(|thrown| unwinding::unwind(vm, thrown.into())) {
            return exit;
        }
    }
}

/// Executes the instruction at PC.
pub fn execute(vm: &mut Vm, code: &CodeBlock) -> Completion<Next> {
    use StackInstruction::*;
    let pc = vm.execution.stack_machine.running().pc;
    let instruction = code.stack_code().instructions[pc];
    if is_watched(vm) {
        match watch::look(vm, code, pc)? {
            None => {}
            Some(ControlFlow::Continue(())) => return Ok(Next::Activation),
            Some(ControlFlow::Break(exit)) => return Ok(Next::Exit(exit)),
        }
    }
    vm.execution.stack_machine.running().pc = pc + 1;
    if vm.heap.budget.spend(1) {
        vm.check_limits()?;
        if pausing::is_to_pause(vm) {
            vm.execution.stack_machine.running().pc = pc;
            vm.heap.budget.unspend(1);
            return Ok(Next::Exit(LoopExit::Paused));
        }
    }

    /// Replaces two operands by a result.
    macro_rules! binary {
        (|$a:ident, $b:ident| $result:expr) => {{
            let [$a, $b] = vm.execution.stack_machine.top_values();
            let result = $result;
            vm.execution.stack_machine.replace(2, result);
        }};
    }
    /// Replaces one operand by a result.
    macro_rules! unary {
        (|$a:ident| $result:expr) => {{
            let [$a] = vm.execution.stack_machine.top_values();
            let result = $result;
            vm.execution.stack_machine.replace(1, result);
        }};
    }

    match instruction {
        // Call instructions.
        // valC val1..valn | objR
        New(count) => return construct_value(vm, count as usize),
        // anyC val1..valn | valR
        Call(count) => return call_reference(vm, count as usize),

        // Special instructions.
        // - | obj
        Func(function) => {
            let closure = make_stack_closure(vm, function)?;
            vm.execution.stack_machine.push(Slot::Value(closure));
        }
        // - | val
        Literal(index) => vm.execution.stack_machine.push(Slot::Value(code.stack_block().literals[index as usize])),
        // - | -
        Loc(index) => vm.execution.pc = code.stack_code().locations[index as usize],

        // Generic instructions.
        // - | -
        Nop => {}
        // any1 | any1 any1
        Dup => {
            let [any] = vm.execution.stack_machine.top();
            vm.execution.stack_machine.push(any);
        }
        // any1 | -
        Pop => vm.execution.stack_machine.drop_top(1),
        // any1 any2 | any2 any1
        Exch => {
            let [any1, any2] = vm.execution.stack_machine.top();
            vm.execution.stack_machine.replace_all(2, &[any2, any1]);
        }
        // any1 any2 any3 | any3 any1 any2
        Roll3 => {
            let [any1, any2, any3] = vm.execution.stack_machine.top();
            vm.execution.stack_machine.replace_all(3, &[any3, any1, any2]);
        }

        // Miscellaneous instructions.
        // val | -
        Throw => return Err(error::Throw::Exception(vm.execution.stack_machine.pop_value())),
        // val | -
        SetC => {
            let value = vm.execution.stack_machine.pop_value();
            vm.execution.stack_machine.running().completion = value;
        }
        // - | val
        GetC => {
            let value = vm.execution.stack_machine.running().completion;
            vm.execution.stack_machine.push(Slot::Value(value));
        }

        // Context instructions.
        // - | val
        This => {
            let this = vm.execution.stack[vm.frame().base as usize];
            vm.execution.stack_machine.push(Slot::Value(this));
        }
        // - | obj
        Object => push_constructor(vm, "Object", |intrinsics| intrinsics.object),
        // - | obj
        Array => push_constructor(vm, "Array", |intrinsics| intrinsics.array),
        // - | obj
        RegExp => push_constructor(vm, "RegExp", |intrinsics| intrinsics.regexp),

        // Primitive instructions.
        // val1 val2 | ref
        Ref => {
            let [base, key] = vm.execution.stack_machine.top_values();
            vm.execution.stack_machine.replace_all(2, &[Slot::Property { base, key }]);
        }
        // ref | val
        GetValue => {
            let [reference] = vm.execution.stack_machine.top();
            let value = get_value(vm, reference)?;
            vm.execution.stack_machine.replace(1, value);
        }
        // str | ref
        Lookup => {
            let [name] = vm.execution.stack_machine.top_values();
            let reference = look_up(vm, name)?;
            vm.execution.stack_machine.replace_all(1, &[reference]);
        }
        // ref val | -
        PutValue => {
            let [reference, value] = vm.execution.stack_machine.top();
            put_value(vm, reference, value.value())?;
            vm.execution.stack_machine.drop_top(2);
        }
        // ref val | -
        PutValueWith(attributes) => {
            let [reference, value] = vm.execution.stack_machine.top();
            put_value_with(vm, reference, value.value(), attributes)?;
            vm.execution.stack_machine.drop_top(2);
        }
        // - | ref
        Vref(index) => vm.execution.stack_machine.push(Slot::Variable { index }),
        // any1 | bool1
        Delete => {
            let [any] = vm.execution.stack_machine.top();
            let deleted = delete_reference(vm, any)?;
            vm.execution.stack_machine.replace(1, deleted);
        }
        // any1 | str1
        TypeOf => {
            let [any] = vm.execution.stack_machine.top();
            let name = type_of_reference(vm, any)?;
            vm.execution.stack_machine.replace(1, name);
        }

        // Conversion instructions.
        // val | obj
        ToObject => unary!(|val| Value::object(convert::to_object(vm, val)?)),
        // val | num
        ToNumber => unary!(|val| if val.is_number() { val } else { bigint::to_numeric_value(vm, val)? }),
        // val | bool
        ToBoolean => unary!(|val| Value::bool(vm.heap.to_boolean(val))),
        // val | str
        ToString => unary!(|val| Value::string(convert::to_string(vm, val)?)),
        // val | prim
        ToPrimitive => unary!(|val| convert::to_primitive(vm, val, Hint::Default)?),

        // Arithmetic instructions.
        // num1 | num2
        Neg => unary!(|num| operators::negate(vm, num)?),
        // val1 | num2
        Inv => unary!(|val| operators::bit_not(vm, val)?),
        // bool1 | bool2
        Not => unary!(|bool| Value::bool(bool != Value::TRUE)),
        // num1 num2 | num3
        Mul => binary!(|num1, num2| operators::arithmetic(vm, Arithmetic::Multiply, num1, num2)?),
        Div => binary!(|num1, num2| operators::arithmetic(vm, Arithmetic::Divide, num1, num2)?),
        Mod => binary!(|num1, num2| operators::arithmetic(vm, Arithmetic::Remainder, num1, num2)?),
        // prim1 prim2 | prim3
        Add => binary!(|prim1, prim2| operators::add_values(vm, prim1, prim2)?),
        // num1 num2 | num3
        Sub => binary!(|num1, num2| operators::arithmetic(vm, Arithmetic::Subtract, num1, num2)?),
        // val1 val2 | num3
        LShift => binary!(|val1, val2| operators::arithmetic(vm, Arithmetic::ShiftLeft, val1, val2)?),
        RShift => binary!(|val1, val2| operators::arithmetic(vm, Arithmetic::ShiftRight, val1, val2)?),
        URShift => binary!(|val1, val2| operators::arithmetic(vm, Arithmetic::ShiftRightUnsigned, val1, val2)?),

        // Relational instructions.
        // val1 val2 | bool
        Lt => {
            binary!(|val1, val2| Value::bool(operators::is_less_than(vm, val1, val2, Order::LeftFirst)? == Some(true)))
        }
        Gt => {
            binary!(|val1, val2| Value::bool(operators::is_less_than(vm, val2, val1, Order::RightFirst)? == Some(true)))
        }
        Le => binary!(|val1, val2| Value::bool(
            operators::is_less_than(vm, val2, val1, Order::RightFirst)? == Some(false)
        )),
        Ge => {
            binary!(|val1, val2| Value::bool(operators::is_less_than(vm, val1, val2, Order::LeftFirst)? == Some(false)))
        }
        InstanceOf => binary!(|val1, val2| Value::bool(operators::instance_of(vm, val1, val2)?)),
        In => binary!(|val1, val2| Value::bool(operators::has_property_in(vm, val1, val2)?)),
        Eq => binary!(|val1, val2| Value::bool(operators::is_loosely_equal(vm, val1, val2)?)),
        Seq => binary!(|val1, val2| Value::bool(operators::is_strictly_equal(vm, val1, val2)?)),

        // Binary bitwise instructions.
        // val1 val2 | num3
        BAnd => binary!(|val1, val2| operators::arithmetic(vm, Arithmetic::BitAnd, val1, val2)?),
        BXor => binary!(|val1, val2| operators::arithmetic(vm, Arithmetic::BitXor, val1, val2)?),
        BOr => binary!(|val1, val2| operators::arithmetic(vm, Arithmetic::BitOr, val1, val2)?),

        // Branch instructions.
        // - | -
        BAlways(target) => branch(vm, pc, target)?,
        // bool | -
        BTrue(target) => {
            if vm.execution.stack_machine.pop_value() == Value::TRUE {
                branch(vm, pc, target)?;
            }
        }
        // - | str where the branch is not taken
        BEnum(target) => {
            let enumeration = vm.execution.stack_machine.running().enumeration;
            match enumeration::next_enumerated(vm, enumeration)? {
                Some(name) => vm.execution.stack_machine.push(Slot::Value(name)),
                None => branch(vm, pc, target)?,
            }
        }

        // Block instructions.
        // val | -
        SEnum => {
            let [value] = vm.execution.stack_machine.top_values();
            start_enum(vm, value)?;
            vm.execution.stack_machine.drop_top(1);
        }
        // obj | -
        SWith => {
            if let Some(target) = vm.execution.stack_machine.pop_value().as_object() {
                start_scope(vm, RecordKind::Object { target });
            }
        }
        // str | -
        STryC(handler) => {
            let name = vm.execution.stack_machine.pop_value();
            start_catch(vm, name, handler);
        }
        // - | -
        STryF(handler) => start_finally(vm, handler),
        // - | -
        SCatch => convert_catch(vm)?,
        // - | -
        End(block) => match end_blocks(vm, block as usize, pc) {
            Ended::GoOn => {}
            Ended::Program => return Ok(Next::Return(vm.execution.stack_machine.running().completion)),
        },
        // - | -
        EndF => return end_finally(vm),

        // Added: calls whose function is known before the arguments.
        // any | val1 val2
        Callee => split_callee(vm)?,
        // val1 val2 val1..valn | valR
        CallV(count) => return call_value(vm, count as usize),
        CallEval(count) => return call_eval(vm, count as usize),
        CallTail(count) => return call_in_place(vm, count as usize),

        // Added: literals.
        // obj val1 val2 | obj
        Define => {
            let [object, key, value] = vm.execution.stack_machine.top_values();
            set::define_literal_element(vm, object, key, value)?;
            vm.execution.stack_machine.drop_top(2);
        }
        // obj val1 obj2 | obj
        DefGet => {
            let [object, key, getter] = vm.execution.stack_machine.top_values();
            set::define_literal_accessor(vm, object, key, Some(getter), None)?;
            vm.execution.stack_machine.drop_top(2);
        }
        // obj val1 obj2 | obj
        DefSet => {
            let [object, key, setter] = vm.execution.stack_machine.top_values();
            set::define_literal_accessor(vm, object, key, None, Some(setter))?;
            vm.execution.stack_machine.drop_top(2);
        }
        // obj val | obj
        SetProto => {
            let [object, prototype] = vm.execution.stack_machine.top_values();
            set::set_literal_prototype(vm, object, prototype)?;
            vm.execution.stack_machine.drop_top(1);
        }

        // obj1 val obj2 | obj1 val obj2
        SetHome => {
            let [home, _, function] = vm.execution.stack_machine.top_values();
            intrinsic::set_home(vm, function, home);
        }
        // val1 obj2 | val1 obj2
        SetName => name_top(vm, "")?,
        SetGetName => name_top(vm, "get ")?,
        SetSetName => name_top(vm, "set ")?,
        // - | obj
        Template(index) => {
            let object = template::template_object(vm, code, index)?;
            vm.execution.stack_machine.push(Slot::Value(object));
        }

        // obj val | obj
        Append => {
            let [array, value] = vm.execution.stack_machine.top_values();
            if let Some(array) = array.as_object() {
                iterate::append_value(vm, array, value)?;
            }
            vm.execution.stack_machine.drop_top(1);
        }
        // obj | obj
        Hole => {
            let [array] = vm.execution.stack_machine.top_values();
            if let Some(array) = array.as_object() {
                iterate::append_value(vm, array, Value::EMPTY)?;
            }
        }
        // obj val | obj
        Spread => {
            let [array, iterable] = vm.execution.stack_machine.top_values();
            iterate::append_iterable(vm, array, iterable)?;
            vm.execution.stack_machine.drop_top(1);
        }
        // obj val | obj
        CopyProperties => {
            let [target, source] = vm.execution.stack_machine.top_values();
            iterate::copy_data_properties(vm, target, source, &KeySet::default())?;
            vm.execution.stack_machine.drop_top(1);
        }
        // val obj1 | obj2
        RestProperties => binary!(|source, excluded| iterate::rest_properties(vm, source, excluded)?),

        // Added: values put away, arguments by position.
        // val | -
        Hold(place) => {
            let value = vm.execution.stack_machine.pop_value();
            vm.execution.stack_machine.hold(place, value);
        }
        // - | val
        Held(place) => {
            let value = vm.execution.stack_machine.held(place);
            vm.execution.stack_machine.push(Slot::Value(value));
        }
        // - | -
        Forget(place) => {
            let emptied = vm.execution.stack_machine.forget(place);
            vm.heap.budget.work_later(emptied as u64 / REGISTERS_PER_TICK);
        }
        // - | val
        Argument(position) => {
            let argument = vm.kept_arguments().get(position as usize).copied().unwrap_or(Value::UNDEFINED);
            vm.execution.stack_machine.push(Slot::Value(argument));
        }
        // - | obj
        RestArguments(start) => {
            let rest = iterate::rest_arguments(vm, start as usize)?;
            vm.execution.stack_machine.push(Slot::Value(rest));
        }

        // Added: iteration and calls with lists of arguments.
        // val | obj val2
        GetIterator => {
            let [value] = vm.execution.stack_machine.top_values();
            let pair = iterate::iterator_and_next(vm, value)?;
            vm.execution.stack_machine.replace_all(1, &pair.map(Slot::Value));
        }
        GetAsyncIterator => {
            let [value] = vm.execution.stack_machine.top_values();
            let pair = iterate::async_iterator_and_next(vm, value)?;
            vm.execution.stack_machine.replace_all(1, &pair.map(Slot::Value));
        }
        // val1 | val2 where the branch is not taken
        BDone(target) => {
            let [result] = vm.execution.stack_machine.top_values();
            let object = iteration::require_iterator_result(vm, result)?;
            match iteration::iterator_result_value(vm, object)? {
                Some(value) => vm.execution.stack_machine.replace(1, value),
                None => {
                    vm.execution.stack_machine.drop_top(1);
                    branch(vm, pc, target)?;
                }
            }
        }
        // val | obj
        RequireObject => unary!(|value| iterate::require_object(vm, value)?),
        // val1 val2 | val1
        RequireCoercible => binary!(|value, name| iterate::require_coercible(vm, value, name)?),
        // - | -
        BThrown(target) => {
            if blocks::is_thrown(&vm.execution.stack_machine) {
                branch(vm, pc, target)?;
            }
        }
        // - | val
        Thrown => {
            let thrown = blocks::thrown(&vm.execution.stack_machine);
            vm.execution.stack_machine.push(Slot::Value(thrown));
        }
        // val1 val2 obj | valR
        CallList => return call_list(vm, ListCall::Call),
        CallTailList => return call_list(vm, ListCall::TailCall),
        EvalList => return call_list(vm, ListCall::Eval),
        // valC obj | objR
        NewList => return call_list(vm, ListCall::New),

        // Added: classes.
        // obj1 val | obj1 obj2
        Class => {
            let [constructor, parent] = vm.execution.stack_machine.top_values();
            let prototype = class::make_class(vm, constructor, parent)?;
            vm.execution.stack_machine.replace(1, prototype);
        }
        // val obj1 obj2 | val obj1 obj2
        SetClassName => {
            let [key, class, _] = vm.execution.stack_machine.top_values();
            intrinsic::set_function_name(vm, class, key, "")?;
        }
        // obj1 val obj2 | obj1
        DefMethod => define_method_below(vm, MethodForm::Method)?,
        DefMethodGet => define_method_below(vm, MethodForm::Getter)?,
        DefMethodSet => define_method_below(vm, MethodForm::Setter)?,
        // obj1 obj2 | obj1
        SetFields => {
            let [class, function] = vm.execution.stack_machine.top_values();
            class::set_fields(vm, class, function)?;
            vm.execution.stack_machine.drop_top(1);
        }
        // val1 | val2
        Fields => unary!(|class| class::fields_of(vm, class)),
        // str | val
        NewPrivate => unary!(|text| symbol::new_private_name(&mut vm.heap, text)),
        // val1 val2 val3 | -
        DefField => {
            let [target, key, value] = vm.execution.stack_machine.top_values();
            class::define_field(vm, target, key, value)?;
            vm.execution.stack_machine.drop_top(3);
        }
        AddPrivate => add_private_below(vm, PrivateForm::Field)?,
        AddPrivateMethod => add_private_below(vm, PrivateForm::Method)?,
        AddPrivateGet => add_private_below(vm, PrivateForm::Getter)?,
        AddPrivateSet => add_private_below(vm, PrivateForm::Setter)?,
        // val1 val2 | ref
        PrivateRef => {
            let [base, name] = vm.execution.stack_machine.top_values();
            vm.execution.stack_machine.replace_all(2, &[Slot::Private { base, name }]);
        }
        // val1 val2 | bool
        HasPrivate => binary!(|name, target| private::has_private(vm, name, target)?),
        // val1 | val2
        Parent => unary!(|function| class::parent_constructor(vm, function)?),
        // val1 val2 val1..valn | objR
        SuperCall(count) => return construct_parent(vm, count as usize),
        // val1 val2 obj | objR
        SuperList => return construct_parent_with_list(vm),
        // val1 val2 | objR
        Forward => return forward_to_parent(vm),
        // ref val | val
        BindThis => {
            let [reference, this] = vm.execution.stack_machine.top();
            bind_this_reference(vm, reference, this.value())?;
            vm.execution.stack_machine.replace(2, this.value());
        }
        // - | val
        Unbound => return class::this_not_bound(vm),
        // val | obj
        Derived => unary!(|result| class::derived_result(vm, result)?),

        // Added: arithmetic and context.
        // val | num
        Plus => unary!(|val| if val.is_number() { val } else { Value::number(convert::to_number(vm, val)?) }),
        // num1 | num1 num2
        One => {
            let [num] = vm.execution.stack_machine.top_values();
            let one = if num.is_bigint() { bigint::new_bigint(vm, 1.into())? } else { Value::int(1) };
            vm.execution.stack_machine.push(Slot::Value(one));
        }
        // num1 num2 | num3
        Pow => binary!(|num1, num2| operators::arithmetic(vm, Arithmetic::Exponentiate, num1, num2)?),
        // - | obj
        Function => {
            let callee = vm.frame().callee;
            vm.execution.stack_machine.push(Slot::Value(Value::object(callee)));
        }
        // - | val
        NewTarget => {
            let target = vm.new_target();
            vm.execution.stack_machine.push(Slot::Value(target));
        }
        // - | obj
        GlobalThis => vm.execution.stack_machine.push(Slot::Value(Value::object(vm.realm.global))),
        // - | obj
        ImportMeta => {
            let meta = module::import_meta(vm)?;
            vm.execution.stack_machine.push(Slot::Value(meta));
        }
        // val1 val2 | obj
        Import => binary!(|specifier, options| module::import_call(vm, Phase::Evaluation, specifier, options)?),
        ImportDefer => binary!(|specifier, options| module::import_call(vm, Phase::Defer, specifier, options)?),
        ImportSource => binary!(|specifier, options| module::import_call(vm, Phase::Source, specifier, options)?),

        // Added: references.
        // val1 | val2
        SuperBase => unary!(|function| intrinsic::super_base(vm, function)?),
        // val1 val2 val3 | ref
        SuperRef => {
            let [this, base, key] = vm.execution.stack_machine.top_values();
            vm.execution.stack_machine.replace_all(3, &[Slot::Super { this, base, key }]);
        }
        // any1 | bool1
        BadDelete => {
            intrinsic::delete_of_super(vm)?;
        }
        // val1 val2 | val1 val3
        ToKey => {
            let [base, key] = vm.execution.stack_machine.top_values();
            let key = to_reference_key(vm, base, key)?;
            vm.execution.stack_machine.replace(1, key);
        }
        // str | ref
        VLookup => {
            let [name] = vm.execution.stack_machine.top_values();
            let key = convert::to_property_key(vm, name)?;
            vm.execution.stack_machine.replace_all(1, &[Slot::Declared { key }]);
        }
        // any1 | ref
        BadRef => return vm.reference_error(messages::INVALID_ASSIGNMENT_TARGET),
        // ref val | -
        Init => {
            let [reference, value] = vm.execution.stack_machine.top();
            initialize_reference(vm, reference, value.value())?;
            vm.execution.stack_machine.drop_top(2);
        }

        // Added: blocks.
        // - | -
        SBlock(index) => start_block_scope(vm, code.stack_block().block_scopes[index as usize]),
        Fresh => copy_scope(vm),

        // Added: functions that can be suspended.
        // - | -
        Activate => return Ok(Next::Suspend(Suspension::Start)),
        // Added: resources of scopes.
        // - | obj
        NewResources => {
            let resources = disposal::new_scope_resources(vm);
            vm.execution.stack_machine.push(Slot::Value(resources));
        }
        // val1 val2 | val3
        AddResource => binary!(|stack, val| disposal::add_resource(vm, stack, val, disposal::Hint::Sync)?),
        AddAsyncResource => binary!(|stack, val| disposal::add_resource(vm, stack, val, disposal::Hint::Async)?),
        NoteError => binary!(|stack, error| disposal::note_error(vm, stack, error)?),
        // val1 | val2
        NextResource => unary!(|stack| disposal::next_resource(vm, stack)?),
        ResourceValue => unary!(|stack| disposal::resource_value(vm, stack)),
        ThrowNoted => unary!(|stack| disposal::throw_noted(vm, stack)?),
        // val1 | bool
        AwaitsResource => unary!(|stack| Value::bool(disposal::awaits_resource(vm, stack))),
        // val1 | val2
        Yield => return Ok(Next::Suspend(Suspension::Yield)),
        Await => return Ok(Next::Suspend(Suspension::Await)),
        YieldDelegate => return Ok(Next::Suspend(Suspension::YieldDelegate)),
        // val | obj
        GetDelegate => unary!(|val| delegation::open_delegate(vm, val)?),
        // obj val | obj valR
        CallDelegate => {
            let [delegate, sent] = vm.execution.stack_machine.top_values();
            vm.execution.stack_machine.drop_top(1);
            let entered = delegation::enter_delegate(vm, delegate, sent, 0)?;
            return Ok(go_on_with(vm, entered));
        }
        // obj val1 | obj val2
        BDelegated(target) => {
            let [delegate, result] = vm.execution.stack_machine.top_values();
            match delegation::delegate_result(vm, delegate, result)? {
                Delegated::Done(value) => {
                    vm.execution.stack_machine.replace(1, value);
                    branch(vm, pc, target)?;
                }
                Delegated::Yields => {}
                Delegated::Returns(value) => return Ok(Next::ReturnThrough(value)),
            }
        }
    }
    Ok(Next::Instruction)
}

/// Defines a method of the class whose constructor or prototype lies below key and closure.
fn define_method_below(vm: &mut Vm, form: fn(Value) -> MethodForm) -> Completion<()> {
    let [target, key, closure] = vm.execution.stack_machine.top_values();
    class::define_method(vm, target, key, form(closure))?;
    vm.execution.stack_machine.drop_top(2);
    Ok(())
}

/// Adds a private member to the object below name and value.
fn add_private_below(vm: &mut Vm, form: fn(Value) -> PrivateForm) -> Completion<()> {
    let [target, name, value] = vm.execution.stack_machine.top_values();
    private::add_private(vm, target, name, form(value))?;
    vm.execution.stack_machine.drop_top(3);
    Ok(())
}

/// Names the function on top after the key below it.
fn name_top(vm: &mut Vm, prefix: &str) -> Completion<()> {
    let [key, function] = vm.execution.stack_machine.top_values();
    intrinsic::set_function_name(vm, function, key, prefix)
}

/// Sets PC. A backward branch is a safepoint for the collector, as on the register machine.
fn branch(vm: &mut Vm, pc: usize, target: u32) -> Completion<()> {
    let target = target as usize;
    vm.execution.stack_machine.running().pc = target;
    if target <= pc && vm.heap.budget.spend(0) {
        vm.safepoint()?;
    }
    Ok(())
}
