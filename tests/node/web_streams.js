// The streams of the web as a module, what reads all of a stream, and the ways to make buffers that packages call with `new`.
const web = require('stream/web'), consumers = require('node:stream/consumers'), { Readable } = require('stream');
console.log(Object.keys(web).sort().join());
console.log(Object.keys(web).every(name => web[name] === globalThis[name]), Object.keys(consumers).sort().join());
console.log(new Buffer.alloc(2), new Buffer.from('a'), new Buffer.allocUnsafe(3).length);
(async () => {
  const parts = () => new web.ReadableStream({ start(c) { c.enqueue(new Uint8Array([0xe2, 0x82])); c.enqueue(new Uint8Array([0xac])); c.close(); } });
  console.log(await consumers.text(parts()), await consumers.buffer(parts()), (await consumers.arrayBuffer(parts())).byteLength, (await consumers.blob(parts())).size);
  console.log(await consumers.json(Readable.from(['{"a":', '1}'])), await consumers.text(Readable.from([Buffer.from('xy')])), await consumers.text(['a', 'b']));
  await consumers.json(Readable.from(['{'])).catch(error => console.log(error.name));
  const { readable, writable } = new web.TransformStream();
  const writer = writable.getWriter(); writer.write('z'); writer.close();
  console.log(await consumers.text(readable));
})();
