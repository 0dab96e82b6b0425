//! Which tests are run: a set or a list, and what a filter leaves of it.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::suite::Suite;

/// A part of the suite that has a name.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Set {
    /// What an engine for ECMAScript 5.1 is to pass.
    Es51,
    /// All of the language and its library, without proposals.
    Core,
}

/// The file of the ES5.1 set beside the archive; a checkout is read with our own copy.
const ES51_LIST: &str = "es51-tests.txt";
const ES51_COPY: &[u8] = include_bytes!("../../../tests/test262/es51-tests.txt.zst");

/// The paths of the chosen tests in order.
pub fn select(suite: &Suite, set: Set, list: Option<&Path>) -> Result<Vec<String>, String> {
    let text = match (list, set) {
        (Some(list), _) => fs::read_to_string(list).map_err(|error| format!("{}: {error}", list.display()))?,
        (None, Set::Es51) => match fs::read_to_string(suite.folder.join(ES51_LIST)) {
            Ok(text) => text,
            Err(_) => es51_copy()?,
        },
        (None, Set::Core) => return Ok(suite.tests().into_iter().map(str::to_owned).collect()),
    };
    Ok(text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect())
}

fn es51_copy() -> Result<String, String> {
    let failed = |error: &dyn std::fmt::Display| format!("the list of the ES5.1 set: {error}");
    let mut text = String::new();
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(ES51_COPY).map_err(|error| failed(&error))?;
    decoder.read_to_string(&mut text).map_err(|error| failed(&error))?;
    Ok(text)
}

/// Does a filter leave this path? `*` stands for any characters, `?` for one; without them the filter is a part of the path.
pub fn matches(filter: &str, path: &str) -> bool {
    if !filter.contains(['*', '?']) {
        return path.contains(filter);
    }
    // The path is matched from `text` on against the pattern from `pattern` on; after a `*` both can be taken up again, one
    // character further in the path.
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
mod tests {
    use super::*;

    #[test]
    fn the_copy_of_the_list_is_whole() {
        let text = es51_copy().expect("the list");
        assert_eq!(text.lines().count(), 12_370);
        assert!(text.lines().all(|line| line.starts_with("test/") && line.ends_with(".js")));
    }

    #[test]
    fn filters_are_parts_or_patterns_of_paths() {
        let path = "test/language/statements/for/head.js";
        for filter in ["statements", "", "*/for/*", "test/*.js", "*", "*for*head.js*", "test/language/????ements/*"] {
            assert!(matches(filter, path), "{filter}");
        }
        for filter in ["expressions", "for/*", "*/for", "test/*.mjs", "?", "*/for/?.js"] {
            assert!(!matches(filter, path), "{filter}");
        }
    }
}
