//! `package.json`: the description of a package and its files.

use std::path::{Path, PathBuf};

use ferrotape::modules::{FileError, ReadLimits};
use serde_json::Value;

use crate::json;
use crate::modules::data_url::unescaped;
use crate::reach::Reach;

/// Limit on the bytes of a manifest: larger ones count as empty.
const LARGEST: u64 = 4 << 20;
/// Limit on the bytes that a name puts in the places of a `*`: a short manifest and a short name can make a long path.
const LONGEST: usize = 1 << 16;
/// Fields of a manifest that are kept.
const FIELDS: [&str; 6] = ["name", "main", "type", "exports", "imports", "browser"];

/// A `package.json`. One that is too large counts as empty.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// Folder that holds the manifest.
    pub folder: PathBuf,
    /// Whether its text is JSON. If it is not, files of the package are not loaded, because its settings are unknown.
    pub is_json: bool,
    json: Value,
}

/// Way in which a file is asked for, which selects among the files that a package offers.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Asker {
    Require,
    Import,
}

/// Node's code of errors of manifests.
pub const INVALID_CONFIG: &str = "ERR_INVALID_PACKAGE_CONFIG";

/// Limit on nested targets.
const MOST_TARGETS: usize = 32;

impl Manifest {
    /// Reads the manifest of a folder. Returns its approximate size in bytes too, or `None` if there is none that may
    /// be read.
    pub fn read(reach: &Reach, folder: &Path, limits: &mut ReadLimits<'_>) -> Option<(Manifest, usize)> {
        let path = folder.join("package.json");
        let text = match reach.short_text(&path, LARGEST, limits) {
            Ok(text) => text,
            Err(FileError::TooLarge(_)) => "{}".to_owned(),
            Err(_) => return None,
        };
        let parsed = json::parse_checked(text.trim_start_matches('\u{feff}'), limits).ok()?;
        let (is_json, mut json) = (parsed.is_some(), parsed.unwrap_or_default());
        if let Value::Object(fields) = &mut json {
            fields.retain(|name, _| FIELDS.contains(&&**name));
        }
        Some((Manifest { folder: folder.to_path_buf(), is_json, json }, text.len()))
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
    pub fn export(&self, subpath: &str, asker: Asker) -> Result<String, NoTarget> {
        let exports = self.json.get("exports").ok_or(NoTarget::Undefined)?;
        let is_of_paths =
            matches!(exports, Value::Object(entries) if entries.iter().all(|(name, _)| name.starts_with('.')));
        let look = Look { asker, names_packages: false };
        let names_path = |entries: &serde_json::Map<String, Value>| entries.keys().any(|name| name.starts_with('.'));
        match (is_of_paths, subpath) {
            (true, _) => look.mapped(exports, subpath),
            // Subpaths and conditions do not go together.
            _ if exports.as_object().is_some_and(names_path) => Err(NoTarget::Mixed),
            (false, ".") => look.target(exports, None),
            (false, _) => Err(NoTarget::Undefined),
        }
    }

    pub fn has_imports(&self) -> bool {
        self.json.get("imports").is_some_and(|imports| !imports.is_null())
    }

    /// Returns the file or specifier for a name that begins with `#`: PACKAGE_IMPORTS_RESOLVE.
    pub fn import(&self, name: &str, asker: Asker) -> Result<String, NoTarget> {
        if name == "#" || name.starts_with("#/") || name.ends_with('/') {
            return Err(NoTarget::InvalidName);
        }
        let imports = self.json.get("imports").ok_or(NoTarget::Undefined)?;
        Look { asker, names_packages: true }.mapped(imports, name)
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

/// Reasons why a manifest names no file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NoTarget {
    /// The package does not say or give it.
    Undefined,
    /// The package names what is no path in it.
    Invalid,
    /// The asker's name would lead out of what a pattern stands for.
    InvalidName,
    /// The package's map has keys that cannot be in it.
    Mixed,
}

impl NoTarget {
    /// Returns Node's code of the error, with that of what is not defined.
    pub fn code(self, undefined: &'static str) -> &'static str {
        match self {
            NoTarget::Undefined => undefined,
            NoTarget::Invalid => "ERR_INVALID_PACKAGE_TARGET",
            NoTarget::InvalidName => "ERR_INVALID_MODULE_SPECIFIER",
            NoTarget::Mixed => INVALID_CONFIG,
        }
    }
}

/// Result of a look for a target.
#[derive(Copy, Clone)]
enum Target<'a> {
    /// No condition applies: others are looked at.
    Undefined,
    /// The package does not give this.
    Null,
    /// A path that leads out of the package, or no path. Only in a list others are looked at.
    Invalid,
    /// Keys that are indices have no order of their own.
    Numbered,
    Path(&'a str),
}

/// A look for what a manifest maps to files.
struct Look {
    asker: Asker,
    /// Whether a target may be in another package.
    names_packages: bool,
}

impl Look {
    /// PACKAGE_IMPORTS_EXPORTS_RESOLVE. Among patterns the one with the longest start wins, then the longest one:
    /// PATTERN_KEY_COMPARE.
    fn mapped(&self, map: &Value, key: &str) -> Result<String, NoTarget> {
        if let Some(found) = map.get(key).filter(|_| !key.contains('*') && !key.ends_with('/')) {
            return self.target(found, None);
        }
        let Value::Object(entries) = map else { return Err(NoTarget::Undefined) };
        let fitting = entries.iter().filter_map(|(pattern, found)| {
            let (before, behind) = pattern.split_once('*').filter(|(_, behind)| !behind.contains('*'))?;
            let matched = key.strip_prefix(before)?.strip_suffix(behind)?;
            (!matched.is_empty()).then_some(((before.len(), pattern.len()), matched, found))
        });
        let (_, matched, found) = fitting.max_by_key(|(lengths, ..)| *lengths).ok_or(NoTarget::Undefined)?;
        self.target(found, Some(matched))
    }

    /// PACKAGE_TARGET_RESOLVE, with Node's conditions, and what the `*` of a pattern stands for.
    fn target(&self, found: &Value, matched: Option<&str>) -> Result<String, NoTarget> {
        match (self.conditional(found, MOST_TARGETS), matched) {
            (Target::Path(_), Some(matched)) if has_odd_segment(matched) => Err(NoTarget::InvalidName),
            (Target::Path(path), Some(matched)) => filled(path, matched),
            (Target::Path(path), None) => Ok(path.to_owned()),
            (Target::Undefined | Target::Null, _) => Err(NoTarget::Undefined),
            (Target::Invalid, _) => Err(NoTarget::Invalid),
            (Target::Numbered, _) => Err(NoTarget::Mixed),
        }
    }

    /// PACKAGE_TARGET_RESOLVE without the pattern: the first target that fits the conditions. Nesting beyond `depth`
    /// is invalid.
    fn conditional<'a>(&self, found: &'a Value, depth: usize) -> Target<'a> {
        let Some(depth) = depth.checked_sub(1) else { return Target::Invalid };
        match found {
            Value::String(path) if self.is_valid(path) => Target::Path(path),
            Value::Array(targets) => {
                let mut last = Target::Null;
                for found in targets {
                    match self.conditional(found, depth) {
                        Target::Undefined => {}
                        found @ (Target::Path(_) | Target::Numbered) => return found,
                        other => last = other,
                    }
                }
                last
            }
            Value::Object(entries) if entries.keys().any(|key| is_index(key)) => Target::Numbered,
            Value::Object(entries) => {
                let applying = entries.iter().filter(|(condition, _)| self.applies(condition));
                let mut targets = applying.map(|(_, found)| self.conditional(found, depth));
                targets.find(|target| !matches!(target, Target::Undefined)).unwrap_or(Target::Undefined)
            }
            Value::Null => Target::Null,
            Value::String(_) | Value::Bool(_) | Value::Number(_) => Target::Invalid,
        }
    }

    fn applies(&self, condition: &str) -> bool {
        let way = match self.asker {
            Asker::Require => "require",
            Asker::Import => "import",
        };
        [way, "node", "module-sync", "default"].contains(&condition)
    }

    fn is_valid(&self, path: &str) -> bool {
        match path.strip_prefix("./") {
            Some(inner) => !has_odd_segment(inner),
            None => self.names_packages && !path.starts_with("../") && !path.starts_with('/'),
        }
    }
}

/// Replaces each `*` of a pattern by its match. A result longer than any path is not a name.
fn filled(path: &str, matched: &str) -> Result<String, NoTarget> {
    let stars = path.bytes().filter(|byte| *byte == b'*').count();
    match stars.saturating_mul(matched.len()) {
        0..=LONGEST => Ok(path.replace('*', matched)),
        _ => Err(NoTarget::InvalidName),
    }
}

/// Tells whether a key is an index of an array.
fn is_index(key: &str) -> bool {
    key.parse::<u32>().is_ok_and(|index| index < u32::MAX && index.to_string() == key)
}

/// Tells whether a path goes elsewhere than down, or into the packages of this one.
fn has_odd_segment(path: &str) -> bool {
    path.split(['/', '\\']).any(|segment| {
        let segment = unescaped(segment).to_ascii_lowercase();
        matches!(&segment[..], b"." | b".." | b"node_modules")
    })
}

#[cfg(test)]
mod any_bytes;

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(text: &str) -> Manifest {
        Manifest { folder: PathBuf::from("/p"), is_json: true, json: serde_json::from_str(text).expect("JSON") }
    }

