// What tests use most of Node's `assert`.
'use strict';

const { inspect } = require('util');
const AssertionError = require('internal/assertion_error');
const { isDeepEqual, isDeepStrictEqual, isPartlyEqual } = require('internal/comparisons');
const { checkFunction, coded, invalidType, invalidValue } = require('internal/errors');

// Throws for what does not hold: the error that is given as a message, or one with the message, or with what `said` says.
function check(holds, message, said, actual, expected, operator, stackStartFn) {
  if (holds) return;
  if (message instanceof Error) throw message;
  const isGenerated = message === undefined || message === null;
  throw new AssertionError({ message: isGenerated ? said?.() : message, isGenerated, actual, expected, operator, stackStartFn });
}

const isFalsy = () => 'The expression evaluated to a falsy value', isNothing = () => 'No value argument passed to `assert.ok()`';
function ok(value, message) {
  check(value, message, arguments.length === 0 ? isNothing : isFalsy, value, true, '==', ok);
}

const assert = module.exports = function assert(value, message) {
  check(value, message, arguments.length === 0 ? isNothing : isFalsy, value, true, '==', assert);
};
assert.ok = ok;
assert.AssertionError = AssertionError;

function comparison(name, operator, holds) {
  const compare = function (actual, expected, message) {
    if (arguments.length < 2) throw coded(TypeError, 'ERR_MISSING_ARGS', 'The "actual" and "expected" arguments must be specified');
    check(holds(actual, expected), message, undefined, actual, expected, operator, compare);
  };
  assert[name] = Object.defineProperty(compare, 'name', { value: name });
}
const isLooselyEqual = (one, other) => one == other || one !== one && other !== other;
comparison('equal', '==', isLooselyEqual);
comparison('notEqual', '!=', (a, b) => !isLooselyEqual(a, b));
comparison('strictEqual', 'strictEqual', Object.is);
comparison('notStrictEqual', 'notStrictEqual', (a, b) => !Object.is(a, b));
comparison('deepStrictEqual', 'deepStrictEqual', isDeepStrictEqual);
comparison('notDeepStrictEqual', 'notDeepStrictEqual', (a, b) => !isDeepStrictEqual(a, b));
comparison('partialDeepStrictEqual', 'partialDeepStrictEqual', isPartlyEqual);
comparison('deepEqual', 'deepEqual', isDeepEqual);
comparison('notDeepEqual', 'notDeepEqual', (a, b) => !isDeepEqual(a, b));

function matching(name, words, wanted) {
  const match = function (text, pattern, message) {
    if (!(pattern instanceof RegExp)) throw invalidType('regexp', 'an instance of RegExp', pattern);
    const isText = typeof text === 'string';
    const said = () => (isText ? `The input ${words} the regular expression ${inspect(pattern)}. Input:\n\n${inspect(text)}\n`
      : invalidType('string', 'of type string', text).message);
    check(isText && pattern.test(text) === wanted, message, said, text, pattern, name, match);
  };
  assert[name] = Object.defineProperty(match, 'name', { value: name });
}
matching('match', 'did not match', true);
matching('doesNotMatch', 'was expected to not match', false);

// Two values and more are an old form, which compares nothing.
assert.fail = function fail(actual, expected, message, operator, stackStartFn) {
  if (arguments.length < 2) check(false, actual, () => 'Failed', undefined, undefined, 'fail', fail);
  if (message instanceof Error) throw message;
  operator ??= arguments.length === 2 ? '!=' : 'fail';
  throw new AssertionError({ actual, expected, message, operator, stackStartFn: stackStartFn || fail });
};
assert.ifError = function ifError(value) {
  if (value === null || value === undefined) return;
  const shown = typeof value === 'object' && typeof value.message === 'string' ? value.message || value.constructor?.name : inspect(value);
  check(false, `ifError got unwanted exception: ${shown}`, undefined, value, null, 'ifError', ifError);
};

// Errors that work has: none, or what was thrown.
const NONE = Symbol('no error');
const thrownBy = work => {
  checkFunction(work, 'fn');
  try {
    work();
  } catch (error) {
    return error;
  }
  return NONE;
};
async function rejectedBy(work) {
  const isFunction = typeof work === 'function', promise = isFunction ? work() : work;
  if (typeof promise?.then !== 'function') {
    if (!isFunction) throw invalidType('promiseFn', 'of type function or an instance of Promise', work);
    const got = promise !== null && typeof promise === 'object' ? `an instance of ${promise.constructor?.name}`
      : promise === undefined ? 'undefined' : `type ${typeof promise} (${inspect(promise)})`;
    throw coded(TypeError, 'ERR_INVALID_RETURN_VALUE', `Expected instance of Promise to be returned from the "promiseFn" function but got ${got}.`);
  }
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return NONE;
}

// Says what is wrong with an error, if it is not what was expected: a class, a pattern of its text, a function that says so,
// an object of properties.
function misfit(error, expected) {
  if (expected instanceof RegExp) {
    const text = String(error);
    return expected.test(text) ? undefined : `The input did not match the regular expression ${inspect(expected)}. Input:\n\n${inspect(text)}\n`;
  }
  return typeof expected === 'function' ? misfitOfFunction(error, expected) : misfitOfObject(error, expected);
}

