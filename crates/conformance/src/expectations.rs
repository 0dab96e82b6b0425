//! Expected failures with their reasons.
//!
//! The file has groups: a line with the reason in brackets, and below it the tests that fail for this reason, one a
//! line. A test fails in all its modes unless its line names one. `#` begins a comment.
//!
//! ```text
//! [needs a later edition: let]
//! test/language/some/test.js
//! test/language/other/test.js (strict)
//! test/language/folder/ (12 runs)
//! test/built-ins/RegExp/named-* (3 runs)
//! feature Temporal (700 runs)
//! ```
//!
//! The last three lines count failing runs of tests whose paths have that prefix, or that need that feature. They count
//! runs without a line of their own that no such line further up counts. The number is checked only if all tests that
//! the line covers were run. So the list stays short, and additional failures are still seen.
//!
//! The reason `?` means that none is known: [`Expectations::updated`] writes it for new failures, and it is never
//! accepted.

mod entry;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::test_case::Mode;

use entry::{Common, Entry};

const NO_REASON: &str = "?";

/// A file of expected failures.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expectations {
    /// Comments before the first group.
    preamble: Vec<String>,
    groups: Vec<Group>,
}

/// Expected failures with one reason.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Group {
    reason: String,
    comments: Vec<String>,
    entries: BTreeSet<Entry>,
}

/// Results of each test, by its path.
pub type Outcomes = BTreeMap<String, Outcome>;

/// The runs of a test.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    pub features: Vec<String>,
    /// Modes, each with the failure, if any.
    pub runs: Vec<(Mode, Option<String>)>,
}

/// Path of a test, the mode it was run in, and its failure.
type Failure<'a> = (&'a str, Mode, &'a str);

/// A run or an entry that differs from the expectations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    UnexpectedFailure { path: String, mode: Mode, failure: String },
    UnexpectedPass { path: String, mode: Mode },
    NoSuchTest { path: String },
    NoSuchMode { path: String, mode: Mode },
    OtherCount { entry: String, failed: usize },
}

impl Expectations {
    /// Reads the file. An entry without a reason, or one that is there twice, is an error with its line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut found = Expectations::default();
        let mut seen = BTreeSet::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            let at = |message: String| format!("line {number}: {message}");
            let group = found.groups.last_mut();
            if line.is_empty() {
                continue;
            } else if line.starts_with('#') {
                group.map_or(&mut found.preamble, |group| &mut group.comments).push(line.to_owned());
            } else if let Some(reason) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                found.groups.push(Group::new(reason.trim()));
            } else {
                let group = group.ok_or_else(|| at(format!("no reason in brackets stands above {line}")))?;
                let entry = Entry::parse(line).map_err(at)?;
                if group.reason.is_empty() || group.reason == NO_REASON {
                    return Err(at(format!("there is no reason for {line}: write one in the brackets above it")));
                }
                let what = match &entry {
                    Entry::Many { of, .. } => of.to_string(),
                    Entry::Test { .. } => entry.to_string(),
                };
                if !seen.insert(what) {
                    return Err(at(format!("{line} is there twice")));
                }
                group.entries.insert(entry);
            }
        }
        Ok(found)
    }

    /// Returns the reasons, with the number of their entries.
    pub fn reasons(&self) -> impl Iterator<Item = (&str, usize)> {
        self.groups.iter().map(|group| (group.reason.as_str(), group.entries.len()))
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.groups.iter().flat_map(|group| &group.entries)
    }

    /// Returns whether a run has its own line.
    fn is_named(&self, path: &str, mode: Mode) -> bool {
        let entries = [None, Some(mode)].map(|mode| Entry::Test { path: path.to_owned(), mode });
        self.groups.iter().any(|group| entries.iter().any(|entry| group.entries.contains(entry)))
    }

    /// Returns the entries that cover many tests, in the order of the file.
    fn common(&self) -> impl Iterator<Item = (&Common, usize)> {
        self.entries().filter_map(|entry| match entry {
            Entry::Many { of, runs } => Some((of, *runs)),
            Entry::Test { .. } => None,
        })
    }

    /// Counts the failing runs that each such entry covers, and returns the other failures.
    fn failures<'a>(&self, outcomes: &'a Outcomes) -> (BTreeMap<&Common, usize>, Vec<Failure<'a>>) {
        let mut counts = BTreeMap::new();
        let mut others = Vec::new();
        for (path, outcome) in outcomes {
            let common = self.common().map(|(common, _)| common).find(|of| of.is_of(path, &outcome.features));
            for (mode, failure) in &outcome.runs {
                let Some(failure) = failure else { continue };
                match common {
                    _ if self.is_named(path, *mode) => {}
                    Some(common) => *counts.entry(common).or_default() += 1,
                    None => others.push((path.as_str(), *mode, failure.as_str())),
                }
            }
        }
        (counts, others)
    }

    /// Returns all differences between expectations and outcomes. `all` has every test that could have been run:
    /// entries must name one of them.
    pub fn differences(&self, outcomes: &Outcomes, all: &BTreeSet<String>) -> Vec<Difference> {
        let (counts, others) = self.failures(outcomes);
        let unexpected = |(path, mode, failure): Failure<'_>| Difference::UnexpectedFailure {
            path: path.to_owned(),
            mode,
            failure: failure.to_owned(),
        };
        let mut differences: Vec<Difference> = others.into_iter().map(unexpected).collect();
        for (path, Outcome { runs, .. }) in outcomes {
            let passed = runs.iter().filter(|(mode, failure)| failure.is_none() && self.is_named(path, *mode));
            differences.extend(passed.map(|&(mode, _)| Difference::UnexpectedPass { path: path.clone(), mode }));
        }
        for entry in self.entries() {
            match entry {
                Entry::Test { path, mode } => differences.extend(missing(path, *mode, outcomes, all)),
                Entry::Many { of, runs } => {
                    let failed = counts.get(of).copied().unwrap_or(0);
                    if failed != *runs && is_whole(of, outcomes, all) {
                        differences.push(Difference::OtherCount { entry: entry.to_string(), failed });
                    }
                }
            }
        }
        differences
    }

    /// Returns new content for the file after these outcomes: without entries that no longer fail, and with `?` for new
    /// failures.
    pub fn updated(&self, outcomes: &Outcomes, all: &BTreeSet<String>) -> Self {
        let (counts, others) = self.failures(outcomes);
        let mut updated = self.clone();
        for group in &mut updated.groups {
            let old = std::mem::take(&mut group.entries);
            group.entries = old
                .into_iter()
                .flat_map(|entry| match entry {
                    Entry::Test { path, mode } => still_failing(&path, mode, outcomes, all),
                    Entry::Many { of, .. } if is_whole(&of, outcomes, all) => {
                        let runs = counts.get(&of).copied();
                        runs.into_iter().map(|runs| Entry::Many { of: of.clone(), runs }).collect()
                    }
                    entry => vec![entry],
                })
                .collect();
        }
        let mut unexplained: BTreeMap<&str, Vec<Mode>> = BTreeMap::new();
        others.iter().for_each(|&(path, mode, _)| unexplained.entry(path).or_default().push(mode));
        let mut group = Group::new(NO_REASON);
        for (path, modes) in unexplained {
            let of = outcomes.get(path).map_or(0, |outcome| outcome.runs.len());
            group.entries.extend(entries_for(path, &modes, of));
        }
        updated.groups.push(group);
        updated.groups.retain(|group| !group.entries.is_empty());
        updated
    }
}

