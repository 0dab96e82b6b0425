//! PrepareCalendarFields: what is read of objects like `{ year: 2024, month: 2, day: 30 }`.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::fields::CalendarFields;
use temporal_rs::options::Overflow;
use temporal_rs::partial::PartialTime;
use temporal_rs::{Calendar, MonthCode, TimeZone, TinyAsciiStr, UtcOffset};

use crate::errors::{self, OrThrow};
use crate::{calendar, months, numbers, slots, text, zone};

/// Sets of fields that are asked for.
pub(crate) const YEAR: u8 = 1;
pub(crate) const MONTH: u8 = 2;
pub(crate) const DAY: u8 = 4;
pub(crate) const TIME: u8 = 8;
pub(crate) const OFFSET: u8 = 16;
pub(crate) const TIME_ZONE: u8 = 32;
pub(crate) const YEAR_MONTH: u8 = YEAR | MONTH;
pub(crate) const DATE: u8 = YEAR | MONTH | DAY;

/// Fields that must be there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Required {
    /// None; the calendar says later what is missing.
    None,
    /// Any of them: the object of a `with`.
    Some,
    TimeZone,
}

/// Fields that were read.
#[derive(Clone, Default, Debug)]
pub(crate) struct Fields {
    day: Option<f64>,
    era: Option<TinyAsciiStr<19>>,
    era_year: Option<f64>,
    time: TimeFields,
    month: Option<f64>,
    month_code: Option<MonthCode>,
    pub(crate) offset: Option<UtcOffset>,
    pub(crate) time_zone: Option<TimeZone>,
    year: Option<f64>,
}

/// Fields of a time, from hours to nanoseconds.
#[derive(Clone, Default, Debug)]
pub(crate) struct TimeFields([Option<f64>; 6]);

const HOUR: usize = 0;
const MINUTE: usize = 1;
const SECOND: usize = 2;
const MILLISECOND: usize = 3;
const MICROSECOND: usize = 4;
const NANOSECOND: usize = 5;

/// The fields of a time in the order in which they are read.
const TIME_ORDER: [(&str, usize); 6] = [
    ("hour", HOUR),
    ("microsecond", MICROSECOND),
    ("millisecond", MILLISECOND),
    ("minute", MINUTE),
    ("nanosecond", NANOSECOND),
    ("second", SECOND),
];

/// Reads a property, none if it is undefined.
fn get(vm: &mut Vm, object: ObjectId, name: &str) -> Completion<Option<Value>> {
    let key = vm.heap.key(name);
    let value = object::get(vm, object, key)?;
    Ok(Some(value).filter(|value| !value.is_undefined()))
}

/// Reads an integer.
fn integer(vm: &mut Vm, object: ObjectId, name: &str) -> Completion<Option<f64>> {
    match get(vm, object, name)? {
        Some(value) => numbers::to_integer_with_truncation(vm, value).map(Some),
        None => Ok(None),
    }
}

/// Reads a positive integer.
fn positive(vm: &mut Vm, object: ObjectId, name: &str) -> Completion<Option<f64>> {
    match get(vm, object, name)? {
        Some(value) => numbers::to_positive_integer_with_truncation(vm, value).map(Some),
        None => Ok(None),
    }
}

/// PrepareCalendarFields ( calendar, fields, calendarFieldNames, nonCalendarFieldNames, requiredFieldNames ), Temporal
/// 12.2.3. The names are read in the order of their code units.
pub(crate) fn prepare(
    vm: &mut Vm,
    calendar: &Calendar,
    object: ObjectId,
    asked: u8,
    required: Required,
) -> Completion<Fields> {
    months::charge_fields(vm, calendar);
    let asks = |field: u8| asked & field != 0;
    let with_era = asks(YEAR) && calendar::has_eras(calendar);
    let mut fields = Fields::default();
    if asks(DAY) {
        fields.day = positive(vm, object, "day")?;
    }
    if with_era {
        fields.era = era(vm, object)?;
        fields.era_year = integer(vm, object, "eraYear")?;
    }
    let [hour, microsecond, millisecond, minute, nanosecond, second] = TIME_ORDER;
    if asks(TIME) {
        for (name, place) in [hour, microsecond, millisecond, minute] {
            fields.time.0[place] = integer(vm, object, name)?;
        }
    }
    if asks(MONTH) {
        fields.month = positive(vm, object, "month")?;
        fields.month_code = month_code(vm, object)?;
    }
    if asks(TIME) {
        fields.time.0[nanosecond.1] = integer(vm, object, nanosecond.0)?;
    }
    if asks(OFFSET) {
        fields.offset = offset(vm, object)?;
    }
    if asks(TIME) {
        fields.time.0[second.1] = integer(vm, object, second.0)?;
    }
    if asks(TIME_ZONE) {
        fields.time_zone = time_zone(vm, object, required)?;
    }
    if asks(YEAR) {
        fields.year = integer(vm, object, "year")?;
    }
    if required == Required::Some && fields.is_empty() {
        return vm.type_error("There are no fields of dates or times in the object");
    }
    Ok(fields)
}

