// switch: the search path and the case path; tables for dense integer cases.
var log = [];
function L(x) { log.push(x); return x; }
function sw(v) { log = []; switch (L(v)) { case L(1): log.push("one"); case L("1"): log.push("text"); break; default: log.push("default"); case L(NaN): log.push("nan"); case L(2): log.push("two"); } return log.join(" "); }
print(sw(1)); print(sw("1")); print(sw(2)); print(sw(3)); print(sw(NaN)); print(sw(undefined));
// expect: 1 1 one text
// expect: 1 1 1 text
// expect: 2 1 1 NaN 2 two
// expect: 3 1 1 NaN 2 default nan two
// expect: NaN 1 1 NaN 2 default nan two
// expect: 1 1 NaN 2 default nan two
function middle(v) { var s = ""; switch (v) { case 0: s += 0; default: s += "d"; case 1: s += 1; break; case 2: s += 2; } return s; }
print(middle(0), middle(1), middle(2), middle(3), middle("0"), middle(-0), middle(0.5), middle(true), middle(null));
// expect: 0d1 1 2 d1 d1 0d1 d1 d1 d1
function first(v) { switch (v) { case 1: return "first"; case 1: return "second"; case 1 + 0: return "third"; } return "none"; }
print(first(1), first("1"), first({ valueOf: function () { return 1; } })); // expect: first none none
function dense(v) { switch (v) { case 0: return "a"; case 1: return "b"; case 2: return "c"; case 3: return "d"; case 4: return "e"; case 6: return "g"; case 7: return "h"; } return "-"; }
print([0, 1, 2, 3, 4, 5, 6, 7, 8, -1, 1.5, -0, NaN, Infinity, "1", null, undefined, 4294967296, 4294967297, -4294967295, 1e300, true, [1]].map(dense).join(""));
// expect: abcde-gh---a-----------
function negative(v) { switch (v) { case -2: return "a"; case -1: return "b"; case 0: return "c"; case 1: return "d"; default: return "-"; } }
print([-3, -2, -1, 0, 1, 2, -0, "0"].map(negative).join("")); // expect: -abcd-c-
function edges(v) { switch (v) { case 2147483647: return "max"; case 2147483646: return "max-1"; case 2147483645: return "max-2"; case -2147483648: return "min"; case -2147483647: return "min+1"; case -2147483646: return "min+2"; } return "-"; }
print([2147483647, 2147483646, 2147483648, -2147483648, -2147483647, -2147483649].map(edges).join());
// expect: max,max-1,-,min,min+1,-
function mixed(v) { switch (v) { case 0: return "zero"; case 1: return "one"; case "two": return "text"; case 3: return "three"; case 4: return "four"; case 5: return "five"; case L("six"): return "six"; } return "-"; }
print([0, 1, "two", 3, 4, 5, "six", 6].map(mixed).join()); // expect: zero,one,text,three,four,five,six,-

// An opcode decoder of 256 cases.
var cases = [];
for (var i = 0; i < 256; i++) cases.push("case " + i + ": sum += " + i * 3 + "; break;");
var decode = Function("opcodes", "var sum = 0; for (var i = 0; i < opcodes.length; i++) switch (opcodes[i]) { " + cases.join(" ") + " default: sum += 0.5; } return sum;");
var opcodes = [];
for (i = -1; i < 257; i++) opcodes.push(i);
print(decode(opcodes), decode(["1", 1.5]), decode([255, 0])); // expect: 97921 1 765

// Control flow inside: loops, functions, declarations, values kept while cases assign.
function flow(v) { for (var i = 0, s = ""; i < 4; i++) { switch (i) { case v: continue; case 3: break; default: s += i; } s += "."; } return s; }
print(flow(0), flow(2), flow(9)); // expect: 1.2.. 0.1.. 0.1.2..
function kept(v) { switch (v) { case v = 2: return "changed"; case 1: return "kept"; } }
print(kept(1), kept(2)); // expect: kept changed
print((function () { switch (1) { case 0: var a = 1; function f() { return "f"; } case 1: return typeof a + f(); } })());
// expect: undefinedf
print((function () { l: switch (1) { case 1: switch (2) { case 2: break l; } return "no"; } return "out"; })(), (function () { switch (1) { } return "empty"; })(), (function () { switch (L("only")) { default: return "default"; } })());
// expect: out empty default
