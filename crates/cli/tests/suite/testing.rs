//! `ferrotape test`: tests that run at once, and who is told of them.

use crate::runner::{Outcome, Run, root};

/// Writes a file below `target`, and returns its path.
fn written(name: &str, text: &str) -> String {
    let path = root().join("target").join("testing").join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

fn run(arguments: &[&str]) -> Outcome {
    Run { arguments, ..Run::default() }.outcome()
}

const AT_ONCE: &str = r"import { test, describe, it, after, beforeEach } from 'node:test';
import assert from 'node:assert';
const later = (time) => new Promise((done) => setTimeout(done, time));
const log = [];
const noted = (name, time) => async () => {
  log.push(name);
  await later(time);
  log.push('/' + name);
};
describe('at once', { concurrency: true }, () => {
  describe('as around it', () => {
    it('long', noted('long', 200));
    it('short', noted('short', 20));
  });
  it('uncaught', async () => {
    setTimeout(() => { throw new Error('late'); }, 60);
    await later(1000);
  });
  it('innocent', () => later(150));
});
describe('in turn', { concurrency: 1 }, () => {
  it('one', noted('one', 20));
  it('two', noted('two', 1));
});
test('two at once', { concurrency: 2 }, async (t) => {
  await Promise.all([t.test('a', noted('a', 150)), t.test('b', noted('b', 20)), t.test('c', noted('c', 20))]);
});
test('ends early', { concurrency: 2, timeout: 100 }, async (t) => {
  t.test('fast', () => {});
  t.test('never', () => later(5000));
  t.test('behind', () => {});
  await later(5000);
});
test('wrong', () => {
  assert.throws(() => test('x', { concurrency: 'all' }), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => test('x', { concurrency: 0 }), { code: 'ERR_OUT_OF_RANGE' });
});
after(() => console.log('log: ' + log.join(' ')));
";

/// The results and their order are those of node 20.
#[test]
fn tests_run_at_once_and_are_told_in_order() {
    let outcome =
        Run { arguments: &["test", "--test-reporter", "tap", "-"], input: AT_ONCE.as_bytes(), ..Run::default() };
    let outcome = outcome.outcome();
    assert_eq!(outcome.code, Some(1), "{}{}", outcome.stdout, outcome.stderr);
    let log = "log: long short /short /long one /one two /two a b /b c /c /a";
    assert!(outcome.stderr.lines().any(|line| line == log), "{}", outcome.stderr);
    let is_result = |line: &&str| ["ok ", "not ok "].iter().any(|start| line.trim_start().starts_with(start));
    let results: Vec<&str> = outcome.stdout.lines().filter(is_result).collect();
    assert_eq!(
        results,
        [
            "        ok 1 - long",
            "        ok 2 - short",
            "    ok 1 - as around it",
            "    not ok 2 - uncaught",
            "    ok 3 - innocent",
            "not ok 1 - at once",
            "    ok 1 - one",
            "    ok 2 - two",
            "ok 2 - in turn",
            "    ok 1 - a",
            "    ok 2 - b",
            "    ok 3 - c",
            "ok 3 - two at once",
            "    ok 1 - fast",
            "    not ok 2 - never",
            "    ok 3 - behind",
            "not ok 4 - ends early",
            "ok 5 - wrong",
        ]
    );
}

/// The function of a suite may return anything with a method `then`, which is called once.
#[test]
fn suites_may_return_what_has_a_then() {
    let text = r"import { test, describe, it } from 'node:test';
describe('ends', () => {
  it('within', () => {});
  return { then(done) { done(); } };
});
describe('fails', () => ({ then() { throw new Error('no'); } }));
test('behind', () => {});
";
    let outcome = run(&["test", "--test-reporter", "tap", &written("thenables.test.mjs", text)]);
    let results: Vec<&str> = outcome.stdout.lines().filter(|line| line.contains("ok ")).map(str::trim).collect();
    assert_eq!(results, ["ok 1 - within", "ok 1 - ends", "not ok 2 - fails", "ok 3 - behind"], "{}", outcome.stderr);
    assert_eq!(outcome.code, Some(1));
}

/// Each file frees what it has, before the next one runs.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_a_file_is_free_behind_it() {
    let text = r"import { test } from 'node:test';
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
const held = Array.from({ length: 1e5 }, (_, index) => ({ index }));
test('holds', () => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
  assert.ok(held.length === 1e5 && kilobytes < 150_000, `${kilobytes} kB`);
});
";
    let file = written("holds.test.mjs", text);
    let mut arguments = vec!["test", "--allow-read=/proc"];
    arguments.extend(std::iter::repeat_n(file.as_str(), 40));
    let outcome = run(&arguments);
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stdout.contains("pass 40\n"), "{}", outcome.stdout);
}

