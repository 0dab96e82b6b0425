// Ciphers of `crypto`: AES with keys of 128, 192 and 256 bits, in the modes ECB, CBC, CTR and GCM.
'use strict';

const { Buffer } = require('buffer');
const { Transform } = require('stream');
const { StringDecoder } = require('string_decoder');
const { coded, invalidType, invalidValue, refuse, checkInteger, checkObject, checkString } = require('internal/errors');

const KEYS = { 128: 16, 192: 24, 256: 32 };
const MODES = { ecb: { block: 16, vector: 0 }, cbc: { block: 16, vector: 16 }, ctr: { block: 1, vector: 16 }, gcm: { block: 1, vector: 12 } };
// Numbers of OpenSSL.
const NUMBERS = { ecb: [418, 422, 426], cbc: [419, 423, 427], ctr: [904, 905, 906], gcm: [895, 898, 901] };
const TAG_LENGTHS = [4, 8, 12, 13, 14, 15, 16];

exports.names = Object.keys(KEYS).flatMap(bits => Object.keys(MODES).map(mode => `aes-${bits}-${mode}`));

// Finds a cipher by one of its names: aes-256-gcm, id-aes256-GCM, aes256.
function found(name) {
  const [, bits, mode = 'cbc'] = /^(?:id-)?aes-?(128|192|256)(?:-(ecb|cbc|ctr|gcm))?$/i.exec(name) ?? [];
  return bits && { bits, mode: mode.toLowerCase(), length: KEYS[bits] };
}

exports.getCipherInfo = function getCipherInfo(name, options) {
  if (typeof name !== 'string' && typeof name !== 'number') throw invalidType('nameOrNid', 'one of type string or number', name);
  const check = (value, what) => checkInteger(value, what, -(2 ** 31), 2 ** 31 - 1);
  if (typeof name === 'number') check(name, 'nameOrNid');
  if (options !== undefined) {
    checkObject(options, 'options');
    for (const what of ['keyLength', 'ivLength']) if (options[what] !== undefined) check(options[what], `options.${what}`);
  }
  const cipher = typeof name === 'string' ? found(name)
    : exports.names.map(found).find(({ bits, mode }) => NUMBERS[mode][Object.keys(KEYS).indexOf(bits)] === name);
  if (!cipher) return undefined;
  const { bits, mode, length } = cipher, { block, vector } = MODES[mode];
  if (options?.keyLength !== undefined && options.keyLength !== length) return undefined;
  if (options?.ivLength !== undefined && options.ivLength !== vector && !(mode === 'gcm' && options.ivLength > 0)) return undefined;
  return {
    mode, name: mode === 'gcm' ? `id-aes${bits}-gcm` : `aes-${bits}-${mode}`, nid: NUMBERS[mode][Object.keys(KEYS).indexOf(bits)],
    blockSize: block, ...vector > 0 ? { ivLength: options?.ivLength ?? vector } : {}, keyLength: length,
  };
};

const invalidState = (operation = '') =>
  coded(Error, 'ERR_CRYPTO_INVALID_STATE', `Invalid state${operation && ` for operation ${operation}`}`);
