(function (stdin, take, isOver) {
  'use strict';
  const WAIT = 2;
  let decoder = null, isFlowing = false, isAwaited = false, isEnded = false;
  // What has come and was not given yet; whether nothing more comes; whether the next look is planned, and the end was announced.
  const held = [];
  let isOut = false, isPlanned = false, isAnnounced = false;
  function bytesOf(bytes) {
    if (typeof Buffer === 'function' && Buffer.isBuffer) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    // Node gives a Buffer, whose text programs add to others.
    return Object.defineProperty(bytes, 'toString', { value: encoding => new TextDecoder(encoding).decode(bytes), configurable: true });
  }
  // Holds the next piece. Tells whether there was one.
  function fetch() {
    const bytes = isOut ? undefined : take();
    if (!bytes && (isOut || !isOver())) return false;
    isOut = !bytes;
    const piece = decoder ? decoder.decode(bytes, { stream: !isOut }) : bytes && bytesOf(bytes);
    if (piece?.length > 0) held.push(piece);
    return !isOut;
  }
  // Takes so many units of what is held, or all of it.
  function given(size) {
    const isText = typeof held[0] === 'string';
    const length = held.reduce((sum, piece) => sum + piece.length, 0);
    let all = held[0];
    if (held.length > 1) {
      all = isText ? held.join('') : new Uint8Array(length);
      if (!isText) held.reduce((at, piece) => (all.set(piece, at), at + piece.length), 0);
    }
    held.length = 0;
    if (size < length) held.push(isText ? all.slice(size) : bytesOf(all.subarray(size)));
    const part = size < length ? (isText ? all.slice(0, size) : all.subarray(0, size)) : all;
    return isText ? part : bytesOf(part);
  }
  function end() {
    if (isEnded) return;
    isEnded = true;
    stdin.emit('end');
    stdin.emit('close');
  }
  function plan(wait) {
    if (isPlanned || isEnded || !(isFlowing || isAwaited)) return stdin;
    isPlanned = true;
    setTimeout(look, wait);
    return stdin;
  }
  // Gives what has come to listeners of `data`, or tells those of `readable` of it.
  function look() {
    isPlanned = false;
    const before = held.length, isMore = fetch();
    while (isFlowing && held.length > 0) stdin.emit('data', held.shift());
    if (isFlowing && isOut) return end();
    if (isAwaited && (held.length > before || (isOut && !isAnnounced))) {
      isAnnounced = isOut;
      stdin.emit('readable');
    }
    if (!isOut) plan(isMore ? 0 : WAIT);
  }
  const methods = {
    setEncoding(encoding = 'utf-8') {
      decoder = new TextDecoder(encoding);
      return stdin;
    },
    resume() {
      isFlowing = !isAwaited && !isEnded;
      return plan(0);
    },
    pause() {
      isFlowing = false;
      return stdin;
    },
    isPaused: () => !isFlowing,
    read(size) {
      while (fetch());
      const length = held.reduce((sum, piece) => sum + piece.length, 0);
      const chunk = length === 0 || (size > length && !isOut) ? null : given(size ?? length);
      if (chunk !== null) stdin.emit('data', chunk);
      else if (isOut && length === 0) setTimeout(end, 0);
      return chunk;
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
        if (held.length > 0) yield held.shift();
        else if (isOut) return;
        else if (!fetch() && !isOut) await new Promise(wake => setTimeout(wake, WAIT));
      }
    },
  };
  for (const name of ['on', 'once', 'addListener']) {
    const add = stdin[name];
    methods[name] = (event, listener) => {
      add(event, listener);
      if (event === 'data') return methods.resume();
      if (event !== 'readable') return stdin;
      [isAwaited, isFlowing] = [true, false];
      return plan(0);
    };
  }
  for (const name of Reflect.ownKeys(methods))
    Object.defineProperty(stdin, name, { value: methods[name], writable: true, configurable: true });
  Object.defineProperty(stdin, 'readable', { get: () => !isEnded, configurable: true });
})
