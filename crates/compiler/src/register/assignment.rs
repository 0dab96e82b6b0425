//! Targets, assignments and updates (ECMA-262 13.15, 13.4).
//!
//! A target is an operand that is not read. Its object and key are evaluated first, into registers that keep their
//! values while the assigned value is evaluated. Only then the value is stored.

use ferrotape_bytecode::{ErrorKind, Instruction, array_index};
use ferrotape_syntax::scope::ReferenceId;
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, LogicalOperator, UpdateOperator};
use ferrotape_text::Text;

use super::operand::{Literal, Make1, Operand};
use super::{Compiled, FunctionCompiler, Register};
use crate::facts::Effects;
use crate::lowering::{Assignments, Forms, Jumps, Parts, Resolved, bind_pattern, decides, effect, is_pattern};

impl<'t> Assignments<'t> for FunctionCompiler<'t> {
    fn assign(&mut self, reference: ReferenceId, at: u32, value: ExpressionId) -> Compiled {
        let mark = self.mark();
        let target = self.reference_target(reference, at)?;
        let target = self.resolve(target, value)?;
        self.store_expression(target, value, None)?;
        self.release(mark);
        Ok(())
    }

    fn initialize_undefined(&mut self, reference: ReferenceId, at: u32) -> Compiled {
        let mark = self.mark();
        let undefined = Operand::Literal(Literal::Undefined);
        match self.reference_target(reference, at)? {
            Operand::Variable(binding) => self.put(undefined, self.register_of(binding))?,
            target => {
                let value = self.in_register(undefined, mark, None)?;
                self.store(target, value)?;
            }
        }
        self.release(mark);
        Ok(())
    }

    fn place(&mut self, target: ExpressionId) -> Compiled<Operand> {
        // A read, which may call a getter, and the default value come between the target's parts and its value.
        let target = self.target(target, Effects::ALL)?;
        self.resolve_early(target)
    }

    fn place_of(&mut self, reference: ReferenceId, at: u32) -> Compiled<Operand> {
        self.reference_target(reference, at)
    }

    /// Stores a register in a target.
    fn store(&mut self, target: Operand, src: Register) -> Compiled {
        match target {
            Operand::Variable(binding) => self.mov(self.register_of(binding), src),
            Operand::LateVariable { binding, at } => {
                self.check_initialized(binding, at);
                self.mov(self.register_of(binding), src);
            }
            Operand::Immutable { reference, at } => self.assign_immutable(reference, at)?,
            Operand::Invalid => {}
            Operand::Outer { depth, index } => {
                self.tick_for_records(depth);
                let src = self.low(src, 0);
                self.emit(Instruction::SetOuter { src, depth, index });
            }
            Operand::OuterChecked { depth, index, .. } => {
                let mark = self.mark();
                let old = self.temporary()?;
                self.put(target, old)?;
                self.release(mark);
                self.store(Operand::Outer { depth, index }, src)?;
            }
            Operand::Global { name, at } => {
                self.core.position = at;
                let (src, cache) = (self.low(src, 0), self.cache(name));
                self.emit(Instruction::SetGlobal { src, cache });
            }
            Operand::NewGlobal { name, at } => {
                self.core.position = at;
                let (src, cache) = (self.low(src, 0), self.cache(name));
                self.emit(Instruction::InitializeGlobal { src, cache });
            }
            Operand::CheckedGlobal { name, exists, at } => {
                self.core.position = at;
                let (src, exists, cache) = (self.low(src, 0), self.low(exists, 1), self.cache(name));
                self.emit(Instruction::SetGlobalIfExists { src, exists, cache });
            }
            Operand::Name { index, at } => {
                let resolved = self.resolve_name(index, at)?;
                self.store(resolved, src)?;
            }
            Operand::Resolved { place, index, at } => {
                self.core.position = at;
                let (src, place) = (self.low(src, 0), self.low(place, 1));
                self.emit(Instruction::SetResolved { src, place, name: index });
            }
            Operand::Property { object, name, at } => {
                self.core.position = at;
                let (object, src, cache) = (self.low(object, 0), self.low(src, 1), self.cache(name));
                self.emit(Instruction::SetProperty { object, src, cache });
            }
            Operand::Super { first, at } => self.set_super(first, src, at),
            Operand::Private { object, name, text, at } => {
                self.core.position = at;
                let (object, key, src) = (self.low(object, 0), self.low(name, 1), self.low(src, 2));
                let cache = self.cache(text);
                self.emit(Instruction::SetPrivate { object, key, src, cache });
            }
            Operand::Element { object, key, at } => {
                self.core.position = at;
                let (object, key, src) = (self.low(object, 0), self.low(key, 1), self.low(src, 2));
                self.emit(Instruction::SetElement { object, key, src });
            }
            Operand::IntElement { object, index, at } => {
                self.core.position = at;
                let (object, src) = (self.low(object, 0), self.low(src, 1));
                self.emit(Instruction::SetElementInt { object, src, index });
            }
            other => unreachable!("no target: {other:?}"),
        }
        Ok(())
    }

    fn store_earlier(&mut self, place: Operand, value: Register) -> Compiled {
        self.store(place, value)
    }
}

