//! Expressions to operands: dispatch, unary and binary operators, and the forms in which a value can be requested.
//!
//! | wanted | function |
//! |---|---|
//! | one step before code | [`FunctionCompiler::operand`] |
//! | in this register | [`FunctionCompiler::expression_to`] |
//! | in whatever register | [`FunctionCompiler::expression`] |
//! | not at all | `effect` in `lowering` |
//! | as a jump | `condition` in `lowering` |

use ferrotape_bytecode::{ErrorKind, Instruction, Intrinsic};
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, LogicalOperator, UnaryOperator};

use super::emitter::Mark;
use super::operand::{Literal, Make1, Make2, MakeInt, Operand, small_int};
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::Branches;
use crate::facts::Effects;
use crate::lowering::{Forms, Jumps, Stop, Values};
use crate::lowering::{all_but_last, await_value, condition, conditional, effect, logical, yield_value};
use crate::spine::inner_of_binary;

impl<'t> Values<'t> for FunctionCompiler<'t> {
    fn value(&mut self, id: ExpressionId) -> Compiled<Register> {
        self.expression(id, None)
    }

    /// Evaluates an expression that is no construct of `condition`, for its effects only.
    fn effect_leaf(&mut self, id: ExpressionId) -> Compiled {
        let expression = self.core.tree[id];
        let mark = self.mark();
        if let ExpressionKind::Update { operator, argument, .. } = expression.kind {
            self.update(operator, true, argument, None, expression.span.start)?;
            return Ok(());
        }
        if let ExpressionKind::Assignment { operator: None, left, right } = expression.kind
            && self.exchange(left, right)?
        {
            return Ok(());
        }
        let operand = self.operand(id, None)?;
        if self.has_effect(operand) {
            self.in_register(operand, mark, None)?;
        }
        Ok(())
    }

    fn completion(&mut self, id: ExpressionId) -> Compiled {
        self.completion.map_or(Ok(()), |value| self.expression_to(id, value))
    }

    fn undefined_completion(&mut self) -> Compiled {
        self.completion.map_or(Ok(()), |value| self.put(Operand::Literal(Literal::Undefined), value))
    }

    fn drop_value(&mut self, _: Register) {}
}

