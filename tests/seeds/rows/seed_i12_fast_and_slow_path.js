// Names that nothing dynamic can come before are registers; others are looked up by name. Both must find the same thing.
// (The listings are compared in crates/compiler/src/tests/names.rs.)
var g = "global";
function fast(p) { var l = p; return l + g; }
function slow(p) { var l = p; eval(""); return l + g; }
function inWith(p) { var l = p; with ({}) { return l + g; } }
function below(p) { var l = p; eval(""); return (function () { return l + g; })(); }
function declared(p) { var l = p; eval("var g = 'declared'"); return l + g; }
function declaredAround(p) { eval("var g = 'around'"); return (function () { var l = p; return l + g; })(); }
function deleted(p) { var l = p; eval("var g = 'gone'; delete g"); return l + g; }
print(fast("p"), slow("p"), inWith("p"), below("p")); // expect: pglobal pglobal pglobal pglobal
print(declared("p"), declaredAround("p"), deleted("p"), fast("p")); // expect: pdeclared paround pglobal pglobal
function capturedLater(code) { eval(code); return function () { return typeof late === "undefined" ? g : late; }; }
print(capturedLater("var late = 1")(), capturedLater("var g = 2")(), capturedLater("")()); // expect: 1 2 global
var foo = 123;
function f(x) { eval(x); return function () { return foo; }; }
print(f("var foo = 321")(), f("var quux = 432")()); // expect: 321 123
