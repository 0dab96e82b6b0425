//! The front end: source text to tree and scopes.
//!
//! [`parse_script`] and [`parse_module`] read a text, [`visit`] walks over what they give.
//!
//! ```text
//! SourceText ──lexer──▶ tokens ──parser──▶ Tree (nodes in arenas)
//!                                  │
//!                                  └─scope builder─▶ scopes, bindings and resolved references of the Tree
//! ```
//!
//! All three run in one pass: the parser pulls one token at a time, so each character is read once (only a `/` may be
//! read again, as the start of a regular expression). The lexer knows no modes: whether code is strict is the parser's
//! business, and tokens carry what it needs to judge. Early errors are reported where they are met.
//!
//! Invariants:
//! - Any text gives a tree or a [`SourceError`], never a panic; nesting is bounded by [`NativeStack`], chains of
//!   left-associative operators, member accesses and calls are parsed in loops.
//! - A limit of the budget ends the text where the lexer then stands; what has been read is given up. Reading is linear in the
//!   size of the text, however it nests.
//! - Nothing here knows of running code; patterns of regular expressions are only delimited.
//!
//! Read `token.rs` first (the table of tokens), then `parser.rs`, then `scope.rs` and `scope/builder.rs`.

mod by_name;
pub mod dump;
mod error;
mod lexer;
mod meter;
mod parser;
pub mod scope;
mod token;
pub mod tree;
pub mod visit;

use std::collections::HashSet;
use std::sync::Arc;

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_budget::{Budget, NativeStack, Termination};
use ferrotape_text::{LoneSurrogates, SourceText, Span};

use error::Message;
pub use error::{SourceError, SourceErrorKind};
pub use lexer::{is_identifier_part, is_identifier_start};
use parser::Parser;
use tree::Tree;

/// What the source text is to be read as, and how.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    pub goal: Goal,
    /// The caller of a direct eval is strict code, so the text is.
    pub strict: bool,
    /// Bounds the nesting.
    pub stack: NativeStack,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    Script,
    Module,
    /// A script that was typed at a prompt: `await` is an operator, which makes the whole script asynchronous.
    Prompt,
    /// Names that the text does not declare are globals.
    IndirectEval,
    /// Names that the text does not declare are the caller's.
    DirectEval,
}

/// Parses a script, a module or the text of an eval, with all early errors (ECMA-262 16.1, 19.2.1).
///
/// Work and memory count against the budget while it reads. What it has charged, for what it gives as well, is the caller's to
/// release.
pub fn parse(source: Arc<SourceText>, options: &ParseOptions, budget: &mut Budget) -> Result<Tree, SourceError> {
    check_length(source.text().len())?;
    index_lines(&source, budget)?;
    Parser::new(&source, options, budget).program().map_err(|error| *error)
}

/// Native stack that [`parse_script`] and [`parse_module`] use at most, so that threads of any usual size have it.
const SIMPLE_STACK: usize = 512 << 10;

/// Parses a script: [`parse`] for whoever has no budget and no limits.
///
/// ```
/// use ferrotape_syntax::parse_script;
///
/// assert!(parse_script("let a = 1").is_ok());
/// let error = parse_script("let a = ;").err().expect("an error");
/// assert_eq!((error.span.start, error.to_string().as_str()), (8, "unexpected `;`"));
/// ```
pub fn parse_script(text: &str) -> Result<Tree, SourceError> {
    parse_simply(text, Goal::Script)
}

/// Parses a module likewise.
pub fn parse_module(text: &str) -> Result<Tree, SourceError> {
    parse_simply(text, Goal::Module)
}

fn parse_simply(text: &str, goal: Goal) -> Result<Tree, SourceError> {
    let options = ParseOptions { goal, strict: false, stack: NativeStack::from_here(SIMPLE_STACK) };
    parse(Arc::new(SourceText::new("", text)), &options, &mut Budget::default())
}

/// What stands around a direct eval, where it decides what may stand in the text (ECMA-262 19.2.1.1).
#[derive(Clone, Default, Debug)]
pub struct EvalContext {
    /// `new.target` has a meaning: a function other than an arrow function is around, or an initializer of a class.
    pub in_function: bool,
    /// `super.a` has one.
    pub in_method: bool,
    /// `super()` has one, and `this` is a binding that is to be looked up.
    pub in_derived_constructor: bool,
    /// In the initializer of a field or a static block: `arguments` must not occur.
    pub in_initializer: bool,
    /// The private names of the classes around, with the `#`.
    pub private_names: HashSet<String>,
}

/// Parses the text of a direct eval like [`parse`], knowing what is around it.
pub fn parse_direct_eval(
    source: Arc<SourceText>,
    options: &ParseOptions,
    around: &EvalContext,
    budget: &mut Budget,
) -> Result<Tree, SourceError> {
    check_length(source.text().len())?;
    index_lines(&source, budget)?;
    Parser::new(&source, options, budget).within(around).program().map_err(|error| *error)
}

/// What kind of function is made at run time.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub enum DynamicKind {
    #[default]
    Plain,
    Generator,
    Async,
    AsyncGenerator,
}

