// Standard input of a program with packages: a stream as others, which asks for pieces as long as somebody wants some.
(function (streams, take, isOver, isTerminal) {
  'use strict';
  const WAIT = 2;
  // As much is read ahead as a pipe holds.
  const ENOUGH = 64 << 10;
  // Tests may mock them later.
  const { setTimeout, clearTimeout } = globalThis;
  let timer, isReferred = true;
  const stdin = new streams.Readable({
    highWaterMark: ENOUGH,
    read() {
      if (isWanted()) plan(0);
      else stop();
    },
    destroy(error, done) {
      stop();
      done(error);
    },
  });
  // Who listens for `readable` is paused, and wants data.
  const isWanted = () => !stdin.isPaused() || stdin.listenerCount('readable') > 0;
  function plan(wait) {
    timer ??= setTimeout(look, wait);
    if (!isReferred) timer.unref();
  }
  // The program does not wait for input any more. The next call of `read` begins again.
  function stop() {
    clearTimeout(timer);
    timer = undefined;
    stdin._readableState.reading = false;
  }
  function look() {
    timer = undefined;
    const bytes = take();
    if (bytes) stdin.push(bytes);
    else if (isOver()) stdin.push(null);
    else plan(WAIT);
  }
  stdin.on('pause', () => process.nextTick(() => { if (timer !== undefined && !isWanted()) stop(); }));
  stdin.fd = 0;
  if (isTerminal) stdin.isTTY = true;
  const methods = {
    ref() {
      isReferred = true;
      timer?.ref();
      return this;
    },
    unref() {
      isReferred = false;
      timer?.unref();
      return this;
    },
  };
  for (const name of ['ref', 'unref']) Object.defineProperty(stdin, name, { value: methods[name], writable: true, configurable: true });
  return stdin;
})
