//! The front end: turns source text into a tree with scopes.
//!
//! [`parse_script`] and [`parse_module`] parse source text, [`visit`] walks over the resulting tree.
//!
//! ```text
//! SourceText ──lexer──▶ tokens ──parser──▶ Tree (nodes in arenas)
//!                                   │
//!                                   └─scope builder─▶ scopes, bindings and resolved references of the Tree
//! ```
//!
//! Lexer, parser and scope builder run in one pass. The parser pulls one token at a time, so each character of
//! JavaScript is read once; only a `/` may be read again, as the start of a regular expression. TypeScript is partly
//! read on trial. The lexer has no modes: the parser alone knows whether code is strict, and each token carries what the
//! parser needs to judge it. Early errors are reported where the parser meets them.
//!
//! Invariants:
//! - Any text gives a tree or a [`SourceError`], never a panic. [`NativeStack`] bounds the nesting. Loops parse the
//!   chains of left-associative operators, member accesses and calls.
//! - When a limit of the budget is reached, the text ends at the lexer's position, and the partial tree is dropped.
//!   Parsing takes time linear in the size of the text, however deeply it nests.
//! - The crate knows nothing of running code. Regular expression literals are delimited and checked, not compiled.
//!
//! [`pieces`] cuts a text that need not be a program into tokens, comments and white space.
//!
//! Read `token.rs` first (the table of tokens), then `parser.rs`, then `scope.rs` and `scope/builder.rs`.

mod by_name;
pub mod dump;
mod error;
mod language;
mod lexer;
mod meter;
mod parser;
pub mod pieces;
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
pub use language::{Language, Languages, SourceKind};
pub use lexer::{is_identifier_part, is_identifier_start};
use parser::{HiddenNames, Parser};
use tree::Tree;

/// Goal, language, strictness and nesting limit for a parse.
#[derive(Clone, Debug)]
pub struct ParseOptions {
    /// The grammar by which the text is read.
    pub goal: Goal,
    /// JavaScript, or JavaScript with types.
    pub language: Language,
    /// The source text is strict code, because it belongs to a direct eval called from strict code.
    pub strict: bool,
    /// A module exports the value of its last statement, if that is an expression, as [`MODULE_VALUE`].
    pub exports_value: bool,
    /// Bound on the nesting.
    pub stack: NativeStack,
}

/// Name of the export of a module's value ([`ParseOptions::exports_value`]), which is also that of its binding.
pub const MODULE_VALUE: &str = "*value*";

/// The kinds of source text: each has a grammar of its own.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A script, ECMA-262 16.1.
    Script,
    /// A module, ECMA-262 16.2.
    Module,
    /// A script typed at a prompt. `await` is an operator in it, which makes the whole script asynchronous.
    Prompt,
    /// Code of an indirect eval: names that it does not declare are globals.
    IndirectEval,
    /// Code of a direct eval: names that it does not declare are the caller's.
    DirectEval,
}

impl ParseOptions {
    /// Makes the options of JavaScript that is not strict unless it says so, or is a module.
    pub fn new(goal: Goal, stack: NativeStack) -> Self {
        ParseOptions { goal, language: Language::JavaScript, strict: false, exports_value: false, stack }
    }

    /// Sets the language.
    pub fn in_language(self, language: Language) -> Self {
        ParseOptions { language, ..self }
    }
}

/// Parses a script, a module or the text of an eval, with all early errors (ECMA-262 16.1, 19.2.1).
///
/// Work and memory count against the budget during the parse. The caller releases what has been charged, including the
/// charge for the tree itself.
///
/// # Errors
///
/// Fails if the text breaks a rule of the language, is too long, nests too deeply, or if the budget ends the work:
/// [`SourceError::kind`] tells which.
pub fn parse(source: Arc<SourceText>, options: &ParseOptions, budget: &mut Budget) -> Result<Tree, SourceError> {
    check_length(source.text().len())?;
    index_lines(&source, budget)?;
    let mut hidden = HiddenNames::default();
    let mut parsed = Parser::new(&source, options, budget).program(&mut hidden);
    if parsed.is_ok() && !hidden.is_empty() {
        parsed = Parser::new(&source, options, budget).program(&mut hidden);
    }
    parsed.map_err(|error| *hinted(error, &source, options, budget))
}

/// Adds a hint to an error of JavaScript that would be none of TypeScript. Only errors that types can cause are looked
/// at, and no long texts, which would be read twice.
#[cold]
fn hinted(
    error: Box<SourceError>,
    source: &Arc<SourceText>,
    options: &ParseOptions,
    budget: &mut Budget,
) -> Box<SourceError> {
    let is_of_host = matches!(options.goal, Goal::Script | Goal::Module | Goal::Prompt);
    if !is_of_host || !may_be_types(&error, source, options.language) {
        return error;
    }
    let options = options.clone().in_language(Language::TypeScript);
    match Parser::new(source, &options, budget).program(&mut HiddenNames::default()) {
        Ok(_) => error.with_note(IS_TYPESCRIPT, None),
        Err(_) => error,
    }
}

