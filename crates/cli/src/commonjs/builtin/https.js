// https: agents, servers and requests as those of `http`. Certificates are those that the command trusts.
'use strict';

const { ClientRequest, optionsOf } = require('internal/http_client');

const Agent = exports.Agent = require('internal/agent').agentOf('https:', 443);
exports.globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
const Server = exports.Server = require('internal/http_server').serverOf('https');
exports.createServer = function createServer(options, listener) { return new Server(options, listener); };
const request = exports.request = function request(...given) {
  let options = {};
  if (typeof given[0] === 'string' || given[0] instanceof URL) options = optionsOf(given.shift())[0];
  if (given[0] && typeof given[0] !== 'function') Object.assign(options, given.shift());
  return new ClientRequest({ _defaultAgent: exports.globalAgent, ...options }, given[0]);
};
// Whoever replaces `request` has not replaced `get`.
exports.get = function get(input, options, callback) {
  const asked = request(input, options, callback);
  asked.end();
  return asked;
};
