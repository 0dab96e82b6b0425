use super::*;

const FILE: &str = "\
# Why some tests fail.

[needs a later edition: let]
# Both modes.
test/a.js
test/b.js (strict)

[needs a later edition: class]
test/c.js
";

fn outcomes(rows: &[(&str, &[(Mode, bool)])]) -> Outcomes {
    let run = |&(mode, passes): &(Mode, bool)| (mode, (!passes).then(|| "why".to_owned()));
    let outcome = |runs: &[(Mode, bool)]| Outcome { features: Vec::new(), runs: runs.iter().map(run).collect() };
    rows.iter().map(|(path, runs)| ((*path).to_owned(), outcome(runs))).collect()
}

fn all(paths: &[&str]) -> BTreeSet<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

use Mode::{Sloppy, Strict};

fn as_expected() -> Outcomes {
    outcomes(&[
        ("test/a.js", &[(Sloppy, false), (Strict, false)]),
        ("test/b.js", &[(Sloppy, true), (Strict, false)]),
        ("test/c.js", &[(Strict, false)]),
        ("test/d.js", &[(Sloppy, true), (Strict, true)]),
    ])
}

fn known() -> BTreeSet<String> {
    all(&["test/a.js", "test/b.js", "test/c.js", "test/d.js", "test/e.js"])
}

fn differences(outcomes: &Outcomes) -> Vec<String> {
    let expectations = Expectations::parse(FILE).expect("a file");
    expectations.differences(outcomes, &known()).iter().map(ToString::to_string).collect()
}

#[test]
fn the_file_is_written_as_it_was_read() {
    assert_eq!(Expectations::parse(FILE).expect("a file").to_string(), FILE);
}

#[test]
fn what_is_expected_makes_no_difference() {
    assert!(differences(&as_expected()).is_empty());
}

#[test]
fn differences_in_either_direction_are_told() {
    let mut changed = as_expected();
    changed.extend(outcomes(&[
        ("test/a.js", &[(Sloppy, true), (Strict, false)]),
        ("test/b.js", &[(Sloppy, false), (Strict, false)]),
        ("test/c.js", &[(Sloppy, true)]),
        ("test/d.js", &[(Sloppy, false), (Strict, true)]),
    ]));
    let expected = [
        "unexpected pass: test/a.js (sloppy): take its entry away",
        "unexpected failure: test/b.js (sloppy): why",
        "unexpected pass: test/c.js (sloppy): take its entry away",
        "unexpected failure: test/d.js (sloppy): why",
    ];
    let mut found = differences(&changed);
    found.sort_by_key(|line| line.split(": ").nth(1).map(str::to_owned));
    assert_eq!(found, expected);
}

#[test]
fn entries_must_name_runs() {
    let mut changed = as_expected();
    changed.extend(outcomes(&[("test/b.js", &[(Sloppy, true)])]));
    assert_eq!(differences(&changed), ["not run in this mode: test/b.js (strict)"]);

    let expectations = Expectations::parse(FILE).expect("a file");
    let none = Outcomes::new();
    assert!(expectations.differences(&none, &known()).is_empty(), "tests that a filter leaves out");
    let missing = Difference::NoSuchTest { path: "test/c.js".to_owned() };
    assert_eq!(expectations.differences(&none, &all(&["test/a.js", "test/b.js"])), [missing]);
}

#[test]
fn entries_without_reason_are_refused() {
    for text in ["test/a.js", "[?]\ntest/a.js", "[]\ntest/a.js", "[ ]\n# x\ntest/a.js"] {
        let message = Expectations::parse(text).expect_err(text);
        assert!(message.contains("no reason"), "{message}");
    }
    assert!(Expectations::parse("[why]\ntest/a.js\n[other]\ntest/a.js").is_err_and(|e| e.contains("twice")));
    assert!(Expectations::parse("[why]\ntest/a.js strict").is_err_and(|e| e.contains("neither")));
}

