//! Loops (ECMA-262 14.7). A turn runs one branch: the condition stands below the body.

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, ForInit, ForTarget, StatementId};

use super::operand::Operand;
use super::{Compiled, FunctionCompiler, Register};
use crate::control_flow::{Branches, Label, Labels, Target};
use crate::facts::Effects;
use crate::meter::push;

impl FunctionCompiler<'_> {
    pub(super) fn do_while(&mut self, labels: Labels, body: StatementId, test: ExpressionId) -> Compiled {
        self.undefined_completion()?;
        let top = self.here();
        self.note_loop(top);
        let (target, on_continue) = self.loop_target();
        let on_break = target.on_break;
        self.in_target(labels, target, |this| this.statement(body))?;
        self.bind(on_continue);
        self.condition(test, Branches { on_true: top, on_false: on_break, next: false })?;
        self.bind(on_break);
        Ok(())
    }

    pub(super) fn while_loop(&mut self, labels: Labels, test: ExpressionId, body: StatementId) -> Compiled {
        self.undefined_completion()?;
        self.loop_with_test(labels, Some(test), None, body)
    }

    pub(super) fn for_loop(
        &mut self,
        labels: Labels,
        init: Option<ForInit>,
        test: Option<ExpressionId>,
        update: Option<ExpressionId>,
        body: StatementId,
    ) -> Compiled {
        match init {
            Some(ForInit::Expression(expression)) => self.discard(expression)?,
            Some(ForInit::Variables(declarations)) => self.variables(declarations)?,
            None => {}
        }
        self.undefined_completion()?;
        self.loop_with_test(labels, test, update, body)
    }

    /// A turn of a loop begins here: temporaries that were taken inside are dead. In wide mode variables lie among them.
    fn note_loop(&mut self, top: Label) {
        if !self.wide {
            self.core.grown += push(&mut self.loops, (top, self.temporaries.low));
        }
    }

    fn loop_target(&mut self) -> (Target, Label) {
        let (on_break, on_continue) = (self.core.label(), self.core.label());
        let depth = self.depth();
        let target = Target { on_break, on_continue: Some(on_continue), takes_plain_break: true, depth };
        (target, on_continue)
    }

    fn loop_with_test(
        &mut self,
        labels: Labels,
        test: Option<ExpressionId>,
        update: Option<ExpressionId>,
        body: StatementId,
    ) -> Compiled {
        let (target, on_continue) = self.loop_target();
        let on_break = target.on_break;
        let (top, bottom) = (self.core.label(), self.core.label());
        match test {
            Some(test) if self.is_short(test) => {
                self.condition(test, Branches { on_true: top, on_false: on_break, next: true })?;
            }
            Some(_) => self.jump(bottom),
            None => {}
        }
        self.bind(top);
        self.note_loop(top);
        self.in_target(labels, target, |this| this.statement(body))?;
        self.bind(on_continue);
        if let Some(update) = update {
            self.core.position = self.core.tree[update].span.start;
            self.discard(update)?;
        }
        self.bind(bottom);
        match test {
            Some(test) => self.condition(test, Branches { on_true: top, on_false: on_break, next: false })?,
            None => self.jump(top),
        }
        self.bind(on_break);
        Ok(())
    }

    /// Is the condition so short that a copy of it before the loop is as good as a jump to it?
    fn is_short(&self, test: ExpressionId) -> bool {
        let is_at_hand = |id: ExpressionId| match self.core.tree[id].kind {
            ExpressionKind::Identifier { reference, .. } => self.own_variable(reference).is_some(),
            _ => self.literal_of(id).is_some(),
        };
        match self.core.tree[test].kind {
            ExpressionKind::Binary { left, right, .. } => is_at_hand(left) && is_at_hand(right),
            _ => is_at_hand(test),
        }
    }

    /// ECMA-262 14.7.5; the initializer of a `var` is that of B.3.5.
    pub(super) fn for_in(
        &mut self,
        labels: Labels,
        left: ForTarget,
        right: ExpressionId,
        body: StatementId,
    ) -> Compiled {
        if let ForTarget::Variable(declarator) = left {
            self.initialize(declarator)?;
        }
        self.undefined_completion()?;
        let enumeration = self.temporary()?;
        let mark = self.mark();
        let object = self.expression(right, Some(enumeration))?;
        self.release(mark);
        self.core.position = self.core.tree[right].span.start;
        let src = self.low(object, 0);
        self.write(enumeration, |dst| Instruction::ForInStart { dst, src });

        let (target, on_continue) = self.loop_target();
        let on_break = target.on_break;
        self.bind(on_continue);
        self.note_loop(on_continue);
        let name = match self.for_in_variable(left) {
            Some(variable) => variable,
            None => self.temporary()?,
        };
        let (low, to) = (self.low(enumeration, 1), on_break.0);
        self.write(name, |dst| Instruction::ForInNext { dst, enumeration: low, to });
        self.for_in_assign(left, name)?;
        self.in_target(labels, target, |this| this.statement(body))?;
        self.jump(on_continue);
        self.bind(on_break);
        Ok(())
    }

    /// The register of the loop's variable, if it has one.
    fn for_in_variable(&self, left: ForTarget) -> Option<Register> {
        let reference = match left {
            ForTarget::Variable(declarator) => self.core.tree[declarator].reference,
            ForTarget::Expression(id) => match self.core.tree[id].kind {
                ExpressionKind::Identifier { reference, .. } => reference,
                _ => return None,
            },
        };
        let binding = self.own_variable(reference)?;
        let is_mutable = self.core.tree[binding].kind != ferrotape_syntax::scope::BindingKind::FunctionName;
        is_mutable.then(|| self.register_of(binding))
    }

    /// The target is evaluated on every turn.
    fn for_in_assign(&mut self, left: ForTarget, name: Register) -> Compiled {
        let mark = self.mark();
        let target = match left {
            ForTarget::Variable(declarator) => {
                let declarator = self.core.tree[declarator];
                self.reference_target(declarator.reference, declarator.span.start)?
            }
            ForTarget::Expression(id) => self.target(id, Effects::NONE)?,
        };
        if !matches!(target, Operand::Variable(_)) {
            self.store(target, name)?;
        }
        self.release(mark);
        Ok(())
    }
}