impl FunctionCompiler<'_> {
    /// Evaluates an expression except for its last step. `hint` is a temporary that may be used on the way, mostly the
    /// value's destination.
    pub(super) fn operand(&mut self, id: ExpressionId, hint: Option<Register>) -> Compiled<Operand> {
        let expression = self.core.tree[id];
        self.core.node(expression.span)?;
        let at = expression.span.start;
        Ok(match expression.kind {
            ExpressionKind::Identifier { reference, .. } => self.reference(reference, at)?,
            ExpressionKind::NullLiteral => Operand::Literal(Literal::Null),
            ExpressionKind::BooleanLiteral { value } => Operand::Literal(Literal::Boolean(value)),
            ExpressionKind::NumericLiteral { value } => Operand::Literal(Literal::Number(value)),
            ExpressionKind::BigIntLiteral { digits } => Operand::Literal(Literal::BigInt(digits)),
            ExpressionKind::StringLiteral { value } => Operand::Literal(Literal::String(value)),
            ExpressionKind::RegExpLiteral { pattern, flags } => self.regexp(pattern, flags, at),
            ExpressionKind::This => Operand::Register(Register::THIS),
            ExpressionKind::ThisReference { reference } => self.this_reference(reference, at)?,
            ExpressionKind::NewTarget { reference } => self.new_target(reference, at)?,
            ExpressionKind::ImportMeta => {
                Operand::Intrinsic { which: Intrinsic::ImportMeta, first: Register::THIS, at }
            }
            ExpressionKind::ImportCall { phase, source, options } => self.import_call(phase, source, options, at)?,
            ExpressionKind::Template { template } => self.template(template, hint)?,
            ExpressionKind::SuperMember { .. } | ExpressionKind::SuperComputedMember { .. } => self.super_member(id)?,
            ExpressionKind::LogicalAssignment { operator, left, right } => {
                self.logical_assignment(operator, left, right, hint)?
            }
            ExpressionKind::Array { elements } => self.array(elements, hint)?,
            ExpressionKind::Object { properties } => self.object(properties, hint)?,
            ExpressionKind::Function { function } => self.closure(function),
            ExpressionKind::Unary { operator, argument } => self.unary(operator, argument, hint, at)?,
            ExpressionKind::Update { operator, prefix, argument } => {
                self.update(operator, prefix, argument, hint, at)?
            }
            ExpressionKind::Binary { .. } => self.binary(id, hint)?,
            ExpressionKind::Assignment { operator, left, right } => self.assignment(operator, left, right, hint)?,
            ExpressionKind::Logical { .. } | ExpressionKind::Conditional { .. } => {
                let dst = self.hint_or_temporary(hint)?;
                self.expression_to(id, dst)?;
                Operand::Register(dst)
            }
            ExpressionKind::Call { .. }
            | ExpressionKind::TaggedTemplate { .. }
            | ExpressionKind::Chain { .. }
            | ExpressionKind::Optional { .. }
            | ExpressionKind::Member { .. }
            | ExpressionKind::PrivateMember { .. }
            | ExpressionKind::ComputedMember { .. } => self.chain(id, hint)?,
            ExpressionKind::Class { class } => self.class(class, hint)?,
            ExpressionKind::PrivateIn { reference, right } => self.private_in(reference, right, at)?,
            ExpressionKind::SuperCall { arguments, references } => self.super_call(arguments, references, at)?,
            ExpressionKind::New { callee, arguments } => self.new_object(callee, arguments, at)?,
            ExpressionKind::Yield { argument, delegate } => {
                Operand::Register(yield_value(self, argument, delegate, at)?)
            }
            ExpressionKind::Await { argument } => Operand::Register(await_value(self, argument, at)?),
            ExpressionKind::Spread { .. }
            | ExpressionKind::ArrayPattern { .. }
            | ExpressionKind::ObjectPattern { .. }
            | ExpressionKind::AssignmentPattern { .. }
            | ExpressionKind::Rest { .. } => return Err(Stop::Misplaced(expression.span)),
            ExpressionKind::Sequence { expressions } => {
                let last = all_but_last(self, expressions)?;
                let mark = self.mark();
                let operand = self.operand(last, hint)?;
                // The operator's result is a value, not a reference.
                match operand {
                    Operand::Global { .. } | Operand::Name { .. } | Operand::Super { .. } | Operand::Private { .. } => {
                        Operand::Register(self.in_register(operand, mark, hint)?)
                    }
                    value => value,
                }
            }
        })
    }

    /// Evaluates into the register `dst`. If that is a variable's, it is written last of all.
    pub(super) fn expression_to(&mut self, id: ExpressionId, dst: Register) -> Compiled {
        match self.core.tree[id].kind {
            ExpressionKind::Conditional { .. } => {
                self.core.node(self.core.tree[id].span)?;
                conditional(self, id, dst)
            }
            ExpressionKind::Logical { operator, left, .. } => self.logical_to(id, operator, left, dst),
            _ => {
                let mark = self.mark();
                let hint = Some(dst).filter(|&dst| self.is_temporary(dst));
                let operand = self.operand(id, hint)?;
                self.put(operand, dst)?;
                self.release(mark);
                Ok(())
            }
        }
    }

    /// Evaluates into a register: a variable's own, the hint, or a new temporary.
    pub(super) fn expression(&mut self, id: ExpressionId, hint: Option<Register>) -> Compiled<Register> {
        let mark = self.mark();
        let operand = self.operand(id, hint)?;
        self.in_register(operand, mark, hint)
    }

    /// Evaluates into a register that keeps the value while something with the effects `later` happens.
    pub(super) fn expression_kept(&mut self, id: ExpressionId, later: Effects) -> Compiled<Register> {
        let mark = self.mark();
        let operand = self.operand(id, None)?;
        let settled = self.settle(operand, later, mark, None)?;
        self.in_register(settled, mark, None)
    }

    /// Returns whether reading the operand can be observed.
    fn has_effect(&self, operand: Operand) -> bool {
        !matches!(
            operand,
            Operand::Literal(_)
                | Operand::Register(_)
                | Operand::Variable(_)
                | Operand::Callee
                | Operand::Immutable { .. }
                | Operand::Outer { .. }
                | Operand::Closure { .. }
                | Operand::EmptyObject { .. }
        )
    }

    /// Evaluates `a && b` as a value.
    fn logical_to(
        &mut self,
        id: ExpressionId,
        operator: LogicalOperator,
        left: ExpressionId,
        dst: Register,
    ) -> Compiled {
        self.core.node(self.core.tree[id].span)?;
        let mark = self.mark();
        // `x = x || …` has the first value in place. Any other value must not become visible in the variable too early.
        let is_in_place = self.variable_of(left) == Some(dst);
        let value = if is_in_place || self.is_temporary(dst) { dst } else { self.temporary()? };
        logical(self, id, operator, value)?;
        self.mov(dst, value);
        self.release(mark);
        Ok(())
    }

    /// Returns the register of the variable that an expression names.
    fn variable_of(&self, id: ExpressionId) -> Option<Register> {
        let ExpressionKind::Identifier { reference, .. } = self.core.tree[id].kind else { return None };
        self.own_variable(reference).map(|binding| self.register_of(binding))
    }

    /// Evaluates a condition to a boolean: `truth` if it is true, else the opposite.
    fn condition_value(&mut self, id: ExpressionId, dst: Register, truth: bool) -> Compiled {
        let (on_true, on_false, end) = (self.core.label(), self.core.label(), self.core.label());
        condition(self, id, Branches { on_true, on_false, next: true })?;
        self.bind(on_true);
        self.put(Operand::Literal(Literal::Boolean(truth)), dst)?;
        self.jump(end);
        self.bind(on_false);
        self.put(Operand::Literal(Literal::Boolean(!truth)), dst)?;
        self.bind(end);
        Ok(())
    }

    /// Returns the literal that an expression certainly is, without evaluating anything.
    pub(super) fn literal_of(&self, id: ExpressionId) -> Option<Literal> {
        match self.core.tree[id].kind {
            ExpressionKind::NullLiteral => Some(Literal::Null),
            ExpressionKind::BooleanLiteral { value } => Some(Literal::Boolean(value)),
            ExpressionKind::NumericLiteral { value } => Some(Literal::Number(value)),
            ExpressionKind::StringLiteral { value } => Some(Literal::String(value)),
            ExpressionKind::Unary { operator: UnaryOperator::Minus, argument } => match self.core.tree[argument].kind {
                ExpressionKind::NumericLiteral { value } => Some(Literal::Number(-value)),
                _ => None,
            },
            ExpressionKind::Unary { operator: UnaryOperator::Not, argument } => match self.core.tree[argument].kind {
                ExpressionKind::NumericLiteral { value } => Some(Literal::Boolean(value == 0.0 || value.is_nan())),
                _ => None,
            },
            _ => None,
        }
    }

    /// Evaluates a unary operator (ECMA-262 13.5). `+`, `-` and `~` are folded for literals, else wait for their destination.
    fn unary(
        &mut self,
        operator: UnaryOperator,
        argument: ExpressionId,
        hint: Option<Register>,
        at: u32,
    ) -> Compiled<Operand> {
        let make: Make1 = match operator {
            UnaryOperator::Delete => return self.delete(argument, hint, at),
            UnaryOperator::TypeOf => return self.type_of(argument, hint, at),
            UnaryOperator::Void => {
                effect(self, argument)?;
                return Ok(Operand::Literal(Literal::Undefined));
            }
            UnaryOperator::Not => return self.not(argument, hint, at),
            UnaryOperator::Plus => |dst, src| Instruction::ToNumber { dst, src },
            UnaryOperator::Minus => |dst, src| Instruction::Negate { dst, src },
            UnaryOperator::BitNot => |dst, src| Instruction::BitNot { dst, src },
        };
        let mark = self.mark();
        let operand = self.operand(argument, hint)?;
        if let Operand::Literal(literal) = operand
            && let Some(folded) = self.fold_unary(operator, literal)
        {
            return Ok(Operand::Literal(folded));
        }
        let source = self.in_register(operand, mark, hint)?;
        Ok(Operand::Unary { make, source, at })
    }

    /// Evaluates `!argument` as a value. A condition of several parts is better evaluated as a condition.
    fn not(&mut self, argument: ExpressionId, hint: Option<Register>, at: u32) -> Compiled<Operand> {
        if matches!(self.core.tree[argument].kind, ExpressionKind::Logical { .. }) {
            let dst = self.hint_or_temporary(hint)?;
            self.condition_value(argument, dst, false)?;
            return Ok(Operand::Register(dst));
        }
        let mark = self.mark();
        let operand = self.operand(argument, hint)?;
        if let Operand::Literal(literal) = operand {
            return Ok(Operand::Literal(Literal::Boolean(!self.truth(literal))));
        }
        let source = self.in_register(operand, mark, hint)?;
        Ok(Operand::Unary { make: |dst, src| Instruction::Not { dst, src }, source, at })
    }

    /// Evaluates `typeof`, ECMA-262 13.5.3. An unresolvable reference has the type "undefined".
    fn type_of(&mut self, argument: ExpressionId, hint: Option<Register>, at: u32) -> Compiled<Operand> {
        let mark = self.mark();
        let operand = self.type_source(argument, hint)?;
        if let Operand::Literal(literal) = operand {
            let name = self.core.session.names.intern_ascii(literal.type_name());
            return Ok(Operand::Literal(Literal::String(name)));
        }
        let source = self.in_register(operand, mark, hint)?;
        Ok(Operand::Unary { make: |dst, src| Instruction::TypeOf { dst, src }, source, at })
    }

    /// Makes the operand of `typeof`: undefined for an unresolvable reference.
    pub(super) fn type_source(&mut self, argument: ExpressionId, hint: Option<Register>) -> Compiled<Operand> {
        Ok(match self.operand(argument, hint)? {
            Operand::Global { name, at } => {
                self.core.position = at;
                let source = self.hint_or_temporary(hint)?;
                let cache = self.cache(name);
                self.write(source, |dst| Instruction::GetGlobalOrUndefined { dst, cache });
                Operand::Register(source)
            }
            Operand::Name { index, at } => {
                self.core.position = at;
                let source = self.hint_or_temporary(hint)?;
                self.write(source, |dst| Instruction::GetNameOrUndefined { dst, name: index });
                Operand::Register(source)
            }
            other => other,
        })
    }

    /// Evaluates `delete`, ECMA-262 13.5.1.2
    fn delete(&mut self, argument: ExpressionId, hint: Option<Register>, at: u32) -> Compiled<Operand> {
        match self.core.tree[argument].kind {
            ExpressionKind::Chain { expression } => return self.delete_of_chain(expression, hint, at),
            ExpressionKind::SuperMember { .. } | ExpressionKind::SuperComputedMember { .. } => {
                self.super_member(argument)?;
                self.core.position = at;
                self.throw_error(ErrorKind::ReferenceError, "Unsupported reference to 'super'");
                return Ok(Operand::Literal(Literal::Boolean(true)));
            }
            _ => {}
        }
        if !self.is_reference(argument) {
            effect(self, argument)?;
            return Ok(Operand::Literal(Literal::Boolean(true)));
        }
        let operand = self.operand_of_reference(argument, hint)?;
        self.delete_operand(operand, hint, at)
    }

    /// Evaluates `delete a?.b`, which is true if the chain ends early.
    fn delete_of_chain(&mut self, argument: ExpressionId, hint: Option<Register>, at: u32) -> Compiled<Operand> {
        let mark = self.mark();
        let mut nullish = None;
        let operand = self.chain_to(argument, hint, &mut nullish)?;
        let deleted = if self.is_reference(argument) {
            self.delete_operand(operand, hint, at)?
        } else {
            self.in_register(operand, mark, hint)?;
            Operand::Literal(Literal::Boolean(true))
        };
        let Some(nullish) = nullish else { return Ok(deleted) };
        self.release(mark);
        let dst = self.hint_or_temporary(hint)?;
        self.put(deleted, dst)?;
        let end = self.core.label();
        self.jump(end);
        self.bind(nullish);
        self.put(Operand::Literal(Literal::Boolean(true)), dst)?;
        self.bind(end);
        Ok(Operand::Register(dst))
    }

    /// Emits `delete` of what an operand names.
    fn delete_operand(&mut self, operand: Operand, hint: Option<Register>, at: u32) -> Compiled<Operand> {
        let dst = match operand {
            Operand::Global { .. } | Operand::Name { .. } => self.hint_or_temporary(hint)?,
            Operand::Property { .. } | Operand::Element { .. } | Operand::IntElement { .. } => {
                self.hint_or_temporary(hint)?
            }
            // Bindings cannot be deleted, unless they are looked up by name.
            _ => return Ok(Operand::Literal(Literal::Boolean(false))),
        };
        self.core.position = at;
        match operand {
            Operand::Global { name, .. } => {
                let cache = self.cache(name);
                self.write(dst, |dst| Instruction::DeleteGlobal { dst, cache });
            }
            Operand::Name { index, .. } => self.write(dst, |dst| Instruction::DeleteName { dst, name: index }),
            Operand::Property { object, name, .. } => {
                let (object, cache) = (self.low(object, 0), self.cache(name));
                self.write(dst, |dst| Instruction::DeleteProperty { dst, object, cache });
            }
            Operand::Element { object, key, .. } => {
                let (object, key) = (self.low(object, 0), self.low(key, 1));
                self.write(dst, |dst| Instruction::DeleteElement { dst, object, key });
            }
            Operand::IntElement { object, index, .. } => {
                let key = self.temporary()?;
                self.put(Operand::Literal(Literal::Number(index.into())), key)?;
                let (object, key) = (self.low(object, 0), self.low(key, 1));
                self.write(dst, |dst| Instruction::DeleteElement { dst, object, key });
            }
            _ => {}
        }
        Ok(Operand::Register(dst))
    }

    /// Makes an operand of a reference whose identifier must not be taken for a constant.
    fn operand_of_reference(&mut self, id: ExpressionId, hint: Option<Register>) -> Compiled<Operand> {
        match self.core.tree[id].kind {
            ExpressionKind::Identifier { reference, .. } => {
                self.reference_target(reference, self.core.tree[id].span.start)
            }
            _ => self.operand(id, hint),
        }
    }

    fn is_reference(&self, id: ExpressionId) -> bool {
        use ExpressionKind::{ComputedMember, Identifier, Member};
        matches!(self.core.tree[id].kind, Identifier { .. } | Member { .. } | ComputedMember { .. })
    }

    /// Evaluates `a + b + c + …`: down the left side in a loop, then one operator after the other.
    fn binary(&mut self, id: ExpressionId, hint: Option<Register>) -> Compiled<Operand> {
        let mark = self.mark();
        let (start, leftmost) = self.core.descend(id, inner_of_binary)?;
        let mut value = match self.joined_links(start, leftmost) {
            0 => self.operand(leftmost, hint)?,
            links => self.join_operands(leftmost, start, links, hint)?,
        };
        while let Some(node) = self.core.session.spine.pop(start) {
            if let ExpressionKind::Binary { operator, right, .. } = self.core.tree[node].kind {
                value = self.operation(operator, value, right, mark, hint)?;
            }
        }
        Ok(value)
    }

    /// Evaluates a binary operator on a value at hand and an expression. Temporaries since `mark` are the value's.
    pub(super) fn operation(
        &mut self,
        operator: BinaryOperator,
        left: Operand,
        right: ExpressionId,
        mark: Mark,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        // An operator's error mostly points at its right side.
        let at = self.core.tree[right].span.start;
        let left = self.settle(left, self.tables.facts.effects(right), mark, hint)?;
        let right_mark = self.mark();
        let right = self.operand(right, None)?;
        if let (Operand::Literal(a), Operand::Literal(b)) = (left, right)
            && let Some(folded) = self.fold_binary(operator, a, b)
        {
            return Ok(Operand::Literal(folded));
        }
        if let Operand::Literal(Literal::Number(number)) = right
            && let (Some(value), Some(make)) = (small_int(number), with_int(operator))
        {
            let a = self.in_register(left, right_mark, hint)?;
            return Ok(Operand::BinaryInt { make, a, value, at });
        }
        if let Operand::Literal(Literal::Number(number)) = left
            && let (Some(value), Some(make), true) = (small_int(number), with_int(operator), is_commutative(operator))
        {
            let a = self.in_register(right, right_mark, None)?;
            return Ok(Operand::BinaryInt { make, a, value, at });
        }
        let b = self.in_register(right, right_mark, None)?;
        let a = self.in_register(left, self.mark(), None)?;
        Ok(Operand::Binary { make: with_registers(operator), a, b, at })
    }
}

