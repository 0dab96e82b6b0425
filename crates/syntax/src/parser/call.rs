//! Member accesses, calls, `new`, `super`, `import` and optional chains (ECMA-262 13.3).

use ferrotape_text::{Name, Span};

use super::{AcceptIn, Parser};
use crate::error::{Message, Parsed};
use crate::scope::ReferenceId;
use crate::token::{Class, TokenKind};
use crate::tree::{ExpressionId, ExpressionKind, List, Phase};

impl Parser<'_> {
    /// Parses any number of `.x`, `[x]`, `(…)` and templates behind an operand.
    pub(super) fn call_chain(&mut self, start: u32, mut left: ExpressionId) -> Parsed<ExpressionId> {
        loop {
            let kind = match self.kind() {
                TokenKind::Dot => self.member(left)?,
                TokenKind::LeftBracket => self.computed_member(left)?,
                TokenKind::LeftParen => {
                    let arguments = self.arguments()?;
                    self.note_direct_eval(left);
                    self.note_applied_arguments(left, arguments);
                    ExpressionKind::Call { callee: left, arguments }
                }
                TokenKind::Template => self.tagged_template(left)?,
                TokenKind::QuestionDot => {
                    left = self.optional_chain(start, left)?;
                    continue;
                }
                TokenKind::Less | TokenKind::ShiftLeft | TokenKind::Not if self.typescript => {
                    match self.takes_suffix(left)? {
                        true => continue,
                        false => return Ok(left),
                    }
                }
                _ => return Ok(left),
            };
            left = self.expression_node(self.span_from(start), kind);
        }
    }

    /// Parses an OptionalExpression, from a `?.` to the end of the chain.
    #[inline(never)]
    fn optional_chain(&mut self, start: u32, mut left: ExpressionId) -> Parsed<ExpressionId> {
        loop {
            let kind = match self.kind() {
                TokenKind::QuestionDot => {
                    let argument = left;
                    left = self.expression_node(self.tree[argument].span, ExpressionKind::Optional { argument });
                    self.advance();
                    match self.kind() {
                        TokenKind::LeftParen | TokenKind::LeftBracket => continue,
                        TokenKind::Template => return self.fail(Message::ChainTemplate, self.span()),
                        TokenKind::Less | TokenKind::ShiftLeft if self.typescript => {
                            self.type_arguments_of_chain()?;
                            continue;
                        }
                        _ => self.named_member(left)?,
                    }
                }
                TokenKind::Dot => self.member(left)?,
                TokenKind::LeftBracket => self.computed_member(left)?,
                TokenKind::LeftParen => {
                    let arguments = self.arguments()?;
                    ExpressionKind::Call { callee: left, arguments }
                }
                TokenKind::Template => return self.fail(Message::ChainTemplate, self.span()),
                TokenKind::Less | TokenKind::ShiftLeft | TokenKind::Not if self.typescript => {
                    match self.continues_chain(left)? {
                        true => continue,
                        false => break,
                    }
                }
                _ => break,
            };
            left = self.expression_node(self.span_from(start), kind);
        }
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Chain { expression: left }))
    }

    #[inline]
    fn member(&mut self, object: ExpressionId) -> Parsed<ExpressionKind> {
        self.advance();
        self.named_member(object)
    }

    #[inline]
    fn named_member(&mut self, object: ExpressionId) -> Parsed<ExpressionKind> {
        if self.kind() == TokenKind::PrivateName {
            let reference = self.private_reference()?;
            return Ok(ExpressionKind::PrivateMember { object, reference });
        }
        let property = self.identifier_name()?;
        Ok(ExpressionKind::Member { object, property })
    }

    fn computed_member(&mut self, object: ExpressionId) -> Parsed<ExpressionKind> {
        let property = self.computed_property()?;
        Ok(ExpressionKind::ComputedMember { object, property })
    }

    /// Parses `[…]` behind an object. It may contain a comma, unlike a computed key of a literal, a pattern or a class.
    fn computed_property(&mut self) -> Parsed<ExpressionId> {
        self.bracketed(Self::expression)
    }

    /// Parses a ComputedPropertyName, ECMA-262 13.2.5
    pub(super) fn computed_name(&mut self) -> Parsed<ExpressionId> {
        self.bracketed(Self::assignment)
    }

    fn bracketed(&mut self, inner: fn(&mut Self, AcceptIn) -> Parsed<ExpressionId>) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        let property = inner(self, AcceptIn::Yes).map_err(|error| self.unclosed(error, "`[`", start))?;
        self.expect(TokenKind::RightBracket, "`]`").map_err(|error| self.unclosed(error, "`[`", start))?;
        Ok(property)
    }

    /// Parses a use of a private name. Whether it is declared is checked at the end of the outermost class.
    #[inline(never)]
    pub(super) fn private_reference(&mut self) -> Parsed<ReferenceId> {
        let (span, name) = (self.span(), self.token().name);
        self.advance();
        let reference = self.refer(name);
        self.lexer.meter.push(&mut self.private_uses, (reference, span));
        if self.classes == 0 {
            self.check_private_names()?;
        }
        Ok(reference)
    }

    /// Parses an IdentifierName: any word, reserved or not.
    #[inline]
    pub(super) fn identifier_name(&mut self) -> Parsed<Name> {
        let kind = self.kind();
        let name = match kind.class() {
            Class::Identifier | Class::StrictReserved => self.token().name,
            Class::Reserved => self.lexer.intern_ascii(kind.spelling()),
            _ if kind == TokenKind::EscapedKeyword => self.token().name,
            _ => return self.fail_expected("a property name"),
        };
        self.advance();
        Ok(name)
    }

    pub(super) fn arguments(&mut self) -> Parsed<List<ExpressionId>> {
        let start = self.token().start;
        self.argument_list().map_err(|error| self.unclosed(error, "`(`", start))
    }

    /// Parses arguments from `(` to `)`. The last may be followed by a comma.
    #[inline(always)]
    fn argument_list(&mut self) -> Parsed<List<ExpressionId>> {
        self.advance();
        let first_item = self.scratch.len();
        while self.kind() != TokenKind::RightParen {
            let argument = match self.kind() {
                TokenKind::Ellipsis => self.spread()?,
                _ => self.assignment(AcceptIn::Yes)?,
            };
            self.note(argument);
            if !self.take(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RightParen, "`,` or `)`")?;
        Ok(self.list_from(first_item))
    }

    /// Parses `...argument` in a call.
    #[inline(never)]
    fn spread(&mut self) -> Parsed<ExpressionId> {
        let start = self.token().start;
        self.advance();
        let argument = self.assignment(AcceptIn::Yes)?;
        let before_comma = self.kind() == TokenKind::Comma;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::Spread { argument, before_comma }))
    }

    /// Notes a possible direct eval: a call of the plain name `eval`, in parentheses or not (ECMA-262 13.3.6.1).
    #[inline]
    fn note_direct_eval(&mut self, callee: ExpressionId) {
        if let ExpressionKind::Identifier { name, .. } = self.tree[callee].kind
            && Some(name) == self.lexer.eval_name
        {
            if self.context.cover.depth > 0 {
                // The eval may belong to an arrow function whose head this is.
                self.context.cover.has_direct_eval = true;
                self.scopes.eval_in_head();
            } else {
                self.direct_eval();
            }
        }
    }

    /// Notes that `f.apply(this, arguments)` needs no `arguments` object.
    #[inline]
    fn note_applied_arguments(&mut self, callee: ExpressionId, arguments: List<ExpressionId>) {
        if let Some(name) = self.lexer.arguments_name
            && self.tree.applied_name(callee, arguments).is_some_and(|(applied, _)| applied == name)
            && let ExpressionKind::Member { property, .. } = self.tree[callee].kind
            && self.is_text(property, "apply")
        {
            self.context.other_arguments = self.context.other_arguments.saturating_sub(1);
        }
    }

    /// Notes a direct eval in the current function.
    pub(super) fn direct_eval(&mut self) {
        self.scopes.direct_eval(self.context.strict);
        self.context.uses_this = true;
        self.context.has_direct_eval = true;
    }

    /// Parses `new` with a callee that has no calls of its own, and possibly arguments; or `new.target`.
    pub(super) fn new_expression(&mut self) -> Parsed<ExpressionId> {
        self.check_depth()?;
        let start = self.token().start;
        self.advance();
        let callee_start = self.token().start;
        let mut callee = match self.kind() {
            TokenKind::New => self.new_expression()?,
            TokenKind::Dot => return self.new_target(start),
            TokenKind::Async => self.async_callee_of_new()?,
            TokenKind::Import => self.import_meta_of_new()?,
            TokenKind::Super => self.super_member_of_new()?,
            _ => self.operand()?,
        };
        loop {
            let kind = match self.kind() {
                TokenKind::Dot => self.member(callee)?,
                TokenKind::LeftBracket => self.computed_member(callee)?,
                TokenKind::Template => self.tagged_template(callee)?,
                TokenKind::QuestionDot => return self.fail(Message::ChainInNew, self.span()),
                TokenKind::Less | TokenKind::ShiftLeft | TokenKind::Not if self.typescript => {
                    match self.takes_suffix(callee)? {
                        true => continue,
                        false => break,
                    }
                }
                _ => break,
            };
            callee = self.expression_node(self.span_from(callee_start), kind);
        }
        let arguments = if self.kind() == TokenKind::LeftParen { self.arguments()? } else { List::EMPTY };
        Ok(self.expression_node(self.span_from(start), ExpressionKind::New { callee, arguments }))
    }

    /// Parses `new.target` from the `.` on. The reference is to an implicit binding of the function around.
    #[inline(never)]
    fn new_target(&mut self, start: u32) -> Parsed<ExpressionId> {
        self.advance();
        if self.lexer.raw() != "target" {
            return self.fail_expected("`target`");
        }
        self.advance();
        let span = self.span_from(start);
        if !self.context.allows_new_target {
            return self.fail(Message::NewTargetOutside, span);
        }
        let [.., new_target] = self.implicit_names();
        let reference = self.refer(new_target);
        Ok(self.expression_node(span, ExpressionKind::NewTarget { reference }))
    }

    /// Parses the callee of `new import`. `import(…)` is an error there, as the callee would be a call.
    fn import_meta_of_new(&mut self) -> Parsed<ExpressionId> {
        let callee = self.import_expression()?;
        match self.tree[callee].kind {
            ExpressionKind::ImportCall { .. } => self.fail(Message::ImportInNew, self.tree[callee].span),
            _ => Ok(callee),
        }
    }

    fn super_member_of_new(&mut self) -> Parsed<ExpressionId> {
        let callee = self.super_expression()?;
        match self.tree[callee].kind {
            ExpressionKind::SuperCall { .. } => {
                self.fail(Message::Unexpected("`super`".into()), self.tree[callee].span)
            }
            _ => Ok(callee),
        }
    }

    /// Parses `super.a`, `super[a]` or `super(…)`.
    #[inline(never)]
    pub(super) fn super_expression(&mut self) -> Parsed<ExpressionId> {
        let keyword = self.span();
        self.advance();
        if self.kind() == TokenKind::LeftParen {
            if !self.context.allows_super_call {
                return self.fail(Message::SuperCallOutside, keyword);
            }
            let [this, function, new_target] = self.implicit_names().map(|name| self.refer(name));
            debug_assert_eq!((function.0, new_target.0), (this.0 + 1, this.0 + 2));
            self.context.uses_this = true;
            let arguments = self.arguments()?;
            let kind = ExpressionKind::SuperCall { arguments, references: this };
            return Ok(self.expression_node(self.span_from(keyword.start), kind));
        }
        if !self.context.allows_super {
            return self.fail(Message::SuperOutside, keyword);
        }
        let [this, function, _] = self.implicit_names();
        let references = self.refer(this);
        self.refer(function);
        self.context.uses_this = true;
        let kind = match self.kind() {
            TokenKind::Dot => {
                self.advance();
                ExpressionKind::SuperMember { property: self.identifier_name()?, references }
            }
            TokenKind::LeftBracket => {
                ExpressionKind::SuperComputedMember { property: self.computed_property()?, references }
            }
            _ => return self.fail_expected("`.`, `[` or `(` behind `super`"),
        };
        Ok(self.expression_node(self.span_from(keyword.start), kind))
    }

    /// Parses `import(…)` or `import.meta`.
    #[inline(never)]
    pub(super) fn import_expression(&mut self) -> Parsed<ExpressionId> {
        let keyword = self.span();
        self.advance();
        self.import_rest(keyword)
    }

    /// Parses the rest of `import(…)`, `import.defer(…)`, `import.source(…)` or `import.meta` behind the word.
    pub(super) fn import_rest(&mut self, keyword: Span) -> Parsed<ExpressionId> {
        match self.kind() {
            TokenKind::Dot => {
                self.advance();
                self.import_meta(keyword)
            }
            TokenKind::LeftParen => self.import_call(keyword.start, Phase::Evaluation),
            _ => self.fail_so_far(Message::ModuleItem("import"), keyword),
        }
    }

    /// Parses from the word behind `import.` on: `import.meta`, or a dynamic import with a phase.
    fn import_meta(&mut self, keyword: Span) -> Parsed<ExpressionId> {
        let phase = match self.lexer.raw() {
            "meta" => None,
            "defer" => Some(Phase::Defer),
            "source" => Some(Phase::Source),
            _ => return self.fail_expected("`meta`"),
        };
        if let Some(phase) = phase {
            self.advance();
            return match self.kind() {
                TokenKind::LeftParen => self.import_call(keyword.start, phase),
                _ => self.fail_expected("`(`"),
            };
        }
        self.advance();
        let span = self.span_from(keyword.start);
        if self.goal != crate::Goal::Module {
            return self.fail(Message::ImportMetaOutside, span);
        }
        Ok(self.expression_node(span, ExpressionKind::ImportMeta))
    }

    /// Parses a dynamic import (ECMA-262 13.3.10) from its `(` on, with the options that may follow the specifier.
    fn import_call(&mut self, start: u32, phase: Phase) -> Parsed<ExpressionId> {
        let bracket = self.token().start;
        self.advance();
        let source = self.assignment(AcceptIn::Yes)?;
        let mut options = None;
        if self.take(TokenKind::Comma) && self.kind() != TokenKind::RightParen {
            options = Some(self.assignment(AcceptIn::Yes)?);
            self.take(TokenKind::Comma);
        }
        self.expect(TokenKind::RightParen, "`)`").map_err(|error| self.unclosed(error, "`(`", bracket))?;
        Ok(self.expression_node(self.span_from(start), ExpressionKind::ImportCall { phase, source, options }))
    }
}
