// Straightening of jumps must not change where control goes. (The document's a-d example is a unit test of
// crates/compiler/src/register/jumps.rs.)
function chains(n) { var s = ""; for (var i = 0; i < 4; i++) { if (i === n) { if (n > 5) { continue; } else { if (n === 2) continue; else { s += "e"; } } } else { if (n === 0) { s += "z"; } else { continue; } } s += i; } return s; }
print(chains(0), chains(1), chains(2), chains(9)); // expect: e0z1z2z3 e1
function endless(n) { for (; ;) { for (; ;) { if (n-- > 0) continue; break; } break; } return n; }
print(endless(3)); // expect: -1
function empty() { if (1) { } else { } while (0) { } for (; 0;) { } do { } while (0); if (0) ; else ; l: { break l; } return "empty"; }
print(empty()); // expect: empty
function toLoops(n) { a: for (; ;) { b: for (; ;) { c: for (; ;) { if (n === 1) break c; if (n === 2) break b; if (n === 3) break a; if (n === 4) return "ret"; n = 1; continue a; } return "c"; } return "b"; } return "a"; }
print(toLoops(1), toLoops(2), toLoops(3), toLoops(4), toLoops(5)); // expect: c b a ret c
function conditions(a, b) { return a ? b ? 1 : 2 : b ? 3 : 4; }
print(conditions(1, 1), conditions(1, 0), conditions(0, 1), conditions(0, 0)); // expect: 1 2 3 4
function nested(x) { if (x) { if (x > 1) { if (x > 2) { } else { return "2"; } } else { return "1"; } } else { return "0"; } return "3"; }
print(nested(0), nested(1), nested(2), nested(3)); // expect: 0 1 2 3
function self() { var i = 0; loop: while (true) { if (i++ < 3) continue loop; else break loop; } return i; }
print(self()); // expect: 4
