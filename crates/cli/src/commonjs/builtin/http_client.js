// Requests of `http` and `https`, over the network that `fetch` has. Each is sent as a whole when it has been ended, on a connection of
// its own. Redirects are answers as any other.
'use strict';

const { Buffer } = require('buffer');
const { Socket } = require('net');
const { errno } = require('constants').os;
const { abortError, checkNumber, checkString, coded, invalidType, invalidValue, notHere, received } = require('internal/errors');
const { clearTimeout, setImmediate, setTimeout } = require('internal/real_timers');
const { IncomingMessage } = require('internal/http_incoming');
const { OutgoingMessage, headers } = require('internal/http_outgoing');

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, WebUrl = URL;
const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);
// What would make the connection another one than the command line allows, or one that the client cannot make.
const NOT_HERE = ['socketPath', 'createConnection', 'ca', 'cert', 'key', 'pfx', 'secureContext'];

// Hops of `fetch` have the numbers from 0 on.
let nextHop = 2 ** 40;
const hop = Symbol('hop'), pieces = Symbol('pieces'), list = Symbol('list'), failure = Symbol('failure');

const hangUp = (message = 'socket hang up') => coded(Error, 'ECONNRESET', message);

// The connection as a program sees it: it carries nothing, and its end is that of the request.
function Connection(options) {
  Socket.call(this);
  Object.assign(this, { connecting: true, timer: undefined, ...options });
}
Object.setPrototypeOf(Connection.prototype, Socket.prototype);
Object.assign(Connection.prototype, {
  setTimeout(milliseconds, callback) {
    if (typeof milliseconds !== 'number') throw invalidType('msecs', 'of type number', milliseconds);
    this.timeout = milliseconds;
    if (callback) this.once('timeout', callback);
    this.touch();
    return this;
  },
  // Something has come or gone: the time without anything begins again.
  touch() {
    clearTimeout(this.timer);
    if (this.timeout > 0 && !this.destroyed) this.timer = setTimeout(() => this.emit('timeout'), this.timeout).unref();
  },
  _write(chunk, encoding, done) { done(notHere('a connection of http to write to')); },
  _destroy(error, done) {
    clearTimeout(this.timer);
    Socket.prototype._destroy.call(this, error, done);
  },
});
Object.defineProperty(Connection, 'name', { value: 'Socket' });

function optionsOf(input, options, listener) {
  if (typeof input === 'string') {
    if (!WebUrl.canParse(input)) throw Object.assign(coded(TypeError, 'ERR_INVALID_URL', 'Invalid URL'), { input });
    input = new WebUrl(input);
  }
  if (input instanceof WebUrl || typeof input?.href === 'string' && typeof input.searchParams === 'object') {
    input = require('url').urlToHttpOptions(input);
  } else {
    [input, options, listener] = [{}, input, options];
  }
  if (typeof options === 'function') [options, listener] = [{}, options];
  return [{ ...input, ...options }, listener];
}