const IS_TYPESCRIPT: &str = "this is TypeScript: types are read in files that end in .ts, .mts or .cts";

/// Tells whether types could be the cause of an error.
fn may_be_types(error: &SourceError, source: &SourceText, language: Language) -> bool {
    const LONGEST: usize = 1 << 18;
    let is_javascript = language == Language::JavaScript && source.text().len() <= LONGEST;
    let is_of_types = ["unexpected ", "expected ", "JSX "].iter().any(|start| error.message.starts_with(start))
        || error.message.contains("` is a reserved word");
    is_javascript && is_of_types && !error.is_unfinished
}

/// Bytes of native stack that [`parse_script`] and [`parse_module`] use at most. Threads of any usual size have them.
const SIMPLE_STACK: usize = 512 << 10;

/// Parses a script, like [`parse`] but without a budget and limits.
///
/// ```
/// use ferrotape_syntax::parse_script;
///
/// assert!(parse_script("let a = 1").is_ok());
/// let error = parse_script("let a = ;").err().expect("an error");
/// assert_eq!((error.span.start, error.to_string().as_str()), (8, "unexpected `;`"));
/// ```
///
/// # Errors
///
/// Fails as [`parse`] does.
pub fn parse_script(text: &str) -> Result<Tree, SourceError> {
    parse_simply(text, Goal::Script)
}

/// Parses a module, like [`parse`] but without a budget and limits.
///
/// # Errors
///
/// Fails as [`parse`] does.
pub fn parse_module(text: &str) -> Result<Tree, SourceError> {
    parse_simply(text, Goal::Module)
}

fn parse_simply(text: &str, goal: Goal) -> Result<Tree, SourceError> {
    let options = ParseOptions::new(goal, NativeStack::from_here(SIMPLE_STACK));
    parse(Arc::new(SourceText::new("", text)), &options, &mut Budget::default())
}

/// Surroundings of a direct eval that decide what its source text may contain (ECMA-262 19.2.1.1).
#[derive(Clone, Default, Debug)]
pub struct EvalContext {
    /// `new.target` is allowed: the eval stands in a function other than an arrow function, or in an initializer of a
    /// class.
    pub in_function: bool,
    /// `super.a` is allowed.
    pub in_method: bool,
    /// `super()` is allowed, and `this` is a binding to be looked up.
    pub in_derived_constructor: bool,
    /// The eval stands in the initializer of a field or in a static block: `arguments` must not occur.
    pub in_initializer: bool,
    /// Private names of the enclosing classes, with the `#`.
    pub private_names: HashSet<String>,
}

/// Parses the text of a direct eval like [`parse`], in its surroundings.
///
/// # Errors
///
/// Fails as [`parse`] does.
pub fn parse_direct_eval(
    source: Arc<SourceText>,
    options: &ParseOptions,
    around: &EvalContext,
    budget: &mut Budget,
) -> Result<Tree, SourceError> {
    check_length(source.text().len())?;
    index_lines(&source, budget)?;
    let parser = Parser::new(&source, options, budget).within(around);
    parser.program(&mut HiddenNames::default()).map_err(|error| *error)
}

/// Kind of a function made at run time.
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

    /// Returns the source text up to the parameters.
    fn head(self) -> &'static str {
        match self {
            DynamicKind::Plain => "function anonymous(",
            DynamicKind::Generator => "function* anonymous(",
            DynamicKind::Async => "async function anonymous(",
            DynamicKind::AsyncGenerator => "async function* anonymous(",
        }
    }
}

/// Text between the parameters and the body of a function made by [`DynamicFunction::of_body`].
const BODY_BEGINS: &str = ") {";
const BODY_ENDS: &str = "\n}";

/// Source text of a function made at run time (ECMA-262 20.2.1.1.1, CreateDynamicFunction).
pub struct DynamicFunction {
    kind: DynamicKind,
    source: Arc<SourceText>,
    /// Offset at which the parameters end.
    parameters_end: u32,
    /// The function is called `anonymous`, as the standard says.
    is_named: bool,
    language: Language,
}

