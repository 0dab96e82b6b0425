// Streams that end and are destroyed at once: those whose last work is done finish.
const { Writable, Duplex, PassThrough, Transform } = require('stream');
const log = (n, s) => { for (const e of ['prefinish', 'finish', 'end', 'error', 'close']) s.on(e, x => console.log(n, e, x?.message ?? '')); return s; };
const wait = () => new Promise(d => setTimeout(d, 20));
const write = (c, e, d) => { d(); };
const make = {
  plain: () => new Writable({ write }), final: () => new Writable({ write, final(d) { d(); } }), 'late final': () => new Writable({ write, final(d) { setImmediate(d); } }),
  'late write': () => new Writable({ write(c, e, d) { setImmediate(d); }, final(d) { d(); } }), pass: () => new PassThrough(), transform: () => new Transform({ transform(c, e, d) { d(null, c); }, flush(d) { d(null, 'z'); } }),
  'late flush': () => new Transform({ transform: write, flush(d) { setImmediate(d); } }), duplex: () => new Duplex({ read() {}, write, final(d) { d(); } }), 'failing final': () => new Writable({ write, final(d) { d(new Error('final')); } }),
  'no close': () => new Writable({ write, final(d) { d(); }, emitClose: false }), 'slow destroy': () => new Writable({ write, final(d) { d(); }, destroy(e, d) { setImmediate(d, e); } }),
};
(async () => {
  for (const [name, one] of Object.entries(make)) for (const how of ['destroy', 'error', 'empty', 'next tick']) {
    const s = log(`${name} ${how}`, one());
    s.end(...how === 'empty' ? [] : ['q'], e => console.log('callback', e?.code, e?.message));
    if (how === 'next tick') process.nextTick(() => s.destroy());
    else s.destroy(how === 'error' ? new Error('boom') : undefined);
    await wait();
    console.log(s.writableFinished, s.destroyed, s.errored?.message);
  }
})();
