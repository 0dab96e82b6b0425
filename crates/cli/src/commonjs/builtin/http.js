// http: requests, messages, and servers that are asked directly. Nothing listens to a port.
'use strict';

const { checkObject, coded, invalidValue } = require('internal/errors');
const { ClientRequest } = require('internal/http_client');
const { IncomingMessage } = require('internal/http_incoming');
const { OutgoingMessage, checkName, checkValue, headers, sent } = require('internal/http_outgoing');
const { serverOf } = require('internal/http_server');

exports.METHODS = [
  'ACL', 'BIND', 'CHECKOUT', 'CONNECT', 'COPY', 'DELETE', 'GET', 'HEAD', 'LINK', 'LOCK', 'M-SEARCH', 'MERGE', 'MKACTIVITY', 'MKCALENDAR',
  'MKCOL', 'MOVE', 'NOTIFY', 'OPTIONS', 'PATCH', 'POST', 'PROPFIND', 'PROPPATCH', 'PURGE', 'PUT', 'QUERY', 'REBIND', 'REPORT', 'SEARCH',
  'SOURCE', 'SUBSCRIBE', 'TRACE', 'UNBIND', 'UNLINK', 'UNLOCK', 'UNSUBSCRIBE',
];
const STATUS_CODES = exports.STATUS_CODES = {
  100: 'Continue', 101: 'Switching Protocols', 102: 'Processing', 103: 'Early Hints', 200: 'OK', 201: 'Created', 202: 'Accepted',
  203: 'Non-Authoritative Information', 204: 'No Content', 205: 'Reset Content', 206: 'Partial Content', 207: 'Multi-Status',
  208: 'Already Reported', 226: 'IM Used', 300: 'Multiple Choices', 301: 'Moved Permanently', 302: 'Found', 303: 'See Other',
  304: 'Not Modified', 305: 'Use Proxy', 307: 'Temporary Redirect', 308: 'Permanent Redirect', 400: 'Bad Request', 401: 'Unauthorized',
  402: 'Payment Required', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 406: 'Not Acceptable',
  407: 'Proxy Authentication Required', 408: 'Request Timeout', 409: 'Conflict', 410: 'Gone', 411: 'Length Required',
  412: 'Precondition Failed', 413: 'Payload Too Large', 414: 'URI Too Long', 415: 'Unsupported Media Type', 416: 'Range Not Satisfiable',
  417: 'Expectation Failed', 418: "I'm a Teapot", 421: 'Misdirected Request', 422: 'Unprocessable Entity', 423: 'Locked',
  424: 'Failed Dependency', 425: 'Too Early', 426: 'Upgrade Required', 428: 'Precondition Required', 429: 'Too Many Requests',
  431: 'Request Header Fields Too Large', 451: 'Unavailable For Legal Reasons', 500: 'Internal Server Error', 501: 'Not Implemented',
  502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout', 505: 'HTTP Version Not Supported', 506: 'Variant Also Negotiates',
  507: 'Insufficient Storage', 508: 'Loop Detected', 509: 'Bandwidth Limit Exceeded', 510: 'Not Extended', 511: 'Network Authentication Required',
};
exports.maxHeaderSize = 16384;
const Agent = exports.Agent = require('internal/agent').agentOf('http:', 80);
exports.globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
exports.validateHeaderName = checkName;
exports.validateHeaderValue = checkValue;
exports.setMaxIdleHTTPParsers = function setMaxIdleHTTPParsers() {};
exports.IncomingMessage = IncomingMessage;
exports.OutgoingMessage = OutgoingMessage;

