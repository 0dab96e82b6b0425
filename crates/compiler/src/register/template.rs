//! Template literals (ECMA-262 13.2.8): parts in a row of registers, and one concatenation.

use ferrotape_bytecode::Instruction;
use ferrotape_syntax::tree::{ExpressionId, ExpressionKind, TemplateId};

use super::operand::{Literal, Operand};
use super::{Compiled, FunctionCompiler, Register, Stop};

/// So many parts are joined at once: longer literals go on with what has been joined.
const PARTS: usize = 64;

impl FunctionCompiler<'_> {
    pub(super) fn template(&mut self, id: TemplateId, hint: Option<Register>) -> Compiled<Operand> {
        let tree = self.core.tree;
        let template = tree[id];
        if template.expressions.is_empty() {
            let text = tree.list(template.quasis).find_map(|quasi| tree[quasi].cooked);
            let text = text.unwrap_or_else(|| self.core.session.names.intern_ascii(""));
            return Ok(Operand::Literal(Literal::String(text)));
        }
        let mark = self.mark();
        let mut parts: Vec<Register> = Vec::new();
        let mut expressions = tree.list(template.expressions);
        for quasi in tree.list(template.quasis) {
            self.core.work(1)?;
            if let Some(text) = tree[quasi].cooked.filter(|&text| !self.core.session.names.text(text).is_empty()) {
                let dst = self.part(&mut parts)?;
                self.put(Operand::Literal(Literal::String(text)), dst)?;
            }
            let Some(expression) = expressions.next() else { continue };
            let dst = self.part(&mut parts)?;
            self.expression_to(expression, dst)?;
            // The concatenation converts the last one.
            if expressions.len() > 0 && !self.is_certainly_primitive(expression) {
                self.core.position = tree[expression].span.start;
                let src = self.low(dst, 0);
                self.write(dst, |dst| Instruction::ToTemplatePart { dst, src });
            }
            self.core.position = tree[expression].span.start;
        }
        self.release(mark);
        let dst = self.hint_or_temporary(hint)?;
        if let Some(&first) = parts.first() {
            self.concatenate(dst, first, parts.len());
        }
        Ok(Operand::Register(dst))
    }

    fn concatenate(&mut self, dst: Register, first: Register, count: usize) {
        let (count, first) = (count as u16, first.0);
        self.write(dst, |dst| Instruction::Concatenate { dst, count, first });
    }

    /// The register of the next part.
    fn part(&mut self, parts: &mut Vec<Register>) -> Compiled<Register> {
        if parts.len() == PARTS
            && let Some(&first) = parts.first()
        {
            self.concatenate(first, first, PARTS);
            parts.truncate(1);
            self.release_behind(first);
        }
        let register = self.frame_register()?;
        parts.push(register);
        Ok(register)
    }

    /// Has the value no conversion to a string that could be noticed?
    fn is_certainly_primitive(&self, id: ExpressionId) -> bool {
        use ExpressionKind::{Binary, Template, Unary, Update};
        let kind = self.core.tree[id].kind;
        matches!(kind, Binary { .. } | Template { .. } | Unary { .. } | Update { .. }) || self.literal_of(id).is_some()
    }

    /// The object of a template literal that has a tag.
    pub(super) fn template_object(&mut self, id: TemplateId, dst: Register, at: u32) -> Compiled {
        let template = self.core.template_site(id)?;
        self.core.position = at;
        self.write(dst, |dst| Instruction::GetTemplateObject { dst, template });
        Ok(())
    }

    /// The expressions in a template literal with a tag, behind its object.
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
