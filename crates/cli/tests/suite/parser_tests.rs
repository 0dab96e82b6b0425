//! The sources of `test262-parser-tests`, which `scripts/install-test-packages` installs: those that parse and those
//! that do not.

use std::collections::HashSet;
use std::path::PathBuf;

use crate::programs::bundles;
use crate::runner::{Run, files_below, root};

/// Sources that have become valid, or have always been by Annex B, with the reason.
const RIGHT_TODAY: [(&str, &[&str]); 7] = [
    ("`\\8` and `\\9` in strings", &["0d5e450f1da8a92a", "748656edbfb2d0bb", "79f882da06f88c9f", "92b6af54adef3624"]),
    ("U+2028 and U+2029 in strings", &["647e21f8f157c338", "8af69d8f15295ed2"]),
    ("fields of classes", &["98204d734f8c72b3", "ef81b93cf9bdb4ec"]),
    ("a call as a target throws when it is reached", &["a8beb1480f385441"]),
    ("U+2B81E is an ideograph of Unicode 18", &["c060a3014ad24dfd"]),
    ("`for (var x = 1 in y)`, and `for (var x of y)` in `catch (x)`", &["e3fbcf63d7e43ead", "0f5f47108da5c34e"]),
    (
        "functions of one name in a block of sloppy code",
        &["12a74c60f52a60de", "1aff49273f3e3a98", "be7329119eaa3d47", "ec31fa5e521c5df4"],
    ),
];

/// Returns the names of the sources in a folder that are refused, and of the others.
fn checked(folder: &str) -> Option<[HashSet<String>; 2]> {
    let path = format!(".packages/node_modules/test262-parser-tests/{folder}");
    bundles(&path)?;
    let (modules, scripts): (Vec<PathBuf>, Vec<PathBuf>) =
        files_below(&root().join(path), "js").into_iter().partition(|file| file.to_string_lossy().contains(".module."));
    let mut names = [HashSet::new(), HashSet::new()];
    for (option, files) in [("--module", modules), ("--script", scripts)] {
        let paths: Vec<String> = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
        let arguments: Vec<&str> = ["check", option].into_iter().chain(paths.iter().map(String::as_str)).collect();
        let told = Run { arguments: &arguments, ..Run::default() }.outcome().stderr;
        for path in &paths {
            let name = path.rsplit('/').next().unwrap_or_default().split('.').next().unwrap_or_default();
            let is_refused = told.contains(&format!("{name}.js:")) || told.contains(&format!("{name}.module.js:"));
            names[usize::from(!is_refused)].insert(name.to_string());
        }
    }
    Some(names)
}

#[test]
fn what_parses_is_accepted() {
    for folder in ["pass", "pass-explicit"] {
        let Some([refused, accepted]) = checked(folder) else { return };
        assert!(refused.is_empty(), "{folder}: {refused:?}");
        assert_eq!(accepted.len(), 1981);
    }
}

#[test]
fn what_does_not_parse_is_refused() {
    let mut right: HashSet<&str> = RIGHT_TODAY.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    for (folder, count) in [("fail", 731), ("early", 668)] {
        let Some([refused, accepted]) = checked(folder) else { return };
        assert_eq!(refused.len() + accepted.len(), count);
        let wrong: Vec<&String> = accepted.iter().filter(|name| !right.remove(name.as_str())).collect();
        assert!(wrong.is_empty(), "{folder}: accepted {wrong:?}");
    }
    assert!(right.is_empty(), "no longer accepted: {right:?}");
}
