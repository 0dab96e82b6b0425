//! Snapshots, plans and waiting of tests in `ferrotape test`. Expected is what `node --test` 24 does with the same file.

use std::path::{Path, PathBuf};

use crate::runner::{Outcome, Run, root};

const TESTS: &str = r"import { test, suite, it, assert, getTestContext } from 'node:test';
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert';
assert.register('even', function (number) { ok(number % 2 === 0); strictEqual(this.name, 'own assertion'); });
suite('list', () => {
  it('snap `x` ${1}', (t) => {
    t.assert.snapshot({ a: 1, b: '`${x}\\n' });
    t.assert.snapshot(5);
    t.assert.snapshot('text', { serializers: [(value) => value] });
  });
  it('knows its place', (t) => {
    deepStrictEqual([t.fullName, t.filePath.endsWith('a.test.mjs')], ['list > knows its place', true]);
    strictEqual(getTestContext(), t);
  });
});
test('own assertion', (t) => { t.plan(1); t.assert.even(2); });
test('plan fails', (t) => { t.plan(2); t.assert.ok(1); });
test('plan waits', (t) => { t.plan(1, { wait: 5000 }); setTimeout(() => t.assert.ok(1), 20); });
test('plan waits in vain', (t) => { t.plan(1, { wait: 20 }); });
test('plan as an option', { plan: 1 }, (t) => { t.test('within', () => {}); });
test('waits for a condition', async (t) => {
  let asked = 0;
  const condition = () => { if (++asked < 3) throw new Error('not yet'); return asked; };
  strictEqual(await t.waitFor(condition, { interval: 1 }), 3);
  const never = t.waitFor(() => { throw new Error('never'); }, { interval: 1, timeout: 20 });
  await rejects(never, (error) => error.message === 'waitFor() timed out' && error.cause.message === 'never');
});
test('ends by a signal', { signal: AbortSignal.timeout(20) }, () => new Promise(() => {}));
const ends = [];
test('tells its end', (t) => { t.after(() => ends.push(t.passed, t.error)); });
test('tells its error', (t) => { t.after(() => ends.push(t.passed, t.error.message)); throw new Error('meant'); });
test('ends', () => deepStrictEqual(ends, [true, null, false, 'meant']));
test('property', (t) => {
  const object = { a: 1 };
  const { mock } = t.mock.property(object, 'a', 2);
  strictEqual(object.a, 2);
  object.a = 3;
  strictEqual(mock.accessCount(), 2);
  mock.mockImplementationOnce(9);
  deepStrictEqual([object.a, object.a], [9, 3]);
  deepStrictEqual(mock.accesses.map((access) => access.type), ['get', 'set', 'get', 'get']);
  mock.restore();
  strictEqual(object.a, 1);
});
";

