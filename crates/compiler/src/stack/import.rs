//! `import()`, ECMA-262 13.3.10.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::tree::ExpressionId;

use super::{Compiled, FunctionGenerator};
use crate::lowering::Values;

impl FunctionGenerator<'_> {
    pub(super) fn import_call(&mut self, source: ExpressionId, options: Option<ExpressionId>, at: u32) -> Compiled {
        self.value(source)?;
        match options {
            Some(options) => self.value(options)?,
            None => self.literal(Literal::Undefined),
        }
        self.emit_at(at, StackInstruction::Import);
        Ok(())
    }
}
