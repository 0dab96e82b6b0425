//! Options that scripts give `console.dir` and `util.inspect`: own enumerable properties of an object, as Node reads them.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::shown;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::{Compact, Formatter, Getters, Options};

/// Wishes of one call for how a value is shown.
struct Wanted {
    options: Options,
    /// The function that puts entries in order.
    comparator: Option<Value>,
    /// Whether not even the outermost object is shown.
    is_closed: bool,
}

/// Formats a value by the options that a script gives, as Node's `util.inspect` does. Missing options are as in `options`.
/// Both values are kept alive by whoever calls this. The text is on loan as that of [`inspect`](crate::inspect) is.
pub fn inspect_as_asked(vm: &mut Vm, item: Value, given: Value, options: Options) -> Completion<String> {
    let mut wanted = Wanted { options, comparator: None, is_closed: false };
    if let Some(given) = given.as_object() {
        wanted.read(vm, given)?;
    }
    let level = usize::from(wanted.is_closed);
    let mut formatter = Formatter::new(vm, &wanted.options);
    formatter.comparator = wanted.comparator;
    formatter.given = given.as_object();
    formatter.value(item, level)
}

/// Returns options with what a script gives in their place. The object is kept alive by whoever calls this.
pub(crate) fn options_as_asked(vm: &mut Vm, given: Value, options: Options) -> Completion<Options> {
    let mut wanted = Wanted { options, comparator: None, is_closed: false };
    if let Some(given) = given.as_object() {
        wanted.read(vm, given)?;
    }
    Ok(wanted.options)
}

impl Wanted {
    /// Reads the options of `console.dir`.
    fn read(&mut self, vm: &mut Vm, given: ObjectId) -> Completion<()> {
        let options = &mut self.options;
        if let Some(limit) = limit(vm, given, "depth")? {
            self.is_closed = limit < 0.0;
            options.depth = limit.is_finite().then_some(limit.max(0.0) as usize);
        }
        let lengths = [
            ("maxArrayLength", &mut options.max_array_length),
            ("maxStringLength", &mut options.max_string_length),
            ("breakLength", &mut options.break_length),
        ];
        for (name, length) in lengths {
            if let Some(limit) = limit(vm, given, name)? {
                *length = limit.clamp(0.0, LONGEST) as usize;
            }
        }
        let flags = [
            ("showHidden", &mut options.show_hidden),
            ("colors", &mut options.colors),
            ("showProxy", &mut options.show_proxy),
            ("customInspect", &mut options.custom),
            ("numericSeparator", &mut options.numeric_separator),
        ];
        for (name, flag) in flags {
            if let Some(value) = own(vm, given, name)? {
                *flag = vm.heap.to_boolean(value);
            }
        }
        if let Some(value) = own(vm, given, "compact")? {
            options.compact = match (value.as_bool(), value.as_number()) {
                (Some(true), _) => Compact::All,
                (None, Some(levels)) => Compact::Levels(levels as usize),
                _ => Compact::Levels(0),
            };
        }
        if let Some(value) = own(vm, given, "getters")? {
            options.getters = getters(vm, value);
        }
        if let Some(value) = own(vm, given, "sorted")? {
            options.sorted = vm.heap.to_boolean(value);
            self.comparator = value.as_object().filter(|&function| vm.heap.has_call(function)).map(Value::object);
        }
        Ok(())
    }
}

/// Stand-in for a length without limit. Half of what there are, so that something can be added.
const LONGEST: f64 = (usize::MAX / 4) as f64;

/// An own enumerable property of the options, kept alive.
fn own(vm: &mut Vm, given: ObjectId, name: &str) -> Completion<Option<Value>> {
    let key = vm.heap.key(name);
    let descriptor = object::get_own_property(vm, given, key)?;
    if descriptor.is_none_or(|descriptor| descriptor.enumerable != Some(true)) {
        return Ok(None);
    }
    let value = object::get(vm, given, key)?;
    vm.keep(value);
    Ok(Some(value))
}

/// A number of the options; whatever is none is no limit. Nothing where it is not said.
fn limit(vm: &mut Vm, given: ObjectId, name: &str) -> Completion<Option<f64>> {
    let Some(value) = own(vm, given, name)? else { return Ok(None) };
    if value.is_null() || value.is_symbol() || value.is_bigint() {
        return Ok(Some(f64::INFINITY));
    }
    let number = convert::to_number(vm, value)?;
    Ok(Some(if number.is_nan() { f64::INFINITY } else { number }))
}

fn getters(vm: &mut Vm, value: Value) -> Getters {
    let text = value.as_string().map(|text| shown::string(&mut vm.heap, text, 4));
    match text.as_deref() {
        Some("get") => Getters::CalledWithoutSetter,
        Some("set") => Getters::CalledWithSetter,
        _ if value.as_bool() == Some(true) => Getters::Called,
        _ => Getters::Told,
    }
}
