//! Intl.NumberFormat, ECMA-402 16.

use ferrotape_budget::costs::{DATE_UNITS_PER_TICK, EXACT_DIGITS};
use ferrotape_runtime::bigint::{self, Numeric};
use ferrotape_runtime::convert::{self, Hint};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, Captured, NativeFunction, constructor, method};
use ferrotape_runtime::heap::{BigIntId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::number;
use ferrotape_runtime::object;
use ferrotape_runtime::rope;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::decimal::{Decimal, Number};
use crate::options::{self, Options};
use crate::pattern::{self, Format, Part};
use crate::resolved::{Resolved, property};
use crate::slots::{self, Type};
use crate::{Class, digits, names, negotiation, symbols};

static CONSTRUCTOR: NativeFunction = constructor("NumberFormat", 0, number_format);

static FUNCTIONS: &[NativeFunction] = &[method("supportedLocalesOf", 1, negotiation::supported_locales_of)];

static GETTERS: &[NativeFunction] = &[method("get format", 0, format)];

static METHODS: &[NativeFunction] = &[
    method("formatRange", 2, format_range),
    method("formatRangeToParts", 2, format_range_to_parts),
    method("formatToParts", 1, format_to_parts),
    method("resolvedOptions", 0, resolved_options),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::NumberFormat,
    constructor: Some(&CONSTRUCTOR),
    functions: FUNCTIONS,
    methods: METHODS,
    getters: GETTERS,
};

/// The function that the getter `format` gives: ECMA-402 16.5.2.
pub(crate) static BOUND_FORMAT: NativeFunction =
    method("", 1, bound_format).capturing([Captured::Object, Captured::Nothing, Captured::Nothing]);

/// Ticks for reading what was resolved, and for plural rules.
const FORMAT: u64 = EXACT_DIGITS + 280;

/// Bytes that a digit takes while it is formatted: its part, and its text.
const BYTES_PER_DIGIT: usize = 64;

/// Ticks for a digit of a BigInt: it is copied some times, and looked up in the numbering system.
const TICKS_PER_DIGIT: u64 = 8;

/// Intl.NumberFormat ( [ locales [ , options ] ] ), ECMA-402 16.1.1
fn number_format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let prototype = slots::prototype_for_new(vm, call, Type::NumberFormat)?;
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let resolved = resolve(vm, locales, options)?;
    Ok(slots::object(vm, prototype, Type::NumberFormat, resolved.as_str()))
}

/// Reads locales and options, and resolves them.
fn resolve(vm: &mut Vm, locales: Value, options: Value) -> Completion<Resolved> {
    vm.work(FORMAT)?;
    let tags = negotiation::canonicalize_list(vm, locales)?;
    let options = options::coerce_options(vm, options)?;
    options::locale_matcher(vm, options)?;
    let system = options::type_text(vm, options, "numberingSystem")?;
    let mut chosen = negotiation::choose(&tags);
    let system = chosen.keyword("nu", system.as_deref(), names::is_numbering_system);
    let mut resolved = Resolved::default();
    resolved.text("locale", chosen.with_keywords());
    let default = symbols::of(&chosen.data).numbering_system;
    resolved.text("numberingSystem", system.as_deref().unwrap_or(default));
    let style = read_style(vm, options, &mut resolved)?;
    read_notation(vm, options, style, &mut resolved)?;
    Ok(resolved)
}

/// The style and currency, on which the number of digits depends.
struct Style {
    name: &'static str,
    currency: String,
}

/// SetNumberFormatUnitOptions ( intlObj, options ), ECMA-402 16.1.2
fn read_style(vm: &mut Vm, options: Options, resolved: &mut Resolved) -> Completion<Style> {
    let style =
        options::choice(vm, options, "style", &["decimal", "percent", "currency", "unit"])?.unwrap_or("decimal");
    let currency = options::string(vm, options, "currency")?;
    if let Some(code) = currency.as_deref().filter(|code| !names::is_currency(code)) {
        return vm.range_error(format!("'{code}' is not a currency code"));
    }
    if style == "currency" && currency.is_none() {
        return vm.type_error("The option 'currency' is required");
    }
    let displays = ["code", "symbol", "narrowSymbol", "name"];
    let display = options::choice(vm, options, "currencyDisplay", &displays)?.unwrap_or("symbol");
    let sign = options::choice(vm, options, "currencySign", &["standard", "accounting"])?.unwrap_or("standard");
    let unit = options::string(vm, options, "unit")?;
    if let Some(unit) = unit.as_deref().filter(|unit| !names::is_unit(unit)) {
        return vm.range_error(format!("'{unit}' is not a unit"));
    }
    if style == "unit" && unit.is_none() {
        return vm.type_error("The option 'unit' is required");
    }
    let unit_display = options::choice(vm, options, "unitDisplay", &["short", "narrow", "long"])?.unwrap_or("short");
    let currency = currency.unwrap_or_default().to_ascii_uppercase();
    resolved.text("style", style);
    if style == "currency" {
        resolved.text("currency", &currency);
        resolved.text("currencyDisplay", display);
        resolved.text("currencySign", sign);
    }
    if style == "unit" {
        resolved.maybe("unit", unit.as_deref());
        resolved.text("unitDisplay", unit_display);
    }
    Ok(Style { name: style, currency })
}

