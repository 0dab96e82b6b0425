//! Reports on thrown values for people: name and message, stack, source line, cause.
//!
//! A report reads values without running script, and cuts them: see [`crate::shown`]. An error object remembers the
//! frames that it was made under. For other thrown values the machine remembers the last place of a throw:
//! `throw_site.rs`.

use ferrotape_text::{Excerpt, SHOWN_NAME};

use crate::code::CodeCell;
use crate::error::{
    AsyncCaller, CodePlace, Completion, EarlyPlace, MAX_STACK_ENTRIES, PlacedNote, StackEntry, entry_in,
};
use crate::heap::{ObjectId, StringId};
use crate::messages;
use crate::names::keys;
use crate::object::Kind;
use crate::property_key::PropertyKey;
use crate::realm;
use crate::rope;
use crate::shown::{self, SHOWN_MESSAGE};
use crate::symbol::exception_slot;
use crate::value::Value;
use crate::vm::Vm;

/// Report on a thrown value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The name of the constructor, as far as it is known.
    pub name: Option<String>,
    pub message: String,
    /// Frames of the origin, innermost first.
    pub stack: Vec<StackEntry>,
    /// The source line of the innermost frame.
    pub excerpt: Excerpt,
    /// Further notes on an error in a source text.
    pub notes: Vec<PlacedNote>,
    pub cause: Option<Value>,
    /// The errors of an AggregateError, or of an error with such `errors`; no more than one wants to read. Those of a
    /// SuppressedError are its `error` and what that has suppressed.
    pub errors: Vec<Value>,
}

/// Most errors of an AggregateError in a report.
const MAX_ERRORS: u32 = 8;

/// Fuel for a report, however much is known of the places: a restored engine may have forgotten them.
const REPORT: u64 = 512;

/// Length of a stack whose functions and sources have names of usual lengths.
const USUAL_TEXT: usize = 1 << 14;

/// Reports everything that is known of a thrown value.
pub fn report(vm: &mut Vm, thrown: Value) -> Report {
    if let Some(object) = thrown.as_object() {
        realm::fill_prototypes(vm, object);
    }
    vm.heap.budget.work_later(REPORT);
    Report {
        name: thrown.as_object().and_then(|object| shown::constructor_name(&mut vm.heap, object)),
        message: describe_exception(vm, thrown),
        stack: entries_of(vm, thrown),
        excerpt: excerpt_of(vm, thrown),
        notes: places_of(vm, thrown).0.map_or(Vec::new(), |early| early.notes.clone()),
        cause: cause_of(vm, thrown),
        errors: errors_of(vm, thrown),
    }
}

/// The places of all running functions, innermost first.
pub(crate) fn capture_stack(vm: &Vm) -> Box<[CodePlace]> {
    running_places(vm).collect()
}

pub(crate) fn running_places(vm: &Vm) -> impl Iterator<Item = CodePlace> {
    all_running_places(vm).take(MAX_STACK_ENTRIES)
}

/// The places of all running functions, without a limit.
pub(crate) fn all_running_places(vm: &Vm) -> impl Iterator<Item = CodePlace> {
    let frames = vm.execution.running_frames();
    let callers = frames.iter().rev().skip(1).map(|frame| frame.pc);
    let places = std::iter::once(vm.execution.pc).chain(callers);
    let frames = frames.iter().rev().zip(places);
    frames.map(|(frame, pc)| CodePlace { code: frame.code, pc })
}

fn places_of(vm: &Vm, thrown: Value) -> (Option<&EarlyPlace>, &[CodePlace]) {
    match thrown.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::Error(data)) => (data.early.as_deref(), &data.stack),
        _ if vm.execution.throw_sites.last.value == Some(thrown) => (None, &vm.execution.throw_sites.last.places),
        _ => (None, &[]),
    }
}

/// The origin of a value: for an error the place where it was made, for other values that of the last throw. Empty if
/// unknown.
pub fn stack_of(vm: &mut Vm, thrown: Value) -> Vec<StackEntry> {
    let entries = entries_of(vm, thrown);
    vm.heap.budget.work_later(entries.iter().map(cost).sum());
    entries
}

