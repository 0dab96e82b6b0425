//! Queries and fragments of imports: `./a.mjs?v=1` and `./a.mjs?v=2` are two instances of one file, as in Node.

use std::collections::HashMap;
use std::path::Path;

/// Bytes that values of unloaded names may take.
const MOST_PENDING: usize = 4 << 20;
/// Bytes of such a value, without its name.
const PENDING_BYTES: usize = 256;

/// Values by the names of modules that may be loaded next. All are forgotten when they take too many bytes:
/// `import.meta.resolve` makes names that may never be loaded.
pub struct Pending<V> {
    values: HashMap<String, V>,
    bytes: usize,
    has_forgotten: bool,
}

impl<V> Default for Pending<V> {
    fn default() -> Self {
        Pending { values: HashMap::new(), bytes: 0, has_forgotten: false }
    }
}

impl<V> Pending<V> {
    /// Returns the bytes of a name: an error repeats it.
    fn bytes_of(name: &str) -> usize {
        PENDING_BYTES + 3 * name.len()
    }

    pub fn insert(&mut self, name: &str, value: V) {
        self.remove(name);
        if self.bytes + Self::bytes_of(name) > MOST_PENDING {
            *self = Pending { has_forgotten: true, ..Pending::default() };
        }
        self.bytes += Self::bytes_of(name);
        self.values.insert(name.to_owned(), value);
    }

    pub fn get(&self, name: &str) -> Option<&V> {
        self.values.get(name)
    }

    pub fn remove(&mut self, name: &str) -> Option<V> {
        let value = self.values.remove(name)?;
        self.bytes -= Self::bytes_of(name);
        Some(value)
    }

    /// Tells whether a value that is not there may have been.
    pub fn has_forgotten(&self) -> bool {
        self.has_forgotten
    }
}

/// Names of modules that end with a query or a fragment.
#[derive(Default)]
pub struct Queries {
    /// Lengths of the paths that the names of loaded modules begin with. Names of files may contain the same signs: all names
    /// with one are here.
    paths: HashMap<String, usize>,
    /// Such lengths of names that are not loaded yet.
    pending: Pending<usize>,
}

impl Queries {
    /// Returns the name of a file's instance. The types of TypeScript are found by the name's ending, so files of
    /// TypeScript have one instance only.
    pub fn named(&mut self, path: String, query: &str) -> String {
        let is_typed =
            Path::new(&path).extension().is_some_and(|ending| ["ts", "mts", "cts"].iter().any(|ts| ending == *ts));
        let length = path.len();
        let name = if is_typed { path } else { path + &without_empty(query) };
        if has_sign(&name) && !self.paths.contains_key(&name) {
            self.pending.insert(&name, length);
        }
        name
    }

    /// Notes that the module of a name is loaded: it is known from now on.
    pub fn keep(&mut self, name: &str) {
        let length = self.path(name).len();
        self.pending.remove(name);
        if has_sign(name) && !self.paths.contains_key(name) {
            self.paths.insert(name.to_owned(), length);
        }
    }

    /// Returns the path of a name.
    pub fn path<'a>(&self, name: &'a str) -> &'a str {
        self.split(name).0
    }

    /// Splits a name into the path and the rest.
    pub fn split<'a>(&self, name: &'a str) -> (&'a str, &'a str) {
        let known = self.paths.get(name).or_else(|| self.pending.get(name)).copied();
        let guessed = || if self.pending.has_forgotten() { split_query(name).0.len() } else { name.len() };
        name.split_at(known.unwrap_or_else(guessed))
    }
}

/// Removes a query and a fragment that are empty: they make no other instance, as in Node.
fn without_empty(query: &str) -> String {
    let (search, fragment) = query.split_at(query.find('#').unwrap_or(query.len()));
    [search, fragment].into_iter().filter(|part| part.len() > 1).collect()
}

/// Tells whether a name may end with a query or a fragment.
fn has_sign(name: &str) -> bool {
    name.contains(['?', '#'])
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
        for (query, rest) in [
            ("?", ""),
            ("#", ""),
            ("?#", ""),
            ("?a#", "?a"),
            ("?#b", "#b"),
            ("?a#b", "?a#b"),
            ("??", "??"),
            ("#?", "#?"),
        ] {
            let name = queries.named("/a.mjs".to_owned(), query);
            assert_eq!(queries.split(&name), ("/a.mjs", rest), "{query}");
        }
    }

    #[test]
    fn names_that_nobody_loads_are_forgotten() {
        let mut queries = Queries::default();
        let kept = queries.named("/C#/a?.mjs".to_owned(), "?v");
        queries.keep(&kept);
        let long = "x".repeat(1 << 12);
        let first = queries.named("/a.mjs".to_owned(), "?0");
        for count in 0..1000 {
            let name = queries.named("/a.mjs".to_owned(), &format!("?{count}{long}"));
            assert_eq!(queries.path(&name), "/a.mjs");
            assert!(queries.pending.bytes <= MOST_PENDING);
        }
        assert!(queries.pending.get(&first).is_none() && queries.pending.has_forgotten());
        assert_eq!((queries.path(&kept), queries.path(&first)), ("/C#/a?.mjs", "/a.mjs"));
        queries.keep(&first);
        assert_eq!((queries.path(&first), queries.paths.len()), ("/a.mjs", 2));
        queries.keep("/plain.mjs");
        assert_eq!(queries.paths.len(), 2);
        // A sign in the name of a file begins no query, whether others were forgotten or not.
        for name in ["/a#b.mjs", "/a#b.mts", "/c?.mjs"] {
            assert_eq!((queries.path(name), queries.named(name.to_owned(), "")), (&name[..2], name.to_owned()));
            assert_eq!(queries.path(name), name);
            queries.keep(name);
            assert_eq!((queries.path(name), queries.pending.get(name)), (name, None));
        }
    }

    #[test]
    fn pending_values_count_once() {
        let mut pending = Pending::default();
        for value in 0..3 {
            pending.insert("a", value);
        }
        assert_eq!((pending.get("a"), pending.bytes), (Some(&2), 259));
        assert_eq!((pending.remove("a"), pending.bytes), (Some(2), 0));
        assert!(!pending.has_forgotten() && pending.remove("a").is_none());
    }
}
