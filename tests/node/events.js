// Emitters: what they are made of, lists of listeners, listeners that are called once, rejections, iterators.
const EventEmitter = require('events'), { inspect } = require('util'), { Readable, Writable } = require('stream');
const said = (...values) => console.log(...values.map(value => inspect(value, { breakLength: Infinity })));
const tried = (name, work) => { try { said(name, work()); } catch (error) { said(name, error.name, error.code, error.message); } };
const turn = () => new Promise(done => setImmediate(done));
const later = async () => { for (let i = 0; i < 5; i++) await turn(); };
process.on('warning', warning => said('warning', warning.name, warning.message, warning.count, warning.type));

const e = new EventEmitter(), a = () => {}, b = () => {};
said(Object.keys(e), e._eventsCount, e, Object.keys(EventEmitter).sort(), EventEmitter.length);
e.once('x', a);
said(e.rawListeners('x')[0].listener === a, e.rawListeners('x')[0].name, e.listeners('x')[0] === a, typeof e._events.x, e._eventsCount);
e.on('x', b);
said(Array.isArray(e._events.x), e.listenerCount('x'), e.listenerCount('x', a), e.listenerCount('y'), e.eventNames());
e.on('removeListener', (name, listener) => said('removed', name, listener === a || listener === b));
e.on('newListener', (name, listener) => said('new', name, listener === a, e.listenerCount(name)));
e.prependOnceListener('z', a);
e.removeAllListeners('x');
e.removeAllListeners();
said(e.eventNames(), e._eventsCount, e.emit('x'), e.removeAllListeners() === e);
for (const value of [1, null, undefined, {}, 'x']) {
  for (const name of ['on', 'once', 'prependListener', 'prependOnceListener', 'off', 'removeListener']) tried(name, () => e[name]('a', value) === e);
}
for (const value of [-1, NaN, '1', null, undefined, 1.5, Infinity, 0]) {
  tried('setMaxListeners', () => new EventEmitter().setMaxListeners(value).getMaxListeners());
  tried('static', () => { const one = new EventEmitter(); EventEmitter.setMaxListeners(value, one); return EventEmitter.getMaxListeners(one); });
  tried('default', () => { EventEmitter.defaultMaxListeners = value; return new EventEmitter().getMaxListeners(); });
  EventEmitter.defaultMaxListeners = 10;
}
const target = new EventTarget();
EventEmitter.setMaxListeners(5, target);
said(EventEmitter.getMaxListeners(target), EventEmitter.getMaxListeners(new EventTarget()));
for (const name of ['getEventListeners', 'getMaxListeners']) tried(name, () => EventEmitter[name]({}, 'a'));
tried('targets', () => EventEmitter.setMaxListeners(5, {}));
tried('flag', () => new EventEmitter({ captureRejections: 1 }));
tried('flags', () => { EventEmitter.captureRejections = 1; });
for (const value of ['text', { a: 1 }, null, undefined, new RangeError('r')]) tried('unhandled', () => new EventEmitter().emit('error', value));
tried('monitor', () => { const one = new EventEmitter(); one.on(EventEmitter.errorMonitor, error => said('watched', error.message)); one.emit('error', new Error('m')); });
function Old() {}
Old.prototype = new EventEmitter();
const [one, two] = [new Old(), new Old()];
one.on('x', a);
said(two.listenerCount('x'), Object.create(EventEmitter.prototype).on('x', a).listenerCount('x'));
const many = new EventEmitter();
for (let i = 0; i < 12; i++) many.on('many', a);
many.emit('many');
many.on('loop', function again() { many.on('loop', again); });
many.emit('loop');
said(many.listenerCount('loop'));

(async () => {
  await turn();
  const catching = new EventEmitter({ captureRejections: true });
  catching.on('a', async () => { throw new Error('rejected'); });
  catching.on('error', error => said('error', error.message));
  catching.emit('a', 1);
  await turn();
  catching[Symbol.for('nodejs.rejection')] = (error, ...values) => said('own', error.message, values);
  catching.emit('a', 1, 2);
  await turn();
  for (const stream of [new Readable({ captureRejections: true, read() {} }), new Writable({ captureRejections: true, write() {} })]) {
    stream.on('a', async () => { throw new Error('of a stream'); });
    stream.on('error', error => said(error.message, stream.destroyed));
    stream.emit('a');
    await later();
  }
  const once = EventEmitter.once(target, 'x');
  target.dispatchEvent(new Event('x'));
  said((await once)[0].type);
  const emitter = new EventEmitter(), control = new AbortController();
  for (const work of [
    () => { const given = EventEmitter.once(emitter, 'x', { signal: control.signal }); control.abort(); return given; },
    () => EventEmitter.once(emitter, 'x', { signal: AbortSignal.abort() }), () => EventEmitter.once(emitter, 'x', { signal: {} }),
    () => EventEmitter.once({}, 'x'), () => { const given = EventEmitter.once(emitter, 'x'); emitter.emit('error', new Error('failed')); return given; },
    () => { const given = EventEmitter.once(emitter, 'error'); emitter.emit('error', 5); return given; },
    async () => EventEmitter.on(emitter, 'x', { signal: AbortSignal.abort() }), async () => EventEmitter.on({}, 'x'),
  ]) await work().then(said, error => said(error.name, error.code, error.message));
  said(emitter.eventNames());
  let values = EventEmitter.on(emitter, 'x');
  emitter.emit('x', 1);
  emitter.emit('x', 2, 3);
  said(await values.next(), await values.next());
  const waiting = [values.next(), values.next(), values.next()];
  emitter.emit('x', 4);
  emitter.emit('x', 5);
  said(await waiting[0], await waiting[1], await values.return(), await waiting[2], await values.next(), emitter.eventNames());
  values = EventEmitter.on(emitter, 'x');
  emitter.emit('x', 6);
  emitter.emit('error', new Error('broken'));
  said(await values.next(), await values.next().catch(error => error.message), await values.next(), emitter.eventNames());
  values = EventEmitter.on(emitter, 'x');
  tried('throw', () => values.throw(5));
  values.throw(new Error('thrown'));
  said(await values.next().catch(error => error.message));
  values = EventEmitter.on(emitter, 'x', { close: ['end'] });
  emitter.emit('x', 7);
  emitter.emit('end');
  for await (const value of values) said('of', value);
  const reader = Object.assign(new EventEmitter(), { pause() { said('pause'); }, resume() { said('resume'); } });
  values = EventEmitter.on(reader, 'line', { highWaterMark: 2, lowWaterMark: 1 });
  for (let i = 0; i < 4; i++) reader.emit('line', i);
  for (let i = 0; i < 4; i++) said(await values.next());
})();
