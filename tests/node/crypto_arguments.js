// Arguments of `crypto` that few programs give: views of other elements, encodings, names, numbers out of range.
'use strict';
const crypto = require('crypto');
const { inspect } = require('util');

const shown = value => {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('hex');
  return typeof value === 'object' && value !== null && value.constructor !== Object ? value.constructor.name : inspect(value);
};
function tell(name, work) {
  try {
    console.log(name, shown(work()));
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}

// Bytes of views are bytes, whatever the elements are.
const views = [new Uint16Array([1, 258, 3]), new DataView(new Uint8Array([7, 8, 9]).buffer, 1), new Float64Array([1.5]), new Uint8Array([4, 5]).buffer];
const secret = crypto.createPrivateKey({ key: Buffer.from('302e020100300506032b657004220420' + '07'.repeat(32), 'hex'), format: 'der', type: 'pkcs8' });
tell('hex', () => crypto.createPrivateKey({ key: secret.export({ type: 'pkcs8', format: 'der' }).toString('hex'), encoding: 'hex', format: 'der', type: 'pkcs8' }).equals(secret));
for (const view of views) {
  const name = view.constructor.name, isView = ArrayBuffer.isView(view);
  tell(name, () => crypto.createSecretKey(view).export());
  tell(name, () => crypto.createHmac('md5', view).update('a').digest());
  tell(name, () => crypto.createHash('md5').update(view).digest());
  tell(name, () => crypto.pbkdf2Sync(view, view, 2, 8, 'sha1'));
  tell(name, () => crypto.hkdfSync('sha1', view, view, view, 8));
  tell(name, () => crypto.scryptSync(view, view, 8, { N: 2 }));
  tell(name, () => crypto.sign(null, view, secret).subarray(0, 8));
  tell(name, () => crypto.createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(view));
  if (isView) tell(name, () => crypto.verify(null, Buffer.alloc(1), secret, view));
  const signing = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  if (!isView) continue;
  const signature = crypto.createSign('sha256').update(view).sign(signing.privateKey);
  tell(name, () => crypto.createVerify('sha256').update(Buffer.from(view.buffer, view.byteOffset, view.byteLength)).verify(signing.publicKey, signature));
}

// Encodings of texts, and of results.
for (const encoding of ['hex', 'HEX', 'base64', 'latin1', 'abc', 'buffer', undefined, null, 5]) {
  for (const text of ['6162', '616']) {
    const name = `${inspect(encoding)} ${text}`;
    tell(name, () => crypto.createHash('md5').update(text, encoding).digest('hex'));
    tell(name, () => crypto.createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(text, encoding));
    tell(name, () => crypto.createSign('sha1').update(text, encoding));
    if (encoding !== 'buffer') tell(name, () => crypto.createHmac('md5', text, { encoding }).update('a').digest('hex'));
    tell(name, () => crypto.createCipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12)).setAAD(text, { encoding }));
    tell(name, () => crypto.createCipheriv('aes-128-cbc', Buffer.alloc(16), Buffer.alloc(16)).setAAD(text, { encoding }));
  }
  tell(`${inspect(encoding)}`, () => crypto.createHash('md5').update('a').digest(encoding));
  tell(`${inspect(encoding)}`, () => crypto.createHmac('md5', 'k').update('a').digest(encoding));
}

// Names of hashes.
for (const name of ['SHA512-256', 'sha512-224', 'RSA-SHA512/256', 'SHA2-256', 'sha256WithRSAEncryption', 'ssl3-md5', 'rsa-sha1-2', 'SHA-1', 'sha 1', '', 'constructor']) {
  tell(name, () => crypto.createHash(name).update('a').digest('hex'));
  tell(name, () => crypto.createHmac(name, 'k').update('a').digest('hex'));
  tell(name, () => crypto.pbkdf2Sync('a', 'b', 2, 8, name));
}
for (const outputLength of [undefined, 20, 0, 16, -1, 1.5, 'a', null]) {
  tell(`length ${outputLength}`, () => crypto.createHash('sha1', { outputLength }).update('a').digest('hex'));
}

// Numbers of scrypt.
for (const name of ['N', 'cost', 'r', 'blockSize', 'p', 'parallelization', 'maxmem']) {
  for (const value of [0, null, -1, 1.5, 3e9, 'a', undefined]) {
    const options = { N: name === 'cost' ? undefined : 2, [name]: value };
    tell(`${name} ${value}`, () => crypto.scryptSync('p', 's', 8, options));
  }
}
tell('both', () => crypto.scryptSync('p', 's', 8, { N: 2, cost: 2 }));
tell('no power', () => crypto.scryptSync('p', 's', 8, { N: 3 }));
for (const name of ['pbkdf2', 'hkdf', 'scrypt']) {
  const values = { pbkdf2: ['p', 's', 1, 8, 'sha1'], hkdf: ['sha1', 'k', 's', 'i', 8], scrypt: ['p', 's', 8, { N: 2 }] }[name];
  tell(name, () => crypto[name](...values));
  tell(name, () => crypto[name](...values, 5));
  tell(name, () => crypto[name](undefined, ...values.slice(1), () => {}));
  console.log(crypto[name].name, crypto[name].length);
}
tell('hkdf', () => crypto.hkdfSync('sha1', 'k', 's', 'i', 2 ** 31));
tell('hkdf', () => crypto.hkdfSync('sha1', 'k', 's', 'i', 2 ** 33));

