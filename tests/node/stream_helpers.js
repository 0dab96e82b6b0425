// What readable streams have of iterators with its options, Duplex.from, pipelines that do not end their target, ends by signals.
const stream = require('stream'), { Readable, Writable, Duplex, PassThrough } = stream, { inspect } = require('util');
const { finished, pipeline } = require('stream/promises');
const said = (...values) => console.log(...values.map(value => inspect(value, { breakLength: Infinity })));
const failed = error => [error.name, error.code, error.message];
const of = (...values) => Readable.from(values), later = time => new Promise(done => setTimeout(done, time));
const all = [
  async () => { let now = 0, most = 0; const got = await of(3, 1, 2, 4).map(async value => { most = Math.max(most, ++now); await later(value * 3); now--; return value; }, { concurrency: 2 }).toArray(); return [got, most]; },
  () => of(1, 2).map(async (value, { signal }) => signal instanceof AbortSignal).toArray(),
  () => of(1).map(5), () => of(1).filter(), () => of(1).map(x => x, { concurrency: 0 }), () => of(1).map(x => x, { signal: 5 }), () => of(1).take(-1), () => of(1).drop(-1), () => of(1).map(x => x, 5),
  () => of(1, 2).map(() => { throw new RangeError('of map'); }).toArray(), () => of(1, 2).map(async () => { throw new RangeError('rejected'); }).toArray(),
  () => of(1, 2, 3, 4).filter(async value => value % 2).toArray(), () => of(1, 2).flatMap(value => [value, -value]).toArray(), () => of(1, 2).flatMap(async function* (value) { yield value; }).toArray(),
  () => Promise.all([of(1, 2, 3).take(2).toArray(), of(1, 2, 3).drop(2).toArray(), of(1, 2).take(0).toArray(), of(1, 2).drop(5).toArray(), of(1, 2).take(Infinity).toArray()]),
  () => of(1).toArray({ signal: AbortSignal.abort() }), () => of(1).toArray({ signal: 5 }), () => of(1).toArray(5),
  async () => { const control = new AbortController(), got = of(1, 2, 3).map(async value => { await later(5); return value; }, { signal: control.signal }).toArray(); control.abort(); return got; },
  async () => { const got = []; await of(1, 2).forEach(async value => { got.push(value); }); return got; }, () => of(1).forEach(),
  () => Promise.all([of(1, 2).some(value => value > 1), of(1).some(value => value > 1), of(1, 2).every(value => value > 1), of().every(() => false), of(1, 2, 3).find(value => value > 1), of(1).find(value => value > 1)]),
  () => Promise.all([of(1, 2, 3).reduce((a, b) => a + b), of(1).reduce((a, b) => [a, b], undefined), of().reduce(() => {}, 7)]), () => of().reduce(() => {}), () => of().reduce(5), () => of(1).reduce(() => {}, 0, { signal: AbortSignal.abort() }),
  () => { const before = stream.getDefaultHighWaterMark(false); stream.setDefaultHighWaterMark(false, 99); const now = new Readable().readableHighWaterMark; stream.setDefaultHighWaterMark(false, before); return now; }, () => stream.setDefaultHighWaterMark(false, -1),
  async () => { const duplex = Duplex.from(async function* (source) { for await (const chunk of source) yield String(chunk).toUpperCase(); }); duplex.end('ab'); return duplex.toArray(); },
  async () => { let got = ''; const duplex = Duplex.from(async source => { for await (const chunk of source) got += chunk; }); duplex.end('cd'); await finished(duplex, { readable: false }); return [got, duplex.readable]; },
  () => Duplex.from(Promise.resolve('value')).toArray(), () => Duplex.from(Promise.reject(new Error('refused'))).toArray(), async () => String(Buffer.from((await Duplex.from(new Blob(['blob'])).toArray())[0])),
  () => Duplex.from(['x', 'y']).toArray(), () => Duplex.from({ readable: of('z') }).toArray(), () => Duplex.from(5), () => Duplex.from({}), () => Duplex.from(() => 5), () => { const duplex = Duplex.from(new Writable()); return [duplex.readable, duplex.writable]; },
  async () => { const target = new PassThrough(); await pipeline(of('a'), target, { end: false }); return [target.writableEnded, target.destroyed, String(target.read())]; },
  async () => { const target = new PassThrough(), waiting = pipeline(new Readable({ read() {} }), target, { end: false }); target.destroy(new Error('of the target')); return waiting; },
  async () => { const got = []; await pipeline(of('a'), new TransformStream({ transform(chunk, controller) { controller.enqueue(`${chunk}!`); } }), async source => { for await (const chunk of source) got.push(String(chunk)); }); return got; },
  async () => { const got = []; await pipeline(of('a', 'b'), new WritableStream({ write(chunk) { got.push(String(chunk)); } })); return got; },
  () => finished(new Readable({ read() {} }), { signal: AbortSignal.abort() }), async () => { const control = new AbortController(), waiting = finished(new Readable({ read() {} }), { signal: control.signal }); setImmediate(() => control.abort()); return waiting; },
  async () => { const source = of(1); source.resume(); await finished(source, { cleanup: true }); return source.listenerCount('end'); }, () => finished(of(1), { cleanup: 5 }),
  () => stream.addAbortSignal(5, of(1)), () => stream.addAbortSignal(new AbortController().signal, {}),
];
(async () => {
  for (const work of all) {
    try { said(await work()); } catch (error) { said(failed(error)); }
  }
})();
// Listeners that are called once let a stream flow as others do.
Readable.from(['a', 'b']).once('data', chunk => console.log('once', chunk));
require('events').once(Readable.from(['c']), 'data').then(([chunk]) => console.log('once', chunk));
const waiting = new PassThrough();
waiting.once('readable', () => console.log('readable', String(waiting.read())));
waiting.end('d');
// What is written at once takes no room; what waits does.
for (const highWaterMark of [0, 1, 2, 3]) {
  const now = new Writable({ highWaterMark, write(chunk, encoding, done) { done(); } }), slow = new Writable({ highWaterMark, write(chunk, encoding, done) { setImmediate(done); } });
  console.log(now.write('xx'), now.writableNeedDrain, slow.write('xx'), slow.writableNeedDrain, slow.writableLength);
}
// What fails while a stream is made is told, also of one that is destroyed meanwhile; a stream that closed silently is over.
const made = new Writable({ construct(done) { setImmediate(done, new Error('not made')); }, write() {} });
made.on('error', error => console.log(error.message)).on('close', () => console.log('closed'));
made.destroy();
const silent = new Readable({ emitClose: false, read() {} });
silent.destroy();
Promise.resolve().then(() => stream.finished(silent, error => console.log('silent', error.code)));
const order = new Writable({ write(chunk, encoding, done) { done(); }, destroy(error, done) { setImmediate(done, error); } });
order.on('finish', () => console.log('finish')).on('close', () => console.log('close'));
stream.finished(order, () => console.log('finished', order.closed));
order.end('x');
// A pipeline fails with a target that closes too early. What has been ended is transformed whether anybody reads or not. One of two pipes goes.
const early = new Writable({ write(chunk, encoding, done) { done(); } });
stream.pipeline(new Readable({ read() {} }), early, error => console.log('early', error?.code));
early.end();
const unread = new stream.Transform({ highWaterMark: 1, transform(chunk, encoding, done) { done(null, chunk); } });
unread.on('finish', () => console.log('unread', unread.readableLength));
for (const part of ['aa', 'bb', 'cc']) unread.write(part);
unread.end('dd');
const [from, to] = [new PassThrough(), new PassThrough()];
from.pipe(to);
from.pipe(to);
from.unpipe(to);
console.log(from.listenerCount('data'), from._readableState.pipes.length);
from.unpipe();
console.log(from.listenerCount('data'));
// What a target fails with after it has finished fails the pipeline.
const finishedEarly = new Writable({ autoDestroy: false, write(chunk, encoding, done) { done(); } });
stream.pipeline(new Readable({ read() {} }), finishedEarly, error => console.log('late', error?.code));
finishedEarly.end();
setImmediate(() => finishedEarly.write('x'));
