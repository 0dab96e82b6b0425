// How streams end: those that are iterated, those of the web, and those made of several.
const stream = require('stream');
const { Readable, Writable, Duplex, Transform, PassThrough, finished, compose, duplexPair } = stream;
const said = async work => { try { return await work(); } catch (error) { return [error.name, error.code, error.message.split('\n')[0]].join(' | '); } };
const collected = async source => { const all = []; for await (const chunk of source) all.push(typeof chunk === 'object' && ArrayBuffer.isView(chunk) ? Buffer.from(chunk).toString() : chunk); return all; };
const upper = () => new Transform({ transform(chunk, encoding, done) { done(null, String(chunk).toUpperCase()); } });
const waiting = () => new Readable({ read() {} });
(async () => {
  // Premature ends.
  console.log(await said(async () => { const s = waiting(); s.destroy(); return collected(s); }));
  console.log(await said(async () => { const s = waiting(); setTimeout(() => s.destroy(), 5); return collected(s); }));
  console.log(await said(async () => { const s = Readable.from([1, 2, 3]); const got = []; for await (const value of s) { got.push(value); s.destroy(); } return got; }));
  console.log(await said(async () => { const s = waiting(); s.destroy(new Error('own')); return collected(s); }));
  console.log(await said(async () => { const s = waiting(); s.on('error', () => {}); s.destroy(); await new Promise(done => s.on('close', done)); return s.toArray(); }));
  console.log(await said(async () => { const s = Readable.from([1]); await collected(s); return collected(s); }));
  console.log(await said(() => stream.promises.finished(waiting().destroy())), await said(() => stream.promises.finished(new PassThrough().end().resume())));
  console.log(await said(async () => { const s = new Writable({ write(c, e, done) { done(); } }); s.end('x'); await stream.promises.finished(s); return 'finished'; }));
  console.log(await said(async () => { const s = new Writable({ write(c, e, done) { done(); } }); setTimeout(() => s.destroy(), 1); return stream.promises.finished(s); }));
  // Questions.
  for (const one of [waiting(), waiting().destroy(), new PassThrough(), new Writable(), {}, 5, null]) console.log(stream.isReadable(one), stream.isWritable?.(one) ?? 'none', Boolean(stream.isErrored(one ?? {})));
  console.log(stream.isReadable(new ReadableStream()));
  // To the web and back.
  console.log(await collected(Readable.toWeb(Readable.from(['a', 'b', 'c']))), await collected(Readable.toWeb(new Readable({ read() { this.push('bytes'); this.push(null); } }))));
  console.log(await collected(Readable.fromWeb(new Blob(['some text']).stream())), await collected(Readable.fromWeb(ReadableStream.from(['x', 'y']), { objectMode: true })), await collected(Readable.fromWeb(new Blob(['text']).stream(), { encoding: 'utf8' })));
  console.log(await said(async () => collected(Readable.toWeb(new Readable({ read() { this.destroy(new Error('broken')); } })))));
  console.log(await said(async () => collected(Readable.fromWeb(new ReadableStream({ pull() { throw new RangeError('broken'); } })))));
  console.log(await said(async () => { const s = waiting(), web = Readable.toWeb(s); await web.cancel(); return [s.destroyed]; }));
  console.log(await said(async () => { let reason; const s = Readable.fromWeb(new ReadableStream({ cancel(given) { reason = given; } })); s.on('error', () => {}); s.destroy(new Error('enough')); await new Promise(done => s.on('close', done)); return [reason.message]; }));
  const written = [];
  console.log(await said(async () => { const web = Writable.toWeb(new Writable({ highWaterMark: 1, write(chunk, e, done) { written.push(String(chunk)); setTimeout(done, 1); } })); const writer = web.getWriter(); writer.write('one'); writer.write('two'); await writer.close(); return written; }));
  console.log(await said(async () => { const web = Writable.toWeb(new Writable({ write(chunk, e, done) { done(new Error('full')); } })); const writer = web.getWriter(); writer.write('one').catch(() => {}); await writer.closed; }));
  console.log(await said(async () => { const got = []; const s = Writable.fromWeb(new WritableStream({ write(chunk) { got.push(String(Buffer.from(chunk))); }, close() { got.push('closed'); } })); s.write('a'); s.end('b'); await stream.promises.finished(s); return got; }));
  console.log(await said(async () => { const s = Writable.fromWeb(new WritableStream({ write() { throw new RangeError('no'); } })); s.end('a'); await stream.promises.finished(s); }));
  console.log(await said(async () => { const d = Duplex.fromWeb(new TransformStream({ transform(chunk, c) { c.enqueue(`${Buffer.from(chunk)}!`); } }), { encoding: 'utf8' }); d.end('hey'); return collected(d); }));
  console.log(await said(async () => { const { readable, writable } = Duplex.toWeb(upper()); const writer = writable.getWriter(); writer.write('abc'); writer.close(); return collected(readable); }));
  for (const work of [() => Readable.toWeb(5), () => Readable.fromWeb({}), () => Writable.toWeb(waiting()), () => Writable.fromWeb(null), () => Duplex.toWeb(waiting()), () => Duplex.fromWeb(1), () => Duplex.fromWeb({ readable: 1 })]) console.log(await said(async () => work()));
  // Made of several.
  console.log(await said(async () => { const whole = compose(upper(), new PassThrough({ encoding: 'utf8' })); whole.end('abc'); return collected(whole); }));
  console.log(await said(async () => { const whole = compose(async function* (source) { for await (const chunk of source) yield String(chunk) + '?'; }, upper()); whole.end('abc'); return collected(whole); }));
  console.log(await said(async () => collected(Readable.from(['a', 'b']).compose(upper()))));
  console.log(await said(async () => { const whole = compose(upper(), new Transform({ transform(c, e, done) { done(new Error('inside')); } })); whole.end('abc'); return collected(whole); }));
  console.log(await said(async () => compose()), await said(async () => compose(new Writable({ write() {} }), upper())), await said(async () => compose(upper(), waiting())));
  const [one, other] = duplexPair({ encoding: 'utf8' });
  one.end('to the other'); other.write('to the one'); other.end();
  console.log(await collected(one), await collected(other));
  for (const one of [waiting(), new ReadableStream()]) {
    for (const signal of [5, null, {}, undefined, { aborted: false, addEventListener() {}, removeEventListener() {} }]) {
      console.log(await said(() => typeof finished(one, { signal }, () => {})));
    }
  }
  // stream.destroy breaks off what is not at its end.
  const told = (name, one) => one.on('error', error => console.log(name, error.name, error.code, error.message)).on('close', () => console.log(name, 'closed'));
  const [readable, writable, own, twice] = [waiting(), new Writable({ write() {} }), waiting(), waiting()].map((one, at) => told(['readable', 'writable', 'own', 'twice'][at], one));
  for (const one of [readable, writable, twice, twice]) console.log(stream.destroy(one));
  stream.destroy(own, new Error('mine'));
  const whole = told('whole', new PassThrough({ autoDestroy: false })).resume().on('end', () => stream.destroy(whole));
  whole.end('x');
  for (const one of [undefined, { close() { console.log('closed'); } }, { destroy(error) { console.log(error.name); } }, { destroyed: true, destroy() { console.log('again'); } }]) stream.destroy(one);
})();
