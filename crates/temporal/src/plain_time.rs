//! Temporal.PlainTime, Temporal 4.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::options::ToStringRoundingOptions;
use temporal_rs::{PlainDateTime, PlainTime, ZonedDateTime};

use crate::errors::OrThrow;
use crate::slots::{self, Type};
use crate::{Class, duration, fields, getters, locale, numbers, options, text};

static CONSTRUCTOR: NativeFunction = constructor("PlainTime", 0, plain_time);

static FUNCTIONS: &[NativeFunction] = &[method("from", 1, from), method("compare", 2, compare)];

static GETTERS: [NativeFunction; 6] = getters::of_times::<PlainTime>();

static METHODS: &[NativeFunction] = &[
    method("add", 1, add),
    method("subtract", 1, subtract),
    method("with", 1, with),
    method("until", 1, until),
    method("since", 1, since),
    method("round", 1, round),
    method("equals", 1, equals),
    method("toString", 0, to_string),
    method("toLocaleString", 0, to_locale_string),
    method("toJSON", 0, to_json),
    method("valueOf", 0, value_of),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::PlainTime,
    constructor: &CONSTRUCTOR,
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[&GETTERS],
};

/// Temporal.PlainTime ( [ hour [ , minute [ , … [ , nanosecond ] ] ] ] ), Temporal 4.1.1
fn plain_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::PlainTime)?;
    let time = time_of_arguments(vm, call, 0)?;
    let time = time.or_throw(vm)?;
    slots::constructed(vm, call, &time)
}

/// Reads six arguments from hours to nanoseconds, each 0 if it is undefined.
pub(crate) fn time_of_arguments(
    vm: &mut Vm,
    call: Call,
    first: usize,
) -> Completion<temporal_rs::TemporalResult<PlainTime>> {
    let mut fields = [0.0; 6];
    for (place, field) in fields.iter_mut().enumerate() {
        let argument = call.argument(vm, first + place);
        if !argument.is_undefined() {
            *field = numbers::to_integer_with_truncation(vm, argument)?;
        }
    }
    let [hour, minute, second, millisecond, microsecond, nanosecond] = fields;
    let [hour, minute, second] = [hour, minute, second].map(numbers::byte);
    let [millisecond, microsecond, nanosecond] = [millisecond, microsecond, nanosecond].map(numbers::short);
    Ok(PlainTime::try_new(hour, minute, second, millisecond, microsecond, nanosecond))
}

/// ToTemporalTime ( item [ , options ] ), Temporal 4.5.6
pub(crate) fn to_temporal_time(vm: &mut Vm, item: Value, options: Value) -> Completion<PlainTime> {
    if let Some(time) = time_of_object(vm, item)? {
        options::overflow_of(vm, options)?;
        return Ok(time);
    }
    if let Some(object) = item.as_object() {
        let fields = fields::prepare_time(vm, object)?;
        let overflow = options::overflow_of(vm, options)?;
        return PlainTime::from_partial(fields.partial(overflow), Some(overflow)).or_throw(vm);
    }
    let text = text::time(vm, item, "time")?;
    let time = PlainTime::from_utf8(text.as_bytes()).or_throw(vm)?;
    options::overflow_of(vm, options)?;
    Ok(time)
}

/// Returns the time of an object of Temporal that has one.
fn time_of_object(vm: &mut Vm, item: Value) -> Completion<Option<PlainTime>> {
    if let Some(time) = slots::of_value::<PlainTime>(vm, item)? {
        return Ok(Some(time));
    }
    if let Some(date_time) = slots::of_value::<PlainDateTime>(vm, item)? {
        return Ok(Some(date_time.to_plain_time()));
    }
    Ok(slots::of_value::<ZonedDateTime>(vm, item)?.map(|zoned| zoned.to_plain_time()))
}

/// ToTimeRecordOrMidnight ( item ), Temporal 4.5.7. None for midnight, or for the start of a day.
pub(crate) fn to_time_or_midnight(vm: &mut Vm, item: Value) -> Completion<Option<PlainTime>> {
    if item.is_undefined() { Ok(None) } else { to_temporal_time(vm, item, Value::UNDEFINED).map(Some) }
}

/// Temporal.PlainTime.from ( item [ , options ] ), Temporal 4.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (item, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let time = to_temporal_time(vm, item, options)?;
    slots::object(vm, &time)
}

