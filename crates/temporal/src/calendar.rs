//! Calendars: their identifiers, and their numbers in objects.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::Calendar;

use crate::{slots, text};

/// The calendars by the numbers that objects and snapshots have: the ISO calendar, those of the sun, those of the moon
/// ([`months`]). The numbers stay. [`ferrotape_runtime::object::CALENDAR_NAMES`] has their identifiers in the same order.
static CALENDARS: [Calendar; 16] = [
    Calendar::ISO,
    Calendar::GREGORIAN,
    Calendar::BUDDHIST,
    Calendar::ROC,
    Calendar::JAPANESE,
    Calendar::COPTIC,
    Calendar::ETHIOPIAN,
    Calendar::ETHIOPIAN_AMETE_ALEM,
    Calendar::INDIAN,
    Calendar::PERSIAN,
    Calendar::HIJRI_TABULAR_FRIDAY,
    Calendar::HIJRI_TABULAR_THURSDAY,
    Calendar::HIJRI_UMM_AL_QURA,
    Calendar::HEBREW,
    Calendar::CHINESE,
    Calendar::DANGI,
];

/// Ways in which `temporal_rs` finds the months of a calendar.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Months {
    /// By division.
    Iso,
    /// There are as many in each year.
    OfSun,
    /// Months of the moon, by rules.
    ByRules,
    /// Months of the moon, by its position.
    ByNewMoons,
}

/// Returns the number of a calendar.
pub(crate) fn number(calendar: &Calendar) -> u8 {
    CALENDARS.iter().position(|known| known == calendar).unwrap_or(0) as u8
}

/// Returns the calendar with that number.
pub(crate) fn of_number(number: u8) -> Option<Calendar> {
    CALENDARS.get(usize::from(number)).cloned()
}

/// Returns how the months of a calendar are found.
pub(crate) fn months(calendar: &Calendar) -> Months {
    match number(calendar) {
        0 => Months::Iso,
        1..=9 => Months::OfSun,
        10..=13 => Months::ByRules,
        _ => Months::ByNewMoons,
    }
}

/// Returns whether a calendar has eras: CalendarSupportsEra, Temporal 12.3.
pub(crate) fn has_eras(calendar: &Calendar) -> bool {
    *calendar != Calendar::ISO && *calendar != Calendar::CHINESE && *calendar != Calendar::DANGI
}

/// Returns whether an identifier has another meaning for `temporal_rs` than for the specification: there it is no calendar.
fn is_no_calendar(identifier: &str) -> bool {
    ["islamic", "islamic-rgsa"].iter().any(|other| other.eq_ignore_ascii_case(identifier))
}

/// Refuses texts of dates whose calendar `temporal_rs` would take for another one.
pub(crate) fn check_annotation(vm: &mut Vm, text: &str) -> Completion<()> {
    match temporal_rs::parsers::parse_allowed_calendar_formats(text.as_bytes()) {
        Some(identifier) if is_no_calendar(&String::from_utf8_lossy(identifier)) => {
            vm.range_error("The calendar of the date is unknown")
        }
        _ => Ok(()),
    }
}

/// CanonicalizeCalendar ( id ), Temporal 12.2.1
pub(crate) fn canonicalize(vm: &mut Vm, identifier: &str) -> Completion<Calendar> {
    let found = Calendar::try_from_utf8(identifier.as_bytes()).ok();
    match found.filter(|_| !is_no_calendar(identifier)) {
        Some(calendar) => Ok(calendar),
        None => vm.range_error(format!("There is no calendar '{identifier}'")),
    }
}

/// Returns the calendar of a constructor's argument: an identifier, `iso8601` for undefined.
pub(crate) fn of_argument(vm: &mut Vm, value: Value) -> Completion<Calendar> {
    if value.is_undefined() {
        return Ok(Calendar::ISO);
    }
    let identifier = text::required(vm, value, "calendar identifier")?;
    canonicalize(vm, &identifier)
}

/// ToTemporalCalendarIdentifier ( temporalCalendarLike ), Temporal 12.2.8
pub(crate) fn to_temporal_calendar(vm: &mut Vm, value: Value) -> Completion<Calendar> {
    if let Some(calendar) = value.as_object().and_then(|object| slots::calendar_of(vm, object)) {
        return Ok(calendar);
    }
    let text = text::required(vm, value, "calendar")?;
    let annotation = |text: &str| {
        let found = temporal_rs::parsers::parse_allowed_calendar_formats(text.as_bytes())?;
        Some(String::from_utf8_lossy(found).into_owned())
    };
    let found = annotation(&text).or_else(|| annotation(&text::marked(&text)?));
    match found.as_deref() {
        Some(_) if !text::is_in_grammar(&text) => vm.range_error(format!("There is no calendar '{text}'")),
        Some("") => Ok(Calendar::ISO),
        Some(identifier) => canonicalize(vm, identifier),
        None => canonicalize(vm, &text),
    }
}

/// GetTemporalCalendarIdentifierWithISODefault ( item ), Temporal 12.2.9
pub(crate) fn of_object(vm: &mut Vm, object: ObjectId) -> Completion<Calendar> {
    if let Some(calendar) = slots::calendar_of(vm, object) {
        return Ok(calendar);
    }
    let key = vm.heap.key("calendar");
    let value = object::get(vm, object, key)?;
    if value.is_undefined() { Ok(Calendar::ISO) } else { to_temporal_calendar(vm, value) }
}
