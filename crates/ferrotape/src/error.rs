//! The one error type of the embedding API.

mod panicked;
mod path;
mod report;
#[cfg(feature = "inspect")]
mod shown;
mod size;
mod thrown;

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use ferrotape_budget::Termination;
use ferrotape_compiler::{SourceError, SourceErrorKind};
use ferrotape_runtime as engine;
use ferrotape_runtime::Vm;
use ferrotape_runtime::error::{EarlyPlace, HostError, PlacedNote};
use ferrotape_text::{Excerpt, SourceText};

use crate::handle::Handle;
use crate::{SavedProblem, Value};

pub use ferrotape_runtime::StackEntry;

/// Why a script, or a use of the engine, did not come to its normal end.
///
/// It belongs to no thread, and may go through scripts as an exception and come back: then it is the same, with what it was
/// [made of](Error::downcast_ref).
///
/// ```
/// use ferrotape::{Engine, ErrorKind};
///
/// let mut engine = Engine::new();
/// let error = engine.run("rules.js", "function f() { null.x }\n\nf()").unwrap_err();
/// assert_eq!((error.kind(), error.name()), (ErrorKind::Exception, Some("TypeError")));
/// assert_eq!(error.location().map(|place| (place.line, place.column)), Some((1, 21)));
/// assert!(error.report().contains("1 | function f() { null.x }"));
/// ```
#[derive(Clone)]
pub struct Error(Box<Details>);

#[derive(Clone)]
struct Details {
    kind: ErrorKind,
    name: Option<String>,
    message: String,
    /// Of conversions: where in the value, as `message` shows it before what is wrong.
    path: String,
    location: Option<Location>,
    notes: Vec<Note>,
    stack: Vec<StackEntry>,
    thrown: Option<Thrown>,
    cause: Option<Error>,
    /// Of an AggregateError.
    errors: Vec<Error>,
    host: Option<OfHost>,
}

/// What the host gave.
#[derive(Clone)]
struct OfHost {
    error: HostError,
    /// See [`size::bytes_held`].
    held: usize,
}

/// A function that a script gives a callback may say what that has thrown in an error of the host's, which the next one is
/// given: a script makes such chains as long as it likes, and they end one behind the other, not one within the other.
impl Drop for Details {
    fn drop(&mut self) {
        if let Some(OfHost { error, .. }) = self.host.take() {
            drop_in_turn(error);
        }
    }
}

thread_local! {
    /// What is still to be dropped, while something is.
    static TO_DROP: RefCell<Option<Vec<HostError>>> = const { RefCell::new(None) };
}

fn drop_in_turn(host: HostError) {
    let mut host = Some(host);
    let is_first = TO_DROP.try_with(|to_drop| match &mut *to_drop.borrow_mut() {
        Some(others) => {
            others.extend(host.take());
            false
        }
        none => {
            *none = Some(Vec::new());
            true
        }
    });
    // At the end of the thread it is as it is with all other types.
    if is_first != Ok(true) {
        return;
    }
    let _last = LastDrop;
    while let Some(next) = host {
        drop(next);
        host = TO_DROP.try_with(|to_drop| to_drop.borrow_mut().as_mut().and_then(Vec::pop)).ok().flatten();
    }
}

/// Destructors of the host may panic.
struct LastDrop;

impl Drop for LastDrop {
    fn drop(&mut self) {
        let left = TO_DROP.try_with(|to_drop| to_drop.borrow_mut().take());
        drop(left);
    }
}

/// The [report](Error::report): it is what `main` prints. With `{:#?}` all fields, an error of the host as its text, as it
/// may have been made of other errors, any number of them.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return f.write_str(self.report().trim_end());
        }
        let Details { kind, name, message, path, location, notes, stack, thrown, cause, errors, host } = &*self.0;
        f.debug_struct("Error")
            .field("kind", kind)
            .field("name", name)
            .field("message", message)
            .field("path", path)
            .field("location", location)
            .field("notes", notes)
            .field("stack", stack)
            .field("thrown", thrown)
            .field("cause", cause)
            .field("errors", errors)
            .field("host", &host.as_ref().map(|host| host.error.to_string()))
            .finish()
    }
}

/// Errors are equal where all that they tell is; of what the host gave, only where it is the very same.
impl PartialEq for Error {
    fn eq(&self, other: &Self) -> bool {
        fn told(error: &Error) -> impl PartialEq + '_ {
            let Details { kind, name, message, location, stack, thrown, cause, errors, .. } = &*error.0;
            (kind, name, message, location, stack, thrown, cause, errors)
        }
        let is_same_host = match (&self.0.host, &other.0.host) {
            (Some(host), Some(other)) => Arc::ptr_eq(&host.error, &other.error),
            (None, None) => true,
            _ => false,
        };
        is_same_host && told(self) == told(other)
    }
}

