//! Heads of arrow functions with types, and what begins with `<`.

use super::super::AcceptIn;
use super::super::Parser;
use crate::error::Parsed;
use crate::token::TokenKind;
use crate::tree::{ExpressionId, ExpressionKind};
use ferrotape_text::Span;

/// Something that only the head of an arrow function has: where it is, and what it is.
pub(in super::super) type OnlyHead = Option<(Span, String)>;

impl Parser<'_> {
    /// Notes where an assignment expression begins. Only there an arrow function can begin.
    #[inline(never)]
    pub(in super::super) fn note_assignment(&mut self, accept_in: AcceptIn) {
        self.types.assignment = (self.token().start, accept_in == AcceptIn::UpToColon);
    }

    /// Returns whether a `:` ends the assignment expression that begins at `start`.
    pub(in super::super) fn ends_at_colon(&self, start: u32) -> bool {
        self.types.assignment == (start, true)
    }

    /// Notes that an item of parentheses begins, which may be a parameter.
    #[inline(never)]
    pub(in super::super) fn begin_item(&mut self) {
        self.types.item = self.token().start;
    }

    /// Returns whether the `?` that has been read stands behind an optional parameter, not behind a condition.
    #[inline(never)]
    pub(in super::super) fn is_optional_parameter(&mut self, start: u32, test: ExpressionId) -> bool {
        use ExpressionKind::{Array, Identifier, Object};
        let expression = &self.tree[test];
        let is_name = matches!(expression.kind, Identifier { .. } | Array { .. } | Object { .. });
        let is_optional = self.types.item == start
            && is_name
            && !expression.parenthesized
            && matches!(self.kind(), TokenKind::Colon | TokenKind::Comma | TokenKind::RightParen | TokenKind::Assign);
        self.types.is_optional |= is_optional;
        is_optional
    }

    /// Reads a parameter's type behind an item of parentheses, and its default value.
    #[inline(never)]
    pub(in super::super) fn typed_item(
        &mut self,
        item: ExpressionId,
        only_head: &mut OnlyHead,
    ) -> Parsed<ExpressionId> {
        let is_optional = std::mem::take(&mut self.types.is_optional);
        if !is_optional && self.kind() != TokenKind::Colon {
            return Ok(item);
        }
        if only_head.is_none() {
            *only_head = Some((self.span(), self.describe_token()));
        }
        self.annotation()?;
        if self.kind() == TokenKind::Assign {
            return self.assign(self.tree[item].span.start, item, None, AcceptIn::Yes);
        }
        Ok(item)
    }

    /// Reads the type of what an arrow function returns, at the `:` behind its parameters, if that is what follows.
    #[inline(never)]
    pub(in super::super) fn return_type_of_arrow(&mut self) -> Parsed<()> {
        self.on_trial(|parser| {
            parser.annotation()?;
            Ok(parser.kind() == TokenKind::Arrow && !parser.token().newline_before)
        })
        .map(|_| ())
    }

    /// Parses `<T>operand`, or an arrow function with type parameters.
    #[inline(never)]
    pub(in super::super) fn angle_operand(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let are_parameters = self.on_trial(|parser| {
            parser.type_parameters()?;
            Ok(parser.kind() == TokenKind::LeftParen)
        })?;
        if are_parameters {
            // Without an arrow behind it is an operand in parentheses, whose type is asserted.
            return self.parenthesized_from(start);
        }
        self.assertion()?;
        let operand = self.unary()?;
        self.tree[operand].parenthesized = true;
        Ok(operand)
    }

    /// Reads `<T>` before an operand.
    fn assertion(&mut self) -> Parsed<()> {
        if self.kind() == TokenKind::ShiftLeft {
            self.lexer.split(TokenKind::Less);
        }
        self.advance();
        if self.take(TokenKind::Const) {
            return self.close_angle();
        }
        let is_name = self.kind().is_identifier();
        self.whole_type()?;
        match self.kind() {
            // `<a b="c">` and `<a/>`
            kind if is_name && (kind == TokenKind::Slash || kind.is_identifier()) => self.fail_jsx(),
            _ => self.close_angle(),
        }
    }

    /// Reads `<T>` behind `async`, if parameters of an arrow function or arguments follow.
    #[inline(never)]
    pub(in super::super) fn type_parameters_of_async(&mut self) -> Parsed<bool> {
        self.on_trial(|parser| {
            parser.type_parameters()?;
            Ok(parser.kind() == TokenKind::LeftParen)
        })
    }

    /// Reads `<T>` or `!` behind an operand. Returns false if the token is an operator instead.
    #[inline(never)]
    pub(in super::super) fn takes_suffix(&mut self, operand: ExpressionId) -> Parsed<bool> {
        if self.kind() != TokenKind::Not {
            return self.takes_type_arguments();
        }
        if self.token().newline_before {
            return Ok(false);
        }
        self.advance();
        // It is no parameter and no pattern any more.
        self.tree[operand].parenthesized = true;
        Ok(true)
    }

    /// Reads `<T>` behind `?.`, where it can be nothing else.
    #[inline(never)]
    pub(in super::super) fn type_arguments_of_chain(&mut self) -> Parsed<()> {
        self.type_arguments()?;
        match self.kind() {
            TokenKind::LeftParen | TokenKind::Template => Ok(()),
            _ => self.fail_expected("`(`"),
        }
    }

    /// Returns whether `as` or `satisfies` follows as an operator.
    #[inline(never)]
    pub(in super::super) fn is_type_operator(&self) -> bool {
        let token = self.token();
        token.kind == TokenKind::Identifier
            && !token.newline_before
            && !token.escaped
            && matches!(self.lexer.raw(), "as" | "satisfies")
    }

    /// Reads `as T` or `satisfies T` behind an operand.
    #[inline(never)]
    pub(in super::super) fn type_operator(&mut self, operand: ExpressionId) -> Parsed<()> {
        let is_as = self.lexer.raw() == "as";
        self.advance();
        if !(is_as && self.take(TokenKind::Const)) {
            self.whole_type()?;
        }
        self.tree[operand].parenthesized = true;
        let role = self.kind().role();
        match role {
            crate::token::Role::Assignment(_) | crate::token::Role::LogicalAssignment(_) => self.fail_unexpected(),
            _ => Ok(()),
        }
    }
}
