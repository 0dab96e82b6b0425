//! A line of the expectations: a test, or a group of tests.

use std::fmt;

use crate::test_case::Mode;

/// An expected failure.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Entry {
    /// A test; `mode` is `None` for all its modes.
    Test { path: String, mode: Option<Mode> },
    /// A group of tests, and the number of failing runs in it that no other entry covers.
    Many { of: Common, runs: usize },
}

/// Common property of a group of tests.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Common {
    /// Prefix of their paths.
    Prefix(String),
    /// Feature that they need.
    Feature(String),
}

const FEATURE: &str = "feature ";

impl Entry {
    /// Reads a line. A group must have its number of failing runs behind it.
    pub fn parse(line: &str) -> Result<Self, String> {
        let (what, behind) = match line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) {
            Some((what, behind)) => (what.trim(), Some(behind)),
            None => (line, None),
        };
        let common = if let Some(name) = what.strip_prefix(FEATURE) {
            Common::Feature(name.trim().to_owned())
        } else if let Some(prefix) = what.strip_suffix('*').or_else(|| what.ends_with('/').then_some(what)) {
            Common::Prefix(prefix.to_owned())
        } else {
            return Entry::of_test(what, behind);
        };
        let runs = behind.and_then(|behind| behind.strip_suffix(" runs")).and_then(|runs| runs.parse().ok());
        let runs = runs.ok_or_else(|| format!("'{what}' must have behind it how many runs fail: (12 runs)"))?;
        Ok(Entry::Many { of: common, runs })
    }

    /// Reads a line with a path. No mode behind it means all modes of the test.
    fn of_test(path: &str, mode: Option<&str>) -> Result<Self, String> {
        if let Some((_, behind)) = path.split_once(' ') {
            return Err(format!("'{behind}' behind a path is neither (sloppy) nor (strict)"));
        }
        let known = |name: &str| Mode::ALL.into_iter().find(|mode| mode.name() == name);
        let mode = match mode {
            None => None,
            Some(name) => {
                Some(known(name).ok_or_else(|| format!("'{name}' behind a path is neither sloppy nor strict"))?)
            }
        };
        Ok(Entry::Test { path: path.to_owned(), mode })
    }
}

impl Common {
    pub fn is_of(&self, path: &str, features: &[String]) -> bool {
        match self {
            Common::Prefix(prefix) => path.starts_with(prefix.as_str()),
            Common::Feature(name) => features.contains(name),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Test { path, mode: Some(mode) } => write!(f, "{path} ({mode})"),
            Entry::Test { path, mode: None } => f.write_str(path),
            Entry::Many { of, runs } => write!(f, "{of} ({runs} runs)"),
        }
    }
}

impl fmt::Display for Common {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Common::Prefix(prefix) if prefix.ends_with('/') => f.write_str(prefix),
            Common::Prefix(prefix) => write!(f, "{prefix}*"),
            Common::Feature(name) => write!(f, "{FEATURE}{name}"),
        }
    }
}
