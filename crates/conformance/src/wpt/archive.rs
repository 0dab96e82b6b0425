//! The files of the suite, in memory.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use crate::suite;

const ARCHIVE: &str = "wpt.tar.zst";

/// The folder that is asked for, if any, else the usual one.
const VARIABLE: &str = "FERROTAPE_WPT";
const USUAL_PLACE: &str = "../shared/wpt";

/// The folders of a checkout that are read.
const READ: [&str; 13] = [
    "FileAPI",
    "WebCryptoAPI",
    "common",
    "console",
    "dom",
    "encoding",
    "fetch/data-urls",
    "hr-time",
    "html/webappapis",
    "resources",
    "url",
    "user-timing",
    "webidl",
];

/// The suite.
pub struct Archive {
    files: BTreeMap<String, String>,
}

impl Archive {
    /// Reads the suite from an archive or a checkout: in the folder given, else in that of the environment, else in the
    /// usual place.
    pub fn open(folder: Option<&Path>) -> Result<Archive, String> {
        let folder = folder.map(Path::to_owned).or_else(|| env::var_os(VARIABLE).map(PathBuf::from));
        let folder = folder.unwrap_or_else(|| suite::root().join(USUAL_PLACE));
        let mut read = suite::Files::default();
        if folder.join(ARCHIVE).is_file() {
            suite::read_archive(&folder.join(ARCHIVE), &mut read)?;
        } else if folder.join("resources/testharness.js").is_file() {
            for name in READ {
                suite::read_folder(&folder.join(name), name, &mut read)?;
            }
        } else {
            return Err(format!("{}: neither {ARCHIVE} nor resources/testharness.js is there", folder.display()));
        }
        let name = |path: String| path.strip_prefix("wpt/").map(str::to_owned).unwrap_or(path);
        Ok(Archive { files: read.texts.into_iter().map(|(path, text)| (name(path), text)).collect() })
    }

    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// The path that a test means by a name: from the root of the suite, or from the test's folder.
    pub fn resolve(test: &str, name: &str) -> String {
        if let Some(path) = name.strip_prefix('/') {
            return path.to_owned();
        }
        let mut parts: Vec<&str> = test.split('/').collect();
        parts.pop();
        for part in name.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        parts.join("/")
    }

    /// The keys and values of `// META:` lines.
    pub fn meta(&self, path: &str) -> Vec<(String, String)> {
        let lines = self.text(path).unwrap_or_default().lines();
        let meta = lines.filter_map(|line| line.strip_prefix("// META:")?.trim().split_once('='));
        meta.map(|(key, value)| (key.to_owned(), value.trim().to_owned())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_from_the_root_or_from_the_test() {
        assert_eq!(Archive::resolve("url/a.any.js", "/common/x.js"), "common/x.js");
        assert_eq!(Archive::resolve("dom/abort/a.any.js", "./resources/x.js"), "dom/abort/resources/x.js");
        assert_eq!(Archive::resolve("dom/abort/a.any.js", "../x.js"), "dom/x.js");
    }
}
