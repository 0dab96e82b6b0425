// What a test of node:test may check with: assertions that count for its plan, the plan itself, and conditions that it waits for.
'use strict';

const assert = require('assert');
const { checkFunction, checkInteger, checkNumber, checkObject, checkString, invalidType, outOfRange } = require('internal/errors');
const { clearTimeout, setTimeout } = require('internal/real_timers');
const snapshots = require('internal/test_snapshots');

// The longest time of a timer.
const LONGEST = 2 ** 31 - 1;

function checkTime(time, name) {
  checkNumber(time, name);
  if (!(time >= 0 && time <= LONGEST)) throw outOfRange(name, `>= 0 && <= ${LONGEST}`, time);
}

// Functions by their names, which get the context of the test as `this`. Those of `node:assert` are read when the first test
// asks for one.
let checks;
function known() {
  if (checks) return checks;
  checks = new Map();
  for (const name of Object.keys(assert)) {
    if (typeof assert[name] === 'function' && name !== 'AssertionError' && name !== 'strict') checks.set(name, assert[name]);
  }
  for (const [name, check] of Object.entries(snapshots.checks)) checks.set(name, check);
  return checks;
}

// The `assert` of a test. `count` is told of each call.
function assertionsOf(context, count) {
  const assertions = { __proto__: null };
  for (const [name, check] of known()) {
    assertions[name] = (...values) => {
      count();
      return Reflect.apply(check, context, values);
    };
  }
  return assertions;
}

function register(name, fn) {
  checkString(name, 'name');
  checkFunction(fn, 'fn');
  known().set(name, fn);
}

// How many assertions and subtests a test is to have. With `wait` it goes on until it has them.
class Plan {
  #expected;
  #wait;
  #actual = 0;
  #waiting;

  constructor(expected, options = {}) {
    checkInteger(expected, 'count', 0, 2 ** 32 - 1);
    checkObject(options, 'options');
    const { wait = false } = options;
    if (typeof wait === 'number') checkTime(wait, 'options.wait');
    else if (typeof wait !== 'boolean') throw invalidType('options.wait', 'one of type boolean or number', wait);
    this.#expected = expected;
    this.#wait = wait;
  }

  count() {
    this.#actual++;
    if (this.#actual === this.#expected) this.#waiting?.();
  }

  async end() {
    if (this.#actual === this.#expected) return;
    // No waiting takes one back.
    if (this.#wait === false || this.#actual > this.#expected) {
      throw new Error(`plan expected ${this.#expected} assertions but received ${this.#actual}`);
    }
    const { promise, resolve, reject } = Promise.withResolvers();
    this.#waiting = resolve;
    const late = () => reject(new Error(
      `plan timed out after ${this.#wait}ms with ${this.#actual} assertions when expecting ${this.#expected}`));
    const timer = this.#wait === true ? undefined : setTimeout(late, this.#wait);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }
}

// Asks until the condition no longer throws or rejects, and gives its value.
function waitFor(condition, options = {}) {
  checkFunction(condition, 'condition');
  checkObject(options, 'options');
  const { interval = 50, timeout = 1000 } = options;
  checkTime(interval, 'options.interval');
  checkTime(timeout, 'options.timeout');
  const { promise, resolve, reject } = Promise.withResolvers();
  let failed;
  let next;
  let isOver = false;
  const late = setTimeout(() => {
    isOver = true;
    clearTimeout(next);
    reject(new Error('waitFor() timed out', failed));
  }, timeout);
  async function ask() {
    try {
      const value = await condition();
      clearTimeout(late);
      resolve(value);
    } catch (cause) {
      failed = { cause };
      if (!isOver) next = setTimeout(ask, interval);
    }
  }
  ask();
  return promise;
}

module.exports = { Plan, assertionsOf, register, waitFor };
