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
    rows.iter().map(|(path, runs)| ((*path).to_owned(), runs.iter().map(run).collect())).collect()
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
    assert_eq!(differences(&changed), expected);
}

#[test]
fn entries_must_name_runs() {
    let mut changed = as_expected();
    changed.extend(outcomes(&[("test/b.js", &[(Sloppy, true)]), ("test/c.js", &[])]));
    let expected = ["not run in this mode: test/b.js (strict)", "expected to fail, but skipped: test/c.js"];
    assert_eq!(differences(&changed), expected);

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
