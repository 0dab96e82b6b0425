//! Internal slots of error objects: the places where the error was made.

use std::fmt;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::{Excerpt, Note, SourceText, Span, shown_end};

use crate::id::{CodeId, ObjectId};
use crate::object::internal_slots::{Cells, InternalSlots, Pieces, SavedSlots, SlotReader, Visit};
use crate::panics::unless_it_panics;
use crate::value::Value;

/// A line of a stack: a function, and the place that it had reached when an error was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StackEntry {
    /// Name of the function; empty for global code and functions without a name.
    pub function: String,
    /// Name of the source. For a built-in function that waits (`Promise.all`): the index of the element it waited for.
    pub source: String,
    /// Line; 0 for built-in functions.
    pub line: u32,
    pub column: u32,
    /// True if the function did not run, but waited in an `await` for the code that did.
    pub is_async: bool,
}

/// Formats the line as stacks show it, without `at`: `inner (file.js:3:9)`.
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

/// A place in running code. Its position in the source text is computed on demand.
#[derive(Copy, Clone)]
pub struct CodePlace {
    pub code: CodeId,
    /// Index of the instruction after the running one, or the L register of stack code.
    /// [`CodeBlock::source_offset`](crate::code::CodeBlock::source_offset) turns it into a source offset.
    pub pc: u32,
}

/// A function that waits for running code: see `async_stack.rs` of the runtime.
#[derive(Copy, Clone)]
pub enum AsyncCaller {
    /// An async function, in an `await`.
    Function(CodePlace),
    /// A built-in function like `Promise.all`, with the index of the element.
    Element { of: &'static str, index: u32 },
}

impl AsyncCaller {
    /// The code of the function, which the stack keeps alive.
    pub(crate) fn code(&self) -> Option<CodeId> {
        match self {
            AsyncCaller::Function(place) => Some(place.code),
            AsyncCaller::Element { .. } => None,
        }
    }
}

/// The internal slots of an error object.
#[derive(Clone)]
pub struct ErrorData {
    /// Frames, innermost first; cut at [`MAX_STACK_ENTRIES`].
    pub stack: Box<[CodePlace]>,
    /// Functions that waited for the outermost frame, innermost first.
    pub waiting: Box<[AsyncCaller]>,
    /// Place in a source text that did not parse, for errors of parsing.
    pub early: Option<Box<EarlyPlace>>,
    /// Error that a host function has returned, if it made this one.
    pub host: Option<HostError>,
    /// Bytes of memory that the host's error holds beside its own size, as far as they are known.
    pub host_bytes: usize,
    /// Value whose property was called, if the callee was no function.
    pub receiver: Value,
    /// Names that call sites tell beside places; only if a script was to make the stack when the error was made.
    pub names: Option<Box<NamesOfStack>>,
}

/// Names of the calls of a stack: of `stack` and of `waiting`, in that order.
#[derive(Clone, Default)]
pub struct NamesOfStack {
    pub running: Vec<CallNames>,
    pub waiting: Vec<CallNames>,
}

impl NamesOfStack {
    fn bytes(&self) -> usize {
        let all = || self.running.iter().chain(&self.waiting);
        allocation_bytes(size_of::<Self>())
            + allocation_bytes(self.running.len() * size_of::<CallNames>())
            + allocation_bytes(self.waiting.len() * size_of::<CallNames>())
            + all().map(CallNames::bytes).sum::<usize>()
    }
}

/// Names of a call, as text: no door to its receiver and its function.
#[derive(Clone, Default)]
pub struct CallNames {
    /// The name of the receiver's type. None without a receiver, for the global object, and by `new`.
    pub type_name: Option<Box<str>>,
    /// The name of the class that the receiver is.
    pub class_name: Option<Box<str>>,
    /// The name by which the receiver has the function.
    pub method: Option<Box<str>>,
    /// The name of the function; may be empty.
    pub function: Box<str>,
    /// Called by `new`.
    pub constructs: bool,
}

impl CallNames {
    fn bytes(&self) -> usize {
        let texts = [&self.type_name, &self.class_name, &self.method].into_iter().flatten();
        texts.chain([&self.function]).map(|text| allocation_bytes(text.len())).sum()
    }
}

/// An error of the host on its way through script.
pub type HostError = std::sync::Arc<dyn std::error::Error + Send + Sync>;

/// Catches panics of destructors, so that they do not end the collection that runs them.
impl Drop for ErrorData {
    fn drop(&mut self) {
        if let Some(host) = self.host.take() {
            unless_it_panics(|| drop(host));
        }
    }
}

/// Bytes of the counters of an `Arc`, for errors of the host.
const COUNTERS: usize = 2 * size_of::<usize>();

impl ErrorData {
    /// Bytes of memory that the slots take.
    pub fn bytes(&self) -> usize {
        allocation_bytes(size_of::<ErrorData>())
            + allocation_bytes(size_of_val(&*self.stack))
            + allocation_bytes(size_of_val(&*self.waiting))
            + self.host.as_ref().map_or(0, |host| allocation_bytes(COUNTERS + size_of_val(&**host)))
            + self.host_bytes
            + self.early.as_ref().map_or(0, |early| allocation_bytes(early.bytes()))
            + self.names.as_ref().map_or(0, |names| names.bytes())
    }
}

/// Place in a source text that did not parse, for a SyntaxError that a script got.
#[derive(Clone)]
pub struct EarlyPlace {
    pub entry: StackEntry,
    pub excerpt: Excerpt,
    pub notes: Vec<PlacedNote>,
}

/// Note beside the message of an error, about another place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedNote {
    pub message: String,
    pub place: Option<(StackEntry, Excerpt)>,
}

