//! Tokens to tree.
//!
//! Statements are read by recursive descent (`parser/statement.rs`, `loops.rs`, `function.rs`), expressions by top-down
//! operator precedence with the binding powers of the token table (`parser/expression.rs`, `operand.rs`, `literal.rs`).
//! Every recursion passes through [`Parser::statement`] or [`Parser::unary`], which ask the native stack for room; what
//! may be long rather than deep is read in loops.
//!
//! Conventions: a parsing function starts on the first token of what it reads and ends on the first token behind it. The
//! items of a list being read wait on `scratch`, above those of the lists around it.

mod expression;
mod function;
mod labels;
mod literal;
mod loops;
mod operand;
mod statement;

use std::sync::Arc;

use ferrotape_budget::{Budget, NativeStack};
use ferrotape_text::{Interner, Name, SourceText, Span};

use self::labels::Labels;
use crate::error::{Message, Parsed, SyntaxError};
use crate::lexer::Lexer;
use crate::meter::Meter;
use crate::scope::{CloseFunction, ReferenceId, Resolution, ScopeBuilder, ScopeId, ScopeKind};
use crate::token::{Class, Role, Token, TokenKind};
use crate::tree::{
    Expression, ExpressionId, ExpressionKind, Function, FunctionId, FunctionKind, List, ListItem, Statement,
    StatementId, StatementKind, Tree,
};
use crate::{Goal, ParseOptions};

pub(crate) struct Parser<'s> {
    lexer: Lexer<'s>,
    tree: Tree,
    scopes: ScopeBuilder,
    /// The function being read.
    context: FunctionContext,
    /// The labels around the current statement; those from `context.first_label` on belong to this function.
    labels: Labels,
    /// How many of the labels stand directly before the current statement.
    labels_before: usize,
    /// Items of unfinished lists.
    scratch: Vec<u32>,
    stack: NativeStack,
    goal: Goal,
}

/// What the parser has to know of the function around.
struct FunctionContext {
    function: FunctionId,
    strict: bool,
    first_label: usize,
    /// Loops, and loops and switches, around the current statement.
    loops: u32,
    breakables: u32,
    uses_this: bool,
    has_direct_eval: bool,
    no_tail_calls: bool,
}

/// May `in` be an operator? Not in the head of a `for` statement.
#[derive(Copy, Clone, PartialEq, Eq)]
enum AcceptIn {
    Yes,
    No,
}

impl<'s> Parser<'s> {
    pub fn new(source: &'s Arc<SourceText>, options: &ParseOptions, budget: &'s mut Budget) -> Self {
        /// The room for nodes that is made at the start: what texts of some megabytes need.
        const MOST_ROOM: usize = 1 << 17;
        let text = source.text();
        let mut tree = Tree {
            source: Arc::clone(source),
            names: Interner::default(),
            expressions: Vec::new(),
            statements: Vec::new(),
            functions: Vec::new(),
            properties: Vec::new(),
            declarators: Vec::new(),
            cases: Vec::new(),
            scopes: Vec::new(),
            bindings: Vec::new(),
            references: Vec::new(),
            lists: Vec::new(),
            program: FunctionId(0),
        };
        let mut meter = Meter::new(budget);
        meter.reserve(&mut tree.expressions, (text.len() / 16).min(MOST_ROOM));
        meter.reserve(&mut tree.statements, (text.len() / 64).min(MOST_ROOM));
        meter.reserve(&mut tree.references, (text.len() / 32).min(MOST_ROOM));
        meter.reserve(&mut tree.lists, (text.len() / 32).min(MOST_ROOM));
        Parser {
            lexer: Lexer::new(text, source.lone_surrogates(), meter),
            tree,
            scopes: ScopeBuilder::default(),
            context: FunctionContext::new(FunctionId(0), options.strict && options.goal == Goal::DirectEval, 0),
            labels: Labels::default(),
            labels_before: 0,
            scratch: Vec::new(),
            stack: options.stack,
            goal: options.goal,
        }
    }

    /// Script (ECMA-262 16.1), or the text of an eval.
    pub fn program(mut self) -> Parsed<Tree> {
        let read = self.read_program();
        self.finish(read)
    }

