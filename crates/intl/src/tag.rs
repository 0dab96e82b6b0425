//! Tags of locales: Unicode BCP 47 locale identifiers, UTS 35 3.2, of which ECMA-402 6.2 allows one form.

use icu_locale::{Locale, LocaleCanonicalizer, LocaleExpander};

/// A tag in parts. All are in lower case until the tag is written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tag {
    pub(crate) language: String,
    pub(crate) script: String,
    pub(crate) region: String,
    pub(crate) variants: Vec<String>,
    /// The extension `u`.
    attributes: Vec<String>,
    pub(crate) keywords: Vec<(String, String)>,
    /// The extension `t`: its language, and its fields.
    transformed: String,
    fields: Vec<(String, String)>,
    /// Other extensions, by their letters.
    others: Vec<(char, String)>,
    private: String,
}

fn is_alpha(part: &str, lengths: std::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn is_alphanumeric(part: &str, lengths: std::ops::RangeInclusive<usize>) -> bool {
    lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// unicode_language_subtag
pub(crate) fn is_language(part: &str) -> bool {
    is_alpha(part, 2..=3) || is_alpha(part, 5..=8)
}

/// unicode_script_subtag
pub(crate) fn is_script(part: &str) -> bool {
    is_alpha(part, 4..=4)
}

/// unicode_region_subtag
pub(crate) fn is_region(part: &str) -> bool {
    is_alpha(part, 2..=2) || part.len() == 3 && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// unicode_variant_subtag
pub(crate) fn is_variant(part: &str) -> bool {
    is_alphanumeric(part, 5..=8)
        || is_alphanumeric(part, 4..=4) && part.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
}

/// A key of the extension `u`.
fn is_key(part: &str) -> bool {
    is_alphanumeric(part, 2..=2) && part.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic)
}

/// A key of the extension `t`.
fn is_field(part: &str) -> bool {
    matches!(part.as_bytes(), [first, second] if first.is_ascii_alphabetic() && second.is_ascii_digit())
}

/// Parts of a tag that are still to be read.
struct Parts<'text> {
    parts: Vec<&'text str>,
    next: usize,
}

impl<'text> Parts<'text> {
    fn take_if(&mut self, is_it: impl Fn(&str) -> bool) -> Option<&'text str> {
        let part = self.parts.get(self.next).copied().filter(|part| is_it(part))?;
        self.next += 1;
        Some(part)
    }

    /// Takes all following parts of that form, joined.
    fn take_all(&mut self, is_it: impl Fn(&str) -> bool) -> String {
        let start = self.next;
        while self.take_if(&is_it).is_some() {}
        self.parts.get(start..self.next).unwrap_or_default().join("-")
    }

    /// Reads a unicode_language_id behind which anything may come.
    fn language_id(&mut self) -> Option<Tag> {
        let language = self.take_if(is_language)?.to_owned();
        let script = self.take_if(is_script).unwrap_or_default().to_owned();
        let region = self.take_if(is_region).unwrap_or_default().to_owned();
        let mut variants = Vec::new();
        while let Some(variant) = self.take_if(is_variant) {
            variants.push(variant.to_owned());
        }
        variants.sort_unstable();
        let is_unique = variants.windows(2).all(|pair| pair.first() != pair.last());
        is_unique.then(|| Tag { language, script, region, variants, ..Tag::default() })
    }

    /// Reads what follows `u`: attributes, then keywords. Of equal keys the first one counts; no content is an error.
    fn unicode_extension(&mut self, tag: &mut Tag) -> Option<()> {
        let start = self.next;
        while let Some(attribute) = self.take_if(|part| is_alphanumeric(part, 3..=8)) {
            tag.attributes.push(attribute.to_owned());
        }
        tag.attributes.sort_unstable();
        tag.attributes.dedup();
        while let Some(key) = self.take_if(is_key) {
            let value = self.take_all(|part| is_alphanumeric(part, 3..=8));
            if !tag.keywords.iter().any(|(known, _)| known == key) {
                tag.keywords.push((key.to_owned(), value));
            }
        }
        (self.next > start).then_some(())
    }

    /// Reads what follows `t`: a language, then fields with values. Either may be missing, but not both.
    fn transformed_extension(&mut self, tag: &mut Tag) -> Option<()> {
        let start = self.next;
        if self.parts.get(self.next).is_some_and(|part| is_language(part)) {
            tag.transformed = self.language_id()?.to_string().to_ascii_lowercase();
        }
        while let Some(key) = self.take_if(is_field) {
            let value = self.take_all(|part| is_alphanumeric(part, 3..=8));
            if value.is_empty() {
                return None;
            }
            if !tag.fields.iter().any(|(known, _)| known == key) {
                tag.fields.push((key.to_owned(), value));
            }
        }
        tag.fields.sort_unstable();
        (self.next > start).then_some(())
    }

    /// Reads all extensions. A letter that comes twice, or has nothing behind it, makes the tag invalid. `x` is the last one.
    fn extensions(&mut self, tag: &mut Tag) -> Option<()> {
        let mut seen = Vec::new();
        while let Some(letter) = self.take_if(|part| is_alphanumeric(part, 1..=1)) {
            let letter = letter.chars().next()?;
            if seen.contains(&letter) {
                return None;
            }
            seen.push(letter);
            match letter {
                'u' => self.unicode_extension(tag)?,
                't' => self.transformed_extension(tag)?,
                'x' => {
                    tag.private = self.take_all(|part| is_alphanumeric(part, 1..=8));
                    if tag.private.is_empty() {
                        return None;
                    }
                    break;
                }
                letter => {
                    let value = self.take_all(|part| is_alphanumeric(part, 2..=8));
                    if value.is_empty() {
                        return None;
                    }
                    tag.others.push((letter, value));
                }
            }
        }
        tag.others.sort_unstable();
        Some(())
    }
}