impl PlacedNote {
    pub fn new(source: &SourceText, note: &Note) -> Self {
        PlacedNote { message: note.message.clone(), place: note.span.map(|span| place_in(source, span)) }
    }

    fn bytes(&self) -> usize {
        let place = self.place.as_ref().map_or(0, |(entry, excerpt)| texts_bytes(entry, excerpt));
        size_of::<Self>() + allocation_bytes(self.message.len()) + place
    }
}

fn place_in(source: &SourceText, span: Span) -> (StackEntry, Excerpt) {
    (entry_in(source, span.start, String::new()), source.excerpt_of(span))
}

impl EarlyPlace {
    pub fn new(source: &SourceText, span: Span, notes: &[Note]) -> Self {
        let (entry, excerpt) = place_in(source, span);
        EarlyPlace { entry, excerpt, notes: notes.iter().map(|note| PlacedNote::new(source, note)).collect() }
    }

    pub fn bytes(&self) -> usize {
        let notes: usize = self.notes.iter().map(PlacedNote::bytes).sum();
        size_of::<Self>() + texts_bytes(&self.entry, &self.excerpt) + allocation_bytes(notes)
    }
}

/// Bytes of the strings of a place.
fn texts_bytes(entry: &StackEntry, excerpt: &Excerpt) -> usize {
    allocation_bytes(entry.function.len()) + allocation_bytes(entry.source.len()) + allocation_bytes(excerpt.text.len())
}

/// Characters of a source's name that stacks show.
const SHOWN_SOURCE: usize = 500;

pub fn entry_in(source: &SourceText, offset: u32, function: String) -> StackEntry {
    let position = source.position(offset);
    let source = shown_end(source.name(), SHOWN_SOURCE);
    StackEntry { function, source, line: position.line, column: position.column, is_async: false }
}

impl InternalSlots for ErrorData {
    #[inline]
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let ErrorData { stack, waiting, early: _, host: _, host_bytes: _, receiver, names: _ } = self;
        visit.value(*receiver);
        let waiting = waiting.iter().filter_map(AsyncCaller::code);
        stack.iter().map(|place| place.code).chain(waiting).for_each(|code| visit.code(code));
    }

    fn bytes(&self) -> usize {
        ErrorData::bytes(self)
    }

    fn name_of(&self, _: ObjectId) -> Option<&'static str> {
        Some("the stack of an error")
    }
}

/// Writes the stack as the property that it becomes.
impl SavedSlots for ErrorData {
    const HAS_LINKS: bool = false;

    fn write_state(&self, _: &impl Cells, _: &mut Pieces) {}

    fn read_state<R: SlotReader>(_: &mut R) -> Result<Self, R::Error> {
        Ok(ErrorData {
            stack: Box::default(),
            waiting: Box::default(),
            early: None,
            host: None,
            host_bytes: 0,
            receiver: Value::UNDEFINED,
            names: None,
        })
    }

    fn write_links(&self, _: &impl Cells, _: &mut Pieces) {}

    fn read_links<R: SlotReader>(&mut self, _: &mut R) -> Result<(), R::Error> {
        Ok(())
    }
}
