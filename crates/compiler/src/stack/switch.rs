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

impl FunctionGenerator<'_> {
    pub(super) fn switch(
        &mut self,
        labels: Labels,
        discriminant: ExpressionId,
        cases: List<CaseId>,
        scope: Option<ScopeId>,
    ) -> Compiled {
        let tree = self.core.tree;
        self.undefined_completion();
        self.value(discriminant)?;
        let (on_break, depth) = (self.core.label(), self.code.blocks);
        let target = Target { on_break, on_continue: None, takes_plain_break: true, depth };
        self.in_target(labels, target, |this| {
            this.in_scope(scope, |this| {
                let mut bodies = Vec::new();
                for _ in tree.list(cases) {
                    this.core.work(1)?;
                    let body = this.core.label();
                    this.core.grown += push(&mut bodies, body);
                }
                let none = this.core.label();
                this.search(cases, &bodies, none)?;
                for (case, &body) in tree.list(cases).zip(&bodies) {
                    this.bind(body);
                    this.statements(tree[case].consequent)?;
                }
                this.bind(none);
                Ok(())
            })
        })?;
        self.bind(on_break);
        Ok(())
    }

    /// Goes to the body of the case that is strictly equal to the value, of the default case, or to `none`.
    fn search(&mut self, cases: List<CaseId>, bodies: &[Label], none: Label) -> Compiled {
        let tree = self.core.tree;
        let mut found = Vec::new();
        for (case, &body) in tree.list(cases).zip(bodies) {
            let Some(test) = tree[case].test else { continue };
            self.core.position = tree[test].span.start;
            self.emit(StackInstruction::Dup);
            self.value(test)?;
            self.emit(StackInstruction::Seq);
            let is_it = self.core.label();
            self.branch(true, is_it);
            self.core.grown += push(&mut found, (is_it, body));
        }
        let default = tree.list(cases).position(|case| tree[case].test.is_none());
        self.emit(StackInstruction::Pop);
        self.jump(default.map_or(none, |index| bodies[index]));
        for (is_it, body) in found {
            self.core.work(1)?;
            self.bind(is_it);
            self.emit(StackInstruction::Pop);
            self.jump(body);
        }
        Ok(())
    }
}
