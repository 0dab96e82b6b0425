//! Statements, and what leaves them: `break`, `continue`, `return`.
//!
//! Leaving blocks is one `END`, whatever there is between: `finally` handlers run between two attempts of it. The values
//! of the statements of scripts and eval code (ECMA-262 14.1 ff., UpdateEmpty) are in C. In functions C is undefined but
//! for a value on its way out.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::tree::{
    DeclaratorId, ExpressionId, ExpressionKind, List, LogicalOperator, StatementId, StatementKind,
};
use ferrotape_text::Name;

use super::{Compiled, FunctionGenerator};
use crate::control_flow::{Branches, Label, Labels, Target};

impl FunctionGenerator<'_> {
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
        match statement.kind {
            StatementKind::DoWhile { body, test } => self.do_while(labels, body, test),
            StatementKind::While { test, body } => self.while_loop(labels, test, body),
            StatementKind::For { init, test, update, body } => self.for_loop(labels, init, test, update, body),
            StatementKind::ForIn { left, right, body } => self.for_in(labels, left, right, body),
            StatementKind::Switch { discriminant, cases, scope } => self.switch(labels, discriminant, cases, scope),
            _ if self.core.targets.is_labeled(labels) => {
                let (on_break, depth) = (self.core.label(), self.code.blocks);
                let target = Target { on_break, on_continue: None, takes_plain_break: false, depth };
                self.in_target(labels, target, |this| this.plain_statement(id))?;
                self.bind(on_break);
                Ok(())
            }
            _ => self.plain_statement(id),
        }
    }

    /// A statement that no plain `break` or `continue` means.
    fn plain_statement(&mut self, id: StatementId) -> Compiled {
        let statement = self.core.tree[id];
        match statement.kind {
            StatementKind::Expression { expression } if self.keeps_completion => {
                self.value(expression)?;
                self.emit(StackInstruction::SetC);
                Ok(())
            }
            StatementKind::Expression { expression } => self.discard(expression),
            StatementKind::Block { body, scope } => self.in_scope(scope, |this| this.statements(body)),
            StatementKind::VariableDeclaration { declarations } => self.variables(declarations),
            StatementKind::FunctionDeclaration { function, outer: Some(outer) } => {
                self.function_in_block(function, outer);
                Ok(())
            }
            StatementKind::If { .. } => self.if_statement(id),
            StatementKind::Continue { label } => self.continue_statement(label),
            StatementKind::Break { label } => self.break_statement(label),
            StatementKind::Return { argument } => self.return_statement(argument),
            StatementKind::With { object, body, .. } => self.with(object, body),
            StatementKind::Throw { argument } => {
                self.value(argument)?;
                self.emit_at(statement.span.start, StackInstruction::Throw);
                Ok(())
            }
            StatementKind::Try { block, handler, finalizer } => self.try_statement(block, handler, finalizer),
            _ => Ok(()),
        }
    }

    /// The statement that begins here has the value undefined unless something in it has another.
    pub(super) fn undefined_completion(&mut self) {
        if self.keeps_completion {
            self.clear_completion();
        }
    }

    /// ECMA-262 14.3.2
    pub(super) fn variables(&mut self, declarations: List<DeclaratorId>) -> Compiled {
        let tree = self.core.tree;
        tree.list(declarations).try_for_each(|declarator| {
            self.core.work(1)?;
            self.initialize(declarator)
        })
    }

    /// Assigns the initializer of a variable, if there is one.
    pub(super) fn initialize(&mut self, declarator: DeclaratorId) -> Compiled {
        let declarator = self.core.tree[declarator];
        let Some(init) = declarator.init else { return Ok(()) };
        self.core.session.inferred_names.value(self.core.tree, init, declarator.name);
        let place = self.identifier(declarator.reference, declarator.span.start);
        self.value(init)?;
        self.put(place);
        Ok(())
    }

    /// `if … else if … else …` by a loop.
    fn if_statement(&mut self, id: StatementId) -> Compiled {
        self.undefined_completion();
        let end = self.core.label();
        let mut next = Some(id);
        while let Some(node) = next.take() {
            let StatementKind::If { test, consequent, alternate } = self.core.tree[node].kind else {
                self.statement(node)?;
                break;
            };
            self.core.position = self.core.tree[node].span.start;
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

    fn with(&mut self, object: ExpressionId, body: StatementId) -> Compiled {
        self.value(object)?;
        self.undefined_completion();
        self.emit_at(self.core.tree[object].span.start, StackInstruction::ToObject);
        self.begin_block(StackInstruction::SWith);
        self.statement(body)?;
        self.end_block();
        Ok(())
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
        if let Some((to, blocks)) = self.core.targets.of_break(label) {
            self.leave(to, blocks);
        }
        Ok(())
    }

    fn continue_statement(&mut self, label: Option<Name>) -> Compiled {
        if let Some((to, blocks)) = self.core.targets.of_continue(label) {
            self.leave(to, blocks);
        }
        Ok(())
    }

    /// Ends all blocks but so many, and goes on at the label.
    fn leave(&mut self, to: Label, blocks: u32) {
        if self.code.blocks > blocks {
            if self.is_preventing_return(blocks) {
                self.clear_completion();
            }
            self.emit(StackInstruction::End(blocks + 1));
        }
        self.jump(to);
    }

    fn return_statement(&mut self, argument: Option<ExpressionId>) -> Compiled {
        match argument {
            Some(argument) => self.return_value(argument),
            None => {
                if self.is_preventing_return(0) {
                    self.clear_completion();
                }
                self.emit(StackInstruction::End(0));
                Ok(())
            }
        }
    }

    /// Returns the value of an expression. A call in tail position (ECMA-262 15.10.2) may take the place of this function.
    fn return_value(&mut self, id: ExpressionId) -> Compiled {
        let expression = self.core.tree[id];
        self.core.node(expression.span)?;
        match expression.kind {
            ExpressionKind::Conditional { test, consequent, alternate } => {
                let (on_true, on_false) = (self.core.label(), self.core.label());
                self.condition(test, Branches { on_true, on_false, next: true })?;
                self.bind(on_true);
                self.return_value(consequent)?;
                self.bind(on_false);
                return self.return_value(alternate);
            }
            ExpressionKind::Sequence { expressions } => {
                let last = self.all_but_last(expressions)?;
                return self.return_value(last);
            }
            ExpressionKind::Logical { operator, left, right } if self.ends_in_call(right) => {
                return self.return_logical(operator, left, right);
            }
            ExpressionKind::Call { .. } if self.makes_tail_calls() => self.tail_call(id)?,
            _ => self.value(id)?,
        }
        self.emit_return();
        Ok(())
    }

    fn return_logical(&mut self, operator: LogicalOperator, left: ExpressionId, right: ExpressionId) -> Compiled {
        let decided = self.core.label();
        self.value(left)?;
        self.branch_if_decided(operator, decided);
        self.emit(StackInstruction::Pop);
        self.return_value(right)?;
        self.bind(decided);
        self.emit_return();
        Ok(())
    }

    /// Returns the value on top.
    fn emit_return(&mut self) {
        self.emit(StackInstruction::SetC);
        self.emit(StackInstruction::End(0));
        self.preventable_returns += u32::from(self.finally_protections > 0);
    }

    /// Can a tail call be made of the value, or of a part of it?
    fn ends_in_call(&self, id: ExpressionId) -> bool {
        use ExpressionKind::{Call, Conditional, Logical, Sequence};
        matches!(self.core.tree[id].kind, Call { .. } | Conditional { .. } | Logical { .. } | Sequence { .. })
    }

    fn makes_tail_calls(&self) -> bool {
        self.protections == 0
    }
}