/// What a script threw.
#[derive(Clone, PartialEq, Debug)]
struct Thrown {
    value: Value,
    /// The very same value, for going on with.
    handle: Handle,
}

/// What kind of error it is.
///
/// ```
/// use ferrotape::{Engine, ErrorKind, Termination};
///
/// let mut engine = Engine::builder().fuel(100_000).build()?;
/// assert_eq!(engine.eval::<()>("let let").unwrap_err().kind(), ErrorKind::Syntax);
/// assert_eq!(engine.eval::<()>("null.x").unwrap_err().kind(), ErrorKind::Exception);
/// assert_eq!(engine.eval::<bool>("1").unwrap_err().kind(), ErrorKind::Conversion);
/// let error = engine.eval::<()>("for (;;) {}").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Termination(Termination::OutOfFuel));
/// # Ok::<(), ferrotape::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A text that the host gave is no script, module or function body: an early error. What is wrong with a text that a script
    /// gives to `eval` or `Function`, or imports, is an exception of that script.
    Syntax,
    /// The script threw an exception and did not catch it.
    Exception,
    /// A value of a script was not what Rust asked for, or the other way round.
    Conversion,
    /// A limit ended the run, or an [`Interrupter`](crate::limits::Interrupter) did.
    Termination(Termination),
    /// Bytes that were to be compiled code, or an engine, are not.
    Saved(SavedProblem),
    /// The engine was used in a way that cannot be.
    Usage,
}

/// A place in a source text.
///
/// ```
/// use ferrotape::Engine;
///
/// let mut engine = Engine::new();
/// let error = engine.run("a.js", "let point = null;\npoint.x").unwrap_err();
/// let place = error.location().expect("a place");
/// assert_eq!((place.source.as_str(), place.line, place.text.as_str()), ("a.js", 2, "point.x"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Location {
    /// The name of the text.
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
    /// Characters of `text` that it is about, from the column on.
    pub width: u32,
}

impl Location {
    /// A place of one character in a text, of whose line nothing is known: for hosts that report on languages of their own.
    pub fn new(source: impl Into<String>, line: u32, column: u32) -> Location {
        Location { source: source.into(), line, column, text: String::new(), skipped: 0, is_cut: false, width: 1 }
    }

    /// The place of an entry, with what stands there.
    fn of(entry: &StackEntry, excerpt: Excerpt) -> Location {
        let StackEntry { source, line, column, .. } = entry.clone();
        let Excerpt { text, skipped, is_cut, width } = excerpt;
        Location { source, line, column, text, skipped, is_cut, width }
    }
}

/// What is said beside the message of an error: another place, or what one can do.
///
/// ```
/// use ferrotape::Engine;
///
/// let error = Engine::new().run("a.js", "f(1,\n  [2, 3").unwrap_err();
/// for note in error.notes() {
///     let line = note.location.as_ref().map(|place| place.line);
///     assert!(!note.message.is_empty() && line <= Some(2));
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Note {
    /// What is said.
    pub message: String,
    /// The place that it is about, if it is about one.
    pub location: Option<Location>,
}

impl Note {
    /// A note, about a place or in general.
    pub fn new(message: impl Into<String>, location: Option<Location>) -> Note {
        Note { message: message.into(), location }
    }
}

impl From<&PlacedNote> for Note {
    fn from(note: &PlacedNote) -> Note {
        let location = note.place.as_ref().map(|(entry, excerpt)| Location::of(entry, excerpt.clone()));
        Note { message: note.message.clone(), location }
    }
}

impl Error {
    /// An exception of the script for a function of the embedder to throw: an `Error` with this message.
    ///
    /// ```
    /// use ferrotape::{Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("refuse", || Err::<(), _>(Error::new("not today")))?;
    /// assert_eq!(engine.eval::<()>("refuse()").unwrap_err().message(), "Error: not today");
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn new(message: impl Into<String>) -> Self {
        Error::without_place(ErrorKind::Exception, Some("Error".to_owned()), message.into())
    }

    /// The same as a `TypeError`.
    ///
    /// ```
    /// use ferrotape::Error;
    ///
    /// assert_eq!(Error::type_error("no").name(), Some("TypeError"));
    /// ```
    pub fn type_error(message: impl Into<String>) -> Self {
        Error::without_place(ErrorKind::Exception, Some("TypeError".to_owned()), message.into())
    }

    /// The same as a `RangeError`.
    ///
    /// ```
    /// use ferrotape::Error;
    ///
    /// assert_eq!(Error::range_error("no").name(), Some("RangeError"));
    /// ```
    pub fn range_error(message: impl Into<String>) -> Self {
        Error::without_place(ErrorKind::Exception, Some("RangeError".to_owned()), message.into())
    }

