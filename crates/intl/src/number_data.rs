//! Patterns of numbers with units and in compact notation, in each language: rows of `numbers.txt`, which
//! `scripts/number-tables` makes from CLDR.
//!
//! A field has items, `key:one=# day~other=# days`: patterns by plural category, with the number at the `#`. Keys of compact
//! notation are `power>divisor`: from that power of ten on, numbers are divided by the other one. Keys of units are their names,
//! `/hour` for an amount per hour, and `/` for an amount per unit, whose name is at the `@`.

use std::sync::LazyLock;

use crate::locale_table::{LocaleTable, Row};
use crate::tag::Tag;

/// The first of the three fields with units, one for each style.
const UNITS: usize = 3;

/// Styles of units, in the order of their fields.
const STYLES: [&str; 3] = ["long", "short", "narrow"];

static TABLE: LazyLock<LocaleTable> = LazyLock::new(|| LocaleTable::new(include_str!("numbers.txt")));

/// The forms of compact notation, in the order of their fields.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Words {
    Short = 0,
    Long = 1,
    /// Words beside symbols of currencies.
    OfAmounts = 2,
}

/// Patterns by category of plurals.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Patterns(&'static str);

impl Patterns {
    fn known(&self, category: &str) -> Option<&'static str> {
        self.0
            .split('~')
            .filter_map(|item| item.split_once('='))
            .find(|&(name, _)| name == category)
            .map(|(_, text)| text)
    }

    /// Returns the pattern for a category.
    pub(crate) fn of(&self, category: &str) -> &'static str {
        self.known(category).or_else(|| self.known("other")).unwrap_or("#")
    }

    /// Returns the pattern for the number one itself, if it has its own: the French `mille`.
    pub(crate) fn of_one(&self) -> Option<&'static str> {
        self.known("1")
    }
}

/// Returns the power of ten that numbers of a magnitude are divided by in compact notation, and what is around them; none for
/// numbers that are written out.
pub(crate) fn compact(tag: &Tag, words: Words, magnitude: i32) -> Option<(i32, Patterns)> {
    let row = TABLE.row(tag);
    let of_words = row.field(words as usize);
    // Amounts mostly have the short words.
    let of_words = if of_words.is_empty() { row.field(Words::Short as usize) } else { of_words };
    let items = of_words.split('|').filter_map(|item| {
        let (key, patterns) = item.split_once(':')?;
        let (power, divisor) = key.split_once('>')?;
        Some((power.parse::<i32>().ok()?, divisor.parse::<i32>().ok()?, Patterns(patterns)))
    });
    let (_, divisor, patterns) = items.take_while(|&(power, ..)| power <= magnitude).last()?;
    (divisor > 0).then_some((divisor, patterns))
}

/// Finds an item of the units of a style. What a narrow unit lacks is that of the short one.
fn item(row: &Row, style: usize, key: &str) -> Option<Patterns> {
    let find = |style: usize| {
        let mut items = row.fields_of(UNITS + style).into_iter().flat_map(|field| field.split('|'));
        items.find_map(|item| item.strip_prefix(key)?.strip_prefix(':').map(Patterns))
    };
    find(style).or_else(|| if style == 2 { find(1) } else { None })
}

/// Returns what stands around a number with a unit, with the number at the `#`; without one for words that mean one or two.
pub(crate) fn unit(tag: &Tag, unit: &str, display: &str, category: &str) -> String {
    let row = TABLE.row(tag);
    let style = STYLES.iter().position(|&known| known == display).unwrap_or(1);
    let pattern = |key: &str, category: &str| item(&row, style, key).map(|patterns| patterns.of(category));
    if let Some(pattern) = pattern(unit, category) {
        return pattern.to_owned();
    }
    let (of, per) = unit.split_once("-per-").unwrap_or((unit, ""));
    let amount = pattern(of, category).unwrap_or("#");
    let frame = match pattern(&format!("/{per}"), "other") {
        Some(frame) => frame.to_owned(),
        None => {
            let one = pattern(per, "one").unwrap_or_default().replace('#', "");
            pattern("/", "other").unwrap_or("#/@").replace('@', one.trim())
        }
    };
    frame.replacen('#', amount, 1)
}

#[cfg(test)]
mod tests {
    use super::{TABLE, Words, compact, unit};
    use crate::names;
    use crate::tag::Tag;

    fn tag(text: &str) -> Tag {
        Tag::parse(text).expect("a tag")
    }

    #[test]
    fn each_language_has_each_unit_in_each_style() {
        assert!(TABLE.tags().count() > 60);
        for locale in TABLE.tags() {
            assert_eq!(TABLE.row(&tag(locale)).fields(), 6, "{locale}");
            for (name, style) in
                names::UNITS.iter().flat_map(|name| ["long", "short", "narrow"].map(|style| (name, style)))
            {
                let pattern = unit(&tag(locale), name, style, "other");
                assert!(pattern.contains('#') && pattern != "#", "{locale} {name} {style}");
            }
        }
    }

    #[test]
    fn units_follow_the_category() {
        assert_eq!(unit(&tag("pl"), "day", "long", "few"), "# dni");
        assert_eq!(unit(&tag("ar"), "hour", "long", "two"), "ساعتان");
        assert_eq!(unit(&tag("en-GB"), "meter", "long", "one"), "# metre");
        assert_eq!(unit(&tag("ja"), "kilometer-per-hour", "long", "other"), "時速 # キロメートル");
        assert_eq!(unit(&tag("en"), "gram-per-acre", "long", "other"), "# grams per acre");
        assert_eq!(unit(&tag("en"), "gram-per-acre", "short", "other"), "# g/ac");
    }

    #[test]
    fn words_stand_for_powers_of_ten() {
        let word = |locale: &str, words, magnitude, category: &str| {
            compact(&tag(locale), words, magnitude).map(|(divisor, patterns)| (divisor, patterns.of(category)))
        };
        assert_eq!(word("de", Words::Short, 5, "other"), None);
        assert_eq!(word("de", Words::Long, 6, "one"), Some((6, "# Million")));
        assert_eq!(word("es", Words::Short, 9, "other"), Some((6, "#\u{a0}M")));
        assert_eq!(word("es", Words::Short, 10, "other"), Some((9, "#\u{a0}mil\u{a0}M")));
        assert_eq!(word("pl", Words::Long, 6, "few"), Some((6, "# miliony")));
        assert_eq!(word("hi", Words::Long, 7, "other"), Some((7, "# करोड़")));
        assert_eq!(word("en-IN", Words::OfAmounts, 7, "other"), Some((7, "#Cr")));
        assert_eq!(compact(&tag("fr"), Words::Long, 3).and_then(|(_, patterns)| patterns.of_one()), Some("mille"));
    }
}
