// switch: strict comparison, fall through, default anywhere, dense integers, strings, side effects.
function s(x) { switch (x) { case 1: return "one"; case "1": return "string one"; case null: return "null"; case undefined: return "undef"; case true: return "true"; case NaN: return "nan"; default: return "default"; } }
print(s(1), s("1"), s(null), s(undefined), s(true), s(NaN), s(0), s(-0), s({}), s(1.5));
// expect: one string one null undef true default default default default default
function fall(x) { var r = ""; switch (x) { case 0: r += "0"; case 1: r += "1"; break; case 2: r += "2"; default: r += "d"; case 3: r += "3"; } return r; }
print(fall(0), fall(1), fall(2), fall(3), fall(4)); // expect: 01 1 2d3 3 d3
function defaultFirst(x) { var r = ""; switch (x) { default: r += "d"; case 1: r += "1"; break; case 2: r += "2"; } return r; }
print(defaultFirst(1), defaultFirst(2), defaultFirst(9)); // expect: 1 2 d1
function dense(x) { switch (x) { case 0: return "a"; case 1: return "b"; case 2: return "c"; case 3: return "d"; case 4: return "e"; case 5: return "f"; case 6: return "g"; case 7: return "h"; } return "none"; }
print(dense(0), dense(7), dense(3), dense(8), dense(-1), dense("3"), dense(3.5), dense(-0), dense(NaN), dense(1e10), dense(true));
// expect: a h d none none none none a none none none
function sparse(x) { switch (x) { case 10: return 1; case 1000: return 2; case -5: return 3; case 100000: return 4; case 2147483647: return 5; case -2147483648: return 6; default: return 0; } }
print(sparse(10), sparse(1000), sparse(-5), sparse(100000), sparse(2147483647), sparse(-2147483648), sparse(4294967296));
// expect: 1 2 3 4 5 6 0
function strings(x) { switch (x) { case "a": return 1; case "ab": return 2; case "": return 3; case "constructor": return 4; case "__proto__": return 5; default: return 0; } }
print(strings("a"), strings("a" + "b"), strings(""), strings("constructor"), strings("__proto__"), strings("b"));
// expect: 1 2 3 4 5 0
var log = [];
function t(x) { log.push(x); return x; }
switch (t(2)) { case t(1): log.push("c1"); case t(2): log.push("c2"); case t(3): log.push("c3"); break; default: log.push("d"); }
print(log); // expect: 2,1,2,c2,c3
log = [];
switch (t(9)) { case t(1): default: log.push("d"); case t(2): log.push("c2"); }
print(log); // expect: 9,1,2,d,c2
log = []; switch (t(5)) { } print(log); // expect: 5
switch (1) { default: }
switch (1) { case 1: }
switch (1) { case 0: case 1: case 2: print("grouped"); } // expect: grouped
for (var i = 0; i < 4; i++) { switch (i) { case 1: continue; case 3: break; default: log.push("i" + i); } log.push("after" + i); }
print(log); // expect: 5,i0,after0,i2,after2,after3
function inSwitch(x) { switch (x) { case 1: var v = "hoisted"; break; case 2: return v; } return v; }
print(inSwitch(1), inSwitch(2)); // expect: hoisted undefined
function nestedSwitch(a, b) { switch (a) { case 1: switch (b) { case 1: return "11"; case 2: break; } return "1?"; case 2: switch (b) { default: return "2d"; } } return "??"; }
print(nestedSwitch(1, 1), nestedSwitch(1, 2), nestedSwitch(2, 5), nestedSwitch(3, 1)); // expect: 11 1? 2d ??
function dup(x) { switch (x) { case 1: return "first"; case 1: return "second"; } } print(dup(1)); // expect: first
switch ("x") { case "x": function declaredInSwitch() { return "declared"; } print(declaredInSwitch()); }
// expect: declared
function throwing(x) { try { switch (x) { case 1: throw "t"; case 2: return "r"; default: break; } return "b"; } catch (e) { return e; } finally { log = [x]; } }
print(throwing(1), throwing(2), throwing(3), log); // expect: t r b 3
function mixed(c) { switch (c) { case 48: case 49: case 50: case 51: case 52: return "digit"; case 97: case 98: case 99: return "letter"; case 10: case 13: return "newline"; case 32: case 9: return "space"; default: return c > 127 ? "wide" : "other"; } }
print(mixed(50), mixed(98), mixed(13), mixed(9), mixed(200), mixed(33));
// expect: digit letter newline space wide other
