//! `import()`, ECMA-262 13.3.10.

use ferrotape_bytecode::Intrinsic;
use ferrotape_syntax::tree::ExpressionId;

use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler};

impl FunctionCompiler<'_> {
    pub(super) fn import_call(
        &mut self,
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
        self.intrinsic(Intrinsic::Import, first, first, at);
        Ok(Operand::Register(first))
    }
}
