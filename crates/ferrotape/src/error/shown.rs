//! Thrown values as [`inspect`](crate::Context::inspect) shows them, and what errors have besides name, message and stack. Behind
//! the feature `inspect`.
//!
//! It is work of the host's, so a script pays nothing for it, and there is little of it whatever was thrown.

use ferrotape_inspect::Options;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::Kind;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::{Completion, Vm, keys};

use super::{Error, Note};

const MOST_PROPERTIES: usize = 8;

/// Units of work for one value.
const MOST_WORK: u64 = 20_000;

/// Properties that have places of their own in what is told of an error.
const TOLD: [PropertyKey; 5] = [keys::NAME, keys::MESSAGE, keys::STACK, keys::CAUSE, keys::ERRORS];

impl Error {
    /// Has the error tell of the value that was thrown.
    pub(super) fn show(&mut self, vm: &mut Vm, thrown: Value) {
        if let Some(text) = shown(vm, thrown) {
            self.0.message = text;
        }
        let notes = properties(vm, thrown).into_iter().map(|message| Note { message, location: None });
        self.0.notes.extend(notes);
    }
}

/// What is thrown instead of an error, as text; none where that would take too long.
fn shown(vm: &mut Vm, thrown: Value) -> Option<String> {
    // What classes of the host have they are asked for, and they may be at work; their names are known.
    let is_shown = |object: ObjectId| !matches!(vm.heap.kind(object), Kind::Error(_) | Kind::HostObject(_));
    thrown.as_object().filter(|&object| is_shown(object))?;
    bounded(vm, thrown, |vm| ferrotape_inspect::inspect_briefly(vm, thrown, &options()))
}

/// The own properties of an error that nothing else tells, each as text; at most [`MOST_PROPERTIES`].
fn properties(vm: &mut Vm, thrown: Value) -> Vec<String> {
    let is_error = |&object: &ObjectId| matches!(vm.heap.kind(object), Kind::Error(_));
    let Some(error) = thrown.as_object().filter(is_error) else { return Vec::new() };
    let shown = |vm: &mut Vm| ferrotape_inspect::properties(vm, error, &TOLD, MOST_PROPERTIES, &options());
    bounded(vm, thrown, shown).unwrap_or_default()
}

fn options() -> Options {
    Options { depth: Some(1), max_array_length: 20, max_string_length: 200, ..Options::default() }
}

/// What comes of some work, if it is not too much.
fn bounded<T>(vm: &mut Vm, thrown: Value, work: impl FnOnce(&mut Vm) -> Completion<T>) -> Option<T> {
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
