// gzip, zlib and raw deflate: at once, later, and as streams. Compressed bytes are another matter than what they mean.
const z = require('zlib'), { Readable, pipeline } = require('stream'), util = require('util');
const text = 'hello hello hello '.repeat(5000), noise = Buffer.from(Array.from({ length: 50000 }, (_, i) => Math.imul(i, 2654435761) >>> 13 & 255));
for (const [to, from] of [['gzip', 'gunzip'], ['deflate', 'inflate'], ['deflateRaw', 'inflateRaw'], ['gzip', 'unzip'], ['deflate', 'unzip']]) {
  for (const level of [undefined, -1, 0, 1, 9]) {
    for (const data of ['', 'a', text, noise]) {
      const packed = z[to + 'Sync'](data, { level });
      if (!z[from + 'Sync'](packed).equals(Buffer.from(data))) console.log('wrong', to, from, level, data.length);
      if (level === 9 && data === text) console.log(to, packed.length < 600, Buffer.isBuffer(packed));
      if (level === 0 && data === text) console.log(to, packed.length > text.length);
    }
  }
}
const fromNode = {
  gunzip: 'H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==', inflate: 'eJzLSM3JyVcozy/KSQEAGgsEXQ==', inflateRaw: 'y0jNyclXKM8vykkBAA==',
};
for (const name in fromNode) console.log(name, z[name + 'Sync'](Buffer.from(fromNode[name], 'base64')).toString());
const named = Buffer.from('1f8b080c0000000000030500' + '4142434445' + '6e6f7400' + '4b040043beb7e801000000', 'hex');
console.log(z.gunzipSync(Buffer.concat([named, z.gzipSync('b'), Buffer.alloc(9)])).toString());
console.log(z.gzipSync('a').subarray(0, 4), z.gzipSync('a')[9], z.deflateSync('a').subarray(0, 2), z.deflateSync(new Uint16Array([1, 2])).length > 4, z.inflateSync(z.deflateSync(new DataView(new ArrayBuffer(3), 1))), z.inflateSync(z.deflateSync(new Uint8Array([7]).buffer)));
const told = f => { try { const value = f(); console.log(typeof value === 'function' ? value.name : value); } catch (e) { console.log(e.name, e.code, e.errno, e.message); } };
const cut = z.gzipSync('hello'), sum = z.gzipSync('hello'), size = z.deflateSync('abc');
sum[sum.length - 5] ^= 1;
for (const f of [
  () => z.inflateSync('abc'), () => z.inflateSync(Buffer.from([0x78])), () => z.inflateSync(Buffer.from([0x79, 0x9c, 1])), () => z.inflateSync(Buffer.from([0x77, 0x85, 1])),
  () => z.gunzipSync('abc'), () => z.gunzipSync(Buffer.from([0x1f, 0x8b, 9, 0, 0])), () => z.gunzipSync(Buffer.from([0x1f, 0x8b])), () => z.unzipSync('abc'), () => z.unzipSync(''), () => z.unzipSync(Buffer.from([0x1f])), () => z.inflateSync(''), () => z.inflateRawSync(''),
  () => z.gunzipSync(sum), () => z.gunzipSync(Buffer.concat([cut, Buffer.from('junk')])), () => z.inflateSync(Buffer.concat([size, Buffer.from('junk')])).toString(), () => z.gunzipSync(cut.subarray(0, -9)), () => z.gunzipSync(cut.subarray(0, -1)), () => z.gunzipSync(cut.subarray(0, -9), { finishFlush: z.constants.Z_SYNC_FLUSH }), () => z.inflateSync(size.subarray(0, 6), { finishFlush: 2 }).length,
  () => z.gzipSync(5), () => z.gzipSync(), () => z.gzipSync(null), () => z.gzipSync({}), () => z.gzipSync('a', { level: 10 }), () => z.gzipSync('a', { level: 'x' }), () => z.gzipSync('a', { windowBits: 7 }), () => z.gzipSync('a', { windowBits: 8 }), () => z.inflateSync('a', { windowBits: 0 }), () => z.gzip('a'), () => z.gzip('a', {}),
  () => z.inflateSync(z.deflateSync('a'.repeat(1e5)), { maxOutputLength: 10 }), () => z.inflateSync('a', { chunkSize: 1 }), () => z.gzipSync('a', { flush: 9 }), () => z.gzipSync('a', { strategy: 9 }), () => z.gzipSync('a', { memLevel: 0 }), () => z.gzipSync('a', { level: Infinity }), () => z.createGzip({ level: 99 }), () => z.gzipSync('a', { level: NaN }).length > 0,
  () => z.crc32('hello'), () => z.crc32('lo', z.crc32('hel')), () => z.crc32(Buffer.alloc(0)), () => z.crc32(5), () => z.crc32('a', -1), () => z.crc32('a', 'b'), () => z.inflateSync(z.deflateSync('abc')).toString(),
]) told(f);
for (const bytes of [[7, 1, 1], [3], [0x4b, 0xff, 0xff, 0xff]]) try { z.inflateRawSync(Buffer.from(bytes)); } catch (e) { console.log(e.code, e.errno); }
console.log(Object.keys(z).sort().join(' '));
console.log(z.codes.Z_DATA_ERROR, z.codes['-3'], z.Z_BEST_SPEED, z.constants.BROTLI_PARAM_QUALITY, Object.keys(z.constants).includes('Z_FINISH'), Object.getPrototypeOf(z.constants));
console.log(z.Gzip() instanceof z.Gzip, new z.Inflate() instanceof require('stream').Transform, z.createGunzip() instanceof z.Gunzip, z.createGzip().constructor.name, z.createGzip().bytesWritten);
console.log(Object.keys(z.gzipSync('a', { info: true })), z.gzipSync('a', { info: true }).engine.constructor.name);

