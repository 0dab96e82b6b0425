//! What is expected to fail, and why.
//!
//! The file has groups: a line with the reason in brackets, and below it the tests that fail for it, one a line. A test fails in
//! all its modes unless a mode stands behind it. `#` begins a comment.
//!
//! ```text
//! [needs a later edition: let]
//! test/language/some/test.js
//! test/language/other/test.js (strict)
//! ```
//!
//! A reason of `?` is none: it is what [`Expectations::updated`] writes for new failures, and nothing is accepted with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::test_case::Mode;

const NO_REASON: &str = "?";

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expectations {
    /// Comments before the first group.
    preamble: Vec<String>,
    groups: Vec<Group>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Group {
    reason: String,
    comments: Vec<String>,
    entries: BTreeSet<Entry>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    path: String,
    /// `None`: all that the test is run in.
    mode: Option<Mode>,
}

/// How each run of a test ended: none at all where it was skipped.
pub type Outcomes = BTreeMap<String, Vec<(Mode, Option<String>)>>;

/// A run, or an entry, that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    UnexpectedFailure { path: String, mode: Mode, failure: String },
    UnexpectedPass { path: String, mode: Mode },
    NoSuchTest { path: String },
    NoSuchMode { path: String, mode: Option<Mode> },
}

impl Expectations {
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
                if !seen.insert(entry.clone()) {
                    return Err(at(format!("{line} is there twice")));
                }
                group.entries.insert(entry);
            }
        }
        Ok(found)
    }

    /// How many entries each reason has.
    pub fn reasons(&self) -> impl Iterator<Item = (&str, usize)> {
        self.groups.iter().map(|group| (group.reason.as_str(), group.entries.len()))
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.groups.iter().flat_map(|group| &group.entries)
    }

    fn is_expected(&self, path: &str, mode: Mode) -> bool {
        let entries = [None, Some(mode)].map(|mode| Entry { path: path.to_owned(), mode });
        self.groups.iter().any(|group| entries.iter().any(|entry| group.entries.contains(entry)))
    }

    /// All differences between what was expected and what came out. `all` has every test that could have been run: entries must
    /// name one of them.
    pub fn differences(&self, outcomes: &Outcomes, all: &BTreeSet<String>) -> Vec<Difference> {
        let mut differences = Vec::new();
        for (path, runs) in outcomes {
            for (mode, failure) in runs {
                let (path, mode) = (path.clone(), *mode);
                match (failure, self.is_expected(&path, mode)) {
                    (Some(failure), false) => {
                        differences.push(Difference::UnexpectedFailure { path, mode, failure: failure.clone() })
                    }
                    (None, true) => differences.push(Difference::UnexpectedPass { path, mode }),
                    _ => {}
                }
            }
        }
        for entry in self.entries() {
            let path = entry.path.clone();
            match outcomes.get(&path) {
                None if !all.contains(&path) => differences.push(Difference::NoSuchTest { path }),
                Some(runs) if !runs.iter().any(|&(mode, _)| entry.covers(mode)) => {
                    differences.push(Difference::NoSuchMode { path, mode: entry.mode })
                }
                _ => {}
            }
        }
        differences
    }

    /// What the file should say after these outcomes: entries that no longer fail are gone, new failures have no reason yet.
    pub fn updated(&self, outcomes: &Outcomes, all: &BTreeSet<String>) -> Self {
        let mut updated = self.clone();
        for group in &mut updated.groups {
            let old = std::mem::take(&mut group.entries);
            group.entries = old.into_iter().flat_map(|entry| still_failing(entry, outcomes, all)).collect();
        }
        let mut unexplained = Group::new(NO_REASON);
        for (path, runs) in outcomes {
            let new = |mode: Mode| !self.is_expected(path, mode);
            let modes = runs.iter().filter(|(mode, failure)| failure.is_some() && new(*mode)).map(|&(mode, _)| mode);
            unexplained.entries.extend(entries_for(path, &modes.collect::<Vec<_>>(), runs.len()));
        }
        updated.groups.push(unexplained);
        updated.groups.retain(|group| !group.entries.is_empty());
        updated
    }
}

/// What is left of an entry.
fn still_failing(entry: Entry, outcomes: &Outcomes, all: &BTreeSet<String>) -> Vec<Entry> {
    match outcomes.get(&entry.path) {
        None if all.contains(&entry.path) => vec![entry],
        None => Vec::new(),
        Some(runs) => {
            let fails = |(mode, failure): &&(Mode, Option<String>)| failure.is_some() && entry.covers(*mode);
            let modes: Vec<Mode> = runs.iter().filter(fails).map(|&(mode, _)| mode).collect();
            entries_for(&entry.path, &modes, runs.len())
        }
    }
}

/// One entry where a test fails in all modes it has, else one for each.
fn entries_for(path: &str, modes: &[Mode], of: usize) -> Vec<Entry> {
    let entry = |mode| Entry { path: path.to_owned(), mode };
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

impl Entry {
    fn parse(line: &str) -> Result<Self, String> {
        let Some((path, mode)) = line.split_once(' ') else {
            return Ok(Entry { path: line.to_owned(), mode: None });
        };
        let is_named = |known: &Mode| mode.trim() == format!("({known})");
        let known = Mode::ALL.into_iter().find(is_named);
        let mode = known.ok_or_else(|| format!("'{mode}' behind a path is neither (sloppy) nor (strict)"))?;
        Ok(Entry { path: path.to_owned(), mode: Some(mode) })
    }

    fn covers(&self, mode: Mode) -> bool {
        self.mode.is_none_or(|own| own == mode)
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mode {
            Some(mode) => write!(f, "{} ({mode})", self.path),
            None => f.write_str(&self.path),
        }
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
            Difference::NoSuchMode { path, mode: Some(mode) } => write!(f, "not run in this mode: {path} ({mode})"),
            Difference::NoSuchMode { path, mode: None } => write!(f, "expected to fail, but skipped: {path}"),
        }
    }
}

#[cfg(test)]
mod tests;
