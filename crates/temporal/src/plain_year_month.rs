//! Temporal.PlainYearMonth, Temporal 9.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::PlainYearMonth;
use temporal_rs::fields::YearMonthCalendarFields;
use temporal_rs::options::DisplayCalendar;
use temporal_rs::parsed_intermediates::ParsedDate;
use temporal_rs::partial::PartialYearMonth;

use crate::errors::{self, OrThrow};
use crate::fields::{self, DAY, Required, YEAR_MONTH};
use crate::getters::{identifier, int, optional_int, optional_text};
use crate::slots::{self, Type};
use crate::{Class, calendar, duration, locale, months, numbers, options, text};

static CONSTRUCTOR: NativeFunction = constructor("PlainYearMonth", 2, plain_year_month);

static FUNCTIONS: &[NativeFunction] = &[method("from", 1, from), method("compare", 2, compare)];

static GETTERS: &[NativeFunction] = &[
    method("get calendarId", 0, calendar_id),
    method("get era", 0, era),
    method("get eraYear", 0, era_year),
    method("get year", 0, year),
    method("get month", 0, month),
    method("get monthCode", 0, month_code),
    method("get daysInYear", 0, days_in_year),
    method("get daysInMonth", 0, days_in_month),
    method("get monthsInYear", 0, months_in_year),
    method("get inLeapYear", 0, in_leap_year),
];

static METHODS: &[NativeFunction] = &[
    method("with", 1, with),
    method("add", 1, add),
    method("subtract", 1, subtract),
    method("until", 1, until),
    method("since", 1, since),
    method("equals", 1, equals),
    method("toString", 0, to_string),
    method("toLocaleString", 0, to_locale_string),
    method("toJSON", 0, to_json),
    method("valueOf", 0, value_of),
    method("toPlainDate", 1, to_plain_date),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::PlainYearMonth,
    constructor: &CONSTRUCTOR,
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[GETTERS],
};

/// Temporal.PlainYearMonth ( isoYear, isoMonth [ , calendar [ , referenceISODay ] ] ), Temporal 9.1.1
fn plain_year_month(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::PlainYearMonth)?;
    let [year, month, calendar, day] = [0, 1, 2, 3].map(|index| call.argument(vm, index));
    let year = numbers::to_integer_with_truncation(vm, year)?;
    let month = numbers::to_integer_with_truncation(vm, month)?;
    let calendar = calendar::of_argument(vm, calendar)?;
    let day = if day.is_undefined() { 1.0 } else { numbers::to_integer_with_truncation(vm, day)? };
    let day = numbers::byte(day);
    let year_month =
        PlainYearMonth::try_new(numbers::year(year), numbers::byte(month), Some(day), calendar).or_throw(vm)?;
    slots::constructed(vm, call, &year_month)
}

/// ToTemporalYearMonth ( item [ , options ] ), Temporal 9.5.2
fn to_temporal_year_month(vm: &mut Vm, item: Value, options: Value) -> Completion<PlainYearMonth> {
    if let Some(year_month) = slots::of_value::<PlainYearMonth>(vm, item)? {
        options::overflow_of(vm, options)?;
        return Ok(year_month);
    }
    if let Some(object) = item.as_object() {
        let calendar = calendar::of_object(vm, object)?;
        let fields = fields::prepare(vm, &calendar, object, YEAR_MONTH, Required::None)?;
        let overflow = options::overflow_of(vm, options)?;
        let calendar_fields = YearMonthCalendarFields::from(fields.date());
        let partial = PartialYearMonth { calendar_fields, calendar };
        return PlainYearMonth::from_partial(partial, Some(overflow)).or_throw(vm);
    }
    let text = text::date(vm, item, "month of a year")?;
    let parsed = ParsedDate::year_month_from_utf8(text.as_bytes()).or_throw(vm)?;
    options::overflow_of(vm, options)?;
    PlainYearMonth::from_parsed(parsed).or_throw(vm)
}

