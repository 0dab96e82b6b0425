//! `benches/instructions`: counts the machine instructions of the programs of `benches/programs`, beside the counts
//! kept in the repository.
//!
//! Unlike times, counts can be compared with those of another day, and do not depend on other work of the computer:
//! they differ by less than 0.1 % between runs. They do depend on the compiler, which the file of counts therefore
//! names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use crate::engines;
use crate::root;

const PROGRAMS: [&str; 7] = ["fib", "loop", "prop", "objects", "texts", "lists", "wide"];
const USAGE: &str = "usage: benches/instructions [--update] [PROGRAM...]
programs: fib, loop, prop, objects, texts, lists, wide (all of them when none is named)
--update writes the counts into benches/instructions.txt";

/// Percentage above its kept count from which on a program fails the comparison.
const TOLERANCE_PERCENT: f64 = 3.0;

/// The command line.
struct Options {
    update: bool,
    programs: Vec<String>,
}

/// Counts of instructions by program.
struct Counts {
    /// Output of `rustc --version`.
    compiler: String,
    of_programs: BTreeMap<String, u64>,
}

/// Carries out the command. Exits with 1 if a count exceeds its tolerance, or cannot be made, and with 2 on wrong usage.
pub fn execute(parser: lexopt::Parser) -> ExitCode {
    let result = match parse_options(parser) {
        Ok(Some(options)) => compare(&options),
        Ok(None) => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("benches/instructions: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Counts and prints the table. Returns whether no program exceeds the tolerance.
fn compare(options: &Options) -> Result<bool, String> {
    require_valgrind()?;
    let path = root().join("benches/instructions.txt");
    let mut kept = read_counts(&path)?;
    let compiler = compiler_version()?;
    if !options.update && kept.compiler != compiler {
        println!(
            "The kept counts are of another compiler ({}, not {compiler}): count what you compare with anew.",
            kept.compiler
        );
    }
    kept.compiler = compiler;
    println!("  {:<10}{:>16}{:>16}{:>10}", "", "kept", "now", "change");
    let mut is_good = true;
    for program in &options.programs {
        let count = count(&root().join("benches/programs").join(format!("{program}.js")))?;
        let before = kept.of_programs.insert(program.clone(), count);
        let change = before.map(|before| 100.0 * (count as f64 / before as f64 - 1.0));
        let is_worse = change.is_some_and(|change| change > TOLERANCE_PERCENT);
        is_good &= !is_worse || options.update;
        let shown = change.map_or("new".to_owned(), |change| format!("{change:+.2} %"));
        let before = before.map_or("–".to_owned(), |before| before.to_string());
        println!("  {program:<10}{before:>16}{count:>16}{shown:>10}{}", if is_worse { "  WORSE" } else { "" });
    }
    if options.update {
        fs::write(&path, text_of(&kept)).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(is_good)
}

pub fn require_valgrind() -> Result<(), String> {
    match Command::new("valgrind").arg("--version").stdout(Stdio::null()).status() {
        Ok(_) => Ok(()),
        Err(_) => Err("valgrind is not installed: NOTHING WAS COUNTED; install it, with its tool callgrind".to_owned()),
    }
}

/// Returns the instructions that the command executes for a program, by callgrind.
pub fn count(program: &Path) -> Result<u64, String> {
    count_command(&[], program)
}

/// Returns the instructions of the command with other arguments before the file.
pub fn count_command(arguments: &[&str], program: &Path) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(engines::own_command()).args(arguments);
    valgrind.arg(program);
    let output = valgrind.output().map_err(|error| format!("valgrind does not start: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stderr);
    let count = messages.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    match count {
        Some(count) if output.status.success() => Ok(count),
        _ => Err(format!("{} failed:\n{messages}", program.display())),
    }
}

pub fn compiler_version() -> Result<String, String> {
    let output =
        Command::new("rustc").arg("--version").output().map_err(|error| format!("rustc does not start: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Reads a file of counts: the compiler in its first line, then a line for each program with its count.
fn read_counts(path: &PathBuf) -> Result<Counts, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let mut lines = text.lines();
    let compiler = lines.next().unwrap_or_default().to_owned();
    let row = |line: &str| {
        let (program, count) = line.split_once(' ')?;
        Some((program.to_owned(), count.trim().parse().ok()?))
    };
    let of_programs: Option<_> = lines.map(row).collect();
    Ok(Counts { compiler, of_programs: of_programs.ok_or_else(|| format!("{}: not a row of counts", path.display()))? })
}

fn text_of(counts: &Counts) -> String {
    let rows = counts.of_programs.iter().map(|(program, count)| format!("{program:<10}{count:>14}\n"));
    format!("{}\n{}", counts.compiler, rows.collect::<String>())
}

/// Parses the arguments. Returns `None` if help is requested.
fn parse_options(mut parser: lexopt::Parser) -> Result<Option<Options>, String> {
    use lexopt::prelude::*;
    let mut options = Options { update: false, programs: Vec::new() };
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        match argument {
            Long("update") => options.update = true,
            Long("help") => return Ok(None),
            Value(program) if PROGRAMS.iter().any(|known| program == *known) => {
                options.programs.push(program.to_string_lossy().into_owned());
            }
            other => return Err(other.unexpected().to_string()),
        }
    }
    if options.programs.is_empty() {
        options.programs = PROGRAMS.map(str::to_owned).to_vec();
    }
    Ok(Some(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_counts_are_there_for_every_program_and_read_as_they_were_written() {
        let path = root().join("benches/instructions.txt");
        let counts = read_counts(&path).expect("counts");
        assert!(
            PROGRAMS.iter().all(|program| counts.of_programs.get(*program).is_some_and(|&count| count > 1_000_000))
        );
        assert_eq!(text_of(&counts), fs::read_to_string(path).expect("the file"));
    }
}
