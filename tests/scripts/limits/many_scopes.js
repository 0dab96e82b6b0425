// Functions with more scopes, names and handlers than anyone writes: found by other ways than a few, and the same.
function repeat(count, make) {
  var text = '';
  for (var i = 0; i < count; i++) text += make(i);
  return text;
}

// Names of a large scope, seen by eval and with.
var declare = repeat(300, function (i) { return 'var v' + i + ' = ' + i + ';'; });
var large = new Function('code', 'object', declare + 'with (object) { return [v0, v299, eval(code), v150] }');
print(large('v150 = 7; v0 + v299', { v299: 'mine' })); // expect: 0,mine,0mine,7
print(large('typeof v300 + typeof v299', {})); // expect: 0,299,undefinednumber,150
print(large('delete v5', {}), large('v5++; v5', {})); // expect: 0,299,false,150 0,299,6,150
var twice = new Function('a, a', declare + 'eval(""); return a');
print(twice(1, 2)); // expect: 2

// Names that eval adds, deletes and adds again.
function added() {
  eval(repeat(200, function (i) { return 'var w' + i + ' = ' + i + ';'; }));
  var deleted = 0;
  for (var i = 0; i < 200; i += 3) if (eval('delete w' + i)) deleted++;
  var left = [];
  for (i = 0; i < 200; i++) if (eval('typeof w' + i) === 'number') left.push(eval('w' + i));
  eval('var w0 = "again", w3 = "too"; w199 += 1');
  return [deleted, left.length, left[0], left[132], w0, w3, w199, typeof w6, function () { return w4; }()];
}
print(added()); // expect: 67,133,1,199,again,too,200,undefined,4

// Handlers one after the other and within each other: the innermost catches, whichever part throws.
var sequence = new Function('f', 'var log = []; ' + repeat(100, function (i) {
  return 'try { f(' + i + ') } catch (e' + i + ') { log.push(e' + i + ') }';
}) + 'return log');
print(sequence(function (i) { if (i % 25 === 3) throw i; })); // expect: 3,28,53,78
var nested = new Function('f', 'var log = []; ' + repeat(100, function () { return 'try {'; }) + 'f();' +
  repeat(100, function (i) { return '} catch (e) { log.push(' + i + '); if (f(' + i + ')) throw e }'; }) + 'return log');
print(nested(function (i) { if (i === undefined) throw 1; return i < 5; })); // expect: 0,1,2,3,4,5

// What a throw leaves is closed as it was, what it stays in goes on.
function closes(n) {
  var seen = [];
  var outer = function () { return n; };
  for (var i = 0; i < 3; i++) {
    try {
      with ({ inner: 'with ' + i }) {
        seen.push(function () { return inner + n; });
        try { throw 'caught ' + i; } catch (e) {
          seen.push(function () { return e + n; });
          e += '!';
          if (i === 1) continue;
          with ({ inner: 'second ' + i }) {
            seen.push(function () { return inner + e; });
            if (i === 2) throw e;
          }
        }
      }
    } catch (e) {
      n = 'changed';
      seen.push(function () { return e + outer(); });
      e = 'last ';
    } finally {
      i += 0;
    }
  }
  return seen.map(function (f) { return f(); });
}
print(closes(' n').join());
// expect: with 0changed,caught 0!changed,second 0caught 0!,with 1changed,caught 1!changed,with 2changed,caught 2!changed,second 2caught 2!,last changed

// Throwing from a getter that a native function reads, in a finally block, with scopes open in all frames.
function reenters(depth) {
  var kept = [];
  try {
    with ({ depth: depth }) {
      kept.push(function () { return depth; });
      throw 'first';
    }
  } catch (e) {
    kept.push(function () { return e; });
    try {
      e += ' second';
      return kept.map(function (f) { return f(); });
    } finally {
      try {
        [3, 1, 2].sort(function () {
          with ({ e: 'inside' }) {
            kept.push(function () { return e; });
            return JSON.stringify({ get a() { if (depth) reenters(depth - 1); throw e + depth; } });
          }
        });
      } catch (thrown) {
        e += ' ' + thrown;
      }
      if (depth === 3) return kept.map(function (f) { return f(); }).join();
    }
  }
}
print(reenters(2)); // expect: 2,first second
print(reenters(3)); // expect: 3,first second inside3,inside

// Own keys and hidden ones in more than one piece, along a chain.
var bottom = {}, middle = Object.create(bottom), top = Object.create(middle);
for (var i = 0; i < 3000; i++) {
  bottom['k' + i] = i;
  Object.defineProperty(middle, 'k' + i * 2, { value: i, enumerable: false });
  top[i % 2 ? i : 'k' + i * 4] = i;
}
bottom.last = 1;
var names = [];
for (var name in top) names.push(name);
print(names.length, names[0], names[1499], names[1500], names[names.length - 1]); // expect: 4500 1 2999 k8 last
var holes = [];
holes[5000] = holes[1] = 0;
holes[4294967290] = 1;
holes.x = 2;
print(Object.keys(holes), Object.keys('ab').length); // expect: 1,5000,4294967290,x 2
var far = { z: 1 };
for (i = 0; i < 2000; i++) far = Object.create(far);
for (name in far) print(name); // expect: z
