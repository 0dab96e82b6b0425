//! Temporal.Instant, Temporal 8, and Date.prototype.toTemporalInstant.

use ferrotape_runtime::bigint;
use ferrotape_runtime::bigints;
use ferrotape_runtime::convert::{self, Hint};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::messages;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use num_bigint::BigInt;
use temporal_rs::options::ToStringRoundingOptions;
use temporal_rs::{Instant, ZonedDateTime};

use ferrotape_budget::costs::LOCAL_TIME;

use crate::errors::OrThrow;
use crate::slots::{self, Type};
use crate::zone::{self, Zones};
use crate::{Class, duration, locale, options, text};

static CONSTRUCTOR: NativeFunction = constructor("Instant", 1, instant);

static FUNCTIONS: &[NativeFunction] = &[
    method("from", 1, from),
    method("fromEpochMilliseconds", 1, from_epoch_milliseconds),
    method("fromEpochNanoseconds", 1, from_epoch_nanoseconds),
    method("compare", 2, compare),
];

static GETTERS: &[NativeFunction] =
    &[method("get epochMilliseconds", 0, epoch_milliseconds), method("get epochNanoseconds", 0, epoch_nanoseconds)];

static METHODS: &[NativeFunction] = &[
    method("add", 1, add),
    method("subtract", 1, subtract),
    method("until", 1, until),
    method("since", 1, since),
    method("round", 1, round),
    method("equals", 1, equals),
    method("toString", 0, to_string),
    method("toLocaleString", 0, to_locale_string),
    method("toJSON", 0, to_json),
    method("valueOf", 0, value_of),
    method("toZonedDateTimeISO", 1, to_zoned_date_time_iso),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::Instant,
    constructor: &CONSTRUCTOR,
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[GETTERS],
};

/// Temporal.Instant ( epochNanoseconds ), Temporal 8.1.1
fn instant(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::Instant)?;
    let nanoseconds = call.argument(vm, 0);
    let nanoseconds = to_nanoseconds(vm, nanoseconds)?;
    let instant = Instant::try_new(nanoseconds).or_throw(vm)?;
    slots::constructed(vm, call, &instant)
}

/// Reads nanoseconds since the epoch. A value outside the range of an i128 is clamped to its end, which is out of
/// range, too.
pub(crate) fn to_nanoseconds(vm: &mut Vm, value: Value) -> Completion<i128> {
    let value = bigint::to_bigint(vm, value)?;
    Ok(bigints::two_limbs(&vm.heap, value).unwrap_or(i128::MAX))
}

/// ToTemporalInstant ( item ), Temporal 8.5.3
fn to_instant(vm: &mut Vm, item: Value) -> Completion<Instant> {
    if let Some(instant) = slots::of_value::<Instant>(vm, item)? {
        return Ok(instant);
    }
    if let Some(zoned) = slots::of_value::<ZonedDateTime>(vm, item)? {
        return Ok(zoned.to_instant());
    }
    let item = convert::to_primitive(vm, item, Hint::String)?;
    let text = text::required(vm, item, "point in time")?;
    Instant::from_utf8(text.as_bytes()).or_throw(vm)
}

/// Temporal.Instant.from ( item ), Temporal 8.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let item = call.argument(vm, 0);
    let instant = to_instant(vm, item)?;
    slots::object(vm, &instant)
}

/// Temporal.Instant.fromEpochMilliseconds ( epochMilliseconds ), Temporal 8.2.3
fn from_epoch_milliseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    let milliseconds = call.argument(vm, 0);
    let milliseconds = convert::to_number(vm, milliseconds)?;
    of_milliseconds(vm, milliseconds)
}

fn of_milliseconds(vm: &mut Vm, milliseconds: f64) -> Completion<Value> {
    if milliseconds.trunc() != milliseconds || milliseconds.is_infinite() {
        let shown = messages::describe(vm, Value::number(milliseconds));
        return vm.range_error(format!("{shown} is not an integer"));
    }
    // A number that is no i64 becomes its end, which is out of range, too.
    let instant = Instant::from_epoch_milliseconds(milliseconds as i64).or_throw(vm)?;
    slots::object(vm, &instant)
}

/// Temporal.Instant.fromEpochNanoseconds ( epochNanoseconds ), Temporal 8.2.4
fn from_epoch_nanoseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    let nanoseconds = call.argument(vm, 0);
    let nanoseconds = to_nanoseconds(vm, nanoseconds)?;
    let instant = Instant::try_new(nanoseconds).or_throw(vm)?;
    slots::object(vm, &instant)
}

