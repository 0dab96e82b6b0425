// What listens to events, as Node's `events` has it.
'use strict';

const own = emitter => (Object.hasOwn(emitter, '_events') ? emitter._events : (emitter._events = Object.create(null)));

function requireListener(listener) {
  if (typeof listener !== 'function') throw new TypeError('The "listener" argument must be of type function');
}

function EventEmitter() {
  if (!Object.hasOwn(this, '_events')) this._events = Object.create(null);
}

function add(emitter, name, listener, original, first) {
  requireListener(original);
  const events = own(emitter);
  if (events.newListener !== undefined) emitter.emit('newListener', name, original);
  const entry = { listener, original };
  // Those that are being called now are not changed.
  events[name] = first ? [entry, ...(events[name] ?? [])] : [...(events[name] ?? []), entry];
  return emitter;
}

function addOnce(emitter, name, listener, first) {
  requireListener(listener);
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
    const entries = own(this)[name];
    if (entries === undefined) {
      if (name !== 'error') return false;
      if (values[0] instanceof Error) throw values[0];
      const error = new Error(`Unhandled error. (${String(values[0])})`);
      error.context = values[0];
      throw error;
    }
    for (const { listener } of entries) Reflect.apply(listener, this, values);
    return true;
  },
  listeners(name) { return (own(this)[name] ?? []).map(entry => entry.original); },
  rawListeners(name) { return (own(this)[name] ?? []).map(entry => entry.listener); },
  listenerCount(name) { return (own(this)[name] ?? []).length; },
  eventNames() { return Reflect.ownKeys(own(this)); },
  setMaxListeners(count) { this._maxListeners = count; return this; },
  getMaxListeners() { return this._maxListeners ?? EventEmitter.defaultMaxListeners; },
};
for (const name of Object.keys(methods)) EventEmitter.prototype[name] = methods[name];
EventEmitter.prototype.addListener = EventEmitter.prototype.on;
EventEmitter.prototype.off = EventEmitter.prototype.removeListener;
EventEmitter.defaultMaxListeners = 10;

EventEmitter.once = (emitter, name) => new Promise((resolve, reject) => {
  const settled = (...values) => { emitter.removeListener('error', failed); resolve(values); };
  const failed = error => { emitter.removeListener(name, settled); reject(error); };
  emitter.once(name, settled);
  if (name !== 'error') emitter.once('error', failed);
});

module.exports = EventEmitter;
module.exports.EventEmitter = EventEmitter;
