// Hashes, HMAC, ciphers, keys and secret bytes. What is not here is undefined, so that packages see it.
'use strict';

const { Buffer } = require('buffer');
const { Transform } = require('stream');
const { coded, invalidType, outOfRange, checkFunction, checkInteger, checkString } = require('internal/errors');

const ciphers = require('internal/ciphers');

const HASHES = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];

const buffered = bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function bytesOf(data, name, encoding) {
  if (data instanceof KeyObject) return data.export();
  if (typeof data === 'string') return Buffer.from(data, encoding === 'buffer' ? 'utf8' : encoding);
  if (data instanceof ArrayBuffer || data instanceof SharedArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return data;
  throw invalidType(name, 'of type string or an instance of Buffer, TypedArray, or DataView', data);
}

function begun(algorithm, key) {
  checkString(algorithm, key === undefined ? 'algorithm' : 'hmac');
  const name = algorithm.toLowerCase().replace(/^rsa-/, '').replace(/^sha-/, 'sha');
  const work = native.hash(name, key);
  if (work) return work;
  if (key === undefined) throw new Error('Digest method not supported');
  throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
}

// What both kinds have: they are streams too, as packages pipe into them.
class Digest extends Transform {
  #work;
  #isDone = false;
  constructor(work, options) {
    super(options);
    this.#work = work;
  }
  update(data, encoding) {
    if (this.#isDone) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    this.#work.update(bytesOf(data, 'data', encoding));
    return this;
  }
  digest(encoding) {
    if (this.#isDone) {
      if (this instanceof Hmac) return encoding && encoding !== 'buffer' ? '' : Buffer.alloc(0);
      throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    }
    this.#isDone = true;
    const bytes = buffered(this.#work.value());
    return encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes;
  }
  copied() {
    if (this.#isDone) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    return this.#work.copy();
  }
  _transform(chunk, encoding, done) {
    this.update(chunk, encoding);
    done();
  }
  _flush(done) {
    this.push(this.digest());
    done();
  }
}

class Hash extends Digest {
  constructor(algorithm, options, work = begun(algorithm)) { super(work, options); }
  copy(options) { return new Hash('', options, this.copied()); }
}

class Hmac extends Digest {
  constructor(algorithm, key, options) {
    super(begun(algorithm, bytesOf(key, 'key')), options);
  }
}

const keys = require('internal/keys').make({
  bytesOf, settled: native.settled, subtle: globalThis.crypto?.subtle, CryptoKey, DOMException,
  timingSafeEqual: (one, other) => exports.timingSafeEqual(one, other),
});
const { KeyObject } = keys;
exports.KeyObject = KeyObject;
exports.createSecretKey = function createSecretKey(key, encoding) { return keys.createSecretKey(bytesOf(key, 'key', encoding)); };
exports.createPublicKey = function createPublicKey(key) { return keys.createPublicKey(key); };
exports.createPrivateKey = function createPrivateKey(key) { return keys.createPrivateKey(key); };

exports.Hash = Hash;
exports.Hmac = Hmac;
exports.createHash = function createHash(algorithm, options) { return new Hash(algorithm, options); };
exports.createHmac = function createHmac(algorithm, key, options) { return new Hmac(algorithm, key, options); };
exports.hash = function hash(algorithm, data, encoding = 'hex') { return new Hash(algorithm).update(data).digest(encoding); };
exports.getFips = function getFips() { return 0; };
exports.getHashes = function getHashes() { return [...HASHES]; };

const { Cipheriv, Decipheriv } = ciphers.make({
  toBytes: bytesOf,
  view: buffered,
  Cipher: native.Cipher,
  isKey: key => key instanceof KeyObject || typeof key === 'string' || key instanceof ArrayBuffer || ArrayBuffer.isView(key),
  timingSafeEqual: (one, other) => exports.timingSafeEqual(one, other),
});
exports.Cipheriv = Cipheriv;
exports.Decipheriv = Decipheriv;
exports.createCipheriv = function createCipheriv(cipher, key, iv, options) { return new Cipheriv(cipher, key, iv, options); };
exports.createDecipheriv = function createDecipheriv(cipher, key, iv, options) { return new Decipheriv(cipher, key, iv, options); };
exports.getCiphers = function getCiphers() { return native.Cipher ? [...ciphers.names] : []; };
exports.getCipherInfo = ciphers.getCipherInfo;

function fill(bytes) {
  const all = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < all.length;) {
    const piece = native.random(all.length - at);
    all.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

// Gives a callback its result later, as it expects.
function given(callback, result) {
  if (callback === undefined) return result;
  checkFunction(callback, 'callback');
  setImmediate(callback, null, result);
}

exports.randomBytes = function randomBytes(size, callback) {
  if (typeof size !== 'number') throw invalidType('size', 'of type number', size);
  if (!(size >= 0 && size <= 2 ** 31 - 1)) throw outOfRange('size', `>= 0 && <= ${2 ** 31 - 1}`, size);
  return given(callback, fill(Buffer.alloc(size)));
};
exports.pseudoRandomBytes = exports.randomBytes;
exports.rng = exports.randomBytes;

exports.randomFillSync = function randomFillSync(buffer, offset = 0, size) {
  const all = ArrayBuffer.isView(buffer) ? buffer : new Uint8Array(buffer);
  const step = all.BYTES_PER_ELEMENT ?? 1, count = size === undefined ? all.byteLength - offset * step : size * step;
  if (offset < 0 || offset * step > all.byteLength) throw outOfRange('offset', `>= 0 && <= ${all.byteLength}`, offset);
  if (count < 0 || offset * step + count > all.byteLength) throw outOfRange('size + offset', `<= ${all.byteLength}`, count + offset);
  fill(new Uint8Array(all.buffer, all.byteOffset + offset * step, count));
  return buffer;
};
exports.randomFill = function randomFill(buffer, offset, size, callback) {
  if (typeof offset === 'function') [callback, offset, size] = [offset, 0, undefined];
  else if (typeof size === 'function') [callback, size] = [size, undefined];
  given(callback, exports.randomFillSync(buffer, offset, size));
};

exports.randomInt = function randomInt(least, most, callback) {
  if (most === undefined || typeof most === 'function') [least, most, callback] = [0, least, most];
  for (const [name, value] of [['min', least], ['max', most]]) {
    if (!Number.isSafeInteger(value)) throw invalidType(name, 'a safe integer', value);
  }
  const range = most - least;
  if (!(range > 0)) throw outOfRange('max', `greater than the value of "min" (${least})`, most);
  if (range > 2 ** 48 - 1) throw outOfRange('max - min', `<= ${2 ** 48 - 1}`, range);
  // Numbers above the last whole range would make some results likelier.
  const limit = 2 ** 48 - (2 ** 48 % range);
  let value;
  do value = fill(Buffer.alloc(6)).readUIntBE(0, 6); while (value >= limit);
  return given(callback, least + (value % range));
};

exports.randomUUID = function randomUUID() {
  const bytes = fill(Buffer.alloc(16));
  bytes[6] = bytes[6] & 0x0F | 0x40;
  bytes[8] = bytes[8] & 0x3F | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

exports.timingSafeEqual = function timingSafeEqual(one, other) {
  const bytes = (value, name) => {
    if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) {
      throw invalidType(name, 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', value);
    }
    return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : new Uint8Array(value);
  };
  const left = bytes(one, 'buf1'), right = bytes(other, 'buf2');
  if (left.length !== right.length) {
    throw coded(RangeError, 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
  }
  let different = 0;
  for (let i = 0; i < left.length; i++) different |= left[i] ^ right[i];
  return different === 0;
};

function derived(password, salt, iterations, length, digest) {
  checkInteger(iterations, 'iterations', 1, 2 ** 31 - 1);
  checkInteger(length, 'keylen', 0, 2 ** 31 - 1);
  const key = native.hash(begunName(digest), bytesOf(password, 'password'));
  const blocks = [], number = Buffer.alloc(4);
  for (let have = 0, index = 1; have < length; index++) {
    number.writeUInt32BE(index);
    const first = key.copy();
    first.update(bytesOf(salt, 'salt'));
    first.update(number);
    let last = first.value();
    const block = Buffer.from(last);
    for (let round = 1; round < iterations; round++) {
      const next = key.copy();
      next.update(last);
      last = next.value();
      for (let i = 0; i < block.length; i++) block[i] ^= last[i];
    }
    blocks.push(block);
    have += block.length;
  }
  return Buffer.concat(blocks, length);
}
function begunName(digest) {
  checkString(digest, 'digest');
  const name = digest.toLowerCase().replace(/^sha-/, 'sha');
  if (!HASHES.includes(name)) throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`);
  return name;
}
exports.pbkdf2Sync = function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  return derived(password, salt, iterations, keylen, digest);
};
exports.pbkdf2 = function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  checkFunction(callback, 'callback');
  given(callback, derived(password, salt, iterations, keylen, digest));
};

// HKDF, RFC 5869.
function expanded(digest, key, salt, info, length) {
  const name = begunName(digest);
  const input = bytesOf(key, 'ikm'), first = bytesOf(salt, 'salt'), more = bytesOf(info, 'info');
  checkInteger(length, 'length', 0, 2 ** 31 - 1);
  if (more.byteLength > 1024) throw outOfRange('info', 'must not contain more than 1024 bytes', more.byteLength);
  const hmac = (secret, ...parts) => {
    const work = native.hash(name, secret);
    for (const part of parts) work.update(part);
    return buffered(work.value());
  };
  const size = native.hash(name).value().length;
  if (length > 255 * size) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
  const secret = hmac(first.byteLength > 0 ? first : Buffer.alloc(size), input), blocks = [];
  for (let number = 1, last = Buffer.alloc(0); blocks.length * size < length; number++) {
    last = hmac(secret, last, more, Buffer.from([number]));
    blocks.push(last);
  }
  const bytes = Buffer.concat(blocks, length);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length);
}
exports.hkdfSync = function hkdfSync(digest, ikm, salt, info, keylen) { return expanded(digest, ikm, salt, info, keylen); };
exports.hkdf = function hkdf(digest, ikm, salt, info, keylen, callback) {
  checkFunction(callback, 'callback');
  given(callback, expanded(digest, ikm, salt, info, keylen));
};

// scrypt, RFC 7914.
function stretched(password, salt, length, options) {
  const secret = bytesOf(password, 'password'), first = bytesOf(salt, 'salt');
  checkInteger(length, 'keylen', 0, 2 ** 31 - 1);
  const cost = options?.N ?? options?.cost ?? 16384, size = options?.r ?? options?.blockSize ?? 8;
  const parallel = options?.p ?? options?.parallelization ?? 1, most = options?.maxmem ?? 32 * 1024 * 1024;
  for (const [name, value] of [['N', cost], ['r', size], ['p', parallel]]) checkInteger(value, name, 0, 2 ** 32 - 1);
  const wrong = why => coded(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', `Invalid scrypt params${why}`);
  if (cost < 2 || (cost & (cost - 1)) !== 0 || size < 1 || parallel < 1) throw wrong('');
  if (128 * size * (cost + parallel + 2) > most) throw wrong(': memory limit exceeded');
  const blocks = derived(secret, first, 1, parallel * 128 * size, 'sha256');
  for (let at = 0; at < blocks.length; at += 128 * size) blocks.set(native.mix(blocks.subarray(at, at + 128 * size), cost), at);
  return derived(secret, blocks, 1, length, 'sha256');
}
exports.scryptSync = function scryptSync(password, salt, keylen, options) { return stretched(password, salt, keylen, options); };
exports.scrypt = function scrypt(password, salt, keylen, options, callback) {
  if (callback === undefined) [options, callback] = [undefined, options];
  checkFunction(callback, 'callback');
  given(callback, stretched(password, salt, keylen, options));
};

exports.webcrypto = globalThis.crypto;
exports.subtle = globalThis.crypto?.subtle;
exports.getRandomValues = function getRandomValues(array) { return fill(array); };
require('internal/pairs').add(exports, keys, { bytesOf, given });
exports.fips = false;
