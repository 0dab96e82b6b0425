//! Words that join lists, of CLDR: between two, and before the last one of several.

use crate::tag::Tag;

/// Texts between the items of a list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Joints {
    pub(crate) of_two: &'static str,
    pub(crate) middle: &'static str,
    pub(crate) last: &'static str,
}

/// Joints of each tag, by `scripts/list-patterns`: lists of all, of alternatives and of units, each long, short and narrow. A
/// joint is `of two|middle|last`; an empty one is that before it.
const ROWS: &[(&str, &str)] = &[
    ("ar", " و| و| و~~~ أو | أو | أو ~~~ و|، و|، و~~ و| و| و"),
    ("az", " və |, | və ~~, |, |, ~ yaxud |, |, yaxud ~, yaxud |, |, yaxud ~~, |, |, ~~"),
    ("bg", " и |, | и ~~, |, | и ~ или |, | или ~~~ и |, | и ~ и |, |, ~"),
    ("bn", " এবং |, | এবং ~~, |, |, ~ বা |, |, বা ~~~, |, |, ~~"),
    ("ca", " i |, | i ~~~ o |, | o ~~~ i |, | i ~~"),
    ("cs", " a |, | a ~~, |, |, ~ nebo |, | nebo ~~~ a |, | a ~, |, | a ~ | | "),
    ("da", " og |, | og ~~~ eller |, | eller ~ el. |, | el. ~~ og |, | og ~~"),
    ("de", " und |, | und ~~~ oder |, | oder ~~~, |, | und ~~"),
    ("el", " και |, | και ~~, |, |, ~ ή |, | ή ~~~, |, |, ~~ | | "),
    ("en", " and |, |, and ~ & |, |, & ~, |, |, ~ or |, |, or ~~~, |, |, ~~ | | "),
    ("en-001", " and |, | and ~~, |, |, ~ or |, | or ~~~, |, |, ~~ | | "),
    ("en-IN", " and |, | and ~~, |, |, and ~ or |, | or ~~~, |, |, ~~ | | "),
    ("es", " y |, | y ~~~ o |, | o ~~~ y |, | y ~ y |, |, ~ | | "),
    ("es-US", " y |, | y ~~~ o |, | o ~~~ y |, | y ~~ | | "),
    ("et", " ja |, | ja ~~, |, |, ~ või |, | või ~~~, |, |, ~~ | | "),
    (
        "fa",
        " و |،\u{200F} |، و ~~،\u{200F} |،\u{200F} |،\u{200F} ~ یا |،\u{200F} |، یا ~~~ و |،\u{200F} |، و ~،\u{200F} |،\u{200F} |، و ~ | | ",
    ),
    ("fi", " ja |, | ja ~~~ tai |, | tai ~~~ ja |, | ja ~, |, |, ~ | | "),
    ("fr", " et |, | et ~~, |, |, ~ ou |, | ou ~~~ et |, | et ~~ | | "),
    ("he", " ו-|, | ו-~~~ או |, | או ~~~, |, | ו-~, |, |, ~ | | "),
    ("hi", " और |, |, और ~ और |, | और ~~ या |, | या ~~~ और |, |, और ~, |, |, ~ |, | "),
    ("hr", " i |, | i ~~~ ili |, | ili ~~~ i |, | i ~~ | | "),
    ("hu", " és |, | és ~~~ vagy |, | vagy ~~~ és |, | és ~~"),
    ("id", " dan |, |, dan ~~, |, |, ~ atau |, |, atau ~~~, |, |, ~~"),
    ("it", " e |, | e ~~~ o |, | o ~~~ e |, | e ~~ | | "),
    ("ja", "、|、|、~~~または|、|、または~~~ | | ~~||"),
    ("ko", " 및 |, | 및 ~~~ 또는 |, | 또는 ~~~ | | ~~"),
    ("lt", " ir |, | ir ~~~ ar |, | ar ~~~ ir | | ir ~ | | ~"),
    ("lv", " un |, | un ~~~ vai |, | vai ~~~ un |, | un ~~ | | "),
    ("ms", " dan |, | dan ~~, |, |, ~ atau |, |, atau ~~~, |, |, ~ dan |, | dan ~ | | "),
    ("nb", " og |, | og ~~~ eller |, | eller ~~~ og |, | og ~, |, |, ~"),
    ("nl", " en |, | en ~ & |, | & ~, |, |, ~ of |, | of ~~~ en |, | en ~, |, |, ~"),
    ("nn", " og |, | og ~~~ eller |, | eller ~~~, |, |, ~~ | | "),
    ("no", " og |, | og ~~~ eller |, | eller ~~~ og |, | og ~, |, |, ~"),
    ("pl", " i |, | i ~~~ lub |, | lub ~~~ i |, | i ~~"),
    ("pt", " e |, | e ~~, |, |, ~ ou |, | ou ~~~ e |, | e ~~ | | "),
    ("pt-PT", " e |, | e ~~, |, |, ~ ou |, | ou ~~~ e |, | e ~~"),
    ("ro", " și |, | și ~~, |, |, ~ sau |, | sau ~~~ și |, |, ~, |, |, ~"),
    ("ru", " и |, | и ~~, |, |, ~ или |, | или ~~~ | | ~~"),
    ("sk", " a |, | a ~~~ alebo |, | alebo ~~~, |, |, ~~"),
    ("sl", " in |, | in ~~~ ali |, | ali ~~~ in |, | in ~~"),
    ("sr", " и |, | и ~~~ или |, | или ~~~ и |, | и ~~"),
    ("sr-Latn", " i |, | i ~~~ ili |, | ili ~~~ i |, | i ~~"),
    ("sv", " och |, | och ~~, |, |, ~ eller |, | eller ~~~, |, |, ~~ | | "),
    ("th", "และ| | และ~~~ หรือ |, | หรือ ~หรือ|, | หรือ ~~ และ | | และ ~ | | และ ~ | | "),
    ("tr", " ve |, | ve ~~, |, |, ~ veya |, | veya ~~~ | | ~~"),
    ("uk", " і |, | і ~~, |, |, ~ або |, | або ~~~ і |, | і ~~"),
    ("vi", " và |, | và ~~, |, |, ~ hoặc |, | hoặc ~~~, |, |, ~~ | | "),
    ("zh", "和|、|和~~、|、|、~或|、|或~~~||~~"),
    ("zh-HK", "及|、|及~~~或|、|或~~~ | | ~~||"),
    ("zh-Hant", "和|、|和~~、|、|和~或|、|或~~~ | | ~~||"),
];

