//! Calendars: their identifiers, and their numbers in objects.

use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object;
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use temporal_rs::Calendar;

use crate::{slots, text};

/// The calendars by the numbers that objects and snapshots have. New ones come last.
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

/// The first calendar whose months follow the moon: arithmetic with them is not done in constant time.
const FIRST_OF_MOON: u8 = 10;

/// Returns the number of a calendar.
pub(crate) fn number(calendar: &Calendar) -> u8 {
    CALENDARS.iter().position(|known| known == calendar).unwrap_or(0) as u8
}

/// Returns the calendar with that number.
pub(crate) fn of_number(number: u8) -> Option<Calendar> {
    CALENDARS.get(usize::from(number)).cloned()
}

/// Returns whether months of a calendar have to be counted one by one.
pub(crate) fn is_of_moon(calendar: &Calendar) -> bool {
    number(calendar) >= FIRST_OF_MOON
}

/// Returns whether a calendar has eras: CalendarSupportsEra, Temporal 12.3.
pub(crate) fn has_eras(calendar: &Calendar) -> bool {
    *calendar != Calendar::ISO && *calendar != Calendar::CHINESE && *calendar != Calendar::DANGI
}

/// CanonicalizeCalendar ( id ), Temporal 12.2.1
pub(crate) fn canonicalize(vm: &mut Vm, identifier: &str) -> Completion<Calendar> {
    let found = Calendar::try_from_utf8(identifier.as_bytes()).ok();
    // Calendars that the crate does not have become its ISO calendar.
    let is_it = |calendar: &Calendar| !calendar.is_iso() || identifier.eq_ignore_ascii_case("iso8601");
    match found.filter(is_it) {
        Some(calendar) => Ok(calendar),
        None => vm.range_error(format!("There is no calendar '{identifier}'")),
    }
}

/// Returns the calendar of a constructor's argument: an identifier, `iso8601` for undefined.
pub(crate) fn of_argument(vm: &mut Vm, value: Value) -> Completion<Calendar> {
    if value.is_undefined() {
        return Ok(Calendar::ISO);
    }
    let identifier = text::required(vm, value, "identifier of a calendar")?;
    canonicalize(vm, &identifier)
}

/// ToTemporalCalendarIdentifier ( temporalCalendarLike ), Temporal 12.2.8
pub(crate) fn to_temporal_calendar(vm: &mut Vm, value: Value) -> Completion<Calendar> {
    if let Some(calendar) = value.as_object().and_then(|object| slots::calendar_of(vm, object)) {
        return Ok(calendar);
    }
    let text = text::required(vm, value, "calendar")?;
    match temporal_rs::parsers::parse_allowed_calendar_formats(text.as_bytes()) {
        Some([]) => Ok(Calendar::ISO),
        Some(identifier) => canonicalize(vm, &String::from_utf8_lossy(identifier)),
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
