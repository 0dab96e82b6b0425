//! Conditions: logical operators as control flow (the compiler document's "context aware" compilation).
//!
//! A condition in the place of a decision makes no value: it jumps to where the truth or the falsehood of it leads, and
//! one of the two places comes next. `!` exchanges the places; `&&` and `||` put one condition before another.

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, LogicalOperator, UnaryOperator};

use super::operand::{Literal, Operand, small_int};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::{Branches, Label};

impl FunctionCompiler<'_> {
    /// Evaluates a condition for the decision alone.
    pub(super) fn condition(&mut self, id: ExpressionId, branches: Branches) -> Compiled {
        let expression = self.core.tree[id];
        self.core.node(expression.span)?;
        let mark = self.mark();
        match expression.kind {
            ExpressionKind::Unary { operator: UnaryOperator::Not, argument } => {
                self.condition(argument, branches.negated())?;
            }
            ExpressionKind::Logical { operator, .. } => self.logical_condition(id, operator, branches)?,
            ExpressionKind::Conditional { test, consequent, alternate } => {
                let (first, second) = (self.core.label(), self.core.label());
                self.condition(test, Branches { on_true: first, on_false: second, next: true })?;
                self.bind(first);
                self.condition(consequent, branches)?;
                self.jump(branches.goal(branches.next));
                self.bind(second);
                self.condition(alternate, branches)?;
            }
            ExpressionKind::Sequence { expressions } => {
                let last = self.all_but_last(expressions)?;
                self.condition(last, branches)?;
            }
            ExpressionKind::Binary { operator, left, right } if Comparison::of(operator).is_some() => {
                self.comparison(operator, left, right, branches)?;
            }
            _ => {
                let operand = self.operand(id, None)?;
                if let Operand::Literal(literal) = operand {
                    self.decided(self.truth(literal), branches);
                } else {
                    let a = self.in_register(operand, mark, None)?;
                    let a = self.low(a, 0);
                    let to = branches.goal(!branches.next).0;
                    self.emit(match branches.next {
                        true => Instruction::JumpIfFalse { a, to },
                        false => Instruction::JumpIfTrue { a, to },
                    });
                }
            }
        }
        self.release(mark);
        Ok(())
    }

    /// The decision is known.
    fn decided(&mut self, truth: bool, branches: Branches) {
        if truth != branches.next {
            self.jump(branches.goal(truth));
        }
    }

    /// `a && b && c`: each but the last either decides, or leads to the next.
    fn logical_condition(&mut self, id: ExpressionId, operator: LogicalOperator, branches: Branches) -> Compiled {
        let goes_on = operator == LogicalOperator::And;
        let start = self.core.push_operands(id, operator)?;
        while let Some(part) = self.core.spine.pop(start) {
            if self.core.spine.height() == start {
                self.condition(part, branches)?;
                break;
            }
            let next = self.core.label();
            let (on_true, on_false) = if goes_on { (next, branches.on_false) } else { (branches.on_true, next) };
            self.condition(part, Branches { on_true, on_false, next: goes_on })?;
            self.bind(next);
        }
        Ok(())
    }

    /// `a && b` as a value: the value that decides.
    pub(super) fn logical_to(&mut self, id: ExpressionId, operator: LogicalOperator, dst: Register) -> Compiled {
        self.core.node(self.core.tree[id].span)?;
        let mark = self.mark();
        let end = self.core.label();
        let start = self.core.push_operands(id, operator)?;
        let is_in_place = self.core.spine.height() == start + 2
            && self.core.spine.top(start).is_some_and(|first| self.variable_of(first) == Some(dst));
        // `x = x || …` has the first value in place. Anything else must not be seen in the variable too early.
        let value = if is_in_place || self.is_temporary(dst) { dst } else { self.temporary()? };
        if is_in_place {
            self.core.spine.pop(start);
            self.jump_if_decided(operator, value, end);
        }
        while let Some(part) = self.core.spine.pop(start) {
            self.expression_to(part, value)?;
            if self.core.spine.height() > start {
                self.jump_if_decided(operator, value, end);
            }
        }
        self.bind(end);
        self.mov(dst, value);
        self.release(mark);
        Ok(())
    }

    fn jump_if_decided(&mut self, operator: LogicalOperator, value: Register, end: Label) {
        let (a, to) = (self.low(value, 0), end.0);
        self.emit(match operator {
            LogicalOperator::And => Instruction::JumpIfFalse { a, to },
            LogicalOperator::Or => Instruction::JumpIfTrue { a, to },
        });
    }

    /// The register of the variable that an expression is.
    fn variable_of(&self, id: ExpressionId) -> Option<Register> {
        let ExpressionKind::Identifier { reference, .. } = self.core.tree[id].kind else { return None };
        self.own_variable(reference).map(|binding| self.register_of(binding))
    }

    /// `test ? a : b ? c : d …`: down the right side by a loop.
    pub(super) fn conditional_to(&mut self, id: ExpressionId, dst: Register) -> Compiled {
        self.core.node(self.core.tree[id].span)?;
        let end = self.core.label();
        let mut node = id;
        while let ExpressionKind::Conditional { test, consequent, alternate } = self.core.tree[node].kind {
            let (on_true, on_false) = (self.core.label(), self.core.label());
            self.condition(test, Branches { on_true, on_false, next: true })?;
            self.bind(on_true);
            self.expression_to(consequent, dst)?;
            self.jump(end);
            self.bind(on_false);
            node = alternate;
        }
        self.expression_to(node, dst)?;
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

    /// The truth of a condition, or the opposite of it, as a boolean.
    pub(super) fn condition_value(&mut self, id: ExpressionId, dst: Register, truth: bool) -> Compiled {
        let (on_true, on_false, end) = (self.core.label(), self.core.label(), self.core.label());
        self.condition(id, Branches { on_true, on_false, next: true })?;
        self.bind(on_true);
        self.put(Operand::Literal(Literal::Boolean(truth)), dst)?;
        self.jump(end);
        self.bind(on_false);
        self.put(Operand::Literal(Literal::Boolean(!truth)), dst)?;
        self.bind(end);
        Ok(())
    }

    /// A comparison and the jump it decides in one instruction.
    fn comparison(
        &mut self,
        operator: BinaryOperator,
        left: ExpressionId,
        right: ExpressionId,
        branches: Branches,
    ) -> Compiled {
        let Some(comparison) = Comparison::of(operator) else { return Ok(()) };
        let at = self.core.tree[right].span.start;
        let (if_true, to) = (!branches.next, branches.goal(!branches.next).0);
        let mark = self.mark();
        let left = self.operand(left, None)?;
        let left = self.settle(left, self.tables.facts.effects(right), mark, None)?;
        let right_mark = self.mark();
        let right = self.operand(right, None)?;
        if let (Operand::Literal(a), Operand::Literal(b)) = (left, right)
            && let Some(Literal::Boolean(truth)) = self.fold_binary(operator, a, b)
        {
            self.decided(truth, branches);
            return Ok(());
        }
        // A literal is best on the right, where instructions have forms for it.
        let (comparison, left, right) = match (left, right) {
            (Operand::Literal(_), Operand::Literal(_)) => (comparison, left, right),
            (Operand::Literal(_), _) => {
                let right = self.in_register(right, right_mark, None)?;
                (comparison.mirrored(), Operand::Register(right), left)
            }
            _ => (comparison, left, right),
        };
        let value_mark = self.mark();
        let a = self.in_register(left, value_mark, None)?;
        self.core.position = at;
        if let Operand::Literal(literal) = right
            && let Some(make) = comparison.with_literal(literal, if_true)
        {
            let a = self.low(a, 0);
            self.emit(make(a, to));
            return Ok(());
        }
        let b = if let Operand::Literal(_) = right { self.mark() } else { right_mark };
        let b = self.in_register(right, b, None)?;
        self.core.position = at;
        let (a, b) = (self.low(a, 0), self.low(b, 1));
        self.emit(comparison.jump(a, b, to, if_true));
        Ok(())
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Comparison {
    Equal { negated: bool },
    StrictEqual { negated: bool },
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Comparison {
    fn of(operator: BinaryOperator) -> Option<Comparison> {
        Some(match operator {
            BinaryOperator::Equal => Comparison::Equal { negated: false },
            BinaryOperator::NotEqual => Comparison::Equal { negated: true },
            BinaryOperator::StrictEqual => Comparison::StrictEqual { negated: false },
            BinaryOperator::StrictNotEqual => Comparison::StrictEqual { negated: true },
            BinaryOperator::Less => Comparison::Less,
            BinaryOperator::LessEqual => Comparison::LessEqual,
            BinaryOperator::Greater => Comparison::Greater,
            BinaryOperator::GreaterEqual => Comparison::GreaterEqual,
            _ => return None,
        })
    }

    /// The comparison with its sides exchanged.
    fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
            equality => equality,
        }
    }

    /// The jump taken where the comparison's result is `if_true`.
    fn jump(self, a: u8, b: u8, to: u32, if_true: bool) -> Instruction {
        use Instruction::*;
        match self {
            Comparison::Equal { negated } if negated != if_true => JumpIfEqual { a, b, to },
            Comparison::Equal { .. } => JumpIfNotEqual { a, b, to },
            Comparison::StrictEqual { negated } if negated != if_true => JumpIfStrictEqual { a, b, to },
            Comparison::StrictEqual { .. } => JumpIfStrictNotEqual { a, b, to },
            Comparison::Less if if_true => JumpIfLess { a, b, to },
            Comparison::Less => JumpIfNotLess { a, b, to },
            Comparison::LessEqual if if_true => JumpIfLessEqual { a, b, to },
            Comparison::LessEqual => JumpIfNotLessEqual { a, b, to },
            Comparison::Greater if if_true => JumpIfGreater { a, b, to },
            Comparison::Greater => JumpIfNotGreater { a, b, to },
            Comparison::GreaterEqual if if_true => JumpIfGreaterEqual { a, b, to },
            Comparison::GreaterEqual => JumpIfNotGreaterEqual { a, b, to },
        }
    }

    /// The same with a literal on the right, where there is an instruction for it.
    fn with_literal(self, literal: Literal, if_true: bool) -> Option<impl FnOnce(u8, u32) -> Instruction> {
        let int = match (self, literal) {
            (Comparison::Equal { .. }, Literal::Undefined | Literal::Null) => 0,
            (Comparison::StrictEqual { .. }, Literal::Undefined) => 0,
            (_, Literal::Number(number)) => i16::try_from(small_int(number)?).ok()?,
            _ => return None,
        };
        Some(move |a, to| match (self, literal) {
            (_, Literal::Number(_)) => self.jump_int(a, int, to, if_true),
            (Comparison::StrictEqual { negated }, _) if negated != if_true => Instruction::JumpIfUndefined { a, to },
            (Comparison::StrictEqual { .. }, _) => Instruction::JumpIfNotUndefined { a, to },
            (Comparison::Equal { negated }, _) if negated != if_true => Instruction::JumpIfNullish { a, to },
            _ => Instruction::JumpIfNotNullish { a, to },
        })
    }

    fn jump_int(self, a: u8, value: i16, to: u32, if_true: bool) -> Instruction {
        use Instruction::*;
        match self {
            Comparison::Equal { negated } if negated != if_true => JumpIfEqualInt { a, value, to },
            Comparison::Equal { .. } => JumpIfNotEqualInt { a, value, to },
            Comparison::StrictEqual { negated } if negated != if_true => JumpIfStrictEqualInt { a, value, to },
            Comparison::StrictEqual { .. } => JumpIfStrictNotEqualInt { a, value, to },
            Comparison::Less if if_true => JumpIfLessInt { a, value, to },
            Comparison::Less => JumpIfNotLessInt { a, value, to },
            Comparison::LessEqual if if_true => JumpIfLessEqualInt { a, value, to },
            Comparison::LessEqual => JumpIfNotLessEqualInt { a, value, to },
            Comparison::Greater if if_true => JumpIfGreaterInt { a, value, to },
            Comparison::Greater => JumpIfNotGreaterInt { a, value, to },
            Comparison::GreaterEqual if if_true => JumpIfGreaterEqualInt { a, value, to },
            Comparison::GreaterEqual => JumpIfNotGreaterEqualInt { a, value, to },
        }
    }
}
