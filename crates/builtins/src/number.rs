//! The Number constructor and prototype, ECMA-262 21.1.

use ferrotape_budget::costs::{EXACT_DIGITS, NUMBER_TEXT, RADIX_DIGIT};
use ferrotape_runtime::bigint::{self, Numeric};
use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::messages;
use ferrotape_runtime::number;
use ferrotape_runtime::object::{Kind, ObjectKind};
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use crate::global;

static CONSTRUCTOR: NativeFunction = constructor("Number", 1, number);

static CONSTANTS: &[(&str, f64)] = &[
    ("EPSILON", f64::EPSILON),
    ("MAX_SAFE_INTEGER", MAX_SAFE_INTEGER),
    ("MAX_VALUE", f64::MAX),
    ("MIN_SAFE_INTEGER", -MAX_SAFE_INTEGER),
    ("MIN_VALUE", 5e-324),
    ("NaN", f64::NAN),
    ("NEGATIVE_INFINITY", f64::NEG_INFINITY),
    ("POSITIVE_INFINITY", f64::INFINITY),
];

static FUNCTIONS: &[NativeFunction] = &[
    method("isFinite", 1, is_finite),
    method("isInteger", 1, is_integer),
    method("isNaN", 1, is_nan),
    method("isSafeInteger", 1, is_safe_integer),
];

/// Functions that are the same objects as those of the global object.
const SHARED: [&NativeFunction; 2] = [&global::PARSE_FLOAT, &global::PARSE_INT];

static METHODS: &[NativeFunction] = &[
    method("toExponential", 1, to_exponential),
    method("toFixed", 1, to_fixed),
    method("toLocaleString", 0, to_locale_string),
    method("toPrecision", 1, to_precision),
    method("toString", 1, to_string),
    method("valueOf", 0, value_of),
];

const MAX_SAFE_INTEGER: f64 = ferrotape_runtime::convert::MAX_SAFE_INTEGER as f64;

/// The most digits that a script can ask for.
const MAX_DIGITS: u8 = 100;

/// Defines the globals `Number`, `parseFloat` and `parseInt`. The last two are also properties of `Number`, as the same
/// function objects.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).number_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    for &(name, value) in CONSTANTS {
        realm.value(constructor, name, Value::number(value), Attributes::NONE)?;
    }
    realm.methods(constructor, FUNCTIONS)?;
    for function in SHARED {
        let object = realm.global_function(function)?;
        realm.value(constructor, function.name, Value::object(object), Attributes::METHOD)?;
    }
    realm.methods(prototype, METHODS)
}

/// Number ( value ), ECMA-262 21.1.1.1
fn number(vm: &mut Vm, call: Call) -> Completion<Value> {
    let number = match call.argument_count() {
        0 => 0.0,
        _ => {
            let argument = call.argument(vm, 0);
            match bigint::to_numeric(vm, argument)? {
                Numeric::Number(number) => number,
                Numeric::BigInt(bigint) => bigint::bigint_to_number(vm, bigint),
            }
        }
    };
    if call.new_target.is_none() {
        return Ok(Value::number(number));
    }
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.number_prototype)?;
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Number(number))))
}

/// Number.isFinite ( number ), ECMA-262 21.1.2.2
fn is_finite(vm: &mut Vm, call: Call) -> Completion<Value> {
    Ok(Value::bool(call.argument(vm, 0).as_number().is_some_and(f64::is_finite)))
}

/// Number.isInteger ( number ), ECMA-262 21.1.2.3
fn is_integer(vm: &mut Vm, call: Call) -> Completion<Value> {
    Ok(Value::bool(call.argument(vm, 0).as_number().is_some_and(is_integral)))
}

/// Number.isNaN ( number ), ECMA-262 21.1.2.4
fn is_nan(vm: &mut Vm, call: Call) -> Completion<Value> {
    Ok(Value::bool(call.argument(vm, 0).as_number().is_some_and(f64::is_nan)))
}

/// Number.isSafeInteger ( number ), ECMA-262 21.1.2.5
fn is_safe_integer(vm: &mut Vm, call: Call) -> Completion<Value> {
    let is_safe = |number: f64| is_integral(number) && number.abs() <= MAX_SAFE_INTEGER;
    Ok(Value::bool(call.argument(vm, 0).as_number().is_some_and(is_safe)))
}

/// IsIntegralNumber ( argument ), ECMA-262 7.2.6
fn is_integral(number: f64) -> bool {
    number.is_finite() && number.trunc() == number
}

/// Number.prototype.toExponential ( fractionDigits ), ECMA-262 21.1.3.2
fn to_exponential(vm: &mut Vm, call: Call) -> Completion<Value> {
    let number = this_number_value(vm, call, "Number.prototype.toExponential")?;
    let argument = call.argument(vm, 0);
    let digits = convert::to_integer_or_infinity(vm, argument)?;
    if !number.is_finite() {
        return Ok(Value::string(vm.heap.number_to_string(number)));
    }
    let digits = check_digits(vm, "toExponential() argument", digits, 0)?;
    vm.work_later(EXACT_DIGITS + digits as u64);
    let text = number::to_exponential(number, (!argument.is_undefined()).then_some(digits));
    Ok(Value::string(vm.heap.new_string(&text)))
}

