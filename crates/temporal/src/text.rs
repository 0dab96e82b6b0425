//! Strings that are read.

use ferrotape_runtime::convert::{self, Hint};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use ferrotape_budget::costs::DATE_UNITS_PER_TICK;

use crate::calendar;

/// Code units of a string that is read. Only annotations can make one so long, and reading one is not to be interrupted.
const MOST_UNITS: usize = 1 << 14;

/// Copies a string that is to be read as a date or a name, of which all have ASCII characters alone. A RangeError for others.
pub(crate) fn ascii(vm: &mut Vm, string: StringId) -> Completion<String> {
    let length = vm.heap.string_length(string);
    if length <= MOST_UNITS {
        vm.work(length as u64 / DATE_UNITS_PER_TICK + 1)?;
        let flat = vm.heap.flatten(string)?;
        if let Some(text) = vm.heap.view(flat).ascii() {
            return Ok(text.to_owned());
        }
    }
    let found = messages::describe(vm, Value::string(string));
    vm.range_error(format!("{found} cannot be read"))
}

/// Copies an argument that has to be a string. A TypeError for others.
pub(crate) fn required(vm: &mut Vm, value: Value, what: &str) -> Completion<String> {
    match value.as_string() {
        Some(string) => ascii(vm, string),
        None => {
            let found = messages::describe(vm, value);
            vm.type_error(format!("{found} is no {what}"))
        }
    }
}

/// Copies an argument that has to be the text of a date in a known calendar.
pub(crate) fn date(vm: &mut Vm, value: Value, what: &str) -> Completion<String> {
    let text = required(vm, value, what)?;
    if text.to_ascii_lowercase().contains("islamic") {
        calendar::check_annotation(vm, &text)?;
    }
    Ok(text)
}

/// ToPrimitiveAndRequireString ( argument ), Temporal 13.39
pub(crate) fn primitive(vm: &mut Vm, value: Value, what: &str) -> Completion<String> {
    let primitive = convert::to_primitive(vm, value, Hint::String)?;
    required(vm, primitive, what)
}

/// Makes a string of a short text.
pub(crate) fn value(vm: &mut Vm, text: &str) -> Value {
    Value::string(vm.heap.new_string(text))
}