impl DynamicKind {
    fn is_async(self) -> bool {
        matches!(self, DynamicKind::Async | DynamicKind::AsyncGenerator)
    }

    fn is_generator(self) -> bool {
        matches!(self, DynamicKind::Generator | DynamicKind::AsyncGenerator)
    }

    /// The text up to the parameters.
    fn head(self) -> &'static str {
        match self {
            DynamicKind::Plain => "function anonymous(",
            DynamicKind::Generator => "function* anonymous(",
            DynamicKind::Async => "async function anonymous(",
            DynamicKind::AsyncGenerator => "async function* anonymous(",
        }
    }
}

/// What is put around a text that is the body of a function.
const BODY_BEGINS: &str = ") {";
const BODY_ENDS: &str = "\n}";

/// The text of a function made at run time (ECMA-262 20.2.1.1.1, CreateDynamicFunction).
pub struct DynamicFunction {
    kind: DynamicKind,
    source: Arc<SourceText>,
    /// Where the parameters end.
    parameters_end: u32,
    /// Is it called `anonymous`, as the standard says?
    is_named: bool,
}

impl DynamicFunction {
    /// Puts the text together. What is charged for it is the caller's to release.
    pub fn new(
        kind: DynamicKind,
        name: &str,
        parameters: &str,
        body: &str,
        lone_surrogates: LoneSurrogates,
        budget: &mut Budget,
    ) -> Result<Self, SourceError> {
        let around = [kind.head(), "\n) {\n", "\n}"];
        let length = parameters.len().saturating_add(body.len()).saturating_add(around.concat().len());
        check_length(length)?;
        let text = joined(&[around[0], parameters, around[1], body, around[2]], length, budget).map_err(terminated)?;
        let parameters_end = (around[0].len() + parameters.len() + 1) as u32;
        let source = Arc::new(SourceText::new(name, text).with_lone_surrogates(lone_surrogates));
        Ok(DynamicFunction { kind, source, parameters_end, is_named: true })
    }

    /// The function whose body is the whole of a text, as that of a CommonJS module is: positions are those in the text, and its
    /// first line may begin with `#!`. It has no name. `parameters` are names. What is charged for it is the caller's to release.
    pub fn of_body(name: &str, parameters: &[&str], body: &str, budget: &mut Budget) -> Result<Self, SourceError> {
        let head = [DynamicKind::Plain.head(), &parameters.join(",")].concat();
        let length = body.len().saturating_add(head.len()).saturating_add(BODY_BEGINS.len() + BODY_ENDS.len());
        check_length(length)?;
        let (comment, rest) = match body.strip_prefix("#!") {
            Some(rest) => ("//", rest),
            None => ("", body),
        };
        let parts = [&head, BODY_BEGINS, comment, rest, BODY_ENDS];
        let text = joined(&parts, length, budget).map_err(terminated)?;
        let parameters_end = head.len() as u32;
        let added = (head.len() + BODY_BEGINS.len()) as u32;
        let source = Arc::new(SourceText::new(name, text).with_added(added, BODY_ENDS.len() as u32));
        Ok(DynamicFunction { kind: DynamicKind::Plain, source, parameters_end, is_named: false })
    }

    /// Bytes that are charged while there is one.
    pub fn bytes(&self) -> usize {
        self.source.text().len()
    }

    pub fn source(&self) -> &SourceText {
        &self.source
    }
}

/// The parts in one, whose length is charged. They may be long: they are copied piece by piece.
fn joined(parts: &[&str], length: usize, budget: &mut Budget) -> Result<String, Termination> {
    budget.take(length)?;
    let mut text = String::with_capacity(length);
    for part in parts {
        let boundary = |at: usize| (at..part.len()).find(|&at| part.is_char_boundary(at)).unwrap_or(part.len());
        budget.in_pieces(part.len(), UNITS_PER_TICK, |piece| {
            text.push_str(&part[boundary(piece.start)..boundary(piece.end)])
        })?;
    }
    Ok(text)
}

/// Parses the text of a function made at run time.
///
/// The program of the tree is a script whose only statement is an expression: the function. The function is called
/// `anonymous`, but has no scope for that name. Both parts stand for themselves: neither can end the other's comment,
/// parameter list or body.
pub fn parse_dynamic_function(
    function: &DynamicFunction,
    stack: NativeStack,
    budget: &mut Budget,
) -> Result<Tree, SourceError> {
    index_lines(&function.source, budget)?;
    let options = ParseOptions { goal: Goal::Script, strict: false, stack };
    let parser = Parser::new(&function.source, &options, budget);
    parser.dynamic_function(function.kind, function.parameters_end, function.is_named).map_err(|error| *error)
}

fn index_lines(source: &SourceText, budget: &mut Budget) -> Result<(), SourceError> {
    source.index(budget).map_err(terminated)
}

fn terminated(termination: Termination) -> SourceError {
    *SourceError::new(Message::Terminated(termination), Span::default())
}

fn check_length(length: usize) -> Result<(), SourceError> {
    match length <= SourceText::MAX_LEN {
        true => Ok(()),
        false => Err(*SourceError::new(Message::SourceTooLong, Span::default())),
    }
}

#[cfg(test)]
mod tests;
