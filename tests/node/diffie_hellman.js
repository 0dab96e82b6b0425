// Diffie-Hellman over whole numbers: groups, and primes that are given.
'use strict';
const crypto = require('crypto');
const { inspect } = require('util');

function tell(name, work) {
  try {
    const value = work();
    console.log(name, Buffer.isBuffer(value) ? value.toString('hex') : inspect(value));
  } catch (error) {
    console.log(name, error.name, error.code, error.message);
  }
}
for (const name of ['modp1', 'modp2', 'modp5', 'modp14', 'modp15', 'modp16', 'modp17', 'modp18']) {
  const group = crypto.getDiffieHellman(name);
  console.log(name, crypto.createHash('sha256').update(group.getPrime()).digest('hex'), group.getGenerator('hex'), group.verifyError);
}
for (const name of ['modp3', 'MODP14', '', '__proto__', 5, undefined]) tell(`group ${name}`, () => crypto.createDiffieHellmanGroup(name).getPrime().length);

const [one, other] = [0, 1].map(() => crypto.getDiffieHellman('modp14'));
for (const work of [() => one.getPrivateKey(), () => one.getPublicKey(), () => one.computeSecret(Buffer.from([5]))]) tell('unset', work);
one.generateKeys();
const key = other.generateKeys('base64');
console.log(key.length, one.computeSecret(key, 'base64', 'hex') === other.computeSecret(one.getPublicKey()).toString('hex'));
console.log(one.getPublicKey('hex') === one.generateKeys('hex'), Object.getOwnPropertyNames(Object.getPrototypeOf(one)).includes('setPublicKey'));

const prime = crypto.getDiffieHellman('modp1').getPrime();
const own = crypto.createDiffieHellman(prime);
tell('own', () => [own.verifyError, own.getGenerator('hex'), own.getPrime().equals(prime)]);
own.setPrivateKey(Buffer.from([7]));
tell('public', () => own.getPublicKey());
tell('generated', () => own.generateKeys());
tell('private', () => own.getPrivateKey('hex'));
for (const value of [[0], [1], [9], []]) tell(`secret ${value}`, () => own.computeSecret(Buffer.from(value)));
tell('secret of the prime', () => own.computeSecret(prime));
tell('secret', () => own.computeSecret('09', 'hex', 'base64'));
tell('secret', () => own.computeSecret(new Uint16Array([9])));
tell('public', () => own.setPublicKey('0A', 'hex').getPublicKey('hex'));
tell('again', () => own.generateKeys('hex'));
tell('wrong', () => own.setPrivateKey({}));
for (const generator of [undefined, null, 2, 5, 0, 1, -1, 'a', Buffer.from([3]), 1.5, {}]) tell(`generator ${inspect(generator)}`, () => crypto.createDiffieHellman(prime, generator).getGenerator());
tell('encodings', () => crypto.createDiffieHellman(prime.toString('hex'), 'hex', '05', 'hex').getGenerator());
tell('encodings', () => crypto.createDiffieHellman(prime.toString('base64'), 'base64').getPrime().length);
for (const given of [undefined, null, {}, '', 0, -1, 1.5, Buffer.alloc(0), Buffer.from([4]), Buffer.from([23]), new Uint8Array([0, 23]).buffer]) {
  tell(`prime ${inspect(given)}`, () => {
    const made = crypto.createDiffieHellman(given);
    return [made.getPrime('hex'), made.verifyError];
  });
}
console.log(crypto.DiffieHellman(prime).getPrime().length, crypto.DiffieHellmanGroup('modp1').getPrime().length, crypto.getDiffieHellman === crypto.createDiffieHellmanGroup);
// Primes that are too small or too large for keys, and generators that fit none.
const number = BigInt(`0x${prime.toString('hex')}`), toBytes = value => Buffer.from(value.toString(16).padStart(192, '0'), 'hex');
for (const generator of [-2n, -1n, 0n, 1n]) tell(`generator ${generator}`, () => crypto.createDiffieHellman(prime, toBytes(number + generator)).verifyError);
for (const small of [0, 1, 2, 3, 4, 5, 7, 23]) tell(`prime ${small}`, () => [2, 3, 5].map(generator => crypto.createDiffieHellman(Buffer.from([small]), generator).verifyError));
for (const [length, first] of [[1, 23], [63, 255], [64, 127], [64, 128], [1250, 255], [1251, 0], [1251, 1], [4096, 255], [4097, 255]]) {
  const odd = Buffer.alloc(length, 255), make = () => crypto.createDiffieHellman(odd);
  odd[0] = first;
  tell(`keys ${length} ${first}`, () => make().generateKeys().length > 0);
  tell(`keys ${length} ${first}`, () => make().setPrivateKey(Buffer.from([3])).generateKeys().length > 0);
  if (length > 1) tell(`secret ${length} ${first}`, () => make().setPrivateKey(Buffer.from([3])).computeSecret(Buffer.from([2])).length);
}
// Made of three primes so that all bases below 200 take it for a prime (Arnault 1995).
const part = 29674495668685510550154174642905332730771991799853043350995075531276838753171770199594238596428121188033664754218345562493168782883n;
const strong = (part * (313n * (part - 1n) + 1n) * (353n * (part - 1n) + 1n)).toString(16);
tell('no prime', () => crypto.createDiffieHellman(strong.padStart(strong.length + strong.length % 2, '0'), 'hex').verifyError);
