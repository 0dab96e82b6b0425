//! The command, run on the small suite in `../mini`: every way in which a test can run and end, and the verdicts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Failures of the small suite, in the format of expectations.
const FAILURES: &str = "\
[fails on purpose]
test/built-ins/agent-throws.js
test/language/async-failed.js
test/language/async-silent.js
test/language/endless.js
test/language/modules/late-error.js
test/language/no-parse-error.js
test/language/other-error.js
test/language/parse-error-at-run-time.js
test/language/strict-fails.js (strict)
";

fn run(arguments: &[&str]) -> Output {
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mini");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape-conformance"));
    // The expectations of the repository are for the whole suite, so only those of a test are used.
    command.args(["test262", "--set", "core", "--fuel", "1000000", "--jobs", "2", "--no-expectations"]).args(arguments);
    command.env_remove("FERROTAPE_TEST262");
    if !arguments.contains(&"--test262") {
        command.env("FERROTAPE_TEST262", mini);
    }
    command.output().expect("the command")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Writes a file and returns its path.
fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path
}

#[track_caller]
fn assert_says(output: &Output, succeeds: bool, lines: &[&str]) {
    let text = text(output);
    assert_eq!(output.status.code(), Some(i32::from(!succeeds)), "{text}");
    for line in lines {
        assert!(text.contains(line), "no {line:?} in\n{text}");
    }
}

#[test]
fn each_failure_is_told_and_nothing_else() {
    let output = run(&["--show-failures"]);
    let expected = [
        "failed: test/built-ins/agent-throws.js (sloppy): Error: an agent: agent:1:6: TypeError: Cannot read properties of null",
        "failed: test/language/async-failed.js (sloppy): Test262:AsyncTestFailure:on purpose",
        "failed: test/language/async-silent.js (sloppy): it never said that it is done",
        "failed: test/language/endless.js (sloppy): test/language/endless.js:5:9: the script used up its fuel: 1000000 units of work",
        "failed: test/language/modules/late-error.js (sloppy): TypeError: Cannot read properties of null (reading 'x') \
         (test/language/modules/late-error.js:8:6) (runtime) instead of TypeError (resolution)",
        "failed: test/language/no-parse-error.js (sloppy): no SyntaxError (parse)",
        "failed: test/language/no-parse-error.js (strict): no SyntaxError (parse)",
        "failed: test/language/other-error.js (sloppy): TypeError: Cannot read properties of null (reading 'x') \
         (test/language/other-error.js:7:6) (runtime) instead of RangeError (runtime)",
        "failed: test/language/parse-error-at-run-time.js (sloppy): SyntaxError",
        "failed: test/language/strict-fails.js (strict): Test262Error { message: 'no this' }",
        "test262: 29 tests, 46 runs",
        "13 differences from what is expected",
    ];
    assert_says(&output, false, &expected);
    assert_eq!(text(&output).lines().filter(|line| line.starts_with("failed: ")).count(), 13);
}

#[test]
fn expected_failures_are_no_failures() {
    let path = file("as-expected.txt", FAILURES);
    let output = run(&["--expectations", &path.display().to_string()]);
    assert_says(&output, true, &["everything is as expected", "expected to fail: 9 for \"fails on purpose\""]);
    let stressed = run(&["--gc-stress", "--expectations", &path.display().to_string()]);
    assert_says(&stressed, true, &["everything is as expected"]);
}

#[test]
fn any_difference_is_a_failure() {
    let changed = FAILURES.replace("strict-fails.js (strict)", "strict-fails.js").replace("other-error", "raw");
    let path = file("other.txt", &format!("{changed}test/language/gone.js\n"));
    let output = run(&["--expectations", &path.display().to_string()]);
    let expected = [
        "unexpected failure: test/language/other-error.js (strict): TypeError",
        "unexpected pass: test/language/raw.js (sloppy)",
        "unexpected pass: test/language/strict-fails.js (sloppy)",
        "no such test: test/language/gone.js",
    ];
    assert_says(&output, false, &expected);
}

#[test]
fn an_update_writes_what_is_then_refused_for_want_of_reasons() {
    let path = file("updated.txt", "");
    let name = path.display().to_string();
    assert_says(&run(&["--update", "--expectations", &name]), true, &["written: "]);
    let written = fs::read_to_string(&path).expect("the file");
    assert_eq!(written.trim(), FAILURES.replace("fails on purpose", "?").trim());
    assert_says(&run(&["--expectations", &name]), false, &["there is no reason for test/built-ins/agent-throws.js"]);
    assert_says(&run(&["--update", "--expectations", &name]), false, &["there is no reason"]);
}

#[test]
fn filters_and_lists_choose_tests() {
    assert_says(&run(&["--filter", "parse-error.js", "--filter", "*/built-ins/*"]), false, &["7 tests, 14 runs"]);
    assert_says(&run(&["--filter", "language/raw.js", "--verbose"]), true, &["raw.js (sloppy): passed", "most fuel"]);
    assert_says(&run(&["--filter", "unheard-of"]), false, &["no test of ", " is left"]);
    let list = file("list.txt", "# a comment\n\ntest/language/raw.js\ntest/built-ins/host.js\n");
    assert_says(&run(&["--list", &list.display().to_string(), "--features"]), true, &["2 tests, 3 runs", "\nSymbol "]);
    let list = file("wrong-list.txt", "test/language/gone.js\n");
    assert_says(&run(&["--list", &list.display().to_string()]), false, &["gone.js is on the list, but not in"]);
}

#[test]
fn sets_are_decided_by_editions_and_folders() {
    let left_out = "not in the set, for ES2026 has not what they need: some-proposal (1)";
    assert_says(&run(&["--filter", "language/raw.js"]), true, &[left_out]);
    let by_set = |set: &str| run(&["--set", set, "--no-expectations", "--verbose"]);
    assert_says(&by_set("staging"), true, &["test/staging/sm/shell.js (strict): passed", "1 tests, 2 runs"]);
    assert_says(&by_set("intl402"), false, &["test/intl402/missing.js (sloppy): failed: ReferenceError"]);
    assert_says(&by_set("next"), false, &["test/language/proposal.js (sloppy): failed", "3 tests, 6 runs"]);
    assert_says(&by_set("es2015"), false, &["test/built-ins/realms.js (sloppy): passed"]);
    let paths = run(&["test/staging", "test/language/raw.js"]);
    assert_says(&paths, true, &["2 tests, 3 runs", "everything is as expected"]);
}

#[test]
fn what_is_no_suite_is_refused() {
    assert_says(&run(&["--test262", env!("CARGO_TARGET_TMPDIR")]), false, &["neither test262-core.tar.zst nor"]);
    let output = run(&["--fuel"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn programs_go_on_in_other_engines() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape-conformance"));
    let output = command.args(["snapshots", "--generated", "6"]).output().expect("the command");
    assert_says(&output, true, &["12 runs on two machines", "; 0 wrong"]);
}

#[test]
fn saved_code_comes_back_and_changed_code_does_no_harm() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrotape-conformance"));
    let output = command.args(["saved", "--mutations", "400", "--generated", "4"]).output().expect("the command");
    assert_says(&output, true, &["400 changed", "; 0 wrong"]);
}
