//! Words that join lists, of CLDR: between two, and before the last one of several.

use crate::tag::Tag;

/// Texts between the items of a list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Joints {
    pub(crate) of_two: &'static str,
    pub(crate) middle: &'static str,
    pub(crate) last: &'static str,
}

const fn joints(of_two: &'static str, middle: &'static str, last: &'static str) -> Joints {
    Joints { of_two, middle, last }
}

/// Words for "and" and "or". Languages without a row have commas alone.
const WORDS: &[(&str, &str, &str)] = &[
    ("ca", " i ", " o "),
    ("cs", " a ", " nebo "),
    ("da", " og ", " eller "),
    ("de", " und ", " oder "),
    ("es", " y ", " o "),
    ("et", " ja ", " või "),
    ("fi", " ja ", " tai "),
    ("fr", " et ", " ou "),
    ("hr", " i ", " ili "),
    ("hu", " és ", " vagy "),
    ("it", " e ", " o "),
    ("lt", " ir ", " ar "),
    ("lv", " un ", " vai "),
    ("nb", " og ", " eller "),
    ("nl", " en ", " of "),
    ("nn", " og ", " eller "),
    ("no", " og ", " eller "),
    ("pl", " i ", " lub "),
    ("pt", " e ", " ou "),
    ("ro", " și ", " sau "),
    ("ru", " и ", " или "),
    ("sk", " a ", " alebo "),
    ("sl", " in ", " ali "),
    ("sr", " и ", " или "),
    ("sv", " och ", " eller "),
    ("tr", " ve ", " veya "),
    ("uk", " і ", " або "),
    ("vi", " và ", " hoặc "),
];

/// Returns what joins the items of lists in a language.
pub(crate) fn of(tag: &Tag, r#type: &str, style: &str) -> Joints {
    match (&*tag.language, r#type, style) {
        ("en", "disjunction", _) => joints(" or ", ", ", ", or "),
        ("en", "conjunction", "long") => joints(" and ", ", ", ", and "),
        ("en", "conjunction", "short") => joints(" & ", ", ", ", & "),
        (_, "unit", "narrow") => joints(" ", " ", " "),
        ("es", "unit", "long") => joints(" y ", ", ", " y "),
        ("es", "unit", "short") => joints(" y ", ", ", ", "),
        ("de", "unit", _) => joints(", ", ", ", " und "),
        ("ja", "conjunction", _) => joints("、", "、", "、"),
        ("ja", "disjunction", _) => joints("または", "、", "、または"),
        ("zh", "conjunction", _) => joints("和", "、", "和"),
        ("zh", "disjunction", _) => joints("或", "、", "或"),
        ("ko", "conjunction", _) => joints(" 및 ", ", ", " 및 "),
        ("ko", "disjunction", _) => joints(" 또는 ", ", ", " 또는 "),
        ("sr", kind, _) if tag.script == "latn" && kind != "unit" => {
            let word = if kind == "disjunction" { " ili " } else { " i " };
            joints(word, ", ", word)
        }
        (language, "conjunction" | "disjunction", _) => match WORDS.iter().find(|&&(known, ..)| known == language) {
            Some(&(_, and, or)) => {
                let word = if r#type == "disjunction" { or } else { and };
                joints(word, ", ", word)
            }
            None => joints(", ", ", ", ", "),
        },
        _ => joints(", ", ", ", ", "),
    }
}

/// Returns the joint before an item: Spanish says "e" for "y" before the sound i, and "u" for "o" before the sound o.
pub(crate) fn before(tag: &Tag, joint: &'static str, item: &str) -> &'static str {
    let start: String = item.chars().take(3).flat_map(char::to_lowercase).collect();
    let is_i =
        (start.starts_with('i') || start.starts_with("hi")) && !start.starts_with("hia") && !start.starts_with("hie");
    let is_o = start.starts_with('o') || start.starts_with("ho") || start.starts_with('8');
    match (&*tag.language, joint) {
        ("es", " y ") if is_i => " e ",
        ("es", " o ") if is_o => " u ",
        _ => joint,
    }
}
