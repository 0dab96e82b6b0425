//! Temporal.ZonedDateTime, Temporal 6.

use ferrotape_budget::costs::LOCAL_TIME;
use ferrotape_runtime::bigint;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{Call, NativeFunction, constructor, method};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use num_bigint::BigInt;
use temporal_rs::ZonedDateTime;
use temporal_rs::fields::ZonedDateTimeFields;
use temporal_rs::options::{
    DisplayCalendar, DisplayOffset, DisplayTimeZone, OffsetDisambiguation, ToStringRoundingOptions,
};
use temporal_rs::parsed_intermediates::ParsedZonedDateTime;
use temporal_rs::partial::PartialZonedDateTime;

use crate::errors::OrThrow;
use crate::fields::{self, DATE, OFFSET, Required, TIME, TIME_ZONE};
use crate::slots::{self, Type};
use crate::zone::{self, Zones};
use crate::{Class, calendar, duration, getters, instant, locale, months, options, plain_time, text};

static CONSTRUCTOR: NativeFunction = constructor("ZonedDateTime", 2, zoned_date_time);

static FUNCTIONS: &[NativeFunction] = &[method("from", 1, from), method("compare", 2, compare)];

static DATE_GETTERS: [NativeFunction; 16] = getters::of_dates::<ZonedDateTime>();

static TIME_GETTERS: [NativeFunction; 6] = getters::of_times::<ZonedDateTime>();

static GETTERS: &[NativeFunction] = &[
    method("get timeZoneId", 0, time_zone_id),
    method("get epochMilliseconds", 0, epoch_milliseconds),
    method("get epochNanoseconds", 0, epoch_nanoseconds),
    method("get hoursInDay", 0, hours_in_day),
    method("get offsetNanoseconds", 0, offset_nanoseconds),
    method("get offset", 0, offset),
];

static METHODS: &[NativeFunction] = &[
    method("with", 1, with),
    method("withPlainTime", 0, with_plain_time),
    method("withTimeZone", 1, with_time_zone),
    method("withCalendar", 1, with_calendar),
    method("add", 1, add),
    method("subtract", 1, subtract),
    method("until", 1, until),
    method("since", 1, since),
    method("round", 1, round),
    method("equals", 1, equals),
    method("toString", 0, to_string),
    method("toLocaleString", 0, to_locale_string),
    method("toJSON", 0, to_json),
    method("valueOf", 0, value_of),
    method("startOfDay", 0, start_of_day),
    method("getTimeZoneTransition", 1, get_time_zone_transition),
    method("toInstant", 0, to_instant),
    method("toPlainDate", 0, to_plain_date),
    method("toPlainTime", 0, to_plain_time),
    method("toPlainDateTime", 0, to_plain_date_time),
];

pub(crate) static CLASS: Class = Class {
    r#type: Type::ZonedDateTime,
    constructor: &CONSTRUCTOR,
    functions: FUNCTIONS,
    methods: METHODS,
    getters: &[&DATE_GETTERS, &TIME_GETTERS, GETTERS],
};

/// Temporal.ZonedDateTime ( epochNanoseconds, timeZone [ , calendar ] ), Temporal 6.1.1
fn zoned_date_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    slots::require_new(vm, call, Type::ZonedDateTime)?;
    let [nanoseconds, zone, calendar] = [0, 1, 2].map(|index| call.argument(vm, index));
    let nanoseconds = instant::to_nanoseconds(vm, nanoseconds)?;
    let nanoseconds = temporal_rs::Instant::try_new(nanoseconds).or_throw(vm)?.as_i128();
    let zone = text::required(vm, zone, "time zone identifier")?;
    let zone = zone::of_identifier(vm, &zone)?;
    let calendar = calendar::of_argument(vm, calendar)?;
    let zoned = ZonedDateTime::try_new_with_provider(nanoseconds, zone, calendar, &Zones).or_throw(vm)?;
    slots::constructed(vm, call, &zoned)
}