impl FunctionCompiler<'_> {
    /// Emits an assignment. Returns its value as an operand.
    pub(super) fn assignment(
        &mut self,
        operator: Option<BinaryOperator>,
        left: ExpressionId,
        right: ExpressionId,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        let effects = self.tables.facts.effects(right).and(Effects::SCRIPT);
        match operator {
            None if is_pattern(self.core.tree[left].kind) => {
                let value = self.expression(right, hint)?;
                let value = self.hold(value)?;
                let mark = self.mark();
                bind_pattern(self, left, value, Some(right))?;
                self.release(mark);
                Ok(Operand::Register(value))
            }
            None => {
                self.name_by_target(left, right);
                let target = self.target(left, self.tables.facts.effects(right))?;
                let target = self.resolve(target, right)?;
                self.store_expression(target, right, hint)
            }
            Some(operator) => {
                let target = self.target(left, effects)?;
                let target = self.resolve_to_modify(target, self.core.tree[left].kind)?;
                let old = self.old_value(target, left)?;
                self.compound(operator, target, old, right, hint)
            }
        }
    }

    /// Evaluates the parts of a target. They are kept while something with the effects `later` happens.
    pub(super) fn target(&mut self, id: ExpressionId, later: Effects) -> Compiled<Operand> {
        let tree = self.core.tree;
        let expression = tree[id];
        self.core.node(expression.span)?;
        match expression.kind {
            ExpressionKind::Identifier { reference, .. } => self.reference_target(reference, expression.span.start),
            ExpressionKind::Member { object, property } => {
                let at = self.core.property_position(id, property);
                let object = self.expression_kept(object, later)?;
                Ok(Operand::Property { object, name: property, at })
            }
            ExpressionKind::ComputedMember { object, property } => {
                let both = self.tables.facts.effects(property).and(later);
                let object = self.expression_kept(object, both)?;
                self.element(object, property, later)
            }
            ExpressionKind::PrivateMember { object, .. } => {
                let object = self.expression_kept(object, later)?;
                self.private_member(object, id)
            }
            ExpressionKind::SuperMember { .. } | ExpressionKind::SuperComputedMember { .. } => self.super_member(id),
            _ => {
                // A call is evaluated, but is no target (web-compatible AssignmentTargetType, ECMA-262 8.6.4).
                effect(self, id)?;
                self.core.position = expression.span.start;
                self.throw_error(ErrorKind::ReferenceError, "invalid assignment target");
                Ok(Operand::Invalid)
            }
        }
    }

    /// Returns the operand that reads a target before it is changed.
    fn old_value(&mut self, target: Operand, id: ExpressionId) -> Compiled<Operand> {
        match (target, self.core.tree[id].kind) {
            (Operand::Immutable { .. }, ExpressionKind::Identifier { reference, .. }) => {
                self.reference(reference, self.core.tree[id].span.start)
            }
            _ => Ok(target),
        }
    }

    /// Makes an operand of `object[property]`, with the key in the most suitable form.
    pub(super) fn element(&mut self, object: Register, property: ExpressionId, later: Effects) -> Compiled<Operand> {
        let at = self.core.tree[property].span.start;
        let mark = self.mark();
        let key = match self.operand(property, None)? {
            Operand::Literal(literal) => Operand::Literal(self.made(literal)?),
            key => key,
        };
        match key {
            Operand::Literal(Literal::Number(number)) => {
                if let Some(index) = super::operand::small_int(number).and_then(|int| u32::try_from(int).ok()) {
                    return Ok(Operand::IntElement { object, index, at });
                }
            }
            Operand::Literal(Literal::String(name)) => match array_index(self.core.session.names.text(name)) {
                Some(index) => return Ok(Operand::IntElement { object, index, at }),
                None => return Ok(Operand::Property { object, name, at }),
            },
            _ => {}
        }
        let settled = self.settle(key, later, mark, None)?;
        let key = self.in_register(settled, mark, None)?;
        Ok(Operand::Element { object, key, at })
    }

    /// Looks up the place of a target that must be found before the value is evaluated.
    pub(super) fn resolve(&mut self, target: Operand, value: ExpressionId) -> Compiled<Operand> {
        match target {
            Operand::Global { .. } if self.is_harmless(value) => Ok(target),
            _ => self.resolve_early(target),
        }
    }

    /// Looks up the place of a target, whatever is evaluated before the assignment.
    pub(super) fn resolve_early(&mut self, target: Operand) -> Compiled<Operand> {
        match target {
            Operand::Name { index, at } => self.resolve_name(index, at),
            Operand::Global { name, at } if self.core.is_strict() => {
                let exists = self.temporary()?;
                self.core.position = at;
                let cache = self.cache(name);
                self.write(exists, |dst| Instruction::HasGlobal { dst, cache });
                Ok(Operand::CheckedGlobal { name, exists, at })
            }
            other => Ok(other),
        }
    }

    pub(super) fn resolve_name(&mut self, index: u32, at: u32) -> Compiled<Operand> {
        let place = self.temporary()?;
        self.core.position = at;
        self.write(place, |dst| Instruction::ResolveName { dst, name: index });
        Ok(Operand::Resolved { place, index, at })
    }

    /// Returns whether evaluating the value can neither make nor delete a global variable.
    fn is_harmless(&self, value: ExpressionId) -> bool {
        !self.tables.facts.effects(value).may_run_script()
    }

    /// Looks up the place of a target that is read first. The key of an element is converted once for both accesses.
    fn resolve_to_modify(&mut self, target: Operand, expression: ExpressionKind) -> Compiled<Operand> {
        match (target, expression) {
            (Operand::Name { index, at }, _) => self.resolve_name(index, at),
            (Operand::LateVariable { binding, at }, _) => {
                self.check_initialized(binding, at);
                Ok(Operand::Variable(binding))
            }
            (Operand::Element { object, key, at }, ExpressionKind::ComputedMember { property, .. })
                if !self.is_number(property) =>
            {
                self.core.position = at;
                let (low_object, low_key) = (self.low(object, 0), self.low(key, 1));
                self.emit(Instruction::CheckObject { object: low_object, key: low_key });
                let converted = self.temporary()?;
                let src = self.low(key, 0);
                self.write(converted, |dst| Instruction::ToPropertyKey { dst, src });
                Ok(Operand::Element { object, key: converted, at })
            }
            (Operand::Super { first, at }, ExpressionKind::SuperComputedMember { property, .. })
                if !self.is_number(property) =>
            {
                self.core.position = at;
                let (base, key) = (first.offset(1), first.offset(2));
                let (low_base, low_key) = (self.low(base, 0), self.low(key, 1));
                self.emit(Instruction::CheckObject { object: low_base, key: low_key });
                let src = self.low(key, 0);
                self.write(key, |dst| Instruction::ToPropertyKey { dst, src });
                Ok(target)
            }
            (other, _) => Ok(other),
        }
    }

    /// Returns whether the value is certainly a number, whatever its operands are.
    fn is_number(&self, id: ExpressionId) -> bool {
        use BinaryOperator::*;
        use ferrotape_syntax::tree::UnaryOperator;
        match self.core.tree[id].kind {
            ExpressionKind::NumericLiteral { .. } | ExpressionKind::Update { .. } => true,
            ExpressionKind::Unary { operator, .. } => {
                matches!(operator, UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::BitNot)
            }
            ExpressionKind::Binary { operator, .. } => matches!(
                operator,
                Multiply
                    | Divide
                    | Remainder
                    | Subtract
                    | ShiftLeft
                    | ShiftRight
                    | ShiftRightUnsigned
                    | BitAnd
                    | BitXor
                    | BitOr
            ),
            _ => false,
        }
    }

    /// Evaluates the value and stores it.
    pub(super) fn store_expression(
        &mut self,
        target: Operand,
        value: ExpressionId,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        if let Operand::Variable(binding) = target {
            self.expression_to(value, self.register_of(binding))?;
            return Ok(target);
        }
        let mark = self.mark();
        let operand = self.operand(value, hint)?;
        if let Operand::Immutable { .. } | Operand::Invalid = target {
            let settled = self.settle(operand, Effects::NONE, mark, hint)?;
            self.store(target, Register::THIS)?;
            return Ok(settled);
        }
        // The effect of a setter on a variable does not change the assignment's value.
        let settled = self.settle(operand, Effects::SCRIPT, mark, hint)?;
        let src = self.in_register(settled, mark, hint)?;
        self.store(target, src)?;
        // Later code may still assign to a variable that is the source of the value.
        Ok(if let Operand::Variable(_) = settled { settled } else { Operand::Register(src) })
    }

    /// Emits an assignment to an immutable binding, ECMA-262 9.1.1.1.5. The binding must be initialised first, as
    /// imports always are, whatever their targets are (9.1.1.5.5).
    fn assign_immutable(&mut self, reference: ReferenceId, at: u32) -> Compiled {
        let mark = self.mark();
        if self.core.is_checked(reference) && !self.core.is_import(reference) {
            let value = self.reference(reference, at)?;
            self.in_register(value, mark, None)?;
        }
        let is_own_name = match self.core.resolve(reference) {
            Resolved::Own(binding) | Resolved::Outer(binding) => self.core.is_own_name(binding),
            Resolved::Global | Resolved::Dynamic => false,
        };
        if self.core.is_strict() || !is_own_name {
            self.core.position = at;
            self.throw_error(ErrorKind::TypeError, "Assignment to constant variable.");
        }
        self.release(mark);
        Ok(())
    }

    /// Returns the target after a read, which has proved that it is initialised.
    fn after_reading(target: Operand) -> Operand {
        match target {
            Operand::OuterChecked { depth, index, .. } => Operand::Outer { depth, index },
            target => target,
        }
    }

    /// Emits `target operator= right`.
    fn compound(
        &mut self,
        operator: BinaryOperator,
        target: Operand,
        old: Operand,
        right: ExpressionId,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        let mark = self.mark();
        let result = self.operation(operator, old, right, mark, hint)?;
        let target = Self::after_reading(target);
        if let Operand::Variable(binding) = target {
            self.put(result, self.register_of(binding))?;
            return Ok(target);
        }
        let src = self.in_register(result, mark, hint)?;
        self.store(target, src)?;
        Ok(Operand::Register(src))
    }

    /// Emits `target ||= right` and the like. The right side is evaluated and stored only if the target's value does
    /// not decide.
    pub(super) fn logical_assignment(
        &mut self,
        operator: LogicalOperator,
        left: ExpressionId,
        right: ExpressionId,
        hint: Option<Register>,
    ) -> Compiled<Operand> {
        self.name_by_target(left, right);
        let target = self.target(left, self.tables.facts.effects(right).and(Effects::SCRIPT))?;
        let target = self.resolve_to_modify(target, self.core.tree[left].kind)?;
        let old = self.old_value(target, left)?;
        let target = Self::after_reading(target);
        let end = self.core.label();
        let dst = match target {
            Operand::Variable(binding) => self.register_of(binding),
            _ => self.hint_or_temporary(hint)?,
        };
        self.put(old, dst)?;
        self.branch_joined(decides(operator), dst, end);
        self.expression_to(right, dst)?;
        if let Operand::Variable(_) = target {
            self.bind(end);
            return Ok(target);
        }
        self.store(target, dst)?;
        self.bind(end);
        Ok(Operand::Register(dst))
    }

    /// Names the function in `name = function () {}`.
    fn name_by_target(&mut self, left: ExpressionId, right: ExpressionId) {
        if let ExpressionKind::Identifier { name, .. } = self.core.tree[left].kind
            && !self.core.tree[left].parenthesized
        {
            self.core.session.inferred_names.value(self.core.tree, right, name);
        }
    }

    /// Emits `++target`, `target--` and the like. Only the old value of a postfix form needs a register of its own.
    pub(super) fn update(
        &mut self,
        operator: UpdateOperator,
        prefix: bool,
        argument: ExpressionId,
        hint: Option<Register>,
        at: u32,
    ) -> Compiled<Operand> {
        let make: Make1 = match operator {
            UpdateOperator::Increment => |dst, src| Instruction::Increment { dst, src },
            UpdateOperator::Decrement => |dst, src| Instruction::Decrement { dst, src },
        };
        let target = self.target(argument, Effects::SCRIPT)?;
        let target = self.resolve_to_modify(target, self.core.tree[argument].kind)?;
        let value = self.old_value(target, argument)?;
        let target = Self::after_reading(target);
        let mark = self.mark();
        if prefix {
            let source = self.in_register(value, mark, hint)?;
            let result = Operand::Unary { make, source, at };
            if let Operand::Variable(binding) = target {
                self.put(result, self.register_of(binding))?;
                return Ok(target);
            }
            let dst = if self.is_temporary(source) { source } else { self.hint_or_temporary(hint)? };
            self.put(result, dst)?;
            self.store(target, dst)?;
            return Ok(Operand::Register(dst));
        }
        let old = self.hint_or_temporary(hint)?;
        let mark = self.mark();
        let source = self.in_register(value, mark, Some(old))?;
        let to_numeric: Make1 = |dst, src| Instruction::ToNumeric { dst, src };
        self.put(Operand::Unary { make: to_numeric, source, at }, old)?;
        let result = Operand::Unary { make, source: old, at };
        if let Operand::Variable(binding) = target {
            self.put(result, self.register_of(binding))?;
        } else {
            let new = self.temporary()?;
            self.put(result, new)?;
            self.store(target, new)?;
        }
        Ok(Operand::Register(old))
    }

    /// Emits `ThrowError` with a message.
    pub(super) fn throw_error(&mut self, kind: ErrorKind, message: &str) {
        let name = self.core.intern(Text::from_utf8(message));
        let message = self.text_id(name).0;
        self.emit(Instruction::ThrowError { kind: kind as u8, message });
    }
}
