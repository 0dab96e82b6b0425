//! Temporal.Duration, Temporal 7.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{self, TemporalDuration};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::Duration;
use temporal_rs::options::{RoundingOptions, ToStringRoundingOptions, Unit};

use ferrotape_budget::costs::LOCAL_TIME;

use crate::errors::{self, OrThrow};
use crate::slots::{self, Type};
use crate::zone::Zones;
use crate::{Class, locale, months, numbers, options, relative, text};

static CONSTRUCTOR: NativeFunction = constructor("Duration", 0, duration);

static FUNCTIONS: &[NativeFunction] = &[method("from", 1, from), method("compare", 2, compare)];

static GETTERS: &[NativeFunction] = &[
    method("get years", 0, years),
    method("get months", 0, months),
    method("get weeks", 0, weeks),
    method("get days", 0, days),
    method("get hours", 0, hours),
    method("get minutes", 0, minutes),
    method("get seconds", 0, seconds),
    method("get milliseconds", 0, milliseconds),
    method("get microseconds", 0, microseconds),
    method("get nanoseconds", 0, nanoseconds),
    method("get sign", 0, sign),
    method("get blank", 0, blank),
];

static METHODS: &[NativeFunction] = &[
    method("with", 1, with),
    method("negated", 0, negated),
    method("abs", 0, abs),
    method("add", 1, add),
    method("subtract", 1, subtract),
    method("round", 1, round),
    method("total", 1, total),
    method("toString", 0, to_string),
    method("toJSON", 0, to_json),
    method("toLocaleString", 0, to_locale_string),
    method("valueOf", 0, value_of),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::Duration,
    constructor: &CONSTRUCTOR,
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[GETTERS],
};

const NOTHING: TemporalDuration = TemporalDuration {
    years: 0.0,
    months: 0.0,
    weeks: 0.0,
    days: 0.0,
    hours: 0.0,
    minutes: 0.0,
    seconds: 0.0,
    milliseconds: 0.0,
    microseconds: 0.0,
    nanoseconds: 0.0,
};

/// The place of a field.
type Field = fn(&mut TemporalDuration) -> &mut f64;

/// The fields in the order in which they are read of an object.
const READ_ORDER: [(&str, Field); 10] = [
    ("days", |duration| &mut duration.days),
    ("hours", |duration| &mut duration.hours),
    ("microseconds", |duration| &mut duration.microseconds),
    ("milliseconds", |duration| &mut duration.milliseconds),
    ("minutes", |duration| &mut duration.minutes),
    ("months", |duration| &mut duration.months),
    ("nanoseconds", |duration| &mut duration.nanoseconds),
    ("seconds", |duration| &mut duration.seconds),
    ("weeks", |duration| &mut duration.weeks),
    ("years", |duration| &mut duration.years),
];

/// Temporal.Duration ( [ years [ , months [ , … [ , nanoseconds ] ] ] ] ), Temporal 7.1.1
fn duration(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::Duration)?;
    let mut fields = [0.0; 10];
    for (place, field) in fields.iter_mut().enumerate() {
        let argument = call.argument(vm, place);
        if !argument.is_undefined() {
            *field = numbers::to_integer_if_integral(vm, argument)?;
        }
    }
    let [years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds] = fields;
    let numbers = TemporalDuration {
        years,
        months,
        weeks,
        days,
        hours,
        minutes,
        seconds,
        milliseconds,
        microseconds,
        nanoseconds,
    };
    let duration = slots::of_numbers(&numbers).or_throw(vm)?;
    slots::constructed(vm, call, &duration)
}

/// ToTemporalDuration ( item ), Temporal 7.5.12
pub(crate) fn to_temporal_duration(vm: &mut Vm, item: Value) -> Completion<Duration> {
    if let Some(duration) = slots::of_value::<Duration>(vm, item)? {
        return Ok(duration);
    }
    if let Some(object) = item.as_object() {
        return changed(vm, object, NOTHING);
    }
    let text = text::required(vm, item, "duration")?;
    if repeats_unit(&text) {
        return vm.range_error("A unit of the duration stands twice");
    }
    Duration::from_utf8(text.as_bytes()).or_throw(vm)
}

