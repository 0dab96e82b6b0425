//! The methods of Date.prototype that read a field, ECMA-262 21.4.4.2 to 21.4.4.19 and B.2.3.1.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{local_time, this_time};
use ferrotape_time::arithmetic::{Fields, MS_PER_MINUTE};

pub(super) static METHODS: &[NativeFunction] = &[
    method("getFullYear", 0, get_full_year),
    method("getMonth", 0, get_month),
    method("getDate", 0, get_date),
    method("getDay", 0, get_day),
    method("getHours", 0, get_hours),
    method("getMinutes", 0, get_minutes),
    method("getSeconds", 0, get_seconds),
    method("getMilliseconds", 0, get_milliseconds),
    method("getTime", 0, get_time),
    method("getTimezoneOffset", 0, get_timezone_offset),
    method("getUTCFullYear", 0, get_utc_full_year),
    method("getUTCMonth", 0, get_utc_month),
    method("getUTCDate", 0, get_utc_date),
    method("getUTCDay", 0, get_utc_day),
    method("getUTCHours", 0, get_utc_hours),
    method("getUTCMinutes", 0, get_utc_minutes),
    method("getUTCSeconds", 0, get_utc_seconds),
    method("getUTCMilliseconds", 0, get_utc_milliseconds),
    method("getYear", 0, get_year),
];

/// Returns a field of the time in UTC. NaN for an invalid time.
fn utc_field(vm: &mut Vm, call: Call, method: &str, field: fn(Fields) -> i64) -> Completion<Value> {
    let (_, time) = this_time(vm, call, method)?;
    Ok(field_of(time, field))
}

/// Returns a field of the time in local time. NaN for an invalid time.
fn local_field(vm: &mut Vm, call: Call, method: &str, field: fn(Fields) -> i64) -> Completion<Value> {
    let (_, time) = this_time(vm, call, method)?;
    Ok(field_of(local_time(vm, time), field))
}

fn field_of(time: f64, field: fn(Fields) -> i64) -> Value {
    if time.is_nan() { Value::NAN } else { Value::number(field(Fields::of(time)) as f64) }
}

/// Date.prototype.getFullYear ( ), ECMA-262 21.4.4.4
fn get_full_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getFullYear", |fields| fields.year)
}

/// Date.prototype.getMonth ( ), ECMA-262 21.4.4.8
fn get_month(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getMonth", |fields| fields.month.into())
}

/// Date.prototype.getDate ( ), ECMA-262 21.4.4.2
fn get_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getDate", |fields| fields.date.into())
}

/// Date.prototype.getDay ( ), ECMA-262 21.4.4.3
fn get_day(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getDay", |fields| fields.weekday.into())
}

/// Date.prototype.getHours ( ), ECMA-262 21.4.4.5
fn get_hours(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getHours", |fields| fields.hour.into())
}

/// Date.prototype.getMinutes ( ), ECMA-262 21.4.4.7
fn get_minutes(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getMinutes", |fields| fields.minute.into())
}

/// Date.prototype.getSeconds ( ), ECMA-262 21.4.4.9
fn get_seconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getSeconds", |fields| fields.second.into())
}

/// Date.prototype.getMilliseconds ( ), ECMA-262 21.4.4.6
fn get_milliseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getMilliseconds", |fields| fields.millisecond.into())
}

/// Date.prototype.getTime ( ), ECMA-262 21.4.4.10
fn get_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_time(vm, call, "getTime").map(|(_, time)| Value::number(time))
}

/// Date.prototype.getTimezoneOffset ( ), ECMA-262 21.4.4.11
fn get_timezone_offset(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, time) = this_time(vm, call, "getTimezoneOffset")?;
    // The difference of NaN is NaN.
    Ok(Value::number((time - local_time(vm, time)) / MS_PER_MINUTE))
}

/// Date.prototype.getUTCFullYear ( ), ECMA-262 21.4.4.14
fn get_utc_full_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    utc_field(vm, call, "getUTCFullYear", |fields| fields.year)
}

/// Date.prototype.getUTCMonth ( ), ECMA-262 21.4.4.18
fn get_utc_month(vm: &mut Vm, call: Call) -> Completion<Value> {
    utc_field(vm, call, "getUTCMonth", |fields| fields.month.into())
}

/// Date.prototype.getUTCDate ( ), ECMA-262 21.4.4.12
fn get_utc_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    utc_field(vm, call, "getUTCDate", |fields| fields.date.into())
}

/// Date.prototype.getUTCDay ( ), ECMA-262 21.4.4.13
fn get_utc_day(vm: &mut Vm, call: Call) -> Completion<Value> {
    utc_field(vm, call, "getUTCDay", |fields| fields.weekday.into())
}

/// Date.prototype.getUTCHours ( ), ECMA-262 21.4.4.15
fn get_utc_hours(vm: &mut Vm, call: Call) -> Completion<Value> {
    utc_field(vm, call, "getUTCHours", |fields| fields.hour.into())
}

/// Date.prototype.getUTCMinutes ( ), ECMA-262 21.4.4.17
fn get_utc_minutes(vm: &mut Vm, call: Call) -> Completion<Value> {
    utc_field(vm, call, "getUTCMinutes", |fields| fields.minute.into())
}

/// Date.prototype.getUTCSeconds ( ), ECMA-262 21.4.4.19
fn get_utc_seconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    utc_field(vm, call, "getUTCSeconds", |fields| fields.second.into())
}

/// Date.prototype.getUTCMilliseconds ( ), ECMA-262 21.4.4.16
fn get_utc_milliseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    utc_field(vm, call, "getUTCMilliseconds", |fields| fields.millisecond.into())
}

/// Date.prototype.getYear ( ), ECMA-262 B.2.3.1
fn get_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_field(vm, call, "getYear", |fields| fields.year - 1900)
}
