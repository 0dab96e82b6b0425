//! Selects the tests to run: a set, a list or folders, and filters.
//!
//! Sets are defined in this repository, by the list of the ES5.1 set and the table of features by editions. So they are
//! equal for any checkout of the suite, except for tests added or removed since. Tests that a set leaves out are
//! counted by feature.

mod set;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;

use crate::front_matter;
use crate::suite::Suite;

pub use set::{CORE, Set};

/// List of the ES5.1 set.
const ES51_LIST: &[u8] = include_bytes!("../../../tests/test262/es51-tests.txt.zst");

/// Selected tests, and tests in the same folders that were left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Paths of the tests, in order.
    pub paths: Vec<String>,
    /// Number of tests in the set's folders that need each feature that the set's edition lacks.
    pub later: BTreeMap<String, usize>,
    /// Tests that the list names but this suite lacks.
    pub missing: Vec<String>,
    /// Tests whose front matter cannot be read, with the reason.
    pub unreadable: Vec<String>,
}

/// Selects the tests below `folders` if there are any, else of a list, else of a set.
pub fn select(suite: &Suite, set: Set, list: Option<&Path>, folders: &[String]) -> Result<Selection, String> {
    if !folders.is_empty() {
        let is_below = |path: &str| folders.iter().any(|folder| is_below(folder, path));
        return Ok(readable(suite, suite.tests().filter(|path| is_below(path))));
    }
    match (list, set) {
        (Some(list), _) => {
            let text = fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?;
            let selection = listed(suite, &text);
            match selection.missing.first() {
                Some(path) => Err(format!("{path} is on the list, but not in {}", suite.folder.display())),
                None => Ok(selection),
            }
        }
        (None, Set::Es51) => Ok(listed(suite, &es51_list()?)),
        (None, _) => Ok(of_set(suite, set)),
    }
}

/// Returns whether `folder` is the test's path or a folder above it.
fn is_below(folder: &str, path: &str) -> bool {
    let rest = path.strip_prefix(folder.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Selects the tests of a set. For an edition, counts those that need later features.
fn of_set(suite: &Suite, set: Set) -> Selection {
    let all = readable(suite, suite.tests().filter(|path| set.is_in_folders(path)));
    let mut selection = Selection { unreadable: all.unreadable, ..Selection::default() };
    for path in all.paths {
        let features = features(suite, &path);
        if set.is_of(&path, &features) {
            selection.paths.push(path);
        }
        if let Set::Edition(edition) = set {
            for feature in features.into_iter().filter(|feature| !edition.has(feature)) {
                *selection.later.entry(feature).or_default() += 1;
            }
        }
    }
    selection
}

fn features(suite: &Suite, path: &str) -> Vec<String> {
    let parsed = suite.text(path).map(front_matter::parse);
    parsed.and_then(Result::ok).map(|front_matter| front_matter.features).unwrap_or_default()
}

/// Selects all of these tests whose front matter can be read.
fn readable<'a>(suite: &Suite, tests: impl Iterator<Item = &'a str>) -> Selection {
    let mut selection = Selection::default();
    for path in tests {
        match front_matter::parse(suite.text(path).unwrap_or_default()) {
            Ok(_) => selection.paths.push(path.to_owned()),
            Err(message) => selection.unreadable.push(format!("{path}: {message}")),
        }
    }
    selection
}

/// Selects the tests in the lines of a list. Tests that the suite lacks are set aside.
fn listed(suite: &Suite, text: &str) -> Selection {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (there, missing): (Vec<&str>, Vec<&str>) = lines.partition(|path| suite.text(path).is_some());
    let missing = missing.into_iter().map(str::to_owned).collect();
    Selection { missing, ..readable(suite, there.into_iter()) }
}

fn es51_list() -> Result<String, String> {
    let failed = |error: &dyn std::fmt::Display| format!("the list of the ES5.1 set: {error}");
    let mut text = String::new();
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(ES51_LIST).map_err(|error| failed(&error))?;
    decoder.read_to_string(&mut text).map_err(|error| failed(&error))?;
    Ok(text)
}

/// Returns whether a path matches a filter. `*` matches any characters, `?` one; a filter without them matches a part
/// of the path.
pub fn matches(filter: &str, path: &str) -> bool {
    if !filter.contains(['*', '?']) {
        return path.contains(filter);
    }
    // After a `*`, a mismatch resumes behind the `*`, with one more character of the path skipped.
    let (pattern, path): (Vec<char>, Vec<char>) = (filter.chars().collect(), path.chars().collect());
    let (mut in_pattern, mut in_path) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while in_path < path.len() {
        match pattern.get(in_pattern) {
            Some('*') => {
                star = Some((in_pattern, in_path));
                in_pattern += 1;
            }
            Some(&c) if c == '?' || c == path[in_path] => {
                in_pattern += 1;
                in_path += 1;
            }
            _ => {
                let Some((star_in_pattern, star_in_path)) = star else { return false };
                star = Some((star_in_pattern, star_in_path + 1));
                in_pattern = star_in_pattern + 1;
                in_path = star_in_path + 1;
            }
        }
    }
    pattern[in_pattern..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests;
