//! Arguments of the formats of Intl.DateTimeFormat: times, and objects of Temporal. The formats of the latter show what
//! objects of their type have: ECMA-402 11.5, as the Temporal proposal amends it.

use ferrotape_runtime::convert;
use ferrotape_runtime::error::Completion;
use ferrotape_runtime::heap::ObjectId;
use ferrotape_runtime::object::{CALENDAR_NAMES, CalendarDate, Kind, TemporalSlots, WallTime};
use ferrotape_runtime::value::Value;
use ferrotape_runtime::vm::Vm;
use ferrotape_time::arithmetic::{MS_PER_DAY, make_date, make_day, time_clip};

use crate::date_pattern::DatePattern;
use crate::date_time_format::{COMPONENTS, DateText, Forms, add_forms};
use crate::resolved::Resolved;

const NS_PER_MS: i128 = 1_000_000;

/// The farthest [[EpochNanoseconds]]; slots of damaged snapshots may have others.
const MOST_NS: i128 = 8_640_000_000_000_000_000_000;

/// Plain dates stand for their noon.
const NOON: f64 = MS_PER_DAY / 2.0;

/// Places among the components.
const ERA: usize = 1;
const ZONE: usize = 10;

/// Types of values that are formatted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// A time value.
    Time,
    Instant,
    ZonedDateTime,
    PlainDate,
    PlainDateTime,
    PlainYearMonth,
    PlainMonthDay,
    PlainTime,
}

/// A value to format.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(crate) struct Moment {
    pub(crate) subject: Subject,
    /// Milliseconds since the epoch; for plain dates and times since that of their own zone.
    time: f64,
    /// Number of [[Calendar]].
    calendar: Option<u8>,
}

/// Returns the slots of an object of Temporal that is no duration.
fn slots_of(vm: &Vm, object: ObjectId) -> Option<TemporalSlots> {
    match vm.heap.kind(object) {
        Kind::Temporal(temporal) => Some(temporal.slots),
        _ => None,
    }
}

impl Moment {
    /// Makes a time value.
    pub(crate) fn of_time(time: f64) -> Moment {
        Moment { subject: Subject::Time, time, calendar: None }
    }

    /// ToDateTimeFormattable ( value ), ECMA-402 11.5.7
    pub(crate) fn of_value(vm: &mut Vm, value: Value) -> Completion<Moment> {
        match value.as_object().and_then(|object| slots_of(vm, object)) {
            Some(slots) => Ok(Moment::of_slots(slots)),
            None => convert::to_number(vm, value).map(Moment::of_time),
        }
    }

    /// Makes the value of an object: dates and times without a zone as if they were in UTC.
    fn of_slots(slots: TemporalSlots) -> Moment {
        let dated = |subject, date: CalendarDate, time| {
            let day = make_day(date.year.into(), f64::from(date.month) - 1.0, date.day.into());
            Moment { subject, time: make_date(day, time), calendar: Some(date.calendar) }
        };
        let in_day = |WallTime(time): WallTime| (i128::from(time) / NS_PER_MS) as f64 % MS_PER_DAY;
        let exact = |time: i128| time.clamp(-MOST_NS, MOST_NS).div_euclid(NS_PER_MS) as f64;
        match slots {
            TemporalSlots::PlainDate(date) => dated(Subject::PlainDate, date, NOON),
            TemporalSlots::PlainDateTime(date, time) => dated(Subject::PlainDateTime, date, in_day(time)),
            TemporalSlots::PlainYearMonth(date) => dated(Subject::PlainYearMonth, date, NOON),
            TemporalSlots::PlainMonthDay(date) => dated(Subject::PlainMonthDay, date, NOON),
            TemporalSlots::PlainTime(time) => {
                Moment { subject: Subject::PlainTime, time: in_day(time), calendar: None }
            }
            TemporalSlots::Instant(time) => Moment { subject: Subject::Instant, time: exact(time), calendar: None },
            TemporalSlots::ZonedDateTime(time, calendar) => {
                Moment { subject: Subject::ZonedDateTime, time: exact(time), calendar: Some(calendar) }
            }
        }
    }

    /// Returns the time to format: HandleDateTimeValue, ECMA-402 11.5.15, without the choice of the format. A RangeError for
    /// what is no time, and for a date in another calendar. Whole dates in the ISO calendar are written in each calendar.
    pub(crate) fn checked(self, vm: &mut Vm, resolved: &Resolved) -> Completion<f64> {
        if self.subject == Subject::Time {
            let time = time_clip(self.time);
            return if time.is_nan() { vm.range_error("Invalid time value") } else { Ok(time) };
        }
        let calendar = resolved.get_text("calendar");
        let own = self.calendar.and_then(|number| CALENDAR_NAMES.get(usize::from(number))).copied();
        let is_partial = matches!(self.subject, Subject::PlainYearMonth | Subject::PlainMonthDay);
        match own {
            Some(own) if own != calendar && (is_partial || own != "iso8601") => {
                vm.range_error(format!("A date in the calendar '{own}' cannot be formatted in '{calendar}'"))
            }
            // Years of damaged slots.
            _ if self.time.is_nan() => vm.range_error("Invalid time value"),
            _ => Ok(self.time),
        }
    }
}

