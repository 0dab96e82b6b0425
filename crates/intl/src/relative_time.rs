//! Intl.RelativeTimeFormat, ECMA-402 18.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::decimal::Number;
use crate::number_format::{mathematical_value, plain, string_of};
use crate::pattern::{Part, part};
use crate::relative_data::{Distances, UNITS};
use crate::resolved::{Resolved, property};
use crate::slots::{self, Type};
use crate::tag::Tag;
use crate::{Class, names, negotiation, options, plural_rules, symbols};

static CONSTRUCTOR: NativeFunction = constructor("RelativeTimeFormat", 0, relative_time_format);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static METHODS: &[NativeFunction] = &[
    method("format", 2, format),
    method("formatToParts", 2, format_to_parts),
    method("resolvedOptions", 0, resolved_options),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::RelativeTimeFormat,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[],
};

/// Ticks for a text.
const FORMAT: u64 = 300;

/// Intl.RelativeTimeFormat ( [ locales [ , options ] ] ), ECMA-402 18.1.1
fn relative_time_format(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::RelativeTimeFormat)?;
    let prototype = slots::prototype_for_new(vm, call, Type::RelativeTimeFormat)?;
    vm.work(FORMAT)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let tags = negotiation::canonicalize_list(vm, locales)?;
    let options = options::coerce_options(vm, options)?;
    options::locale_matcher(vm, options)?;
    let system = options::type_text(vm, options, "numberingSystem")?;
    let mut chosen = negotiation::choose(&tags);
    let system = chosen.keyword("nu", system.as_deref(), names::is_numbering_system);
    let style = options::choice(vm, options, "style", &["long", "short", "narrow"])?;
    let numeric = options::choice(vm, options, "numeric", &["always", "auto"])?;
    let mut resolved = Resolved::default();
    resolved.text("locale", chosen.with_keywords());
    resolved.text("style", style.unwrap_or("long"));
    resolved.text("numeric", numeric.unwrap_or("always"));
    resolved.text("numberingSystem", system.as_deref().unwrap_or(symbols::of(&chosen.data).numbering_system));
    Ok(slots::object(vm, prototype, Type::RelativeTimeFormat, resolved.as_str()))
}

/// PartitionRelativeTimePattern ( relativeTimeFormat, value, unit ), ECMA-402 18.5.2, with the unit.
fn parts(vm: &mut Vm, call: Call, name: &str) -> Completion<(Vec<Part>, &'static str)> {
    let (_, slots) = slots::this(vm, call, Type::RelativeTimeFormat, name)?;
    let (value, unit) = (call.argument(vm, 0), call.argument(vm, 1));
    let value = convert::to_number(vm, value)?;
    let string = convert::to_string(vm, unit)?;
    let unit = options::short_text(vm, string)?.unwrap_or_default();
    let is_it = |name: &str| unit == name || unit.strip_suffix('s') == Some(name);
    let Some((place, &unit)) = UNITS.iter().enumerate().find(|(_, name)| is_it(name)) else {
        return options::refuse(vm, string, "unit");
    };
    if !value.is_finite() {
        return vm.range_error("The value is not finite");
    }
    vm.work(FORMAT)?;
    let resolved = Resolved::read(vm, slots.resolved)?;
    let tag = Tag::parse(resolved.get_text("locale")).unwrap_or_default();
    let distances = Distances::of(&tag, place, resolved.get_text("style"));
    if resolved.get_text("numeric") == "auto"
        && let Some(word) = distances.word(value)
    {
        return Ok((vec![part("literal", word)], unit));
    }
    let number = mathematical_value(vm, Value::number(value.abs()))?;
    let digits = plain(resolved.get_text("locale"), resolved.get_text("numberingSystem")).parts(&number);
    let category = plural_rules::category(&tag, false, &european(&number));
    let pattern = distances.pattern(value.is_sign_negative(), category);
    let (before, behind) = pattern.split_once('#').map_or((pattern, None), |(before, behind)| (before, Some(behind)));
    let literal = |text: &str| (!text.is_empty()).then(|| part("literal", text));
    let mut parts: Vec<Part> = literal(before).into_iter().collect();
    if let Some(behind) = behind {
        parts.extend(digits);
        parts.extend(literal(behind));
    }
    Ok((parts, unit))
}

/// Returns the digits of a number as the rules of plurals read them.
fn european(number: &Number) -> String {
    let parts = plain("en", "latn").parts(number);
    parts.iter().filter(|part| part.r#type != "group").map(|part| part.value.as_str()).collect()
}

/// Intl.RelativeTimeFormat.prototype.format ( value, unit ), ECMA-402 18.3.3
fn format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (parts, _) = parts(vm, call, "format")?;
    string_of(vm, &parts)
}

/// Intl.RelativeTimeFormat.prototype.formatToParts ( value, unit ), ECMA-402 18.3.4
fn format_to_parts(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (parts, unit) = parts(vm, call, "formatToParts")?;
    let mut objects = Vec::new();
    for part in &parts {
        vm.work(8)?;
        let object: ObjectId = vm.new_plain_object();
        vm.keep(Value::object(object));
        let texts = [("type", part.r#type), ("value", part.value.as_str()), ("unit", unit)];
        for (name, text) in texts.into_iter().take(if part.r#type == "literal" { 2 } else { 3 }) {
            let text = Value::string(vm.heap.new_string(text));
            property(vm, object, name, text)?;
        }
        objects.push(Value::object(object));
    }
    object::array::new_array_from(vm, objects).map(Value::object)
}

/// Intl.RelativeTimeFormat.prototype.resolvedOptions ( ), ECMA-402 18.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::RelativeTimeFormat, "resolvedOptions")?;
    Resolved::read(vm, slots.resolved)?.show(vm)
}
