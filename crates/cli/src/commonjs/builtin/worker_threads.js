// There is one thread.
'use strict';

const { checkFunction, coded, notHere, refuse } = require('internal/errors');
const { setImmediate } = require('internal/real_timers');

exports.isMainThread = true;
exports.isInternalThread = false;
exports.parentPort = null;
exports.workerData = null;
exports.threadId = 0;
exports.resourceLimits = {};
exports.SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');
exports.Worker = class Worker { constructor() { throw notHere('worker_threads.Worker'); } };
exports.MessageChannel = globalThis.MessageChannel;
exports.MessagePort = globalThis.MessagePort;
exports.BroadcastChannel = globalThis.BroadcastChannel;

// Listeners of ports in the way of emitters, whose functions get what was sent: by ports, and by names of events. A port keeps no
// program waiting, whatever is said of it.
const listeners = new WeakMap(), referred = new WeakSet();
const { addEventListener, dispatchEvent, removeEventListener } = EventTarget.prototype, { Event, MessageEvent } = globalThis;
const { close } = exports.MessagePort.prototype, closed = new WeakSet();
// A port is told once that it is closed, whichever side has closed it.
function noteClose(port) { Reflect.apply(addEventListener, port, ['close', () => closed.add(port), { once: true }]); }
function add(port, name, listener, once) {
  checkFunction(listener, 'listener');
  const all = listeners.get(port) ?? new Map(), own = all.get(name) ?? new Map();
  if (own.has(listener)) return port;
  if (name === 'close') noteClose(port);
  const told = event => {
    if (once) remove(port, name, listener);
    Reflect.apply(listener, port, [event instanceof MessageEvent ? event.data : event]);
  };
  Reflect.apply(addEventListener, port, [name, told]);
  listeners.set(port, all.set(name, own.set(listener, told)));
  if (name === 'message') {
    port.ref();
    port.start();
  }
  return port;
}
function remove(port, name, listener) {
  const own = listeners.get(port)?.get(name), told = own?.get(listener);
  if (told === undefined) return port;
  Reflect.apply(removeEventListener, port, [name, told]);
  own.delete(listener);
  if (own.size === 0) listeners.get(port).delete(name);
  return port;
}
const ofPorts = {
  on(name, listener) { return add(this, name, listener, false); },
  addListener(name, listener) { return add(this, name, listener, false); },
  once(name, listener) { return add(this, name, listener, true); },
  off(name, listener) { return remove(this, name, listener); },
  removeListener(name, listener) { return remove(this, name, listener); },
  removeAllListeners(name) {
    const all = listeners.get(this) ?? new Map();
    for (const key of name === undefined ? [...all.keys()] : [name]) for (const listener of [...all.get(key)?.keys() ?? []]) remove(this, key, listener);
    return this;
  },
  listenerCount(name) { return listeners.get(this)?.get(name)?.size ?? 0; },
  eventNames() { return [...listeners.get(this)?.keys() ?? []]; },
  emit(name, value) {
    const all = [...listeners.get(this)?.get(name)?.values() ?? []];
    for (const told of all) told(value);
    return all.length > 0;
  },
  // As in Node, the port that is closed is told of it, too.
  close(callback) {
    Reflect.apply(close, this, []);
    if (typeof callback === 'function') add(this, 'close', callback, true);
    referred.delete(this);
    noteClose(this);
    setImmediate(() => { if (!closed.has(this)) Reflect.apply(dispatchEvent, this, [new Event('close')]); });
  },
};
const waits = {
  ref() { referred.add(this); },
  unref() { referred.delete(this); },
  hasRef() { return referred.has(this); },
};
for (const [name, value] of [...Object.entries(ofPorts), ...Object.entries(waits)]) {
  Object.defineProperty(exports.MessagePort.prototype, name, { value, writable: true, enumerable: true, configurable: true });
}
for (const name of ['ref', 'unref']) {
  const value = { [name]() { return this; } }[name];
  Object.defineProperty(exports.BroadcastChannel.prototype, name, { value, writable: true, configurable: true });
}

const data = new Map();
exports.getEnvironmentData = function getEnvironmentData(key) { return data.get(key); };
exports.setEnvironmentData = function setEnvironmentData(key, value) {
  if (value === undefined) data.delete(key);
  else data.set(key, value);
};
exports.markAsUntransferable = function markAsUntransferable() {};
exports.receiveMessageOnPort = function receiveMessageOnPort(port) {
  if (port instanceof exports.MessagePort) return native.takeMessage(port);
  throw coded(TypeError, 'ERR_INVALID_ARG_TYPE', 'The "port" argument must be a MessagePort instance');
};
refuse(exports, 'worker_threads', ['moveMessagePortToContext', 'postMessageToThread']);