fn entries_of(vm: &Vm, thrown: Value) -> Vec<StackEntry> {
    let (early, places) = places_of(vm, thrown);
    let early = early.map(|early| early.entry.clone());
    let running = places.iter().map(|&place| stack_entry(vm, place));
    let mut entries: Vec<_> = early.into_iter().chain(running).collect();
    if let Some(Kind::Error(data)) = thrown.as_object().map(|object| vm.heap.kind(object)) {
        entries.extend(data.waiting.iter().map(|&waiting| entry_of_waiting(vm, waiting)));
    }
    entries
}

fn excerpt_of(vm: &Vm, thrown: Value) -> Excerpt {
    match places_of(vm, thrown) {
        (Some(early), _) => early.excerpt.clone(),
        (None, [place, ..]) => excerpt_at(vm, *place),
        (None, []) => first_waiting(vm, thrown).map(|place| excerpt_at(vm, place)).unwrap_or_default(),
    }
}

/// Place where the innermost async function behind an error waits.
fn first_waiting(vm: &Vm, thrown: Value) -> Option<CodePlace> {
    let Kind::Error(data) = vm.heap.kind(thrown.as_object()?) else { return None };
    data.waiting.iter().find_map(|waiting| match waiting {
        AsyncCaller::Function(place) => Some(*place),
        AsyncCaller::Element { .. } => None,
    })
}

/// The source line of a place.
pub(crate) fn excerpt_at(vm: &Vm, place: CodePlace) -> Excerpt {
    let code = vm.heap.code_block(place.code);
    code.unit.unit.source.excerpt(code.source_offset(place.pc))
}

/// Bytes of the texts of an entry, about.
pub(crate) fn bytes_of_entry(vm: &Vm, place: CodePlace) -> usize {
    let CodeCell { name, block: code, .. } = vm.heap.code_cell(place.code);
    // A long name is cut.
    3 * vm.heap.string_length(*name).min(SHOWN_NAME) + code.unit.unit.source.name().len() + size_of::<StackEntry>()
}

pub(crate) fn stack_entry(vm: &Vm, place: CodePlace) -> StackEntry {
    let CodeCell { name, block: code, .. } = vm.heap.code_cell(place.code);
    let function = vm.heap.atom_view(*name).shown_name();
    entry_in(&code.unit.unit.source, code.source_offset(place.pc), function)
}

pub(crate) fn entry_of_waiting(vm: &Vm, waiting: AsyncCaller) -> StackEntry {
    match waiting {
        AsyncCaller::Function(place) => StackEntry { is_async: true, ..stack_entry(vm, place) },
        AsyncCaller::Element { of, index } => {
            StackEntry { function: of.to_owned(), source: format!("index {index}"), line: 0, column: 0, is_async: true }
        }
    }
}

/// The text of an object's `stack`: its name and message, unless others are given, and the first functions that an
/// error remembers.
pub(crate) fn stack_text(
    vm: &mut Vm,
    object: ObjectId,
    holder: ObjectId,
    most: usize,
    headline: Option<String>,
) -> Completion<String> {
    // The text is made once, and may have been made when the engine was written down.
    let aside = vm.heap.budget.begin_aside();
    let mut text = headline.unwrap_or_else(|| error_headline(vm, object));
    for entry in entries_of(vm, Value::object(holder)).into_iter().take(most) {
        text += &format!("\n    at {entry}");
    }
    let looked = vm.work(0);
    vm.heap.budget.end_aside(aside);
    looked?;
    // Usual ones take nothing.
    vm.work(if text.len() > USUAL_TEXT { text.len() as u64 / 16 } else { 0 })?;
    Ok(text)
}

/// Makes a string of the text of a stack, cut to the greatest length of a string.
pub fn string_of_stack(vm: &mut Vm, text: &str) -> StringId {
    // Bytes of UTF-8 are no fewer than units.
    let end = text.floor_char_boundary(rope::longest_string(&vm.heap));
    vm.heap.new_string(&text[..end])
}

