(function (stdin, take, isOver) {
  'use strict';
  const WAIT = 2;
  let decoder = null, isFlowing = false, isEnded = false;
  function decoded(bytes) {
    if (decoder) return decoder.decode(bytes, { stream: true });
    if (typeof Buffer === 'function' && Buffer.isBuffer) return Buffer.from(bytes.buffer);
    // Node gives a Buffer, whose text programs add to others.
    return Object.defineProperty(bytes, 'toString', { value: encoding => new TextDecoder(encoding).decode(bytes) });
  }
  function end() {
    if (isEnded) return;
    isEnded = true;
    const rest = decoder?.decode();
    if (rest) stdin.emit('data', rest);
    stdin.emit('end');
    stdin.emit('close');
  }
  function flow() {
    if (!isFlowing) return;
    const bytes = take();
    if (bytes) stdin.emit('data', decoded(bytes));
    else if (isOver()) return end();
    setTimeout(flow, bytes ? 0 : WAIT);
  }
  const methods = {
    setEncoding(encoding = 'utf-8') {
      decoder = new TextDecoder(encoding);
      return stdin;
    },
    resume() {
      if (!isFlowing && !isEnded) {
        isFlowing = true;
        setTimeout(flow, 0);
      }
      return stdin;
    },
    pause() {
      isFlowing = false;
      return stdin;
    },
    isPaused: () => !isFlowing,
    read() {
      const bytes = take();
      return bytes ? decoded(bytes) : null;
    },
    pipe(target, options) {
      stdin.on('data', chunk => {
        if (target.write(chunk) !== false) return;
        stdin.pause();
        target.once('drain', stdin.resume);
      });
      if (options?.end !== false && target !== process.stdout && target !== process.stderr) stdin.on('end', () => target.end());
      target.emit?.('pipe', stdin);
      return target;
    },
    ref: () => stdin,
    unref: () => stdin,
    unpipe: () => stdin,
    destroy: () => methods.pause(),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const bytes = take();
        if (bytes) yield decoded(bytes);
        else if (isOver()) return;
        else await new Promise(wake => setTimeout(wake, WAIT));
      }
    },
  };
  for (const name of ['on', 'once', 'addListener']) {
    const add = stdin[name];
    methods[name] = (event, listener) => {
      add(event, listener);
      return event === 'data' ? methods.resume() : stdin;
    };
  }
  for (const name of Reflect.ownKeys(methods))
    Object.defineProperty(stdin, name, { value: methods[name], writable: true, configurable: true });
})