/// Returns a word that begins with a capital.
pub(crate) fn title(word: &str) -> String {
    word.char_indices().map(|(at, letter)| if at == 0 { letter.to_ascii_uppercase() } else { letter }).collect()
}

/// Values of keywords that have other names today, from CLDR.
const ALIASES: &[(&str, &str, &str)] = &[
    ("ca", "ethiopic-amete-alem", "ethioaa"),
    ("ca", "islamicc", "islamic-civil"),
    ("co", "dictionary", "dict"),
    ("co", "gb2312han", "gb2312"),
    ("co", "phonebook", "phonebk"),
    ("co", "traditional", "trad"),
    ("kb", "yes", ""),
    ("kc", "yes", ""),
    ("kh", "yes", ""),
    ("kk", "yes", ""),
    ("kn", "yes", ""),
    ("ks", "primary", "level1"),
    ("ks", "secondary", "level2"),
    ("ks", "tertiary", "level3"),
    ("ks", "quaternary", "level4"),
    ("ks", "quarternary", "level4"),
    ("ks", "identical", "identic"),
    ("ms", "imperial", "uksystem"),
    ("tz", "aqams", "nzakl"),
    ("tz", "cnckg", "cnsha"),
    ("tz", "cnhrb", "cnsha"),
    ("tz", "cnkhg", "cnurc"),
    ("tz", "cuba", "cuhav"),
    ("tz", "egypt", "egcai"),
    ("tz", "eire", "iedub"),
    ("tz", "est", "papty"),
    ("tz", "gmt0", "gmt"),
    ("tz", "hongkong", "hkhkg"),
    ("tz", "hst", "ushnl"),
    ("tz", "iceland", "isrey"),
    ("tz", "iran", "irthr"),
    ("tz", "israel", "jeruslm"),
    ("tz", "jamaica", "jmkin"),
    ("tz", "japan", "jptyo"),
    ("tz", "libya", "lytip"),
    ("tz", "mst", "usphx"),
    ("tz", "navajo", "usden"),
    ("tz", "poland", "plwaw"),
    ("tz", "portugal", "ptlis"),
    ("tz", "prc", "cnsha"),
    ("tz", "roc", "twtpe"),
    ("tz", "rok", "krsel"),
    ("tz", "turkey", "trist"),
    ("tz", "uct", "utc"),
    ("tz", "usnavajo", "usden"),
    ("tz", "zulu", "utc"),
];

