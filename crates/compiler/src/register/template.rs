//! Template literals (ECMA-262 13.2.8).

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::TemplateId;

use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register, Stop};
use crate::lowering::Forms;

impl FunctionCompiler<'_> {
    /// Concatenates the strings, without empty ones, and the expressions. Each is converted before the next one is evaluated.
    pub(super) fn template(&mut self, id: TemplateId, hint: Option<Register>) -> Compiled<Operand> {
        let tree = self.core.tree;
        let template = tree[id];
        if template.expressions.is_empty() {
            let text = tree.list(template.quasis).find_map(|quasi| tree[quasi].cooked);
            let text = text.unwrap_or_else(|| self.core.session.names.intern_ascii(""));
            return Ok(Operand::Literal(Literal::String(text)));
        }
        let mark = self.mark();
        let mut parts = Vec::new();
        let mut expressions = tree.list(template.expressions);
        for quasi in tree.list(template.quasis) {
            self.core.work(1)?;
            if let Some(text) = tree[quasi].cooked.filter(|&text| !self.core.session.names.text(text).is_empty()) {
                let dst = self.part(&mut parts)?;
                self.put(Operand::Literal(Literal::String(text)), dst)?;
            }
            let Some(expression) = expressions.next() else { continue };
            let at = tree[expression].span.start;
            // The concatenation converts the last one.
            let is_last = expressions.len() == 0;
            self.operand_of_concatenation(expression, at, &mut parts, is_last, |dst, src| {
                Instruction::ToTemplatePart { dst, src }
            })?;
            self.core.position = at;
        }
        self.release(mark);
        self.concatenation(&parts, hint)
    }

    /// Makes the object of a tagged template literal.
    pub(super) fn template_object(&mut self, id: TemplateId, dst: Register, at: u32) -> Compiled {
        let template = self.core.template_site(id)?;
        self.core.position = at;
        self.write(dst, |dst| Instruction::GetTemplateObject { dst, template });
        Ok(())
    }

    /// Evaluates the expressions of a tagged template literal, after its object.
    pub(super) fn template_arguments(&mut self, id: TemplateId, at: u32) -> Compiled<u16> {
        let tree = self.core.tree;
        let object = self.frame_register()?;
        self.template_object(id, object, at)?;
        let count = u16::try_from(1 + tree[id].expressions.len())
            .map_err(|_| Stop::TooLarge("too many arguments in a call", ferrotape_text::Span::new(at, at)))?;
        for expression in tree.list(tree[id].expressions) {
            let dst = self.frame_register()?;
            self.expression_to(expression, dst)?;
        }
        Ok(count)
    }
}
