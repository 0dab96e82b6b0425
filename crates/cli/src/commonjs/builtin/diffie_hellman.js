// What `crypto` has of Diffie-Hellman over whole numbers: primes that are given, and the groups of RFC 2409 and RFC 3526.
'use strict';

const { Buffer } = require('buffer');
const { checkInteger, coded, invalidType, notHere } = require('internal/errors');
const { bytesOfNumber, lengthOf, numberOf, power } = require('internal/whole_numbers');

// Bits of the groups' primes, and the number that makes each of them one.
const GROUPS = {
  modp1: [768n, 149686n], modp2: [1024n, 129093n], modp5: [1536n, 741804n], modp14: [2048n, 124476n], modp15: [3072n, 1690314n],
  modp16: [4096n, 240904n], modp17: [6144n, 929484n], modp18: [8192n, 4743158n],
};
// Bits behind the point of pi, some more than the longest prime has of them.
const PLACES = 8300n;
// Bits of exponents for groups, which need no more.
const EXPONENT = 512;
const WANTED = 'one of type number or string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';

let pi;
// 4 * (4 * arctan(1/5) - arctan(1/239)), after Machin.
function piTimesPower() {
  const arctan = x => {
    let sum = 0n, sign = 1n;
    for (let term = (1n << PLACES) / x, k = 1n; term > 0n; term /= x * x, k += 2n, sign = -sign) sum += sign * (term / k);
    return sum;
  };
  return pi ??= 4n * (4n * arctan(5n) - arctan(239n));
}
// 2^n - 2^(n - 64) - 1 + 2^64 * (the whole part of 2^(n - 130) * pi, and that number), RFC 3526.
const primeOf = ([bits, more]) => (1n << bits) - (1n << bits - 64n) - 1n + ((piTimesPower() >> PLACES - (bits - 130n)) + more << 64n);

// Keys have primes from the first one of them to below the second. The third one is the end of all primes.
const LEAST = 1n << 511n, TOO_LARGE = 1n << 10000n, END = 1n << 32768n;
const wrongSize = (number, size) => coded(Error, `ERR_OSSL_DH_MODULUS_TOO_${size.toUpperCase()}`, `error:028000${number}:Diffie-Hellman routines::modulus too ${size}`);

// OpenSSL's bits for what is wrong with a prime and a generator. `isPrime` asks with numbers by chance too: others can give
// a number that the first primes take for one (Arnault 1995).
function problemOf(prime, generator, isPrime) {
  const found = (prime < LEAST ? 128 : 0) | (generator >= prime - 1n ? 8 : 0) | (prime >= TOO_LARGE ? 256 : 0) | (prime % 2n === 0n ? 1 : 0);
  if (!isPrime(prime)) return found | 1;
  return isPrime(prime >> 1n) ? found : found | 2;
}

