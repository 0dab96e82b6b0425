// What tests use most of Node's `assert`.
'use strict';

const { inspect, isDeepStrictEqual } = require('util');

class AssertionError extends Error {
  constructor({ message, actual, expected, operator, from }) {
    super(message);
    this.name = 'AssertionError';
    this.code = 'ERR_ASSERTION';
    Object.assign(this, { actual, expected, operator });
    if (Error.captureStackTrace) Error.captureStackTrace(this, from);
  }
}

function check(holds, message, said, actual, expected, operator, from) {
  if (holds) return;
  if (message instanceof Error) throw message;
  throw new AssertionError({ message: message ?? said(), actual, expected, operator, from });
}

const both = (operator, one, other) => () => `Expected values to be ${operator}:\n\n${inspect(one)}\n\nand\n\n${inspect(other)}`;

function ok(value, message) {
  check(value, message, () => 'The expression evaluated to a falsy value', value, true, '==', ok);
}

const assert = module.exports = function assert(value, message) {
  check(value, message, () => 'The expression evaluated to a falsy value', value, true, '==', assert);
};
assert.ok = ok;
assert.AssertionError = AssertionError;
assert.strict = assert;

function comparison(name, operator, words, holds) {
  assert[name] = function (actual, expected, message) {
    check(holds(actual, expected), message, both(words, actual, expected), actual, expected, operator, assert[name]);
  };
}
comparison('equal', '==', 'loosely equal', (a, b) => a == b || (a !== a && b !== b));
comparison('notEqual', '!=', 'loosely unequal', (a, b) => !(a == b || (a !== a && b !== b)));
comparison('strictEqual', 'strictEqual', 'strictly equal', Object.is);
comparison('notStrictEqual', 'notStrictEqual', 'strictly unequal', (a, b) => !Object.is(a, b));
comparison('deepStrictEqual', 'deepStrictEqual', 'strictly deep-equal', isDeepStrictEqual);
comparison('notDeepStrictEqual', 'notDeepStrictEqual', 'not strictly deep-equal', (a, b) => !isDeepStrictEqual(a, b));
comparison('deepEqual', 'deepEqual', 'loosely deep-equal', isDeepStrictEqual);
comparison('notDeepEqual', 'notDeepEqual', 'not loosely deep-equal', (a, b) => !isDeepStrictEqual(a, b));
comparison('match', 'match', 'matched', (text, pattern) => pattern.test(text));
comparison('doesNotMatch', 'doesNotMatch', 'not matched', (text, pattern) => !pattern.test(text));

assert.fail = function fail(message = 'Failed') {
  check(false, message, () => '', undefined, undefined, 'fail', fail);
};
assert.ifError = function ifError(value) {
  if (value !== null && value !== undefined) throw value;
};

// Is an error what was expected: a class, a pattern of its text, a function that says so, an object of properties?
function fits(error, expected) {
  if (expected === undefined || typeof expected === 'string') return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected !== 'function') {
    return Object.keys(expected).every(key =>
      (expected[key] instanceof RegExp ? expected[key].test(error[key]) : isDeepStrictEqual(error[key], expected[key])));
  }
  if (expected.prototype !== undefined && error instanceof expected) return true;
  return !Object.prototype.isPrototypeOf.call(Error, expected) && expected !== Error && expected.call({}, error) === true;
}

assert.throws = function throws(work, expected, message) {
  try {
    work();
  } catch (error) {
    if (fits(error, expected)) return;
    throw error;
  }
  check(false, typeof expected === 'string' ? expected : message, () => 'Missing expected exception.', undefined, expected, 'throws', throws);
};
assert.doesNotThrow = work => { work(); };
assert.rejects = async function rejects(work, expected, message) {
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    if (fits(error, expected)) return;
    throw error;
  }
  check(false, message, () => 'Missing expected rejection.', undefined, expected, 'rejects', rejects);
};
assert.doesNotReject = async work => { await (typeof work === 'function' ? work() : work); };
