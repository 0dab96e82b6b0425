//! Arrow functions (ECMA-262 15.3, 15.9), and parentheses that may be the head of one.

use ferrotape_text::Span;

use super::context::{ArrowHead, Cover, OpenHead};
use super::typescript::ArrowPlace;
use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed};
use crate::scope::{BindingKind, Resolution, ScopeKind};
use crate::token::{Token, TokenKind};
use crate::tree::{ExpressionId, ExpressionKind, FunctionId, FunctionKind, List, Parameter, StatementKind};

impl Parser<'_> {
    /// Parses an expression in parentheses, or the head of an arrow function.
    #[inline(always)]
    pub(super) fn parenthesized(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.parenthesized_from(start)
    }

    /// Parses parentheses of an expression that begins at `start`: there, or before, with type parameters.
    #[inline(never)]
    pub(super) fn parenthesized_from(&mut self, start: u32) -> Parsed<ExpressionId> {
        let bracket = self.token().start;
        let item = self.types.item;
        let parsed = self.parenthesized_rest(start);
        self.types.item = item;
        parsed.map_err(|error| self.unclosed(error, "`(`", bracket))
    }

    /// Parses parentheses, which `=>` makes the head of an arrow function.
    #[inline(always)]
    fn parenthesized_rest(&mut self, start: u32) -> Parsed<ExpressionId> {
        let place = if self.typescript { self.place_of_arrow(start) } else { ArrowPlace::None };
        let opened = self.open_head();
        self.advance();
        let (first_item, inner_start) = (self.scratch.len(), self.token().start);
        let mut only_head = None;
        let mut pending = None;
        loop {
            match self.kind() {
                TokenKind::RightParen => {
                    if only_head.is_none() {
                        only_head = Some((self.span(), self.describe_token()));
                    }
                    break;
                }
                TokenKind::Ellipsis => {
                    only_head = Some((self.span(), self.describe_token()));
                    self.rest_of_head()?;
                    break;
                }
                _ => {}
            }
            if self.typescript {
                self.begin_item();
            }
            let mut item = self.assignment_or_pattern(AcceptIn::Yes)?;
            if self.typescript {
                item = self.typed_item(item, &mut only_head)?;
            }
            pending = pending.or(self.cover_error.take());
            self.note_item(item);
            if !self.take(TokenKind::Comma) {
                break;
            }
        }
        let inner_span = self.span_from(inner_start);
        self.expect(TokenKind::RightParen, "`)`")?;
        if self.kind() == TokenKind::Colon && self.typescript {
            self.return_type_of_arrow(place, only_head.is_some(), first_item, false)?;
        }
        if self.kind() == TokenKind::Arrow {
            return Ok(self.arrow_head(start, opened, first_item, false, None));
        }
        if let Some((span, found)) = only_head {
            return self.fail(Message::Unexpected(found), span);
        }
        self.cover_error = pending;
        if self.cover_error.is_some() {
            return self.fail_cover();
        }
        self.close_head(&opened);
        Ok(self.parenthesized_expression(first_item, inner_span))
    }

    /// Makes an expression of the parenthesized items: the only one, or a sequence.
    #[inline]
    fn parenthesized_expression(&mut self, first_item: usize, span: Span) -> ExpressionId {
        let inner = match self.scratch[first_item..] {
            [item] => {
                self.scratch.truncate(first_item);
                ExpressionId(item)
            }
            _ => {
                let expressions = self.list_from(first_item);
                self.expression_node(span, ExpressionKind::Sequence { expressions })
            }
        };
        self.tree[inner].parenthesized = true;
        inner
    }

    #[inline]
    fn note_item(&mut self, item: ExpressionId) {
        self.note(item);
        self.lexer.meter.push(&mut self.item_ends, self.tree.references.len() as u32);
    }

    /// Parses `...pattern`. Only the closing parenthesis may follow.
    #[cold]
    fn rest_of_head(&mut self) -> Parsed<()> {
        let rest = self.spread_or_rest()?;
        if self.typescript {
            self.annotation()?;
        }
        if self.kind() == TokenKind::Comma {
            return self.fail(Message::RestNotLast, self.tree[rest].span);
        }
        self.cover_error = None;
        self.note_item(rest);
        Ok(())
    }

    /// Parses `...argument`, whose argument may become a pattern.
    pub(super) fn spread_or_rest(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        let argument = self.assignment_or_pattern(AcceptIn::Yes)?;
        let before_comma = self.kind() == TokenKind::Comma;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Spread { argument, before_comma }))
    }

    #[inline]
    fn open_head(&mut self) -> OpenHead {
        let depth = self.context.cover.depth + 1;
        let around = std::mem::replace(&mut self.context.cover, Cover::at_depth(depth));
        let head = self.scopes.open_head(&self.tree, &mut self.lexer.meter);
        OpenHead { head, around, first_this: self.own_this.len(), first_end: self.item_ends.len() }
    }

    /// Closes parentheses that turned out to be no head.
    #[inline]
    fn close_head(&mut self, opened: &OpenHead) {
        self.scopes.close_head();
        let inner = std::mem::replace(&mut self.context.cover, opened.around);
        self.context.cover.merge(&inner);
        self.item_ends.truncate(opened.first_end);
        if self.context.cover.depth == 0 {
            self.own_this.truncate(opened.first_this);
            if std::mem::take(&mut self.context.cover.has_direct_eval) {
                self.direct_eval();
            }
        }
    }

    /// Remembers the head of an arrow function until its `=>` is read. Returns the expression that stands for the head.
    fn arrow_head(
        &mut self,
        start: u32,
        opened: OpenHead,
        first_item: usize,
        is_async: bool,
        left: Option<ExpressionId>,
    ) -> ExpressionId {
        self.scopes.close_head();
        let cover = std::mem::replace(&mut self.context.cover, opened.around);
        self.context.cover.merge_names(&cover);
        let items = self.list_from(first_item);
        let left = match left.or_else(|| self.tree.list(items).next()) {
            Some(left) => left,
            None => {
                let kind = ExpressionKind::Sequence { expressions: List::EMPTY };
                self.expression_node(self.span_from(start), kind)
            }
        };
        self.arrow_head = Some(ArrowHead { left, opened, cover, items, start, is_async });
        left
    }

    /// Makes a head of a single name, which was not parsed as a head.
    fn head_of_name(&mut self, start: u32, name: ExpressionId, is_async: bool) -> Parsed<ArrowHead> {
        let expression = self.tree[name];
        let ExpressionKind::Identifier { reference, .. } = expression.kind else { return self.fail_unexpected() };
        if expression.parenthesized {
            return self.fail_unexpected();
        }
        let head = self.scopes.head_of(&mut self.tree, &mut self.lexer.meter, reference);
        let around = self.context.cover;
        let opened = OpenHead { head, around, first_this: self.own_this.len(), first_end: self.item_ends.len() };
        let first_item = self.scratch.len();
        self.note_item(name);
        let items = self.list_from(first_item);
        Ok(ArrowHead { left: name, opened, cover: Cover::at_depth(0), items, start, is_async })
    }

    /// Parses an arrow function from its `=>` on, which is the current token.
    #[inline(never)]
    pub(super) fn arrow_function(
        &mut self,
        start: u32,
        left: ExpressionId,
        accept_in: AcceptIn,
    ) -> Parsed<ExpressionId> {
        let head = match self.arrow_head.take() {
            Some(head) if head.left == left && head.start == start => head,
            _ if self.tree[left].span.start == start => self.head_of_name(start, left, false)?,
            _ => return self.fail_unexpected(),
        };
        if self.token().newline_before {
            return self.fail(Message::NewlineBeforeArrow, self.span());
        }
        self.check_depth()?;
        if self.typescript
            && let Some(known) = self.arrow_known_on_trial(head.is_async, accept_in)?
        {
            return Ok(known);
        }
        let span = Span::new(start, start);
        let function = self.add_function(FunctionKind::Arrow, None, span, self.span_from(start));
        self.tree[function].is_async = head.is_async;
        let context = self.context.arrow(function, self.labels.len(), head.is_async);
        let mut around = std::mem::replace(&mut self.context, context);
        let meter = &mut self.lexer.meter;
        let scope = self.scopes.open_arrow(&mut self.tree, meter, function, head.opened.head, start);
        self.tree[function].scope = scope;
        self.claim_head(&head)?;
        let has_expressions = self.arrow_parameters(function, &head)?;
        let arrow = self.token().start;
        self.advance();
        if has_expressions {
            self.open_body_scope();
        }
        let is_block = self.kind() == TokenKind::LeftBrace;
        if is_block {
            self.function_body(None)?;
        } else {
            self.expression_body(accept_in)?;
        }
        if self.typescript && (is_block || accept_in != AcceptIn::Yes) {
            self.note_body(arrow, head.is_async, if is_block { AcceptIn::Yes } else { accept_in });
        }
        around.uses_this |= self.context.uses_this;
        self.context = around;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Function { function }))
    }

    /// Moves what was parsed as a part of the enclosing function to the arrow function.
    fn claim_head(&mut self, head: &ArrowHead) -> Parsed<()> {
        let Cover { yields, awaits, await_name, has_direct_eval, .. } = head.cover;
        if let Some(span) = yields.span() {
            return self.fail(Message::YieldInParameters, span);
        }
        if let Some(span) = awaits.span() {
            return self.fail(Message::AwaitInParameters, span);
        }
        if let (true, Some(span)) = (head.is_async, await_name.span()) {
            return self.fail(Message::AwaitName, span);
        }
        while self.own_this.len() > head.opened.first_this
            && let Some(this) = self.own_this.pop()
        {
            let [name, ..] = self.implicit_names();
            let reference = self.refer(name);
            self.tree[this].kind = ExpressionKind::ThisReference { reference };
            self.context.uses_this = true;
        }
        if has_direct_eval {
            self.direct_eval();
        }
        Ok(())
    }

    /// Makes parameters of a head's items. Returns whether they have expressions.
    fn arrow_parameters(&mut self, function: FunctionId, head: &ArrowHead) -> Parsed<bool> {
        let first_end = head.opened.first_end;
        let items = head.items;
        let is_simple = self.tree.list(items).all(|item| {
            let expression = &self.tree[item];
            matches!(expression.kind, ExpressionKind::Identifier { .. }) && !expression.parenthesized
        });
        let mut has_expressions = false;
        for index in 0..items.len() {
            self.lexer.meter.tick(1);
            let item = ExpressionId(self.tree.lists[items.start as usize + index]);
            let kind = BindingKind::Parameter { index: index as u32 };
            if is_simple {
                self.plain_arrow_parameter(function, item, kind)?;
                continue;
            }
            self.check_rest(item, index + 1 == items.len())?;
            let first_bound = self.bound.len();
            has_expressions |= self.bind_element(item, Some(kind))?;
            let end = self.item_ends[first_end + index];
            while self.bound.len() > first_bound
                && let Some(declared) = self.bound.pop()
            {
                self.scopes.initialized_from(declared, end);
            }
        }
        self.item_ends.truncate(first_end);
        if !is_simple {
            self.tree[function].patterns = items;
        }
        Ok(has_expressions)
    }

    /// Turns an identifier into a parameter, in a list of nothing but plain names. The reference already made
    /// initialises it.
    fn plain_arrow_parameter(&mut self, function: FunctionId, item: ExpressionId, kind: BindingKind) -> Parsed<()> {
        let span = self.tree[item].span;
        let ExpressionKind::Identifier { name, reference } = self.tree[item].kind else { return Ok(()) };
        let (binding, is_repeated) =
            self.scopes.declare_parameter(&mut self.tree, &mut self.lexer.meter, name, span, kind);
        if is_repeated {
            return self.fail(Message::DuplicateName(self.name_text(name)), span);
        }
        self.scopes.initialize(&mut self.tree, reference);
        self.lexer.meter.push(&mut self.tree[function].parameters, Parameter { name, span, binding });
        Ok(())
    }

    /// Parses an ExpressionBody, as a function body with a `return`.
    pub(super) fn expression_body(&mut self, accept_in: AcceptIn) -> Parsed<()> {
        let start = self.token().start;
        let argument = self.assignment(accept_in)?;
        let statement = self.statement_node(self.span_from(start), StatementKind::Return { argument: Some(argument) });
        if self.context.strict {
            self.check_strict_function(None)?;
        }
        let function = self.context.function;
        let body = self.list_of(statement);
        self.tree[function].body = body;
        self.tree[function].span.end = self.lexer.previous_end;
        self.close_body_scope();
        self.finish_function(Resolution::Global);
        Ok(())
    }

    pub(super) fn open_body_scope(&mut self) {
        let (start, function) = (self.token().start, self.context.function);
        let scope = self.open_scope(ScopeKind::Body, start);
        self.tree[function].body_scope = Some(scope);
    }

    /// Closes the body's own scope, if it has one.
    pub(super) fn close_body_scope(&mut self) {
        if self.tree[self.context.function].body_scope.is_none() {
            return;
        }
        if self.context.has_direct_eval && !self.context.refuses_arguments {
            self.arguments_name();
        }
        let arguments = if self.context.is_arrow { None } else { self.lexer.arguments_name };
        self.scopes.close_body(&mut self.tree, &mut self.lexer.meter, arguments);
    }

    /// Parses an operand that begins with `async`: a function, an arrow function, a call, or just the name.
    #[inline(never)]
    pub(super) fn async_operand(&mut self) -> Parsed<ExpressionId> {
        let word = self.identifier_reference()?;
        self.async_operand_rest(&word)
    }

    /// Parses the rest of an operand behind the word `async`, which is the previous token and begins an assignment
    /// expression.
    pub(super) fn async_operand_begun(&mut self, word: &Token) -> Parsed<ExpressionId> {
        self.types.assignment = (word.start, false);
        self.async_operand_rest(word)
    }

    /// Parses the rest of an operand behind the word `async`, which is the previous token.
    pub(super) fn async_operand_rest(&mut self, word: &Token) -> Parsed<ExpressionId> {
        if word.escaped || self.token().newline_before {
            return Ok(self.identifier_node(word));
        }
        match self.kind() {
            TokenKind::Function => self.async_function_expression(word.start),
            TokenKind::LeftParen => {
                let callee = self.identifier_node(word);
                self.async_call(word.start, callee)
            }
            TokenKind::Less if self.typescript => {
                let are_parameters = self.type_parameters_of_async()?;
                let callee = self.identifier_node(word);
                if are_parameters { self.async_call(word.start, callee) } else { Ok(callee) }
            }
            kind if kind.is_identifier() && !(self.typescript && self.asserts_type_of_async()) => {
                self.async_arrow_of_name(word.start)
            }
            _ => Ok(self.identifier_node(word)),
        }
    }

    /// Parses the callee of `new async(…)`: the name alone, or a function expression.
    pub(super) fn async_callee_of_new(&mut self) -> Parsed<ExpressionId> {
        let word = self.identifier_reference()?;
        if self.kind() == TokenKind::Function && !word.escaped && !self.token().newline_before {
            return self.async_function_expression(word.start);
        }
        Ok(self.identifier_node(&word))
    }

    /// Parses `async name =>`, from the name on.
    fn async_arrow_of_name(&mut self, start: u32) -> Parsed<ExpressionId> {
        if self.kind() == TokenKind::Await {
            return self.fail(Message::AwaitName, self.span());
        }
        let word = self.identifier_reference()?;
        let name = self.identifier_node(&word);
        if self.kind() != TokenKind::Arrow {
            return self.fail_expected("`=>`");
        }
        let head = self.head_of_name(start, name, true)?;
        self.arrow_head = Some(head);
        Ok(name)
    }

    /// Parses `async(…)`: a call, or the head of an arrow function.
    fn async_call(&mut self, start: u32, callee: ExpressionId) -> Parsed<ExpressionId> {
        let item = self.types.item;
        let parsed = self.async_call_rest(start, callee);
        self.types.item = item;
        parsed
    }

    /// Parses `async (…)`: a call, or the head of an async arrow function.
    #[inline(always)]
    fn async_call_rest(&mut self, start: u32, callee: ExpressionId) -> Parsed<ExpressionId> {
        let place = if self.typescript { self.place_of_arrow(start) } else { ArrowPlace::None };
        let mut only_head = None;
        let opened = self.open_head();
        let bracket = self.token().start;
        self.advance();
        let first_item = self.scratch.len();
        let mut pending = None;
        while self.kind() != TokenKind::RightParen {
            if self.typescript {
                self.begin_item();
            }
            let mut item = match self.kind() {
                TokenKind::Ellipsis => self.spread_or_rest()?,
                _ => self.assignment_or_pattern(AcceptIn::Yes)?,
            };
            if self.typescript {
                item = self.typed_item(item, &mut only_head)?;
            }
            pending = pending.or(self.cover_error.take());
            self.note_item(item);
            if !self.take(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen, "`)`").map_err(|error| self.unclosed(error, "`(`", bracket))?;
        if self.kind() == TokenKind::Colon && self.typescript {
            // `async (): T => a` is no call to TypeScript, wherever it stands.
            let is_head = only_head.is_some() || self.scratch.len() == first_item;
            self.return_type_of_arrow(place, is_head, first_item, true)?;
        }
        if self.kind() == TokenKind::Arrow && !self.token().newline_before {
            return Ok(self.arrow_head(start, opened, first_item, true, Some(callee)));
        }
        if let Some((span, found)) = only_head {
            return self.fail(Message::Unexpected(found), span);
        }
        self.cover_error = pending;
        if self.cover_error.is_some() {
            return self.fail_cover();
        }
        self.close_head(&opened);
        let arguments = self.list_from(first_item);
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Call { callee, arguments }))
    }
}