/// Returns the tag under which the joints of a locale are found. English beyond the United States has no comma before "and".
fn row_of(tag: &Tag) -> &'static str {
    let row = match (&*tag.language, &*tag.script, &*tag.region) {
        ("en", _, "" | "us" | "ae" | "ph") => "en",
        ("en", _, "in") => "en-IN",
        ("en", ..) => "en-001",
        ("es", _, "us") => "es-US",
        ("pt", _, region) if !matches!(region, "" | "br") => "pt-PT",
        ("sr", "latn", _) | ("sr", "", "me") => "sr-Latn",
        ("zh", "hans", _) => "zh",
        ("zh", _, "hk" | "mo") => "zh-HK",
        ("zh", "hant", _) | ("zh", "", "tw") => "zh-Hant",
        (language, ..) => language,
    };
    ROWS.iter().find(|&&(known, _)| known == row).map_or("", |&(_, cells)| cells)
}

/// Returns what joins the items of lists in a locale. Commas do where nothing is known of the language.
pub(crate) fn of(tag: &Tag, r#type: &str, style: &str) -> Joints {
    let place = |words: [&str; 3], word: &str| words.iter().position(|&known| known == word).unwrap_or(0);
    let cell = 3 * place(["conjunction", "disjunction", "unit"], r#type) + place(["long", "short", "narrow"], style);
    let known = row_of(tag).split('~').take(cell + 1).filter(|cell| !cell.is_empty()).last();
    let mut texts = known.unwrap_or(", |, |, ").split('|');
    let mut next = || texts.next().unwrap_or_default();
    Joints { of_two: next(), middle: next(), last: next() }
}

/// Returns the joint before an item. Spanish says "e" for "y" before the sound i, and "u" for "o" before the sound o. Hebrew has
/// a dash before what is not written in its letters.
pub(crate) fn before(tag: &Tag, joint: &'static str, item: &str) -> &'static str {
    let start: String = item.chars().take(3).flat_map(char::to_lowercase).collect();
    let is_i =
        (start.starts_with('i') || start.starts_with("hi")) && !start.starts_with("hia") && !start.starts_with("hie");
    let is_o = start.starts_with('o')
        || start.starts_with("ho")
        || start.starts_with('8')
        || start == "11"
        || start.starts_with("11 ");
    match (&*tag.language, joint) {
        ("es", " y ") if is_i => " e ",
        ("es", " o ") if is_o => " u ",
        ("he", " ו-") if start.starts_with(|letter| ('\u{5D0}'..='\u{5EA}').contains(&letter)) => " ו",
        _ => joint,
    }
}
