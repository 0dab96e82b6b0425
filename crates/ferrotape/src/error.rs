//! The one error type of the embedding API.

use std::fmt;

use ferrotape_budget::Termination;
use ferrotape_compiler::{SourceError, SourceErrorKind};
use ferrotape_engine::{Throw, Vm};
use ferrotape_text::SourceText;

pub use ferrotape_engine::StackEntry;

/// Why a script, or a use of the engine, did not come to its normal end.
#[derive(Clone, PartialEq, Debug)]
pub struct Error {
    kind: ErrorKind,
    name: Option<String>,
    message: String,
    location: Option<Box<Location>>,
    stack: Vec<StackEntry>,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The source text is not a script: an early error.
    Syntax,
    /// The script threw an exception and did not catch it.
    Exception,
    /// A limit ended the run, or an [`Interrupter`](crate::Interrupter) did.
    Termination(Termination),
    /// The engine was used in a way that cannot be.
    Usage,
}

/// A place in a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub source: String,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in code points.
    pub column: u32,
    /// The whole line, without its end; empty where it is not known.
    pub text: String,
}

impl Error {
    /// An exception of the script for a function of the embedder to throw: an `Error` with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Error::without_place(ErrorKind::Exception, Some("Error".to_owned()), message.into())
    }

    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The name of the constructor of what was thrown, like `TypeError`; `SyntaxError` for early errors. None where it has
    /// none, and for limits.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// For exceptions `Name: message`, or the value that was thrown.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it happened.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_deref()
    }

    /// The functions that were running, innermost first: when the error object was made, or when the run was ended. Empty where
    /// something other than an error object was thrown.
    pub fn stack(&self) -> &[StackEntry] {
        &self.stack
    }

    pub fn is_termination(&self) -> bool {
        matches!(self.kind, ErrorKind::Termination(_))
    }

    pub(crate) fn terminated(termination: Termination) -> Self {
        Error::without_place(ErrorKind::Termination(termination), None, termination.to_string())
    }

    pub(crate) fn broken_engine() -> Self {
        let message = "an earlier call of this engine did not return: it panicked".to_owned();
        Error::without_place(ErrorKind::Usage, None, message)
    }

    pub(crate) fn wrong_engine() -> Self {
        Error::without_place(ErrorKind::Usage, None, "the object belongs to another engine".to_owned())
    }

    fn without_place(kind: ErrorKind, name: Option<String>, message: String) -> Self {
        Error { kind, name, message, location: None, stack: Vec::new() }
    }

    pub(crate) fn from_source(error: &SourceError, source: &SourceText) -> Self {
        let position = source.position(error.span.start);
        let name = match error.kind {
            SourceErrorKind::Syntax => Some("SyntaxError"),
            SourceErrorKind::Limit => Some("RangeError"),
            SourceErrorKind::Terminated(_) => None,
        };
        let kind = match error.kind {
            SourceErrorKind::Syntax | SourceErrorKind::Limit => ErrorKind::Syntax,
            SourceErrorKind::Terminated(termination) => ErrorKind::Termination(termination),
        };
        let location = Location {
            source: source.name().to_owned(),
            line: position.line,
            column: position.column,
            text: source.line(position.line).to_owned(),
        };
        Error {
            kind,
            name: name.map(str::to_owned),
            message: name.map_or_else(|| error.message.clone(), |name| format!("{name}: {}", error.message)),
            location: Some(Box::new(location)),
            stack: Vec::new(),
        }
    }

    /// An abrupt completion; `lines` finds the text of a line of a source.
    pub(crate) fn from_throw(vm: &mut Vm, throw: Throw, lines: impl Fn(&str, u32) -> String) -> Self {
        match throw {
            Throw::Terminated(termination) => {
                let stack = vm.stopped().map_or_else(Vec::new, |stopped| stopped.stack.clone());
                Error { location: location_of(&stack, lines).map(Box::new), stack, ..Error::terminated(termination) }
            }
            Throw::Exception(value) => {
                let stack = vm.stack_of(value);
                let location = location_of(&stack, lines).map(Box::new);
                let (name, message) = (vm.constructor_name_of(value), vm.describe_exception(value));
                Error { kind: ErrorKind::Exception, name, message, location, stack }
            }
        }
    }
}

/// The place of the innermost function.
fn location_of(stack: &[StackEntry], lines: impl Fn(&str, u32) -> String) -> Option<Location> {
    let StackEntry { source, line, column, .. } = stack.first()?.clone();
    let text = lines(&source, line);
    Some(Location { source, line, column, text })
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location() {
            Some(Location { source, line, column, .. }) => write!(f, "{source}:{line}:{column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}
