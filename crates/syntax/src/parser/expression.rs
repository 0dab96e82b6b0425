//! Operators (ECMA-262 13.4 to 13.16): binary chains by binding power, assignments, conditionals, unary operators,
//! `yield` and `await`.

use ferrotape_text::Span;

use super::{AcceptIn, CoverError, Parser, PrivateOperand};
use crate::error::{Message, Parsed};
use crate::token::{LOWEST_BINARY, Role, TokenKind};
use crate::tree::{BinaryOperator, ExpressionId, ExpressionKind, LogicalOperator, UnaryOperator, UpdateOperator};

/// The power of `as` and `satisfies`: that of comparisons.
const TYPE_OPERATOR: u8 = 7;

impl Parser<'_> {
    /// Parses an Expression: one or more assignments, with commas between.
    pub(super) fn expression(&mut self, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let first = self.assignment(accept_in)?;
        self.expression_rest(start, first, accept_in)
    }

    /// Parses the rest of an expression after its first assignment.
    #[inline]
    pub(super) fn expression_rest(
        &mut self,
        start: u32,
        first: ExpressionId,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        if self.kind() == TokenKind::Comma { self.sequence(start, first, accept_in) } else { Ok(first) }
    }

    #[inline(never)]
    fn sequence(&mut self, start: u32, first: ExpressionId, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        let first_item = self.scratch.len();
        self.note(first);
        while self.take(TokenKind::Comma) {
            let next = self.assignment(accept_in)?;
            self.note(next);
        }
        let expressions = self.list_from(first_item);
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Sequence { expressions }))
    }

    /// Parses an AssignmentExpression.
    pub(super) fn assignment(&mut self, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        let expression = self.assignment_unchecked(accept_in)?;
        if self.cover_error.is_some() { self.fail_cover() } else { Ok(expression) }
    }

    /// Parses an AssignmentExpression, or a literal that may become a pattern. The caller then handles `cover_error`.
    pub(super) fn assignment_or_pattern(&mut self, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        let expression = self.assignment_unchecked(accept_in)?;
        if self.cover_error.is_some() && !self.is_literal(expression) {
            return self.fail_cover();
        }
        Ok(expression)
    }

    /// Returns whether the expression may become a pattern.
    pub(super) fn is_literal(&self, id: ExpressionId) -> bool {
        let expression = &self.tree[id];
        let is_literal = matches!(expression.kind, ExpressionKind::Array { .. } | ExpressionKind::Object { .. });
        is_literal && !expression.parenthesized
    }

    /// Fails with the error of a literal that did not become a pattern.
    #[cold]
    #[inline(never)]
    pub(super) fn fail_cover<T>(&mut self) -> Parsed<T> {
        match self.cover_error.take() {
            Some((CoverError::ShorthandInitializer, span)) => self.fail(Message::InvalidShorthandInit, span),
            Some((CoverError::DuplicateProto, span)) => self.fail(Message::DuplicateProto, span),
            None => self.fail_unexpected(),
        }
    }

    /// Parses an AssignmentExpression that may still be a pattern: the caller looks at [`Parser::cover_error`].
    #[inline(always)]
    fn assignment_unchecked(&mut self, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        if self.kind() == TokenKind::Yield && self.context.is_generator {
            return self.yield_expression(accept_in);
        }
        if self.typescript {
            self.note_assignment(accept_in);
        }
        let start = self.token().start;
        let left = self.unary()?;
        self.operators(start, left, accept_in)
    }

    /// Parses the rest of an assignment after its first operand.
    #[inline(never)]
    pub(super) fn assignment_rest(
        &mut self,
        start: u32,
        left: ExpressionId,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        self.operators(start, left, accept_in)
    }

    /// Parses the operators behind an operand: binary ones, then at most one `?`, `=>` or assignment, whose right side
    /// recurs.
    #[inline(always)]
    fn operators(&mut self, start: u32, left: ExpressionId, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        let left = self.binary_rest(start, left, LOWEST_BINARY, accept_in)?;
        match self.kind() {
            TokenKind::Question => self.conditional(start, left, accept_in),
            TokenKind::Arrow => self.arrow_function(start, left, accept_in),
            kind => match kind.role() {
                Role::Assignment(operator) => self.assign(start, left, operator, accept_in),
                Role::LogicalAssignment(operator) => self.assign_logically(start, left, operator, accept_in),
                _ => Ok(left),
            },
        }
    }

    /// Parses the operators of at least this power that follow `left`. Operators that associate to the left are handled
    /// in a loop. The function recurs only if the next operator binds stronger, so at most once for each power.
    fn binary_rest(
        &mut self,
        start: u32,
        mut left: ExpressionId,
        lowest: u8,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        loop {
            let operator = self.kind();
            let power = operator.power();
            if power < lowest || operator == TokenKind::In && accept_in == AcceptIn::No {
                if self.typescript && lowest <= TYPE_OPERATOR && self.is_type_operator() {
                    self.type_operator(left)?;
                    continue;
                }
                return Ok(left);
            }
            // Taken before the right side, in which such an operand may stand again.
            let private = if operator == TokenKind::In { self.private_operand.take() } else { None };
            self.advance();
            let right_start = self.token().start;
            let mut right = self.unary()?;
            if self.kind().power() > power || self.typescript && power < TYPE_OPERATOR && self.is_type_operator() {
                right = self.binary_rest(right_start, right, power + 1, accept_in)?;
            }
            let span = self.span_from(start);
            left = match operator.role() {
                Role::Binary(BinaryOperator::In) => self.in_operator(span, (left, private), right)?,
                Role::Binary(BinaryOperator::Exponentiate) => self.power(start, left, right_start, right, accept_in)?,
                Role::Binary(operator) => self.expression_node(span, ExpressionKind::Binary { operator, left, right }),
                Role::Logical(operator) => {
                    self.check_mixing(operator, left, right)?;
                    self.expression_node(span, ExpressionKind::Logical { operator, left, right })
                }
                _ => return self.fail_unexpected(),
            };
        }
    }

    /// Makes `left in right`, or `#left in right` if there is a private name that `left` stands for.
    fn in_operator(
        &mut self,
        span: Span,
        (left, private): (ExpressionId, Option<PrivateOperand>),
        right: ExpressionId,
    ) -> Parsed<ExpressionId> {
        let Some((placeholder, reference, name_span)) = private else {
            let operator = BinaryOperator::In;
            return Ok(self.expression_node(span, ExpressionKind::Binary { operator, left, right }));
        };
        if placeholder != left {
            return self.fail(Message::PrivateInOperand, name_span);
        }
        Ok(self.expression_node(span, ExpressionKind::PrivateIn { reference, right }))
    }

    /// Parses `left ** right` and the powers that may follow, which associate to the right.
    #[inline(never)]
    fn power(
        &mut self,
        start: u32,
        left: ExpressionId,
        right_start: u32,
        mut right: ExpressionId,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        let base = self.tree[left];
        if matches!(base.kind, ExpressionKind::Unary { .. } | ExpressionKind::Await { .. }) && !base.parenthesized {
            return self.fail(Message::UnaryExponent, base.span);
        }
        if self.kind() == TokenKind::StarStar {
            right = self.binary_rest(right_start, right, TokenKind::StarStar.power(), accept_in)?;
        }
        let operator = BinaryOperator::Exponentiate;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Binary { operator, left, right }))
    }

    /// Fails if `??` is mixed with `||` or `&&` without parentheses (ECMA-262 13.13).
    #[inline]
    fn check_mixing(&self, operator: LogicalOperator, left: ExpressionId, right: ExpressionId) -> Parsed<()> {
        let is_coalesce = operator == LogicalOperator::Coalesce;
        for side in [left, right] {
            if let ExpressionKind::Logical { operator, .. } = self.tree[side].kind
                && (operator == LogicalOperator::Coalesce) != is_coalesce
                && !self.tree[side].parenthesized
            {
                return self.fail(Message::MixedCoalesce, self.tree[side].span);
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn conditional(&mut self, start: u32, test: ExpressionId, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        self.advance();
        if self.typescript && self.is_optional_parameter(start, test) {
            return Ok(test);
        }
        let consequent = self.assignment(AcceptIn::UpToColon)?;
        self.expect(TokenKind::Colon, "`:`")?;
        let alternate = self.assignment(accept_in)?;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Conditional { test, consequent, alternate }))
    }

    /// Parses from `=` or a compound operator on. `operator` is None for `=`, whose target may be a pattern.
    #[inline(never)]
    pub(super) fn assign(
        &mut self,
        start: u32,
        left: ExpressionId,
        operator: Option<BinaryOperator>,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        if operator.is_none() && self.is_literal(left) {
            self.to_pattern(left)?;
            self.cover_error = None;
        } else {
            self.check_target(left, Message::InvalidAssignmentTarget)?;
            if self.typescript {
                self.note_target(left);
            }
        }
        self.advance();
        let right = self.assignment(accept_in)?;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Assignment { operator, left, right }))
    }

    /// Parses from `&&=`, `||=` or `??=` on. Unlike [`Parser::assign`], sloppy code may not assign to a call either.
    #[inline(never)]
    fn assign_logically(
        &mut self,
        start: u32,
        left: ExpressionId,
        operator: LogicalOperator,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        self.check_simple_target(left, Message::InvalidAssignmentTarget)?;
        if self.typescript {
            self.note_target(left);
        }
        self.advance();
        let right = self.assignment(accept_in)?;
        let kind = ExpressionKind::LogicalAssignment { operator, left, right };
        Ok(self.expression_node(self.span_from(start), kind))
    }

    /// Fails unless the expression can be assigned to (AssignmentTargetType, ECMA-262 8.6.4). A call in sloppy code
    /// only fails when it is evaluated.
    pub(super) fn check_target(&mut self, target: ExpressionId, message: Message) -> Parsed<()> {
        match self.tree[target].kind {
            ExpressionKind::Call { .. } if !self.context.strict => Ok(()),
            _ => self.check_simple_target(target, message),
        }
    }

    /// Fails unless the expression is a name or a member, and not in a chain. Counts a name as written to.
    pub(super) fn check_simple_target(&mut self, target: ExpressionId, message: Message) -> Parsed<()> {
        use ExpressionKind::{
            Chain, ComputedMember, Identifier, Member, PrivateMember, SuperComputedMember, SuperMember,
        };
        let expression = self.tree[target];
        match expression.kind {
            Identifier { name, reference } => {
                let is_special = Some(name) == self.lexer.eval_name || Some(name) == self.lexer.arguments_name;
                if self.context.strict && is_special {
                    return self.fail(Message::StrictAssignment(self.name_text(name)), expression.span);
                }
                self.scopes.write(reference);
                Ok(())
            }
            Member { .. } | ComputedMember { .. } | PrivateMember { .. } => Ok(()),
            SuperMember { .. } | SuperComputedMember { .. } => Ok(()),
            Chain { .. } => self.fail(Message::ChainTarget, expression.span),
            _ => self.fail(message, expression.span),
        }
    }

    /// Parses a UnaryExpression. Every recursion of expressions passes through here.
    pub(super) fn unary(&mut self) -> Parsed<ExpressionId> {
        use TokenKind::*;
        self.check_depth()?;
        let operator = match self.kind() {
            Identifier | This | String | Number | LeftParen | Function | LeftBracket | LeftBrace => {
                return self.postfix();
            }
            Delete => UnaryOperator::Delete,
            Void => UnaryOperator::Void,
            TypeOf => UnaryOperator::TypeOf,
            Plus => UnaryOperator::Plus,
            Minus => UnaryOperator::Minus,
            BitNot => UnaryOperator::BitNot,
            Not => UnaryOperator::Not,
            PlusPlus => return self.prefix_update(UpdateOperator::Increment),
            MinusMinus => return self.prefix_update(UpdateOperator::Decrement),
            Await if self.context.is_async => return self.await_expression(),
            _ => return self.postfix(),
        };
        let start = self.token().start;
        self.advance();
        let argument = self.unary()?;
        if operator == UnaryOperator::Delete {
            self.check_delete(argument)?;
        }
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Unary { operator, argument }))
    }

    /// Fails for an operand that `delete` may not have (ECMA-262 13.5.1.1): a private member, or a name in strict code.
    fn check_delete(&self, argument: ExpressionId) -> Parsed<()> {
        let expression = self.tree[argument];
        match expression.kind {
            ExpressionKind::Identifier { .. } if self.context.strict => {
                self.fail(Message::StrictDelete, expression.span)
            }
            ExpressionKind::PrivateMember { .. } => self.fail(Message::StrictDeletePrivate, expression.span),
            ExpressionKind::Chain { expression } => self.check_delete(expression),
            _ => Ok(()),
        }
    }

    /// Parses a YieldExpression, ECMA-262 15.5
    #[inline(never)]
    fn yield_expression(&mut self, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        self.check_depth()?;
        let span = self.span();
        check_unescaped(self)?;
        if self.context.in_parameters {
            return self.fail(Message::YieldInParameters, span);
        }
        self.context.cover.yields.note(span);
        self.advance();
        let delegate = !self.token().newline_before && self.take(TokenKind::Star);
        let argument = if delegate || self.yields_value() { Some(self.assignment(accept_in)?) } else { None };
        Ok(self.expression_node(self.span_from(span.start), ExpressionKind::Yield { argument, delegate }))
    }

    /// Returns whether an operand follows `yield`.
    fn yields_value(&self) -> bool {
        use TokenKind::*;
        !self.token().newline_before
            && !matches!(
                self.kind(),
                RightParen | RightBracket | RightBrace | Comma | Semicolon | Colon | In | EndOfInput
            )
    }

    /// Parses an AwaitExpression, ECMA-262 15.8
    #[inline(never)]
    fn await_expression(&mut self) -> Parsed<ExpressionId> {
        let span = self.span();
        check_unescaped(self)?;
        if self.context.in_parameters {
            return self.fail(Message::AwaitInParameters, span);
        }
        self.note_await();
        self.context.cover.awaits.note(span);
        self.advance();
        let argument = self.unary()?;
        Ok(self.expression_node(self.span_from(span.start), ExpressionKind::Await { argument }))
    }

    /// Marks the current function as async, which matters for an `await` at the top of a module.
    pub(super) fn note_await(&mut self) {
        let function = self.context.function;
        self.tree[function].is_async = true;
    }

    #[inline(never)]
    fn prefix_update(&mut self, operator: UpdateOperator) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        let argument = self.unary()?;
        self.check_target(argument, Message::InvalidUpdateTarget)?;
        let kind = ExpressionKind::Update { operator, prefix: true, argument };
        Ok(self.expression_node(self.span_from(start), kind))
    }

    /// Parses a LeftHandSideExpression, with `++` or `--` behind it on the same line.
    fn postfix(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let operand = self.operand()?;
        self.postfix_rest(start, operand)
    }

    /// Parses the rest of an operand whose first part has been parsed.
    #[inline]
    pub(super) fn postfix_rest(&mut self, start: u32, operand: ExpressionId) -> Parsed<ExpressionId> {
        let argument = self.call_chain(start, operand)?;
        let operator = match self.kind() {
            TokenKind::PlusPlus => UpdateOperator::Increment,
            TokenKind::MinusMinus => UpdateOperator::Decrement,
            _ => return Ok(argument),
        };
        if self.token().newline_before {
            return Ok(argument);
        }
        self.check_target(argument, Message::InvalidUpdateTarget)?;
        self.advance();
        let span: Span = self.span_from(start);
        Ok(self.expression_node(span, ExpressionKind::Update { operator, prefix: false, argument }))
    }
}

/// Fails if the current token, which is a keyword here, has escape sequences.
pub(super) fn check_unescaped(parser: &Parser<'_>) -> Parsed<()> {
    match parser.token().escaped {
        true => parser.fail(Message::EscapedKeyword(parser.token_name()), parser.span()),
        false => Ok(()),
    }
}
