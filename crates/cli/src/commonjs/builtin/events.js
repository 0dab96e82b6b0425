// What listens to events, as Node's `events` has it.
'use strict';

const { abortError, checkFunction, invalidType, outOfRange, unhandled } = require('internal/errors');

const { apply } = Reflect;
const errorMonitor = Symbol('events.errorMonitor'), rejection = Symbol.for('nodejs.rejection');
// What a rejection of an async listener becomes: see `caught`.
const shapeMode = Symbol('shapeMode'), capture = Symbol('kCapture');
const defaults = { most: 10, captures: false };

function EventEmitter(options) { EventEmitter.init.call(this, options); }
Object.assign(EventEmitter.prototype, { _events: undefined, _eventsCount: 0, _maxListeners: undefined });

EventEmitter.init = function (options) {
  // Emitters share what is in a prototype only if nothing constructs them.
  if (this._events === undefined || this._events === Object.getPrototypeOf(this)._events) {
    this._events = Object.create(null);
    this._eventsCount = 0;
  }
  this._maxListeners ||= undefined;
  this[shapeMode] = false;
  if (options?.captureRejections) checkFlag(options.captureRejections, 'options.captureRejections');
  this[capture] = options?.captureRejections ? true : defaults.captures;
};

function checkFlag(value, name) {
  if (typeof value !== 'boolean') throw invalidType(name, 'of type boolean', value);
}
function checkCount(count, name) {
  if (typeof count !== 'number') throw invalidType(name, 'of type number', count);
  if (!(count >= 0)) throw outOfRange(name, '>= 0', count);
}
function checkSignal(signal, name) {
  if (signal === null || typeof signal !== 'object' || !('aborted' in signal)) throw invalidType(name, 'an instance of AbortSignal', signal);
}

// `_events` has the listener of a name, or a list of them. Those that are called once are functions around the listener.
function add(emitter, name, listener, first) {
  let events = emitter._events;
  if (events === undefined) {
    events = emitter._events = Object.create(null);
    emitter._eventsCount = 0;
  } else if (events.newListener !== undefined) {
    emitter.emit('newListener', name, listener.listener ?? listener);
    events = emitter._events;
  }
  let there = events[name];
  if (there === undefined) {
    events[name] = listener;
    ++emitter._eventsCount;
    return emitter;
  }
  if (typeof there === 'function') there = events[name] = first ? [listener, there] : [there, listener];
  else if (first) there.unshift(listener);
  else there.push(listener);
  const most = emitter.getMaxListeners?.() ?? defaults.most;
  if (most > 0 && there.length > most && !there.warned) {
    there.warned = true;
    warn(emitter, name, there.length, most);
  }
  return emitter;
}

function warn(emitter, type, count, most) {
  const shown = require('util').inspect(emitter, { depth: -1 });
  const warning = new Error(`Possible EventEmitter memory leak detected. ${count} ${String(type)} listeners added to ${shown}. ` +
    `MaxListeners is ${most}. Use emitter.setMaxListeners() to increase limit`);
  process.emitWarning(Object.assign(warning, { name: 'MaxListenersExceededWarning', emitter, type, count }));
}

function onceWrapper(emitter, name, listener) {
  checkFunction(listener, 'listener');
  let isFired = false;
  const wrapper = function (...values) {
    if (isFired) return;
    emitter.removeListener(name, wrapper);
    isFired = true;
    return apply(listener, emitter, values);
  };
  Object.defineProperty(wrapper, 'name', { value: 'bound onceWrapper', configurable: true });
  wrapper.listener = listener;
  return wrapper;
}

// What a listener's promise rejects with goes to a method of the emitter, or is an error of it.
function caught(emitter, promise, name, values) {
  try {
    const { then } = promise;
    if (typeof then !== 'function') return;
    apply(then, promise, [undefined, error => process.nextTick(() => {
      if (typeof emitter[rejection] === 'function') return void emitter[rejection](error, name, ...values);
      const before = emitter[capture];
      try {
        emitter[capture] = false;
        emitter.emit('error', error);
      } finally {
        emitter[capture] = before;
      }
    })]);
  } catch (error) {
    emitter.emit('error', error);
  }
}

function call(emitter, listener, name, values) {
  const result = apply(listener, emitter, values);
  if (result !== undefined && result !== null && emitter[capture]) caught(emitter, result, name, values);
}

const listOf = there => (there === undefined ? [] : typeof there === 'function' ? [there] : [...there]);
const bare = listener => listener.listener ?? listener;
const isOf = listener => entry => entry === listener || entry.listener === listener;

