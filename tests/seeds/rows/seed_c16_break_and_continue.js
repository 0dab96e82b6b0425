// break and continue, with and without labels, with and without something to unwind.
function seen(f) { var log = []; f(function (x) { log.push(x); }); return log.join(""); }
print(seen(function (L) { for (var i = 0; i < 5; i++) { if (i === 1) continue; if (i === 3) break; L(i); } }));
// expect: 02
print(seen(function (L) { var i = 0; while (true) { if (++i > 4) break; if (i % 2) continue; L(i); } })); // expect: 24
print(seen(function (L) { var i = 0; do { if (i === 2) continue; L(i); } while (++i < 4); })); // expect: 013
print(seen(function (L) { for (var k in { a: 1, b: 2, c: 3 }) { if (k === "b") continue; L(k); } })); // expect: ac
print(seen(function (L) { outer: for (var i = 0; i < 3; i++) { for (var j = 0; j < 3; j++) { if (j === 1) continue outer; if (i === 2) break outer; L("" + i + j); } } }));
// expect: 0010
print(seen(function (L) { a: b: c: for (var i = 0; i < 3; i++) { if (i === 0) continue a; if (i === 1) continue c; break b; } L(i); }));
// expect: 2
print(seen(function (L) { block: { L("in"); if (true) break block; L("never"); } L("out"); })); // expect: inout
print(seen(function (L) { a: { b: { c: { break b; } L("never"); } L("a"); break a; } L("end"); })); // expect: aend
print(seen(function (L) { l: if (true) { L("if"); break l; } L("out"); })); // expect: ifout
print(seen(function (L) { unused: for (var i = 0; i < 2; i++) L(i); alsoUnused: ; third: L("x"); })); // expect: 01x
print(seen(function (L) { l: for (; ;) { try { L("t"); break l; } finally { L("f"); } } })); // expect: tf
print(seen(function (L) { l: for (var i = 0; i < 3; i++) { with ({}) { if (i) continue l; L(i); } } })); // expect: 0
print(seen(function (L) { l: for (var i = 0; i < 3; i++) { try { throw i; } catch (e) { if (e === 1) continue l; L(e); } } }));
// expect: 02
print(seen(function (L) { l: for (var k in { a: 1 }) { for (var m in { b: 1 }) { with ({}) { try { break l; } finally { L("f"); } } } } L("out"); }));
// expect: fout
print(seen(function (L) { l: do { L("d"); do { continue l; } while (true); } while (false); })); // expect: d
print(seen(function (L) { l: while (true) { switch (1) { case 1: break l; } } L("out"); })); // expect: out
print(seen(function (L) { for (var i = 0; i < 3; i++) { switch (i) { case 1: continue; default: L(i); break; } L("."); } }));
// expect: 0.2.
print(seen(function (L) { function f() { l: for (; ;) { return function () { l: for (; ;) { break l; } return "inner"; }; } } L(f()()); }));
// expect: inner
function early(code) { try { Function(code); return "fine"; } catch (e) { return e.name; } }
print(early("break"), early("continue"), early("l: break l"), early("l: continue l"), early("l: { continue l }"), early("while (1) { break l }"), early("l: l: ;"), early("l: { } l: ;"), early("l: while (1) (function () { break l })"), early("while (1) (function () { break })"), early("if (1) break"), early("switch (1) { case 1: continue }"), early("l: switch (1) { case 1: continue l }"), early("l: { l2: while (1) continue l }"), early("a: b: while (1) continue a"));
// expect: SyntaxError SyntaxError fine SyntaxError SyntaxError SyntaxError SyntaxError fine SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError SyntaxError fine
