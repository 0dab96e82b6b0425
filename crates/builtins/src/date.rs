//! The Date constructor and prototype, ECMA-262 21.4.
//!
//! ```text
//! arithmetic   time values, calendar            time_zone    offsets from UTC (zone_names: their names)
//! parse/       text -> time value               format       time value -> text
//! getters, setters: a table row for each field of a date, in UTC and in local time
//! ```
//!
//! A Date object holds a time value: milliseconds since the epoch in UTC, an integer of magnitude up to 8.64e15, or NaN.
//! Everything else is computed on demand. The time zone is looked up when local time is first needed, and then kept.

mod format;
mod getters;
mod parse;
mod setters;

#[cfg(test)]
mod tests;

use ferrotape_runtime::convert::{self, Hint};
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::names::{keys, strings};
use ferrotape_runtime::object::Date;
use ferrotape_runtime::object::{self, Kind, ObjectKind};
use ferrotape_runtime::operators;
use ferrotape_runtime::realm::{self, RealmBuilder};
use ferrotape_runtime::shape::Attributes;
use ferrotape_runtime::shown;
use ferrotape_runtime::symbols;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_time::TimeZone;

use ferrotape_budget::costs::{CLOCK, LOCAL_TIME};

use ferrotape_time::arithmetic::{make_date, make_day, make_full_year, make_time, time_clip};
use parse::Moment;

static CONSTRUCTOR: NativeFunction = constructor("Date", 7, date);

static FUNCTIONS: &[NativeFunction] = &[method("now", 0, now), method("parse", 1, parse), method("UTC", 7, utc)];

static TO_PRIMITIVE: NativeFunction = method("[Symbol.toPrimitive]", 1, to_primitive);

static METHODS: &[NativeFunction] = &[method("toJSON", 1, to_json), method("valueOf", 0, value_of)];

#[cfg(feature = "temporal")]
static TEMPORAL_METHODS: &[NativeFunction] = &[method("toTemporalInstant", 0, to_temporal_instant)];

/// The defaults of the constructor's fields, from the year to the milliseconds.
const FIELD_DEFAULTS: [f64; 7] = [f64::NAN, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];

const INVALID_TIME: &str = "Invalid time value";

/// Defines the global `Date`. Its prototype exists already, and gets `toTemporalInstant` only if the build has Temporal.
pub(crate) fn install(realm: &mut RealmBuilder) -> Completion<()> {
    let prototype = realm::intrinsics(realm.vm).date_prototype;
    let constructor = realm.constructor(&CONSTRUCTOR, prototype)?;
    realm.methods(constructor, FUNCTIONS)?;
    realm.methods(prototype, METHODS)?;
    realm.symbol_method(prototype, symbols::TO_PRIMITIVE, &TO_PRIMITIVE, Attributes::CONFIGURABLE)?;
    realm.methods(prototype, getters::METHODS)?;
    realm.methods(prototype, setters::METHODS)?;
    realm.methods(prototype, format::METHODS)?;
    #[cfg(feature = "temporal")]
    realm.methods(prototype, TEMPORAL_METHODS)?;
    // Annex B: the same function object.
    let to_utc_string = realm.vm.heap.key("toUTCString");
    let function = shown::own_data(&realm.vm.heap, prototype, to_utc_string).unwrap_or(Value::UNDEFINED);
    realm.value(prototype, "toGMTString", function, Attributes::METHOD)
}

/// Date ( ...values ), ECMA-262 21.4.2.1
fn date(vm: &mut Vm, call: Call) -> Completion<Value> {
    if call.new_target.is_none() {
        let now = current_time(vm)?;
        let text = format::date_text(vm, now, format::date_and_time);
        return Ok(Value::string(vm.heap.new_string(&text)));
    }
    let time = match call.argument_count() {
        0 => current_time(vm)?,
        1 => time_of_value(vm, call.argument(vm, 0))?,
        _ => {
            let local = time_of_fields(vm, call)?;
            time_clip(to_utc(vm, local))
        }
    };
    let prototype = function::prototype_for_new(vm, call, |intrinsics| intrinsics.date_prototype)?;
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), ObjectKind::Date(Date { time }))))
}

/// Returns the time of `new Date ( value )`.
fn time_of_value(vm: &mut Vm, value: Value) -> Completion<f64> {
    if let Some(time) = date_value(vm, value) {
        return Ok(time);
    }
    let primitive = convert::to_primitive(vm, value, Hint::Default)?;
    match primitive.is_string() {
        true => parse_value(vm, primitive),
        false => Ok(time_clip(convert::to_number(vm, primitive)?)),
    }
}

/// Returns the time from the arguments, from the year on, as if it were in UTC.
fn time_of_fields(vm: &mut Vm, call: Call) -> Completion<f64> {
    let mut fields = FIELD_DEFAULTS;
    for (index, field) in fields.iter_mut().enumerate().take(call.argument_count()) {
        let argument = call.argument(vm, index);
        *field = convert::to_number(vm, argument)?;
    }
    let [year, month, date, hour, minute, second, millisecond] = fields;
    let day = make_day(make_full_year(year), month, date);
    Ok(make_date(day, make_time(hour, minute, second, millisecond)))
}