    /// An error of the host, which scripts see as an `Error` with its text, and [`Error::downcast_ref`] finds again.
    ///
    /// ```
    /// use ferrotape::{Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("read", |path: String| std::fs::read_to_string(path).map_err(Error::from_host))?;
    /// let error = engine.run("a.js", "read('/there/is/none')").unwrap_err();
    /// let cause = error.downcast_ref::<std::io::Error>().expect("what the function gave");
    /// assert_eq!(cause.kind(), std::io::ErrorKind::NotFound);
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn from_host(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        match error.into().downcast::<Error>() {
            Ok(own) => *own,
            Err(host) => {
                let mut error = Error::new(host.to_string());
                error.0.host = Some(OfHost { held: size::bytes_held(&*host, error.message()), error: Arc::from(host) });
                error
            }
        }
    }

    /// A conversion that went wrong.
    pub(crate) fn conversion(name: &str, message: String) -> Self {
        Error::without_place(ErrorKind::Conversion, Some(name.to_owned()), message)
    }

    pub(crate) fn is_conversion(&self) -> bool {
        self.0.kind == ErrorKind::Conversion
    }

    /// What kind of error it is.
    ///
    /// ```
    /// use ferrotape::{Engine, ErrorKind};
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.run("a.js", "null.x").unwrap_err().kind(), ErrorKind::Exception);
    /// ```
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The name of the constructor of what was thrown, like `TypeError`; `SyntaxError` for early errors. None where it has
    /// none, and for limits.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.run("a.js", "null.x").unwrap_err().name(), Some("TypeError"));
    /// assert_eq!(engine.run("a.js", "throw 1").unwrap_err().name(), None);
    /// ```
    pub fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// For exceptions `Name: message`, or the value that was thrown. Messages are cut after 4000 characters, names after 100.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// assert_eq!(engine.run("a.js", "throw new Error('no')").unwrap_err().message(), "Error: no");
    /// ```
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What the script threw: an object is the script's own. Strings are cut like messages. None for what is no exception, and
    /// for an [`Error::new`] that no script has had.
    ///
    /// A function of the embedder that returns this error throws the very same value again.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let error = engine.run("a.js", "throw 42").unwrap_err();
    /// assert_eq!(error.thrown().and_then(|thrown| thrown.as_number()), Some(42.0));
    /// ```
    pub fn thrown(&self) -> Option<&Value> {
        self.0.thrown.as_ref().filter(|_| self.0.kind == ErrorKind::Exception).map(|thrown| &thrown.value)
    }

    /// The error in the property `cause` of an error, or of an object that was thrown instead of one, as far as it can be told
    /// without running script; the eighth has none.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let error = engine.run("a.js", "throw new Error('outer', { cause: new Error('inner') })").unwrap_err();
    /// assert_eq!(error.cause().map(|cause| cause.message()), Some("Error: inner"));
    /// ```
    pub fn cause(&self) -> Option<&Error> {
        self.0.cause.as_ref()
    }

    /// What an `AggregateError` is made of: the errors in its own property `errors`, as far as they can be told without running
    /// script, eight at most, and fewer where they have causes or errors of their own.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let text = "throw new AggregateError([new TypeError('first'), new RangeError('second')], 'none worked')";
    /// let error = engine.run("a.js", text).unwrap_err();
    /// let names: Vec<_> = error.errors().iter().map(|error| error.name().unwrap_or("")).collect();
    /// assert_eq!(names, ["TypeError", "RangeError"]);
    /// assert!(error.report().contains("error 2: RangeError: second"));
    /// ```
    pub fn errors(&self) -> &[Error] {
        &self.0.errors
    }

    /// Where it happened: for an error object where that was made, for anything else where it was thrown. What is wrong with a
    /// text for `eval` or `Function` is in that text.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let error = engine.run("a.js", "1;\n  null.x").unwrap_err();
    /// let place = error.location().expect("a place");
    /// assert_eq!((place.source.as_str(), place.line), ("a.js", 2));
    /// ```
    pub fn location(&self) -> Option<&Location> {
        self.0.location.as_ref()
    }

    /// What there is to say beside the message: where a bracket was opened that is missing its other half, say. Messages that
    /// scripts see have nothing of it.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let error = Engine::new().run("a.js", "if (true) {\n  f(\n}").unwrap_err();
    /// let note = error.notes().first().expect("where the bracket was opened");
    /// assert_eq!(note.location.as_ref().map(|place| place.line), Some(2));
    /// ```
    pub fn notes(&self) -> &[Note] {
        &self.0.notes
    }

    /// The functions that were running, innermost first: when the error object was made, when something else was thrown, or
    /// when the run was ended. The first place is the [location](Error::location).
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let error = engine.run("a.js", "function f() { null.x }\nf()").unwrap_err();
    /// let functions: Vec<_> = error.stack().iter().map(|entry| (entry.function.as_str(), entry.line)).collect();
    /// assert_eq!(functions, [("f", 1), ("", 2)]);
    /// ```
    pub fn stack(&self) -> &[StackEntry] {
        &self.0.stack
    }

    /// Did a limit end the run, or somebody from outside?
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_fuel(1_000);
    /// assert!(engine.run("a.js", "for (;;) {}").unwrap_err().is_termination());
    /// engine.set_fuel(None);
    /// assert!(!engine.run("a.js", "null.x").unwrap_err().is_termination());
    /// ```
    pub fn is_termination(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Termination(_))
    }

    /// The error of the host that this one was made of, in a function of the host or in one of its causes.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.define("number", |text: String| text.parse::<u8>())?;
    /// let error = engine.eval::<u8>("number('many')").unwrap_err();
    /// assert!(error.downcast_ref::<std::num::ParseIntError>().is_some());
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn downcast_ref<E: std::error::Error + 'static>(&self) -> Option<&E> {
        let mut next = Some(self);
        while let Some(error) = next {
            if let Some(found) = error.0.host.as_ref().and_then(|host| host.error.downcast_ref()) {
                return Some(found);
            }
            next = error.cause();
        }
        None
    }

    /// The error of the host as such, and what it holds.
    pub(crate) fn host(&self) -> Option<(&HostError, usize)> {
        self.0.host.as_ref().map(|host| (&host.error, host.held))
    }

    pub(crate) fn terminated(termination: Termination) -> Self {
        Error::without_place(ErrorKind::Termination(termination), None, termination.to_string())
    }

    pub(crate) fn of_usage(message: String) -> Self {
        Error::without_place(ErrorKind::Usage, None, message)
    }

    pub(crate) fn of_saved(problem: SavedProblem, message: String) -> Self {
        Error::without_place(ErrorKind::Saved(problem), None, message)
    }

    /// What cannot be copied when an engine is forked.
    pub(crate) fn cannot_fork(what: &str) -> Self {
        Error::of_usage(format!("the engine cannot be forked with {what}"))
    }

    pub(crate) fn broken_engine() -> Self {
        let message =
            "an earlier call of this engine never ended: it panicked, or its execution was forgotten".to_owned();
        Error::without_place(ErrorKind::Usage, None, message)
    }

    pub(crate) fn wrong_engine() -> Self {
        Error::without_place(ErrorKind::Usage, None, "the object belongs to another engine".to_owned())
    }

    fn without_place(kind: ErrorKind, name: Option<String>, message: String) -> Self {
        Error(Box::new(Details {
            kind,
            name,
            message,
            path: String::new(),
            location: None,
            notes: Vec::new(),
            stack: Vec::new(),
            thrown: None,
            cause: None,
            errors: Vec::new(),
            host: None,
        }))
    }

    pub(crate) fn from_source(error: &SourceError, source: &SourceText) -> Self {
        let name = match error.kind {
            SourceErrorKind::Syntax => Some("SyntaxError"),
            SourceErrorKind::Limit => Some("RangeError"),
            SourceErrorKind::Terminated(_) => None,
        };
        let kind = match error.kind {
            SourceErrorKind::Syntax | SourceErrorKind::Limit => ErrorKind::Syntax,
            SourceErrorKind::Terminated(termination) => ErrorKind::Termination(termination),
        };
        let EarlyPlace { entry, excerpt, notes } = EarlyPlace::new(source, error.span, &error.notes);
        let message = name.map_or_else(|| error.message.clone(), |name| format!("{name}: {}", error.message));
        let mut error = Error::without_place(kind, name.map(str::to_owned), message);
        error.0.location = Some(Location::of(&entry, excerpt));
        error.0.notes = notes.iter().map(Note::from).collect();
        error
    }

    /// The value that the script threw, if it was one of this engine.
    pub(crate) fn thrown_in(&self, vm: &Vm) -> Option<engine::Value> {
        self.0.thrown.as_ref()?.handle.value_in(vm)
    }
}

/// Place and message; nothing of it controls a terminal, as in the [report](Error::report).
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.location() {
            Some(Location { source, line, column, .. }) => {
                write!(f, "{}:{line}:{column}: {}", report::one_line(source), report::shown(&self.0.message))
            }
            None => f.write_str(&report::shown(&self.0.message)),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.host {
            Some(host) => Some(&*host.error),
            None => self.cause().map(|cause| cause as _),
        }
    }
}
