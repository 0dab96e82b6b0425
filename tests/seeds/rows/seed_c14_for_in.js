// The four forms of for; enumeration with shadowing, deletion and addition during the loop.
print((function () { function g() { print(i); return { 0: 0, 1: 1 }; } for (var i = 8 in g()) { print(i); } })());
// expect: 8
// expect: 0
// expect: 1
// expect: undefined
for ((((i))) in { foo: 0, bar: 1 }) { }
print(i); // expect: bar
var i;
var log = [], y = { z: null }, x = { get y() { log.push("getter"); return y; } };
for (x.y.z in [0, 1]) { log.push(y.z); }
print(log.join()); // expect: getter,0,getter,1
function f() { throw new Error("me first"); }
try { for (x.y.z in f()) { } } catch (e) { print(e.message); } // expect: me first
// A call as target: evaluated on every turn, then a ReferenceError; not at all without a turn.
log = [];
function target() { log.push("target"); return {}; }
try { for (target() in { a: 1 }) ; } catch (e) { print(e.name, log.join()); } // expect: ReferenceError target
for (target() in {}) ;
print(log.join()); // expect: target
function early(code) { try { Function(code); return "fine"; } catch (e) { return e.name; } }
print(early("for ('foo' in o) ;"), early("for (('a', i) in o) ;"), early("for (a + b in o) ;"), early("for (this in o) ;"), early("for (f() in o) ;"), early("for (new a().b in o) ;"), early("for (var a, b in o) ;"), early("'use strict'; for (var i = 1 in o) ;"), early("'use strict'; for (eval in o) ;"));
// expect: SyntaxError SyntaxError SyntaxError SyntaxError fine fine SyntaxError SyntaxError SyntaxError
// The target is evaluated on every turn, after the name is known and before the body.
log = [];
var targets = [{}, {}, {}], at = 0;
function next() { log.push("next" + at); return targets[at++]; }
function key() { log.push("key"); return "k"; }
for (next()[key()] in { a: 1, b: 2, c: 3 }) log.push("body");
print(log.join(" "), targets.map(function (t) { return t.k; }).join());
// expect: next0 key body next1 key body next2 key body a,b,c

function keys(object, during) { var seen = []; for (var k in object) { seen.push(k); if (during) during(k, object); } return seen.join(); }
// Order: indices, then names as they were made; own before inherited; each name once.
print(keys({ b: 1, 2: 1, a: 1, 1: 1, "-1": 1, "01": 1, 4294967295: 1 }), keys([5, , 6]), keys("ab"), keys(5), keys(null), keys(undefined), keys(function () {}));
// expect: 1,2,b,a,-1,01,4294967295 0,2 0,1
var base = { inherited: 1, both: 1 }, derived = Object.create(base, { hidden: { value: 1 }, own: { value: 1, enumerable: true }, both: { value: 2, enumerable: true } });
print(keys(derived)); // expect: own,both,inherited
// Shadowing: a name that is not enumerable hides the inherited one.
print(keys(Object.create({ a: 1, b: 1 }, { a: { value: 1, enumerable: false }, c: { value: 1, enumerable: true } })));
// expect: c,b
print(keys(Object.create(Object.create({ a: 1, b: 1 }, { b: { value: 1 } }), { a: { value: 1 } }))); // expect:
// Deletion: what has gone before its turn is not visited; what was visited stays so.
print(keys({ a: 1, b: 2, c: 3 }, function (k, o) { delete o.b; }), keys({ a: 1, b: 2, c: 3 }, function (k, o) { delete o[k]; }), keys([1, 2, 3, 4], function (k, o) { o.length = 2; }));
// expect: a,c a,b,c 0,1
print(keys(Object.create({ p: 1, q: 2 }), function (k, o) { delete Object.getPrototypeOf(o).q; }), keys({ a: 1, b: 2 }, function (k, o) { delete o.b; o.b = 3; }));
// expect: p a,b
// A deleted property uncovers the inherited one of that name, if its turn is still to come.
print(keys(Object.create({ a: "inherited" }, { first: { value: 1, enumerable: true }, a: { value: 1, enumerable: true, configurable: true } }), function (k, o) { if (k === "first") delete o.a; }).split(",").sort().join());
// expect: a,first
// Addition: may or may not be visited, never twice, and the loop ends.
print(keys({ a: 1 }, function (k, o) { for (var n = 0; n < 50; n++) o["n" + n] = n; }).split(",").filter(function (k, at, all) { return all.indexOf(k) !== at; }).length);
// expect: 0
print((function () { var o = { a: 1 }, turns = 0; for (var k in o) { o["k" + turns] = 1; if (++turns > 100) break; } return turns <= 100; })());
// expect: true
print(keys({ a: 1, b: 2 }, function (k, o) { o[k] = { changed: true }; }), keys([1, 2], function (k, o) { if (o.length < 10) o.push(3); }));
// expect: a,b 0,1
// Nested enumerations of one object; leaving early; the variable afterwards.
print((function () { var o = { a: 1, b: 2 }, s = ""; for (var j in o) for (var k in o) s += j + k + " "; return s; })());
// expect: aa ab ba bb
print((function () { for (var k in { a: 1, b: 2, c: 3 }) if (k === "b") break; return k; })(), (function () { for (var k in {}) ; return k; })(), (function () { for (var k in { a: 1, b: 2 }) return k; })());
// expect: b undefined a
print((function (k) { for (k in { replaced: 1 }) ; return k + arguments[0]; })("given"), (function () { for (var k in { a: 1 }) { k = "own"; } return k; })());
// expect: replacedreplaced own
print((function () { var fs = []; for (var k in { a: 1, b: 2 }) fs.push(function () { return k; }); return fs[0]() + fs[1](); })());
// expect: bb
for (var n = 0, s = ""; n < 3; n++, s += n) if (n === 1) continue;
print(n, s); // expect: 3 123
