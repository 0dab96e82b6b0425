//! `import()`, ECMA-262 13.3.10.

use ferrotape_bytecode::Intrinsic;
use ferrotape_syntax::tree::{ExpressionId, Phase};

use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler};

impl FunctionCompiler<'_> {
    /// Emits the call as an intrinsic on a row of two registers. Options that are missing are undefined.
    pub(super) fn import_call(
        &mut self,
        phase: Phase,
        source: ExpressionId,
        options: Option<ExpressionId>,
        at: u32,
    ) -> Compiled<Operand> {
        let [first, second] = [self.frame_register()?, self.frame_register()?];
        self.expression_to(source, first)?;
        match options {
            Some(options) => self.expression_to(options, second)?,
            None => self.put(Operand::Literal(Literal::Undefined), second)?,
        }
        let which = match phase {
            Phase::Evaluation => Intrinsic::Import,
            Phase::Defer => Intrinsic::ImportDefer,
            Phase::Source => Intrinsic::ImportSource,
        };
        self.intrinsic(which, first, first, at);
        Ok(Operand::Register(first))
    }
}
