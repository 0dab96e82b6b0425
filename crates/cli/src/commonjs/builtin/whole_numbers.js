// Whole numbers of any size: their bytes, powers, primes.
'use strict';

const { Buffer } = require('buffer');

exports.numberOf = bytes => BigInt(`0x${Buffer.from(bytes.buffer ?? bytes, bytes.byteOffset, bytes.byteLength).toString('hex') || '0'}`);
const lengthOf = exports.lengthOf = number => number.toString(16).length + 1 >> 1;
exports.bytesOfNumber = (number, length = lengthOf(number)) => Buffer.from(number.toString(16).padStart(2 * length, '0'), 'hex');

const power = exports.power = (base, exponent, modulus) => {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = result * result % modulus;
    if (bit === '1') result = result * base % modulus;
  }
  return result % modulus;
};

const SMALL = [2n, 3n, 5n, 7n, 11n, 13n, 17n, 19n, 23n, 29n, 31n, 37n];
// Miller and Rabin, with the first primes, and with so many other numbers that `random` gives.
exports.isPrime = function isPrime(number, more = 0, random = undefined) {
  if (number < 2n) return false;
  for (const prime of SMALL) if (number % prime === 0n) return number === prime;
  let odd = number - 1n, twos = 0;
  for (; odd % 2n === 0n; odd /= 2n) twos++;
  const passes = base => {
    let value = power(base, odd, number);
    if (value === 1n || value === number - 1n) return true;
    for (let left = twos - 1; left > 0; left--) {
      value = value * value % number;
      if (value === number - 1n) return true;
    }
    return false;
  };
  if (!SMALL.every(passes)) return false;
  for (let count = 0; count < more; count++) if (!passes(2n + random(number) % (number - 3n))) return false;
  return true;
};