/// Temporal.PlainTime.compare ( one, two ), Temporal 4.2.3
fn compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (one, two) = (call.argument(vm, 0), call.argument(vm, 1));
    let one = to_temporal_time(vm, one, Value::UNDEFINED)?;
    let two = to_temporal_time(vm, two, Value::UNDEFINED)?;
    Ok(Value::int(one.cmp(&two) as i32))
}

/// Temporal.PlainTime.prototype.add ( temporalDurationLike ), Temporal 4.3.9
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    let time = slots::this::<PlainTime>(vm, call, "add")?;
    let added = call.argument(vm, 0);
    let added = duration::to_temporal_duration(vm, added)?;
    let sum = time.add(&added).or_throw(vm)?;
    slots::object(vm, &sum)
}

/// Temporal.PlainTime.prototype.subtract ( temporalDurationLike ), Temporal 4.3.10
fn subtract(vm: &mut Vm, call: Call) -> Completion<Value> {
    let time = slots::this::<PlainTime>(vm, call, "subtract")?;
    let subtracted = call.argument(vm, 0);
    let subtracted = duration::to_temporal_duration(vm, subtracted)?;
    let difference = time.subtract(&subtracted).or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.PlainTime.prototype.with ( temporalTimeLike [ , options ] ), Temporal 4.3.11
fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let time = slots::this::<PlainTime>(vm, call, "with")?;
    let (changed, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let changed = fields::partial_object(vm, changed)?;
    let fields = fields::prepare_time(vm, changed)?;
    let overflow = options::overflow_of(vm, options)?;
    let time = time.with(fields.partial(overflow), Some(overflow)).or_throw(vm)?;
    slots::object(vm, &time)
}

/// Temporal.PlainTime.prototype.until ( other [ , options ] ), Temporal 4.3.12
fn until(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "until", true)
}

/// Temporal.PlainTime.prototype.since ( other [ , options ] ), Temporal 4.3.13
fn since(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "since", false)
}

/// DifferenceTemporalPlainTime ( operation, temporalTime, other, options ), Temporal 4.5.17
fn difference(vm: &mut Vm, call: Call, name: &str, is_until: bool) -> Completion<Value> {
    let time = slots::this::<PlainTime>(vm, call, name)?;
    let (other, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let other = to_temporal_time(vm, other, Value::UNDEFINED)?;
    let settings = options::difference(vm, options)?;
    let difference = if is_until { time.until(&other, settings) } else { time.since(&other, settings) };
    let difference = difference.or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.PlainTime.prototype.round ( roundTo ), Temporal 4.3.14
fn round(vm: &mut Vm, call: Call) -> Completion<Value> {
    let time = slots::this::<PlainTime>(vm, call, "round")?;
    let rounding = call.argument(vm, 0);
    let rounding = options::rounding(vm, rounding)?;
    let time = time.round(rounding).or_throw(vm)?;
    slots::object(vm, &time)
}

/// Temporal.PlainTime.prototype.equals ( other ), Temporal 4.3.15
fn equals(vm: &mut Vm, call: Call) -> Completion<Value> {
    let time = slots::this::<PlainTime>(vm, call, "equals")?;
    let other = call.argument(vm, 0);
    let other = to_temporal_time(vm, other, Value::UNDEFINED)?;
    Ok(Value::bool(time == other))
}

/// Temporal.PlainTime.prototype.toString ( [ options ] ), Temporal 4.3.16
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let time = slots::this::<PlainTime>(vm, call, "toString")?;
    let options = call.argument(vm, 0);
    let options = options::options_object(vm, options)?;
    let rounding = options::rounding_of_text(vm, options)?;
    let text = time.to_ixdtf_string(rounding).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.PlainTime.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 4.3.17
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    locale::text::<PlainTime>(vm, call, to_json)
}

/// Temporal.PlainTime.prototype.toJSON ( ), Temporal 4.3.18
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let time = slots::this::<PlainTime>(vm, call, "toJSON")?;
    let text = time.to_ixdtf_string(ToStringRoundingOptions::default()).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.PlainTime.prototype.valueOf ( ), Temporal 4.3.19
fn value_of(vm: &mut Vm, _: Call) -> Completion<Value> {
    slots::no_primitive(vm, Type::PlainTime)
}
