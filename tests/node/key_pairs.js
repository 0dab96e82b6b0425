// crypto: pairs of keys, their forms, signatures, encryption and shared secrets.
'use strict';
const crypto = require('crypto');

const attempt = work => {
  try {
    return work();
  } catch (error) {
    return `${error.name} ${error.code ?? ''} ${error.message}`;
  }
};
const show = (...values) => console.log(...values);
const data = Buffer.from('what is signed');

// Keys that were made elsewhere.
const EC = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEICxCC3xlZEs+y1v05C2FpDjdn0a2iSAzTelhaky1eIEeoAoGCCqGSM49
AwEHoUQDQgAEryVbG/Brd8A9FcDs0o/hogf3ygmGJXLz3oYNFnIhjsxHejUDiFUn
fm1ah8lwPYfECw414iIAGxRzia0UgXFRRw==
-----END EC PRIVATE KEY-----
`;
const ED = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----\n';
const ed = crypto.createPrivateKey(ED), edPublic = crypto.createPublicKey(ED);
show(ed.type, edPublic.type, ed.asymmetricKeyType, ed.asymmetricKeyDetails, edPublic.equals(crypto.createPublicKey(ed)), ed.equals(edPublic));
show(crypto.sign(null, data, ed).toString('hex'));
show(ed.export({ format: 'jwk' }), edPublic.export({ format: 'jwk' }));
show(edPublic.export({ type: 'spki', format: 'pem' }), ed.export({ type: 'pkcs8', format: 'pem' }) === ED);
show(crypto.verify(null, data, edPublic, crypto.sign(null, data, ED)), crypto.verify(null, Buffer.from('other'), edPublic, crypto.sign(null, data, ED)));

// Pairs that are made here.
for (const namedCurve of ['prime256v1', 'secp384r1', 'secp521r1']) {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve });
  show(privateKey.asymmetricKeyType, privateKey.asymmetricKeyDetails, Object.keys(privateKey.export({ format: 'jwk' })).sort().join());
  for (const hash of ['sha256', 'SHA384', 'RSA-SHA512']) {
    const signature = crypto.createSign(hash).update('what is ').update(data.subarray(8)).sign(privateKey);
    show(signature[0], crypto.createVerify(hash).update(data).verify(publicKey, signature), crypto.verify(hash, data, publicKey, signature));
    const raw = crypto.sign(hash, data, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    show(raw.length, crypto.verify(hash, data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw), crypto.verify(hash, data, publicKey, raw));
  }
  for (const type of ['pkcs8', 'sec1']) {
    const pem = privateKey.export({ type, format: 'pem' }), bytes = privateKey.export({ type, format: 'der' });
    show(pem.split('\n')[0], crypto.createPrivateKey(pem).equals(privateKey), crypto.createPrivateKey({ key: bytes, format: 'der', type }).equals(privateKey));
  }
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  show(crypto.createPublicKey(pem).equals(publicKey), crypto.createPublicKey({ key: publicKey.export({ format: 'jwk' }), format: 'jwk' }).equals(publicKey));
  show(crypto.createPrivateKey({ key: privateKey.export({ format: 'jwk' }), format: 'jwk' }).equals(privateKey));
}
show(crypto.createPublicKey(EC).export({ type: 'spki', format: 'pem' }), crypto.createPrivateKey(EC).export({ type: 'sec1', format: 'pem' }) === EC);

const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
show(rsa.publicKey.asymmetricKeyDetails, rsa.privateKey.asymmetricKeyType, Object.keys(rsa.privateKey.export({ format: 'jwk' })).sort().join());
for (const [key, types] of [[rsa.publicKey, ['spki', 'pkcs1']], [rsa.privateKey, ['pkcs8', 'pkcs1']]]) {
  for (const type of types) {
    const pem = key.export({ type, format: 'pem' }), make = key.type === 'public' ? crypto.createPublicKey : crypto.createPrivateKey;
    show(pem.split('\n')[0], make(pem).equals(key), make({ key: key.export({ type, format: 'der' }), format: 'der', type }).equals(key));
  }
}
const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST, RSA_PKCS1_OAEP_PADDING } = crypto.constants;
for (const hash of ['sha1', 'sha256', 'RSA-SHA384', 'sha512']) {
  const signature = crypto.sign(hash, data, rsa.privateKey), salt = hash === 'sha512' ? 20 : RSA_PSS_SALTLEN_DIGEST;
  show(signature.length, crypto.verify(hash, data, rsa.publicKey, signature), crypto.verify(hash, data, { key: rsa.publicKey, padding }, signature));
  const pss = crypto.sign(hash, data, { key: rsa.privateKey, padding, saltLength: salt });
  show(crypto.verify(hash, data, { key: rsa.publicKey, padding }, pss), crypto.verify(hash, data, { key: rsa.publicKey, padding, saltLength: 7 }, pss));
  show(crypto.verify(hash, data, { key: rsa.publicKey, padding, saltLength: salt }, pss), crypto.verify(hash, data, rsa.privateKey, signature));
}
const secret = crypto.publicEncrypt(rsa.publicKey, Buffer.from('secret'));
show(crypto.privateDecrypt(rsa.privateKey, secret).toString(), secret.length);
const labelled = { oaepHash: 'sha256', oaepLabel: Buffer.from('label'), padding: RSA_PKCS1_OAEP_PADDING };
const other = crypto.publicEncrypt({ key: rsa.privateKey, ...labelled }, Buffer.from('more'));
show(crypto.privateDecrypt({ key: rsa.privateKey, ...labelled }, other).toString(), attempt(() => crypto.privateDecrypt(rsa.privateKey, other)).startsWith('Error'));

// Encodings that are asked for at once, and passphrases.
const encoded = crypto.generateKeyPairSync('ed25519', {
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'top secret' },
});
show(encoded.publicKey.length, encoded.privateKey.split('\n')[0]);
const opened = crypto.createPrivateKey({ key: encoded.privateKey, passphrase: 'top secret' });
show(crypto.createPublicKey(opened).export({ type: 'spki', format: 'der' }).equals(encoded.publicKey));
show(attempt(() => crypto.createPrivateKey({ key: encoded.privateKey, passphrase: 'wrong' })).startsWith('Error'));
show(crypto.verify(null, data, { key: encoded.publicKey, format: 'der', type: 'spki' }, crypto.sign(null, data, opened)));

// Secrets that two have.
const [one, two] = [0, 1].map(() => crypto.generateKeyPairSync('x25519'));
const agreed = crypto.diffieHellman({ privateKey: one.privateKey, publicKey: two.publicKey });
show(agreed.length, agreed.equals(crypto.diffieHellman({ privateKey: two.privateKey, publicKey: one.publicKey })), one.privateKey.asymmetricKeyType);
const [left, right] = ['secp384r1', 'secp384r1'].map(curve => crypto.createECDH(curve));
left.generateKeys();
show(right.generateKeys('hex', 'compressed').length, left.getPublicKey().length, left.getPublicKey('hex', 'hybrid').length);
show(left.computeSecret(right.getPublicKey()).equals(right.computeSecret(left.getPublicKey('hex'), 'hex')), left.computeSecret(right.getPublicKey(), null, 'base64').length);
const fixed = crypto.createECDH('prime256v1');
fixed.setPrivateKey('2c420b7c65644b3ecb5bf4e42d85a438dd9f46b68920334de9616a4cb578811e', 'hex');
show(fixed.getPublicKey('hex'), fixed.getPrivateKey('hex'));

// Keys of the web are keys here, and secret keys.
show(crypto.generateKeySync('aes', { length: 192 }).symmetricKeySize, crypto.generateKeySync('hmac', { length: 128 }).type);
show(crypto.createSecretKey(Buffer.from('abc')).equals(crypto.createSecretKey('abc', 'utf8')), crypto.createSecretKey(Buffer.from('abc')).export({ format: 'jwk' }));
(async () => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const key = crypto.KeyObject.from(pair.privateKey);
  show(key.type, key.asymmetricKeyDetails, crypto.createPublicKey(key).equals(crypto.KeyObject.from(pair.publicKey)));
  const made = await require('util').promisify(crypto.generateKeyPair)('ec', { namedCurve: 'P-256' });
  show(made.publicKey.type, made.privateKey.type);
  crypto.generateKeyPair('ed25519', (error, publicKey, privateKey) => show(error, publicKey.type, privateKey.type));
  crypto.sign('sha256', data, rsa.privateKey, (error, signature) => show(error, signature.length));
})();

// What is wrong.
show(attempt(() => crypto.createPublicKey('none')));
show(attempt(() => crypto.createPublicKey('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).startsWith('Error ERR_OSSL'));
show(attempt(() => crypto.generateKeyPairSync('nope')), attempt(() => crypto.generateKeyPairSync('rsa')));
show(attempt(() => crypto.generateKeyPairSync('rsa', {})), attempt(() => crypto.generateKeyPairSync('ec', { namedCurve: 'none' })));
show(attempt(() => ed.export({ type: 'pkcs1', format: 'pem' })), attempt(() => ed.export({ type: 'none', format: 'pem' })));
show(attempt(() => ed.export({ type: 'pkcs8' })), attempt(() => ed.export()));
show(attempt(() => crypto.sign('sha256', data, rsa.publicKey)), attempt(() => crypto.sign('nope', data, rsa.privateKey)));
show(attempt(() => crypto.createSign('nope')), attempt(() => crypto.createSign('sha256').sign()));
show(attempt(() => crypto.sign('sha256', data, ed)), attempt(() => crypto.sign(null, 'text', ed)), attempt(() => crypto.sign(5, data, ed)));
show(attempt(() => crypto.createPrivateKey({ key: { kty: 'none' }, format: 'jwk' })), attempt(() => crypto.createPublicKey(edPublic)));
show(attempt(() => ed.export({ type: 'pkcs8', format: 'pem', cipher: 'none', passphrase: 'x' })));
show(attempt(() => ed.export({ type: 'pkcs8', format: 'pem', cipher: 'aes128' })), attempt(() => crypto.generateKeySync('aes', { length: 100 })));
show(attempt(() => crypto.diffieHellman({ privateKey: ed, publicKey: one.publicKey })));
show(attempt(() => crypto.createECDH('none')), attempt(() => crypto.createECDH('prime256v1').getPublicKey()));
show(attempt(() => crypto.createECDH('prime256v1').setPrivateKey('00', 'hex')));
