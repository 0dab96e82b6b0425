//! The methods of Date.prototype that change a time, ECMA-262 21.4.4.20 to 21.4.4.34 and B.2.3.2.
//!
//! They differ in the field of their first argument; further arguments are for the fields after it. All read the time
//! first, then convert their arguments, then check whether the time was NaN.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{Date, ObjectKind};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;

use super::{local_time, this_time, to_utc};
use ferrotape_time::arithmetic::{Fields, make_date, make_day, make_full_year, make_time, time_clip};

pub(super) static METHODS: &[NativeFunction] = &[
    method("setDate", 1, set_date),
    method("setFullYear", 3, set_full_year),
    method("setHours", 4, set_hours),
    method("setMilliseconds", 1, set_milliseconds),
    method("setMinutes", 3, set_minutes),
    method("setMonth", 2, set_month),
    method("setSeconds", 2, set_seconds),
    method("setTime", 1, set_time),
    method("setUTCDate", 1, set_utc_date),
    method("setUTCFullYear", 3, set_utc_full_year),
    method("setUTCHours", 4, set_utc_hours),
    method("setUTCMilliseconds", 1, set_utc_milliseconds),
    method("setUTCMinutes", 3, set_utc_minutes),
    method("setUTCMonth", 2, set_utc_month),
    method("setUTCSeconds", 2, set_utc_seconds),
    method("setYear", 1, set_year),
];

/// A setter: the first of its fields, as an index into [`FieldValues`], and its number of arguments.
struct Setter {
    name: &'static str,
    first: usize,
    count: usize,
    is_utc: bool,
}

/// Year, month, date, hour, minute, second, millisecond.
type FieldValues = [f64; 7];

const YEAR: usize = 0;
const MONTH: usize = 1;
const DATE: usize = 2;
const HOUR: usize = 3;
const MINUTE: usize = 4;
const SECOND: usize = 5;
const MILLISECOND: usize = 6;

impl Setter {
    const fn local(name: &'static str, first: usize, count: usize) -> Self {
        Setter { name, first, count, is_utc: false }
    }

    const fn utc(name: &'static str, first: usize, count: usize) -> Self {
        Setter { name, first, count, is_utc: true }
    }

    /// Replaces the fields from `first` on by the arguments. All given arguments are converted, even if the date stays invalid.
    fn set(self, vm: &mut Vm, call: Call) -> Completion<Value> {
        let (object, time) = this_time(vm, call, self.name)?;
        // An absent first argument is NaN. An absent further one leaves its field unchanged.
        let mut given = [None; 4];
        for (index, number) in given.iter_mut().enumerate().take(call.argument_count().clamp(1, self.count)) {
            let argument = call.argument(vm, index);
            *number = Some(convert::to_number(vm, argument)?);
        }
        // Setting the year makes an invalid date valid.
        let time = if time.is_nan() && self.first == YEAR {
            0.0
        } else if self.is_utc {
            time
        } else {
            local_time(vm, time)
        };
        if time.is_nan() {
            return Ok(Value::NAN);
        }
        let mut fields = values_of(time);
        for (field, number) in fields[self.first..].iter_mut().zip(given) {
            *field = number.unwrap_or(*field);
        }
        let time = time_of(fields);
        let time = if self.is_utc { time } else { to_utc(vm, time) };
        Ok(set_date_value(vm, object, time))
    }
}

fn values_of(time: f64) -> FieldValues {
    let Fields { year, month, date, weekday: _, hour, minute, second, millisecond } = Fields::of(time);
    let [month, date, hour, minute, second] = [month, date, hour, minute, second].map(f64::from);
    [year as f64, month, date, hour, minute, second, millisecond.into()]
}

fn time_of([year, month, date, hour, minute, second, millisecond]: FieldValues) -> f64 {
    make_date(make_day(year, month, date), make_time(hour, minute, second, millisecond))
}

