//! `ferrotape test`: tests that run at once, and who is told of them.

use crate::runner::{Run, root};

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

/// Each file frees what it has, before the next one runs.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_a_file_is_free_behind_it() {
    let folder = root().join("target").join("testing");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("holds.test.mjs");
    let text = r"import { test } from 'node:test';
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
const held = Array.from({ length: 1e5 }, (_, index) => ({ index }));
test('holds', () => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
  assert.ok(held.length === 1e5 && kilobytes < 150_000, `${kilobytes} kB`);
});
";
    std::fs::write(&file, text).expect("a file");
    let file = file.to_string_lossy().into_owned();
    let mut arguments = vec!["test", "--allow-read=/proc"];
    arguments.extend(std::iter::repeat_n(file.as_str(), 40));
    let outcome = Run { arguments: &arguments, ..Run::default() }.outcome();
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stdout.contains("pass 40\n"), "{}", outcome.stdout);
}
