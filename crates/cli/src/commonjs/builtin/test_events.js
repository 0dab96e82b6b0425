// The events of node:test, made from what its tests tell: for `run` and for reporters.
'use strict';

const { coded } = require('internal/errors');

// The first line of a shown error: its name and code, then the message.
const NAMED = /^(\w*(?:Error|Exception))(?: \[\w+\])?: /;

// Texts of node:test itself, by the kinds of failures that they tell. They have no frames: tests may throw the same words.
const TEXTS = {
  testTimeoutFailure: /^Error: test timed out after \S+ms$/,
  subtestsFailed: /^Error: \d+ subtests? failed$/,
  cancelledByParent: /^test did not finish before its parent and was cancelled$/,
};

function kindOf(text, result) {
  const known = Object.keys(TEXTS).find((kind) => TEXTS[kind].test(text));
  return known ?? (result === 'cancel' ? 'cancelledByParent' : 'testCodeFailure');
}

// The error of a failed test, whose cause is as what it has thrown, as far as its text says.
function failure(text, result) {
  const name = NAMED.exec(text)?.[1];
  const message = text.split(/\n +at /)[0].trimEnd().replace(NAMED, '');
  const failureType = kindOf(text, result);
  let cause = message;
  if (name && failureType === 'testCodeFailure') {
    cause = Object.defineProperties(new Error(message), { name: { value: name }, stack: { value: text } });
  }
  const made = Object.assign(coded(Error, 'ERR_TEST_FAILURE', message), { failureType, cause });
  return Object.defineProperty(made, 'stack', { value: text });
}

class Events {
  #file;
  // Tests that have not ended, by nesting, with what they have noted.
  #open = [];
  // Numbers of tests that have ended, by nesting.
  #numbers = [0];
  #counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
  #hasFailed = false;

  // Returns the events for what is told.
  take(told) {
    switch (told.type) {
      case 'file':
        this.#file = told.path;
        return [];
      case 'begin': return this.#begin(told);
      case 'end': return this.#end(told);
      case 'note': return this.#note(told);
      case 'over': return this.#sums(told);
      default: return [];
    }
  }

  #begin({ name, nesting, line, column }) {
    const data = { name, nesting, line, column, file: this.#file };
    this.#open.push({ data, notes: [] });
    return ['test:enqueue', 'test:dequeue', 'test:start'].map((type) => ({ type, data: { ...data } }));
  }

  // Notes stand behind the result of their test.
  #note({ nesting, text }) {
    const open = this.#open.find(({ data }) => data.nesting === nesting);
    const { line, column } = open?.data ?? {};
    const note = { type: 'test:diagnostic', data: { nesting, message: text, line, column, file: this.#file } };
    if (!open) return [note];
    open.notes.push(note);
    return [];
  }

  #end({ name, nesting, kind, result, error, reason, time }) {
    const { data: begun, notes } = this.#open.pop() ?? { notes: [] };
    this.#count(kind, result);
    const within = this.#numbers[nesting + 1] ?? 0;
    this.#numbers.length = nesting + 1;
    const testNumber = this.#numbers[nesting] = (this.#numbers[nesting] ?? 0) + 1;
    const details = { duration_ms: time };
    if (kind === 'suite') details.type = 'suite';
    // What is skipped or to be done may have failed, too.
    const hasFailed = result === 'fail' || result === 'cancel' || Boolean(error);
    if (hasFailed) details.error = failure(error ?? '', result);
    const data = { ...begun, name, nesting, testNumber, details };
    if (result === 'skip' || result === 'todo') data[result] = reason ?? true;
    const events = [{ type: 'test:complete', data: { ...data, details: { ...details, passed: !hasFailed } } }];
    const { line, column, file } = data;
    const plan = { nesting: nesting + 1, count: within, line, column, file };
    if (within > 0) events.push({ type: 'test:plan', data: plan });
    events.push({ type: hasFailed ? 'test:fail' : 'test:pass', data }, ...notes);
    return events;
  }

  // As `node --test` counts: a suite is no test, whatever has failed in it.
  #count(kind, result) {
    if (result === 'fail' || result === 'cancel') this.#hasFailed = true;
    this.#counts[kind === 'suite' ? 'suites' : 'tests']++;
    if (kind !== 'suite') this.#counts[{ cancel: 'cancelled', skip: 'skipped' }[result] ?? result]++;
  }

  #sums({ time }) {
    const events = [{ type: 'test:plan', data: { nesting: 0, count: this.#numbers[0] } }];
    for (const [name, count] of [...Object.entries(this.#counts), ['duration_ms', time]]) {
      events.push({ type: 'test:diagnostic', data: { nesting: 0, message: `${name} ${count}` } });
    }
    const { pass: passed, fail: failed, ...counts } = this.#counts;
    const data = { success: !this.#hasFailed, counts: { ...counts, passed, failed }, duration_ms: time };
    events.push({ type: 'test:summary', data });
    return events;
  }
}

module.exports = { Events };