async function later() {
  console.log((await util.promisify(z.gunzip)(await util.promisify(z.gzip)('promised'))).toString());
  await util.promisify(z.inflate)('nope').catch(e => console.log('caught', e.code));
  await new Promise(done => { let isLater = false; z.deflate('x', (error, out) => { console.log(error, isLater, z.inflateSync(out).toString()); done(); }); isLater = true; });
  const pieces = [];
  for await (const piece of Readable.from([text, text]).pipe(z.createGzip()).pipe(z.createGunzip({ chunkSize: 1000 }))) pieces.push(piece);
  console.log(Buffer.concat(pieces).toString() === text + text);
  await new Promise(done => pipeline(Readable.from(['no gzip']), z.createGunzip(), error => { console.log(error.code, error.message); done(); }).resume());
  await new Promise(done => {
    const read = z.createUnzip().on('error', error => { console.log(error.code, error.message); done(); }).on('data', piece => console.log(piece.toString()));
    read.end(cut.subarray(0, -9));
  });
  const gzip = z.createGzip(), out = [];
  gzip.on('data', piece => out.push(piece));
  await new Promise(done => { gzip.write('part'); gzip.flush(done); });
  console.log('flushed', z.gunzipSync(Buffer.concat(out), { finishFlush: 2 }).toString(), gzip.bytesWritten);
  await new Promise(done => { gzip.on('end', done); gzip.end(' and rest'); });
  console.log(z.gunzipSync(Buffer.concat(out)).toString());
  const closed = z.createDeflate();
  await new Promise(done => closed.close(done));
  console.log('closed', closed.destroyed);
  const again = z.createInflateRaw();
  console.log(again._processChunk(z.deflateRawSync('at once'), z.constants.Z_FINISH).toString());
  await new Promise(done => z.createGzip().params(3, 0, done));
  const bomb = z.gzipSync(Buffer.alloc(1e7));
  let length = 0;
  for await (const piece of Readable.from([bomb]).pipe(z.createGunzip())) length += piece.length;
  console.log(length);
}
later();
// As packages do that drive the handle themselves.
function driven(bytes, chunkSize) {
  const stream = new z.Inflate({ chunkSize }), pieces = [], out = stream._outBuffer;
  let length = bytes.length;
  do {
    stream._handle.writeSync(z.constants.Z_FINISH, bytes, bytes.length - length, length, out, 0, chunkSize);
    pieces.push(Buffer.from(out.subarray(0, chunkSize - stream._writeState[0])));
    length = stream._writeState[1];
  } while (stream._writeState[0] === 0);
  stream._handle.close();
  return Buffer.concat(pieces);
}
console.log(driven(z.deflateSync(text), 1000).toString() === text, driven(z.deflateSync('short'), 64).toString());
const all = require('zlib').constants;
console.log(Object.keys(all).sort().map(name => `${name} ${all[name]}`).join('\n'));
