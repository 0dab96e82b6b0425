//! Converts Rust names for scripts: `rename_all`.

use proc_macro2::Span;
use syn::LitStr;

/// The case of names.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    pub fn of_literal(literal: &LitStr) -> syn::Result<Case> {
        let found = literal.value();
        let known = CASES.iter().find(|(name, _)| *name == found);
        known.map(|&(_, case)| case).ok_or_else(|| {
            let names = CASES.map(|(name, _)| format!("\"{name}\"")).join(", ");
            syn::Error::new(literal.span(), format!("`rename_all` is one of {names}"))
        })
    }

    /// Converts a Rust name of any case to this one.
    pub fn apply(self, name: &str) -> String {
        let words = words(name);
        let capitalized = |word: &String| {
            let mut characters = word.chars();
            let first = characters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(characters).collect::<String>()
        };
        match self {
            Case::Lower => words.concat(),
            Case::Upper => words.concat().to_ascii_uppercase(),
            Case::Pascal => words.iter().map(capitalized).collect(),
            Case::Camel => {
                let rest = words.iter().skip(1).map(capitalized);
                words.first().cloned().into_iter().chain(rest).collect()
            }
            Case::Snake => words.join("_"),
            Case::ScreamingSnake => words.join("_").to_ascii_uppercase(),
            Case::Kebab => words.join("-"),
            Case::ScreamingKebab => words.join("-").to_ascii_uppercase(),
        }
    }
}

/// Returns the words of a name in lower case: `to_url2`, `ToURL2` and `TO_URL2` give `to` and `url2`.
fn words(name: &str) -> Vec<String> {
    let characters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    let mut begins = true;
    for (index, &character) in characters.iter().enumerate() {
        if character == '_' {
            begins = true;
            continue;
        }
        let before = index.checked_sub(1).and_then(|index| characters.get(index));
        let after = characters.get(index + 1);
        begins |= character.is_ascii_uppercase()
            && before.is_some_and(|before| {
                !before.is_ascii_uppercase() || after.is_some_and(|after| after.is_ascii_lowercase())
            });
        let letter = character.to_ascii_lowercase();
        match words.last_mut() {
            Some(word) if !begins => word.push(letter),
            _ => words.push(letter.to_string()),
        }
        begins = false;
    }
    words
}

/// Returns an identifier's name in scripts.
pub fn script_name(ident: &syn::Ident, rename: Option<&LitStr>, case: Option<Case>) -> LitStr {
    name_of(&ident.to_string(), rename, case)
}

/// Returns the name in scripts of a part of an identifier.
pub fn name_of(name: &str, rename: Option<&LitStr>, case: Option<Case>) -> LitStr {
    if let Some(rename) = rename {
        return rename.clone();
    }
    let name = name.strip_prefix("r#").unwrap_or(name);
    LitStr::new(&case.map_or_else(|| name.to_owned(), |case| case.apply(name)), Span::call_site())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_and_put_together() {
        for (name, camel, kebab) in [
            ("balance", "balance", "balance"),
            ("unit_price", "unitPrice", "unit-price"),
            ("HttpServer", "httpServer", "http-server"),
            ("XMLNode", "xmlNode", "xml-node"),
            ("MAX_SIZE", "maxSize", "max-size"),
            ("_private", "private", "private"),
            ("utf8_text", "utf8Text", "utf8-text"),
            ("A", "a", "a"),
        ] {
            assert_eq!(Case::Camel.apply(name), camel);
            assert_eq!(Case::Kebab.apply(name), kebab);
        }
        assert_eq!(Case::Pascal.apply("unit_price"), "UnitPrice");
        assert_eq!(Case::ScreamingSnake.apply("unitPrice"), "UNIT_PRICE");
    }
}
