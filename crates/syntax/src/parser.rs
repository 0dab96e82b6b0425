//! Parser: turns tokens into a tree.
//!
//! Statements are parsed by recursive descent (`parser/statement.rs`, `loops.rs`, `declaration.rs`, `function.rs`,
//! `class.rs`, `module.rs`). Expressions are parsed by top-down operator precedence, with the binding powers of the
//! token table (`parser/expression.rs`, `operand.rs`, `call.rs`, `literal.rs`, `template.rs`). Every recursion passes
//! through [`Parser::statement`], [`Parser::unary`] or the functions for patterns, which check the room on the native
//! stack. Loops parse what may be long rather than deep.
//!
//! **Nothing is parsed twice** but types that may be none (`typescript.rs`), and in TypeScript the bodies of what may be arrow
//! functions behind a `?` (`typescript/trials.rs`). Ambiguous text is parsed as an expression first and converted in place
//! later. Literals become patterns at `=`, `of` or `=>` (`pattern.rs`). Parenthesized expressions become the parameters of
//! an arrow function (`arrow.rs`).
//!
//! Some errors exist only in an expression, like `{a = 1}`. They wait in [`Parser::cover_error`] until the literal has
//! become a pattern or is used as a value. Such an error is reported by [`Parser::assignment`], and left to the caller by
//! [`Parser::assignment_or_pattern`].
//!
//! Conventions: a parsing function starts on the first token of what it parses, and ends on the first token behind it.
//! The items of an unfinished list wait on `scratch`, above those of the lists around it.

mod arrow;
mod binding;
mod call;
mod class;
mod context;
mod declaration;
mod explanation;
mod expression;
mod function;
mod labels;
mod literal;
mod loops;
mod module;
mod operand;
mod parameters;
mod pattern;
mod statement;
mod template;
mod typescript;

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::{Name, SourceText, Span, TextView};

use self::context::{ArrowHead, FunctionContext};
use self::explanation::{explained, has_opening, is_still_open};
use self::labels::Labels;
use self::module::Exports;
pub(crate) use self::typescript::HiddenNames;
use self::typescript::TypeScript;
use crate::DynamicKind;
use crate::error::{Message, Parsed, SourceError};
use crate::lexer::Lexer;
use crate::meter::Meter;
use crate::scope::{CloseFunction, Declared, ReferenceId, Resolution, ScopeBuilder, ScopeId, ScopeKind};
use crate::token::{Class, Token, TokenKind};
use crate::tree::{
    Expression, ExpressionId, ExpressionKind, Function, FunctionId, FunctionKind, ImplicitBindings, List, ListItem,
    Statement, StatementId, StatementKind, Tree,
};
use crate::{EvalContext, Goal, Language, ParseOptions, is_identifier_part};

/// State of the parser: the text, the tree so far, and what is open around the current place.
pub(crate) struct Parser<'s> {
    lexer: Lexer<'s>,
    tree: Tree,
    scopes: ScopeBuilder,
    /// Context of the function being parsed.
    context: FunctionContext,
    /// Labels around the current statement. Those from `context.first_label` on belong to the current function.
    labels: Labels,
    /// Number of labels directly before the current statement.
    labels_before: usize,
    /// Items of unfinished lists.
    scratch: Vec<u32>,
    /// Error of the last literal, unless it becomes a pattern.
    cover_error: Option<(CoverError, Span)>,
    /// The last arrow function head.
    arrow_head: Option<ArrowHead>,
    /// `this` expressions inside of parentheses that may be heads, as long as their function is unknown.
    own_this: Vec<ExpressionId>,
    /// Number of the next reference after each item of an unfinished head.
    item_ends: Vec<u32>,
    /// Names that unfinished declarations and parameters bind.
    bound: Vec<Declared>,
    /// Some part of a pattern is an expression: a default value or a computed key.
    saw_expression: bool,
    /// Private name before the `in` that is the current token.
    private_operand: Option<PrivateOperand>,
    /// Uses of private names in unfinished classes.
    private_uses: Vec<(ReferenceId, Span)>,
    classes: u32,
    /// The names `this`, `super` and `new.target` of implicit bindings, once one of them is referred to.
    implicit_names: Option<[Name; 3]>,
    exports: Exports,
    stack: NativeStack,
    goal: Goal,
    /// See [`ParseOptions::exports_value`].
    exports_value: bool,
    around: EvalContext,
    /// The text may have types.
    typescript: bool,
    types: TypeScript,
}