impl Literal {
    pub(super) fn type_name(self) -> &'static str {
        match self {
            Literal::Undefined => "undefined",
            Literal::Null => "object",
            Literal::Boolean(_) => "boolean",
            Literal::Number(_) => "number",
            Literal::BigInt(_) => "bigint",
            Literal::String(_) | Literal::Joined(_) => "string",
        }
    }
}

/// Returns whether both sides are converted to numbers, so that they can be exchanged.
fn is_commutative(operator: BinaryOperator) -> bool {
    use BinaryOperator::*;
    matches!(operator, Multiply | BitAnd | BitOr | BitXor)
}

/// Returns the operator's general form, with both sides in registers.
fn with_registers(operator: BinaryOperator) -> Make2 {
    use BinaryOperator as Op;
    match operator {
        Op::Multiply => |dst, a, b| Instruction::Multiply { dst, a, b },
        Op::Divide => |dst, a, b| Instruction::Divide { dst, a, b },
        Op::Remainder => |dst, a, b| Instruction::Remainder { dst, a, b },
        Op::Exponentiate => |dst, a, b| Instruction::Exponentiate { dst, a, b },
        Op::Add => |dst, a, b| Instruction::Add { dst, a, b },
        Op::Subtract => |dst, a, b| Instruction::Subtract { dst, a, b },
        Op::ShiftLeft => |dst, a, b| Instruction::ShiftLeft { dst, a, b },
        Op::ShiftRight => |dst, a, b| Instruction::ShiftRight { dst, a, b },
        Op::ShiftRightUnsigned => |dst, a, b| Instruction::ShiftRightUnsigned { dst, a, b },
        Op::Less => |dst, a, b| Instruction::Less { dst, a, b },
        Op::Greater => |dst, a, b| Instruction::Greater { dst, a, b },
        Op::LessEqual => |dst, a, b| Instruction::LessEqual { dst, a, b },
        Op::GreaterEqual => |dst, a, b| Instruction::GreaterEqual { dst, a, b },
        Op::InstanceOf => |dst, a, b| Instruction::InstanceOf { dst, a, b },
        Op::In => |dst, a, b| Instruction::In { dst, a, b },
        Op::Equal => |dst, a, b| Instruction::Equal { dst, a, b },
        Op::NotEqual => |dst, a, b| Instruction::NotEqual { dst, a, b },
        Op::StrictEqual => |dst, a, b| Instruction::StrictEqual { dst, a, b },
        Op::StrictNotEqual => |dst, a, b| Instruction::StrictNotEqual { dst, a, b },
        Op::BitAnd => |dst, a, b| Instruction::BitAnd { dst, a, b },
        Op::BitXor => |dst, a, b| Instruction::BitXor { dst, a, b },
        Op::BitOr => |dst, a, b| Instruction::BitOr { dst, a, b },
    }
}

