// Declarations are gathered before code is generated: variables and functions are there from the first statement on.
print(typeof early, typeof earlyFunction, earlyFunction()); // expect: undefined function hoisted
var early = 1;
function earlyFunction() { return "hoisted"; }
print((function () { v = 1; return typeof v; var v; })(), typeof v); // expect: number undefined
print((function () { return f() + g(); function f() { return "f"; } function g() { return f() + "g"; } })());
// expect: ffg
print((function () { if (false) { var inIf; } for (; false;) { var inFor; } try { } catch (e) { var inCatch; } with ({}) { var inWith; } switch (0) { case 1: var inCase; } do { var inDo; } while (0); label: { var inLabel; }
// expect: undefined,,,,,,,
  return [typeof inIf, inIf, inFor, inCatch, inWith, inCase, inDo, inLabel].join(); })());
print((function (x) { var x; return x; })("kept"), (function () { var x = 1; { var x = 2; } return x; })());
// expect: kept 2
print((function () { return typeof a + typeof b; var a = 1, b = function () {}; })()); // expect: undefinedundefined
print((function () { return [f.name, f.length].join(); function f(a) {} function f(a, b) {} })()); // expect: f,2
print((function () { var g = function () { return h; }; var h = "later"; return g(); })()); // expect: later
for (var inHead = 0; inHead < 1; inHead++) { var inBody = inHead; }
print(inHead, inBody); // expect: 1 0
for (var key in { only: 1 }) ;
print(key); // expect: only

// 200 nested functions, each of which uses variables of those around it.
var source = "return a0", names = [];
for (var i = 199; i >= 0; i--) { source = "var a" + i + " = " + i + "; return (function () { " + source + " + a" + i + " })();"; }
print(Function(source)()); // expect: 199
