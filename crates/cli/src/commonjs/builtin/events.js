// What listens to events, as Node's `events` has it.
'use strict';

const own = emitter => (Object.hasOwn(emitter, '_events') ? emitter._events : (emitter._events = Object.create(null)));

const { abortError, checkFunction, coded, outOfRange } = require('internal/errors');
const errorMonitor = Symbol('events.errorMonitor');

function EventEmitter() {
  if (!Object.hasOwn(this, '_events')) this._events = Object.create(null);
}

function add(emitter, name, listener, original, first) {
  checkFunction(original, 'listener');
  const events = own(emitter);
  if (events.newListener !== undefined) emitter.emit('newListener', name, original);
  const entry = { listener, original };
  // Those that are being called now are not changed.
  events[name] = first ? [entry, ...(events[name] ?? [])] : [...(events[name] ?? []), entry];
  return emitter;
}

function addOnce(emitter, name, listener, first) {
  checkFunction(listener, 'listener');
  function once(...values) {
    emitter.removeListener(name, listener);
    return listener.apply(emitter, values);
  }
  return add(emitter, name, once, listener, first);
}

const methods = {
  on(name, listener) { return add(this, name, listener, listener, false); },
  prependListener(name, listener) { return add(this, name, listener, listener, true); },
  once(name, listener) { return addOnce(this, name, listener, false); },
  prependOnceListener(name, listener) { return addOnce(this, name, listener, true); },
  removeListener(name, listener) {
    const events = own(this), entries = events[name] ?? [];
    const at = entries.findLastIndex(entry => entry.original === listener || entry.listener === listener);
    if (at < 0) return this;
    if (entries.length === 1) delete events[name];
    else events[name] = entries.toSpliced(at, 1);
    if (events.removeListener !== undefined) this.emit('removeListener', name, listener);
    return this;
  },
  removeAllListeners(name) {
    if (name === undefined) this._events = Object.create(null);
    else delete own(this)[name];
    return this;
  },
  emit(name, ...values) {
    const events = own(this), entries = events[name];
    if (name === 'error' && events[errorMonitor] !== undefined) this.emit(errorMonitor, ...values);
    if (entries === undefined) {
      if (name !== 'error') return false;
      if (values[0] instanceof Error) throw values[0];
      const shown = typeof values[0] === 'string' ? `'${values[0]}'` : require('util').inspect(values[0]);
      const error = coded(Error, 'ERR_UNHANDLED_ERROR', `Unhandled error. (${shown})`);
      error.context = values[0];
      throw error;
    }
    for (const { listener } of entries) Reflect.apply(listener, this, values);
    return true;
  },
  listeners(name) { return (own(this)[name] ?? []).map(entry => entry.original); },
  rawListeners(name) { return (own(this)[name] ?? []).map(entry => entry.listener); },
  listenerCount(name, listener) {
    const entries = own(this)[name] ?? [];
    if (listener === undefined) return entries.length;
    return entries.filter(entry => entry.original === listener || entry.listener === listener).length;
  },
  eventNames() { return Reflect.ownKeys(own(this)); },
  setMaxListeners(count) {
    if (typeof count !== 'number' || !(count >= 0)) throw outOfRange('setMaxListeners', '>= 0', count);
    this._maxListeners = count;
    return this;
  },
  getMaxListeners() { return this._maxListeners ?? EventEmitter.defaultMaxListeners; },
};
for (const name of Object.keys(methods)) EventEmitter.prototype[name] = methods[name];
EventEmitter.prototype.addListener = EventEmitter.prototype.on;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;
EventEmitter.defaultMaxListeners = 10;

