//! Conditions and logical operators as control flow.
//!
//! A condition in the place of a decision makes no value that outlives it: it branches to where its truth or its falsehood
//! leads, and one of the two places comes next. `!` exchanges the places; `&&` and `||` put one condition before another.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, LogicalOperator, UnaryOperator};

use super::{Compiled, FunctionGenerator};
use crate::control_flow::{Branches, Label};

impl FunctionGenerator<'_> {
    /// Evaluates a condition for the decision alone.
    pub(super) fn condition(&mut self, id: ExpressionId, branches: Branches) -> Compiled {
        let expression = self.core.tree[id];
        self.core.node(expression.span)?;
        match expression.kind {
            ExpressionKind::Unary { operator: UnaryOperator::Not, argument } => {
                self.condition(argument, branches.negated())
            }
            ExpressionKind::Logical { operator, .. } => self.logical_condition(id, operator, branches),
            ExpressionKind::Conditional { test, consequent, alternate } => {
                let (first, second) = (self.core.label(), self.core.label());
                self.condition(test, Branches { on_true: first, on_false: second, next: true })?;
                self.bind(first);
                self.condition(consequent, branches)?;
                self.jump(branches.goal(branches.next));
                self.bind(second);
                self.condition(alternate, branches)
            }
            ExpressionKind::Sequence { expressions } => {
                let last = self.all_but_last(expressions)?;
                self.condition(last, branches)
            }
            _ => {
                self.value(id)?;
                self.emit(StackInstruction::ToBoolean);
                self.branch(!branches.next, branches.goal(!branches.next));
                Ok(())
            }
        }
    }

    /// `a && b && c`: each but the last either decides, or leads to the next.
    fn logical_condition(&mut self, id: ExpressionId, operator: LogicalOperator, branches: Branches) -> Compiled {
        let goes_on = operator == LogicalOperator::And;
        let start = self.core.push_operands(id, operator)?;
        while let Some(part) = self.core.spine.pop(start) {
            if self.core.spine.height() == start {
                return self.condition(part, branches);
            }
            let next = self.core.label();
            let (on_true, on_false) = if goes_on { (next, branches.on_false) } else { (branches.on_true, next) };
            self.condition(part, Branches { on_true, on_false, next: goes_on })?;
            self.bind(next);
        }
        Ok(())
    }

    /// `a && b` as a value: the value that decides.
    pub(super) fn logical(&mut self, id: ExpressionId, operator: LogicalOperator) -> Compiled {
        let end = self.core.label();
        let start = self.core.push_operands(id, operator)?;
        while let Some(part) = self.core.spine.pop(start) {
            self.value(part)?;
            if self.core.spine.height() > start {
                self.branch_if_decided(operator, end);
                self.emit(StackInstruction::Pop);
            }
        }
        self.bind(end);
        Ok(())
    }

    /// Branches where the value on top decides; it stays.
    pub(super) fn branch_if_decided(&mut self, operator: LogicalOperator, end: Label) {
        self.emit(StackInstruction::Dup);
        self.emit(StackInstruction::ToBoolean);
        self.branch(operator == LogicalOperator::Or, end);
    }

    /// `test ? a : b ? c : d …`: down the right side by a loop.
    pub(super) fn conditional(&mut self, id: ExpressionId) -> Compiled {
        let end = self.core.label();
        let mut node = id;
        while let ExpressionKind::Conditional { test, consequent, alternate } = self.core.tree[node].kind {
            let (on_true, on_false) = (self.core.label(), self.core.label());
            self.condition(test, Branches { on_true, on_false, next: true })?;
            self.bind(on_true);
            self.value(consequent)?;
            self.jump(end);
            self.bind(on_false);
            node = alternate;
        }
        self.value(node)?;
        self.bind(end);
        Ok(())
    }

    /// `a && b` or `a ? b : c` for the effects only.
    pub(super) fn discard_branches(&mut self, id: ExpressionId) -> Compiled {
        let (end, first) = (self.core.label(), self.core.label());
        match self.core.tree[id].kind {
            ExpressionKind::Logical { operator, left, right } => {
                let next = operator == LogicalOperator::And;
                let (on_true, on_false) = if next { (first, end) } else { (end, first) };
                self.condition(left, Branches { on_true, on_false, next })?;
                self.bind(first);
                self.discard(right)?;
            }
            ExpressionKind::Conditional { test, consequent, alternate } => {
                let second = self.core.label();
                self.condition(test, Branches { on_true: first, on_false: second, next: true })?;
                self.bind(first);
                self.discard(consequent)?;
                self.jump(end);
                self.bind(second);
                self.discard(alternate)?;
            }
            _ => {}
        }
        self.bind(end);
        Ok(())
    }
}