/// Private name before an `in`: its placeholder node, its reference and its span.
type PrivateOperand = (ExpressionId, ReferenceId, Span);

/// Error of a literal that becomes no pattern. See [`Parser::cover_error`].
#[derive(Copy, Clone)]
enum CoverError {
    ShorthandInitializer,
    DuplicateProto,
}

/// Permission for `in` to be an operator. It is none in the head of a `for` statement.
#[derive(Copy, Clone, PartialEq, Eq)]
enum AcceptIn {
    Yes,
    No,
    /// `in` is an operator, and a `:` ends the expression: behind a `?`, and in a `case`.
    UpToColon,
}

impl<'s> Parser<'s> {
    /// Begins to parse a source text.
    pub fn new(source: &'s Arc<SourceText>, options: &ParseOptions, budget: &'s mut Budget) -> Self {
        /// Most nodes to make room for at the start: enough for source text of some megabytes.
        const MOST_ROOM: usize = 1 << 17;
        let text = source.text();
        let mut tree = Tree::new(source);
        let mut meter = Meter::new(budget);
        meter.expect(&mut tree.expressions, text.len() / 16);
        meter.expect(&mut tree.statements, text.len() / 64);
        meter.expect(&mut tree.references, text.len() / 32);
        meter.reserve(&mut tree.lists, (text.len() / 32).min(MOST_ROOM));
        let is_module = options.goal == Goal::Module;
        let is_async = matches!(options.goal, Goal::Module | Goal::Prompt);
        let strict = is_module || options.strict && options.goal == Goal::DirectEval;
        Parser {
            lexer: Lexer::new(text, source.lone_surrogates(), is_module, meter),
            tree,
            scopes: ScopeBuilder::default(),
            context: FunctionContext { is_module, is_async, ..FunctionContext::program(FunctionId(0), strict) },
            labels: Labels::default(),
            labels_before: 0,
            scratch: Vec::new(),
            cover_error: None,
            arrow_head: None,
            own_this: Vec::new(),
            item_ends: Vec::new(),
            bound: Vec::new(),
            saw_expression: false,
            private_operand: None,
            private_uses: Vec::new(),
            classes: 0,
            implicit_names: None,
            exports: Exports::default(),
            stack: options.stack,
            goal: options.goal,
            exports_value: options.exports_value,
            around: EvalContext::default(),
            typescript: options.language != Language::JavaScript,
            types: TypeScript::of(options.language, source.name()),
        }
    }

    /// Sets the surroundings of a direct eval, which decide what its source text may contain.
    pub fn within(mut self, around: &EvalContext) -> Self {
        let context = &mut self.context;
        context.allows_new_target = around.in_function;
        context.allows_super = around.in_method;
        context.allows_super_call = around.in_derived_constructor;
        context.is_derived = around.in_derived_constructor;
        context.this_is_bound = around.in_derived_constructor;
        context.refuses_arguments = around.in_initializer;
        self.around = around.clone();
        self
    }

    /// Parses a script (ECMA-262 16.1), a module (16.2), or the text of an eval. If names that seem to mean constants
    /// declared elsewhere turn out to mean something else, `hidden` has them afterwards, and the text is to be parsed once more.
    pub fn program(mut self, hidden: &mut HiddenNames) -> Parsed<Tree> {
        self.types.knowing(hidden);
        let read = self.read_program();
        *hidden = self.hidden_names(&read);
        self.finish(read)
    }

    fn read_program(&mut self) -> Parsed<()> {
        self.open_program();
        let body = self.body(TokenKind::EndOfInput)?;
        self.close_program(body)
    }