impl Subject {
    /// Returns whether values have no zone.
    pub(crate) fn is_plain(self) -> bool {
        !matches!(self, Subject::Time | Subject::Instant | Subject::ZonedDateTime)
    }

    /// Returns what `toLocaleString` of the type requires and adds.
    pub(crate) fn date_text(self) -> DateText {
        match self {
            Subject::PlainDate | Subject::PlainYearMonth | Subject::PlainMonthDay => DateText::Date,
            Subject::PlainTime => DateText::Time,
            _ => DateText::All,
        }
    }

    /// Returns the places of components that values have, of which one is required, and of those that are shown if none is asked
    /// for.
    fn components(self) -> (&'static [usize], &'static [usize]) {
        match self {
            Subject::PlainDate => (&[0, 2, 3, 4], &[2, 3, 4]),
            Subject::PlainYearMonth => (&[2, 3], &[2, 3]),
            Subject::PlainMonthDay => (&[3, 4], &[3, 4]),
            Subject::PlainTime => (&[5, 6, 7, 8, 9], &[6, 7, 8]),
            _ => (&[0, 2, 3, 4, 5, 6, 7, 8, 9], &[2, 3, 4, 6, 7, 8]),
        }
    }

    /// Returns the options of the format that values of the type have: [[TemporalPlainDateFormat]] and its like. None if
    /// nothing that is asked for is in such values.
    pub(crate) fn options_of(self, resolved: &Resolved) -> Option<Resolved> {
        let styles = ["dateStyle", "timeStyle"].map(|name| resolved.get_text(name));
        match (self, styles) {
            (Subject::Time, _) => Some(resolved.clone()),
            (_, ["", ""]) => self.options_of_components(resolved),
            (Subject::Instant | Subject::ZonedDateTime, _) => Some(resolved.clone()),
            (_, styles) => self.options_of_styles(resolved, styles),
        }
    }

    /// GetDateTimeFormat ( formats, matcher, options, required, defaults, inherit ), ECMA-402 11.5.2
    fn options_of_components(self, resolved: &Resolved) -> Option<Resolved> {
        let asked: Vec<&str> = resolved.get_text(".asked").split(',').collect();
        let form = |place: usize| asked.get(place).copied().unwrap_or_default();
        let (required, defaults) = self.components();
        let is_any = |places: &[usize]| places.iter().any(|&place| !form(place).is_empty());
        let needs_defaults = !is_any(required);
        if needs_defaults && self.is_plain() && is_any(Subject::Instant.components().0) {
            return None;
        }
        let has_era = !matches!(self, Subject::PlainTime | Subject::PlainMonthDay);
        let mut forms = Forms::default();
        for (place, shown) in forms.iter_mut().enumerate() {
            let is_kept = !self.is_plain() || required.contains(&place) || place == ERA && has_era;
            let form = match form(place) {
                "" if needs_defaults && defaults.contains(&place) => "numeric",
                "" if needs_defaults && place == ZONE && self == Subject::ZonedDateTime => "short",
                form if is_kept => form,
                _ => "",
            };
            *shown = Some(form.to_owned()).filter(|form| !form.is_empty());
        }
        let mut own = shared_options(resolved);
        add_forms(&forms, &mut own);
        Some(own)
    }

    /// AdjustDateTimeStyleFormat ( formats, baseFormat, matcher, allowedOptions ), ECMA-402 11.5.3
    fn options_of_styles(self, resolved: &Resolved, [date, time]: [&str; 2]) -> Option<Resolved> {
        let mut own = shared_options(resolved);
        // The longer styles have the zone behind the time.
        let time = if matches!(time, "full" | "long") { "medium" } else { time };
        let (date, time) = match self {
            Subject::PlainTime => ("", time),
            Subject::PlainDateTime => (date, time),
            _ => (date, ""),
        };
        if date.is_empty() && time.is_empty() {
            return None;
        }
        for (name, style) in [("dateStyle", date), ("timeStyle", time)] {
            own.maybe(name, Some(style).filter(|style| !style.is_empty()));
        }
        if !matches!(self, Subject::PlainYearMonth | Subject::PlainMonthDay) {
            return Some(own);
        }
        let pattern = DatePattern::of(&own);
        let digits = |letter, form: &str| {
            let is_wide = form == "numeric" && pattern.has_two_digits(letter);
            Some(if is_wide { "2-digit".to_owned() } else { form.to_owned() })
        };
        let mut forms = Forms::default();
        forms[3] = digits('n', &pattern.month);
        match self {
            Subject::PlainYearMonth => {
                forms[2] = Some(pattern.year.clone());
                forms[ERA] = Some(pattern.era.clone()).filter(|era| !era.is_empty());
            }
            _ => forms[4] = digits('d', &pattern.day),
        }
        let mut own = shared_options(resolved);
        add_forms(&forms, &mut own);
        Some(own)
    }
}

