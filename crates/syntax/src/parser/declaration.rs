//! Declarations of variables, constants and resources (ECMA-262 14.3), and statements that begin like one.

use ferrotape_text::Span;

use super::binding::Declares;
use super::statement::Place;
use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed};
use crate::scope::{BindingKind, ScopeKind};
use crate::token::{Token, TokenKind};
use crate::tree::{
    BindingTarget, DeclaratorId, ExpressionKind, LexicalKind, List, StatementId, StatementKind, VariableDeclarator,
};

impl LexicalKind {
    fn binding_kind(self) -> BindingKind {
        match self {
            LexicalKind::Let => BindingKind::Let,
            LexicalKind::Const | LexicalKind::Using | LexicalKind::AwaitUsing => BindingKind::Const,
        }
    }
}

impl Parser<'_> {
    pub(super) fn variable_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        let declarations = self.variable_declarations(AcceptIn::Yes)?;
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(start), StatementKind::VariableDeclaration { declarations }))
    }

    /// Parses a VariableDeclarationList. `AcceptIn::No` means the head of a `for` statement.
    pub(super) fn variable_declarations(&mut self, accept_in: AcceptIn) -> Parsed<List<DeclaratorId>> {
        let first_item = self.scratch.len();
        loop {
            let declarator = self.variable_declarator(accept_in)?;
            self.note(declarator);
            if !self.take(TokenKind::Comma) {
                return Ok(self.list_from(first_item));
            }
        }
    }

    /// Parses one declarator of a `var`. Only an initializer counts as a write to its name.
    fn variable_declarator(&mut self, accept_in: AcceptIn) -> Parsed<DeclaratorId> {
        if matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftBrace) {
            return self.pattern_declarator(Declares::Variable, accept_in);
        }
        let name_span = self.span();
        let name = self.binding_identifier()?;
        self.declare_variable(name, name_span)?;
        let reference = self.refer(name);
        if self.typescript {
            self.variable_annotation()?;
        }
        let mut init = None;
        if self.take(TokenKind::Assign) {
            self.scopes.write(reference);
            init = Some(self.assignment(accept_in)?);
        }
        let span = self.span_from(name_span.start);
        let target = BindingTarget::Identifier { name, reference };
        Ok(self.declarator_node(VariableDeclarator { span, target, init }))
    }

    fn declarator_node(&mut self, declarator: VariableDeclarator) -> DeclaratorId {
        let id = DeclaratorId(self.tree.declarators.len() as u32);
        self.lexer.meter.push(&mut self.tree.declarators, declarator);
        id
    }

    /// Parses a declarator whose target is a pattern. It needs an initializer, except in the head of a for-in or for-of
    /// loop.
    #[inline(never)]
    fn pattern_declarator(&mut self, declares: Declares, accept_in: AcceptIn) -> Parsed<DeclaratorId> {
        let start = self.token().start;
        let target = BindingTarget::Pattern(self.binding_pattern(declares)?);
        if self.typescript {
            self.variable_annotation()?;
        }
        let mut init = None;
        if self.take(TokenKind::Assign) {
            init = Some(self.assignment(accept_in)?);
        } else if !self.ends_for_target(accept_in) {
            return self.fail_without_initializer(Message::MissingPatternInitializer, start);
        }
        let span = self.span_from(start);
        Ok(self.declarator_node(VariableDeclarator { span, target, init }))
    }

    /// Fails at a declarator without an initializer. If a `:` follows, a type was probably intended.
    #[cold]
    fn fail_without_initializer<T>(&mut self, message: Message, start: u32) -> Parsed<T> {
        if self.kind() == TokenKind::Colon {
            return self.fail_unexpected();
        }
        self.fail_so_far(message, self.span_from(start))
    }

    /// Returns whether `in` or `of` follows in the head of a loop.
    fn ends_for_target(&self, accept_in: AcceptIn) -> bool {
        accept_in == AcceptIn::No && matches!(self.kind(), TokenKind::In | TokenKind::Of)
    }

    /// Parses a declaration behind its keyword.
    pub(super) fn lexical_statement(&mut self, start: u32, kind: LexicalKind, place: Place) -> Parsed<StatementId> {
        let keyword = Span::new(start, self.lexer.previous_end);
        if !place.is_list() {
            return self.fail(Message::LexicalAsBody(kind.keyword()), keyword);
        }
        if matches!(kind, LexicalKind::Using | LexicalKind::AwaitUsing) {
            self.check_using(keyword, place)?;
        }
        let first_bound = self.bound.len();
        let declarations = self.lexical_declarations(kind, AcceptIn::Yes)?;
        self.bound.truncate(first_bound);
        self.semicolon()?;
        let kind = StatementKind::LexicalDeclaration { kind, declarations };
        Ok(self.statement_node(self.span_from(start), kind))
    }

    /// Fails if a resource cannot be declared here. Blocks, functions and modules allow it, but a `switch` not
    /// directly.
    fn check_using(&mut self, keyword: Span, place: Place) -> Parsed<()> {
        let is_top_of_script = place == Place::Top && self.goal != crate::Goal::Module;
        match is_top_of_script || place == Place::Case {
            true => self.fail(Message::UsingPlace, keyword),
            false => Ok(()),
        }
    }

    /// Parses a BindingList. The names stay on `bound`, but are initialised.
    pub(super) fn lexical_declarations(
        &mut self,
        kind: LexicalKind,
        accept_in: AcceptIn,
    ) -> Parsed<List<DeclaratorId>> {
        let first_item = self.scratch.len();
        if matches!(kind, LexicalKind::Using | LexicalKind::AwaitUsing) {
            let is_async = kind == LexicalKind::AwaitUsing;
            if is_async {
                self.note_await();
            }
            self.scopes.disposes(&mut self.tree, &mut self.lexer.meter, is_async);
        }
        loop {
            let first_bound = self.bound.len();
            let declarator = self.lexical_declarator(kind, accept_in)?;
            self.mark_initialized(first_bound);
            self.note(declarator);
            if !self.take(TokenKind::Comma) {
                return Ok(self.list_from(first_item));
            }
        }
    }

    /// Parses one declarator. A name needs an initializer unless `let` declares it, or the head of a for-in or for-of
    /// loop does.
    fn lexical_declarator(&mut self, kind: LexicalKind, accept_in: AcceptIn) -> Parsed<DeclaratorId> {
        let declares = Declares::Lexical(kind.binding_kind());
        if matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftBrace) {
            if matches!(kind, LexicalKind::Using | LexicalKind::AwaitUsing) {
                return self.fail(Message::UsingPattern, self.span());
            }
            return self.pattern_declarator(declares, accept_in);
        }
        let start = self.token().start;
        let target = self.binding_target(declares)?;
        if self.typescript {
            self.variable_annotation()?;
        }
        let mut init = None;
        if self.take(TokenKind::Assign) {
            init = Some(self.assignment(accept_in)?);
        } else if kind != LexicalKind::Let && !self.ends_for_target(accept_in) {
            return self.fail_without_initializer(Message::MissingInitializer(kind.keyword()), start);
        }
        let span = self.span_from(start);
        Ok(self.declarator_node(VariableDeclarator { span, target, init }))
    }

    /// Returns whether a declaration follows the word `let`, the first one of a statement.
    pub(super) fn is_let_declaration(&self, word: &Token, place: Place) -> bool {
        let may_declare = !word.escaped && (place.is_list() || !self.token().newline_before);
        match self.kind() {
            TokenKind::LeftBracket => !word.escaped,
            TokenKind::LeftBrace => may_declare,
            kind => may_declare && kind.is_identifier(),
        }
    }

    /// Returns whether a declaration follows the word `using`, the first one of a statement.
    pub(super) fn is_using_declaration(&self, word: &Token) -> bool {
        !word.escaped && self.kind().is_identifier() && !self.token().newline_before
    }

    /// Parses a statement that begins with the operator `await`: an expression, or `await using`.
    #[inline(never)]
    pub(super) fn await_statement(&mut self, place: Place) -> Parsed<StatementId> {
        let keyword = self.span();
        let is_plain = !self.token().escaped;
        if !is_plain {
            return self.expression_statement();
        }
        self.note_await();
        self.advance();
        let argument = if self.kind() == TokenKind::Using && !self.token().newline_before {
            let word = self.identifier_reference()?;
            if self.is_using_declaration(&word) {
                return self.lexical_statement(keyword.start, LexicalKind::AwaitUsing, place);
            }
            let operand = self.identifier_node(&word);
            self.postfix_rest(word.start, operand)?
        } else {
            self.unary()?
        };
        let left = self.expression_node(self.span_from(keyword.start), ExpressionKind::Await { argument });
        let first = self.assignment_rest(keyword.start, left, AcceptIn::Yes)?;
        let expression = self.expression_rest(keyword.start, first, AcceptIn::Yes)?;
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(keyword.start), StatementKind::Expression { expression }))
    }

    pub(super) fn open_loop_scope(&mut self, start: u32) {
        let function = self.context.function;
        self.scopes.open_block(&self.tree, &mut self.lexer.meter, ScopeKind::Loop, function, start);
    }
}
