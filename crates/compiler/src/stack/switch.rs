//! The search of `switch` for a case (ECMA-262 14.12).
//!
//! The value lies on the stack during the search. A matching case pops it before the jump to the body, so that bodies,
//! like all statements, run on an empty stack.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::tree::{CaseId, ExpressionId, List};

use super::{Compiled, FunctionGenerator};
use crate::control_flow::Label;
use crate::lowering::{Jumps, Switches, Values};
use crate::meter::push;

impl<'t> Switches<'t> for FunctionGenerator<'t> {
    fn discriminant(&mut self, id: ExpressionId, _: List<CaseId>) -> Compiled {
        self.value(id)
    }

    /// Jumps to the body of the first case that is strictly equal to the top value.
    fn search_cases(&mut self, (): (), cases: &[(ExpressionId, Label)], otherwise: Label) -> Compiled {
        let mut found = Vec::new();
        for &(test, body) in cases {
            self.core.position = self.core.tree[test].span.start;
            self.emit(StackInstruction::Dup);
            self.value(test)?;
            self.emit(StackInstruction::Seq);
            let is_it = self.core.label();
            self.branch(true, is_it);
            self.core.grown += push(&mut found, (is_it, body));
        }
        self.emit(StackInstruction::Pop);
        self.jump(otherwise);
        for (is_it, body) in found {
            self.core.work(1)?;
            self.bind(is_it);
            self.emit(StackInstruction::Pop);
            self.jump(body);
        }
        Ok(())
    }
}

impl FunctionGenerator<'_> {}
