//! Functions (ECMA-262 15.2), their parameters, directives and the checks that wait for these.

use ferrotape_text::{Name, Span, TextView};

use super::{FunctionContext, Parser};
use crate::error::{Message, Parsed};
use crate::scope::{BindingKind, Resolution, ScopeKind};
use crate::token::{Class, Token, TokenKind, word_kind};
use crate::tree::{
    ExpressionId, ExpressionKind, FunctionId, FunctionKind, List, Parameter, StatementId, StatementKind,
};

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn function_expression(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let mut name_span = self.span();
        self.advance();
        self.refuse_generator()?;
        let mut name = None;
        if self.kind() != TokenKind::LeftParen {
            name_span = self.span();
            name = Some(self.binding_identifier()?);
        }
        let function = self.function(FunctionKind::Expression, start, name, name_span)?;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Function { function }))
    }

    /// A function declared in the innermost scope.
    #[inline(never)]
    pub(super) fn function_declaration(&mut self) -> Parsed<StatementId> {
        let start = self.token().start;
        self.advance();
        self.refuse_generator()?;
        let name_span = self.span();
        let name = self.binding_identifier()?;
        let function = FunctionId(self.tree.functions.len() as u32);
        let strict = self.context.strict;
        let meter = &mut self.lexer.meter;
        if self.scopes.declare_function(&mut self.tree, meter, name, name_span, function, strict).is_err() {
            return self.fail(Message::AlreadyDeclared(self.name_text(name)), name_span);
        }
        self.function(FunctionKind::Declaration, start, Some(name), name_span)?;
        let kind = StatementKind::FunctionDeclaration { function, outer: None };
        let statement = self.statement_node(self.span_from(start), kind);
        if !strict {
            self.scopes.may_hoist(&mut self.lexer.meter, name, name_span, statement);
        }
        Ok(statement)
    }

    fn refuse_generator(&self) -> Parsed<()> {
        match self.kind() {
            TokenKind::Star => self.fail_unsupported("generator functions"),
            _ => Ok(()),
        }
    }

    /// A function from its parameter list on.
    pub(super) fn function(
        &mut self,
        kind: FunctionKind,
        start: u32,
        name: Option<Name>,
        name_span: Span,
    ) -> Parsed<FunctionId> {
        let has_name_scope = kind == FunctionKind::Expression && name.is_some();
        let function = self.add_function(kind, name, Span::new(start, start), name_span);
        let around = self.enter_function(function);
        if let (true, Some(name)) = (has_name_scope, name) {
            let scope = self.open_scope(ScopeKind::FunctionName, start);
            self.scopes.declare_only(&mut self.tree, &mut self.lexer.meter, name, BindingKind::FunctionName, name_span);
            self.tree[function].name_scope = Some(scope);
        }
        self.open_function_scope();
        let duplicate = self.parameters(kind)?;
        self.function_body(duplicate)?;
        if has_name_scope {
            self.scopes.close(&mut self.tree, &mut self.lexer.meter);
        }
        self.context = around;
        Ok(function)
    }

    /// The function of a `Function` call, from its parameter list on: as [`Parser::function`], but without a scope for the
    /// name, and the parameter list must end where it was put.
    pub(super) fn dynamic_function_rest(
        &mut self,
        start: u32,
        name_span: Span,
        name: Name,
        parameters_end: u32,
    ) -> Parsed<FunctionId> {
        let function = self.add_function(FunctionKind::Expression, Some(name), Span::new(start, start), name_span);
        let around = self.enter_function(function);
        self.open_function_scope();
        let duplicate = self.parameters(FunctionKind::Expression)?;
        if self.lexer.previous_end != parameters_end + 1 {
            return self.fail(Message::ParametersEnd, self.span());
        }
        self.function_body(duplicate)?;
        self.context = around;
        Ok(function)
    }

    /// Makes a function the current one and gives back what was the context before.
    fn enter_function(&mut self, function: FunctionId) -> FunctionContext {
        let context = FunctionContext::new(function, self.context.strict, self.labels.len());
        std::mem::replace(&mut self.context, context)
    }

    fn open_function_scope(&mut self) {
        let start = self.token().start;
        let function = self.context.function;
        let scope = self.open_scope(ScopeKind::Function, start);
        self.tree[function].scope = scope;
    }

    /// Reads the parameters in their parentheses; gives the first one that occurs twice.
    fn parameters(&mut self, kind: FunctionKind) -> Parsed<Option<(Name, Span)>> {
        let start = self.token().start;
        self.expect(TokenKind::LeftParen, "`(`")?;
        let mut duplicate = None;
        let mut trailing_comma = false;
        let mut index = 0;
        while self.kind() != TokenKind::RightParen {
            let span = self.span();
            let name = self.binding_identifier()?;
            if self.kind() == TokenKind::Assign {
                return self.fail_unsupported("default values of parameters");
            }
            let (binding, is_repeated) =
                self.scopes.declare_parameter(&mut self.tree, &mut self.lexer.meter, name, span, index);
            let function = self.context.function;
            let parameter = Parameter { name, span, binding };
            self.lexer.meter.push(&mut self.tree[function].parameters, parameter);
            if is_repeated {
                duplicate.get_or_insert((name, span));
            }
            index += 1;
            trailing_comma = self.take(TokenKind::Comma);
            if !trailing_comma {
                break;
            }
        }
        self.expect(TokenKind::RightParen, "`)`")?;
        match kind {
            FunctionKind::Getter if index != 0 => self.fail(Message::GetterParameters, self.span_from(start)),
            FunctionKind::Setter if index != 1 || trailing_comma => {
                self.fail(Message::SetterParameters, self.span_from(start))
            }
            _ => Ok(duplicate),
        }
    }

    /// Reads the body in its braces, and finishes the function.
    fn function_body(&mut self, duplicate: Option<(Name, Span)>) -> Parsed<()> {
        self.expect(TokenKind::LeftBrace, "`{`")?;
        let body = self.body(TokenKind::RightBrace)?;
        if self.context.strict {
            self.check_strict_function(duplicate)?;
        }
        let function = self.context.function;
        let end = self.token().end;
        self.tree[function].body = body;
        self.tree[function].span.end = end;
        self.expect(TokenKind::RightBrace, "`}`")?;
        self.finish_function(Resolution::Global);
        Ok(())
    }

    /// The name and the parameters of a function that is strict, maybe only since its directives.
    fn check_strict_function(&mut self, duplicate: Option<(Name, Span)>) -> Parsed<()> {
        let function = &self.tree[self.context.function];
        if let Some(name) = function.name {
            self.check_strict_binding(name, function.name_span)?;
        }
        for parameter in &function.parameters {
            self.lexer.meter.tick(1);
            self.check_strict_binding(parameter.name, parameter.span)?;
        }
        match duplicate {
            Some((name, span)) => self.fail(Message::DuplicateParameter(self.name_text(name)), span),
            None => Ok(()),
        }
    }

    /// A name that was read before it was known that the code is strict.
    fn check_strict_binding(&self, name: Name, span: Span) -> Parsed<()> {
        let text = self.lexer.names.text(name);
        let kind = match text.view() {
            TextView::Latin1(bytes) => word_kind(bytes),
            TextView::Utf16(_) => TokenKind::Identifier,
        };
        match kind {
            TokenKind::Eval | TokenKind::Arguments => self.fail(Message::StrictBinding(text.shown_name()), span),
            _ if kind.class() == Class::StrictReserved => self.fail(Message::StrictReserved(text.shown_name()), span),
            _ => Ok(()),
        }
    }

    /// BindingIdentifier: a name being declared.
    #[inline]
    pub(super) fn binding_identifier(&mut self) -> Parsed<Name> {
        let Token { kind, name, .. } = *self.token();
        if kind != TokenKind::Identifier {
            self.check_binding_identifier(kind)?;
        }
        self.advance();
        Ok(name)
    }

    #[inline(never)]
    fn check_binding_identifier(&mut self, kind: TokenKind) -> Parsed<()> {
        let strict = self.context.strict;
        match kind {
            TokenKind::LeftBracket | TokenKind::LeftBrace => self.fail_unsupported("destructuring patterns"),
            TokenKind::Eval | TokenKind::Arguments if strict => {
                self.fail(Message::StrictBinding(self.token_name()), self.span())
            }
            _ if kind.class() == Class::StrictReserved && strict => {
                self.fail(Message::StrictReserved(self.token_name()), self.span())
            }
            _ if kind.is_identifier() => Ok(()),
            _ if kind.class() == Class::Reserved => {
                self.fail(Message::ReservedWord(kind.spelling().to_owned()), self.span())
            }
            _ => self.fail_expected("a name"),
        }
    }

    /// The statements of a function or program up to its end, directives first (ECMA-262 11.2.1).
    pub(super) fn body(&mut self, end: TokenKind) -> Parsed<List<StatementId>> {
        let first_item = self.scratch.len();
        let mut first_legacy = None;
        while self.kind() == TokenKind::String {
            let token = *self.token();
            let raw = self.lexer.raw();
            if token.legacy != Token::NO_LEGACY {
                first_legacy.get_or_insert(token.legacy);
            }
            let statement = self.list_item()?;
            self.note(statement);
            if !self.is_directive(statement, &token) {
                break;
            }
            match &raw[1..raw.len() - 1] {
                "use strict" => {
                    self.context.strict = true;
                    if self.context.function == self.tree.program {
                        self.scopes.program_is_strict();
                    }
                    if let Some(legacy) = first_legacy {
                        return self.fail(Message::StrictOctalEscape, Span::new(legacy, legacy + 2));
                    }
                }
                "use notail" => self.context.no_tail_calls = true,
                _ => {}
            }
        }
        self.statement_list_rest(end, first_item)
    }

    /// Is the statement nothing but this string?
    fn is_directive(&self, statement: StatementId, token: &Token) -> bool {
        let StatementKind::Expression { expression } = self.tree[statement].kind else {
            return false;
        };
        let expression = self.tree[expression];
        let is_string = matches!(expression.kind, ExpressionKind::StringLiteral { .. });
        is_string && !expression.parenthesized && expression.span == Span::new(token.start, token.end)
    }
}