/// Date.now ( ), ECMA-262 21.4.3.1
fn now(vm: &mut Vm, _: Call) -> Completion<Value> {
    current_time(vm).map(Value::number)
}

/// Date.parse ( string ), ECMA-262 21.4.3.2
fn parse(vm: &mut Vm, call: Call) -> Completion<Value> {
    let argument = call.argument(vm, 0);
    let text = convert::to_string(vm, argument)?;
    parse_value(vm, Value::string(text)).map(Value::number)
}

fn parse_value(vm: &mut Vm, text: Value) -> Completion<f64> {
    let text = convert::to_string(vm, text)?;
    let flat = vm.heap.flatten(text)?;
    let (view, budget) = vm.heap.view_and_budget(flat);
    Ok(match parse::parse(view, budget)? {
        Some(Moment::Utc(time)) => time_clip(time),
        Some(Moment::Local(time)) => time_clip(to_utc(vm, time)),
        None => f64::NAN,
    })
}

/// Date.UTC ( year [ , month [ , date [ , hours [ , minutes [ , seconds [ , ms ] ] ] ] ] ] ), ECMA-262 21.4.3.4
fn utc(vm: &mut Vm, call: Call) -> Completion<Value> {
    time_of_fields(vm, call).map(|time| Value::number(time_clip(time)))
}

/// Date.prototype [ %Symbol.toPrimitive% ] ( hint ), ECMA-262 21.4.4.45
fn to_primitive(vm: &mut Vm, call: Call) -> Completion<Value> {
    let Some(object) = call.this.as_object() else {
        return vm.type_error(messages::called_on_non_object("Date.prototype[Symbol.toPrimitive]"));
    };
    let hint = call.argument(vm, 0);
    let is = |vm: &mut Vm, name| operators::is_strictly_equal(vm, hint, Value::string(name));
    if is(vm, strings::STRING)? || is(vm, strings::DEFAULT)? {
        convert::ordinary_to_primitive(vm, object, Hint::String)
    } else if is(vm, strings::NUMBER)? {
        convert::ordinary_to_primitive(vm, object, Hint::Number)
    } else {
        let found = messages::describe(vm, hint);
        vm.type_error(format!("Invalid hint: {found}"))
    }
}

/// Date.prototype.toJSON ( key ), ECMA-262 21.4.4.37
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let object = Value::object(convert::to_object(vm, call.this)?);
    vm.keep(object);
    let primitive = convert::to_primitive(vm, object, Hint::Number)?;
    if primitive.as_number().is_some_and(|number| !number.is_finite()) {
        return Ok(Value::NULL);
    }
    let method = object::get_v(vm, object, keys::TO_ISO_STRING)?;
    vm.call(method, object, &[])
}

/// Date.prototype.valueOf ( ), ECMA-262 21.4.4.44
fn value_of(vm: &mut Vm, call: Call) -> Completion<Value> {
    this_time(vm, call, "valueOf").map(|(_, time)| Value::number(time))
}

#[cfg(feature = "temporal")]
/// Date.prototype.toTemporalInstant ( ), added to ECMA-262 21.4.4 by Temporal 14.1
fn to_temporal_instant(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (_, time) = this_time(vm, call, "toTemporalInstant")?;
    ferrotape_temporal::to_temporal_instant(vm, time)
}

/// Returns the [[DateValue]] of a Date object.
fn date_value(vm: &Vm, value: Value) -> Option<f64> {
    match vm.heap.kind(value.as_object()?) {
        Kind::Date(Date { time }) => Some(time),
        _ => None,
    }
}

/// Returns the Date object that a method was called on, and its time.
fn this_time(vm: &mut Vm, call: Call, method: &str) -> Completion<(ObjectId, f64)> {
    if let (Some(object), Some(time)) = (call.this.as_object(), date_value(vm, call.this)) {
        return Ok((object, time));
    }
    let receiver = messages::describe(vm, call.this);
    vm.type_error(messages::incompatible_receiver(&format!("Date.prototype.{method}"), &receiver))
}

fn current_time(vm: &mut Vm) -> Completion<f64> {
    vm.work_later(CLOCK);
    vm.host_time().map(time_clip)
}

/// Returns the time zone. It is looked up on first use, as the database is in files.
fn time_zone(vm: &mut Vm) -> &TimeZone {
    vm.options.time_zone.get_or_insert_with(TimeZone::system)
}

/// LocalTime ( t ), ECMA-262 21.4.1.25
fn local_time(vm: &mut Vm, time: f64) -> f64 {
    vm.work_later(LOCAL_TIME);
    if time.is_nan() { time } else { time + time_zone(vm).offset_at(time as i64) as f64 }
}

/// UTC ( t ), ECMA-262 21.4.1.26
fn to_utc(vm: &mut Vm, local: f64) -> f64 {
    if !local.is_finite() {
        return f64::NAN;
    }
    vm.work_later(LOCAL_TIME);
    local - time_zone(vm).offset_at_local(local as i64) as f64
}
