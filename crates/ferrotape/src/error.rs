//! The error type of the public API.

mod json;
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

use ferrotape_budget::{Budget, Termination};
use ferrotape_compiler::{SourceError, SourceErrorKind};
use ferrotape_runtime as engine;
use ferrotape_runtime::Vm;
use ferrotape_runtime::error::{EarlyPlace, HostError, PlacedNote};
use ferrotape_text::{Excerpt, SourceText};

use crate::handle::Handle;
use crate::{SavedProblem, Value};

#[cfg(feature = "inspect")]
pub(crate) use shown::bounded;

pub use ferrotape_runtime::StackEntry;

/// The reason why a script, or a use of the engine, did not end normally.
///
/// An error belongs to no thread. It may pass through scripts as an exception and come back unchanged, with the host
/// error that it was [made from](Error::downcast_ref).
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
///
/// # Shared causes
///
/// The section "Errors" of a function names its own causes. Every call that enters an engine can also fail so:
///
/// - A limit or an interrupter ends the run: [`Error::is_termination`]. Changes that the script has made stay. Each
///   further call of the same turn fails as well; the next run of the engine has the limits that are set then.
/// - Code of a script throws: functions, getters, iterators, traps of proxies. The kind is [`ErrorKind::Exception`].
/// - A handle belongs to another engine: [`ErrorKind::Usage`].
/// - An earlier call has never ended, since it panicked or its execution was forgotten: [`ErrorKind::Usage`]. The engine
///   is of no use any more.
///
/// A source text of the host that does not parse gives [`ErrorKind::Syntax`]. A value of another type than the host asks
/// for gives [`ErrorKind::Conversion`], with [`Error::path`]. The engine continues after both.
#[derive(Clone)]
pub struct Error(Box<Details>);

/// The most errors in one report. Host functions can wrap errors in errors without end.
const MAX_TOLD: usize = 48;

/// The greatest nesting of errors in a report.
const MAX_DEPTH: usize = 16;

/// The parts of an error.
#[derive(Clone)]
struct Details {
    kind: ErrorKind,
    name: Option<String>,
    message: String,
    /// The path of a failed conversion within the value, which `message` shows before the problem.
    path: String,
    location: Option<Location>,
    notes: Vec<Note>,
    stack: Vec<StackEntry>,
    thrown: Option<Thrown>,
    cause: Option<Error>,
    /// The errors of an AggregateError or a SuppressedError.
    errors: Vec<Error>,
    host: Option<OfHost>,
    /// The value that followed the code that has thrown.
    context: Option<Value>,
}

/// An error of the host.
#[derive(Clone)]
struct OfHost {
    error: HostError,
    /// See [`size::bytes_held`].
    held: usize,
}

/// Drops a chain of host errors one after the other, not nested in each other. Such a chain can have any length.
/// A function given to a script as a callback may wrap the error of a callback in an error of the host. The next callback
/// gets that error.
impl Drop for Details {
    fn drop(&mut self) {
        if let Some(OfHost { error, .. }) = self.host.take() {
            drop_in_turn(error);
        }
    }
}

thread_local! {
    /// The errors that are still to be dropped, while a drop is going on.
    static TO_DROP: RefCell<Option<Vec<HostError>>> = const { RefCell::new(None) };
}

/// Drops a host error. Those that come free by its drop wait in a queue, which the first call empties in a loop.
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
    // At the end of the thread, errors drop like all other types.
    if is_first != Ok(true) {
        return;
    }
    let _last = LastDrop;
    while let Some(next) = host {
        drop(next);
        host = TO_DROP.try_with(|to_drop| to_drop.borrow_mut().as_mut().and_then(Vec::pop)).ok().flatten();
    }
}

/// Clears [`TO_DROP`], also if a destructor of the host panics.
struct LastDrop;

impl Drop for LastDrop {
    fn drop(&mut self) {
        let left = TO_DROP.try_with(|to_drop| to_drop.borrow_mut().take());
        drop(left);
    }
}

/// Writes the [report](Error::report), which is what `main` prints. `{:#?}` writes all fields. An error of the host is
/// written as its text, since it may wrap any number of other errors.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return f.write_str(self.report().trim_end());
        }
        let Details { kind, name, message, path, location, notes, stack, thrown, cause, errors, host, .. } = &*self.0;
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

/// Two errors are equal if all that they report is equal, and if they hold the same host error.
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

/// A thrown value.
#[derive(Clone, PartialEq, Debug)]
struct Thrown {
    value: Value,
    /// Handle of the thrown value itself, for throwing it on.
    handle: Handle,
}