// Forgets when a signal says so.
function withSignal(signal, forget, reject) {
  const abort = () => {
    forget();
    reject(abortError(signal));
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return () => signal?.removeEventListener('abort', abort);
}

EventEmitter.once = function once(emitter, name, options) {
  return new Promise((resolve, reject) => {
    if (typeof emitter.addEventListener === 'function' && typeof emitter.once !== 'function') {
      return void emitter.addEventListener(name, event => resolve([event]), { once: true });
    }
    const forget = () => {
      emitter.removeListener('error', failed);
      emitter.removeListener(name, settled);
      free?.();
    };
    const settled = (...values) => { forget(); resolve(values); };
    const failed = error => { forget(); reject(error); };
    let free;
    emitter.once(name, settled);
    if (name !== 'error') emitter.once('error', failed);
    free = withSignal(options?.signal, forget, reject);
  });
};

EventEmitter.on = async function* on(emitter, name, options) {
  const values = [];
  let wake = () => {}, failed, isOver = false;
  const told = (...value) => { values.push(value); wake(); };
  const broken = error => { failed = error; wake(); };
  const closed = () => { isOver = true; wake(); };
  emitter.on(name, told);
  if (name !== 'error') emitter.on('error', broken);
  for (const end of options?.close ?? []) emitter.on(end, closed);
  const free = withSignal(options?.signal, () => {}, broken);
  try {
    for (;;) {
      if (values.length > 0) yield values.shift();
      else if (failed) throw failed;
      else if (isOver) return;
      else await new Promise(resolve => { wake = resolve; });
    }
  } finally {
    free();
    emitter.removeListener(name, told);
    emitter.removeListener('error', broken);
    for (const end of options?.close ?? []) emitter.removeListener(end, closed);
  }
};
EventEmitter.listenerCount = (emitter, name) => emitter.listenerCount(name);
EventEmitter.getEventListeners = (emitter, name) => emitter.listeners?.(name) ?? [];
EventEmitter.getMaxListeners = emitter => emitter.getMaxListeners();
EventEmitter.setMaxListeners = (count, ...emitters) => {
  if (emitters.length === 0) EventEmitter.defaultMaxListeners = count;
  for (const emitter of emitters) emitter.setMaxListeners?.(count);
};
EventEmitter.addAbortListener = (signal, listener) => {
  if (signal.aborted) queueMicrotask(() => listener());
  else signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose]() { signal.removeEventListener('abort', listener); } };
};
EventEmitter.errorMonitor = errorMonitor;
EventEmitter.captureRejectionSymbol = Symbol.for('nodejs.rejection');
EventEmitter.captureRejections = false;
EventEmitter.usingDomains = false;

// Emits within the context that was there when it was made.
function asyncResourceClass() {
  const { AsyncResource } = require('async_hooks');
  return class EventEmitterAsyncResource extends EventEmitter {
    #resource;
    constructor(options) {
      super(options);
      this.#resource = new AsyncResource(typeof options === 'string' ? options : options?.name ?? new.target.name, options);
    }
    emit(name, ...values) { return this.#resource.runInAsyncScope(super.emit, this, name, ...values); }
    emitDestroy() { this.#resource.emitDestroy(); }
    get asyncId() { return this.#resource.asyncId(); }
    get triggerAsyncId() { return this.#resource.triggerAsyncId(); }
    get asyncResource() { return this.#resource; }
  };
}

// The process has functions of its own for that, and is one all the same.
Object.setPrototypeOf(process, Object.create(EventEmitter.prototype, {
  constructor: { value: function process() {}, writable: true, configurable: true },
}));

module.exports = EventEmitter;
exports = module.exports;
exports.EventEmitter = EventEmitter;
exports.once = EventEmitter.once;
exports.on = EventEmitter.on;
exports.getEventListeners = EventEmitter.getEventListeners;
exports.setMaxListeners = EventEmitter.setMaxListeners;
exports.listenerCount = EventEmitter.listenerCount;
exports.errorMonitor = errorMonitor;
exports.addAbortListener = EventEmitter.addAbortListener;
let asyncResource;
Object.defineProperty(exports, 'EventEmitterAsyncResource', {
  get: () => (asyncResource ??= asyncResourceClass()), enumerable: true, configurable: true,
});