/// Returns the value of a keyword as it is written today, empty for `true`.
fn modern(key: &str, value: &str) -> String {
    let value = if value == "true" { "" } else { value };
    let alias = ALIASES.iter().find(|&&(of, old, _)| of == key && old == value);
    alias.map_or(value, |&(_, _, new)| new).to_owned()
}

impl Tag {
    /// Reads a tag: IsWellFormedLanguageTag, ECMA-402 6.2.1.
    pub(crate) fn parse(text: &str) -> Option<Tag> {
        let text = text.to_ascii_lowercase();
        let mut parts = Parts { parts: text.split('-').collect(), next: 0 };
        let mut tag = parts.language_id()?;
        parts.extensions(&mut tag)?;
        (parts.next == parts.parts.len()).then_some(tag)
    }

    /// Reads a tag, and gives it its canonical form: CanonicalizeUnicodeLocaleId, ECMA-402 6.2.2.
    pub(crate) fn canonical(text: &str) -> Option<Tag> {
        Tag::parse(text).map(Tag::canonicalized)
    }

    /// Replaces aliases, and puts the keywords in order. The crate knows no languages of more than three letters, leaves the
    /// parts of a transformed language, and takes `true` out of longer values.
    pub(crate) fn canonicalized(self) -> Tag {
        let mut tag = self;
        let is_short = tag.language.len() <= 3;
        let language = if is_short { tag.language.clone() } else { "und".to_owned() };
        if let Ok(mut known) = Locale::try_from_str(&Tag { language, ..tag.clone() }.to_string()) {
            LocaleCanonicalizer::new_extended().canonicalize(&mut known);
            if let Some(mut found) = Tag::parse(&known.to_string()) {
                for (key, value) in &mut found.keywords {
                    let own = tag.keyword(key).filter(|own| own.split('-').any(|part| part == "true"));
                    *value = own.map_or(std::mem::take(value), str::to_owned);
                }
                let language = if is_short { found.language } else { tag.language };
                tag = Tag { language, attributes: tag.attributes, ..found };
            }
        }
        for (key, value) in &mut tag.keywords {
            *value = modern(key, value);
        }
        tag.keywords.sort_unstable();
        if let Some(transformed) = Tag::parse(&tag.transformed) {
            tag.transformed = transformed.canonicalized().to_string().to_ascii_lowercase();
        }
        for (key, value) in &mut tag.fields {
            if key == "m0" && value == "names" {
                "prprname".clone_into(value);
            }
        }
        tag
    }

    /// Returns the value of a keyword, empty for `true`.
    pub(crate) fn keyword(&self, key: &str) -> Option<&str> {
        self.keywords.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Sets a keyword.
    pub(crate) fn set_keyword(&mut self, key: &str, value: &str) {
        self.keywords.retain(|(known, _)| known != key);
        self.keywords.push((key.to_owned(), modern(key, value)));
        self.keywords.sort_unstable();
    }

    /// Returns language, script, region and variants alone.
    pub(crate) fn base(&self) -> Tag {
        let Tag { language, script, region, variants, .. } = self.clone();
        Tag { language, script, region, variants, ..Tag::default() }
    }

    /// Adds or removes likely subtags, UTS 35 4.3, and keeps all else.
    pub(crate) fn with_likely(&self, change: fn(&LocaleExpander, &mut icu_locale::LanguageIdentifier)) -> Tag {
        let Ok(mut known) = self.base().to_string().parse::<icu_locale::LanguageIdentifier>() else {
            return self.clone();
        };
        change(&LocaleExpander::new_extended(), &mut known);
        match Tag::parse(&known.to_string()) {
            Some(Tag { language, script, region, variants, .. }) => {
                Tag { language, script, region, variants, ..self.clone() }
            }
            None => self.clone(),
        }
    }

    /// Adds likely subtags. The crate leaves out what is likely if nothing is known: CLDR's row `und`.
    pub(crate) fn maximized(&self) -> Tag {
        let mut tag = self.with_likely(|expander, known| {
            expander.maximize(known);
        });
        if tag.language == "und" {
            for (part, likely) in [(&mut tag.language, "en"), (&mut tag.script, "latn"), (&mut tag.region, "us")] {
                if part.is_empty() || part == "und" {
                    likely.clone_into(part);
                }
            }
        }
        tag
    }

    pub(crate) fn minimized(&self) -> Tag {
        self.maximized().with_likely(|expander, known| {
            expander.minimize(known);
        })
    }

    /// Returns the script in its letter case.
    pub(crate) fn script_text(&self) -> String {
        title(&self.script)
    }

    /// Returns the letter and content of each extension but `x`, in the order of the letters that the canonical form has.
    fn extensions(&self) -> Vec<(char, String)> {
        let mut all = self.others.clone();
        if !self.attributes.is_empty() || !self.keywords.is_empty() {
            let keywords = self.keywords.iter().flat_map(|(key, value)| [key, value]);
            let parts = self.attributes.iter().chain(keywords).filter(|part| !part.is_empty());
            all.push(('u', parts.map(String::as_str).collect::<Vec<_>>().join("-")));
        }
        if !self.transformed.is_empty() || !self.fields.is_empty() {
            let fields = self.fields.iter().flat_map(|(key, value)| [key, value]);
            let parts = std::iter::once(&self.transformed).chain(fields).filter(|part| !part.is_empty());
            all.push(('t', parts.map(String::as_str).collect::<Vec<_>>().join("-")));
        }
        all.sort_unstable();
        all
    }
}

impl std::fmt::Display for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.language)?;
        if !self.script.is_empty() {
            write!(f, "-{}", self.script_text())?;
        }
        if !self.region.is_empty() {
            write!(f, "-{}", self.region.to_ascii_uppercase())?;
        }
        for variant in &self.variants {
            write!(f, "-{variant}")?;
        }
        for (letter, value) in self.extensions() {
            write!(f, "-{letter}-{value}")?;
        }
        if self.private.is_empty() { Ok(()) } else { write!(f, "-x-{}", self.private) }
    }
}

