// The timers of node:test's mocks: they wait until the test says that time has passed.
'use strict';

const { abortError, checkNumber, coded, invalidType, invalidValue } = require('internal/errors');
// Whoever needs the real ones finds them.
require('internal/real_timers');

const APIS = ['setTimeout', 'setInterval', 'setImmediate', 'Date'];
const invalidState = (text) => coded(Error, 'ERR_INVALID_STATE', `Invalid state: ${text}`);

// What takes the place of a timer object. Nothing waits for it.
class Timeout {
  #timers;
  constructor(timers, entry) {
    this.#timers = timers;
    Object.defineProperty(this, 'entry', { value: entry });
  }
  ref() { return this; }
  unref() { return this; }
  hasRef() { return true; }
  refresh() {
    this.#timers.refresh(this.entry);
    return this;
  }
  close() {
    this.#timers.forget(this);
    return this;
  }
  [Symbol.dispose]() { this.close(); }
}

// The timers that wait.
class Waiting {
  now = 0;
  #entries = [];
  #last = 0;

  // A delay may be 0, other than outside of tests; what repeats would never end then.
  add(callback, delay, args, repeats) {
    const time = Math.max(repeats ? 1 : 0, Math.trunc(Number(delay)) || 0);
    const entry = { callback, args, time, repeats, id: ++this.#last, at: this.now + time };
    this.#entries.push(entry);
    return new Timeout(this, entry);
  }

  forget(timer) {
    const entry = timer?.entry;
    if (entry) entry.isOver = true;
    this.#entries = this.#entries.filter((other) => other !== entry);
  }

  refresh(entry) {
    if (entry.isOver) return;
    entry.at = this.now + entry.time;
    if (!this.#entries.includes(entry)) this.#entries.push(entry);
  }

  // The clock is at the end of the time before anything runs, as in node.
  pass(time) {
    this.now += time;
    for (let next = this.#next(); next; next = this.#next()) {
      if (next.repeats) next.at += next.time;
      else this.#entries.splice(this.#entries.indexOf(next), 1);
      next.callback(...next.args);
    }
  }

  #next() {
    const due = this.#entries.filter(({ at }) => at <= this.now);
    return due.reduce((first, it) => (first && (first.at < it.at || first.at === it.at && first.id < it.id) ? first : it), undefined);
  }

  // The time until the last of them.
  get longest() { return this.#entries.reduce((most, { at }) => Math.max(most, at), this.now) - this.now; }
}

// A class Date whose present is the tests'.
function dateOf(waiting) {
  const Real = globalThis.Date;
  function Date(...given) {
    if (!new.target) return new Real(waiting.now).toString();
    return Reflect.construct(Real, given.length === 0 ? [waiting.now] : given, new.target === Date ? Real : new.target);
  }
  const now = function now() { return waiting.now; };
  Object.defineProperties(Date, {
    ...Object.getOwnPropertyDescriptors(Real),
    now: { value: now, writable: true, enumerable: false, configurable: true },
    isMock: { value: true, writable: false, enumerable: true, configurable: false },
  });
  return Date;
}

// The functions that make a timer and take it away, and those of timers/promises.
function functionsOf(waiting) {
  const clear = (timer) => waiting.forget(timer);
  const promised = (begin, value, signal) => new Promise((resolve, reject) => {
    if (signal?.aborted) return void reject(abortError(signal));
    const abort = () => {
      waiting.forget(timer);
      reject(abortError(signal));
    };
    const timer = begin(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
  const setTimeout = (callback, delay, ...args) => waiting.add(callback, delay, args, false);
  const setInterval = (callback, delay, ...args) => waiting.add(callback, delay, args, true);
  const setImmediate = (callback, ...args) => waiting.add(callback, 0, args, false);
  async function* repeated(delay, value, { signal } = {}) {
    if (signal?.aborted) throw abortError(signal);
    let missed = 0;
    let wake = () => {};
    const timer = setInterval(() => { missed++; wake(); }, delay);
    const abort = () => { clear(timer); wake(); };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      while (!signal?.aborted) {
        while (missed === 0 && !signal?.aborted) await new Promise((resolve) => (wake = resolve));
        for (; missed > 0; missed--) yield value;
      }
      throw abortError(signal);
    } finally {
      clear(timer);
      signal?.removeEventListener('abort', abort);
    }
  }
  return {
    setTimeout: { own: { setTimeout, clearTimeout: clear },
      promised: (delay, value, { signal } = {}) => promised((done) => setTimeout(done, delay), value, signal) },
    setInterval: { own: { setInterval, clearInterval: clear }, promised: repeated },
    setImmediate: { own: { setImmediate, clearImmediate: clear },
      promised: (value, { signal } = {}) => promised((done) => setImmediate(done), value, signal) },
  };
}

class MockTimers {
  #waiting;
  // What stood where the mocks are: object, name, descriptor.
  #replaced = [];

  #replace(object, name, value) {
    const descriptor = Object.getOwnPropertyDescriptor(object, name);
    this.#replaced.push([object, name, descriptor]);
    Object.defineProperty(object, name, { value, writable: true, enumerable: descriptor?.enumerable ?? true, configurable: true });
  }

  #enabled() {
    if (!this.#waiting) throw invalidState('You should enable MockTimers first by calling the .enable function');
    return this.#waiting;
  }

  enable(options = {}) {
    if (this.#waiting) throw invalidState('MockTimers is already enabled!');
    const { apis = APIS, now = 0 } = options ?? {};
    if (!Array.isArray(apis)) throw invalidType('options.apis', 'an instance of Array', apis);
    for (const api of apis) {
      if (!APIS.includes(api)) throw invalidValue('options.apis', api, `option ${api} is not supported`);
    }
    const time = types.isDate(now) ? now.getTime() : now;
    checkNumber(time, 'initialTime');
    if (!(time >= 0)) throw invalidTime(time);
    const waiting = (this.#waiting = new Waiting());
    waiting.now = time;
    const functions = functionsOf(waiting);
    const modules = [globalThis, require('timers')];
    // Nothing is named twice.
    for (const api of new Set(apis)) {
      if (api === 'Date') {
        this.#replace(globalThis, 'Date', dateOf(waiting));
        continue;
      }
      const { own, promised } = functions[api];
      for (const name of Object.keys(own)) modules.forEach((module) => this.#replace(module, name, own[name]));
      this.#replace(require('timers/promises'), api, promised);
    }
  }

  tick(time = 1) {
    const waiting = this.#enabled();
    if (time < 0) throw invalidTime(time);
    checkNumber(time, 'time');
    waiting.pass(time);
  }

  runAll() {
    const waiting = this.#enabled();
    waiting.pass(waiting.longest);
  }

  setTime(time = 0) {
    const waiting = this.#enabled();
    checkNumber(time, 'time');
    if (!(time >= 0)) throw invalidTime(time);
    waiting.now = time;
  }

  reset() {
    if (!this.#waiting) return;
    this.#waiting = undefined;
    for (const [object, name, descriptor] of this.#replaced.reverse()) {
      if (descriptor) Object.defineProperty(object, name, descriptor);
      else delete object[name];
    }
    this.#replaced = [];
  }

  [Symbol.dispose]() { this.reset(); }
}

const { types } = require('util');
const invalidTime = (time) => coded(TypeError, 'ERR_INVALID_ARG_VALUE', `The argument 'time' ${time}. Received 'positive integer'`);

module.exports = { MockTimers };
