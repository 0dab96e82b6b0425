// What the suite of core-js needs of QUnit 1.16: tests run at once, and of what passes only the number is printed.

var group = '';
var passed = 0;
var failed = 0;
var name = '';

function say(value, message) {
  if (value) passed++;
  else {
    failed++;
    console.log('not ok ' + group + ', ' + name + ': ' + message);
  }
}

function same(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  var tag = Object.prototype.toString.call(a);
  if (tag !== Object.prototype.toString.call(b)) return false;
  if ((tag === '[object Date]' || tag === '[object RegExp]') && String(a) !== String(b)) return false;
  var keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(function (key) {
    return key in b && same(a[key], b[key]);
  });
}

function test(title, body) {
  name = title;
  var before = passed + failed;
  try {
    body();
  } catch (error) {
    say(false, 'threw ' + error);
  }
  console.log(group + ', ' + name + ': ' + (passed + failed - before));
}

var assertions = {
  ok: say,
  equal: function (a, b, message) {
    say(a == b, message || a + ' == ' + b);
  },
  notEqual: function (a, b, message) {
    say(a != b, message || a + ' != ' + b);
  },
  strictEqual: function (a, b, message) {
    say(a === b, message || String(a) + ' === ' + String(b));
  },
  deepEqual: function (a, b, message) {
    say(same(a, b), message || JSON.stringify(a) + ' like ' + JSON.stringify(b));
  },
  throws: function (body, expected, message) {
    try {
      body();
    } catch (error) {
      return say(typeof expected !== 'function' || error instanceof expected, message || String(error));
    }
    say(false, message || 'nothing was thrown');
  },
};

var QUnit = {
  module: function (title) {
    group = title;
  },
  end: function () {
    console.log(passed + ' passed, ' + failed + ' not ok');
  },
};
