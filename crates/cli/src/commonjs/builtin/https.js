// https: agents and servers as those of `http`. There are no connections.
'use strict';

const { notHere } = require('internal/errors');

const Agent = exports.Agent = require('internal/agent').agentOf('https:', 443);
exports.globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
exports.Server = require('internal/http_server').serverOf('https');
exports.createServer = function createServer(options, listener) { return new exports.Server(options, listener); };
for (const name of ['request', 'get']) {
  exports[name] = Object.defineProperty(function () { throw notHere(`https.${name}`); }, 'name', { value: name });
}
