//! The stack machine: SEE's virtual machine, which `docs/stack-backend.md` describes, as second back-end.
//!
//! This is the readable one. The loop is one `match` over the instructions in the order of the document, with the effect on
//! the value stack beside each; what an instruction means for values is an operation of the engine that the register
//! machine uses as well. There are no caches, no fused instructions and no fast paths.
//!
//! ```text
//! value stack   operands of expressions, references among them       state, references
//! block stack   ENUM, CATCH, FINALLY, FINALLY2, WITH                 blocks
//! PC, C, E      in the activation                                    state
//! L             Vm::pc, a source offset, saved in the frame like the register machine's position
//! context       this: the frame's base; scope chain: the frame's environment; variables: a record      calls
//! ```
//!
//! Every activation has a [`Frame`](crate::vm::Frame) like the register machine's, so that stack traces, limits and
//! collection know one kind of frame. The verifier has proved what the loop takes for granted: operands are there and of
//! their type, heights stay within what was reserved, handlers find their blocks, code ends with `END,0`.

mod blocks;
mod calls;
mod references;
pub mod state;
mod trace;

use std::ptr;

use ferrotape_bytecode::{ListCall, StackInstruction};

use crate::code::{CodeBlock, CodeSet};
use crate::convert::Hint;
use crate::delegation::Delegated;
use crate::environment::RecordKind;
use crate::error::{self, Completion};
use crate::exits;
use crate::heap::ObjectId;
use crate::interpreter::class::MethodForm;
use crate::interpreter::private::PrivateForm;
use crate::key_set::KeySet;
use crate::loop_exit::{Abrupt, Left, LoopExit};
use crate::messages;
use crate::operators::{Arithmetic, Order};
use crate::realm::Intrinsics;
use crate::value::Value;
use crate::vm::Vm;

use blocks::Ended;
use state::Slot;

pub use trace::{Step, StepObserver};

/// How the loop goes on after an instruction.
pub enum Next {
    /// With the instruction at PC.
    Instruction,
    /// With the activation that is on top now.
    Activation,
    /// With the caller, who gets the value.
    Return(Value),
    /// With whoever it is after that.
    Suspend(Suspension),
    /// With the caller, who gets the value, once all `finally` blocks have run.
    ReturnThrough(Value),
    /// With nothing: the run of the loop ends.
    Exit(LoopExit),
}

/// What an activation that can be suspended does.
#[derive(Copy, Clone)]
pub enum Suspension {
    Start,
    Yield,
    YieldDelegate,
    Await,
}

impl Vm {
    /// Does it, with the value on top of the value stack where it has one.
    fn suspend_activation(&mut self, how: Suspension) -> Completion<Left> {
        match how {
            Suspension::Start => self.start_activation(0),
            Suspension::Yield => {
                let value = self.stack_machine.pop_value();
                self.yield_value(value, 0, Some(0))
            }
            Suspension::YieldDelegate => {
                let result = self.stack_machine.pop_value();
                let [delegate] = self.stack_machine.top_values();
                self.yield_delegate(delegate, result, 0, Some(0))
            }
            Suspension::Await => {
                let value = self.stack_machine.pop_value();
                self.await_value(value, 0, Some(0))
            }
        }
    }

    /// Pushes a constructor of the current realm.
    fn push_constructor(&mut self, global: &str, pick: fn(&Intrinsics) -> ObjectId) {
        let constructor = self.made(global, pick);
        self.stack_machine.push(Slot::Value(Value::object(constructor)));
    }

    /// The loop, for as long as the running activations are of one set of code.
    pub(crate) fn run_stack_set(&mut self, set: &CodeSet) -> LoopExit {
        loop {
            let cell = self.heap.code_cell(self.frame().code);
            if !ptr::eq(&*cell.set, set) {
                return LoopExit::OtherCode;
            }
            let code = set.block(cell.index);
            let result = loop {
                match self.execute(code) {
                    Ok(Next::Instruction) => {}
                    other => break other,
                }
            };
            let left = match result {
                Ok(Next::Instruction | Next::Activation) => Ok(Left::Continue(())),
                Ok(Next::Return(value)) => exits::leave_activation(self, value),
                Ok(Next::Suspend(how)) => self.suspend_activation(how),
                Ok(Next::ReturnThrough(value)) => Ok(self.unwind(Abrupt::Return(value))),
                Ok(Next::Exit(exit)) => return exit,
                Err(thrown) => Err(thrown),
            };
            if let Left::Break(exit) = left.unwrap_or_else(|thrown| self.unwind(thrown.into())) {
                return exit;
            }
        }
    }

