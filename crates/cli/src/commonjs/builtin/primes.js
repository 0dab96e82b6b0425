// New primes of `crypto`, and whether a number is one.
'use strict';

const { checkBoolean, checkFunction, checkInteger, checkObject, coded, invalidType, outOfRange } = require('internal/errors');
const { bytesOfNumber, isPrime, lengthOf, numberOf } = require('internal/whole_numbers');

const WANTED = 'of type bigint or an instance of ArrayBuffer, TypedArray, Buffer, or DataView';
const MOST = 2 ** 31 - 1;
// Further rounds, beside those with the first primes.
const ROUNDS = 20;

function numberIn(value, name) {
  if (typeof value === 'bigint') {
    if (value < 0n) throw outOfRange(name, '>= 0', value);
    return value;
  }
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer || ArrayBuffer.isView(value)) return numberOf(value);
  throw invalidType(name, WANTED, value);
}
const bignum = (number, text) => new Error(`error:018000${number}:bignum routines::${text}`);

// Adds the functions to `crypto`. `given` gives a callback its result later.
exports.add = (crypto, { given }) => {
  const random = number => numberOf(crypto.randomBytes(lengthOf(number) + 8));
  const isLikely = number => isPrime(number, ROUNDS, random);

  // A number of so many bits with the two highest ones set. With `add` it leaves a rest.
  function candidate(size, add, rest) {
    const bits = BigInt(size);
    let number = random(1n << bits) % (1n << bits) | 1n << bits - 1n;
    if (add === undefined) return number | (size > 2 ? 1n << bits - 2n | 1n : 1n);
    number += rest - number % add;
    return number >> bits - 1n === 1n ? number : undefined;
  }
  function checked(size, options) {
    checkInteger(size, 'size', 1, MOST);
    checkObject(options, 'options');
    const { safe = false, bigint = false } = options;
    checkBoolean(safe, 'options.safe');
    checkBoolean(bigint, 'options.bigint');
    const [add, rem] = ['add', 'rem'].map(name => (options[name] === undefined ? undefined : numberIn(options[name], `options.${name}`)));
    if (add !== undefined && add >> BigInt(size) > 0n) throw coded(RangeError, 'ERR_OUT_OF_RANGE', 'invalid options.add');
    if (add !== undefined && rem !== undefined && add <= rem) throw coded(RangeError, 'ERR_OUT_OF_RANGE', 'invalid options.rem');
    // No safe prime of those sizes has both of its highest bits: the search would not end.
    const isTooSmall = size < 2 || safe && add === undefined && size < 6 && size !== 3;
    if (isTooSmall) throw bignum('76', 'bits too small');
    if (add === 0n) throw bignum('67', 'div by zero');
    return { add, rest: rem ?? (safe ? 3n : 1n), safe, bigint };
  }
  function made(size, { add, rest, safe, bigint }) {
    for (;;) {
      const number = candidate(size, add, rest);
      if (number === undefined || !isLikely(number) || safe && !isLikely(number >> 1n)) continue;
      if (bigint) return number;
      const bytes = bytesOfNumber(number, size + 7 >> 3);
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    }
  }
  crypto.generatePrimeSync = function generatePrimeSync(size, options = {}) { return made(size, checked(size, options)); };
  crypto.generatePrime = function generatePrime(size, options, callback) {
    if (typeof options === 'function') [options, callback] = [{}, options];
    checkFunction(callback, 'callback');
    given(callback, made(size, checked(size, options ?? {})));
  };
  function tested(value, options) {
    const number = numberIn(value, 'candidate');
    checkObject(options, 'options');
    const { checks = 0 } = options;
    checkInteger(checks, 'options.checks', 0, MOST);
    return isPrime(number, checks || ROUNDS, random);
  }
  crypto.checkPrimeSync = function checkPrimeSync(value, options = {}) { return tested(value, options); };
  crypto.checkPrime = function checkPrime(value, options, callback) {
    if (typeof options === 'function') [options, callback] = [{}, options];
    checkFunction(callback, 'callback');
    given(callback, tested(value, options ?? {}));
  };
};
