// A record is closed on every way out of its scope: the closure keeps what it saw, whatever the registers are used for
// afterwards. (What is kept: see the test of memory in crates/ferrotape/tests/suite/seeds.rs.)
var kept;
function trash(a, b, c, d, e) { var f = a, g = b, h = c, i = d, j = e; return [a, b, c, d, e, f, g, h, i, j].length; }
function byReturn(x) { var y = x + 1; kept = function () { return [x, y].join(); }; return y; }
function byThrow(x) { var y = x + 2; kept = function () { return [x, y].join(); }; throw y; }
function byEnd(x) { var y = x + 3; kept = function () { return [x, y].join(); }; }
function byThrowThrough(x) { var y = x + 4; kept = function () { return [x, y].join(); }; null.property; }
function byFinally(x) { var y = x + 5; try { throw 0; } finally { kept = function () { return [x, y].join(); }; return 0; } }
function byNativeCallback(x) { [1].forEach(function (e) { var y = x + e + 5; kept = function () { return [x, y].join(); }; if (x) throw y; }); }
function byTailCall(x) { "use strict"; var y = x + 7; kept = function () { return [x, y].join(); }; return trash(8, 8, 8, 8, 8); }
function byNew(x) { var y = x + 8; kept = function () { return [x, y].join(); }; }
function byGetter(x) { return { get g() { var y = x + 9; kept = function () { return [x, y].join(); }; return 1; } }.g; }
function byEval(x) { eval("var y = x + 10; kept = function () { return [x, y].join(); };"); }
[byReturn, byThrow, byEnd, byThrowThrough, byFinally, byNativeCallback, byTailCall, byNew, byGetter, byEval].forEach(function (way) {
// expect: byReturn 1,2
// expect: byThrow 1,3
// expect: byEnd 1,4
// expect: byThrowThrough 1,5
// expect: byFinally 1,6
// expect: byNativeCallback 1,7
// expect: byTailCall 1,8
// expect: byNew 1,9
// expect: byGetter 1,10
// expect: byEval 1,11
  try { if (way === byNew) new way(1); else way(1); } catch (e) { }
  trash(1, 2, 3, 4, 5);
  print(way.name, kept());
});

// Catch clauses and with statements inside a function, left by break, continue, return and throw.
var all = [];
function inner(n) {
  for (var i = 0; i < n; i++) {
    try { throw "e" + i; } catch (e) { all.push(function () { return e; }); if (i === 0) continue; if (i === 2) break; all.push(function () { return e + "!"; }); }
  }
  label: { try { throw "labelled"; } catch (e) { all.push(function () { return e; }); break label; } }
  try { try { throw "first"; } catch (e) { all.push(function () { return e; }); throw "second"; } } catch (e) { all.push(function () { return e; }); }
  try { throw "returned"; } catch (e) { return function () { return e; }; }
}
all.push(inner(5));
trash(1, 2, 3, 4, 5);
print(all.map(function (f) { return f(); }).join()); // expect: e0,e1,e1!,e2,labelled,first,second,returned

// A record of a block that is entered again is another one.
var blocks = [];
for (var turn = 0; turn < 3; turn++) { { function inBlock() { return inBlock; } blocks.push(inBlock); } }
print(blocks[0] === blocks[1], blocks[0]() === blocks[0], blocks[2]() === blocks[2]); // expect: false true true

// The value at the time of leaving counts.
function late() { var x = 1; kept = function () { return x; }; x = 2; try { return x = 3; } finally { x = 4; } }
print(late(), kept()); // expect: 3 4