/// Steps 16 to 36 of ECMA-402 16.1.1: notation, digits, grouping, sign.
fn read_notation(vm: &mut Vm, options: Options, style: Style, resolved: &mut Resolved) -> Completion<()> {
    let notations = ["standard", "scientific", "engineering", "compact"];
    let notation = options::choice(vm, options, "notation", &notations)?.unwrap_or("standard");
    let is_compact = notation == "compact";
    let defaults = match style.name {
        "currency" if notation == "standard" => [names::currency_digits(&style.currency); 2],
        "percent" => [0, 0],
        _ => [0, 3],
    };
    let digits = digits::read(vm, options, defaults, is_compact)?;
    let display = options::choice(vm, options, "compactDisplay", &["short", "long"])?.unwrap_or("short");
    let grouping = options::use_grouping(vm, options, if is_compact { "min2" } else { "auto" })?;
    let signs = ["auto", "never", "always", "exceptZero", "negative"];
    let sign = options::choice(vm, options, "signDisplay", &signs)?.unwrap_or("auto");
    digits.show_limits(resolved);
    match grouping {
        Some(grouping) => resolved.text("useGrouping", grouping),
        None => resolved.flag("useGrouping", false),
    }
    resolved.text("notation", notation);
    if is_compact {
        resolved.text("compactDisplay", display);
    }
    resolved.text("signDisplay", sign);
    digits.show_rounding(resolved);
    Ok(())
}

/// ToIntlMathematicalValue ( value ), ECMA-402 16.5.16
pub(crate) fn mathematical_value(vm: &mut Vm, value: Value) -> Completion<Number> {
    let primitive = convert::to_primitive(vm, value, Hint::Number)?;
    if let Some(string) = primitive.as_string() {
        return value_of_string(vm, string);
    }
    match bigint::to_numeric(vm, primitive)? {
        Numeric::Number(number) => {
            // Large numbers have some 300 digits.
            let digits = if number.is_finite() { number.abs().max(1.0).log10() as u64 } else { 0 };
            vm.work(digits * TICKS_PER_DIGIT)?;
            Ok(value_of_number(number))
        }
        Numeric::BigInt(bigint) => value_of_bigint(vm, bigint),
    }
}

/// Returns the value of a BigInt, whose digits are charged.
fn value_of_bigint(vm: &mut Vm, bigint: BigIntId) -> Completion<Number> {
    let string = bigint::bigint_to_string(vm, bigint, 10)?;
    let length = vm.heap.string_length(string);
    let vm = &mut vm.scope();
    vm.keep(Value::string(string));
    vm.room(length.saturating_mul(BYTES_PER_DIGIT))?;
    vm.work((length as u64).saturating_mul(TICKS_PER_DIGIT))?;
    let flat = vm.heap.flatten(string)?;
    let text = vm.heap.view(flat).to_string_lossy();
    Ok(Number::Finite(Decimal::parse(&text).unwrap_or_default()))
}

/// Returns the shortest decimal that means a number, as all engines do.
fn value_of_number(number: f64) -> Number {
    if number.is_nan() {
        return Number::Nan;
    }
    let is_negative = number.is_sign_negative();
    if number.is_infinite() {
        return Number::Infinite { is_negative };
    }
    let decimal = Decimal::parse(&number::to_exponential(number, None)).unwrap_or_default();
    Number::Finite(decimal.with_sign(is_negative))
}

/// StringToIntlMV of a string that may have more digits than a number has: exactly, where it is not too long.
fn value_of_string(vm: &mut Vm, string: StringId) -> Completion<Number> {
    let number = convert::to_number(vm, Value::string(string))?;
    let length = vm.heap.string_length(string);
    if !number.is_finite() || length > options::MOST_UNITS {
        return Ok(value_of_number(number));
    }
    vm.work(length as u64 / DATE_UNITS_PER_TICK + 1)?;
    let flat = vm.heap.flatten(string)?;
    let text = vm.heap.view(flat).to_string_lossy();
    // The text of a number: what is no part of it is white space.
    let text = text.trim_matches(|unit: char| unit.is_whitespace() || unit == '\u{FEFF}');
    if matches!(text.as_bytes(), [b'0', b'b' | b'B' | b'o' | b'O' | b'x' | b'X', ..]) {
        let bigint = bigint::to_bigint(vm, Value::string(string))?;
        return value_of_bigint(vm, bigint);
    }
    match Decimal::parse(text) {
        Some(_) if number == 0.0 => Ok(Number::Finite(Decimal::default().with_sign(text.starts_with('-')))),
        Some(decimal) => Ok(Number::Finite(decimal)),
        None => Ok(value_of_number(number)),
    }
}

