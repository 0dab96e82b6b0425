//! Temporal.PlainMonthDay, Temporal 10.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::PlainMonthDay;
use temporal_rs::options::{DisplayCalendar, Overflow};
use temporal_rs::parsed_intermediates::ParsedDate;
use temporal_rs::partial::PartialDate;

use crate::errors::{self, OrThrow};
use crate::fields::{self, DATE, Required, YEAR};
use crate::getters::{identifier, int};
use crate::slots::{self, Type};
use crate::{Class, calendar, locale, numbers, options, text};

/// The reference year of the ISO calendar: a leap year.
const REFERENCE_YEAR: i32 = 1972;

static CONSTRUCTOR: NativeFunction = constructor("PlainMonthDay", 2, plain_month_day);

static FUNCTIONS: &[NativeFunction] = &[method("from", 1, from)];

static GETTERS: &[NativeFunction] =
    &[method("get calendarId", 0, calendar_id), method("get monthCode", 0, month_code), method("get day", 0, day)];

static METHODS: &[NativeFunction] = &[
    method("with", 1, with),
    method("equals", 1, equals),
    method("toString", 0, to_string),
    method("toLocaleString", 0, to_locale_string),
    method("toJSON", 0, to_json),
    method("valueOf", 0, value_of),
    method("toPlainDate", 1, to_plain_date),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::PlainMonthDay,
    constructor: &CONSTRUCTOR,
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[GETTERS],
};

/// Temporal.PlainMonthDay ( isoMonth, isoDay [ , calendar [ , referenceISOYear ] ] ), Temporal 10.1.1
fn plain_month_day(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::PlainMonthDay)?;
    let [month, day, calendar, year] = [0, 1, 2, 3].map(|index| call.argument(vm, index));
    let month = numbers::to_integer_with_truncation(vm, month)?;
    let day = numbers::to_integer_with_truncation(vm, day)?;
    let calendar = calendar::of_argument(vm, calendar)?;
    let year = match year {
        Value::UNDEFINED => REFERENCE_YEAR,
        year => numbers::year(numbers::to_integer_with_truncation(vm, year)?),
    };
    let (month, day) = (numbers::byte(month), numbers::byte(day));
    let month_day =
        PlainMonthDay::new_with_overflow(month, day, calendar, Overflow::Reject, Some(year)).or_throw(vm)?;
    slots::constructed(vm, call, &month_day)
}

/// ToTemporalMonthDay ( item [ , options ] ), Temporal 10.5.1
fn to_temporal_month_day(vm: &mut Vm, item: Value, options: Value) -> Completion<PlainMonthDay> {
    if let Some(month_day) = slots::of_value::<PlainMonthDay>(vm, item)? {
        options::overflow_of(vm, options)?;
        return Ok(month_day);
    }
    if let Some(object) = item.as_object() {
        let calendar = calendar::of_object(vm, object)?;
        let fields = fields::prepare(vm, &calendar, object, DATE, Required::None)?;
        let overflow = options::overflow_of(vm, options)?;
        // Fields that are missing come before those that do not go together: CalendarResolveFields, Temporal 12.3.
        if !fields.has_month_day() {
            return vm.type_error("A month and a day are required");
        }
        let partial = PartialDate { calendar_fields: fields.date(), calendar };
        return PlainMonthDay::from_partial(partial, Some(overflow)).or_throw(vm);
    }
    let text = text::date(vm, item, "day of a month")?;
    let parsed = ParsedDate::month_day_from_utf8(text.as_bytes()).or_throw(vm)?;
    options::overflow_of(vm, options)?;
    PlainMonthDay::from_parsed(parsed).or_throw(vm)
}

/// Temporal.PlainMonthDay.from ( item [ , options ] ), Temporal 10.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (item, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let month_day = to_temporal_month_day(vm, item, options)?;
    slots::object(vm, &month_day)
}

/// get Temporal.PlainMonthDay.prototype.calendarId, Temporal 10.3.3
fn calendar_id(vm: &mut Vm, call: Call) -> Completion<Value> {
    let month_day = slots::this::<PlainMonthDay>(vm, call, "calendarId")?;
    Ok(identifier(vm, month_day.calendar()))
}

/// get Temporal.PlainMonthDay.prototype.monthCode, Temporal 10.3.4
fn month_code(vm: &mut Vm, call: Call) -> Completion<Value> {
    let code = slots::this::<PlainMonthDay>(vm, call, "monthCode")?.month_code();
    Ok(text::value(vm, code.as_str()))
}

/// get Temporal.PlainMonthDay.prototype.day, Temporal 10.3.5
fn day(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::this::<PlainMonthDay>(vm, call, "day").map(|month_day| int(month_day.day()))
}

/// Temporal.PlainMonthDay.prototype.with ( temporalMonthDayLike [ , options ] ), Temporal 10.3.6
fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let month_day = slots::this::<PlainMonthDay>(vm, call, "with")?;
    let (changed, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let changed = fields::partial_object(vm, changed)?;
    let fields = fields::prepare(vm, month_day.calendar(), changed, DATE, Required::Some)?;
    let overflow = options::overflow_of(vm, options)?;
    let month_day = month_day.with(fields.date(), Some(overflow)).or_throw(vm)?;
    slots::object(vm, &month_day)
}

/// Temporal.PlainMonthDay.prototype.equals ( other ), Temporal 10.3.7
fn equals(vm: &mut Vm, call: Call) -> Completion<Value> {
    let month_day = slots::this::<PlainMonthDay>(vm, call, "equals")?;
    let other = call.argument(vm, 0);
    let other = to_temporal_month_day(vm, other, Value::UNDEFINED)?;
    Ok(Value::bool(month_day == other))
}

/// Temporal.PlainMonthDay.prototype.toString ( [ options ] ), Temporal 10.3.8
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let month_day = slots::this::<PlainMonthDay>(vm, call, "toString")?;
    let options = call.argument(vm, 0);
    let options = options::options_object(vm, options)?;
    let calendar_name = options::calendar_name(vm, options)?;
    Ok(text::value(vm, &month_day.to_ixdtf_string(calendar_name)))
}

/// Temporal.PlainMonthDay.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 10.3.9
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    locale::text::<PlainMonthDay>(vm, call, to_json)
}

/// Temporal.PlainMonthDay.prototype.toJSON ( ), Temporal 10.3.10
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let month_day = slots::this::<PlainMonthDay>(vm, call, "toJSON")?;
    Ok(text::value(vm, &month_day.to_ixdtf_string(DisplayCalendar::Auto)))
}

/// Temporal.PlainMonthDay.prototype.valueOf ( ), Temporal 10.3.11
fn value_of(vm: &mut Vm, _: Call) -> Completion<Value> {
    slots::no_primitive(vm, Type::PlainMonthDay)
}

/// Temporal.PlainMonthDay.prototype.toPlainDate ( item ), Temporal 10.3.12
fn to_plain_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    let month_day = slots::this::<PlainMonthDay>(vm, call, "toPlainDate")?;
    let item = call.argument(vm, 0);
    let object = errors::required_object(vm, item)?;
    let fields = fields::prepare(vm, month_day.calendar(), object, YEAR, Required::None)?;
    let date = month_day.to_plain_date(Some(fields.date())).or_throw(vm)?;
    slots::object(vm, &date)
}
