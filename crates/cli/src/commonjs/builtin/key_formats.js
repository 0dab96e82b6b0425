// Forms that keys come in and go out: PKCS #1, #8, SEC 1, SubjectPublicKeyInfo, with a passphrase or without.
'use strict';

const { Buffer } = require('buffer');
const { coded, notHere } = require('internal/errors');
const { TAGS, bitString, fields, fromPem, integer, object, parts, sequence, small, tagged, toPem, unsupported } = require('internal/der');

const OBJECTS = {
  rsa: '2a864886f70d010101', ec: '2a8648ce3d0201', ed25519: '2b6570', x25519: '2b656e',
  pbes2: '2a864886f70d01050d', pbkdf2: '2a864886f70d01050c', sha1: '2a864886f70d0207', sha256: '2a864886f70d0209', sha384: '2a864886f70d020a', sha512: '2a864886f70d020b',
  'aes-128-cbc': '608648016503040102', 'aes-192-cbc': '608648016503040116', 'aes-256-cbc': '60864801650304012a',
};
const CURVES = {
  '2a8648ce3d030107': { name: 'prime256v1', web: 'P-256', size: 32 },
  '2b81040022': { name: 'secp384r1', web: 'P-384', size: 48 },
  '2b81040023': { name: 'secp521r1', web: 'P-521', size: 66 },
};
const curves = exports.curves = Object.values(CURVES);
const nothing = tagged(TAGS.nothing);

const nameOf = hex => Object.keys(OBJECTS).find(name => OBJECTS[name] === hex);
const hexOf = part => (part?.tag === TAGS.object ? part.value.toString('hex') : undefined);

// The kind of a key by its AlgorithmIdentifier, and its curve.
function algorithmOf(bytes) {
  const [algorithm, parameter] = parts(bytes), kind = nameOf(hexOf(algorithm));
  if (!['rsa', 'ec', 'ed25519', 'x25519'].includes(kind)) throw unsupported();
  const curve = kind === 'ec' ? CURVES[hexOf(parameter)] : undefined;
  if (kind === 'ec' && curve === undefined) throw notHere('this curve');
  return { kind, curve };
}
const identifier = (kind, parameter = Buffer.alloc(0)) => sequence(object(OBJECTS[kind]), parameter);
const curveObject = curve => object(Object.keys(CURVES).find(hex => CURVES[hex] === curve));

const asPublic = bytes => ({ type: 'public', ...algorithmOf(fields(bytes, 1)[0].whole), der: bytes });
const asPrivate = bytes => ({ type: 'private', ...algorithmOf(fields(bytes, 2)[1].whole), der: bytes });
const privateKey = (algorithm, key) => sequence(small(0), algorithm, tagged(TAGS.bytes, key));

// Readers by labels of PEM.
const READERS = {
  'PUBLIC KEY': asPublic,
  'PRIVATE KEY': asPrivate,
  'RSA PUBLIC KEY': bytes => asPublic(sequence(identifier('rsa', nothing), bitString(bytes))),
  'RSA PRIVATE KEY': bytes => asPrivate(privateKey(identifier('rsa', nothing), bytes)),
  'EC PRIVATE KEY'(bytes) {
    const parameters = parts(bytes).find(({ tag }) => tag === TAGS.parameters);
    if (!parameters) throw unsupported();
    return asPrivate(privateKey(identifier('ec', parameters.value), bytes));
  },
  'ENCRYPTED PRIVATE KEY': (bytes, passphrase) => asPrivate(decrypted(bytes, passphrase)),
  // Of a certificate only the key counts: behind its version, number, algorithm, issuer, times and subject.
  CERTIFICATE(bytes) {
    const [inner] = fields(bytes, 1), [first] = fields(inner.whole, 1), place = first.tag === TAGS.parameters ? 6 : 5;
    return asPublic(fields(inner.whole, place + 1)[place].whole);
  },
};
const LABELS = { spki: 'PUBLIC KEY', pkcs8: 'PRIVATE KEY', sec1: 'EC PRIVATE KEY' };

// Reads a key in PEM, or bytes of the type that is said.
exports.read = function read(data, { format = 'pem', type, passphrase }, wanted) {
  const read = (label, bytes) => {
    const key = READERS[label]?.(bytes, passphrase);
    if (!key) throw unsupported();
    return key;
  };
  if (format === 'pem') {
    const text = typeof data === 'string' ? data : Buffer.from(data).toString();
    const isPrivate = label => label.endsWith('PRIVATE KEY'), isPublic = label => !isPrivate(label) && Object.hasOwn(READERS, label);
    const first = wanted === 'public' && /-----BEGIN (?:(?:RSA )?PUBLIC KEY|CERTIFICATE)-----/.test(text) ? isPublic : isPrivate;
    const { label, bytes } = fromPem(text, first);
    return read(label, bytes);
  }
  const bytes = Buffer.from(data);
  // A private key has its public one.
  if (type === 'pkcs1' && wanted === 'public' && parts(bytes).length > 2) return read('RSA PRIVATE KEY', bytes);
  if (type === 'pkcs1') return read(wanted === 'public' ? 'RSA PUBLIC KEY' : 'RSA PRIVATE KEY', bytes);
  if (type === 'pkcs8' && fields(bytes, 1)[0].tag === TAGS.sequence) return read('ENCRYPTED PRIVATE KEY', bytes);
  return read(LABELS[type] ?? (wanted === 'public' ? LABELS.spki : undefined), bytes);
};