/// Number.prototype.toFixed ( fractionDigits ), ECMA-262 21.1.3.3
fn to_fixed(vm: &mut Vm, call: Call) -> Completion<Value> {
    let number = this_number_value(vm, call, "Number.prototype.toFixed")?;
    let digits = call.argument(vm, 0);
    let digits = convert::to_integer_or_infinity(vm, digits)?;
    let digits = check_digits(vm, "toFixed() digits argument", digits, 0)?;
    vm.work_later(EXACT_DIGITS + digits as u64);
    let text = number::to_fixed(number, digits);
    Ok(Value::string(vm.heap.new_string(&text)))
}

/// Number.prototype.toLocaleString ( [ reserved1 [ , reserved2 ] ] ), ECMA-262 21.1.3.4
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let number = this_number_value(vm, call, "Number.prototype.toLocaleString")?;
    #[cfg(feature = "intl")]
    {
        ferrotape_intl::number_to_locale_string(vm, call, Value::number(number))
    }
    #[cfg(not(feature = "intl"))]
    {
        vm.work_later(EXACT_DIGITS);
        Ok(Value::string(vm.heap.new_string(&grouped(number))))
    }
}

/// Writes a number as US English does: three digits behind the point at most, and digits in groups of three.
#[cfg(not(feature = "intl"))]
fn grouped(number: f64) -> String {
    if !number.is_finite() {
        let sign = if number < 0.0 { "-" } else { "" };
        return if number.is_nan() { "NaN".to_owned() } else { format!("{sign}∞") };
    }
    // Numbers that have no short notation are written with all digits of their integer.
    let text = if number.abs() < 1e21 { number::to_fixed(number, 3) } else { format!("{number:.0}") };
    let (integer, fraction) = text.split_once('.').unwrap_or((text.as_str(), ""));
    let fraction = fraction.trim_end_matches('0');
    let digits = integer.trim_start_matches('-');
    let sign = if number.is_sign_negative() { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{fraction}", super::bigint::grouped(digits))
}

/// Number.prototype.toPrecision ( precision ), ECMA-262 21.1.3.5
fn to_precision(vm: &mut Vm, call: Call) -> Completion<Value> {
    let number = this_number_value(vm, call, "Number.prototype.toPrecision")?;
    let argument = call.argument(vm, 0);
    if argument.is_undefined() {
        return Ok(Value::string(vm.heap.number_to_string(number)));
    }
    let precision = convert::to_integer_or_infinity(vm, argument)?;
    if !number.is_finite() {
        return Ok(Value::string(vm.heap.number_to_string(number)));
    }
    let precision = check_digits(vm, "toPrecision() argument", precision, 1)?;
    vm.work_later(EXACT_DIGITS + precision as u64);
    let text = number::to_precision(number, precision);
    Ok(Value::string(vm.heap.new_string(&text)))
}

fn check_digits(vm: &mut Vm, what: &str, digits: f64, min: u8) -> Completion<usize> {
    if (f64::from(min)..=f64::from(MAX_DIGITS)).contains(&digits) {
        return Ok(digits as usize);
    }
    vm.range_error(format!("{what} must be between {min} and {MAX_DIGITS}"))
}

/// Number.prototype.toString ( [ radix ] ), ECMA-262 21.1.3.6
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let number = this_number_value(vm, call, "Number.prototype.toString")?;
    let radix = match call.argument(vm, 0) {
        Value::UNDEFINED => 10.0,
        radix => convert::to_integer_or_infinity(vm, radix)?,
    };
    if !(2.0..=36.0).contains(&radix) {
        return vm.range_error("toString() radix argument must be between 2 and 36");
    }
    let text = match radix as u32 {
        10 => {
            vm.work_later(NUMBER_TEXT);
            vm.heap.number_to_string(number)
        }
        radix => {
            let text = number::number_to_radix_string(number, radix);
            vm.work_later(NUMBER_TEXT + text.len() as u64 * RADIX_DIGIT);
            vm.heap.new_string(&text)
        }
    };
    Ok(Value::string(text))
}

/// Number.prototype.valueOf ( ), ECMA-262 21.1.3.7
fn value_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_number_value(vm, call, "Number.prototype.valueOf").map(Value::number)
}

/// ThisNumberValue ( value ), ECMA-262 21.1.3.7.1
fn this_number_value(vm: &mut Vm, call: Call, method: &str) -> Completion<f64> {
    if let Some(number) = call.this.as_number() {
        return Ok(number);
    }
    match call.this.as_object().map(|object| vm.heap.kind(object)) {
        Some(Kind::Number(number)) => Ok(number),
        _ => {
            let receiver = messages::describe(vm, call.this);
            vm.type_error(messages::incompatible_receiver(method, &receiver))
        }
    }
}
