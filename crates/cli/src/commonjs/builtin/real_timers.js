// The timers of this process, whatever stands in their place later: node:test's mocks, or a script's own.
'use strict';

const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate } = globalThis;
module.exports = { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate };
