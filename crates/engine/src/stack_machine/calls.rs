//! Calls and construction, and what a function finds on entry.
//!
//! A callee of either back-end, or a native one, gets `this` and its arguments where the register machine has them: on the
//! values above the running frame. Stack code that calls stack code stays in one run of the loop; the variables of the
//! callee go into a record, so that of its frame only `this` remains.
//!
//! ```text
//! value stack of the machine   …  anyC any1 … anyn
//! values of the frames         …  [this of the caller] | [callee] [this] [any1] … [anyn]
//!                                                                 ^ base of the callee's frame
//! ```

use ferrotape_budget::costs::ELEMENTS_PER_TICK;
use ferrotape_bytecode::{FunctionKind, ListCall, OWN_ARGUMENTS, StackCode};

use super::Next;
use super::state::{Activation, Slot};
use crate::code::CodeBlock;
use crate::environment::{NO_SCOPE, RecordKind};
use crate::error::Completion;
use crate::interpreter::calls::Entered;
use crate::object::arguments::MappedArguments;
use crate::value::Value;
use crate::vm::{Ending, Frame, Vm};

impl Vm {
    /// CALL,n: calls what is below the arguments.
    pub(super) fn call_reference(&mut self, count: usize) -> Completion<Next> {
        let any = self.slot_below(count);
        let callee = self.get_value(any)?;
        let this = self.this_of_reference(any);
        let first = self.pass_arguments(callee, this, 1, count)?;
        let entered = self.enter_other_call(callee, first, count, 0)?;
        Ok(self.go_on_with(entered))
    }

    /// CALLEE: what CALLV wants of a callee before the arguments are computed.
    pub(super) fn split_callee(&mut self) -> Completion<()> {
        let [any] = self.stack_machine.top();
        let callee = self.get_value(any)?;
        let this = self.this_of_reference(any);
        self.stack_machine.replace(1, this);
        self.stack_machine.push(Slot::Value(callee));
        Ok(())
    }

    /// CALLV,n
    pub(super) fn call_value(&mut self, count: usize) -> Completion<Next> {
        let (callee, first) = self.pass_callee(count)?;
        let entered = self.enter_other_call(callee, first, count, 0)?;
        Ok(self.go_on_with(entered))
    }

    /// CALLEVAL,n
    pub(super) fn call_eval(&mut self, count: usize) -> Completion<Next> {
        let (callee, first) = self.pass_callee(count)?;
        // The frame's environment is the current scope chain.
        let entered = self.enter_eval_call(callee, first, count, 0, NO_SCOPE)?;
        Ok(self.go_on_with(entered))
    }

    /// CALLTAIL,n
    pub(super) fn call_in_place(&mut self, count: usize) -> Completion<Next> {
        let (callee, first) = self.pass_callee(count)?;
        let entered = self.enter_tail_call(callee, first, count, 0)?;
        Ok(self.go_on_with(entered))
    }

    /// NEW,n
    pub(super) fn construct_value(&mut self, count: usize) -> Completion<Next> {
        let callee = self.slot_below(count).value();
        let first = self.pass_arguments(callee, Value::UNDEFINED, 1, count)?;
        let entered = self.enter_new(callee, first, count, 0)?;
        Ok(self.go_on_with(entered))
    }

    /// CALLL, CALLTAILL, EVALL, NEWL: the arguments are in an array, which lies on top.
    pub(super) fn call_list(&mut self, form: ListCall) -> Completion<Next> {
        let (this, callee, list) = match form {
            ListCall::Call | ListCall::TailCall | ListCall::Eval | ListCall::Apply | ListCall::TailApply => {
                let [this, callee, list] = self.stack_machine.top_values();
                (this, callee, list)
            }
            ListCall::New => {
                let [callee, list] = self.stack_machine.top_values();
                (Value::UNDEFINED, callee, list)
            }
        };
        let first = self.frame().top as usize + 1;
        let count = self.spread_on_stack(callee, this, list, first)?;
        self.stack_machine.drop_top(if form == ListCall::New { 2 } else { 3 });
        let entered = match form {
            ListCall::Call | ListCall::Apply | ListCall::TailApply => self.enter_other_call(callee, first, count, 0)?,
            ListCall::TailCall => self.enter_tail_call(callee, first, count, 0)?,
            ListCall::Eval => self.enter_eval_call(callee, first, count, 0, NO_SCOPE)?,
            ListCall::New => self.enter_new(callee, first, count, 0)?,
        };
        Ok(self.go_on_with(entered))
    }

    /// SCALL,n
    pub(super) fn construct_parent(&mut self, count: usize) -> Completion<Next> {
        let values = &self.stack_machine.values;
        let operands = [values[values.len() - 2 - count], values[values.len() - 1 - count]];
        let [parent, new_target] = operands.map(Slot::value);
        let first = self.pass_arguments(new_target, Value::UNDEFINED, 2, count)?;
        let entered = self.enter_super(parent, new_target, first, count, 0)?;
        Ok(self.go_on_with(entered))
    }

    /// SCALLL
    pub(super) fn construct_parent_with_list(&mut self) -> Completion<Next> {
        let [parent, new_target, list] = self.stack_machine.top_values();
        let first = self.frame().top as usize + 1;
        let count = self.spread_on_stack(new_target, Value::UNDEFINED, list, first)?;
        self.stack_machine.drop_top(3);
        let entered = self.enter_super(parent, new_target, first, count, 0)?;
        Ok(self.go_on_with(entered))
    }

    /// FORWARD
    pub(super) fn forward_to_parent(&mut self) -> Completion<Next> {
        let [parent, new_target] = self.stack_machine.top_values();
        let base = self.frame().top as usize;
        self.reserve_stack(base, 2)?;
        (self.stack[base], self.stack[base + 1]) = (parent, new_target);
        self.stack_machine.drop_top(2);
        let entered = self.construct_super(base, OWN_ARGUMENTS, 0)?;
        Ok(self.go_on_with(entered))
    }

