// A call is a direct eval when it goes through the name eval and the callee turns out to be the built-in one.
var x = "global", global = this;
function direct() { var x = "local"; return eval("x"); }
function byOtherName() { var x = "local", other = eval; return other("x"); }
function byComma() { var x = "local"; return (0, eval)("x"); }
function byParentheses() { var x = "local"; return (eval)("x"); }
function byMember() { var x = "local"; return global.eval("x"); }
function byCall() { var x = "local"; return eval.call(null, "x"); }
function byLocalName() { var x = "local", eval = global.eval; return eval("x"); }
function byParameter(eval) { var x = "local"; return eval("x"); }
function byCatch() { var x = "local"; try { throw eval; } catch (eval) { return eval("x"); } }
function byClosure() { var x = "local", eval = global.eval; return (function () { var x = "inner"; return eval("x"); })(); }
function byConditional() { var x = "local"; return (true ? eval : 0)("x"); }
function byArray() { var x = "local"; return [eval][0]("x"); }
function byStrict() { "use strict"; var x = "local"; return eval("x") + (0, eval)("x"); }
function byNew() { var x = "local"; try { return new eval("x"); } catch (e) { return e.name; } }
print(direct(), byOtherName(), byComma(), byParentheses(), byMember(), byCall());
// expect: local global global local global global
print(byLocalName(), byParameter(eval), byCatch(), byClosure(), byConditional(), byArray(), byStrict(), byNew());
// expect: local local local inner global global localglobal TypeError

// The name may mean something else, at any time.
function mine(code) { return "mine:" + code + (this === global ? "" : typeof this); }
print((function (eval) { return eval("x"); })(mine), (function () { var eval = mine; return eval("x"); })());
// expect: mine:x mine:x
with ({ eval: mine }) { print(eval("x")); } // expect: mine:xobject
function intercepted(o) { var x = "local"; with (o) { return eval("x"); } }
print(intercepted({}), intercepted({ eval: mine }), intercepted({ eval: eval }), intercepted({ x: "with" }), intercepted({ eval: function (c) { return this.tag + c; }, tag: "t:" }));
// expect: local mine:xobject local with t:x
function switching(code) { var x = "local", results = []; for (var i = 0; i < 3; i++) { results.push(eval("x")); eval(code); } return results.join(); }
print(switching("x += i"), switching("var eval = function () { return 'replaced'; }"));
// expect: local,local0,local01 local,replaced,replaced
var original = eval;
eval = mine;
print(eval("x"), direct()); // expect: mine:x mine:x
eval = original;
print(eval("x"), direct()); // expect: global local
print(delete global.eval, typeof eval); // expect: true undefined
global.eval = original;
print(direct()); // expect: local

// Arguments: evaluated in order, only the first counts; other values than strings come back.
var log = [];
function L(v) { log.push(v); return v; }
print(eval(L("'first'"), L("second"), L(3)), log.join(), eval(), eval(5), eval(null), typeof eval({}), eval(new String("1")) instanceof String, eval([1]).length);
// expect: first 'first',second,3 undefined 5 null object true 1
print(typeof eval(function () {}), eval(""), eval("  "), eval("// nothing"));
// expect: function undefined undefined undefined
// It taints the functions around it: they may get names, whatever the depth.
function tainted() { return (function () { return (function () { return (function () { return eval("typeof here"); })(); })(); })(); var here; }
print(tainted(), (function (p) { return (function () { return eval("p"); })(); })("deep"), (function () { var f = function () { return eval("arguments[0]"); }; return f("own arguments"); })("outer"));
// expect: undefined deep own arguments
print((function () { return eval("arguments.length + this.t"); }).call({ t: "this" }, 1, 2), (function f() { return eval("typeof f"); })());
// expect: 2this function
print((function () { "use strict"; return eval("this") === undefined && eval("typeof arguments"); })());
// expect: object
print((function () { return eval("(function () { return typeof this; })()") + eval("'use strict'; (function () { return typeof this; })()"); })());
// expect: objectundefined
print((function () { var f = eval("(function (n) { return n ? f(n - 1) + 1 : 0; })"); return f(50); })()); // expect: 50
print((function (a) { eval("a = 2; var b = a"); return [a, b, arguments[0]].join(); })(1)); // expect: 2,2,2
print((function () { eval("var v = 1"); return (function () { eval("v++; var v2 = v"); return v2 + v; })(); })());
// expect: 4
print((function () { for (var i = 0; i < 3; i++) eval("var n" + i + " = i * 2"); return n0 + n1 + n2; })());
// expect: 6
print([1, 2].map(eval).join(), ["1 + 1", "x"].map(eval).join(), (function () { var x = "local"; return ["x"].map(eval).join(); })());
// expect: 1,2 2,global global
print((function () { return typeof eval === "function" && eval.length + eval.name; })()); // expect: 1eval
