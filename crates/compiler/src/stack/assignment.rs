//! Assignments and updates (ECMA-262 13.15, 13.4).
//!
//! The reference lies on the stack while the value is evaluated, and is duplicated if it is read first. A result that
//! is needed is put beneath the reference: `DUP ROLL3 PUTVALUE`.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::scope::ReferenceId;
use ferrotape_syntax::tree::{BinaryOperator, ExpressionId, ExpressionKind, LogicalOperator, UpdateOperator};

use super::expression::{Place, Top};
use super::{Compiled, FunctionGenerator};
use crate::lowering::{Assignments, Jumps, Values, bind_pattern, decides, is_pattern};

impl<'t> Assignments<'t> for FunctionGenerator<'t> {
    fn assign(&mut self, reference: ReferenceId, at: u32, value: ExpressionId) -> Compiled {
        let place = self.place_of(reference, at)?;
        self.value(value)?;
        self.put(place);
        Ok(())
    }

    fn initialize_undefined(&mut self, reference: ReferenceId, at: u32) -> Compiled {
        let place = self.place_of(reference, at)?;
        self.literal(Literal::Undefined);
        self.put(place);
        Ok(())
    }

    fn place(&mut self, target: ExpressionId) -> Compiled<Place> {
        if let ExpressionKind::Identifier { reference, .. } = self.core.tree[target].kind {
            return self.place_of(reference, self.core.tree[target].span.start);
        }
        self.target(target)
    }

    fn place_of(&mut self, reference: ReferenceId, at: u32) -> Compiled<Place> {
        let place = self.identifier(reference, at);
        Ok(if self.core.tree[reference].initializes { Place::New } else { place })
    }

    fn store(&mut self, place: Place, (): ()) -> Compiled {
        self.put(place);
        Ok(())
    }

    fn store_earlier(&mut self, place: Place, (): ()) -> Compiled {
        self.emit(StackInstruction::Exch);
        self.put(place);
        Ok(())
    }
}

impl FunctionGenerator<'_> {
    /// Emits an assignment, with an operator if there is one. Its value stays on the stack if it is wanted.
    pub(super) fn assignment(
        &mut self,
        operator: Option<BinaryOperator>,
        left: ExpressionId,
        right: ExpressionId,
        is_wanted: bool,
    ) -> Compiled {
        if is_pattern(self.core.tree[left].kind) {
            self.value(right)?;
            if is_wanted {
                self.emit(StackInstruction::Dup);
            }
            let held = self.held;
            bind_pattern(self, left, (), Some(right))?;
            self.held = held;
            return Ok(());
        }
        let Some(operator) = operator else {
            self.name_by_target(left, right);
            let place = self.target(left)?;
            self.value(right)?;
            self.store(place, is_wanted);
            return Ok(());
        };
        let place = self.target_to_modify(left)?;
        self.value(right)?;
        self.operator(operator, self.core.tree[right].span.start);
        self.store(place, is_wanted);
        Ok(())
    }

    /// Names the function in `name = function () {}`.
    fn name_by_target(&mut self, left: ExpressionId, right: ExpressionId) {
        if let ExpressionKind::Identifier { name, .. } = self.core.tree[left].kind
            && !self.core.tree[left].parenthesized
        {
            self.core.session.inferred_names.value(self.core.tree, right, name);
        }
    }

    /// Evaluates `target ||= right` and the like. The right side is evaluated and stored only if the target's value
    /// does not decide.
    ///
    /// ```text
    /// ref DUP GETVALUE  …decided: B.TRUE,short  POP right DUP ROLL3 PUTVALUE B.ALWAYS,end  short: EXCH POP  end:
    /// ```
    pub(super) fn logical_assignment(
        &mut self,
        operator: LogicalOperator,
        left: ExpressionId,
        right: ExpressionId,
    ) -> Compiled {
        self.name_by_target(left, right);
        let place = self.target_to_modify(left)?;
        let (short, end) = (self.core.label(), self.core.label());
        self.branch_on_top(decides(operator), short);
        self.emit(StackInstruction::Pop);
        self.value(right)?;
        self.store(place, true);
        self.jump(end);
        self.bind(short);
        self.emit(StackInstruction::Exch);
        self.emit(StackInstruction::Pop);
        self.bind(end);
        Ok(())
    }

    /// Pushes the reference of an expression, as a target.
    pub(super) fn target(&mut self, id: ExpressionId) -> Compiled<Place> {
        let expression = self.core.tree[id];
        let at = expression.span.start;
        if let ExpressionKind::Identifier { reference, .. } = expression.kind {
            return self.place_of(reference, at);
        }
        match self.operand(id)? {
            Top::Reference(place) => Ok(place),
            Top::Value => {
                // A call is evaluated, but is no target (web-compatible AssignmentTargetType, ECMA-262 8.6.4).
                self.emit_at(at, StackInstruction::BadRef);
                Ok(Place::At(at))
            }
        }
    }

    /// Pushes the reference and its value. The key of a property is converted once for both accesses.
    fn target_to_modify(&mut self, id: ExpressionId) -> Compiled<Place> {
        let place = match self.core.tree[id].kind {
            ExpressionKind::ComputedMember { object, property } => {
                self.value(object)?;
                self.value(property)?;
                let at = self.core.tree[property].span.start;
                if !matches!(self.core.tree[property].kind, ExpressionKind::StringLiteral { .. }) {
                    self.emit_at(at, StackInstruction::ToKey);
                }
                self.emit(StackInstruction::Ref);
                Place::At(at)
            }
            ExpressionKind::SuperComputedMember { .. } => {
                let at = self.parts_of_super_member(id)?;
                self.emit_at(at, StackInstruction::ToKey);
                self.emit(StackInstruction::SuperRef);
                Place::At(at)
            }
            _ => self.target(id)?,
        };
        self.emit(StackInstruction::Dup);
        self.get(Top::Reference(place));
        Ok(place)
    }

    /// Stores the top value in the reference below it.
    fn store(&mut self, place: Place, is_wanted: bool) {
        if is_wanted {
            self.emit(StackInstruction::Dup);
            self.emit(StackInstruction::Roll3);
        }
        self.put(place);
    }

    pub(super) fn put(&mut self, place: Place) {
        match place {
            Place::Variable => self.emit(StackInstruction::PutValue),
            Place::New => self.emit(StackInstruction::Init),
            Place::OwnName(at) | Place::At(at) => self.emit_at(at, StackInstruction::PutValue),
        }
    }

    /// Evaluates `++target`, `target--` and the like.
    pub(super) fn update(
        &mut self,
        operator: UpdateOperator,
        prefix: bool,
        argument: ExpressionId,
        at: u32,
        is_wanted: bool,
    ) -> Compiled {
        let place = self.target_to_modify(argument)?;
        self.emit_at(at, StackInstruction::ToNumber);
        if !prefix {
            self.emit(StackInstruction::Dup);
            self.emit(StackInstruction::Roll3);
        }
        self.emit(StackInstruction::One);
        self.emit(match operator {
            UpdateOperator::Increment => StackInstruction::Add,
            UpdateOperator::Decrement => StackInstruction::Sub,
        });
        self.store(place, prefix && is_wanted);
        Ok(())
    }
}
