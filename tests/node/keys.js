// Secret keys.
const { KeyObject, createSecretKey, createHmac, createHash } = require('crypto');
const key = createSecretKey('secret', 'utf8'), same = createSecretKey(Buffer.from('secret'));
console.log(key instanceof KeyObject, key.type, key.symmetricKeySize, key.equals(same), key.equals(createSecretKey('other', 'utf8')), key.equals(createSecretKey('secreT', 'utf8')));
console.log(key.export().toString(), key.export({ format: 'jwk' }), Buffer.isBuffer(key.export()));
key.export()[0] = 0;
console.log(key.export().toString());
console.log(createHmac('sha256', key).update('text').digest('hex') === createHmac('sha256', 'secret').update('text').digest('hex'));
for (const wrong of [() => createSecretKey(5), () => createSecretKey(), () => key.equals(5)]) {
  try { wrong(); } catch (error) { console.log(error.name, error.code); }
}