impl DynamicFunction {
    /// Joins parameters and body into the function's source text. The caller releases what is charged for it.
    ///
    /// # Errors
    ///
    /// Fails if the text would be too long, or if the budget ends the work.
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
        Ok(DynamicFunction { kind, source, parameters_end, is_named: true, language: Language::JavaScript })
    }

    /// Makes a nameless function whose body is a whole source text, like a CommonJS module. Positions are those in
    /// that text, and its first line may begin with `#!`. `parameters` are names. The caller releases what is charged
    /// for the function's source text.
    ///
    /// # Errors
    ///
    /// Fails as [`DynamicFunction::new`] does.
    pub fn of_body(
        kind: DynamicKind,
        name: &str,
        parameters: &[&str],
        body: &str,
        budget: &mut Budget,
    ) -> Result<Self, SourceError> {
        let head = [kind.head(), &parameters.join(",")].concat();
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
        let language = Language::JavaScript;
        Ok(DynamicFunction { kind, source, parameters_end, is_named: false, language })
    }

    /// Recreates the function from the source text of a function of this kind. None if the text cannot be of this
    /// kind. Text that looks like the end of the parameters of [`DynamicFunction::new`] may be something else: then
    /// the result is another function.
    pub fn of_source(kind: DynamicKind, source: Arc<SourceText>, language: Language) -> Option<Self> {
        let rest = source.text().strip_prefix(kind.head())?;
        let (before, _) = source.added();
        let is_named = before == 0;
        let parameters_end = match is_named {
            true => (kind.head().len() + rest.find("\n) {\n")? + 1) as u32,
            false => before.checked_sub(BODY_BEGINS.len() as u32)?,
        };
        Some(DynamicFunction { kind, source, parameters_end, is_named, language })
    }

    /// Sets the language of the body.
    pub fn in_language(self, language: Language) -> Self {
        DynamicFunction { language, ..self }
    }

    /// Returns the bytes that stay charged as long as this value exists.
    pub fn bytes(&self) -> usize {
        self.source.text().len()
    }

    pub fn source(&self) -> &SourceText {
        &self.source
    }
}

/// Joins the parts and charges their length. Parts may be long, so they are copied piece by piece.
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

/// Parses the source text of a function made at run time.
///
/// The tree's program is a script with one statement, an expression: the function. The function is called `anonymous`
/// unless it was made by [`DynamicFunction::of_body`], but has no scope for that name. Parameters and body are parsed
/// separately: neither can end the other's comment, parameter list or body.
///
/// # Errors
///
/// Fails as [`parse`] does.
pub fn parse_dynamic_function(
    function: &DynamicFunction,
    stack: NativeStack,
    budget: &mut Budget,
) -> Result<Tree, SourceError> {
    index_lines(&function.source, budget)?;
    let options = ParseOptions::new(Goal::Script, stack).in_language(function.language);
    parse_joined(function, &function.source, &options, budget).map_err(|error| {
        let mut error = error_at_end(function, &error, &options, budget).unwrap_or(error);
        let opening = added_brace(&function.source);
        error.notes.retain(|note| opening.is_none() || note.span != opening);
        if function.is_named || !may_be_types(&error, &function.source, function.language) {
            return error;
        }
        let options = options.in_language(Language::TypeScript);
        match parse_joined(function, &function.source, &options, budget) {
            Ok(_) => *Box::new(error).with_note(IS_TYPESCRIPT, None),
            Err(_) => error,
        }
    })
}

/// Parses the text that parameters and body of a dynamic function make together.
fn parse_joined(
    function: &DynamicFunction,
    source: &Arc<SourceText>,
    options: &ParseOptions,
    budget: &mut Budget,
) -> Result<Tree, SourceError> {
    let mut hidden = HiddenNames::default();
    let mut parse = |hidden: &mut HiddenNames| {
        let parser = Parser::new(source, options, budget);
        parser.dynamic_function(function.kind, function.parameters_end, function.is_named, hidden)
    };
    let mut parsed = parse(&mut hidden);
    if parsed.is_ok() && !hidden.is_empty() {
        parsed = parse(&mut hidden);
    }
    parsed.map_err(|error| *error)
}

/// Finds what is wrong at the end of a body that is a whole source text. Its author has not written the brace that stands
/// there, and that open brackets seem to meet. So the text is parsed once more without it. None for other errors.
#[cold]
fn error_at_end(
    function: &DynamicFunction,
    error: &SourceError,
    options: &ParseOptions,
    budget: &mut Budget,
) -> Option<SourceError> {
    let (before, behind) = function.source.added();
    let text = function.source.text();
    let end = text.len().checked_sub(behind as usize)?;
    if before == 0 || error.kind != SourceErrorKind::Syntax || error.span.end as usize <= end {
        return None;
    }
    let text = joined(&[text.get(..end)?], end, budget).ok()?;
    let source = Arc::new(SourceText::new(function.source.name(), text).with_added(before, 0));
    index_lines(&source, budget).ok()?;
    let mut found = parse_joined(function, &source, options, budget).err()?;
    let opening = added_brace(&source);
    if found.notes.iter().any(|note| note.span == opening) {
        found.message = Message::UnexpectedEnd.to_string();
    }
    Some(found)
}

/// Returns the brace before a body that is a whole source text, which its author has not written.
fn added_brace(source: &SourceText) -> Option<Span> {
    let (before, _) = source.added();
    before.checked_sub(1).map(|start| Span::new(start, before))
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