    fn read_program(&mut self) -> Parsed<()> {
        self.open_program();
        let body = self.body(TokenKind::EndOfInput)?;
        self.close_program(body);
        Ok(())
    }

    /// The text that `parse_dynamic_function` has put together. Parameters and body stand for themselves if they end
    /// where they were put.
    pub fn dynamic_function(mut self, parameters_end: u32) -> Parsed<Tree> {
        let read = self.read_dynamic_function(parameters_end);
        self.finish(read)
    }

    fn read_dynamic_function(&mut self, parameters_end: u32) -> Parsed<()> {
        self.open_program();
        let start = self.token().start;
        let keyword = self.span();
        self.expect(TokenKind::Function, "`function`")?;
        let name = self.lexer.token.name;
        self.expect(TokenKind::Identifier, "a name")?;
        let function = self.dynamic_function_rest(start, keyword, name, parameters_end)?;
        if self.kind() != TokenKind::EndOfInput || self.lexer.previous_end as usize != self.tree.source.text().len() {
            return self.fail(Message::BodyEnd, self.span());
        }
        let span = self.tree[function].span;
        let expression = self.expression_node(span, ExpressionKind::Function { function });
        let statement = self.statement_node(span, StatementKind::Expression { expression });
        let body = self.list_of(statement);
        self.close_program(body);
        Ok(())
    }

    fn open_program(&mut self) {
        let (kind, scope_kind) = match self.goal {
            Goal::Script => (FunctionKind::Script, ScopeKind::Script),
            Goal::IndirectEval | Goal::DirectEval => (FunctionKind::Eval, ScopeKind::Eval),
        };
        let span = Span::new(0, self.tree.source.text().len() as u32);
        let program = self.add_function(kind, None, span, Span::new(0, 0));
        let scope = self.scopes.open(&mut self.tree, &mut self.lexer.meter, scope_kind, program, 0);
        self.tree[program].scope = scope;
        if self.context.strict {
            self.scopes.program_is_strict();
        }
    }

    fn close_program(&mut self, body: List<StatementId>) {
        let program = self.tree.program;
        self.tree[program].body = body;
        let unresolved = if self.goal == Goal::DirectEval { Resolution::Dynamic } else { Resolution::Global };
        self.finish_function(unresolved);
    }

    /// The tree, if the text has been read to its real end.
    fn finish(mut self, read: Parsed<()>) -> Parsed<Tree> {
        if let Some(termination) = self.lexer.meter.stopped() {
            return self.fail(Message::Terminated(termination), self.span());
        }
        read?;
        self.tree.names = self.lexer.names;
        Ok(self.tree)
    }

    /// Adds a function whose scope and contents are still to come.
    fn add_function(&mut self, kind: FunctionKind, name: Option<Name>, span: Span, name_span: Span) -> FunctionId {
        /// Work beyond that of the tokens.
        const TICKS: u32 = 8;
        self.lexer.meter.tick(TICKS);
        let id = FunctionId(self.tree.functions.len() as u32);
        let function = Function {
            kind,
            name,
            span,
            name_span,
            parameters: Vec::new(),
            body: List::EMPTY,
            scope: ScopeId(0),
            name_scope: None,
            strict: false,
            uses_this: false,
            arguments: None,
            contains_direct_eval: false,
            no_tail_calls: false,
        };
        self.lexer.meter.push(&mut self.tree.functions, function);
        id
    }

