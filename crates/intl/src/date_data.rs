//! Names and patterns of dates in each locale: rows of `dates.txt`, which `scripts/date-tables` makes from CLDR.

use std::sync::LazyLock;

use crate::locale_table::{LocaleTable, Row};
use crate::tag::Tag;

/// Fields of a row, in their order. Items of a field are separated by bars.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    /// Twelve names of months within dates, for each of three forms.
    Months = 0,
    /// Twelve names of months that stand alone, for each of three forms.
    LoneMonths = 3,
    /// Seven names of days within dates, for each of three forms.
    Weekdays = 6,
    /// Seven names of days that stand alone, for each of three forms.
    LoneWeekdays = 9,
    /// Names of our era and of the one before, for each of three forms.
    Eras = 12,
    /// Names of the halves of a day.
    HalfDays = 15,
    /// Names of noon and midnight, then `hour=name` for each part of the day, for each of three forms.
    DayPeriods = 16,
    HourCycle = 19,
    YearOfEra = 20,
    /// Patterns of dates, by which components they have.
    Dates = 21,
    /// Patterns of the four styles of dates. Digits of the year and `l` for long months stand before each.
    DateStyles = 22,
    /// Patterns of times in twelve and in 24 hours, without and with a zone: of hours, minutes, seconds. The last one has no
    /// hour.
    Times = 23,
    /// Patterns of the four styles of times, in twelve and in 24 hours.
    TimeStyles = 24,
    /// Patterns that join date and time: of components by the form of the month, of the four styles of dates, and of a weekday
    /// alone.
    Joints = 25,
    /// Text between seconds and their fraction.
    Fraction = 26,
    /// Name of UTC.
    Utc = 27,
    /// Text between a date and the name of its zone.
    ZoneJoint = 28,
    /// Text between the ends of a range that have nothing in common.
    RangeJoint = 29,
    /// Text of offsets of zones: what stands before positive and before negative ones, digits of long hours, and what stands
    /// before the minutes and behind them.
    Offset = 30,
    /// Patterns of ranges of dates that are not two whole dates with the joint between: `place differs=pattern`. The place is
    /// that of the pattern among the dates, or behind them among the styles; the dates differ from `y`, `M` or `d` on. Each end
    /// is in angle brackets.
    Ranges = 31,
}

/// Forms of a component that is a text, in the order of the fields.
const FORMS: [&str; 3] = ["long", "short", "narrow"];

static TABLE: LazyLock<LocaleTable> = LazyLock::new(|| LocaleTable::new(include_str!("dates.txt")));

/// The data of a locale.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct DateData(Row);

impl DateData {
    /// Finds the data of a locale that is available. Others are English.
    pub(crate) fn of(tag: &Tag) -> DateData {
        DateData(TABLE.row(tag))
    }

    /// Returns a field whole.
    pub(crate) fn field(&self, field: Field) -> &'static str {
        self.0.field(field as usize)
    }

    /// Returns an item of a field.
    pub(crate) fn item(&self, field: Field, place: usize) -> &'static str {
        self.field(field).split('|').nth(place).unwrap_or_default()
    }

    /// Returns the item of a field that has that key: `key=item`. What a region lacks is that of its language.
    pub(crate) fn keyed(&self, field: Field, key: &str) -> Option<&'static str> {
        let mut items = self.0.fields_of(field as usize).into_iter().flat_map(|field| field.split('|'));
        items.find_map(|item| item.strip_prefix(key)?.strip_prefix('='))
    }

    /// Returns a name in one of its forms.
    pub(crate) fn name(&self, field: Field, form: &str, place: usize) -> &'static str {
        self.form(field, form).split('|').nth(place).unwrap_or_default()
    }

    /// Returns the names in one of their forms, separated by bars.
    pub(crate) fn form(&self, field: Field, form: &str) -> &'static str {
        let form = FORMS.iter().position(|&known| known == form).unwrap_or(0);
        self.0.field(field as usize + form)
    }
}

#[cfg(test)]
mod tests {
    use super::{DateData, Field, TABLE};
    use crate::tag::Tag;

    fn data(tag: &str) -> DateData {
        DateData::of(&Tag::parse(tag).expect("a tag"))
    }

    #[test]
    fn each_row_has_each_field() {
        assert!(TABLE.tags().count() > 100);
        for tag in TABLE.tags() {
            let data = data(tag);
            assert_eq!(data.0.fields(), Field::Ranges as usize + 1, "{tag}");
            let counts = [
                (Field::Months, 12),
                (Field::LoneMonths, 12),
                (Field::Weekdays, 7),
                (Field::LoneWeekdays, 7),
                (Field::Eras, 2),
                (Field::HalfDays, 2),
                (Field::Dates, 47),
                (Field::DateStyles, 4),
                (Field::Times, 13),
                (Field::TimeStyles, 8),
                (Field::Joints, 9),
                (Field::Offset, 5),
            ];
            for (field, count) in counts {
                assert_eq!(data.field(field).split('|').count(), count, "{tag} {field:?}");
            }
            assert!(matches!(data.field(Field::HourCycle), "h11" | "h12" | "h23"), "{tag}");
        }
    }

    #[test]
    fn regions_and_scripts_have_their_own() {
        assert_eq!(data("de-AT").item(Field::Months, 0), "Jänner");
        assert_eq!(data("de-CH").item(Field::Months, 0), "Januar");
        assert_eq!(data("sr-Latn-RS").item(Field::Months, 0), "januar");
        assert_eq!(data("zh-Hant").field(Field::HalfDays), "上午|下午");
        assert_eq!(data("en-GB").field(Field::HourCycle), "h23");
    }
}