function ClientRequest(input, given, callback) {
  OutgoingMessage.call(this);
  const [options, listener] = optionsOf(input, given, callback);
  const defaultAgent = options._defaultAgent ?? require('http').globalAgent;
  const protocol = options.protocol || defaultAgent.protocol;
  const agent = this.agent = agentOf(options.agent, defaultAgent);
  checkOptions(options, protocol, agent.protocol ?? defaultAgent.protocol);
  const refused = refusedOf(options, agent);
  const host = options.hostname || options.host || 'localhost';
  const port = options.port || options.defaultPort || agent.defaultPort;
  if (!['number', 'string'].includes(typeof port)) throw invalidType('options.port', 'one of type number or string', port);
  if (`${port}`.trim() === '' || +port >>> 0 !== +port || port > 65535) {
    throw coded(RangeError, 'ERR_SOCKET_BAD_PORT', `Port should be >= 0 and < 65536. ${received(port)}.`);
  }
  const method = this.method = (options.method || 'GET').toUpperCase();
  Object.assign(this, {
    protocol, host, path: options.path || '/', socketPath: undefined, maxHeaderSize: options.maxHeaderSize,
    insecureHTTPParser: options.insecureHTTPParser, joinDuplicateHeaders: options.joinDuplicateHeaders,
    timeout: options.timeout, timeoutCb: null, res: null, aborted: false, reusedSocket: false, maxHeadersCount: null,
    parser: null, upgradeOrConnect: false, _ended: false,
  });
  this.useChunkedEncodingByDefault = !WITHOUT_BODY.has(method);
  this.shouldKeepAlive = agent.keepAlive === true;
  this[pieces] = [];
  if (Array.isArray(options.headers)) {
    this[list] = options.headers.flat();
    this._storeHeader(`${method} ${this.path} HTTP/1.1\r\n`, options.headers);
  } else {
    addHeaders(this, options, host, port);
  }
  if (listener) this.once('response', listener);
  this[hop] = { target: `${protocol}//${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`, host, port };
  if (options.signal) aborts(this, options.signal);
  if (refused !== undefined) this.destroy(notHere(refused));
  connect(this);
}
Object.setPrototypeOf(ClientRequest, OutgoingMessage);
Object.setPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
exports.ClientRequest = ClientRequest;
exports.optionsOf = optionsOf;

function agentOf(agent, defaultAgent) {
  if (agent === false) return new defaultAgent.constructor();
  if (agent === undefined || agent === null) return defaultAgent;
  if (typeof agent.addRequest !== 'function') throw invalidType('options.agent', 'one of Agent-like Object, undefined, or false', agent);
  // Agents that connect for themselves, as those of proxies.
  if (typeof agent.connect === 'function') throw notHere('an agent that connects');
  return agent;
}