/// Temporal.PlainYearMonth.from ( item [ , options ] ), Temporal 9.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (item, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let year_month = to_temporal_year_month(vm, item, options)?;
    slots::object(vm, &year_month)
}

/// Temporal.PlainYearMonth.compare ( one, two ), Temporal 9.2.3
fn compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (one, two) = (call.argument(vm, 0), call.argument(vm, 1));
    let one = to_temporal_year_month(vm, one, Value::UNDEFINED)?;
    let two = to_temporal_year_month(vm, two, Value::UNDEFINED)?;
    Ok(Value::int(one.compare_iso(&two) as i32))
}

fn field(vm: &mut Vm, call: Call, name: &str, read: fn(&PlainYearMonth) -> Value) -> Completion<Value> {
    slots::this::<PlainYearMonth>(vm, call, name).map(|year_month| read(&year_month))
}

/// get Temporal.PlainYearMonth.prototype.calendarId, Temporal 9.3.3
fn calendar_id(vm: &mut Vm, call: Call) -> Completion<Value> {
    let year_month = slots::this::<PlainYearMonth>(vm, call, "calendarId")?;
    Ok(identifier(vm, year_month.calendar()))
}

/// get Temporal.PlainYearMonth.prototype.era, Temporal 9.3.4
fn era(vm: &mut Vm, call: Call) -> Completion<Value> {
    let era = slots::this::<PlainYearMonth>(vm, call, "era")?.era();
    Ok(optional_text(vm, era.as_deref()))
}

/// get Temporal.PlainYearMonth.prototype.eraYear, Temporal 9.3.5
fn era_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "eraYear", |year_month| optional_int(year_month.era_year()))
}

/// get Temporal.PlainYearMonth.prototype.year, Temporal 9.3.6
fn year(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "year", |year_month| int(year_month.year()))
}

/// get Temporal.PlainYearMonth.prototype.month, Temporal 9.3.7
fn month(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "month", |year_month| int(year_month.month()))
}

/// get Temporal.PlainYearMonth.prototype.monthCode, Temporal 9.3.8
fn month_code(vm: &mut Vm, call: Call) -> Completion<Value> {
    let code = slots::this::<PlainYearMonth>(vm, call, "monthCode")?.month_code();
    Ok(text::value(vm, code.as_str()))
}

/// get Temporal.PlainYearMonth.prototype.daysInYear, Temporal 9.3.9
fn days_in_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "daysInYear", |year_month| int(year_month.days_in_year()))
}

/// get Temporal.PlainYearMonth.prototype.daysInMonth, Temporal 9.3.10
fn days_in_month(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "daysInMonth", |year_month| int(year_month.days_in_month()))
}

/// get Temporal.PlainYearMonth.prototype.monthsInYear, Temporal 9.3.11
fn months_in_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "monthsInYear", |year_month| int(year_month.months_in_year()))
}

/// get Temporal.PlainYearMonth.prototype.inLeapYear, Temporal 9.3.12
fn in_leap_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "inLeapYear", |year_month| Value::bool(year_month.in_leap_year()))
}

/// Temporal.PlainYearMonth.prototype.with ( temporalYearMonthLike [ , options ] ), Temporal 9.3.13
fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let year_month = slots::this::<PlainYearMonth>(vm, call, "with")?;
    let (changed, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let changed = fields::partial_object(vm, changed)?;
    let fields = fields::prepare(vm, year_month.calendar(), changed, YEAR_MONTH, Required::Some)?;
    let overflow = options::overflow_of(vm, options)?;
    let fields = YearMonthCalendarFields::from(fields.date());
    let year_month = year_month.with(fields, Some(overflow)).or_throw(vm)?;
    slots::object(vm, &year_month)
}

/// Temporal.PlainYearMonth.prototype.add ( temporalDurationLike [ , options ] ), Temporal 9.3.14
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    add_to_year_month(vm, call, "add", false)
}

