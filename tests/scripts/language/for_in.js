// for-in: order, prototypes, deletion while it runs, all forms of target.
var r;
function keys(o) { var r = []; for (var k in o) r.push(k); return r; }
print(keys({ b: 1, a: 2, 2: 3, 1: 4, "-1": 5, "01": 6 }), keys([7, 8, 9]), keys("abc"), keys(null), keys(undefined), keys(5), keys(true));
// expect: 1,2,b,a,-1,01 0,1,2 0,1,2
var sparse = [1, , 3]; sparse.x = 1; sparse[10] = 1; print(keys(sparse)); // expect: 0,2,10,x
function P() { this.own = 1; } P.prototype.inherited = 2; P.prototype.own = 3; print(keys(new P()));
// expect: own,inherited
var hidden = Object.create({ x: 1, y: 2 }, { x: { value: 1, enumerable: false } });
print(keys(hidden)); // expect: y
print(keys(Object.create(Object.create({ c: 1, a: 1 }, { b: { value: 1, enumerable: true } }), { a: { value: 1, enumerable: true } })));
// expect: a,b,c
var o = { a: 1, b: 2, c: 3 }; r = [];
for (var k in o) { r.push(k); delete o.b; delete o.c; o.c = 1; } print(r.slice(0, 1), "b" in o); // expect: a false
o = { a: 1, b: 2, c: 3 }; r = []; for (k in o) { r.push(k); delete o[k]; } print(r, keys(o)); // expect: a,b,c
for (k in { x: 1 }) print(k); print(k);
// expect: x
// expect: x
for (o.target in { y: 1 }); print(o.target); // expect: y
for (o["computed"] in { z: 1 }); print(o.computed); // expect: z
var arr = [], i = 0; for (arr[i++] in { p: 1, q: 2, r: 3 }); print(arr); // expect: p,q,r
function fn() { return o; } for (fn().called in { w: 1 }); print(o.called); // expect: w
for (var init = 5 in {}); print(init); for (var init2 = "v" in { n: 1 }); print(init2);
// expect: 5
// expect: n
for (var e in ""); print(e); // expect: undefined
for (var c in { a: 1, b: 1, c: 1 }) { if (c === "b") continue; if (c === "c") break; } print(c); // expect: c
function ret(o) { for (var k in o) { return k; } return "none"; } print(ret({ first: 1 }), ret({}));
// expect: first none
function nested(a, b) { var s = ""; for (var x in a) for (var y in b) s += x + y + " "; return s; }
print(nested({ a: 1, b: 1 }, [1, 2])); // expect: a0 a1 b0 b1
function tryIn(o) { var r = []; for (var k in o) { try { if (k === "b") continue; r.push(k); } finally { r.push("f"); } } return r; }
print(tryIn({ a: 1, b: 1, c: 1 })); // expect: a,f,f,c,f
function closures() { var fs = []; for (var k in { a: 1, b: 2 }) fs.push(function () { return k; }); return fs[0]() + fs[1](); }
print(closures()); // expect: bb
for (var typ in { a: 1 }) print(typeof typ); for (var num in [5]) print(typeof num, num + 1);
// expect: string
// expect: string 01
(function () { for (arguments[0] in { viaArguments: 1 }); print(arguments[0]); })(0); // expect: viaArguments
(function (p) { for (p in { param: 1 }); print(p, arguments[0]); })(0); // expect: param param
var own = { toString: 1, valueOf: 2, hasOwnProperty: 3 }; print(keys(own)); // expect: toString,valueOf,hasOwnProperty
print(keys(function () { }), keys(Math), keys(Object("ab"))); // expect: 0,1
var added = { a: 1 }, count = 0;
for (var x in added) { added["n" + count++] = 1; if (count > 5) break; }
print(count >= 1); // expect: true
for (var last in { a: 1, b: 2 }) { } print(last); // expect: b
var s = ""; for (var a in [1, 2]) { for (var b in [1, 2]) { s += a + b; } } print(s); // expect: 00011011
lab: for (var v in { a: 1, b: 1 }) { for (var w in { c: 1 }) { continue lab; } } print(v, w); // expect: b c
var getter = { get g() { return 1; } };
print(keys(getter), (function () { for (var k in getter) return getter[k]; })()); // expect: g 1
for (var z in ((1, { paren: 1 }))) print(z); for (var y in { c: 1 } || {}) print(y);
// expect: paren
// expect: c