const TOLD: &str = r"import { test, describe, it } from 'node:test';
test('passes', () => console.log('mine'));
describe('suite', () => {
  it('fails', () => { throw new TypeError('bad'); });
  it('says', (t) => t.diagnostic('hello'));
});
test('skipped', { skip: true }, () => {});
  test('todo', { todo: 'why' }, () => {});
";

const REPORTER: &str = r"export default async function* (source) {
  for await (const { type, data } of source) {
    if (!['test:start', 'test:pass', 'test:fail', 'test:plan', 'test:diagnostic'].includes(type)) continue;
    const { name, nesting, line, column, count, message, skip, todo, details } = data;
    const { error } = details ?? {};
    const failure = error && [error.code, error.failureType, error.cause?.name, error.cause?.message];
    yield [type, nesting, name, count ?? message, `${line}:${column}`, details?.type, skip, todo, failure].join(' ').trim() + '\n';
  }
}
";

/// Events that node 20 tells the same reporter, without their durations.
const EVENTS: &str = "test:start 0 passes  2:1
test:pass 0 passes  2:1
test:start 0 suite  3:1
test:start 1 fails  4:3
test:fail 1 fails  4:3    ERR_TEST_FAILURE,testCodeFailure,TypeError,bad
test:start 1 says  5:3
test:pass 1 says  5:3
test:diagnostic 1  hello 5:3
test:plan 1  2 3:1
test:fail 0 suite  3:1 suite   ERR_TEST_FAILURE,subtestsFailed,,
test:start 0 skipped  7:1
test:pass 0 skipped  7:1  true
test:start 0 todo  8:3
test:pass 0 todo  8:3   why
test:plan 0  4 undefined:undefined
test:diagnostic 0  tests 5 undefined:undefined
test:diagnostic 0  suites 1 undefined:undefined
test:diagnostic 0  pass 2 undefined:undefined
test:diagnostic 0  fail 1 undefined:undefined
test:diagnostic 0  cancelled 0 undefined:undefined
test:diagnostic 0  skipped 1 undefined:undefined
test:diagnostic 0  todo 1 undefined:undefined
";

#[test]
fn reporters_of_programs_are_told_what_node_tells_them() {
    let file = written("told.test.mjs", TOLD);
    let reporter = written("reporters/reporter.mjs", REPORTER);
    for backend in ["register", "stack"] {
        let outcome = run(&["test", "--backend", backend, "--test-reporter", &reporter, &file]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), "mine\n"), "{}", outcome.stdout);
        let rest = outcome.stdout.strip_prefix(EVENTS);
        assert!(rest.is_some_and(|rest| rest.starts_with("test:diagnostic 0  duration_ms ")), "{}", outcome.stdout);
    }
    // A class of streams, as `node:test/reporters` has them.
    let text = "import { spec } from 'node:test/reporters';\nexport default spec;\n";
    let reporter = written("reporters/spec.mjs", text);
    let outcome = run(&["test", "--test-reporter", &reporter, &file]);
    for line in ["▶ suite", "  ℹ hello", "ℹ fail 1", "  TypeError: bad"] {
        assert!(outcome.stdout.lines().any(|found| found == line), "no {line} in {}", outcome.stdout);
    }
    let outcome = run(&["test", "--test-reporter=dot", &file]);
    assert!(outcome.code == Some(1) && outcome.stdout.starts_with(".X.X..\n\nFailed tests:\n"), "{}", outcome.stdout);
}

const FAILS: &str = r"import { test } from 'node:test';
test('skips itself', (t) => { t.skip('late'); throw new Error('no'); });
test('says so', () => { throw new Error('test timed out after 1ms'); });
test('too long', { timeout: 10 }, () => new Promise((done) => setTimeout(done, 1000)));
test('around', (t) => t.test('within', () => { throw new Error('1 subtest failed'); }));
";

/// The kinds are those of node 20. What a test throws is not taken for words of `node:test`.
#[test]
fn reporters_are_told_how_tests_have_failed() {
    let file = written("fails.test.mjs", FAILS);
    let reporter = written("reporters/failing.mjs", REPORTER);
    let outcome = run(&["test", "--test-reporter", &reporter, &file]);
    let failed: Vec<&str> = outcome.stdout.lines().filter(|line| line.starts_with("test:fail")).collect();
    assert_eq!(
        failed,
        [
            "test:fail 0 skips itself  2:1  late  ERR_TEST_FAILURE,testCodeFailure,Error,no",
            "test:fail 0 says so  3:1    ERR_TEST_FAILURE,testCodeFailure,Error,test timed out after 1ms",
            "test:fail 0 too long  4:1    ERR_TEST_FAILURE,testTimeoutFailure,,",
            "test:fail 1 within  5:25    ERR_TEST_FAILURE,testCodeFailure,Error,1 subtest failed",
            "test:fail 0 around  5:1    ERR_TEST_FAILURE,subtestsFailed,,",
        ],
        "{}",
        outcome.stderr
    );
    let reporter = written("reporters/of-failures.mjs", "export { spec as default } from 'node:test/reporters';\n");
    let outcome = run(&["test", "--test-reporter", &reporter, &file]);
    let listed: Vec<&str> = outcome.stdout.lines().filter(|line| line.starts_with('✖') && line.contains(':')).collect();
    assert_eq!(listed.len(), 4, "{}", outcome.stdout);
}

