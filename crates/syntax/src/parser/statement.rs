//! Statements (ECMA-262 14), except loops and most declarations.

use ferrotape_text::Name;

use super::binding::Declares;
use super::explanation::expected_end;
use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed};
use crate::scope::{BindingKind, ScopeId, ScopeKind};
use crate::token::{Token, TokenKind};
use crate::tree::{
    CaseId, CatchClause, CatchParameter, ExpressionId, LexicalKind, List, StatementId, StatementKind, SwitchCase,
};

/// Place of a statement, which decides which declarations are allowed.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// The top of a program. Modules import and export there.
    Top,
    /// A list of statements.
    List,
    /// The top of a namespace of TypeScript.
    Namespace,
    /// The list of statements of a `case`.
    Case,
    /// Behind a label in a list.
    Label,
    /// The body of another statement.
    Body,
}

impl Place {
    pub fn is_list(self) -> bool {
        matches!(self, Place::Top | Place::List | Place::Case | Place::Namespace)
    }
}

impl Parser<'_> {
    /// Parses a statement that is the body of another one.
    pub(super) fn substatement(&mut self) -> Parsed<StatementId> {
        self.statement(Place::Body)
    }

    /// Parses a Statement or Declaration. Every recursion of statements passes through here.
    pub(super) fn statement(&mut self, place: Place) -> Parsed<StatementId> {
        use TokenKind::*;
        self.check_depth()?;
        let labels = std::mem::take(&mut self.labels_before);
        match self.kind() {
            Identifier => self.labelled_or_expression(place, labels),
            LeftBrace => self.block(),
            Semicolon => self.empty_statement(),
            Var | Const if self.typescript && self.is_declared_elsewhere() => self.ambient_statement(),
            Var => self.variable_statement(),
            Function if place != Place::Body => self.function_statement(place),
            Function => self.fail(Message::FunctionAsBody, self.span()),
            If => self.if_statement(),
            Return => self.return_statement(),
            For => self.for_statement(labels),
            While => self.while_statement(labels),
            Do => self.do_while_statement(labels),
            Break => self.break_statement(),
            Continue => self.continue_statement(),
            Throw => self.throw_statement(),
            Try => self.try_statement(),
            Switch => self.switch_statement(),
            With => self.with_statement(),
            Debugger => self.debugger_statement(),
            Const => {
                let start = self.token().start;
                self.advance();
                if self.typescript && self.kind() == Enum {
                    return self.enum_declaration(start, place);
                }
                self.lexical_statement(start, LexicalKind::Const, place)
            }
            Enum if self.typescript => self.enum_declaration(self.token().start, place),
            Class if place.is_list() => self.class_declaration(None),
            Class => self.fail(Message::LexicalAsBody("class"), self.span()),
            Import => self.import_statement(place),
            Export => self.export_statement(place),
            Await if self.context.is_async => self.await_statement(place),
            other if other.is_identifier() => self.labelled_or_expression(place, labels),
            _ => self.expression_statement(),
        }
    }

    /// Parses the statements up to the token `end`. They follow those on `scratch` from `first_item` on.
    pub(super) fn statement_list_rest(&mut self, end: TokenKind, first_item: usize) -> Parsed<List<StatementId>> {
        self.statements_of(end, first_item, Place::List)
    }

    /// Parses statements up to the token `end`, which stays. Every statement of the list is in this `place`.
    pub(super) fn statements_of(
        &mut self,
        end: TokenKind,
        first_item: usize,
        place: Place,
    ) -> Parsed<List<StatementId>> {
        while self.kind() != end {
            let statement = self.statement(place)?;
            self.note(statement);
        }
        Ok(self.list_from(first_item))
    }

    /// Parses a function declaration where one is allowed. Behind a label it must be plain.
    fn function_statement(&mut self, place: Place) -> Parsed<StatementId> {
        let keyword = self.span();
        let statement = self.function_declaration()?;
        if place == Place::Label
            && let StatementKind::FunctionDeclaration { function, .. } = self.tree[statement].kind
            && self.tree[function].is_generator
        {
            return self.fail(Message::LabelledFunction, keyword);
        }
        Ok(statement)
    }

    /// Parses a block with its braces. The tree gets a scope for it only if it declares something.
    pub(super) fn block(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        self.expect(TokenKind::LeftBrace, "`{`")?;
        self.open_block(start);
        let first_item = self.scratch.len();
        let body = self.statement_list_rest(TokenKind::RightBrace, first_item);
        let body = body.map_err(|error| self.unclosed(error, "`{`", start))?;
        let scope = self.close_block();
        self.advance();
        Ok(self.statement_node(self.span_from(start), StatementKind::Block { body, scope }))
    }

    fn empty_statement(&mut self) -> Parsed<StatementId> {
        let span = self.span();
        self.advance();
        Ok(self.statement_node(span, StatementKind::Empty))
    }

    fn debugger_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(start), StatementKind::Debugger))
    }

    /// Parses a statement that begins with an identifier.
    fn labelled_or_expression(&mut self, place: Place, labels: usize) -> Parsed<StatementId> {
        let token = *self.token();
        if self.typescript
            && let Some(statement) = self.typescript_statement(place)?
        {
            return Ok(statement);
        }
        if token.kind == TokenKind::Let && self.context.strict && !token.escaped {
            self.advance();
            return self.lexical_statement(token.start, LexicalKind::Let, place);
        }
        if token.kind == TokenKind::Yield && self.context.is_generator {
            return self.expression_statement();
        }
        let word = self.identifier_reference()?;
        if self.kind() == TokenKind::Colon {
            return self.labelled(word.name, word.start, place, labels);
        }
        let operand = match word.kind {
            TokenKind::Let if self.is_let_declaration(&word, place) => {
                return self.lexical_statement(word.start, LexicalKind::Let, place);
            }
            TokenKind::Using if self.is_using_declaration(&word) => {
                return self.lexical_statement(word.start, LexicalKind::Using, place);
            }
            TokenKind::Async if self.is_async_function(&word) => return self.async_function(word.start, place),
            TokenKind::Async => self.async_operand_begun(&word)?,
            _ => self.identifier_node(&word),
        };
        let operand = self.postfix_rest(word.start, operand)?;
        let first = self.assignment_rest(word.start, operand, AcceptIn::Yes)?;
        let expression = self.expression_rest(word.start, first, AcceptIn::Yes)?;
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(word.start), StatementKind::Expression { expression }))
    }

    /// Returns whether a function follows the word `async`.
    pub(super) fn is_async_function(&self, word: &Token) -> bool {
        self.kind() == TokenKind::Function && !word.escaped && !self.token().newline_before
    }

    /// Parses a function declaration behind `async`.
    fn async_function(&mut self, start: u32, place: Place) -> Parsed<StatementId> {
        match place.is_list() {
            true => self.function_declaration_from(start, true, None),
            false => self.fail(Message::GeneratorAsBody, self.span_from(start)),
        }
    }

    /// Parses from the `:` behind a label on. `labels` is the number of labels directly before this one, which a loop
    /// shares.
    #[inline(never)]
    fn labelled(&mut self, label: Name, start: u32, place: Place, labels: usize) -> Parsed<StatementId> {
        if self.labels.find(label, self.context.first_label).is_some() {
            return self.fail(Message::DuplicateLabel(self.name_text(label)), self.span_from(start));
        }
        self.advance();
        self.labels.push(&mut self.lexer.meter, label);
        if self.kind() == TokenKind::Function && (place == Place::Body || self.context.strict) {
            return self.fail(Message::LabelledFunction, self.span());
        }
        self.labels_before = labels + 1;
        let place = if place == Place::Body { Place::Body } else { Place::Label };
        let body = self.statement(place)?;
        self.labels.pop();
        Ok(self.statement_node(self.span_from(start), StatementKind::Labeled { label, body }))
    }

    pub(super) fn expression_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        let expression = self.expression(AcceptIn::Yes)?;
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(start), StatementKind::Expression { expression }))
    }

    /// Parses an expression in parentheses, after a keyword.
    pub(super) fn head(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.expect(TokenKind::LeftParen, "`(`")?;
        let expression = self.expression(AcceptIn::Yes);
        let expression = expression.map_err(|error| self.unclosed(error, "`(`", start))?;
        let closed = self.expect(TokenKind::RightParen, "`)`").map_err(|error| expected_end(error, start));
        closed.map_err(|error| self.unclosed(error, "`(`", start))?;
        Ok(expression)
    }

    /// Parses an `if` statement. A chain of `else if` is parsed in a loop and assembled from its end.
    fn if_statement(&mut self) -> Parsed<StatementId> {
        let mut chain: Vec<(u32, ExpressionId, StatementId)> = Vec::new();
        let mut alternate = loop {
            let start = self.token().start;
            self.advance();
            let test = self.head()?;
            let consequent = self.if_clause()?;
            self.lexer.meter.push(&mut chain, (start, test, consequent));
            if !self.take(TokenKind::Else) {
                break None;
            }
            if self.kind() != TokenKind::If {
                break Some(self.if_clause()?);
            }
        };
        while let Some((start, test, consequent)) = chain.pop() {
            self.lexer.meter.tick(1);
            let kind = StatementKind::If { test, consequent, alternate };
            alternate = Some(self.statement_node(self.span_from(start), kind));
        }
        // The chain has at least one link.
        alternate.map_or_else(|| self.fail_unexpected(), Ok)
    }

    /// Parses a branch of an `if`. In sloppy code it may be a function declaration, as if in a block of its own
    /// (ECMA-262 B.3.3).
    fn if_clause(&mut self) -> Parsed<StatementId> {
        if self.kind() != TokenKind::Function || self.context.strict {
            return self.substatement();
        }
        self.check_depth()?;
        let start = self.token().start;
        self.open_block(start);
        let keyword = self.span();
        let declaration = self.function_declaration()?;
        if let StatementKind::FunctionDeclaration { function, .. } = self.tree[declaration].kind
            && self.tree[function].is_generator
        {
            return self.fail(Message::GeneratorAsBody, keyword);
        }
        let scope = self.close_block();
        let body = self.list_of(declaration);
        Ok(self.statement_node(self.span_from(start), StatementKind::Block { body, scope }))
    }

    /// Parses a `return`. Its value begins on the same line.
    fn return_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        if !self.context.allows_return {
            return self.fail(Message::ReturnOutside, self.span());
        }
        self.advance();
        let ends = matches!(self.kind(), TokenKind::Semicolon | TokenKind::RightBrace | TokenKind::EndOfInput);
        let argument = if ends || self.token().newline_before { None } else { Some(self.expression(AcceptIn::Yes)?) };
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(start), StatementKind::Return { argument }))
    }

    fn throw_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        if self.token().newline_before {
            return self.fail(Message::NewlineAfterThrow, self.span_from(start));
        }
        let argument = self.expression(AcceptIn::Yes)?;
        self.semicolon()?;
        Ok(self.statement_node(self.span_from(start), StatementKind::Throw { argument }))
    }

    /// Parses a `try`, which has a `catch`, a `finally` or both.
    fn try_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        let block = self.block()?;
        let handler = if self.kind() == TokenKind::Catch { Some(self.catch_clause()?) } else { None };
        let finalizer = if self.take(TokenKind::Finally) { Some(self.block()?) } else { None };
        if handler.is_none() && finalizer.is_none() {
            return match self.kind() {
                TokenKind::Invalid => self.fail_unexpected(),
                _ => self.fail_so_far(Message::TryAlone, self.span_from(start)),
            };
        }
        Ok(self.statement_node(self.span_from(start), StatementKind::Try { block, handler, finalizer }))
    }

    /// Parses a catch clause. The scope of its parameter is around the block's.
    fn catch_clause(&mut self) -> Parsed<CatchClause> {
        let start = self.token().start;
        self.advance();
        if self.kind() == TokenKind::LeftBrace {
            let scope = self.open_scope(ScopeKind::Catch, start);
            return self.catch_body(CatchParameter::None, scope);
        }
        let bracket = self.token().start;
        self.expect(TokenKind::LeftParen, "`(`")?;
        if matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftBrace) {
            return self.catch_pattern(start, bracket);
        }
        let span = self.span();
        let name = self.binding_identifier()?;
        if self.typescript {
            self.annotation()?;
        }
        self.expect(TokenKind::RightParen, "`)`").map_err(|error| self.unclosed(error, "`(`", bracket))?;
        let scope = self.open_scope(ScopeKind::Catch, start);
        let param =
            self.scopes.declare_only(&mut self.tree, &mut self.lexer.meter, name, BindingKind::CatchParameter, span);
        self.catch_body(CatchParameter::Binding(param), scope)
    }

    /// Parses a catch clause from its pattern on. A `var` in the block may then not repeat its names (ECMA-262 B.3.4).
    #[inline(never)]
    fn catch_pattern(&mut self, start: u32, bracket: u32) -> Parsed<CatchClause> {
        let scope = self.open_scope(ScopeKind::Catch, start);
        self.scopes.catches_pattern();
        let first_bound = self.bound.len();
        let pattern = self.binding_pattern(Declares::Lexical(BindingKind::CatchParameter))?;
        self.initialized(first_bound);
        if self.typescript {
            self.annotation()?;
        }
        self.expect(TokenKind::RightParen, "`)`").map_err(|error| self.unclosed(error, "`(`", bracket))?;
        self.catch_body(CatchParameter::Pattern(pattern), scope)
    }

    fn catch_body(&mut self, param: CatchParameter, scope: ScopeId) -> Parsed<CatchClause> {
        let body = self.block()?;
        self.scopes.close(&mut self.tree, &mut self.lexer.meter);
        Ok(CatchClause { param, scope, body })
    }

    /// Parses a `switch`. All its cases share one scope, which is opened behind the discriminant.
    fn switch_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        let discriminant = self.head()?;
        let block_start = self.token().start;
        self.expect(TokenKind::LeftBrace, "`{`")?;
        self.open_block(block_start);
        self.context.breakables += 1;
        let first_item = self.scratch.len();
        let mut has_default = false;
        while self.kind() != TokenKind::RightBrace {
            let case = self.switch_case(&mut has_default);
            let case = case.map_err(|error| self.unclosed(error, "`{`", block_start))?;
            self.note(case);
        }
        let cases = self.list_from(first_item);
        self.context.breakables -= 1;
        let scope = self.close_block();
        self.advance();
        Ok(self.statement_node(self.span_from(start), StatementKind::Switch { discriminant, cases, scope }))
    }

    /// Parses a `case` or `default`, up to the next one or the `}`. `has_default` tells whether there was a `default`.
    fn switch_case(&mut self, has_default: &mut bool) -> Parsed<CaseId> {
        let (start, keyword) = (self.token().start, self.span());
        self.scopes.next_case(&self.tree, &mut self.lexer.meter);
        let test = if self.take(TokenKind::Default) {
            if std::mem::replace(has_default, true) {
                return self.fail(Message::DuplicateDefault, keyword);
            }
            None
        } else {
            self.expect(TokenKind::Case, "`case`, `default` or `}`")?;
            Some(self.expression(AcceptIn::UpToColon)?)
        };
        self.expect(TokenKind::Colon, "`:`")?;
        let first_item = self.scratch.len();
        while !matches!(self.kind(), TokenKind::Case | TokenKind::Default | TokenKind::RightBrace) {
            let statement = self.statement(Place::Case)?;
            self.note(statement);
        }
        let consequent = self.list_from(first_item);
        let id = CaseId(self.tree.cases.len() as u32);
        let case = SwitchCase { span: self.span_from(start), test, consequent };
        self.lexer.meter.push(&mut self.tree.cases, case);
        Ok(id)
    }

    /// Parses a `with`, in whose body every name is looked up at run time.
    fn with_statement(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        if self.context.strict {
            return self.fail(Message::StrictWith, self.span());
        }
        self.advance();
        let object = self.head()?;
        let scope = self.open_scope(ScopeKind::With, start);
        let body = self.substatement()?;
        self.scopes.close_with(&mut self.tree, &mut self.lexer.meter);
        Ok(self.statement_node(self.span_from(start), StatementKind::With { object, body, scope }))
    }
}
