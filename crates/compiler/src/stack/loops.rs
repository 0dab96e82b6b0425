//! Loops (ECMA-262 14.7). A turn takes one branch: the condition stands below the body.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::tree::{ExpressionId, ForInit, ForTarget, StatementId};

use super::{Compiled, FunctionGenerator};
use crate::control_flow::{Branches, Label, Labels, Target};

impl FunctionGenerator<'_> {
    pub(super) fn do_while(&mut self, labels: Labels, body: StatementId, test: ExpressionId) -> Compiled {
        self.undefined_completion();
        let top = self.here();
        let (target, on_continue) = self.loop_target();
        let on_break = target.on_break;
        self.in_target(labels, target, |this| this.statement(body))?;
        self.bind(on_continue);
        self.condition(test, Branches { on_true: top, on_false: on_break, next: false })?;
        self.bind(on_break);
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
        let (on_break, on_continue) = (self.core.label(), self.core.label());
        let depth = self.code.blocks;
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
        let bottom = self.core.label();
        if test.is_some() {
            self.jump(bottom);
        }
        let top = self.here();
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
        self.core.position = self.core.tree[right].span.start;
        self.locate();
        self.begin_block(StackInstruction::SEnum);
        let (target, on_continue) = self.loop_target();
        let on_break = target.on_break;
        self.bind(on_continue);
        self.emit_throwing(StackInstruction::BEnum(on_break.0));
        self.for_in_assign(left)?;
        self.in_target(labels, target, |this| this.statement(body))?;
        self.jump(on_continue);
        self.bind(on_break);
        self.end_block();
        Ok(())
    }

    /// Assigns the name on top. The target is evaluated on every turn.
    fn for_in_assign(&mut self, left: ForTarget) -> Compiled {
        let place = match left {
            ForTarget::Variable(declarator) => {
                let declarator = self.core.tree[declarator];
                self.identifier(declarator.reference, declarator.span.start)
            }
            ForTarget::Expression(id) => self.target(id)?,
        };
        self.emit(StackInstruction::Exch);
        self.put(place);
        Ok(())
    }
}