/// Functions of the program that make stacks are not asked where its tests are.
#[test]
fn places_of_tests_ask_no_function_of_the_program() {
    let text = r"import { test } from 'node:test';
Error.prepareStackTrace = () => { throw new Error('asked'); };
test('first', () => {});
Object.freeze(Error);
test('second', () => {});
";
    let file = written("places.test.mjs", text);
    let reporter = written("reporters/places.mjs", REPORTER);
    let outcome = run(&["test", "--test-reporter", &reporter, &file]);
    let passed: Vec<&str> = outcome.stdout.lines().filter(|line| line.starts_with("test:pass")).collect();
    assert_eq!(passed, ["test:pass 0 first  3:1", "test:pass 0 second  undefined:undefined"], "{}", outcome.stderr);
}

#[test]
fn reporters_that_fail_or_are_missing_are_told_of() {
    let file = written("passes.test.mjs", "import { test } from 'node:test';\ntest('passes', () => {});\n");
    for missing in ["./target/testing/missing.mjs", "jnuit"] {
        let outcome = run(&["test", "--test-reporter", missing, &file]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""));
        assert!(outcome.stderr.contains(&format!("cannot read the reporter {missing}")), "{}", outcome.stderr);
    }
    let text =
        "export default async function* (source) {\n  yield 'begun\\n';\n  throw new RangeError('no more');\n}\n";
    for (name, text, wanted) in [
        ("throws.mjs", text, "RangeError: no more"),
        ("nothing.mjs", "export default 1;\n", "a reporter is a function or a stream"),
    ] {
        let reporter = written(&format!("reporters/{name}"), text);
        let outcome = run(&["test", "--test-reporter", &reporter, &file]);
        assert_eq!(outcome.code, Some(1), "{name}: {}{}", outcome.stdout, outcome.stderr);
        assert!(outcome.stderr.contains(wanted), "{name}: {}", outcome.stderr);
    }
}

/// A program that runs files with tests itself.
const RUNS: &str = r"import { run, test } from 'node:test';
import { tap } from 'node:test/reporters';
const files = ['told.test.mjs', 'broken.test.cjs', 'never.test.mjs', 'stuck.test.mjs', 'never.test.mjs', 'last.test.mjs'];
const stream = run({ cwd: import.meta.dirname, files });
const shown = (name) => name.replace(/^.*[\\/]/, '');
stream.on('test:pass', ({ name, line }) => console.log('pass', name, line));
stream.on('test:fail', ({ name, details }) => console.log('fail', shown(name), details.error.failureType));
stream.on('test:summary', ({ success, counts }) => {
  console.log(success, counts.tests, counts.suites, counts.passed, counts.failed, counts.cancelled);
});
const texts = [];
stream.compose(tap).on('data', (text) => texts.push(String(text))).on('end', () => {
  const results = texts.join('').match(/^ *(not )?ok .*$/gm);
  console.log(results.length, results[0], results.at(-1));
  const only = run({ cwd: import.meta.dirname, files: [files[0]], testNamePatterns: /says/ });
  only.on('test:pass', ({ name }) => console.log('only', name)).resume().on('end', () => test('own', () => {}));
});
run({ files }).on('test:pass', () => console.log('wrong')).resume();
";

#[test]
fn a_program_runs_files_with_tests() {
    written("runs/told.test.mjs", TOLD);
    written("runs/broken.test.cjs", "throw new Error('outside');\n");
    let never =
        "import { test } from 'node:test';\ntest('never', () => new Promise(() => {}));\ntest('behind', () => {});\n";
    written("runs/never.test.mjs", never);
    // Files behind one for which nothing is left to do have their turns.
    written("runs/stuck.test.mjs", "await new Promise(() => {});\n");
    written("runs/last.test.mjs", "import { test } from 'node:test';\ntest('last', () => {});\n");
    let program = written("runs/runs.mjs", RUNS);
    let outcome = run(&["--commonjs", &program]);
    let wanted = "mine
pass passes 2
fail fails testCodeFailure
pass says 5
fail suite subtestsFailed
pass skipped 7
pass todo 8
fail broken.test.cjs testCodeFailure
fail never cancelledByParent
fail behind cancelledByParent
fail stuck.test.mjs testCodeFailure
fail never cancelledByParent
fail behind cancelledByParent
pass last 2
false 12 1 3 3 4
13 ok 1 - passes ok 11 - last
only says
only suite
ok - own
";
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(0), wanted), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("being called recursively"), "{}", outcome.stderr);
}