    /// Parses the text of a [`DynamicFunction`](crate::DynamicFunction). Checks that parameters and body end where they
    /// were put, so that each stands alone. For `hidden` see [`Parser::program`].
    pub fn dynamic_function(
        mut self,
        kind: DynamicKind,
        parameters_end: u32,
        is_named: bool,
        hidden: &mut HiddenNames,
    ) -> Parsed<Tree> {
        self.types.knowing(hidden);
        let read = self.read_dynamic_function(kind, parameters_end, is_named);
        *hidden = self.hidden_names(&read);
        self.finish(read)
    }

    /// Parses the tokens in the order in which [`DynamicFunction`](crate::DynamicFunction) joined them. The program is
    /// one expression statement.
    fn read_dynamic_function(&mut self, kind: DynamicKind, parameters_end: u32, is_named: bool) -> Parsed<()> {
        self.open_program();
        let start = self.token().start;
        if kind.is_async() {
            self.advance();
        }
        let keyword = self.span();
        self.expect(TokenKind::Function, "`function`")?;
        if kind.is_generator() {
            self.expect(TokenKind::Star, "`*`")?;
        }
        let name = is_named.then_some(self.lexer.token.name);
        self.expect(TokenKind::Identifier, "a name")?;
        let function = self.dynamic_function_rest(kind, start, keyword, name, parameters_end)?;
        if self.kind() != TokenKind::EndOfInput || self.lexer.previous_end as usize != self.tree.source.text().len() {
            // The previous token is the brace that ended the body too early.
            let end = self.lexer.previous_end;
            let message = if is_named { Message::BodyEnd } else { Message::Unexpected("`}`".to_owned()) };
            return self.fail(message, Span::new(end.saturating_sub(1), end));
        }
        let span = self.tree[function].span;
        let expression = self.expression_node(span, ExpressionKind::Function { function });
        let statement = self.statement_node(span, StatementKind::Expression { expression });
        let body = self.list_of(statement);
        self.close_program(body)
    }

    /// Adds the node of the whole text and opens its scopes. Eval code gets a block besides, for its lexical
    /// declarations.
    fn open_program(&mut self) {
        let (kind, scope_kind) = match self.goal {
            Goal::Script | Goal::Prompt => (FunctionKind::Script, ScopeKind::Script),
            Goal::Module => (FunctionKind::Module, ScopeKind::Module),
            Goal::IndirectEval | Goal::DirectEval => (FunctionKind::Eval, ScopeKind::Eval),
        };
        let span = Span::new(0, self.tree.source.text().len() as u32);
        let program = self.add_function(kind, None, span, Span::new(0, 0));
        let scope = self.scopes.open(&mut self.tree, &mut self.lexer.meter, scope_kind, program, 0);
        self.tree[program].scope = scope;
        if self.context.strict {
            self.scopes.program_is_strict();
        }
        match self.goal {
            Goal::Module => self.tree.module = Some(Box::default()),
            // Lexical declarations of eval code are local to it.
            Goal::IndirectEval | Goal::DirectEval => self.open_block(0),
            Goal::Script | Goal::Prompt => {}
        }
    }

    /// Fills in the program's body, closes its scopes and resolves what is left. Only then does TypeScript drop what
    /// types alone used.
    fn close_program(&mut self, body: List<StatementId>) -> Parsed<()> {
        let program = self.tree.program;
        self.tree[program].body = body;
        if self.goal == Goal::Module {
            if self.exports_value {
                self.export_value(body)?;
            }
            self.check_exports()?;
        }
        let unresolved = if self.goal == Goal::DirectEval { Resolution::Dynamic } else { Resolution::Global };
        if matches!(self.goal, Goal::IndirectEval | Goal::DirectEval) {
            let end = self.end_of_function(unresolved);
            if !self.context.is_derived {
                self.scopes.bind_implicit_of_eval(&mut self.tree, &mut self.lexer.meter, &end, program);
            }
            self.tree[program].body_scope = self.close_block();
        }
        self.finish_function(unresolved);
        if self.typescript {
            self.name_by_targets();
            self.drop_aliases_of_types();
            self.qualify_names();
            self.drop_unused();
        }
        Ok(())
    }

