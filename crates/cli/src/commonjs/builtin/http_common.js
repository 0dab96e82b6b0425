// What Node's file of that name has for packages that look into it. Messages on a connection are read by the command, not here.
'use strict';

const { METHODS } = require('http');
const { refuse } = require('internal/errors');

exports._checkInvalidHeaderChar = function checkInvalidHeaderChar(value) { return /[^\t\x20-\x7E\x80-\xFF]/.test(value); };
exports._checkIsHttpToken = function checkIsHttpToken(value) { return /^[\w!#$%&'*+.^`|~-]+$/.test(value); };
exports.chunkExpression = /(?:^|\W)chunked(?:$|\W)/i;
exports.continueExpression = /(?:^|\W)100-continue(?:$|\W)/i;
exports.CRLF = '\r\n';
exports.methods = [...METHODS];
exports.kIncomingMessage = Symbol('IncomingMessage');
exports.isLenient = function isLenient() { return false; };
exports.parsers = {};
refuse(exports.parsers, '_http_common.parsers', ['alloc', 'free']);
refuse(exports, '_http_common', ['HTTPParser', 'freeParser', 'prepareError']);
