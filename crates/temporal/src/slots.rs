//! Between objects of the heap and the types of `temporal_rs`.

use ferrotape_budget::costs::LOCAL_TIME;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::function::{self, Call};
use ferrotape_runtime::heap::{ObjectId, StringId};
use ferrotape_runtime::messages;
use ferrotape_runtime::object::{CalendarDate, Kind, ObjectKind, Temporal, TemporalDuration, TemporalSlots, WallTime};
use ferrotape_runtime::realm;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::{
    Calendar, Duration, Instant, PlainDate, PlainDateTime, PlainMonthDay, PlainTime, PlainYearMonth, TemporalError,
    TemporalResult, ZonedDateTime,
};

use crate::calendar;
use crate::errors::OrThrow;
use crate::zone::{self, Zones};

const NS_PER_DAY: i128 = 86_400_000_000_000;
const MS_PER_DAY: f64 = 86_400_000.0;

/// The types of Temporal, in the order of their prototypes in a realm.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Duration,
    Instant,
    PlainDate,
    PlainDateTime,
    PlainMonthDay,
    PlainTime,
    PlainYearMonth,
    ZonedDateTime,
}

impl Type {
    /// Name for error messages, with the namespace in front.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Type::Duration => "Temporal.Duration",
            Type::Instant => "Temporal.Instant",
            Type::PlainDate => "Temporal.PlainDate",
            Type::PlainDateTime => "Temporal.PlainDateTime",
            Type::PlainMonthDay => "Temporal.PlainMonthDay",
            Type::PlainTime => "Temporal.PlainTime",
            Type::PlainYearMonth => "Temporal.PlainYearMonth",
            Type::ZonedDateTime => "Temporal.ZonedDateTime",
        }
    }
}

/// A type of `temporal_rs` whose values objects have in their slots.
pub(crate) trait Held: Sized {
    const TYPE: Type;

    /// Returns the value of an object, none if that is of another type.
    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>>;

    /// Returns the slots of a new object.
    fn kind(&self, vm: &mut Vm) -> Completion<ObjectKind>;
}

/// Returns the value of an argument, none if it is no object of that type.
pub(crate) fn of_value<T: Held>(vm: &mut Vm, value: Value) -> Completion<Option<T>> {
    match value.as_object() {
        Some(object) => T::of(vm, object),
        None => Ok(None),
    }
}

/// Returns the value of the object that a method was called on. A TypeError for others.
pub(crate) fn this<T: Held>(vm: &mut Vm, call: Call, method: &str) -> Completion<T> {
    if let Some(value) = of_value(vm, call.this)? {
        return Ok(value);
    }
    let receiver = messages::describe(vm, call.this);
    let method = format!("{}.prototype.{method}", T::TYPE.name());
    vm.type_error(messages::incompatible_receiver(&method, &receiver))
}

/// Makes an object of the current realm.
pub(crate) fn object<T: Held>(vm: &mut Vm, value: &T) -> Completion<Value> {
    let prototype = realm::made(vm, "Temporal", |intrinsics| intrinsics.temporal_prototypes[T::TYPE as usize]);
    with_prototype(vm, value, prototype)
}

/// Makes the object of a constructor: OrdinaryCreateFromConstructor, ECMA-262 10.1.13.
pub(crate) fn constructed<T: Held>(vm: &mut Vm, call: Call, value: &T) -> Completion<Value> {
    let mut prototype =
        function::prototype_for_new(vm, call, |intrinsics| intrinsics.temporal_prototypes[T::TYPE as usize])?;
    if prototype == vm.heap.nothing() {
        // Of a realm that has not yet touched Temporal.
        let constructor = call.new_target.unwrap_or(call.callee);
        let of = function::function_realm(vm, constructor)?;
        let pick = |vm: &mut Vm| {
            Ok(realm::made(vm, "Temporal", |intrinsics| intrinsics.temporal_prototypes[T::TYPE as usize]))
        };
        prototype = realm::in_realm(vm, of, pick)?;
    }
    with_prototype(vm, value, prototype)
}

