// Streams: what is told, and in which order.
const { Readable, Writable, Duplex, Transform, PassThrough, pipeline, finished, promises } = require('stream');
process.on('exit', () => log.length && console.log(log.join('\n')));
const log = [];
const say = (...v) => log.push(v.map(x => x instanceof Error ? `${x.name}:${x.code}:${x.message}` : Buffer.isBuffer(x) ? `<${x}>` : typeof x === 'object' ? JSON.stringify(x) : String(x)).join(' '));
const wait = ms => new Promise(r => setTimeout(r, 10 * ms));
(async () => {
  // flowing
  let n = 0;
  const r = new Readable({ read() { this.push(n < 3 ? `c${n++}` : null); } });
  r.on('data', d => say('data', d)); r.on('end', () => say('end')); r.on('close', () => say('close')); r.on('pause', () => say('pause')); r.on('resume', () => say('resume'));
  await wait(5);
  say(r.readableEnded, r.destroyed, r.readable, r.closed);
  // paused, read(n)
  const p = new Readable({ read() {} }); p.push('abcdef'); p.push('ghi'); p.push(null);
  p.on('readable', () => { let c; while ((c = p.read(4)) !== null) say('read', c); say('null', p.readableLength); });
  p.on('end', () => say('end2')); await wait(5);
  // object mode, async iteration
  for await (const x of Readable.from([1, 'b', { c: 3 }])) say('it', x);
  const broken = new Readable({ read() { this.destroy(new Error('broken')); } });
  try { for await (const x of broken) say(x); } catch (e) { say('caught', e); }
  const big = Readable.from((function* () { try { for (let i = 0; ; i++) yield i; } finally { say('returned'); } })());
  for await (const x of big) { if (x > 2) break; say('big', x); }
  say(big.destroyed);
  // writable
  const w = new Writable({ highWaterMark: 4, write(c, e, cb) { say('write', c, e); setTimeout(cb, 1); }, final(cb) { say('final'); cb(); } });
  w.on('drain', () => say('drain')); w.on('finish', () => say('finish')); w.on('close', () => say('closew'));
  say(w.write('ab'), w.write('cde'), w.writableLength, w.writableNeedDrain);
  w.end('zz', () => say('end cb')); await wait(20); say(w.writableFinished, w.writable, w.destroyed);
  w.on('error', e => say('err', e)); w.write('late', e => say('cb', e)); await wait(3);
  // writev & cork
  const v = new Writable({ writev(cs, cb) { say('writev', cs.map(c => String(c.chunk))); cb(); } });
  v.cork(); v.write('1'); v.write('2'); v.write('3'); v.uncork(); v.end('4'); await wait(3);
  // transform
  const t = new Transform({ transform(c, e, cb) { cb(null, String(c).toUpperCase()); }, flush(cb) { this.push('!'); cb(); } });
  t.on('data', d => say('t', d)); t.on('end', () => say('t end')); t.on('finish', () => say('t finish')); t.write('ab'); t.end('cd'); await wait(5);
  // pipe + backpressure
  let i = 0; const src = new Readable({ highWaterMark: 2, objectMode: true, read() { this.push(i < 6 ? i++ : null); } });
  const slow = new Writable({ objectMode: true, highWaterMark: 1, write(c, e, cb) { say('slow', c); setTimeout(cb, 1); } });
  slow.on('unpipe', () => say('unpipe')); slow.on('pipe', () => say('pipe'));
  src.pipe(slow); await new Promise(k => slow.on('finish', k)); say('piped', i);
  // pipeline
  await new Promise(k => pipeline(Readable.from(['a', 'b']), new PassThrough({ objectMode: true }), async function* (s) { for await (const x of s) yield x + x; }, new Writable({ objectMode: true, write(c, e, cb) { say('pl', c); cb(); } }), e => { say('done', e); k(); }));
  await new Promise(k => pipeline(Readable.from(['a']), new Transform({ transform(c, e, cb) { cb(new Error('bad')); } }), new Writable({ write(c, e, cb) { cb(); } }), e => { say('failed', e); k(); }));
  await promises.pipeline(Readable.from(['x']), new Writable({ objectMode: true, write(c, e, cb) { say('pp', c); cb(); } }));
  say('value', await promises.pipeline(Readable.from([1, 2]), async s => { let t = 0; for await (const x of s) t += x; return t; }));
  // finished
  const f = new PassThrough(); finished(f, e => say('fin', e)); f.destroy(); await wait(3);
  const g = new PassThrough(); finished(g, e => say('fin2', e)); g.resume(); g.end('x'); await wait(5);
  // errors
  for (const fn of [() => new Writable().write(null), () => new Writable({ write() {} }).write(5), () => new Readable({ highWaterMark: -1 }), () => new Writable({ write() {} }).write('a', 'nope')])
    try { say(fn()); } catch (e) { say(e); }
  const pe = new Readable({ read() {} }); pe.on('error', e => say('pe', e)); pe.push(null); pe.push('x'); await wait(3);
  const nm = new Readable(); nm.on('error', e => say('nm', e)); nm.read(); await wait(3);
  // old style inheritance
  const util = require('util'); function Old(o) { if (!(this instanceof Old)) return new Old(o); Transform.call(this, o); } util.inherits(Old, Transform);
  Old.prototype._transform = function (c, e, cb) { this.push(`[${c}]`); cb(); };
  const o = Old(); o.setEncoding('utf8'); o.on('data', d => say('old', typeof d, d)); o.end('q'); await wait(5);
  // duplex
  const d = new Duplex({ read() { this.push('from'); this.push(null); }, write(c, e, cb) { say('dw', c); cb(); } });
  d.on('data', x => say('dr', x)); d.on('end', () => say('d end')); d.on('finish', () => say('d finish')); d.on('close', () => say('d close')); d.end('to'); await wait(5);
  say(d instanceof Readable, d instanceof Writable, d instanceof Duplex, t instanceof Writable, r instanceof Writable, w instanceof Writable, r instanceof require('stream'));
  say(await Readable.from([1, 2, 3, 4]).map(x => x * 2).filter(x => x > 2).toArray(), await Readable.from([1, 2, 3]).reduce((a, b) => a + b), await Readable.from([5, 6, 7]).take(2).toArray());
  const s = new Readable({ read() {} , encoding: 'utf8' }); s.push(Buffer.from([0xe2, 0x82])); s.push(Buffer.from([0xac])); s.push(null); s.on('data', x => say('enc', x)); await wait(3);
  const un = new Readable({ read() {} }); un.push('world'); un.unshift('hello '); un.push(null); say(String(un.read())); 
  const c = new Writable({ construct(cb) { setTimeout(() => { say('constructed'); cb(); }, 2); }, write(x, e, cb) { say('after', x); cb(); } }); c.write('w'); c.end(); await wait(10);
  const de = new Writable({ write(x, e, cb) { cb(new Error('we')); } }); de.on('error', e => say('de', e)); de.on('close', () => say('de close')); de.write('x', e => say('de cb', e)); await wait(3);
  const ac = new AbortController(); const ar = new Readable({ read() {}, signal: ac.signal }); ar.on('error', e => say('abort', e.name, e.code)); ac.abort(); await wait(3);
  const pz = new PassThrough(); pz.write('1'); pz.pause(); pz.on('data', x => say('pz', x)); await wait(2); say(pz.isPaused(), pz.readableFlowing); pz.resume(); await wait(2); say(pz.readableFlowing);
  const wr = new PassThrough(); const outs = [new PassThrough(), new PassThrough()]; outs.forEach((q, k) => { q.on('data', x => say('out', k, x)); wr.pipe(q); }); wr.write('both'); await wait(3); wr.unpipe(outs[0]); wr.end('one'); await wait(5);
  console.log(log.join('\n')); log.length = 0;
})();
