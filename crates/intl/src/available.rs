//! The locales that there are data of: symbols of numbers, and what the `icu` crates know of them.

use crate::tag::Tag;

/// Languages with the scripts and regions that they are available with, beside being available by themselves. A script
/// stands before its regions.
const LOCALES: &[(&str, &str)] = &[
    ("ar", "AE BH DZ EG IQ JO KW LB LY MA OM QA SA SD SY TN YE"),
    ("az", "AZ"),
    ("bg", "BG"),
    ("bn", "BD IN"),
    ("ca", "AD ES FR IT"),
    ("cs", "CZ"),
    ("da", "DK GL"),
    ("de", "AT BE CH DE IT LI LU"),
    ("el", "CY GR"),
    ("en", "001 150 AE AU BE BZ CA CH DE DK FI GB GH HK IE IL IN JM KE MT MY NG NL NZ PH PK SE SG SI TT US ZA ZW"),
    ("es", "419 AR BO BR BZ CL CO CR CU DO EC ES GQ GT HN MX NI PA PE PH PR PY SV US UY VE"),
    ("et", "EE"),
    ("fa", "AF IR"),
    ("fi", "FI"),
    ("fr", "BE CA CD CH CI CM FR HT LU MA MC ML SN TN"),
    ("he", "IL"),
    ("hi", "IN"),
    ("hr", "BA HR"),
    ("hu", "HU"),
    ("id", "ID"),
    ("it", "CH IT SM VA"),
    ("ja", "JP"),
    ("ko", "KP KR"),
    ("lt", "LT"),
    ("lv", "LV"),
    ("ms", "BN MY SG"),
    ("nb", "NO SJ"),
    ("nl", "BE NL SR"),
    ("nn", "NO"),
    ("no", ""),
    ("pl", "PL"),
    ("pt", "AO BR CH MO MZ PT TL"),
    ("ro", "MD RO"),
    ("ru", "BY KG KZ MD RU UA"),
    ("sk", "SK"),
    ("sl", "SI"),
    ("sr", "BA ME RS XK"),
    ("sv", "AX FI SE"),
    ("th", "TH"),
    ("tr", "CY TR"),
    ("uk", "UA"),
    ("vi", "VN"),
    ("zh", "CN HK MO SG TW"),
];

/// Scripts that languages are written in, for tags that name them.
const SCRIPTS: &[(&str, &[&str])] = &[("sr", &["cyrl", "latn"]), ("zh", &["hans", "hant"]), ("az", &["latn"])];

/// The locale of engines: DefaultLocale ( ), ECMA-402 6.2.3.
pub(crate) const DEFAULT: &str = "en-US";

/// Returns whether there are data of a locale, whose tag has no extensions.
pub(crate) fn is_available(tag: &Tag) -> bool {
    let Some(&(_, regions)) = LOCALES.iter().find(|&&(language, _)| language == tag.language) else { return false };
    let knows_script =
        || SCRIPTS.iter().any(|&(language, scripts)| language == tag.language && scripts.contains(&&*tag.script));
    tag.variants.is_empty()
        && (tag.script.is_empty() || knows_script())
        && (tag.region.is_empty() || regions.split(' ').any(|region| region.eq_ignore_ascii_case(&tag.region)))
}

/// LookupMatchingLocaleByPrefix, ECMA-402 9.2.2, for one tag: the longest prefix that is available.
pub(crate) fn best(tag: &Tag) -> Option<Tag> {
    // No locale that is available has variants.
    let mut candidate = tag.base();
    candidate.variants.clear();
    loop {
        if is_available(&candidate) {
            return Some(candidate);
        }
        if !candidate.region.is_empty() {
            candidate.region.clear();
        } else if !candidate.script.is_empty() {
            candidate.script.clear();
        } else {
            return None;
        }
    }
}