    /// Executes the instruction at PC.
    pub fn execute(&mut self, code: &CodeBlock) -> Completion<Next> {
        use StackInstruction::*;
        let pc = self.stack_machine.running().pc;
        let instruction = code.stack_code().instructions[pc];
        if self.stack_machine.observer.is_some() {
            self.show_step(code, pc);
        }
        self.stack_machine.running().pc = pc + 1;
        if self.heap.budget.spend(1) {
            self.tick(0)?;
            if self.is_to_pause() {
                self.stack_machine.running().pc = pc;
                self.heap.budget.unspend(1);
                return Ok(Next::Exit(LoopExit::Paused));
            }
        }

        /// Replaces two operands by a result.
        macro_rules! binary {
            (|$a:ident, $b:ident| $result:expr) => {{
                let [$a, $b] = self.stack_machine.top_values();
                let result = $result;
                self.stack_machine.replace(2, result);
            }};
        }
        /// Replaces one operand by a result.
        macro_rules! unary {
            (|$a:ident| $result:expr) => {{
                let [$a] = self.stack_machine.top_values();
                let result = $result;
                self.stack_machine.replace(1, result);
            }};
        }

        match instruction {
            // Call instructions.
            // valC val1..valn | objR
            New(count) => return self.construct_value(count as usize),
            // anyC val1..valn | valR
            Call(count) => return self.call_reference(count as usize),

            // Special instructions.
            // - | obj
            Func(function) => {
                let closure = self.make_stack_closure(function)?;
                self.stack_machine.push(Slot::Value(closure));
            }
            // - | val
            Literal(index) => self.stack_machine.push(Slot::Value(code.stack_block().literals[index as usize])),
            // - | -
            Loc(index) => self.pc = code.stack_code().locations[index as usize],

            // Generic instructions.
            // - | -
            Nop => {}
            // any1 | any1 any1
            Dup => {
                let [any] = self.stack_machine.top();
                self.stack_machine.push(any);
            }
            // any1 | -
            Pop => self.stack_machine.drop_top(1),
            // any1 any2 | any2 any1
            Exch => {
                let [any1, any2] = self.stack_machine.top();
                self.stack_machine.replace_all(2, &[any2, any1]);
            }
            // any1 any2 any3 | any3 any1 any2
            Roll3 => {
                let [any1, any2, any3] = self.stack_machine.top();
                self.stack_machine.replace_all(3, &[any3, any1, any2]);
            }

            // Miscellaneous instructions.
            // val | -
            Throw => return Err(error::Throw::Exception(self.stack_machine.pop_value())),
            // val | -
            SetC => {
                let value = self.stack_machine.pop_value();
                self.stack_machine.running().completion = value;
            }
            // - | val
            GetC => {
                let value = self.stack_machine.running().completion;
                self.stack_machine.push(Slot::Value(value));
            }

            // Context instructions.
            // - | val
            This => {
                let this = self.stack[self.frame().base as usize];
                self.stack_machine.push(Slot::Value(this));
            }
            // - | obj
            Object => self.push_constructor("Object", |intrinsics| intrinsics.object),
            // - | obj
            Array => self.push_constructor("Array", |intrinsics| intrinsics.array),
            // - | obj
            RegExp => self.push_constructor("RegExp", |intrinsics| intrinsics.regexp),

            // Primitive instructions.
            // val1 val2 | ref
            Ref => {
                let [base, key] = self.stack_machine.top_values();
                self.stack_machine.replace_all(2, &[Slot::Property { base, key }]);
            }
            // ref | val
            GetValue => {
                let [reference] = self.stack_machine.top();
                let value = self.get_value(reference)?;
                self.stack_machine.replace(1, value);
            }
            // str | ref
            Lookup => {
                let [name] = self.stack_machine.top_values();
                let reference = self.look_up(name)?;
                self.stack_machine.replace_all(1, &[reference]);
            }
            // ref val | -
            PutValue => {
                let [reference, value] = self.stack_machine.top();
                self.put_value(reference, value.value())?;
                self.stack_machine.drop_top(2);
            }
            // ref val | -
            PutValueWith(attributes) => {
                let [reference, value] = self.stack_machine.top();
                self.put_value_with(reference, value.value(), attributes)?;
                self.stack_machine.drop_top(2);
            }
            // - | ref
            Vref(index) => self.stack_machine.push(Slot::Variable { index }),
            // any1 | bool1
            Delete => {
                let [any] = self.stack_machine.top();
                let deleted = self.delete_reference(any)?;
                self.stack_machine.replace(1, deleted);
            }
            // any1 | str1
            TypeOf => {
                let [any] = self.stack_machine.top();
                let name = self.type_of_reference(any)?;
                self.stack_machine.replace(1, name);
            }

            // Conversion instructions.
            // val | obj
            ToObject => unary!(|val| Value::object(self.to_object(val)?)),
            // val | num
            ToNumber => unary!(|val| if val.is_number() { val } else { self.to_numeric_value(val)? }),
            // val | bool
            ToBoolean => unary!(|val| Value::bool(self.heap.to_boolean(val))),
            // val | str
            ToString => unary!(|val| Value::string(self.to_string(val)?)),
            // val | prim
            ToPrimitive => unary!(|val| self.to_primitive(val, Hint::Default)?),

            // Arithmetic instructions.
            // num1 | num2
            Neg => unary!(|num| self.negate(num)?),
            // val1 | num2
            Inv => unary!(|val| self.bit_not(val)?),
            // bool1 | bool2
            Not => unary!(|bool| Value::bool(bool != Value::TRUE)),
            // num1 num2 | num3
            Mul => binary!(|num1, num2| self.arithmetic(Arithmetic::Multiply, num1, num2)?),
            Div => binary!(|num1, num2| self.arithmetic(Arithmetic::Divide, num1, num2)?),
            Mod => binary!(|num1, num2| self.arithmetic(Arithmetic::Remainder, num1, num2)?),
            // prim1 prim2 | prim3
            Add => binary!(|prim1, prim2| self.add_values(prim1, prim2)?),
            // num1 num2 | num3
            Sub => binary!(|num1, num2| self.arithmetic(Arithmetic::Subtract, num1, num2)?),
            // val1 val2 | num3
            LShift => binary!(|val1, val2| self.arithmetic(Arithmetic::ShiftLeft, val1, val2)?),
            RShift => binary!(|val1, val2| self.arithmetic(Arithmetic::ShiftRight, val1, val2)?),
            URShift => binary!(|val1, val2| self.arithmetic(Arithmetic::ShiftRightUnsigned, val1, val2)?),

            // Relational instructions.
            // val1 val2 | bool
            Lt => binary!(|val1, val2| Value::bool(self.is_less_than(val1, val2, Order::LeftFirst)? == Some(true))),
            Gt => binary!(|val1, val2| Value::bool(self.is_less_than(val2, val1, Order::RightFirst)? == Some(true))),
            Le => binary!(|val1, val2| Value::bool(self.is_less_than(val2, val1, Order::RightFirst)? == Some(false))),
            Ge => binary!(|val1, val2| Value::bool(self.is_less_than(val1, val2, Order::LeftFirst)? == Some(false))),
            InstanceOf => binary!(|val1, val2| Value::bool(self.instance_of(val1, val2)?)),
            In => binary!(|val1, val2| Value::bool(self.has_property_in(val1, val2)?)),
            Eq => binary!(|val1, val2| Value::bool(self.is_loosely_equal(val1, val2)?)),
            Seq => binary!(|val1, val2| Value::bool(self.is_strictly_equal(val1, val2)?)),

            // Binary bitwise instructions.
            // val1 val2 | num3
            BAnd => binary!(|val1, val2| self.arithmetic(Arithmetic::BitAnd, val1, val2)?),
            BXor => binary!(|val1, val2| self.arithmetic(Arithmetic::BitXor, val1, val2)?),
            BOr => binary!(|val1, val2| self.arithmetic(Arithmetic::BitOr, val1, val2)?),

            // Branch instructions.
            // - | -
            BAlways(target) => self.branch(pc, target)?,
            // bool | -
            BTrue(target) => {
                if self.stack_machine.pop_value() == Value::TRUE {
                    self.branch(pc, target)?;
                }
            }
            // - | str where the branch is not taken
            BEnum(target) => {
                let enumeration = self.stack_machine.running().enumeration;
                match self.next_enumerated(enumeration)? {
                    Some(name) => self.stack_machine.push(Slot::Value(name)),
                    None => self.branch(pc, target)?,
                }
            }

            // Block instructions.
            // val | -
            SEnum => {
                let [value] = self.stack_machine.top_values();
                self.start_enum(value)?;
                self.stack_machine.drop_top(1);
            }
            // obj | -
            SWith => {
                if let Some(target) = self.stack_machine.pop_value().as_object() {
                    self.start_scope(RecordKind::Object { target });
                }
            }
            // str | -
            STryC(handler) => {
                let name = self.stack_machine.pop_value();
                self.start_catch(name, handler);
            }
            // - | -
            STryF(handler) => self.start_finally(handler),
            // - | -
            SCatch => self.convert_catch()?,
            // - | -
            End(block) => match self.end_blocks(block as usize, pc) {
                Ended::GoOn => {}
                Ended::Program => return Ok(Next::Return(self.stack_machine.running().completion)),
            },
            // - | -
            EndF => return self.end_finally(),

            // Added: calls whose function is known before the arguments.
            // any | val1 val2
            Callee => self.split_callee()?,
            // val1 val2 val1..valn | valR
            CallV(count) => return self.call_value(count as usize),
            CallEval(count) => return self.call_eval(count as usize),
            CallTail(count) => return self.call_in_place(count as usize),

            // Added: literals.
            // obj val1 val2 | obj
            Define => {
                let [object, key, value] = self.stack_machine.top_values();
                self.define_literal_element(object, key, value)?;
                self.stack_machine.drop_top(2);
            }
            // obj val1 obj2 | obj
            DefGet => {
                let [object, key, getter] = self.stack_machine.top_values();
                self.define_literal_accessor(object, key, Some(getter), None)?;
                self.stack_machine.drop_top(2);
            }
            // obj val1 obj2 | obj
            DefSet => {
                let [object, key, setter] = self.stack_machine.top_values();
                self.define_literal_accessor(object, key, None, Some(setter))?;
                self.stack_machine.drop_top(2);
            }
            // obj val | obj
            SetProto => {
                let [object, prototype] = self.stack_machine.top_values();
                self.set_literal_prototype(object, prototype)?;
                self.stack_machine.drop_top(1);
            }

            // obj1 val obj2 | obj1 val obj2
            SetHome => {
                let [home, _, function] = self.stack_machine.top_values();
                self.set_home(function, home);
            }
            // val1 obj2 | val1 obj2
            SetName => self.name_top("")?,
            SetGetName => self.name_top("get ")?,
            SetSetName => self.name_top("set ")?,
            // - | obj
            Template(index) => {
                let object = self.template_object(code, index)?;
                self.stack_machine.push(Slot::Value(object));
            }

            // obj val | obj
            Append => {
                let [array, value] = self.stack_machine.top_values();
                if let Some(array) = array.as_object() {
                    self.append_value(array, value)?;
                }
                self.stack_machine.drop_top(1);
            }
            // obj | obj
            Hole => {
                let [array] = self.stack_machine.top_values();
                if let Some(array) = array.as_object() {
                    self.append_value(array, Value::EMPTY)?;
                }
            }
            // obj val | obj
            Spread => {
                let [array, iterable] = self.stack_machine.top_values();
                self.append_iterable(array, iterable)?;
                self.stack_machine.drop_top(1);
            }
            // obj val | obj
            CopyProperties => {
                let [target, source] = self.stack_machine.top_values();
                self.copy_data_properties(target, source, &KeySet::default())?;
                self.stack_machine.drop_top(1);
            }
            // val obj1 | obj2
            RestProperties => binary!(|source, excluded| self.rest_properties(source, excluded)?),

            // Added: values put away, arguments by position.
            // val | -
            Hold(place) => {
                let value = self.stack_machine.pop_value();
                self.stack_machine.hold(place, value);
            }
            // - | val
            Held(place) => {
                let value = self.stack_machine.held(place);
                self.stack_machine.push(Slot::Value(value));
            }
            // - | -
            Forget(place) => self.stack_machine.forget(place),
            // - | val
            Argument(position) => {
                let argument = self.kept_arguments().get(position as usize).copied().unwrap_or(Value::UNDEFINED);
                self.stack_machine.push(Slot::Value(argument));
            }
            // - | obj
            RestArguments(start) => {
                let rest = self.rest_arguments(start as usize)?;
                self.stack_machine.push(Slot::Value(rest));
            }

            // Added: iteration and calls with lists of arguments.
            // val | obj val2
            GetIterator => {
                let [value] = self.stack_machine.top_values();
                let pair = self.iterator_and_next(value)?;
                self.stack_machine.replace_all(1, &pair.map(Slot::Value));
            }
            GetAsyncIterator => {
                let [value] = self.stack_machine.top_values();
                let pair = self.async_iterator_and_next(value)?;
                self.stack_machine.replace_all(1, &pair.map(Slot::Value));
            }
            // val1 | val2 where the branch is not taken
            BDone(target) => {
                let [result] = self.stack_machine.top_values();
                let object = self.require_iterator_result(result)?;
                match self.iterator_result_value(object)? {
                    Some(value) => self.stack_machine.replace(1, value),
                    None => {
                        self.stack_machine.drop_top(1);
                        self.branch(pc, target)?;
                    }
                }
            }
            // val | obj
            RequireObject => unary!(|value| self.require_object(value)?),
            // val1 val2 | val1
            RequireCoercible => binary!(|value, name| self.require_coercible(value, name)?),
            // - | -
            BThrown(target) => {
                if self.stack_machine.is_thrown() {
                    self.branch(pc, target)?;
                }
            }
            // val1 val2 obj | valR
            CallList => return self.call_list(ListCall::Call),
            CallTailList => return self.call_list(ListCall::TailCall),
            EvalList => return self.call_list(ListCall::Eval),
            // valC obj | objR
            NewList => return self.call_list(ListCall::New),

            // Added: classes.
            // obj1 val | obj1 obj2
            Class => {
                let [constructor, parent] = self.stack_machine.top_values();
                let prototype = self.make_class(constructor, parent)?;
                self.stack_machine.replace(1, prototype);
            }
            // val obj1 obj2 | val obj1 obj2
            SetClassName => {
                let [key, class, _] = self.stack_machine.top_values();
                self.set_function_name(class, key, "")?;
            }
            // obj1 val obj2 | obj1
            DefMethod => self.define_method_below(MethodForm::Method)?,
            DefMethodGet => self.define_method_below(MethodForm::Getter)?,
            DefMethodSet => self.define_method_below(MethodForm::Setter)?,
            // obj1 obj2 | obj1
            SetFields => {
                let [class, function] = self.stack_machine.top_values();
                self.set_fields(class, function)?;
                self.stack_machine.drop_top(1);
            }
            // val1 | val2
            Fields => unary!(|class| self.fields_of(class)),
            // str | val
            NewPrivate => unary!(|text| self.heap.new_private_name(text)),
            // val1 val2 val3 | -
            DefField => {
                let [target, key, value] = self.stack_machine.top_values();
                self.define_field(target, key, value)?;
                self.stack_machine.drop_top(3);
            }
            AddPrivate => self.add_private_below(PrivateForm::Field)?,
            AddPrivateMethod => self.add_private_below(PrivateForm::Method)?,
            AddPrivateGet => self.add_private_below(PrivateForm::Getter)?,
            AddPrivateSet => self.add_private_below(PrivateForm::Setter)?,
            // val1 val2 | ref
            PrivateRef => {
                let [base, name] = self.stack_machine.top_values();
                self.stack_machine.replace_all(2, &[Slot::Private { base, name }]);
            }
            // val1 val2 | bool
            HasPrivate => binary!(|name, target| self.has_private(name, target)?),
            // val1 | val2
            Parent => unary!(|function| self.parent_constructor(function)?),
            // val1 val2 val1..valn | objR
            SuperCall(count) => return self.construct_parent(count as usize),
            // val1 val2 obj | objR
            SuperList => return self.construct_parent_with_list(),
            // val1 val2 | objR
            Forward => return self.forward_to_parent(),
            // ref val | val
            BindThis => {
                let [reference, this] = self.stack_machine.top();
                self.bind_this_reference(reference, this.value())?;
                self.stack_machine.replace(2, this.value());
            }
            // - | val
            Unbound => return self.this_not_bound(),
            // val | obj
            Derived => unary!(|result| self.derived_result(result)?),

            // Added: arithmetic and context.
            // num1 num2 | num3
            Plus => unary!(|val| if val.is_number() { val } else { Value::number(self.to_number(val)?) }),
            One => {
                let [num] = self.stack_machine.top_values();
                let one = if num.is_bigint() { self.new_bigint(1.into())? } else { Value::int(1) };
                self.stack_machine.push(Slot::Value(one));
            }
            Pow => binary!(|num1, num2| self.arithmetic(Arithmetic::Exponentiate, num1, num2)?),
            // - | obj
            Function => {
                let callee = self.frame().callee;
                self.stack_machine.push(Slot::Value(Value::object(callee)));
            }
            // - | val
            NewTarget => {
                let target = self.new_target();
                self.stack_machine.push(Slot::Value(target));
            }
            // - | obj
            GlobalThis => self.stack_machine.push(Slot::Value(Value::object(self.realm.global))),
            // - | obj
            ImportMeta => {
                let meta = self.import_meta()?;
                self.stack_machine.push(Slot::Value(meta));
            }
            // val1 val2 | obj
            Import => binary!(|specifier, options| self.import_call(specifier, options)?),

            // Added: references.
            // val1 | val2
            SuperBase => unary!(|function| self.super_base(function)?),
            // val1 val2 val3 | ref
            SuperRef => {
                let [this, base, key] = self.stack_machine.top_values();
                self.stack_machine.replace_all(3, &[Slot::Super { this, base, key }]);
            }
            // any1 | bool1
            BadDelete => {
                self.delete_of_super()?;
            }
            // val1 val2 | val1 val3
            ToKey => {
                let [base, key] = self.stack_machine.top_values();
                let key = self.to_reference_key(base, key)?;
                self.stack_machine.replace(1, key);
            }
            // str | ref
            VLookup => {
                let [name] = self.stack_machine.top_values();
                let key = self.to_property_key(name)?;
                self.stack_machine.replace_all(1, &[Slot::Declared { key }]);
            }
            // any1 | ref
            BadRef => return self.reference_error(messages::INVALID_ASSIGNMENT_TARGET),
            // ref val | -
            Init => {
                let [reference, value] = self.stack_machine.top();
                self.initialize_reference(reference, value.value())?;
                self.stack_machine.drop_top(2);
            }

            // Added: blocks.
            // - | -
            SBlock(index) => self.start_block_scope(code.stack_block().block_scopes[index as usize]),
            Fresh => self.copy_scope(),

            // Added: functions that can be suspended.
            // - | -
            Activate => return Ok(Next::Suspend(Suspension::Start)),
            // val1 | val2
            Yield => return Ok(Next::Suspend(Suspension::Yield)),
            Await => return Ok(Next::Suspend(Suspension::Await)),
            YieldDelegate => return Ok(Next::Suspend(Suspension::YieldDelegate)),
            // val | obj
            GetDelegate => unary!(|val| self.open_delegate(val)?),
            // obj val | obj valR
            CallDelegate => {
                let [delegate, sent] = self.stack_machine.top_values();
                self.stack_machine.drop_top(1);
                let entered = self.enter_delegate(delegate, sent, 0)?;
                return Ok(self.go_on_with(entered));
            }
            // obj val1 | obj val2
            BDelegated(target) => {
                let [delegate, result] = self.stack_machine.top_values();
                match self.delegate_result(delegate, result)? {
                    Delegated::Done(value) => {
                        self.stack_machine.replace(1, value);
                        self.branch(pc, target)?;
                    }
                    Delegated::Yields => {}
                    Delegated::Returns(value) => return Ok(Next::ReturnThrough(value)),
                }
            }
        }
        Ok(Next::Instruction)
    }

    /// Defines a method of the class whose constructor or prototype lies below key and closure.
    fn define_method_below(&mut self, form: fn(Value) -> MethodForm) -> Completion<()> {
        let [target, key, closure] = self.stack_machine.top_values();
        self.define_method(target, key, form(closure))?;
        self.stack_machine.drop_top(2);
        Ok(())
    }

    /// Gives an object, which lies below name and value, a private member.
    fn add_private_below(&mut self, form: fn(Value) -> PrivateForm) -> Completion<()> {
        let [target, name, value] = self.stack_machine.top_values();
        self.add_private(target, name, form(value))?;
        self.stack_machine.drop_top(3);
        Ok(())
    }

    /// Names the function on top after the key below it.
    fn name_top(&mut self, prefix: &str) -> Completion<()> {
        let [key, function] = self.stack_machine.top_values();
        self.set_function_name(function, key, prefix)
    }

    /// Sets PC. Going back is where loops let the collector in, as on the register machine.
    fn branch(&mut self, pc: usize, target: u32) -> Completion<()> {
        let target = target as usize;
        self.stack_machine.running().pc = target;
        if target <= pc && self.heap.budget.spend(0) {
            self.safepoint()?;
        }
        Ok(())
    }
}
