// Hoisting, shadowing, global bindings and how they meet the global object.
print(typeof v, typeof f, v); var v = 1; function f() { } // expect: undefined function undefined
print(this.v, "v" in this, Object.getOwnPropertyDescriptor(this, "v").configurable, Object.getOwnPropertyDescriptor(this, "f").enumerable);
// expect: 1 true false true
this.byThis = 5;
print(byThis); // expect: 5
byThis = 6;
print(this.byThis); // expect: 6
implicit = 7;
print(this.implicit, Object.getOwnPropertyDescriptor(this, "implicit").configurable, delete this.implicit, typeof implicit);
// expect: 7 true true undefined
var undefinedVar;
print(undefinedVar, "undefinedVar" in this); // expect: undefined true
var v;
print(v); // expect: 1
if (false) { var inIf = 1; }
print(inIf, "inIf" in this); // expect: undefined true
function order() { return typeof a + typeof b; var a = 1; function b() { } }
print(order()); // expect: undefinedfunction
function lastWins() { return f(); function f() { return 1; } var f = function () { return 3; }; function f() { return 2; } }
print(lastWins()); // expect: 2
function fnAndVar() { var r = typeof x; var x = 1; function x() { } return r + typeof x; }
print(fnAndVar()); // expect: functionnumber
function shadowParam(a) { var a; return a; }
print(shadowParam("p")); // expect: p
function shadowOuter() { return v; var v = "inner"; }
print(shadowOuter()); // expect: undefined
for (var i = 0; i < 3; i++) { var inLoop = i; }
print(i, inLoop); // expect: 3 2
{ var inBlock = "leaks"; }
print(inBlock); // expect: leaks
try { throw "c"; } catch (caught) { var inCatch = caught; }
print(inCatch, typeof caught); // expect: c undefined
var x = "outer";
(function () { x = "changed"; var x; x = "inner"; })();
print(x); // expect: outer
(function () { x = "really changed"; })();
print(x); // expect: really changed
(function (x) { x = "param"; })(x);
print(x); // expect: really changed
(function x() { })();
print(typeof x); // expect: string
function a() { return b(); function b() { return c(); } function c() { return "c" + d(); } }
function d() { return "d"; }
print(a()); // expect: cd
var depth = 0;
function outer() { var depth = 1; function middle() { var depth = 2; function inner() { return depth; } return inner() + ":" + depth; } return middle() + ":" + depth; }
print(outer() + ":" + depth); // expect: 2:2:1:0
print(typeof undeclared, (function () { try { return undeclared; } catch (e) { return e.name; } })());
// expect: undefined ReferenceError
print((function () { assigned = "by function"; return typeof assigned; })(), assigned, delete assigned);
// expect: string by function true
var print2 = print;
print2("alias"); // expect: alias
(function (print) { print("shadowed"); })(function (s) { print2("shadow:" + s); }); // expect: shadow:shadowed
(function () { var undefined = 5, NaN = 6; print(undefined, NaN); })(); // expect: 5 6
function sameName(sameName) { return sameName; }
print(sameName(1)); // expect: 1
var fe = function sameName2() { return typeof sameName2; };
print(fe(), typeof sameName2); // expect: function undefined
function selfAssign() { selfAssign = 5; return typeof selfAssign; }
print(selfAssign(), typeof selfAssign); // expect: number number
var later = typeof laterFn;
var laterFn = function () { };
print(later, typeof laterFn); // expect: undefined function
var both = 1;
var both;
print(both); // expect: 1
var fnVar = 1;
function fnVar() { }
print(typeof fnVar); // expect: number
switch (1) { case 0: var inSwitch = "never"; }
print(inSwitch); // expect: undefined
label: { var inLabel = 1; }
print(inLabel); // expect: 1
for (var k in { p: 1 }) var inForIn = k;
print(inForIn, k); // expect: p p
while (false) var inWhile = 1;
print(inWhile); // expect: undefined
(function () { var a = 1; (function () { var b = a + 1; (function () { var c = b + 1; a = c; })(); })(); print(a); })();
// expect: 3
(function () { for (var i = 0; i < 2; i++) { var fresh; print(fresh); fresh = i; } })();
// expect: undefined
// expect: 0
Object.defineProperty(this, "readOnly", { value: "ro", writable: false, configurable: true });
readOnly = "changed";
print(readOnly); // expect: ro
delete this.readOnly;
var constructor = 1;
print(constructor); // expect: 1
var toString = 2;
print(toString); // expect: 2
print(typeof hasOwnProperty, valueOf === Object.prototype.valueOf); // expect: function true
function usesGlobalLater() { return definedLater; }
try { usesGlobalLater(); } catch (e) { print(e.name); }
var definedLater = "now";
print(usesGlobalLater()); // expect: now
function redefine() { return "first"; }
var first = redefine;
redefine = function () { return "second"; };
print(first(), redefine()); // expect: first second
function globalCache() { return cached; }
this.cached = 1;
print(globalCache()); // expect: 1
this.cached = 2;
print(globalCache()); // expect: 2
delete this.cached;
try { globalCache(); } catch (e) { print(e.name); } // expect: ReferenceError
this.cached = 3;
print(globalCache()); // expect: 3
Object.defineProperty(this, "cached", { get: function () { return "accessor"; }, configurable: true });
print(globalCache()); // expect: accessor
delete this.cached;
Object.prototype.cached = "inherited";
print(globalCache()); // expect: inherited
delete Object.prototype.cached;
