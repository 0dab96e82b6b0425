//! Shows thrown values like [`inspect`](crate::Context::inspect), and the properties of errors besides name, message
//! and stack. Needs the feature `inspect`.
//!
//! This is the host's work: a script pays nothing for it, and it is small for any thrown value.

use ferrotape_inspect::Options;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::shown::own_data;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::{Completion, Vm, keys};

use super::{Error, Note};

const MOST_PROPERTIES: usize = 8;

/// The most characters of a thrown string, which is the message of many programs.
const MOST_TEXT: usize = 2000;

/// Units of work for one value.
const MOST_WORK: u64 = 20_000;

/// The properties that an error reports elsewhere.
const TOLD: [PropertyKey; 5] = [keys::NAME, keys::MESSAGE, keys::STACK, keys::CAUSE, keys::ERRORS];

impl Error {
    /// Adds the thrown value's text and properties to the error.
    pub(super) fn show(&mut self, vm: &mut Vm, thrown: Value) {
        if let Some(text) = shown(vm, thrown) {
            self.0.message = text;
        }
        let notes = properties(vm, thrown).into_iter().map(|message| Note { message, location: None });
        self.0.notes.extend(notes);
    }
}

/// Returns the text of a thrown value that is not an error. None if that would take too long.
fn shown(vm: &mut Vm, thrown: Value) -> Option<String> {
    let options = match thrown.as_object() {
        Some(object) if matches!(vm.heap.kind(object), Kind::Error(_)) => return None,
        Some(_) => Options { depth: Some(2), ..options() },
        None if thrown.as_string().is_some() => Options { max_string_length: MOST_TEXT, ..options() },
        None => return None,
    };
    let mut brief =
        |options: &Options| bounded(vm, thrown, |vm| ferrotape_inspect::inspect_briefly(vm, thrown, options));
    // What is broad may be small without its innermost level.
    brief(&options).or_else(|| brief(&Options { depth: Some(1), ..options }))
}

/// Returns the own properties of an error that are not reported elsewhere, each as text: at most [`MOST_PROPERTIES`].
fn properties(vm: &mut Vm, thrown: Value) -> Vec<String> {
    let is_error = |&object: &ObjectId| matches!(vm.heap.kind(object), Kind::Error(_));
    let Some(error) = thrown.as_object().filter(is_error) else { return Vec::new() };
    // A name or a message that is no text is not in the headline.
    let is_text = |key| own_data(&vm.heap, error, key).is_none_or(|value| value.as_string().is_some());
    let told: Vec<_> =
        TOLD.into_iter().filter(|&key| ![keys::NAME, keys::MESSAGE].contains(&key) || is_text(key)).collect();
    let shown = |vm: &mut Vm| ferrotape_inspect::properties(vm, error, &told, MOST_PROPERTIES, &options());
    bounded(vm, thrown, shown).unwrap_or_default()
}

fn options() -> Options {
    Options { depth: Some(1), max_array_length: 20, max_string_length: 200, ..Options::default() }
}

/// Runs some work, and returns its result unless the work was too much.
pub(crate) fn bounded<T>(vm: &mut Vm, thrown: Value, work: impl FnOnce(&mut Vm) -> Completion<T>) -> Option<T> {
    let (mark, on_loan) = (vm.kept_mark(), vm.heap.on_loan());
    vm.keep(thrown);
    let aside = vm.heap.budget.begin_aside();
    vm.heap.budget.set_fuel(Some(MOST_WORK));
    let done = work(vm);
    vm.heap.budget.end_aside(aside);
    vm.heap.settle_loans(on_loan);
    vm.release_kept(mark);
    done.ok()
}