/// ToTemporalZonedDateTime ( item [ , options ] ), Temporal 6.5.3
fn to_temporal_zoned_date_time(vm: &mut Vm, item: Value, options: Value) -> Completion<ZonedDateTime> {
    if let Some(zoned) = slots::of_value::<ZonedDateTime>(vm, item)? {
        let options = options::options_object(vm, options)?;
        options::disambiguation(vm, options)?;
        options::offset(vm, options, OffsetDisambiguation::Reject)?;
        options::overflow(vm, options)?;
        return Ok(zoned);
    }
    vm.work_later(LOCAL_TIME);
    if let Some(object) = item.as_object() {
        let calendar = calendar::of_object(vm, object)?;
        let fields = fields::prepare(vm, &calendar, object, DATE | TIME | OFFSET | TIME_ZONE, Required::TimeZone)?;
        let options = options::options_object(vm, options)?;
        let disambiguation = options::disambiguation(vm, options)?;
        let offset = options::offset(vm, options, OffsetDisambiguation::Reject)?;
        let overflow = options::overflow(vm, options)?;
        let (calendar_fields, time) = (fields.date(), fields.time(overflow));
        let partial = PartialZonedDateTime {
            fields: ZonedDateTimeFields { calendar_fields, time, offset: fields.offset },
            timezone: fields.time_zone,
            calendar,
        };
        let zoned = ZonedDateTime::from_partial_with_provider(
            partial,
            Some(overflow),
            Some(disambiguation),
            Some(offset),
            &Zones,
        );
        return zoned.or_throw(vm);
    }
    let text = text::date(vm, item, "date with a time and a zone")?;
    let parsed = ParsedZonedDateTime::from_utf8_with_provider(text.as_bytes(), &Zones).or_throw(vm)?;
    let options = options::options_object(vm, options)?;
    let disambiguation = options::disambiguation(vm, options)?;
    let offset = options::offset(vm, options, OffsetDisambiguation::Reject)?;
    options::overflow(vm, options)?;
    ZonedDateTime::from_parsed_with_provider(parsed, disambiguation, offset, &Zones).or_throw(vm)
}

/// Temporal.ZonedDateTime.from ( item [ , options ] ), Temporal 6.2.2
fn from(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (item, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let zoned = to_temporal_zoned_date_time(vm, item, options)?;
    slots::object(vm, &zoned)
}

/// Temporal.ZonedDateTime.compare ( one, two ), Temporal 6.2.3
fn compare(vm: &mut Vm, call: Call) -> Completion<Value> {
    let (one, two) = (call.argument(vm, 0), call.argument(vm, 1));
    let one = to_temporal_zoned_date_time(vm, one, Value::UNDEFINED)?;
    let two = to_temporal_zoned_date_time(vm, two, Value::UNDEFINED)?;
    Ok(Value::int(one.compare_instant(&two) as i32))
}

/// get Temporal.ZonedDateTime.prototype.timeZoneId, Temporal 6.3.4
fn time_zone_id(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "timeZoneId")?;
    let identifier = zoned.time_zone().identifier_with_provider(&Zones).or_throw(vm)?;
    Ok(text::value(vm, &identifier))
}

/// get Temporal.ZonedDateTime.prototype.epochMilliseconds, Temporal 6.3.17
fn epoch_milliseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "epochMilliseconds")?;
    Ok(Value::number(zoned.epoch_milliseconds() as f64))
}

/// get Temporal.ZonedDateTime.prototype.epochNanoseconds, Temporal 6.3.18
fn epoch_nanoseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "epochNanoseconds")?;
    bigint::new_bigint(vm, BigInt::from(zoned.epoch_nanoseconds().0))
}

/// get Temporal.ZonedDateTime.prototype.hoursInDay, Temporal 6.3.23
fn hours_in_day(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "hoursInDay")?;
    vm.work_later(LOCAL_TIME);
    zoned.hours_in_day_with_provider(&Zones).or_throw(vm).map(Value::number)
}

/// get Temporal.ZonedDateTime.prototype.offsetNanoseconds, Temporal 6.3.29
fn offset_nanoseconds(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "offsetNanoseconds")?;
    Ok(Value::number(zoned.offset_nanoseconds() as f64))
}

/// get Temporal.ZonedDateTime.prototype.offset, Temporal 6.3.30
fn offset(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "offset")?;
    Ok(text::value(vm, &zoned.offset()))
}

/// Temporal.ZonedDateTime.prototype.with ( temporalZonedDateTimeLike [ , options ] ), Temporal 6.3.31
fn with(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "with")?;
    let (changed, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let changed = fields::partial_object(vm, changed)?;
    let fields = fields::prepare(vm, zoned.calendar(), changed, DATE | TIME | OFFSET, Required::Some)?;
    let options = options::options_object(vm, options)?;
    let disambiguation = options::disambiguation(vm, options)?;
    let offset = options::offset(vm, options, OffsetDisambiguation::Prefer)?;
    let overflow = options::overflow(vm, options)?;
    let (calendar_fields, time) = (fields.date(), fields.time(overflow));
    let fields = ZonedDateTimeFields { calendar_fields, time, offset: fields.offset };
    vm.work_later(LOCAL_TIME);
    let zoned = zoned.with_with_provider(fields, Some(disambiguation), Some(offset), Some(overflow), &Zones);
    let zoned = zoned.or_throw(vm)?;
    slots::object(vm, &zoned)
}