fn with_prototype<T: Held>(vm: &mut Vm, value: &T, prototype: ObjectId) -> Completion<Value> {
    let kind = value.kind(vm)?;
    Ok(Value::object(vm.heap.new_object_with_prototype(Some(prototype), kind)))
}

/// Refuses calls of constructors without `new`.
pub(crate) fn require_new(vm: &mut Vm, call: Call, which: Type) -> Completion<()> {
    match call.new_target {
        Some(_) => Ok(()),
        None => vm.type_error(messages::requires_new(which.name())),
    }
}

/// Throws what each `valueOf` does: numbers of dates and durations are not compared by `<`.
pub(crate) fn no_primitive(vm: &mut Vm, which: Type) -> Completion<Value> {
    let name = which.name();
    vm.type_error(format!("{name} has no primitive value: use compare, equals or toString"))
}

/// Returns the slots of an object of Temporal that is no duration.
pub(crate) fn slots_of(vm: &Vm, object: ObjectId) -> Option<Temporal> {
    match vm.heap.kind(object) {
        Kind::Temporal(temporal) => Some(*temporal),
        _ => None,
    }
}

/// Returns the [[Calendar]] of an object that has one.
pub(crate) fn calendar_of(vm: &Vm, object: ObjectId) -> Option<Calendar> {
    let number = match slots_of(vm, object)?.slots {
        TemporalSlots::PlainDate(date)
        | TemporalSlots::PlainDateTime(date, _)
        | TemporalSlots::PlainYearMonth(date)
        | TemporalSlots::PlainMonthDay(date) => date.calendar,
        TemporalSlots::ZonedDateTime(_, calendar) => calendar,
        TemporalSlots::PlainTime(_) | TemporalSlots::Instant(_) => return None,
    };
    calendar::of_number(number)
}

/// Returns whether an object is a Temporal.PlainTime.
pub(crate) fn is_plain_time(vm: &Vm, object: ObjectId) -> bool {
    matches!(slots_of(vm, object), Some(Temporal { slots: TemporalSlots::PlainTime(_), .. }))
}

/// Returns the [[TimeZone]] of an object that has one.
pub(crate) fn zone_of(vm: &mut Vm, object: ObjectId) -> Option<String> {
    let Temporal { slots: TemporalSlots::ZonedDateTime(..), zone } = slots_of(vm, object)? else { return None };
    // It is flat: the crate made it.
    let flat = vm.heap.flatten(zone).ok()?;
    vm.heap.view(flat).ascii().map(str::to_owned)
}

fn without_zone(slots: TemporalSlots) -> Completion<ObjectKind> {
    Ok(ObjectKind::Temporal(Box::new(Temporal { slots, zone: StringId::EMPTY })))
}

/// Returns the calendar of slots, which a snapshot may have damaged.
fn calendar_of_slots(number: u8) -> TemporalResult<Calendar> {
    calendar::of_number(number).ok_or(TemporalError::range())
}

/// Returns the ISO date of the day with that midnight, in nanoseconds since the epoch.
fn date_of_midnight(nanoseconds: i128, calendar: &Calendar) -> CalendarDate {
    let day = nanoseconds.div_euclid(NS_PER_DAY) as f64;
    let fields = ferrotape_time::arithmetic::Fields::of(day * MS_PER_DAY);
    let calendar = calendar::number(calendar);
    CalendarDate { year: fields.year as i32, month: fields.month + 1, day: fields.date, calendar }
}

/// Returns the [[Time]] of fields from hours to nanoseconds.
fn wall_time([hour, minute, second, millisecond, microsecond, nanosecond]: [u64; 6]) -> WallTime {
    let seconds = (hour * 60 + minute) * 60 + second;
    WallTime(((seconds * 1000 + millisecond) * 1000 + microsecond) * 1000 + nanosecond)
}

