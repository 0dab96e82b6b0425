//! The feature scripts: `// expect` comments state each line of output, and the error at the end. The examples of the
//! documents, in `tests/seeds`, run in the same way. `tests/scripts/README.md` explains the conventions.
//! `FERROTAPE_SCRIPTS=language/for` runs only those with this in their path.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::runner::{Outcome, Run, failures, files_below, root};

/// Folders of scripts.
pub const SCRIPTS: [&str; 2] = ["tests/scripts", "tests/seeds"];

#[test]
fn scripts_print_what_they_expect() {
    run_all("register", None);
}

#[test]
fn scripts_print_what_they_expect_when_every_safepoint_collects() {
    run_all("register", Some("stress"));
}

#[test]
fn seed_s01_scripts_print_the_same_on_the_stack_machine() {
    run_all("stack", None);
}

#[test]
fn scripts_print_what_they_expect_on_the_stack_machine_when_every_safepoint_collects() {
    run_all("stack", Some("stress"));
}

/// These builds have debug assertions, so each cycle is compared with one that stops the world.
#[test]
fn scripts_print_what_they_expect_when_every_safepoint_looks_into_one_cell() {
    run_all("register", Some("slices"));
    run_all("stack", Some("slices"));
}

fn run_all(backend: &str, stress: Option<&'static str>) {
    let scripts = scripts();
    let failures = failures(&scripts, |path| run_one(path, backend, stress));
    assert!(failures.is_empty(), "{} of {} scripts failed:\n{}", failures.len(), scripts.len(), failures.join("\n"));
}

fn scripts() -> Vec<PathBuf> {
    let wanted = std::env::var("FERROTAPE_SCRIPTS").unwrap_or_default();
    let below = |folder: &str| ["js", "ts"].map(|ending| files_below(&root().join(folder), ending));
    let all = SCRIPTS.iter().flat_map(|folder| below(folder).into_iter().flatten());
    let scripts: Vec<PathBuf> = all.filter(|path| path.to_string_lossy().contains(&wanted)).collect();
    assert!(!scripts.is_empty(), "no script has {wanted:?} in its path");
    scripts
}

fn run_one(path: &Path, backend: &str, stress: Option<&'static str>) -> Result<(), String> {
    let source = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    if stress.is_some() && source.lines().any(|line| line.starts_with("// slow:")) {
        return Ok(());
    }
    let expected = Expectations::of(&source);
    let name = path.to_string_lossy();
    let options = source.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
    let arguments: Vec<&str> =
        ["--backend", backend].into_iter().chain(options.split_whitespace()).chain([&*name]).collect();
    let run = Run { arguments: &arguments, stress, patience: Duration::from_secs(120), ..Run::default() };
    let short_name = path.strip_prefix(root().join("tests")).unwrap_or(path).display();
    expected.compare(&run.outcome()).map_err(|message| format!("  {short_name}: {message}"))
}

#[derive(Default)]
struct Expectations {
    /// Lines of output, with the numbers of the lines that expect them.
    output: Vec<(String, usize)>,
    error: Option<ExpectedError>,
}

struct ExpectedError {
    /// Error, as `Name` or `Name: message`.
    text: String,
    line: usize,
}

impl Expectations {
    fn of(source: &str) -> Self {
        let mut expected = Expectations::default();
        for (index, line) in source.lines().enumerate() {
            if let Some((_, text)) = line.rsplit_once("// expect:") {
                expected.output.push((text.trim().to_string(), index + 1));
            }
            if let Some((_, text)) = line.rsplit_once("// expect error: ") {
                expected.error = Some(ExpectedError { text: text.trim().to_string(), line: index + 1 });
            }
        }
        expected
    }

    fn compare(&self, outcome: &Outcome) -> Result<(), String> {
        let mut printed = outcome.stdout.lines().map(str::trim);
        for (expected, line) in &self.output {
            match printed.next() {
                Some(text) if text == expected => {}
                Some(text) => return Err(format!("line {line} expects {expected:?}, printed {text:?}")),
                None => return Err(format!("line {line} expects {expected:?}, the output ended; {}", ending(outcome))),
            }
        }
        if let Some(text) = printed.next() {
            return Err(format!("printed {text:?} after all that was expected"));
        }
        self.compare_error(outcome)
    }

    fn compare_error(&self, outcome: &Outcome) -> Result<(), String> {
        let Some(expected) = &self.error else {
            return if outcome.code == Some(0) { Ok(()) } else { Err(ending(outcome)) };
        };
        let headline = outcome.stderr.lines().next().unwrap_or("");
        let error = headline.strip_prefix("Uncaught ").unwrap_or(headline);
        let wanted = expected.text.strip_prefix("uncaught: ").unwrap_or(&expected.text);
        let agrees = match wanted.contains(": ") || expected.text != wanted {
            true => error == wanted,
            false => error == wanted || error.starts_with(&format!("{wanted}: ")),
        };
        if outcome.code != Some(1) || !agrees {
            return Err(format!("line {} expects the error {wanted:?}; {}", expected.line, ending(outcome)));
        }
        match reported_line(&outcome.stderr) {
            Some(line) if line != expected.line => {
                Err(format!("line {} expects {wanted:?}, which was reported for line {line}", expected.line))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the line of `  --> file:line:column`. Thrown values that are no errors have none.
fn reported_line(stderr: &str) -> Option<usize> {
    let place = stderr.lines().find_map(|line| line.strip_prefix("  --> "))?;
    place.rsplit(':').nth(1)?.parse().ok()
}

fn ending(outcome: &Outcome) -> String {
    let stderr: Vec<&str> = outcome.stderr.lines().take(6).collect();
    match outcome.code {
        Some(code) => format!("exit code {code}: {}", stderr.join(" / ")),
        None => format!("killed by a signal or after too long a time: {}", stderr.join(" / ")),
    }
}
