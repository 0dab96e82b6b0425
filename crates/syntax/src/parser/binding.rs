//! Declared names and patterns (ECMA-262 14.3.3), which are parsed as patterns from the start.

use ferrotape_text::{Name, Span};

use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed, SourceError};
use crate::scope::{BindingKind, Conflict, ReferenceId};
use crate::token::{Class, Token, TokenKind};
use crate::tree::{BindingTarget, ExpressionId, ExpressionKind, Property, PropertyId, PropertyKind, PropertyName};

/// The kind of a name's declaration.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Declares {
    Variable,
    /// `let`, `const`, `using`, or the parameter of a catch clause.
    Lexical(BindingKind),
    /// A parameter, of this kind if it is no pattern.
    Parameter(BindingKind),
    /// A variable that a namespace of TypeScript exports, which is a member and no variable.
    Exported,
}

impl Parser<'_> {
    /// Parses a BindingIdentifier or BindingPattern.
    #[inline]
    pub(super) fn binding_target(&mut self, declares: Declares) -> Parsed<BindingTarget> {
        if matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftBrace) {
            return Ok(BindingTarget::Pattern(self.binding_pattern(declares)?));
        }
        let span = self.span();
        let name = self.binding_identifier()?;
        let reference = self.declare(declares, name, span)?;
        Ok(BindingTarget::Identifier { name, reference })
    }

    /// Parses a BindingIdentifier or BindingPattern, as an expression.
    #[inline(never)]
    pub(super) fn binding_pattern(&mut self, declares: Declares) -> Parsed<ExpressionId> {
        self.check_depth()?;
        let inner = match declares {
            Declares::Parameter(_) => Declares::Parameter(BindingKind::PatternParameter),
            other => other,
        };
        match self.kind() {
            TokenKind::LeftBracket => self.array_pattern(inner),
            TokenKind::LeftBrace => self.object_pattern(inner),
            _ => self.binding_name(declares),
        }
    }

    /// Parses a BindingIdentifier, as an expression.
    fn binding_name(&mut self, declares: Declares) -> Parsed<ExpressionId> {
        let span = self.span();
        let name = self.binding_identifier()?;
        let reference = self.declare(declares, name, span)?;
        Ok(self.expression_node(span, ExpressionKind::Identifier { name, reference }))
    }

    /// Parses a BindingElement.
    pub(super) fn binding_element(&mut self, declares: Declares) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let left = self.binding_pattern(declares)?;
        self.with_default(start, left)
    }

    /// Adds the initializer that may follow to a target.
    pub(super) fn with_default(&mut self, start: u32, left: ExpressionId) -> Parsed<ExpressionId> {
        if !self.take(TokenKind::Assign) {
            return Ok(left);
        }
        let right = self.assignment(AcceptIn::Yes)?;
        self.saw_expression = true;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::AssignmentPattern { left, right }))
    }

    /// Parses a BindingRestElement. With `is_name`, patterns are not allowed.
    pub(super) fn binding_rest(&mut self, declares: Declares, is_name: bool) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        if is_name && matches!(self.kind(), TokenKind::LeftBracket | TokenKind::LeftBrace) {
            return self.fail(Message::RestPattern, self.span());
        }
        let argument = self.binding_pattern(declares)?;
        if self.typescript && matches!(declares, Declares::Parameter(_)) {
            self.annotation()?;
        }
        let rest = self.expression_node(self.span_from(start), ExpressionKind::Rest { argument });
        match self.kind() {
            TokenKind::Assign => self.fail(Message::RestInitializer, self.span()),
            TokenKind::Comma => self.fail(Message::RestNotLast, self.tree[rest].span),
            _ => Ok(rest),
        }
    }

    /// Parses an ArrayBindingPattern. An element left out is None in its list.
    fn array_pattern(&mut self, declares: Declares) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        let first_item = self.scratch.len();
        while self.kind() != TokenKind::RightBracket {
            let element = match self.kind() {
                TokenKind::Comma => None,
                TokenKind::Ellipsis => Some(self.binding_rest(declares, false)?),
                _ => Some(self.binding_element(declares)?),
            };
            self.note(element);
            if self.kind() != TokenKind::RightBracket {
                self.expect(TokenKind::Comma, "`,` or `]`")?;
            }
        }
        self.advance();
        let elements = self.list_from(first_item);
        Ok(self.expression_node(self.span_from(start), ExpressionKind::ArrayPattern { elements }))
    }

    /// Parses an ObjectBindingPattern, whose properties may end with a comma, but for a rest.
    fn object_pattern(&mut self, declares: Declares) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        let first_item = self.scratch.len();
        while self.kind() != TokenKind::RightBrace {
            let property = self.binding_property(declares)?;
            let id = PropertyId(self.tree.properties.len() as u32);
            self.lexer.meter.push(&mut self.tree.properties, property);
            self.note(id);
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        self.advance();
        let properties = self.list_from(first_item);
        Ok(self.expression_node(self.span_from(start), ExpressionKind::ObjectPattern { properties }))
    }

    /// Parses a BindingProperty or the rest `...name`, whose key means nothing.
    fn binding_property(&mut self, declares: Declares) -> Parsed<Property> {
        let start = self.token().start;
        if self.kind() == TokenKind::Ellipsis {
            let value = self.binding_rest(declares, true)?;
            let key = PropertyName::Number(0.0);
            return Ok(Property { span: self.span_from(start), kind: PropertyKind::Spread, key, value });
        }
        let first = *self.token();
        let (key, value) = if first.kind.is_identifier() {
            self.advance();
            let key = PropertyName::Text(first.name);
            if self.take(TokenKind::Colon) {
                (key, self.binding_element(declares)?)
            } else {
                (key, self.shorthand_binding(&first, declares)?)
            }
        } else {
            let key = self.property_name()?;
            if self.kind() != TokenKind::Colon && first.kind.class() == Class::Reserved {
                let span = Span::new(first.start, first.end);
                return self.fail(Message::ReservedWord(first.kind.spelling().to_owned()), span);
            }
            self.expect(TokenKind::Colon, "`:`")?;
            let value = self.binding_element(declares)?;
            self.saw_expression |= matches!(key, PropertyName::Computed(_));
            (key, value)
        };
        Ok(Property { span: self.span_from(start), kind: PropertyKind::Init, key, value })
    }

    /// Declares the name of `{name}`, which has been read.
    fn shorthand_binding(&mut self, word: &Token, declares: Declares) -> Parsed<ExpressionId> {
        let span = Span::new(word.start, word.end);
        self.check_binding_word(word.kind, word.name, span)?;
        let reference = self.declare(declares, word.name, span)?;
        let kind = ExpressionKind::Identifier { name: word.name, reference };
        let left = self.expression_node(span, kind);
        self.with_default(word.start, left)
    }

    /// Declares a name. Returns the reference that its value is assigned to.
    #[inline]
    fn declare(&mut self, declares: Declares, name: Name, span: Span) -> Parsed<ReferenceId> {
        match declares {
            Declares::Variable => {
                self.declare_variable(name, span)?;
                let reference = self.refer(name);
                self.scopes.write(reference);
                Ok(reference)
            }
            Declares::Lexical(kind) => {
                self.declare_lexical(name, kind, span)?;
                Ok(self.initializing(name))
            }
            Declares::Parameter(kind) => {
                self.declare_pattern_parameter(name, span, kind)?;
                Ok(self.initializing(name))
            }
            Declares::Exported => Ok(self.exported_name(name)),
        }
    }

    #[inline]
    pub(super) fn declare_variable(&mut self, name: Name, span: Span) -> Parsed<()> {
        match self.scopes.declare_variable(&mut self.tree, &mut self.lexer.meter, name, span) {
            Ok(()) => Ok(()),
            Err(_) if self.typescript && self.frees_import(name) => self.declare_variable(name, span),
            Err(conflict) => self.fail_declared(name, span, &conflict),
        }
    }

    /// Declares a lexical name that is not initialised yet, and pushes it on `bound`.
    pub(super) fn declare_lexical(&mut self, name: Name, kind: BindingKind, span: Span) -> Parsed<()> {
        if self.is_text(name, "let") && kind.is_lexical() {
            return self.fail(Message::LetName, span);
        }
        match self.scopes.declare_lexical(&mut self.tree, &mut self.lexer.meter, name, kind, span) {
            Ok(declared) => self.lexer.meter.push(&mut self.bound, declared),
            Err(_) if self.typescript && kind != BindingKind::Import && self.frees_import(name) => {
                return self.declare_lexical(name, kind, span);
            }
            Err(conflict) => return self.fail_declared(name, span, &conflict),
        }
        Ok(())
    }

    /// Declares a name of a parameter list with patterns or default values, and pushes it on `bound`.
    pub(super) fn declare_pattern_parameter(&mut self, name: Name, span: Span, kind: BindingKind) -> Parsed<()> {
        let (_, is_repeated) = self.scopes.declare_parameter(&mut self.tree, &mut self.lexer.meter, name, span, kind);
        if is_repeated {
            return self.fail(Message::DuplicateName(self.name_text(name)), span);
        }
        let declared = self.scopes.parameter(name);
        self.lexer.meter.push(&mut self.bound, declared);
        Ok(())
    }

    pub(super) fn initializing(&mut self, name: Name) -> ReferenceId {
        let reference = self.refer(name);
        self.scopes.initialize(&mut self.tree, reference);
        reference
    }

    /// Marks the names on `bound` from this index on as initialised from here on, and pops them.
    pub(super) fn initialized(&mut self, first_bound: usize) {
        self.mark_initialized(first_bound);
        self.bound.truncate(first_bound);
    }

    /// Marks the names on `bound` from this index on as initialised from here on, and keeps them there.
    pub(super) fn mark_initialized(&mut self, first_bound: usize) {
        for index in first_bound..self.bound.len() {
            self.lexer.meter.tick(1);
            self.scopes.initialized(&self.tree, self.bound[index]);
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn fail_declared<T>(&mut self, name: Name, span: Span, conflict: &Conflict) -> Parsed<T> {
        let name = self.name_text(name);
        let first = self.tree.source.position(conflict.first);
        let first_span = Span::new(conflict.first, conflict.first + (span.end - span.start));
        let error = SourceError::new(Message::AlreadyDeclared(name, first), span);
        Err(error.with_note("the first declaration", Some(first_span)))
    }

    /// Parses a BindingIdentifier: a name being declared.
    #[inline]
    pub(super) fn binding_identifier(&mut self) -> Parsed<Name> {
        let Token { kind, name, .. } = *self.token();
        if kind != TokenKind::Identifier {
            self.check_binding_identifier(kind)?;
        }
        self.advance();
        Ok(name)
    }

    /// Fails unless a token that is no plain identifier can be a declared name here. Kept out of
    /// [`Parser::binding_identifier`], where such tokens are rare.
    #[inline(never)]
    fn check_binding_identifier(&mut self, kind: TokenKind) -> Parsed<()> {
        match kind {
            TokenKind::Eval | TokenKind::Arguments if self.context.strict => {
                self.fail(Message::StrictBinding(self.token_name()), self.span())
            }
            _ if kind.is_identifier() => self.check_name(kind),
            _ if kind.class() == Class::Reserved => {
                self.fail(Message::ReservedWord(kind.spelling().to_owned()), self.span())
            }
            TokenKind::At => self.fail_decorator(),
            _ => self.fail_expected("a name"),
        }
    }

    /// Fails unless a word that has been read can be a BindingIdentifier, like [`Parser::binding_identifier`].
    fn check_binding_word(&mut self, kind: TokenKind, name: Name, span: Span) -> Parsed<()> {
        match kind {
            TokenKind::Yield if self.context.is_generator => self.fail(Message::YieldName, span),
            TokenKind::Await if self.context.is_async || self.context.reserves_await => {
                self.fail(Message::AwaitName, span)
            }
            _ if self.context.strict => self.check_strict_binding(name, span),
            _ => Ok(()),
        }
    }
}