/// The file that `node --test-update-snapshots` 24 writes.
const WRITTEN: &str = "exports[`list > snap \\`x\\` \\${1} 1`] = `
{
  \"a\": 1,
  \"b\": \"\\`\\${x}\\\\\\\\n\"
}
`;

exports[`list > snap \\`x\\` \\${1} 2`] = `
5
`;

exports[`list > snap \\`x\\` \\${1} 3`] = `
text
`;
";

fn folder(test: &str) -> PathBuf {
    let folder = root().join("target").join("snapshots").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::canonicalize(folder).expect("its path")
}

fn written(folder: &Path, text: &str) -> String {
    let path = folder.join("a.test.mjs");
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

fn run(options: &[&str], file: &str) -> Outcome {
    let arguments = [&["test", "--test-reporter", "tap"], options, &[file]].concat();
    Run { arguments: &arguments, ..Run::default() }.outcome()
}

fn results(outcome: &Outcome) -> Vec<&str> {
    outcome.stdout.lines().filter(|line| line.contains("ok ")).collect()
}

#[test]
fn snapshots_are_written_once_and_compared_then() {
    let folder = folder("written");
    let file = written(&folder, TESTS);
    let wanted = |snap: &'static str, suite: &'static str| {
        vec![
            snap,
            "    ok 2 - knows its place",
            suite,
            "ok 2 - own assertion",
            "not ok 3 - plan fails",
            "ok 4 - plan waits",
            "not ok 5 - plan waits in vain",
            "    ok 1 - within",
            "ok 6 - plan as an option",
            "ok 7 - waits for a condition",
            "not ok 8 - ends by a signal",
            "ok 9 - tells its end",
            "not ok 10 - tells its error",
            "ok 11 - ends",
            "ok 12 - property",
        ]
    };
    let missing = run(&[], &file);
    let shown = format!("{}{}", missing.stdout, missing.stderr);
    assert_eq!(results(&missing), wanted("    not ok 1 - snap `x` ${1}", "not ok 1 - list"), "{shown}");
    assert!(shown.contains("Cannot read snapshot file") && shown.contains("--test-update-snapshots"), "{shown}");
    for options in [&["--test-update-snapshots"][..], &[], &["--backend", "stack"]] {
        let outcome = run(options, &file);
        assert_eq!(results(&outcome), wanted("    ok 1 - snap `x` ${1}", "ok 1 - list"), "{}", outcome.stdout);
        let text = std::fs::read_to_string(folder.join("a.test.mjs.snapshot")).expect("snapshots");
        assert_eq!(text, WRITTEN);
    }
    std::fs::write(folder.join("a.test.mjs.snapshot"), WRITTEN.replace("5", "6")).expect("a file");
    let outcome = run(&[], &file);
    assert!(results(&outcome)[0].starts_with("    not ok 1"), "{}", outcome.stdout);
}

/// A program reads and writes the file beside it alone; others need the options for files.
#[test]
fn snapshots_elsewhere_need_permission() {
    let folder = folder("elsewhere");
    let text = "import { test, snapshot } from 'node:test';\n\
        test('file', (t) => t.assert.fileSnapshot({ z: 1 }, import.meta.dirname + '/out/z.json'));\n\
        test('resolved', (t) => {\n\
        \x20 snapshot.setResolveSnapshotPath((path) => path.replace('a.test', 'b'));\n\
        \x20 t.assert.snapshot(1);\n});\n";
    let file = written(&folder, text);
    let outcome = run(&["--test-update-snapshots"], &file);
    assert!(results(&outcome).contains(&"not ok 1 - file"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("not ok 3 - (snapshots)"), "{}", outcome.stdout);
    assert_eq!(outcome.code, Some(1));
    assert!(!folder.join("out").exists() && !folder.join("b.mjs").exists());
    let allowed = folder.to_string_lossy();
    let (read, write) = (format!("--allow-read={allowed}"), format!("--allow-write={allowed}"));
    for options in [&["--test-update-snapshots", &*read, &*write][..], &[&*read]] {
        let outcome = run(options, &file);
        assert_eq!(outcome.code, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    }
    assert_eq!(std::fs::read_to_string(folder.join("out/z.json")).expect("a file"), "{\n  \"z\": 1\n}");
}

#[test]
fn tests_that_state_no_time_have_that_of_the_command() {
    let folder = folder("timeout");
    let text = "import { test } from 'node:test';\nconst later = () => new Promise((done) => setTimeout(done, 300));\n\
        test('late', later);\ntest('has time', { timeout: 60_000 }, later);\n\
        test('has none', { timeout: 0 }, later);\n";
    let outcome = run(&["--test-timeout", "50ms"], &written(&folder, text));
    assert_eq!(results(&outcome), ["not ok 1 - late", "ok 2 - has time", "not ok 3 - has none"], "{}", outcome.stdout);
    assert!(outcome.stdout.contains("# cancelled 2"), "{}", outcome.stdout);
}

/// A template literal has no carriage returns of its own: they are written as escapes.
#[test]
fn carriage_returns_are_compared() {
    let folder = folder("returns");
    let text = "import { test } from 'node:test';\n\
        test('lines', (t) => t.assert.snapshot('a\\r\\nb', { serializers: [String] }));\n";
    let file = written(&folder, text);
    for options in [&["--test-update-snapshots"][..], &[]] {
        let outcome = run(options, &file);
        assert_eq!(results(&outcome), ["ok 1 - lines"], "{}", outcome.stdout);
    }
    let text = std::fs::read_to_string(folder.join("a.test.mjs.snapshot")).expect("snapshots");
    assert_eq!(text, "exports[`lines 1`] = `\na\\r\nb\n`;\n");
}

/// No waiting takes an assertion back, and a mocked accessor is one again.
#[test]
fn plans_end_that_have_too_much_and_accessors_come_back() {
    let folder = folder("accessors");
    let text = "import { test } from 'node:test';\n\
        const object = { get a() { return 1 } };\n\
        test('too much', (t) => { t.plan(1, { wait: true }); t.assert.ok(1); t.assert.ok(1); });\n\
        test('mocked', (t) => { t.mock.property(object, 'a', 2); t.assert.strictEqual(object.a, 2); });\n\
        test('is back', (t) => t.assert.strictEqual(object.a, 1));\n";
    let outcome = run(&[], &written(&folder, text));
    assert_eq!(results(&outcome), ["not ok 1 - too much", "ok 2 - mocked", "ok 3 - is back"], "{}", outcome.stdout);
    assert!(outcome.stdout.contains("plan expected 1 assertions but received 2"), "{}", outcome.stdout);
}
