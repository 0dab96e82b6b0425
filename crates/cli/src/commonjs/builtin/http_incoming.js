// Messages of HTTP that are read. Whoever has read them adds their headers and pushes their bodies.
'use strict';

const { Readable } = require('stream');

// Of headers that come twice the first one counts, where the others are joined.
const FIRST_COUNTS = new Set(['content-type', 'content-length', 'user-agent', 'referer', 'host', 'authorization', 'proxy-authorization',
  'if-modified-since', 'if-unmodified-since', 'from', 'location', 'max-forwards', 'retry-after', 'etag', 'last-modified', 'server', 'age', 'expires']);

const known = Symbol('headers');

function IncomingMessage(socket) {
  Readable.call(this, socket ? { autoDestroy: false, highWaterMark: socket.readableHighWaterMark } : {});
  Object.assign(this, {
    socket, httpVersionMajor: null, httpVersionMinor: null, httpVersion: null, complete: false, rawHeaders: [], rawTrailers: [],
    joinDuplicateHeaders: false, aborted: false, upgrade: null, url: '', method: null, statusCode: null, statusMessage: null,
    client: socket, _consuming: false, _dumped: false,
  });
  Object.defineProperty(this, known, { value: {}, writable: true });
}
Object.setPrototypeOf(IncomingMessage, Readable);
Object.setPrototypeOf(IncomingMessage.prototype, Readable.prototype);

// Headers as an object, made of pairs in a row.
function joined(raw, joins) {
  const all = {};
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at].toLowerCase(), value = raw[at + 1];
    if (name === 'set-cookie') (all[name] ??= []).push(value);
    else if (!Object.hasOwn(all, name)) Object.defineProperty(all, name, { value, writable: true, enumerable: true, configurable: true });
    else if (joins || !FIRST_COUNTS.has(name)) all[name] += `${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  return all;
}
function distinct(raw) {
  const all = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) (all[raw[at].toLowerCase()] ??= []).push(raw[at + 1]);
  return all;
}
function lazily(name, make) {
  Object.defineProperty(IncomingMessage.prototype, name, {
    get() { return (this[known] ??= {})[name] ??= make(this); },
    set(value) { (this[known] ??= {})[name] = value; },
    configurable: true,
  });
}
lazily('headers', message => joined(message.rawHeaders, message.joinDuplicateHeaders));
lazily('headersDistinct', message => distinct(message.rawHeaders));
lazily('trailers', message => joined(message.rawTrailers, message.joinDuplicateHeaders));
lazily('trailersDistinct', message => distinct(message.rawTrailers));
Object.defineProperty(IncomingMessage.prototype, 'connection', {
  get() { return this.socket; },
  set(value) { this.socket = value; },
  configurable: true,
});
Object.assign(IncomingMessage.prototype, {
  setTimeout(milliseconds, callback) {
    if (callback) this.on('timeout', callback);
    this.socket?.setTimeout?.(milliseconds);
    return this;
  },
  _read() { this._consuming = true; },
  _destroy(error, done) {
    if (!this.readableEnded || !this.complete) {
      this.aborted = true;
      this.emit('aborted');
    }
    // A message that nobody has read whole closes what it comes from.
    if (this.socket && !this.socket.destroyed && this.aborted) this.socket.destroy(error);
    process.nextTick(done, error);
  },
  _addHeaderLines(lines, count) {
    const given = this.complete ? this.rawTrailers : this.rawHeaders;
    given.push(...lines.slice(0, count));
    this[known] = {};
  },
  _addHeaderLine(name, value, into) {
    const before = Object.entries(into).flatMap(([key, known]) => [known].flat().flatMap(one => [key, one]));
    Object.assign(into, joined([...before, name, value], this.joinDuplicateHeaders));
  },
  _dump() {
    if (this._dumped) return;
    this._dumped = true;
    this.removeAllListeners('data');
    this.resume();
  },
});
exports.IncomingMessage = IncomingMessage;
