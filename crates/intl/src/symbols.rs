//! Symbols with which languages write numbers, of CLDR: a table for the languages of `available`.

use crate::tag::Tag;

/// The symbols of a locale.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symbols {
    pub(crate) decimal: &'static str,
    pub(crate) group: &'static str,
    /// Digits before the first group that a separator needs.
    pub(crate) least_grouped: usize,
    /// Size of all groups but the last one.
    pub(crate) further_group: usize,
    pub(crate) minus: &'static str,
    pub(crate) plus: &'static str,
    pub(crate) nan: &'static str,
    /// Text before the exponent of scientific notation.
    pub(crate) exponent: &'static str,
    /// Text between number and percent sign.
    pub(crate) percent_gap: &'static str,
    pub(crate) percent_sign: &'static str,
    /// The percent sign stands before the number, without a gap.
    pub(crate) percent_is_first: bool,
    pub(crate) currency: CurrencyPlace,
    /// Mark of direction before an amount of money.
    pub(crate) currency_mark: &'static str,
    /// Text between an amount and its currency, where there is a gap.
    pub(crate) currency_gap: &'static str,
    /// Place and mark of currencies in accounts, where these differ.
    pub(crate) accounting: Option<(CurrencyPlace, &'static str)>,
    pub(crate) numbering_system: &'static str,
    pub(crate) approximately: &'static str,
    pub(crate) range: &'static str,
}

/// The place of currencies. Negative amounts of accounts are in parentheses where the last word is a P.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum CurrencyPlace {
    /// `$1`, `-$1`
    Before,
    BeforeP,
    /// `$ 1`, `-$ 1`
    BeforeGap,
    BeforeGapP,
    /// `$ 1`, `$ -1`
    BeforeGapAndSignP,
    /// `$ 1`, `$-1`
    BeforeGapOrSign,
    /// `$1`, `$-1`
    BeforeSign,
    /// `1$`
    BehindP,
    /// `1 $`
    BehindGap,
    BehindGapP,
}

use CurrencyPlace::{
    Before, BeforeGap, BeforeGapAndSignP, BeforeGapOrSign, BeforeGapP, BeforeP, BeforeSign, BehindGap, BehindGapP,
    BehindP,
};

impl CurrencyPlace {
    pub(crate) fn has_parentheses(self) -> bool {
        matches!(self, BeforeP | BeforeGapP | BeforeGapAndSignP | BehindP | BehindGapP)
    }

    pub(crate) fn is_behind(self) -> bool {
        matches!(self, BehindP | BehindGap | BehindGapP)
    }

    pub(crate) fn has_gap(self) -> bool {
        !matches!(self, Before | BeforeP | BeforeSign | BehindP)
    }

    /// Returns whether a sign stands between currency and number.
    pub(crate) fn has_sign_inside(self) -> bool {
        matches!(self, BeforeGapAndSignP | BeforeGapOrSign | BeforeSign)
    }
}

const NBSP: &str = "\u{a0}";
const NARROW: &str = "\u{202f}";
/// The mark that makes a minus sign part of a text from right to left.
const LEFT_MINUS: &str = "\u{200e}-";
const LEFT_PLUS: &str = "\u{200e}+";
/// Minus and plus beside Persian digits, but in Persian.
const PERSIAN_SIGNS: [&str; 2] = ["\u{200e}-\u{200e}", "\u{200e}+\u{200e}"];
const ARABIC_MINUS: &str = "\u{61c}-";
/// Marks of direction, from right to left and from left to right.
const RIGHT_MARK: &str = "\u{200f}";
const LEFT_MARK: &str = "\u{200e}";
/// Accounts of Arabic with European digits.
const ARABIC_ACCOUNTS: Option<(CurrencyPlace, &str)> = Some((BehindP, "\u{61c}"));

const ROOT: Symbols = Symbols {
    decimal: ".",
    group: ",",
    least_grouped: 1,
    further_group: 3,
    minus: "-",
    plus: "+",
    nan: "NaN",
    exponent: "E",
    percent_gap: "",
    percent_sign: "%",
    percent_is_first: false,
    currency: BeforeP,
    currency_mark: "",
    currency_gap: NBSP,
    accounting: None,
    numbering_system: "latn",
    approximately: "~",
    range: "–",
};

