//! Expectations of web platform tests: how many subtests of each test fail, and why.
//!
//! ```text
//! [needs a document]
//! 3 dom/events/some.any.js
//! ```
//!
//! A test that fails for several reasons has a line below each. `#` begins a comment.

use std::collections::BTreeMap;
use std::fs;

use super::Ended;
use crate::suite;

const FILE: &str = "tests/wpt/expectations.txt";

/// Numbers of expected failures by test.
#[derive(Default)]
pub struct Expectations {
    failing: BTreeMap<String, usize>,
}

impl Expectations {
    pub fn read() -> Result<Expectations, String> {
        let text = fs::read_to_string(suite::root().join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
        Expectations::parse(&text)
    }

    /// Reads the file. The counts of a test below several reasons are added.
    fn parse(text: &str) -> Result<Expectations, String> {
        let mut expectations = Expectations::default();
        let mut has_reason = false;
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.starts_with('[') {
                has_reason = line.len() > 3 && line.ends_with(']');
            } else if !line.is_empty() && !line.starts_with('#') {
                let entry = line.split_once(' ').and_then(|(count, path)| Some((count.parse::<usize>().ok()?, path)));
                let Some((count, path)) = entry.filter(|_| has_reason) else {
                    return Err(format!("{FILE}:{number}: neither a reason nor a count and a path below one"));
                };
                *expectations.failing.entry(path.to_owned()).or_default() += count;
            }
        }
        Ok(expectations)
    }

    /// Lists where the tests that ran differ from the expectations.
    pub fn differences(&self, ended: &BTreeMap<&str, Ended>) -> Vec<String> {
        let differs = |(path, ended): (&&str, &Ended)| {
            let (failed, expected) = (ended.failed.len(), self.failing.get(*path).copied().unwrap_or(0));
            (failed != expected).then(|| format!("{path}: {failed} subtests fail, {expected} are expected to"))
        };
        ended.iter().filter_map(differs).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_reasons() {
        let read = Expectations::parse("# comment\n[why]\n3 a.any.js\n[why else]\n1 a.any.js\n").expect("right");
        let mut ended = BTreeMap::from([("a.any.js", Ended::default())]);
        assert_eq!(read.differences(&ended).len(), 1);
        ended.insert("a.any.js", Ended { passed: 0, failed: vec![Default::default(); 4] });
        assert!(read.differences(&ended).is_empty());
        assert!(Expectations::parse("3 a.any.js").is_err() && Expectations::parse("[why]\nx").is_err());
    }
}
