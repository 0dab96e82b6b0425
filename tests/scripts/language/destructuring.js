// Patterns, default and rest parameters, spread.
function thrown(f) { try { return f(); } catch (e) { return e && e.name ? e.name + ": " + e.message : "thrown " + e; } }
var log = []; function l(x) { log.push(x); return x; } function logged() { var s = log.join(" "); log = []; return s; }
function it(values, extra) { var i = 0; return Object.assign({ [Symbol.iterator]() { l("iter"); return this; }, next() { l("next"); return i < values.length ? { value: values[i++], done: false } : { value: undefined, done: true }; }, return() { l("return"); return {}; } }, extra); }
{ let [a, b = 2, , c, ...d] = [1, undefined, 3, 4, 5, 6]; print(a, b, c, d.length, d); } // expect: 1 2 4 2 5,6
{ let { a, b: { c = 3 }, ["d" + 1]: e, ...r } = { a: 1, b: {}, d1: 4, x: 5, y: 6 }; print(a, c, e, JSON.stringify(r)); } // expect: 1 3 4 {"x":5,"y":6}
{ const [[x], { y }] = [[1], { y: 2 }]; print(x, y); } // expect: 1 2
{ var [v, w] = "ab", { length } = "abc"; print(v, w, length); } // expect: a b 3
{ let a = 1, b = 2; [a, b] = [b, a]; print(a, b); } // expect: 2 1
var o = {}; [o.a, o["b"], ...o.c] = [1, 2, 3, 4]; print(o.a, o.b, o.c); // expect: 1 2 3,4
({ a: o.x, b: [o.y] } = { a: 1, b: [2] }); print(o.x, o.y); // expect: 1 2
var src = { a: 1 }, res = { a: o.z } = src; print(res === src, o.z); // expect: true 1
var arr = [1], res2 = [o.q] = arr; print(res2 === arr); // expect: true
{ let [] = it([1]); print(logged()); } // expect: iter return
{ let [a] = it([1, 2]); print(a, logged()); } // expect: 1 iter next return
{ let [a, b] = it([1]); print(a, b, logged()); } // expect: 1 undefined iter next next
{ let [...r] = it([1, 2]); print(r, logged()); } // expect: 1,2 iter next next next
{ let [, , a] = it([1, 2, 3, 4]); print(a, logged()); } // expect: 3 iter next next next return
function t() { l("target"); return o; }
[t().p] = it([1]); print(o.p, logged()); // expect: 1 iter target next return
({ [l("k")]: t().p = l("d") } = (l("s"), {})); print(o.p, logged()); // expect: d s k target d
print(thrown(() => { [t().p, (() => { throw 1; })().x] = it([1]); }), logged()); // expect: thrown 1 iter target next return
print(thrown(() => { let [a = (() => { throw 2; })()] = it([undefined], { return() { l("return"); throw 3; } }); }), logged()); // expect: thrown 2 iter next return
print(thrown(() => { let [a] = it([1], { return() { l("return"); throw 3; } }); }), logged()); // expect: thrown 3 iter next return
print(thrown(() => { let [a] = it([1], { return() { return 1; } }); }), logged()); // expect: TypeError: Iterator result 1 is not an object iter next
print(thrown(() => { let [a] = it([1], { next() { throw 4; } }); }), logged()); // expect: thrown 4 iter
print(thrown(() => { let [a, b] = it([1], { next() { l("n"); return { get done() { throw 5; } }; } }); }), logged()); // expect: thrown 5 iter n
print(thrown(() => { let {} = null; })); // expect: TypeError: Cannot destructure 'null' as it is null.
print(thrown(() => { let { a } = undefined; }).slice(0, 9), thrown(() => { let [a] = {}; }).slice(0, 9), thrown(() => { let [a] = null; }).slice(0, 9)); // expect: TypeError TypeError TypeError
print(thrown(() => { let { a = b, b } = {}; })); // expect: ReferenceError: Cannot access 'b' before initialization
print(thrown(() => { const { c } = { c: 1 }; c = 2; }), thrown(() => { let f = () => x; let { x = f() } = {}; })); // expect: TypeError: Assignment to constant variable. ReferenceError: Cannot access 'x' before initialization
{ let { f = function () { }, g = () => 1, h = class2() } = {}; print(f.name, g.name, h); } function class2() { return "c"; } // expect: f g c
{ let { 0: zero, "1": one, 2.5: x } = { 0: "a", 1: "b", 2.5: "c" }; print(zero, one, x); } // expect: a b c
{ let sym = Symbol(), { [sym]: s, ...rest } = { [sym]: 1, z: 2, get g() { return l("g"); } }; print(s, Object.getOwnPropertySymbols(rest).length, rest.z, rest.g, logged()); } // expect: 1 0 2 g g
for (let [a, b] of [[1, 2], [3, 4]]) l(a + b); for (let { x = 9 } of [{}, { x: 1 }]) l(x); for (var [c] in { xy: 1 }) l(c); for ([o.f] of [[7]]) l(o.f); print(logged()); // expect: 3 7 9 1 x 7
try { throw [1, { m: 2 }]; } catch ([a, { m }]) { print(a, m); } // expect: 1 2
print(thrown(() => { try { throw null; } catch ({ a }) { } }).slice(0, 9), thrown(() => { try { throw {}; } catch ({ a = a }) { } })); // expect: TypeError ReferenceError: Cannot access 'a' before initialization
// Parameters
print(((a, b = a + 1, ...c) => a + b + c.length)(1), ((a, b = a + 1, ...c) => a + b + c.length)(1, 5, 6, 7), (({ a, b: [c] }, [d]) => a + c + d)({ a: 1, b: [2] }, [3])); // expect: 3 8 6
print(((a, b = 1, c) => 1).length, ((...a) => 1).length, (({ }, []) => 1).length, (function (a, b) { }).length); // expect: 1 0 2 2
print((function (a, b = 0) { a = 2; return arguments[0]; })(1), (function (a, b = 0) { arguments[0] = 9; return a; })(1)); // expect: 1 1
print(thrown(() => (function (a = 1) { return arguments.callee; })()).slice(0, 9), (function (a, ...b) { return arguments.length + b.length; })(1, 2, 3)); // expect: TypeError 5
print(thrown(() => ((a = b, b) => 1)()), thrown(() => ((a = a) => 1)()), ((a, b = a) => b)(4), ((a, b = () => a) => { var a = 2; return b(); })(1)); // expect: ReferenceError: Cannot access 'b' before initialization ReferenceError: Cannot access 'a' before initialization 4 1
print(((a, g = () => a) => { var a; var r = a; a = 2; return r + g(); })(1), ((a = 1) => { function a() { } return typeof a; })(), ((a, b = () => a) => { a = 5; return b(); })(1)); // expect: 2 function 5
print((function f(x = typeof y, y) { return x; }).length, thrown(() => (function (x = y) { var y = 1; return x; })())); // expect: 0 ReferenceError: y is not defined
print((function (a = eval("1 + 1"), b = eval("a")) { return a + b; })(), (function (a = eval("var z = 1"), b = z) { return b; })(), thrown(() => (function (a = eval("var a = 1")) { })())); // expect: 4 1 SyntaxError: Identifier 'a' has already been declared
print((function (a, b = 1) { return eval("var c = a + b; c"); })(2), (function ({ a }) { eval("var a = 5"); return a; })({ a: 1 })); // expect: 3 5
print({ m(a, b = 2) { return super.toString === Object.prototype.toString && a + b; } }.m(1), new (function (...args) { this.n = args.length; })(1, 2, 3).n); // expect: 3 3
print(((a, [b, c] = [a, 2], { d = c } = {}) => a + b + c + d)(1), ((x = (() => this === undefined || typeof this)()) => x)()); // expect: 6 object
print((function (a, a2 = arguments.length) { return a2; })(1, undefined, 3), (function (arguments = 3) { return arguments; })()); // expect: 3 3
// Spread
print([...[1, 2], 3, ...[4], ..."ab", ...[]].join(), [...[, 1]].hasOwnProperty(0), [1, , ...[2], ,].length, 1 in [1, , ...[2]]); // expect: 1,2,3,4,a,b true 4 false
print(Math.max(...[1, 5, 3]), Math.max(0, ...[1, 2], ...[7], 4), ((...a) => a.length)(...[1, , 3], 4), new Array(...[1, 2, 3]).length); // expect: 5 7 4 3
print(o.c.concat(...[[1], [2]]).join(), [..."x"].map(e => e)[0], (0, Math.min)(...[3, 2]), Math.max?.(...[1, 2]), [].concat(...it([1, 2])).join(), logged()); // expect: 3,4,1,2 x 2 2 1,2 iter next next next
print(JSON.stringify({ ...{ a: 1, b: 2 }, b: 3, ...null, ...undefined, ..."hi", ...[9] }), thrown(() => [...1]).slice(0, 9), thrown(() => f(...undefined)).slice(0, 14)); // expect: {"0":9,"1":"i","a":1,"b":3} TypeError ReferenceError
print((function () { return eval(...["typeof logged"]); })()); // expect: function
function Sum(...n) { this.s = n.reduce((a, b) => a + b, 0); } print(new Sum(...[1, 2], 3).s, new Sum(...it([4])).s, logged()); // expect: 6 4 iter next next
var many = []; many.length = 1000; many.fill && many.fill(1); print(((...a) => a.length)(...many)); // expect: 1000
