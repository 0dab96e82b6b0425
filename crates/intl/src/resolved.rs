//! Options that a constructor resolved, in the order in which `resolvedOptions` shows them. Objects have them as one string,
//! a line for each: `name=sTEXT`, `name=n12`, `name=b1`, `name=lone,two`. A name that begins with a dot is not shown.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::StringId;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::slots;

/// Ticks for showing an option.
const TICKS_PER_OPTION: u64 = 16;

/// Resolved options as text.
#[derive(Clone, Default)]
pub(crate) struct Resolved(String);

impl Resolved {
    fn line(&mut self, name: &str, kind: char, value: &str) {
        for piece in [name, "="] {
            self.0.push_str(piece);
        }
        self.0.push(kind);
        self.0.push_str(value);
        self.0.push('\n');
    }

    pub(crate) fn text(&mut self, name: &str, value: &str) {
        self.line(name, 's', value);
    }

    /// Adds an option, if there is one.
    pub(crate) fn maybe(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.text(name, value);
        }
    }

    pub(crate) fn number(&mut self, name: &str, value: u32) {
        self.line(name, 'n', &value.to_string());
    }

    pub(crate) fn flag(&mut self, name: &str, value: bool) {
        self.line(name, 'b', if value { "1" } else { "0" });
    }

    pub(crate) fn list(&mut self, name: &str, values: &[&str]) {
        self.line(name, 'l', &values.join(","));
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// Reads those of an object. Bytes that were changed make options that are missing.
    pub(crate) fn read(vm: &mut Vm, string: StringId) -> Completion<Self> {
        slots::text(vm, string).map(Resolved)
    }

    fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.lines().filter_map(|line| line.split_once('='))
    }

    fn get(&self, name: &str, kind: char) -> Option<&str> {
        let (_, value) = self.lines().find(|&(found, _)| found == name)?;
        value.strip_prefix(kind)
    }

    /// Returns a text, empty if there is none.
    pub(crate) fn get_text(&self, name: &str) -> &str {
        self.get(name, 's').unwrap_or_default()
    }

    pub(crate) fn get_number(&self, name: &str) -> Option<u32> {
        self.get(name, 'n')?.parse().ok()
    }

    pub(crate) fn get_flag(&self, name: &str) -> bool {
        self.get(name, 'b') == Some("1")
    }

    /// Makes the object of `resolvedOptions`.
    pub(crate) fn show(&self, vm: &mut Vm) -> Completion<Value> {
        let shown = vm.new_plain_object();
        vm.keep(Value::object(shown));
        for (name, value) in self.lines().filter(|(name, _)| !name.starts_with('.')) {
            vm.work(TICKS_PER_OPTION)?;
            let text = value.get(1..).unwrap_or_default();
            let value = match value.as_bytes().first() {
                Some(b'n') => Value::number(text.parse().unwrap_or(0.0)),
                Some(b'b') => Value::bool(text == "1"),
                Some(b'l') => string_array(vm, text.split(',').filter(|item| !item.is_empty()))?,
                _ => Value::string(vm.heap.new_string(text)),
            };
            property(vm, shown, name, value)?;
        }
        Ok(Value::object(shown))
    }
}

/// Adds a property to a new object.
pub(crate) fn property(
    vm: &mut Vm,
    object: ferrotape_runtime::heap::ObjectId,
    name: &str,
    value: Value,
) -> Completion<()> {
    let key = vm.heap.key(name);
    object::create_data_property_or_throw(vm, object, key, value)
}

/// Makes an array of strings.
pub(crate) fn string_array<'a>(vm: &mut Vm, texts: impl Iterator<Item = &'a str>) -> Completion<Value> {
    let values = texts.map(|text| Value::string(vm.heap.new_string(text))).collect();
    object::array::new_array_from(vm, values).map(Value::object)
}