/// Sets [[DateValue]] to the clipped time, and returns it as setters do.
fn set_date_value(vm: &mut Vm, object: ObjectId, time: f64) -> Value {
    let time = time_clip(time);
    vm.heap.set_internal_slots(object, ObjectKind::Date(Date { time }));
    Value::number(time)
}

/// Date.prototype.setDate ( date ), ECMA-262 21.4.4.20
fn set_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::local("setDate", DATE, 1).set(vm, call)
}

/// Date.prototype.setFullYear ( year [ , month [ , date ] ] ), ECMA-262 21.4.4.21
fn set_full_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::local("setFullYear", YEAR, 3).set(vm, call)
}

/// Date.prototype.setHours ( hour [ , min [ , sec [ , ms ] ] ] ), ECMA-262 21.4.4.22
fn set_hours(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::local("setHours", HOUR, 4).set(vm, call)
}

/// Date.prototype.setMilliseconds ( ms ), ECMA-262 21.4.4.23
fn set_milliseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::local("setMilliseconds", MILLISECOND, 1).set(vm, call)
}

/// Date.prototype.setMinutes ( min [ , sec [ , ms ] ] ), ECMA-262 21.4.4.24
fn set_minutes(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::local("setMinutes", MINUTE, 3).set(vm, call)
}

/// Date.prototype.setMonth ( month [ , date ] ), ECMA-262 21.4.4.25
fn set_month(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::local("setMonth", MONTH, 2).set(vm, call)
}

/// Date.prototype.setSeconds ( sec [ , ms ] ), ECMA-262 21.4.4.26
fn set_seconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::local("setSeconds", SECOND, 2).set(vm, call)
}

/// Date.prototype.setTime ( time ), ECMA-262 21.4.4.27
fn set_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, _) = this_time(vm, call, "setTime")?;
    let argument = call.argument(vm, 0);
    let time = convert::to_number(vm, argument)?;
    Ok(set_date_value(vm, object, time))
}

/// Date.prototype.setUTCDate ( date ), ECMA-262 21.4.4.28
fn set_utc_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::utc("setUTCDate", DATE, 1).set(vm, call)
}

/// Date.prototype.setUTCFullYear ( year [ , month [ , date ] ] ), ECMA-262 21.4.4.29
fn set_utc_full_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::utc("setUTCFullYear", YEAR, 3).set(vm, call)
}

/// Date.prototype.setUTCHours ( hour [ , min [ , sec [ , ms ] ] ] ), ECMA-262 21.4.4.30
fn set_utc_hours(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::utc("setUTCHours", HOUR, 4).set(vm, call)
}

/// Date.prototype.setUTCMilliseconds ( ms ), ECMA-262 21.4.4.31
fn set_utc_milliseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::utc("setUTCMilliseconds", MILLISECOND, 1).set(vm, call)
}

/// Date.prototype.setUTCMinutes ( min [ , sec [ , ms ] ] ), ECMA-262 21.4.4.32
fn set_utc_minutes(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::utc("setUTCMinutes", MINUTE, 3).set(vm, call)
}

/// Date.prototype.setUTCMonth ( month [ , date ] ), ECMA-262 21.4.4.33
fn set_utc_month(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::utc("setUTCMonth", MONTH, 2).set(vm, call)
}

/// Date.prototype.setUTCSeconds ( sec [ , ms ] ), ECMA-262 21.4.4.34
fn set_utc_seconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    Setter::utc("setUTCSeconds", SECOND, 2).set(vm, call)
}

/// Date.prototype.setYear ( year ), ECMA-262 B.2.3.2
fn set_year(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (object, time) = this_time(vm, call, "setYear")?;
    let year = call.argument(vm, 0);
    let year = make_full_year(convert::to_number(vm, year)?);
    let time = if time.is_nan() { 0.0 } else { local_time(vm, time) };
    let mut fields = values_of(time);
    fields[YEAR] = year;
    let time = to_utc(vm, time_of(fields));
    Ok(set_date_value(vm, object, time))
}
