// Messages of HTTP that are written: their headers, and how their bodies are framed. What is written goes to a stream that somebody
// assigns, and waits until then.
'use strict';

const { Buffer } = require('buffer');
const { Stream } = require('stream');
const { coded, invalidType, invalidValue } = require('internal/errors');

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/;
const LINE_END = Buffer.from('\r\n');
const MOST_WAITING = 16384;

function checkName(name, label) {
  if (typeof name !== 'string' || !TOKEN.test(name)) {
    throw coded(TypeError, 'ERR_INVALID_HTTP_TOKEN', `${label || 'Header name'} must be a valid HTTP token ["${String(name)}"]`);
  }
}
function checkValue(name, value) {
  if (value === undefined) throw coded(TypeError, 'ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "${value}" for header "${name}"`);
  if (FORBIDDEN.test(value)) throw coded(TypeError, 'ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
}
const sent = action => coded(Error, 'ERR_HTTP_HEADERS_SENT', `Cannot ${action} headers after they are sent to the client`);
const checkNameType = name => { if (typeof name !== 'string') throw invalidType('name', 'of type string', name); };

// Headers by their names in small letters: `[name, value]`.
const headers = Symbol('headers'), bytesWritten = Symbol('bytesWritten'), corked = Symbol('corked'), needsDrain = Symbol('needsDrain');

function OutgoingMessage() {
  Stream.call(this);
  Object.assign(this, {
    outputData: [], outputSize: 0, writable: true, destroyed: false, _last: false, chunkedEncoding: false, shouldKeepAlive: true,
    maxRequestsOnConnectionReached: false, _defaultKeepAlive: true, useChunkedEncodingByDefault: true, sendDate: false,
    _removedConnection: false, _removedContLen: false, _removedTE: false, strictContentLength: false, _contentLength: null, _hasBody: true,
    _trailer: '', finished: false, _headerSent: false, _closed: false, socket: null, _header: null, _keepAliveTimeout: 0,
  });
  this[headers] = null;
  this[bytesWritten] = this[corked] = 0;
  this[needsDrain] = false;
}
Object.setPrototypeOf(OutgoingMessage, Stream);
Object.setPrototypeOf(OutgoingMessage.prototype, Stream.prototype);

const getters = {
  errored() { return null; },
  closed() { return this._closed; },
  headersSent() { return Boolean(this._header); },
  writableEnded() { return this.finished; },
  writableFinished() { return this.finished && this.outputSize === 0 && (!this.socket || this.socket.writableLength === 0); },
  writableObjectMode() { return false; },
  writableLength() { return this.outputSize + (this.socket ? this.socket.writableLength : 0); },
  writableHighWaterMark() { return this.socket ? this.socket.writableHighWaterMark : MOST_WAITING; },
  writableCorked() { return this[corked]; },
  writableNeedDrain() { return !this.destroyed && !this.finished && this[needsDrain]; },
};
for (const name in getters) Object.defineProperty(OutgoingMessage.prototype, name, { get: getters[name], configurable: true });
Object.defineProperty(OutgoingMessage.prototype, 'connection', {
  get() { return this.socket; },
  set(value) { this.socket = value; },
  configurable: true,
});

Object.assign(OutgoingMessage.prototype, {
  setHeader(name, value) {
    if (this._header) throw sent('set');
    checkName(name);
    checkValue(name, value);
    (this[headers] ??= Object.create(null))[name.toLowerCase()] = [name, value];
    return this;
  },
  setHeaders(all) {
    if (this._header) throw sent('set');
    if (!(all instanceof Map) && !(all instanceof Headers)) throw invalidType('headers', 'an instance of Headers or Map', all);
    for (const [name, value] of all) this.setHeader(name, value);
    return this;
  },
  appendHeader(name, value) {
    if (this._header) throw sent('append');
    checkName(name);
    checkValue(name, value);
    const known = this[headers]?.[name.toLowerCase()];
    if (!known) return this.setHeader(name, value);
    known[1] = [known[1], value].flat();
    return this;
  },
  getHeader(name) {
    checkNameType(name);
    return this[headers]?.[name.toLowerCase()]?.[1];
  },
  getHeaderNames() { return this[headers] ? Object.keys(this[headers]) : []; },
  getRawHeaderNames() { return this[headers] ? Object.values(this[headers]).map(([name]) => name) : []; },
  getHeaders() {
    const all = Object.create(null);
    for (const name in this[headers]) all[name] = this[headers][name][1];
    return all;
  },
  hasHeader(name) {
    checkNameType(name);
    return this[headers] !== null && name.toLowerCase() in this[headers];
  },
  removeHeader(name) {
    checkNameType(name);
    if (this._header) throw sent('remove');
    const key = name.toLowerCase();
    if (key === 'connection') this._removedConnection = true;
    else if (key === 'content-length') this._removedContLen = true;
    else if (key === 'transfer-encoding') this._removedTE = true;
    else if (key === 'date') this.sendDate = false;
    if (this[headers]) delete this[headers][key];
  },

  // Makes the text of the header. What is not said is added: the date, whether the connection stays, how the body ends.
  _storeHeader(firstLine, given) {
    const said = { connection: false, length: false, chunked: false, date: false, trailer: false };
    let text = firstLine;
    const add = (name, value, isChecked) => {
      if (isChecked) checkName(name);
      const isCookies = Array.isArray(value) && value.length > 1 && /^cookie$/i.test(name);
      for (const one of isCookies ? [value.join('; ')] : Array.isArray(value) ? value : [value]) {
        if (isChecked) checkValue(name, one);
        text += `${name}: ${one}\r\n`;
        this._noted(said, name.toLowerCase(), String(one));
      }
    };
    if (Array.isArray(given)) {
      if (Array.isArray(given[0])) for (const [name, value] of given) add(name, value, true);
      else if (given.length % 2 !== 0) throw invalidValue('headers', given);
      else for (let at = 0; at < given.length; at += 2) add(given[at], given[at + 1], true);
    } else if (given) {
      for (const name of Object.keys(given)) add(name, given[name], true);
    } else {
      for (const name in this[headers]) add(...this[headers][name], false);
    }
    if (this.sendDate && !said.date) text += `Date: ${new Date().toUTCString()}\r\n`;
    if (this.chunkedEncoding && (this.statusCode === 204 || this.statusCode === 304)) {
      this.chunkedEncoding = this.shouldKeepAlive = false;
    }
    if (this._removedConnection) {
      this._last = !this.shouldKeepAlive;
    } else if (!said.connection) {
      const stays = this.shouldKeepAlive && (said.length || this.useChunkedEncodingByDefault || this.agent);
      if (stays) text += 'Connection: keep-alive\r\n';
      else text += 'Connection: close\r\n';
      if (stays && this._keepAliveTimeout && this._defaultKeepAlive) text += `Keep-Alive: timeout=${Math.floor(this._keepAliveTimeout / 1000)}\r\n`;
      if (!stays) this._last = true;
    }
    if (!said.length && !said.chunked) {
      if (!this._hasBody) {
        this.chunkedEncoding = false;
      } else if (!this.useChunkedEncodingByDefault) {
        this._last = true;
      } else if (!said.trailer && !this._removedContLen && typeof this._contentLength === 'number') {
        text += `Content-Length: ${this._contentLength}\r\n`;
      } else if (!this._removedTE) {
        text += 'Transfer-Encoding: chunked\r\n';
        this.chunkedEncoding = true;
      } else {
        this._last = true;
      }
    }
    if (said.trailer && !this.chunkedEncoding) {
      throw coded(Error, 'ERR_HTTP_TRAILER_INVALID', 'Trailers are invalid with this transfer encoding');
    }
    this._header = `${text}\r\n`;
    this._headerSent = false;
  },
  _noted(said, name, value) {
    if (name === 'connection') {
      said.connection = true;
      this._removedConnection = false;
      if (/(?:^|\W)close(?:$|\W)/i.test(value)) this._last = true;
      else this.shouldKeepAlive = true;
    } else if (name === 'transfer-encoding') {
      said.chunked = true;
      this._removedTE = false;
      if (/(?:^|\W)chunked(?:$|\W)/i.test(value)) this.chunkedEncoding = true;
    } else if (name === 'content-length') {
      said.length = true;
      this._contentLength = Number(value);
      this._removedContLen = false;
    } else if (name === 'date' || name === 'trailer') {
      said[name] = true;
    } else if (name === 'keep-alive') {
      this._defaultKeepAlive = false;
    }
  },
  _implicitHeader() { throw coded(Error, 'ERR_METHOD_NOT_IMPLEMENTED', 'The _implicitHeader() method is not implemented'); },

  // The header goes before the first piece, and with it where that is text.
  _send(data, encoding, done) {
    if (!this._headerSent) {
      const isText = typeof data === 'string' && (encoding === undefined || encoding === null || ['utf8', 'utf-8', 'latin1'].includes(encoding));
      if (isText) data = this._header + data;
      else this._queue(this._header, 'latin1', null);
      this._headerSent = true;
    }
    return this._writeRaw(data, encoding, done);
  },
  _writeRaw(data, encoding, done) {
    if (this.destroyed) return false;
    if (typeof encoding === 'function') {
      done = encoding;
      encoding = null;
    }
    if (this.socket && this.socket._httpMessage === this && this.socket.writable) {
      this._flushOutput(this.socket);
      return this.socket.write(data, encoding, done);
    }
    return this._queue(data, encoding, done);
  },
  _queue(data, encoding, callback) {
    this.outputData.push({ data, encoding, callback });
    this.outputSize += data.length;
    return this.outputSize < MOST_WAITING;
  },
  _flushOutput(socket) {
    let isTaken;
    for (const { data, encoding, callback } of this.outputData.splice(0)) isTaken = socket.write(data, encoding, callback);
    this.outputSize = 0;
    return isTaken;
  },
  _flush() {
    if (!this.socket?.writable) return;
    const isTaken = this._flushOutput(this.socket);
    if (this.finished) {
      this._finish();
    } else if (isTaken && this[needsDrain]) {
      this[needsDrain] = false;
      this.emit('drain');
    }
  },
  _finish() { this.emit('prefinish'); },

  cork() {
    this[corked]++;
    this.socket?.cork?.();
  },
  uncork() {
    if (this[corked] > 0) this[corked]--;
    this.socket?.uncork?.();
  },
  setTimeout(milliseconds, callback) {
    if (callback) this.on('timeout', callback);
    if (this.socket) this.socket.setTimeout?.(milliseconds);
    else this.once('socket', socket => socket.setTimeout?.(milliseconds));
    return this;
  },
  destroy(error) {
    if (this.destroyed) return this;
    this.destroyed = true;
    if (this.socket) this.socket.destroy(error);
    else this.once('socket', socket => socket.destroy(error));
    return this;
  },

  write(chunk, encoding, done) {
    if (typeof encoding === 'function') {
      done = encoding;
      encoding = null;
    }
    const isTaken = this._body(chunk, encoding, done);
    if (!isTaken) this[needsDrain] = true;
    return isTaken;
  },
  _body(chunk, encoding, done = () => {}) {
    if (chunk === null) throw coded(TypeError, 'ERR_STREAM_NULL_VALUES', 'May not write null values to stream');
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
      throw invalidType('chunk', 'of type string or an instance of Buffer or Uint8Array', chunk);
    }
    if (this.finished || this.destroyed) {
      const error = this.finished
        ? coded(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end')
        : coded(Error, 'ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed');
      process.nextTick(() => {
        if (this.finished) this.emit('error', error);
        done(error);
      });
      return false;
    }
    const length = typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding ?? undefined) : chunk.byteLength;
    this._counted(length, false);
    if (!this._header) {
      this._contentLength = null;
      this._implicitHeader();
    }
    if (!this._hasBody) {
      process.nextTick(done);
      return true;
    }
    if (!this.chunkedEncoding) return this._send(chunk, encoding, done);
    if (length === 0) {
      this._send('', null, null);
      process.nextTick(done);
      return true;
    }
    this._send(length.toString(16), 'latin1', null);
    this._send(LINE_END, null, null);
    this._send(chunk, encoding, null);
    return this._send(LINE_END, null, done);
  },
  // With `strictContentLength` the body must be as long as it says.
  _counted(length, isWhole) {
    this[bytesWritten] += length;
    if (!this.strictContentLength || typeof this._contentLength !== 'number' || !this._header && !isWhole) return;
    const count = this[bytesWritten];
    if (count > this._contentLength || isWhole && count !== this._contentLength) {
      throw coded(Error, 'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
        `Response body's content-length of ${count} byte(s) does not match the content-length of ${this._contentLength} byte(s) set in header`);
    }
  },
  addTrailers(given) {
    this._trailer = '';
    const entries = Array.isArray(given) ? given : Object.entries(given);
    for (const { 0: name, 1: value } of entries) {
      checkName(name, 'Trailer name');
      for (const one of Array.isArray(value) && value.length > 0 ? value : [`${value}`]) {
        if (FORBIDDEN.test(one)) throw coded(TypeError, 'ERR_INVALID_CHAR', `Invalid character in trailer content ["${name}"]`);
        this._trailer += `${name}: ${one}\r\n`;
      }
    }
  },
  end(chunk, encoding, done) {
    if (typeof chunk === 'function') [chunk, encoding, done] = [null, null, chunk];
    else if (typeof encoding === 'function') [encoding, done] = [null, encoding];
    if (this.finished) {
      if (typeof done === 'function') {
        const error = chunk ? coded(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end')
          : coded(Error, 'ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished');
        if (chunk) process.nextTick(() => this.emit('error', error));
        process.nextTick(done, error);
      } else if (chunk) {
        process.nextTick(() => this.emit('error', coded(Error, 'ERR_STREAM_WRITE_AFTER_END', 'write after end')));
      }
      return this;
    }
    if (chunk) {
      if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array)) {
        throw invalidType('chunk', 'of type string or an instance of Buffer or Uint8Array', chunk);
      }
      if (!this._header) {
        this._contentLength = typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding ?? undefined) : chunk.byteLength;
        this._implicitHeader();
      }
      this._body(chunk, encoding);
    } else if (!this._header) {
      this._contentLength = 0;
      this._implicitHeader();
    }
    if (typeof done === 'function') this.once('finish', done);
    this._counted(0, true);
    const finished = () => {
      if (!this.socket?._hadError) this.emit('finish');
    };
    if (this._hasBody && this.chunkedEncoding) this._send(`0\r\n${this._trailer}\r\n`, 'latin1', finished);
    else if (!this._headerSent || this.writableLength || chunk) this._send('', 'latin1', finished);
    else process.nextTick(finished);
    this.finished = true;
    if (this.outputData.length === 0 && this.socket?._httpMessage === this) this._finish();
    return this;
  },
  flushHeaders() {
    if (!this._header) this._implicitHeader();
    this._send('');
  },
  pipe() { this.emit('error', coded(Error, 'ERR_STREAM_CANNOT_PIPE', 'Cannot pipe, not readable')); },
});
Object.assign(exports, { OutgoingMessage, checkName, checkValue, headers, sent });
