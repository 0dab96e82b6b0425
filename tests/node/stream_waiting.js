// Who waits for streams, and what streams of objects are given.
// Whoever waits for some sides only, of streams that close by themselves or not, at each time of their lives.
{
  const { Readable, Writable, Duplex, finished } = require('stream'), told = [];
  const kinds = {
    readable: autoDestroy => new Readable({ autoDestroy, read() { setTimeout(() => this.push(null), 5); } }).resume(),
    writable: autoDestroy => new Writable({ autoDestroy, write(chunk, encoding, done) { setTimeout(done, 2); }, final(done) { setTimeout(done, 5); } }),
    duplex: autoDestroy => new Duplex({ autoDestroy, read() { setTimeout(() => this.push(null), 3); }, write(chunk, encoding, done) { setTimeout(done, 2); } }).resume(),
    broken: autoDestroy => new Writable({ autoDestroy, write(chunk, encoding, done) { setTimeout(done, 2, new Error('broken')); } }),
  };
  for (const [kind, make] of Object.entries(kinds)) {
    for (const autoDestroy of [true, false]) {
      for (const readable of [undefined, true, false]) {
        for (const writable of [undefined, true, false]) {
          const stream = make(autoDestroy), name = `${kind} ${autoDestroy} ${readable} ${writable}`;
          stream.on('error', () => {});
          const wait = time => finished(stream, { readable, writable }, error => told.push(`${name} ${time} ${error?.code ?? error?.message}`));
          wait('before');
          if (kind !== 'readable') stream.end('text');
          wait('ending');
          process.once('beforeExit', () => setImmediate(wait, 'after'));
        }
      }
    }
  }
  process.once('beforeExit', () => process.once('beforeExit', () => console.log(told.sort().join('\n'))));
  process.setMaxListeners(100);
}
// Streams of objects get the encoding that is given, and no other.
{
  const { Writable, Transform } = require('stream');
  const objects = new Writable({ objectMode: true, defaultEncoding: 'latin1', write(chunk, encoding, done) { console.log(chunk, encoding); done(); } });
  objects.write('a');
  objects.write('b', 'hex');
  objects.write('c', () => {});
  objects.write('d', 'none');
  objects.setDefaultEncoding('base64').write(5);
  objects.end('e', () => {});
  new Transform({ objectMode: true, transform(chunk, encoding, done) { console.log(chunk, encoding); done(); } }).end(6);
  for (const given of [[null], [null, () => {}], [undefined, 'none'], ['a', 'none']]) {
    try { new Writable({ write() {} }).write(...given); } catch (error) { console.log(error.code); }
  }
}
// What is iterated over and does not destroy itself stays when it has failed.
(async () => {
  const { Readable } = require('stream');
  for (const autoDestroy of [true, false]) {
    const stream = new Readable({ autoDestroy, read() { this.push('x'); } });
    stream.on('error', () => {});
    try {
      for await (const chunk of stream) throw new Error(String(chunk));
    } catch (error) {
      console.log(autoDestroy, error.message, stream.destroyed);
    }
  }
})();
// Errors of what is pushed come at once where nothing is destroyed by them.
{
  const { Readable } = require('stream');
  for (const autoDestroy of [true, false]) {
    const stream = new Readable({ autoDestroy, read() {} });
    stream.on('error', error => console.log(autoDestroy, error.code));
    console.log(stream.push(5));
    if (!autoDestroy) stream.push(null);
    console.log(stream.push('late'));
  }
  const over = new Readable({ autoDestroy: false, read() {} });
  over.on('error', error => console.log(error.code)).on('end', () => console.log(over.unshift('x'))).resume().push(null);
}
