//! Leaves of conditions: comparisons, each with its jump in one instruction, and the truth of values.

use ferrotape_bytecode::{Instruction, TypeName};
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, UnaryOperator};
use ferrotape_text::TextView;

use super::operand::{Literal, Operand, small_int};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Branches;
use crate::lowering::{Conditions, Forms, Jumps};

impl<'t> Conditions<'t> for FunctionCompiler<'t> {
    /// Evaluates a condition that contains no conditions, for its decision alone.
    fn condition_leaf(&mut self, id: ExpressionId, branches: Branches) -> Compiled {
        if let ExpressionKind::Binary { operator, left, right } = self.core.tree[id].kind
            && let Some(comparison) = Comparison::of(operator)
        {
            return self.comparison(operator, comparison, left, right, branches);
        }
        let mark = self.mark();
        let operand = self.operand(id, None)?;
        if let Operand::Literal(literal) = operand {
            self.decided(self.truth(literal), branches);
            return Ok(());
        }
        let a = self.in_register(operand, mark, None)?;
        let a = self.low(a, 0);
        let to = branches.goal(!branches.next).0;
        self.emit(match branches.next {
            true => Instruction::JumpIfFalse { a, to },
            false => Instruction::JumpIfTrue { a, to },
        });
        Ok(())
    }

    fn is_worth_copying(&self, test: ExpressionId) -> bool {
        self.is_short(test)
    }

    /// Puts the number that the condition compares a variable with into a register, if no instruction has an immediate
    /// form for it.
    fn hold_limit(&mut self, test: ExpressionId) -> Compiled<Option<Register>> {
        let ExpressionKind::Binary { operator, left, right } = self.core.tree[test].kind else { return Ok(None) };
        let (Some(comparison), ExpressionKind::NumericLiteral { value }) =
            (Comparison::of(operator), self.core.tree[right].kind)
        else {
            return Ok(None);
        };
        let literal = Literal::Number(value);
        if self.wide || self.literal_of(left).is_some() || comparison.with_literal(literal, true).is_some() {
            return Ok(None);
        }
        let register = self.temporary()?;
        self.put(Operand::Literal(literal), register)?;
        Ok(Some(register))
    }

    fn use_limit(&mut self, test: ExpressionId, limit: Option<Register>) {
        self.limit = match (self.core.tree[test].kind, limit) {
            (ExpressionKind::Binary { right, .. }, Some(register)) => Some((right, register)),
            _ => None,
        };
    }
}