const methods = {
  setMaxListeners(count) {
    checkCount(count, 'setMaxListeners');
    this._maxListeners = count;
    return this;
  },
  getMaxListeners() { return this._maxListeners ?? defaults.most; },
  emit(name, ...values) {
    const events = this._events;
    if (name === 'error') {
      if (events?.[errorMonitor] !== undefined) this.emit(errorMonitor, ...values);
      if (events?.error === undefined) unhandled(values[0]);
    }
    const there = events?.[name];
    if (there === undefined) return false;
    if (typeof there === 'function') call(this, there, name, values);
    // Those that are being called now are not changed.
    else for (const listener of [...there]) call(this, listener, name, values);
    return true;
  },
  on(name, listener) {
    checkFunction(listener, 'listener');
    return add(this, name, listener, false);
  },
  prependListener(name, listener) {
    checkFunction(listener, 'listener');
    return add(this, name, listener, true);
  },
  once(name, listener) {
    this.on(name, onceWrapper(this, name, listener));
    return this;
  },
  prependOnceListener(name, listener) {
    this.prependListener(name, onceWrapper(this, name, listener));
    return this;
  },
  removeListener(name, listener) {
    checkFunction(listener, 'listener');
    const events = this._events, there = events?.[name];
    if (there === undefined) return this;
    const at = typeof there === 'function' ? +isOf(listener)(there) - 1 : there.findLastIndex(isOf(listener));
    if (at < 0) return this;
    if (typeof there === 'function') {
      listener = bare(there);
      if (--this._eventsCount === 0) this._events = Object.create(null);
      else delete events[name];
    } else {
      there.splice(at, 1);
      if (there.length === 1) [events[name]] = there;
    }
    if (events.removeListener !== undefined) this.emit('removeListener', name, listener);
    return this;
  },
  removeAllListeners(name) {
    const events = this._events;
    if (events === undefined) return this;
    // Whoever wants to know is told of each one, the last one first.
    if (events.removeListener !== undefined) {
      if (arguments.length === 0) {
        for (const key of Reflect.ownKeys(events)) if (key !== 'removeListener') this.removeAllListeners(key);
        this.removeAllListeners('removeListener');
      } else for (const listener of listOf(events[name]).reverse()) this.removeListener(name, listener);
      return this;
    }
    if (arguments.length === 0 || events[name] !== undefined && --this._eventsCount === 0) {
      this._events = Object.create(null);
      this._eventsCount = 0;
    } else delete events[name];
    return this;
  },
  listeners(name) { return listOf(this._events?.[name]).map(bare); },
  rawListeners(name) { return listOf(this._events?.[name]); },
  listenerCount(name, listener) {
    const there = this._events?.[name];
    if (listener !== undefined && listener !== null) return listOf(there).filter(isOf(listener)).length;
    return there === undefined ? 0 : typeof there === 'function' ? 1 : there.length;
  },
  eventNames() { return this._eventsCount > 0 ? Reflect.ownKeys(this._events) : []; },
};
for (const name of Object.keys(methods)) EventEmitter.prototype[name] = methods[name];
EventEmitter.prototype.addListener = EventEmitter.prototype.on;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;
Object.defineProperties(EventEmitter, {
  defaultMaxListeners: {
    get() { return defaults.most; },
    set(count) {
      checkCount(count, 'defaultMaxListeners');
      defaults.most = count;
    },
    enumerable: true,
  },
  captureRejections: {
    get() { return defaults.captures; },
    set(value) {
      checkFlag(value, 'EventEmitter.captureRejections');
      defaults.captures = value;
    },
    enumerable: true,
  },
});

// Listens to an emitter or a target of the web, and gives the function that forgets.
function listen(emitter, name, listener, options) {
  if (typeof emitter?.on === 'function') {
    if (options?.once) emitter.once(name, listener);
    else emitter.on(name, listener);
    return () => emitter.removeListener(name, listener);
  }
  if (typeof emitter?.addEventListener !== 'function') throw invalidType('emitter', 'an instance of EventEmitter', emitter);
  emitter.addEventListener(name, listener, options);
  return () => emitter.removeEventListener(name, listener);
}
const isEmitter = value => typeof value?.on === 'function';

EventEmitter.once = async function once(emitter, name, options = {}) {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'of type object', options);
  const { signal } = options;
  if (signal !== undefined) checkSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortError(signal);
  return new Promise((resolve, reject) => {
    const ends = [];
    const settled = (settle, value) => {
      for (const end of ends.splice(0)) end();
      settle(value);
    };
    ends.push(listen(emitter, name, (...values) => settled(resolve, values), { once: true }));
    if (name !== 'error' && isEmitter(emitter)) ends.push(listen(emitter, 'error', error => settled(reject, error), { once: true }));
    if (signal !== undefined) ends.push(listen(signal, 'abort', () => settled(reject, abortError(signal)), { once: true }));
  });
};

const AsyncIteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype);