    /// The slot below that many arguments.
    fn slot_below(&self, count: usize) -> Slot {
        let values = &self.stack_machine.values;
        values[values.len() - 1 - count]
    }

    /// Takes `this`, the function and its arguments off the value stack.
    fn pass_callee(&mut self, count: usize) -> Completion<(Value, usize)> {
        let values = &self.stack_machine.values;
        let operands = [values[values.len() - 2 - count], values[values.len() - 1 - count]];
        let [this, callee] = operands.map(Slot::value);
        Ok((callee, self.pass_arguments(callee, this, 2, count)?))
    }

    /// Puts callee, `this` and arguments where a callee's frame begins, and drops them and what is below them from the value
    /// stack. Gives the place of `this`.
    fn pass_arguments(&mut self, callee: Value, this: Value, below: usize, count: usize) -> Completion<usize> {
        let base = self.frame().top as usize;
        self.reserve_stack(base, count + 2)?;
        self.stack[base] = callee;
        self.stack[base + 1] = this;
        let machine = &mut self.stack_machine;
        let arguments = machine.values.len() - count;
        for (place, &argument) in self.stack[base + 2..].iter_mut().zip(&machine.values[arguments..]) {
            *place = argument.value();
        }
        machine.drop_top(count + below);
        self.top = base + 2 + count;
        Ok(base + 1)
    }

    pub(super) fn go_on_with(&mut self, entered: Entered) -> Next {
        match entered {
            Entered::Frame => Next::Activation,
            Entered::Return(value) => Next::ReturnThrough(value),
            Entered::Exit(exit) => Next::Exit(exit),
            Entered::Value(value) => {
                self.top = self.frame().top as usize;
                self.stack_machine.push(Slot::Value(value));
                Next::Instruction
            }
        }
    }

    /// Enters a function of stack code: initial conditions of the document. `this` and the arguments are at the frame's base.
    pub(crate) fn push_activation(&mut self, mut frame: Frame, code: &CodeBlock, count: usize) -> Completion<()> {
        let (template, stack_code) = (code.template(), code.stack_code());
        let kept = if code.keeps_arguments { count } else { 0 };
        self.reserve_stack(frame.base as usize, 1 + kept)?;
        let held = stack_code.held as usize;
        self.reserve_activation(held + stack_code.max_values as usize, stack_code.max_blocks as usize)?;
        if let Some(caller) = self.frames.last_mut() {
            caller.pc = self.pc;
        }
        frame.top = frame.base + 1 + kept as u32;
        self.top = frame.top as usize;
        self.pc = template.span.start;
        if frame.ending == Ending::OtherRealm {
            self.enter_realm(code.realm);
        }
        frame.ending = frame.ending.max(Ending::Scopes);
        self.frames.push(frame);
        let machine = &mut self.stack_machine;
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
            self.coerce_this_of_frame()?;
        }
        self.make_variables(code, stack_code, count).inspect_err(|_| {
            self.pop_frame();
        })
    }

    /// `this` of sloppy code is an object.
    fn coerce_this_of_frame(&mut self) -> Completion<()> {
        let base = self.frame().base as usize;
        if !self.stack[base].is_object() {
            self.stack[base] = self.coerce_this(self.stack[base])?;
        }
        Ok(())
    }

    /// Makes the record of the function's variables, its parameters filled in, and the `arguments` object
    /// (FunctionDeclarationInstantiation, ECMA-262 10.2.11). Scripts and sloppy eval code have none.
    fn make_variables(&mut self, code: &CodeBlock, stack_code: &StackCode, count: usize) -> Completion<()> {
        let block = code.stack_block();
        let Frame { callee, base, .. } = *self.frame();
        let room = count + block.variables.map_or(0, |scope| self.heap.scope(scope).names.len());
        self.tick(room as u64 / ELEMENTS_PER_TICK)?;
        self.heap.require_room(2 * room * size_of::<Value>())?;
        let arguments = self.stack[base as usize + 1..=base as usize + count].to_vec();
        if let Some(scope) = block.self_name {
            self.insert_scope(RecordKind::closed(scope, 1, std::iter::once(Value::object(callee))));
        }
        if code.template().kind == FunctionKind::Module {
            self.stack_machine.running().variables = self.frame().environment;
            return Ok(());
        }
        let Some(scope) = block.variables else { return Ok(()) };
        let mut values: Vec<Value> = self.heap.scope(scope).first_values().collect();
        for (position, &variable) in stack_code.parameters.iter().enumerate() {
            values[variable as usize] = arguments.get(position).copied().unwrap_or(Value::UNDEFINED);
        }
        let (_, record) = self.insert_scope(RecordKind::closed(scope, values.len(), values.into_iter()));
        self.stack_machine.running().variables = Some(record);
        let Some(object) = stack_code.arguments else { return Ok(()) };
        let mapping =
            object.mapped.then(|| MappedArguments { record, mapped: mapped_parameters(stack_code, arguments.len()) });
        let value = Value::object(self.new_arguments_object(arguments, callee, mapping)?);
        self.set_bound_value(record, object.variable, value);
        Ok(())
    }

    /// FUNC: a closure in the current scope.
    pub(super) fn make_stack_closure(&mut self, function: u32) -> Completion<Value> {
        let code = self.code_of_function(function);
        let environment = self.frame().environment;
        Ok(Value::object(self.new_closure(code, environment)))
    }
}

/// By argument, the variable that a mapped `arguments` object shares: of parameters with equal names only the last one's.
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
