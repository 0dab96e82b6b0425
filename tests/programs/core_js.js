// concat qunit: ../../tests/packages/qunit.js exports assertions, test, QUnit
// concat core-js: core-js-tests/client/core.js exports Symbol
// The suite of core-js 0.4, the last whose package brings one along, of its polyfills and of what it takes from the engine. What is
// not ok is what ECMAScript has come to have otherwise since. What node printed is of one that has RegExp.escape: 26.

var runner = require('qunit');
// It takes what has a `process` for node, and times what it prints.
globalThis.process = undefined;
globalThis.console = {};
// A measurement waits for it to be loaded.
globalThis.window = {};
var never = function () {};
Object.assign(globalThis, { setTimeout: never, setInterval: never, setImmediate: never, clearImmediate: never });
globalThis.QUnit = runner.QUnit;
Object.assign(globalThis, runner.assertions);
globalThis.test = function (name, body) {
  // Timers and the console are not the language's.
  if (!/^set(Timeout|Interval|Immediate)|console/.test(name)) runner.test(name, body);
};
require('core-js');
require('core-js-tests/tests/tests');
runner.QUnit.end();
