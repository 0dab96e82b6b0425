//! Heads of arrow functions with types, and what begins with `<`.

use super::super::AcceptIn;
use super::super::Parser;
use crate::error::Parsed;
use crate::token::TokenKind;
use crate::tree::{ExpressionId, ExpressionKind, ListItem, PropertyId, PropertyKind};
use ferrotape_text::Span;

/// Something that only the head of an arrow function has: where it is, and what it is.
pub(in super::super) type OnlyHead = Option<(Span, String)>;

/// Place of parentheses that may be the head of an arrow function.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(in super::super) enum ArrowPlace {
    /// No assignment expression begins here, so no arrow function does.
    None,
    Free,
    /// A `:` ends the assignment expression that begins here.
    BeforeColon,
}

impl Parser<'_> {
    /// Notes where an assignment expression begins. Only there an arrow function can begin.
    #[inline]
    pub(in super::super) fn note_assignment(&mut self, accept_in: AcceptIn) {
        self.types.assignment = (self.token().start, accept_in == AcceptIn::UpToColon);
    }

    /// Returns whether an arrow function can begin at `start`, and what may end it.
    pub(in super::super) fn place_of_arrow(&self, start: u32) -> ArrowPlace {
        match self.types.assignment {
            (assignment, _) if assignment != start => ArrowPlace::None,
            (_, true) => ArrowPlace::BeforeColon,
            (_, false) => ArrowPlace::Free,
        }
    }

    /// Notes that an item of parentheses begins, which may be a parameter.
    #[inline]
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
    ///
    /// Behind a `?` the `:` may be that of the condition: `a ? (b) : c => d`. Unless the parentheses can be nothing but a
    /// head, they are one if another `:` stands behind the body, as in `a ? (b): c => d : e`.
    #[inline(never)]
    pub(in super::super) fn return_type_of_arrow(
        &mut self,
        place: ArrowPlace,
        is_head: bool,
        first_item: usize,
        is_async: bool,
    ) -> Parsed<()> {
        let is_certain = match place {
            ArrowPlace::None => return Ok(()),
            ArrowPlace::Free => true,
            ArrowPlace::BeforeColon => is_head,
        };
        let colon = self.token().start;
        if !is_certain && (self.answer(colon) == Some(false) || !self.could_be_parameters(first_item)?) {
            return Ok(());
        }
        let is_known = is_certain || self.answer(colon) == Some(true);
        let here = self.lexer.checkpoint();
        let is_arrow = self.on_trial(|parser| {
            parser.annotation()?;
            Ok(parser.kind() == TokenKind::Arrow && !parser.token().newline_before)
        })?;
        if is_known {
            return Ok(());
        }
        let is_arrow = is_arrow && self.has_colon_behind_body(is_async)?;
        self.keep_answer(colon, is_arrow);
        if !is_arrow {
            self.rewind(&here);
        }
        Ok(())
    }

    /// Returns whether the items since `first_item` can be parameters.
    fn could_be_parameters(&mut self, first_item: usize) -> Parsed<bool> {
        for index in first_item..self.scratch.len() {
            if !self.could_be_declared(ExpressionId(self.scratch[index]))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether an expression can become a name or a pattern that declares names, perhaps with a default value.
    fn could_be_declared(&mut self, id: ExpressionId) -> Parsed<bool> {
        use ExpressionKind::*;
        self.lexer.meter.tick(1);
        let expression = self.tree[id];
        match expression.kind {
            _ if expression.parenthesized => Ok(false),
            Identifier { .. } => Ok(true),
            Assignment { operator: None, left: inner, .. }
            | AssignmentPattern { left: inner, .. }
            | Spread { argument: inner, .. }
            | Rest { argument: inner } => self.could_be_declared(inner),
            Array { elements } | ArrayPattern { elements } => {
                self.check_depth()?;
                let words = elements.start as usize..elements.start as usize + elements.len();
                for index in words {
                    if let Some(element) = Option::from_word(self.tree.lists[index])
                        && !self.could_be_declared(element)?
                    {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Object { properties } | ObjectPattern { properties } => {
                self.check_depth()?;
                let words = properties.start as usize..properties.start as usize + properties.len();
                for index in words {
                    let property = self.tree[PropertyId(self.tree.lists[index])];
                    let is_accessor = matches!(property.kind, PropertyKind::Get | PropertyKind::Set);
                    if is_accessor || !self.could_be_declared(property.value)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Parses `<T>operand`, or an arrow function with type parameters.
    #[inline(never)]
    pub(in super::super) fn angle_operand(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        if self.on_trial(Self::reads_type_parameters)? {
            // Without an arrow behind it is an operand in parentheses, whose type is asserted.
            return self.parenthesized_from(start);
        }
        self.assertion()?;
        let operand = self.unary()?;
        self.note_assertion(operand);
        Ok(operand)
    }

    /// Notes that the type of an operand is asserted. It is no parameter and no pattern any more.
    fn note_assertion(&mut self, operand: ExpressionId) {
        self.tree[operand].parenthesized = true;
        self.types.asserted = Some(operand);
    }

    /// Notes what is assigned to, if its type is asserted.
    #[inline]
    pub(in super::super) fn note_target(&mut self, target: ExpressionId) {
        if self.types.asserted == Some(target) {
            self.lexer.meter.push(&mut self.types.targets, target);
        }
    }

    /// Makes plain names of targets whose types are asserted: `(a as T) = function () {}` names its function. Until
    /// everything is read they are no parameters.
    pub(in super::super) fn name_by_targets(&mut self) {
        for target in std::mem::take(&mut self.types.targets) {
            self.lexer.meter.tick(1);
            self.tree[target].parenthesized = false;
        }
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
        self.on_trial(Self::reads_type_parameters)
    }

    /// Reads `<T>`. Returns whether parameters or arguments follow. With more text they could, if the text ends here.
    fn reads_type_parameters(&mut self) -> Parsed<bool> {
        self.type_parameters()?;
        self.types.trials.reached_end |= self.kind() == TokenKind::EndOfInput;
        Ok(self.kind() == TokenKind::LeftParen)
    }

    /// Returns whether the `as` or `satisfies` behind the name `async` is an operator, not the parameter of an arrow function.
    #[inline(never)]
    pub(in super::super) fn asserts_type_of_async(&mut self) -> bool {
        self.is_type_operator() && self.next_token().0 != TokenKind::Arrow
    }

    /// Reads `<T>` or `!` behind an operand. Returns false if the token is an operator instead.
    #[inline(never)]
    pub(in super::super) fn takes_suffix(&mut self, operand: ExpressionId) -> Parsed<bool> {
        if self.kind() != TokenKind::Not {
            let are_arguments = self.takes_type_arguments()?;
            // `f<T> => a` has no parameters.
            return if are_arguments && self.kind() == TokenKind::Arrow {
                self.fail_unexpected()
            } else {
                Ok(are_arguments)
            };
        }
        if self.token().newline_before {
            return Ok(false);
        }
        self.advance();
        self.note_assertion(operand);
        Ok(true)
    }

    /// Reads `<T>` or `!` in an optional chain. Returns false if the chain ends: the token is an operator, or type arguments
    /// stand there without a call.
    #[inline(never)]
    pub(in super::super) fn continues_chain(&mut self, operand: ExpressionId) -> Parsed<bool> {
        let is_assertion = self.kind() == TokenKind::Not;
        let is_suffix = self.takes_suffix(operand)?;
        Ok(is_suffix && (is_assertion || matches!(self.kind(), TokenKind::LeftParen | TokenKind::Template)))
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
    #[inline]
    pub(in super::super) fn is_type_operator(&self) -> bool {
        self.kind() == TokenKind::Identifier && self.is_word_of_operator()
    }

    #[inline(never)]
    fn is_word_of_operator(&self) -> bool {
        let token = self.token();
        !token.newline_before && !token.escaped && matches!(self.lexer.raw(), "as" | "satisfies")
    }

    /// Reads `as T` or `satisfies T` behind an operand.
    #[inline(never)]
    pub(in super::super) fn type_operator(&mut self, operand: ExpressionId) -> Parsed<()> {
        let is_as = self.lexer.raw() == "as";
        self.advance();
        if !(is_as && self.take(TokenKind::Const)) {
            self.whole_type()?;
        }
        self.note_assertion(operand);
        let role = self.kind().role();
        match role {
            crate::token::Role::Assignment(_) | crate::token::Role::LogicalAssignment(_) => self.fail_unexpected(),
            _ => Ok(()),
        }
    }
}