// What is filled with random bytes.
for (const buffer of [undefined, 5, [1], 'abc', {}]) tell('fill', () => crypto.randomFillSync(buffer));
for (const value of [null, NaN, -1, 9, '1', 1n]) {
  tell(`offset ${value}`, () => crypto.randomFillSync(new Uint16Array(2), value));
  tell(`size ${value}`, () => crypto.randomFillSync(new Uint16Array(2), 1, value));
  tell(`later ${value}`, () => crypto.randomFill(new Uint16Array(2), value));
  tell(`uuid ${value}`, () => crypto.randomUUID(value));
  tell(`uuid ${value}`, () => crypto.randomUUID({ disableEntropyCache: value }));
}
tell('whole', () => crypto.randomFillSync(new Uint16Array([0, 0]), 1.5, 0.5));
crypto.randomFill(new Uint16Array(4), 1, (error, filled) => console.log(error, filled.length, filled[0]));
for (const array of [new Float32Array(1), new Uint8Array(65537), new Uint32Array(2)]) {
  try {
    console.log('values', crypto.getRandomValues(array) === array);
  } catch (error) {
    console.log('values', error.name, error.code);
  }
}

// Ciphers.
for (const value of [-1, 1.5, 'a', null, 5]) {
  tell(`tag ${value}`, () => crypto.createCipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12), { authTagLength: value }));
  tell(`info ${value}`, () => crypto.getCipherInfo('aes-128-gcm', { ivLength: value }));
  tell(`info ${value}`, () => crypto.getCipherInfo('aes-128-gcm', { keyLength: value }));
  tell(`info ${value}`, () => crypto.getCipherInfo('aes-128-gcm', value));
  if (value !== 5) tell(`info ${value}`, () => crypto.getCipherInfo(value));
}
tell('hex', () => crypto.createCipheriv('aes-128-ecb', '00'.repeat(16), null, { encoding: 'hex' }).update('0123456789abcdef', 'utf8', 'hex'));
tell('views', () => crypto.createDecipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12)).setAuthTag(new Uint16Array(8)));
const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519');
tell('pair', () => crypto.createCipheriv('aes-128-cbc', privateKey, Buffer.alloc(16)));
tell('pair', () => crypto.createHmac('md5', publicKey));
tell('secret', () => crypto.pbkdf2Sync(crypto.createSecretKey(Buffer.from('a')), 'b', 1, 1, 'md5'));

// Keys.
const key = crypto.createSecretKey('6162', 'hex');
for (const options of [undefined, null, 5, [], {}, { format: 'buffer' }, { format: 'jwk' }, { format: 'pem' }, { format: null }]) tell(inspect(options), () => key.export(options));
for (const more of [{ passphrase: 'x' }, { cipher: 5 }, { cipher: 'aes-128-cbc' }, { cipher: 'aes-128-cbc', passphrase: 5 }]) {
  tell(inspect(more), () => privateKey.export({ type: 'pkcs8', format: 'pem', ...more }));
}
tell('public', () => publicKey.export({ type: 'spki', format: 'der', passphrase: 'x' }).length);
for (const type of [undefined, 'abc', 'spki', 5]) tell(`der ${type}`, () => crypto.createPrivateKey({ key: Buffer.from('x'), format: 'der', type }));
for (const format of ['abc', null, 5]) tell(`format ${format}`, () => crypto.createPublicKey({ key: 'x', format }));
const jwks = [
  [], { kty: 5 }, { kty: 'oct' }, { kty: 'EC' }, { kty: 'EC', crv: 'P-1' }, { kty: 'EC', crv: 'P-256' }, { kty: 'EC', crv: 'P-256', x: 'a', y: 'b' }, { kty: 'OKP', crv: 'Ed1' },
  { kty: 'OKP', crv: 'Ed25519', x: 5 }, { kty: 'OKP', crv: 'Ed25519', x: 'AA', d: 'AA' }, { kty: 'RSA' }, { kty: 'RSA', n: 'AA', e: 'AA' },
];
for (const jwk of jwks) tell(inspect(jwk, { breakLength: Infinity }), () => crypto.createPrivateKey({ key: jwk, format: 'jwk' }));
for (const paramEncoding of ['abc', 5, {}]) tell('curve', () => crypto.generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding }));
for (const options of [undefined, null, 5, [], { length: 100 }, { length: '128' }]) tell('aes', () => crypto.generateKeySync('aes', options));
for (const signature of [undefined, 'abc', views[3]]) tell('signature', () => crypto.verify(null, 'x', publicKey, signature));

// Numbers of curves have no zeros before them.
const ecdh = crypto.createECDH('prime256v1');
ecdh.setPrivateKey('0102', 'hex');
console.log(ecdh.getPrivateKey('hex'), ecdh.getPrivateKey().length, ecdh.getPublicKey('hex', null), ecdh.getPublicKey('hex', ''));