    /// Closes the scope of the current function and copies what was learnt about it into its node.
    fn finish_function(&mut self, unresolved: Resolution) {
        let context = &self.context;
        if context.has_direct_eval && self.lexer.arguments_name.is_none() {
            self.lexer.arguments_name = Some(self.lexer.intern_ascii("arguments"));
        }
        let end = CloseFunction { strict: context.strict, arguments: self.lexer.arguments_name, unresolved };
        self.scopes.close_function(&mut self.tree, &mut self.lexer.meter, &end);
        let function = &mut self.tree[context.function];
        function.strict = context.strict;
        function.uses_this = context.uses_this;
        function.no_tail_calls = context.no_tail_calls;
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

    /// The span of the current token.
    fn span(&self) -> Span {
        self.lexer.span()
    }

    /// From `start` to the end of the token before the current one.
    #[inline(always)]
    fn span_from(&self, start: u32) -> Span {
        Span::new(start, self.lexer.previous_end)
    }

    /// Takes the current token if it is of this kind.
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

    /// The end of a statement, or where a semicolon is inserted (ECMA-262 12.10.1).
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

    /// An error unless there is room for a further level of recursion.
    #[inline(always)]
    fn check_depth(&self) -> Parsed<()> {
        if self.stack.is_exhausted() { self.fail(Message::TooDeep, self.span()) } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn fail<T>(&self, message: Message, span: Span) -> Parsed<T> {
        Err(SyntaxError::new(message, span))
    }

    /// The current token cannot stand here.
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

    #[cold]
    fn fail_unsupported<T>(&self, feature: &'static str) -> Parsed<T> {
        self.fail(Message::Unsupported(feature), self.span())
    }

    /// Reports tokens that have more to say than that they are wrong here.
    fn fail_generally(&mut self) -> Parsed<()> {
        let span = self.span();
        match (self.kind(), self.kind().role()) {
            (TokenKind::Invalid, _) => match self.lexer.error.take() {
                Some(error) => Err(error),
                None => self.fail(Message::Unexpected(self.describe_token()), span),
            },
            (TokenKind::EndOfInput, _) => self.fail(Message::UnexpectedEnd, span),
            (TokenKind::EscapedKeyword, _) => self.fail(Message::EscapedKeyword(self.token_name()), span),
            (_, Role::Later(feature)) => self.fail_unsupported(feature),
            _ => Ok(()),
        }
    }

    /// The current token as messages name it.
    fn describe_token(&self) -> String {
        let kind = self.kind();
        match kind.class() {
            Class::Special | Class::Literal => kind.spelling().to_owned(),
            Class::Identifier | Class::StrictReserved => format!("identifier `{}`", self.token_name()),
            Class::Reserved | Class::Punctuator => format!("`{}`", kind.spelling()),
        }
    }

    fn token_name(&self) -> String {
        self.name_text(self.token().name)
    }

    /// A name as messages show it.
    fn name_text(&self, name: Name) -> String {
        self.lexer.names.text(name).shown_name()
    }

    #[inline]
    fn expression_node(&mut self, span: Span, kind: ExpressionKind) -> ExpressionId {
        let id = ExpressionId(self.tree.expressions.len() as u32);
        self.lexer.meter.push(&mut self.tree.expressions, Expression { span, parenthesized: false, kind });
        id
    }

    #[inline]
    fn statement_node(&mut self, span: Span, kind: StatementKind) -> StatementId {
        let id = StatementId(self.tree.statements.len() as u32);
        self.lexer.meter.push(&mut self.tree.statements, Statement { span, kind });
        id
    }

    /// Makes a list of what was pushed on `scratch` since it had this length.
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

    /// Adds an item to the innermost unfinished list.
    #[inline]
    fn note<T: ListItem>(&mut self, item: T) {
        self.lexer.meter.push(&mut self.scratch, item.to_word());
    }

    /// Notes a use of a name.
    #[inline]
    fn refer(&mut self, name: Name) -> ReferenceId {
        self.scopes.refer(&mut self.tree, &mut self.lexer.meter, name)
    }

    fn open_scope(&mut self, kind: ScopeKind, start: u32) -> ScopeId {
        self.scopes.open(&mut self.tree, &mut self.lexer.meter, kind, self.context.function, start)
    }

    fn open_block(&mut self, start: u32) {
        self.scopes.open_block(&self.tree, &mut self.lexer.meter, self.context.function, start);
    }

    fn close_block(&mut self) -> Option<ScopeId> {
        self.scopes.close_block(&mut self.tree, &mut self.lexer.meter)
    }
}

impl FunctionContext {
    fn new(function: FunctionId, strict: bool, first_label: usize) -> Self {
        FunctionContext {
            function,
            strict,
            first_label,
            loops: 0,
            breakables: 0,
            uses_this: false,
            has_direct_eval: false,
            no_tail_calls: false,
        }
    }
}
