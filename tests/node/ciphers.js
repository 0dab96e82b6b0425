// Ciphers: AES in the modes ECB, CBC, CTR and GCM, at once, by pieces and as streams.
const c = require('crypto');
const key = n => Buffer.from(Array.from({ length: n }, (_, i) => i * 7 & 255)), iv = key(16);
const told = f => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message, e.reason); } };
for (const bits of [128, 192, 256]) for (const mode of ['ecb', 'cbc', 'ctr', 'gcm']) {
  const name = `aes-${bits}-${mode}`, vector = mode === 'ecb' ? null : mode === 'gcm' ? iv.subarray(0, 12) : iv;
  for (const text of ['', 'a', 'sixteen bytes!!!', 'x'.repeat(100)]) {
    const e = c.createCipheriv(name, key(bits / 8), vector);
    if (mode === 'gcm') e.setAAD(Buffer.from('more data'));
    let out = e.update(text, 'utf8', 'hex') + e.update('tail') .toString('hex') + e.final('hex');
    const tag = mode === 'gcm' ? e.getAuthTag() : undefined;
    const d = c.createDecipheriv(name, key(bits / 8), vector);
    if (tag) d.setAAD(Buffer.from('more data')).setAuthTag(tag);
    let back = '';
    for (let at = 0; at < out.length; at += 14) back += d.update(out.slice(at, at + 14), 'hex', 'latin1');
    back += d.final('latin1');
    console.log(name, text.length, out.slice(0, 64), tag?.toString('hex'), back === text + 'tail');
  }
}
const make = (name = 'aes-128-cbc', k = key(16), v = iv) => c.createCipheriv(name, k, v), undo = (name = 'aes-128-cbc', k = key(16), v = iv) => c.createDecipheriv(name, k, v);
for (const f of [
  () => c.createCipheriv('nope', key(16), iv), () => c.createCipheriv('aes-128-cbc', key(15), iv), () => c.createCipheriv('aes-128-cbc', key(16), iv.subarray(1)), () => c.createCipheriv('aes-128-cbc', key(16), null), () => c.createCipheriv('aes-128-ecb', key(16), iv), () => c.createCipheriv(5), () => c.createCipheriv('aes-128-cbc', 5, iv), () => c.createCipheriv('aes-128-cbc', key(16), 5), () => c.createCipheriv('aes-128-cbc', key(16)),
  () => c.createCipheriv('AES128', key(16), iv).final('hex'), () => c.createCipheriv('aes-128-gcm', key(16), Buffer.alloc(0)), () => c.createCipheriv('aes-128-gcm', key(16), key(20)).final('hex').length,
  () => undo().final(), () => { const d = undo(); d.update(key(5)); d.final(); }, () => { const d = undo(); d.update(key(32)); d.final(); }, () => { const d = undo().setAutoPadding(false); return d.update(key(32)).length + d.final().length; }, () => { const e = make().setAutoPadding(false); e.update('a'); e.final(); }, () => { const e = make().setAutoPadding(false); return e.update(key(16)).length + e.final().length; },
  () => { const e = make(); e.final(); e.final(); }, () => { const e = make(); e.final(); e.update('a'); }, () => make().update(5), () => make().update(), () => make().getAuthTag(), () => make().setAAD(key(3)), () => make('aes-128-gcm').getAuthTag(), () => { const d = undo('aes-128-gcm'); d.update(key(5)); d.final(); }, () => { const d = undo('aes-128-gcm'); d.setAuthTag(key(16)); d.update(key(5)); d.final(); }, () => undo('aes-128-gcm').setAuthTag(key(3)), () => undo('aes-128-gcm').setAuthTag('x'), () => typeof make('aes-128-gcm').setAuthTag,
  () => { const e = c.createCipheriv('aes-128-gcm', key(16), iv, { authTagLength: 8 }); e.final(); return e.getAuthTag().length; }, () => c.createCipheriv('aes-128-gcm', key(16), iv, { authTagLength: 3 }), () => make().setAutoPadding().update('x', 'utf8', 'base64'),
  () => c.createCipheriv('aes-128-cbc', '0123456789abcdef', 'fedcba9876543210').update('hello world, hello', 'utf8', 'base64'), () => c.createCipheriv('aes-128-cbc', c.createSecretKey(key(16)), iv).update('a', 'utf8').length,
  () => c.getCiphers().includes('aes-256-gcm'), () => c.getCipherInfo('aes-256-cbc'), () => c.getCipherInfo('aes-128-gcm'), () => c.getCipherInfo('nope'), () => c.createCipheriv('aes-128-ctr', key(16), Buffer.alloc(16, 255)).update(Buffer.alloc(40), null, 'hex'), () => c.createCipheriv('aes-128-gcm', key(16), Buffer.alloc(16, 255)).update(Buffer.alloc(40), null, 'hex'),
]) told(f);
const { Readable, pipeline } = require('stream');
(async () => {
  const pieces = [];
  for await (const piece of Readable.from(['some ', 'text ', 'to hide']).pipe(make()).pipe(undo())) pieces.push(piece);
  console.log(Buffer.concat(pieces).toString());
  undo().on('error', e => console.log('error', e.code)).end(key(5));
})();
// Where neither fits, the initialization vector is told of.
for (const [name, key, vector] of [['aes-256-cbc', 5, 1], ['aes-256-gcm', 5, 0], ['aes-256-ecb', 5, 3], ['aes-128-cbc', 5, 16], ['aes-128-gcm', 5, 12]]) {
  try {
    require('crypto').createCipheriv(name, Buffer.alloc(key), Buffer.alloc(vector));
  } catch (error) {
    console.log(name, error.code, error.message);
  }
}
