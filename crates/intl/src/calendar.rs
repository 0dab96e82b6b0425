//! Calendars of dates, by the crate `icu_calendar`.

use ferrotape_time::arithmetic::{Fields, MS_PER_DAY};
use icu_calendar::types::RataDie;
use icu_calendar::{AnyCalendar, AnyCalendarKind, Date};

/// Ticks for the names and patterns of a calendar that is not the Gregorian one. Its rows are long: they have all calendars.
const TICKS: u64 = 300;

/// Day of the epoch, counted from 31 December of the year before the year 1, as `icu_calendar` counts days.
const EPOCH: i64 = 719_163;

/// The month of the Hebrew calendar that only leap years have, counted from 0: Adar I.
const HEBREW_LEAP_MONTH: u8 = 5;

/// Place of the name of the month that follows it, among those of the Hebrew calendar: Adar II.
const HEBREW_ADAR_II: usize = 13;

/// Place of the first of two eras that the Japanese calendar has from the Gregorian one, behind its own.
pub(crate) const ERAS_OF_JAPAN: usize = 5;

/// A calendar that dates are written in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Calendar {
    /// Also for the ISO calendar.
    Gregorian,
    Other(AnyCalendarKind),
}

/// The parts of a time, those of the date in a calendar.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct DateFields {
    /// The year is that of the era; in the Gregorian calendar the year before the year 1 is 0.
    pub(crate) parts: Fields,
    /// Place among the eras of the calendar.
    pub(crate) era: usize,
    /// Place of the month's name.
    pub(crate) month_name: usize,
}

/// Returns the identifier that a name of a calendar stands for: CanonicalizeUValue, ECMA-402 9.2.10, and the fallback of
/// those that depend on a place.
pub(crate) fn canonical(name: &str) -> &str {
    match name {
        "gregorian" => "gregory",
        "islamicc" | "islamic" | "islamic-rgsa" => "islamic-civil",
        "ethiopic-amete-alem" => "ethioaa",
        name => name,
    }
}

/// Returns whether dates can be written in a calendar.
pub(crate) fn is_known(name: &str) -> bool {
    matches!(canonical(name), "gregory" | "iso8601") || Calendar::of(name) != Calendar::Gregorian
}

/// Returns the ticks for finding the names and patterns of a calendar, beside those for the Gregorian one.
pub(crate) fn ticks(name: &str) -> u64 {
    if Calendar::of(name) == Calendar::Gregorian { 0 } else { TICKS }
}

/// Returns the calendar that is usual where a language is spoken.
pub(crate) fn usual(language: &str) -> &'static str {
    match language {
        "fa" => "persian",
        "th" => "buddhist",
        _ => "gregory",
    }
}

impl Calendar {
    /// Returns the calendar of an identifier; for an unknown one the Gregorian calendar.
    pub(crate) fn of(name: &str) -> Calendar {
        Calendar::Other(match canonical(name) {
            "buddhist" => AnyCalendarKind::Buddhist,
            "coptic" => AnyCalendarKind::Coptic,
            "ethioaa" => AnyCalendarKind::EthiopianAmeteAlem,
            "ethiopic" => AnyCalendarKind::Ethiopian,
            "hebrew" => AnyCalendarKind::Hebrew,
            "indian" => AnyCalendarKind::Indian,
            "islamic-civil" => AnyCalendarKind::HijriTabularTypeIIFriday,
            "islamic-tbla" => AnyCalendarKind::HijriTabularTypeIIThursday,
            "islamic-umalqura" => AnyCalendarKind::HijriUmmAlQura,
            "japanese" => AnyCalendarKind::Japanese,
            "persian" => AnyCalendarKind::Persian,
            "roc" => AnyCalendarKind::Roc,
            _ => return Calendar::Gregorian,
        })
    }

    /// Returns the parts of a time in UTC: ToLocalTime, ECMA-402 11.5.12.
    pub(crate) fn fields(self, time: f64) -> DateFields {
        let parts = Fields::of(time);
        match self {
            Calendar::Gregorian => {
                DateFields { parts, era: usize::from(parts.year <= 0), month_name: parts.month.into() }
            }
            Calendar::Other(kind) => fields_of(kind, (time / MS_PER_DAY).floor() as i64, parts),
        }
    }
}

