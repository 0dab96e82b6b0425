//! Template literals and tagged templates (ECMA-262 13.2.8, 13.3.11).

use super::{AcceptIn, Parser};
use ferrotape_text::Span;

use crate::error::{Message, Parsed, SourceError};
use crate::token::TokenKind;
use crate::tree::{
    ExpressionId, ExpressionKind, List, TemplateElement, TemplateElementId, TemplateId, TemplateLiteral,
};

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn template_literal(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let template = self.template(false)?;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Template { template }))
    }

    #[inline(never)]
    pub(super) fn tagged_template(&mut self, tag: ExpressionId) -> Parsed<ExpressionKind> {
        let template = self.template(true)?;
        Ok(ExpressionKind::TaggedTemplate { tag, template })
    }

    /// Parses a template from its first string on. Only tagged ones may have escape sequences that are not valid.
    fn template(&mut self, is_tagged: bool) -> Parsed<TemplateId> {
        let (first_item, start) = (self.scratch.len(), self.token().start);
        loop {
            if self.kind() != TokenKind::Template {
                return self.fail_unexpected().map_err(|error| self.unterminated_template(error, start));
            }
            let is_last = self.template_element(is_tagged)?;
            let brace = self.token().end.saturating_sub(1);
            self.advance();
            if is_last {
                break;
            }
            self.substitution().map_err(|error| self.unclosed(error, "`{`", brace))?;
            self.lexer.rescan_template();
        }
        let template = self.split_template(first_item);
        let id = TemplateId(self.tree.templates.len() as u32);
        self.lexer.meter.push(&mut self.tree.templates, template);
        Ok(id)
    }

    /// Parses an expression between two strings, up to the brace behind it.
    #[inline(always)]
    fn substitution(&mut self) -> Parsed<()> {
        let expression = self.expression(AcceptIn::Yes)?;
        self.note(expression);
        if self.kind() == TokenKind::RightBrace { Ok(()) } else { self.fail_expected("`}`") }
    }

    /// Extends the error of a later string with the start of the whole template.
    #[cold]
    fn unterminated_template(&self, mut error: Box<SourceError>, start: u32) -> Box<SourceError> {
        if error.message == Message::UnterminatedTemplate.to_string() && error.span.start != start {
            error.message = Message::UnterminatedTemplateFrom(self.tree.source.position(start)).to_string();
            return error.with_note("the template literal begins here", Some(Span::new(start, start + 1)));
        }
        error
    }

    /// Adds the string that is the current token. Returns whether it is the last one.
    fn template_element(&mut self, is_tagged: bool) -> Parsed<bool> {
        let piece = &mut self.lexer.template;
        if !is_tagged && let Some(error) = piece.error.take() {
            return Err(error);
        }
        let (Some(raw), cooked, is_last) = (piece.raw, piece.cooked, piece.is_last) else {
            return self.fail_unexpected();
        };
        let id = TemplateElementId(self.tree.template_elements.len() as u32);
        self.lexer.meter.push(&mut self.tree.template_elements, TemplateElement { cooked, raw });
        self.note(id);
        Ok(is_last)
    }

    /// Splits the noted items, which are strings and expressions in turn.
    fn split_template(&mut self, first_item: usize) -> TemplateLiteral {
        let mut every_second = |first: usize| {
            let start = self.tree.lists.len();
            for index in (first..self.scratch.len()).step_by(2) {
                self.lexer.meter.push(&mut self.tree.lists, self.scratch[index]);
            }
            start..self.tree.lists.len()
        };
        let (quasis, expressions) = (every_second(first_item), every_second(first_item + 1));
        self.scratch.truncate(first_item);
        TemplateLiteral { quasis: List::of_range(quasis), expressions: List::of_range(expressions) }
    }
}
