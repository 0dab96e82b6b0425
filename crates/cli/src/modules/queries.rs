//! Queries and fragments of imports: `./a.mjs?v=1` and `./a.mjs?v=2` are two instances of one file, as in Node.

use std::collections::HashMap;
use std::path::Path;

/// Names of modules that end with a query or a fragment.
#[derive(Default)]
pub struct Queries {
    /// Lengths of the paths that the names begin with. Names of files may contain the same signs.
    paths: HashMap<String, usize>,
}

impl Queries {
    /// Returns the name of a file's instance. The types of TypeScript are found by the name's ending, so files of
    /// TypeScript have one instance only.
    pub fn named(&mut self, path: String, query: &str) -> String {
        let is_typed =
            Path::new(&path).extension().is_some_and(|ending| ["ts", "mts", "cts"].iter().any(|ts| ending == *ts));
        if query.is_empty() || is_typed {
            return path;
        }
        let name = format!("{path}{query}");
        self.paths.insert(name.clone(), path.len());
        name
    }

    /// Returns the path of a name.
    pub fn path<'a>(&self, name: &'a str) -> &'a str {
        self.split(name).0
    }

    /// Splits a name into the path and the rest.
    pub fn split<'a>(&self, name: &'a str) -> (&'a str, &'a str) {
        name.split_at(self.paths.get(name).copied().unwrap_or(name.len()))
    }
}

/// Splits a specifier with a path, or a `file:` URL, into the path and the rest. Names of packages have none.
pub fn split_query(specifier: &str) -> (&str, &str) {
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../") || specifier.starts_with("file:");
    let from = match is_relative {
        true => 0,
        // Absolute paths are made of names of folders, which may contain any sign.
        false if specifier.starts_with('/') => specifier.rfind('/').unwrap_or_default(),
        false => specifier.len(),
    };
    let at = specifier[from..].find(['?', '#']).map_or(specifier.len(), |at| from + at);
    specifier.split_at(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_before_queries() {
        for (specifier, path) in [
            ("./a.mjs?v=1", "./a.mjs"),
            ("../a.mjs#h?x", "../a.mjs"),
            ("/C#/a.mjs", "/C#/a.mjs"),
            ("/C#/a.mjs?1", "/C#/a.mjs"),
            ("file:///a.mjs?x/y", "file:///a.mjs"),
            ("#inner", "#inner"),
            ("package?x", "package?x"),
            ("./a.mjs", "./a.mjs"),
        ] {
            assert_eq!(split_query(specifier).0, path);
        }
        let mut queries = Queries::default();
        let name = queries.named("/C#/a?.mjs".to_owned(), "?v");
        assert_eq!((name.as_str(), queries.split(&name)), ("/C#/a?.mjs?v", ("/C#/a?.mjs", "?v")));
        assert_eq!(queries.path("/C#/a?.mjs"), "/C#/a?.mjs");
        assert_eq!(queries.named("/a.ts".to_owned(), "?v"), "/a.ts");
    }
}