// Each part of it can be read in one way only: no text takes long.
const LINK = /^<[^>]*>(?:\s*;\s*[^;"\s]+(?:="[^;"\s]*")?)*$/;
const wrongLink = link => invalidValue('hints', link, 'must be an array or string of format "</styles.css>; rel=preload; as=style"');

function ServerResponse(req, options) {
  OutgoingMessage.call(this, options);
  if (req.method === 'HEAD') this._hasBody = false;
  this.req = req;
  this.sendDate = true;
  this._sent100 = this._expect_continue = false;
  if (req.httpVersionMajor < 1 || req.httpVersionMinor < 1) {
    this.useChunkedEncodingByDefault = /(?:^|\W)chunked(?:$|\W)/i.test(req.headers?.te);
    this.shouldKeepAlive = false;
  }
}
Object.setPrototypeOf(ServerResponse, OutgoingMessage);
Object.setPrototypeOf(ServerResponse.prototype, OutgoingMessage.prototype);
exports.ServerResponse = ServerResponse;
Object.assign(ServerResponse.prototype, {
  statusCode: 200,
  statusMessage: undefined,
  assignSocket(socket) {
    if (socket._httpMessage) throw coded(Error, 'ERR_HTTP_SOCKET_ASSIGNED', 'Socket already assigned');
    socket._httpMessage = this;
    socket.on('close', closed);
    this.socket = socket;
    this.emit('socket', socket);
    this._flush();
  },
  detachSocket(socket) {
    socket.removeListener('close', closed);
    socket._httpMessage = this.socket = null;
  },
  writeContinue(done) {
    this._writeRaw('HTTP/1.1 100 Continue\r\n\r\n', 'ascii', done);
    this._sent100 = true;
  },
  writeProcessing(done) { this._writeRaw('HTTP/1.1 102 Processing\r\n\r\n', 'ascii', done); },
  writeEarlyHints(hints, done) {
    checkObject(hints, 'hints');
    const { link } = hints;
    if (link === undefined || link === null) return;
    if (typeof link !== 'string' && !Array.isArray(link)) throw wrongLink(link);
    const links = [link].flat();
    for (const one of links) {
      if (!LINK.test(one)) throw wrongLink(one);
      checkValue('link', one);
    }
    if (links.length === 0) return;
    let text = `HTTP/1.1 103 Early Hints\r\nLink: ${links.join(', ')}\r\n`;
    for (const [name, value] of Object.entries(hints)) {
      if (name === 'link') continue;
      checkName(name);
      checkValue(name, value);
      text += `${name}: ${value}\r\n`;
    }
    this._writeRaw(`${text}\r\n`, 'ascii', done);
  },
  _implicitHeader() { this.writeHead(this.statusCode); },
  writeHead(statusCode, reason, given) {
    if (this._header) throw sent('write');
    const asked = statusCode;
    statusCode |= 0;
    if (statusCode < 100 || statusCode > 999) throw coded(RangeError, 'ERR_HTTP_INVALID_STATUS_CODE', `Invalid status code: ${asked}`);
    if (typeof reason === 'string') {
      this.statusMessage = reason;
    } else {
      this.statusMessage ||= STATUS_CODES[statusCode] || 'unknown';
      given ??= reason;
    }
    this.statusCode = statusCode;
    if (this[headers] && given) {
      for (const [name, value] of pairs(given)) if (name) this.setHeader(name, value);
      given = null;
    }
    if (/[^\t\x20-\x7e\x80-\xff]/.test(this.statusMessage)) throw coded(TypeError, 'ERR_INVALID_CHAR', 'Invalid character in statusMessage');
    if (statusCode === 204 || statusCode === 304 || statusCode < 200) this._hasBody = false;
    if (this._expect_continue && !this._sent100) this.shouldKeepAlive = false;
    this._storeHeader(`HTTP/1.1 ${statusCode} ${this.statusMessage}\r\n`, given);
    return this;
  },
});
ServerResponse.prototype.writeHeader = ServerResponse.prototype.writeHead;

// The headers of `writeHead`: an object, a list of pairs, or names and values in a row.
function* pairs(given) {
  if (!Array.isArray(given)) {
    yield* Object.entries(given);
  } else if (Array.isArray(given[0])) {
    yield* given;
  } else {
    if (given.length % 2) throw invalidValue('headers', given);
    for (let at = 0; at < given.length; at += 2) yield [given[at], given[at + 1]];
  }
}
function closed() {
  const message = this._httpMessage;
  if (!message) return;
  message.destroyed = message._closed = true;
  message.emit('close');
}

const Server = exports.Server = serverOf('http');
exports.createServer = function createServer(options, listener) { return new Server(options, listener); };

exports.ClientRequest = ClientRequest;
const request = exports.request = function request(input, options, callback) { return new ClientRequest(input, options, callback); };
// Whoever replaces `request` has not replaced `get`.
exports.get = function get(input, options, callback) {
  const asked = request(input, options, callback);
  asked.end();
  return asked;
};
