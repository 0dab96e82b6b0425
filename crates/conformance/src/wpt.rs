//! `ferrotape-conformance wpt`: web platform tests that need no document, network or worker.
//!
//! ```text
//! archive ──> tests and their variants ──> an engine for each: prelude, testharness.js, reporter, META scripts, the test
//!                                             │
//!           report <── expectations <── how each subtest ended
//! ```
//!
//! Clocks are virtual, so a test that waits is over at once, and one that waits in vain fails at the harness's own time limit.
//! What fails is in `tests/wpt/expectations.txt`, by the number of subtests and with its reason; a better number is a
//! difference too.

mod archive;
mod expectations;
mod options;
mod pages;
mod run;
mod server;

use std::collections::BTreeMap;
use std::time::Instant;

use crate::host::STACK_BYTES;
use crate::{panics, pool};

use archive::Archive;
use expectations::Expectations;
pub use options::{HELP, Options, parse};

/// Folders that run when no paths are given.
const FOLDERS: [&str; 16] = [
    "FileAPI/",
    "WebCryptoAPI/",
    "compression/",
    "console/",
    "dom/abort/",
    "dom/events/",
    "encoding/",
    "fetch-2018/",
    "hr-time/",
    "html/webappapis/",
    "performance-timeline/",
    "streams/",
    "url/",
    "user-timing/",
    "webidl/",
    "webmessaging/",
];

/// Tests that run only where paths name them. Some make hundreds of RSA keys, some wait in a loop for the clock, which is
/// virtual, and some use curves that no standard has.
const LEFT_OUT: [&str; 4] = [
    "WebCryptoAPI/generateKey/successes_RSA",
    "performance-timeline/po-entries-sort",
    "performance-timeline/webtiming-resolution",
    "448.tentative",
];

/// Tests for windows that need nothing of one.
const WINDOW_TESTS: [&str; 2] = ["url/IdnaTestV2.window.js", "url/toascii.window.js"];

/// A test in one of its variants.
#[derive(Clone, Debug)]
pub struct Test {
    path: String,
    /// As in `location.search`.
    variant: String,
}

/// Results of the subtests of a test.
#[derive(Clone, Default, Debug)]
pub struct Ended {
    passed: usize,
    /// Names of those that failed, with why.
    failed: Vec<(String, String)>,
}

/// Runs the tests that the options name. Returns whether all results are the expected ones.
pub fn execute(options: &Options) -> Result<bool, String> {
    panics::remember();
    let started = Instant::now();
    let archive = Archive::open(options.suite.as_deref())?;
    let tests = tests_of(&archive, options);
    if tests.is_empty() {
        return Err("no test has such a path".to_owned());
    }
    let ended = pool::map(&tests, options.jobs, STACK_BYTES, |test| {
        let run = panics::caught(|| run::run(&archive, test, options.backend));
        run.unwrap_or_else(|panic| Ended { passed: 0, failed: vec![("panic".to_owned(), panic)] })
    })?;
    let mut by_path: BTreeMap<&str, Ended> = BTreeMap::new();
    for (test, ended) in tests.iter().zip(ended) {
        let sum = by_path.entry(&test.path).or_default();
        sum.passed += ended.passed;
        sum.failed.extend(ended.failed);
    }
    if options.show_failures {
        for (path, ended) in &by_path {
            ended.failed.iter().for_each(|(name, why)| println!("{path}: {name}: {why}"));
        }
    }
    print_table(&by_path);
    println!("{:.1} s", started.elapsed().as_secs_f64());
    let differences = Expectations::read()?.differences(&by_path);
    differences.iter().for_each(|difference| println!("{difference}"));
    Ok(differences.is_empty())
}

/// Prints for each folder, and in total, how many subtests have passed.
fn print_table(by_path: &BTreeMap<&str, Ended>) {
    let mut folders: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (path, ended) in by_path {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for row in [folder, "total"] {
            let counts = folders.entry(row).or_default();
            counts[0] += ended.passed;
            counts[1] += ended.passed + ended.failed.len();
        }
    }
    for (folder, [passed, all]) in folders {
        println!("{folder:40} {passed:6} of {all:6} subtests, {:5.1} %", passed as f64 * 100.0 / all.max(1) as f64);
    }
}

/// Lists the tests that are asked for, in all of their variants.
fn tests_of(archive: &Archive, options: &Options) -> Vec<Test> {
    let is_wanted = |path: &str| match options.paths.as_slice() {
        [] => FOLDERS.iter().any(|folder| path.starts_with(folder)) && !LEFT_OUT.iter().any(|name| path.contains(name)),
        paths => paths.iter().any(|wanted| path.starts_with(wanted.as_str())),
    };
    let is_test = |path: &str| path.ends_with(".any.js") || WINDOW_TESTS.contains(&path) || pages::is_page(path);
    let is_left_out = |path: &str| options.except.iter().any(|folder| path.starts_with(folder.as_str()));
    let paths = archive.paths().filter(|path| is_wanted(path) && is_test(path) && !is_left_out(path));
    paths.flat_map(|path| variants(archive, path)).collect()
}

/// The variants of a test. None of one that is for workers or shadow realms alone.
fn variants(archive: &Archive, path: &str) -> Vec<Test> {
    let meta = archive.meta(path);
    let globals: Vec<&str> =
        meta.iter().filter(|(key, _)| key == "global").flat_map(|(_, value)| value.split(',')).collect();
    let is_here =
        |global: &&str| !matches!(*global, "serviceworker" | "sharedworker" | "dedicatedworker-module" | "shadowrealm");
    if !globals.is_empty() && !globals.iter().any(is_here) {
        return Vec::new();
    }
    let mut variants: Vec<String> =
        meta.into_iter().filter(|(key, _)| key == "variant").map(|(_, value)| value).collect();
    if variants.is_empty() {
        variants.push(String::new());
    }
    variants.into_iter().map(|variant| Test { path: path.to_owned(), variant }).collect()
}
