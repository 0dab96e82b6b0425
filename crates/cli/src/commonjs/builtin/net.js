// Addresses. Nothing is connected: `fetch` alone reaches a network, where the command line allows some.
'use strict';

const { EventEmitter } = require('events');
const { Duplex } = require('stream');
const { coded, notHere, refuse } = require('internal/errors');

refuse(exports, 'net', ['connect', 'createConnection', 'BlockList', 'SocketAddress']);

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

const PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const FOUR = new RegExp(`^(?:${PART}\\.){3}${PART}$`);

exports.isIPv4 = function isIPv4(text) { return FOUR.test(`${text}`); };
exports.isIPv6 = function isIPv6(text) {
  const [address, zone, ...more] = `${text}`.split('%');
  if (more.length > 0 || zone !== undefined && !/^[0-9A-Za-z.:-]+$/.test(zone)) return false;
  const halves = address.split('::');
  if (halves.length > 2) return false;
  let count = 0;
  for (const [at, half] of halves.entries()) {
    if (half === '') {
      if (halves.length === 1) return false;
      continue;
    }
    const parts = half.split(':'), last = at === halves.length - 1 ? parts.at(-1) : '';
    if (last.includes('.')) {
      if (!FOUR.test(last)) return false;
      parts.splice(-1, 1, '0', '0');
    }
    if (!parts.every(part => /^[0-9A-Fa-f]{1,4}$/.test(part))) return false;
    count += parts.length;
  }
  return halves.length === 2 ? count < 8 : count === 8;
};
exports.isIP = function isIP(text) { return exports.isIPv4(text) ? 4 : exports.isIPv6(text) ? 6 : 0; };
exports.getDefaultAutoSelectFamily = function getDefaultAutoSelectFamily() { return true; };
exports.setDefaultAutoSelectFamily = function setDefaultAutoSelectFamily() {};
