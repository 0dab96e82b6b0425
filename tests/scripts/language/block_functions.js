// Annex B.3.2: functions declared in blocks of sloppy code.
print(typeof inBlock); // expect: undefined
{ print(typeof inBlock); function inBlock() { return "block"; } } // expect: function
print(inBlock()); // expect: block
if (true) { function inIf() { return "if"; } }
print(inIf()); // expect: if
if (false) { function notRun() { } }
print(typeof notRun); // expect: undefined
if (true) function single() { return "single"; }
print(single()); // expect: single
if (false) ; else function inElse() { return "else"; }
print(inElse()); // expect: else
function f() { var before = typeof g; { function g() { return 1; } } return before + "," + typeof g; }
print(f()); // expect: undefined,function
function inner() { { function h() { return "first"; } } { function h() { return "second"; } } return h(); }
print(inner()); // expect: second
function assignsInside() { { function a() { } a = "changed"; } return typeof a; }
print(assignsInside()); // expect: function
function paramName(p) { { function p() { } } return typeof p; }
print(paramName(5)); // expect: number
function loops() { for (var i = 0; i < 2; i++) { function k() { return i; } } return k(); }
print(loops()); // expect: 2
function inTry() { try { function t() { return "t"; } } finally { } return t(); }
print(inTry()); // expect: t
function inCatch() { try { throw 1; } catch (e) { function c() { return e; } } return c(); }
print(inCatch()); // expect: 1
function inSwitch(x) { switch (x) { case 1: return s(); case 2: function s() { return "s"; } } return typeof s; }
print(inSwitch(1), inSwitch(2)); // expect: s function
function callsEarly() { { return early(); function early() { return "hoisted in block"; } } }
print(callsEarly()); // expect: hoisted in block
label: function labelled() { }
print(typeof labelled); // expect: function
function sameBlock() { { function d() { return 1; } function d() { return 2; } return d(); } }
print(sameBlock()); // expect: 2
function strictBlock() { "use strict"; { function sb() { } } return typeof sb; }
print(strictBlock()); // expect: undefined
function closureOfBlock() { var fs = []; for (var i = 0; i < 2; i++) { function m() { return i; } fs.push(m); } return fs[0] === fs[1]; }
print(closureOfBlock()); // expect: false
function nested() { { { function deep() { return "deep"; } } } return deep(); }
print(nested()); // expect: deep
function withVar() { var w = 1; { function w() { } } return typeof w; }
print(withVar()); // expect: function
function evalBlock() { eval("{ function eb() { return 'eb'; } }"); return eb(); }
print(evalBlock()); // expect: eb
function conditional(x) { if (x) { function which() { return "yes"; } } else { function which() { return "no"; } } return which(); }
print(conditional(1), conditional(0)); // expect: yes no
function besideDefault(q = 1) { { function bd() { return "own"; } } return bd(); }
print(besideDefault(), typeof globalThis.bd); // expect: own undefined
function besidePattern([q]) { if (q) { function bp() { return "own"; } } return typeof bp; }
print(besidePattern([0]), besidePattern([1]), typeof globalThis.bp); // expect: undefined function undefined
function besideEval(q = 1) { { function be() { return eval("q + 1"); } } { let be = 3; } return be(); }
print(besideEval(), typeof globalThis.be); // expect: 2 undefined
function declaredByEval(q = 1) { eval("{ function de() { return 'eval'; } }"); { function own() {} } return de() + typeof own; }
print(declaredByEval(), typeof globalThis.de); // expect: evalfunction undefined
function besideCatch(q = 1) { try { throw 1; } catch (bc) { { function bc() { return "caught"; } } } return bc(); }
print(besideCatch(), typeof globalThis.bc); // expect: caught undefined
function inWith(q = 1) { with ({ iw: 1 }) { { function iw() { return "with"; } } } return iw(); }
print(inWith(), typeof globalThis.iw); // expect: with undefined
function besideGetter(bg = 1, read = () => bg) { { function bg() { } } return typeof bg + typeof read(); }
print(besideGetter()); // expect: numbernumber
function keptInParameters(read = () => typeof kp) { { function kp() { } } return read(); }
print(keptInParameters()); // expect: undefined
var arrow = ({ q } = {}) => { { function ia() { return "arrow"; } } return () => ia(); };
print(arrow()(), typeof globalThis.ia); // expect: arrow undefined
