//! Options of constructors, ECMA-402 9.2. Each function reads one, as the specification says.

use ferrotape_budget::costs::DATE_UNITS_PER_TICK;
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

/// An options object; none where nothing can be read.
pub(crate) type Options = Option<ObjectId>;

/// Code units of a text that is read as a tag or an option. Reading one is not to be interrupted.
pub(crate) const MOST_UNITS: usize = 1 << 13;

/// GetOptionsObject ( options ), ECMA-262 7.3.37
pub(crate) fn get_options_object(vm: &mut Vm, value: Value) -> Completion<Options> {
    if value.is_undefined() || value.is_object() {
        return Ok(value.as_object());
    }
    let found = messages::describe(vm, value);
    vm.type_error(format!("{found} is not an object"))
}

/// CoerceOptionsToObject ( options ), ECMA-402 9.2.9. The object is kept until the native returns.
pub(crate) fn coerce_options(vm: &mut Vm, value: Value) -> Completion<Options> {
    if value.is_undefined() {
        return Ok(None);
    }
    let object = convert::to_object(vm, value)?;
    vm.keep(Value::object(object));
    Ok(Some(object))
}

/// Reads a property, undefined without options.
pub(crate) fn get(vm: &mut Vm, options: Options, name: &str) -> Completion<Value> {
    let Some(options) = options else { return Ok(Value::UNDEFINED) };
    let key = vm.heap.key(name);
    object::get(vm, options, key)
}

/// Copies a text that may be a tag or the value of an option; none if it cannot be one.
pub(crate) fn short_text(vm: &mut Vm, string: StringId) -> Completion<Option<String>> {
    let length = vm.heap.string_length(string);
    if length > MOST_UNITS {
        return Ok(None);
    }
    vm.work(length as u64 / DATE_UNITS_PER_TICK + 1)?;
    let flat = vm.heap.flatten(string)?;
    Ok(vm.heap.view(flat).ascii().map(str::to_owned))
}

/// Throws for a value that an option cannot have.
pub(crate) fn refuse<T>(vm: &mut Vm, string: StringId, name: &str) -> Completion<T> {
    let found = messages::describe(vm, Value::string(string));
    vm.range_error(format!("{found} is not a value of the option '{name}'"))
}

/// GetOption of type string without a list of values.
pub(crate) fn string(vm: &mut Vm, options: Options, name: &str) -> Completion<Option<String>> {
    let value = get(vm, options, name)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let string = convert::to_string(vm, value)?;
    match short_text(vm, string)? {
        Some(text) => Ok(Some(text)),
        None => refuse(vm, string, name),
    }
}

/// GetOption ( options, property, string, values, default ), ECMA-262 7.3.38. None for undefined.
pub(crate) fn choice(
    vm: &mut Vm,
    options: Options,
    name: &str,
    choices: &[&'static str],
) -> Completion<Option<&'static str>> {
    let value = get(vm, options, name)?;
    if value.is_undefined() {
        return Ok(None);
    }
    let string = convert::to_string(vm, value)?;
    let text = short_text(vm, string)?;
    match choices.iter().find(|&&choice| text.as_deref() == Some(choice)) {
        Some(&choice) => Ok(Some(choice)),
        None => refuse(vm, string, name),
    }
}

/// GetOption of type boolean. None for undefined.
pub(crate) fn boolean(vm: &mut Vm, options: Options, name: &str) -> Completion<Option<bool>> {
    let value = get(vm, options, name)?;
    Ok((!value.is_undefined()).then(|| vm.heap.to_boolean(value)))
}

/// GetBooleanOrStringNumberFormatOption, ECMA-402 9.2.13, of the option `useGrouping`. None for false.
pub(crate) fn use_grouping(vm: &mut Vm, options: Options, default: &'static str) -> Completion<Option<&'static str>> {
    let value = get(vm, options, "useGrouping")?;
    if value.is_undefined() {
        return Ok(Some(default));
    }
    if value == Value::bool(true) {
        return Ok(Some("always"));
    }
    if !vm.heap.to_boolean(value) {
        return Ok(None);
    }
    let string = convert::to_string(vm, value)?;
    match short_text(vm, string)?.as_deref() {
        Some("true" | "false") => Ok(Some(default)),
        Some("min2") => Ok(Some("min2")),
        Some("auto") => Ok(Some("auto")),
        Some("always") => Ok(Some("always")),
        _ => refuse(vm, string, "useGrouping"),
    }
}

/// DefaultNumberOption ( value, minimum, maximum, fallback ), ECMA-402 9.2.11. None for undefined.
pub(crate) fn number_of(vm: &mut Vm, value: Value, name: &str, range: [u32; 2]) -> Completion<Option<u32>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let number = convert::to_number(vm, value)?;
    let [least, most] = range.map(f64::from);
    if number >= least && number <= most {
        return Ok(Some(number.floor() as u32));
    }
    vm.range_error(format!("{name} must be from {least} to {most}"))
}

/// GetNumberOption ( options, property, minimum, maximum, fallback ), ECMA-402 9.2.12. None for undefined.
pub(crate) fn number(vm: &mut Vm, options: Options, name: &str, range: [u32; 2]) -> Completion<Option<u32>> {
    let value = get(vm, options, name)?;
    number_of(vm, value, name, range)
}

/// The option `localeMatcher`, whose value changes nothing: there is one way to choose.
pub(crate) fn locale_matcher(vm: &mut Vm, options: Options) -> Completion<()> {
    choice(vm, options, "localeMatcher", &["lookup", "best fit"]).map(drop)
}

/// Returns whether a text has the form of `type` in tags: parts of three to eight letters or digits.
pub(crate) fn is_type(text: &str) -> bool {
    text.split('-').all(|part| (3..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Reads an option that has the form of `type`, in lower case.
pub(crate) fn type_text(vm: &mut Vm, options: Options, name: &str) -> Completion<Option<String>> {
    let Some(text) = string(vm, options, name)? else { return Ok(None) };
    if is_type(&text) {
        return Ok(Some(text.to_ascii_lowercase()));
    }
    vm.range_error(format!("'{text}' is not a value of the option '{name}'"))
}
