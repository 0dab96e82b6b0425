var log = function (label) { return function (v) { print(label, v instanceof Error ? v.name + ": " + v.message : v); }; };
async function a(x) { print("start", x); var y = await x; print("after", y); try { await Promise.reject("bad"); } catch (e) { print("caught", e); } finally { print("finally", await "f"); } return y + 1; }
a(1).then(log("a")); print("sync");
async function b() { throw new TypeError("thrown"); } b().catch(log("b")); var p = b(); p.then(null, log("b2"));
async function c(x) { return await a(await x); } c(Promise.resolve(10)).then(log("c"));
async function d() { return { then: function (r) { r("thenable"); } }; } d().then(log("d"));
(async function () { var s = 0; for (var i = 0; i < 1000; i++) s += await i; print("sum", s); })();
async function e() { await null; await undefined; return e; } e().then(function (v) { print("e", v === e); });
async function params(x) { return arguments.length + x; } params(3, 4).then(log("params"));
async function thenable() { print("got", await { then: function (r) { print("then"); r(42); } }); } thenable();
async function rejectsThen() { try { await { get then() { throw "getter"; } }; } catch (e) { print("caught", e); } } rejectsThen();
print(typeof a, Object.prototype.toString.call(a), a.hasOwnProperty("prototype"), a() instanceof Promise, a.length, a.name);
try { new a(); } catch (e) { print(e.name, e.message); }
async function closure() { var v = 1; var f = function () { return v++; }; await f(); await f(); return v + f(); } closure().then(log("closure"));
async function evalled() { var z = 1; eval("var q = 5"); await 0; return z + q + eval("q"); } evalled().then(log("eval"));
async function withs() { with ({ w: 1 }) { await 0; return w; } } withs().then(log("with"));
async function fin() { try { return await 1; } finally { await 2; print("in finally"); } } fin().then(log("fin"));
async function over() { try { throw 1; } finally { return "over"; } } over().then(log("over"));
async function loop() { var out = []; for (var k in { a: 1, b: 2 }) out.push(await k); return out.join(); } loop().then(log("loop"));
(async function () { await 0; print("order 1"); await 0; print("order 3"); })(); (async function () { await 0; print("order 2"); await 0; print("order 4"); })();
async function strictThis() { "use strict"; await 0; return this; } strictThis.call(5).then(log("this")); async function sloppyThis() { await 0; return typeof this; } sloppyThis.call(5).then(log("this"));
[1, 2, 3].map(async function (v) { return await v * 2; })[1].then(log("map"));
Promise.all([a(1), params(2)]).then(function (v) { print("all", v.join()); });
async function recursive(n) { return n ? 1 + await recursive(n - 1) : 0; } recursive(100).then(log("recursive"));
var o = {}; Object.defineProperty(o, "g", { get: async function () { await 0; return "getter"; } }); o.g.then(log("get"));
Object.defineProperty(o, "s", { set: async function (v) { await 0; print("set", v); } }); o.s = 7;
async function race() { return await Promise.race([new Promise(function () {}), 5]); } race().then(log("race"));
async function never() { await new Promise(function () {}); print("never"); } never();
// expect: start 1
// expect: sync
// expect: start undefined
// expect: function [object AsyncFunction] false true 1 a
// expect: TypeError a is not a constructor
// expect: start 1
// expect: after 1
// expect: b TypeError: thrown
// expect: b2 TypeError: thrown
// expect: start 10
// expect: params 5
// expect: then
// expect: caught getter
// expect: after undefined
// expect: over over
// expect: order 1
// expect: order 2
// expect: after 1
// expect: set 7
// expect: caught bad
// expect: after 10
// expect: d thenable
// expect: got 42
// expect: caught bad
// expect: eval 11
// expect: with 1
// expect: in finally
// expect: order 3
// expect: order 4
// expect: this 5
// expect: this object
// expect: map 4
// expect: caught bad
// expect: get getter
// expect: finally f
// expect: caught bad
// expect: e true
// expect: finally f
// expect: closure 6
// expect: fin 1
// expect: loop a,b
// expect: finally f
// expect: race 5
// expect: a 2
// expect: finally f
// expect: all 2,3
// expect: c 11
// expect: recursive 100
// expect: sum 499500
