//! Intl.DurationFormat, ECMA-402 13.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{self, Kind};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::duration_parts::{self, Fields, Piece};
use crate::options::{self, Options};
use crate::resolved::{Resolved, property};
use crate::slots::{self, Type};
use crate::{Class, names, negotiation, symbols};

static CONSTRUCTOR: NativeFunction = constructor("DurationFormat", 0, duration_format);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static METHODS: &[NativeFunction] = &[
    method("format", 1, format),
    method("formatToParts", 1, format_to_parts),
    method("resolvedOptions", 0, resolved_options),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::DurationFormat,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[],
};

/// Ticks for a text of up to ten numbers.
const FORMAT: u64 = 3000;

/// The units, with the styles that each may have: Table 20, ECMA-402 13.1.1.
pub(crate) const UNITS: [&str; 10] =
    ["years", "months", "weeks", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];

const STYLES: [&str; 5] = ["long", "short", "narrow", "numeric", "2-digit"];

/// Intl.DurationFormat ( [ locales [ , options ] ] ), ECMA-402 13.1.1
fn duration_format(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::DurationFormat)?;
    let prototype = slots::prototype_for_new(vm, call, Type::DurationFormat)?;
    let resolved = resolve(vm, call)?;
    Ok(slots::object(vm, prototype, Type::DurationFormat, resolved.as_str()))
}

/// Reads the locales and the options that a call has got: steps 3 to 29 of ECMA-402 13.1.1.
fn resolve(vm: &mut Vm, call: Call) -> Completion<Resolved> {
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let tags = negotiation::canonicalize_list(vm, locales)?;
    let options = options::get_options_object(vm, options)?;
    options::locale_matcher(vm, options)?;
    let system = options::type_text(vm, options, "numberingSystem")?;
    let mut chosen = negotiation::choose(&tags);
    let system = chosen.keyword("nu", system.as_deref(), names::is_numbering_system);
    let default = symbols::of(&chosen.data).numbering_system;
    let style = options::choice(vm, options, "style", &["long", "short", "narrow", "digital"])?.unwrap_or("short");
    let mut resolved = Resolved::default();
    resolved.text("locale", chosen.with_keywords());
    resolved.text("numberingSystem", system.as_deref().unwrap_or(default));
    resolved.text("style", style);
    let mut previous = "";
    for (place, unit) in UNITS.into_iter().enumerate() {
        let (style, display) = unit_options(vm, options, place, style, previous)?;
        resolved.text(unit, if style == "fractional" { "numeric" } else { style });
        resolved.text(&format!("{unit}Display"), display);
        previous = if place >= 4 { style } else { previous };
    }
    if let Some(digits) = options::number(vm, options, "fractionalDigits", [0, 9])? {
        resolved.number("fractionalDigits", digits);
    }
    Ok(resolved)
}

/// GetDurationUnitOptions ( unit, options, baseStyle, stylesList, digitalBase, prevStyle, twoDigitHours ), ECMA-402 13.5.6
fn unit_options(
    vm: &mut Vm,
    options: Options,
    place: usize,
    base: &'static str,
    previous: &str,
) -> Completion<(&'static str, &'static str)> {
    let unit = UNITS.get(place).copied().unwrap_or_default();
    let known = match place {
        0..=3 => 3,
        4..=6 => 5,
        _ => 4,
    };
    let style = options::choice(vm, options, unit, STYLES.get(..known).unwrap_or_default())?;
    let is_numeric = |style: &str| matches!(style, "fractional" | "numeric" | "2-digit");
    let (mut style, mut default) = match style {
        Some(style) => (style, "always"),
        None if base == "digital" && place < 4 => ("short", "auto"),
        None if base == "digital" => ("numeric", if place < 7 { "always" } else { "auto" }),
        None if is_numeric(previous) => ("numeric", if matches!(place, 5 | 6) { "always" } else { "auto" }),
        None => (base, "auto"),
    };
    if style == "numeric" && place >= 7 {
        (style, default) = ("fractional", "auto");
    }
    let display = options::choice(vm, options, &format!("{unit}Display"), &["auto", "always"])?.unwrap_or(default);
    let is_wrong = display == "always" && style == "fractional"
        || previous == "fractional" && style != "fractional"
        || is_numeric(previous) && !is_numeric(style);
    if is_wrong {
        return vm.range_error(format!("The style of {unit} does not go with the others"));
    }
    let is_two = matches!(place, 5 | 6) && matches!(previous, "numeric" | "2-digit");
    Ok((if is_two { "2-digit" } else { style }, display))
}

