//! Array and object literals (ECMA-262 13.2.4, 13.2.5, B.3.1).

use ferrotape_text::{Span, TextView};

use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed};
use crate::token::{Token, TokenKind};
use crate::tree::{ExpressionId, ExpressionKind, FunctionKind, Property, PropertyId, PropertyKind, PropertyName};

impl Parser<'_> {
    pub(super) fn array_literal(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        let first_item = self.scratch.len();
        loop {
            match self.kind() {
                TokenKind::RightBracket => break,
                TokenKind::Comma => {
                    self.advance();
                    self.note(None::<ExpressionId>);
                }
                _ => {
                    let element = self.assignment(AcceptIn::Yes)?;
                    self.note(element);
                    if self.kind() != TokenKind::RightBracket {
                        self.expect(TokenKind::Comma, "`,` or `]`")?;
                    }
                }
            }
        }
        self.advance();
        let elements = self.list_from(first_item);
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Array { elements }))
    }

    pub(super) fn object_literal(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        let first_item = self.scratch.len();
        let mut has_prototype = false;
        while self.kind() != TokenKind::RightBrace {
            let property = self.property()?;
            if property.kind == PropertyKind::Prototype && std::mem::replace(&mut has_prototype, true) {
                return self.fail(Message::DuplicateProto, property.span);
            }
            let id = PropertyId(self.tree.properties.len() as u32);
            self.lexer.meter.push(&mut self.tree.properties, property);
            self.note(id);
            if self.kind() != TokenKind::RightBrace {
                self.expect(TokenKind::Comma, "`,` or `}`")?;
            }
        }
        self.advance();
        let properties = self.list_from(first_item);
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Object { properties }))
    }

    fn property(&mut self) -> Parsed<Property> {
        let first = *self.token();
        let key = self.property_name()?;
        if self.kind() == TokenKind::Colon {
            return self.property_value(first.start, key);
        }
        let is_name = self.kind().is_identifier_name()
            || matches!(self.kind(), TokenKind::String | TokenKind::Number | TokenKind::LeftBracket);
        match first.kind {
            TokenKind::Get if is_name && !first.escaped => {
                self.accessor(&first, PropertyKind::Get, FunctionKind::Getter)
            }
            TokenKind::Set if is_name && !first.escaped => {
                self.accessor(&first, PropertyKind::Set, FunctionKind::Setter)
            }
            _ => self.fail_property(&first),
        }
    }

    fn property_value(&mut self, start: u32, key: PropertyName) -> Parsed<Property> {
        self.advance();
        let value = self.assignment(AcceptIn::Yes)?;
        let is_prototype = matches!(key, PropertyName::Text(name)
            if self.lexer.names.text(name).view() == TextView::Latin1(b"__proto__"));
        let kind = if is_prototype { PropertyKind::Prototype } else { PropertyKind::Init };
        Ok(Property { span: self.span_from(start), kind, key, value })
    }

    #[inline(never)]
    fn accessor(&mut self, first: &Token, kind: PropertyKind, function_kind: FunctionKind) -> Parsed<Property> {
        let name_span = self.span();
        let key = self.property_name()?;
        let function = self.function(function_kind, first.start, None, name_span)?;
        let span = self.span_from(first.start);
        let value = self.expression_node(span, ExpressionKind::Function { function });
        Ok(Property { span, kind, key, value })
    }

    /// A key without a colon behind it: syntax of later editions, or just wrong.
    #[cold]
    fn fail_property(&mut self, first: &Token) -> Parsed<Property> {
        match self.kind() {
            TokenKind::LeftParen => self.fail_unsupported("methods in object literals"),
            TokenKind::Star if first.kind == TokenKind::Async => self.fail_unsupported("async functions"),
            TokenKind::Comma | TokenKind::RightBrace | TokenKind::Assign if first.kind.is_identifier() => {
                self.fail(Message::Unsupported("shorthand properties"), Span::new(first.start, first.end))
            }
            kind if first.kind == TokenKind::Async && kind.is_identifier_name() => {
                self.fail_unsupported("async functions")
            }
            _ => self.fail_expected("`:`"),
        }
    }

    fn property_name(&mut self) -> Parsed<PropertyName> {
        let key = match self.kind() {
            TokenKind::String => {
                self.check_legacy()?;
                PropertyName::Text(self.token().name)
            }
            TokenKind::Number => {
                self.check_legacy()?;
                PropertyName::Number(self.token().number)
            }
            TokenKind::LeftBracket => return self.fail_unsupported("computed property names"),
            TokenKind::Star => return self.fail_unsupported("generator functions"),
            _ => return self.identifier_name().map(PropertyName::Text),
        };
        self.advance();
        Ok(key)
    }
}
