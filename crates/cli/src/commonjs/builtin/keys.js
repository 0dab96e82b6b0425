// Keys of `crypto`: secret ones, and pairs of RSA, of the curves P-256, P-384 and P-521, of Ed25519 and X25519. The work of pairs is
// that of `crypto.subtle`, which is done when it returns.
'use strict';

const { Buffer } = require('buffer');
const { checkInteger, checkObject, checkString, coded, invalidType, invalidValue, notHere } = require('internal/errors');
const formats = require('internal/key_formats');
const der = require('internal/der');

const USES = {
  'RSASSA-PKCS1-v1_5': { public: ['verify'], private: ['sign'] }, 'RSA-PSS': { public: ['verify'], private: ['sign'] },
  ECDSA: { public: ['verify'], private: ['sign'] }, Ed25519: { public: ['verify'], private: ['sign'] },
  'RSA-OAEP': { public: ['encrypt'], private: ['decrypt'] }, ECDH: { public: [], private: ['deriveBits'] },
  X25519: { public: [], private: ['deriveBits'] },
};
const SIGNING = { rsa: 'RSASSA-PKCS1-v1_5', ec: 'ECDSA', ed25519: 'Ed25519', x25519: 'X25519' };
// Members of JSON Web Keys, in the order in which Node has them, and those that only private keys have.
const CURVE_MEMBERS = ['crv', 'd', 'x', 'kty'];
const MEMBERS = {
  rsa: ['kty', 'n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'], ec: ['kty', 'x', 'y', 'crv', 'd'], ed25519: CURVE_MEMBERS, x25519: CURVE_MEMBERS,
};
const SECRETS = ['d', 'p', 'q', 'dp', 'dq', 'qi'];
// Curves by the kinds that name them, as Node lists them; not all of them are here.
const CURVES = { EC: ['P-256', 'secp256k1', 'P-384', 'P-521'], OKP: ['Ed25519', 'Ed448', 'X25519', 'X448'] };
const oneOf = (value, name, all) => {
  if (!all.includes(value)) throw invalidValue(name, value, `must be one of: ${all.map(one => (typeof one === 'string' ? `'${one}'` : String(one))).join(', ')}`);
};

