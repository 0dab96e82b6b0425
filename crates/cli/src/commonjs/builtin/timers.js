// The timers that are globals too.
'use strict';

const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate } = globalThis;
module.exports = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate };
Object.defineProperty(module.exports, 'promises', { get() { return require('timers/promises'); }, enumerable: true });
