// node:test: tests, suites and their hooks. What happens is told to `ferrotape test`, or printed where that is not running.
'use strict';

const { AsyncLocalStorage } = require('async_hooks');
const { types } = require('util');
const { coded } = require('internal/errors');
const { MockTracker } = require('internal/mocks');
const { Plan, assertionsOf, register, waitFor } = require('internal/test_checks');
const snapshots = require('internal/test_snapshots');
const { described, placeOfCaller } = require('internal/test_stacks');
const { Turns, concurrencyOf, release, teller } = require('internal/test_turns');

snapshots.begin({
  isWritten: native.updates === true,
  path: native.file && `${native.file}.snapshot`,
  read() {
    const text = native.readSnapshot();
    if (text === undefined) throw coded(Error, 'ENOENT', 'no such file');
    return text;
  },
  write: native.writeSnapshot,
});

// A pattern may be a literal, with its flags.
function pattern(text) {
  const literal = /^\/(.*)\/([a-z]*)$/s.exec(text);
  return literal ? new RegExp(literal[1], literal[2]) : new RegExp(text);
}
// Which tests run: those of the command line, or of `run`.
const filters = {
  only: native.only === true,
  wanted: (native.names ?? []).map(pattern),
  unwanted: (native.skipped ?? []).map(pattern),
};
// Tests may mock the clock and the timers: their limits go by the real ones.
const { now } = Date;
const { setTimeout, clearTimeout } = globalThis;

const report = native.report
  ? (event) => native.report(JSON.stringify(event))
  : ({ type, name, nesting, result, error }) => {
      if (type !== 'end') return;
      const hasFailed = result === 'fail' || result === 'cancel';
      if (hasFailed) process.exitCode = 1;
      const mark = hasFailed ? 'not ok' : 'ok';
      console.log(`${'  '.repeat(nesting)}${mark} - ${name}${result === 'skip' ? ' # SKIP' : ''}${error ? `\n${error}` : ''}`);
    };

// Who is told instead, while `run` runs files.
let listener;
const tell = (event) => (listener ?? report)(event);
const say = teller(tell);

// A name, options and a function, of which any may be left out.
function parsed(name, options, fn) {
  if (typeof name === 'function') [name, options, fn] = [undefined, undefined, name];
  else if (name !== null && typeof name === 'object') [name, options, fn] = [undefined, name, options];
  if (typeof options === 'function') [options, fn] = [undefined, options];
  return { name: String(name || fn?.name || '<anonymous>'), options: { ...options }, fn: fn ?? (() => {}) };
}

const noHooks = () => ({ before: [], after: [], beforeEach: [], afterEach: [] });

class Entry {
  constructor(parent, kind, { name, options, fn }) {
    // The time of a suite is that of what is in it.
    const timeout = options.timeout ?? parent?.options.timeout;
    const concurrency = concurrencyOf(options.concurrency, parent?.concurrency ?? 1);
    Object.assign(this, { parent, kind, name, options: { ...options, timeout }, fn, concurrency });
    this.nesting = parent ? parent.nesting + 1 : -1;
    this.place = placeOfCaller();
    // Patterns are compared with the one, the program sees the other.
    this.path = parent?.parent ? `${parent.path} ${name}` : name;
    this.fullName = parent?.parent ? `${parent.fullName} > ${name}` : name;
    this.hooks = noHooks();
    this.children = [];
    // What has happened in it, where that is not told yet.
    this.held = undefined;
    this.hasBegun = false;
    this.hasEnded = false;
    this.hasPassed = false;
    this.error = null;
    this.failures = 0;
    this.promise = new Promise((done) => (this.done = done));
  }

  // Is it, or something in it, what the patterns name?
  get isWanted() {
    const fits = (pattern) => pattern.test(this.path) || pattern.test(this.name);
    if (filters.unwanted.some(fits)) return false;
    if (filters.wanted.length === 0 || filters.wanted.some(fits)) return true;
    if (this.kind === 'suite') return this.children.some((child) => child.isWanted);
    return this.parent.kind === 'test' && this.parent.isWanted;
  }

  get isChosen() {
    if (!filters.only) return true;
    if (this.options.only || this.children.some((child) => child.isChosen)) return true;
    if (this.kind === 'test' && this.parent.kind === 'test') return !this.parent.runsOnly;
    return this.parent?.options?.only === true && !this.parent.children.some((child) => child.options.only);
  }

