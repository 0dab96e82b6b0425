// Direct eval: completion values, the variables it sees, declares and deletes.
print(eval("1 + 1"), eval("var x = 5; x"), x, eval(""), eval(";"), eval("{}"), eval("({a:1}).a"), eval(5), eval([1, 2]).length, eval(), typeof eval("(function(){})"));
// expect: 2 5 5 undefined undefined undefined 1 5 2 undefined function
print(eval("1; if (false) 2;"), eval("1; if (true) 2;"), eval("1; if (true) {}"), eval("1; var y = 2;"), eval("1; ;"), eval("1; {}"), eval("1; function fd() {}"), typeof fd);
// expect: undefined 2 undefined 1 1 1 1 function
print(eval("for (var i = 0; i < 3; i++) i;"), eval("do { 5; } while (false)"), eval("while (true) { 7; break; }"), eval("1; while (false);"), eval("2; do { 3; continue; } while (false)"));
// expect: 2 5 7 undefined 3
print(eval("switch (1) { case 1: 'a'; case 2: 'b'; }"), eval("1; switch (2) { case 1: }"), eval("switch (1) { case 1: 'x'; break; }"), eval("l: { 4; break l; 5; }"), eval("try { 1; } finally { 2; }"), eval("try { throw 1 } catch (e) { e + 10 }"));
// expect: b undefined x 4 1 11
print(eval("for (var k in { a: 1, b: 2 }) k;"), eval("with ({ w: 8 }) w;"), eval("1; do { } while (false)"), eval("3; try { } catch (e) { }"), eval("1; try { 2; } finally { }"), eval("var q = 1; q += 4; q"));
// expect: b 8 undefined undefined 2 5
function reads(p) { var l = 2; return eval("p + l"); }
print(reads(1)); // expect: 3
function writes(p) { eval("p = 9"); return p; }
print(writes(1)); // expect: 9
function declares() { eval("var d = 4"); return d; }
print(declares(), typeof d); // expect: 4 undefined
function declaresFn() { eval("function df() { return 'df'; }"); return df(); }
print(declaresFn(), typeof df); // expect: df undefined
function redeclares(p) { eval("var p"); return p; }
print(redeclares(6)); // expect: 6
function overrides(p) { eval("var p = 7"); return p; }
print(overrides(6)); // expect: 7
function deletes() { eval("var gone = 1"); var r = [typeof gone, delete gone, typeof gone]; return r; }
print(deletes()); // expect: number,true,undefined
function cannotDelete() { var stay = 1; return [eval("delete stay"), stay]; }
print(cannotDelete()); // expect: false,1
eval("var globalByEval = 1");
print(delete globalByEval, typeof globalByEval); // expect: true undefined
function shadows() { var x = "local"; return eval("x") + eval("var x = 'again'; x"); }
print(shadows()); // expect: localagain
var g = "global";
function hides() { var before = g; eval("var g = 'evaled'"); var after = g; return before + "," + after + "," + eval("delete g") + "," + g; }
print(hides(), g); // expect: global,evaled,true,global global
function closureSeesEval(code) { eval(code); return function () { return typeof made === "undefined" ? "none" : made; }; }
print(closureSeesEval("var made = 'made'")(), closureSeesEval("1")()); // expect: made none
function inner() { var v = 1; function f() { return eval("v++"); } f(); f(); return v; }
print(inner()); // expect: 3
function makesClosure() { var z = 1; var f = eval("(function () { return ++z; })"); f(); return f() + "," + z; }
print(makesClosure()); // expect: 3,3
function evalThis() { return eval("this.v"); }
print(evalThis.call({ v: "this" })); // expect: this
function evalArgs() { return eval("arguments.length"); }
print(evalArgs(1, 2, 3)); // expect: 3
function evalReturn() { try { eval("return 1"); } catch (e) { return e instanceof SyntaxError; } }
print(evalReturn()); // expect: true
function strictEval() { "use strict"; eval("var s = 1"); return typeof s; }
print(strictEval()); // expect: undefined
function evalStrict() { eval("'use strict'; var s = 1"); return typeof s; }
print(evalStrict()); // expect: undefined
function strictWrites() { "use strict"; var a = 1; eval("a = 2"); return a; }
print(strictWrites()); // expect: 2
function strictFn() { "use strict"; return eval("(function () { return this; })()"); }
print(strictFn()); // expect: undefined
function sloppyFn() { return eval("'use strict'; (function () { return this; })()"); }
print(sloppyFn()); // expect: undefined
function inLoop() { var r = 0; for (var i = 0; i < 5; i++) r += eval("i * 2"); return r; }
print(inLoop()); // expect: 20
function inCatch() { try { throw 3; } catch (e) { return eval("e + 1"); } }
print(inCatch()); // expect: 4
function catchVar() { try { throw 1; } catch (e) { eval("var e = 2"); return e; } }
print(catchVar()); // expect: 2
function outerE() { var e = 0; try { throw 1; } catch (e) { eval("e = 5"); } return e; }
print(outerE()); // expect: 0
function withEval() { var o = { w: 1 }; with (o) { eval("w = 2; var nv = w;"); } return o.w + "," + nv; }
print(withEval()); // expect: 2,2
function nestedEval() { var n = 1; return eval("eval('n + 1') + eval(\"eval('n')\")"); }
print(nestedEval()); // expect: 3
function evalRenamed(eval) { return eval("1+1"); }
print(evalRenamed(function (s) { return "mine:" + s; })); // expect: mine:1+1
function localEval() { var eval = function () { return "local"; }; return eval("x"); }
print(localEval()); // expect: local
function argsInOrder() { var a = 1; return eval("a = 2", a = 3); }
print(argsInOrder()); // expect: 2
function multiple() { return eval("1", "2", 3); }
print(multiple()); // expect: 1
try { eval("syntax error here"); } catch (e) { print(e instanceof SyntaxError, e.name); } // expect: true SyntaxError
try { eval("throw new RangeError('r')"); } catch (e) { print(e.message); } // expect: r
try { eval("undeclaredInEval"); } catch (e) { print(e instanceof ReferenceError); } // expect: true
print(eval("'str'") + eval('"\\u0041"'), eval("/* c */ 1 // end"), eval("1\n2\n3"), eval("\t1\n;"), eval("var ev1 = 1, ev2 = 2; ev1 + ev2"));
// expect: strA 1 3 1 3
function evalFunctionHoist() { var r = typeof late; eval("function late() {}"); return r + "," + typeof late; }
print(evalFunctionHoist()); // expect: undefined,function
function evalVarUndefined() { eval("var u"); return typeof u; }
print(evalVarUndefined()); // expect: undefined
function genericSum(n) { var s = 0, code = "s += 1;"; for (var i = 0; i < n; i++) eval(code); return s; }
print(genericSum(20)); // expect: 20
function param(p) { var f = function () { return p; }; eval("p = 'changed'"); return f(); }
print(param("orig")); // expect: changed
print(eval("(function f(n) { return n ? n * f(n - 1) : 1; })")(5)); // expect: 120
function namedFn() { return (function nm() { return eval("typeof nm"); })(); }
print(namedFn()); // expect: function
function assignsOuter() { var o = 1; (function () { eval("o = 2"); })(); return o; }
print(assignsOuter()); // expect: 2
function declaresInner() { var o = 1; (function () { eval("var o = 2"); })(); return o; }
print(declaresInner()); // expect: 1