    #[test]
    fn exports_go_by_conditions_in_their_order() {
        let package = manifest(
            r#"{"exports": {".": {"node": "./node.js", "import": "./a.mjs", "require": "./a.cjs"}, "./sub/*": "./lib/*.js",
                "./way": {"import": "./a.mjs", "require": "./a.cjs", "node": "./node.js"}, "./sub/inner/*": null, "./only": {"node": {"default": "./n.js"}}, "./list": ["./l.js"]}}"#,
        );
        assert_eq!(package.export(".", Asker::Import).ok().as_deref(), Some("./node.js"));
        assert_eq!(package.export(".", Asker::Require).ok().as_deref(), Some("./node.js"));
        assert_eq!(package.export("./way", Asker::Import).ok().as_deref(), Some("./a.mjs"));
        assert_eq!(package.export("./way", Asker::Require).ok().as_deref(), Some("./a.cjs"));
        assert_eq!(package.export("./sub/x", Asker::Require).ok().as_deref(), Some("./lib/x.js"));
        assert_eq!(package.export("./sub/inner/x", Asker::Require), Err(NoTarget::Undefined));
        assert_eq!(package.export("./only", Asker::Require).ok().as_deref(), Some("./n.js"));
        assert_eq!(package.export("./list", Asker::Require).ok().as_deref(), Some("./l.js"));
        assert_eq!(package.export("./other", Asker::Require), Err(NoTarget::Undefined));
        assert_eq!(manifest(r#"{"exports": "./x.js"}"#).export(".", Asker::Import).ok().as_deref(), Some("./x.js"));
        assert_eq!(manifest(r#"{"exports": "./x.js"}"#).export("./y", Asker::Import), Err(NoTarget::Undefined));
    }

    /// Patterns in any order, `null` that takes something out, and targets that are none.
    #[test]
    fn targets_are_the_ones_that_node_takes() {
        let package = manifest(
            r#"{"exports": {"./*": "./*.js", "./*.js": "./*.js", "./a/*": "./short/*", "./a/*.css": "./styles/*.css", "./a/b*": "./longer/*",
                "./two/*/*": "./x", "./gone": {"node": null, "default": "./d.js"}, "./nested": {"require": {"browser": "./b.js"}, "default": "./d.js"},
                "./listed": ["bare", "../up", {"browser": "./b.js"}, null, "./l.js"], "./none": ["../up", null], "./bare": "bare", "./up": "./a/../../b",
                "./packages": "./node_modules/x", "./number": 5, "./both/*": "./*/*.js", "./slash/": "./a.js", "./wrong/*": "bare", "./star": "./*"}}"#,
        );
        for (subpath, found) in [
            ("./x", Ok("./x.js")),
            ("./x.js", Ok("./x.js")),
            ("./x/y.js", Ok("./x/y.js")),
            ("./a/x", Ok("./short/x")),
            ("./a/x.css", Ok("./styles/x.css")),
            ("./a/bx", Ok("./longer/x")),
            ("./a/bx.css", Ok("./longer/x.css")),
            ("./two/x/y", Ok("./two/x/y.js")),
            ("./gone", Err(NoTarget::Undefined)),
            ("./nested", Ok("./d.js")),
            ("./listed", Ok("./l.js")),
            ("./none", Err(NoTarget::Undefined)),
            ("./bare", Err(NoTarget::Invalid)),
            ("./up", Err(NoTarget::Invalid)),
            ("./packages", Err(NoTarget::Invalid)),
            ("./number", Err(NoTarget::Invalid)),
            ("./both/q", Ok("./q/q.js")),
            ("./both/n%6Fde_modules/x", Err(NoTarget::InvalidName)),
            ("./slash/", Ok("./slash/.js")),
            ("./wrong/../x", Err(NoTarget::Invalid)),
            ("./star", Ok("./*")),
            ("./a/../x", Err(NoTarget::InvalidName)),
            ("./a/%2e%2E/x", Err(NoTarget::InvalidName)),
            ("./node_modules/x", Err(NoTarget::InvalidName)),
        ] {
            assert_eq!(
                package.export(subpath, Asker::Require).as_deref().map_err(|problem| *problem),
                found,
                "{subpath}"
            );
        }
    }

    #[test]
    fn maps_have_paths_or_conditions_and_no_indices() {
        let exports = |exports: &str| manifest(&format!(r#"{{"exports": {exports}}}"#)).export(".", Asker::Require);
        for mixed in [
            r#"{".": "./a.js", "require": "./a.js"}"#,
            r#"{"require": "./a.js", "./b": "./b.js"}"#,
            r#"{"0": "./a.js", "require": "./a.js"}"#,
            r#"{".": {"require": "./a.js", "7": "./b.js"}}"#,
            r#"[{"0": "./a.js"}, "./b.js"]"#,
        ] {
            assert_eq!(exports(mixed), Err(NoTarget::Mixed), "{mixed}");
        }
        for fine in [r#"{"01": "./b.js", "require": "./a.js"}"#, r#"{"4294967295": "./b.js", "require": "./a.js"}"#] {
            assert_eq!(exports(fine).as_deref(), Ok("./a.js"), "{fine}");
        }
        assert_eq!(NoTarget::Mixed.code(""), INVALID_CONFIG);
    }

    #[test]
    fn imports_and_what_browsers_have() {
        let package = manifest(
            r##"{"imports": {"#a/*": "./src/*.js", "#dep": "other"}, "browser": {"fs": false, "b": "./b.js"}}"##,
        );
        assert_eq!(package.import("#a/x/y", Asker::Require).ok().as_deref(), Some("./src/x/y.js"));
        assert_eq!(package.import("#dep", Asker::Import).ok().as_deref(), Some("other"));
        let package = manifest(&format!(r#"{{"exports": {{"./*": "./{}"}}}}"#, "*".repeat(1 << 10)));
        assert!(package.export("./ab", Asker::Import).is_ok_and(|path| path.len() == 2 + (2 << 10)));
        let long = format!("./{}", "x".repeat(1 << 10));
        assert_eq!(package.export(&long, Asker::Require), Err(NoTarget::InvalidName));
        let package = manifest(r##"{"imports": {"#": "./a.js", "#/a": "./a.js", "#a/": "./a.js", "#star": "./*"}}"##);
        for name in ["#", "#/a", "#a/", "#b/"] {
            assert_eq!(package.import(name, Asker::Import), Err(NoTarget::InvalidName), "{name}");
        }
        assert_eq!(package.import("#star", Asker::Import).as_deref(), Ok("./*"));
        assert!(package.has_imports() && !manifest(r#"{"imports": null}"#).has_imports());
        let package = manifest(r##"{"imports": {"#a/*": "./src/*.js"}, "browser": {"fs": false, "b": "./b.js"}}"##);
        assert_eq!(package.in_browsers("fs"), Some(None));
        assert_eq!(package.in_browsers("b"), Some(Some("./b.js")));
        assert_eq!(package.in_browsers("c"), None);
    }
}