/// Returns the fields of a [[Time]], from hours to nanoseconds; for damaged slots those of some time.
fn time_fields(WallTime(time): WallTime) -> (u8, u8, u8, u16, u16, u16) {
    let thousand = |time: u64| (time % 1000) as u16;
    let seconds = time / 1_000_000_000;
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    (hour as u8, minute as u8, second as u8, thousand(time / 1_000_000), thousand(time / 1000), thousand(time))
}

impl Held for PlainDate {
    const TYPE: Type = Type::PlainDate;

    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>> {
        let Some(Temporal { slots: TemporalSlots::PlainDate(date), .. }) = slots_of(vm, object) else {
            return Ok(None);
        };
        let CalendarDate { year, month, day, calendar } = date;
        let calendar = calendar_of_slots(calendar).or_throw(vm)?;
        PlainDate::try_new(year, month, day, calendar).or_throw(vm).map(Some)
    }

    fn kind(&self, _: &mut Vm) -> Completion<ObjectKind> {
        let date = date_of_midnight(self.epoch_ns_for_utc().0, self.calendar());
        without_zone(TemporalSlots::PlainDate(date))
    }
}

impl Held for PlainTime {
    const TYPE: Type = Type::PlainTime;

    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>> {
        let Some(Temporal { slots: TemporalSlots::PlainTime(time), .. }) = slots_of(vm, object) else {
            return Ok(None);
        };
        let (hour, minute, second, millisecond, microsecond, nanosecond) = time_fields(time);
        PlainTime::try_new(hour, minute, second, millisecond, microsecond, nanosecond).or_throw(vm).map(Some)
    }

    fn kind(&self, _: &mut Vm) -> Completion<ObjectKind> {
        let time = wall_time([
            self.hour().into(),
            self.minute().into(),
            self.second().into(),
            self.millisecond().into(),
            self.microsecond().into(),
            self.nanosecond().into(),
        ]);
        without_zone(TemporalSlots::PlainTime(time))
    }
}

impl Held for PlainDateTime {
    const TYPE: Type = Type::PlainDateTime;

    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>> {
        let Some(Temporal { slots: TemporalSlots::PlainDateTime(date, time), .. }) = slots_of(vm, object) else {
            return Ok(None);
        };
        let CalendarDate { year, month, day, calendar } = date;
        let calendar = calendar_of_slots(calendar).or_throw(vm)?;
        let (hour, minute, second, ms, us, ns) = time_fields(time);
        PlainDateTime::try_new(year, month, day, hour, minute, second, ms, us, ns, calendar).or_throw(vm).map(Some)
    }

    fn kind(&self, _: &mut Vm) -> Completion<ObjectKind> {
        let nanoseconds = self.epoch_ns_for_utc().0;
        let date = date_of_midnight(nanoseconds, self.calendar());
        let time = WallTime(nanoseconds.rem_euclid(NS_PER_DAY) as u64);
        without_zone(TemporalSlots::PlainDateTime(date, time))
    }
}

impl Held for PlainYearMonth {
    const TYPE: Type = Type::PlainYearMonth;

    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>> {
        let Some(Temporal { slots: TemporalSlots::PlainYearMonth(date), .. }) = slots_of(vm, object) else {
            return Ok(None);
        };
        let CalendarDate { year, month, day, calendar } = date;
        let calendar = calendar_of_slots(calendar).or_throw(vm)?;
        PlainYearMonth::try_new(year, month, Some(day), calendar).or_throw(vm).map(Some)
    }

    fn kind(&self, _: &mut Vm) -> Completion<ObjectKind> {
        let date = date_of_midnight(self.epoch_ns_for_utc().0, self.calendar());
        without_zone(TemporalSlots::PlainYearMonth(date))
    }
}

impl Held for PlainMonthDay {
    const TYPE: Type = Type::PlainMonthDay;

    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>> {
        let Some(Temporal { slots: TemporalSlots::PlainMonthDay(date), .. }) = slots_of(vm, object) else {
            return Ok(None);
        };
        let CalendarDate { year, month, day, calendar } = date;
        let calendar = calendar_of_slots(calendar).or_throw(vm)?;
        let found =
            PlainMonthDay::new_with_overflow(month, day, calendar, temporal_rs::options::Overflow::Reject, Some(year));
        found.or_throw(vm).map(Some)
    }

