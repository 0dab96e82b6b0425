// Arrays that change at the front while they are long, beside the same methods applied to a plain object that has no vector.
var seed = 12345;
function random(n) { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % n; }
function same(array, model) {
  if (array.length !== model.length) return "length " + array.length + " for " + model.length;
  for (var i = 0; i < model.length; i++)
    if (i in array !== i in model || array[i] !== model[i]) return "at " + i + ": " + array[i] + " for " + model[i];
  return "";
}
var A = Array.prototype, fresh = 0;
var operations = [
  function (a) { return A.shift.call(a); },
  function (a) { return A.shift.call(a); },
  function (a) { for (var i = random(60); i-- > 0;) A.shift.call(a); },
  function (a) { return A.push.call(a, fresh++); },
  function (a) { for (var i = random(60); i-- > 0;) A.push.call(a, fresh++); },
  function (a) { return A.pop.call(a); },
  function (a) { return A.unshift.call(a, fresh++); },
  function (a) { for (var i = random(40); i-- > 0;) A.unshift.call(a, fresh++, fresh++); },
  function (a) { return String(A.splice.call(a, 0, random(50))); },
  function (a) { return String(A.splice.call(a, random(9), random(9), fresh++, fresh++)); },
  function (a) { return String(A.splice.call(a, -random(9), random(9), fresh++)); },
  function (a) { if (a.length) a[random(a.length)] = fresh++; },
  function (a) { var i = a.length + random(5); a[i] = fresh++; if (a.length <= i) a.length = i + 1; },
  function (a) { delete a[random(a.length + 1)]; },
  function (a) { A.reverse.call(a); },
  function (a) { var n = a.length - random(3); if (n >= 0) { for (var i = n; i < a.length; i++) delete a[i]; a.length = n; } },
  function (a) { return A.indexOf.call(a, a[a.length >> 1]) + A.slice.call(a, 3, 9).join() + A.lastIndexOf.call(a, 3); },
  function (a) { var sum = 0; for (var i = 0; i < a.length; i++) sum += a[i] === undefined ? 1 : a[i]; return sum; },
  function (a) { var names = ""; for (var i in a) if (i !== "length") names += i + " "; return names.length; }
];
function compare(start, rounds) {
  var array = [], model = { length: 0 }, saved;
  for (var i = 0; i < start; i++) { A.push.call(array, i); A.push.call(model, i); }
  for (var round = 0; round < rounds; round++) {
    var operation = operations[random(operations.length)], before = [seed, fresh];
    var one = operation(array), after = [seed, fresh];
    seed = before[0]; fresh = before[1];
    var other = operation(model), difference = same(array, model);
    if (one !== other || difference) return operation + " in round " + round + ": " + one + " for " + other + ", " + difference;
    if (array.length > 400) { A.splice.call(array, 0, 250); A.splice.call(model, 0, 250); }
  }
  return "same";
}
print(compare(0, 300), compare(63, 300), compare(64, 300), compare(300, 300)); // expect: same same same same

// What else looks at elements: freezing, sealing, attributes, sorting, JSON, apply, holes and prototypes.
function queue(n) { var a = []; for (var i = 0; i < n; i++) a.push(i); a.shift(); a.shift(); return a; }
var a = queue(100); Object.freeze(a); print(a.length, a[0], a[97], a[98], Object.isFrozen(a)); // expect: 98 2 99 undefined true
try { a.shift(); } catch (e) { print(e.name, a.length, a[0]); } // expect: TypeError 98 2
a = queue(100); Object.seal(a); a[0] = "x"; try { a.shift(); } catch (e) { print(e.name, a.length, a[0]); } // expect: TypeError 98 3
a = queue(100); Object.preventExtensions(a); a[1] = "y"; a[98] = "z"; print(a.length, a[1], a.shift(), a.length); // expect: 98 y 2 97
a = queue(100); Object.defineProperty(a, 1, { get: function () { return "got"; }, configurable: true }); try { a.shift(); } catch (e) { print(e.name, a.length, a[0], a[1]); } // expect: TypeError 98 got got
a = queue(100); Object.defineProperty(a, "length", { writable: false }); try { a.shift(); } catch (e) { print(e.name, a.length); } // expect: TypeError 98
a = queue(100); print(Math.max.apply(null, a), JSON.stringify(a).length, Object.keys(a).length, a.concat(a).length); // expect: 99 287 98 196
a = queue(100); a.sort(function (x, y) { return y - x; }); print(a[0], a[97], a.shift(), a.length); // expect: 99 2 99 97
a = queue(100); a[100000] = 1; print(a.length, a.shift(), a[0], a[99999]); // expect: 100001 2 3 1
a = queue(100); delete a[1]; print(a.shift(), 0 in a, a.shift(), a.shift(), a.length); // expect: 2 false undefined 4 95
a = queue(100); a.length = 0; print(a.shift(), a.push(7), a.shift(), a.shift()); // expect: undefined 1 7 undefined
a = queue(100); a.length = 3; print(a.join(), a.unshift(0), a.join()); // expect: 2,3,4 4 0,2,3,4
a = queue(200); a.fill(1, 0, 2); a.copyWithin(2, 100, 102); print(a.slice(0, 5).join()); // expect: 1,1,102,103,6
var P = queue(100), child = Object.create(P); print(child[0], child[97], P.shift(), child[0]); // expect: 2 99 2 3
a = queue(100); a.x = 1; a.shift(); print(a.x, a.map(function (v) { return a.length ? a.shift() : v; }).length); // expect: 1 97
a = queue(100); var seen = 0; a.forEach(function (v) { seen += v; a.shift(); }); print(seen, a.length); // expect: 2450 49

// Last, because engines are slower once prototypes have elements.
A[50] = "behind"; a = queue(100); delete a[50]; print(a[50], a.shift(), a[49], a.length); delete A[50]; // expect: behind 2 behind 97
