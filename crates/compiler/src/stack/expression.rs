//! Expressions: dispatch, unary and binary operators, and the forms in which a value can be requested.
//!
//! | wanted | function |
//! |---|---|
//! | a value | [`FunctionGenerator::value`] |
//! | a reference, where it is one | [`FunctionGenerator::operand`] |
//! | nothing | `effect` in `lowering` |
//! | a branch | `condition` in `lowering` |

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::scope::{ReferenceId, Resolution};
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, UnaryOperator};

use super::{Compiled, FunctionGenerator, text_id};
use crate::lowering::{
    self, ConstantGlobal, Stop, Values, all_but_last, await_value, conditional, effect, index_of, logical, yield_value,
};
use crate::spine::inner_of_binary;

/// Kind of the value on top of the value stack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Top {
    Value,
    Reference(Place),
}

/// Target of a reference.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A binding that the parser has found: access cannot fail.
    Variable,
    /// A binding that a declaration initialises.
    New,
    /// The own name of a function expression. It can be read; assigning to it is an error in strict code, which points
    /// at this position.
    OwnName(u32),
    /// A property, or a name looked up at run time. Errors point at this position.
    At(u32),
}

impl<'t> Values<'t> for FunctionGenerator<'t> {
    /// Evaluates an expression to a value.
    fn value(&mut self, id: ExpressionId) -> Compiled {
        let top = self.operand(id)?;
        self.get(top);
        Ok(())
    }

    /// Evaluates an expression that is no construct of `condition`, for its effects only.
    fn effect_leaf(&mut self, id: ExpressionId) -> Compiled {
        let expression = self.core.tree[id];
        match expression.kind {
            ExpressionKind::Update { operator, argument, .. } => {
                self.update(operator, true, argument, expression.span.start, false)
            }
            ExpressionKind::Assignment { operator, left, right } => self.assignment(operator, left, right, false),
            kind if !self.has_effect(kind) => Ok(()),
            _ => {
                self.value(id)?;
                self.emit(StackInstruction::Pop);
                Ok(())
            }
        }
    }

    fn completion(&mut self, id: ExpressionId) -> Compiled {
        self.value(id)?;
        self.emit(StackInstruction::SetC);
        Ok(())
    }

    fn undefined_completion(&mut self) -> Compiled {
        self.clear_completion();
        Ok(())
    }

    fn drop_value(&mut self, (): ()) {
        self.emit(StackInstruction::Pop);
    }
}

