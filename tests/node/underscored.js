// Modules that have the names of Node's files: packages look into them.
const { Agent, ClientRequest, IncomingMessage, OutgoingMessage, Server, globalAgent } = require('http');
const stream = require('stream'), tls = require('tls'), { builtinModules, isBuiltin } = require('module');
for (const name of ['Duplex', 'PassThrough', 'Readable', 'Transform', 'Writable']) {
  const file = `_stream_${name.toLowerCase()}`;
  console.log(file, require(file) === stream[name], require(`node:${file}`) === stream[name], isBuiltin(file), builtinModules.includes(file));
}
console.log(require('_http_agent').Agent === Agent, require('_http_agent').globalAgent === globalAgent, require('_http_client').ClientRequest === ClientRequest);
console.log(require('_http_incoming').IncomingMessage === IncomingMessage, require('_http_outgoing').OutgoingMessage === OutgoingMessage, require('_http_server').Server === Server);
console.log(require('_tls_wrap').TLSSocket === tls.TLSSocket, require('_tls_common').SecureContext === tls.SecureContext);
const common = require('_http_common');
for (const text of ['a', 'x-y_1', '', 'a b', 'é', 'a:b', '!#$%&\'*+-.^_`|~']) console.log(common._checkIsHttpToken(text));
for (const text of ['a', '', 'a\tb', 'a\nb', '\0', '\x7F', '\xFF', '\u0100']) console.log(common._checkInvalidHeaderChar(text));
console.log(common.chunkExpression, common.continueExpression, JSON.stringify(common.CRLF), common.kIncomingMessage, common.methods.includes('GET'), typeof common.HTTPParser);