/// Temporal.ZonedDateTime.prototype.withPlainTime ( [ plainTimeLike ] ), Temporal 6.3.32
fn with_plain_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "withPlainTime")?;
    let time = call.argument(vm, 0);
    let time = plain_time::to_time_or_midnight(vm, time)?;
    vm.work_later(LOCAL_TIME);
    let zoned = zoned.with_plain_time_and_provider(time, &Zones).or_throw(vm)?;
    slots::object(vm, &zoned)
}

/// Temporal.ZonedDateTime.prototype.withTimeZone ( timeZoneLike ), Temporal 6.3.33
fn with_time_zone(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "withTimeZone")?;
    let zone = call.argument(vm, 0);
    let zone = zone::to_temporal_time_zone(vm, zone)?;
    let zoned = zoned.with_time_zone_with_provider(zone, &Zones).or_throw(vm)?;
    slots::object(vm, &zoned)
}

/// Temporal.ZonedDateTime.prototype.withCalendar ( calendarLike ), Temporal 6.3.34
fn with_calendar(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "withCalendar")?;
    let calendar = call.argument(vm, 0);
    let calendar = calendar::to_temporal_calendar(vm, calendar)?;
    slots::object(vm, &zoned.with_calendar(calendar))
}

/// Temporal.ZonedDateTime.prototype.add ( temporalDurationLike [ , options ] ), Temporal 6.3.35
fn add(vm: &mut Vm, call: Call) -> Completion<Value> {
    add_to_zoned(vm, call, "add", false)
}

/// Temporal.ZonedDateTime.prototype.subtract ( temporalDurationLike [ , options ] ), Temporal 6.3.36
fn subtract(vm: &mut Vm, call: Call) -> Completion<Value> {
    add_to_zoned(vm, call, "subtract", true)
}

/// AddDurationToZonedDateTime ( operation, zonedDateTime, temporalDurationLike, options ), Temporal 6.5.11
fn add_to_zoned(vm: &mut Vm, call: Call, name: &str, is_negated: bool) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, name)?;
    let (added, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let added = duration::to_temporal_duration(vm, added)?;
    let overflow = options::overflow_of(vm, options)?;
    let added = if is_negated { added.negated() } else { added };
    let calendar = months::charge_addition(vm, zoned.calendar(), &added)?;
    vm.work_later(LOCAL_TIME);
    let sum = zoned.with_calendar(calendar).add_with_provider(&added, Some(overflow), &Zones).or_throw(vm)?;
    slots::object(vm, &sum.with_calendar(zoned.calendar().clone()))
}

/// Temporal.ZonedDateTime.prototype.until ( other [ , options ] ), Temporal 6.3.37
fn until(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "until", true)
}

/// Temporal.ZonedDateTime.prototype.since ( other [ , options ] ), Temporal 6.3.38
fn since(vm: &mut Vm, call: Call) -> Completion<Value> {
    difference(vm, call, "since", false)
}

/// DifferenceTemporalZonedDateTime ( operation, zonedDateTime, other, options ), Temporal 6.5.10
fn difference(vm: &mut Vm, call: Call, name: &str, is_until: bool) -> Completion<Value> {
    let one = slots::this::<ZonedDateTime>(vm, call, name)?;
    let (other, options) = (call.argument(vm, 0), call.argument(vm, 1));
    let other = to_temporal_zoned_date_time(vm, other, Value::UNDEFINED)?;
    if one.calendar() != other.calendar() {
        return vm.range_error("The dates have different calendars");
    }
    let settings = options::difference(vm, options)?;
    let points = [one.epoch_nanoseconds().0, other.epoch_nanoseconds().0];
    months::charge_difference(vm, one.calendar(), points, &settings)?;
    vm.work_later(LOCAL_TIME);
    let difference = if is_until {
        one.until_with_provider(&other, settings, &Zones)
    } else {
        one.since_with_provider(&other, settings, &Zones)
    };
    let difference = difference.or_throw(vm)?;
    slots::object(vm, &difference)
}