impl FunctionCompiler<'_> {
    /// Returns whether the condition is so short that a copy before the loop is as good as a jump to it.
    pub(super) fn is_short(&self, test: ExpressionId) -> bool {
        let is_at_hand = |id: ExpressionId| match self.core.tree[id].kind {
            ExpressionKind::Identifier { reference, .. } => self.own_variable(reference).is_some(),
            _ => self.literal_of(id).is_some(),
        };
        match self.core.tree[test].kind {
            ExpressionKind::Binary { left, right, .. } => is_at_hand(left) && is_at_hand(right),
            _ => is_at_hand(test),
        }
    }

    /// Emits a known decision.
    fn decided(&mut self, truth: bool, branches: Branches) {
        if truth != branches.next {
            self.jump(branches.goal(truth));
        }
    }

    /// Emits a comparison and its jump in one instruction.
    fn comparison(
        &mut self,
        operator: BinaryOperator,
        comparison: Comparison,
        left: ExpressionId,
        right: ExpressionId,
        branches: Branches,
    ) -> Compiled {
        if let Some((argument, name, negated)) = self.type_test(comparison, left, right) {
            return self.test_type(argument, name, branches, negated);
        }
        let at = self.core.tree[right].span.start;
        let (if_true, to) = (!branches.next, branches.goal(!branches.next).0);
        let mark = self.mark();
        let left = self.operand(left, None)?;
        let left = self.settle(left, self.tables.facts.effects(right), mark, None)?;
        let right_mark = self.mark();
        let right = match self.limit {
            Some((held, register)) if held == right => Operand::Register(register),
            _ => self.operand(right, None)?,
        };
        if let (Operand::Literal(a), Operand::Literal(b)) = (left, right)
            && let Some(Literal::Boolean(truth)) = self.fold_binary(operator, a, b)
        {
            self.decided(truth, branches);
            return Ok(());
        }
        // A literal is best on the right, where instructions have immediate forms.
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

    /// Recognizes `typeof argument === "name"`. The flag tells whether it is negated.
    fn type_test(
        &self,
        comparison: Comparison,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Option<(ExpressionId, TypeName, bool)> {
        let (Comparison::Equal { negated } | Comparison::StrictEqual { negated }) = comparison else { return None };
        let kind = |side: ExpressionId| self.core.tree[side].kind;
        let (argument, text) = match (kind(left), kind(right)) {
            (ExpressionKind::Unary { operator: UnaryOperator::TypeOf, argument }, other)
            | (other, ExpressionKind::Unary { operator: UnaryOperator::TypeOf, argument }) => (argument, other),
            _ => return None,
        };
        let ExpressionKind::StringLiteral { value } = text else { return None };
        let TextView::Latin1(text) = self.core.session.names.text(value).view() else { return None };
        let name = TypeName::from_text(text)?;
        Some((argument, name, negated))
    }

    /// Emits a test of a `typeof` result and its jump in one instruction.
    fn test_type(&mut self, argument: ExpressionId, name: TypeName, branches: Branches, negated: bool) -> Compiled {
        let mark = self.mark();
        let source = match self.type_source(argument, None)? {
            Operand::Literal(literal) => {
                self.decided((literal.type_name() == name.text()) != negated, branches);
                return Ok(());
            }
            other => self.in_register(other, mark, None)?,
        };
        let (a, name, to) = (self.low(source, 0), name as u8, branches.goal(!branches.next).0);
        self.emit(match branches.next == negated {
            true => Instruction::JumpIfTypeOf { a, name, to },
            false => Instruction::JumpIfNotTypeOf { a, name, to },
        });
        Ok(())
    }
}

/// The comparisons that have jumps of their own.
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
    /// Returns the operator's comparison; `None` for operators whose result needs a register.
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

    /// Returns the comparison with its sides exchanged.
    fn mirrored(self) -> Comparison {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::LessEqual => Comparison::GreaterEqual,
            Comparison::Greater => Comparison::Less,
            Comparison::GreaterEqual => Comparison::LessEqual,
            equality => equality,
        }
    }

    /// Returns the jump taken if the comparison's result is `if_true`.
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

    /// Returns the jump with a literal on the right, if there is such an instruction.
    fn with_literal(self, literal: Literal, if_true: bool) -> Option<impl FnOnce(u8, u32) -> Instruction> {
        let int = match (self, literal) {
            (Comparison::Equal { .. }, Literal::Undefined | Literal::Null) => 0,
            (Comparison::StrictEqual { .. }, Literal::Undefined | Literal::Null) => 0,
            (_, Literal::Number(number)) => i16::try_from(small_int(number)?).ok()?,
            _ => return None,
        };
        Some(move |a, to| match (self, literal) {
            (_, Literal::Number(_)) => self.jump_int(a, int, to, if_true),
            (Comparison::StrictEqual { negated }, Literal::Null) if negated != if_true => {
                Instruction::JumpIfNull { a, to }
            }
            (Comparison::StrictEqual { .. }, Literal::Null) => Instruction::JumpIfNotNull { a, to },
            (Comparison::StrictEqual { negated }, _) if negated != if_true => Instruction::JumpIfUndefined { a, to },
            (Comparison::StrictEqual { .. }, _) => Instruction::JumpIfNotUndefined { a, to },
            (Comparison::Equal { negated }, _) if negated != if_true => Instruction::JumpIfEqualNull { a, to },
            _ => Instruction::JumpIfNotEqualNull { a, to },
        })
    }

    /// Returns the jump for a comparison with a small integer. With `if_true` it is taken if the comparison holds, else if not.
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