const invalidTag = length => coded(TypeError, 'ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${length}`);
const ofOpenSsl = reason => Object.assign(new Error(`error:${reason === 'bad decrypt' ? '1C800064' : '1C80006B'}:Provider routines::${reason}`), {
  library: 'Provider routines', reason, code: `ERR_OSSL_${reason.toUpperCase().replaceAll(' ', '_')}`,
});

// `bytesOf`, `secretOf` and `dataOf` make bytes of arguments, `Cipher` works on them, `view` makes buffers of its bytes.
exports.make = ({ bytesOf, dataOf, encodingIn, secretOf, view, Cipher, timingSafeEqual }) => {
  if (Cipher === undefined) {
    const made = {};
    refuse(made, 'crypto', ['Cipheriv', 'Decipheriv']);
    return made;
  }
  class Base extends Transform {
    #work; #mode; #encrypts; #tagLength;
    #isDone = false;
    #tag;
    #decoder;
    constructor(name, key, vector, options, encrypts) {
      checkString(name, 'cipher');
      const length = options?.authTagLength ?? undefined;
      if (length !== undefined && length >>> 0 !== length) throw invalidValue('options.authTagLength', length);
      const secret = secretOf(key, 'key', encodingIn(options)), start = vector === null ? Buffer.alloc(0) : bytesOf(vector, 'iv');
      const cipher = found(name);
      if (!cipher) throw coded(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
      const isRight = cipher.mode === 'gcm' ? start.byteLength > 0 : start.byteLength === MODES[cipher.mode].vector;
      if (!isRight) throw coded(TypeError, 'ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
      if (secret.byteLength !== cipher.length) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
      if (length !== undefined && cipher.mode === 'gcm' && !TAG_LENGTHS.includes(length)) throw invalidTag(length);
      super(options);
      this.#mode = cipher.mode;
      this.#encrypts = encrypts;
      this.#tagLength = length;
      this.#work = new Cipher(cipher.mode, view(secret), view(start), encrypts);
    }
    #given(bytes, encoding, ends) {
      if (!encoding || encoding === 'buffer') return bytes;
      this.#decoder ??= new StringDecoder(encoding);
      return ends ? this.#decoder.end(bytes) : this.#decoder.write(bytes);
    }
    update(data, from, to) {
      const bytes = dataOf(data, from);
      if (this.#isDone) throw new Error('Trying to add data in unsupported state');
      return this.#given(view(this.#work.update(bytes)), to, false);
    }
    final(to) {
      if (this.#isDone) throw invalidState();
      this.#isDone = true;
      const last = view(this.#work.finish()), problem = this.#work.problem;
      if (problem !== '') throw ofOpenSsl(problem);
      if (this.#mode === 'gcm') this.#compared();
      return this.#given(last, to, true);
    }
    #compared() {
      const tag = view(this.#work.tag());
      if (this.#encrypts) this.#tag = tag.subarray(0, this.#tagLength ?? 16);
      else if (!this.#tag || !timingSafeEqual(this.#tag, tag.subarray(0, this.#tag.length))) throw new Error('Unsupported state or unable to authenticate data');
    }
    setAutoPadding(pads = true) {
      if (this.#isDone) throw invalidState('setAutoPadding');
      this.#work.pad(Boolean(pads));
      return this;
    }
    setAAD(bytes, options) {
      const added = bytesOf(bytes, 'aadbuf', encodingIn(options));
      if (this.#mode !== 'gcm' || this.#isDone) throw invalidState('setAAD');
      this.#work.add(added);
      return this;
    }
    _tag() {
      if (this.#tag === undefined) throw invalidState('getAuthTag');
      return Buffer.from(this.#tag);
    }
    _setTag(tag, encoding) {
      const bytes = Buffer.from(bytesOf(tag, 'buffer', encoding));
      if (this.#mode !== 'gcm' || this.#isDone || this.#tag !== undefined) throw invalidState('setAuthTag');
      if (!TAG_LENGTHS.includes(bytes.length) || this.#tagLength !== undefined && bytes.length !== this.#tagLength) throw invalidTag(bytes.length);
      this.#tag = bytes;
      return this;
    }
    _transform(chunk, encoding, done) { done(null, this.update(chunk, encoding)); }
    _flush(done) {
      let last;
      try {
        last = this.final();
      } catch (error) {
        return done(error);
      }
      done(null, last);
    }
  }
  class Cipheriv extends Base {
    constructor(cipher, key, iv, options) { super(cipher, key, iv, options, true); }
    getAuthTag() { return this._tag(); }
  }
  class Decipheriv extends Base {
    constructor(cipher, key, iv, options) { super(cipher, key, iv, options, false); }
    setAuthTag(tag, encoding) { return this._setTag(tag, encoding); }
  }
  return { Cipheriv, Decipheriv };
};
