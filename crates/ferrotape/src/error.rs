//! The one error type of the embedding API.

use std::fmt;

use ferrotape_budget::Termination;
use ferrotape_compiler::{SourceError, SourceErrorKind};
use ferrotape_engine as engine;
use ferrotape_engine::{Report, Throw, Vm};
use ferrotape_text::{Excerpt, Position, SourceText};

use crate::{Object, Value};

pub use ferrotape_engine::StackEntry;

/// Why a script, or a use of the engine, did not come to its normal end.
#[derive(Clone, PartialEq, Debug)]
pub struct Error {
    kind: ErrorKind,
    name: Option<String>,
    message: String,
    location: Option<Box<Location>>,
    stack: Vec<StackEntry>,
    thrown: Option<Box<Thrown>>,
    cause: Option<Box<Error>>,
}

/// What a script threw.
#[derive(Clone, PartialEq, Debug)]
struct Thrown {
    value: Value,
    /// The very same value, for going on with.
    handle: Object,
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
    /// The line without its end, or 60 characters of it on either side of the place where it is longer than both; empty where
    /// it is not known.
    pub text: String,
    /// Characters of the line that stand before `text`.
    pub skipped: u32,
    /// More of the line comes after `text`.
    pub is_cut: bool,
}

/// Causes of an error that are kept, each the cause of the one before.
const MAX_CAUSES: usize = 8;

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

    /// For exceptions `Name: message`, or the value that was thrown. Messages are cut after 4000 characters, names after 100.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What the script threw: an object is the script's own. Strings are cut like messages. None for what is no exception, and
    /// for an [`Error::new`] that no script has had.
    ///
    /// A function of the embedder that returns this error throws the very same value again.
    pub fn thrown(&self) -> Option<&Value> {
        Some(&self.thrown.as_ref()?.value)
    }

    /// The error in the property `cause` of an error, as far as it can be told without running script; the eighth has none.
    pub fn cause(&self) -> Option<&Error> {
        self.cause.as_deref()
    }

    /// Where it happened: for an error object where that was made, for anything else where it was thrown. What is wrong with a
    /// text for `eval` or `Function` is in that text.
    pub fn location(&self) -> Option<&Location> {
        self.location.as_deref()
    }

    /// The functions that were running, innermost first: when the error object was made, when something else was thrown, or
    /// when the run was ended. The first place is the [location](Error::location).
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
        Error { kind, name, message, location: None, stack: Vec::new(), thrown: None, cause: None }
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
        let Excerpt { text, skipped, is_cut } = source.excerpt(error.span.start);
        let (source, Position { line, column }) = (source.name().to_owned(), position);
        let location = Location { source, line, column, text, skipped, is_cut };
        Error {
            kind,
            name: name.map(str::to_owned),
            message: name.map_or_else(|| error.message.clone(), |name| format!("{name}: {}", error.message)),
            location: Some(Box::new(location)),
            stack: Vec::new(),
            thrown: None,
            cause: None,
        }
    }

    /// An abrupt completion.
    pub(crate) fn from_throw(vm: &mut Vm, throw: Throw) -> Self {
        match throw {
            Throw::Exception(value) => Error::from_exception(vm, value),
            // There was no frame for it to end.
            Throw::Return(_) => Error::new("a value was returned from no function"),
            Throw::Terminated(termination) => {
                let error = Error::terminated(termination);
                let Some(stopped) = vm.stopped() else { return error };
                let (stack, excerpt) = (stopped.stack.clone(), stopped.excerpt.clone());
                Error { location: location_of(&stack, excerpt), stack, ..error }
            }
        }
    }

    /// A thrown value with its causes, which may go round in a circle.
    fn from_exception(vm: &mut Vm, thrown: engine::Value) -> Self {
        let mut chain = vec![(thrown, vm.report(thrown))];
        while let Some((_, Report { cause: Some(cause), .. })) = chain.last()
            && chain.len() <= MAX_CAUSES
            && chain.iter().all(|(value, _)| value != cause)
        {
            chain.push((*cause, vm.report(*cause)));
        }
        let first = chain.remove(0);
        let cause = chain
            .into_iter()
            .rev()
            .fold(None, |cause, (value, report)| Some(Box::new(Error::from_report(vm, value, report, cause))));
        Error::from_report(vm, first.0, first.1, cause)
    }

    fn from_report(vm: &mut Vm, thrown: engine::Value, report: Report, cause: Option<Box<Error>>) -> Self {
        let Report { name, message, stack, excerpt, cause: _ } = report;
        let location = location_of(&stack, excerpt);
        let thrown = Thrown { value: Value::from_thrown(vm, thrown), handle: Object::new(vm, thrown) };
        Error { kind: ErrorKind::Exception, name, message, location, stack, thrown: Some(Box::new(thrown)), cause }
    }

    /// The value that the script threw, if it was one of this engine.
    pub(crate) fn thrown_in(&self, vm: &Vm) -> Option<engine::Value> {
        self.thrown.as_ref()?.handle.to_engine(vm)
    }
}

/// The place of the innermost function.
fn location_of(stack: &[StackEntry], excerpt: Excerpt) -> Option<Box<Location>> {
    let StackEntry { source, line, column, .. } = stack.first()?.clone();
    let Excerpt { text, skipped, is_cut } = excerpt;
    Some(Box::new(Location { source, line, column, text, skipped, is_cut }))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location() {
            Some(Location { source, line, column, .. }) => write!(f, "{source}:{line}:{column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause().map(|cause| cause as _)
    }
}
