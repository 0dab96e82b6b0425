//! What error objects remember of where they were made.

use std::fmt;

use ferrotape_budget::costs::allocation_bytes;
use ferrotape_text::{Excerpt, Note, SourceText, Span, shown_end};

use crate::id::{CodeId, ObjectId};
use crate::object::internal_slots::{Cells, InternalSlots, Pieces, SavedSlots, SlotReader, Visit};
use crate::panics::unless_it_panics;
use crate::value::Value;

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

/// Who waits for code that runs: see `async_stack.rs` of the runtime.
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
#[derive(Clone)]
pub struct ErrorData {
    /// Innermost first; cut at [`MAX_STACK_ENTRIES`].
    pub stack: Box<[CodePlace]>,
    /// Who waited for the first of the frames, innermost first.
    pub waiting: Box<[AsyncCaller]>,
    /// Of errors in a text that was to become code: where in it.
    pub early: Option<Box<EarlyPlace>>,
    /// Of errors that a function of the host has given: what it gave.
    pub host: Option<HostError>,
    /// Bytes of memory that this holds beside its own size, as far as that can be told.
    pub host_bytes: usize,
    /// Of calls of what is no function: what it was to be called on.
    pub receiver: Value,
}

/// An error of the host that goes through script.
pub type HostError = std::sync::Arc<dyn std::error::Error + Send + Sync>;

/// A destructor that panics must not end the collection half-way, which runs it.
impl Drop for ErrorData {
    fn drop(&mut self) {
        if let Some(host) = self.host.take() {
            unless_it_panics(|| drop(host));
        }
    }
}

/// Of who has an error of the host.
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
    }
}

/// A place in a source text that was no program: that of a SyntaxError which a script got.
#[derive(Clone)]
pub struct EarlyPlace {
    pub entry: StackEntry,
    pub excerpt: Excerpt,
    pub notes: Vec<PlacedNote>,
}

/// What is said beside the message of an error, with the place that it is about.
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

/// What the texts of a place take beside it.
fn texts_bytes(entry: &StackEntry, excerpt: &Excerpt) -> usize {
    allocation_bytes(entry.function.len()) + allocation_bytes(entry.source.len()) + allocation_bytes(excerpt.text.len())
}

/// Characters of the name of a source that stacks show.
const SHOWN_SOURCE: usize = 500;

pub fn entry_in(source: &SourceText, offset: u32, function: String) -> StackEntry {
    let position = source.position(offset);
    let source = shown_end(source.name(), SHOWN_SOURCE);
    StackEntry { function, source, line: position.line, column: position.column, is_async: false }
}

impl InternalSlots for ErrorData {
    #[inline]
    fn trace(&self, _: ObjectId, visit: &mut impl Visit) {
        let ErrorData { stack, waiting, early: _, host: _, host_bytes: _, receiver } = self;
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

/// The stack is written as the property that it becomes.
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
        })
    }

    fn write_links(&self, _: &impl Cells, _: &mut Pieces) {}

    fn read_links<R: SlotReader>(&mut self, _: &mut R) -> Result<(), R::Error> {
        Ok(())
    }
}
