//! Array and object literals (ECMA-262 13.2.4, 13.2.5, B.3.1).

use ferrotape_text::Span;

use super::function::Form;
use super::{AcceptIn, CoverError, Parser};
use crate::error::{Message, Parsed};
use crate::token::{Class, Token, TokenKind};
use crate::tree::{ExpressionId, ExpressionKind, FunctionKind, Property, PropertyId, PropertyKind, PropertyName};

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn array_literal(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.array_rest(start).map_err(|error| self.unclosed(error, "`[`", start))
    }

    /// Parses an array literal, from `[` to `]`. The first error of a literal that becomes no pattern waits in
    /// `cover_error`.
    #[inline(always)]
    fn array_rest(&mut self, start: u32) -> Parsed<ExpressionId> {
        self.advance();
        let first_item = self.scratch.len();
        let mut pending = None;
        loop {
            match self.kind() {
                TokenKind::RightBracket => break,
                TokenKind::Comma => {
                    self.advance();
                    self.note(None::<ExpressionId>);
                }
                kind => {
                    let element = match kind {
                        TokenKind::Ellipsis => self.spread_or_rest()?,
                        _ => self.assignment_or_pattern(AcceptIn::Yes)?,
                    };
                    pending = pending.or(self.cover_error.take());
                    self.note(element);
                    if self.kind() != TokenKind::RightBracket {
                        self.expect(TokenKind::Comma, "`,` or `]`")?;
                    }
                }
            }
        }
        self.advance();
        self.cover_error = pending;
        let elements = self.list_from(first_item);
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Array { elements }))
    }

    #[inline(never)]
    pub(super) fn object_literal(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.object_rest(start).map_err(|error| self.unclosed(error, "`{`", start))
    }

    /// Parses an object literal, from `{` to `}`. A second `__proto__: value` is an error only if no pattern follows
    /// (ECMA-262 13.2.5.1).
    #[inline(always)]
    fn object_rest(&mut self, start: u32) -> Parsed<ExpressionId> {
        self.advance();
        let first_item = self.scratch.len();
        let mut has_prototype = false;
        let mut pending = None;
        while self.kind() != TokenKind::RightBrace {
            let property = self.property()?;
            pending = pending.or(self.cover_error.take());
            if property.kind == PropertyKind::Prototype && std::mem::replace(&mut has_prototype, true) {
                pending = pending.or(Some((CoverError::DuplicateProto, property.span)));
            }
            let id = PropertyId(self.tree.properties.len() as u32);
            self.lexer.meter.push(&mut self.tree.properties, property);
            self.note(id);
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        self.advance();
        self.cover_error = pending;
        let properties = self.list_from(first_item);
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Object { properties }))
    }

    /// Parses one member of an object literal. The token behind its first word decides what that word was.
    fn property(&mut self) -> Parsed<Property> {
        let first = *self.token();
        match first.kind {
            TokenKind::Ellipsis => return self.spread_property(),
            TokenKind::Star => return self.method_after_star(first.start, false),
            _ => {}
        }
        let key = self.property_name()?;
        match self.kind() {
            TokenKind::Colon => return self.property_value(first.start, key),
            TokenKind::LeftParen => return self.method(Form::plain(FunctionKind::Method), first.start, key, &first),
            TokenKind::Less if self.typescript => {
                return self.method(Form::plain(FunctionKind::Method), first.start, key, &first);
            }
            TokenKind::Comma | TokenKind::RightBrace | TokenKind::Assign if first.kind.is_identifier() => {
                return self.shorthand(&first);
            }
            _ => {}
        }
        match first.kind {
            TokenKind::Get if self.begins_key() && !first.escaped => self.accessor(&first, PropertyKind::Get),
            TokenKind::Set if self.begins_key() && !first.escaped => self.accessor(&first, PropertyKind::Set),
            TokenKind::Async if !first.escaped && !self.token().newline_before => self.async_method(first.start),
            _ => self.fail_expected("`:`"),
        }
    }

    /// Returns whether a member's key begins here.
    pub(super) fn begins_key(&self) -> bool {
        use TokenKind::{BigInt, LeftBracket, Number, String};
        self.kind().is_identifier_name() || matches!(self.kind(), String | Number | BigInt | LeftBracket)
    }

    #[inline(never)]
    fn spread_property(&mut self) -> Parsed<Property> {
        let start = self.token().start;
        let value = self.spread_or_rest()?;
        let key = PropertyName::Number(0.0);
        Ok(Property { span: self.span_from(start), kind: PropertyKind::Spread, key, value })
    }

    fn property_value(&mut self, start: u32, key: PropertyName) -> Parsed<Property> {
        self.advance();
        let value = self.assignment_or_pattern(AcceptIn::Yes)?;
        let is_prototype = matches!(key, PropertyName::Text(name) if self.is_text(name, "__proto__"));
        let kind = if is_prototype { PropertyKind::Prototype } else { PropertyKind::Init };
        Ok(Property { span: self.span_from(start), kind, key, value })
    }

    /// Parses `{name}`, or `{name = value}` in a literal that becomes a pattern.
    #[inline(never)]
    fn shorthand(&mut self, word: &Token) -> Parsed<Property> {
        let span = Span::new(word.start, word.end);
        self.check_reference_word(word, span)?;
        let mut value = self.identifier_node(word);
        let initializer = self.span();
        if self.take(TokenKind::Assign) {
            let right = self.assignment(AcceptIn::Yes)?;
            self.check_simple_target(value, Message::InvalidPatternTarget)?;
            let kind = ExpressionKind::AssignmentPattern { left: value, right };
            value = self.expression_node(self.span_from(word.start), kind);
            self.cover_error = Some((CoverError::ShorthandInitializer, initializer));
        }
        let key = PropertyName::Text(word.name);
        Ok(Property { span: self.span_from(word.start), kind: PropertyKind::Init, key, value })
    }

    /// Fails unless a word that has been read can be a reference, like [`Parser::identifier_reference`].
    fn check_reference_word(&mut self, word: &Token, span: Span) -> Parsed<()> {
        match word.kind {
            TokenKind::Identifier => Ok(()),
            TokenKind::Yield if self.context.is_generator => self.fail(Message::YieldName, span),
            TokenKind::Arguments if self.context.refuses_arguments => self.fail(Message::ArgumentsInInitializer, span),
            TokenKind::Await if self.context.is_async || self.context.reserves_await => {
                self.fail(Message::AwaitName, span)
            }
            TokenKind::Await => {
                self.context.cover.await_name.note(span);
                Ok(())
            }
            kind if kind.class() == Class::StrictReserved && self.context.strict => {
                self.fail(Message::StrictReserved(self.name_text(word.name)), span)
            }
            _ => Ok(()),
        }
    }

    #[inline(never)]
    fn accessor(&mut self, first: &Token, kind: PropertyKind) -> Parsed<Property> {
        let function_kind = if kind == PropertyKind::Get { FunctionKind::Getter } else { FunctionKind::Setter };
        let name_span = self.span();
        let key = self.property_name()?;
        let function = self.function(Form::plain(function_kind), first.start, None, name_span)?;
        let span = self.span_from(first.start);
        let value = self.expression_node(span, ExpressionKind::Function { function });
        Ok(Property { span, kind, key, value })
    }

    /// Parses an async method behind the word `async`.
    #[inline(never)]
    fn async_method(&mut self, start: u32) -> Parsed<Property> {
        if self.kind() == TokenKind::Star {
            return self.method_after_star(start, true);
        }
        let first = *self.token();
        let key = self.property_name()?;
        let form = Form { kind: FunctionKind::Method, is_async: true, is_generator: false };
        self.method(form, start, key, &first)
    }

    #[inline(never)]
    fn method_after_star(&mut self, start: u32, is_async: bool) -> Parsed<Property> {
        self.advance();
        let first = *self.token();
        let key = self.property_name()?;
        let form = Form { kind: FunctionKind::Method, is_async, is_generator: true };
        self.method(form, start, key, &first)
    }

    /// Parses a method behind its key. `first` is the first token of the key.
    #[inline(never)]
    fn method(&mut self, form: Form, start: u32, key: PropertyName, first: &Token) -> Parsed<Property> {
        let name_span = Span::new(first.start, first.end);
        let function = self.function(form, start, None, name_span)?;
        let span = self.span_from(start);
        let value = self.expression_node(span, ExpressionKind::Function { function });
        Ok(Property { span, kind: PropertyKind::Init, key, value })
    }

    /// Makes a key of a BigInt: the string of its value, or an expression if the value takes long to compute.
    fn bigint_name(&mut self) -> PropertyName {
        let digits = self.token().name;
        let text = self.lexer.names.text(digits).to_string();
        let value = match text.get(..2) {
            Some("0x") => u128::from_str_radix(&text[2..], 16),
            Some("0o") => u128::from_str_radix(&text[2..], 8),
            Some("0b") => u128::from_str_radix(&text[2..], 2),
            // Decimal digits without a leading zero.
            _ => return PropertyName::Text(digits),
        };
        match value {
            Ok(value) => PropertyName::Text(self.lexer.intern_ascii(&value.to_string())),
            Err(_) => {
                let (start, end) = (self.token().start, self.token().end);
                let span = Span::new(start, end);
                PropertyName::Computed(self.expression_node(span, ExpressionKind::BigIntLiteral { digits }))
            }
        }
    }

    /// Parses a PropertyName (ECMA-262 13.2.5). Legacy forms of numbers and strings fail in strict code here too.
    pub(super) fn property_name(&mut self) -> Parsed<PropertyName> {
        let key = match self.kind() {
            TokenKind::String => {
                self.check_legacy()?;
                PropertyName::Text(self.token().name)
            }
            TokenKind::Number => {
                self.check_legacy()?;
                PropertyName::Number(self.token().number)
            }
            TokenKind::BigInt => self.bigint_name(),
            TokenKind::LeftBracket => return self.computed_name().map(PropertyName::Computed),
            TokenKind::At => return self.fail_decorator(),
            _ => return self.identifier_name().map(PropertyName::Text),
        };
        self.advance();
        Ok(key)
    }
}