/// The kind of an error.
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
    /// Source text of the host does not parse as a script, module or function body: an early error. For source text
    /// that a script passes to `eval` or `Function`, or imports, the error is an exception of that script.
    Syntax,
    /// The script threw an exception and did not catch it.
    Exception,
    /// A conversion between a script value and a Rust type failed.
    Conversion,
    /// A limit or an [`Interrupter`](crate::limits::Interrupter) ended the run.
    Termination(Termination),
    /// The bytes given as compiled code, or as a saved engine, are not valid.
    Saved(SavedProblem),
    /// The engine was used in an invalid way.
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
    /// The name of the source text.
    pub source: String,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1 in code points.
    pub column: u32,
    /// The line without its line break. A line that is too long is cut to 60 characters on either side of the place.
    /// Empty if the line is not known.
    pub text: String,
    /// The number of characters of the line before `text`.
    pub skipped: u32,
    /// True if the line continues after `text`.
    pub is_cut: bool,
    /// The number of characters of `text` that are marked, from the column on.
    pub width: u32,
}

impl Location {
    /// Creates a place of one character, without the text of its line, for hosts that report errors in their own
    /// languages.
    pub fn new(source: impl Into<String>, line: u32, column: u32) -> Location {
        Location { source: source.into(), line, column, text: String::new(), skipped: 0, is_cut: false, width: 1 }
    }

    /// Returns the place of a range of a source text.
    #[cfg(feature = "inspect")]
    pub(crate) fn in_text(source: &SourceText, span: ferrotape_text::Span) -> Location {
        let EarlyPlace { entry, excerpt, .. } = EarlyPlace::new(source, span, &[]);
        Location::of(&entry, excerpt)
    }

    /// Combines the place of a stack entry with its excerpt.
    fn of(entry: &StackEntry, excerpt: Excerpt) -> Location {
        let StackEntry { source, line, column, .. } = entry.clone();
        let Excerpt { text, skipped, is_cut, width } = excerpt;
        Location { source, line, column, text, skipped, is_cut, width }
    }
}

/// A remark in addition to the message of an error: another place, or advice.
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
    /// The remark's text.
    pub message: String,
    /// The place that the remark is about, if any.
    pub location: Option<Location>,
}

impl Note {
    /// Creates a note, about a place or in general.
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
    /// Creates an exception for a host function to throw: an `Error` with this message.
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

    /// Creates a `TypeError` for a host function to throw.
    ///
    /// ```
    /// use ferrotape::Error;
    ///
    /// assert_eq!(Error::type_error("no").name(), Some("TypeError"));
    /// ```
    pub fn type_error(message: impl Into<String>) -> Self {
        Error::without_place(ErrorKind::Exception, Some("TypeError".to_owned()), message.into())
    }

    /// Creates a `RangeError` for a host function to throw.
    ///
    /// ```
    /// use ferrotape::Error;
    ///
    /// assert_eq!(Error::range_error("no").name(), Some("RangeError"));
    /// ```
    pub fn range_error(message: impl Into<String>) -> Self {
        Error::without_place(ErrorKind::Exception, Some("RangeError".to_owned()), message.into())
    }

    /// Wraps an error of the host. Scripts see an `Error` with its text; [`Error::downcast_ref`] returns the host's
    /// error.
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

    /// Adds a note that says what to do instead.
    pub(crate) fn with_hint(mut self, hint: &str) -> Self {
        self.0.notes.push(Note::new(hint, None));
        self
    }

    /// Creates the error of a failed conversion.
    pub(crate) fn conversion(name: &str, message: String) -> Self {
        Error::without_place(ErrorKind::Conversion, Some(name.to_owned()), message)
    }

    pub(crate) fn is_conversion(&self) -> bool {
        self.0.kind == ErrorKind::Conversion
    }

    /// Returns the kind of the error.
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

    /// Returns the name of the thrown value's constructor, like `TypeError`; for early errors, `SyntaxError`. None if
    /// there is no name, and for limits.
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

    /// Returns the message: for exceptions `Name: message`, or the thrown value. Messages are cut after 4000
    /// characters, names after 100.
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

    /// Returns the path of a conversion error, with which its message begins: empty if the value itself is wrong.
    ///
    /// ```
    /// use ferrotape::Engine;
    ///
    /// let error = Engine::new().eval::<Vec<f64>>("[1, 'two']").unwrap_err();
    /// assert_eq!(error.path(), "[1]");
    /// ```
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// Returns the thrown value. An object is the script's own; a string is cut like messages. None for errors that are
    /// not exceptions, and for an [`Error::new`] that has not been in a script.
    ///
    /// A host function that returns this error throws the same value again.
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

    /// Returns the value that followed the code whose exception this is: see
    /// [`Context::set_async_context`](crate::Context::set_async_context). A string is cut like messages. None where none was set.
    ///
    /// ```
    /// use ferrotape::{Context, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.define("follow", |cx: &mut Context<'_>, id: f64| cx.set_async_context(id))?;
    /// let error = engine.run("a.js", "follow(7); null.x").unwrap_err();
    /// assert_eq!(error.async_context().and_then(|id| id.as_number()), Some(7.0));
    /// # Ok::<(), ferrotape::Error>(())
    /// ```
    pub fn async_context(&self) -> Option<&Value> {
        self.0.context.as_ref()
    }