// Writes a key that has been read.
exports.write = function write(key, { type, format, cipher, passphrase }) {
  let bytes = key.der, label = LABELS[type];
  if (type === 'pkcs1') {
    label = `RSA ${key.type === 'public' ? 'PUBLIC' : 'PRIVATE'} KEY`;
    const inner = parts(bytes)[key.type === 'public' ? 1 : 2].value;
    bytes = key.type === 'public' ? inner.subarray(1) : inner;
  } else if (type === 'sec1') {
    const [version, secret, ...more] = parts(parts(bytes)[2].value);
    const point = more.filter(({ tag }) => tag === TAGS.publicKey);
    bytes = sequence(version.whole, secret.whole, tagged(TAGS.parameters, curveObject(key.curve)), ...point.map(({ whole }) => whole));
  }
  if (cipher !== undefined && key.type === 'private') {
    if (type !== 'pkcs8') throw notHere(`crypto with encrypted keys of type ${type}`);
    [label, bytes] = ['ENCRYPTED PRIVATE KEY', encrypted(bytes, cipher, passphrase)];
  }
  return format === 'pem' ? toPem(label, bytes) : Buffer.from(bytes);
};

// PBES2, RFC 8018: a key of PBKDF2, and AES.
function decrypted(bytes, passphrase) {
  const crypto = require('crypto');
  if (passphrase === undefined || passphrase === null) {
    throw coded(TypeError, 'ERR_MISSING_PASSPHRASE', 'Passphrase required for encrypted key');
  }
  const [algorithm, data] = fields(bytes, 2), [scheme, parameters] = fields(algorithm.whole, 2);
  if (nameOf(hexOf(scheme)) !== 'pbes2') throw notHere('this way to encrypt a key');
  const [derivation, encryption] = fields(parameters.whole, 2).map(({ whole }) => fields(whole, 2));
  const [salt, rounds, ...more] = fields(derivation[1].whole, 2), random = more.find(({ tag }) => tag === TAGS.sequence);
  const digest = random ? nameOf(hexOf(parts(random.whole)[0])) : 'sha1', cipher = nameOf(hexOf(encryption[0]));
  if (nameOf(hexOf(derivation[0])) !== 'pbkdf2' || !/^sha/.test(digest) || !/^aes/.test(cipher)) throw notHere('this way to encrypt a key');
  if (rounds.value.length === 0 || rounds.value.length > 6) throw unsupported();
  const length = Number(cipher.slice(4, 7)) / 8;
  const secret = crypto.pbkdf2Sync(passphrase, salt.value, rounds.value.readUIntBE(0, rounds.value.length), length, digest);
  const work = crypto.createDecipheriv(cipher, secret, encryption[1].value);
  return Buffer.concat([work.update(data.value), work.final()]);
}
const ROUNDS = 2048;
function encrypted(bytes, cipher, passphrase) {
  const crypto = require('crypto'), name = cipher.toLowerCase().replace(/^aes-?(\d+)(-cbc)?$/, 'aes-$1-cbc');
  if (!Object.hasOwn(OBJECTS, name) || !name.startsWith('aes')) throw coded(Error, 'ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
  const salt = crypto.randomBytes(16), vector = crypto.randomBytes(16);
  const secret = crypto.pbkdf2Sync(passphrase, salt, ROUNDS, Number(name.slice(4, 7)) / 8, 'sha256');
  const work = crypto.createCipheriv(name, secret, vector);
  const derivation = sequence(tagged(TAGS.bytes, salt), small(ROUNDS), sequence(object(OBJECTS.sha256), nothing));
  const scheme = sequence(sequence(object(OBJECTS.pbkdf2), derivation), sequence(object(OBJECTS[name]), tagged(TAGS.bytes, vector)));
  return sequence(sequence(object(OBJECTS.pbes2), scheme), tagged(TAGS.bytes, work.update(bytes), work.final()));
}

// Signatures of curves: two numbers in a row, as a structure and back.
exports.toStructure = raw => sequence(integer(raw.subarray(0, raw.length / 2)), integer(raw.subarray(raw.length / 2)));
exports.fromStructure = (bytes, size) => {
  const raw = Buffer.alloc(2 * size);
  const [one, other] = fields(bytes, 2);
  for (const [at, { value }] of [[size, one], [2 * size, other]]) {
    const number = value[0] === 0 ? value.subarray(1) : value;
    if (number.length > size) throw unsupported();
    number.copy(raw, at - number.length);
  }
  return raw;
};
exports.algorithmOf = algorithmOf;
exports.publicOf = (curve, point) => asPublic(sequence(identifier('ec', curveObject(curve)), bitString(point)));
exports.privateOf = (curve, secret) =>
  asPrivate(privateKey(identifier('ec', curveObject(curve)), sequence(small(1), tagged(TAGS.bytes, secret))));
