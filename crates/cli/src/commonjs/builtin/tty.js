// Is standard input or output a terminal?
'use strict';

const { notHere } = require('internal/errors');
const streams = { 0: 'stdin', 1: 'stdout', 2: 'stderr' };

exports.isatty = function isatty(fd) { return process[streams[fd]]?.isTTY === true; };
exports.ReadStream = function ReadStream() { throw notHere('tty.ReadStream'); };
exports.WriteStream = function WriteStream() { throw notHere('tty.WriteStream'); };