/// Returns whether all tests that an entry covers were run.
fn is_whole(of: &Common, outcomes: &Outcomes, all: &BTreeSet<String>) -> bool {
    match of {
        // The features of a test that was not run are not known.
        Common::Feature(_) => all.len() == outcomes.len(),
        Common::Prefix(prefix) => {
            let below = all.range(prefix.clone()..).take_while(|path| path.starts_with(prefix.as_str()));
            below.into_iter().all(|path| outcomes.contains_key(path))
        }
    }
}

/// Returns a difference for an entry that matches no run.
fn missing(path: &str, mode: Option<Mode>, outcomes: &Outcomes, all: &BTreeSet<String>) -> Option<Difference> {
    let path = path.to_owned();
    match outcomes.get(&path) {
        None if !all.contains(&path) => Some(Difference::NoSuchTest { path }),
        Some(outcome) => {
            let mode = mode.filter(|mode| outcome.runs.iter().all(|(run, _)| run != mode))?;
            Some(Difference::NoSuchMode { path, mode })
        }
        None => None,
    }
}

/// Returns the part of an entry that still fails.
fn still_failing(path: &str, mode: Option<Mode>, outcomes: &Outcomes, all: &BTreeSet<String>) -> Vec<Entry> {
    match outcomes.get(path) {
        None if all.contains(path) => vec![Entry::Test { path: path.to_owned(), mode }],
        None => Vec::new(),
        Some(Outcome { runs, .. }) => {
            let is_meant = |run: Mode| mode.is_none_or(|mode| mode == run);
            let fails = |(run, failure): &&(Mode, Option<String>)| failure.is_some() && is_meant(*run);
            let modes: Vec<Mode> = runs.iter().filter(fails).map(|&(mode, _)| mode).collect();
            entries_for(path, &modes, runs.len())
        }
    }
}

/// Returns one entry if a test fails in all its modes, else one for each mode.
fn entries_for(path: &str, modes: &[Mode], of: usize) -> Vec<Entry> {
    let entry = |mode| Entry::Test { path: path.to_owned(), mode };
    if !modes.is_empty() && modes.len() == of {
        return vec![entry(None)];
    }
    modes.iter().map(|&mode| entry(Some(mode))).collect()
}

impl Group {
    fn new(reason: &str) -> Self {
        Group { reason: reason.to_owned(), comments: Vec::new(), entries: BTreeSet::new() }
    }
}

impl fmt::Display for Expectations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.preamble {
            writeln!(f, "{line}")?;
        }
        for group in &self.groups {
            writeln!(f, "\n[{}]", group.reason)?;
            group.comments.iter().try_for_each(|line| writeln!(f, "{line}"))?;
            group.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))?;
        }
        Ok(())
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::UnexpectedFailure { path, mode, failure } => {
                write!(f, "unexpected failure: {path} ({mode}): {failure}")
            }
            Difference::UnexpectedPass { path, mode } => {
                write!(f, "unexpected pass: {path} ({mode}): take its entry away")
            }
            Difference::NoSuchTest { path } => write!(f, "no such test: {path}"),
            Difference::NoSuchMode { path, mode } => write!(f, "not run in this mode: {path} ({mode})"),
            Difference::OtherCount { entry, failed } => write!(f, "other count: {entry}: {failed} failed"),
        }
    }
}

#[cfg(test)]
mod tests;
