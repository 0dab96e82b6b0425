//! Functions (ECMA-262 15.2, 15.5, 15.6, 15.8) other than arrow functions, their directives, and the checks that depend
//! on directives.

use ferrotape_text::{Name, Span, TextView};

use super::Parser;
use super::context::FunctionContext;
use super::statement::Place;
use crate::DynamicKind;
use crate::error::{Message, Parsed};
use crate::scope::{BindingKind, Resolution, ScopeKind};
use crate::token::{Class, Token, TokenKind, word_kind};
use crate::tree::{ExpressionId, ExpressionKind, FunctionId, FunctionKind, List, StatementId, StatementKind};

/// Kind of the function being parsed.
#[derive(Copy, Clone)]
pub(super) struct Form {
    pub kind: FunctionKind,
    pub is_async: bool,
    pub is_generator: bool,
}

impl Form {
    pub fn plain(kind: FunctionKind) -> Self {
        Form { kind, is_async: false, is_generator: false }
    }
}

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn function_expression(&mut self) -> Parsed<ExpressionId> {
        self.function_expression_from(self.token().start, false)
    }

    /// Parses the function behind `async`, which stands at `start`.
    pub(super) fn async_function_expression(&mut self, start: u32) -> Parsed<ExpressionId> {
        self.function_expression_from(start, true)
    }

    /// Parses from the word `function` on. `start` is where the function's source text begins: there, or at its
    /// `async`.
    fn function_expression_from(&mut self, start: u32, is_async: bool) -> Parsed<ExpressionId> {
        let mut name_span = self.span();
        self.advance();
        let is_generator = self.take(TokenKind::Star);
        let mut name = None;
        if !self.begins_parameters() {
            name_span = self.span();
            // The name is one within the function already.
            name = Some(self.name_within(is_async, is_generator)?);
        }
        let form = Form { kind: FunctionKind::Expression, is_async, is_generator };
        let function = self.function(form, start, name, name_span)?;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Function { function }))
    }

    /// Parses the name of a function expression, by the rules inside of that function.
    fn name_within(&mut self, is_async: bool, is_generator: bool) -> Parsed<Name> {
        let context = &mut self.context;
        let around = (context.is_async, context.is_generator, context.reserves_await, context.cover.await_name);
        (context.is_async, context.is_generator, context.reserves_await) = (is_async, is_generator, context.is_module);
        let name = self.binding_identifier()?;
        let context = &mut self.context;
        // A function called `await` is no use of that name in the text around.
        (context.is_async, context.is_generator, context.reserves_await, context.cover.await_name) = around;
        Ok(name)
    }

    /// Parses a function declaration and declares it in the innermost scope.
    #[inline(never)]
    pub(super) fn function_declaration(&mut self) -> Parsed<StatementId> {
        self.function_declaration_from(self.token().start, false, None)
    }

    /// Parses a function declaration from the word `function` on, or from behind the `async` at `start`. `default` is
    /// the name that a function without a name declares: `*default*` of a module.
    pub(super) fn function_declaration_from(
        &mut self,
        start: u32,
        is_async: bool,
        default: Option<Name>,
    ) -> Parsed<StatementId> {
        let keyword = self.span();
        self.advance();
        let is_generator = self.take(TokenKind::Star);
        let (name, name_span) = match default {
            Some(default) if self.begins_parameters() => (default, keyword),
            _ => {
                if self.begins_parameters() {
                    return self.fail(Message::NamelessFunction, self.span());
                }
                let name_span = self.span();
                let name = self.binding_identifier()?;
                (name, name_span)
            }
        };
        if self.typescript && self.is_overload(start)? {
            return Ok(self.statement_node(self.span_from(start), StatementKind::Empty));
        }
        let function = FunctionId(self.tree.functions.len() as u32);
        let is_plain = !self.context.strict && !is_async && !is_generator;
        let declare = |parser: &mut Self| {
            let meter = &mut parser.lexer.meter;
            parser.scopes.declare_function(&mut parser.tree, meter, name, name_span, function, is_plain)
        };
        let mut declared = declare(self);
        if declared.is_err() && self.typescript && self.frees_import(name) {
            declared = declare(self);
        }
        if let Err(conflict) = declared {
            return self.fail_declared(name, name_span, &conflict);
        }
        let form = Form { kind: FunctionKind::Declaration, is_async, is_generator };
        self.function(form, start, Some(name), name_span)?;
        let kind = StatementKind::FunctionDeclaration { function, outer: None };
        let statement = self.statement_node(self.span_from(start), kind);
        if is_plain {
            self.scopes.may_hoist(&mut self.lexer.meter, name, name_span, statement);
        }
        Ok(statement)
    }

    /// Returns whether parameters follow, perhaps with type parameters before.
    fn begins_parameters(&self) -> bool {
        self.kind() == TokenKind::LeftParen || self.typescript && self.kind() == TokenKind::Less
    }

    /// Parses a function from its parameter list on.
    pub(super) fn function(
        &mut self,
        form: Form,
        start: u32,
        name: Option<Name>,
        name_span: Span,
    ) -> Parsed<FunctionId> {
        let Form { kind, is_async, is_generator } = form;
        let has_name_scope = kind == FunctionKind::Expression && name.is_some();
        let function = self.add_function(kind, name, Span::new(start, start), name_span);
        let around = self.enter_function(function);
        self.tree[function].is_async = is_async;
        self.tree[function].is_generator = is_generator;
        self.context.is_async = is_async;
        self.context.is_generator = is_generator;
        let is_method = !matches!(kind, FunctionKind::Declaration | FunctionKind::Expression);
        self.context.allows_super = is_method;
        if kind == FunctionKind::DerivedConstructor {
            self.context.allows_super_call = true;
            self.context.is_derived = true;
            self.context.this_is_bound = true;
        }
        if let (true, Some(name)) = (has_name_scope, name) {
            let scope = self.open_scope(ScopeKind::FunctionName, start);
            self.scopes.declare_only(&mut self.tree, &mut self.lexer.meter, name, BindingKind::FunctionName, name_span);
            self.tree[function].name_scope = Some(scope);
        }
        self.open_function_scope();
        self.function_rest(kind, None)?;
        if has_name_scope {
            self.scopes.close(&mut self.tree, &mut self.lexer.meter);
        }
        self.context = around;
        Ok(function)
    }

    /// Parses parameters and body. The parameters of a function made at run time must end where they were put.
    fn function_rest(&mut self, kind: FunctionKind, parameters_end: Option<u32>) -> Parsed<()> {
        self.context.in_parameters = true;
        let parameters = self.parameters(kind)?;
        self.context.in_parameters = false;
        if parameters_end.is_some_and(|end| self.lexer.previous_end != end + 1) {
            return self.fail(Message::ParametersEnd, self.span());
        }
        if parameters.have_expressions {
            self.open_body_scope();
        }
        self.function_body(parameters.duplicate)
    }

    /// Parses a function made at run time from its parameter list on. Unlike [`Parser::function`], it opens no scope
    /// for the name, and the parameter list must end where it was put.
    pub(super) fn dynamic_function_rest(
        &mut self,
        kind: DynamicKind,
        start: u32,
        name_span: Span,
        name: Option<Name>,
        parameters_end: u32,
    ) -> Parsed<FunctionId> {
        let function = self.add_function(FunctionKind::Expression, name, Span::new(start, start), name_span);
        let around = self.enter_function(function);
        (self.tree[function].is_async, self.tree[function].is_generator) = (kind.is_async(), kind.is_generator());
        (self.context.is_async, self.context.is_generator) = (kind.is_async(), kind.is_generator());
        self.open_function_scope();
        if self.typescript {
            self.begin_commonjs();
        }
        self.function_rest(FunctionKind::Expression, Some(parameters_end))?;
        self.context = around;
        Ok(function)
    }

    /// Makes a function the current one. Returns the previous context.
    pub(super) fn enter_function(&mut self, function: FunctionId) -> FunctionContext {
        let context = self.context.inner(function, self.labels.len());
        std::mem::replace(&mut self.context, context)
    }

    pub(super) fn open_function_scope(&mut self) {
        let start = self.token().start;
        let function = self.context.function;
        let scope = self.open_scope(ScopeKind::Function, start);
        self.tree[function].scope = scope;
    }

    /// Parses the body in its braces and finishes the function.
    pub(super) fn function_body(&mut self, duplicate: Option<(Name, Span)>) -> Parsed<()> {
        let start = self.token().start;
        self.expect(TokenKind::LeftBrace, "`{`")?;
        let mut body = self.body(TokenKind::RightBrace).map_err(|error| self.unclosed(error, "`{`", start))?;
        if self.typescript {
            if self.has_parameter_properties() {
                body = self.with_parameter_properties(body);
            }
            body = self.with_exported(body);
        }
        if self.context.strict {
            self.check_strict_function(duplicate)?;
        }
        let function = self.context.function;
        let end = self.token().end;
        self.tree[function].body = body;
        self.tree[function].span.end = end;
        self.close_body_scope();
        self.expect(TokenKind::RightBrace, "`}`")?;
        self.finish_function(Resolution::Global);
        Ok(())
    }

    /// Checks name and parameters of a strict function, as its own directives may have made it strict.
    pub(super) fn check_strict_function(&mut self, duplicate: Option<(Name, Span)>) -> Parsed<()> {
        let function = &self.tree[self.context.function];
        if let (Some(name), FunctionKind::Declaration | FunctionKind::Expression) = (function.name, function.kind) {
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

    /// Checks a name that was parsed before the code was known to be strict.
    pub(super) fn check_strict_binding(&self, name: Name, span: Span) -> Parsed<()> {
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

    /// Parses the statements of a function or program up to its end, directives first (ECMA-262 11.2.1).
    pub(super) fn body(&mut self, end: TokenKind) -> Parsed<List<StatementId>> {
        let first_item = self.scratch.len();
        let place = if self.context.function == self.tree.program { Place::Top } else { Place::List };
        let mut first_legacy = None;
        while self.kind() == TokenKind::String {
            let token = *self.token();
            let raw = self.lexer.raw();
            if token.legacy != Token::NO_LEGACY {
                first_legacy.get_or_insert(token.legacy);
            }
            let statement = self.statement(place)?;
            self.note(statement);
            if !self.is_directive(statement, &token) {
                break;
            }
            match &raw[1..raw.len() - 1] {
                "use strict" => {
                    self.context.strict = true;
                    if !self.tree[self.context.function].patterns.is_empty() {
                        return self.fail(Message::StrictDirective, Span::new(token.start, token.end));
                    }
                    if self.context.function == self.tree.program {
                        self.scopes.program_is_strict();
                    }
                    if let Some(legacy) = first_legacy {
                        return self.fail(Message::StrictOctalEscape, Span::new(legacy, legacy + 2));
                    }
                }
                "use notail" | "use duk notail" => self.context.no_tail_calls = true,
                _ => {}
            }
        }
        self.statements_of(end, first_item, place)
    }

    /// Returns whether the statement consists of nothing but this string.
    fn is_directive(&self, statement: StatementId, token: &Token) -> bool {
        let StatementKind::Expression { expression } = self.tree[statement].kind else {
            return false;
        };
        let expression = self.tree[expression];
        let is_string = matches!(expression.kind, ExpressionKind::StringLiteral { .. });
        is_string && !expression.parenthesized && expression.span == Span::new(token.start, token.end)
    }
}
