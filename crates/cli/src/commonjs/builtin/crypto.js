// Hashes, HMAC, ciphers, keys and secret bytes. What is not here is undefined, so that packages see it.
'use strict';

const { Buffer } = require('buffer');
const { Transform } = require('stream');
const {
  coded, invalidType, invalidValue, outOfRange, checkBoolean, checkFunction, checkInteger, checkNumber, checkObject, checkString,
} = require('internal/errors');
const { setImmediate } = require('internal/real_timers');

const ciphers = require('internal/ciphers');

const HASHES = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512-224', 'sha512-256'];
const BUFFERS = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';
const VIEWS = 'of type string or an instance of Buffer, TypedArray, or DataView';
const KEYS = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey';
const SECRETS = 'of type string or an instance of SecretKeyObject, ArrayBuffer, TypedArray, DataView, or Buffer';
const SALTS = 'of type string or an instance of ArrayBuffer, TypedArray, DataView, or Buffer';

const buffered = bytes => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
// All bytes of a view, whatever its elements are.
const bytesOfView = view => (view instanceof Uint8Array ? view : new Uint8Array(view.buffer, view.byteOffset, view.byteLength));

// `words` are what the argument may be.
function bytesOf(data, name, encoding, words = BUFFERS) {
  if (typeof data === 'string') return Buffer.from(data, encoding === 'buffer' ? 'utf8' : encoding);
  if (data instanceof ArrayBuffer || data instanceof SharedArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return bytesOfView(data);
  throw invalidType(name, words, data);
}
// Bytes of a secret, which may be a key.
function secretOf(key, name, encoding, words = KEYS) {
  if (key instanceof CryptoKey) key = KeyObject.from(key);
  if (!(key instanceof KeyObject)) return bytesOf(key, name, encoding, words);
  if (key.type === 'secret') return key.export();
  throw coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${key.type}, expected secret.`);
}
// What is hashed, enciphered or signed. An encoding that is none is UTF-8.
function dataOf(data, encoding) {
  if (typeof data === 'string') {
    const known = Buffer.isEncoding(encoding) ? encoding : 'utf8';
    if (/^hex$/i.test(known) && data.length % 2 !== 0) throw invalidValue('encoding', encoding, `is invalid for data of length ${data.length}`);
    return Buffer.from(data, known);
  }
  if (!ArrayBuffer.isView(data)) throw invalidType('data', VIEWS, data);
  return bytesOfView(data);
}
function encodingIn(options) {
  const encoding = options?.encoding ?? undefined;
  if (encoding !== undefined) checkString(encoding, 'options.encoding');
  return encoding;
}

// The name of a hash, which may be that of a signature, or undefined.
function hashName(name) {
  const plain = name.toLowerCase().replace(/^(?:rsa|ssl3)-|withrsa(?:encryption)?$/g, '').replace(/^sha(?:-|2-)(?=\d{3})/, 'sha').replace('/', '-');
  const known = { 'sha-1': 'sha1', 'sha1-2': 'sha1' }[plain] ?? plain;
  return HASHES.includes(known) ? known : undefined;
}
function begun(algorithm, key) {
  checkString(algorithm, key === undefined ? 'algorithm' : 'hmac');
  const name = hashName(algorithm), work = name && native.hash(name, key);
  if (work) return work;
  if (key === undefined) throw new Error('Digest method not supported');
  throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${algorithm}`);
}

