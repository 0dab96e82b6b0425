//! Distances in time in each language: rows of `relative.txt`, which `scripts/date-tables` makes from CLDR.
//!
//! A row has a field for each unit in each style: `past~future~words`. Both sides are patterns by plural category,
//! `one=vor # Tag`, with the number at the `#`. Words are those for whole numbers: `-1=gestern`.

use std::sync::LazyLock;

use crate::locale_table::{LocaleTable, Row};
use crate::tag::Tag;

pub(crate) const UNITS: [&str; 8] = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"];

const STYLES: [&str; 3] = ["long", "short", "narrow"];

static TABLE: LazyLock<LocaleTable> = LazyLock::new(|| LocaleTable::new(include_str!("relative.txt")));

/// The patterns of a unit in a style.
pub(crate) struct Distances {
    sides: [&'static str; 2],
    words: &'static str,
}

impl Distances {
    /// Finds the patterns of the unit at a place of [`UNITS`].
    pub(crate) fn of(tag: &Tag, unit: usize, style: &str) -> Distances {
        let row: Row = TABLE.row(tag);
        let style = STYLES.iter().position(|&known| known == style).unwrap_or(0);
        let mut parts = row.field(3 * unit + style).split('~');
        let mut next = || parts.next().unwrap_or_default();
        Distances { sides: [next(), next()], words: next() }
    }

    /// Returns the word for a distance, if there is one: `yesterday`.
    pub(crate) fn word(&self, distance: f64) -> Option<&'static str> {
        let mut words = self.words.split('|').filter_map(|item| item.split_once('='));
        words.find(|(of, _)| of.parse() == Ok(distance)).map(|(_, word)| word)
    }

    /// Returns the pattern for a category of plurals.
    pub(crate) fn pattern(&self, is_past: bool, category: &str) -> &'static str {
        let side = self.sides[usize::from(!is_past)];
        let of = |category: &str| {
            side.split('|').filter_map(|item| item.split_once('=')).find(|&(known, _)| known == category)
        };
        of(category).or_else(|| of("other")).map_or("", |(_, pattern)| pattern)
    }
}

#[cfg(test)]
mod tests {
    use super::{Distances, TABLE, UNITS};
    use crate::tag::Tag;

    #[test]
    fn each_language_has_each_unit() {
        assert!(TABLE.tags().count() > 60);
        for tag in TABLE.tags() {
            let tag = Tag::parse(tag).expect("a tag");
            assert_eq!(TABLE.row(&tag).fields(), 3 * UNITS.len());
            for (unit, style) in
                (0..UNITS.len()).flat_map(|unit| ["long", "short", "narrow"].map(|style| (unit, style)))
            {
                let distances = Distances::of(&tag, unit, style);
                assert!(distances.pattern(true, "other").contains('#'), "{tag} {unit} {style}");
                assert!(distances.pattern(false, "other").contains('#'), "{tag} {unit} {style}");
            }
        }
    }

    #[test]
    fn words_and_categories() {
        let of = |tag: &str| Distances::of(&Tag::parse(tag).expect("a tag"), 3, "long");
        assert_eq!(of("de").word(-2.0), Some("vorgestern"));
        assert_eq!((of("de").word(-0.0), of("de").word(3.0)), (Some("heute"), None));
        assert_eq!(of("pl").pattern(true, "few"), "# dni temu");
        assert_eq!(of("ar").pattern(false, "two"), "خلال يومين");
    }
}
