//! Finds what to complete at the cursor.

use std::path::Path;

use ferrotape::modules::{FileGate, FolderEntry, ReadLimits};

use super::tokens::{Kind, Token, is_part, tokens};

/// Text to be completed before the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A name: a property of the value at the path; without a path, a global variable or a keyword.
    Name { path: Vec<String>, start: usize },
    /// A property of a string.
    OfText { start: usize },
    /// The name of a command, with the dot.
    Command,
    /// File for `.load`.
    File { start: usize },
}

/// Limit on the names of a folder that are examined.
const MOST_ENTRIES: usize = 10_000;

/// Finds what to complete. Returns `None` in strings and comments, and behind expressions that would have to be
/// evaluated.
pub fn spot(line: &str, position: usize) -> Option<Spot> {
    let before = line.get(..position)?;
    if before.starts_with('.') && before[1..].chars().all(|c| c.is_ascii_alphabetic()) {
        return Some(Spot::Command);
    }
    if let Some(file) = before.strip_prefix(".load ") {
        return Some(Spot::File { start: position - file.trim_start().len() });
    }
    let mut tokens: Vec<Token> = tokens(before);
    if tokens.last().is_some_and(|last| last.is_open) {
        return None;
    }
    let prefix =
        before.rfind(|c| !is_part(c)).map_or(0, |last| last + before[last..].chars().next().map_or(1, char::len_utf8));
    if tokens.last().is_some_and(|last| last.range.start < prefix && last.range.end > prefix) {
        return None;
    }
    tokens.retain(|token| token.range.end <= prefix && token.kind != Kind::Space);
    let text = |token: &Token| &before[token.range.clone()];
    let mut path = Vec::new();
    while tokens.pop_if(|token| matches!(text(token), "." | "?.")).is_some() {
        let object = tokens.pop()?;
        match object.kind {
            Kind::Name | Kind::Keyword => path.insert(0, text(&object).to_owned()),
            Kind::Text if path.is_empty() && !text(&object).starts_with('}') => {
                return Some(Spot::OfText { start: prefix });
            }
            _ => return None,
        }
    }
    if path.is_empty() && before[prefix..].starts_with(|first: char| first.is_numeric()) {
        return None;
    }
    Some(Spot::Name { path, start: prefix })
}

/// Returns the files and folders whose paths have a prefix, in order. Hidden ones are listed only if the dot was typed.
pub fn files(prefix: &str) -> Vec<String> {
    let (folder, beginning) = prefix.split_at(prefix.rfind('/').map_or(0, |slash| slash + 1));
    let folder_path = if folder.is_empty() { Path::new(".") } else { Path::new(folder) };
    let mut limits = ReadLimits::none();
    let Ok(gate) = FileGate::new().folder(folder_path) else { return Vec::new() };
    let entries = gate.list(folder_path, MOST_ENTRIES, &mut limits).unwrap_or_default();
    let path = |FolderEntry { name, .. }: FolderEntry| {
        let is_meant = name.starts_with(beginning) && (!name.starts_with('.') || beginning.starts_with('.'));
        if !is_meant {
            return None;
        }
        let is_folder = gate.metadata(folder_path.join(&name), &mut limits).is_ok_and(|there| there.is_dir());
        Some(format!("{folder}{name}{}", if is_folder { "/" } else { "" }))
    };
    let mut paths: Vec<String> = entries.into_iter().filter_map(path).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    // The fuzzer's build of the package has no such folder, and a failing test hides its targets.
    #[cfg(not(fuzzing))]
    #[test]
    fn files_are_those_of_a_folder() {
        assert_eq!(spot(".load  src/re", 13), Some(Spot::File { start: 7 }));
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
        assert_eq!(files(&format!("{root}src/repl/comm")), [format!("{root}src/repl/commands.rs")]);
        assert!(files(&format!("{root}src/rep")).contains(&format!("{root}src/repl/")));
        assert!(files("no/such/folder/").is_empty());
    }

    fn name(line: &str) -> Option<(Vec<String>, &str)> {
        match spot(line, line.len())? {
            Spot::Name { path, start } => Some((path, &line[start..])),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_path_is_found_before_the_cursor() {
        assert_eq!(name("con"), Some((vec![], "con")));
        assert_eq!(name("f(a.bc.de"), Some((vec!["a".to_owned(), "bc".to_owned()], "de")));
        assert_eq!(name("x = this.a ?. "), Some((vec!["this".to_owned(), "a".to_owned()], "")));
        assert_eq!(name(""), Some((vec![], "")));
        assert_eq!(name("`${gl"), Some((vec![], "gl")));
        assert_eq!(spot("ab.cd", 3), Some(Spot::Name { path: vec!["ab".to_owned()], start: 3 }));
    }

    #[test]
    fn strings_and_calls_have_no_path() {
        assert_eq!(spot("'a'.le", 6), Some(Spot::OfText { start: 4 }));
        for line in ["'con", "// con", "`con", "f().a", "a[0].b", "12", "1.5.a"] {
            assert_eq!(spot(line, line.len()), None, "{line}");
        }
        assert_eq!(spot(".he", 3), Some(Spot::Command));
    }
}
