// A module that packages load for what they do with systems. Its names come before this text, as `names`. Each says that it is
// not here when it is used.
const { notHere } = require('internal/errors');
for (const name of names.split(' ')) {
  const refused = function () { throw notHere(`${module.id}.${name}`); };
  exports[name] = Object.defineProperty(refused, 'name', { value: name });
}

// What is no function, and what packages read when they are loaded.
const VALUES = {
  dns: { V4MAPPED: 8, ADDRCONFIG: 32, ALL: 16, promises: {} },
  http: {
    METHODS: ['CONNECT', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE'],
    STATUS_CODES: {
      200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 206: 'Partial Content', 301: 'Moved Permanently', 302: 'Found',
      303: 'See Other', 304: 'Not Modified', 307: 'Temporary Redirect', 308: 'Permanent Redirect', 400: 'Bad Request',
      401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 405: 'Method Not Allowed', 406: 'Not Acceptable',
      408: 'Request Timeout', 409: 'Conflict', 410: 'Gone', 411: 'Length Required', 412: 'Precondition Failed',
      413: 'Payload Too Large', 415: 'Unsupported Media Type', 422: 'Unprocessable Entity', 429: 'Too Many Requests',
      500: 'Internal Server Error', 501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout',
    },
    maxHeaderSize: 16384,
  },
  http2: { constants: {} },
};
Object.assign(exports, VALUES[module.id]);
if (module.id === 'http' || module.id === 'https') {
  const isPlain = module.id === 'http';
  const Agent = require('internal/agent').agentOf(`${module.id}:`, isPlain ? 80 : 443);
  Object.assign(exports, { Agent, globalAgent: new Agent({ keepAlive: true, scheduling: 'lifo', timeout: 5000 }) });
}
