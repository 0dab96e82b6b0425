//! How an operation ends other than normally, and the errors that the engine itself throws.

use std::fmt;

use ferrotape_budget::Termination;
use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_bytecode::ErrorKind;

use crate::error_report::EarlyPlace;
use crate::heap::{CodeId, StringId, allocation_bytes};
use crate::names::keys;
use crate::object::ObjectKind;
use crate::shape::Attributes;
use crate::value::Value;
use crate::vm::Vm;

/// An abrupt completion: an exception that script may catch, or what it cannot.
#[derive(Copy, Clone, Debug)]
pub enum Throw {
    Exception(Value),
    /// The function that runs ends with the value, as by a `return` where it stands: `finally` blocks are run, `catch` blocks are
    /// not. It never leaves the frame that it was made for.
    Return(Value),
    /// The end of the run.
    Terminated(Termination),
}

impl From<Termination> for Throw {
    fn from(termination: Termination) -> Self {
        Throw::Terminated(termination)
    }
}

/// The result of an operation of the specification: `?` is the specification's `?`.
pub type Completion<T> = Result<T, Throw>;

/// Where a function was when an error was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackEntry {
    /// Empty for functions without a name and for global code.
    pub function: String,
    /// The name of its source. Of a built-in function that waits (`Promise.all`): which of its elements it waited for.
    pub source: String,
    /// 0 for built-in functions.
    pub line: u32,
    pub column: u32,
    /// It did not run, but waited in an `await` for what did.
    pub is_async: bool,
}

/// As stacks show it, without `at`: `inner (file.js:3:9)`.
impl fmt::Display for StackEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StackEntry { function, source, line, column, is_async } = self;
        if *is_async {
            f.write_str("async ")?;
        }
        match (function.as_str(), line) {
            (name, 0) => write!(f, "{name} ({source})"),
            ("", _) => write!(f, "{source}:{line}:{column}"),
            (name, _) => write!(f, "{name} ({source}:{line}:{column})"),
        }
    }
}

/// A place in running code. What it is in the source text is found out when somebody asks.
#[derive(Copy, Clone)]
pub struct CodePlace {
    pub code: CodeId,
    /// Index of the instruction after the one that runs, or the L register of stack code:
    /// [`CodeBlock::source_offset`](crate::code::CodeBlock::source_offset) knows what it says.
    pub pc: u32,
}

/// Who waits for code that runs: see `async_stack.rs`.
#[derive(Copy, Clone)]
pub enum AsyncCaller {
    /// An async function, in an `await`.
    Function(CodePlace),
    /// A built-in function like `Promise.all`, for the element of that index.
    Element { of: &'static str, index: u32 },
}

impl AsyncCaller {
    /// Its code, which the stack keeps alive.
    pub(crate) fn code(&self) -> Option<CodeId> {
        match self {
            AsyncCaller::Function(place) => Some(place.code),
            AsyncCaller::Element { .. } => None,
        }
    }
}

/// The internal slots of an error object.
pub struct ErrorData {
    /// Innermost first; cut at [`MAX_STACK_ENTRIES`].
    pub stack: Box<[CodePlace]>,
    /// Who waited for the first of the frames, innermost first.
    pub waiting: Box<[AsyncCaller]>,
    /// Of errors in a text that was to become code: where in it.
    pub early: Option<Box<EarlyPlace>>,
    /// Of errors that a function of the host has given: what it gave.
    pub host: Option<HostError>,
}

/// An error of the host that goes through script.
pub type HostError = std::sync::Arc<dyn std::error::Error + Send + Sync>;

impl ErrorData {
    /// Bytes of memory that the slots take.
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<ErrorData>())
            + allocation_bytes(size_of_val(&*self.stack))
            + allocation_bytes(size_of_val(&*self.waiting))
            + self.host.as_ref().map_or(0, |host| allocation_bytes(size_of_val(&**host)))
            + self.early.as_ref().map_or(0, |early| allocation_bytes(early.bytes()))
    }
}

/// Frames that a stack trace shows.
pub(crate) const MAX_STACK_ENTRIES: usize = 32;

impl Vm {
    /// Throws a new error of the kind.
    pub fn throw_error<T>(&mut self, kind: ErrorKind, message: impl Into<String>) -> Completion<T> {
        Err(Throw::Exception(self.new_error(kind, &message.into())))
    }

    pub fn type_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::TypeError, message)
    }

    pub fn range_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::RangeError, message)
    }

    pub fn reference_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::ReferenceError, message)
    }

    pub fn syntax_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::SyntaxError, message)
    }

    pub fn uri_error<T>(&mut self, message: impl Into<String>) -> Completion<T> {
        self.throw_error(ErrorKind::UriError, message)
    }

    /// A new error object with message and stack.
    pub fn new_error(&mut self, kind: ErrorKind, message: &str) -> Value {
        let prototype = self.intrinsics().native_error_prototype(kind);
        // The next tick looks at what this costs.
        self.heap.budget.spend_many(message.len() as u64 / UNITS_PER_TICK);
        let message = self.heap.new_string(message);
        self.make_error(prototype, Some(message))
    }

    /// The error that a script gets for a text that is no code.
    pub(crate) fn new_early_error(&mut self, kind: ErrorKind, message: &str, place: EarlyPlace) -> Value {
        let error = self.new_error(kind, message);
        if let Some(object) = error.as_object()
            && let Some(ObjectKind::Error(data)) = self.heap.kind_mut(object)
        {
            let before = data.bytes();
            data.early = Some(Box::new(place));
            let after = data.bytes();
            self.heap.account_change(before, after);
        }
        error
    }

    /// Has an error object carry an error of the host, which [`Vm::host_error_of`] finds again.
    pub fn set_host_error(&mut self, error: Value, host: HostError) {
        if let Some(object) = error.as_object()
            && let Some(ObjectKind::Error(data)) = self.heap.kind_mut(object)
        {
            let before = data.bytes();
            data.host = Some(host);
            let after = data.bytes();
            self.heap.account_change(before, after);
        }
    }

    /// The error of the host that an error object carries.
    pub fn host_error_of(&self, error: Value) -> Option<HostError> {
        match self.heap.kind(error.as_object()?) {
            crate::object::Kind::Error(data) => data.host.clone(),
            _ => None,
        }
    }

    /// An error object of which `stack` is taken now; `message` is an own property where it is given.
    pub fn make_error(&mut self, prototype: crate::heap::ObjectId, message: Option<StringId>) -> Value {
        let stack = self.capture_stack();
        let waiting = self.waiting_for_running(stack.len()).into_boxed_slice();
        self.heap.budget.spend_many((stack.len() + waiting.len()) as u64);
        let kind = ObjectKind::Error(Box::new(ErrorData { stack, waiting, early: None, host: None }));
        let error = self.heap.new_object_with_prototype(Some(prototype), kind);
        // Memory that a few slots take is accounted for at the next safepoint.
        if let Some(message) = message {
            let _ = self.heap.add_slot(error, keys::MESSAGE, Value::string(message), Attributes::METHOD);
        }
        let _ = self.heap.add_slot(error, keys::STACK, Value::EMPTY, Attributes::METHOD.with(Attributes::LAZY));
        Value::object(error)
    }
}
