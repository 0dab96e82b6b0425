// Servers of `http` and `https`. They answer what is given to their listeners: no port is listened to.
'use strict';

const net = require('net');
const { invalidType, notHere } = require('internal/errors');

const TIMES = { requestTimeout: 300000, headersTimeout: 60000, keepAliveTimeout: 5000 };

exports.serverOf = function serverOf(where) {
  function Server(options, listener) {
    if (!(this instanceof Server)) return new Server(options, listener);
    net.Server.call(this);
    if (typeof options === 'function') [options, listener] = [{}, options];
    else if (typeof options !== 'object' && options !== undefined) throw invalidType('options', 'of type object', options);
    if (listener) this.on('request', listener);
    for (const name in TIMES) this[name] = options?.[name] ?? TIMES[name];
    Object.assign(this, { maxHeaderSize: options?.maxHeaderSize, timeout: 0, maxHeadersCount: null, maxRequestsPerSocket: 0 });
  }
  Object.setPrototypeOf(Server, net.Server);
  Object.setPrototypeOf(Server.prototype, net.Server.prototype);
  Object.assign(Server.prototype, {
    listen() { throw notHere(`${where}.Server.listen`); },
    closeAllConnections() {},
    closeIdleConnections() {},
    setTimeout(milliseconds, callback) {
      this.timeout = milliseconds;
      if (callback) this.on('timeout', callback);
      return this;
    },
  });
  return Server;
};
