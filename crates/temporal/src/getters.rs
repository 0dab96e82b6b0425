//! Attributes that several types share: those of dates in a calendar, and those of times.
//!
//! A table is the same for each type; only the check of `this` differs.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::{Calendar, PlainDate, PlainDateTime, PlainTime, ZonedDateTime};

use crate::slots::{self, Held};
use crate::text;

/// Types with a date in a calendar.
pub(crate) trait Dated: Held {
    fn date(&self) -> PlainDate;
}

/// Types with a time of the wall.
pub(crate) trait Timed: Held {
    fn time(&self) -> PlainTime;
}

impl Dated for PlainDate {
    fn date(&self) -> PlainDate {
        self.clone()
    }
}

impl Dated for PlainDateTime {
    fn date(&self) -> PlainDate {
        self.to_plain_date()
    }
}

impl Dated for ZonedDateTime {
    fn date(&self) -> PlainDate {
        self.to_plain_date()
    }
}

impl Timed for PlainTime {
    fn time(&self) -> PlainTime {
        *self
    }
}

impl Timed for PlainDateTime {
    fn time(&self) -> PlainTime {
        self.to_plain_time()
    }
}

impl Timed for ZonedDateTime {
    fn time(&self) -> PlainTime {
        self.to_plain_time()
    }
}

/// The attributes of a date, Temporal 3.3.3 to 3.3.18.
pub(crate) const fn of_dates<T: Dated>() -> [NativeFunction; 16] {
    [
        method("get calendarId", 0, calendar_id::<T>),
        method("get era", 0, era::<T>),
        method("get eraYear", 0, era_year::<T>),
        method("get year", 0, year::<T>),
        method("get month", 0, month::<T>),
        method("get monthCode", 0, month_code::<T>),
        method("get day", 0, day::<T>),
        method("get dayOfWeek", 0, day_of_week::<T>),
        method("get dayOfYear", 0, day_of_year::<T>),
        method("get weekOfYear", 0, week_of_year::<T>),
        method("get yearOfWeek", 0, year_of_week::<T>),
        method("get daysInWeek", 0, days_in_week::<T>),
        method("get daysInMonth", 0, days_in_month::<T>),
        method("get daysInYear", 0, days_in_year::<T>),
        method("get monthsInYear", 0, months_in_year::<T>),
        method("get inLeapYear", 0, in_leap_year::<T>),
    ]
}

/// The attributes of a time, Temporal 4.3.3 to 4.3.8.
pub(crate) const fn of_times<T: Timed>() -> [NativeFunction; 6] {
    [
        method("get hour", 0, hour::<T>),
        method("get minute", 0, minute::<T>),
        method("get second", 0, second::<T>),
        method("get millisecond", 0, millisecond::<T>),
        method("get microsecond", 0, microsecond::<T>),
        method("get nanosecond", 0, nanosecond::<T>),
    ]
}

/// Makes a number.
pub(crate) fn int(number: impl Into<i32>) -> Value {
    Value::int(number.into())
}

/// Makes a number, or undefined.
pub(crate) fn optional_int(number: Option<impl Into<i32>>) -> Value {
    number.map_or(Value::UNDEFINED, int)
}

/// Makes the identifier of a calendar.
pub(crate) fn identifier(vm: &mut Vm, calendar: &Calendar) -> Value {
    text::value(vm, calendar.identifier())
}

/// Makes a string, or undefined.
pub(crate) fn optional_text(vm: &mut Vm, value: Option<&str>) -> Value {
    value.map_or(Value::UNDEFINED, |value| text::value(vm, value))
}

fn date<T: Dated>(vm: &mut Vm, call: Call, name: &str, read: fn(&PlainDate) -> Value) -> Completion<Value> {
    slots::this::<T>(vm, call, name).map(|value| read(&value.date()))
}

fn time<T: Timed>(vm: &mut Vm, call: Call, name: &str, read: fn(&PlainTime) -> Value) -> Completion<Value> {
    slots::this::<T>(vm, call, name).map(|value| read(&value.time()))
}

/// get Temporal.PlainDate.prototype.calendarId, Temporal 3.3.3
fn calendar_id<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    let date = slots::this::<T>(vm, call, "calendarId")?.date();
    Ok(identifier(vm, date.calendar()))
}

