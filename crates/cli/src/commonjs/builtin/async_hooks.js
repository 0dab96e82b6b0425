// AsyncLocalStorage and AsyncResource. What follows the code across awaits, jobs and timers is one Map, from storages to their
// stores, which is never changed: who sets a store makes another one. `native` gives and sets it.
'use strict';

const { checkFunction, invalidType, notHere } = require('internal/errors');

const { current, enter } = native;

/** Calls a function with a Map in force, and puts back what was there. */
function within(context, callback, receiver, values) {
  const before = current();
  enter(context);
  try {
    return Reflect.apply(callback, receiver, values);
  } finally {
    enter(before);
  }
}

function bound(callback, context, receiver) {
  checkFunction(callback, 'fn');
  const made = function (...values) { return within(context, callback, receiver === undefined ? this : receiver, values); };
  Object.defineProperty(made, 'length', { value: callback.length, configurable: true });
  return made;
}

class AsyncResource {
  #context = current();
  constructor(type) {
    if (typeof type !== 'string') throw invalidType('type', 'of type string', type);
    this.type = type;
  }
  runInAsyncScope(callback, receiver, ...values) { return within(this.#context, callback, receiver, values); }
  emitDestroy() { return this; }
  asyncId() { return 1; }
  triggerAsyncId() { return 0; }
  bind(callback, receiver) {
    return Object.defineProperty(bound(callback, this.#context, receiver), 'asyncResource', {
      value: this, writable: true, enumerable: true, configurable: true,
    });
  }
  static bind(callback, type, receiver) { return new AsyncResource(type || callback.name || 'bound-anonymous-fn').bind(callback, receiver); }
}

class AsyncLocalStorage {
  #default;
  #name;
  constructor(options = {}) {
    this.#default = options.defaultValue;
    this.#name = options.name === undefined ? '' : `${options.name}`;
  }
  get name() { return this.#name; }
  getStore() {
    const context = current();
    return context?.has(this) ? context.get(this) : this.#default;
  }
  run(store, callback, ...values) { return within(this.#with(store), callback, undefined, values); }
  exit(callback, ...values) { return within(this.#with(undefined), callback, undefined, values); }
  enterWith(store) { enter(this.#with(store)); }
  disable() {
    const context = new Map(current());
    context.delete(this);
    enter(context);
  }
  #with(store) { return new Map(current()).set(this, store); }
  static bind(callback) { return bound(callback, current()); }
  static snapshot() {
    const context = current();
    return function snapshot(callback, ...values) { return within(context, callback, this, values); };
  }
}

exports.AsyncResource = AsyncResource;
exports.AsyncLocalStorage = AsyncLocalStorage;
exports.createHook = function createHook() { throw notHere('async_hooks.createHook'); };
exports.executionAsyncId = function executionAsyncId() { return 1; };
exports.triggerAsyncId = function triggerAsyncId() { return 0; };
exports.executionAsyncResource = function executionAsyncResource() { return {}; };