const fn symbols(
    decimal: &'static str,
    group: &'static str,
    percent_gap: &'static str,
    currency: CurrencyPlace,
) -> Symbols {
    Symbols { decimal, group, percent_gap, currency, ..ROOT }
}

/// Returns the symbols of a locale.
pub(crate) fn of(tag: &Tag) -> Symbols {
    let exponent = match &*tag.language {
        "el" | "sk" | "sl" => "e",
        "et" | "lt" | "sv" => "×10^",
        "en" if matches!(&*tag.region, "au" | "si") => "e",
        "en" if tag.region == "se" => "×10^",
        "uk" => "Е",
        _ => ROOT.exponent,
    };
    let range = match &*tag.language {
        "ca" | "da" | "es" | "it" | "nl" | "th" | "vi" | "zh" => "-",
        "bg" | "hr" | "sk" => " – ",
        "et" => "‒",
        "ja" => "～",
        "ko" => "~",
        "pt" if !matches!(&*tag.region, "" | "br") => " - ",
        "ro" => " - ",
        _ => ROOT.range,
    };
    let approximately = match &*tag.language {
        "de" | "et" | "nn" | "ru" => "≈",
        "fr" if tag.region == "ca" => "≈",
        "fr" => "≃",
        "ja" => "約",
        "lt" => "∼",
        "nb" | "no" => "ca.",
        _ => ROOT.approximately,
    };
    Symbols { exponent, range, approximately, ..of_language(tag) }
}

/// Returns the symbols of amounts of money in a locale, some of which have separators of their own. English in Europe writes
/// euros, or all amounts, as Ireland does.
pub(crate) fn of_amounts(tag: &Tag, currency: &str) -> Symbols {
    let symbols = of(tag);
    let irish = Symbols { decimal: ".", group: ",", currency: Before, ..symbols };
    match (&*tag.language, &*tag.region) {
        ("en", "be" | "de" | "fi" | "nl" | "si") => irish,
        ("en", "150" | "ch" | "dk" | "se") if currency == "EUR" => irish,
        ("en", "150") => Symbols { currency: BehindGap, ..symbols },
        ("de", "at") => Symbols { group: ".", ..symbols },
        ("fr", "ch") => Symbols { decimal: ".", ..symbols },
        _ => symbols,
    }
}

impl Symbols {
    /// Returns the symbols beside the digits of a numbering system. Arabic and Persian ones have their own, in each language;
    /// all others have those of Latin ones.
    pub(crate) fn beside(self, numbering_system: &str, tag: &Tag) -> Symbols {
        match (numbering_system, self.numbering_system) {
            ("arab", _) => Symbols {
                decimal: "٫",
                group: "٬",
                minus: ARABIC_MINUS,
                plus: "\u{61c}+",
                exponent: if tag.language == "ar" { "أس" } else { "اس" },
                percent_gap: "",
                percent_sign: "٪\u{61c}",
                percent_is_first: false,
                accounting: if tag.language == "ar" { None } else { self.accounting },
                ..self
            },
            ("arabext", own) => {
                let [minus, plus] = if own == "arabext" { [self.minus, self.plus] } else { PERSIAN_SIGNS };
                Symbols { decimal: "٫", group: "٬", minus, plus, exponent: "×۱۰^", percent_sign: "٪", ..self }
            }
            (_, "arab") => Symbols {
                decimal: ".",
                group: ",",
                minus: LEFT_MINUS,
                plus: LEFT_PLUS,
                accounting: ARABIC_ACCOUNTS,
                ..self
            },
            (_, "arabext") => Symbols { decimal: ".", group: ",", ..self },
            _ => self,
        }
    }
}

