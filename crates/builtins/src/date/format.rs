//! The methods of Date.prototype that return text, ECMA-262 21.4.4.35 to 21.4.4.43.
//!
//! The locale is US English. Extension: a time is followed by the zone's English name in parentheses, which the
//! specification leaves to the implementation.

use ferrotape_budget::costs::DATE_TEXT;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{INVALID_TIME, local_time, this_time, time_zone};
use ferrotape_time::arithmetic::{Fields, MS_PER_MINUTE};

pub(super) static METHODS: &[NativeFunction] = &[
    method("toDateString", 0, to_date_string),
    method("toISOString", 0, to_iso_string),
    method("toLocaleDateString", 0, to_locale_date_string),
    method("toLocaleString", 0, to_locale_string),
    method("toLocaleTimeString", 0, to_locale_time_string),
    method("toString", 0, to_string),
    method("toTimeString", 0, to_time_string),
    method("toUTCString", 0, to_utc_string),
];

const INVALID_DATE: &str = "Invalid Date";

/// Table 62 of the specification.
pub(super) const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// Table 63 of the specification.
pub(super) const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A local time as it appears in text: the fields, and `GMT+0100 (Central European Standard Time)`.
pub(super) struct LocalDate {
    fields: Fields,
    zone: String,
}

/// ToDateString ( tv ), ECMA-262 21.4.4.41.4, or another text of a local time.
pub(super) fn date_text(vm: &mut Vm, time: f64, text: fn(&LocalDate) -> String) -> String {
    if time.is_nan() {
        return INVALID_DATE.to_owned();
    }
    vm.work_later(DATE_TEXT);
    let local = local_time(vm, time);
    let zone = time_zone_string(local - time, &time_zone(vm).name_at(time as i64));
    text(&LocalDate { fields: Fields::of(local), zone })
}

/// TimeZoneString ( tv ), ECMA-262 21.4.4.41.3
fn time_zone_string(offset: f64, name: &str) -> String {
    let sign = if offset < 0.0 { '-' } else { '+' };
    let minutes = (offset.abs() / MS_PER_MINUTE) as u32;
    format!("GMT{sign}{:02}{:02} ({name})", minutes / 60, minutes % 60)
}

/// Implements a method that returns text in local time.
fn local_text(vm: &mut Vm, call: Call, method: &str, text: fn(&LocalDate) -> String) -> Completion<Value> {
    let (_, time) = this_time(vm, call, method)?;
    let text = date_text(vm, time, text);
    Ok(Value::string(vm.heap.new_string(&text)))
}

/// Implements a method that returns text by a locale: ECMA-402 20.4.1 to 20.4.3.
#[cfg(feature = "intl")]
fn by_locale(vm: &mut Vm, call: Call, method: &str, wanted: ferrotape_intl::DateText) -> Completion<Value> {
    let (_, time) = this_time(vm, call, method)?;
    if time.is_nan() {
        return Ok(Value::string(vm.heap.new_string(INVALID_DATE)));
    }
    ferrotape_intl::date_to_locale_string(vm, call, time, wanted)
}

/// Date.prototype.toDateString ( ), ECMA-262 21.4.4.35
fn to_date_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_text(vm, call, "toDateString", |local| date_string(&local.fields))
}

/// Date.prototype.toISOString ( ), ECMA-262 21.4.4.36
fn to_iso_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, time) = this_time(vm, call, "toISOString")?;
    if time.is_nan() {
        return vm.range_error(INVALID_TIME);
    }
    vm.work_later(DATE_TEXT);
    Ok(Value::string(vm.heap.new_string(&Fields::of(time).iso_text())))
}

/// Date.prototype.toLocaleDateString ( [ reserved1 [ , reserved2 ] ] ), ECMA-262 21.4.4.38
fn to_locale_date_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    #[cfg(feature = "intl")]
    {
        by_locale(vm, call, "toLocaleDateString", ferrotape_intl::DateText::Date)
    }
    #[cfg(not(feature = "intl"))]
    {
        local_text(vm, call, "toLocaleDateString", |local| locale_date_string(&local.fields))
    }
}