/// Temporal.PlainYearMonth.prototype.subtract ( temporalDurationLike [ , options ] ), Temporal 9.3.15
fn subtract(vm: &mut Vm, call: Call) -> Completion<Value> {
    add_to_year_month(vm, call, "subtract", true)
}

/// AddDurationToYearMonth ( operation, yearMonth, temporalDurationLike, options ), Temporal 9.5.8
fn add_to_year_month(vm: &mut Vm, call: Call, name: &str, is_negated: bool) -> Completion<Value> {
    let year_month = slots::this::<PlainYearMonth>(vm, call, name)?;
    let (added, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let added = duration::to_temporal_duration(vm, added)?;
    let overflow = options::overflow_of(vm, options)?;
    let added = if is_negated { added.negated() } else { added };
    months::charge_addition(vm, year_month.calendar(), &added)?;
    let sum = year_month.add(&added, overflow).or_throw(vm)?;
    slots::object(vm, &sum)
}

/// Temporal.PlainYearMonth.prototype.until ( other [ , options ] ), Temporal 9.3.16
fn until(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "until", true)
}

/// Temporal.PlainYearMonth.prototype.since ( other [ , options ] ), Temporal 9.3.17
fn since(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "since", false)
}

/// DifferenceTemporalPlainYearMonth ( operation, yearMonth, other, options ), Temporal 9.5.7
fn difference(vm: &mut Vm, call: Call, name: &str, is_until: bool) -> Completion<Value> {
    let one = slots::this::<PlainYearMonth>(vm, call, name)?;
    let (other, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let other = to_temporal_year_month(vm, other, Value::UNDEFINED)?;
    if one.calendar() != other.calendar() {
        return vm.range_error("The months have different calendars");
    }
    let settings = options::difference(vm, options)?;
    let points = [one.epoch_ns_for_utc().0, other.epoch_ns_for_utc().0];
    months::charge_difference(vm, one.calendar(), points, &settings)?;
    let difference = if is_until { one.until(&other, settings) } else { one.since(&other, settings) };
    let difference = difference.or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.PlainYearMonth.prototype.equals ( other ), Temporal 9.3.18
fn equals(vm: &mut Vm, call: Call) -> Completion<Value> {
    let year_month = slots::this::<PlainYearMonth>(vm, call, "equals")?;
    let other = call.argument(vm, 0);
    let other = to_temporal_year_month(vm, other, Value::UNDEFINED)?;
    Ok(Value::bool(year_month == other))
}

/// Temporal.PlainYearMonth.prototype.toString ( [ options ] ), Temporal 9.3.19
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let year_month = slots::this::<PlainYearMonth>(vm, call, "toString")?;
    let options = call.argument(vm, 0);
    let options = options::options_object(vm, options)?;
    let calendar_name = options::calendar_name(vm, options)?;
    Ok(text::value(vm, &year_month.to_ixdtf_string(calendar_name)))
}

/// Temporal.PlainYearMonth.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 9.3.20
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    locale::text::<PlainYearMonth>(vm, call, to_json)
}

/// Temporal.PlainYearMonth.prototype.toJSON ( ), Temporal 9.3.21
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let year_month = slots::this::<PlainYearMonth>(vm, call, "toJSON")?;
    Ok(text::value(vm, &year_month.to_ixdtf_string(DisplayCalendar::Auto)))
}

/// Temporal.PlainYearMonth.prototype.valueOf ( ), Temporal 9.3.22
fn value_of(vm: &mut Vm, _: Call) -> Completion<Value> {
    slots::no_primitive(vm, Type::PlainYearMonth)
}

/// Temporal.PlainYearMonth.prototype.toPlainDate ( item ), Temporal 9.3.23
fn to_plain_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    let year_month = slots::this::<PlainYearMonth>(vm, call, "toPlainDate")?;
    let item = call.argument(vm, 0);
    let object = errors::required_object(vm, item)?;
    let fields = fields::prepare(vm, year_month.calendar(), object, DAY, Required::None)?;
    let date = year_month.to_plain_date(Some(fields.date())).or_throw(vm)?;
    slots::object(vm, &date)
}
