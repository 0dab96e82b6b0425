// with: lookups, assignment, calls, what shadows what, and every way out of it.
var o = { a: 1, b: 2, m: function () { return this === o; } }, r = [];
with (o) { print(a, b, m(), typeof missing); a = 10; b += 5; var declared = 7; c = 8; } // expect: 1 2 true undefined
print(o.a, o.b, "declared" in o, declared, c, delete c); // expect: 10 7 false 7 8 true
var p = { declared2: 1 };
with (p) { var declared2 = 9; }
print(p.declared2, declared2); // expect: 9 undefined
with ({ x: 1 }) { with ({ y: 2 }) { print(x + y); with ({ x: 3 }) print(x + y); } }
// expect: 3
// expect: 5
function f(obj) { var local = "local"; with (obj) { return local; } }
print(f({}), f({ local: "object" }), f({ obj: 1, local: 2 })); // expect: local object 2
function g(obj) { with (obj) { function inner() { return typeof v === "undefined" ? "outer" : v; } } return inner(); }
print(g({ v: "with" }), typeof v); // expect: with undefined
function h(obj) { with (obj) { return function () { return q; }; } }
var q = "global q", ho = { q: "object q" }, hf = h(ho);
print(hf()); // expect: object q
delete ho.q;
print(hf()); // expect: global q
ho.q = "back";
print(hf()); // expect: back
with ("str") { print(length, charAt(1)); } // expect: 3 t
with (5) { print(toFixed(1)); } // expect: 5.0
with ([1, 2, 3]) { print(length, join("-")); push(4); print(length); }
// expect: 3 1-2-3
// expect: 4
try { with (null) { } } catch (e) { print(e instanceof TypeError); } // expect: true
try { with (undefined) { } } catch (e) { print(e instanceof TypeError); } // expect: true
var proto = { inherited: 1 }, child = Object.create(proto);
with (child) { print(inherited); inherited = 2; } // expect: 1
print(child.inherited, proto.inherited); // expect: 2 1
with (Math) { print(max(1, 2), floor(PI)); } // expect: 2 3
with ({}) { print(toString === Object.prototype.toString, typeof hasOwnProperty); } // expect: true function
for (var i = 0; i < 3; i++) { with ({ i2: i }) { if (i2 === 1) continue; r.push(i2); } }
print(r); // expect: 0,2
l: for (; ;) { with ({}) { break l; } }
function ret() { with ({ v: 5 }) { return v; } }
print(ret()); // expect: 5
try { with ({}) { throw "t"; } } catch (e) { print(e); } // expect: t
function fin() { with ({ z: 1 }) { try { return z; } finally { z = 2; } } }
print(fin()); // expect: 1
function tryWith() { try { with ({ w: 1 }) { with ({ u: 2 }) { throw w + u; } } } catch (e) { return e + (typeof w); } }
print(tryWith()); // expect: 3undefined
switch (1) { case 1: with ({ s: "switch" }) { print(s); break; } } // expect: switch
var get = { get acc() { return "getter"; }, set acc(v) { r = v; } };
with (get) { print(acc); acc = "set"; } // expect: getter
print(r); // expect: set
with ({ a: 1, get b() { return this.a; } }) { print(typeof b); } // expect: number
var counter = { n: 0 };
with (counter) { n++; ++n; n += 5; n--; }
print(counter.n); // expect: 6
with (o) { print(delete a, delete b, delete zzz); } // expect: true true true
print("a" in o, "b" in o); // expect: false false
with ({ x: undefined }) print(typeof x, x); // expect: undefined undefined
function callThis() { return this; }
var wo = { callThis: callThis };
with (wo) print(callThis() === wo, (callThis)() === wo, (0, callThis)() === wo); // expect: true true false
function params(a) { with ({ a: 2 }) { a = 3; } return a; }
print(params(1)); // expect: 1
function args() { with ({ arguments: "mine" }) { return arguments; } }
print(args(1)); // expect: mine
function hoist() { with ({ hv: 1 }) { var hv = 2; } return hv; }
print(hoist()); // expect: undefined
with ({ f: 1 }) { (function () { f = 2; print(f); })(); } // expect: 2
var order = [], tracked = { get t1() { order.push("get"); return 1; }, set t1(v) { order.push("set"); } };
with (tracked) { t1 = t1 + 1; t1++; t1 += 1; }
print(order); // expect: get,set,get,set,get,set
with ({ eval: function (s) { return "own " + s; } }) print(eval("code")); // expect: own code
with (new Object()) with (new String("ab")) with ([]) print(length); // expect: 0
with ({ k: 1 }) for (k = 0; k < 3; k++);
with ({ key: 0 }) { for (key in { z: 1 }); print(key); } // expect: z
print(typeof key); // expect: undefined
with ({ undefined: 5, NaN: 6 }) { print(undefined, NaN); } // expect: 5 6
var un = eval("with ({ r: 1 }) { r + 1; }");
print(un); // expect: 2
