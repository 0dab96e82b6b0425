//! From source text to code in one step.

use std::fmt;
use std::sync::Arc;

use ferrotape_budget::costs::COMPILATION;
use ferrotape_budget::{Budget, NativeStack, Termination};
use ferrotape_bytecode::Unit;
use ferrotape_syntax::{
    DynamicFunction, ErrorKind, EvalContext, ParseOptions, SyntaxError, parse, parse_direct_eval,
    parse_dynamic_function,
};
use ferrotape_text::{Note, SourceText, Span};

use crate::{Backend, CompileError, CompileErrorKind, CompileOptions, compile};

/// Why a source text gave no code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError {
    pub kind: SourceErrorKind,
    pub message: String,
    /// What is wrong; see [`SourceText::position`] for line and column.
    pub span: Span,
    /// What else helps to see what is wrong.
    pub notes: Vec<Note>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SourceErrorKind {
    /// The text breaks a rule of the language.
    Syntax,
    /// The text goes beyond a limit of ours: nesting, or the size of a function.
    Limit,
    /// A limit of the run was reached while reading or compiling: no exception for the script.
    Terminated(Termination),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SourceError {}

impl From<SyntaxError> for SourceError {
    fn from(error: SyntaxError) -> Self {
        let kind = match error.kind {
            ErrorKind::Syntax => SourceErrorKind::Syntax,
            ErrorKind::TooDeep => SourceErrorKind::Limit,
            ErrorKind::Terminated(termination) => SourceErrorKind::Terminated(termination),
        };
        SourceError { kind, message: error.message, span: error.span, notes: error.notes }
    }
}

impl From<CompileError> for SourceError {
    fn from(error: CompileError) -> Self {
        let (kind, message) = match error.kind {
            CompileErrorKind::TooDeep | CompileErrorKind::TooLarge => {
                (SourceErrorKind::Limit, error.message.to_owned())
            }
            CompileErrorKind::Unbuilt => (SourceErrorKind::Syntax, error.message.to_owned()),
            CompileErrorKind::Terminated(termination) => {
                (SourceErrorKind::Terminated(termination), termination.to_string())
            }
        };
        SourceError { kind, message, span: error.span, notes: Vec::new() }
    }
}

impl From<Termination> for SourceError {
    /// Nothing is known of the place.
    fn from(termination: Termination) -> Self {
        CompileError::from(termination).into()
    }
}

/// Parses and compiles a script or the text of an eval, under the budget's limits. The text's own
/// bytes are the caller's to charge meanwhile; those of the work are given back in the end, and those of the unit, of which the
/// text is a part, are for whoever keeps it to account.
pub fn compile_source(
    source: Arc<SourceText>,
    options: &ParseOptions,
    backend: Backend,
    budget: &mut Budget,
) -> Result<Unit, SourceError> {
    on_loan(budget, |budget| {
        budget.tick(COMPILATION)?;
        let tree = parse(source, options, budget)?;
        Ok(compile(tree, &CompileOptions { stack: options.stack, backend, ..CompileOptions::default() }, budget)?)
    })
}

/// The same for the text of an eval, of which it is known what stands around it: nothing, where it is an indirect one.
pub fn compile_eval_source(
    source: Arc<SourceText>,
    options: &ParseOptions,
    around: &EvalContext,
    backend: Backend,
    budget: &mut Budget,
) -> Result<Unit, SourceError> {
    on_loan(budget, |budget| {
        budget.tick(COMPILATION)?;
        let tree = parse_direct_eval(source, options, around, budget)?;
        let options = CompileOptions { stack: options.stack, backend, around: around.clone() };
        Ok(compile(tree, &options, budget)?)
    })
}

/// Parses and compiles a function that is made of texts; running the unit gives the function.
pub fn compile_dynamic_function(
    function: &DynamicFunction,
    stack: NativeStack,
    backend: Backend,
    budget: &mut Budget,
) -> Result<Unit, SourceError> {
    on_loan(budget, |budget| {
        budget.tick(COMPILATION)?;
        let tree = parse_dynamic_function(function, stack, budget)?;
        Ok(compile(tree, &CompileOptions { stack, backend, ..CompileOptions::default() }, budget)?)
    })
}

/// Gives back the bytes that `work` charges: nothing but its own memory is charged meanwhile.
fn on_loan<T>(budget: &mut Budget, work: impl FnOnce(&mut Budget) -> T) -> T {
    let before = budget.bytes();
    let done = budget.without_collections(work);
    budget.release(budget.bytes().saturating_sub(before));
    done
}
