//! Statements, and what leaves them: `break`, `continue`, `return`.
//!
//! [`Control`] is the stack of what surrounds the code being generated and matters to those who leave it. A way out
//! that meets nothing to unwind is a plain jump; it closes the scopes it leaves, and where it meets a `finally`, it goes
//! on from there (`exceptions`).
//!
//! Script and eval code has a completion value (ECMA-262 14.1 ff., UpdateEmpty): a register that statements with a value
//! write, and that those which turn an empty value into undefined set to undefined where they begin.

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{
    DeclaratorId, ExpressionId, ExpressionKind, List, LogicalOperator, StatementId, StatementKind,
};
use ferrotape_text::Name;

use super::emitter::{Mark, SHUFFLE};
use super::exceptions::Finally;
use super::operand::{CallForm, Literal, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::{Branches, Label, Labels, Target};

/// More scopes than that are closed all at once.
const SCOPES_CLOSED_ONE_BY_ONE: u32 = 2;

/// Something around the code being generated that must be left in order.
pub(super) enum Control {
    /// A scope whose record must be closed.
    Scope(u16),
    Finally(Finally),
}

/// A way out of the statements around.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Exit {
    /// With the value in that register.
    Return(Register),
    /// To a label, leaving all controls from this depth on.
    Jump(Label, u32),
}

