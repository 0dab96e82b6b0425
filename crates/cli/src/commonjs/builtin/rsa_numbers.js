// RSA of numbers (RFC 8017 5), for the paddings that `crypto.subtle` does not have: PKCS #1, and none.
'use strict';

const { Buffer } = require('buffer');
const { coded } = require('internal/errors');
const { bytesOfNumber, numberOf, power } = require('internal/whole_numbers');

// Bytes around a message that is padded: 0, the kind, some filling, 0.
const FRAME = 3, LEAST_FILLING = 8, OF_SIGNATURES = 1, OF_MESSAGES = 2;

const failed = (number, code, text) => coded(Error, `ERR_OSSL_RSA_${code}`, `error:020000${number}:rsa routines::${text}`);
const read = text => numberOf(Buffer.from(text, 'base64url'));

function inverse(number, modulus) {
  let [last, next, factor, other] = [modulus, number % modulus, 0n, 1n];
  while (next > 0n) {
    const whole = last / next;
    [last, next, factor, other] = [next, last - whole * next, other, factor - whole * other];
  }
  return last === 1n ? (factor + modulus) % modulus : undefined;
}

// The power with the private exponent, by the primes. Its time tells of a number that nobody knows: the given one is blinded.
function privatePower(number, { n, e, p, q, dp, dq, qi }, randomBytes) {
  const size = bytesOfNumber(n).length;
  let blind, back;
  do {
    blind = numberOf(randomBytes(size)) % n;
    back = blind > 1n ? inverse(blind, n) : undefined;
  } while (back === undefined);
  const blinded = number * power(blind, e, n) % n;
  const [one, other] = [power(blinded % p, dp, p), power(blinded % q, dq, q)];
  return (other + (qi * (one - other % p + p) % p) * q) * back % n;
}

function padded(bytes, size, kind, randomBytes) {
  const filling = size - bytes.length - FRAME;
  if (filling < LEAST_FILLING) throw failed('6E', 'DATA_TOO_LARGE_FOR_KEY_SIZE', 'data too large for key size');
  const all = Buffer.alloc(size, 0xff);
  all[0] = 0;
  all[1] = kind;
  if (kind === OF_MESSAGES) {
    for (let at = 2; at < 2 + filling;) {
      const [byte] = randomBytes(1);
      if (byte !== 0) all[at++] = byte;
    }
  }
  all[2 + filling] = 0;
  all.set(bytes, FRAME + filling);
  return all;
}
// What stands behind the filling of a signature.
function unpadded(bytes) {
  if (bytes[0] !== 0) throw failed('8A', 'INVALID_PADDING', 'invalid padding');
  if (bytes[1] !== OF_SIGNATURES) throw failed('6A', 'BLOCK_TYPE_IS_NOT_01', 'block type is not 01');
  const end = bytes.indexOf(0, 2);
  if (end < 0 || bytes.subarray(2, end).some(byte => byte !== 0xff)) throw failed('67', 'BAD_FIXED_HEADER_DECRYPT', 'bad fixed header decrypt');
  if (end < 2 + LEAST_FILLING) throw failed('68', 'BAD_PAD_BYTE_COUNT', 'bad pad byte count');
  return bytes.subarray(end + 1);
}

// `jwk` is the key; `seals` says whether padding is added or taken away.
exports.crypted = function crypted(jwk, bytes, { isPrivate, seals, pads, randomBytes }) {
  const key = {};
  for (const name of isPrivate ? ['n', 'e', 'p', 'q', 'dp', 'dq', 'qi'] : ['n', 'e']) key[name] = read(jwk[name]);
  const size = bytesOfNumber(key.n).length;
  let given = bytes;
  if (seals && pads) given = padded(bytes, size, isPrivate ? OF_SIGNATURES : OF_MESSAGES, randomBytes);
  else if (bytes.length > size) throw failed('6C', 'DATA_GREATER_THAN_MOD_LEN', 'data greater than mod len');
  else if (seals && bytes.length < size) throw failed('7A', 'DATA_TOO_SMALL_FOR_KEY_SIZE', 'data too small for key size');
  const number = numberOf(given);
  if (number >= key.n) throw failed('84', 'DATA_TOO_LARGE_FOR_MODULUS', 'data too large for modulus');
  const result = bytesOfNumber(isPrivate ? privatePower(number, key, randomBytes) : power(number, key.e, key.n), size);
  return seals || !pads ? result : Buffer.from(unpadded(result));
};
