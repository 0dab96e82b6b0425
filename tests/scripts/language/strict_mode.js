// What strict code refuses when it runs, and how it differs.
"use strict";
function name(f) { try { return "no error: " + f(); } catch (e) { return e.name; } }
print(name(function () { undeclared = 1; }), name(function () { undefined = 1; }), name(function () { NaN = 1; }), name(function () { Infinity = 1; }));
// expect: ReferenceError TypeError TypeError TypeError
print(name(function () { Object.freeze([1])[0] = 2; }), name(function () { Object.freeze({ a: 1 }).a = 2; }), name(function () { Object.preventExtensions({}).x = 1; }));
// expect: TypeError TypeError TypeError
print(name(function () { "abc".length = 1; }), name(function () { "abc"[0] = "x"; }), name(function () { (5).x = 1; }), name(function () { true.x = 1; }), name(function () { "s".x = 1; }));
// expect: TypeError TypeError TypeError TypeError TypeError
print(name(function () { ({ get x() { return 1; } }).x = 2; }), name(function () { delete Object.prototype; }), name(function () { delete [].length; }), name(function () { delete Object.freeze({ a: 1 }).a; }));
// expect: TypeError TypeError TypeError TypeError
print(name(function () { return arguments.callee; }), name(function f() { return f.caller; }), name(function f() { return f.arguments; }));
// expect: TypeError TypeError TypeError
print(name(function () { Object.defineProperty({}, "x", { value: 1 }).x = 2; }), name(function () { [].length = -1; }), name(function () { Object.create(Object.freeze({ x: 1 })).x = 2; }));
// expect: TypeError RangeError TypeError
print((function () { return this; })(), (function () { return typeof this; }).call(5), (function () { return this; }).call(null), (function () { return this; }).apply("x"));
// expect: undefined number null x
function unmapped(a) { a = 2; return arguments[0]; }
print(unmapped(1)); // expect: 1
function evalOwn() { eval("var x = 1"); return typeof x; }
print(evalOwn()); // expect: undefined
print(typeof this, this === (0, eval)("this")); // expect: object true
var o = { m: function () { return this === o; } }, m = o.m;
print(o.m(), m(), (0, o.m)()); // expect: true false false
print(name(function () { return eval("with ({}) {}"); }), name(function () { return eval("010"); }), name(function () { return eval("'\\01'"); }), name(function () { return eval("'\\0'").length; }), name(function () { return eval("'\\8'"); }));
// expect: SyntaxError SyntaxError SyntaxError no error: 1 SyntaxError
print(name(function () { eval("var eval = 1"); }), name(function () { eval("arguments = 1"); }), name(function () { eval("function f(a, a) {}"); }), name(function () { eval("delete x"); }), name(function () { eval("eval++"); }));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError
print(name(function () { eval("var let = 1"); }), name(function () { eval("var static"); }), name(function () { eval("var yield"); }), name(function () { eval("interface = 1"); }), name(function () { eval("function package() {}"); }));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError
print(name(function () { eval("try {} catch (eval) {}"); }), name(function () { eval("(function eval() {})"); }), name(function () { eval("function f(arguments) {}"); }), name(function () { eval("({ set x(eval) {} })"); }));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError
print(name(function () { eval("if (1) function f() {}"); }), name(function () { eval("l: function f() {}"); }), name(function () { eval("{ function f() { return 1; } f(); }"); return "fine"; }));
// expect: SyntaxError SyntaxError no error: fine
print(eval("{ function blockScoped() {} } typeof blockScoped"), (function () { { function inner() { } } return typeof inner; })());
// expect: undefined undefined
print(name(function () { return eval("({ a: 1, a: 2 }).a"); }), name(function () { return eval("({ public: 1 }).public"); }), name(function () { return eval("var o = { get eval() { return 4; } }; o.eval"); }));
// expect: no error: 2 no error: 1 no error: 4
function sloppyInside() { return Function("return typeof this")(); }
print(sloppyInside(), name(function () { return new Function("undeclaredSloppy = 1; return 'sloppy'")(); }));
// expect: object no error: sloppy
print((function (a, b) { arguments[0] = "changed"; return a; })("kept"), (function () { return arguments.length; })(1, 2));
// expect: kept 2
var forTarget = []; for (var i in { a: 1 }) forTarget.push(i); print(forTarget); // expect: a
print(name(function () { for (undeclaredTarget in { a: 1 }); }), name(function () { undeclaredCompound += 1; }), name(function () { undeclaredInc++; }), typeof undeclaredTypeof);
// expect: ReferenceError ReferenceError ReferenceError undefined
print(name(function () { return (function f() { f = 1; })(); }), name(function () { return (function f() { var f = 1; return f; })(); }));
// expect: TypeError no error: 1
var getter = Object.defineProperty({}, "strictThis", { get: function () { return typeof this; } });
Object.defineProperty(Number.prototype, "strictThis", { get: function () { return typeof this; }, configurable: true });
print(getter.strictThis, (5).strictThis); delete Number.prototype.strictThis; // expect: object number
print(["a"].map(function () { return this; })[0], [1].map(function () { return typeof this; }, 5)[0]);
// expect: undefined number
