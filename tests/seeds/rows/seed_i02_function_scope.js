// [[Scope]] of declarations, anonymous and named function expressions. The name of a function expression is an immutable
// binding in a record of its own around the function's.
var named = function own(n) { return n ? own(n - 1) : typeof own; };
print(named(3), typeof own); // expect: function undefined

// Sloppy code: assignments are ignored, but evaluated.
print((function f() { var r = (f = 1); return r + typeof f; })()); // expect: 1function
print((function f() { var n = 0; f = n++; f += n++; f++; --f; return n + typeof f; })()); // expect: 2function
print((function f() { for (f in { key: 1 }) ; return typeof f; })()); // expect: function
print((function f() { return (function () { f = 1; return typeof f; })(); })()); // expect: function
print((function f() { return eval("f = 1; typeof f"); })()); // expect: function
print((function f() { with ({}) { f = 1; } return typeof f; })()); // expect: function
print((function f() { return delete f; })(), (function f() { return eval("delete f"); })()); // expect: false false

// Strict code: a TypeError, after the value has been evaluated.
function error(callback) { try { return callback(); } catch (e) { return e.name; } }
var log = "";
print(error(function () { return (function f() { "use strict"; f = (log += "value", 1); })(); }), log);
// expect: TypeError value
print(error(function () { return (function f() { "use strict"; f += 1; })(); })); // expect: TypeError
print(error(function () { return (function f() { "use strict"; f++; })(); })); // expect: TypeError
print(error(function () { return (function f() { "use strict"; for (f in { key: 1 }) ; })(); })); // expect: TypeError
print(error(function () { return (function f() { return (function () { "use strict"; f = 1; })(); })(); }));
// expect: TypeError
print(error(function () { return (function f() { return eval("'use strict'; f = 1"); })(); })); // expect: TypeError
print(error(function () { "use strict"; return (function f() { return eval("f = 1"); })(); })); // expect: TypeError

// A parameter, a variable, a function or a declaration by eval of that name comes before it.
print((function f(f) { return f; })(1), (function f() { var f; return f; })(), (function f() { var f = 2; return f; })());
// expect: 1 undefined 2
print((function f() { function f() { return "inner"; } return f(); })(), (function f(a, f) { f = 3; return f; })());
// expect: inner 3
print((function f() { eval("var f = 4"); return f; })(), (function f() { eval("var f = 4"); delete f; return typeof f; })());
// expect: 4 function
print((function f() { try { throw 5; } catch (f) { return f; } })(), (function arguments() { return typeof arguments; })());
// expect: 5 object
print((function f() { "use strict"; var f = 6; f = 7; return f; })()); // expect: 7

// It belongs to the closure: other closures of the same expression have another one.
function make() { return function own() { return own; }; }
var first = make(), second = make();
print(first() === first, second() === second, first() === second); // expect: true true false

// Declarations bind in the variable environment, and are mutable.
function declared() { declared = "changed"; return declared; }
print(declared(), declared); // expect: changed changed
(function () { var f = 1; { function g() { return f; } } print(g()); })(); // expect: 1

// Anonymous function expressions see the environment they stand in, a with object too.
with ({ seen: "with" }) { var inWith = function () { return seen; }; }
try { throw "caught"; } catch (seen) { var inCatch = function () { return seen; }; }
print(inWith(), inCatch(), typeof seen); // expect: with caught undefined
