//! Loops and jumps (ECMA-262 14.7 to 14.9, B.3.5).

use ferrotape_text::{Name, Span};

use super::explanation::{expected_end, still_open};
use super::expression::check_unescaped;
use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed, SourceErrorKind};
use crate::token::TokenKind;
use crate::tree::{
    BindingTarget, DeclaratorId, ExpressionId, ExpressionKind, ForInit, ForTarget, LexicalKind, List, StatementId,
    StatementKind, VariableDeclarator,
};

/// Source text before the head of a `for` statement.
struct ForHead {
    start: u32,
    /// Position of its `(`.
    bracket: u32,
    /// Number of labels before the statement.
    labels: usize,
    is_await: bool,
}

impl Parser<'_> {
    /// Parses a loop's body. `labels` is the number of labels directly before the loop.
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

    /// Parses a `do` statement. The semicolon behind its condition is always optional.
    pub(super) fn do_while_statement(&mut self, labels: usize) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        let body = self.loop_body(labels)?;
        self.expect(TokenKind::While, "`while`")?;
        let test = self.head()?;
        self.take(TokenKind::Semicolon);
        Ok(self.statement_node(self.span_from(start), StatementKind::DoWhile { body, test }))
    }

    /// Parses a `for` loop. The first token of its head decides which parser reads on. `labels` stand before the loop.
    pub(super) fn for_statement(&mut self, labels: usize) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        let is_await = self.kind() == TokenKind::Await;
        if is_await {
            self.for_await()?;
        }
        let bracket = self.token().start;
        self.expect(TokenKind::LeftParen, "`(`")?;
        let head = ForHead { start, bracket, labels, is_await };
        match self.kind() {
            TokenKind::Semicolon => self.for_rest(&head, None),
            TokenKind::Var => self.for_variables(&head),
            TokenKind::Const => {
                self.advance();
                self.for_lexical(&head, LexicalKind::Const)
            }
            TokenKind::Let | TokenKind::Using | TokenKind::Async => self.for_word(&head),
            TokenKind::Await if self.context.is_async => self.for_await_using(&head),
            _ => {
                let first = self.assignment_or_pattern(AcceptIn::No)?;
                self.for_expression(&head, first, None)
            }
        }
    }

    /// Consumes `await` behind `for`.
    #[cold]
    fn for_await(&mut self) -> Parsed<()> {
        if !self.context.is_async {
            return self.fail(Message::AwaitOutside, self.span());
        }
        check_unescaped(self)?;
        self.note_await();
        let span = self.span();
        self.context.cover.awaits.note(span);
        self.advance();
        Ok(())
    }

    /// Parses from a head that begins with a word that is a name or declares something.
    fn for_word(&mut self, head: &ForHead) -> Parsed<StatementId> {
        let word = *self.token();
        if word.kind == TokenKind::Let && self.context.strict && !word.escaped {
            self.advance();
            return self.for_lexical(head, LexicalKind::Let);
        }
        let word = self.identifier_reference()?;
        let is_name_next = self.kind().is_identifier();
        let operand = match word.kind {
            TokenKind::Let if !word.escaped && (is_name_next || self.begins_pattern()) => {
                return self.for_lexical(head, LexicalKind::Let);
            }
            // `using` is a name in `for (using of a)`, but not in `for (using of = a;;)`.
            TokenKind::Using
                if self.is_using_declaration(&word)
                    && (self.kind() != TokenKind::Of || self.next_token().0 == TokenKind::Assign) =>
            {
                return self.for_lexical(head, LexicalKind::Using);
            }
            TokenKind::Async if head.is_await && self.kind() == TokenKind::Of => self.identifier_node(&word),
            TokenKind::Async if self.kind() == TokenKind::Of => match self.async_operand_rest(&word) {
                Err(error) if error.kind == SourceErrorKind::Syntax => {
                    return self.fail(Message::ForOfAsync, Span::new(word.start, word.end));
                }
                operand => operand?,
            },
            TokenKind::Async => self.async_operand_begun(&word)?,
            _ => self.identifier_node(&word),
        };
        let operand = self.postfix_rest(word.start, operand)?;
        let first = self.assignment_rest(word.start, operand, AcceptIn::No)?;
        let is_alone = self.lexer.previous_end == word.end;
        let refused = match word.kind {
            TokenKind::Let if !word.escaped => Some(Message::ForOfLet),
            TokenKind::Async if !word.escaped && is_alone && !head.is_await => Some(Message::ForOfAsync),
            _ => None,
        };
        self.for_expression(head, first, refused.map(|message| (message, Span::new(word.start, word.end))))
    }

    fn begins_pattern(&self) -> bool {
        matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftBrace)
    }

    /// Parses from a head that begins with the operator `await`: of an expression, or of `await using`.
    #[cold]
    fn for_await_using(&mut self, head: &ForHead) -> Parsed<StatementId> {
        let start = self.token().start;
        check_unescaped(self)?;
        self.note_await();
        self.advance();
        let argument = if self.kind() == TokenKind::Using && !self.token().newline_before {
            let word = self.identifier_reference()?;
            if self.is_using_declaration(&word) {
                return self.for_lexical(head, LexicalKind::AwaitUsing);
            }
            let operand = self.identifier_node(&word);
            self.postfix_rest(word.start, operand)?
        } else {
            self.unary()?
        };
        let left = self.expression_node(self.span_from(start), ExpressionKind::Await { argument });
        let first = self.assignment_rest(start, left, AcceptIn::No)?;
        self.for_expression(head, first, None)
    }

    /// Parses from a head's first expression on. `refused` is the error if the expression cannot be the target of a
    /// for-of loop.
    fn for_expression(
        &mut self,
        head: &ForHead,
        first: ExpressionId,
        refused: Option<(Message, Span)>,
    ) -> Parsed<StatementId> {
        let is_of = self.kind() == TokenKind::Of && !self.token().escaped;
        if self.kind() == TokenKind::In || is_of {
            if let (true, Some((message, span))) = (is_of, refused) {
                return self.fail(message, span);
            }
            if self.is_literal(first) {
                self.to_pattern(first)?;
                self.cover_error = None;
            } else {
                let message = if is_of { Message::InvalidForOfTarget } else { Message::InvalidForInTarget };
                self.check_target(first, message)?;
            }
            return self.for_each(head, ForTarget::Expression(first));
        }
        if self.cover_error.is_some() {
            return self.fail_cover();
        }
        let init = self.expression_rest(self.tree[first].span.start, first, AcceptIn::No)?;
        self.for_rest(head, Some(ForInit::Expression(init)))
    }

    /// Parses from a head with `var`, at that word. A for-in loop in sloppy code may have an initializer (ECMA-262
    /// B.3.5).
    fn for_variables(&mut self, head: &ForHead) -> Parsed<StatementId> {
        self.advance();
        let declarations = self.variable_declarations(AcceptIn::No)?;
        if !matches!(self.kind(), TokenKind::In | TokenKind::Of) {
            return self.for_rest(head, Some(ForInit::Variables(declarations)));
        }
        let declarator = self.only_declarator(head, declarations)?;
        let VariableDeclarator { span, target, init } = self.tree[declarator];
        match target {
            BindingTarget::Identifier { reference, .. } => self.scopes.write(reference),
            BindingTarget::Pattern(_) => {}
        }
        if init.is_some() {
            let is_plain = matches!(target, BindingTarget::Identifier { .. });
            if self.kind() == TokenKind::Of || !is_plain {
                return self.fail(Message::ForInitializer, span);
            }
            if self.context.strict {
                return self.fail(Message::StrictForInInitializer, span);
            }
        }
        self.for_each(head, ForTarget::Variable(declarator))
    }

    /// Returns the only declarator of a for-in or for-of loop.
    fn only_declarator(&mut self, head: &ForHead, declarations: List<DeclaratorId>) -> Parsed<DeclaratorId> {
        let mut items = self.tree.list(declarations);
        let (first, second) = (items.next(), items.next());
        drop(items);
        match (first, second) {
            (Some(declarator), None) => Ok(declarator),
            _ => self.fail(Message::ForInDeclarations, self.span_from(head.start)),
        }
    }

    /// Parses from a head with a lexical declaration, behind its keyword.
    #[inline(never)]
    fn for_lexical(&mut self, head: &ForHead, kind: LexicalKind) -> Parsed<StatementId> {
        let start = self.token().start;
        self.open_loop_scope(start);
        let first_bound = self.bound.len();
        let declarations = self.lexical_declarations(kind, AcceptIn::No)?;
        let scope = self.scopes.realized(&mut self.tree, &mut self.lexer.meter);
        let is_each = matches!(self.kind(), TokenKind::In | TokenKind::Of);
        let statement = if is_each {
            let declarator = self.only_declarator(head, declarations)?;
            let VariableDeclarator { span, init, .. } = self.tree[declarator];
            if init.is_some() {
                return self.fail(Message::ForInitializer, span);
            }
            let is_using = matches!(kind, LexicalKind::Using | LexicalKind::AwaitUsing);
            if is_using && self.kind() == TokenKind::In {
                return self.fail(Message::UsingPlace, span);
            }
            self.for_each_from(head, ForTarget::Lexical { kind, declarator, scope }, first_bound)?
        } else {
            self.bound.truncate(first_bound);
            self.for_rest(head, Some(ForInit::Lexical { kind, declarations, scope }))?
        };
        self.close_block();
        Ok(statement)
    }

    /// Parses the rest of a loop with three parts, from the first `;` on.
    fn for_rest(&mut self, head: &ForHead, init: Option<ForInit>) -> Parsed<StatementId> {
        if head.is_await {
            return self.fail_so_far(Message::ForAwaitHead, self.span());
        }
        self.expect_in_head(head, TokenKind::Semicolon, "`;`")?;
        let test = self.optional_expression(TokenKind::Semicolon)?;
        self.expect_in_head(head, TokenKind::Semicolon, "`;`")?;
        let update = self.optional_expression(TokenKind::RightParen)?;
        self.expect_in_head(head, TokenKind::RightParen, "`)`")?;
        let body = self.loop_body(head.labels)?;
        Ok(self.statement_node(self.span_from(head.start), StatementKind::For { init, test, update, body }))
    }

    /// Consumes the next token of a head. If the body begins instead, the error says that the bracket is open.
    fn expect_in_head(&mut self, head: &ForHead, kind: TokenKind, name: &'static str) -> Parsed<()> {
        let is_body = self.kind() == TokenKind::LeftBrace;
        self.expect(kind, name).map_err(|error| match is_body {
            true => still_open(error, head.bracket),
            false => self.unclosed(expected_end(error, head.bracket), "`(`", head.bracket),
        })
    }

    fn optional_expression(&mut self, end: TokenKind) -> Parsed<Option<ExpressionId>> {
        if self.kind() == end { Ok(None) } else { self.expression(AcceptIn::Yes).map(Some) }
    }

    /// Parses a for-in or for-of loop from `in` or `of` on.
    fn for_each(&mut self, head: &ForHead, left: ForTarget) -> Parsed<StatementId> {
        self.for_each_from(head, left, self.bound.len())
    }

    /// Parses a for-in or for-of loop from `in` or `of` on. Each turn binds the names on `bound` from `first_bound` on.
    fn for_each_from(&mut self, head: &ForHead, left: ForTarget, first_bound: usize) -> Parsed<StatementId> {
        let is_of = self.kind() == TokenKind::Of;
        if head.is_await && !is_of {
            return self.fail_so_far(Message::ForAwaitHead, self.span());
        }
        check_unescaped(self)?;
        self.advance();
        let right = if is_of { self.assignment(AcceptIn::Yes)? } else { self.expression(AcceptIn::Yes)? };
        self.initialized(first_bound);
        self.expect_in_head(head, TokenKind::RightParen, "`)`")?;
        let body = self.loop_body(head.labels)?;
        let kind = match is_of {
            true => StatementKind::ForOf { left, right, body, is_await: head.is_await },
            false => StatementKind::ForIn { left, right, body },
        };
        Ok(self.statement_node(self.span_from(head.start), kind))
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

    /// Parses the label on the same line behind `break` or `continue`.
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