/// Returns whether a unit stands twice in a text: `P1Y2Y`. `temporal_rs` takes the last one, and refuses units in a wrong order.
fn repeats_unit(text: &str) -> bool {
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase());
    letters.clone().zip(letters.skip(1)).any(|(letter, next)| letter == next)
}

/// ToTemporalPartialDurationRecord ( temporalDurationLike ), Temporal 7.5.13: puts the fields of an object into a duration.
fn changed(vm: &mut Vm, object: ObjectId, mut duration: TemporalDuration) -> Completion<Duration> {
    let mut is_empty = true;
    for (name, field) in READ_ORDER {
        let key = vm.heap.key(name);
        let value = object::get(vm, object, key)?;
        if !value.is_undefined() {
            is_empty = false;
            *field(&mut duration) = numbers::to_integer_if_integral(vm, value)?;
        }
    }
    if is_empty {
        return vm.type_error("There are no fields of durations in the object");
    }
    slots::of_numbers(&duration).or_throw(vm)
}

/// Temporal.Duration.from ( item ), Temporal 7.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let item = call.argument(vm, 0);
    let duration = to_temporal_duration(vm, item)?;
    slots::object(vm, &duration)
}

/// Temporal.Duration.compare ( one, two [ , options ] ), Temporal 7.2.3
fn compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (one, two, options) = (call.argument(vm, 0), call.argument(vm, 1), call.argument(vm, 2));
    let one = to_temporal_duration(vm, one)?;
    let two = to_temporal_duration(vm, two)?;
    let options = options::options_object(vm, options)?;
    let relative = relative::relative_to(vm, options)?;
    months::charge_comparison(vm, relative.as_ref(), [&one, &two])?;
    vm.work_later(LOCAL_TIME);
    let order = one.compare_with_provider(&two, relative, &Zones).or_throw(vm)?;
    Ok(Value::int(order as i32))
}

fn field(vm: &mut Vm, call: Call, name: &str, read: fn(&Duration) -> f64) -> Completion<Value> {
    slots::this::<Duration>(vm, call, name).map(|duration| Value::number(read(&duration)))
}

/// get Temporal.Duration.prototype.years, Temporal 7.3.3
fn years(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "years", |duration| duration.years() as f64)
}

/// get Temporal.Duration.prototype.months, Temporal 7.3.4
fn months(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "months", |duration| duration.months() as f64)
}

/// get Temporal.Duration.prototype.weeks, Temporal 7.3.5
fn weeks(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "weeks", |duration| duration.weeks() as f64)
}

/// get Temporal.Duration.prototype.days, Temporal 7.3.6
fn days(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "days", |duration| duration.days() as f64)
}

/// get Temporal.Duration.prototype.hours, Temporal 7.3.7
fn hours(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "hours", |duration| duration.hours() as f64)
}

/// get Temporal.Duration.prototype.minutes, Temporal 7.3.8
fn minutes(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "minutes", |duration| duration.minutes() as f64)
}

/// get Temporal.Duration.prototype.seconds, Temporal 7.3.9
fn seconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "seconds", |duration| duration.seconds() as f64)
}

/// get Temporal.Duration.prototype.milliseconds, Temporal 7.3.10
fn milliseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "milliseconds", |duration| duration.milliseconds() as f64)
}

/// get Temporal.Duration.prototype.microseconds, Temporal 7.3.11
fn microseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "microseconds", |duration| duration.microseconds() as f64)
}

/// get Temporal.Duration.prototype.nanoseconds, Temporal 7.3.12
fn nanoseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "nanoseconds", |duration| duration.nanoseconds() as f64)
}

/// get Temporal.Duration.prototype.sign, Temporal 7.3.13
fn sign(vm: &mut Vm, call: Call) -> Completion<Value> {
    field(vm, call, "sign", |duration| f64::from(duration.sign() as i8))
}

/// get Temporal.Duration.prototype.blank, Temporal 7.3.14
fn blank(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::this::<Duration>(vm, call, "blank").map(|duration| Value::bool(duration.is_zero()))
}