/// Temporal.ZonedDateTime.prototype.round ( roundTo ), Temporal 6.3.39
fn round(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "round")?;
    let rounding = call.argument(vm, 0);
    let rounding = options::rounding(vm, rounding)?;
    vm.work_later(LOCAL_TIME);
    let zoned = zoned.round_with_provider(rounding, &Zones).or_throw(vm)?;
    slots::object(vm, &zoned)
}

/// Temporal.ZonedDateTime.prototype.equals ( other ), Temporal 6.3.40
fn equals(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "equals")?;
    let other = call.argument(vm, 0);
    let other = to_temporal_zoned_date_time(vm, other, Value::UNDEFINED)?;
    zoned.equals_with_provider(&other, &Zones).or_throw(vm).map(Value::bool)
}

/// Temporal.ZonedDateTime.prototype.toString ( [ options ] ), Temporal 6.3.41
fn to_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "toString")?;
    let options = call.argument(vm, 0);
    let options = options::options_object(vm, options)?;
    let calendar_name = options::calendar_name(vm, options)?;
    let precision = options::fractional_second_digits(vm, options)?;
    let offset = options::shown_offset(vm, options)?;
    let rounding_mode = options::rounding_mode(vm, options)?;
    let smallest_unit = options::unit(vm, options, "smallestUnit")?;
    let zone_name = options::time_zone_name(vm, options)?;
    let rounding = options::to_string_rounding(vm, precision, rounding_mode, smallest_unit)?;
    let text = zoned.to_ixdtf_string_with_provider(offset, zone_name, calendar_name, rounding, &Zones).or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.ZonedDateTime.prototype.toLocaleString ( [ locales [ , options ] ] ), Temporal 6.3.42
fn to_locale_string(vm: &mut Vm, call: Call) -> Completion<Value> {
    locale::text::<ZonedDateTime>(vm, call, to_json)
}

/// Temporal.ZonedDateTime.prototype.toJSON ( ), Temporal 6.3.43
fn to_json(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "toJSON")?;
    let text = zoned.to_ixdtf_string_with_provider(
        DisplayOffset::Auto,
        DisplayTimeZone::Auto,
        DisplayCalendar::Auto,
        ToStringRoundingOptions::default(),
        &Zones,
    );
    let text = text.or_throw(vm)?;
    Ok(text::value(vm, &text))
}

/// Temporal.ZonedDateTime.prototype.valueOf ( ), Temporal 6.3.44
fn value_of(vm: &mut Vm, _: Call) -> Completion<Value> {
    slots::no_primitive(vm, Type::ZonedDateTime)
}

/// Temporal.ZonedDateTime.prototype.startOfDay ( ), Temporal 6.3.45
fn start_of_day(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "startOfDay")?;
    vm.work_later(LOCAL_TIME);
    let start = zoned.start_of_day_with_provider(&Zones).or_throw(vm)?;
    slots::object(vm, &start)
}

/// Temporal.ZonedDateTime.prototype.getTimeZoneTransition ( directionParam ), Temporal 6.3.46
fn get_time_zone_transition(vm: &mut Vm, call: Call) -> Completion<Value> {
    /// Ticks for a search of the zone's data.
    const SEARCH: u64 = 32;
    let zoned = slots::this::<ZonedDateTime>(vm, call, "getTimeZoneTransition")?;
    let argument = call.argument(vm, 0);
    let direction = options::direction(vm, argument)?;
    vm.work(SEARCH)?;
    match zoned.get_time_zone_transition_with_provider(direction, &Zones).or_throw(vm)? {
        Some(change) => slots::object(vm, &change),
        None => Ok(Value::NULL),
    }
}

/// Temporal.ZonedDateTime.prototype.toInstant ( ), Temporal 6.3.47
fn to_instant(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "toInstant")?;
    slots::object(vm, &zoned.to_instant())
}

/// Temporal.ZonedDateTime.prototype.toPlainDate ( ), Temporal 6.3.48
fn to_plain_date(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "toPlainDate")?;
    slots::object(vm, &zoned.to_plain_date())
}

/// Temporal.ZonedDateTime.prototype.toPlainTime ( ), Temporal 6.3.49
fn to_plain_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "toPlainTime")?;
    slots::object(vm, &zoned.to_plain_time())
}

/// Temporal.ZonedDateTime.prototype.toPlainDateTime ( ), Temporal 6.3.50
fn to_plain_date_time(vm: &mut Vm, call: Call) -> Completion<Value> {
    let zoned = slots::this::<ZonedDateTime>(vm, call, "toPlainDateTime")?;
    slots::object(vm, &zoned.to_plain_date_time())
}