  ancestors() {
    return this.parent ? [...this.parent.ancestors(), this.parent] : [];
  }
}

const root = new Entry(null, 'suite', { name: '', options: { timeout: native.timeout || undefined }, fn: () => {} });
// The suite whose function runs, across its awaits.
const suites = new AsyncLocalStorage();
// The context of the test or suite whose function runs.
const contexts = new AsyncLocalStorage();
const current = () => suites.getStore() ?? root;
let isRunning = false;

// Errors of tests that have not come to their end.
const cancelling = new WeakSet();
function asCancelled(error) {
  if (typeof error === 'object' && error !== null) cancelling.add(error);
  return error;
}

// Works until a time is over or a signal aborts.
async function within(work, { timeout, signal }, what) {
  const isTimed = typeof timeout === 'number' && timeout >= 0 && timeout < 2 ** 31;
  if (!isTimed && !signal) return work();
  const { promise: ended, reject } = Promise.withResolvers();
  const aborted = () => reject(asCancelled(signal.reason));
  if (signal?.aborted) throw asCancelled(signal.reason);
  signal?.addEventListener('abort', aborted, { once: true });
  const late = () => reject(asCancelled(new Error(`${what} timed out after ${timeout}ms`)));
  const timer = isTimed ? setTimeout(late, timeout) : undefined;
  try {
    return await Promise.race([(async () => work())(), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
  }
}

function call(fn, argument, entry) {
  if (fn.length < 2) return fn.call(argument, argument);
  let calls = 0;
  const { promise, resolve, reject } = Promise.withResolvers();
  const made = fn.call(argument, argument, (error) => {
    if (++calls === 2) {
      const message = 'callback invoked multiple times';
      if (!entry?.hasEnded) throw new Error(message);
      // No other test is to be blamed for one that is over.
      say(entry, { type: 'note', nesting: 0, text: `${entry.name} is over: ${message}` });
    }
    if (error) reject(error);
    else resolve();
  });
  if (!types.isPromise(made)) return promise;
  const both = () => {
    throw new Error('passed a callback but also returned a Promise');
  };
  return made.then(both, both);
}

async function hooks(entry, kind, argument) {
  for (const { fn, options } of entry.hooks[kind]) await within(() => call(fn, argument), options, `${kind} hook`);
}

class TestContext {
  #entry;
  #plan;
  #mock;
  #assert;
  #turns;
  constructor(entry) {
    this.#entry = entry;
    this.#turns = new Turns(entry.concurrency, run, say);
    this.name = entry.name;
    if (entry.options.plan !== undefined) this.plan(entry.options.plan);
    if (typeof AbortController === 'function') {
      this.controller = new AbortController();
      this.signal = this.controller.signal;
    }
  }
  get fullName() { return this.#entry.fullName; }
  get filePath() { return native.file; }
  get passed() { return this.#entry.hasPassed; }
  get error() { return this.#entry.error; }
  get attempt() { return 0; }
  get assert() { return (this.#assert ??= assertionsOf(this, () => this.#plan?.count())); }
  get mock() { return (this.#mock ??= new MockTracker()); }
  // What the test has mocked is as before.
  static restore(context) { context.#mock?.reset(); }
  plan(count, options) {
    if (this.#plan) throw coded(Error, 'ERR_TEST_FAILURE', 'cannot set plan more than once');
    this.#plan = new Plan(count, options);
  }
  waitFor(condition, options) { return waitFor(condition, options); }
  skip(message) { this.#entry.skipped = message ?? true; }
  todo(message) { this.#entry.options.todo = message ?? true; }
  diagnostic(text) { say(this.#entry, { type: 'note', nesting: this.#entry.nesting, text: String(text) }); }
  before(fn, options = {}) { return call(fn, this); }
  after(fn, options = {}) { this.#entry.hooks.after.push({ fn, options }); }
  beforeEach(fn, options = {}) { this.#entry.hooks.beforeEach.push({ fn, options }); }
  afterEach(fn, options = {}) { this.#entry.hooks.afterEach.push({ fn, options }); }
  runOnly(value) { this.#entry.runsOnly = Boolean(value); }
  test(...given) {
    if (this.#entry.hasEnded) return outlived(...given);
    this.#plan?.count();
    const entry = new Entry(this.#entry, 'test', parsed(...given));
    this.#entry.children.push(entry);
    // In turn, also where nobody waits.
    return this.#turns.add(entry);
  }
  async end() {
    await this.#turns.end();
    await this.#plan?.end();
  }
  // The test that a context is of, if it is one.
  static entryOf(context) { return context instanceof TestContext ? context.#entry : undefined; }
}

// Tests that run, the innermost last. What nobody has caught meanwhile fails the one that has begun it, else the innermost, and
// the others go on.
const running = [];
function blamed(error) {
  const beginner = TestContext.entryOf(contexts.getStore());
  (running.includes(beginner) ? beginner : running.at(-1))?.blame(error);
}

function leave(entry) {
  const at = running.indexOf(entry);
  if (at < 0) return;
  running.splice(at, 1);
  if (running.length === 0) process.off('uncaughtException', blamed);
}

async function blaming(entry, work) {
  const blame = new Promise((_, no) => (entry.blame = no));
  if (running.push(entry) === 1) process.on('uncaughtException', blamed);
  try {
    return await Promise.race([work(), blame]);
  } finally {
    leave(entry);
  }
}

async function runTest(entry) {
  const context = new TestContext(entry);
  try {
    await runWith(context, entry);
  } finally {
    TestContext.restore(context);
  }
}

async function runWith(context, entry) {
  const around = entry.ancestors();
  try {
    for (const outer of around) await hooks(outer, 'beforeEach', context);
    await within(async () => {
      await contexts.run(context, () => call(entry.fn, context, entry));
      await context.end();
    }, entry.options, 'test');
    if (entry.failures > 0) throw new Error(failed(entry.failures));
    entry.hasPassed = true;
  } catch (thrown) {
    entry.error = thrown;
    throw thrown;
  } finally {
    context.controller?.abort();
    if (!entry.skipped) for (const outer of around.reverse()) await hooks(outer, 'afterEach', context);
    await hooks(entry, 'after', context);
  }
}

const failed = (count) => `${count} subtest${count > 1 ? 's' : ''} failed`;

const contextOf = (entry) => ({
  name: entry.name,
  fullName: entry.fullName,
  filePath: native.file,
  diagnostic(text) { say(entry, { type: 'note', nesting: entry.nesting, text: String(text) }); },
});

async function runSuite(entry) {
  const context = contextOf(entry);
  try {
    try {
      await entry.collected;
      await hooks(entry, 'before', context);
    } catch (error) {
      entry.children.forEach(cancel);
      throw error;
    }
    await within(() => runAll(entry), entry.options, 'test');
  } finally {
    abandon(entry.children);
    await hooks(entry, 'after', context);
  }
  if (entry.failures > 0) throw new Error(failed(entry.failures));
}

// Runs what is in a suite, and what comes there meanwhile.
async function runAll({ children, concurrency }) {
  const turns = new Turns(concurrency, run, say);
  for (let index = 0; index < children.length;) {
    while (index < children.length) turns.add(children[index++]);
    await turns.end();
  }
}

const UNFINISHED = 'test did not finish before its parent and was cancelled';
const ENDLESS = 'it never ended: nothing was left to do that could settle its promise';

// A test or a suite is over while some within it are not: they end, though what they have begun may go on.
function abandon(children, error = UNFINISHED) {
  for (const child of children) {
    release(child, say);
    if (child.hasEnded) continue;
    if (!child.hasBegun) {
      cancel(child);
      continue;
    }
    abandon(child.children, error);
    leave(child);
    const { name, nesting, kind } = child;
    child.hasEnded = true;
    say(child, { type: 'end', name, nesting, kind, result: 'cancel', error, time: 0 });
    child.done();
  }
}

// Something around a test or suite has failed before it began.
function cancel(entry) {
  const { name, nesting, kind, children, options } = entry;
  if (!entry.isWanted || !entry.isChosen) return entry.done();
  entry.hasBegun = entry.hasEnded = true;
  say(entry, { type: 'begin', name, nesting, kind, ...entry.place });
  children.forEach(cancel);
  const error = UNFINISHED;
  const reason = options.skip || options.todo;
  const result = options.skip ? 'skip' : options.todo ? 'todo' : 'cancel';
  const text = typeof reason === 'string' ? reason : undefined;
  say(entry, { type: 'end', name, nesting, kind, result, error, reason: text, time: 0 });
  entry.done();
}

// Waits until async suites have told what is in them. Why one has failed is told by `runSuite`.
async function collected(suite) {
  if (suite.collected) await suite.collected.then(undefined, () => {});
  for (const child of suite.children) {
    if (child.kind === 'suite') await collected(child);
  }
}

async function run(entry) {
  const { name, nesting, options, kind } = entry;
  if (kind === 'suite') await collected(entry);
  if (entry.hasEnded || !entry.isWanted || !entry.isChosen) return entry.done();
  const began = now();
  entry.hasBegun = true;
  say(entry, { type: 'begin', name, nesting, kind, ...entry.place });
  let result = 'pass';
  let error;
  entry.skipped = options.skip || undefined;
  if (!entry.skipped) {
    try {
      if (broken && entry.parent === root) {
        entry.children.forEach(cancel);
        throw broken.thrown;
      }
      if (options.signal?.aborted) {
        entry.children.forEach(cancel);
        throw asCancelled(options.signal.reason);
      }
      await (kind === 'suite' ? runSuite(entry) : blaming(entry, () => runTest(entry)));
    } catch (thrown) {
      result = typeof thrown === 'object' && thrown !== null && cancelling.has(thrown) ? 'cancel' : 'fail';
      error = described(thrown);
    }
  }
  if (entry.hasEnded) return;
  if (kind === 'test') abandon(entry.children);
  entry.hasEnded = true;
  // Whatever it throws then: who skips itself is skipped.
  const reason = entry.skipped || options.todo;
  if (entry.skipped) result = 'skip';
  else if (options.todo) result = 'todo';
  if (result === 'fail' || result === 'cancel') entry.parent.failures++;
  const text = typeof reason === 'string' ? reason : undefined;
  say(entry, { type: 'end', name, nesting, kind, result, error, reason: text, time: now() - began });
  entry.done();
}

// What a hook before all tests has thrown: none of them runs.
let broken;
let isWatched = false;
// The test or suite that runs, of those that are in no other one.
let outermost;
// How often tests have begun to run. Those of an earlier time were left.
let times = 0;
// Their work, and who waits for it to be left.
let work;
let left = () => {};
// Fails the file that is being loaded for `run`: it waits for what never comes.
let failLoading;

// No test comes any more once nothing is left to do.
function watch() {
  if (!isWatched) process.on('beforeExit', end).on('exit', endAtOnce);
  isWatched = true;
}

// The same for what comes behind in `run`. Jobs are no reason to tell again that nothing is left, a timer is.
function watchFurther() {
  if (!listener) return;
  watch();
  setTimeout(() => {});
}

async function hooksBefore() {
  try {
    await hooks(root, 'before', {});
  } catch (thrown) {
    broken ??= { thrown };
  }
  root.hooks.before = [];
}

async function start() {
  if (isRunning) return;
  isRunning = true;
  const time = ++times;
  watch();
  await null;
  await hooksBefore();
  while (time === times && root.children.length > 0) {
    outermost = root.children.shift();
    await run(outermost);
  }
  if (time === times) isRunning = false;
}

// Runs the hooks behind all tests, once. Tests that never end are over then, and so are those behind them. Who has waited for
// one of them goes on, and may have more.
async function end() {
  process.off('beforeExit', end).off('exit', endAtOnce);
  isWatched = false;
  if (isRunning) {
    times++;
    isRunning = false;
    root.hooks.before = [];
    abandon([outermost, ...root.children.splice(0)].filter(Boolean), ENDLESS);
    left();
    watchFurther();
  } else if (failLoading) {
    failLoading(new Error(ENDLESS));
    watchFurther();
  } else if (times === 0) {
    await hooksBefore();
    if (broken) hooksHaveFailed(broken.thrown);
  }
  await hooksAfter();
  writeSnapshots();
}

async function hooksAfter() {
  try {
    await hooks({ hooks: { after: root.hooks.after.splice(0) } }, 'after', {});
  } catch (thrown) {
    hooksHaveFailed(thrown);
  }
}

function writeSnapshots() {
  try {
    snapshots.end();
  } catch (thrown) {
    hasFailed('(snapshots)', thrown);
  }
}

// The program ends by an error or by itself: the hooks do what they can without waiting.
function endAtOnce() {
  if (times === 0) return;
  for (const { fn } of root.hooks.after.splice(0)) {
    try {
      call(fn, {});
    } catch (thrown) {
      hooksHaveFailed(thrown);
    }
  }
  writeSnapshots();
}

function hasFailed(name, thrown) {
  tell({ type: 'begin', name, nesting: 0, kind: 'test' });
  tell({ type: 'end', name, nesting: 0, kind: 'test', result: 'fail', error: described(thrown), time: 0 });
}
const hooksHaveFailed = (thrown) => hasFailed('(hooks)', thrown);

// Tests run outside of the suite that was the first to have one.
function begin() {
  if (!isRunning) work = suites.run(root, start);
}

// The tests of this module, for `run`.
const tests = {
  pattern,
  // Takes filters, and the time that tests may take. Returns false where tests run already.
  begin(given, timeout) {
    if (listener || isRunning || root.children.length > 0) return false;
    const { only, wanted, unwanted } = filters;
    const before = { filters: { only, wanted, unwanted }, timeout: root.options.timeout };
    Object.assign(filters, given);
    root.options.timeout = timeout ?? before.timeout;
    listener = () => {};
    tests.end = () => {
      Object.assign(filters, before.filters);
      root.options.timeout = before.timeout;
      listener = undefined;
    };
    return true;
  },
  // Runs the tests of a file to their end.
  async of(path, load, receive) {
    listener = receive;
    watch();
    try {
      await Promise.race([load(), new Promise((_, no) => (failLoading = no))]);
    } catch (thrown) {
      hasFailed(path, thrown);
    }
    failLoading = undefined;
    if (isRunning) await Promise.race([work, new Promise((done) => (left = done))]);
    await hooksAfter();
    root.hooks = noHooks();
    broken = undefined;
  },
};

function test(...given) {
  const entry = new Entry(current(), 'test', parsed(...given));
  entry.parent.children.push(entry);
  begin();
  return promised(entry);
}

// What is in a suite begins when all of the suite is told: it is not waited for before, as in node. So a suite may be an
// arrow function that returns its only test.
const promised = ({ parent, promise }) => (parent !== root && parent.kind === 'suite' ? Promise.resolve() : promise);

// A test within one that is over fails behind all others: no other is to be blamed for it.
function outlived(...given) {
  const { name } = parsed(...given);
  const fn = () => {
    throw new Error('test could not be started because its parent finished');
  };
  const entry = new Entry(root, 'test', { name, options: {}, fn });
  root.children.push(entry);
  begin();
  return entry.promise;
}

function describe(...given) {
  const entry = new Entry(current(), 'suite', parsed(...given));
  entry.parent.children.push(entry);
  const context = contextOf(entry);
  try {
    const run = () => contexts.run(context, () => entry.fn.call(context, context));
    const made = entry.options.skip ? undefined : suites.run(entry, run);
    if (typeof made?.then === 'function') {
      entry.collected = Promise.resolve(made);
      entry.collected.catch(() => {});
    }
  } catch (thrown) {
    entry.collected = Promise.reject(thrown);
    entry.collected.catch(() => {});
  }
  begin();
  return promised(entry);
}

function withVariants(define) {
  for (const name of ['skip', 'todo', 'only']) {
    define[name] = (...given) => {
      const { name: title, options, fn } = parsed(...given);
      return define(title, { ...options, [name]: true }, fn);
    };
  }
  return define;
}

withVariants(test);
withVariants(describe);
const hook = (kind) => (fn, options = {}) => {
  current().hooks[kind].push({ fn, options });
  // Those around all tests run where there is none, too.
  watch();
};

module.exports = test;
exports = test;
exports.test = test;
exports.it = test;
exports.describe = describe;
exports.suite = describe;
exports.before = hook('before');
exports.after = hook('after');
exports.beforeEach = hook('beforeEach');
exports.afterEach = hook('afterEach');
exports.run = (options) => require('internal/test_run')(tests, options);
exports.skip = test.skip;
exports.todo = test.todo;
exports.only = test.only;
exports.assert = { __proto__: null, register };
exports.snapshot = snapshots.snapshot;
exports.getTestContext = () => contexts.getStore();
exports.mock = new MockTracker();
