//! Intl.ListFormat, ECMA-402 14.

use ferrotape_budget::costs::UNITS_PER_TICK;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::iteration;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::operations::iterate::append_value;
use ferrotape_runtime::string_builder::StringBuilder;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::list_patterns::{self, Joints};
use crate::resolved::{Resolved, property};
use crate::slots::{self, Type};
use crate::tag::Tag;
use crate::{Class, negotiation, options};

static CONSTRUCTOR: NativeFunction = constructor("ListFormat", 0, list_format);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static METHODS: &[NativeFunction] = &[
    method("format", 1, format),
    method("formatToParts", 1, format_to_parts),
    method("resolvedOptions", 0, resolved_options),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::ListFormat,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[],
};

/// Ticks for making a format, and for a text of an empty list.
const FORMAT: u64 = 150;

/// Intl.ListFormat ( [ locales [ , options ] ] ), ECMA-402 14.1.1
fn list_format(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::ListFormat)?;
    let prototype = slots::prototype_for_new(vm, call, Type::ListFormat)?;
    vm.work(FORMAT)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let tags = negotiation::canonicalize_list(vm, locales)?;
    let options = options::get_options_object(vm, options)?;
    options::locale_matcher(vm, options)?;
    let chosen = negotiation::choose(&tags);
    let which = options::choice(vm, options, "type", &["conjunction", "disjunction", "unit"])?;
    let style = options::choice(vm, options, "style", &["long", "short", "narrow"])?;
    let mut resolved = Resolved::default();
    resolved.text("locale", &chosen.locale);
    resolved.text("type", which.unwrap_or("conjunction"));
    resolved.text("style", style.unwrap_or("long"));
    Ok(slots::object(vm, prototype, Type::ListFormat, resolved.as_str()))
}

/// StringListFromIterable ( iterable ), ECMA-402 14.5.5: an array that no script sees, kept until the native returns, and its
/// strings.
fn string_list(vm: &mut Vm, iterable: Value) -> Completion<Vec<StringId>> {
    let array = object::array::new_array(vm);
    vm.keep(Value::object(array));
    if iterable.is_undefined() {
        return Ok(Vec::new());
    }
    iteration::iterate(vm, iterable, |vm, value| {
        if value.is_string() {
            return append_value(vm, array, value);
        }
        let found = messages::describe(vm, value);
        vm.type_error(format!("{found} is not a string"))
    })?;
    let strings = vm.heap.elements(array).as_dense().unwrap_or_default();
    let length = strings.len();
    vm.room(length * size_of::<StringId>())?;
    vm.work(length as u64 / UNITS_PER_TICK)?;
    let strings = vm.heap.elements(array).as_dense().unwrap_or_default();
    Ok(strings.iter().filter_map(|value| value.as_string()).collect())
}

/// A list format: the locale and its joints.
struct Format {
    tag: Tag,
    joints: Joints,
}

fn this_format(vm: &mut Vm, call: Call, method: &str) -> Completion<Format> {
    vm.work(FORMAT)?;
    let (_, slots) = slots::this(vm, call, Type::ListFormat, method)?;
    let resolved = Resolved::read(vm, slots.resolved)?;
    let tag = Tag::parse(resolved.get_text("locale")).unwrap_or_default();
    let joints = list_patterns::of(&tag, resolved.get_text("type"), resolved.get_text("style"));
    Ok(Format { tag, joints })
}

impl Format {
    /// Returns the text before the item at a place.
    fn joint(&self, vm: &mut Vm, place: usize, list: &[StringId]) -> Completion<&'static str> {
        let joint = match (place, list.len()) {
            (0, _) => return Ok(""),
            (_, 2) => self.joints.of_two,
            (place, length) if place + 1 == length => self.joints.last,
            _ => self.joints.middle,
        };
        let Some(&item) = list.get(place) else { return Ok(joint) };
        let flat = vm.heap.flatten(item)?;
        let start = vm.heap.view(flat).slice(0, 3).to_string_lossy();
        Ok(list_patterns::before(&self.tag, joint, &start))
    }
}

/// Intl.ListFormat.prototype.format ( list ), ECMA-402 14.3.3
fn format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = this_format(vm, call, "format")?;
    let list = call.argument(vm, 0);
    let list = string_list(vm, list)?;
    let mut text = StringBuilder::default();
    for (place, &item) in list.iter().enumerate() {
        let joint = format.joint(vm, place, &list)?;
        let joint = vm.heap.new_string(joint);
        vm.work(vm.heap.string_length(item) as u64 / UNITS_PER_TICK + 1)?;
        text.push_string(vm, joint)?;
        text.push_string(vm, item)?;
    }
    text.finish(vm).map(Value::string)
}

/// Intl.ListFormat.prototype.formatToParts ( list ), ECMA-402 14.3.4
fn format_to_parts(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = this_format(vm, call, "formatToParts")?;
    let list = call.argument(vm, 0);
    let list = string_list(vm, list)?;
    let parts = object::array::new_array(vm);
    vm.keep(Value::object(parts));
    for (place, &item) in list.iter().enumerate() {
        let joint = format.joint(vm, place, &list)?;
        if !joint.is_empty() {
            let joint = vm.heap.new_string(joint);
            push_part(vm, parts, "literal", joint)?;
        }
        push_part(vm, parts, "element", item)?;
    }
    Ok(Value::object(parts))
}

/// Appends `{ type, value }` to the parts.
fn push_part(vm: &mut Vm, parts: ObjectId, r#type: &str, value: StringId) -> Completion<()> {
    let vm = &mut vm.scope();
    vm.keep(Value::string(value));
    vm.work(8)?;
    let object = vm.new_plain_object();
    vm.keep(Value::object(object));
    let name = Value::string(vm.heap.new_string(r#type));
    property(vm, object, "type", name)?;
    property(vm, object, "value", Value::string(value))?;
    append_value(vm, parts, Value::object(object))
}

/// Intl.ListFormat.prototype.resolvedOptions ( ), ECMA-402 14.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::ListFormat, "resolvedOptions")?;
    Resolved::read(vm, slots.resolved)?.show(vm)
}