/// Makes the string of parts.
pub(crate) fn string_of(vm: &mut Vm, parts: &[Part]) -> Completion<Value> {
    let text = pattern::text(parts);
    vm.work(text.len() as u64 / 8)?;
    if text.len() > rope::longest_string(&vm.heap) {
        return vm.range_error(messages::STRING_TOO_LONG);
    }
    vm.room(text.len() * 2)?;
    Ok(Value::string(vm.heap.new_string(&text)))
}

/// Makes the array of parts, each an object.
pub(crate) fn array_of(vm: &mut Vm, parts: &[Part], has_source: bool) -> Completion<Value> {
    let mark = vm.kept_mark();
    let mut objects = Vec::new();
    for part in parts {
        vm.work(8)?;
        let object = vm.new_plain_object();
        vm.keep(Value::object(object));
        let texts = [("type", part.r#type), ("value", part.value.as_str()), ("source", part.source)];
        for (name, text) in texts.into_iter().take(if has_source { 3 } else { 2 }) {
            let text = Value::string(vm.heap.new_string(text));
            property(vm, object, name, text)?;
        }
        objects.push(Value::object(object));
    }
    let array = object::array::new_array_from(vm, objects)?;
    vm.release_kept(mark);
    Ok(Value::object(array))
}

/// Returns the format of a locale without options.
pub(crate) fn plain(locale: &str, numbering_system: &str) -> Format {
    let mut resolved = Resolved::default();
    resolved.text("locale", locale);
    resolved.text("numberingSystem", numbering_system);
    resolved.text("style", "decimal");
    resolved.number("minimumFractionDigits", 0);
    resolved.number("maximumFractionDigits", 3);
    resolved.text("useGrouping", "auto");
    Format::of(&resolved)
}

fn this_format(vm: &mut Vm, call: Call, method: &str) -> Completion<Format> {
    let (_, slots) = slots::this(vm, call, Type::NumberFormat, method)?;
    let resolved = Resolved::read(vm, slots.resolved)?;
    Ok(Format::of(&resolved))
}

/// get Intl.NumberFormat.prototype.format, ECMA-402 16.3.3
fn format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, slots) = slots::this(vm, call, Type::NumberFormat, "format")?;
    slots::bound(vm, object, slots, &BOUND_FORMAT)
}

/// Number Format Functions, ECMA-402 16.5.2
fn bound_format(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = vm.heap.captured(call.callee, 0);
    let value = call.argument(vm, 0);
    let number = mathematical_value(vm, value)?;
    vm.work(FORMAT)?;
    let format = this_format(vm, call.with_this(object), "format")?;
    string_of(vm, &format.parts(&number))
}

/// Intl.NumberFormat.prototype.formatToParts ( value ), ECMA-402 16.3.6
fn format_to_parts(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = this_format(vm, call, "formatToParts")?;
    let value = call.argument(vm, 0);
    let number = mathematical_value(vm, value)?;
    vm.work(FORMAT)?;
    array_of(vm, &format.parts(&number), false)
}

/// Reads both ends of a range, which must be numbers.
fn ends(vm: &mut Vm, call: Call) -> Completion<[Number; 2]> {
    let (start, end) = (call.argument(vm, 0), call.argument(vm, 1));
    if start.is_undefined() || end.is_undefined() {
        return vm.type_error("Both ends of a range are required");
    }
    let ends = [mathematical_value(vm, start)?, mathematical_value(vm, end)?];
    if ends.contains(&Number::Nan) {
        return vm.range_error("NaN is not an end of a range");
    }
    vm.work(3 * FORMAT)?;
    Ok(ends)
}

/// Intl.NumberFormat.prototype.formatRange ( start, end ), ECMA-402 16.3.4
fn format_range(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = this_format(vm, call, "formatRange")?;
    let [start, end] = ends(vm, call)?;
    string_of(vm, &format.range_parts(&start, &end))
}

/// Intl.NumberFormat.prototype.formatRangeToParts ( start, end ), ECMA-402 16.3.5
fn format_range_to_parts(vm: &mut Vm, call: Call) -> Completion<Value> {
    let format = this_format(vm, call, "formatRangeToParts")?;
    let [start, end] = ends(vm, call)?;
    array_of(vm, &format.range_parts(&start, &end), true)
}

/// Intl.NumberFormat.prototype.resolvedOptions ( ), ECMA-402 16.3.2
fn resolved_options(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, slots) = slots::this(vm, call, Type::NumberFormat, "resolvedOptions")?;
    Resolved::read(vm, slots.resolved)?.show(vm)
}

/// Number.prototype.toLocaleString and that of BigInt, ECMA-402 20.2.1 and 20.3.1, of a number that the caller has read.
pub fn number_to_locale_string(vm: &mut Vm, call: Call, number: Value) -> Completion<Value> {
    vm.keep(number);
    let (locales, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let resolved = resolve(vm, locales, options)?;
    let number = mathematical_value(vm, number)?;
    string_of(vm, &Format::of(&resolved).parts(&number))
}