function misfitOfFunction(error, expected) {
  if (expected.prototype !== undefined && error instanceof expected) return undefined;
  if (expected === Error || Object.prototype.isPrototypeOf.call(Error, expected)) {
    const start = `The error is expected to be an instance of "${expected.name}". Received `;
    return error instanceof Error ? `${start}"${error.name}"\n\nError message:\n\n${error.message}`
      : `${start}"${inspect(error, { depth: -1 })}"`;
  }
  const given = expected.call({}, error);
  if (given === true) return undefined;
  const name = expected.name ? `"${expected.name}" ` : '';
  const caught = error instanceof Error ? `\n\nCaught error:\n\n${error}` : '';
  return `The ${name}validation function is expected to return "true". Received ${inspect(given)}${caught}`;
}

function misfitOfObject(error, expected) {
  const keys = Object.keys(expected);
  if (expected instanceof Error) keys.push('name', 'message');
  else if (keys.length === 0) throw invalidValue('error', expected, 'may not be an empty object');
  const fits = (typeof error === 'object' || typeof error === 'function') && error !== null && keys.every(key =>
    (typeof error[key] === 'string' && expected[key] instanceof RegExp && expected[key].test(error[key])) ||
    key in error && isDeepStrictEqual(error[key], expected[key]));
  if (fits) return undefined;
  const isOf = typeof error === 'object' && error !== null;
  const parts = isOf ? [new Comparison(error, keys), new Comparison(expected, keys, error)] : [error, expected];
  return new AssertionError({ actual: parts[0], expected: parts[1], operator: 'deepStrictEqual' }).message;
}
// The properties that are compared, for what is said of them. Patterns that fit stand for what they fit.
class Comparison {
  constructor(object, keys, actual) {
    for (const key of keys) {
      if (!(key in object)) continue;
      const fits = actual !== undefined && typeof actual[key] === 'string' && object[key] instanceof RegExp && object[key].test(actual[key]);
      this[key] = fits ? actual[key] : object[key];
    }
  }
}

function expectsError(error, given, from, kind) {
  let [expected, message] = given;
  if (typeof expected === 'string') {
    if (given.length > 1) throw invalidType('error', 'of type function or an instance of Error, RegExp, or Object', expected);
    if ((error?.message ?? error) === expected) {
      const said = typeof error === 'object' ? `error message "${expected}"` : `error "${expected}"`;
      throw coded(TypeError, 'ERR_AMBIGUOUS_ARGUMENT', `The "error/message" argument is ambiguous. The ${said} is identical to the message.`);
    }
    [expected, message] = [undefined, expected];
  } else if (expected !== undefined && expected !== null && typeof expected !== 'object' && typeof expected !== 'function') {
    throw invalidType('error', 'of type function or an instance of Error, RegExp, or Object', expected);
  }
  if (error === NONE) {
    if (message instanceof Error) throw message;
    const name = expected?.name ? ` (${expected.name})` : '';
    const said = `Missing expected ${kind}${name}${message ? `: ${message}` : '.'}`;
    throw new AssertionError({ message: said, expected, operator: from.name, stackStartFn: from });
  }
  const wrong = expected ? misfit(error, expected) : undefined;
  if (message instanceof Error && (typeof expected === 'function' || expected instanceof RegExp)) message = String(message);
  check(wrong === undefined, message, () => wrong, error, expected, from.name, from);
}

function expectsNone(error, [expected, message], from, kind) {
  if (error === NONE) return;
  if (typeof expected === 'string') [expected, message] = [undefined, expected];
  if (expected && misfit(error, expected) !== undefined) throw error;
  const said = `Got unwanted ${kind}${message ? `: ${message}` : '.'}\nActual message: "${error?.message}"`;
  throw new AssertionError({ message: said, actual: error, expected, operator: from.name, stackStartFn: from });
}

assert.throws = function throws(work, ...expected) { expectsError(thrownBy(work), expected, throws, 'exception'); };
assert.doesNotThrow = function doesNotThrow(work, ...expected) { expectsNone(thrownBy(work), expected, doesNotThrow, 'exception'); };
assert.rejects = async function rejects(work, ...expected) { expectsError(await rejectedBy(work), expected, rejects, 'rejection'); };
assert.doesNotReject = async function doesNotReject(work, ...expected) {
  expectsNone(await rejectedBy(work), expected, doesNotReject, 'rejection');
};

// The strict ones, under the names of the loose ones too.
const strict = function strict(value, message) {
  check(value, message, () => 'The expression evaluated to a falsy value', value, true, '==', strict);
};
assert.strict = Object.assign(strict, assert, {
  equal: assert.strictEqual, notEqual: assert.notStrictEqual, deepEqual: assert.deepStrictEqual, notDeepEqual: assert.notDeepStrictEqual,
});
strict.strict = strict;
