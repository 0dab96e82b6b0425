// What the suites of packages need of the test runner `tape`, in the order in which it does things. Of what passes only the number is
// printed. A suite within another one runs when the one around has reached its end, one at a time.

// How long something takes says nothing where tests run beside each other: the clock stands still.
Date.now = function now() {
  return 0;
};

var waiting = [];
var running = false;

function same(a, b, strict) {
  if (strict ? Object.is(a, b) : a == b || a !== a && b !== b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  var tag = Object.prototype.toString.call(a);
  if (tag !== Object.prototype.toString.call(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (tag === '[object Date]' || tag === '[object Number]' || tag === '[object String]' || tag === '[object Boolean]') {
    if (!Object.is(a.valueOf(), b.valueOf())) return false;
  }
  if (tag === '[object RegExp]' && String(a) !== String(b)) return false;
  if (tag === '[object Error]' && (a.name !== b.name || a.message !== b.message)) return false;
  var keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(function (key) {
    return Object.prototype.hasOwnProperty.call(b, key) && same(a[key], b[key], strict);
  });
}

function show(value) {
  if (typeof value === 'function') return 'function ' + value.name;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return value + 'n';
  if (Object.is(value, -0)) return '-0';
  try {
    return typeof value === 'object' && value ? JSON.stringify(value) || 'object' : String(value);
  } catch (error) {
    return 'object';
  }
}

function Test(name, end) {
  this.name = name;
  this.finished = false;
  this.planned = -1;
  this.asserted = 0;
  this.children = [];
  this.teardowns = [];
  this.after = end;
  for (var method in Test.prototype) this[method] = this[method].bind(this);
}

Test.prototype.say = function (passed, message, found) {
  if (!passed) console.log('not ok ' + (message || this.name) + ', found ' + found);
  this.asserted++;
  if (this.asserted === this.planned) this.end();
  return passed;
};
Test.prototype.ok = Test.prototype['true'] = Test.prototype.assert = function (value, message) {
  return this.say(!!value, message, show(value));
};
Test.prototype.notOk = Test.prototype['false'] = function (value, message) {
  return this.say(!value, message, show(value));
};
Test.prototype.pass = function (message) { return this.say(true, message); };
Test.prototype.fail = function (message) { return this.say(false, message, 'a failure'); };
Test.prototype.error = Test.prototype.ifError = function (value, message) { return this.say(!value, message, show(value)); };
Test.prototype.equal = Test.prototype.is = function (a, b, message) { return this.say(Object.is(a, b), message, show(a)); };
Test.prototype.notEqual = Test.prototype.not = function (a, b, message) { return this.say(!Object.is(a, b), message, show(a)); };
Test.prototype.looseEqual = function (a, b, message) { return this.say(a == b, message, show(a)); };
Test.prototype.deepEqual = Test.prototype.deepEquals = Test.prototype.same = function (a, b, message) { return this.say(same(a, b, true), message, show(a)); };
Test.prototype.deepLooseEqual = function (a, b, message) { return this.say(same(a, b, false), message, show(a)); };
Test.prototype.notDeepEqual = function (a, b, message) { return this.say(!same(a, b, true), message, show(a)); };
Test.prototype.match = function (text, pattern, message) { return this.say(pattern.test(text), message, show(text)); };
Test.prototype['throws'] = function (run, expected, message) {
  if (typeof expected === 'string') message = expected;
  try {
    run();
  } catch (error) {
    var fits = true;
    if (typeof expected === 'function') fits = error instanceof expected;
    else if (expected && typeof expected.test === 'function') fits = expected.test(error);
    else if (expected && typeof expected === 'object') {
      fits = Object.keys(expected).every(function (key) { return same(error[key], expected[key], true); });
    }
    return this.say(fits, message, error);
  }
  return this.say(false, message, 'nothing thrown');
};
Test.prototype.doesNotThrow = function (run, expected, message) {
  try {
    run();
  } catch (error) {
    return this.say(false, message || expected, error);
  }
  return this.say(true, typeof expected === 'string' ? expected : message);
};
Test.prototype.comment = Test.prototype.skip = function () {};
Test.prototype.plan = function (count) { this.planned = count; if (count === 0) this.end(); };
Test.prototype.teardown = function (run) { this.teardowns.push(run); };
Test.prototype.intercept = function (object, key, descriptor) {
  var before = Object.getOwnPropertyDescriptor(object, key), calls = [];
  function restore() {
    if (before) Object.defineProperty(object, key, before); else delete object[key];
  }
  var value = descriptor && descriptor.value, own = Object.assign({}, descriptor);
  delete own.value;
  delete own.writable;
  Object.defineProperty(object, key, Object.assign(own, {
    configurable: true,
    get: function () { calls.push({ type: 'get', success: true, value: value, args: [], receiver: this }); return value; },
    set: function (given) { calls.push({ type: 'set', success: true, value: given, args: [given], receiver: this }); value = given; }
  }));
  this.teardowns.push(restore);
  function results() { var all = calls; calls = []; return all; }
  results.restore = restore;
  return results;
};
Test.prototype.test = function (name, options, run) {
  var own = this;
  this.children.push([name, options, run]);
  // Who has suites within it need not say where it ends.
  Promise.resolve().then(function () { if (own.planned < 0) own.end(); });
};
Test.prototype.end = function () {
  if (this.finished) return;
  this.finished = true;
  this.next();
};
// The children, one after the other, then what waits for this one.
Test.prototype.next = function () {
  var own = this, child = this.children.shift();
  if (child) return start(child, function () { own.next(); });
  // Some names have the time in them.
  console.log(String(this.name).replace(/\w+ \w+ \d+ \d+ \d+:\d+:\d+ [^)]*\)/, 'now') + ': ' + this.asserted);
  this.teardowns.reverse().forEach(function (run) { run(); });
  this.after();
};

function start(suite, after) {
  var name = suite[0], options = suite[1], run = suite[2];
  if (typeof options === 'function') run = options;
  if (!run || options && options.skip) {
    console.log(name + ': skipped');
    return after();
  }
  var suiteOf = new Test(name, after), result;
  try {
    result = run(suiteOf);
  } catch (error) {
    suiteOf.say(false, 'threw', error);
    return suiteOf.end();
  }
  if (result && typeof result.then === 'function') {
    result.then(function () { suiteOf.end(); }, function (error) { suiteOf.say(false, 'rejected', error); suiteOf.end(); });
  }
}

function drain() {
  var suite = waiting.shift();
  running = !!suite;
  if (suite) start(suite, drain);
}

function test(name, options, run) {
  waiting.push([name, options, run]);
  if (!running) {
    running = true;
    Promise.resolve().then(drain);
  }
}
test.test = test;
test.skip = function (name) { console.log(name + ': skipped'); };
module.exports = test;
