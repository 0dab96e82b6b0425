// What a function captures, when it is shared, and when it lives on.
function counter() { var n = 0; return { inc: function () { return ++n; }, get: function () { return n; } }; }
var a = counter(), b = counter(); a.inc(); a.inc(); b.inc(); print(a.get(), b.get()); // expect: 2 1
function adder(x) { return function (y) { return x + y; }; } print(adder(1)(2), adder("a")("b")); // expect: 3 ab
function curry(a) { return function (b) { return function (c) { return function (d) { return a + b + c + d; }; }; }; }
print(curry(1)(2)(3)(4)); // expect: 10
function live() { var x = 1; function read() { return x; } function write(v) { x = v; } write(5); var first = read(); x = 7; return [first, read(), x]; }
print(live()); // expect: 5,7,7
function params(p, q) { var get = function () { return p + q; }; p = 10; var before = get(); q = 20; return before + get(); }
print(params(1, 2)); // expect: 42
function loop() { var fs = []; for (var i = 0; i < 3; i++) fs.push(function () { return i; }); return fs.map(function (f) { return f(); }); }
print(loop()); // expect: 3,3,3
function loopIife() { var fs = []; for (var i = 0; i < 3; i++) (function (j) { fs.push(function () { return j; }); })(i); return fs.map(function (f) { return f(); }); }
print(loopIife()); // expect: 0,1,2
function shared() { var n = 0; return [function () { n += 1; return n; }, function () { n += 10; return n; }]; }
var s = shared();
s[0]();
s[1]();
print(s[0](), s[1]()); // expect: 12 22
function catchScope() { try { throw "e1"; } catch (e) { var f = function () { return e; }; e = "changed"; } return f(); }
print(catchScope()); // expect: changed
function nestedCatch() { var fs = []; for (var i = 0; i < 3; i++) { try { throw i; } catch (e) { fs.push(function () { return e; }); } } return fs.map(function (f) { return f(); }); }
print(nestedCatch()); // expect: 0,1,2
function deep() { var v = 1; return function () { return function () { v++; return function () { return v; }; }; }; }
var d = deep();
d()()();
print(d()()()); // expect: 3
function selfRef() { var f = function () { return f; }; return f() === f; } print(selfRef()); // expect: true
var named = function n(k) { return k ? function () { return n(k - 1); }() : typeof n; };
print(named(3)); // expect: function
function argsCapture() { var args = arguments; return function (i) { return args[i]; }; }
print(argsCapture("x", "y")(1)); // expect: y
function argumentsLater() { return function () { return arguments.length; }; }
print(argumentsLater(1, 2, 3)(1)); // expect: 1
function thisCapture() { var self = this; return function () { return self.v; }; }
print(thisCapture.call({ v: "self" })()); // expect: self
function conditional(flag) { var x = "x"; if (flag) { return function () { return x; }; } x = "unused"; return x; }
print(conditional(1)(), conditional(0)); // expect: x unused
function throwing() { var x = 1; var f = function () { return x; }; try { x = 2; throw f; } catch (g) { x = 3; return g() + f(); } }
print(throwing()); // expect: 6
function afterThrow() { var x = 5; throw function () { return x++; }; }
try { afterThrow(); } catch (f) { f(); print(f()); } // expect: 6
function outer() { var x = "outer"; function inner() { return x; } function shadow() { var x = "shadow"; return inner() + x; } return shadow(); }
print(outer()); // expect: outershadow
function sibling() { var a = 1; function one() { return two() + a; } function two() { return a = a + 1; } return one() + "," + a; }
print(sibling()); // expect: 4,2
function recursive(n) { var mine = n, child = n > 0 ? recursive(n - 1) : null; return function () { return mine + (child ? child() : 0); }; }
print(recursive(5)()); // expect: 15
function generator() { var state = 0, steps = [function () { state = 1; return "a"; }, function () { state = 0; return "b"; }]; return function () { return steps[state](); }; }
var g = generator();
print(g() + g() + g()); // expect: aba
var global = 1;
function readsGlobal() { return global; }
global = 2;
print(readsGlobal()); // expect: 2
function writesGlobal() { global = 3; }
writesGlobal();
print(global); // expect: 3
var module = (function () { var priv = 0; function bump() { return ++priv; } return { bump: bump, peek: function () { return priv; } }; })();
module.bump();
module.bump();
print(module.peek()); // expect: 2
function manyVars() { var a = 1, b = 2, c = 3, d = 4, e = 5; return [function () { return a; }, function () { return c; }, function () { e = e * 2; return e; }, function () { return e + d; }]; }
var mv = manyVars(); print(mv[0](), mv[1](), mv[2](), mv[3]()); // expect: 1 3 10 14
function memo(f) { var cache = {}; return function (n) { return n in cache ? cache[n] : (cache[n] = f(n)); }; }
var calls = 0, m = memo(function (n) { calls++; return n * n; });
m(3);
m(3);
m(4);
print(m(3), calls); // expect: 9 2
function compose() { var fs = arguments; return function (x) { for (var i = fs.length - 1; i >= 0; i--) x = fs[i](x); return x; }; }
print(compose(function (x) { return x + 1; }, function (x) { return x * 2; })(5)); // expect: 11
function captureInFor() { var r = []; for (var i = 0, inc = function () { i++; }; i < 6; inc()) r.push(i); return r; }
print(captureInFor()); // expect: 0,1,2,3,4,5
function captureWhile() { var i = 0, r = []; var step = function () { return i++ < 3; }; while (step()) r.push(i); return r; }
print(captureWhile()); // expect: 1,2,3
function overwritten() { function f() { return 1; } var g = f; f = function () { return 2; }; return g() + f(); }
print(overwritten()); // expect: 3
function switchCapture(x) { var v = x; switch (x) { case 1: return function () { return v; }; default: v++; return function () { return v; }; } }
print(switchCapture(1)(), switchCapture(2)()); // expect: 1 3
function finallyCapture() { var x = 1, f = function () { return x; }; try { return f; } finally { x = 2; } }
print(finallyCapture()()); // expect: 2
function big() { var n = 0; function add(k) { n += k; } [1, 2, 3, 4].forEach(add); [5].map(function (x) { add(x); }); return n; }
print(big()); // expect: 15
var fs = [];
for (var i = 0; i < 3; i++) { fs[i] = new Function("return " + i); }
print(fs[0]() + fs[1]() + fs[2]()); // expect: 3
function pipeline() { var total = 0; function visit(t) { if (typeof t === "number") total += t; else t.forEach(visit); } visit([1, [2, [3, [4]]], 5]); return total; }
print(pipeline()); // expect: 15
function twoLevels(x) { return function () { x++; return function () { x++; return x; }; }; }
var t1 = twoLevels(1), t2 = t1(), t3 = t1();
print(t2(), t3(), t2()); // expect: 4 5 6
