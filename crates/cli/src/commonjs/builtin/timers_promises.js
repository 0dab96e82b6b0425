// Timers to wait for.
'use strict';

const { abortError } = require('internal/errors');
const { setTimeout: later, clearTimeout: forget, setImmediate: soon, clearImmediate: forgetSoon } = globalThis;

function waiting(start, stop, value, options) {
  const { signal, ref = true } = options ?? {};
  const aborted = () => abortError(signal);
  if (signal?.aborted) return Promise.reject(aborted());
  return new Promise((resolve, reject) => {
    const abort = () => { stop(timer); reject(aborted()); };
    const timer = start(() => { signal?.removeEventListener('abort', abort); resolve(value); });
    if (!ref) timer.unref?.();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

function setTimeout(delay, value, options) { return waiting(done => later(done, delay), forget, value, options); }
function setImmediate(value, options) { return waiting(done => soon(done), forgetSoon, value, options); }
async function* setInterval(delay, value, options) {
  for (;;) yield await setTimeout(delay, value, options);
}
const scheduler = {
  wait(delay, options) { return setTimeout(delay, undefined, options); },
  yield() { return setImmediate(); },
};
module.exports = { setTimeout, setImmediate, setInterval, scheduler };