/// Date.prototype.toLocaleString ( [ reserved1 [ , reserved2 ] ] ), ECMA-262 21.4.4.39
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    #[cfg(feature = "intl")]
    {
        by_locale(vm, call, "toLocaleString", ferrotape_intl::DateText::All)
    }
    #[cfg(not(feature = "intl"))]
    {
        local_text(vm, call, "toLocaleString", |local| {
            format!("{}, {}", locale_date_string(&local.fields), locale_time_string(&local.fields))
        })
    }
}

/// Date.prototype.toLocaleTimeString ( [ reserved1 [ , reserved2 ] ] ), ECMA-262 21.4.4.40
fn to_locale_time_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    #[cfg(feature = "intl")]
    {
        by_locale(vm, call, "toLocaleTimeString", ferrotape_intl::DateText::Time)
    }
    #[cfg(not(feature = "intl"))]
    {
        local_text(vm, call, "toLocaleTimeString", |local| locale_time_string(&local.fields))
    }
}

/// Date.prototype.toString ( ), ECMA-262 21.4.4.41
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_text(vm, call, "toString", date_and_time)
}

/// Date.prototype.toTimeString ( ), ECMA-262 21.4.4.42
fn to_time_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    local_text(vm, call, "toTimeString", |local| format!("{} {}", time_string(&local.fields), local.zone))
}

/// Date.prototype.toUTCString ( ), ECMA-262 21.4.4.43
fn to_utc_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, time) = this_time(vm, call, "toUTCString")?;
    if time.is_nan() {
        return Ok(Value::string(vm.heap.new_string(INVALID_DATE)));
    }
    vm.work_later(DATE_TEXT);
    let fields = Fields::of(time);
    let [day, month] = names(&fields);
    let (year, time) = (year_string(fields.year), time_string(&fields));
    let text = format!("{day}, {:02} {month} {year} {time} GMT", fields.date);
    Ok(Value::string(vm.heap.new_string(&text)))
}

pub(super) fn date_and_time(local: &LocalDate) -> String {
    format!("{} {} {}", date_string(&local.fields), time_string(&local.fields), local.zone)
}

/// DateString ( tv ), ECMA-262 21.4.4.41.2
fn date_string(fields: &Fields) -> String {
    let [day, month] = names(fields);
    format!("{day} {month} {:02} {}", fields.date, year_string(fields.year))
}

/// TimeString ( tv ), ECMA-262 21.4.4.41.1, without the zone.
fn time_string(fields: &Fields) -> String {
    format!("{:02}:{:02}:{:02}", fields.hour, fields.minute, fields.second)
}

/// Returns the names of weekday and month.
fn names(fields: &Fields) -> [&'static str; 2] {
    [DAYS[usize::from(fields.weekday)], MONTHS[usize::from(fields.month)]]
}

/// Returns the year with at least four digits.
fn year_string(year: i64) -> String {
    format!("{}{:04}", if year < 0 { "-" } else { "" }, year.abs())
}

/// Returns `12/25/1995`. Years before the first count backwards, without a mark.
#[cfg(not(feature = "intl"))]
fn locale_date_string(fields: &Fields) -> String {
    let year = if fields.year > 0 { fields.year } else { 1 - fields.year };
    format!("{}/{}/{year}", fields.month + 1, fields.date)
}

/// `1:30:00 PM`
#[cfg(not(feature = "intl"))]
fn locale_time_string(fields: &Fields) -> String {
    let hour = match fields.hour % 12 {
        0 => 12,
        hour => hour,
    };
    let half = if fields.hour < 12 { "AM" } else { "PM" };
    format!("{hour}:{:02}:{:02} {half}", fields.minute, fields.second)
}
