//! Primary expressions (ECMA-262 13.2) and names.

use ferrotape_text::Span;

use super::Parser;
use crate::error::{Message, Parsed};
use crate::token::{Class, Token, TokenKind};
use crate::tree::{ExpressionId, ExpressionKind};

impl Parser<'_> {
    /// Parses a PrimaryExpression, a function or class expression, `new`, `super` or `import`.
    pub(super) fn operand(&mut self) -> Parsed<ExpressionId> {
        use TokenKind::*;
        let span = self.span();
        let kind = match self.kind() {
            Identifier => {
                let name = self.token().name;
                self.advance();
                let reference = self.refer(name);
                return Ok(self.expression_node(span, ExpressionKind::Identifier { name, reference }));
            }
            This => return Ok(self.this()),
            Null => ExpressionKind::NullLiteral,
            True => ExpressionKind::BooleanLiteral { value: true },
            False => ExpressionKind::BooleanLiteral { value: false },
            Number => {
                self.check_legacy()?;
                ExpressionKind::NumericLiteral { value: self.token().number }
            }
            BigInt => ExpressionKind::BigIntLiteral { digits: self.token().name },
            String => {
                self.check_legacy()?;
                ExpressionKind::StringLiteral { value: self.token().name }
            }
            LeftParen => return self.parenthesized(),
            LeftBracket => return self.array_literal(),
            LeftBrace => return self.object_literal(),
            Function => return self.function_expression(),
            Class => return self.class_expression(),
            New => return self.new_expression(),
            Super => return self.super_expression(),
            Import => return self.import_expression(),
            Template => return self.template_literal(),
            PrivateName => return self.private_operand(),
            Slash | SlashAssign => return self.regexp_or_tag(),
            Async => return self.async_operand(),
            other if other.is_identifier() => return self.special_identifier(),
            Less | ShiftLeft if self.typescript => return self.angle_operand(),
            Less if self.begins_tag() => return self.fail_jsx(),
            At => return self.fail_decorator(),
            _ => return self.fail_unexpected(),
        };
        self.advance();
        Ok(self.expression_node(span, kind))
    }

    /// Returns whether `<` is directly before a name or `>`, as in JSX.
    fn begins_tag(&mut self) -> bool {
        let end = self.token().end;
        self.peek(|parser| {
            let is_name = parser.kind().is_identifier() || parser.kind() == TokenKind::Greater;
            is_name && parser.token().start == end
        })
    }

    /// Parses a regular expression. If it is invalid and stands after `<`, it was probably the end of a tag.
    fn regexp_or_tag(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let is_behind_less = start > 0 && self.tree.source.text().as_bytes().get(start as usize - 1) == Some(&b'<');
        match self.regexp() {
            Err(_) if is_behind_less => self.fail_jsx(),
            parsed => parsed,
        }
    }

    #[cold]
    pub(super) fn fail_jsx<T>(&mut self) -> Parsed<T> {
        let error = self.fail(Message::NotBuilt("JSX is not supported"), self.span());
        let note = "call the function that a tag stands for: `createElement(\"p\", null, text)`";
        error.map_err(|error| error.with_note(note, None))
    }

    fn this(&mut self) -> ExpressionId {
        let span = self.span();
        self.advance();
        self.this_at(span)
    }

    /// Makes a `this` of the current function.
    pub(super) fn this_at(&mut self, span: Span) -> ExpressionId {
        self.context.uses_this = true;
        if self.context.this_is_bound {
            return self.bound_this(span);
        }
        let this = self.expression_node(span, ExpressionKind::This);
        if self.context.cover.depth > 0 {
            // It may belong to an arrow function whose head this is.
            self.lexer.meter.push(&mut self.own_this, this);
        }
        this
    }

    #[inline(never)]
    fn bound_this(&mut self, span: Span) -> ExpressionId {
        let [this, ..] = self.implicit_names();
        let reference = self.refer(this);
        self.expression_node(span, ExpressionKind::ThisReference { reference })
    }

    /// Parses an identifier that has a meaning in some places, or is reserved in strict code.
    #[inline(never)]
    fn special_identifier(&mut self) -> Parsed<ExpressionId> {
        let word = self.identifier_reference()?;
        Ok(self.identifier_node(&word))
    }

    /// Consumes an identifier that may be used here. Returns its token.
    pub(super) fn identifier_reference(&mut self) -> Parsed<Token> {
        let token = *self.token();
        match token.kind {
            TokenKind::Identifier => {}
            TokenKind::Arguments if self.context.refuses_arguments => {
                return self.fail(Message::ArgumentsInInitializer, self.span());
            }
            kind => self.check_name(kind)?,
        }
        self.advance();
        Ok(token)
    }

    /// Returns the error for an `await` that cannot be a name here. It depends on whether the operator was probably
    /// meant.
    #[cold]
    fn wrong_await(&self, span: Span) -> Message {
        let end = self.tree.source.text().len() as u32;
        let behind = self.tree.source.slice(Span::new(span.end, end)).trim_start_matches([' ', '\t']);
        let is_operand = behind.starts_with(|next: char| next.is_alphanumeric() || "([{`'\"_$".contains(next));
        if is_operand && !self.context.is_async { Message::AwaitOutside } else { Message::AwaitName }
    }

    /// Fails unless the current token, of this kind, can be a name here (IdentifierReference, BindingIdentifier and
    /// LabelIdentifier, ECMA-262 13.1.1).
    #[inline(never)]
    pub(super) fn check_name(&mut self, kind: TokenKind) -> Parsed<()> {
        match kind {
            TokenKind::Yield if self.context.is_generator => self.fail(Message::YieldName, self.span()),
            TokenKind::Await if self.context.is_async || self.context.reserves_await => {
                self.fail(self.wrong_await(self.span()), self.span())
            }
            TokenKind::Await => {
                let span = self.span();
                self.context.cover.await_name.note(span);
                Ok(())
            }
            _ => match kind.class() {
                Class::StrictReserved if self.context.strict => {
                    self.fail(Message::StrictReserved(self.token_name()), self.span())
                }
                Class::Identifier | Class::StrictReserved => Ok(()),
                _ => self.fail_unexpected(),
            },
        }
    }

    pub(super) fn identifier_node(&mut self, token: &Token) -> ExpressionId {
        let name = token.name;
        self.context.other_arguments += u32::from(token.kind == TokenKind::Arguments);
        let reference = self.refer(name);
        self.expression_node(Span::new(token.start, token.end), ExpressionKind::Identifier { name, reference })
    }

    /// Fails if the current number or string has a form that strict code forbids.
    pub(super) fn check_legacy(&self) -> Parsed<()> {
        let token = self.token();
        if token.legacy == Token::NO_LEGACY || !self.context.strict {
            return Ok(());
        }
        if token.kind == TokenKind::Number {
            return self.fail(Message::StrictOctal, self.span());
        }
        self.fail(Message::StrictOctalEscape, Span::new(token.legacy, token.legacy + 2))
    }

    #[inline(never)]
    fn regexp(&mut self) -> Parsed<ExpressionId> {
        let Some((pattern, flags)) = self.lexer.rescan_regexp() else {
            return self.fail_unexpected();
        };
        let span = self.span();
        self.advance();
        Ok(self.expression_node(span, ExpressionKind::RegExpLiteral { pattern, flags }))
    }

    /// Parses `#name` before `in`. Returns a placeholder that stands for it until the operator is parsed.
    #[inline(never)]
    fn private_operand(&mut self) -> Parsed<ExpressionId> {
        let span = self.span();
        let reference = self.private_reference()?;
        if self.kind() != TokenKind::In {
            return self.fail_so_far(Message::PrivateInOperand, span);
        }
        let placeholder = self.expression_node(span, ExpressionKind::NullLiteral);
        self.private_operand = Some((placeholder, reference, span));
        Ok(placeholder)
    }
}
