// What has come through a chain is read before its error, and functions are asked for no more than is read.
const { PassThrough, Transform, Readable, Duplex, compose } = require('stream');
const gen = async function* (source) { for await (const chunk of source) { if (String(chunk) === 'c') throw new Error('gen'); yield String(chunk).toUpperCase(); } };
const failing = () => new Transform({ transform(chunk, encoding, done) { String(chunk) === 'c' ? done(new Error('transform')) : done(null, chunk); } });
const make = {
  function: () => compose(gen), 'pass, function': () => compose(new PassThrough(), gen), 'function, pass': () => compose(gen, new PassThrough()), 'iterable, function': () => compose(Readable.from(['a', 'b', 'c', 'd']), gen),
  transform: () => compose(failing()), 'pass, transform': () => compose(new PassThrough(), failing()), 'transform, pass': () => compose(failing(), new PassThrough()), from: () => Duplex.from(gen),
  early: () => compose(async function* (source) { for await (const chunk of source) { yield chunk; return; } }),
};
(async () => {
  for (const [name, one] of Object.entries(make)) {
    const stream = one(), got = [];
    stream.on('error', error => console.log('error', error.message));
    if (stream.writable) for (const chunk of ['a', 'b', 'c', null]) chunk === null ? stream.end() : stream.write(chunk);
    try { for await (const chunk of stream) got.push(String(chunk)); } catch (error) { got.push(error.message); }
    console.log(name, got, stream.destroyed, stream.errored?.message);
  }
  let asked = 0;
  const endless = Duplex.from(async function* () { for (;;) yield ++asked; });
  for await (const value of endless) if (value === 3) break;
  console.log('asked', asked <= 5, endless.destroyed);
  const closed = compose(gen, new PassThrough());
  closed.on('close', () => console.log('closed')).on('error', error => console.log(error.message));
  closed.write('a');
  setTimeout(() => closed.destroy(new Error('mine')), 10);
})();
