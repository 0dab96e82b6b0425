//! Values formatted for people: the output of `console.log`, laid out as Node does it, and the console itself.
//!
//! ```text
//! inspect    a value as text           value (the order), begin and base (before the braces), contents (between them),
//!                                      names, keys, error, layout (lines), quoting, custom (objects that show themselves)
//! format     `%s` and others           format
//! table      rows and columns          table
//! completion names that can come next  completion
//! describe   an object that is not opened   describe
//! console    the object for scripts    console, for whatever [`Console`] the host has; dir (the options of `console.dir`)
//! ```
//!
//! Showing a value runs no script: getters are named, not called, and proxies show their target. Large values are
//! truncated ([`Options`]); work and memory count for the current run. There are exceptions: `%s` and `%d` convert as
//! the language does, `console.table` reads its rows, and on request getters are called ([`Options::getters`]) and
//! objects show themselves ([`Options::custom`]).

mod base;
mod begin;
mod completion;
mod console;
mod contents;
mod custom;
mod describe;
mod dir;
mod error;
mod format;
mod keys;
mod layout;
mod names;
mod numbers;
mod options;
mod quoting;
mod sorting;
mod table;
mod value;

use ferrotape_runtime::Vm;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;

pub use completion::{Start, completions, methods_of, names_of, source_of};
pub use console::{Console, Level, install_console, table_as_asked};
pub use custom::CLOSURES;
pub use describe::{Description, Entry, Slot, describe, entries, internal_slots};
pub use dir::inspect_as_asked;
pub use format::format;
pub use options::{Compact, Getters, Options};

/// Formats a value. The text is on loan until the calling native function returns.
pub fn inspect(vm: &mut Vm, value: Value, options: &Options) -> Completion<String> {
    Formatter::new(vm, options).value(value, 0)
}

/// A value as if it were within this many objects. It is on loan as the text of [`inspect`] is.
fn inspect_within(vm: &mut Vm, value: Value, levels: usize, options: &Options) -> Completion<String> {
    Formatter::new(vm, options).value(value, levels)
}

/// A value in one line, errors without their stacks. It is on loan as the text of [`inspect`] is.
pub fn inspect_briefly(vm: &mut Vm, value: Value, options: &Options) -> Completion<String> {
    Formatter { is_brief: true, ..Formatter::new(vm, options) }.value(value, 0)
}

/// Formats the first `most` own enumerable properties of an object, except for some keys, each as `key: value` in one
/// line. The texts are on loan as in [`inspect`].
pub fn properties(
    vm: &mut Vm,
    object: ObjectId,
    without: &[PropertyKey],
    most: usize,
    options: &Options,
) -> Completion<Vec<String>> {
    let mut formatter = Formatter { is_brief: true, seen: vec![object], ..Formatter::new(vm, options) };
    let mut keys = formatter.shown_keys(object)?;
    keys.retain(|key| !without.contains(key));
    keys.into_iter().take(most).map(|key| formatter.property(object, key, 0, layout::Entries::Named)).collect()
}

/// The state of formatting.
struct Formatter<'a> {
    vm: &'a mut Vm,
    options: &'a Options,
    /// The enclosing objects.
    seen: Vec<ObjectId>,
    /// The objects that contain themselves, in the order found.
    circular: Vec<ObjectId>,
    indentation: usize,
    /// The level of the object begun last.
    current_depth: usize,
    /// Uses one line, and shows errors without stacks.
    is_brief: bool,
    /// Comparator of a script for the order of entries.
    comparator: Option<Value>,
    /// Options of a script, which objects that show themselves get too.
    given: Option<ObjectId>,
}

/// The kind of a text, for its colour.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Style {
    Special,
    Number,
    Undefined,
    Null,
    Text,
    Date,
    Pattern,
}

impl Style {
    /// Returns the numbers of the escape sequences that begin and end the colour.
    fn codes(self) -> (u8, u8) {
        match self {
            Style::Special => (36, 39),
            Style::Number => (33, 39),
            Style::Undefined => (90, 39),
            Style::Null => (1, 22),
            Style::Text => (32, 39),
            Style::Date => (35, 39),
            Style::Pattern => (31, 39),
        }
    }
}

impl<'a> Formatter<'a> {
    fn new(vm: &'a mut Vm, options: &'a Options) -> Self {
        let (seen, circular, comparator, given) = (Vec::new(), Vec::new(), None, None);
        Formatter { vm, options, seen, circular, indentation: 0, current_depth: 0, is_brief: false, comparator, given }
    }
}

impl Formatter<'_> {
    fn styled(&self, text: impl Into<String>, style: Style) -> String {
        let text = text.into();
        if !self.options.colors {
            return text;
        }
        let (begin, end) = style.codes();
        format!("\u{1b}[{begin}m{text}\u{1b}[{end}m")
    }

    /// Tells whether script is called while the value is shown. Held values must then be kept alive.
    fn runs_script(&self) -> bool {
        self.comparator.is_some() || self.options.custom || self.options.getters != Getters::Told
    }

    /// Characters of a name that are shown, however short strings are to be.
    fn longest_name(&self) -> usize {
        self.options.max_string_length.clamp(names::SHORTEST, names::LONGEST)
    }

    /// Text that was made counts against the limits.
    fn charge(&mut self, text: &str) -> Completion<()> {
        self.vm.heap.lend(text.len())?;
        self.vm.work(text.len() as u64 / ferrotape_budget::costs::UNITS_PER_TICK + 1)
    }
}
