//! Loops (ECMA-262 14.7). A turn takes one branch: the condition stands below the body.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::tree::{ExpressionId, ForInit, ForTarget, StatementId};

use super::{Compiled, FunctionGenerator};
use crate::control_flow::{Branches, Label, Labels, Target};

impl FunctionGenerator<'_, '_> {
    pub(super) fn do_while(&mut self, labels: Labels, body: StatementId, test: ExpressionId) -> Compiled {
        self.undefined_completion();
        let top = self.emitter.here();
        let (target, on_continue) = self.loop_target();
        let on_break = target.on_break;
        self.in_target(labels, target, |this| this.statement(body))?;
        self.emitter.bind(on_continue);
        self.condition(test, Branches { on_true: top, on_false: on_break, next: false })?;
        self.emitter.bind(on_break);
        Ok(())
    }

    pub(super) fn while_loop(&mut self, labels: Labels, test: ExpressionId, body: StatementId) -> Compiled {
        self.undefined_completion();
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
        self.undefined_completion();
        self.loop_with_test(labels, test, update, body)
    }

    fn loop_target(&mut self) -> (Target, Label) {
        let (on_break, on_continue) = (self.emitter.label(), self.emitter.label());
        let depth = self.emitter.blocks;
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
        let bottom = self.emitter.label();
        if test.is_some() {
            self.emitter.jump(bottom);
        }
        let top = self.emitter.here();
        self.in_target(labels, target, |this| this.statement(body))?;
        self.emitter.bind(on_continue);
        if let Some(update) = update {
            self.emitter.position = self.tree[update].span.start;
            self.discard(update)?;
        }
        self.emitter.bind(bottom);
        match test {
            Some(test) => self.condition(test, Branches { on_true: top, on_false: on_break, next: false })?,
            None => self.emitter.jump(top),
        }
        self.emitter.bind(on_break);
        Ok(())
    }

    /// ECMA-262 14.7.5; the initializer of a `var` is that of B.3.5. The loop is left by going to where its ENUM block
    /// ends.
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
        self.undefined_completion();
        self.value(right)?;
        self.emitter.position = self.tree[right].span.start;
        self.emitter.locate();
        self.emitter.begin_block(StackInstruction::SEnum);
        let (target, on_continue) = self.loop_target();
        let on_break = target.on_break;
        self.emitter.bind(on_continue);
        self.emitter.emit_throwing(StackInstruction::BEnum(on_break.0));
        self.for_in_assign(left)?;
        self.in_target(labels, target, |this| this.statement(body))?;
        self.emitter.jump(on_continue);
        self.emitter.bind(on_break);
        self.emitter.end_block();
        Ok(())
    }

    /// Assigns the name on top. The target is evaluated on every turn.
    fn for_in_assign(&mut self, left: ForTarget) -> Compiled {
        let place = match left {
            ForTarget::Variable(declarator) => {
                let declarator = self.tree[declarator];
                self.identifier(declarator.reference, declarator.span.start)
            }
            ForTarget::Expression(id) => self.target(id)?,
        };
        self.emitter.emit(StackInstruction::Exch);
        self.put(place);
        Ok(())
    }
}
