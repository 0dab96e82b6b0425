//! Names of time zones in each language: rows of `zones.txt`, which `scripts/date-tables` makes from CLDR.

use std::sync::LazyLock;

use crate::locale_table::{LocaleTable, Row};
use crate::tag::Tag;

const TEXT: &str = include_str!("zones.txt");

static TABLE: LazyLock<LocaleTable> = LazyLock::new(|| LocaleTable::new(TEXT));

/// The English names, in the order of the fields: the first line. They are those of the crate `time`.
static ENGLISH: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| TEXT.lines().next().unwrap_or_default().split('\t').skip(1).collect());

/// The names of zones in a locale.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct ZoneNames(Row);

impl ZoneNames {
    /// Finds the names in a locale that is available.
    pub(crate) fn of(tag: &Tag) -> ZoneNames {
        ZoneNames(TABLE.row(tag))
    }

    /// Returns the long or the short name by the long English one. None if the language has only the offset.
    pub(crate) fn name(&self, english: &str, is_long: bool) -> Option<&'static str> {
        let place = ENGLISH.iter().position(|&known| known == english)?;
        let (long, short) = self.0.field(place).split_once('|')?;
        Some(if is_long { long } else { short }).filter(|name| !name.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{ENGLISH, TABLE, ZoneNames};
    use crate::tag::Tag;

    fn name(tag: &str, english: &str, is_long: bool) -> Option<&'static str> {
        ZoneNames::of(&Tag::parse(tag).expect("a tag")).name(english, is_long)
    }

    #[test]
    fn each_language_has_the_names_of_common_zones() {
        assert!(TABLE.tags().count() > 60);
        for tag in TABLE.tags().filter(|&tag| tag != "names") {
            for english in ["Central European Standard Time", "Eastern Daylight Time", "Japan Standard Time"] {
                assert!(name(tag, english, true).is_some(), "{tag} {english}");
            }
        }
        assert!(ENGLISH.len() > 50);
    }

    #[test]
    fn names_are_those_of_the_language_and_region() {
        let (winter, summer) = ("Central European Standard Time", "Central European Summer Time");
        assert_eq!(name("de", winter, true), Some("Mitteleuropäische Normalzeit"));
        assert_eq!((name("de", winter, false), name("de-AT", summer, false)), (Some("MEZ"), Some("MESZ")));
        assert_eq!((name("en", winter, false), name("en-GB", winter, false)), (None, Some("CET")));
        let (american, australian) = ("Eastern Standard Time", "Australian Eastern Standard Time");
        assert_eq!((name("en-US", american, false), name("en-GB", american, false)), (Some("EST"), None));
        assert_eq!((name("en-AU", australian, false), name("en", australian, false)), (Some("AEST"), None));
        assert_eq!(name("fr", "Mars Standard Time", true), None);
    }
}
