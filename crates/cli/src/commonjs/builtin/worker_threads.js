// There is one thread.
'use strict';

const { coded, notHere, refuse } = require('internal/errors');

exports.isMainThread = true;
exports.parentPort = null;
exports.workerData = null;
exports.threadId = 0;
exports.resourceLimits = {};
exports.SHARE_ENV = Symbol.for('nodejs.worker_threads.SHARE_ENV');
exports.Worker = class Worker { constructor() { throw notHere('worker_threads.Worker'); } };
exports.MessageChannel = globalThis.MessageChannel;
exports.MessagePort = globalThis.MessagePort;
exports.BroadcastChannel = globalThis.BroadcastChannel;
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