/// Name and message of an error.
pub(crate) fn error_headline(vm: &mut Vm, error: ObjectId) -> String {
    let name = shown_property(vm, error, keys::NAME, SHOWN_NAME).unwrap_or_else(|| "Error".to_owned());
    match shown_property(vm, error, keys::MESSAGE, SHOWN_MESSAGE) {
        Some(message) if name.is_empty() => message,
        Some(message) if !message.is_empty() => format!("{name}: {message}"),
        _ => name,
    }
}

/// The beginning of a string in a plain data property of an object or its prototypes.
fn shown_property(vm: &mut Vm, object: ObjectId, key: PropertyKey, most: usize) -> Option<String> {
    let string = plain_property(vm, object, key)?.as_string()?;
    Some(shown::string(&mut vm.heap, string, most))
}

/// Finds a data property along 64 prototypes at most. Of getters, only those of a DOMException have a known answer.
fn plain_property(vm: &mut Vm, object: ObjectId, key: PropertyKey) -> Option<Value> {
    realm::fill_prototypes(vm, object);
    let mut next = Some(object);
    // Nobody needs the text behind a long chain.
    for _ in 0..64 {
        let current = next?;
        if let Some(property) = vm.heap.stored_property(current, key) {
            if !property.attributes.is_accessor() {
                return Some(property.value);
            }
            return exception_slot(key).and_then(|slot| shown::own_data(&vm.heap, object, slot));
        }
        next = vm.heap.known_prototype_of(current);
    }
    None
}

/// Describes a thrown value for people.
pub fn describe_exception(vm: &mut Vm, value: Value) -> String {
    match value.as_object() {
        Some(object) if matches!(vm.heap.kind(object), Kind::Error(_)) => error_headline(vm, object),
        // Objects that scripts throw instead of errors.
        Some(object) => match shown_property(vm, object, keys::MESSAGE, SHOWN_MESSAGE) {
            Some(message) => format!("{}: {message}", messages::describe(vm, value)),
            None => messages::describe(vm, value),
        },
        None => match value.as_string() {
            Some(string) => format!("\"{}\"", shown::string(&mut vm.heap, string, SHOWN_MESSAGE)),
            None => messages::describe(vm, value),
        },
    }
}

/// The beginning of a string that was thrown.
pub fn shown_text(vm: &mut Vm, string: StringId) -> String {
    shown::string(&mut vm.heap, string, SHOWN_MESSAGE)
}

/// The own `cause` of an error (20.5.8.1), or of an object that is thrown instead of one.
fn cause_of(vm: &Vm, thrown: Value) -> Option<Value> {
    let object = thrown.as_object()?;
    let cause = shown::own_data(&vm.heap, object, keys::CAUSE)?;
    // An error without a cause is worth knowing; other objects have what they have.
    (matches!(vm.heap.kind(object), Kind::Error(_)) || !cause.is_nullish()).then_some(cause)
}

/// The own `errors` of an error (20.5.7.1), if they are an unchanged array; else its own `error` and `suppressed`, if it
/// has both (20.5.8.1).
fn errors_of(vm: &Vm, thrown: Value) -> Vec<Value> {
    let error = thrown.as_object().filter(|&object| matches!(vm.heap.kind(object), Kind::Error(_)));
    let own = |key| shown::own_data(&vm.heap, error?, key);
    if let (Some(error), Some(suppressed)) = (own(keys::ERROR), own(keys::SUPPRESSED)) {
        return vec![error, suppressed];
    }
    let list = own(keys::ERRORS).and_then(Value::as_object);
    let Some((list, length)) = list.and_then(|list| Some((list, vm.heap.length_of_array(list)?))) else {
        return Vec::new();
    };
    let stored = (0..length.min(MAX_ERRORS)).filter_map(|index| {
        let property = vm.heap.stored_property(list, PropertyKey::from_index(index)?)?;
        property.attributes.is_plain_data().then_some(property.value)
    });
    stored.collect()
}

/// Cost of making an entry: the position is looked up, and strings are copied.
fn cost(entry: &StackEntry) -> u64 {
    64 + (entry.function.len() + entry.source.len()) as u64 / 8
}