/// Date.prototype.toTemporalInstant ( ), Temporal 14.1: of the time of a Date.
pub fn to_temporal_instant(vm: &mut Vm, time: f64) -> Completion<Value> {
    of_milliseconds(vm, time)
}

/// Temporal.Instant.compare ( one, two ), Temporal 8.2.5
fn compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (one, two) = (call.argument(vm, 0), call.argument(vm, 1));
    let one = to_instant(vm, one)?;
    let two = to_instant(vm, two)?;
    Ok(Value::int(one.cmp(&two) as i32))
}

/// get Temporal.Instant.prototype.epochMilliseconds, Temporal 8.3.3
fn epoch_milliseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "epochMilliseconds")?;
    Ok(Value::number(instant.epoch_milliseconds() as f64))
}

/// get Temporal.Instant.prototype.epochNanoseconds, Temporal 8.3.4
fn epoch_nanoseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "epochNanoseconds")?;
    bigint::new_bigint(vm, BigInt::from(instant.as_i128()))
}

/// Temporal.Instant.prototype.add ( temporalDurationLike ), Temporal 8.3.5
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "add")?;
    let added = call.argument(vm, 0);
    let added = duration::to_temporal_duration(vm, added)?;
    let sum = instant.add(&added).or_throw(vm)?;
    slots::object(vm, &sum)
}

/// Temporal.Instant.prototype.subtract ( temporalDurationLike ), Temporal 8.3.6
fn subtract(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "subtract")?;
    let subtracted = call.argument(vm, 0);
    let subtracted = duration::to_temporal_duration(vm, subtracted)?;
    let difference = instant.subtract(&subtracted).or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.Instant.prototype.until ( other [ , options ] ), Temporal 8.3.7
fn until(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "until", true)
}

/// Temporal.Instant.prototype.since ( other [ , options ] ), Temporal 8.3.8
fn since(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "since", false)
}

/// DifferenceTemporalInstant ( operation, instant, other, options ), Temporal 8.5.9
fn difference(vm: &mut Vm, call: Call, name: &str, is_until: bool) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, name)?;
    let (other, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let other = to_instant(vm, other)?;
    let settings = options::difference(vm, options)?;
    let difference = if is_until { instant.until(&other, settings) } else { instant.since(&other, settings) };
    let difference = difference.or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.Instant.prototype.round ( roundTo ), Temporal 8.3.9
fn round(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "round")?;
    let rounding = call.argument(vm, 0);
    let rounding = options::rounding(vm, rounding)?;
    let instant = instant.round(rounding).or_throw(vm)?;
    slots::object(vm, &instant)
}

/// Temporal.Instant.prototype.equals ( other ), Temporal 8.3.10
fn equals(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "equals")?;
    let other = call.argument(vm, 0);
    let other = to_instant(vm, other)?;
    Ok(Value::bool(instant == other))
}

/// Temporal.Instant.prototype.toString ( [ options ] ), Temporal 8.3.11
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "toString")?;
    let options = call.argument(vm, 0);
    let options = options::options_object(vm, options)?;
    let precision = options::fractional_second_digits(vm, options)?;
    let rounding_mode = options::rounding_mode(vm, options)?;
    let smallest_unit = options::unit(vm, options, "smallestUnit")?;
    let zone = options::get(vm, options, "timeZone")?;
    let rounding = options::to_string_rounding(vm, precision, rounding_mode, smallest_unit)?;
    let zone = if zone.is_undefined() { None } else { Some(zone::to_temporal_time_zone(vm, zone)?) };
    vm.work_later(LOCAL_TIME);
    let text = instant.to_ixdtf_string_with_provider(zone, rounding, &Zones).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.Instant.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 8.3.12
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    locale::text::<Instant>(vm, call, to_json)
}

/// Temporal.Instant.prototype.toJSON ( ), Temporal 8.3.13
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "toJSON")?;
    let text = instant.to_ixdtf_string_with_provider(None, ToStringRoundingOptions::default(), &Zones).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.Instant.prototype.valueOf ( ), Temporal 8.3.14
fn value_of(vm: &mut Vm, _: Call) -> Completion<Value> {
    slots::no_primitive(vm, Type::Instant)
}

/// Temporal.Instant.prototype.toZonedDateTimeISO ( timeZone ), Temporal 8.3.15
fn to_zoned_date_time_iso(vm: &mut Vm, call: Call) -> Completion<Value> {
    let instant = slots::this::<Instant>(vm, call, "toZonedDateTimeISO")?;
    let zone = call.argument(vm, 0);
    let zone = zone::to_temporal_time_zone(vm, zone)?;
    let zoned = instant.to_zoned_date_time_iso_with_provider(zone, &Zones).or_throw(vm)?;
    slots::object(vm, &zoned)
}