// Adds the functions to `crypto`. `bytesOf` makes bytes of an argument, `inText` texts of bytes.
exports.add = (crypto, { bytesOf, callable, inText }) => {
  const unset = which => coded(Error, 'ERR_CRYPTO_INVALID_STATE', `No ${which} key - did you forget to generate one?`);
  class Base {
    #prime; #generator; #bits; #secret; #key; #problem;
    constructor(prime, generator, bits) {
      this.#prime = prime;
      this.#generator = generator;
      this.#bits = bits;
      if (bits !== undefined) this.#problem = 0;
    }
    get verifyError() { return this.#problem ??= problemOf(this.#prime, this.#generator, crypto.checkPrimeSync); }
    generateKeys(encoding) {
      if (this.#prime < LEAST) throw wrongSize('7E', 'small');
      if (this.#prime >= TOO_LARGE) throw wrongSize('67', 'large');
      // For a prime that was given 64 bits more, as the rests of a division are even then (FIPS 186-4 B.1.1).
      const size = this.#bits === undefined ? lengthOf(this.#prime) + 8 : this.#bits >> 3;
      this.#secret ??= numberOf(crypto.randomBytes(size)) % (this.#prime - 2n) + 1n;
      this.#key = power(this.#generator, this.#secret, this.#prime);
      return this.getPublicKey(encoding);
    }
    computeSecret(other, from, to) {
      const key = numberOf(bytesOf(other, 'otherPublicKey', from));
      if (this.#secret === undefined) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYTYPE', 'Invalid key type');
      if (key <= 1n || key >= this.#prime - 1n) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYLEN', `Supplied key is too ${key <= 1n ? 'small' : 'large'}`);
      if (this.#prime >= TOO_LARGE) throw coded(RangeError, 'ERR_CRYPTO_INVALID_KEYTYPE', 'Invalid key type');
      return inText(bytesOfNumber(power(key, this.#secret, this.#prime), lengthOf(this.#prime)), to);
    }
    getPrime(encoding) { return inText(bytesOfNumber(this.#prime), encoding); }
    getGenerator(encoding) { return inText(bytesOfNumber(this.#generator), encoding); }
    getPublicKey(encoding) {
      if (this.#key === undefined) throw unset('public');
      return inText(bytesOfNumber(this.#key), encoding);
    }
    getPrivateKey(encoding) {
      if (this.#secret === undefined) throw unset('private');
      return inText(bytesOfNumber(this.#secret), encoding);
    }
    _set(which, key, encoding) {
      const number = numberOf(bytesOf(key, 'key', encoding));
      if (which === 'public') this.#key = number;
      else this.#secret = number;
      return this;
    }
  }
  const { _set: set } = Base.prototype;
  delete Base.prototype._set;

  class DiffieHellman extends Base {
    constructor(given, encoding, generator, of) {
      if (typeof given !== 'number' && typeof given !== 'string' && !(given instanceof ArrayBuffer) && !ArrayBuffer.isView(given)) throw invalidType('sizeOrKey', WANTED, given);
      if (typeof given === 'number') {
        checkInteger(given, 'sizeOrKey', -(2 ** 31), 2 ** 31 - 1);
        if (given < 2) throw wrongSize('7E', 'small');
        throw notHere('crypto.createDiffieHellman with a new prime');
      }
      // The encoding may be left out.
      if (encoding && !Buffer.isEncoding(encoding) && encoding !== 'buffer') [encoding, generator, of] = [undefined, encoding, generator];
      const bytes = bytesOf(given, 'sizeOrKey', encoding || undefined);
      if (bytes.byteLength === 0) throw coded(Error, 'ERR_OSSL_BN_BITS_TOO_SMALL', 'error:01800076:bignum routines::bits too small');
      const prime = numberOf(bytes);
      if (prime >= END) throw wrongSize('67', 'large');
      super(prime, generatorOf(generator || 2, of));
    }
    setPublicKey(key, encoding) { return set.call(this, 'public', key, encoding); }
    setPrivateKey(key, encoding) { return set.call(this, 'private', key, encoding); }
  }
  function generatorOf(generator, encoding) {
    let number;
    if (typeof generator === 'number') {
      checkInteger(generator, 'generator', -(2 ** 31), 2 ** 31 - 1);
      number = BigInt(generator);
    } else if (typeof generator === 'string' || generator instanceof ArrayBuffer || ArrayBuffer.isView(generator)) {
      number = numberOf(bytesOf(generator, 'generator', encoding || undefined));
    } else {
      throw invalidType('generator', WANTED, generator);
    }
    if (number <= 1n) throw coded(Error, 'ERR_OSSL_DH_BAD_GENERATOR', 'error:02800065:Diffie-Hellman routines::bad generator');
    return number;
  }
  class DiffieHellmanGroup extends Base {
    constructor(name) {
      if (typeof name !== 'string') throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'Group name must be a string');
      const known = name.toLowerCase();
      if (!Object.hasOwn(GROUPS, known)) throw coded(Error, 'ERR_CRYPTO_UNKNOWN_DH_GROUP', 'Unknown DH group');
      super(primeOf(GROUPS[known]), 2n, EXPONENT);
    }
  }
  crypto.DiffieHellman = callable(DiffieHellman);
  crypto.DiffieHellmanGroup = callable(DiffieHellmanGroup);
  crypto.createDiffieHellman = function createDiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
    return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
  };
  crypto.getDiffieHellman = crypto.createDiffieHellmanGroup = function createDiffieHellmanGroup(name) { return new DiffieHellmanGroup(name); };
};
