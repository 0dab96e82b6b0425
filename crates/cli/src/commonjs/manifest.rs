//! `package.json`: the description of a package and its files.

use std::path::{Path, PathBuf};

use ferrotape::modules::{FileError, ReadLimits};
use serde_json::Value;

use crate::json;
use crate::reach::Reach;

/// Limit on the bytes of a manifest: larger ones count as empty.
const LARGEST: u64 = 4 << 20;
/// Fields of a manifest that are kept.
const FIELDS: [&str; 6] = ["name", "main", "type", "exports", "imports", "browser"];

/// A `package.json`. One that is not JSON counts as empty.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// Folder that holds the manifest.
    pub folder: PathBuf,
    json: Value,
}

/// Way in which a file is asked for, which selects among the files that a package offers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Asker {
    Require,
    Import,
}

/// Limit on nested targets.
const MOST_TARGETS: usize = 32;

impl Manifest {
    /// Reads the manifest of a folder. Returns its approximate size in bytes too, or `None` if there is none that may
    /// be read.
    pub fn read(reach: &Reach, folder: &Path, limits: &mut ReadLimits<'_>) -> Option<(Manifest, usize)> {
        let path = folder.join("package.json");
        let text = match reach.short_text(&path, LARGEST, limits) {
            Ok(text) => text,
            Err(FileError::TooLarge(_)) => String::new(),
            Err(_) => return None,
        };
        let mut json = json::parse(text.trim_start_matches('\u{feff}'), limits).ok()?;
        if let Value::Object(fields) = &mut json {
            fields.retain(|name, _| FIELDS.contains(&&**name));
        }
        Some((Manifest { folder: folder.to_path_buf(), json }, text.len()))
    }

    pub fn name(&self) -> Option<&str> {
        self.json.get("name")?.as_str()
    }

    /// Returns the package's entry file.
    pub fn main(&self) -> Option<&str> {
        self.json.get("main")?.as_str()
    }

    /// Returns whether files with the extension `.js` are modules, or `None` if the manifest does not say so.
    pub fn is_of_modules(&self) -> Option<bool> {
        match self.json.get("type")?.as_str()? {
            "module" => Some(true),
            "commonjs" => Some(false),
            _ => None,
        }
    }

    pub fn has_exports(&self) -> bool {
        self.json.get("exports").is_some_and(|exports| !exports.is_null())
    }

    /// Returns the file that the package exports for a subpath (`.` or `./a`): PACKAGE_EXPORTS_RESOLVE of Node's
    /// documentation.
    pub fn export(&self, subpath: &str, asker: Asker) -> Option<String> {
        let exports = self.json.get("exports")?;
        let is_of_paths =
            matches!(exports, Value::Object(entries) if entries.iter().all(|(name, _)| name.starts_with('.')));
        match (is_of_paths, subpath) {
            (true, _) => self.mapped(exports, subpath, asker),
            (false, ".") => target(exports, "", asker),
            (false, _) => None,
        }
    }

    /// Returns the file or specifier for a name that begins with `#`: PACKAGE_IMPORTS_RESOLVE.
    pub fn import(&self, name: &str, asker: Asker) -> Option<String> {
        self.mapped(self.json.get("imports")?, name, asker)
    }

    /// PACKAGE_IMPORTS_EXPORTS_RESOLVE: among patterns, the most specific one wins.
    fn mapped(&self, map: &Value, key: &str, asker: Asker) -> Option<String> {
        if let Some(found) = map.get(key).filter(|_| !key.contains('*')) {
            return target(found, "", asker);
        }
        let Value::Object(entries) = map else { return None };
        let fitting = entries.iter().filter_map(|(pattern, found)| {
            let (before, behind) = pattern.split_once('*')?;
            let matched = key.strip_prefix(before)?.strip_suffix(behind)?;
            (!matched.is_empty()).then_some((before.len(), matched, found))
        });
        let (_, matched, found) = fitting.max_by_key(|(length, ..)| *length)?;
        target(found, matched, asker)
    }

    /// Returns the replacement for a module in browsers: `None` if there is none, `Some(None)` for an empty module,
    /// else another file.
    pub fn in_browsers(&self, specifier: &str) -> Option<Option<&str>> {
        match self.json.get("browser")?.get(specifier)? {
            Value::Bool(false) => Some(None),
            Value::String(path) => Some(Some(path)),
            _ => None,
        }
    }
}

/// PACKAGE_TARGET_RESOLVE, with Node's conditions.
fn target(found: &Value, matched: &str, asker: Asker) -> Option<String> {
    let way = match asker {
        Asker::Require => "require",
        Asker::Import => "import",
    };
    conditional(found, &[way, "node", "module-sync", "default"], MOST_TARGETS).map(|path| path.replace('*', matched))
}

fn conditional<'a>(found: &'a Value, conditions: &[&str], depth: usize) -> Option<&'a str> {
    let depth = depth.checked_sub(1)?;
    match found {
        Value::String(path) => Some(path),
        Value::Array(targets) => targets.iter().find_map(|found| conditional(found, conditions, depth)),
        Value::Object(entries) => entries
            .iter()
            .filter(|(condition, _)| conditions.contains(&condition.as_str()))
            .find_map(|(_, found)| conditional(found, conditions, depth)),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

#[cfg(test)]
mod any_bytes;

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(text: &str) -> Manifest {
        Manifest { folder: PathBuf::from("/p"), json: serde_json::from_str(text).expect("JSON") }
    }

    #[test]
    fn exports_go_by_conditions_in_their_order() {
        let package = manifest(
            r#"{"exports": {".": {"node": "./node.js", "import": "./a.mjs", "require": "./a.cjs"}, "./sub/*": "./lib/*.js",
                "./way": {"import": "./a.mjs", "require": "./a.cjs", "node": "./node.js"}, "./sub/inner/*": null, "./only": {"node": {"default": "./n.js"}}, "./list": ["./l.js"]}}"#,
        );
        assert_eq!(package.export(".", Asker::Import).as_deref(), Some("./node.js"));
        assert_eq!(package.export(".", Asker::Require).as_deref(), Some("./node.js"));
        assert_eq!(package.export("./way", Asker::Import).as_deref(), Some("./a.mjs"));
        assert_eq!(package.export("./way", Asker::Require).as_deref(), Some("./a.cjs"));
        assert_eq!(package.export("./sub/x", Asker::Require).as_deref(), Some("./lib/x.js"));
        assert_eq!(package.export("./sub/inner/x", Asker::Require), None);
        assert_eq!(package.export("./only", Asker::Require).as_deref(), Some("./n.js"));
        assert_eq!(package.export("./list", Asker::Require).as_deref(), Some("./l.js"));
        assert_eq!(package.export("./other", Asker::Require), None);
        assert_eq!(manifest(r#"{"exports": "./x.js"}"#).export(".", Asker::Import).as_deref(), Some("./x.js"));
        assert_eq!(manifest(r#"{"exports": "./x.js"}"#).export("./y", Asker::Import), None);
    }

    #[test]
    fn imports_and_what_browsers_have() {
        let package = manifest(
            r##"{"imports": {"#a/*": "./src/*.js", "#dep": "other"}, "browser": {"fs": false, "b": "./b.js"}}"##,
        );
        assert_eq!(package.import("#a/x/y", Asker::Require).as_deref(), Some("./src/x/y.js"));
        assert_eq!(package.import("#dep", Asker::Import).as_deref(), Some("other"));
        assert_eq!(package.in_browsers("fs"), Some(None));
        assert_eq!(package.in_browsers("b"), Some(Some("./b.js")));
        assert_eq!(package.in_browsers("c"), None);
    }
}
