//! Temporal.PlainDateTime, Temporal 5.

use ferrotape_budget::costs::LOCAL_TIME;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::fields::DateTimeFields;
use temporal_rs::options::{DisplayCalendar, ToStringRoundingOptions};
use temporal_rs::parsed_intermediates::ParsedDateTime;
use temporal_rs::partial::PartialDateTime;
use temporal_rs::{PlainDate, PlainDateTime, ZonedDateTime};

use crate::errors::OrThrow;
use crate::fields::{self, DATE, Required, TIME};
use crate::slots::{self, Type};
use crate::zone::{self, Zones};
use crate::{Class, calendar, duration, getters, locale, months, numbers, options, plain_time, text};

static CONSTRUCTOR: NativeFunction = constructor("PlainDateTime", 3, plain_date_time);

static FUNCTIONS: &[NativeFunction] = &[method("from", 1, from), method("compare", 2, compare)];

static DATE_GETTERS: [NativeFunction; 16] = getters::of_dates::<PlainDateTime>();

static TIME_GETTERS: [NativeFunction; 6] = getters::of_times::<PlainDateTime>();

static METHODS: &[NativeFunction] = &[
    method("with", 1, with),
    method("withPlainTime", 0, with_plain_time),
    method("withCalendar", 1, with_calendar),
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
    method("toZonedDateTime", 1, to_zoned_date_time),
    method("toPlainDate", 0, to_plain_date),
    method("toPlainTime", 0, to_plain_time),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::PlainDateTime,
    constructor: &CONSTRUCTOR,
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[&DATE_GETTERS, &TIME_GETTERS],
};

/// Temporal.PlainDateTime ( isoYear, isoMonth, isoDay [ , hour [ , … [ , nanosecond [ , calendar ] ] ] ] ), Temporal 5.1.1
fn plain_date_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::PlainDateTime)?;
    let [year, month, day] = [0, 1, 2].map(|index| call.argument(vm, index));
    let year = numbers::to_integer_with_truncation(vm, year)?;
    let month = numbers::to_integer_with_truncation(vm, month)?;
    let day = numbers::to_integer_with_truncation(vm, day)?;
    let time = plain_time::time_of_arguments(vm, call, 3)?;
    let calendar = call.argument(vm, 9);
    let calendar = calendar::of_argument(vm, calendar)?;
    let time = time.or_throw(vm)?;
    let date_time = PlainDateTime::try_new(
        numbers::year(year),
        numbers::byte(month),
        numbers::byte(day),
        time.hour(),
        time.minute(),
        time.second(),
        time.millisecond(),
        time.microsecond(),
        time.nanosecond(),
        calendar,
    );
    let date_time = date_time.or_throw(vm)?;
    slots::constructed(vm, call, &date_time)
}

/// ToTemporalDateTime ( item [ , options ] ), Temporal 5.5.6
fn to_temporal_date_time(vm: &mut Vm, item: Value, options: Value) -> Completion<PlainDateTime> {
    if let Some(date_time) = slots::of_value::<PlainDateTime>(vm, item)? {
        options::overflow_of(vm, options)?;
        return Ok(date_time);
    }
    if let Some(zoned) = slots::of_value::<ZonedDateTime>(vm, item)? {
        options::overflow_of(vm, options)?;
        return Ok(zoned.to_plain_date_time());
    }
    if let Some(date) = slots::of_value::<PlainDate>(vm, item)? {
        options::overflow_of(vm, options)?;
        return date.to_plain_date_time(None).or_throw(vm);
    }
    if let Some(object) = item.as_object() {
        let calendar = calendar::of_object(vm, object)?;
        let fields = fields::prepare(vm, &calendar, object, DATE | TIME, Required::None)?;
        let overflow = options::overflow_of(vm, options)?;
        let fields = DateTimeFields { calendar_fields: fields.date(), time: fields.time(overflow) };
        return PlainDateTime::from_partial(PartialDateTime { fields, calendar }, Some(overflow)).or_throw(vm);
    }
    let text = text::date(vm, item, "date with a time")?;
    let parsed = ParsedDateTime::from_utf8(text.as_bytes()).or_throw(vm)?;
    options::overflow_of(vm, options)?;
    PlainDateTime::from_parsed(parsed).or_throw(vm)
}

/// Temporal.PlainDateTime.from ( item [ , options ] ), Temporal 5.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (item, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let date_time = to_temporal_date_time(vm, item, options)?;
    slots::object(vm, &date_time)
}

/// Temporal.PlainDateTime.compare ( one, two ), Temporal 5.2.3
fn compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (one, two) = (call.argument(vm, 0), call.argument(vm, 1));
    let one = to_temporal_date_time(vm, one, Value::UNDEFINED)?;
    let two = to_temporal_date_time(vm, two, Value::UNDEFINED)?;
    Ok(Value::int(one.compare_iso(&two) as i32))
}

/// Temporal.PlainDateTime.prototype.with ( temporalDateTimeLike [ , options ] ), Temporal 5.3.25
fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "with")?;
    let (changed, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let changed = fields::partial_object(vm, changed)?;
    let fields = fields::prepare(vm, date_time.calendar(), changed, DATE | TIME, Required::Some)?;
    let overflow = options::overflow_of(vm, options)?;
    let fields = DateTimeFields { calendar_fields: fields.date(), time: fields.time(overflow) };
    let date_time = date_time.with(fields, Some(overflow)).or_throw(vm)?;
    slots::object(vm, &date_time)
}

