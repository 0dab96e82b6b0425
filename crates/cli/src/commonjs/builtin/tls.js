// tls: sockets that are connected to nothing. What needs a network says that it is not here.
'use strict';

const net = require('net');
const { refuse } = require('internal/errors');

refuse(exports, 'tls', ['connect', 'createServer', 'createSecureContext', 'checkServerIdentity', 'SecureContext', 'Server']);
exports.getCiphers = function getCiphers() { return []; };
exports.rootCertificates = Object.freeze([]);
exports.CLIENT_RENEG_LIMIT = 3;
exports.CLIENT_RENEG_WINDOW = 600;
exports.DEFAULT_CIPHERS = '';
exports.DEFAULT_ECDH_CURVE = 'auto';
exports.DEFAULT_MIN_VERSION = 'TLSv1.2';
exports.DEFAULT_MAX_VERSION = 'TLSv1.3';

// A socket around a stream that is none.
class JSStreamSocket extends net.Socket {
  constructor(stream) {
    super();
    this.stream = stream;
  }
}

class TLSSocket extends net.Socket {
  constructor(socket, options) {
    super(options);
    this.encrypted = true;
    this.authorized = false;
    this.authorizationError = null;
    // Packages find the class of sockets around streams by this way.
    if (socket && !(socket instanceof net.Socket)) this._handle = { _parentWrap: new JSStreamSocket(socket) };
  }
}
exports.TLSSocket = TLSSocket;
