//! Concatenations of more than two strings: parts in a row of registers, joined by one instruction.
//!
//! `"a" + x + "b" + y` is one just like a template literal. If one of the first two operands is a string, every further
//! operand is converted to a primitive value and joined (ECMA-262 13.15.3, step 1.c).

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, UnaryOperator};

use super::operand::{Literal, Make1, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::lowering::Forms;

/// Most parts joined at once. Longer concatenations continue with the joined string.
const PARTS: usize = 32;

impl FunctionCompiler<'_> {
    /// Returns how many of the remaining links of a chain of operators, from the innermost one on, join strings to the
    /// leftmost operand. Returns 0 if there are fewer than two or if they may add numbers.
    pub(super) fn joined_links(&self, start: usize, leftmost: ExpressionId) -> usize {
        let tree = self.core.tree;
        let operands = || {
            self.core.session.spine.links(start).map_while(|link| match tree[link].kind {
                ExpressionKind::Binary { operator: BinaryOperator::Add, right, .. } => Some(right),
                _ => None,
            })
        };
        // Nothing observable happens between the conversion of the first operand and a literal.
        let is_literal = |id: ExpressionId| matches!(tree[id].kind, ExpressionKind::StringLiteral { .. });
        if !self.is_certainly_string(leftmost) && !operands().next().is_some_and(is_literal) {
            return 0;
        }
        let count = operands().count();
        if count >= 2 { count } else { 0 }
    }

    /// Evaluates `a + b + c`: the leftmost operand of a chain of operators, with its first `links` links.
    pub(super) fn join_operands(
        &mut self,
        leftmost: ExpressionId,
        start: usize,
        links: usize,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        let tree = self.core.tree;
        let mark = self.mark();
        let mut parts = Vec::new();
        let mut operand = leftmost;
        let mut literal: Option<Literal> = None;
        for link in 0..=links {
            let next = if link < links { self.core.session.spine.pop(start) } else { None };
            let next = next.map(|node| match tree[node].kind {
                ExpressionKind::Binary { right, .. } => right,
                _ => node,
            });
            // An operator's error points at its right side, as everywhere.
            let at = tree[if link == 0 { next.unwrap_or(operand) } else { operand }].span.start;
            self.core.work(1)?;
            match (literal, self.literal_of(operand)) {
                (Some(before), Some(more)) => match self.fold_strings(before, more) {
                    Some(joined) => literal = Some(joined),
                    None => {
                        self.literal_part(before, &mut parts)?;
                        literal = Some(more);
                    }
                },
                (None, Some(more)) => literal = Some(more),
                (before, None) => {
                    if let Some(before) = before {
                        self.literal_part(before, &mut parts)?;
                        literal = None;
                    }
                    self.operand_of_concatenation(operand, at, &mut parts, false, |dst, src| {
                        Instruction::ToConcatenationPart { dst, src }
                    })?;
                }
            }
            self.core.position = at;
            let Some(next) = next else { break };
            operand = next;
        }
        if let Some(literal) = literal {
            if parts.is_empty() {
                return Ok(Operand::Literal(literal));
            }
            self.literal_part(literal, &mut parts)?;
        }
        self.release(mark);
        self.concatenation(&parts, hint)
    }

    fn literal_part(&mut self, literal: Literal, parts: &mut Vec<Register>) -> Compiled {
        let dst = self.part(parts)?;
        self.put(Operand::Literal(literal), dst)
    }

    /// Evaluates an operand into the next part. Converts it if that could be observed; the last one may stay
    /// unconverted.
    pub(super) fn operand_of_concatenation(
        &mut self,
        operand: ExpressionId,
        at: u32,
        parts: &mut Vec<Register>,
        is_last: bool,
        convert: Make1,
    ) -> Compiled {
        let dst = self.part(parts)?;
        if is_last || self.is_certainly_primitive(operand) {
            return self.expression_to(operand, dst);
        }
        let mark = self.mark();
        let source = self.expression(operand, Some(dst))?;
        self.core.position = at;
        let source = self.low(source, 0);
        self.write(dst, |dst| convert(dst, source));
        self.release(mark);
        Ok(())
    }

    /// Joins all parts into one string. Their registers have been released.
    pub(super) fn concatenation(&mut self, parts: &[Register], hint: Option<Register>) -> Compiled<Operand> {
        let dst = self.hint_or_temporary(hint)?;
        if let Some(&first) = parts.first() {
            self.concatenate(dst, first, parts.len());
        }
        Ok(Operand::Register(dst))
    }

    fn concatenate(&mut self, dst: Register, first: Register, count: usize) {
        let (count, first) = (count as u16, first.0);
        self.write(dst, |dst| Instruction::Concatenate { dst, count, first });
    }

    /// Returns the register of the next part.
    pub(super) fn part(&mut self, parts: &mut Vec<Register>) -> Compiled<Register> {
        if parts.len() == PARTS
            && let Some(&first) = parts.first()
        {
            self.concatenate(first, first, PARTS);
            parts.truncate(1);
            self.release_behind(first);
        }
        let register = self.frame_register()?;
        parts.push(register);
        Ok(register)
    }

    fn is_certainly_string(&self, id: ExpressionId) -> bool {
        use ExpressionKind::{StringLiteral, Template, Unary};
        matches!(
            self.core.tree[id].kind,
            StringLiteral { .. } | Template { .. } | Unary { operator: UnaryOperator::TypeOf, .. }
        )
    }

    /// Returns whether the value's conversion to a string cannot be observed.
    fn is_certainly_primitive(&self, id: ExpressionId) -> bool {
        use ExpressionKind::{Binary, Template, Unary, Update};
        let kind = self.core.tree[id].kind;
        matches!(kind, Binary { .. } | Template { .. } | Unary { .. } | Update { .. }) || self.literal_of(id).is_some()
    }
}
