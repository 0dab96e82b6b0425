//! From source text to code in one step.

use std::fmt;
use std::sync::Arc;

use ferrotape_budget::NativeStack;
use ferrotape_bytecode::Unit;
use ferrotape_syntax::{ErrorKind, ParseOptions, SyntaxError, parse, parse_dynamic_function};
use ferrotape_text::{LoneSurrogates, SourceText, Span};

use crate::{Backend, CompileError, CompileErrorKind, CompileOptions, compile};

/// Why a source text gave no code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceError {
    pub kind: SourceErrorKind,
    pub message: String,
    /// What is wrong; see [`SourceText::position`] for line and column.
    pub span: Span,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum SourceErrorKind {
    /// The text breaks a rule of the language.
    Syntax,
    /// The text goes beyond a limit of ours: nesting, or the size of a function.
    Limit,
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
        };
        SourceError { kind, message: error.message, span: error.span }
    }
}

impl From<CompileError> for SourceError {
    fn from(error: CompileError) -> Self {
        let (CompileErrorKind::TooDeep | CompileErrorKind::TooLarge) = error.kind;
        SourceError { kind: SourceErrorKind::Limit, message: error.message.to_owned(), span: error.span }
    }
}

/// Parses and compiles a script or the text of an eval.
pub fn compile_source(source: Arc<SourceText>, options: &ParseOptions, backend: Backend) -> Result<Unit, SourceError> {
    let tree = parse(source, options)?;
    Ok(compile(tree, &CompileOptions { stack: options.stack, backend })?)
}

/// Parses and compiles a function that is made of texts; running the unit gives the function.
pub fn compile_dynamic_function(
    parameters: &str,
    body: &str,
    lone_surrogates: LoneSurrogates,
    source_name: &str,
    stack: NativeStack,
    backend: Backend,
) -> Result<Unit, SourceError> {
    let tree = parse_dynamic_function(parameters, body, lone_surrogates, source_name, stack)?;
    Ok(compile(tree, &CompileOptions { stack, backend })?)
}
