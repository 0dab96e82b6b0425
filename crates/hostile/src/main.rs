//! `ferrotape-hostile`: scripts that try to exceed the engine's limits, and measurements of how far they get.
//!
//! ```text
//! tests/hostile, built-ins × arguments, sources × nesting, patterns, host calls × faults
//!      -> scripts -> suite: a process for each (process) -> verdict -> report
//!                 -> latency: an engine in this process, which notes each check of the limits
//! built-ins -> costs: time per unit of fuel
//!           -> calls: each with each hostile value, many in a process
//! ```
//!
//! Time and memory are measured from outside the process that runs a script, because the engine's own figures are
//! under test. This program stays small, because a child process begins with its parent's peak of memory.

mod arguments;
mod calls;
mod costs;
mod discovery;
mod engine;
mod faults;
mod host;
mod latency;
mod modern;
mod modules;
mod nesting;
mod options;
mod patterns;
mod process;
mod report;
mod scripts;
mod source;
mod suite;
mod typed;
mod verdict;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use options::{Action, Options};
use scripts::Script;

const WRONG_USAGE: u8 = 2;

/// Returns the root of the repository that this program was built from.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Exits with 1 if a rule was broken, and with 2 on wrong usage. `host` has the exit codes of the `ferrotape` command.
fn main() -> ExitCode {
    let options = match options::parse(lexopt::Parser::from_env()) {
        Ok(Some(options)) => options,
        Ok(None) => {
            print!("{}", options::HELP);
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("ferrotape-hostile: {message}\nTry ferrotape-hostile --help.");
            return ExitCode::from(WRONG_USAGE);
        }
    };
    if let (Action::Host, Some(file)) = (options.action, &options.operand) {
        return host::execute(Path::new(file), options.backends[0], &options.limits());
    }
    match act(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("ferrotape-hostile: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Carries out the action. Returns whether no rule was broken. Calls and costs need no scripts.
fn act(options: &Options) -> Result<bool, String> {
    match options.action {
        Action::Costs => return costs::execute(options),
        Action::Calls => return calls::execute(options),
        Action::CallsPart => return calls::execute_part(options),
        _ => {}
    }
    let mut scripts = scripts::all()?;
    if let Some(name) = &options.operand {
        let script = scripts.iter().find(|script| script.name == *name);
        print!("{}", script.ok_or_else(|| format!("no such script: {name}"))?.source.to_text());
        return Ok(true);
    }
    select(&mut scripts, options);
    match options.action {
        Action::Latency => latency::execute(options, &scripts),
        Action::List => {
            scripts.iter().for_each(|script| println!("{}", script.name));
            Ok(true)
        }
        _ => suite::execute(options, &scripts),
    }
}

/// Keeps the scripts that the options choose, the same scripts every time.
fn select(scripts: &mut Vec<Script>, options: &Options) {
    if !options.filters.is_empty() {
        scripts.retain(|script| options.filters.iter().any(|filter| script.name.contains(filter)));
    }
    scripts.retain(|script| script.is_named() || spread(&script.name).is_multiple_of(options.every as u64));
}

/// Hashes a name by FNV-1a, so that choices do not follow the order of the scripts, whose kinds repeat.
pub fn spread(name: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    // The lowest bits are mixed least.
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step) >> 32
}
