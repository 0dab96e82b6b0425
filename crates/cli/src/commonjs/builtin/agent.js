// Agents of `http` and `https`: packages make them when they are loaded. They keep what they are told: each request has
// a connection of its own.
'use strict';

const EventEmitter = require('events');
const { notHere } = require('internal/errors');

exports.agentOf = function agentOf(protocol, defaultPort) {
  class Agent extends EventEmitter {
    constructor(options) {
      super();
      this.options = { path: null, noDelay: true, ...options };
      this.requests = Object.create(null);
      this.sockets = Object.create(null);
      this.freeSockets = Object.create(null);
      this.defaultPort = defaultPort;
      this.protocol = protocol;
      this.keepAliveMsecs = this.options.keepAliveMsecs || 1000;
      this.keepAlive = this.options.keepAlive || false;
      this.maxSockets = this.options.maxSockets || Infinity;
      this.maxFreeSockets = this.options.maxFreeSockets || 256;
      this.scheduling = this.options.scheduling || 'lifo';
      this.maxTotalSockets = this.options.maxTotalSockets ?? Infinity;
      this.totalSocketCount = 0;
    }
    getName(options = {}) {
      const family = options.family === 4 || options.family === 6 ? `:${options.family}` : '';
      return `${options.host || 'localhost'}:${options.port || ''}:${options.localAddress || ''}${family}${options.socketPath ? `:${options.socketPath}` : ''}`;
    }
    createConnection() { throw notHere(`${protocol.slice(0, -1)}.Agent.createConnection`); }
    addRequest() { throw notHere(`${protocol.slice(0, -1)}.Agent.addRequest`); }
    destroy() {}
  }
  return new Proxy(Agent, { apply: (target, receiver, [options]) => new Agent(options) });
};
