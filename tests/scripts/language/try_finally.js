// Every pairing of a way out with a finally that lets it pass or overrides it.
var log = [];
function note(x) { log.push(x); return x; }
function flush() { var r = log.join(" "); log = []; return r; }
try { note("try"); } finally { note("finally"); }
print(flush()); // expect: try finally
try { note("a"); throw "x"; note("never"); } catch (e) { note("caught " + e); } finally { note("f"); }
print(flush()); // expect: a caught x f
try { try { throw 1; } finally { note("inner f"); } } catch (e) { note("outer " + e); }
print(flush()); // expect: inner f outer 1
try { try { throw 1; } catch (e) { throw e + 1; } finally { note("f1"); } } catch (e) { note(e); } finally { note("f2"); }
print(flush()); // expect: f1 2 f2
function returnThrough() { try { return note("r"); } finally { note("f"); } }
print(returnThrough(), flush()); // expect: r r f
function returnOverride() { try { return note("r"); } finally { return note("f"); } }
print(returnOverride(), flush()); // expect: f r f
function throwOverride() { try { throw "t"; } finally { return "swallowed"; } }
print(throwOverride()); // expect: swallowed
function finallyThrows() { try { return 1; } finally { throw "from finally"; } }
try { finallyThrows(); } catch (e) { print(e); } // expect: from finally
function returnValueKept() { var x = 1; try { return x; } finally { x = 2; } }
print(returnValueKept()); // expect: 1
function returnObjectKept() { var o = { v: 1 }; try { return o; } finally { o.v = 2; } }
print(returnObjectKept().v); // expect: 2
function breakOut() { for (var i = 0; i < 5; i++) { try { if (i === 2) break; note(i); } finally { note("f" + i); } } return i; }
print(breakOut(), flush()); // expect: 2 0 f0 1 f1 f2
function continueOut() { for (var i = 0; i < 3; i++) { try { if (i === 1) continue; note(i); } finally { note("f" + i); } note("end" + i); } }
continueOut(); print(flush()); // expect: 0 f0 end0 f1 2 f2 end2
function finallyBreaks() { for (; ;) { try { return "never"; } finally { break; } } return "after"; }
print(finallyBreaks()); // expect: after
function finallyContinues() { var n = 0; while (n < 3) { try { n++; throw n; } finally { continue; } } return n; }
print(finallyContinues()); // expect: 3
function finallyLabel() { a: { try { throw 1; } finally { break a; } note("never"); } return "out"; }
print(finallyLabel(), flush()); // expect: out
function nestedReturns() { try { try { return note("1"); } finally { note("f1"); } } finally { note("f2"); } }
print(nestedReturns(), flush()); // expect: 1 1 f1 f2
function nestedOverride() { try { try { return "1"; } finally { return "2"; } } finally { return "3"; } }
print(nestedOverride()); // expect: 3
function labelThrough() { o: for (var i = 0; i < 3; i++) { try { for (var j = 0; j < 3; j++) { try { if (j === 1) continue o; if (i === 1) break o; note(i + "" + j); } finally { note("x"); } } } finally { note("y"); } } }
labelThrough(); print(flush()); // expect: 00 x x y x y
function deepLabel() { l: { try { try { try { break l; } finally { note(1); } } finally { note(2); } } finally { note(3); } note("never"); } note("end"); }
deepLabel(); print(flush()); // expect: 1 2 3 end
function catchReturn() { try { throw 1; } catch (e) { return note("c" + e); } finally { note("f"); } }
print(catchReturn(), flush()); // expect: c1 c1 f
function catchRethrow() { try { throw new Error("first"); } catch (e) { try { throw new Error("second"); } catch (e) { note(e.message); } return e.message; } }
print(catchRethrow(), flush()); // expect: first second
function tryInFinally() { try { throw 1; } catch (e) { note("c"); } finally { try { throw 2; } catch (e) { note("fc" + e); } finally { note("ff"); } } }
tryInFinally(); print(flush()); // expect: c fc2 ff
function tryInCatch() { try { throw 1; } catch (a) { try { throw 2; } catch (b) { return a + b; } } }
print(tryInCatch()); // expect: 3
function pendingSurvives() { try { throw "pending"; } finally { try { throw "other"; } catch (e) { } for (var i = 0; i < 3; i++) { if (i) continue; } switch (1) { case 1: break; } } }
try { pendingSurvives(); } catch (e) { print(e); } // expect: pending
function pendingReturn() { try { return "kept"; } finally { (function () { try { return 5; } finally { } })(); try { throw 1; } catch (e) { } } }
print(pendingReturn()); // expect: kept
function loopTry() { var s = 0; for (var i = 0; i < 100; i++) { try { if (i % 3 === 0) throw i; s += 1; } catch (e) { s += e; } finally { s += 0.5; } } return s; }
print(loopTry()); // expect: 1799
function throughCalls() { function a() { try { b(); } finally { note("a"); } } function b() { try { c(); } finally { note("b"); } } function c() { throw "c"; } try { a(); } catch (e) { note(e); } }
throughCalls(); print(flush()); // expect: b a c
function throughNative() { try { [1, 2, 3].forEach(function (x) { if (x === 2) throw "at " + x; note(x); }); } catch (e) { return e; } finally { note("f"); } }
print(throughNative(), flush()); // expect: at 2 1 f
function scopeOfCatch() { var e = "outer"; try { throw "inner"; } catch (e) { var v = e; e = "changed"; } return e + v; }
print(scopeOfCatch()); // expect: outerinner
function varInCatch() { try { throw "thrown"; } catch (e) { var e = "var"; note(e); } return e; }
print(varInCatch(), flush()); // expect: undefined var
function catchShadowsParam(p) { try { throw 2; } catch (p) { p = 3; } return p; }
print(catchShadowsParam(1)); // expect: 1
function catchFunction() { try { throw function () { return this === undefined || typeof this; }; } catch (f) { return f(); } }
print(catchFunction()); // expect: object
for (var i = 0; i < 2; i++) { try { note("g" + i); continue; } finally { note("gf"); } }
print(flush()); // expect: g0 gf g1 gf
print([null, undefined, 0, "", false, NaN].map(function (v) { try { throw v; } catch (e) { return e === v || e !== e; } }));
// expect: true,true,true,true,true,true
function noCatchBinding() { try { undefinedFunction(); } catch (e) { return e instanceof ReferenceError; } }
print(noCatchBinding()); // expect: true
function forInFinally() { for (var k in { a: 1, b: 2 }) { try { return k; } finally { note(k); } } }
print(forInFinally(), flush()); // expect: a a
function forInBreak() { for (var k in { a: 1, b: 2 }) { for (var j in { c: 1 }) { try { break; } finally { note(k + j); } } } return k; }
print(forInBreak(), flush()); // expect: b ac bc
function whileReturn() { while (true) try { return "w"; } finally { note("w"); } }
print(whileReturn(), flush()); // expect: w w
function doFinally() { var n = 0; do { try { n++; if (n < 3) continue; break; } finally { note(n); } } while (true); return n; }
print(doFinally(), flush()); // expect: 3 1 2 3
function switchFinally(x) { switch (x) { case 1: try { break; } finally { note("s"); } case 2: return "2"; } return "out"; }
print(switchFinally(1), switchFinally(2), flush()); // expect: out 2 s
function emptyParts() { try { } catch (e) { } try { } finally { } try { throw 1; } catch (e) { } finally { } return "ok"; }
print(emptyParts()); // expect: ok
function finallyReads(x) { var state = "before"; try { state = "in"; if (x) throw state; state = "done"; } catch (e) { state = "c" + e; } finally { return state; } }
print(finallyReads(0), finallyReads(1)); // expect: done cin
function many() { for (var i = 0, n = 0; i < 1000; i++) { try { try { if (i & 1) throw i; } finally { n++; } } catch (e) { n += 2; } } return n; }
print(many()); // expect: 2000
print((function () { try { return eval("throw 7"); } catch (e) { return e; } finally { note("fin"); } })(), flush());
// expect: 7 fin
print(eval("try { 1 } finally { 2 }"), eval("do { try { 5; break; } finally { 6; } } while (0)"), eval("l: try { 3; break l; } finally { 4; }"));
// expect: 1 5 3