/// Returns the symbols of a locale, with the exponent of the root, and its signs of ranges.
fn of_language(tag: &Tag) -> Symbols {
    let from_two = |symbols: Symbols| Symbols { least_grouped: 2, ..symbols };
    let real_minus = |symbols: Symbols| Symbols { minus: "−", ..symbols };
    match &*tag.language {
        "ar" => arabic(tag),
        "az" | "id" | "tr" | "vi" => by_comma(tag),
        "bg" => from_two(symbols(",", NBSP, "", BehindGapP)),
        "bn" => {
            let currency = if tag.region == "in" { BeforeP } else { BehindP };
            Symbols { further_group: 2, numbering_system: "beng", ..symbols(".", ",", "", currency) }
        }
        "ca" => symbols(",", ".", NBSP, BehindGapP),
        "cs" => symbols(",", NBSP, NBSP, BehindGap),
        "sk" => symbols(",", NBSP, NBSP, BehindGapP),
        "da" => symbols(",", ".", NBSP, BehindGap),
        "nb" | "no" | "nn" => {
            real_minus(Symbols { accounting: Some((BeforeGapP, "")), ..symbols(",", NBSP, NBSP, BehindGap) })
        }
        "de" => german(tag),
        "el" => symbols(",", ".", "", BehindGap),
        "en" => english(tag),
        "es" => spanish(tag),
        "et" => from_two(real_minus(symbols(",", NBSP, "", BehindGapP))),
        "fa" if tag.region != "af" => Symbols {
            currency: Before,
            currency_mark: LEFT_MARK,
            accounting: Some((BeforeGapP, LEFT_MARK)),
            ..persian()
        },
        "fa" => persian(),
        "fi" => real_minus(Symbols { nan: "epäluku", ..symbols(",", NBSP, NBSP, BehindGap) }),
        "fr" => french(tag),
        "he" => Symbols {
            minus: LEFT_MINUS,
            plus: LEFT_PLUS,
            currency_mark: RIGHT_MARK,
            currency_gap: "\u{a0}\u{200f}",
            ..symbols(".", ",", "", BehindGap)
        },
        "hi" => Symbols { further_group: 2, currency: Before, ..ROOT },
        "hr" => real_minus(symbols(",", ".", NBSP, BehindGap)),
        "hu" => from_two(symbols(",", NBSP, "", BehindGap)),
        "it" if tag.region == "ch" => from_two(symbols(".", "'", "", BeforeGapOrSign)),
        "it" => from_two(symbols(",", ".", "", BehindGap)),
        "zh" => Symbols { nan: if is_traditional(tag) { "非數值" } else { "NaN" }, ..ROOT },
        "lt" => real_minus(symbols(",", NBSP, NBSP, BehindGap)),
        "lv" => from_two(Symbols { nan: "NS", ..symbols(",", NBSP, "", BehindGap) }),
        "ms" if tag.region == "bn" => Symbols { accounting: Some((BeforeP, "")), ..symbols(",", ".", "", BeforeGap) },
        "nl" => symbols(",", ".", "", BeforeGapAndSignP),
        "pl" => from_two(symbols(",", NBSP, "", BehindGapP)),
        "pt" if matches!(&*tag.region, "" | "br") => symbols(",", ".", "", BeforeGap),
        "pt" if tag.region == "ao" => symbols(",", NBSP, "", BehindGapP),
        "pt" => from_two(symbols(",", NBSP, "", BehindGapP)),
        "ro" => symbols(",", ".", NBSP, BehindGapP),
        "ru" => {
            let least_grouped = if tag.region == "ua" { 2 } else { 1 };
            Symbols { nan: "не\u{a0}число", least_grouped, ..symbols(",", NBSP, NBSP, BehindGap) }
        }
        "uk" => symbols(",", NBSP, "", BehindGap),
        "sl" => from_two(real_minus(symbols(",", ".", NBSP, BehindGapP))),
        "sr" => symbols(",", ".", "", BehindGapP),
        "sv" => real_minus(symbols(",", NBSP, NBSP, BehindGap)),
        _ => ROOT,
    }
}

/// Returns the symbols of Persian in Afghanistan, which other regions mostly have too.
fn persian() -> Symbols {
    Symbols {
        minus: "\u{200e}−",
        plus: LEFT_PLUS,
        numbering_system: "arabext",
        nan: "ناعدد",
        ..symbols("٫", "٬", "", BeforeGapP)
    }
}