/// Temporal.Duration.prototype.with ( temporalDurationLike ), Temporal 7.3.15
fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "with")?;
    let argument = call.argument(vm, 0);
    let object = errors::required_object(vm, argument)?;
    let duration = changed(vm, object, slots::numbers_of(&duration))?;
    slots::object(vm, &duration)
}

/// Temporal.Duration.prototype.negated ( ), Temporal 7.3.16
fn negated(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "negated")?;
    slots::object(vm, &duration.negated())
}

/// Temporal.Duration.prototype.abs ( ), Temporal 7.3.17
fn abs(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "abs")?;
    slots::object(vm, &duration.abs())
}

/// Temporal.Duration.prototype.add ( other ), Temporal 7.3.18
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "add")?;
    let other = call.argument(vm, 0);
    let other = to_temporal_duration(vm, other)?;
    let sum = duration.add(&other).or_throw(vm)?;
    slots::object(vm, &sum)
}

/// Temporal.Duration.prototype.subtract ( other ), Temporal 7.3.19
fn subtract(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "subtract")?;
    let other = call.argument(vm, 0);
    let other = to_temporal_duration(vm, other)?;
    let difference = duration.subtract(&other).or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.Duration.prototype.round ( roundTo ), Temporal 7.3.20
fn round(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "round")?;
    let argument = call.argument(vm, 0);
    let mut rounding = RoundingOptions::default();
    rounding.largest_unit = None;
    let mut relative = None;
    match options::options_or_unit(vm, argument)? {
        Err(name) => rounding.smallest_unit = Some(options::unit_of(vm, name, "smallestUnit")?),
        Ok(options) => {
            rounding.largest_unit = options::unit(vm, options, "largestUnit")?;
            relative = relative::relative_to(vm, options)?;
            rounding.increment = Some(options::rounding_increment(vm, options)?);
            rounding.rounding_mode = options::rounding_mode(vm, options)?;
            rounding.smallest_unit = options::unit(vm, options, "smallestUnit")?;
        }
    }
    if rounding.smallest_unit == Some(Unit::Auto) {
        return vm.range_error("'auto' is not a smallest unit");
    }
    months::charge_relative(vm, relative.as_ref(), &duration, [rounding.largest_unit, rounding.smallest_unit])?;
    vm.work_later(LOCAL_TIME);
    let duration = duration.round_with_provider(rounding, relative, &Zones).or_throw(vm)?;
    slots::object(vm, &duration)
}

/// Temporal.Duration.prototype.total ( totalOf ), Temporal 7.3.21
fn total(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "total")?;
    let argument = call.argument(vm, 0);
    let (relative, unit) = match options::options_or_unit(vm, argument)? {
        Err(name) => (None, Some(options::unit_of(vm, name, "unit")?)),
        Ok(options) => {
            let relative = relative::relative_to(vm, options)?;
            (relative, options::unit(vm, options, "unit")?)
        }
    };
    let Some(unit) = unit.filter(|&unit| unit != Unit::Auto) else { return vm.range_error("unit is required") };
    months::charge_relative(vm, relative.as_ref(), &duration, [Some(unit); 2])?;
    vm.work_later(LOCAL_TIME);
    let total = duration.total_with_provider(unit, relative, &Zones).or_throw(vm)?;
    Ok(Value::number(total.as_inner()))
}

/// Temporal.Duration.prototype.toString ( [ options ] ), Temporal 7.3.22
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "toString")?;
    let options = call.argument(vm, 0);
    let options = options::options_object(vm, options)?;
    let rounding = options::rounding_of_text(vm, options)?;
    let text = duration.as_temporal_string(rounding).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.Duration.prototype.toJSON ( ), Temporal 7.3.23
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let duration = slots::this::<Duration>(vm, call, "toJSON")?;
    let text = duration.as_temporal_string(ToStringRoundingOptions::default()).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.Duration.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 7.3.24
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    locale::text::<Duration>(vm, call, to_json)
}

/// Temporal.Duration.prototype.valueOf ( ), Temporal 7.3.25
fn value_of(vm: &mut Vm, _: Call) -> Completion<Value> {
    slots::no_primitive(vm, Type::Duration)
}
