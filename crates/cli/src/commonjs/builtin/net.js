// Addresses. Nothing is connected: `fetch` alone reaches a network, where the command line allows some.
'use strict';

const { EventEmitter } = require('events');
const { Duplex } = require('stream');
const { BlockList, SocketAddress, isIPv4, isIPv6 } = require('internal/addresses');
const { coded, notHere, refuse } = require('internal/errors');

refuse(exports, 'net', ['connect', 'createConnection']);

// A socket that is connected to nothing: packages make such for requests that they answer themselves.
function Socket(options) {
  if (!(this instanceof Socket)) return new Socket(options);
  Duplex.call(this, { ...options, allowHalfOpen: options?.allowHalfOpen ?? false, emitClose: false, autoDestroy: true });
  Object.assign(this, { connecting: false, server: null, bytesRead: 0, bytesWritten: 0, timeout: undefined });
}
Object.setPrototypeOf(Socket, Duplex);
Object.setPrototypeOf(Socket.prototype, Duplex.prototype);
Object.assign(Socket.prototype, {
  connect() { throw notHere('net.Socket.connect'); },
  _read() {},
  _write(chunk, encoding, done) { done(notHere('net.Socket.connect')); },
  _destroy(error, done) {
    done(error);
    process.nextTick(() => error ? this.emit('close', true) : this.emit('close'));
  },
  address() { return {}; },
  destroySoon() { if (this.writable) this.end(); this.destroy(); },
  resetAndDestroy() { return this.destroy(); },
  setTimeout(milliseconds, callback) {
    this.timeout = milliseconds;
    if (callback) this.once('timeout', callback);
    return this;
  },
  setNoDelay() { return this; },
  setKeepAlive() { return this; },
  ref() { return this; },
  unref() { return this; },
});
for (const [name, get] of Object.entries({
  pending() { return true; },
  readyState() {
    if (this.readable && this.writable) return 'open';
    return this.readable ? 'readOnly' : this.writable ? 'writeOnly' : 'closed';
  },
  bufferSize() { return undefined; },
})) Object.defineProperty(Socket.prototype, name, { get, configurable: true });
exports.Socket = Socket;
exports.Stream = Socket;

// A server that nobody can reach.
function Server(options, listener) {
  if (!(this instanceof Server)) return new Server(options, listener);
  EventEmitter.call(this);
  if (typeof options === 'function') listener = options;
  if (listener) this.on('connection', listener);
}
Object.setPrototypeOf(Server, EventEmitter);
Object.setPrototypeOf(Server.prototype, EventEmitter.prototype);
Object.assign(Server.prototype, {
  listen() { throw notHere('net.Server.listen'); },
  close(done) {
    if (done) process.nextTick(done, coded(Error, 'ERR_SERVER_NOT_RUNNING', 'Server is not running.'));
    return this;
  },
  address() { return null; },
  getConnections(done) { process.nextTick(done, null, 0); },
  ref() { return this; },
  unref() { return this; },
});
Object.defineProperty(Server.prototype, 'listening', { get: () => false, configurable: true });
exports.Server = Server;
exports.createServer = function createServer(options, listener) { return new Server(options, listener); };

exports.isIPv4 = isIPv4;
exports.isIPv6 = isIPv6;
exports.BlockList = BlockList;
exports.SocketAddress = SocketAddress;
exports.isIP = function isIP(text) { return isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0; };
exports.getDefaultAutoSelectFamily = function getDefaultAutoSelectFamily() { return true; };
exports.setDefaultAutoSelectFamily = function setDefaultAutoSelectFamily() {};
exports.getDefaultAutoSelectFamilyAttemptTimeout = function getDefaultAutoSelectFamilyAttemptTimeout() { return 250; };
exports.setDefaultAutoSelectFamilyAttemptTimeout = function setDefaultAutoSelectFamilyAttemptTimeout() {};
