//! `import()`, ECMA-262 13.3.10.

use ferrotape_bytecode::{Literal, StackInstruction};
use ferrotape_syntax::tree::{ExpressionId, Phase};

use super::{Compiled, FunctionGenerator};
use crate::lowering::Values;

impl FunctionGenerator<'_> {
    /// Emits the call. Options that are missing are undefined.
    pub(super) fn import_call(
        &mut self,
        phase: Phase,
        source: ExpressionId,
        options: Option<ExpressionId>,
        at: u32,
    ) -> Compiled {
        self.value(source)?;
        match options {
            Some(options) => self.value(options)?,
            None => self.literal(Literal::Undefined),
        }
        let instruction = match phase {
            Phase::Evaluation => StackInstruction::Import,
            Phase::Defer => StackInstruction::ImportDefer,
            Phase::Source => StackInstruction::ImportSource,
        };
        self.emit_at(at, instruction);
        Ok(())
    }
}