    fn kind(&self, _: &mut Vm) -> Completion<ObjectKind> {
        let calendar = calendar::number(self.calendar());
        let date = CalendarDate { year: self.iso.year, month: self.iso.month, day: self.iso.day, calendar };
        without_zone(TemporalSlots::PlainMonthDay(date))
    }
}

impl Held for Instant {
    const TYPE: Type = Type::Instant;

    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>> {
        let Some(Temporal { slots: TemporalSlots::Instant(nanoseconds), .. }) = slots_of(vm, object) else {
            return Ok(None);
        };
        Instant::try_new(nanoseconds).or_throw(vm).map(Some)
    }

    fn kind(&self, _: &mut Vm) -> Completion<ObjectKind> {
        without_zone(TemporalSlots::Instant(self.as_i128()))
    }
}

impl Held for ZonedDateTime {
    const TYPE: Type = Type::ZonedDateTime;

    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>> {
        let Some(Temporal { slots: TemporalSlots::ZonedDateTime(nanoseconds, calendar), .. }) = slots_of(vm, object)
        else {
            return Ok(None);
        };
        let zone = zone_of(vm, object).unwrap_or_default();
        let zone = zone::of_identifier(vm, &zone)?;
        vm.work_later(LOCAL_TIME);
        let calendar = calendar_of_slots(calendar).or_throw(vm)?;
        ZonedDateTime::try_new_with_provider(nanoseconds, zone, calendar, &Zones).or_throw(vm).map(Some)
    }

    fn kind(&self, vm: &mut Vm) -> Completion<ObjectKind> {
        let zone = self.time_zone().identifier_with_provider(&Zones).or_throw(vm)?;
        let zone = vm.heap.new_string(&zone);
        let slots = TemporalSlots::ZonedDateTime(self.epoch_nanoseconds().0, calendar::number(self.calendar()));
        Ok(ObjectKind::Temporal(Box::new(Temporal { slots, zone })))
    }
}

impl Held for Duration {
    const TYPE: Type = Type::Duration;

    fn of(vm: &mut Vm, object: ObjectId) -> Completion<Option<Self>> {
        match vm.heap.kind(object) {
            Kind::TemporalDuration(&duration) => of_numbers(&duration).or_throw(vm).map(Some),
            _ => Ok(None),
        }
    }

    /// Rounds to numbers: CreateTemporalDuration, Temporal 7.5.19.
    fn kind(&self, _: &mut Vm) -> Completion<ObjectKind> {
        Ok(ObjectKind::TemporalDuration(Box::new(numbers_of(self))))
    }
}

/// Makes a duration of integral numbers.
pub(crate) fn of_numbers(duration: &TemporalDuration) -> TemporalResult<Duration> {
    let &TemporalDuration { years, months, weeks, days, hours, minutes, seconds, .. } = duration;
    // What is outside of the range of the integers is out of range as a duration, too.
    let short = |number: f64| number as i64;
    Duration::new(
        short(years),
        short(months),
        short(weeks),
        short(days),
        short(hours),
        short(minutes),
        short(seconds),
        short(duration.milliseconds),
        duration.microseconds as i128,
        duration.nanoseconds as i128,
    )
}

/// Returns the numbers of a duration.
pub(crate) fn numbers_of(duration: &Duration) -> TemporalDuration {
    TemporalDuration {
        years: duration.years() as f64,
        months: duration.months() as f64,
        weeks: duration.weeks() as f64,
        days: duration.days() as f64,
        hours: duration.hours() as f64,
        minutes: duration.minutes() as f64,
        seconds: duration.seconds() as f64,
        milliseconds: duration.milliseconds() as f64,
        microseconds: duration.microseconds() as f64,
        nanoseconds: duration.nanoseconds() as f64,
    }
}