/// Returns the form of the operator with a small integer on the right, if there is one.
fn with_int(operator: BinaryOperator) -> Option<MakeInt> {
    use BinaryOperator as Op;
    Some(match operator {
        Op::Multiply => |dst, a, value| Instruction::MultiplyInt { dst, a, value },
        Op::Divide => |dst, a, value| Instruction::DivideInt { dst, a, value },
        Op::Remainder => |dst, a, value| Instruction::RemainderInt { dst, a, value },
        Op::Add => |dst, a, value| Instruction::AddInt { dst, a, value },
        Op::Subtract => |dst, a, value| Instruction::SubtractInt { dst, a, value },
        Op::ShiftLeft => |dst, a, value| Instruction::ShiftLeftInt { dst, a, value },
        Op::ShiftRight => |dst, a, value| Instruction::ShiftRightInt { dst, a, value },
        Op::ShiftRightUnsigned => |dst, a, value| Instruction::ShiftRightUnsignedInt { dst, a, value },
        Op::BitAnd => |dst, a, value| Instruction::BitAndInt { dst, a, value },
        Op::BitXor => |dst, a, value| Instruction::BitXorInt { dst, a, value },
        Op::BitOr => |dst, a, value| Instruction::BitOrInt { dst, a, value },
        _ => return None,
    })
}
