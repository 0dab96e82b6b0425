//! Names of languages, regions, scripts, calendars, fields of dates and currencies in each language: rows of `names.txt`, which
//! `scripts/name-tables` makes from CLDR.
//!
//! A field has items, `code=name`. An item that is only a name belongs to the code that, in the English row, follows the code
//! of the item before it; the first item to the first code. Names of amounts of a currency are by its code and the category
//! of plurals, `EUR few=euro`; most categories have the name by the code alone, which may be that of the currency itself.

use std::sync::LazyLock;

use crate::locale_table::{LocaleTable, Row};
use crate::tag::Tag;

/// Fields of a row, in their order. Names of a short or narrow form are those of the longer one where they have no item.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Field {
    Languages = 0,
    /// Some have a region: `en-GB=UK English`.
    ShortLanguages = 1,
    /// Languages with a region or a script that have a name of their own.
    Dialects = 2,
    Regions = 3,
    ShortRegions = 4,
    Scripts = 5,
    Calendars = 6,
    /// Fields of dates, in three forms.
    DateFields = 7,
    ShortDateFields = 8,
    NarrowDateFields = 9,
    Currencies = 10,
    Amounts = 11,
    /// `amount`, with the number at `#` and the name at `@`, and `within`, with the language at `#`, the first of what it is
    /// of at `@` and another one at `%`.
    Patterns = 12,
}

static TABLE: LazyLock<LocaleTable> = LazyLock::new(|| LocaleTable::new(include_str!("names.txt")));

/// The codes of a field in the English row.
struct Codes {
    in_order: Vec<&'static str>,
    /// With their places in that order.
    sorted: Vec<(&'static str, usize)>,
}

static CODES: LazyLock<Vec<Codes>> = LazyLock::new(|| {
    let english = TABLE.row(&Tag::parse("en").unwrap_or_default());
    (0..=Field::Patterns as usize).map(|field| Codes::of(english.field(field))).collect()
});

impl Codes {
    fn of(field: &'static str) -> Codes {
        let in_order: Vec<&str> =
            field.split('|').filter_map(|item| item.split_once('=')).map(|(code, _)| code).collect();
        let mut sorted: Vec<(&str, usize)> = in_order.iter().enumerate().map(|(place, &code)| (code, place)).collect();
        sorted.sort_unstable();
        Codes { in_order, sorted }
    }

    fn place(&self, code: &str) -> Option<usize> {
        let found = self.sorted.binary_search_by(|&(known, _)| known.cmp(code)).ok()?;
        self.sorted.get(found).map(|&(_, place)| place)
    }

    /// Finds the name of a code among the items of a field.
    fn name_in(&self, field: &'static str, code: &str) -> Option<&'static str> {
        let mut next = 0;
        for item in field.split('|').filter(|item| !item.is_empty()) {
            let expected = self.in_order.get(next).copied();
            let (own, name) = match item.split_once('=') {
                Some((own, name)) => (own, name),
                None => (expected.unwrap_or_default(), item),
            };
            if own == code {
                return Some(name);
            }
            if expected == Some(own) {
                next += 1;
            } else if let Some(place) = self.place(own) {
                next = place + 1;
            }
        }
        None
    }
}

/// The names of a locale.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct NameData(Row);

impl NameData {
    /// Finds the names of a locale that is available. Others are English.
    pub(crate) fn of(tag: &Tag) -> NameData {
        NameData(TABLE.row(tag))
    }

    /// Returns the name of a code in a field.
    pub(crate) fn name(&self, field: Field, code: &str) -> Option<&'static str> {
        let codes = CODES.get(field as usize)?;
        self.0.fields_of(field as usize).into_iter().find_map(|field| codes.name_in(field, code))
    }

    /// Returns the name of a code in the first of several fields that has it.
    pub(crate) fn name_in(&self, fields: &[Field], code: &str) -> Option<&'static str> {
        fields.iter().find_map(|&field| self.name(field, code))
    }

    /// Returns the name of amounts of a currency for a category of plurals.
    pub(crate) fn amount(&self, currency: &str, category: &str) -> Option<&'static str> {
        let special = self.name(Field::Amounts, &format!("{currency} {category}"));
        special.or_else(|| self.name_in(&[Field::Amounts, Field::Currencies], currency))
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, NameData, TABLE};
    use crate::tag::Tag;

    fn data(tag: &str) -> NameData {
        NameData::of(&Tag::parse(tag).expect("a tag"))
    }

    #[test]
    fn each_language_has_the_most_common_names() {
        assert!(TABLE.tags().count() > 60);
        for tag in TABLE.tags() {
            let data = data(tag);
            assert_eq!(data.0.fields(), Field::Patterns as usize + 1, "{tag}");
            let known = [
                (Field::Languages, "de"),
                (Field::Regions, "FR"),
                (Field::Scripts, "Latn"),
                (Field::Calendars, "gregory"),
                (Field::Currencies, "EUR"),
                (Field::Patterns, "amount"),
                (Field::Patterns, "within"),
            ];
            for (field, code) in known {
                assert!(data.name(field, code).is_some_and(|name| !name.is_empty()), "{tag} {code}");
            }
            assert!(data.amount("USD", "other").is_some(), "{tag}");
        }
    }

    #[test]
    fn items_without_a_code_follow_the_order_of_english() {
        let codes = super::Codes::of("a=1|b=2|c=3|d=4");
        let name = |code| codes.name_in("A|B|x=X|c=C|D", code);
        assert_eq!(
            ["a", "b", "c", "d", "x", "e"].map(name),
            [Some("A"), Some("B"), Some("C"), Some("D"), Some("X"), None]
        );
        assert_eq!(codes.name_in("c=C|D|a=A|B", "b"), Some("B"));
        assert_eq!(codes.name_in("", "a"), None);
    }

    #[test]
    fn regions_and_categories_have_their_own_names() {
        assert_eq!(data("de").name(Field::Regions, "US"), Some("Vereinigte Staaten"));
        assert_eq!(data("de-AT").name(Field::Regions, "SJ"), Some("Svalbard und Jan Mayen"));
        assert_eq!(data("zh-Hant").name(Field::Scripts, "Hans"), Some("簡體"));
        assert_eq!(data("pl").amount("USD", "few"), Some("dolary amerykańskie"));
        assert_eq!(data("pl").amount("USD", "many"), Some("dolarów amerykańskich"));
        assert_eq!(data("en").amount("EUR", "other"), Some("euros"));
        assert_eq!(data("en").amount("EUR", "one"), Some("euro"));
        assert_eq!(data("en").name(Field::Currencies, "EUR"), Some("Euro"));
    }
}
