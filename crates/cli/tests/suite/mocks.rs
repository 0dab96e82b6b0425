//! Mocks in `ferrotape test`. What they do is compared with node in `tests/node`.

use crate::runner::{Run, root};

const TESTS: &str = r"import { test, mock, afterEach } from 'node:test';
import assert from 'node:assert';
import { stat } from 'node:fs';
const object = { method() { return 1; } };
const order = [];
test('mocks', (t) => {
  t.mock.method(object, 'method', () => 2);
  t.after(() => order.push('after ' + object.method()));
  order.push('in ' + object.method());
});
afterEach(() => order.push('each ' + object.method()));
test('comes next', () => order.push('next ' + object.method()));
test('fails', (t) => { t.mock.method(object, 'method', () => 3); throw new Error('meant'); });
test('comes behind that', () => {
  assert.deepStrictEqual(order, ['in 2', 'each 2', 'after 2', 'next 1', 'each 1', 'each 3']);
  assert.strictEqual(object.method(), 1);
});
test('limits of time go by the real clock', { timeout: 60_000 }, async (t) => {
  t.mock.timers.enable();
  const called = t.mock.fn();
  setTimeout(called, 120_000);
  t.mock.timers.tick(120_000);
  assert.deepStrictEqual([called.mock.callCount(), Date.now()], [1, 120_000]);
  await null;
});
test('mocks of all tests stay', () => { mock.method(object, 'method', () => 4); });
test('until they are reset', () => {
  assert.strictEqual(object.method(), 4);
  mock.reset();
  assert.strictEqual(object.method(), 1);
});
test('modules of Node go by the real timers', async (t) => {
  t.mock.timers.enable();
  await new Promise((done) => stat('.', () => done()));
});
";

/// Expected is what `node --test` 20 says.
#[test]
fn what_a_test_has_mocked_is_as_before_behind_it() {
    let folder = root().join("target").join("mocks");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("a.test.mjs");
    std::fs::write(&path, TESTS).expect("a file");
    let path = path.to_string_lossy();
    for backend in ["register", "stack"] {
        let arguments = ["test", "--backend", backend, "--test-reporter", "tap", &path];
        let outcome = Run { arguments: &arguments, ..Run::default() }.outcome();
        assert_eq!(outcome.code, Some(1), "{}{}", outcome.stdout, outcome.stderr);
        let ended: Vec<&str> = outcome.stdout.lines().filter(|line| line.contains("ok ")).collect();
        let wanted = [
            "ok 1 - mocks",
            "ok 2 - comes next",
            "not ok 3 - fails",
            "ok 4 - comes behind that",
            "ok 5 - limits of time go by the real clock",
            "ok 6 - mocks of all tests stay",
            "ok 7 - until they are reset",
            "ok 8 - modules of Node go by the real timers",
        ];
        assert_eq!(ended, wanted, "{}", outcome.stdout);
    }
}
