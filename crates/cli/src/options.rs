//! The command line.
//!
//! ```text
//! arguments ──> parse ──> Options            the mode, its inputs, the limits
//! table         the options: names, values, purpose, effect      ─┐
//! modes         the words that name modes, with examples          ├─> parse, help, manual, completions
//! exit_codes    the exit codes of the command                    ─┘
//! ```
//!
//! Each fact is in one of the three tables, and nowhere else. The help, the manual page (`docs/ferrotape.1`), the
//! reference in `docs/command/options.md` and the completions of shells are made from them.

mod completions;
mod exit_codes;
mod help;
#[cfg_attr(not(feature = "net"), allow(dead_code))]
pub mod hosts;
mod manual;
mod modes;
mod parse;
mod suggestion;
mod table;
pub mod units;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use ferrotape::Backend;
use ferrotape::script::TailCalls;

use self::hosts::NamedHost;
use crate::dap::ending::WantedEnd;
use crate::inspect::Inspect;
use crate::measures::Measures;
use crate::testing::asked::Testing;
use crate::trace::Shown;

pub use completions::completions;
pub use exit_codes::{CLOSED_PIPE, FAILURE, INTERNAL_ERROR, LIMIT, WRONG_USAGE};
pub use help::{help, usage};
pub use manual::manual;
pub use modes::Mode;
pub use parse::{Wrong, parse};
pub use suggestion::nearest;
pub use units::{shown_bytes, shown_duration, shown_number};

/// A parsed command line.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    pub mode: Mode,
    /// Inputs to run or examine. All modes but `check` have at most one.
    pub inputs: Vec<Input>,
    /// Name under which the program was given, if its file has another.
    pub given: Option<PathBuf>,
    pub script_arguments: Vec<String>,
    /// Whether the source text is a module, whatever the file's name.
    pub module: bool,
    pub script: bool,
    /// Whether source text without a file is TypeScript.
    pub typescript: bool,
    /// Whether imports stay that only types use.
    pub verbatim_imports: bool,
    /// Whether the value of a script is printed.
    pub prints_value: bool,
    /// Whether the program has `require` and packages.
    pub commonjs: bool,
    /// Names of imports, with the files that they mean.
    pub aliases: Vec<(String, PathBuf)>,
    pub limits: Limits,
    pub permissions: Permissions,
    /// Backend, if one is named. The default is the register machine; traces show the stack machine's.
    pub backend: Option<Backend>,
    /// Calls that take their caller's place, if the command line says which. The default is those of strict code; with
    /// packages, which look at stacks, there are none.
    pub tail_calls: Option<TailCalls>,
    /// Parts of each step that a trace shows.
    pub trace: Shown,
    /// Whether code is listed as JSON.
    pub json: bool,
    pub time_zone: Option<String>,
    pub stats: bool,
    pub measures: Measures,
    pub testing: Testing,
    /// Whether the command runs again when a file changes.
    pub watch: bool,
    /// Whether a line is printed for each garbage collection.
    pub trace_gc: bool,
    pub bench: Bench,
    /// File for compiled code.
    pub output: Option<PathBuf>,
    /// Whether the source text is left out of the compiled file.
    pub strip: bool,
    /// Time at which a program begins whose run can go back, for its clock.
    pub back: Option<SystemTime>,
    /// Port for a debugger, if there is to be one.
    pub inspect: Option<Inspect>,
    /// Address at which `ferrotape dap` waits for an editor, if not on standard input.
    pub listen: Option<SocketAddr>,
    /// Wish of an editor that its program ends.
    pub ending: Option<WantedEnd>,
    /// Word behind `help` or `completions`.
    pub topic: Option<String>,
}

/// Limits on a run.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub fuel: Option<u64>,
    pub time: Option<Duration>,
    pub memory: Option<usize>,
    /// Limit on the values in registers of nested calls.
    pub depth: Option<usize>,
}

/// Access that scripts have beyond computing; none by default.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Permissions {
    /// Folders whose files may be read.
    pub read: Vec<PathBuf>,
    pub write: Vec<PathBuf>,
    pub environment: Environment,
    /// Variables that an editor sets for a program, or takes from it, whatever the environment has.
    pub variables: Vec<(String, Option<String>)>,
    pub network: Network,
}

/// Hosts that scripts may fetch from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Network {
    #[default]
    None,
    Named(Vec<NamedHost>),
    /// All with public addresses, and those.
    Public(Vec<NamedHost>),
}

/// Environment variables that scripts see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Environment {
    #[default]
    Hidden,
    Named(Vec<String>),
    Whole,
}

/// Time to measure for, and code to run before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bench {
    pub setup: Option<String>,
    pub time: Option<Duration>,
}

/// The places that a program comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    File(PathBuf),
    Code(String),
    Stdin,
}

/// Returns the command that was probably meant by a word that names no file.
pub fn command_meant(word: &str) -> Option<&'static str> {
    nearest(word, modes::MODES.iter().map(|row| row.word))
}

/// Returns the file in the same folder that was probably meant by the name of a missing one.
pub fn file_meant(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).ok()?.take(MOST_ENTRIES).flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str)).map(|name| path.with_file_name(name))
}

/// Limit on the names of a folder that are compared.
const MOST_ENTRIES: usize = 10_000;

#[cfg(test)]
mod tests;