// What both kinds have: they are streams too, as packages pipe into them. Whoever asks behind the end of the stream gets the digest
// once, but nothing of an HMAC.
class Digest extends Transform {
  #work;
  #isDone = false;
  #isEnded = false;
  constructor(work, options) {
    super(options);
    this.#work = work;
  }
  update(data, encoding) {
    if (this.#isDone) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    const bytes = dataOf(data, encoding);
    if (this.#isEnded) throw coded(Error, 'ERR_CRYPTO_HASH_UPDATE_FAILED', 'Hash update failed');
    this.#work.update(bytes);
    return this;
  }
  digest(encoding) {
    if (this instanceof Hmac ? this.#isDone || this.#isEnded : this.#isDone) {
      this.#isDone = true;
      if (this instanceof Hmac) return encoding && encoding !== 'buffer' ? '' : Buffer.alloc(0);
      throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    }
    this.#isDone = true;
    const bytes = buffered(this.#work.value());
    return Buffer.isEncoding(encoding) ? bytes.toString(encoding) : bytes;
  }
  copied() {
    if (this.#isDone) throw coded(Error, 'ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
    return this.#work.copy();
  }
  _transform(chunk, encoding, done) {
    if (!this.#isDone && !this.#isEnded) this.#work.update(dataOf(chunk, encoding));
    done();
  }
  _flush(done) {
    this.push(this instanceof Hmac && this.#isDone ? Buffer.alloc(0) : buffered(this.#work.value()));
    this.#isEnded = true;
    done();
  }
}

class Hash extends Digest {
  constructor(algorithm, options, work = begun(algorithm)) {
    const length = options?.outputLength;
    if (length !== undefined) checkInteger(length, 'options.outputLength', 0, 2 ** 32 - 1);
    // None of these hashes has another length than its own.
    if (length !== undefined && length !== work.value().length) {
      throw coded(Error, 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH', 'error:030000B2:digital envelope routines::not XOF or invalid length');
    }
    super(work, options);
  }
  copy(options) { return new Hash('', options, this.copied()); }
}

class Hmac extends Digest {
  constructor(algorithm, key, options) {
    checkString(algorithm, 'hmac');
    super(begun(algorithm, secretOf(key, 'key', encodingIn(options))), options);
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
exports.hash = function hash(algorithm, data, encoding = 'hex') {
  checkString(encoding, 'outputEncoding');
  if (encoding !== 'buffer' && !Buffer.isEncoding(encoding)) throw invalidValue('outputEncoding', encoding);
  return new Hash(algorithm).update(data).digest(encoding);
};
exports.getFips = function getFips() { return 0; };
exports.getHashes = function getHashes() { return [...HASHES]; };

const { Cipheriv, Decipheriv } = ciphers.make({
  bytesOf, dataOf, encodingIn, secretOf,
  view: buffered,
  Cipher: native.Cipher,
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
exports.prng = exports.randomBytes;

const MOST_BYTES = 2 ** 31 - 1;
const checkBuffer = buffer => {
  if (buffer instanceof ArrayBuffer || buffer instanceof SharedArrayBuffer || ArrayBuffer.isView(buffer)) return;
  throw invalidType('buf', 'an instance of ArrayBuffer or ArrayBufferView', buffer);
};
// The bytes that are to be filled: places and sizes count elements, as Node's checks do.
function partOf(buffer, offset, size) {
  const step = buffer.BYTES_PER_ELEMENT ?? 1, most = Math.min(buffer.byteLength, MOST_BYTES);
  checkNumber(offset, 'offset');
  const from = offset * step;
  if (!(from >= 0 && from <= most)) throw outOfRange('offset', `>= 0 && <= ${most}`, from);
  if (size !== undefined) checkNumber(size, 'size');
  const count = size === undefined ? buffer.byteLength - Math.trunc(from) : size * step;
  if (!(count >= 0 && count <= MOST_BYTES)) throw outOfRange('size', `>= 0 && <= ${MOST_BYTES}`, count);
  if (count + Math.trunc(from) > buffer.byteLength) throw outOfRange('size + offset', `<= ${buffer.byteLength}`, count + Math.trunc(from));
  const inner = ArrayBuffer.isView(buffer) ? buffer : new Uint8Array(buffer);
  return new Uint8Array(inner.buffer, inner.byteOffset + Math.trunc(from), Math.trunc(count));
}
exports.randomFillSync = function randomFillSync(buffer, offset = 0, size) {
  checkBuffer(buffer);
  fill(partOf(buffer, offset, size));
  return buffer;
};
exports.randomFill = function randomFill(buffer, offset, size, callback) {
  checkBuffer(buffer);
  if (typeof offset === 'function') [callback, offset, size] = [offset, 0, undefined];
  else if (typeof size === 'function') [callback, size] = [size, undefined];
  checkFunction(callback, 'callback');
  fill(partOf(buffer, offset, size));
  given(callback, buffer);
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

exports.randomUUID = function randomUUID(options) {
  if (options !== undefined) checkObject(options, 'options');
  if (options?.disableEntropyCache !== undefined) checkBoolean(options.disableEntropyCache, 'options.disableEntropyCache');
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

// PBKDF2, RFC 8018: bytes, from bytes.
function stretched(digest, secret, salt, iterations, length) {
  const key = native.hash(digest, secret), blocks = [], number = Buffer.alloc(4);
  for (let have = 0, index = 1; have < length; index++) {
    number.writeUInt32BE(index);
    const first = key.copy();
    first.update(salt);
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
function knownHash(digest) {
  const name = hashName(digest);
  if (!name) throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${digest}`);
  return name;
}

// Each way to derive a key checks its arguments, and gives a function that does the work: the callback is looked at in between.
function ofPassword(password, salt, iterations, length, digest) {
  checkString(digest, 'digest');
  const secret = bytesOf(password, 'password'), first = bytesOf(salt, 'salt');
  checkInteger(iterations, 'iterations', 1, 2 ** 31 - 1);
  checkInteger(length, 'keylen', 0, 2 ** 31 - 1);
  return () => stretched(knownHash(digest), secret, first, iterations, length);
}
exports.pbkdf2Sync = function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  return ofPassword(password, salt, iterations, keylen, digest)();
};
exports.pbkdf2 = function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  if (typeof digest === 'function') [digest, callback] = [undefined, digest];
  const work = ofPassword(password, salt, iterations, keylen, digest);
  checkFunction(callback, 'callback');
  given(callback, work());
};

// HKDF, RFC 5869.
function ofSecret(digest, key, salt, info, length) {
  checkString(digest, 'digest');
  const input = secretOf(key, 'ikm', undefined, SECRETS), first = bytesOf(salt, 'salt', undefined, SALTS), more = bytesOf(info, 'info', undefined, SALTS);
  checkInteger(length, 'length', 0, require('buffer').kMaxLength);
  if (more.byteLength > 1024) throw outOfRange('info', 'must not contain more than 1024 bytes', more.byteLength);
  const name = knownHash(digest), size = native.hash(name).value().length;
  if (length > 255 * size) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
  const hmac = (secret, ...parts) => {
    const work = native.hash(name, secret);
    for (const part of parts) work.update(part);
    return buffered(work.value());
  };
  return () => {
    const secret = hmac(first.byteLength > 0 ? first : Buffer.alloc(size), input), blocks = [];
    for (let number = 1, last = Buffer.alloc(0); blocks.length * size < length; number++) {
      last = hmac(secret, last, more, Buffer.from([number]));
      blocks.push(last);
    }
    const bytes = Buffer.concat(blocks, length);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + length);
  };
}
exports.hkdfSync = function hkdfSync(digest, ikm, salt, info, keylen) { return ofSecret(digest, ikm, salt, info, keylen)(); };
exports.hkdf = function hkdf(digest, ikm, salt, info, keylen, callback) {
  const work = ofSecret(digest, ikm, salt, info, keylen);
  checkFunction(callback, 'callback');
  given(callback, work());
};

// The numbers of scrypt, by their names of old and of today. Zero is the default.
function numbersOf(options) {
  const numbers = { N: 16384, r: 8, p: 1, maxmem: 32 * 1024 * 1024 };
  for (const [short, long] of [['N', 'cost'], ['r', 'blockSize'], ['p', 'parallelization']]) {
    for (const name of [short, long]) {
      if (options?.[name] === undefined) continue;
      if (name === long && options[short] !== undefined) throw coded(Error, 'ERR_CRYPTO_SCRYPT_INVALID_PARAMETER', 'Invalid scrypt parameter');
      checkInteger(options[name], name, 0, 2 ** 32 - 1);
      numbers[short] = options[name] || numbers[short];
    }
  }
  if (options?.maxmem !== undefined) {
    checkInteger(options.maxmem, 'maxmem', 0);
    numbers.maxmem = options.maxmem || numbers.maxmem;
  }
  return numbers;
}
// scrypt, RFC 7914.
function inMemory(password, salt, length, options) {
  const secret = bytesOf(password, 'password'), first = bytesOf(salt, 'salt');
  checkInteger(length, 'keylen', 0, 2 ** 31 - 1);
  const { N, r, p, maxmem } = numbersOf(options);
  const wrong = why => coded(RangeError, 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', `Invalid scrypt params${why}`);
  if (N < 2 || N > 2 ** 31 || (N & (N - 1)) !== 0 || N >= 2 ** (16 * r)) throw wrong('');
  if (p * r >= 2 ** 30 || 128 * r * (N + p + 2) > maxmem) throw wrong(': error:030000AC:digital envelope routines::memory limit exceeded');
  return () => {
    const blocks = stretched('sha256', secret, first, 1, p * 128 * r);
    for (let at = 0; at < blocks.length; at += 128 * r) blocks.set(native.mix(blocks.subarray(at, at + 128 * r), N), at);
    return stretched('sha256', secret, blocks, 1, length);
  };
}
exports.scryptSync = function scryptSync(password, salt, keylen, options) { return inMemory(password, salt, keylen, options)(); };
exports.scrypt = function scrypt(password, salt, keylen, options, callback = undefined) {
  if (callback === undefined) [options, callback] = [undefined, options];
  const work = inMemory(password, salt, keylen, options);
  checkFunction(callback, 'callback');
  given(callback, work());
};

exports.webcrypto = globalThis.crypto;
exports.subtle = globalThis.crypto?.subtle;
const web = globalThis.crypto, webValues = web?.getRandomValues;
exports.getRandomValues = function getRandomValues(array) { return Reflect.apply(webValues, web, [array]); };
const inText = (bytes, encoding) => (encoding && encoding !== 'buffer' ? bytes.toString(encoding) : bytes);
// Node's classes are made without `new` too.
const callable = Class => new Proxy(Class, { apply: (target, receiver, values) => new Class(...values) });
require('internal/pairs').add(exports, keys, { bytesOf, callable, dataOf, given, inText });
require('internal/diffie_hellman').add(exports, { bytesOf, callable, inText });
require('internal/primes').add(exports, { given });
require('internal/x509').add(exports, { bytesOf });
exports.fips = false;