#[cfg(test)]
mod tests {
    use super::Tag;

    #[test]
    fn tags_have_one_form() {
        for (tag, expected) in [
            ("DE-latn-de", "de-Latn-DE"),
            ("iw", "he"),
            ("mo", "ro"),
            ("sl-nedis-rozaj", "sl-nedis-rozaj"),
            ("sl-rozaj-nedis", "sl-nedis-rozaj"),
            ("en-u-kn-true-ca-gregory", "en-u-ca-gregory-kn"),
            ("en-x-u-kn", "en-x-u-kn"),
            ("en-t-en-latn-m0-names", "en-t-en-latn-m0-prprname"),
            ("de-DD", "de-DE"),
            ("abcde-276-heploc", "abcde-DE-alalc97"),
            ("abcde-u-kn-true-rg-uk", "abcde-u-kn-rg-uk"),
            ("de-u-kn-true-attr-ks-primary", "de-u-kn-true-attr-ks-level1"),
            ("he-t-mo-su-i0-handwrit", "he-t-ro-ru-i0-handwrit"),
            ("he-t-zh-guoyu", "he-t-zh"),
        ] {
            assert_eq!(Tag::canonical(tag).map(|tag| tag.to_string()).as_deref(), Some(expected), "{tag}");
        }
        for tag in
            ["", "d", "de_DE", "de-", "root", "i-klingon", "x-own", "en-u", "en-a-b", "en-u-ca-u-nu", "de-1996-1996"]
        {
            assert_eq!(Tag::canonical(tag), None, "{tag}");
        }
    }

    #[test]
    fn likely_subtags_come_and_go() {
        let tag = Tag::canonical("zh-TW-u-co-stroke").unwrap_or_default();
        assert_eq!(tag.maximized().to_string(), "zh-Hant-TW-u-co-stroke");
        assert_eq!(tag.maximized().minimized().to_string(), "zh-TW-u-co-stroke");
        for (tag, maximized, minimized) in [
            ("und", "en-Latn-US", "en"),
            ("und-AQ", "en-Latn-AQ", "en-AQ"),
            ("und-x-own", "en-Latn-US-x-own", "en-x-own"),
            ("und-Grek", "el-Grek-GR", "el"),
            ("xx", "xx", "xx"),
        ] {
            let tag = Tag::canonical(tag).unwrap_or_default();
            assert_eq!(tag.maximized().to_string(), maximized);
            assert_eq!(tag.minimized().to_string(), minimized);
        }
    }
}