    /// Finds the names that mean no constants declared elsewhere, though they seemed to. Scopes are complete only if the text
    /// has been parsed to its real end.
    fn hidden_names(&mut self, read: &Parsed<()>) -> HiddenNames {
        match read.is_ok() && self.lexer.meter.stopped().is_none() {
            true => self.types.hidden_names(&self.tree, &self.scopes, &mut self.lexer.meter),
            false => HiddenNames::default(),
        }
    }

    /// Returns the tree, if the text has been parsed to its real end.
    fn finish(mut self, read: Parsed<()>) -> Parsed<Tree> {
        if let Some(termination) = self.lexer.meter.stopped() {
            return self.fail(Message::Terminated(termination), self.span());
        }
        read.map_err(|error| {
            let mut error = explained(error, self.tree.source.text());
            error.is_unfinished |= self.types.reached_end();
            error
        })?;
        self.tree.names = self.lexer.names;
        Ok(self.tree)
    }

    /// Adds a function whose scope and contents are not known yet.
    fn add_function(&mut self, kind: FunctionKind, name: Option<Name>, span: Span, name_span: Span) -> FunctionId {
        /// Ticks beyond those of the tokens.
        const TICKS: u32 = 8;
        self.lexer.meter.tick(TICKS);
        let id = FunctionId(self.tree.functions.len() as u32);
        let function = Function {
            kind,
            name,
            span,
            name_span,
            parameters: Vec::new(),
            patterns: List::EMPTY,
            body: List::EMPTY,
            scope: ScopeId(0),
            body_scope: None,
            name_scope: None,
            strict: false,
            is_async: false,
            is_generator: false,
            uses_this: false,
            arguments: None,
            implicit: ImplicitBindings::default(),
            eval_references: None,
            class: None,
            contains_direct_eval: false,
            no_tail_calls: false,
            only_applies_arguments: false,
        };
        self.lexer.meter.push(&mut self.tree.functions, function);
        id
    }

    /// Closes the scope of the current function and copies the findings of its context into its node.
    fn finish_function(&mut self, unresolved: Resolution) {
        if self.context.has_direct_eval && self.context.is_arrow {
            self.refer_for_eval();
        }
        let end = self.end_of_function(unresolved);
        self.scopes.close_function(&mut self.tree, &mut self.lexer.meter, &end);
        let context = &self.context;
        let function = &mut self.tree[context.function];
        function.strict = context.strict;
        function.uses_this |= context.uses_this;
        function.no_tail_calls = context.no_tail_calls;
    }

    /// Returns what the scope builder needs to know when the current function ends.
    fn end_of_function(&mut self, unresolved: Resolution) -> CloseFunction {
        if self.context.has_direct_eval {
            self.arguments_name();
            if self.context.is_derived {
                self.implicit_names();
            }
        }
        let context = &self.context;
        CloseFunction {
            strict: context.strict,
            is_arrow: context.is_arrow,
            is_derived: context.is_derived,
            arguments: if context.refuses_arguments { None } else { self.lexer.arguments_name },
            only_applies_arguments: context.other_arguments == 0,
            implicit: self.implicit_names,
            unresolved,
        }
    }

    /// Refers to everything of the enclosing function that a direct eval in an arrow function may need.
    fn refer_for_eval(&mut self) {
        let names = self.implicit_names();
        let [this, ..] = names.map(|name| self.refer(name));
        let function = self.context.function;
        self.tree[function].eval_references = Some(this);
        if !self.context.refuses_arguments {
            let arguments = self.arguments_name();
            self.refer(arguments);
        }
    }

    /// Returns the names of implicit bindings, which no identifier can have.
    fn implicit_names(&mut self) -> [Name; 3] {
        match self.implicit_names {
            Some(names) => names,
            None => {
                let names = ["this", "super", "new.target"].map(|name| self.lexer.intern_ascii(name));
                self.implicit_names = Some(names);
                names
            }
        }
    }

    fn arguments_name(&mut self) -> Name {
        match self.lexer.arguments_name {
            Some(name) => name,
            None => {
                let name = self.lexer.intern_ascii("arguments");
                self.lexer.arguments_name = Some(name);
                name
            }
        }
    }

    #[inline(always)]
    fn token(&self) -> &Token {
        &self.lexer.token
    }

