// https: agents and servers as those of `http`. There are no connections.
'use strict';

const { refuse } = require('internal/errors');

const Agent = exports.Agent = require('internal/agent').agentOf('https:', 443);
exports.globalAgent = new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 });
exports.Server = require('internal/http_server').serverOf('https');
exports.createServer = function createServer(options, listener) { return new exports.Server(options, listener); };
refuse(exports, 'https', ['request', 'get']);