/// Replaces the date among the parts of a time by that of a calendar.
fn fields_of(kind: AnyCalendarKind, day: i64, parts: Fields) -> DateFields {
    let date = Date::from_rata_die(RataDie::new(day + EPOCH), AnyCalendar::new(kind));
    let month = date.month().ordinal.saturating_sub(1);
    let month_name = match (kind == AnyCalendarKind::Hebrew, date.is_in_leap_year()) {
        (true, true) if month == HEBREW_LEAP_MONTH + 1 => HEBREW_ADAR_II,
        (true, false) if month >= HEBREW_LEAP_MONTH => usize::from(month) + 1,
        _ => month.into(),
    };
    let (year, era) = match date.year().era() {
        // CLDR has one name for the eras before and after the Hijra: years before the first are 0, -1 …
        Some(year) if year.era.as_str() == "bh" => (1 - i64::from(year.year), 0),
        Some(year) => (year.year.into(), era_of(kind, year.era.as_str())),
        None => (parts.year, 0),
    };
    DateFields { parts: Fields { year, month, date: date.day_of_month().0, ..parts }, era, month_name }
}

/// Returns the place of an era by its code.
fn era_of(kind: AnyCalendarKind, code: &str) -> usize {
    const JAPAN: [&str; ERAS_OF_JAPAN + 2] = ["reiwa", "heisei", "showa", "taisho", "meiji", "ce", "bce"];
    match code {
        "broc" => 1,
        "aa" if kind == AnyCalendarKind::Ethiopian => 1,
        code => JAPAN.iter().position(|&known| known == code).unwrap_or(0),
    }
}

#[cfg(test)]
mod tests {
    use super::Calendar;

    /// Year, month from 1, day, era, and place of the month's name.
    fn shown(calendar: &str, time: f64) -> (i64, u8, u8, usize, usize) {
        let fields = Calendar::of(calendar).fields(time);
        (fields.parts.year, fields.parts.month + 1, fields.parts.date, fields.era, fields.month_name)
    }

    #[test]
    fn dates_have_the_fields_of_their_calendar() {
        // 5 March 2024.
        let time = 1_709_647_629_000.0;
        assert_eq!(shown("gregory", time), (2024, 3, 5, 0, 2));
        assert_eq!(shown("buddhist", time), (2567, 3, 5, 0, 2));
        assert_eq!(shown("roc", time), (113, 3, 5, 0, 2));
        assert_eq!(shown("japanese", time), (6, 3, 5, 0, 2));
        assert_eq!(shown("coptic", time), (1740, 6, 26, 0, 5));
        assert_eq!(shown("ethiopic", time), (2016, 6, 26, 0, 5));
        assert_eq!(shown("ethioaa", time), (7516, 6, 26, 0, 5));
        assert_eq!(shown("indian", time), (1945, 12, 15, 0, 11));
        assert_eq!(shown("persian", time), (1402, 12, 15, 0, 11));
        assert_eq!(shown("islamic-civil", time), (1445, 8, 24, 0, 7));
        assert_eq!(shown("hebrew", time), (5784, 6, 25, 0, 5));
        assert_eq!(shown("unknown", time), (2024, 3, 5, 0, 2));
    }

    #[test]
    fn hebrew_months_have_one_name_in_all_years() {
        let day = 86_400_000.0;
        // Adar II and Nisan of a leap year, Adar and Nisan of the year before.
        assert_eq!(shown("hebrew", 19_800.0 * day), (5784, 7, 8, 0, 13));
        assert_eq!(shown("hebrew", 19_830.0 * day), (5784, 8, 9, 0, 7));
        assert_eq!(shown("hebrew", 19_420.0 * day), (5783, 6, 11, 0, 6));
        assert_eq!(shown("hebrew", 19_450.0 * day), (5783, 7, 12, 0, 7));
    }

    #[test]
    fn eras_begin_in_their_years() {
        assert_eq!(shown("roc", -1.9e12), (3, 10, 17, 1, 9));
        assert_eq!(shown("japanese", 0.0), (45, 1, 1, 2, 0));
        assert_eq!(shown("japanese", -5e12), (1811, 7, 23, 5, 6));
        assert_eq!(shown("gregory", -7e13), (-249, 10, 15, 1, 9));
        // The ends of the range of Temporal.
        assert_eq!(shown("buddhist", 8.64e15).0, 276_303);
        assert_eq!(shown("islamic-umalqura", -8.64e15), (-280_804, 3, 22, 0, 2));
    }
}