    #[inline(always)]
    fn kind(&self) -> TokenKind {
        self.lexer.token.kind
    }

    #[inline(always)]
    fn advance(&mut self) {
        self.lexer.advance();
    }

    /// Returns the span of the current token.
    fn span(&self) -> Span {
        self.lexer.span()
    }

    /// Returns the span from `start` to the end of the previous token.
    #[inline(always)]
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.lexer.previous_end)
    }

    /// Consumes the current token if it is of this kind. Returns whether it was.
    #[inline]
    fn take(&mut self, kind: TokenKind) -> bool {
        let is_there = self.kind() == kind;
        if is_there {
            self.advance();
        }
        is_there
    }

    #[inline]
    fn expect(&mut self, kind: TokenKind, expected: &'static str) -> Parsed<()> {
        if self.take(kind) { Ok(()) } else { self.fail_expected(expected) }
    }

    /// Consumes a semicolon, or accepts the place where one is inserted (ECMA-262 12.10.1).
    #[inline]
    fn semicolon(&mut self) -> Parsed<()> {
        match self.kind() {
            TokenKind::Semicolon => {
                self.advance();
                Ok(())
            }
            TokenKind::RightBrace | TokenKind::EndOfInput => Ok(()),
            _ if self.token().newline_before => Ok(()),
            _ => self.fail_unexpected(),
        }
    }

    /// Fails unless there is room for a further level of recursion.
    #[inline(always)]
    fn check_depth(&self) -> Parsed<()> {
        if self.stack.is_exhausted() { self.fail(Message::TooDeep, self.span()) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn fail<T>(&self, message: Message, span: Span) -> Parsed<T> {
        Err(SourceError::new(message, span))
    }

    /// Fails with an error that more text could mend, if the text ends here.
    #[cold]
    #[inline(never)]
    fn fail_so_far<T>(&self, message: Message, span: Span) -> Parsed<T> {
        let mut error = SourceError::new(message, span);
        error.is_unfinished |= self.kind() == TokenKind::EndOfInput;
        Err(error)
    }

    /// Extends an error that was met behind a bracket. If the text has ended, the error says that the innermost bracket
    /// is open.
    #[cold]
    #[inline(never)]
    fn unclosed(&self, mut error: Box<SourceError>, bracket: &'static str, start: u32) -> Box<SourceError> {
        let opening = Span::new(start, start + 1);
        if error.message == Message::UnexpectedEnd.to_string() {
            error.message = Message::Unclosed(bracket, self.tree.source.position(start)).to_string();
            return error.with_note("opened here", Some(opening));
        }
        let is_told = !error.notes.is_empty();
        let is_innermost = !std::mem::replace(&mut error.is_in_bracket, true);
        let found = self.tree.source.slice(error.span);
        let between = || self.tree.source.slice(Span::new(opening.end, error.span.start.max(opening.end)));
        if is_innermost && !is_told && is_still_open(bracket, &error.message, found) && !has_opening(between(), found) {
            return error.with_note(format!("{bracket} is still open here"), Some(opening));
        }
        error
    }

    /// Fails, as the current token cannot stand here.
    #[cold]
    #[inline(never)]
    fn fail_unexpected<T>(&mut self) -> Parsed<T> {
        self.fail_generally()?;
        self.fail(Message::Unexpected(self.describe_token()), self.span())
    }

    #[cold]
    #[inline(never)]
    fn fail_expected<T>(&mut self, expected: &'static str) -> Parsed<T> {
        self.fail_generally()?;
        self.fail(Message::Expected(expected, self.describe_token()), self.span())
    }

    /// Fails at tokens with an error of their own.
    fn fail_generally(&mut self) -> Parsed<()> {
        let span = self.span();
        match self.kind() {
            TokenKind::Invalid => match self.lexer.error.take() {
                Some(error) => Err(error),
                None => self.fail(Message::Unexpected(self.describe_token()), span),
            },
            TokenKind::EndOfInput => self.fail(Message::UnexpectedEnd, span),
            TokenKind::EscapedKeyword => self.fail(Message::EscapedKeyword(self.token_name()), span),
            _ => self.check_for_stray_await(),
        }
    }

    /// Fails if an `await` parsed as a name was meant as the operator: an operand follows that cannot follow a name.
    fn check_for_stray_await(&mut self) -> Parsed<()> {
        const WORD: &str = "await";
        let end = self.lexer.previous_end;
        let span = Span::new(end.saturating_sub(WORD.len() as u32), end);
        let is_operand = matches!(self.kind().class(), Class::Identifier | Class::StrictReserved | Class::Literal)
            || matches!(self.kind(), TokenKind::New | TokenKind::This | TokenKind::Function | TokenKind::LeftBrace);
        if !is_operand || self.tree.source.slice(span) != WORD {
            return Ok(());
        }
        let before = self.tree.source.slice(Span::new(0, span.start)).chars().next_back();
        let is_part = |c: char| is_identifier_part(c) || matches!(c, '.' | '#' | '\\' | '}' | '"' | '\'' | '`');
        if before.is_some_and(is_part) { Ok(()) } else { self.fail(Message::AwaitOutside, span) }
    }

    /// Returns the current token as messages call it.
    fn describe_token(&self) -> String {
        let kind = self.kind();
        match kind.class() {
            Class::Special | Class::Literal => kind.spelling().to_owned(),
            Class::Identifier | Class::StrictReserved => format!("identifier `{}`", self.token_name()),
            Class::Reserved | Class::Punctuator => format!("`{}`", kind.spelling()),
        }
    }

    fn token_name(&self) -> String {
        if self.lexer.skips_names && !self.token().escaped {
            return self.lexer.raw().to_owned();
        }
        self.name_text(self.token().name)
    }

    /// Returns whether the name has this text.
    fn is_text(&self, name: Name, text: &str) -> bool {
        self.lexer.names.text(name).view() == TextView::Latin1(text.as_bytes())
    }

    /// Returns a name as messages show it.
    fn name_text(&self, name: Name) -> String {
        self.lexer.names.text(name).shown_name()
    }

    #[inline]
    fn expression_node(&mut self, span: Span, kind: ExpressionKind) -> ExpressionId {
        let id = ExpressionId(self.tree.expressions.len() as u32);
        self.lexer.meter.add(&mut self.tree.expressions, Expression { span, parenthesized: false, kind });
        id
    }

    #[inline]
    fn statement_node(&mut self, span: Span, kind: StatementKind) -> StatementId {
        let id = StatementId(self.tree.statements.len() as u32);
        self.lexer.meter.add(&mut self.tree.statements, Statement { span, kind });
        id
    }

    /// Makes a list of the items pushed on `scratch` since it had the length `start`.
    fn list_from<T: ListItem>(&mut self, start: usize) -> List<T> {
        let first = self.tree.lists.len();
        self.lexer.meter.extend(&mut self.tree.lists, &self.scratch[start..]);
        self.scratch.truncate(start);
        self.tree.list_since(first)
    }

    /// Makes a list of one item.
    fn list_of<T: ListItem>(&mut self, item: T) -> List<T> {
        let first = self.scratch.len();
        self.note(item);
        self.list_from(first)
    }

    /// Pushes an item of the innermost unfinished list.
    #[inline]
    fn note<T: ListItem>(&mut self, item: T) {
        self.lexer.meter.push(&mut self.scratch, item.to_word());
    }

    /// Adds a reference for a use of a name.
    #[inline]
    fn refer(&mut self, name: Name) -> ReferenceId {
        self.scopes.refer(&mut self.tree, &mut self.lexer.meter, name)
    }

    fn open_scope(&mut self, kind: ScopeKind, start: u32) -> ScopeId {
        self.scopes.open(&mut self.tree, &mut self.lexer.meter, kind, self.context.function, start)
    }

    fn open_block(&mut self, start: u32) {
        let function = self.context.function;
        self.scopes.open_block(&self.tree, &mut self.lexer.meter, ScopeKind::Block, function, start);
    }

    fn close_block(&mut self) -> Option<ScopeId> {
        self.scopes.close_block(&mut self.tree, &mut self.lexer.meter)
    }
}
