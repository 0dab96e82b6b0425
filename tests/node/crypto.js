// Hashes, HMAC, secret bytes.
const c = require('crypto');
for (const h of ['md5', 'sha1', 'sha224', 'sha256', 'SHA384', 'sha512', 'RSA-SHA256']) console.log(h, c.createHash(h).update('a').update(Buffer.from('b')).update('c3', 'hex').digest('hex'), c.createHmac(h, 'key').update('data').digest('base64'));
console.log(c.createHash('sha256').update('€').digest(), c.createHash('md5').digest('latin1').length, c.createHmac('sha1', 'k'.repeat(200)).update('x').digest('hex'), c.createHmac('sha512', Buffer.alloc(0)).update('x').digest('base64url'));
const h = c.createHash('sha1'); h.update('a'); const k = h.copy(); h.update('b'); console.log(h.digest('hex'), k.update('c').digest('hex'));
for (const f of [() => h.update('x'), () => h.digest(), () => c.createHash('nope'), () => c.createHash(5), () => c.createHmac('nope', 'k'), () => c.createHash('md5').update(5), () => c.timingSafeEqual(Buffer.from('a'), Buffer.from('ab')), () => c.randomBytes('x'), () => c.randomBytes(-1), () => c.randomInt(5, 2), () => h.copy(), () => c.createHash()])
  try { console.log(f()) } catch (e) { console.log(e.name, e.code, e.message) }
console.log(c.randomBytes(8).length, c.randomBytes(100000).length, c.randomUUID().replace(/[0-9a-f]/g, 'x').length, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(c.randomUUID()), c.randomInt(10) < 10, c.randomInt(5, 6), c.timingSafeEqual(Buffer.from('a'), Buffer.from('a')), c.randomBytes(8).equals(c.randomBytes(8)));
console.log(c.randomFillSync(Buffer.alloc(4)).length, c.randomFillSync(new Uint32Array(2)).length);
console.log(c.pbkdf2Sync('secret', 'salt', 1000, 40, 'sha512').toString('hex')); 
const s = c.createHash('sha256'); s.on('readable', () => { const d = s.read(); if (d) { console.log('stream', d.toString('hex')); next(); } }); s.write('some data'); s.end();
function next() { return require('stream').Readable.from(['a', 'b']).pipe(c.createHash('md5')).setEncoding('hex').on('data', d => { console.log('piped', d); later(); }); }
function later() { c.randomBytes(4, (e, b) => { console.log(e, b.length); c.randomInt(3, (e, n) => { console.log(e ?? null, n < 3); c.pbkdf2('s', 'a', 2, 3, 'md5', (e, k) => console.log(e, k)); }); }); }
console.log(c.getHashes().includes('sha256'), typeof c.webcrypto, c.createHash('sha256') instanceof require('stream').Transform);
console.log(c.createHash('sha256').update('x'.repeat(1e6)).digest('hex'));
const m = c.createHmac('sha1', 'a'); m.digest(); console.log(m.digest('hex'), m.digest());