/// Returns the options that the formats of all types share.
fn shared_options(resolved: &Resolved) -> Resolved {
    let mut own = Resolved::default();
    for name in ["locale", "calendar", "numberingSystem", "timeZone"] {
        own.text(name, resolved.get_text(name));
    }
    own.text("hourCycle", resolved.get_text(".hourCycle"));
    own
}

/// Adds what was asked for, which the formats of the types are made of.
pub(crate) fn note(forms: &Forms, hour_cycle: &str, resolved: &mut Resolved) {
    let asked: Vec<&str> = forms.iter().map(|form| form.as_deref().unwrap_or_default()).collect();
    debug_assert_eq!(asked.len(), COMPONENTS.len());
    resolved.text(".asked", &asked.join(","));
    resolved.text(".hourCycle", hour_cycle);
}

#[cfg(test)]
mod tests {
    use super::{Moment, Subject, note};
    use crate::date_pattern::DatePattern;
    use crate::date_time_format::Forms;
    use crate::pattern::text;
    use crate::resolved::Resolved;
    use crate::zone::Zone;
    use ferrotape_runtime::object::{CalendarDate, TemporalSlots, WallTime};

    /// Returns the text of an object by components at their places, or by styles.
    fn shown(forms: &[(usize, &str)], styles: &[(&str, &str)], slots: TemporalSlots) -> Option<String> {
        let mut resolved = Resolved::default();
        resolved.text("locale", "en");
        resolved.text("calendar", "gregory");
        resolved.text("numberingSystem", "latn");
        let mut asked = Forms::default();
        forms.iter().for_each(|&(place, form)| asked[place] = Some(form.to_owned()));
        note(&asked, "h23", &mut resolved);
        styles.iter().for_each(|(name, style)| resolved.text(name, style));
        let moment = Moment::of_slots(slots);
        let own = moment.subject.options_of(&resolved)?;
        Some(text(&DatePattern::of(&own).parts(moment.time, &Zone::Offset(0))))
    }

    const DATE: CalendarDate = CalendarDate { year: 2024, month: 3, day: 5, calendar: 0 };
    const TIME: WallTime = WallTime(50_829_006_000_000);

    #[test]
    fn each_type_shows_what_it_has() {
        let of = |slots| shown(&[], &[], slots).expect("a text");
        assert_eq!(of(TemporalSlots::PlainDate(DATE)), "3/5/2024");
        assert_eq!(of(TemporalSlots::PlainTime(TIME)), "14:07:09");
        assert_eq!(of(TemporalSlots::PlainDateTime(DATE, TIME)), "3/5/2024, 14:07:09");
        assert_eq!(of(TemporalSlots::PlainYearMonth(DATE)), "3/2024");
        assert_eq!(of(TemporalSlots::PlainMonthDay(DATE)), "3/5");
        assert_eq!(of(TemporalSlots::Instant(0)), "1/1/1970, 00:00:00");
        let hour = &[(6, "numeric"), (3, "long")];
        assert_eq!(shown(hour, &[], TemporalSlots::PlainDate(DATE)).as_deref(), Some("March"));
        assert_eq!(shown(&hour[..1], &[], TemporalSlots::PlainDate(DATE)), None);
    }

    #[test]
    fn styles_lose_what_a_type_has_not() {
        let of = |style, slots| shown(&[], &[style], slots);
        let (long, short) = (("dateStyle", "long"), ("dateStyle", "short"));
        assert_eq!(of(long, TemporalSlots::PlainYearMonth(DATE)).as_deref(), Some("March 2024"));
        assert_eq!(of(short, TemporalSlots::PlainYearMonth(DATE)).as_deref(), Some("3/24"));
        assert_eq!(of(long, TemporalSlots::PlainMonthDay(DATE)).as_deref(), Some("March 5"));
        assert_eq!(of(long, TemporalSlots::PlainTime(TIME)), None);
        assert_eq!(of(("timeStyle", "full"), TemporalSlots::PlainTime(TIME)).as_deref(), Some("14:07:09"));
        assert_eq!(of(("timeStyle", "full"), TemporalSlots::PlainDate(DATE)), None);
    }

    #[test]
    fn far_dates_are_not_clipped() {
        let first = CalendarDate { year: -271_821, month: 4, day: 19, calendar: 0 };
        assert_eq!(shown(&[], &[], TemporalSlots::PlainDate(first)).as_deref(), Some("4/19/271822"));
        assert_eq!(Moment::of_slots(TemporalSlots::Instant(-1)).subject, Subject::Instant);
    }
}
