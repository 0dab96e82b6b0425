//! Names in texts of the user, and those that may come next.

use ferrotape::debug::Stopped;

use crate::debugger::harmless::is_harmless;

/// Most bytes of a text that gives a value.
pub const LONGEST_PATH: usize = 1000;

/// Most names that are told at once.
const MOST: usize = 1000;

/// Returns whether a text is the name of a variable, or of a property behind a dot.
pub fn is_name(text: &str) -> bool {
    text.chars().all(is_part) && text.chars().next().is_some_and(|first| !first.is_ascii_digit())
}

/// Returns whether a character may be in a name.
fn is_part(it: char) -> bool {
    it.is_alphabetic() || it.is_ascii_digit() || matches!(it, '_' | '$')
}

/// Returns whether a text is names with dots: what is behind it belongs to all of it.
pub fn is_path(text: &str) -> bool {
    text.len() <= LONGEST_PATH && text.split('.').all(is_name)
}

/// Splits the end of a text into what stands before the last dot, if there is one, and the beginning of a name.
pub fn split(text: &str) -> (Option<&str>, &str) {
    let start = text
        .rfind(|it: char| !is_part(it) && it != '.')
        .map_or(0, |at| at + text[at..].chars().next().map_or(0, char::len_utf8));
    match text[start..].rsplit_once('.') {
        Some((path, prefix)) => (Some(path), prefix),
        None => (None, &text[start..]),
    }
}

/// Returns the names that complete a beginning: behind a path, or of variables. A path is evaluated only if that changes nothing.
pub fn completed(stopped: &mut Stopped<'_>, frame: usize, path: Option<&str>, prefix: &str) -> Vec<String> {
    if path.is_some_and(|path| !is_path(path) || !is_harmless(stopped, Some(frame), path)) {
        return Vec::new();
    }
    let mut names = stopped.completions(frame, path, prefix).unwrap_or_default();
    names.truncate(MOST);
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_names_with_dots() {
        assert!(is_path("a.b") && is_path("this") && !is_path("a + b") && !is_path("a.") && !is_path(""));
    }

    #[test]
    fn the_end_of_a_text_is_a_path_and_a_beginning() {
        assert_eq!(split("f(a.b.pre"), (Some("a.b"), "pre"));
        assert_eq!(split("let x = co"), (None, "co"));
        assert_eq!(split("f()."), (Some(""), ""));
        assert_eq!(split("«a"), (None, "a"));
        assert_eq!(split(""), (None, ""));
    }
}
