//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use ferrotape::Backend;

use crate::calls;
use crate::crosses;
use crate::diff;
use crate::fuel;
use crate::host::Settings;
use crate::properties;
use crate::saved;
use crate::selection::{CORE, Set};
use crate::snapshots;
use crate::wpt;

pub const USAGE: &str = "usage: ferrotape-conformance [test262] [OPTIONS] [PATH...]";

pub const HELP: &str = "\
Runs test262, the conformance suite of ECMAScript, on ferrotape.

usage: ferrotape-conformance [test262] [OPTIONS] [PATH...]
       ferrotape-conformance syntax [OPTIONS]           only parses the tests of the core set
       ferrotape-conformance diff [OPTIONS] [FILE...]   compares the back-ends; see diff --help
       ferrotape-conformance properties [OPTIONS]       compares property operations with node's; see properties --help
       ferrotape-conformance crosses [OPTIONS]          compares nested scopes with node's; see crosses --help
       ferrotape-conformance saved [OPTIONS]            saves code, and reads changed copies; see saved --help
       ferrotape-conformance calls [OPTIONS]            answers calls in other processes; see calls --help
       ferrotape-conformance fuel [OPTIONS]             compares the fuel of programs; see fuel --help
       ferrotape-conformance snapshots [OPTIONS]        continues programs in other engines; see snapshots --help
       ferrotape-conformance wpt [OPTIONS] [PATH...]    runs web platform tests; see wpt --help

Tests
  PATH                  tests or folders by their paths from the root of the suite (test/staging/sm), instead of a set
  --set NAME            es51: the tests of ECMAScript 5.1 (default), by a list in this repository
                        core: the language and its library up to the latest edition, by the features that tests name;
                        es2015 to es2026: up to that edition; next: tests in none of these, except staging;
                        intl402: ECMA-402; staging: tests that have no place in the suite yet
  --list FILE           the tests in this file, a path on each line, instead of a set
  --filter TEXT         only tests with this in their path; with * or ? a pattern for the whole path. May be given again
  --test262 FOLDER      where the suite is: a folder with test262-core.tar.zst (test262-next.tar.zst beside it is read
                        too), or a checkout of tc39/test262. Default: the variable FERROTAPE_TEST262, else ../shared/test262
                        or .test262 from the root of the repository

Runs
  --backend NAME        register (default) or stack
  --fuel N              units of work for each run
  --gc-stress           collect garbage at every safepoint
  --gc-slices           mark one cell at every safepoint; compare the marks with those of a whole collection
  --jobs N              threads; twice as many as there are cores by default, as some tests sleep

Results
  --expectations FILE   the list of expected failures; the default is tests/test262/expectations.txt for the ES5.1 set, core.txt
                        there for editions, next.txt for later proposals, and syntax.txt for what the front end
                        accepts and refuses; none for lists and paths
  --no-expectations     expect no failure
  --update              rewrite the expectations from the results. New entries have no reason, and are rejected until they
                        have one
  --show-failures       show each failure with its message, expected ones too
  --verbose             show how every run ended, and the most expensive runs
  --depth N             depth of folders in the table (default 2; 0: only the total)
  --features            show a table by feature, too

Exit codes: 0; 1 if a result is unexpected, or the suite cannot be read; 2 for wrong usage.
";

/// Much more than any test of the suite needs, and spent in some seconds.
const DEFAULT_FUEL: u64 = 2_000_000_000;

/// The command line of the runner.
#[derive(Clone, Debug)]
pub struct Options {
    pub task: Task,
    pub set: Set,
    pub list: Option<PathBuf>,
    /// Tests and folders of the suite.
    pub paths: Vec<String>,
    pub filters: Vec<String>,
    pub suite: Option<PathBuf>,
    pub settings: Settings,
    pub jobs: usize,
    pub expectations: ExpectationsFile,
    pub update: bool,
    pub show_failures: bool,
    pub verbose: bool,
    pub depth: usize,
    pub features: bool,
}

