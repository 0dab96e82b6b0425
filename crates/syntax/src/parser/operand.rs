//! Operands (ECMA-262 13.2, 13.3): primary expressions, member accesses, calls and `new`.

use ferrotape_text::{Name, Span};

use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed};
use crate::token::{Class, Token, TokenKind};
use crate::tree::{ExpressionId, ExpressionKind, List};

impl Parser<'_> {
    /// PrimaryExpression, a function expression or `new`.
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
            This => {
                self.context.uses_this = true;
                ExpressionKind::This
            }
            Null => ExpressionKind::NullLiteral,
            True => ExpressionKind::BooleanLiteral { value: true },
            False => ExpressionKind::BooleanLiteral { value: false },
            Number => {
                self.check_legacy()?;
                ExpressionKind::NumericLiteral { value: self.token().number }
            }
            String => {
                self.check_legacy()?;
                ExpressionKind::StringLiteral { value: self.token().name }
            }
            LeftParen => return self.parenthesized(),
            LeftBracket => return self.array_literal(),
            LeftBrace => return self.object_literal(),
            Function => return self.function_expression(),
            New => return self.new_expression(),
            Slash | SlashAssign => return self.regexp(),
            other if other.is_identifier() => return self.special_identifier(),
            _ => return self.fail_unexpected(),
        };
        self.advance();
        Ok(self.expression_node(span, kind))
    }

    /// An identifier with a meaning of its own in some places, or reserved in strict code.
    #[inline(never)]
    fn special_identifier(&mut self) -> Parsed<ExpressionId> {
        let word = self.identifier_reference()?;
        Ok(self.identifier_node(&word))
    }

    /// Takes an identifier that may be used here; gives its token.
    pub(super) fn identifier_reference(&mut self) -> Parsed<Token> {
        let token = *self.token();
        match token.kind.class() {
            Class::StrictReserved if self.context.strict => {
                return self.fail(Message::StrictReserved(self.token_name()), self.span());
            }
            Class::Identifier | Class::StrictReserved => self.advance(),
            _ => return self.fail_unexpected(),
        }
        let next = self.kind();
        let is_async_function = next == TokenKind::Function || next.is_identifier();
        if token.kind == TokenKind::Async && !token.escaped && is_async_function && !self.token().newline_before {
            return self.fail_unsupported("async functions");
        }
        Ok(token)
    }

    pub(super) fn identifier_node(&mut self, token: &Token) -> ExpressionId {
        let name = token.name;
        let reference = self.refer(name);
        self.expression_node(Span::new(token.start, token.end), ExpressionKind::Identifier { name, reference })
    }

    /// An error if the current number or string has a form that strict code forbids.
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

    fn parenthesized(&mut self) -> Parsed<ExpressionId> {
        self.advance();
        if self.kind() == TokenKind::RightParen {
            return self.empty_parentheses();
        }
        let inner = self.expression(AcceptIn::Yes)?;
        self.expect(TokenKind::RightParen, "`)`")?;
        self.tree[inner].parenthesized = true;
        Ok(inner)
    }

    /// `()` can only be the parameters of an arrow function.
    #[cold]
    fn empty_parentheses(&mut self) -> Parsed<ExpressionId> {
        let span = self.span();
        let found = self.describe_token();
        self.advance();
        match self.kind() {
            TokenKind::Arrow => self.fail_unexpected(),
            _ => self.fail(Message::Unexpected(found), span),
        }
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

    /// Any number of `.x`, `[x]` and `(…)` behind an operand.
    pub(super) fn call_chain(&mut self, start: u32, mut left: ExpressionId) -> Parsed<ExpressionId> {
        loop {
            let kind = match self.kind() {
                TokenKind::Dot => self.member(left)?,
                TokenKind::LeftBracket => self.computed_member(left)?,
                TokenKind::LeftParen => {
                    let arguments = self.arguments()?;
                    self.note_direct_eval(left);
                    ExpressionKind::Call { callee: left, arguments }
                }
                _ => return Ok(left),
            };
            left = self.expression_node(self.span_from(start), kind);
        }
    }

    #[inline]
    fn member(&mut self, object: ExpressionId) -> Parsed<ExpressionKind> {
        self.advance();
        let property = self.identifier_name()?;
        Ok(ExpressionKind::Member { object, property })
    }

    fn computed_member(&mut self, object: ExpressionId) -> Parsed<ExpressionKind> {
        self.advance();
        let property = self.expression(AcceptIn::Yes)?;
        self.expect(TokenKind::RightBracket, "`]`")?;
        Ok(ExpressionKind::ComputedMember { object, property })
    }

    /// IdentifierName: any word, reserved or not.
    #[inline]
    pub(super) fn identifier_name(&mut self) -> Parsed<Name> {
        let kind = self.kind();
        let name = match kind.class() {
            Class::Identifier | Class::StrictReserved => self.token().name,
            Class::Reserved => self.lexer.intern_ascii(kind.spelling()),
            _ if kind == TokenKind::EscapedKeyword => self.token().name,
            _ if kind == TokenKind::Hash => return self.fail_unsupported("private names"),
            _ => return self.fail_expected("a property name"),
        };
        self.advance();
        Ok(name)
    }

    fn arguments(&mut self) -> Parsed<List<ExpressionId>> {
        self.advance();
        let first_item = self.scratch.len();
        while self.kind() != TokenKind::RightParen {
            let argument = self.assignment(AcceptIn::Yes)?;
            self.note(argument);
            if !self.take(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen, "`)`")?;
        Ok(self.list_from(first_item))
    }

    /// A call of the plain name `eval`, in parentheses or not, may be a direct eval (ECMA-262 13.3.6.1).
    #[inline]
    fn note_direct_eval(&mut self, callee: ExpressionId) {
        if let ExpressionKind::Identifier { name, .. } = self.tree[callee].kind
            && Some(name) == self.lexer.eval_name
        {
            self.scopes.direct_eval(self.context.strict);
            self.context.uses_this = true;
            self.context.has_direct_eval = true;
        }
    }

    /// `new` with a callee that has no calls of its own, and maybe arguments.
    fn new_expression(&mut self) -> Parsed<ExpressionId> {
        self.check_depth()?;
        let start = self.token().start;
        self.advance();
        let callee_start = self.token().start;
        let mut callee = match self.kind() {
            TokenKind::New => self.new_expression()?,
            TokenKind::Dot => return self.fail_unsupported("`new.target` expressions"),
            _ => self.operand()?,
        };
        loop {
            let kind = match self.kind() {
                TokenKind::Dot => self.member(callee)?,
                TokenKind::LeftBracket => self.computed_member(callee)?,
                _ => break,
            };
            callee = self.expression_node(self.span_from(callee_start), kind);
        }
        let arguments = if self.kind() == TokenKind::LeftParen { self.arguments()? } else { List::EMPTY };
        Ok(self.expression_node(self.span_from(start), ExpressionKind::New { callee, arguments }))
    }
}