    /// Returns the property `cause` of the thrown error or object as an error, as far as it can be read without running
    /// script. The eighth cause in a chain has none.
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

    /// Returns the errors in the own property `errors` of an `AggregateError`, as far as they can be read without
    /// running script. There are at most eight, and fewer if they have causes or errors of their own. A
    /// `SuppressedError` gives its `error` and its `suppressed`.
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

    /// Returns the place where the error happened. For an error object, this is where it was created; for other values,
    /// where they were thrown. For source text passed to `eval` or `Function` that does not parse, it is in that text.
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

    /// Returns remarks beside the message, for example where the opening half of an unmatched bracket is. The messages
    /// that scripts see do not include them.
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

    /// Returns the functions that were running, innermost first: when the error object was created, when another value
    /// was thrown, or when the run was ended. The first entry is the [location](Error::location).
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

    /// Returns whether a limit or an interrupt ended the run.
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

    /// Returns the host error of type `E` in this error or in one of its causes.
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

    /// Returns the wrapped host error, and the bytes that it holds.
    pub(crate) fn host(&self) -> Option<(&HostError, usize)> {
        self.0.host.as_ref().map(|host| (&host.error, host.held))
    }

    /// Creates the error of a run that a limit ended, outside of the run itself.
    pub(crate) fn terminated(budget: &Budget, termination: Termination) -> Self {
        Error::limit(termination, budget.describe(termination))
    }

    /// Creates the error of a limit, with what sets it.
    pub(crate) fn limit(termination: Termination, message: String) -> Self {
        let error = Error::without_place(ErrorKind::Termination(termination), None, message);
        let setters = match termination {
            Termination::OutOfFuel => "`Builder::fuel`, `Engine::set_fuel` and `Limits::fuel` set it",
            Termination::DeadlineReached => "`Builder::timeout` and `Limits::time` set it",
            Termination::OutOfMemory => "`Builder::memory_limit` and `Limits::memory` set it",
            _ => return error,
        };
        error.with_note(Note::new(setters, None))
    }

    /// Adds a remark.
    pub(crate) fn with_note(mut self, note: Note) -> Self {
        self.0.notes.push(note);
        self
    }

    pub(crate) fn of_usage(message: String) -> Self {
        Error::without_place(ErrorKind::Usage, None, message)
    }

    pub(crate) fn of_saved(problem: SavedProblem, message: String) -> Self {
        Error::without_place(ErrorKind::Saved(problem), None, message)
    }

    /// Creates the error of an item that cannot be copied when an engine is forked.
    pub(crate) fn cannot_fork(what: &str) -> Self {
        Error::of_usage(format!("the engine cannot be forked with {what}"))
    }

    pub(crate) fn broken_engine() -> Self {
        let message =
            "an earlier call of this engine never ended: it panicked, or its execution was forgotten".to_owned();
        Error::without_place(ErrorKind::Usage, None, message)
    }

    pub(crate) fn wrong_engine() -> Self {
        let advice = "a fork has handles of its own: `Engine::fork_with` gives them, `Class::fork` those of a value";
        let error = Error::without_place(ErrorKind::Usage, None, "the object belongs to another engine".to_owned());
        error.with_note(Note::new(advice.to_owned(), None))
    }

    /// Creates an error with all else empty: no place, stack or cause.
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
            context: None,
        }))
    }

    /// Converts an error of the front end, with an excerpt of its line. A limit of the language is a syntax error, one
    /// of the host is none.
    pub(crate) fn from_source(error: &SourceError, source: &SourceText, budget: &Budget) -> Self {
        let name = match error.kind {
            SourceErrorKind::Syntax => Some("SyntaxError"),
            SourceErrorKind::Limit => Some("RangeError"),
            SourceErrorKind::Terminated(_) => None,
        };
        let EarlyPlace { entry, excerpt, notes } = EarlyPlace::new(source, error.span, &error.notes);
        let mut error = match error.kind {
            SourceErrorKind::Terminated(termination) => Error::terminated(budget, termination),
            SourceErrorKind::Syntax | SourceErrorKind::Limit => {
                let message = name.map_or_else(|| error.message.clone(), |name| format!("{name}: {}", error.message));
                Error::without_place(ErrorKind::Syntax, name.map(str::to_owned), message)
            }
        };
        error.0.location = Some(Location::of(&entry, excerpt));
        error.0.notes.extend(notes.iter().map(Note::from));
        error
    }

    /// Returns the value that the script threw, if it was in this engine.
    pub(crate) fn thrown_in(&self, vm: &Vm) -> Option<engine::Value> {
        self.0.thrown.as_ref()?.handle.value_in(vm)
    }
}

/// Writes the place and the message. Nothing in them controls a terminal, as in the [report](Error::report).
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
