//! Families of cases: products of parts, each of which is a text with holes for others.

/// Functions that each case uses; they follow its text.
const PRELUDE: &str = include_str!("prelude.js");

/// A part: its name in the names of cases, and its text.
pub type Part = (&'static str, &'static str);

/// A dimension: the hole that its parts fill, and the parts.
pub struct Dimension {
    pub hole: &'static str,
    pub parts: Vec<(String, String)>,
}

impl Dimension {
    pub fn new(hole: &'static str, parts: &[Part]) -> Self {
        let parts = parts.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect();
        Dimension { hole, parts }
    }
}

/// All cases of one kind.
pub struct Family {
    pub name: &'static str,
    /// Dimensions, from the outermost to the innermost.
    pub dimensions: Vec<Dimension>,
    /// Texts for holes that occur in several parts.
    pub shared: &'static [(&'static str, &'static str)],
}

/// A case: a program with its name.
pub struct Case {
    pub name: String,
    pub source: String,
    pub is_module: bool,
}

impl Case {
    /// Returns the program without the prelude.
    pub fn text(&self) -> &str {
        self.source.strip_suffix(PRELUDE).unwrap_or(&self.source)
    }
}

/// Mark in a part that makes the program a module.
pub const MODULE: &str = "/* module */";

/// Mark in a part that makes the program strict.
pub const STRICT: &str = "/* strict */";

impl Family {
    /// Returns the number of cases.
    pub fn len(&self) -> u64 {
        self.dimensions.iter().map(|dimension| dimension.parts.len() as u64).product()
    }

    /// Returns the parts of a case.
    fn parts(&self, mut index: u64) -> Vec<(&'static str, &(String, String))> {
        let mut parts = Vec::with_capacity(self.dimensions.len());
        for Dimension { hole, parts: all } in &self.dimensions {
            let count = all.len() as u64;
            parts.push((*hole, &all[(index % count) as usize]));
            index /= count;
        }
        parts
    }

    pub fn name(&self, index: u64) -> String {
        let names = self.parts(index).into_iter().map(|(_, (name, _))| name.as_str()).filter(|name| !name.is_empty());
        format!("{}: {}", self.name, names.collect::<Vec<_>>().join(" / "))
    }

    /// Makes the program of a number: fills the holes from the outermost dimension inwards, then those that are shared.
    pub fn case(&self, index: u64) -> Case {
        let mut text = String::from("@0");
        for (hole, (_, part)) in self.parts(index) {
            text = text.replace(hole, part);
        }
        for (hole, shared) in self.shared {
            text = text.replace(hole, shared);
        }
        let is_module = text.contains(MODULE);
        let directive = if text.contains(STRICT) { "\"use strict\"; " } else { "" };
        Case { name: self.name(index), source: format!("{directive}{text}\n{PRELUDE}"), is_module }
    }
}

/// Returns a text as a string literal.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_is_another_case() {
        let dimensions = vec![
            Dimension::new("@0", &[("a", "a(@1)"), ("m", "/* module */ m(@1)")]),
            Dimension::new("@1", &[("b", "1"), ("c", "@2"), ("d", "3")]),
        ];
        let family = Family { name: "f", dimensions, shared: &[("@2", "two")] };
        let names: Vec<String> = (0..family.len()).map(|index| family.name(index)).collect();
        assert_eq!(names, ["f: a / b", "f: m / b", "f: a / c", "f: m / c", "f: a / d", "f: m / d"]);
        assert_eq!(family.case(2).text().trim(), "a(two)");
        assert!(family.case(3).is_module && !family.case(2).is_module);
    }

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a\n\"\\\""), "\"a\\n\\\"\\\\\\\"\"");
    }
}
