//! History of earlier sessions: a file in the user's state folder, with one line for each entry.
//!
//! `FERROTAPE_HISTORY` names another file. If it is empty, no history is kept.

use std::env;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Limit on the entries kept.
pub const MOST_ENTRIES: usize = 1000;

/// The file of the history, if there is one.
pub struct History {
    path: Option<PathBuf>,
}

impl History {
    /// Returns the user's history, if there is one.
    pub fn of_user() -> History {
        let path = match env::var_os("FERROTAPE_HISTORY") {
            Some(path) => Some(PathBuf::from(path)).filter(|path| !path.as_os_str().is_empty()),
            None => state_folder().map(|folder| folder.join("ferrotape").join("history")),
        };
        History { path }
    }

    /// Reads all entries, the oldest first; none if the file cannot be read. A file that has grown long is cut.
    pub fn read(&self) -> Vec<String> {
        let Some(text) = self.path.as_ref().and_then(|path| fs::read_to_string(path).ok()) else { return Vec::new() };
        let lines: Vec<&str> = text.lines().collect();
        let kept = &lines[lines.len().saturating_sub(MOST_ENTRIES)..];
        if lines.len() > 2 * MOST_ENTRIES {
            // If the file cannot be written, it stays long.
            let _ = self.replace(&(kept.join("\n") + "\n"));
        }
        kept.iter().map(|line| unescaped(line)).collect()
    }

    /// Adds an entry. Errors are ignored: they are no reason to disturb the user.
    pub fn add(&self, entry: &str) {
        let Some(path) = &self.path else { return };
        let line = escaped(entry) + "\n";
        // One write for the line, so that concurrent sessions do not mix their lines.
        let _ = open(path).and_then(|mut file| file.write_all(line.as_bytes()));
    }

    fn replace(&self, text: &str) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        let beside = path.with_extension("new");
        let _ = fs::remove_file(&beside);
        open(&beside)?.write_all(text.as_bytes())?;
        fs::rename(beside, path)
    }
}

/// Opens the file, which only the user may read.
fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn state_folder() -> Option<PathBuf> {
    let folder = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        return folder("LOCALAPPDATA");
    }
    folder("XDG_STATE_HOME").or_else(|| Some(folder("HOME")?.join(".local").join("state")))
}

fn escaped(entry: &str) -> String {
    entry.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r")
}

/// Reads an entry back from its line: the inverse of `escaped`. A backslash before any other character is dropped.
fn unescaped(line: &str) -> String {
    let mut entry = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some('n') => entry.push('\n'),
                Some('r') => entry.push('\r'),
                other => entry.extend(other),
            },
            c => entry.push(c),
        }
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_their_lines() {
        for entry in ["", "a", "a\nb", "a\\nb", "\\", "\r\n\\\\n"] {
            assert!(!escaped(entry).contains(['\n', '\r']));
            assert_eq!(unescaped(&escaped(entry)), entry);
        }
    }

    #[test]
    fn a_long_file_is_cut() {
        let path = env::temp_dir().join(format!("ferrotape-history-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let history = History { path: Some(path.clone()) };
        for number in 0..2 * MOST_ENTRIES + 2 {
            history.add(&format!("{number}\n;"));
        }
        let entries = history.read();
        assert_eq!((entries.len(), entries[0].as_str()), (MOST_ENTRIES, "1002\n;"));
        assert_eq!(fs::read_to_string(&path).expect("a file").lines().count(), MOST_ENTRIES);
        let _ = fs::remove_file(&path);
    }
}
