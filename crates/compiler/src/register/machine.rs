//! The register machine's forms, and the primitives that have no file of their own.

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::scope::{BindingId, ReferenceId, ScopeId};
use ferrotape_syntax::tree::ExpressionId;

use super::class::MadeClass;
use super::emitter::Mark;
use super::iteration::IteratorRow;
use super::operand::{Literal, Operand};
use super::{Compiled, Core, FunctionCompiler, Register, Registers};
use crate::control_flow::{Label, Test};
use crate::lowering::{Forms, Jumps, Machine, Scopes, Suspend, Suspension};

impl<'t> Machine<'t> for FunctionCompiler<'t> {}

impl<'t> Forms<'t> for FunctionCompiler<'t> {
    type Value = Register;
    /// An operand that is not read.
    type Place = Operand;
    type Held = Register;
    type Join = Register;
    /// State of the temporaries.
    type Mark = Mark;
    type Iterator = IteratorRow;
    type NameKey = Register;
    type Class = MadeClass;
    type Tables = Registers;

    #[inline(always)]
    fn core(&mut self) -> &mut Core<'t> {
        &mut self.core
    }

    fn split(&mut self) -> (&mut Core<'t>, &Registers) {
        (&mut self.core, self.tables)
    }

    #[inline(always)]
    fn mark(&self) -> Mark {
        Mark { low: self.temporaries.low, high: self.temporaries.high }
    }

    #[inline(always)]
    fn release(&mut self, mark: Mark) {
        self.temporaries.low = mark.low;
        self.temporaries.high = mark.high;
    }
}

impl<'t> Suspension<'t> for FunctionCompiler<'t> {
    fn start_activation(&mut self) -> Compiled {
        let live = self.live();
        self.emit(Instruction::StartActivation { live });
        Ok(())
    }

    /// Opens a delegate in two registers: the state between generator and iterator, and what is sent or the result.
    fn open_delegate(&mut self, iterable: ExpressionId, at: u32) -> Compiled<Register> {
        let (base, second) = (self.frame_register()?, self.frame_register()?);
        let mark = self.mark();
        let source = self.expression(iterable, None)?;
        self.release(mark);
        self.core.position = at;
        let src = self.low(source, 0);
        self.write(base, |dst| Instruction::OpenDelegate { dst, src });
        self.put(Operand::Literal(Literal::Undefined), second)?;
        self.forget()?;
        Ok(base)
    }

    fn call_delegate(&mut self, base: Register, done: Label) -> Compiled {
        let (live, to) = (self.live(), done.0);
        self.write_in_place(base, |base| Instruction::CallDelegate { base });
        if self.core.function.is_async {
            let src = self.low(base.offset(1), 0);
            self.write(base.offset(1), |dst| Instruction::Await { dst, src, live });
        }
        self.write_in_place(base, |base| Instruction::JumpIfDelegated { base, to });
        self.write_in_place(base, |base| Instruction::YieldDelegate { base, live });
        Ok(())
    }

    fn delegated(&mut self, base: Register) -> Compiled<Register> {
        let result = base.offset(1);
        self.store_shuffled(result);
        Ok(result)
    }

    fn suspend(&mut self, how: Suspend, argument: Option<ExpressionId>, at: u32) -> Compiled<Register> {
        let mark = self.mark();
        let operand = argument.map_or(Ok(Operand::Literal(Literal::Undefined)), |id| self.operand(id, None))?;
        let source = self.in_register(operand, mark, None)?;
        self.forget()?;
        self.release(mark);
        let live = self.live();
        let dst = self.temporary()?;
        self.core.position = at;
        let mut source = source;
        if matches!(how, Suspend::Await | Suspend::AwaitAndYield) {
            let src = self.low(source, 0);
            self.write(dst, |dst| Instruction::Await { dst, src, live });
            source = dst;
        }
        if matches!(how, Suspend::Yield | Suspend::AwaitAndYield) {
            let src = self.low(source, 0);
            self.write(dst, |dst| Instruction::Yield { dst, src, live });
        }
        Ok(dst)
    }
}

impl<'t> Jumps<'t> for FunctionCompiler<'t> {
    /// Begins a statement: no folded string of another one is needed any more.
    fn begin_statement(&mut self, at: u32) {
        self.core.position = at;
        self.forget_joined();
    }

    fn code_length(&self) -> u32 {
        self.code.len() as u32
    }

    fn nothing(&mut self) {
        self.emit(Instruction::Tick { amount: 1 });
    }

    /// Binds the label to this position.
    fn bind(&mut self, label: Label) {
        self.core.bind(label, self.code.len());
        self.last_bound = self.code.len() as u32;
    }

    fn bind_turn(&mut self, label: Label) {
        self.bind(label);
        self.note_loop(label);
        self.suspensions.note_turn();
    }

    fn jump(&mut self, to: Label) {
        self.emit(Instruction::Jump { to: to.0 });
    }

    fn new_join(&mut self) -> Compiled<Register> {
        self.temporary()
    }

    fn joined(&mut self, join: Register) -> Register {
        join
    }

    fn join(&mut self, id: ExpressionId, join: Register) -> Compiled {
        self.expression_to(id, join)
    }

    fn branch_joined(&mut self, test: Test, join: Register, to: Label) {
        let (a, to) = (self.low(join, 0), to.0);
        self.emit(match test {
            Test::True => Instruction::JumpIfTrue { a, to },
            Test::False => Instruction::JumpIfFalse { a, to },
            Test::NotNullish => Instruction::JumpIfNotNullish { a, to },
        });
    }

    fn enumerate(&mut self, object: ExpressionId, around: Option<ScopeId>) -> Compiled<Register> {
        let enumeration = self.temporary()?;
        let mark = self.mark();
        if let Some(scope) = around {
            self.enter_scope(scope)?;
            self.empty_bindings(scope)?;
        }
        let source = self.expression(object, Some(enumeration))?;
        self.release(mark);
        if let Some(scope) = around {
            self.leave_scope(scope);
        }
        self.core.position = self.core.tree[object].span.start;
        let src = self.low(source, 0);
        self.write(enumeration, |dst| Instruction::ForInStart { dst, src });
        Ok(enumeration)
    }

    fn next_name(&mut self, enumeration: Register, target: Option<ReferenceId>, end: Label) -> Compiled<Register> {
        let variable = target.and_then(|reference| self.own_variable(reference));
        // A declaration may write a constant.
        let is_target = |&binding: &BindingId| {
            !self.core.is_immutable(binding) || target.is_some_and(|reference| self.core.tree[reference].initializes)
        };
        let name = match variable.filter(is_target) {
            Some(binding) => self.register_of(binding),
            None => self.temporary()?,
        };
        let (low, to) = (self.low(enumeration, 1), end.0);
        self.write(name, |dst| Instruction::ForInNext { dst, enumeration: low, to });
        Ok(name)
    }

    fn end_enumeration(&mut self, _: Register) {}
}
