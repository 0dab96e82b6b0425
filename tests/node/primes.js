// Primes: new ones, and whether a number is one. RSA with paddings of old.
'use strict';
const crypto = require('crypto');
const { inspect } = require('util');

function tell(name, work) {
  try {
    console.log(name, inspect(work()));
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
const isOdd = (number, bits) => [number.toString(2).length === bits, bits === 2 || number % 2n === 1n, crypto.checkPrimeSync(number)];
for (const size of [undefined, null, 0, 1, -1, 1.5, '8', 2 ** 31]) tell(`size ${size}`, () => crypto.generatePrimeSync(size));
for (const size of [2, 3, 8, 16, 17, 64, 100]) tell(`size ${size}`, () => isOdd(crypto.generatePrimeSync(size, { bigint: true }), size));
for (const size of [8, 17, 64]) tell(`bytes ${size}`, () => crypto.generatePrimeSync(size).byteLength);
for (const options of [null, 5, [], { safe: 1 }, { bigint: 'x' }, { add: 5 }, { add: -1n }, { add: 100000n }, { add: 8n, rem: 9n }, { add: 0n }, { rem: 5 }]) tell(inspect(options), () => crypto.generatePrimeSync(16, options).byteLength);
for (const [add, rem] of [[3n, undefined], [4n, 3n], [12n, 11n], [1n, undefined], [1000n, 7n]]) {
  tell(`rest ${add} ${rem}`, () => {
    const prime = crypto.generatePrimeSync(32, { bigint: true, add, ...rem === undefined ? {} : { rem } });
    return [prime % add, ...isOdd(prime, 32)];
  });
}
for (const size of [2, 3, 4, 5, 6, 7]) tell(`safe of ${size}`, () => crypto.generatePrimeSync(size, { bigint: true, safe: true }).toString(2).length);
tell('safe', () => {
  const prime = crypto.generatePrimeSync(24, { bigint: true, safe: true });
  return [crypto.checkPrimeSync(prime >> 1n), ...isOdd(prime, 24)];
});
for (const value of [
  undefined, null, 5, '7', 7n, 8n, 0n, 1n, 2n, 37n, 41n, 1681n, 561n, 3215031751n, -7n, 2n ** 89n - 1n, 2n ** 127n - 1n, 2n ** 128n + 1n, (2n ** 61n - 1n) * (2n ** 31n - 1n), {},
  Buffer.from([7]), Buffer.alloc(0), new Uint16Array([257]), new ArrayBuffer(1), Buffer.from([1, 0]),
]) tell(`prime ${inspect(value)}`, () => crypto.checkPrimeSync(value));
for (const options of [null, 5, { checks: -1 }, { checks: 1.5 }, { checks: 'a' }, { checks: 0 }, { checks: 10 }]) tell(inspect(options), () => crypto.checkPrimeSync(1000003n, options));
tell('callbacks', () => [crypto.generatePrime, crypto.checkPrime].map(call => { try { call(7, {}); } catch (error) { return error.code; } }));
crypto.generatePrime(20, { bigint: true }, (error, prime) => {
  console.log(!error, isOdd(prime, 20));
  // One after the other: threads of node end in any order.
  crypto.checkPrime(7n, (error, is) => console.log(!error, is));
});

const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const { RSA_PKCS1_PADDING, RSA_NO_PADDING } = crypto.constants, full = Buffer.alloc(128, 5);
for (const length of [0, 1, 100, 117, 118]) tell(`private ${length}`, () => crypto.publicDecrypt(publicKey, crypto.privateEncrypt(privateKey, Buffer.alloc(length, 7))).equals(Buffer.alloc(length, 7)));
tell('deterministic', () => crypto.privateEncrypt(privateKey, 'abc').equals(crypto.privateEncrypt(privateKey, Buffer.from('abc'))));
tell('signature', () => crypto.publicDecrypt(publicKey, crypto.sign('sha256', 'x', privateKey)).toString('hex') === '3031300d060960864801650304020105000420' + crypto.createHash('sha256').update('x').digest('hex'));
tell('by the private key', () => crypto.publicDecrypt(privateKey, crypto.privateEncrypt(privateKey, 'abc')).toString());
for (const bytes of [Buffer.alloc(128, 1), Buffer.alloc(129)]) tell('junk', () => crypto.publicDecrypt(publicKey, bytes));
tell('none', () => crypto.privateDecrypt({ key: privateKey, padding: RSA_NO_PADDING }, crypto.publicEncrypt({ key: publicKey, padding: RSA_NO_PADDING }, full)).equals(full));
tell('none', () => crypto.publicDecrypt({ key: publicKey, padding: RSA_NO_PADDING }, crypto.privateEncrypt({ key: privateKey, padding: RSA_NO_PADDING }, full)).equals(full));
for (const bytes of [Buffer.alloc(128, 255), Buffer.alloc(127, 5)]) tell('none', () => crypto.publicEncrypt({ key: publicKey, padding: RSA_NO_PADDING }, bytes));
tell('public', () => crypto.privateDecrypt({ key: privateKey, padding: RSA_NO_PADDING }, crypto.publicEncrypt({ key: publicKey, padding: RSA_PKCS1_PADDING }, Buffer.from('abc'))).subarray(-4).toString('hex'));
tell('public', () => crypto.publicEncrypt({ key: publicKey, padding: RSA_PKCS1_PADDING }, Buffer.alloc(118)));
tell('private', () => { try { crypto.privateDecrypt({ key: privateKey, padding: RSA_PKCS1_PADDING }, full); } catch (error) { return error.code; } });
for (const padding of [0, null]) tell(`padding ${padding}`, () => crypto.privateDecrypt({ key: privateKey, padding }, crypto.publicEncrypt({ key: publicKey, padding }, 'abc')).toString());
tell('curve', () => crypto.publicEncrypt(crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey, 'a'));
