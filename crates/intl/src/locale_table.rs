//! Tables of texts by locale, in the form in which `scripts/date-tables` and `scripts/number-tables` write them: a line for
//! each language, and for each region that differs.

use crate::tag::Tag;

/// The lines of a table with their tags, sorted by tags.
pub(crate) struct LocaleTable(Vec<(&'static str, &'static str)>);

/// A line of a table, for one locale.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    /// Fields that differ from those of the language; empty where they do not.
    own: &'static str,
    of_language: &'static str,
}

impl LocaleTable {
    /// Splits a table into its lines.
    pub(crate) fn new(text: &'static str) -> LocaleTable {
        let rows = text.lines().filter_map(|line| line.split_once('\t'));
        let mut all: Vec<_> = rows.flat_map(|(tags, fields)| tags.split(' ').map(move |tag| (tag, fields))).collect();
        all.sort_unstable();
        LocaleTable(all)
    }

    fn line(&self, tag: &str) -> Option<&'static str> {
        let place = self.0.binary_search_by(|(known, _)| (*known).cmp(tag)).ok()?;
        self.0.get(place).map(|&(_, fields)| fields)
    }

    /// Finds the line of a locale that is available. Others have that of English.
    pub(crate) fn row(&self, tag: &Tag) -> Row {
        let language = &*tag.language;
        let of_language = self.line(language).or_else(|| self.line("en")).unwrap_or_default();
        let script = match &*tag.script {
            "hant" => "Hant",
            "latn" if language == "sr" => "Latn",
            _ => "",
        };
        let by_region = || self.line(&format!("{language}-{}", tag.region.to_ascii_uppercase()));
        let by_script = || self.line(&format!("{language}-{script}"));
        // Regions have the script that is usual there.
        let is_other_script = match (&*tag.script, &*tag.region) {
            ("latn", _) => language == "sr",
            ("hans", "hk" | "mo" | "tw") | ("cyrl", "me") => true,
            _ => false,
        };
        let own = if is_other_script { by_script() } else { by_region().or_else(by_script) };
        Row { own: own.unwrap_or_default(), of_language }
    }

    #[cfg(test)]
    pub(crate) fn tags(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|&(tag, _)| tag)
    }
}

impl Row {
    /// Returns the text of a field.
    pub(crate) fn field(&self, place: usize) -> &'static str {
        let own = self.own.split('\t').nth(place).unwrap_or_default();
        if own.is_empty() { self.of_language.split('\t').nth(place).unwrap_or_default() } else { own }
    }

    /// Returns a field of the locale and that of its language, for fields whose items each may be the language's.
    pub(crate) fn fields_of(&self, place: usize) -> [&'static str; 2] {
        [self.own, self.of_language].map(|line| line.split('\t').nth(place).unwrap_or_default())
    }

    #[cfg(test)]
    pub(crate) fn fields(&self) -> usize {
        self.of_language.split('\t').count()
    }
}
