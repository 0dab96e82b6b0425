// A declarative record is open while its function runs: closures and direct eval read and write the live registers. Once
// the function has returned it is closed: they read and write the copies.
function counter(start) {
  var n = start;
  function step() { return ++n; }
  step(); // open
  n += 10;
  return { step: step, get: function () { return n; }, evaled: function (code) { return eval(code); } };
}
var c = counter(5), d = counter(50);
print(c.get(), c.step(), c.step(), d.get(), d.step(), c.get()); // expect: 16 17 18 61 62 18
print(c.evaled("n = 100; start"), c.get(), c.evaled("n += start"), c.get(), d.get()); // expect: 5 100 105 105 62

// An inner function of a function that still runs, by direct eval.
function outer(p) {
  var local = 1;
  function look(code) { return eval(code); }
  var results = [look("local"), look("p")];
  local = 2;
  p = "changed";
  results.push(look("local"), look("p"), look("local = 3; p = 4; local"), local, p);
  return results.join();
}
print(outer("given")); // expect: 1,given,2,changed,3,3,4

// Recursion: each activation has a record of its own, all of them open at once.
var looks = [];
function recurse(n) {
  var mine = n;
  looks.push(function (change) { if (change) mine = change; return mine; });
  if (n < 3) recurse(n + 1);
  return mine;
}
looks.push(recurse(0));
print(looks[0](), looks[1](), looks[2](), looks[3](), looks[4]); // expect: 0 1 2 3 0
print(looks[2]("other"), looks[1](), looks[2](), looks[3]()); // expect: other 1 other 3
function deep(n) {
  var v = n, get = function () { return v; };
  if (n) { var inner = deep(n - 1); v *= 2; return get() + "," + inner; }
  v = "bottom";
  return get();
}
print(deep(3)); // expect: 6,4,2,bottom

// Several closures share one record, in both states.
function shared() { var x = 0; return [function () { x++; }, function () { return x; }, function (v) { x = v; }]; }
var s = shared();
s[0](); s[0]();
print(s[1](), s[2](9), s[1]()); // expect: 2 undefined 9

// Attributes: what was bound at compile time is not deletable, what eval declared is, open and closed.
function attributes(p) {
  eval("var added = 1");
  return function (code) { return eval(code); };
}
var a = attributes(1);
print(a("delete p"), a("p"), a("delete added"), a("typeof added"), a("delete added"));
// expect: false 1 true undefined true

// Loops make no new records: closures of all turns share the variable.
var closures = [];
(function () { for (var i = 0; i < 3; i++) closures.push(function () { return i; }); })();
print(closures[0](), closures[2]()); // expect: 3 3

// A catch clause makes one for each time it is entered.
closures = [];
(function () { for (var i = 0; i < 3; i++) try { throw i; } catch (e) { closures.push(function () { return e++; }); } })();
print(closures[0](), closures[0](), closures[1](), closures[2]()); // expect: 0 1 1 2

// Parameters, the arguments object and closures name the same storage.
function alias(p) { var inner = function () { return p; }; arguments[0] = "by index"; var seen = inner(); p = "by name"; return [seen, arguments[0], inner].concat(); }
var parts = alias("given");
print(parts[0], parts[1], parts[2]()); // expect: by index by name by name