/// Returns whether a locale of Chinese is written in traditional characters.
pub(crate) fn is_traditional(tag: &Tag) -> bool {
    tag.script == "hant" || tag.script.is_empty() && matches!(&*tag.region, "tw" | "hk" | "mo")
}

/// Returns the symbols of Arabic. Regions decide between digits of Latin and of Arabic, whose signs differ too.
fn arabic(tag: &Tag) -> Symbols {
    let plain = Symbols {
        minus: LEFT_MINUS,
        plus: LEFT_PLUS,
        nan: "ليس\u{a0}رقمًا",
        percent_sign: "\u{200e}%\u{200e}",
        currency_mark: RIGHT_MARK,
        accounting: ARABIC_ACCOUNTS,
        ..symbols(".", ",", "", BehindGap)
    };
    match &*tag.region {
        "dz" | "ly" | "ma" | "tn" => Symbols { decimal: ",", group: ".", ..plain },
        "" | "ae" => plain,
        _ => Symbols {
            decimal: "٫",
            group: "٬",
            minus: ARABIC_MINUS,
            plus: "\u{61c}+",
            numbering_system: "arab",
            accounting: None,
            ..plain
        },
    }
}

fn by_comma(tag: &Tag) -> Symbols {
    match &*tag.language {
        "id" => symbols(",", ".", "", Before),
        "tr" => Symbols { percent_is_first: true, ..symbols(",", ".", "", BeforeP) },
        "vi" => symbols(",", ".", "", BehindGap),
        _ => symbols(",", ".", "", BehindGap),
    }
}

fn german(tag: &Tag) -> Symbols {
    match &*tag.region {
        "ch" => symbols(".", "'", "", BeforeGapOrSign),
        "li" => symbols(".", "'", "", BeforeGap),
        "at" => symbols(",", NBSP, NBSP, BeforeGap),
        _ => symbols(",", ".", NBSP, BehindGap),
    }
}

/// Returns the symbols of English. Some regions, mostly of Europe, write numbers as their own languages do.
fn english(tag: &Tag) -> Symbols {
    match &*tag.region {
        "in" => Symbols { further_group: 2, ..ROOT },
        "za" => symbols(",", NBSP, "", BeforeP),
        "at" => symbols(",", NBSP, NBSP, BeforeGap),
        "be" => symbols(",", ".", "", BehindGap),
        "de" => symbols(",", ".", NBSP, BehindGap),
        "si" => symbols(",", ".", "", Before),
        "dk" => symbols(",", ".", NBSP, BehindGap),
        "fi" | "se" => symbols(",", NBSP, NBSP, BehindGap),
        "nl" => symbols(",", ".", "", BeforeGap),
        "ch" => symbols(".", "'", "", BeforeGapOrSign),
        _ => ROOT,
    }
}

/// Returns the symbols of Spanish. Regions of America have their own separators and places of currencies.
fn spanish(tag: &Tag) -> Symbols {
    match &*tag.region {
        "gq" => Symbols { least_grouped: 2, ..symbols(",", ".", NBSP, Before) },
        "" | "es" | "ph" => Symbols { least_grouped: 2, ..symbols(",", ".", NBSP, BehindGap) },
        "cr" => symbols(",", NBSP, "", Before),
        "ar" | "uy" => symbols(",", ".", "", BeforeGapP),
        "co" | "py" => symbols(",", ".", "", BeforeGap),
        "cl" | "ec" | "ve" => symbols(",", ".", "", BeforeSign),
        "bo" => symbols(",", ".", "", Before),
        "pe" => symbols(".", ",", "", BeforeGap),
        "do" => symbols(".", ",", "", BeforeP),
        _ => symbols(".", ",", "", Before),
    }
}

fn french(tag: &Tag) -> Symbols {
    match &*tag.region {
        "ca" => symbols(",", NBSP, NBSP, BehindGapP),
        "ch" => symbols(",", NARROW, "", BehindGapP),
        "lu" | "ma" => symbols(",", ".", NBSP, BehindGapP),
        _ => symbols(",", NARROW, NBSP, BehindGapP),
    }
}