impl FunctionGenerator<'_> {
    /// Replaces a reference on top by its value.
    pub(super) fn get(&mut self, top: Top) {
        match top {
            Top::Value => {}
            Top::Reference(Place::At(at)) => self.emit_at(at, StackInstruction::GetValue),
            Top::Reference(_) => self.emit(StackInstruction::GetValue),
        }
    }

    /// Evaluates an expression. Identifiers and members leave a reference.
    pub(super) fn operand(&mut self, id: ExpressionId) -> Compiled<Top> {
        let expression = self.core.tree[id];
        self.core.node(expression.span)?;
        let at = expression.span.start;
        match expression.kind {
            ExpressionKind::Identifier { reference, .. } => match self.core.constant_global(reference) {
                Some(ConstantGlobal::Undefined) => self.literal(Literal::Undefined),
                Some(ConstantGlobal::Number(number)) => self.literal(Literal::Number(number)),
                None => return Ok(Top::Reference(self.identifier(reference, at))),
            },
            ExpressionKind::Call { .. }
            | ExpressionKind::TaggedTemplate { .. }
            | ExpressionKind::Chain { .. }
            | ExpressionKind::Optional { .. }
            | ExpressionKind::Member { .. }
            | ExpressionKind::PrivateMember { .. }
            | ExpressionKind::ComputedMember { .. } => return self.chain(id),
            ExpressionKind::Class { class } => lowering::class(self, class, None, ())?,
            ExpressionKind::PrivateIn { reference, right } => self.private_in(reference, right, at)?,
            ExpressionKind::SuperCall { arguments, references } => self.super_call(arguments, references, id)?,
            ExpressionKind::SuperMember { .. } | ExpressionKind::SuperComputedMember { .. } => {
                return self.super_member(id).map(Top::Reference);
            }
            ExpressionKind::ThisReference { reference } => {
                return Ok(self.implicit(reference, StackInstruction::GlobalThis, at));
            }
            ExpressionKind::NewTarget { reference } => {
                return Ok(self.implicit(reference, StackInstruction::NewTarget, at));
            }
            ExpressionKind::ImportMeta => self.emit_at(at, StackInstruction::ImportMeta),
            ExpressionKind::ImportCall { phase, source, options } => self.import_call(phase, source, options, at)?,
            ExpressionKind::Template { template } => self.template(template)?,
            ExpressionKind::LogicalAssignment { operator, left, right } => {
                self.logical_assignment(operator, left, right)?;
            }
            ExpressionKind::NullLiteral => self.literal(Literal::Null),
            ExpressionKind::BooleanLiteral { value } => self.literal(Literal::Boolean(value)),
            ExpressionKind::NumericLiteral { value } => self.literal(Literal::Number(value)),
            ExpressionKind::BigIntLiteral { digits } => self.literal(Literal::BigInt(text_id(digits))),
            ExpressionKind::StringLiteral { value } => self.string(text_id(value)),
            ExpressionKind::RegExpLiteral { pattern, flags } => self.regexp(pattern, flags, at),
            ExpressionKind::This => self.emit(StackInstruction::This),
            ExpressionKind::Array { elements } => self.array(elements)?,
            ExpressionKind::Object { properties } => self.object(properties)?,
            ExpressionKind::Function { function } => {
                self.emit(StackInstruction::Func(index_of(self.core.tree, function)));
            }
            ExpressionKind::Unary { operator, argument } => self.unary(operator, argument, at)?,
            ExpressionKind::Update { operator, prefix, argument } => {
                self.update(operator, prefix, argument, at, true)?;
            }
            ExpressionKind::Binary { .. } => self.binary(id)?,
            ExpressionKind::Assignment { operator, left, right } => self.assignment(operator, left, right, true)?,
            ExpressionKind::Logical { operator, .. } => logical(self, id, operator, ())?,
            ExpressionKind::Conditional { .. } => conditional(self, id, ())?,
            ExpressionKind::New { callee, arguments } => self.new_object(callee, arguments, at)?,
            ExpressionKind::Yield { argument, delegate } => yield_value(self, argument, delegate, at)?,
            ExpressionKind::Await { argument } => await_value(self, argument, at)?,
            ExpressionKind::Spread { .. }
            | ExpressionKind::ArrayPattern { .. }
            | ExpressionKind::ObjectPattern { .. }
            | ExpressionKind::AssignmentPattern { .. }
            | ExpressionKind::Rest { .. } => return Err(Stop::Misplaced(expression.span)),
            ExpressionKind::Sequence { expressions } => {
                let last = all_but_last(self, expressions)?;
                self.value(last)?;
            }
        }
        Ok(Top::Value)
    }

    /// Returns whether evaluating an expression without parts can be observed.
    fn has_effect(&self, kind: ExpressionKind) -> bool {
        use ExpressionKind::*;
        match kind {
            NullLiteral
            | BooleanLiteral { .. }
            | NumericLiteral { .. }
            | BigIntLiteral { .. }
            | StringLiteral { .. } => false,
            This | Function { .. } => false,
            Identifier { reference, .. } => {
                let is_bound = matches!(self.core.tree[reference].resolution, Resolution::Binding(_));
                if is_bound { self.core.is_checked(reference) } else { self.core.constant_global(reference).is_none() }
            }
            _ => true,
        }
    }

    /// Evaluates an implicit binding; in scripts emits the instruction that pushes the value.
    pub(super) fn implicit(&mut self, reference: ReferenceId, in_script: StackInstruction, at: u32) -> Top {
        if self.core.tree[reference].resolution == Resolution::Global {
            self.emit(in_script);
            return Top::Value;
        }
        Top::Reference(self.identifier(reference, at))
    }

    /// Evaluates `super.name` or `super[key]` (ECMA-262 13.3.7): first `this`, which must be initialised, then the key,
    /// then the prototype of the home object.
    pub(super) fn super_member(&mut self, id: ExpressionId) -> Compiled<Place> {
        let at = self.parts_of_super_member(id)?;
        self.emit(StackInstruction::SuperRef);
        Ok(Place::At(at))
    }

    /// Pushes `this`, the prototype of the home object, and the key. Returns the position for errors of the access.
    pub(super) fn parts_of_super_member(&mut self, id: ExpressionId) -> Compiled<u32> {
        let start = self.core.tree[id].span.start;
        let (references, at) = match self.core.tree[id].kind {
            ExpressionKind::SuperMember { property, references } => {
                self.this_of_super(references, start);
                self.string(text_id(property));
                (references, self.core.property_position(id, property))
            }
            ExpressionKind::SuperComputedMember { property, references } => {
                self.this_of_super(references, start);
                self.value(property)?;
                (references, self.core.tree[property].span.start)
            }
            kind => unreachable!("no member of super: {kind:?}"),
        };
        let function = self.implicit(ReferenceId(references.0 + 1), StackInstruction::Function, start);
        self.get(function);
        self.emit_at(start, StackInstruction::SuperBase);
        self.emit(StackInstruction::Exch);
        Ok(at)
    }

    fn this_of_super(&mut self, references: ReferenceId, at: u32) {
        let this = self.implicit(references, StackInstruction::GlobalThis, at);
        self.get(this);
    }

    /// Makes the reference `object.name` or `object[key]` of the base on the stack.
    pub(super) fn member(&mut self, id: ExpressionId) -> Compiled<Place> {
        match self.core.tree[id].kind {
            ExpressionKind::Member { property, .. } => {
                self.string(text_id(property));
                self.emit(StackInstruction::Ref);
                Ok(Place::At(self.core.property_position(id, property)))
            }
            ExpressionKind::ComputedMember { property, .. } => {
                self.value(property)?;
                self.emit(StackInstruction::Ref);
                Ok(Place::At(self.core.tree[property].span.start))
            }
            ExpressionKind::PrivateMember { reference, .. } => {
                let at = self.core.property_position(id, self.core.tree[reference].name);
                let place = self.identifier(reference, at);
                self.get(Top::Reference(place));
                self.emit(StackInstruction::PrivateRef);
                Ok(Place::At(at))
            }
            kind => unreachable!("no member: {kind:?}"),
        }
    }

    /// Emits an operator with one operand.
    fn unary(&mut self, operator: UnaryOperator, argument: ExpressionId, at: u32) -> Compiled {
        match operator {
            UnaryOperator::Delete => return self.delete(argument, at),
            UnaryOperator::TypeOf => {
                let top = self.operand(argument)?;
                match top {
                    Top::Reference(Place::At(at)) => self.emit_at(at, StackInstruction::TypeOf),
                    _ => self.emit(StackInstruction::TypeOf),
                }
            }
            UnaryOperator::Void => {
                effect(self, argument)?;
                self.literal(Literal::Undefined);
            }
            UnaryOperator::Not => {
                self.value(argument)?;
                self.emit(StackInstruction::ToBoolean);
                self.emit(StackInstruction::Not);
            }
            UnaryOperator::Plus => {
                self.value(argument)?;
                self.emit_at(at, StackInstruction::Plus);
            }
            UnaryOperator::Minus => {
                self.value(argument)?;
                self.emit_at(at, StackInstruction::ToNumber);
                self.emit(StackInstruction::Neg);
            }
            UnaryOperator::BitNot => {
                self.value(argument)?;
                self.emit_at(at, StackInstruction::Inv);
            }
        }
        Ok(())
    }

    /// Emits `delete`, ECMA-262 13.5.1.2
    fn delete(&mut self, argument: ExpressionId, at: u32) -> Compiled {
        let mut nullish = None;
        let top = match self.core.tree[argument].kind {
            ExpressionKind::Identifier { reference, .. } => Top::Reference(self.identifier(reference, at)),
            ExpressionKind::SuperMember { .. } | ExpressionKind::SuperComputedMember { .. } => {
                self.super_member(argument)?;
                self.emit_at(at, StackInstruction::BadDelete);
                return Ok(());
            }
            ExpressionKind::Chain { expression } => self.chain_to(expression, &mut nullish)?,
            // These are no names, although they are read from bindings.
            ExpressionKind::ThisReference { .. } | ExpressionKind::NewTarget { .. } => {
                self.value(argument)?;
                Top::Value
            }
            _ => self.operand(argument)?,
        };
        match top {
            Top::Reference(Place::At(_)) => self.emit_at(at, StackInstruction::Delete),
            _ => self.emit(StackInstruction::Delete),
        }
        // `delete a?.b` is true if the chain ends early.
        self.end_chain(nullish, &[Literal::Boolean(true)]);
        Ok(())
    }

    /// Evaluates `a + b + c + …`: down the left side in a loop, then one operator after the other.
    fn binary(&mut self, id: ExpressionId) -> Compiled {
        let (start, leftmost) = self.core.descend(id, inner_of_binary)?;
        self.value(leftmost)?;
        while let Some(node) = self.core.session.spine.pop(start) {
            if let ExpressionKind::Binary { operator, right, .. } = self.core.tree[node].kind {
                self.value(right)?;
                // An operator's error mostly points at its right side.
                self.operator(operator, self.core.tree[right].span.start);
            }
        }
        Ok(())
    }

    /// Applies an operator to the two values on top.
    pub(super) fn operator(&mut self, operator: BinaryOperator, at: u32) {
        use BinaryOperator::*;
        use StackInstruction as I;
        let instruction = match operator {
            Multiply => return self.arithmetic(I::ToNumber, I::Mul, at),
            Divide => return self.arithmetic(I::ToNumber, I::Div, at),
            Remainder => return self.arithmetic(I::ToNumber, I::Mod, at),
            Exponentiate => return self.arithmetic(I::ToNumber, I::Pow, at),
            Subtract => return self.arithmetic(I::ToNumber, I::Sub, at),
            Add => return self.arithmetic(I::ToPrimitive, I::Add, at),
            StrictEqual => return self.emit(I::Seq),
            StrictNotEqual => {
                self.emit(I::Seq);
                return self.emit(I::Not);
            }
            NotEqual => {
                self.emit_at(at, I::Eq);
                return self.emit(I::Not);
            }
            Equal => I::Eq,
            Less => I::Lt,
            Greater => I::Gt,
            LessEqual => I::Le,
            GreaterEqual => I::Ge,
            InstanceOf => I::InstanceOf,
            In => I::In,
            ShiftLeft => I::LShift,
            ShiftRight => I::RShift,
            ShiftRightUnsigned => I::URShift,
            BitAnd => I::BAnd,
            BitXor => I::BXor,
            BitOr => I::BOr,
        };
        self.emit_at(at, instruction);
    }

    /// Converts both values, the left one first, and computes.
    fn arithmetic(&mut self, convert: StackInstruction, compute: StackInstruction, at: u32) {
        self.core.position = at;
        self.locate();
        for instruction in [StackInstruction::Exch, convert, StackInstruction::Exch, convert, compute] {
            self.emit(instruction);
        }
    }
}