/// ToDurationRecord ( input ), ECMA-402 13.5.3: the fields from years to nanoseconds.
fn fields_of(vm: &mut Vm, value: Value) -> Completion<Fields> {
    if let Some(string) = value.as_string() {
        let text = options::short_text(vm, string)?;
        return match text.as_deref().and_then(duration_parts::parse) {
            Some(fields) if duration_parts::is_valid(&fields) => Ok(fields),
            _ => {
                let found = messages::describe(vm, value);
                vm.range_error(format!("{found} is not a duration"))
            }
        };
    }
    let Some(object) = value.as_object() else {
        let found = messages::describe(vm, value);
        return vm.type_error(format!("{found} is not a duration"));
    };
    if let Kind::TemporalDuration(duration) = vm.heap.kind(object) {
        return Ok(duration.fields());
    }
    read_fields(vm, object)
}

/// Reads the properties of an object that is like a duration, in the order of their names.
fn read_fields(vm: &mut Vm, object: ObjectId) -> Completion<Fields> {
    let mut fields = Fields::default();
    let mut has_any = false;
    for place in [3, 4, 8, 7, 5, 1, 9, 6, 2, 0] {
        let key = vm.heap.key(UNITS[place]);
        let value = object::get(vm, object, key)?;
        if value.is_undefined() {
            continue;
        }
        has_any = true;
        let number = convert::to_number(vm, value)?;
        if !number.is_finite() || number.trunc() != number {
            return vm.range_error(format!("{number} is not an integer"));
        }
        fields[place] = number + 0.0;
    }
    if !has_any {
        return vm.type_error("The object has no fields of a duration");
    }
    if duration_parts::is_valid(&fields) { Ok(fields) } else { vm.range_error("The duration is out of range") }
}

fn pieces(vm: &mut Vm, call: Call, method: &str) -> Completion<Vec<Piece>> {
    let (_, slots) = slots::this(vm, call, Type::DurationFormat, method)?;
    let duration = call.argument(vm, 0);
    let fields = fields_of(vm, duration)?;
    vm.work(FORMAT)?;
    let resolved = Resolved::read(vm, slots.resolved)?;
    Ok(duration_parts::parts(&resolved, &fields))
}

/// Intl.DurationFormat.prototype.format ( duration ), ECMA-402 13.3.3
fn format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pieces = pieces(vm, call, "format")?;
    Ok(text_of(vm, &pieces))
}

fn text_of(vm: &mut Vm, pieces: &[Piece]) -> Value {
    let text: String = pieces.iter().map(|piece| piece.part.value.as_str()).collect();
    Value::string(vm.heap.new_string(&text))
}

/// Temporal.Duration.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 7.3.24, as ECMA-402 has it. The caller has
/// checked `this`.
pub fn duration_to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let resolved = resolve(vm, call)?;
    let fields = fields_of(vm, call.this)?;
    vm.work(FORMAT)?;
    let pieces = duration_parts::parts(&resolved, &fields);
    Ok(text_of(vm, &pieces))
}

/// Intl.DurationFormat.prototype.formatToParts ( duration ), ECMA-402 13.3.4
fn format_to_parts(vm: &mut Vm, call: Call) -> Completion<Value> {
    let pieces = pieces(vm, call, "formatToParts")?;
    let mut objects = Vec::new();
    for Piece { part, unit } in &pieces {
        vm.work(8)?;
        let object = vm.new_plain_object();
        vm.keep(Value::object(object));
        let texts = [("type", part.r#type), ("value", part.value.as_str()), ("unit", unit.unwrap_or_default())];
        for (name, text) in texts.into_iter().take(if unit.is_some() { 3 } else { 2 }) {
            let text = Value::string(vm.heap.new_string(text));
            property(vm, object, name, text)?;
        }
        objects.push(Value::object(object));
    }
    object::array::new_array_from(vm, objects).map(Value::object)
}

/// Intl.DurationFormat.prototype.resolvedOptions ( ), ECMA-402 13.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::DurationFormat, "resolvedOptions")?;
    Resolved::read(vm, slots.resolved)?.show(vm)
}
