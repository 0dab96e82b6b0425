//! The command line.
//!
//! ```text
//! arguments ──> parse ──> Options            what is to be done, to what, within which limits
//! table         the options: names, what they take, what they are for, what they set       ─┐
//! modes         the words that say what is to be done, with examples                        ├─> parse, help, manual, completions
//! exit_codes    what the command ends with                                                 ─┘
//! ```
//!
//! Each fact is in one of the three tables, and nowhere else: the help, the manual page (`docs/ferrotape.1`), the reference in
//! `docs/command.md` and the completions of shells are made of them.

mod completions;
mod exit_codes;
mod help;
mod manual;
mod modes;
mod parse;
mod suggestion;
mod table;
pub mod units;

use std::path::{Path, PathBuf};
use std::time::Duration;

use ferrotape::Backend;
use ferrotape::script::TailCalls;

pub use completions::completions;
pub use exit_codes::{CLOSED_PIPE, FAILURE, INTERNAL_ERROR, LIMIT, WRONG_USAGE};
pub use help::{help, usage};
pub use manual::manual;
pub use modes::Mode;
pub use parse::{Wrong, parse};
pub use suggestion::nearest;
pub use units::{shown_bytes, shown_duration, shown_number};

/// What a command line asks for.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    pub mode: Mode,
    /// What is run, or looked at. All modes but `check` have at most one.
    pub inputs: Vec<Input>,
    pub script_arguments: Vec<String>,
    /// Is the text a module, whatever the file is called?
    pub module: bool,
    pub script: bool,
    /// Is the value of a script printed?
    pub prints_value: bool,
    /// Is there `require`, and are packages found?
    pub commonjs: bool,
    /// What imports name, and the files that they mean.
    pub aliases: Vec<(String, PathBuf)>,
    pub limits: Limits,
    pub permissions: Permissions,
    /// The register machine where none is named, but for traces.
    pub backend: Option<Backend>,
    pub tail_calls: TailCalls,
    pub time_zone: Option<String>,
    pub stats: bool,
    /// Is a line printed for each collection?
    pub trace_gc: bool,
    pub bench: Bench,
    /// Where compiled code goes.
    pub output: Option<PathBuf>,
    /// Is the source text left out of it?
    pub strip: bool,
    /// The word behind `help` or `completions`.
    pub topic: Option<String>,
}

/// Where a run ends at the latest.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub fuel: Option<u64>,
    pub time: Option<Duration>,
    pub memory: Option<usize>,
    /// Values that the registers of nested calls may take.
    pub depth: Option<usize>,
}

/// What scripts may do beside computing: nothing, where nothing is said.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Permissions {
    /// Folders.
    pub read: Vec<PathBuf>,
    pub write: Vec<PathBuf>,
    pub environment: Environment,
}

/// The variables of the environment that scripts see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Environment {
    #[default]
    Hidden,
    Named(Vec<String>),
    Whole,
}

/// How long is measured, and what comes before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bench {
    pub setup: Option<String>,
    pub time: Option<Duration>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    File(PathBuf),
    Code(String),
    Stdin,
}

/// The command that was probably meant by a word that is the name of no file.
pub fn command_meant(word: &str) -> Option<&'static str> {
    nearest(word, modes::MODES.iter().map(|row| row.word))
}

/// The file of the same folder that was probably meant by the name of one that is not there.
pub fn file_meant(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).ok()?.take(MOST_ENTRIES).flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str)).map(|name| path.with_file_name(name))
}

/// Names of a folder that are compared.
const MOST_ENTRIES: usize = 10_000;

#[cfg(test)]
mod tests;
