//! `switch` (ECMA-262 14.12): first the search for a case, then the bodies one after the other.
//!
//! The value lies on the stack while it is searched for. What is found takes it off before it goes to the body, so that
//! bodies, like all statements, run on an empty stack.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::scope::ScopeId;
use ferrotape_syntax::tree::{CaseId, ExpressionId, List};

use super::{Compiled, FunctionGenerator};
use crate::control_flow::{Label, Labels, Target};
use crate::meter::push;

impl FunctionGenerator<'_, '_> {
    pub(super) fn switch(
        &mut self,
        labels: Labels,
        discriminant: ExpressionId,
        cases: List<CaseId>,
        scope: Option<ScopeId>,
    ) -> Compiled {
        let tree = self.tree;
        self.undefined_completion();
        self.value(discriminant)?;
        let (on_break, depth) = (self.emitter.label(), self.emitter.blocks);
        let target = Target { on_break, on_continue: None, takes_plain_break: true, depth };
        self.in_target(labels, target, |this| {
            this.in_scope(scope, |this| {
                let mut bodies = Vec::new();
                for _ in tree.list(cases) {
                    this.work(1)?;
                    let body = this.emitter.label();
                    this.emitter.grown += push(&mut bodies, body);
                }
                let none = this.emitter.label();
                this.search(cases, &bodies, none)?;
                for (case, &body) in tree.list(cases).zip(&bodies) {
                    this.emitter.bind(body);
                    this.statements(tree[case].consequent)?;
                }
                this.emitter.bind(none);
                Ok(())
            })
        })?;
        self.emitter.bind(on_break);
        Ok(())
    }

    /// Goes to the body of the case that is strictly equal to the value, of the default case, or to `none`.
    fn search(&mut self, cases: List<CaseId>, bodies: &[Label], none: Label) -> Compiled {
        let tree = self.tree;
        let mut found = Vec::new();
        for (case, &body) in tree.list(cases).zip(bodies) {
            let Some(test) = tree[case].test else { continue };
            self.emitter.position = tree[test].span.start;
            self.emitter.emit(StackInstruction::Dup);
            self.value(test)?;
            self.emitter.emit(StackInstruction::Seq);
            let is_it = self.emitter.label();
            self.emitter.branch(true, is_it);
            self.emitter.grown += push(&mut found, (is_it, body));
        }
        let default = tree.list(cases).position(|case| tree[case].test.is_none());
        self.emitter.emit(StackInstruction::Pop);
        self.emitter.jump(default.map_or(none, |index| bodies[index]));
        for (is_it, body) in found {
            self.work(1)?;
            self.emitter.bind(is_it);
            self.emitter.emit(StackInstruction::Pop);
            self.emitter.jump(body);
        }
        Ok(())
    }
}
