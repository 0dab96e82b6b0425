// if, while, do-while, for, empty, block, break and continue with labels.
if (1) print("then"); else print("else"); // expect: then
if (0) print("then"); else print("else"); // expect: else
if (0) print("a"); else if (0) print("b"); else print("c"); // expect: c
if (1) if (0) print("inner then"); else print("inner else"); // expect: inner else
if (1) { } else print("never");
if (0); else print("empty then"); // expect: empty then
var i = 0;
while (i < 3) i++; print(i); // expect: 3
while (i) { if (i-- === 2) continue; if (i < 0) break; } print(i); // expect: 0
do i++; while (i < 5) print(i); // expect: 5
do { i--; if (i === 3) continue; if (i === 1) break; } while (i); print(i); // expect: 1
for (i = 0; i < 3; i++); print(i); // expect: 3
for (; ;) { if (i-- < 0) break; } print(i); // expect: -2
for (var j = 0, k = 10; j < k; j += 3, k--) { if (j === 3) continue; } print(j, k); // expect: 9 7
for (var empty; empty;); print(empty); // expect: undefined
for (i = 0; i < 2;) { i++; } print(i); // expect: 2
{ } { ; } ; ; { { print("block"); } } // expect: block
outer: for (i = 0; i < 3; i++) {
  inner: for (j = 0; j < 3; j++) {
    if (j === 1) continue outer;
    if (i === 2) break outer;
    continue inner;
  }
}
print(i, j); // expect: 2 0
block: { print("in block"); break block; print("never"); } // expect: in block
a: b: c: for (i = 0; i < 3; i++) { for (; ;) { if (i < 2) continue b; break a; } } print(i); // expect: 2
label: if (1) { break label; }
label: { label2: { break label; } print("never"); }
var log = [];
loop: while (true) {
  do { log.push("do"); for (; ;) { log.push("for"); break loop; } } while (true);
}
print(log); // expect: do,for
log = []; i = 0;
first: do { second: do { if (++i < 5) continue first; break second; } while (false); log.push(i); } while (i < 7);
print(log, i); // expect: 5,6,7 7
l1: for (var p in { a: 1, b: 2 }) { for (var q in { c: 1, d: 2 }) { log.push(p + q); if (q === "c") continue l1; } }
print(log); // expect: 5,6,7,ac,bc
sw: switch (1) { case 1: for (; ;) { break sw; } case 2: print("never"); }
var n = 0;
for (var t = 0; t < 1000; t++) { if (t % 2) continue; if (t > 500) break; n += t; }
print(n, t); // expect: 62750 502
function early(x) { while (true) { if (x > 10) return "big"; do { if (x < 0) return "negative"; x++; } while (x < 5); x += 3; } }
print(early(0), early(-1), early(20)); // expect: big negative big
function none() { } function empty2() { return; } function undef() { return void 0; }
print(none(), empty2(), undef()); // expect: undefined undefined undefined
debugger;
function nested(n) { if (n) { if (n > 1) { if (n > 2) return "3"; else return "2"; } return "1"; } else { return "0"; } }
print(nested(0), nested(1), nested(2), nested(3)); // expect: 0 1 2 3
yield: for (; ;) { break yield; } print("yield label"); // expect: yield label
var yield = 1, async = 2, of = 3, get = 4, set = 5, static = 6, let = 7, await = 8;
print(yield + async + of + get + set + static + let + await); // expect: 36
