// Logical operators as control flow: values, order and effects, in every context.
var log = [];
function T(name) { log.push(name); return true; }
function F(name) { log.push(name); return false; }
function seen(result) { var text = log.join("") + (result === undefined ? "" : "=" + result); log = []; return text; }
print(seen(T("a") && T("b")), seen(T("a") && F("b")), seen(F("a") && T("b")), seen(F("a") || T("b")), seen(T("a") || F("b")), seen(F("a") || F("b")));
// expect: ab=true ab=false a=false ab=true a=true ab=false
print(1 && "x", 0 && "x", "" || "y", "x" || "y", null && 1, undefined || null, NaN || 0, 1 && 2 && 3, 0 || "" || null, 1 && 0 || 2, 1 || 0 && 2);
// expect: x 0 y x null null 0 3 null 2 1
// The document's condition, for all combinations.
function condition(A, B, C, D, E, F) { if (!((A && B) || (C && D && E) || F)) return "true"; else return "false"; }
function plain(A, B, C, D, E, F) { var ab = A ? B : false, cde = C ? D ? E : false : false; return (ab ? true : cde ? true : F) ? "false" : "true"; }
var differing = 0;
for (var bits = 0; bits < 64; bits++) { var a = [0, 1, 2, 3, 4, 5].map(function (n) { return (bits >> n & 1) === 1; }); if (condition.apply(null, a) !== plain.apply(null, a)) differing++; }
print(differing); // expect: 0
function C2(A, B, C) { if (!((A && B) || C)) return 1; return 2; }
print(C2(0, 0, 0), C2(1, 0, 0), C2(1, 1, 0), C2(0, 0, 1), C2(0, 1, 0)); // expect: 1 1 2 2 1
if (T("a") && F("b") || T("c") && !F("d")) print(seen()); else print("never"); // expect: abcd
if (!(F("a") || !T("b")) && (T("c") || T("d"))) print(seen()); // expect: abc
while (F("a") || F("b") && T("c")) ;
print(seen()); // expect: ab
do { } while (T("a") && F("b"));
print(seen()); // expect: ab
for (var i = 0; i < 2 && T(i) || F("end"); i++) ;
print(seen()); // expect: 01end
print(seen((T("a") && F("b")) ? 1 : 2), seen(T("a") ? F("b") || T("c") : T("d")), seen((F("a") ? T("b") : T("c")) && F("d")));
// expect: ab=2 abc=true acd=false
print(seen(!T("a") || !F("b")), seen(!(T("a") && T("b"))), seen(!!(F("a") || T("b"))), seen(!(!T("a"))));
// expect: ab=true ab=false ab=true a=true
var v = 0, w;
w = v || (v = 5) && v; print(v, w); // expect: 5 5
w = v && (v = 0) || v; print(v, w); // expect: 0 0
v = v || 1; v = v && v + 1; print(v); // expect: 2
print((function (x) { return x && x.y && x.y.z || "none"; })({ y: { z: 1 } }), (function (x) { return x && x.y && x.y.z || "none"; })({}), (function (x) { return x && x.y && x.y.z || "none"; })());
// expect: 1 none none
print([0 || [], {} && [], "" && 1, "0" && 1].length, typeof (0 || function () {}), (null || { k: 2 }).k, (0, 1) && (2, 3), -(0 || 1), (1 && 2) + (0 || 3));
// expect: 4 function 2 3 -1 5
if ((T("a"), F("b"))) print("never"); else print(seen()); // expect: ab
if (T("a") === true && (1 < 2) && !("x" in {}) && typeof v === "number" && (v == 2 || v == null)) print(seen());
// expect: a
if (0) print("never"); else if ("" || null) print("never"); else if (1 && "x") print("constant conditions");
// expect: constant conditions
print(function () { if (F("x") && T("never")) return "no"; return seen("fell through"); }()); // expect: x=fell through
