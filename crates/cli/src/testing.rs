//! `ferrotape test`: files with tests as `node:test` has them, each in an engine of its own.
//!
//! ```text
//! files ──> run (an engine each) ──> commonjs/builtin/test.js: order, hooks, filters ──> report: what happened, as text
//!                                                                                         └──> reporter: a program that tells it
//! ```

pub mod asked;
mod report;
mod reporter;
pub mod snapshots;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ferrotape::Engine;
use ferrotape::coverage::Coverage;

use crate::debugger::Quit;
use crate::host::Output;
use crate::measures::Collected;
use crate::modules::tidied;
use crate::options::{FAILURE, Input, Mode, Options, WRONG_USAGE};
use crate::reach::SharedReach;
use crate::run;
use crate::system_error::in_words;
use asked::{Style, Told};
use report::{Finished, Reporter};

/// Endings of files with tests.
const ENDINGS: [&str; 6] = ["js", "mjs", "cjs", "ts", "mts", "cts"];
/// Most files in given folders.
const MOST_FILES: usize = 100_000;

/// The report, which each file's tests add to.
#[derive(Clone)]
struct Shared(Arc<Mutex<Reporter>>);

impl Shared {
    /// Works with the report. A panic leaves nothing half done there.
    fn with<T>(&self, work: impl FnOnce(&mut Reporter) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Runs the files, and returns the exit code.
pub fn test(options: &Options) -> u8 {
    let mut files = Vec::new();
    for input in &options.inputs {
        match input {
            Input::File(path) if path.is_dir() => {
                if let Err(error) = add_folder(path, &mut files) {
                    eprintln!("ferrotape: cannot read {}: {}", path.display(), in_words(&error));
                    return FAILURE;
                }
            }
            input => files.push(input.clone()),
        }
    }
    if let Err(message) = reporter::check(options) {
        eprintln!("ferrotape: {message}");
        return WRONG_USAGE;
    }
    let reporter = Shared(Arc::new(Mutex::new(Reporter::new(options.testing.style))));
    let mut coverage: Option<Coverage> = None;
    for file in files {
        let name = match &file {
            Input::File(path) => path.display().to_string(),
            Input::Code(_) => "<command line>".to_owned(),
            Input::Stdin => "<standard input>".to_owned(),
        };
        let mut own = Options { mode: Mode::Test, inputs: vec![file], commonjs: true, ..options.clone() };
        own.testing.file = own.inputs.first().and_then(absolute);
        let path = own.testing.file.as_ref().map_or_else(|| name.clone(), |path| path.display().to_string());
        reporter.with(|reporter| reporter.begin_file(&name, &path));
        let receiver = reporter.clone();
        own.testing.told = Told::new(move |event| receiver.with(|reporter| reporter.event(event)));
        own.measures.collected = Some(Collected::default());
        let code =
            run::run_debugged(&own, &Quit::default(), &mut |_: &mut Engine, output: &Output, _: &SharedReach| {
                reporter.with(|reporter| reporter.use_output(output));
            });
        reporter.with(|reporter| reporter.end_file(code));
        if let Some(of_file) = own.measures.taken() {
            match &mut coverage {
                Some(coverage) => coverage.merge(of_file),
                None => coverage = Some(of_file),
            }
        }
    }
    let Finished { has_failed, has_run, events } = reporter.with(Reporter::finish);
    let code = if has_failed { FAILURE } else { 0 };
    let code = if options.testing.style == Style::Own { code.max(reporter::tell(options, events)) } else { code };
    let code = options.measures.write_coverage(coverage, code);
    if has_run {
        return code;
    }
    eprintln!("ferrotape: no test ran");
    code.max(WRONG_USAGE)
}

/// Returns the absolute path of an input that is a file.
fn absolute(input: &Input) -> Option<PathBuf> {
    match input {
        Input::File(path) => std::path::absolute(path).ok().map(|path| tidied(&path)),
        Input::Code(_) | Input::Stdin => None,
    }
}

/// Adds the files with tests below a folder: those that are named so, and all in folders that are called `test`.
/// Links to folders are not followed.
fn add_folder(folder: &Path, inputs: &mut Vec<Input>) -> std::io::Result<()> {
    let mut folders = vec![folder.to_path_buf()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if kind.is_dir() && name != "node_modules" && !name.starts_with('.') {
                folders.push(path);
            } else if is_test(&path) && path.is_file() && files.len() < MOST_FILES {
                files.push(path);
            }
        }
    }
    files.sort();
    inputs.extend(files.into_iter().map(Input::File));
    Ok(())
}

/// Returns whether a file has tests by its name, as node says: `a.test.js`, `a-test.js`, `a_test.js`, `test-a.js`, `test.js`.
fn is_test(path: &Path) -> bool {
    let (Some(stem), Some(ending)) = (path.file_stem().and_then(|stem| stem.to_str()), path.extension()) else {
        return false;
    };
    let in_folder = path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "test");
    let is_named = stem == "test"
        || stem.starts_with("test-")
        || [".test", "-test", "_test"].iter().any(|end| stem.ends_with(end));
    ENDINGS.iter().any(|known| ending == *known) && !stem.ends_with(".d") && (is_named || in_folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_tests_are_known_by_name() {
        for name in ["a.test.js", "a-test.mjs", "b/a_test.ts", "test-a.cjs", "test.js", "test/any.mts"] {
            assert!(is_test(Path::new(name)), "{name}");
        }
        for name in ["a.js", "test.txt", "testing.js", "a.test.d.ts", "test/a.json", "latest.js", "test"] {
            assert!(!is_test(Path::new(name)), "{name}");
        }
    }
}
