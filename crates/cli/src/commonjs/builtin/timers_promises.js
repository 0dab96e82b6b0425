// Timers to wait for.
'use strict';

const { abortError, invalidType } = require('internal/errors');
const { setTimeout: later, clearTimeout: forget, setImmediate: soon, clearImmediate: forgetSoon, setInterval: often, clearInterval: stop } = globalThis;

// Looks at what is given, and gives the signal and whether the program waits for the timer.
function checked(delay, options) {
  if (delay !== undefined && typeof delay !== 'number') throw invalidType('delay', 'of type number', delay);
  if (options === undefined) options = {};
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'of type object', options);
  const { signal, ref = true } = options;
  if (signal !== undefined && (signal === null || typeof signal !== 'object' || !('aborted' in signal))) {
    throw invalidType('options.signal', 'an instance of AbortSignal', signal);
  }
  if (typeof ref !== 'boolean') throw invalidType('options.ref', 'of type boolean', ref);
  return { signal, ref };
}

async function waiting(start, end, value, { signal, ref }) {
  if (signal?.aborted) throw abortError(signal);
  return new Promise((resolve, reject) => {
    const abort = () => { end(timer); reject(abortError(signal)); };
    const timer = start(() => { signal?.removeEventListener('abort', abort); resolve(value); });
    if (!ref) timer.unref?.();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

async function setTimeout(delay, value, options) { return waiting(done => later(done, delay), forget, value, checked(delay, options)); }
async function setImmediate(value, options) { return waiting(done => soon(done), forgetSoon, value, checked(undefined, options)); }

// A timer that goes on while the program is busy: what it has missed comes at once.
async function* setInterval(delay, value, options) {
  const { signal, ref } = checked(delay, options);
  if (signal?.aborted) throw abortError(signal);
  let missed = 0, wake = () => {};
  const timer = often(() => { missed++; wake(); }, delay), abort = () => { stop(timer); wake(); };
  if (!ref) timer.unref?.();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      if (signal?.aborted) throw abortError(signal);
      if (missed === 0) await new Promise(resolve => { wake = resolve; });
      for (; missed > 0; missed--) yield value;
    }
  } finally {
    stop(timer);
    signal?.removeEventListener('abort', abort);
  }
}

const scheduler = {
  wait(delay, options) { return setTimeout(delay, undefined, options); },
  yield() { return setImmediate(); },
};
module.exports = { setTimeout, setImmediate, setInterval, scheduler };
