// not for node: what its stack has no room for can leave a stream that waits for ever
// Where the stack is exhausted, what is asked of a stream fails or not, but nothing of it waits for ever.
// slow: recursion to the end of the stack
addEventListener('unhandledrejection', event => event.preventDefault());
(async () => {
  const asked = [];
  const atTheEnd = ask => {
    let left = 30;
    const deeper = () => {
      try {
        [0].forEach(deeper);
      } catch (error) {
        // Near the end of the stack the call may fail itself.
        if (left-- > 0) ask();
        throw error;
      }
    };
    try { deeper(); } catch {}
  };
  for (const transformer of [undefined, { transform(chunk, c) { c.enqueue(chunk); } }]) {
    const { readable, writable } = new TransformStream(transformer, { highWaterMark: 20 }, { highWaterMark: 20 });
    const writer = writable.getWriter(), reader = readable.getReader();
    await new Promise(resolve => setTimeout(resolve));
    atTheEnd(() => { asked[asked.length] = writer.write('deep'); });
    asked.push(writer.write('later'), reader.read(), writer.close(), writer.closed);
  }
  for (const stream of [new TextEncoderStream(), new CompressionStream('gzip')]) {
    const writer = stream.writable.getWriter(), reader = stream.readable.getReader();
    await new Promise(resolve => setTimeout(resolve));
    asked.push(reader.read());
    atTheEnd(() => { asked[asked.length] = writer.close(); });
    asked.push(writer.closed);
  }
  let controller;
  const reader = new ReadableStream({ start(c) { controller = c; } }).getReader();
  asked.push(reader.read(), reader.read(), reader.closed);
  atTheEnd(() => controller.close());
  let left = asked.length;
  for (const promise of asked) promise.then(() => left--, () => left--);
  setTimeout(() => print(left, asked.length > 15), 20);
})();
// expect: 0 true
