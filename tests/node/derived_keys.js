// Keys derived from others and from passwords.
const crypto = require('crypto');
const said = work => { try { const value = work(); return Buffer.isBuffer(value) || value instanceof ArrayBuffer ? `${value.constructor.name} ${Buffer.from(value).toString('hex')}` : value; } catch (error) { return [error.name, error.code].join(' | '); } };
for (const [digest, key, salt, info, length] of [['sha256', 'key', 'salt', 'info', 42], ['sha512', 'key', 'salt', 'info', 64], ['sha1', 'k', '', '', 5], ['sha256', Buffer.alloc(200, 1), Buffer.alloc(3), Buffer.alloc(10), 100], ['sha256', 'k', 's', 'i', 0], ['nope', 'k', 's', 'i', 5], ['sha256', 5, 's', 'i', 5], ['sha256', 'k', 's', 'i', -1], ['sha256', 'k', 's', 'i', 255 * 32 + 1], ['sha256', 'k', 's', Buffer.alloc(1025), 5], [5, 'k', 's', 'i', 5], ['sha256', crypto.createSecretKey(Buffer.from('key')), 'salt', 'info', 10]])
  console.log(said(() => crypto.hkdfSync(digest, key, salt, info, length)));
for (const [password, salt, length, options] of [['', '', 64, { N: 16, r: 1, p: 1 }], ['password', 'NaCl', 64, { N: 1024, r: 8, p: 16 }], ['p', 's', 10, { cost: 4, blockSize: 2, parallelization: 3 }], ['p', 's', 32], ['p', 's', 0], ['p', 's', 5, { N: 3 }], ['p', 's', 5, { N: 2 ** 20 }], ['p', 's', 5, { N: 2 ** 14, maxmem: 1000 }], [5, 's', 5], ['p', 's', -1], ['p', 's', 5, { N: '16' }]])
  console.log(said(() => crypto.scryptSync(password, salt, length, options)));
crypto.scrypt('p', 's', 8, (error, key) => crypto.hkdf('sha256', key, 's', 'i', 8, (more, last) => console.log(error, key, more, last)));
for (const work of [() => crypto.scrypt('p', 's', 8), () => crypto.hkdf('sha256', 'k', 's', 'i', 5), () => typeof crypto.subtle.digest]) console.log(said(work));
