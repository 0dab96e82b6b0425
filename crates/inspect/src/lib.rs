//! Values formatted for people: the output of `console.log`, laid out as Node does it, and the console itself.
//!
//! ```text
//! inspect    a value as text           value (the order), begin and base (before the braces), contents (between them),
//!                                      names, keys, error, layout (lines), quoting
//! format     `%s` and others           format
//! table      rows and columns          table
//! completion possible next names       completion
//! console    the object for scripts    console, with output to the host's [`Console`]
//! ```
//!
//! Formatting runs no script: getters are named but not called, and a proxy shows its target. Large values are cut
//! ([`Options`]). Work and memory count against the current run. Only `%s` and `%d` convert as the language does.

mod base;
mod begin;
mod completion;
mod console;
mod contents;
mod error;
mod format;
mod keys;
mod layout;
mod names;
mod quoting;
mod table;
mod value;

use ferrotape_runtime::Vm;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::property_key::PropertyKey;
use ferrotape_runtime::value::Value;

pub use completion::{Start, completions, methods_of, source_of};
pub use console::{Console, Level, install_console};
pub use format::format;

/// The options for formatting values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of levels of nested objects that are shown. None shows all, up to a hundred.
    pub depth: Option<usize>,
    /// Uses the colours of terminals.
    pub colors: bool,
    /// The most columns of an object in one line.
    pub break_length: usize,
    /// The most elements of an array, and entries of a Map or Set.
    pub max_array_length: usize,
    /// The most characters of a string.
    pub max_string_length: usize,
    /// Shows properties that are not enumerable too.
    pub show_hidden: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            depth: Some(2),
            colors: false,
            break_length: 80,
            max_array_length: 100,
            max_string_length: 10_000,
            show_hidden: false,
        }
    }
}

/// Formats a value. The text is on loan until the calling native function returns.
pub fn inspect(vm: &mut Vm, value: Value, options: &Options) -> Completion<String> {
    Formatter::new(vm, options).value(value, 0)
}

/// Formats a value in one line, with errors without stacks. The text is on loan as in [`inspect`].
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
    keys.into_iter().take(most).map(|key| formatter.property(object, key, 0)).collect()
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
        let (seen, circular) = (Vec::new(), Vec::new());
        Formatter { vm, options, seen, circular, indentation: 0, current_depth: 0, is_brief: false }
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

    /// Charges text that was produced against the limits.
    fn charge(&mut self, text: &str) -> Completion<()> {
        self.vm.heap.lend(text.len())?;
        self.vm.work(text.len() as u64 / ferrotape_budget::costs::UNITS_PER_TICK + 1)
    }
}
