//! Names and patterns of dates in calendars other than the Gregorian one: rows of `calendars.txt`, which
//! `scripts/date-tables` makes from CLDR.

use std::sync::LazyLock;

use crate::locale_table::{LocaleTable, Row};
use crate::tag::Tag;

/// Fields of a calendar, in their order. Items of a field are separated by bars.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum CalendarField {
    /// Names of months, for each of three forms; none where months have the names of the Gregorian ones. Those of the Hebrew
    /// calendar are fourteen: the sixth and the last one are of leap years.
    Months = 0,
    /// Names of eras, for each of three forms, the present one first.
    Eras = 3,
    /// Patterns of dates, as in [`crate::date_data::Field::Dates`]. `{G}` is an era, `{g}` a narrow one.
    Dates = 6,
    /// Patterns of the four styles of dates, as in [`crate::date_data::Field::DateStyles`].
    DateStyles = 7,
}

/// Fields that each calendar has.
const FIELDS: usize = 8;

/// The calendars in the order of their fields. A field `=` is, among the names, that of English, and among the patterns that
/// of the first calendar.
const CALENDARS: [&str; 10] =
    ["coptic", "buddhist", "roc", "japanese", "ethiopic", "ethioaa", "indian", "persian", "islamic-civil", "hebrew"];

/// Forms of names, in the order of the fields.
const FORMS: [&str; 3] = ["long", "short", "narrow"];

static TABLE: LazyLock<LocaleTable> = LazyLock::new(|| LocaleTable::new(include_str!("calendars.txt")));

/// The data of a calendar in a locale.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct CalendarData {
    row: Row,
    english: Row,
    /// Place of the calendar among all.
    place: usize,
}

impl CalendarData {
    /// Finds the data of a calendar; none of the Gregorian and the ISO calendar.
    pub(crate) fn of(tag: &Tag, calendar: &str) -> Option<CalendarData> {
        let name = if calendar.starts_with("islamic") { "islamic-civil" } else { calendar };
        let place = CALENDARS.iter().position(|&known| known == name)?;
        let english = Tag::parse("en").unwrap_or_default();
        Some(CalendarData { row: TABLE.row(tag), english: TABLE.row(&english), place })
    }

    /// Returns an item of a field of patterns.
    pub(crate) fn pattern(&self, field: CalendarField, place: usize) -> &'static str {
        let text = match self.row.field(FIELDS * self.place + field as usize) {
            "=" => self.row.field(field as usize),
            text => text,
        };
        text.split('|').nth(place).unwrap_or_default()
    }

    /// Returns a name in one of its forms, empty if there is none.
    pub(crate) fn name(&self, field: CalendarField, form: &str, place: usize) -> &'static str {
        let form = FORMS.iter().position(|&known| known == form).unwrap_or(0);
        // The months of both Ethiopian calendars have the same names.
        let is_era_alone = field == CalendarField::Months && CALENDARS.get(self.place) == Some(&"ethioaa");
        let of = if is_era_alone { self.place - 1 } else { self.place };
        let number = FIELDS * of + field as usize + form;
        let text = match self.row.field(number) {
            "=" => self.english.field(number),
            text => text,
        };
        text.split('|').nth(place).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::{CALENDARS, CalendarData, CalendarField, FIELDS, TABLE};
    use crate::tag::Tag;

    fn data(tag: &str, calendar: &str) -> CalendarData {
        CalendarData::of(&Tag::parse(tag).expect("a tag"), calendar).expect("a calendar")
    }

    #[test]
    fn each_row_has_each_pattern_and_name() {
        assert!(TABLE.tags().count() > 80);
        let months = [13, 0, 0, 0, 13, 13, 12, 12, 12, 14];
        let eras = [1, 1, 2, 5, 2, 1, 1, 1, 1, 1];
        for tag in TABLE.tags() {
            for (place, calendar) in CALENDARS.into_iter().enumerate() {
                let data = data(tag, calendar);
                assert_eq!(data.row.fields(), FIELDS * CALENDARS.len(), "{tag}");
                let shown = |field, count: usize| (0..count).all(|place| !data.pattern(field, place).is_empty());
                assert!(shown(CalendarField::Dates, 47) && shown(CalendarField::DateStyles, 4), "{tag} {calendar}");
                for form in ["long", "short", "narrow"] {
                    let count = |field| (0..20).take_while(|&place| !data.name(field, form, place).is_empty()).count();
                    assert_eq!(count(CalendarField::Months), months[place], "{tag} {calendar} {form}");
                    assert_eq!(count(CalendarField::Eras), eras[place], "{tag} {calendar} {form}");
                }
            }
        }
    }

    #[test]
    fn names_are_those_of_the_language_or_english_ones() {
        let month = |tag, calendar| data(tag, calendar).name(CalendarField::Months, "long", 0);
        assert_eq!(month("fa", "persian"), "فروردین");
        assert_eq!(month("de-AT", "ethioaa"), "Mäskäräm");
        assert_eq!(month("sv", "ethiopic"), "mäskäräm");
        assert_eq!(data("de", "roc").name(CalendarField::Eras, "short", 0), "Minguo");
        assert_eq!(data("th", "buddhist").pattern(CalendarField::DateStyles, 3), "2s{d}/{n}/{y}");
        assert_eq!(CalendarData::of(&Tag::default(), "gregory"), None);
    }
}
