//! Reports: tables by folder and by feature, failures, and a summary.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::run::TestResult;
use crate::selection::{Selection, Set};
use crate::test_case::TestCase;

/// A test with its result.
pub type Finished<'a> = (&'a TestCase, &'a TestResult);

/// Counts of tests and their runs.
#[derive(Copy, Clone, Default, Debug, PartialEq, Eq)]
pub struct Count {
    pub tests: usize,
    pub passed: usize,
    pub failed: usize,
}

impl Count {
    pub fn of<'a>(finished: impl IntoIterator<Item = &'a Finished<'a>>) -> Self {
        let mut count = Count::default();
        finished.into_iter().for_each(|(_, result)| count.add(result));
        count
    }

    fn add(&mut self, result: &TestResult) {
        let failed = result.runs.iter().filter(|run| run.failure.is_some()).count();
        self.tests += 1;
        self.failed += failed;
        self.passed += result.runs.len() - failed;
    }

    pub fn runs(self) -> usize {
        self.passed + self.failed
    }

    fn percent(self) -> String {
        if self.runs() == 0 {
            return "–".to_owned();
        }
        // Rounded down, so that 100 means no failure.
        let hundredths = self.passed * 10_000 / self.runs();
        format!("{}.{:02} %", hundredths / 100, hundredths % 100)
    }
}

/// Returns the table by folder, `depth` levels below `test/`, with sums for every level.
pub fn by_folder(finished: &[Finished<'_>], depth: usize) -> String {
    let mut rows: BTreeMap<String, Count> = BTreeMap::new();
    for (test, result) in finished {
        let inner = test.path.strip_prefix("test/").unwrap_or(&test.path);
        let folders: Vec<&str> = inner.split('/').collect();
        let levels = depth.min(folders.len().saturating_sub(1));
        (1..=levels).for_each(|level| rows.entry(folders[..level].join("/")).or_default().add(result));
    }
    table("folder", rows, Count::of(finished))
}

pub fn by_feature(finished: &[Finished<'_>]) -> String {
    let mut rows: BTreeMap<String, Count> = BTreeMap::new();
    for (test, result) in finished {
        for feature in &test.front_matter.features {
            rows.entry(feature.clone()).or_default().add(result);
        }
    }
    table("feature", rows, Count::of(finished))
}

/// Formats rows and the total, in columns as wide as the longest name.
fn table(heading: &str, rows: BTreeMap<String, Count>, total: Count) -> String {
    let name_width = rows.keys().map(|name| name.chars().count()).max().unwrap_or(0).max(heading.len());
    let mut text = format!(
        "{heading:name_width$}  {:>7}  {:>7}  {:>7}  {:>7}  {:>8}\n",
        "tests", "runs", "passed", "failed", "passed"
    );
    for (name, count) in rows.iter().map(|(name, count)| (name.as_str(), count)).chain([("total", &total)]) {
        let Count { tests, passed, failed } = count;
        let (runs, percent) = (count.runs(), count.percent());
        text.push_str(&format!("{name:name_width$}  {tests:>7}  {runs:>7}  {passed:>7}  {failed:>7}  {percent:>8}\n"));
    }
    text
}

/// Lists each failure with its message.
pub fn failures(finished: &[Finished<'_>]) -> String {
    let mut text = String::new();
    for (test, result) in finished {
        for run in &result.runs {
            if let Some(failure) = &run.failure {
                text.push_str(&format!("failed: {} ({}): {failure}\n", test.path, run.mode));
            }
        }
    }
    text
}

/// Lists each run with its result.
pub fn all_runs(finished: &[Finished<'_>]) -> String {
    let mut text = String::new();
    for (test, result) in finished {
        for run in &result.runs {
            let end = run.failure.as_ref().map_or("passed".to_owned(), |failure| format!("failed: {failure}"));
            text.push_str(&format!("{} ({}): {end}\n", test.path, run.mode));
        }
    }
    text
}

/// Lists the runs that took most fuel.
pub fn most_expensive(finished: &[Finished<'_>], most: usize) -> String {
    let mut costs: Vec<(u64, String)> = Vec::new();
    for (test, result) in finished {
        costs.extend(result.runs.iter().map(|run| (run.cost, format!("{} ({})", test.path, run.mode))));
    }
    costs.sort_by(|a, b| b.cmp(a));
    let lines = costs.iter().take(most).map(|(cost, run)| format!("{cost:>15}  {run}\n"));
    format!("most fuel\n{}", lines.collect::<String>())
}

/// Lists what the set left out: tests by features that the set lacks, and tests that are missing or cannot be read.
pub fn left_out(selection: &Selection, set: Set) -> String {
    let mut text = String::new();
    if let Set::Edition(edition) = set
        && !selection.later.is_empty()
    {
        let features = selection.later.iter().map(|(feature, tests)| format!("{feature} ({tests})"));
        text.push_str(&format!(
            "not in the set, for {edition} has not what they need: {}\n",
            features.collect::<Vec<_>>().join(", ")
        ));
    }
    if !selection.missing.is_empty() {
        let missing = selection.missing.join(", ");
        text.push_str(&format!("{} tests of the list are not in this suite: {missing}\n", selection.missing.len()));
    }
    text.extend(selection.unreadable.iter().map(|test| format!("cannot be read: {test}\n")));
    text
}

/// Returns the summary line.
pub fn summary(count: Count, elapsed: Duration) -> String {
    let Count { tests, passed, failed } = count;
    format!(
        "test262: {tests} tests, {} runs in {:.1} s: {passed} passed, {failed} failed",
        count.runs(),
        elapsed.as_secs_f64()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Run;
    use crate::test_case::Mode;

    fn test(path: &str) -> TestCase {
        TestCase::new(path, "/*---\nfeatures: [let]\n---*/").expect("a test")
    }

    fn result(failures: &[bool]) -> TestResult {
        let run = |&failed: &bool| Run { mode: Mode::Sloppy, failure: failed.then(|| "why".to_owned()), cost: 0 };
        TestResult { runs: failures.iter().map(run).collect() }
    }

    #[test]
    fn rows_sum_up_what_is_below() {
        let tests = ["test/a/b/1.js", "test/a/c/2.js", "test/a/3.js", "test/d/4.js"].map(test);
        let results = [result(&[false, false]), result(&[false, true]), result(&[true]), result(&[])];
        let finished: Vec<Finished<'_>> = tests.iter().zip(&results).collect();
        let text = by_folder(&finished, 2);
        let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
        let expected = [
            &["a", "3", "5", "3", "2", "60.00", "%"][..],
            &["a/b", "1", "2", "2", "0", "100.00", "%"],
            &["a/c", "1", "2", "1", "1", "50.00", "%"],
            &["d", "1", "0", "0", "0", "–"],
            &["total", "4", "5", "3", "2", "60.00", "%"],
        ];
        assert_eq!(rows, expected);
        assert_eq!(by_folder(&finished, 0).lines().count(), 2);
        assert!(by_feature(&finished).contains("\nlet"));
        assert_eq!(failures(&finished).lines().count(), 2);
    }

    #[test]
    fn a_hundred_percent_is_all() {
        let almost = Count { tests: 100_000, passed: 99_999, failed: 1 };
        assert_eq!(almost.percent(), "99.99 %");
    }
}