/// get Temporal.PlainDate.prototype.era, Temporal 3.3.4
fn era<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    let era = slots::this::<T>(vm, call, "era")?.date().era();
    Ok(optional_text(vm, era.as_deref()))
}

/// get Temporal.PlainDate.prototype.eraYear, Temporal 3.3.5
fn era_year<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "eraYear", |date| optional_int(date.era_year()))
}

/// get Temporal.PlainDate.prototype.year, Temporal 3.3.6
fn year<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "year", |date| int(date.year()))
}

/// get Temporal.PlainDate.prototype.month, Temporal 3.3.7
fn month<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "month", |date| int(date.month()))
}

/// get Temporal.PlainDate.prototype.monthCode, Temporal 3.3.8
fn month_code<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    let code = slots::this::<T>(vm, call, "monthCode")?.date().month_code();
    Ok(text::value(vm, code.as_str()))
}

/// get Temporal.PlainDate.prototype.day, Temporal 3.3.9
fn day<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "day", |date| int(date.day()))
}

/// get Temporal.PlainDate.prototype.dayOfWeek, Temporal 3.3.10
fn day_of_week<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "dayOfWeek", |date| int(date.day_of_week()))
}

/// get Temporal.PlainDate.prototype.dayOfYear, Temporal 3.3.11
fn day_of_year<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "dayOfYear", |date| int(date.day_of_year()))
}

/// get Temporal.PlainDate.prototype.weekOfYear, Temporal 3.3.12
fn week_of_year<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "weekOfYear", |date| optional_int(date.week_of_year()))
}

/// get Temporal.PlainDate.prototype.yearOfWeek, Temporal 3.3.13
fn year_of_week<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "yearOfWeek", |date| optional_int(date.year_of_week()))
}

/// get Temporal.PlainDate.prototype.daysInWeek, Temporal 3.3.14
fn days_in_week<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "daysInWeek", |date| int(date.days_in_week()))
}

/// get Temporal.PlainDate.prototype.daysInMonth, Temporal 3.3.15
fn days_in_month<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "daysInMonth", |date| int(date.days_in_month()))
}

/// get Temporal.PlainDate.prototype.daysInYear, Temporal 3.3.16
fn days_in_year<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "daysInYear", |date| int(date.days_in_year()))
}

/// get Temporal.PlainDate.prototype.monthsInYear, Temporal 3.3.17
fn months_in_year<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "monthsInYear", |date| int(date.months_in_year()))
}

/// get Temporal.PlainDate.prototype.inLeapYear, Temporal 3.3.18
fn in_leap_year<T: Dated>(vm: &mut Vm, call: Call) -> Completion<Value> {
    date::<T>(vm, call, "inLeapYear", |date| Value::bool(date.in_leap_year()))
}

/// get Temporal.PlainTime.prototype.hour, Temporal 4.3.3
fn hour<T: Timed>(vm: &mut Vm, call: Call) -> Completion<Value> {
    time::<T>(vm, call, "hour", |time| int(time.hour()))
}

/// get Temporal.PlainTime.prototype.minute, Temporal 4.3.4
fn minute<T: Timed>(vm: &mut Vm, call: Call) -> Completion<Value> {
    time::<T>(vm, call, "minute", |time| int(time.minute()))
}

/// get Temporal.PlainTime.prototype.second, Temporal 4.3.5
fn second<T: Timed>(vm: &mut Vm, call: Call) -> Completion<Value> {
    time::<T>(vm, call, "second", |time| int(time.second()))
}

/// get Temporal.PlainTime.prototype.millisecond, Temporal 4.3.6
fn millisecond<T: Timed>(vm: &mut Vm, call: Call) -> Completion<Value> {
    time::<T>(vm, call, "millisecond", |time| int(time.millisecond()))
}

/// get Temporal.PlainTime.prototype.microsecond, Temporal 4.3.7
fn microsecond<T: Timed>(vm: &mut Vm, call: Call) -> Completion<Value> {
    time::<T>(vm, call, "microsecond", |time| int(time.microsecond()))
}

/// get Temporal.PlainTime.prototype.nanosecond, Temporal 4.3.8
fn nanosecond<T: Timed>(vm: &mut Vm, call: Call) -> Completion<Value> {
    time::<T>(vm, call, "nanosecond", |time| int(time.nanosecond()))
}
