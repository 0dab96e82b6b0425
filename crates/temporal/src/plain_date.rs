//! Temporal.PlainDate, Temporal 3.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::options::DisplayCalendar;
use temporal_rs::parsed_intermediates::ParsedDate;
use temporal_rs::partial::PartialDate;
use temporal_rs::{PlainDate, PlainDateTime, ZonedDateTime};

use crate::errors::OrThrow;
use crate::fields::{self, DATE, Required};
use crate::slots::{self, Type};
use crate::zone::{self, Zones};
use crate::{Class, calendar, duration, getters, locale, months, numbers, options, plain_time, text};

static CONSTRUCTOR: NativeFunction = constructor("PlainDate", 3, plain_date);

static FUNCTIONS: &[NativeFunction] = &[method("from", 1, from), method("compare", 2, compare)];

static GETTERS: [NativeFunction; 16] = getters::of_dates::<PlainDate>();

static METHODS: &[NativeFunction] = &[
    method("toPlainYearMonth", 0, to_plain_year_month),
    method("toPlainMonthDay", 0, to_plain_month_day),
    method("add", 1, add),
    method("subtract", 1, subtract),
    method("with", 1, with),
    method("withCalendar", 1, with_calendar),
    method("until", 1, until),
    method("since", 1, since),
    method("equals", 1, equals),
    method("toPlainDateTime", 0, to_plain_date_time),
    method("toZonedDateTime", 1, to_zoned_date_time),
    method("toString", 0, to_string),
    method("toLocaleString", 0, to_locale_string),
    method("toJSON", 0, to_json),
    method("valueOf", 0, value_of),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::PlainDate,
    constructor: &CONSTRUCTOR,
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[&GETTERS],
};

/// Temporal.PlainDate ( isoYear, isoMonth, isoDay [ , calendar ] ), Temporal 3.1.1
fn plain_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::PlainDate)?;
    let [year, month, day] = [0, 1, 2].map(|index| call.argument(vm, index));
    let year = numbers::to_integer_with_truncation(vm, year)?;
    let month = numbers::to_integer_with_truncation(vm, month)?;
    let day = numbers::to_integer_with_truncation(vm, day)?;
    let calendar = call.argument(vm, 3);
    let calendar = calendar::of_argument(vm, calendar)?;
    let date =
        PlainDate::try_new(numbers::year(year), numbers::byte(month), numbers::byte(day), calendar).or_throw(vm)?;
    slots::constructed(vm, call, &date)
}

/// ToTemporalDate ( item [ , options ] ), Temporal 3.5.2
pub(crate) fn to_temporal_date(vm: &mut Vm, item: Value, options: Value) -> Completion<PlainDate> {
    if let Some(date) = date_of_object(vm, item)? {
        options::overflow_of(vm, options)?;
        return Ok(date);
    }
    if let Some(object) = item.as_object() {
        let calendar = calendar::of_object(vm, object)?;
        let fields = fields::prepare(vm, &calendar, object, DATE, Required::None)?;
        let overflow = options::overflow_of(vm, options)?;
        let partial = PartialDate { calendar_fields: fields.date(), calendar };
        return PlainDate::from_partial(partial, Some(overflow)).or_throw(vm);
    }
    let text = text::date(vm, item, "date")?;
    let parsed = ParsedDate::from_utf8(text.as_bytes()).or_throw(vm)?;
    options::overflow_of(vm, options)?;
    PlainDate::from_parsed(parsed).or_throw(vm)
}

/// Returns the date of an object of Temporal that has one.
pub(crate) fn date_of_object(vm: &mut Vm, item: Value) -> Completion<Option<PlainDate>> {
    if let Some(date) = slots::of_value::<PlainDate>(vm, item)? {
        return Ok(Some(date));
    }
    if let Some(date_time) = slots::of_value::<PlainDateTime>(vm, item)? {
        return Ok(Some(date_time.to_plain_date()));
    }
    Ok(slots::of_value::<ZonedDateTime>(vm, item)?.map(|zoned| zoned.to_plain_date()))
}

/// Temporal.PlainDate.from ( item [ , options ] ), Temporal 3.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (item, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let date = to_temporal_date(vm, item, options)?;
    slots::object(vm, &date)
}

/// Temporal.PlainDate.compare ( one, two ), Temporal 3.2.3
fn compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (one, two) = (call.argument(vm, 0), call.argument(vm, 1));
    let one = to_temporal_date(vm, one, Value::UNDEFINED)?;
    let two = to_temporal_date(vm, two, Value::UNDEFINED)?;
    Ok(Value::int(one.compare_iso(&two) as i32))
}

/// Temporal.PlainDate.prototype.toPlainYearMonth ( ), Temporal 3.3.19
fn to_plain_year_month(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "toPlainYearMonth")?;
    months::charge_fields(vm, date.calendar());
    let year_month = date.to_plain_year_month().or_throw(vm)?;
    slots::object(vm, &year_month)
}

/// Temporal.PlainDate.prototype.toPlainMonthDay ( ), Temporal 3.3.20
fn to_plain_month_day(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "toPlainMonthDay")?;
    months::charge_fields(vm, date.calendar());
    let month_day = date.to_plain_month_day().or_throw(vm)?;
    slots::object(vm, &month_day)
}

