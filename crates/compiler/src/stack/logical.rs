//! Conditions and logical operators as control flow.
//!
//! A condition in the place of a decision makes no value that outlives it: it branches to where its truth or its falsehood
//! leads, and one of the two places comes next. `!` exchanges the places; `&&` and `||` put one condition before another.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, LogicalOperator, UnaryOperator};

use super::{Compiled, FunctionGenerator};
use crate::control_flow::{Branches, Label};

impl FunctionGenerator<'_, '_> {
    /// Evaluates a condition for the decision alone.
    pub(super) fn condition(&mut self, id: ExpressionId, branches: Branches) -> Compiled {
        let expression = self.tree[id];
        self.node(expression.span)?;
        match expression.kind {
            ExpressionKind::Unary { operator: UnaryOperator::Not, argument } => {
                self.condition(argument, branches.negated())
            }
            ExpressionKind::Logical { operator, .. } => self.logical_condition(id, operator, branches),
            ExpressionKind::Conditional { test, consequent, alternate } => {
                let (first, second) = (self.emitter.label(), self.emitter.label());
                self.condition(test, Branches { on_true: first, on_false: second, next: true })?;
                self.emitter.bind(first);
                self.condition(consequent, branches)?;
                self.emitter.jump(branches.goal(branches.next));
                self.emitter.bind(second);
                self.condition(alternate, branches)
            }
            ExpressionKind::Sequence { expressions } => {
                let last = self.all_but_last(expressions)?;
                self.condition(last, branches)
            }
            _ => {
                self.value(id)?;
                self.emitter.emit(StackInstruction::ToBoolean);
                self.emitter.branch(!branches.next, branches.goal(!branches.next));
                Ok(())
            }
        }
    }

    /// `a && b && c`: each but the last either decides, or leads to the next.
    fn logical_condition(&mut self, id: ExpressionId, operator: LogicalOperator, branches: Branches) -> Compiled {
        let goes_on = operator == LogicalOperator::And;
        let start = self.spine.push_operands(self.tree, id, operator, self.session.budget)?;
        while let Some(part) = self.spine.pop(start) {
            if self.spine.height() == start {
                return self.condition(part, branches);
            }
            let next = self.emitter.label();
            let (on_true, on_false) = if goes_on { (next, branches.on_false) } else { (branches.on_true, next) };
            self.condition(part, Branches { on_true, on_false, next: goes_on })?;
            self.emitter.bind(next);
        }
        Ok(())
    }

    /// `a && b` as a value: the value that decides.
    pub(super) fn logical(&mut self, id: ExpressionId, operator: LogicalOperator) -> Compiled {
        let end = self.emitter.label();
        let start = self.spine.push_operands(self.tree, id, operator, self.session.budget)?;
        while let Some(part) = self.spine.pop(start) {
            self.value(part)?;
            if self.spine.height() > start {
                self.branch_if_decided(operator, end);
                self.emitter.emit(StackInstruction::Pop);
            }
        }
        self.emitter.bind(end);
        Ok(())
    }

    /// Branches where the value on top decides; it stays.
    pub(super) fn branch_if_decided(&mut self, operator: LogicalOperator, end: Label) {
        self.emitter.emit(StackInstruction::Dup);
        self.emitter.emit(StackInstruction::ToBoolean);
        self.emitter.branch(operator == LogicalOperator::Or, end);
    }

    /// `test ? a : b ? c : d …`: down the right side by a loop.
    pub(super) fn conditional(&mut self, id: ExpressionId) -> Compiled {
        let end = self.emitter.label();
        let mut node = id;
        while let ExpressionKind::Conditional { test, consequent, alternate } = self.tree[node].kind {
            let (on_true, on_false) = (self.emitter.label(), self.emitter.label());
            self.condition(test, Branches { on_true, on_false, next: true })?;
            self.emitter.bind(on_true);
            self.value(consequent)?;
            self.emitter.jump(end);
            self.emitter.bind(on_false);
            node = alternate;
        }
        self.value(node)?;
        self.emitter.bind(end);
        Ok(())
    }

    /// `a && b` or `a ? b : c` for the effects only.
    pub(super) fn discard_branches(&mut self, id: ExpressionId) -> Compiled {
        let (end, first) = (self.emitter.label(), self.emitter.label());
        match self.tree[id].kind {
            ExpressionKind::Logical { operator, left, right } => {
                let next = operator == LogicalOperator::And;
                let (on_true, on_false) = if next { (first, end) } else { (end, first) };
                self.condition(left, Branches { on_true, on_false, next })?;
                self.emitter.bind(first);
                self.discard(right)?;
            }
            ExpressionKind::Conditional { test, consequent, alternate } => {
                let second = self.emitter.label();
                self.condition(test, Branches { on_true: first, on_false: second, next: true })?;
                self.emitter.bind(first);
                self.discard(consequent)?;
                self.emitter.jump(end);
                self.emitter.bind(second);
                self.discard(alternate)?;
            }
            _ => {}
        }
        self.emitter.bind(end);
        Ok(())
    }
}