fn era(vm: &mut Vm, object: ObjectId) -> Completion<Option<TinyAsciiStr<19>>> {
    let Some(value) = get(vm, object, "era")? else { return Ok(None) };
    let string = convert::to_string(vm, value)?;
    let text = text::ascii(vm, string)?;
    match TinyAsciiStr::try_from_utf8(text.as_bytes()) {
        Ok(era) => Ok(Some(era)),
        Err(_) => vm.range_error("There is no such era"),
    }
}

/// ToMonthCode ( argument ), Temporal 12.2.2
fn month_code(vm: &mut Vm, object: ObjectId) -> Completion<Option<MonthCode>> {
    let Some(value) = get(vm, object, "monthCode")? else { return Ok(None) };
    let text = text::primitive(vm, value, "month code")?;
    if text == "M00" {
        return vm.range_error("There is no month 'M00'");
    }
    MonthCode::try_from_utf8(text.as_bytes()).or_throw(vm).map(Some)
}

/// ToOffsetString ( argument ), Temporal 13.40
fn offset(vm: &mut Vm, object: ObjectId) -> Completion<Option<UtcOffset>> {
    let Some(value) = get(vm, object, "offset")? else { return Ok(None) };
    let text = text::primitive(vm, value, "offset")?;
    UtcOffset::from_utf8(text.as_bytes()).or_throw(vm).map(Some)
}

fn time_zone(vm: &mut Vm, object: ObjectId, required: Required) -> Completion<Option<TimeZone>> {
    match get(vm, object, "timeZone")? {
        Some(value) => zone::to_temporal_time_zone(vm, value).map(Some),
        None if required == Required::TimeZone => vm.type_error("timeZone is required"),
        None => Ok(None),
    }
}

/// ToTemporalTimeRecord ( temporalTimeLike, completeness ), Temporal 4.5.11. A TypeError if there is no field.
pub(crate) fn prepare_time(vm: &mut Vm, object: ObjectId) -> Completion<TimeFields> {
    let mut fields = TimeFields::default();
    for (name, place) in TIME_ORDER {
        fields.0[place] = integer(vm, object, name)?;
    }
    if fields.0.iter().all(Option::is_none) {
        return vm.type_error("There are no fields of times in the object");
    }
    Ok(fields)
}

/// IsPartialTemporalObject ( value ), Temporal 13.29. A TypeError for other values.
pub(crate) fn partial_object(vm: &mut Vm, value: Value) -> Completion<ObjectId> {
    let object = errors::required_object(vm, value)?;
    let is_temporal = slots::calendar_of(vm, object).is_some() || slots::is_plain_time(vm, object);
    if is_temporal || get(vm, object, "calendar")?.is_some() || get(vm, object, "timeZone")?.is_some() {
        return vm.type_error("An object with fields to be changed has no calendar and no timeZone");
    }
    Ok(object)
}

impl TimeFields {
    /// Returns the fields for `temporal_rs`. Negative ones are constrained, or become such that are refused.
    pub(crate) fn partial(&self, overflow: Overflow) -> PartialTime {
        let field = |place: usize| {
            let constrain = |field: f64| if overflow == Overflow::Constrain { field.max(0.0) } else { field };
            self.0[place].map(constrain)
        };
        PartialTime {
            hour: field(HOUR).map(numbers::byte),
            minute: field(MINUTE).map(numbers::byte),
            second: field(SECOND).map(numbers::byte),
            millisecond: field(MILLISECOND).map(numbers::short),
            microsecond: field(MICROSECOND).map(numbers::short),
            nanosecond: field(NANOSECOND).map(numbers::short),
        }
    }
}

impl Fields {
    fn is_empty(&self) -> bool {
        self.date().is_empty() && self.time.0.iter().all(Option::is_none) && self.offset.is_none()
    }

    /// Returns whether there are a month and a day.
    pub(crate) fn has_month_day(&self) -> bool {
        self.day.is_some() && (self.month.is_some() || self.month_code.is_some())
    }

    /// Returns the fields of the date for `temporal_rs`.
    pub(crate) fn date(&self) -> CalendarFields {
        CalendarFields {
            year: self.year.map(numbers::year),
            month: self.month.map(numbers::byte),
            month_code: self.month_code,
            day: self.day.map(numbers::byte),
            era: self.era,
            era_year: self.era_year.map(numbers::year),
        }
    }

    /// Returns the fields of the time for `temporal_rs`.
    pub(crate) fn time(&self, overflow: Overflow) -> PartialTime {
        self.time.partial(overflow)
    }
}
