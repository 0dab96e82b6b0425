//! Operators (ECMA-262 13.4 to 13.16): binary chains by binding power, assignments, conditionals, unary operators.

use ferrotape_text::Span;

use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed};
use crate::token::{LOWEST_BINARY, Role, TokenKind};
use crate::tree::{BinaryOperator, ExpressionId, ExpressionKind, UnaryOperator, UpdateOperator};

impl Parser<'_> {
    /// Expression: one or more assignments, with commas between.
    pub(super) fn expression(&mut self, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let first = self.assignment(accept_in)?;
        self.expression_rest(start, first, accept_in)
    }

    /// The rest of an expression after its first assignment.
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

    /// AssignmentExpression.
    pub(super) fn assignment(&mut self, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let left = self.unary()?;
        self.assignment_rest(start, left, accept_in)
    }

    /// The rest of an assignment after its first operand.
    #[inline]
    pub(super) fn assignment_rest(
        &mut self,
        start: u32,
        left: ExpressionId,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        let left = self.binary_rest(start, left, LOWEST_BINARY, accept_in)?;
        match self.kind() {
            TokenKind::Question => self.conditional(start, left, accept_in),
            kind => match kind.role() {
                Role::Assignment(operator) => self.assign(start, left, operator, accept_in),
                _ => Ok(left),
            },
        }
    }

    /// The operators of at least this power that follow `left`. Loops over what associates to the left; recurs only where
    /// the next operator binds stronger, so at most once for each power.
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
                return Ok(left);
            }
            self.advance();
            let right_start = self.token().start;
            let mut right = self.unary()?;
            if self.kind().power() > power {
                right = self.binary_rest(right_start, right, power + 1, accept_in)?;
            }
            let span = self.span_from(start);
            left = match operator.role() {
                Role::Binary(operator) => self.expression_node(span, ExpressionKind::Binary { operator, left, right }),
                Role::Logical(operator) => {
                    self.expression_node(span, ExpressionKind::Logical { operator, left, right })
                }
                _ => return self.fail_unexpected(),
            };
        }
    }

    #[inline(never)]
    fn conditional(&mut self, start: u32, test: ExpressionId, accept_in: AcceptIn) -> Parsed<ExpressionId> {
        self.advance();
        let consequent = self.assignment(AcceptIn::Yes)?;
        self.expect(TokenKind::Colon, "`:`")?;
        let alternate = self.assignment(accept_in)?;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Conditional { test, consequent, alternate }))
    }

    #[inline(never)]
    fn assign(
        &mut self,
        start: u32,
        left: ExpressionId,
        operator: Option<BinaryOperator>,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        self.check_target(left, Message::InvalidAssignmentTarget)?;
        self.advance();
        let right = self.assignment(accept_in)?;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Assignment { operator, left, right }))
    }

    /// An early error unless the expression can be assigned to (AssignmentTargetType, ECMA-262 8.6.4). A call in sloppy
    /// code is an error only when it is reached.
    pub(super) fn check_target(&mut self, target: ExpressionId, message: Message) -> Parsed<()> {
        let expression = self.tree[target];
        match expression.kind {
            ExpressionKind::Identifier { name, reference } => {
                let is_special = Some(name) == self.lexer.eval_name || Some(name) == self.lexer.arguments_name;
                if self.context.strict && is_special {
                    return self.fail(Message::StrictAssignment(self.name_text(name)), expression.span);
                }
                self.scopes.write(reference);
                Ok(())
            }
            ExpressionKind::Member { .. } | ExpressionKind::ComputedMember { .. } => Ok(()),
            ExpressionKind::Call { .. } if !self.context.strict => Ok(()),
            ExpressionKind::Array { .. } | ExpressionKind::Object { .. } if !expression.parenthesized => {
                self.fail(Message::Unsupported("destructuring patterns"), expression.span)
            }
            _ => self.fail(message, expression.span),
        }
    }

    /// UnaryExpression. Every recursion of expressions passes through here.
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

    fn check_delete(&self, argument: ExpressionId) -> Parsed<()> {
        let expression = self.tree[argument];
        match expression.kind {
            ExpressionKind::Identifier { .. } if self.context.strict => {
                self.fail(Message::StrictDelete, expression.span)
            }
            _ => Ok(()),
        }
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

    /// LeftHandSideExpression with `++` or `--` behind it, on the same line.
    fn postfix(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        let operand = self.operand()?;
        self.postfix_rest(start, operand)
    }

    /// The rest of an operand that has been read up to its first word.
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