// on ( emitter, name, options ): an iterator of what is emitted from now on. An emitter that can pause does so where much waits.
EventEmitter.on = function on(emitter, name, options = {}) {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'of type object', options);
  const { signal, close = [] } = options, { checkInteger } = require('internal/errors');
  if (signal !== undefined) checkSignal(signal, 'options.signal');
  if (signal?.aborted) throw abortError(signal);
  const high = options.highWaterMark ?? options.highWatermark ?? Number.MAX_SAFE_INTEGER, low = options.lowWaterMark ?? options.lowWatermark ?? 1;
  checkInteger(high, 'options.highWaterMark', 1);
  checkInteger(low, 'options.lowWaterMark', 1);
  // What nobody has taken yet, from the place of the next one on, and those who wait for more.
  const ends = [], waiting = [];
  let values = [], at = 0, isPaused = false, failed, isOver = false;
  const given = (...value) => {
    if (waiting.length > 0) return void waiting.shift().resolve({ value, done: false });
    values.push(value);
    if (!isPaused && values.length - at > high) {
      isPaused = true;
      emitter.pause?.();
    }
  };
  const closed = () => {
    for (const end of ends.splice(0)) end();
    isOver = true;
    for (const { resolve } of waiting.splice(0)) resolve({ value: undefined, done: true });
    return Promise.resolve({ value: undefined, done: true });
  };
  const broken = error => {
    if (waiting.length > 0) waiting.shift().reject(error);
    else failed = { error };
    closed();
  };
  const taken = () => {
    const value = values[at++];
    if (at === values.length) [values, at] = [[], 0];
    if (isPaused && values.length - at < low) {
      isPaused = false;
      emitter.resume?.();
    }
    return value;
  };
  ends.push(listen(emitter, name, given));
  if (name !== 'error' && isEmitter(emitter)) ends.push(listen(emitter, 'error', broken));
  for (const end of close) ends.push(listen(emitter, end, closed));
  if (signal !== undefined) ends.push(listen(signal, 'abort', () => broken(abortError(signal)), { once: true }));
  return Object.setPrototypeOf({
    next() {
      if (at < values.length) return Promise.resolve({ value: taken(), done: false });
      if (failed !== undefined) {
        const { error } = failed;
        failed = undefined;
        return Promise.reject(error);
      }
      if (isOver) return closed();
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return: closed,
    throw(error) {
      if (!(error instanceof Error)) throw invalidType('EventEmitter.AsyncIterator', 'an instance of Error', error);
      broken(error);
    },
    [Symbol.asyncIterator]() { return this; },
  }, AsyncIteratorPrototype);
};

// Targets of the web keep their number here. Whatever it is, they do not warn.
const ofTargets = new WeakMap();
const isTarget = value => value instanceof EventTarget;
const wrongEmitter = (name, value) => invalidType(name, 'an instance of EventEmitter or EventTarget', value);

EventEmitter.listenerCount = function listenerCount(emitter, name) {
  return typeof emitter.listenerCount === 'function' ? emitter.listenerCount(name) : apply(methods.listenerCount, emitter, [name]);
};
EventEmitter.getEventListeners = function getEventListeners(emitter, name) {
  if (typeof emitter?.listeners === 'function') return emitter.listeners(name);
  if (isTarget(emitter)) return native.listenersOf(emitter, String(name)) ?? [];
  throw wrongEmitter('emitter', emitter);
};
EventEmitter.getMaxListeners = function getMaxListeners(emitter) {
  if (typeof emitter?.getMaxListeners === 'function') return emitter.getMaxListeners();
  if (isTarget(emitter)) return ofTargets.get(emitter) ?? defaults.most;
  throw wrongEmitter('emitter', emitter);
};
EventEmitter.setMaxListeners = function setMaxListeners(count = defaults.most, ...emitters) {
  checkCount(count, 'setMaxListeners');
  if (emitters.length === 0) defaults.most = count;
  for (const emitter of emitters) {
    if (isTarget(emitter)) ofTargets.set(emitter, count);
    else if (typeof emitter?.setMaxListeners === 'function') emitter.setMaxListeners(count);
    else throw wrongEmitter('eventTargets', emitter);
  }
};
EventEmitter.addAbortListener = function addAbortListener(signal, listener) {
  if (signal === undefined) throw invalidType('signal', 'an instance of AbortSignal', signal);
  checkSignal(signal, 'signal');
  checkFunction(listener, 'listener');
  let end;
  if (signal.aborted) queueMicrotask(() => listener());
  else end = listen(signal, 'abort', listener, { once: true });
  return { [Symbol.dispose]() { end?.(); } };
};
EventEmitter.errorMonitor = errorMonitor;
EventEmitter.captureRejectionSymbol = rejection;
EventEmitter.usingDomains = false;

// Emits within the context that was there when it was made.
function asyncResourceClass() {
  const { AsyncResource } = require('async_hooks');
  return class EventEmitterAsyncResource extends EventEmitter {
    #resource;
    constructor(options) {
      const name = typeof options === 'string' ? options : options?.name ?? (new.target === EventEmitterAsyncResource ? undefined : new.target.name);
      if (typeof options !== 'string' && new.target === EventEmitterAsyncResource && typeof name !== 'string') throw invalidType('options.name', 'of type string', name);
      super(typeof options === 'string' ? undefined : options);
      this.#resource = new AsyncResource(name, options);
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
exports.init = EventEmitter.init;
let asyncResource;
Object.defineProperty(exports, 'EventEmitterAsyncResource', {
  get: () => (asyncResource ??= asyncResourceClass()), enumerable: true, configurable: true,
});