/// Temporal.PlainDateTime.prototype.withPlainTime ( [ plainTimeLike ] ), Temporal 5.3.26
fn with_plain_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "withPlainTime")?;
    let time = call.argument(vm, 0);
    let time = plain_time::to_time_or_midnight(vm, time)?;
    let date_time = date_time.with_time(time).or_throw(vm)?;
    slots::object(vm, &date_time)
}

/// Temporal.PlainDateTime.prototype.withCalendar ( calendarLike ), Temporal 5.3.27
fn with_calendar(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "withCalendar")?;
    let calendar = call.argument(vm, 0);
    let calendar = calendar::to_temporal_calendar(vm, calendar)?;
    slots::object(vm, &date_time.with_calendar(calendar))
}

/// Temporal.PlainDateTime.prototype.add ( temporalDurationLike [ , options ] ), Temporal 5.3.28
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    add_to_date_time(vm, call, "add", false)
}

/// Temporal.PlainDateTime.prototype.subtract ( temporalDurationLike [ , options ] ), Temporal 5.3.29
fn subtract(vm: &mut Vm, call: Call) -> Completion<Value> {
    add_to_date_time(vm, call, "subtract", true)
}

/// AddDurationToDateTime ( operation, dateTime, temporalDurationLike, options ), Temporal 5.5.16
fn add_to_date_time(vm: &mut Vm, call: Call, name: &str, is_negated: bool) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, name)?;
    let (added, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let added = duration::to_temporal_duration(vm, added)?;
    let overflow = options::overflow_of(vm, options)?;
    let added = if is_negated { added.negated() } else { added };
    let calendar = months::charge_addition(vm, date_time.calendar(), &added)?;
    let sum = date_time.with_calendar(calendar).add(&added, Some(overflow)).or_throw(vm)?;
    slots::object(vm, &sum.with_calendar(date_time.calendar().clone()))
}

/// Temporal.PlainDateTime.prototype.until ( other [ , options ] ), Temporal 5.3.30
fn until(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "until", true)
}

/// Temporal.PlainDateTime.prototype.since ( other [ , options ] ), Temporal 5.3.31
fn since(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "since", false)
}

/// DifferenceTemporalPlainDateTime ( operation, dateTime, other, options ), Temporal 5.5.15
fn difference(vm: &mut Vm, call: Call, name: &str, is_until: bool) -> Completion<Value> {
    let one = slots::this::<PlainDateTime>(vm, call, name)?;
    let (other, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let other = to_temporal_date_time(vm, other, Value::UNDEFINED)?;
    if one.calendar() != other.calendar() {
        return vm.range_error("The dates have different calendars");
    }
    let settings = options::difference(vm, options)?;
    let points = [one.epoch_ns_for_utc().0, other.epoch_ns_for_utc().0];
    months::charge_difference(vm, one.calendar(), points, &settings)?;
    let difference = if is_until { one.until(&other, settings) } else { one.since(&other, settings) };
    let difference = difference.or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.PlainDateTime.prototype.round ( roundTo ), Temporal 5.3.32
fn round(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "round")?;
    let rounding = call.argument(vm, 0);
    let rounding = options::rounding(vm, rounding)?;
    let date_time = date_time.round(rounding).or_throw(vm)?;
    slots::object(vm, &date_time)
}

/// Temporal.PlainDateTime.prototype.equals ( other ), Temporal 5.3.33
fn equals(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "equals")?;
    let other = call.argument(vm, 0);
    let other = to_temporal_date_time(vm, other, Value::UNDEFINED)?;
    Ok(Value::bool(date_time == other))
}

/// Temporal.PlainDateTime.prototype.toString ( [ options ] ), Temporal 5.3.34
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "toString")?;
    let options = call.argument(vm, 0);
    let options = options::options_object(vm, options)?;
    let calendar_name = options::calendar_name(vm, options)?;
    let rounding = options::rounding_of_text(vm, options)?;
    let text = date_time.to_ixdtf_string(rounding, calendar_name).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.PlainDateTime.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 5.3.35
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    locale::text::<PlainDateTime>(vm, call, to_json)
}

/// Temporal.PlainDateTime.prototype.toJSON ( ), Temporal 5.3.36
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "toJSON")?;
    let text = date_time.to_ixdtf_string(ToStringRoundingOptions::default(), DisplayCalendar::Auto).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.PlainDateTime.prototype.valueOf ( ), Temporal 5.3.37
fn value_of(vm: &mut Vm, _: Call) -> Completion<Value> {
    slots::no_primitive(vm, Type::PlainDateTime)
}

/// Temporal.PlainDateTime.prototype.toZonedDateTime ( temporalTimeZoneLike [ , options ] ), Temporal 5.3.38
fn to_zoned_date_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "toZonedDateTime")?;
    let (zone, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let zone = zone::to_temporal_time_zone(vm, zone)?;
    let options = options::options_object(vm, options)?;
    let disambiguation = options::disambiguation(vm, options)?;
    vm.work_later(LOCAL_TIME);
    let zoned = date_time.to_zoned_date_time_with_provider(zone, disambiguation, &Zones).or_throw(vm)?;
    slots::object(vm, &zoned)
}

/// Temporal.PlainDateTime.prototype.toPlainDate ( ), Temporal 5.3.39
fn to_plain_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "toPlainDate")?;
    slots::object(vm, &date_time.to_plain_date())
}

/// Temporal.PlainDateTime.prototype.toPlainTime ( ), Temporal 5.3.40
fn to_plain_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date_time = slots::this::<PlainDateTime>(vm, call, "toPlainTime")?;
    slots::object(vm, &date_time.to_plain_time())
}
