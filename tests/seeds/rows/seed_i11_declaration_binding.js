// Declaration binding instantiation, ES5.1 10.5 and what today's specification made of it.
var global = this;
function error(callback) { try { return String(callback()); } catch (e) { return e.name; } }
function attributes(object, name) { var d = Object.getOwnPropertyDescriptor(object, name); return d ? (d.writable ? "w" : "-") + (d.enumerable ? "e" : "-") + (d.configurable ? "c" : "-") : "none"; }

// Ordinary declarations are not deletable, those of eval are.
var ordinary;
function ordinaryFunction() {}
(0, eval)("var evaled; function evaledFunction() {}");
print(attributes(global, "ordinary"), attributes(global, "ordinaryFunction"), attributes(global, "evaled"), attributes(global, "evaledFunction"));
// expect: we- we- wec wec
evaled = 5;
(0, eval)("var evaled");
print(evaled, attributes(global, "evaled")); // expect: 5 wec
(0, eval)("var ordinary; function ordinaryFunction() { return 'again'; }");
print(ordinaryFunction(), attributes(global, "ordinaryFunction")); // expect: again we-
Object.defineProperty(global, "hidden", { value: 1, writable: true, configurable: true });
(0, eval)("var hidden");
print(attributes(global, "hidden"), hidden); // expect: w-c 1
(0, eval)("function hidden() {}");
print(attributes(global, "hidden"), typeof hidden); // expect: wec function

// The redeclaration rule for global functions.
Object.defineProperty(global, "accessor", { get: function () { return "got"; }, set: function () { print("never"); }, configurable: false });
Object.defineProperty(global, "readOnly", { value: 1, enumerable: true });
Object.defineProperty(global, "notEnumerable", { value: 1, writable: true });
Object.defineProperty(global, "usual", { value: 1, writable: true, enumerable: true });
Object.defineProperty(global, "loose", { get: function () { return "got"; }, configurable: true });
["accessor", "readOnly", "notEnumerable", "usual", "loose", "NaN", "undefined"].forEach(function (name) {
// expect: accessor string TypeError ---
// expect: readOnly number TypeError -e-
// expect: notEnumerable number TypeError w--
// expect: usual number function we-
// expect: loose string function wec
// expect: NaN number TypeError ---
// expect: undefined undefined TypeError ---
  print(name, error(function () { return (0, eval)("var " + name + "; typeof " + name); }),
    error(function () { return (0, eval)("function " + name + "() {} typeof " + name); }), attributes(global, name));
});
// Shadowing: parameter, function, arguments, variable; the last of equal functions and parameters counts.
print((function (a, a) { return a; })(1, 2), (function (a, a) { return a; })(1), (function (a, b, a) { return [a, b].join(); })(1, 2, 3));
// expect: 2 undefined 3,2
print((function (a) { var a; return a; })(1), (function (a) { var a = 2; return a; })(1), (function (a) { return typeof a; function a() {} })(1));
// expect: 1 2 function
print((function () { return f(); function f() { return 1; } function f() { return 2; } })(), (function () { var f = 3; return f; function f() {} })());
// expect: 2 3
print((function () { return typeof f; var f = 1; function f() {} })(), (function () { return typeof v; var v = 1; })());
// expect: function undefined
print((function () { return typeof arguments; })(), (function (arguments) { return arguments; })(1), (function () { return typeof arguments; function arguments() {} })());
// expect: object 1 function
print((function () { var arguments; return typeof arguments; })(), (function () { var arguments = 1; return arguments; })(), (function (arguments) { var arguments; return typeof arguments; })());
// expect: object 1 undefined
print((function () { eval("var arguments = 2"); return arguments; })(), (function (a) { eval("arguments[0] = 9"); return a; })(1));
// expect: 2 9

// Eval declares in the function around it, not in blocks, catch clauses or with objects.
print((function () { eval("var x = 1"); return typeof x; })(), typeof x); // expect: number undefined
print((function () { try { throw 0; } catch (e) { eval("var e = 1; var y = e"); } return [typeof e, e, y].join(); })());
// expect: undefined,,1
print((function () { var o = { z: 0 }; with (o) { eval("var z = 1"); } return [z, o.z].join(); })()); // expect: ,1
print((function () { with ({ g: 0 }) { eval("function g() { return 'declared'; }"); } return g(); })());
// expect: declared
print((function () { { function b() { return "block"; } return [error(function () { return eval("b()"); }), b()].join(); } })());
// expect: block,block
print((function () { { function b() {} try { eval("var b = 1"); } catch (e) { return e.name; } } })());
// expect: SyntaxError
print((function () { { function b() { return "block"; } eval("{ function b() { return 'inner'; } }"); return b(); } })());
// expect: block
print((function (p) { eval("function p() { return 'evaled'; }"); return [p(), delete p, typeof p].join(); })(1));
// expect: evaled,false,function
print((function () { eval("var v = 1"); eval("var v; var w = v"); return [v, w, delete v, typeof v].join(); })());
// expect: 1,1,true,undefined
print((function () { eval("'use strict'; var s = 1; function t() {}"); return [typeof s, typeof t].join(); })());
// expect: undefined,undefined
print((function () { return (function () { eval("var mine = 1"); return typeof mine; })() + typeof mine; })());
// expect: numberundefined

// Functions in blocks become variables of sloppy functions (B.3.2), where that makes no early error.
print((function () { var before = typeof f; { function f() {} } return before + typeof f; })());
// expect: undefinedfunction
print((function (f) { { function f() {} } return typeof f; })(1), (function () { "use strict"; { function f() {} } return typeof f; })());
// expect: number undefined
print((function () { if (false) { function f() {} } return typeof f; })(), (function () { switch (1) { case 0: function f() {} } return typeof f; })());
// expect: undefined undefined
print((function () { { function f() { return 1; } f = 2; var inside = f; } return inside + typeof f; })());
// expect: 2function