#[test]
fn an_update_keeps_reasons_and_writes_none() {
    let mut changed = as_expected();
    changed.extend(outcomes(&[
        ("test/a.js", &[(Sloppy, true), (Strict, false)]),
        ("test/b.js", &[(Sloppy, true), (Strict, true)]),
        ("test/d.js", &[(Sloppy, false), (Strict, false)]),
        ("test/e.js", &[(Sloppy, true), (Strict, false)]),
    ]));
    let updated = Expectations::parse(FILE).expect("a file").updated(&changed, &known()).to_string();
    let expected = "\
# Why some tests fail.

[needs a later edition: let]
# Both modes.
test/a.js (strict)

[needs a later edition: class]
test/c.js

[?]
test/d.js
test/e.js (strict)
";
    assert_eq!(updated, expected);
    assert!(Expectations::parse(&updated).is_err());
}

const BROAD: &str = "\
[not there yet]
test/built-ins/A/ (3 runs)
feature let (1 runs)

[on purpose]
test/built-ins/A/own.js
test/built-ins/B/x* (2 runs)
";

fn broad_outcomes() -> Outcomes {
    let mut found = outcomes(&[
        ("test/built-ins/A/1.js", &[(Sloppy, false), (Strict, false)]),
        ("test/built-ins/A/2.js", &[(Sloppy, true), (Strict, false)]),
        ("test/built-ins/A/own.js", &[(Sloppy, false)]),
        ("test/built-ins/B/x1.js", &[(Sloppy, false), (Strict, false)]),
        ("test/built-ins/B/y.js", &[(Sloppy, true), (Strict, true)]),
        ("test/built-ins/C.js", &[(Sloppy, false), (Strict, true)]),
    ]);
    found.values_mut().last().expect("a test").features.push("let".to_owned());
    found
}

#[test]
fn entries_for_many_tests_count_what_fails() {
    let expectations = Expectations::parse(BROAD).expect("a file");
    assert_eq!(expectations.to_string(), format!("\n{BROAD}"));
    let mut outcomes = broad_outcomes();
    let all: BTreeSet<String> = outcomes.keys().cloned().collect();
    assert!(expectations.differences(&outcomes, &all).is_empty());
    assert_eq!(expectations.updated(&outcomes, &all), expectations);

    outcomes.insert("test/built-ins/A/2.js".to_owned(), Outcome::default());
    outcomes.insert("test/built-ins/B/x1.js".to_owned(), Outcome::default());
    let found: Vec<String> = expectations.differences(&outcomes, &all).iter().map(ToString::to_string).collect();
    let expected =
        ["other count: test/built-ins/A/ (3 runs): 2 failed", "other count: test/built-ins/B/x* (2 runs): 0 failed"];
    assert_eq!(found, expected);
    let expected = "\n[not there yet]\ntest/built-ins/A/ (2 runs)\nfeature let (1 runs)\n\n\
                    [on purpose]\ntest/built-ins/A/own.js\n";
    assert_eq!(expectations.updated(&outcomes, &all).to_string(), expected);
}

#[test]
fn what_was_not_run_whole_is_not_counted() {
    let expectations = Expectations::parse(BROAD).expect("a file");
    let mut outcomes = broad_outcomes();
    let all: BTreeSet<String> = outcomes.keys().cloned().collect();
    outcomes.remove("test/built-ins/A/1.js");
    outcomes.remove("test/built-ins/C.js");
    assert!(expectations.differences(&outcomes, &all).is_empty());
    assert_eq!(expectations.updated(&outcomes, &all), expectations);
}

#[test]
fn entries_for_many_tests_must_have_a_number() {
    for line in ["test/a/", "test/a/*", "feature let", "feature let (strict)", "test/a/ (many runs)"] {
        assert!(Expectations::parse(&format!("[why]\n{line}")).is_err_and(|e| e.contains("how many")), "{line}");
    }
}
