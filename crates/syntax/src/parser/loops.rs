//! Loops and jumps (ECMA-262 14.7 to 14.9, B.3.5).

use ferrotape_text::Name;

use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed};
use crate::token::TokenKind;
use crate::tree::{ExpressionId, ForInit, ForTarget, StatementId, StatementKind};

impl Parser<'_> {
    /// The body of a loop that so many labels stand directly before.
    fn loop_body(&mut self, labels: usize) -> Parsed<StatementId> {
        self.labels.mark_loop(labels);
        self.context.loops += 1;
        self.context.breakables += 1;
        let body = self.substatement()?;
        self.context.loops -= 1;
        self.context.breakables -= 1;
        Ok(body)
    }

    pub(super) fn while_statement(&mut self, labels: usize) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        let test = self.head()?;
        let body = self.loop_body(labels)?;
        Ok(self.statement_node(self.span_from(start), StatementKind::While { test, body }))
    }

    /// The semicolon behind the condition is always optional.
    pub(super) fn do_while_statement(&mut self, labels: usize) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        let body = self.loop_body(labels)?;
        self.expect(TokenKind::While, "`while`")?;
        let test = self.head()?;
        self.take(TokenKind::Semicolon);
        Ok(self.statement_node(self.span_from(start), StatementKind::DoWhile { body, test }))
    }

    pub(super) fn for_statement(&mut self, labels: usize) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        self.expect(TokenKind::LeftParen, "`(`")?;
        match self.kind() {
            TokenKind::Semicolon => self.for_rest(start, None, labels),
            TokenKind::Var => self.for_variables(start, labels),
            _ => {
                let first = self.for_expression()?;
                if self.kind() != TokenKind::In {
                    self.refuse_for_of()?;
                    return self.for_rest(start, Some(ForInit::Expression(first)), labels);
                }
                self.check_target(first, Message::InvalidForInTarget)?;
                self.for_in_rest(start, ForTarget::Expression(first), labels)
            }
        }
    }

    /// The expression at the start of a head; `let` is a variable there unless a declaration follows.
    fn for_expression(&mut self) -> Parsed<ExpressionId> {
        if self.kind() != TokenKind::Let {
            return self.expression(AcceptIn::No);
        }
        if self.context.strict {
            return self.fail_unsupported("`let` declarations");
        }
        let word = self.identifier_reference()?;
        let declares = matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftBrace);
        if !word.escaped && (declares || self.kind().is_identifier()) {
            return self.fail_unsupported("`let` declarations");
        }
        let operand = self.identifier_node(&word);
        let operand = self.postfix_rest(word.start, operand)?;
        let first = self.assignment_rest(word.start, operand, AcceptIn::No)?;
        self.expression_rest(word.start, first, AcceptIn::No)
    }

    fn for_variables(&mut self, start: u32, labels: usize) -> Parsed<StatementId> {
        self.advance();
        let declarations = self.variable_declarations(AcceptIn::No)?;
        if self.kind() != TokenKind::In {
            self.refuse_for_of()?;
            return self.for_rest(start, Some(ForInit::Variables(declarations)), labels);
        }
        let mut items = self.tree.list(declarations);
        let (first, second) = (items.next(), items.next());
        drop(items);
        let (Some(declarator), None) = (first, second) else {
            return self.fail(Message::ForInDeclarations, self.span_from(start));
        };
        let variable = self.tree[declarator];
        if variable.init.is_some() && self.context.strict {
            return self.fail(Message::StrictForInInitializer, variable.span);
        }
        self.scopes.write(variable.reference);
        self.for_in_rest(start, ForTarget::Variable(declarator), labels)
    }

    fn refuse_for_of(&self) -> Parsed<()> {
        match self.kind() {
            TokenKind::Of => self.fail_unsupported("for-of loops"),
            _ => Ok(()),
        }
    }

    fn for_rest(&mut self, start: u32, init: Option<ForInit>, labels: usize) -> Parsed<StatementId> {
        self.expect(TokenKind::Semicolon, "`;`")?;
        let test = self.optional_expression(TokenKind::Semicolon)?;
        self.expect(TokenKind::Semicolon, "`;`")?;
        let update = self.optional_expression(TokenKind::RightParen)?;
        self.expect(TokenKind::RightParen, "`)`")?;
        let body = self.loop_body(labels)?;
        Ok(self.statement_node(self.span_from(start), StatementKind::For { init, test, update, body }))
    }

    fn optional_expression(&mut self, end: TokenKind) -> Parsed<Option<ExpressionId>> {
        if self.kind() == end { Ok(None) } else { self.expression(AcceptIn::Yes).map(Some) }
    }

    fn for_in_rest(&mut self, start: u32, left: ForTarget, labels: usize) -> Parsed<StatementId> {
        self.advance();
        let right = self.expression(AcceptIn::Yes)?;
        self.expect(TokenKind::RightParen, "`)`")?;
        let body = self.loop_body(labels)?;
        Ok(self.statement_node(self.span_from(start), StatementKind::ForIn { left, right, body }))
    }

    pub(super) fn break_statement(&mut self) -> Parsed<StatementId> {
        let keyword = self.span();
        self.advance();
        let label = self.jump_label(false)?;
        if label.is_none() && self.context.breakables == 0 {
            return self.fail(Message::BreakOutside, keyword);
        }
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(keyword.start), StatementKind::Break { label }))
    }

    pub(super) fn continue_statement(&mut self) -> Parsed<StatementId> {
        let keyword = self.span();
        self.advance();
        let label = self.jump_label(true)?;
        if self.context.loops == 0 {
            return self.fail(Message::ContinueOutside, keyword);
        }
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(keyword.start), StatementKind::Continue { label }))
    }

    /// The label on the same line behind `break` or `continue`.
    fn jump_label(&mut self, needs_loop: bool) -> Parsed<Option<Name>> {
        if !self.kind().is_identifier() || self.token().newline_before {
            return Ok(None);
        }
        let span = self.span();
        let name = self.identifier_reference()?.name;
        match self.labels.find(name, self.context.first_label) {
            None => self.fail(Message::UndefinedLabel(self.name_text(name)), span),
            Some(label) if needs_loop && !label.is_loop => self.fail(Message::NotALoop(self.name_text(name)), span),
            Some(_) => Ok(Some(name)),
        }
    }
}
