//! A whole conformance run, from the options to the verdict.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::expectations::{Expectations, Outcome, Outcomes};
use crate::host::STACK_BYTES;
use crate::options::{ExpectationsFile, Options, Task};
use crate::report::{self, Count, Finished};
use crate::run::TestResult;
use crate::selection::{self, CORE, Set};
use crate::suite::{self, Suite};
use crate::test_case::TestCase;
use crate::{panics, pool, syntax};

/// Files of expectations, relative to the root of the repository.
const ES51_EXPECTATIONS: &str = "tests/test262/expectations.txt";
const CORE_EXPECTATIONS: &str = "tests/test262/core.txt";
const NEXT_EXPECTATIONS: &str = "tests/test262/next.txt";
const SYNTAX_EXPECTATIONS: &str = "tests/test262/syntax.txt";

const MOST_EXPENSIVE: usize = 20;
const MOST_DIFFERENCES: usize = 100;

/// Runs the tests and compares the results with the expectations. Returns whether everything is as expected.
pub fn execute(options: &Options) -> Result<bool, String> {
    let file = expectations_file(options);
    let expectations = match &file {
        Some(file) => read_expectations(file, options.update)?,
        None => Expectations::default(),
    };
    let suite = Suite::open(options.suite.as_deref())?;
    let selection = selection::select(&suite, options.set, options.list.as_deref(), &options.paths)?;
    let paths = &selection.paths;
    let is_wanted = |path: &&String| {
        options.filters.is_empty() || options.filters.iter().any(|filter| selection::matches(filter, path))
    };
    let tests = paths.iter().filter(is_wanted).map(|path| read_test(&suite, path)).collect::<Result<Vec<_>, _>>()?;
    if tests.is_empty() {
        return Err(format!("no test of {} is left by set, list, paths and filters", suite.folder.display()));
    }
    let started = Instant::now();
    let results = run_all(&tests, &suite, options)?;
    let finished: Vec<Finished<'_>> = tests.iter().zip(&results).collect();
    print_report(&finished, options, started.elapsed());
    print!("{}", report::left_out(&selection, options.set));

    let outcomes = outcomes(&finished);
    let all = expectable(&suite, options, paths)?;
    if let (Some(file), true) = (&file, options.update) {
        let updated = expectations.updated(&outcomes, &all).to_string();
        fs::write(file, updated).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("written: {}", file.display());
        return Ok(true);
    }
    let most = if options.show_failures { usize::MAX } else { MOST_DIFFERENCES };
    Ok(compare(&expectations, &outcomes, &all, most) && selection.unreadable.is_empty())
}

/// Returns the tests that the expectations may name. The file for editions covers all of them.
fn expectable(suite: &Suite, options: &Options, paths: &[String]) -> Result<BTreeSet<String>, String> {
    let is_chosen_otherwise = options.list.is_some() || !options.paths.is_empty();
    match options.set {
        Set::Edition(_) if options.set != CORE && !is_chosen_otherwise => {
            Ok(selection::select(suite, CORE, None, &[])?.paths.into_iter().collect())
        }
        _ => Ok(paths.iter().cloned().collect()),
    }
}

/// Returns the file to compare with: the one named, else that of the set. None if none is wanted, or only some tests
/// are chosen.
fn expectations_file(options: &Options) -> Option<PathBuf> {
    match &options.expectations {
        ExpectationsFile::File(file) => Some(file.clone()),
        ExpectationsFile::None => None,
        ExpectationsFile::Usual if options.list.is_some() || !options.paths.is_empty() => None,
        ExpectationsFile::Usual => {
            let name = match (options.task, options.set) {
                (Task::Run, Set::Es51) => ES51_EXPECTATIONS,
                (Task::Run, Set::Edition(_)) => CORE_EXPECTATIONS,
                (Task::Run, Set::Next) => NEXT_EXPECTATIONS,
                (Task::Parse, Set::Edition(_)) => SYNTAX_EXPECTATIONS,
                _ => return None,
            };
            Some(suite::root().join(name))
        }
    }
}

fn read_expectations(file: &PathBuf, may_be_missing: bool) -> Result<Expectations, String> {
    if may_be_missing && !file.exists() {
        return Ok(Expectations::default());
    }
    let failed = |message: String| format!("{}: {message}", file.display());
    let text = fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
    Expectations::parse(&text).map_err(failed)
}

fn read_test(suite: &Suite, path: &str) -> Result<TestCase, String> {
    let text =
        suite.text(path).ok_or_else(|| format!("{path} is on the list, but not in {}", suite.folder.display()))?;
    TestCase::new(path, text)
}

/// Runs the tests in parallel. The results are in the order of the tests.
fn run_all(tests: &[TestCase], suite: &Suite, options: &Options) -> Result<Vec<TestResult>, String> {
    panics::remember();
    // The bar shows on terminals only.
    let progress = ProgressBar::new(tests.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} tests, {elapsed}, {eta} to go") {
        progress.set_style(style);
    }
    let results = pool::map(tests, options.jobs, STACK_BYTES, |test| {
        let result = match options.task {
            Task::Run => TestResult::of(test, suite, options.settings),
            Task::Parse => syntax::result_of(test),
        };
        progress.inc(1);
        result
    });
    progress.finish_and_clear();
    results
}

/// Prints runs or failures as far as they are wanted, then tables and the summary.
fn print_report(finished: &[Finished<'_>], options: &Options, elapsed: Duration) {
    if options.verbose {
        print!("{}\n{}\n", report::all_runs(finished), report::most_expensive(finished, MOST_EXPENSIVE));
    } else if options.show_failures {
        print!("{}", report::failures(finished));
    }
    if options.features {
        println!("{}", report::by_feature(finished));
    }
    print!("{}", report::by_folder(finished, options.depth));
    println!("{}", report::summary(Count::of(finished), elapsed));
}

fn outcomes(finished: &[Finished<'_>]) -> Outcomes {
    let outcome = |test: &TestCase, result: &TestResult| Outcome {
        features: test.front_matter.features.clone(),
        runs: result.runs.iter().map(|run| (run.mode, run.failure.clone())).collect(),
    };
    finished.iter().map(|(test, result)| (test.path.clone(), outcome(test, result))).collect()
}

/// Prints at most `most` differences from the expectations. Returns whether there are none.
fn compare(expectations: &Expectations, outcomes: &Outcomes, all: &BTreeSet<String>, most: usize) -> bool {
    let differences = expectations.differences(outcomes, all);
    differences.iter().take(most).for_each(|difference| println!("{difference}"));
    if differences.len() > most {
        println!("… and {} more, which --show-failures shows", differences.len() - most);
    }
    for (reason, entries) in expectations.reasons() {
        println!("expected to fail: {entries} for \"{reason}\"");
    }
    match differences.len() {
        0 => println!("everything is as expected"),
        count => println!("{count} differences from what is expected"),
    }
    differences.is_empty()
}
