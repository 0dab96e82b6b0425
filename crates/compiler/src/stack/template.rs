//! Template literals (ECMA-262 13.2.8): a sum of strings.

use ferrotape_bytecode::StackInstruction;
use ferrotape_syntax::tree::TemplateId;
use ferrotape_text::Span;

use super::{Compiled, FunctionGenerator, text_id};
use crate::lowering::{Stop, Values};

impl FunctionGenerator<'_> {
    /// Adds the strings, without empty ones, and the expressions, each converted by `TOSTRING` before the next one is evaluated.
    pub(super) fn template(&mut self, id: TemplateId) -> Compiled {
        let tree = self.core.tree;
        let template = tree[id];
        let mut expressions = tree.list(template.expressions);
        let mut has_parts = false;
        for quasi in tree.list(template.quasis) {
            self.core.work(1)?;
            if let Some(text) = tree[quasi].cooked.filter(|&text| !self.core.session.names.text(text).is_empty()) {
                self.string(text_id(text));
                self.add(&mut has_parts);
            }
            let Some(expression) = expressions.next() else { continue };
            self.value(expression)?;
            self.emit_at(tree[expression].span.start, StackInstruction::ToString);
            self.add(&mut has_parts);
        }
        if !has_parts {
            let empty = self.core.session.names.intern_ascii("");
            self.string(text_id(empty));
        }
        Ok(())
    }

    fn add(&mut self, has_parts: &mut bool) {
        if std::mem::replace(has_parts, true) {
            self.emit_throwing(StackInstruction::Add);
        }
    }

    /// Pushes the object of a tagged template literal, and its expressions.
    pub(super) fn template_arguments(&mut self, id: TemplateId, at: u32) -> Compiled<u32> {
        let tree = self.core.tree;
        let template = self.core.template_site(id)?;
        self.emit_at(at, StackInstruction::Template(template));
        for expression in tree.list(tree[id].expressions) {
            self.value(expression)?;
        }
        let count = u16::try_from(1 + tree[id].expressions.len())
            .map_err(|_| Stop::TooLarge("too many arguments in a call", Span::new(at, at)))?;
        Ok(count.into())
    }
}
