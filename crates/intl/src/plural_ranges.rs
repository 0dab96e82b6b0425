//! Plural categories of number ranges, from CLDR's plural ranges, read from node's own Intl: PluralRuleSelectRange,
//! ECMA-402 17.5.3.

use crate::tag::Tag;

/// Ranges of cardinal numbers whose category is not that of their end: languages, then `start+end=category`.
const CARDINALS: &[(&str, &str)] = &[
    (
        "ar",
        "zero+one=zero zero+two=zero one+zero=other one+two=other two+zero=other two+one=other \
            few+zero=other few+one=other few+two=other many+zero=other many+one=other many+two=other \
            other+zero=other other+one=other other+two=other",
    ),
    ("bg bn en et fi hi nb nn no sv", "other+one=other"),
    ("ca es pt-PT", "other+one=other other+many=other one+many=other many+one=other many+many=other"),
    ("cs pl sk", "few+one=other"),
    ("fa", "one+one=other"),
    ("fr pt", "one+many=other other+one=other other+many=other many+one=other many+many=other"),
    ("he", "other+one=other other+two=other one+one=other one+two=other two+one=other"),
    ("it", "other+many=other one+many=other many+one=other many+many=other"),
    ("lv", "zero+zero=other one+zero=other other+zero=other"),
    ("ro", "few+one=few other+one=other"),
    ("sl", "other+one=few one+one=few two+one=few few+one=few"),
];

/// Ranges of ordinal numbers whose category is not that of their end, in the same form.
const ORDINALS: &[(&str, &str)] = &[
    (
        "az",
        "many+many=other many+one=other many+few=other one+many=other one+one=other one+few=other \
            few+many=other few+one=other few+few=other other+many=other other+few=other",
    ),
    (
        "bn hi",
        "other+one=other other+two=other other+few=other other+many=other one+two=other one+few=other \
            one+many=other two+one=other two+two=other two+few=other two+many=other few+one=other \
            few+two=other few+many=other many+one=other many+two=other many+few=other",
    ),
    (
        "ca",
        "other+one=other other+two=other other+few=other one+one=other one+two=other one+few=other \
            two+one=other two+few=other few+one=other few+two=other",
    ),
    (
        "en",
        "other+one=other other+two=other other+few=other one+one=other one+two=other one+few=other \
            two+one=other two+two=other two+few=other few+one=other few+two=other few+few=other",
    ),
    ("fr ms ro vi", "other+one=other"),
    ("hu", "one+one=other"),
    ("it", "other+many=other many+many=other"),
    ("sv", "other+one=other one+one=other"),
];

/// Returns the category of a range by those of its start and end. In most languages it is that of the end.
pub(crate) fn category(tag: &Tag, is_ordinal: bool, start: &str, end: &'static str) -> &'static str {
    let of_europe = tag.language == "pt" && !matches!(&*tag.region, "" | "br");
    let language = if of_europe { "pt-PT" } else { &*tag.language };
    let rows = if is_ordinal { ORDINALS } else { CARDINALS };
    let row = rows.iter().find(|&&(languages, _)| languages.split(' ').any(|known| known == language));
    let pair = format!("{start}+{end}=");
    let found = row.and_then(|&(_, rules)| rules.split(' ').find_map(|rule| rule.strip_prefix(&*pair)));
    found.unwrap_or(end)
}