function checkOptions(options, protocol, expected) {
  for (const name of ['hostname', 'host']) {
    const value = options[name];
    if (value !== undefined && value !== null && typeof value !== 'string') throw invalidType(`options.${name}`, 'of type string or one of undefined or null', value);
  }
  if (/[^\u0021-\u00ff]/.test(options.path)) throw coded(TypeError, 'ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
  if (protocol !== expected) throw coded(TypeError, 'ERR_INVALID_PROTOCOL', `Protocol "${protocol}" not supported. Expected "${expected}"`);
  if (options.timeout !== undefined && typeof options.timeout !== 'number') throw invalidType('timeout', 'of type number', options.timeout);
  const { method, insecureHTTPParser } = options;
  if (method !== undefined && method !== null) checkString(method, 'options.method');
  if (method && !TOKEN.test(method)) throw coded(TypeError, 'ERR_INVALID_HTTP_TOKEN', `Method must be a valid HTTP token ["${method}"]`);
  if (insecureHTTPParser !== undefined && typeof insecureHTTPParser !== 'boolean') {
    throw invalidType('options.insecureHTTPParser', 'of type boolean', insecureHTTPParser);
  }
  if (options.maxHeaderSize !== undefined) checkNumber(options.maxHeaderSize, 'maxHeaderSize');
  if (![undefined, null, 0, 4, 6].includes(options.family)) throw invalidValue('options.family', options.family, 'must be one of: 0, 4, 6');
}

// What the client cannot do of a request, which is its error: packages expect those of connections there.
function refusedOf(options, agent) {
  if (/^CONNECT$/i.test(options.method)) return 'http.request with CONNECT';
  if (/^[a-z]+:\/\//i.test(options.path)) return 'http.request of a proxy';
  const name = NOT_HERE.find(name => options[name] !== undefined && options[name] !== null || agent.options?.[name]);
  return name && `http.request with ${name}`;
}

function addHeaders(request, options, host, port) {
  for (const [name, value] of Object.entries(options.headers ?? {})) request.setHeader(name, value);
  if (!request.getHeader('host') && (options.setHost === undefined || options.setHost)) {
    const shown = host.includes(':') && !host.startsWith('[') && host.split(':').length > 2 ? `[${host}]` : host;
    request.setHeader('Host', Number(port) === (options.defaultPort || request.agent.defaultPort) ? shown : `${shown}:${port}`);
  }
  if (options.auth && !request.getHeader('authorization')) {
    request.setHeader('Authorization', `Basic ${Buffer.from(options.auth).toString('base64')}`);
  }
  // Node takes the name of the server out of it.
  const named = request.getHeader('host');
  if (named && !options.servername && options.servername !== '') checkString(named, 'options.headers.host');
  if (request.getHeader('expect')) request._storeHeader(`${request.method} ${request.path} HTTP/1.1\r\n`, null);
}

function aborts(request, signal) {
  const abort = () => request.destroy(abortError(signal));
  if (signal.aborted) return void process.nextTick(abort);
  signal.addEventListener('abort', abort, { once: true });
  request.once('close', () => signal.removeEventListener('abort', abort));
}

// Gives the request its connection, a moment later.
function connect(request) {
  process.nextTick(() => {
    if (request.destroyed) return ended(request);
    const socket = new Connection({ encrypted: request.protocol === 'https:' || undefined, authorized: request.protocol === 'https:' || undefined });
    socket.on('error', () => {});
    socket.once('close', () => ended(request));
    request.socket = socket;
    socket.on('timeout', () => request.emit('timeout'));
    if (request.timeout) socket.setTimeout(request.timeout);
    request.emit('socket', socket);
    process.nextTick(() => {
      if (socket.destroyed) return;
      socket.connecting = false;
      socket.emit('connect');
      if (socket.encrypted) socket.emit('secureConnect');
      socket.emit('ready');
    });
    if (request.finished) send(request);
  });
}

// The connection is over: either the answer has come as a whole, or something is missing.
function ended(request) {
  if (request[hop].id !== undefined) native.stop(request[hop].id);
  const { res } = request;
  request.destroyed = true;
  if (res) {
    if (!res.complete) res.destroy(request[failure] ?? hangUp('aborted'));
  } else if (request[failure] || !request.aborted) {
    request.emit('error', request[failure] ?? hangUp());
  }
  request._closed = true;
  request.emit('close');
}

async function send(request) {
  const going = request[hop], { socket } = request;
  if (going.id !== undefined || socket.destroyed) return;
  going.id = nextHop++;
  const body = Buffer.concat(request[pieces].splice(0));
  let head;
  try {
    head = await native.ask({ id: going.id, method: request.method, url: urlOf(going, request.path), headers: sentHeaders(request), body: body.length > 0 ? body : undefined });
  } catch (error) {
    return void request.destroy(inNodesWords(error.message, going));
  }
  if (socket.destroyed) return;
  receive(request, head);
}

// Of a host alone: what else a URL can have in its place would lead elsewhere than it seems.
function urlOf({ target, host }, path) {
  const url = WebUrl.canParse(target) ? new WebUrl(target) : undefined;
  if (!url || url.username || url.password || url.pathname !== '/' || url.search || url.hash || /[/\\?#@]/.test(host)) {
    throw new Error('host not found');
  }
  return url.origin + (path.startsWith('/') ? path : `/${path}`).split('#')[0];
}

function sentHeaders(request) {
  const all = [];
  const add = (name, value) => { for (const one of [value].flat()) all.push([name.toLowerCase(), String(one)]); };
  if (request[list]) for (let at = 0; at + 1 < request[list].length; at += 2) add(request[list][at], request[list][at + 1]);
  for (const [name, value] of Object.values(request[headers] ?? {})) add(name, name.toLowerCase() === 'cookie' ? [value].flat().join('; ') : value);
  // Whoever asks for no coding gets none: what comes is not decoded here.
  if (!all.some(([name]) => name === 'accept-encoding')) all.push(['accept-encoding', 'identity']);
  return all;
}

function inNodesWords(why, { host, port }) {
  const failed = (code, call, text, more) => Object.assign(coded(Error, code, text), { errno: -errno[code], syscall: call, ...more });
  const address = `${host}:${port}`;
  if (/--allow-net|without a network/.test(why)) return failed('EACCES', 'connect', `connect EACCES ${address}: ${why}`, { address: host, port });
  if (/refused/i.test(why)) return failed('ECONNREFUSED', 'connect', `connect ECONNREFUSED ${address}`, { address: host, port: Number(port) });
  if (/not found|lookup|resolve/i.test(why)) return Object.assign(failed('ENOTFOUND', 'getaddrinfo', `getaddrinfo ENOTFOUND ${host}`, { hostname: host }), { errno: -3008 });
  if (/time/i.test(why)) return failed('ETIMEDOUT', 'connect', `connect ETIMEDOUT ${address}`);
  return hangUp(why);
}

function receive(request, head) {
  const { socket } = request, res = request.res = new IncomingMessage(socket);
  Object.assign(res, {
    req: request, statusCode: head.status, statusMessage: head.statusText, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1,
    joinDuplicateHeaders: request.joinDuplicateHeaders === true,
  });
  for (const [name, value] of head.headers) res.rawHeaders.push(name, value);
  let isReading = false;
  res._read = function () {
    this._consuming = true;
    if (!isReading) pull();
  };
  async function pull() {
    isReading = true;
    try {
      const piece = await head.read();
      isReading = false;
      if (res.destroyed) return;
      socket.touch();
      if (piece !== null) return void res.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
      res.complete = true;
      res.push(null);
    } catch {
      res.destroy(hangUp('aborted'));
    }
  }
  socket.touch();
  // Whoever waits for the end hears of it before the connection closes.
  res.once('end', () => setImmediate(() => socket.destroy()));
  if (!request.emit('response', res)) res._dump();
}

Object.assign(ClientRequest.prototype, {
  _implicitHeader() { this._storeHeader(`${this.method} ${this.path} HTTP/1.1\r\n`, null); },
  _storeHeader(firstLine, given) {
    OutgoingMessage.prototype._storeHeader.call(this, firstLine, given);
    // The client frames bodies, which it gets as wholes.
    this.chunkedEncoding = false;
    if (/^expect: *100-continue/im.test(this._header)) process.nextTick(() => this.emit('continue'));
  },
  _send(data, encoding, done) {
    this._headerSent = true;
    if (data.length > 0) this[pieces].push(typeof data === 'string' ? Buffer.from(data, encoding ?? undefined) : Buffer.from(data));
    if (typeof done === 'function') process.nextTick(() => { if (!this.destroyed) done(); });
    return true;
  },
  end(...given) {
    const isFirst = !this.finished;
    OutgoingMessage.prototype.end.apply(this, given);
    if (!isFirst) return this;
    this._ended = true;
    if (this.outputData.length === 0) process.nextTick(() => this._finish());
    if (this.socket) send(this);
    return this;
  },
  destroy(error) {
    if (this.destroyed) return this;
    this.destroyed = true;
    this[failure] = error;
    this.res?._dump();
    this.socket?.destroy(error);
    return this;
  },
  abort() {
    if (this.aborted) return;
    this.aborted = true;
    process.nextTick(() => this.emit('abort'));
    this.destroy();
  },
  setTimeout(milliseconds, callback) {
    if (typeof milliseconds !== 'number') throw invalidType('msecs', 'of type number', milliseconds);
    if (callback) this.once('timeout', callback);
    this.timeout = milliseconds;
    this.socket?.setTimeout(milliseconds);
    return this;
  },
  clearTimeout(callback) { this.setTimeout(0, callback); },
  setNoDelay() {},
  setSocketKeepAlive() {},
  onSocket() { throw notHere('http.ClientRequest.onSocket'); },
});