impl FunctionCompiler<'_> {
    pub(super) fn statements(&mut self, list: List<StatementId>) -> Compiled {
        let tree = self.core.tree;
        tree.list(list).try_for_each(|statement| self.statement(statement))
    }

    /// A statement with the labels before it: all of them are one target.
    pub(super) fn statement(&mut self, mut id: StatementId) -> Compiled {
        let labels = self.core.targets.labels();
        while let StatementKind::Labeled { label, body } = self.core.tree[id].kind {
            self.core.grown += self.core.targets.put_label(label);
            self.core.work(1)?;
            id = body;
        }
        let statement = self.core.tree[id];
        self.core.node(statement.span)?;
        self.core.position = statement.span.start;
        self.forget_joined();
        let mark = self.mark();
        match statement.kind {
            StatementKind::DoWhile { body, test } => self.do_while(labels, body, test)?,
            StatementKind::While { test, body } => self.while_loop(labels, test, body)?,
            StatementKind::For { init, test, update, body } => self.for_loop(labels, init, test, update, body)?,
            StatementKind::ForIn { left, right, body } => self.for_in(labels, left, right, body)?,
            StatementKind::Switch { discriminant, cases, scope } => self.switch(labels, discriminant, cases, scope)?,
            _ if self.core.targets.is_labeled(labels) => {
                let on_break = self.core.label();
                let target = Target { on_break, on_continue: None, takes_plain_break: false, depth: self.depth() };
                self.in_target(labels, target, |this| this.plain_statement(id))?;
                self.bind(on_break);
            }
            _ => self.plain_statement(id)?,
        }
        self.release(mark);
        Ok(())
    }

    /// A statement that no plain `break` or `continue` means.
    fn plain_statement(&mut self, id: StatementId) -> Compiled {
        let statement = self.core.tree[id];
        match statement.kind {
            StatementKind::Expression { expression } => match self.completion {
                Some(value) => self.expression_to(expression, value),
                None => self.discard(expression),
            },
            StatementKind::Block { body, scope } => self.in_scope(scope, |this| this.statements(body)),
            StatementKind::VariableDeclaration { declarations } => self.variables(declarations),
            StatementKind::FunctionDeclaration { function, outer: Some(outer) } => {
                self.function_in_block(function, outer)
            }
            StatementKind::If { .. } => self.if_statement(id),
            StatementKind::Continue { label } => self.continue_statement(label),
            StatementKind::Break { label } => self.break_statement(label),
            StatementKind::Return { argument } => self.return_statement(argument),
            StatementKind::With { object, body, scope } => self.with(object, body, scope),
            StatementKind::Throw { argument } => {
                let value = self.expression(argument, None)?;
                self.core.position = statement.span.start;
                let src = self.low(value, 0);
                self.emit(Instruction::Throw { src });
                Ok(())
            }
            StatementKind::Try { block, handler, finalizer } => self.try_statement(block, handler, finalizer),
            _ => Ok(()),
        }
    }

    /// The statement that begins here has the value undefined unless something in it has another.
    pub(super) fn undefined_completion(&mut self) -> Compiled {
        match self.completion {
            Some(value) => self.put(Operand::Literal(Literal::Undefined), value),
            None => Ok(()),
        }
    }

    /// ECMA-262 14.3.2
    pub(super) fn variables(&mut self, declarations: List<DeclaratorId>) -> Compiled {
        let tree = self.core.tree;
        for declarator in tree.list(declarations) {
            self.core.work(1)?;
            self.initialize(declarator)?;
        }
        Ok(())
    }

    /// Assigns the initializer of a variable, if there is one.
    pub(super) fn initialize(&mut self, declarator: DeclaratorId) -> Compiled {
        let declarator = self.core.tree[declarator];
        let Some(init) = declarator.init else { return Ok(()) };
        let mark = self.mark();
        self.core.session.inferred_names.value(self.core.tree, init, declarator.name);
        let target = self.reference_target(declarator.reference, declarator.span.start)?;
        let target = self.resolve(target, init)?;
        self.store_expression(target, init, None)?;
        self.release(mark);
        Ok(())
    }

    /// `if … else if … else …` by a loop.
    fn if_statement(&mut self, id: StatementId) -> Compiled {
        self.undefined_completion()?;
        let end = self.core.label();
        let mut next = Some(id);
        while let Some(node) = next.take() {
            let StatementKind::If { test, consequent, alternate } = self.core.tree[node].kind else {
                self.statement(node)?;
                break;
            };
            self.core.position = self.core.tree[node].span.start;
            self.forget_joined();
            let (on_true, on_false) = (self.core.label(), self.core.label());
            self.condition(test, Branches { on_true, on_false, next: true })?;
            self.bind(on_true);
            self.statement(consequent)?;
            if alternate.is_some() {
                self.jump(end);
            }
            self.bind(on_false);
            next = alternate;
        }
        self.bind(end);
        Ok(())
    }

    fn with(&mut self, object: ExpressionId, body: StatementId, scope: ferrotape_syntax::scope::ScopeId) -> Compiled {
        let object_register = self.expression(object, None)?;
        self.undefined_completion()?;
        self.core.position = self.core.tree[object].span.start;
        let src = self.low(object_register, 0);
        let descriptor = self.tables.descriptors[scope.0 as usize];
        self.emit(Instruction::EnterWith { src, scope: descriptor.into() });
        self.in_scope(Some(scope), |this| this.statement(body))
    }

    /// How many controls there are.
    pub(super) fn depth(&self) -> u32 {
        self.controls.len() as u32
    }

    pub(super) fn in_target(
        &mut self,
        labels: Labels,
        target: Target,
        body: impl FnOnce(&mut Self) -> Compiled,
    ) -> Compiled {
        self.core.grown += self.core.targets.enter(labels, target);
        body(self)?;
        self.core.targets.leave();
        Ok(())
    }

    fn break_statement(&mut self, label: Option<Name>) -> Compiled {
        let found = self.core.targets.of_break(label);
        found.map_or(Ok(()), |(to, depth)| self.leave(Exit::Jump(to, depth)))
    }

    fn continue_statement(&mut self, label: Option<Name>) -> Compiled {
        let found = self.core.targets.of_continue(label);
        found.map_or(Ok(()), |(to, depth)| self.leave(Exit::Jump(to, depth)))
    }

    /// Leaves what lies between here and the place to go to.
    pub(super) fn leave(&mut self, exit: Exit) -> Compiled {
        let innermost = self.finallies.last().copied();
        let lowest = match exit {
            Exit::Jump(_, depth) => depth,
            // The end of the frame closes what is open, unless a finally block comes in between.
            Exit::Return(_) if innermost.is_some() => 0,
            Exit::Return(_) => self.depth(),
        };
        match innermost.filter(|&depth| depth >= lowest) {
            Some(finally) => {
                self.close_scopes(finally + 1);
                self.leave_through_finally(exit, lowest)
            }
            None => {
                self.close_scopes(lowest);
                match exit {
                    Exit::Jump(label, _) => self.jump(label),
                    Exit::Return(result) => {
                        let src = self.low(result, 0);
                        self.emit(Instruction::Return { src });
                    }
                }
                Ok(())
            }
        }
    }

    /// Closes the scopes from the innermost control down to that depth; there is no `finally` among them. A record that is
    /// open has open ones around it, and closing one closes those in it: of many scopes only the outermost one is named.
    pub(super) fn close_scopes(&mut self, lowest: u32) {
        let highest = self.depth().min(lowest.saturating_add(SCOPES_CLOSED_ONE_BY_ONE));
        let highest = if highest < self.depth() { lowest + 1 } else { highest };
        for depth in (lowest..highest).rev() {
            if let Control::Scope(scope) = self.controls[depth as usize] {
                self.emit(Instruction::CloseScope { scope: scope.into() });
            }
        }
    }

    fn return_statement(&mut self, argument: Option<ExpressionId>) -> Compiled {
        if let Some(value) = self.innermost_finally().map(|finally| finally.value) {
            match argument {
                Some(argument) => self.expression_to(argument, value)?,
                None => self.put(Operand::Literal(Literal::Undefined), value)?,
            }
            return self.leave(Exit::Return(value));
        }
        match argument {
            Some(argument) => self.return_value(argument),
            None => {
                self.emit(Instruction::ReturnUndefined {});
                Ok(())
            }
        }
    }

    /// Returns the value of an expression. A call in tail position (ECMA-262 15.10.2) takes the place of this frame.
    fn return_value(&mut self, id: ExpressionId) -> Compiled {
        let expression = self.core.tree[id];
        self.core.node(expression.span)?;
        let mark = self.mark();
        match expression.kind {
            ExpressionKind::Conditional { test, consequent, alternate } => {
                let (on_true, on_false) = (self.core.label(), self.core.label());
                self.condition(test, Branches { on_true, on_false, next: true })?;
                self.bind(on_true);
                self.return_value(consequent)?;
                self.bind(on_false);
                self.return_value(alternate)?;
            }
            ExpressionKind::Sequence { expressions } => {
                let last = self.all_but_last(expressions)?;
                self.return_value(last)?;
            }
            ExpressionKind::Logical { operator, left, right } if self.ends_in_call(right) => {
                let value = self.temporary()?;
                let decided = self.core.label();
                self.expression_to(left, value)?;
                let (a, to) = (self.low(value, 0), decided.0);
                self.emit(match operator {
                    LogicalOperator::And => Instruction::JumpIfFalse { a, to },
                    LogicalOperator::Or => Instruction::JumpIfTrue { a, to },
                });
                self.return_value(right)?;
                self.bind(decided);
                self.emit_return(Operand::Register(value), mark)?;
            }
            _ => {
                let operand = self.operand(id, None)?;
                self.emit_return(operand, mark)?;
            }
        }
        self.release(mark);
        Ok(())
    }

    /// Can a tail call be made of the value, or of a part of it?
    fn ends_in_call(&self, id: ExpressionId) -> bool {
        use ExpressionKind::{Call, Conditional, Logical, Sequence};
        matches!(self.core.tree[id].kind, Call { .. } | Conditional { .. } | Logical { .. } | Sequence { .. })
    }

    fn emit_return(&mut self, operand: Operand, mark: Mark) -> Compiled {
        match operand {
            Operand::Literal(Literal::Undefined) => {
                self.emit(Instruction::ReturnUndefined {});
                return Ok(());
            }
            Operand::Call { form: CallForm::Call, base, argument_count, at } if self.makes_tail_calls() => {
                self.core.position = at;
                self.emit_tail_call(base, argument_count);
                return Ok(());
            }
            _ => {}
        }
        let value = self.in_register(operand, mark, None)?;
        let src = self.low(value, 0);
        self.emit(Instruction::Return { src });
        Ok(())
    }

    fn emit_tail_call(&mut self, base: Register, argument_count: u16) {
        let (tail_call, src) = match self.wide {
            true => {
                let (dst, argc, base) = (SHUFFLE as u8, argument_count, base.0);
                (Instruction::TailCallWide { dst, argc, base }, dst)
            }
            false => {
                let (base, argc) = (base.0 as u8, argument_count as u8);
                (Instruction::TailCall { base, argc }, base)
            }
        };
        self.emit(tail_call);
        self.emit(Instruction::Return { src });
    }

    fn makes_tail_calls(&self) -> bool {
        self.catcher_depth == 0
    }
}
