// What an enemy would try: spoofed receivers, detached memory, getters that throw, functions that come back.
const { Readable, Writable, Transform, PassThrough } = require('stream');
const said = (name, work) => { try { console.log(name, work()); } catch (error) { console.log(name, error.name, error.code); } };
said('proto', () => Buffer.prototype.toString.call(Buffer.from('x'), 'utf8', -5, 1e300));
said('detached', () => { const b = Buffer.from(new ArrayBuffer(8)); structuredClone(b.buffer, { transfer: [b.buffer] }); return [b.length, b.toString(), b.toString('hex')]; });
said('resized', () => { const a = new ArrayBuffer(4, { maxByteLength: 16 }); const b = Buffer.from(a); a.resize(16); const n = b.length; a.resize(2); return [n > 0, b.length, b.toString('hex')]; });
said('subclass', () => { class Own extends Buffer.from('').constructor {} return Object.getPrototypeOf(Own) === Buffer; });
said('valueOf', () => Buffer.from({ valueOf() { throw new RangeError('no'); } }));
said('toPrimitive', () => Buffer.from({ [Symbol.toPrimitive]() { return 'prim'; } }).toString());
said('cyclic', () => { const o = {}; o.valueOf = () => o; return Buffer.from(o); });
said('length getter', () => Buffer.from({ get length() { throw new TypeError('got'); } }));
said('proxy', () => Buffer.from(new Proxy([1, 2, 3], {})));
said('huge', () => Buffer.alloc(2 ** 53));
said('nan', () => Buffer.alloc(NaN));
said('negative', () => [Buffer.from('abc').subarray(-2, -1).toString(), Buffer.from('abc').slice(5, 1).length, Buffer.from('abc').copy(Buffer.alloc(2), -0, 1)]);
said('overlap', () => { const b = Buffer.from('abcdef'); b.copy(b, 2, 0, 4); return b.toString(); });
said('self fill', () => { const b = Buffer.from('abcd'); b.fill(b.subarray(1, 3)); return b.toString(); });
said('concat getter', () => Buffer.concat([new Proxy(Buffer.from('a'), {})]).length);
said('encodings', () => Buffer.from('abc', { toString() { return 'hex'; } }));
said('patched', () => { const { push } = Array.prototype; Array.prototype.push = () => { throw 1; }; try { return Buffer.from('abc').toString('base64') + Buffer.from('zz', 'latin1').length; } finally { Array.prototype.push = push; } });
said('polluted', () => { Object.prototype.encoding = 'hex'; Object.prototype.highWaterMark = 1; try { return new Readable({ read() {} }).readableHighWaterMark; } finally { delete Object.prototype.encoding; delete Object.prototype.highWaterMark; } });
(async () => {
  const r = new Readable({ read() { this.push('a'); this.push('b'); this.push(null); } });
  r.on('data', () => { if (!r.seen) { r.seen = true; r.destroy(); } });
  await new Promise(done => r.on('close', done)); console.log('destroyed in data', r.destroyed);
  const w = new Writable({ write(chunk, encoding, done) { done(); done(); } });
  w.on('error', error => console.log('twice', error.code)); w.write('x'); await new Promise(done => setTimeout(done, 30));
  const t = new Transform({ transform() { throw new Error('thrown'); } });
  try { t.write('x'); } catch (error) { console.log('caught', error.message); }
  const deep = new PassThrough(); let depth = 0; deep.on('data', () => { if (depth++ < 500) deep.write('x'); }); deep.write('x'); await new Promise(done => setTimeout(done, 100)); console.log('deep', depth);
  const chain = Array.from({ length: 200 }, () => new PassThrough()); chain.reduce((a, b) => a.pipe(b)); chain.at(-1).on('data', chunk => console.log('chain', String(chunk))); chain[0].end('through'); await new Promise(done => chain.at(-1).on('end', done));
  async function* broken() { yield 1; throw new Error('generator'); }
  try { for await (const value of Readable.from(broken())) console.log('value', value); } catch (error) { console.log(error.message); }
  const self = new PassThrough(); self.on('error', error => console.log('self', error.code)); self.on('finish', () => self.end()); self.end('x'); self.resume(); await new Promise(done => setTimeout(done, 50));
  const e = new (require('events'))(); e.on('x', function once() { e.removeListener('x', once); e.on('x', () => console.log('added')); console.log('first'); }); e.emit('x'); e.emit('x'); console.log(e.listenerCount('x'), e.emit('__proto__'), e.on('__proto__', () => console.log('own')).emit('__proto__'), e.on('constructor', () => {}).listenerCount('constructor'));
})();
