// What `crypto` does with pairs of keys: generating, signing, encrypting, agreeing on secrets.
'use strict';

const { Buffer } = require('buffer');
const { Writable } = require('stream');
const { checkFunction, checkString, coded, invalidType } = require('internal/errors');
const { setImmediate } = require('internal/real_timers');
const formats = require('internal/key_formats');

// Adds the functions to `crypto`. `given` gives a callback its result later, `bytesOf` and `dataOf` make bytes of arguments,
// `inText` texts of bytes, and `callable` a class that is made without `new` too.
exports.add = (crypto, keys, { bytesOf, callable, dataOf, given, inText }) => {
  crypto.generateKeyPairSync = function generateKeyPairSync(type, options) {
    const [publicKey, privateKey] = keys.generated(type, options);
    return { publicKey, privateKey };
  };
  crypto.generateKeyPair = function generateKeyPair(type, options, callback) {
    if (typeof options === 'function') [options, callback] = [undefined, options];
    checkFunction(callback, 'callback');
    const pair = keys.generated(type, options);
    setImmediate(callback, null, ...pair);
  };
  Object.defineProperty(crypto.generateKeyPair, Symbol.for('nodejs.util.promisify.custom'), {
    value: async (type, options) => crypto.generateKeyPairSync(type, options),
  });
  crypto.generateKeySync = function generateKeySync(type, options) { return keys.secretKeyOf(type, options); };
  crypto.generateKey = function generateKey(type, options, callback) { given(checked(callback), keys.secretKeyOf(type, options)); };
  const checked = callback => {
    checkFunction(callback, 'callback');
    return callback;
  };

  // Signatures are of all data at once, so it is kept until the end.
  class Gathering extends Writable {
    #algorithm; #pieces = [];
    constructor(algorithm, options) {
      super(options);
      checkString(algorithm, 'algorithm');
      try {
        keys.hashOf(algorithm);
      } catch (error) {
        throw error.code === 'ERR_CRYPTO_INVALID_DIGEST' ? coded(TypeError, error.code, 'Invalid digest') : error;
      }
      this.#algorithm = algorithm;
    }
    update(data, encoding) {
      this.#pieces.push(Buffer.from(dataOf(data, encoding)));
      return this;
    }
    _write(chunk, encoding, done) {
      this.update(chunk, encoding);
      done();
    }
    ended(work) { return work(this.#algorithm, Buffer.concat(this.#pieces)); }
  }
  const { ended } = Gathering.prototype;
  delete Gathering.prototype.ended;
  const required = (key, name) => {
    if (!key) throw coded(Error, 'ERR_CRYPTO_SIGN_KEY_REQUIRED', `No key provided to ${name}`);
  };
  class Sign extends Gathering {
    sign(key, encoding) {
      required(key, 'sign');
      return inText(ended.call(this, (algorithm, data) => keys.sign(algorithm, data, key)), encoding);
    }
  }
  class Verify extends Gathering {
    verify(key, signature, encoding) {
      const bytes = bytesOf(signature, 'signature', encoding);
      return ended.call(this, (algorithm, data) => keys.verify(algorithm, data, key, bytes));
    }
  }
  crypto.Sign = callable(Sign);
  crypto.Verify = callable(Verify);
  crypto.createSign = function createSign(algorithm, options) { return new Sign(algorithm, options); };
  crypto.createVerify = function createVerify(algorithm, options) { return new Verify(algorithm, options); };

  const checkAlgorithm = algorithm => { if (algorithm !== null && algorithm !== undefined) checkString(algorithm, 'algorithm'); };
  crypto.sign = function sign(algorithm, data, key, callback) {
    checkAlgorithm(algorithm);
    const bytes = bytesOf(data, 'data');
    required(key, 'sign');
    return given(callback, keys.sign(algorithm, bytes, key));
  };
  crypto.verify = function verify(algorithm, data, key, signature, callback) {
    checkAlgorithm(algorithm);
    const bytes = bytesOf(data, 'data');
    if (!ArrayBuffer.isView(signature)) throw invalidType('signature', 'an instance of Buffer, TypedArray, or DataView', signature);
    return given(callback, keys.verify(algorithm, bytes, key, bytesOf(signature, 'signature')));
  };

  crypto.publicEncrypt = function publicEncrypt(key, data) { return keys.crypted('encrypt', key, data); };
  crypto.privateDecrypt = function privateDecrypt(key, data) { return keys.crypted('decrypt', key, data); };
  crypto.privateEncrypt = function privateEncrypt(key, data) { return keys.crypted('encrypt', key, data, 'private'); };
  crypto.publicDecrypt = function publicDecrypt(key, data) { return keys.crypted('decrypt', key, data, 'public'); };
  crypto.diffieHellman = function diffieHellman(options) { return keys.shared(options); };
  crypto.getCurves = function getCurves() { return formats.curves.map(({ name }) => name); };

  class ECDH {
    #curve; #secret; #key; #point;
    constructor(name) {
      checkString(name, 'curve');
      this.#curve = formats.curves.find(curve => curve.name === name);
      if (!this.#curve) throw coded(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
    }
    generateKeys(encoding, format) {
      this.#take(keys.generated('ec', { namedCurve: this.#curve.name, privateKeyEncoding: { format: 'jwk' } })[1]);
      return this.getPublicKey(encoding, format);
    }
    setPrivateKey(key, encoding) {
      const bytes = bytesOf(key, 'key', encoding), { size } = this.#curve, secret = Buffer.alloc(size);
      const wrong = () => coded(RangeError, 'ERR_CRYPTO_INVALID_KEYTYPE', 'Private key is not valid for specified curve.');
      if (bytes.byteLength > size) throw wrong();
      secret.set(bytes, size - bytes.byteLength);
      let made;
      try {
        made = keys.createPrivateKey({ key: formats.privateOf(this.#curve, secret).der, format: 'der', type: 'pkcs8' });
      } catch {
        throw wrong();
      }
      this.#take(made.export({ format: 'jwk' }));
    }
    #take({ d, x, y }) {
      this.#secret = Buffer.from(d, 'base64url');
      this.#point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
      this.#key = formats.privateOf(this.#curve, this.#secret);
    }
    getPrivateKey(encoding) {
      if (!this.#secret) throw coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH private key');
      // Zeros before a number are no part of it.
      return inText(Buffer.from(this.#secret.subarray(this.#secret.findIndex(byte => byte !== 0))), encoding);
    }
    getPublicKey(encoding, format) {
      format ||= 'uncompressed';
      if (!this.#point) throw coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', 'Failed to get ECDH public key');
      if (!['uncompressed', 'compressed', 'hybrid'].includes(format)) {
        throw coded(TypeError, 'ERR_CRYPTO_ECDH_INVALID_FORMAT', `Invalid ECDH format: ${format}`);
      }
      const { size } = this.#curve, parity = this.#point.at(-1) & 1;
      const point = format === 'compressed' ? this.#point.subarray(0, 1 + size) : this.#point, shown = Buffer.from(point);
      if (format !== 'uncompressed') shown[0] = (format === 'hybrid' ? 6 : 2) + parity;
      return inText(shown, encoding);
    }
    computeSecret(other, from, encoding) {
      if (!this.#key) throw coded(Error, 'ERR_CRYPTO_INVALID_KEYPAIR', 'Invalid key pair');
      const point = bytesOf(other, 'otherPublicKey', from);
      let key;
      try {
        key = keys.checked(formats.publicOf(this.#curve, point));
      } catch {
        throw coded(Error, 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY', 'Public key is not valid for specified curve');
      }
      return inText(keys.secretOf(this.#key, key), encoding);
    }
  }
  crypto.ECDH = callable(ECDH);
  crypto.createECDH = function createECDH(curve) { return new ECDH(curve); };

  crypto.constants = {
    RSA_PKCS1_PADDING: 1, RSA_NO_PADDING: 3, RSA_PKCS1_OAEP_PADDING: 4, RSA_X931_PADDING: 5, RSA_PKCS1_PSS_PADDING: 6, RSA_PSS_SALTLEN_DIGEST: -1,
    RSA_PSS_SALTLEN_MAX_SIGN: -2, RSA_PSS_SALTLEN_AUTO: -2, POINT_CONVERSION_COMPRESSED: 2, POINT_CONVERSION_UNCOMPRESSED: 4, POINT_CONVERSION_HYBRID: 6,
  };
};
