(function (stdin, take, isOver) {
  'use strict';
  const WAIT = 2;
  // So much is held for who reads, as by Node's streams: what comes behind it waits outside.
  const ENOUGH = 64 << 10;
  // Tests may mock it.
  const { setTimeout } = globalThis;
  let decoder = null, isFlowing = false, isAwaited = false, isEnded = false;
  // What has come and was not given yet; whether nothing more comes; whether the next look is planned, and the end was announced.
  const held = [];
  let isOut = false, isPlanned = false, isAnnounced = false, wanted = ENOUGH;
  const lengthHeld = () => held.reduce((sum, piece) => sum + piece.length, 0);
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
    const length = lengthHeld();
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
    const before = lengthHeld(), isMore = before < wanted && fetch();
    while (isFlowing && held.length > 0) stdin.emit('data', held.shift());
    if (isFlowing && isOut) return end();
    if (isAwaited && (lengthHeld() > before || (isOut && !isAnnounced))) {
      isAnnounced = isOut;
      stdin.emit('readable');
    }
    // Who has enough is asked for more when something is read.
    if (!isOut && lengthHeld() < wanted) plan(isMore ? 0 : WAIT);
  }
  const methods = {
    setEncoding(encoding = 'utf-8') {
      decoder = new TextDecoder(encoding);
      // What is held already is text from now on, too.
      const pieces = held.splice(0).map(piece => typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true }));
      if (isOut) pieces.push(decoder.decode());
      held.push(...pieces.filter(piece => piece !== ''));
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
      // Who listens is given what has come by then: one whose input never ends has other turns between.
      const enough = size ?? 1;
      while (!isAwaited && lengthHeld() < enough && fetch());
      const length = lengthHeld();
      const chunk = length === 0 || size <= 0 || (size > length && !isOut) ? null : given(size ?? length);
      if (size > length) wanted = Math.max(wanted, size);
      if (chunk !== null) stdin.emit('data', chunk);
      // A last piece of exactly that size does not tell that it is the last.
      if (isOut && lengthHeld() === 0 && (chunk === null || chunk.length !== size)) setTimeout(end, 0);
      return plan(0) && chunk;
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
        else if (isOut) return end();
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