/// Task for each test.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Task {
    Run,
    /// Only parses the test.
    Parse,
}

/// The file with the expectations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExpectationsFile {
    Usual,
    None,
    File(PathBuf),
}

/// The command that was given, with its options.
#[derive(Clone, Debug)]
pub enum Parsed {
    Test262(Options),
    Diff(diff::Options),
    Properties(properties::Options),
    Crosses(crosses::Options),
    Saved(saved::Options),
    Snapshots(snapshots::Options),
    Calls(calls::Options),
    Fuel(fuel::Options),
    Wpt(wpt::Options),
    /// Prints the help text.
    Help(&'static str),
}

/// Reads the command line. The first word may name a command, which then reads the rest.
pub fn parse(mut parser: lexopt::Parser) -> Result<Parsed, String> {
    use lexopt::prelude::*;
    let mut options = defaults();
    let mut is_first = true;
    while let Some(argument) = parser.next().map_err(in_words)? {
        match argument {
            Value(word) if is_first && word == "test262" => {}
            Value(word) if is_first && word == "syntax" => {
                options.task = Task::Parse;
                options.set = CORE;
            }
            Value(word) if is_first && word == "diff" => {
                return Ok(diff::parse(&mut parser)?.map_or(Parsed::Help(diff::HELP), Parsed::Diff));
            }
            Long("help") | Short('h') => return Ok(Parsed::Help(HELP)),
            Value(word) if is_first && word == "crosses" => {
                let options = crosses::parse(&mut parser)?;
                return Ok(options.map_or(Parsed::Help(crosses::HELP), Parsed::Crosses));
            }
            Value(word) if is_first && word == "properties" => {
                let options = properties::parse(&mut parser)?;
                return Ok(options.map_or(Parsed::Help(properties::HELP), Parsed::Properties));
            }
            Value(word) if is_first && word == "saved" => {
                return Ok(saved::parse(&mut parser)?.map_or(Parsed::Help(saved::HELP), Parsed::Saved));
            }
            Value(word) if is_first && word == "snapshots" => {
                let options = snapshots::parse(&mut parser)?;
                return Ok(options.map_or(Parsed::Help(snapshots::HELP), Parsed::Snapshots));
            }
            Value(word) if is_first && word == "calls" => {
                return Ok(calls::parse(&mut parser)?.map_or(Parsed::Help(calls::HELP), Parsed::Calls));
            }
            Value(word) if is_first && word == "fuel" => {
                return Ok(fuel::parse(&mut parser)?.map_or(Parsed::Help(fuel::HELP), Parsed::Fuel));
            }
            Value(word) if is_first && word == "wpt" => {
                return Ok(wpt::parse(&mut parser)?.map_or(Parsed::Help(wpt::HELP), Parsed::Wpt));
            }
            Value(path) if path.to_string_lossy().starts_with("test/") => {
                options.paths.push(path.to_string_lossy().into_owned());
            }
            Long("set") => options.set = named(&mut parser)?,
            Long("list") => options.list = Some(path(&mut parser)?),
            Long("filter") => options.filters.push(text(&mut parser)?),
            Long("test262") => options.suite = Some(path(&mut parser)?),
            Long("backend") => options.settings.backend = backend(&mut parser)?,
            Long("fuel") => options.settings.fuel = number(&mut parser, "--fuel")?,
            Long("gc-stress") => options.settings.stress_collection = true,
            Long("gc-slices") => options.settings.stress_slices = true,
            Long("jobs") => options.jobs = jobs(&mut parser)?,
            Long("expectations") => options.expectations = ExpectationsFile::File(path(&mut parser)?),
            Long("no-expectations") => options.expectations = ExpectationsFile::None,
            Long("update") => options.update = true,
            Long("show-failures") => options.show_failures = true,
            Long("verbose") => options.verbose = true,
            Long("depth") => options.depth = number(&mut parser, "--depth")?,
            Long("features") => options.features = true,
            other => return Err(in_words(other.unexpected())),
        }
        is_first = false;
    }
    if options.update && options.expectations == ExpectationsFile::None {
        return Err("--update has no file to write with --no-expectations".to_owned());
    }
    Ok(Parsed::Test262(options))
}

/// Returns the options of a run without any: the ES5.1 set on the register machine, compared with its expectations.
fn defaults() -> Options {
    Options {
        task: Task::Run,
        set: Set::Es51,
        list: None,
        paths: Vec::new(),
        filters: Vec::new(),
        suite: None,
        settings: Settings {
            backend: Backend::Register,
            fuel: DEFAULT_FUEL,
            stress_collection: false,
            stress_slices: false,
        },
        // Tests of Atomics.wait sleep.
        jobs: 2 * available_jobs(),
        expectations: ExpectationsFile::Usual,
        update: false,
        show_failures: false,
        verbose: false,
        depth: 2,
        features: false,
    }
}

/// Parses the number of threads, at least one.
pub fn jobs(parser: &mut lexopt::Parser) -> Result<usize, String> {
    number(parser, "--jobs").map(NonZeroUsize::get)
}

/// Returns the number of cores, the default number of threads.
pub fn available_jobs() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

fn backend(parser: &mut lexopt::Parser) -> Result<Backend, String> {
    let name = text(parser)?;
    Backend::from_name(&name).ok_or_else(|| format!("no back-end '{name}': register or stack"))
}

pub fn path(parser: &mut lexopt::Parser) -> Result<PathBuf, String> {
    parser.value().map(PathBuf::from).map_err(in_words)
}

pub fn text(parser: &mut lexopt::Parser) -> Result<String, String> {
    let value = parser.value().map_err(in_words)?;
    value.into_string().map_err(|value| format!("'{}' is not UTF-8 text", value.display()))
}

pub fn named<T: FromStr<Err = String>>(parser: &mut lexopt::Parser) -> Result<T, String> {
    text(parser)?.parse()
}

pub fn number<T: FromStr>(parser: &mut lexopt::Parser, option: &str) -> Result<T, String> {
    let text = text(parser)?;
    text.parse().map_err(|_| format!("{option} takes a whole number, not '{text}'"))
}

pub fn in_words(error: lexopt::Error) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &[&str]) -> Result<Parsed, String> {
        parse(lexopt::Parser::from_args(line))
    }

    fn options(line: &[&str]) -> Options {
        match parsed(line) {
            Ok(Parsed::Test262(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn test262_is_what_is_run_without_a_word() {
        for line in [&["--set", "core", "--jobs", "3"][..], &["test262", "--jobs=3", "--set=core"]] {
            let options = options(line);
            assert_eq!((options.set, options.jobs), (CORE, 3));
        }
    }

    #[test]
    fn the_front_end_is_asked_about_the_core_set() {
        let all = options(&["syntax"]);
        assert_eq!((all.task, all.set), (Task::Parse, CORE));
        assert_eq!(options(&["syntax", "--set", "es51"]).set, Set::Es51);
    }

    #[test]
    fn paths_of_the_suite_add_up() {
        let options = options(&["test/staging", "--jobs", "1", "test/intl402/a.js"]);
        assert_eq!(options.paths, ["test/staging", "test/intl402/a.js"]);
    }

    #[test]
    fn filters_add_up() {
        assert_eq!(options(&["--filter", "a", "--filter", "b"]).filters, ["a", "b"]);
    }

    #[test]
    fn wrong_usage_is_refused_in_words() {
        for line in [
            &["unheard-of"][..],
            &["--set", "es5"],
            &["--set", "es2027"],
            &["--jobs", "0"],
            &["--fuel", "much"],
            &["--backend", "paper"],
            &["--list"],
            &["--set", "core", "test262"],
            &["--update", "--no-expectations"],
        ] {
            assert!(!parsed(line).expect_err("wrong usage").is_empty(), "{line:?}");
        }
    }
}
