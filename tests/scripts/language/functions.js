// Declarations, expressions, calls, returns, default this, properties of functions.
print(hoisted(), typeof hoisted, typeof notHoisted); // expect: before function undefined
function hoisted() { return "before"; }
var notHoisted = function () { };
function twice() { return 1; } function twice() { return 2; } print(twice()); // expect: 2
var shadowed = 5; function shadowed() { } print(typeof shadowed); // expect: number
function f(a, b, c) { return a + "," + b + "," + c; }
print(f(), f(1), f(1, 2), f(1, 2, 3), f(1, 2, 3, 4), f.length, f.name);
// expect: undefined,undefined,undefined 1,undefined,undefined 1,2,undefined 1,2,3 1,2,3 3 f
function noReturn() { 1; } function early() { return; 1; } print(noReturn(), early()); // expect: undefined undefined
function dup(a, a, b) { return a + "," + b + "," + arguments.length; }
print(dup(1, 2, 3), dup.length); // expect: 2,3,3 3
print((function (x) { return x * 2; })(4), function (x) { return x; }(5), (function () { return arguments.length; })(1, 2, 3));
// expect: 8 5 3
print(function named() { return typeof named; }(), typeof named); // expect: function undefined
var fact = function self(n) { return n < 2 ? 1 : n * self(n - 1); }; print(fact(10), fact.name); // expect: 3628800 self
var fe = function g() { g = 5; return typeof g; }; print(fe()); // expect: function
var fv = function g() { var g = 5; return typeof g; };
print(fv()); // expect: number
var fp = function g(g) { return g; };
print(fp(3)); // expect: 3
var fd = function g() { function g() { return "inner"; } return g(); }; print(fd()); // expect: inner
var fstrict = function g() { "use strict"; try { g = 5; } catch (e) { return e instanceof TypeError; } };
print(fstrict()); // expect: true
function rec(n) { return n ? rec(n - 1) + 1 : 0; } print(rec(1000)); // expect: 1000
function even(n) { return n === 0 ? true : odd(n - 1); }
function odd(n) { return n === 0 ? false : even(n - 1); }
print(even(500), odd(7)); // expect: true true
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } print(fib(20)); // expect: 6765
function ack(m, n) { return m === 0 ? n + 1 : n === 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
print(ack(2, 5)); // expect: 13
f.custom = 1;
f.prototype.x = 2;
print(f.custom, new f().x, f.prototype.constructor === f, "prototype" in f); // expect: 1 2 true true
print(f.call(null, 1, 2), f.apply(null, [1, 2, 3]), f.apply(null), f.bind(null, 1)(2), f.bind(null, 1, 2)(3));
// expect: 1,2,undefined 1,2,3 undefined,undefined,undefined 1,2,undefined 1,2,3
try { undefined(); } catch (e) { print(e instanceof TypeError); } // expect: true
try { ({}).x(); } catch (e) { print(e instanceof TypeError); } // expect: true
try { (5)(); } catch (e) { print(e instanceof TypeError); } // expect: true
try { missingFunction(); } catch (e) { print(e instanceof ReferenceError); } // expect: true
try { new 5; } catch (e) { print(e instanceof TypeError); } // expect: true
try { new Math.max; } catch (e) { print(e instanceof TypeError); } // expect: true
var order = []; try { missing2(order.push(1)); } catch (e) { print(order.length, e.name); } // expect: 0 ReferenceError
var nonFn = 5; try { nonFn(order.push(1)); } catch (e) { print(order.length, e.name); } // expect: 1 TypeError
try { order.nope(order.push(2)); } catch (e) { print(order.length, e.name); } // expect: 2 TypeError
function many(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) { return p + o + n + a; }
print(many(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)); // expect: 46
print(many.length, many.apply(null, "abcdefghijklmnop".split(""))); // expect: 16 pona
function returnsFunction() { return function () { return function () { return "deep"; }; }; }
print(returnsFunction()()()); // expect: deep
function usesLater() { return later(); function later() { return "later"; } } print(usesLater()); // expect: later
function varShadow() { var r = typeof v; if (false) { var v = 1; } return r + typeof v; }
var v = 5;
print(varShadow()); // expect: undefinedundefined
function paramHoist(p) { var p; return p; }
print(paramHoist(3)); // expect: 3
function paramFn(p) { function p() { } return typeof p; }
print(paramFn(3)); // expect: function
function paramInit(p) { var p = 9; return p + arguments[0]; } print(paramInit(3)); // expect: 18
function calleeIs() { return arguments.callee === calleeIs; } print(calleeIs()); // expect: true
(function () { print(this === (function () { return this; })(), typeof this); })(); // expect: true object
(function () { "use strict"; print(this, typeof this); })(); // expect: undefined undefined
function strictThis() { "use strict"; return typeof this; }
print(strictThis.call(5), strictThis.call("s"), strictThis.call(null), strictThis.call(undefined), strictThis.call({}));
// expect: number string object undefined object
function sloppyThis() { return typeof this; }
print(sloppyThis.call(5), sloppyThis.call("s"), sloppyThis.call(null), sloppyThis.call(true));
// expect: object object object object
print(function () { return this.valueOf(); }.call(7) + 1, function () { return this === Object(this); }.call(1));
// expect: 8 true
print(String(function (a, b) { return a + b; }), String(function /* c */ nm(  x ) { /* body */ }), "" + f);
// expect: function (a, b) { return a + b; } function /* c */ nm(  x ) { /* body */ } function f(a, b, c) { return a + "," + b + "," + c; }
print((function (a) { a; }).length, (function () { }).name === "", (function () { }).toString());
// expect: 1 true function () { }
var obj = { m: function () { return this.v; }, v: "obj", n: { v: "n" } }; obj.n.m = obj.m;
print(obj.m(), obj.n.m(), obj["m"](), (obj.m)(), (true && obj.m) === obj.m, [obj.m][0].call({ v: "call" }));
// expect: obj n obj obj true call
function tailA(n, acc) { if (n === 0) return acc; return tailA(n - 1, acc + n); }
print(tailA(1000, 0)); // expect: 500500
function thrower() { throw { code: 7 }; } try { thrower(); } catch (e) { print(e.code); } // expect: 7
function mutual(n) { return n > 0 ? mutual2(n) : "end"; }
var mutual2 = function (n) { return mutual(n - 1); };
print(mutual(50)); // expect: end