/// Temporal.PlainDate.prototype.add ( temporalDurationLike [ , options ] ), Temporal 3.3.21
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    add_to_date(vm, call, "add", false)
}

/// Temporal.PlainDate.prototype.subtract ( temporalDurationLike [ , options ] ), Temporal 3.3.22
fn subtract(vm: &mut Vm, call: Call) -> Completion<Value> {
    add_to_date(vm, call, "subtract", true)
}

/// AddDurationToDate ( operation, temporalDate, temporalDurationLike, options ), Temporal 3.5.14
fn add_to_date(vm: &mut Vm, call: Call, name: &str, is_negated: bool) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, name)?;
    let (added, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let added = duration::to_temporal_duration(vm, added)?;
    let overflow = options::overflow_of(vm, options)?;
    let added = if is_negated { added.negated() } else { added };
    let calendar = months::charge_addition(vm, date.calendar(), &added)?;
    let sum = date.with_calendar(calendar).add(&added, Some(overflow)).or_throw(vm)?;
    slots::object(vm, &sum.with_calendar(date.calendar().clone()))
}

/// Temporal.PlainDate.prototype.with ( temporalDateLike [ , options ] ), Temporal 3.3.23
fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "with")?;
    let (changed, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let changed = fields::partial_object(vm, changed)?;
    let fields = fields::prepare(vm, date.calendar(), changed, DATE, Required::Some)?;
    let overflow = options::overflow_of(vm, options)?;
    let date = date.with(fields.date(), Some(overflow)).or_throw(vm)?;
    slots::object(vm, &date)
}

/// Temporal.PlainDate.prototype.withCalendar ( calendarLike ), Temporal 3.3.24
fn with_calendar(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "withCalendar")?;
    let calendar = call.argument(vm, 0);
    let calendar = calendar::to_temporal_calendar(vm, calendar)?;
    slots::object(vm, &date.with_calendar(calendar))
}

/// Temporal.PlainDate.prototype.until ( other [ , options ] ), Temporal 3.3.25
fn until(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "until", true)
}

/// Temporal.PlainDate.prototype.since ( other [ , options ] ), Temporal 3.3.26
fn since(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "since", false)
}

/// DifferenceTemporalPlainDate ( operation, temporalDate, other, options ), Temporal 3.5.13
fn difference(vm: &mut Vm, call: Call, name: &str, is_until: bool) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, name)?;
    let (other, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let other = to_temporal_date(vm, other, Value::UNDEFINED)?;
    if date.calendar() != other.calendar() {
        return vm.range_error("The dates have different calendars");
    }
    let settings = options::difference(vm, options)?;
    months::charge_difference(vm, date.calendar(), [date.epoch_ns_for_utc().0, other.epoch_ns_for_utc().0], &settings)?;
    let difference = if is_until { date.until(&other, settings) } else { date.since(&other, settings) };
    let difference = difference.or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.PlainDate.prototype.equals ( other ), Temporal 3.3.27
fn equals(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "equals")?;
    let other = call.argument(vm, 0);
    let other = to_temporal_date(vm, other, Value::UNDEFINED)?;
    Ok(Value::bool(date == other))
}

/// Temporal.PlainDate.prototype.toPlainDateTime ( [ temporalTime ] ), Temporal 3.3.28
fn to_plain_date_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "toPlainDateTime")?;
    let time = call.argument(vm, 0);
    let time = plain_time::to_time_or_midnight(vm, time)?;
    let date_time = date.to_plain_date_time(time).or_throw(vm)?;
    slots::object(vm, &date_time)
}

/// Temporal.PlainDate.prototype.toZonedDateTime ( item ), Temporal 3.3.29
fn to_zoned_date_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "toZonedDateTime")?;
    let item = call.argument(vm, 0);
    let in_object = options::get(vm, item.as_object(), "timeZone")?;
    let (zone, time) = if in_object.is_undefined() {
        (zone::to_temporal_time_zone(vm, item)?, Value::UNDEFINED)
    } else {
        let zone = zone::to_temporal_time_zone(vm, in_object)?;
        (zone, options::get(vm, item.as_object(), "plainTime")?)
    };
    let time = plain_time::to_time_or_midnight(vm, time)?;
    let zoned = date.to_zoned_date_time_with_provider(zone, time, &Zones).or_throw(vm)?;
    slots::object(vm, &zoned)
}

/// Temporal.PlainDate.prototype.toString ( [ options ] ), Temporal 3.3.30
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "toString")?;
    let options = call.argument(vm, 0);
    let options = options::options_object(vm, options)?;
    let calendar_name = options::calendar_name(vm, options)?;
    Ok(text::value(vm, &date.to_ixdtf_string(calendar_name)))
}

/// Temporal.PlainDate.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 3.3.31
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    locale::text::<PlainDate>(vm, call, to_json)
}

/// Temporal.PlainDate.prototype.toJSON ( ), Temporal 3.3.32
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<PlainDate>(vm, call, "toJSON")?;
    Ok(text::value(vm, &date.to_ixdtf_string(DisplayCalendar::Auto)))
}

/// Temporal.PlainDate.prototype.valueOf ( ), Temporal 3.3.33
fn value_of(vm: &mut Vm, _: Call) -> Completion<Value> {
    slots::no_primitive(vm, Type::PlainDate)
}
