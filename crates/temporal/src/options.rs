//! Options of methods. Each function is one option, read as the specification says.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::messages;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::options::{
    DifferenceSettings, Disambiguation, DisplayCalendar, DisplayOffset, DisplayTimeZone, OffsetDisambiguation,
    Overflow, RoundingIncrement, RoundingMode, RoundingOptions, ToStringRoundingOptions, Unit,
};
use temporal_rs::parsers::Precision;
use temporal_rs::provider::TransitionDirection;

use crate::errors::{self, OrThrow};
use crate::numbers;

/// An options object; none for undefined, of which nothing is read.
pub(crate) type Options = Option<ObjectId>;

/// Choices of an option by their names.
type Choices<T> = [(&'static str, T)];

const OVERFLOWS: [(&str, Overflow); 2] = [("constrain", Overflow::Constrain), ("reject", Overflow::Reject)];

const DISAMBIGUATIONS: [(&str, Disambiguation); 4] = [
    ("compatible", Disambiguation::Compatible),
    ("earlier", Disambiguation::Earlier),
    ("later", Disambiguation::Later),
    ("reject", Disambiguation::Reject),
];

const OFFSETS: [(&str, OffsetDisambiguation); 4] = [
    ("prefer", OffsetDisambiguation::Prefer),
    ("use", OffsetDisambiguation::Use),
    ("ignore", OffsetDisambiguation::Ignore),
    ("reject", OffsetDisambiguation::Reject),
];

const ROUNDING_MODES: [(&str, RoundingMode); 9] = [
    ("ceil", RoundingMode::Ceil),
    ("floor", RoundingMode::Floor),
    ("expand", RoundingMode::Expand),
    ("trunc", RoundingMode::Trunc),
    ("halfCeil", RoundingMode::HalfCeil),
    ("halfFloor", RoundingMode::HalfFloor),
    ("halfExpand", RoundingMode::HalfExpand),
    ("halfTrunc", RoundingMode::HalfTrunc),
    ("halfEven", RoundingMode::HalfEven),
];

const UNITS: [(&str, Unit); 21] = [
    ("auto", Unit::Auto),
    ("year", Unit::Year),
    ("years", Unit::Year),
    ("month", Unit::Month),
    ("months", Unit::Month),
    ("week", Unit::Week),
    ("weeks", Unit::Week),
    ("day", Unit::Day),
    ("days", Unit::Day),
    ("hour", Unit::Hour),
    ("hours", Unit::Hour),
    ("minute", Unit::Minute),
    ("minutes", Unit::Minute),
    ("second", Unit::Second),
    ("seconds", Unit::Second),
    ("millisecond", Unit::Millisecond),
    ("milliseconds", Unit::Millisecond),
    ("microsecond", Unit::Microsecond),
    ("microseconds", Unit::Microsecond),
    ("nanosecond", Unit::Nanosecond),
    ("nanoseconds", Unit::Nanosecond),
];

const CALENDAR_NAMES: [(&str, DisplayCalendar); 4] = [
    ("auto", DisplayCalendar::Auto),
    ("always", DisplayCalendar::Always),
    ("never", DisplayCalendar::Never),
    ("critical", DisplayCalendar::Critical),
];

const SHOWN_OFFSETS: [(&str, DisplayOffset); 2] = [("auto", DisplayOffset::Auto), ("never", DisplayOffset::Never)];

const TIME_ZONE_NAMES: [(&str, DisplayTimeZone); 3] =
    [("auto", DisplayTimeZone::Auto), ("never", DisplayTimeZone::Never), ("critical", DisplayTimeZone::Critical)];

const DIRECTIONS: [(&str, TransitionDirection); 2] =
    [("next", TransitionDirection::Next), ("previous", TransitionDirection::Previous)];

/// GetOptionsObject ( options ), ECMA-262 7.3.37
pub(crate) fn options_object(vm: &mut Vm, value: Value) -> Completion<Options> {
    if value.is_undefined() { Ok(None) } else { errors::required_object(vm, value).map(Some) }
}

/// Returns the options of `round` and `total`, which can be the name of a unit instead: the options, or the name.
pub(crate) fn options_or_unit(vm: &mut Vm, value: Value) -> Completion<Result<Options, Value>> {
    if value.is_undefined() {
        return vm.type_error("Options are required");
    }
    if value.is_string() { Ok(Err(value)) } else { options_object(vm, value).map(Ok) }
}

/// Reads a property, undefined without options.
pub(crate) fn get(vm: &mut Vm, options: Options, name: &str) -> Completion<Value> {
    let Some(options) = options else { return Ok(Value::UNDEFINED) };
    let key = vm.heap.key(name);
    object::get(vm, options, key)
}

/// GetOption ( options, property, string, values, default ), ECMA-262 7.3.38. None for undefined.
fn choice<T: Copy>(vm: &mut Vm, options: Options, name: &str, choices: &Choices<T>) -> Completion<Option<T>> {
    let value = get(vm, options, name)?;
    if value.is_undefined() { Ok(None) } else { choice_of(vm, value, name, choices).map(Some) }
}

/// Returns the choice that a value names. A RangeError if none does.
fn choice_of<T: Copy>(vm: &mut Vm, value: Value, name: &str, choices: &Choices<T>) -> Completion<T> {
    let string = convert::to_string(vm, value)?;
    let flat = vm.heap.flatten(string)?;
    let view = vm.heap.view(flat);
    let is_same = |text: &str| text.len() == view.len() && text.bytes().map(u16::from).eq(view.units());
    if let Some(&(_, choice)) = choices.iter().find(|(text, _)| is_same(text)) {
        return Ok(choice);
    }
    let found = messages::describe(vm, Value::string(string));
    vm.range_error(format!("{found} is not a value of the option '{name}'"))
}

/// GetTemporalOverflowOption ( options ), Temporal 13.6
pub(crate) fn overflow(vm: &mut Vm, options: Options) -> Completion<Overflow> {
    Ok(choice(vm, options, "overflow", &OVERFLOWS)?.unwrap_or(Overflow::Constrain))
}

/// Reads the options of a conversion, of which there is only `overflow`.
pub(crate) fn overflow_of(vm: &mut Vm, value: Value) -> Completion<Overflow> {
    let options = options_object(vm, value)?;
    overflow(vm, options)
}

/// GetTemporalDisambiguationOption ( options ), Temporal 13.7
pub(crate) fn disambiguation(vm: &mut Vm, options: Options) -> Completion<Disambiguation> {
    Ok(choice(vm, options, "disambiguation", &DISAMBIGUATIONS)?.unwrap_or(Disambiguation::Compatible))
}

/// GetTemporalOffsetOption ( options, fallback ), Temporal 13.9
pub(crate) fn offset(
    vm: &mut Vm,
    options: Options,
    fallback: OffsetDisambiguation,
) -> Completion<OffsetDisambiguation> {
    Ok(choice(vm, options, "offset", &OFFSETS)?.unwrap_or(fallback))
}

/// GetTemporalShowCalendarNameOption ( options ), Temporal 13.10
pub(crate) fn calendar_name(vm: &mut Vm, options: Options) -> Completion<DisplayCalendar> {
    Ok(choice(vm, options, "calendarName", &CALENDAR_NAMES)?.unwrap_or(DisplayCalendar::Auto))
}

/// GetTemporalShowTimeZoneNameOption ( options ), Temporal 13.11
pub(crate) fn time_zone_name(vm: &mut Vm, options: Options) -> Completion<DisplayTimeZone> {
    Ok(choice(vm, options, "timeZoneName", &TIME_ZONE_NAMES)?.unwrap_or(DisplayTimeZone::Auto))
}

/// GetTemporalShowOffsetOption ( options ), Temporal 13.12
pub(crate) fn shown_offset(vm: &mut Vm, options: Options) -> Completion<DisplayOffset> {
    Ok(choice(vm, options, "offset", &SHOWN_OFFSETS)?.unwrap_or(DisplayOffset::Auto))
}

/// GetRoundingModeOption ( options, fallback ), Temporal 13.14. None where the fallback is meant.
pub(crate) fn rounding_mode(vm: &mut Vm, options: Options) -> Completion<Option<RoundingMode>> {
    choice(vm, options, "roundingMode", &ROUNDING_MODES)
}

/// GetRoundingIncrementOption ( options ), Temporal 13.15
pub(crate) fn rounding_increment(vm: &mut Vm, options: Options) -> Completion<RoundingIncrement> {
    let value = get(vm, options, "roundingIncrement")?;
    if value.is_undefined() {
        return Ok(RoundingIncrement::ONE);
    }
    let increment = numbers::to_integer_with_truncation(vm, value)?;
    RoundingIncrement::try_from(increment).or_throw(vm)
}

/// GetTemporalFractionalSecondDigitsOption ( options ), Temporal 13.16
pub(crate) fn fractional_second_digits(vm: &mut Vm, options: Options) -> Completion<Precision> {
    let value = get(vm, options, "fractionalSecondDigits")?;
    if value.is_undefined() {
        return Ok(Precision::Auto);
    }
    let Some(number) = value.as_number() else {
        return choice_of(vm, value, "fractionalSecondDigits", &[("auto", Precision::Auto)]);
    };
    let digits = number.floor();
    if (0.0..=9.0).contains(&digits) {
        return Ok(Precision::Digit(digits as u8));
    }
    vm.range_error("fractionalSecondDigits must be 'auto' or from 0 to 9")
}

/// GetTemporalUnitValuedOption ( options, key, default ), Temporal 13.18. None for undefined.
pub(crate) fn unit(vm: &mut Vm, options: Options, name: &str) -> Completion<Option<Unit>> {
    choice(vm, options, name, &UNITS)
}

/// Returns the unit that an argument names in place of options.
pub(crate) fn unit_of(vm: &mut Vm, value: Value, name: &str) -> Completion<Unit> {
    choice_of(vm, value, name, &UNITS)
}

/// GetDirectionOption ( options ), Temporal 13.13, of options or of the direction itself.
pub(crate) fn direction(vm: &mut Vm, value: Value) -> Completion<TransitionDirection> {
    let value = match options_or_unit(vm, value)? {
        Err(direction) => direction,
        Ok(options) => get(vm, options, "direction")?,
    };
    if value.is_undefined() {
        return vm.range_error("direction is required");
    }
    choice_of(vm, value, "direction", &DIRECTIONS)
}

/// GetDifferenceSettings ( operation, options, … ), Temporal 13.43: what it reads. `temporal_rs` checks it.
pub(crate) fn difference(vm: &mut Vm, value: Value) -> Completion<DifferenceSettings> {
    let options = options_object(vm, value)?;
    let mut settings = DifferenceSettings::default();
    settings.largest_unit = unit(vm, options, "largestUnit")?;
    settings.increment = Some(rounding_increment(vm, options)?);
    settings.rounding_mode = rounding_mode(vm, options)?;
    settings.smallest_unit = unit(vm, options, "smallestUnit")?;
    if settings.smallest_unit == Some(Unit::Auto) {
        return vm.range_error("'auto' is not a smallest unit");
    }
    Ok(settings)
}

/// Reads the options of a `round` that has no largest unit: those of points in time.
pub(crate) fn rounding(vm: &mut Vm, value: Value) -> Completion<RoundingOptions> {
    let mut rounding = RoundingOptions::default();
    match options_or_unit(vm, value)? {
        Err(name) => rounding.smallest_unit = Some(unit_of(vm, name, "smallestUnit")?),
        Ok(options) => {
            rounding.increment = Some(rounding_increment(vm, options)?);
            rounding.rounding_mode = rounding_mode(vm, options)?;
            rounding.smallest_unit = unit(vm, options, "smallestUnit")?;
        }
    }
    if rounding.smallest_unit.is_none() {
        return vm.range_error("smallestUnit is required");
    }
    Ok(rounding)
}

/// The options of a `toString` with a shorter text: `fractionalSecondDigits`, `roundingMode` and `smallestUnit`, in this order.
pub(crate) fn rounding_of_text(vm: &mut Vm, options: Options) -> Completion<ToStringRoundingOptions> {
    let precision = fractional_second_digits(vm, options)?;
    let rounding_mode = rounding_mode(vm, options)?;
    let smallest_unit = unit(vm, options, "smallestUnit")?;
    to_string_rounding(vm, precision, rounding_mode, smallest_unit)
}

/// Checks the smallest unit of a `toString`: a unit of time, and no hours.
pub(crate) fn to_string_rounding(
    vm: &mut Vm,
    precision: Precision,
    rounding_mode: Option<RoundingMode>,
    smallest_unit: Option<Unit>,
) -> Completion<ToStringRoundingOptions> {
    if smallest_unit.is_some_and(|unit| !unit.is_time_unit() || unit == Unit::Hour) {
        return vm.range_error("smallestUnit must be a unit of time that is smaller than an hour");
    }
    Ok(ToStringRoundingOptions { precision, smallest_unit, rounding_mode })
}
