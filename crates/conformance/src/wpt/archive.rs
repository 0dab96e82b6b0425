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
const READ: [&str; 18] = [
    "FileAPI",
    "WebCryptoAPI",
    "common",
    "compression",
    "console",
    "dom",
    "encoding",
    "fetch/data-urls",
    "hr-time",
    "html/webappapis",
    "interfaces",
    "performance-timeline",
    "resources",
    "streams",
    "url",
    "user-timing",
    "webidl",
    "webmessaging",
];

/// The suite's server gives this file by another name.
const IDL_PARSER: [&str; 2] = ["resources/WebIDLParser.js", "resources/webidl2/lib/webidl2.js"];

/// Files that tests ask for and the archive has not, with what stands for them.
const STAND_INS: [(&str, &str); 1] = [("fetch-2018/resources/utils.js", include_str!("bodies.js"))];

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
        let mut files: BTreeMap<String, String> =
            read.texts.into_iter().map(|(path, text)| (name(path), text)).collect();
        if let Some(parser) = files.get(IDL_PARSER[1]).cloned() {
            files.entry(IDL_PARSER[0].to_owned()).or_insert(parser);
        }
        for (path, text) in STAND_INS {
            files.entry(path.to_owned()).or_insert_with(|| text.to_owned());
        }
        Ok(Archive { files })
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
