// Resources run their callbacks. What would follow a value across awaits is not here, and says so when it is used.
'use strict';

const { notHere } = require('internal/errors');

class AsyncResource {
  constructor(type) { this.type = type; }
  runInAsyncScope(callback, receiver, ...values) { return Reflect.apply(callback, receiver, values); }
  emitDestroy() { return this; }
  asyncId() { return 1; }
  triggerAsyncId() { return 0; }
  bind(callback) { return callback.bind(null); }
  static bind(callback) { return callback.bind(null); }
}

class AsyncLocalStorage {
  getStore() { return undefined; }
  disable() {}
  run() { throw notHere('AsyncLocalStorage.run, whose value would have to follow each await,'); }
  enterWith() { throw notHere('AsyncLocalStorage.enterWith, whose value would have to follow each await,'); }
  exit(callback, ...values) { return callback(...values); }
  static bind(callback) { return callback.bind(null); }
  static snapshot() { return (callback, ...values) => callback(...values); }
}

exports.AsyncResource = AsyncResource;
exports.AsyncLocalStorage = AsyncLocalStorage;
exports.createHook = function createHook() { throw notHere('async_hooks.createHook'); };
exports.executionAsyncId = function executionAsyncId() { return 1; };
exports.triggerAsyncId = function triggerAsyncId() { return 0; };
exports.executionAsyncResource = function executionAsyncResource() { return {}; };