// `native.settled` takes what is done out of its promise. What scripts change later has no say.
exports.make = ({ bytesOf, settled, subtle, timingSafeEqual, CryptoKey, DOMException }) => {
  const methods = {};
  for (const name of ['sign', 'verify', 'encrypt', 'decrypt', 'generateKey', 'importKey', 'exportKey', 'deriveBits']) methods[name] = subtle?.[name];
  const web = (name, ...values) => {
    if (!methods[name]) throw notHere('crypto with pairs of keys');
    try {
      return settled(Reflect.apply(methods[name], subtle, values));
    } catch (error) {
      throw error instanceof DOMException ? coded(Error, 'ERR_CRYPTO_OPERATION_FAILED', error.message) : error;
    }
  };
  const isNotHere = error => error.code === 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM';
  // A key of the web for one algorithm.
  const imported = (key, name = SIGNING[key.kind], more) => {
    const algorithm = { name, namedCurve: key.curve?.web, hash: key.kind === 'rsa' ? 'SHA-1' : undefined, ...more };
    return web('importKey', key.type === 'public' ? 'spki' : 'pkcs8', key.der, algorithm, true, USES[name][key.type]);
  };
  const toWeb = key => {
    const jwk = web('exportKey', 'jwk', imported(key)), all = {};
    for (const name of MEMBERS[key.kind]) if (jwk[name] !== undefined) all[name] = jwk[name];
    return all;
  };
  const fromWeb = (jwk, wanted) => {
    checkObject(jwk, 'key.key');
    oneOf(jwk.kty, 'key.kty', ['RSA', 'EC', 'OKP']);
    if (jwk.kty !== 'RSA') {
      checkString(jwk.crv, 'key.crv');
      oneOf(jwk.crv, 'key.crv', CURVES[jwk.kty]);
    }
    const kind = jwk.kty === 'OKP' ? jwk.crv.toLowerCase() : jwk.kty.toLowerCase(), name = SIGNING[kind];
    const curve = kind === 'ec' ? formats.curves.find(({ web }) => web === jwk.crv) : undefined;
    if (name === undefined || kind === 'ec' && curve === undefined) throw notHere(`crypto with the curve ${jwk.crv}`);
    const type = wanted === 'private' || wanted !== 'public' && jwk.d !== undefined ? 'private' : 'public';
    // The secret comes last.
    for (const member of MEMBERS[kind].toSorted((one, other) => SECRETS.includes(one) - SECRETS.includes(other))) {
      if (member !== 'kty' && (type === 'private' || !SECRETS.includes(member))) checkString(jwk[member], `key.${member}`);
    }
    const plain = {};
    for (const name of MEMBERS[kind]) {
      if (jwk[name] !== undefined && (type === 'private' || !SECRETS.includes(name))) plain[name] = jwk[name];
    }
    let key;
    try {
      key = web('importKey', 'jwk', plain, { name, namedCurve: curve?.web, hash: kind === 'rsa' ? 'SHA-1' : undefined }, true, USES[name][type]);
    } catch (error) {
      throw isNotHere(error) ? error : coded(TypeError, 'ERR_CRYPTO_INVALID_JWK', 'Invalid JWK data');
    }
    return { type, kind, curve, der: Buffer.from(web('exportKey', type === 'public' ? 'spki' : 'pkcs8', key)) };
  };
  // Whatever is no key fails now, and not when it is used. One key has one form.
  const checked = key => {
    try {
      return { ...key, der: Buffer.from(web('exportKey', key.type === 'public' ? 'spki' : 'pkcs8', imported(key))) };
    } catch (error) {
      throw isNotHere(error) ? error : der.unsupported();
    }
  };
  const publicOf = key => (key.type === 'public' ? key : fromWeb(toWeb(key), 'public'));

  // What a key is made of: bytes of a secret, or what `formats.read` gives.
  const inner = Symbol('key');
  class KeyObject {
    constructor(type, handle) {
      if (!['secret', 'public', 'private'].includes(type)) throw invalidValue('type', type);
      if (typeof handle !== 'object' || !(handle?.der || handle instanceof Uint8Array)) throw invalidType('handle', 'of type object', handle);
      Object.defineProperty(this, inner, { value: handle });
    }
    static from(key) {
      if (!(key instanceof CryptoKey)) throw invalidType('key', 'an instance of CryptoKey', key);
      if (key.type === 'secret') return made('secret', Buffer.from(web('exportKey', 'raw', key)));
      const format = key.type === 'public' ? 'spki' : 'pkcs8';
      return made(key.type, formats.read(Buffer.from(web('exportKey', format, key)), { format: 'der', type: format }, key.type));
    }
    get [Symbol.toStringTag]() { return 'KeyObject'; }
    equals(other) {
      if (!(other instanceof KeyObject)) throw invalidType('otherKeyObject', 'an instance of KeyObject', other);
      if (this.type !== other.type) return false;
      const [one, two] = [this, other].map(key => key[inner].der ?? key[inner]);
      return one.length === two.length && timingSafeEqual(one, two);
    }
  }
  class SecretKeyObject extends KeyObject {
    get type() { return 'secret'; }
    get symmetricKeySize() { return this[inner].length; }
    export(options) {
      if (options !== undefined) {
        checkObject(options, 'options');
        oneOf(options.format, 'options.format', [undefined, 'buffer', 'jwk']);
      }
      return options?.format === 'jwk' ? { kty: 'oct', k: this[inner].toString('base64url') } : Buffer.from(this[inner]);
    }
  }
  class AsymmetricKeyObject extends KeyObject {
    get asymmetricKeyType() { return this[inner].kind; }
    get asymmetricKeyDetails() {
      const { kind, curve } = this[inner];
      if (kind === 'ec') return { namedCurve: curve.name };
      if (kind !== 'rsa') return {};
      const { n, e } = toWeb(this[inner]), number = Buffer.from(n, 'base64url');
      return {
        modulusLength: number.length * 8 - Math.clz32(number[0]) + 24,
        publicExponent: BigInt(`0x${Buffer.from(e, 'base64url').toString('hex')}`),
      };
    }
    export(options) {
      checkObject(options, 'options');
      return exported(this[inner], options, 'options.');
    }
  }
  class PublicKeyObject extends AsymmetricKeyObject { get type() { return 'public'; } }
  class PrivateKeyObject extends AsymmetricKeyObject { get type() { return 'private'; } }
  const made = (type, handle) => new { secret: SecretKeyObject, public: PublicKeyObject, private: PrivateKeyObject }[type](type, handle);

  // The key in a form that options name; `where` is what they are called.
  function exported(key, options, where) {
    const { format } = options, types = key.type === 'public' ? ['spki', 'pkcs1'] : ['pkcs8', 'pkcs1', 'sec1'];
    if (format === 'jwk') return toWeb(key);
    if (format !== 'pem' && format !== 'der') throw invalidValue(`${where}format`, format);
    if (!types.includes(options.type)) throw invalidValue(`${where}type`, options.type);
    for (const [type, kind] of [['pkcs1', 'rsa'], ['sec1', 'ec']]) {
      if (options.type === type && key.kind !== kind) {
        throw coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', `The selected key encoding ${type} can only be used for ${kind.toUpperCase()} keys.`);
      }
    }
    const { cipher = null, passphrase } = options;
    if (key.type === 'private') {
      // A passphrase without a cipher would encrypt nothing.
      if (cipher === null ? passphrase !== undefined : typeof cipher !== 'string') throw invalidValue(`${where}cipher`, options.cipher);
      if (cipher !== null && !isBytes(passphrase)) throw invalidValue(`${where}passphrase`, passphrase);
    }
    return formats.write(key, { ...options, cipher: cipher ?? undefined });
  }

  const isBytes = value => typeof value === 'string' || ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
  // The key that an argument names, in one of many ways. `wanted` says of which type it is to be.
  function keyOf(given, wanted) {
    let key = given instanceof CryptoKey ? KeyObject.from(given) : given;
    if (key instanceof KeyObject) return ofType(key[inner], key.type, wanted);
    const options = isBytes(given) ? { key: given } : given;
    if (typeof options !== 'object' || options === null) {
      throw invalidType('key', 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey', given);
    }
    key = options.key;
    if (key instanceof KeyObject || key instanceof CryptoKey) return keyOf(key, wanted);
    if (options.format === 'jwk') return ofType(fromWeb(key, wanted), undefined, wanted);
    if (!isBytes(key)) throw invalidType('key.key', 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView', key);
    const { encoding, format = 'pem', type } = options, types = wanted === 'private' ? ['pkcs1', 'pkcs8', 'sec1'] : ['pkcs1', 'spki', 'pkcs8', 'sec1'];
    if (format !== 'pem' && format !== 'der') throw invalidValue('options.format', format);
    if (type === undefined ? format === 'der' : !types.includes(type)) throw invalidValue('options.type', type);
    const read = formats.read(typeof key === 'string' && encoding === undefined ? key : bytesOf(key, 'key', encoding), options, wanted);
    return ofType(checked(read), undefined, wanted);
  }
  function ofType(key, type = key.type, wanted) {
    if (type === 'secret' || wanted === 'private' && type === 'public') {
      throw coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${type}, expected ${wanted === 'private' ? 'private' : 'private or public'}.`);
    }
    return wanted === 'public' ? publicOf(key) : key;
  }

  const createPrivateKey = key => {
    if (key instanceof KeyObject) throw invalidType('key', 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView', key);
    return made('private', keyOf(key, 'private'));
  };
  const createPublicKey = key => {
    if (key instanceof KeyObject && key.type !== 'private') {
      throw coded(TypeError, 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${key.type}, expected private.`);
    }
    return made('public', keyOf(key, 'public'));
  };

  function generated(type, options) {
    if (options === undefined && (type === 'rsa' || type === 'ec')) throw invalidType('options', 'of type object', options);
    options ??= {};
    let name, more = {};
    if (type === 'rsa') {
      const { modulusLength, publicExponent = 0x10001 } = options;
      checkInteger(modulusLength, 'options.modulusLength', 0, 2 ** 32 - 1);
      checkInteger(publicExponent, 'options.publicExponent', 0, 2 ** 32 - 1);
      const exponent = Buffer.alloc(4);
      exponent.writeUInt32BE(publicExponent);
      [name, more] = ['RSASSA-PKCS1-v1_5', { modulusLength, publicExponent: new Uint8Array(exponent), hash: 'SHA-256' }];
    } else if (type === 'ec') {
      const { paramEncoding = null } = options;
      checkString(options.namedCurve, 'options.namedCurve');
      if (paramEncoding === 'explicit') throw notHere('crypto with the parameters of curves');
      if (paramEncoding !== null && paramEncoding !== 'named') throw invalidValue('options.paramEncoding', paramEncoding);
      const curve = formats.curves.find(({ name, web }) => name === options.namedCurve || web === options.namedCurve);
      if (!curve) throw ['secp256k1'].includes(options.namedCurve) ? notHere(`crypto with the curve ${options.namedCurve}`) : coded(TypeError, 'ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
      [name, more] = ['ECDSA', { namedCurve: curve.web }];
    } else if (type === 'ed25519' || type === 'x25519') {
      name = SIGNING[type];
    } else if (['rsa-pss', 'dsa', 'dh', 'ed448', 'x448'].includes(type)) {
      throw notHere(`crypto with keys of type ${type}`);
    } else {
      checkString(type, 'type');
      throw invalidValue('type', type, 'must be a supported key type');
    }
    const pair = web('generateKey', { name, ...more }, true, [...USES[name].public, ...USES[name].private]);
    return ['public', 'private'].map(side => {
      const encoding = options[`${side}KeyEncoding`], key = KeyObject.from(pair[`${side}Key`]);
      if (encoding === undefined || encoding === null) return key;
      if (typeof encoding !== 'object') throw invalidValue(`options.${side}KeyEncoding`, encoding);
      return exported(key[inner], encoding, `options.${side}KeyEncoding.`);
    });
  }

  const HASHES = { sha1: 'SHA-1', sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512' };
  const SIZES = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };
  function hashOf(name) {
    const hash = HASHES[name.toLowerCase().replace(/^(rsa|ecdsa)-/, '').replace(/^ecdsa-with-/, '').replace(/withrsa(encryption)?$/, '').replace(/^sha-/, 'sha')];
    if (hash) return hash;
    if (/md5|sha224|ripemd|sha3|shake|sha512-/i.test(name)) throw notHere(`crypto with signatures of ${name}`);
    throw coded(TypeError, 'ERR_CRYPTO_INVALID_DIGEST', `Invalid digest: ${name}`);
  }

  const PSS = 6, PKCS1 = 1, NONE = 3, OAEP = 4, OF_DIGEST = -1, LONGEST = -2;
  const checkInt32 = (value, name) => {
    if (value !== undefined && value !== (value | 0)) throw invalidValue(name, value);
  };
  // How a key signs with a digest: the algorithm of the web, what its keys are for, and lengths of salts to try.
  function way(key, digest, options) {
    checkInt32(options?.padding, 'options.padding');
    checkInt32(options?.saltLength, 'options.saltLength');
    if (key.kind === 'ed25519') {
      if (digest !== null && digest !== undefined) throw coded(Error, 'ERR_OSSL_INVALID_DIGEST', 'error:1C80007A:Provider routines::invalid digest');
      return { name: 'Ed25519', more: {}, salts: [undefined] };
    }
    if (key.kind === 'x25519') throw coded(Error, 'ERR_OSSL_EVP_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE', 'error:03000096:digital envelope routines::operation not supported for this keytype');
    const hash = hashOf(digest ?? 'sha256');
    if (key.kind === 'ec') return { name: 'ECDSA', more: { hash }, salts: [undefined] };
    const padding = options?.padding ?? PKCS1;
    if (padding === PKCS1) return { name: 'RSASSA-PKCS1-v1_5', more: { hash }, salts: [undefined] };
    if (padding !== PSS) throw notHere('crypto with signatures of this padding');
    const longest = Math.ceil((new PublicKeyObject('public', publicOf(key)).asymmetricKeyDetails.modulusLength - 1) / 8) - SIZES[hash] - 2;
    let salts = [options.saltLength ?? LONGEST];
    if (salts[0] === OF_DIGEST) salts = [SIZES[hash]];
    // Whoever checks finds the length in the signature.
    else if (salts[0] === LONGEST) salts = [longest, SIZES[hash], ...Array.from({ length: Math.max(longest, 0) }, (_, length) => length)];
    return { name: 'RSA-PSS', more: { hash }, salts };
  }
  const isRaw = options => {
    const encoding = options?.dsaEncoding ?? 'der';
    if (encoding !== 'der' && encoding !== 'ieee-p1363') throw invalidValue('dsaEncoding', encoding);
    return encoding !== 'der';
  };
  const optionsOf = given => (typeof given === 'object' && !(given instanceof KeyObject) && !isBytes(given) ? given : undefined);

  function sign(digest, data, given) {
    const key = keyOf(given, 'private'), options = optionsOf(given), { name, more, salts } = way(key, digest, options), raw = isRaw(options);
    const made = Buffer.from(web('sign', { name, ...more, saltLength: salts[0] }, imported(key, name, more), data));
    return key.kind === 'ec' && !raw ? formats.toStructure(made) : made;
  }
  function verify(digest, data, given, signature) {
    const key = keyOf(given, 'public'), options = optionsOf(given), { name, more, salts } = way(key, digest, options);
    if (key.kind === 'ec' && !isRaw(options)) {
      try {
        signature = formats.fromStructure(Buffer.from(signature), key.curve.size);
      } catch {
        return false;
      }
    }
    const imports = imported(key, name, more);
    return salts.some(saltLength => web('verify', { name, ...more, saltLength }, imports, signature, data));
  }

  // Which side of a key works, and whether it encrypts. With OAEP the web does it, which knows no other padding.
  function crypted(operation, given, data, side = operation === 'encrypt' ? 'public' : 'private') {
    const key = keyOf(given, side), options = optionsOf(given), isUsual = (operation === 'encrypt') === (side === 'public');
    const padding = options?.padding || (isUsual ? OAEP : PKCS1), name = `crypto.${side}${operation === 'encrypt' ? 'Encrypt' : 'Decrypt'}`;
    if (key.kind !== 'rsa') throw coded(Error, 'ERR_OSSL_EVP_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE', 'error:03000096:digital envelope routines::operation not supported for this keytype');
    if (padding === PKCS1 || padding === NONE) {
      // Who learns whether a padding was right learns the message, after some questions.
      if (padding === PKCS1 && operation === 'decrypt' && isUsual) throw coded(TypeError, 'ERR_INVALID_ARG_VALUE', 'RSA_PKCS1_PADDING is no longer supported for private decryption');
      const how = { isPrivate: side === 'private', seals: operation === 'encrypt', pads: padding === PKCS1, randomBytes: require('crypto').randomBytes };
      return require('internal/rsa_numbers').crypted(toWeb(key), bytesOf(data, 'buffer', options?.encoding), how);
    }
    if (padding !== OAEP || !isUsual) throw notHere(`${name} with this padding`);
    const { oaepHash = 'sha1', oaepLabel, encoding } = options ?? {};
    checkString(oaepHash, 'key.oaepHash');
    const hash = hashOf(oaepHash);
    const label = oaepLabel === undefined ? undefined : bytesOf(oaepLabel, 'key.oaepLabel', encoding);
    const bytes = web(operation, { name: 'RSA-OAEP', label }, imported(key, 'RSA-OAEP', { hash }), bytesOf(data, 'buffer', options?.encoding));
    return Buffer.from(bytes);
  }

  function shared(options) {
    checkObject(options, 'options');
    const [own, other] = ['privateKey', 'publicKey'].map(name => {
      if (!(options[name] instanceof KeyObject)) throw invalidValue(`options.${name}`, options[name]);
      return keyOf(options[name], name.slice(0, -3));
    });
    if (own.kind !== other.kind || own.curve !== other.curve) {
      throw coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY', `Incompatible key types for Diffie-Hellman: ${own.kind} and ${other.kind}`);
    }
    return secretOf(own, other);
  }
  function secretOf(own, other) {
    const name = own.kind === 'ec' ? 'ECDH' : 'X25519';
    if (!['ec', 'x25519'].includes(own.kind)) throw coded(Error, 'ERR_CRYPTO_INCOMPATIBLE_KEY', `Incompatible key types for Diffie-Hellman: ${own.kind} and ${other.kind}`);
    // All of it, whatever the curve has.
    return Buffer.from(web('deriveBits', { name, public: imported(other, name) }, imported(own, name), null));
  }

  function secretKeyOf(type, options) {
    checkString(type, 'type');
    checkObject(options, 'options');
    const { length } = options;
    if (type === 'aes') {
      oneOf(length, 'options.length', [128, 192, 256]);
    } else if (type === 'hmac') {
      checkInteger(length, 'options.length', 8, 2 ** 31 - 1);
    } else {
      throw invalidValue('type', type, 'must be a supported key type');
    }
    return made('secret', require('crypto').randomBytes(length >> 3));
  }
  const createSecretKey = bytes => made('secret', Buffer.from(bytes));
  return {
    KeyObject, createPrivateKey, createPublicKey, createSecretKey, checked, crypted, generated, hashOf, publicOf, secretKeyOf, secretOf, shared,
    sign, verify,
  };
};
