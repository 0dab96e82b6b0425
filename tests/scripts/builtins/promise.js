var log = function (label) { return function (v) { print(label, v instanceof Error ? v.name + ": " + v.message : v); return v; }; };
var thrower = function (v) { return function () { throw v; }; };
print(typeof Promise, Promise.length, Promise.name, String(Promise.prototype), Promise[Symbol.species] === Promise);
try { Promise(function () {}); } catch (e) { print(e.name, e.message); }
try { new Promise(1); } catch (e) { print(e.name); }
Promise.resolve(1).then(log("a1")).then(log("a2")).then(log("a3"));
Promise.reject(2).then(log("never")).catch(log("b1")).then(log("b2"));
new Promise(function (resolve, reject) { resolve(3); reject(4); throw 5; }).then(log("c1"), log("c2"));
new Promise(function () { throw 6; }).catch(log("d1"));
var thenable = { then: function (resolve) { print("then called"); resolve("thenable"); } };
Promise.resolve(thenable).then(log("e1")); new Promise(function (r) { r(Promise.resolve("inner")); }).then(log("e2"));
Promise.resolve({ get then() { throw "getter"; } }).catch(log("e3"));
Promise.resolve({ then: function (a, b) { a(1); b(2); throw 3; } }).then(log("e4"), log("e5"));
var self; self = new Promise(function (r) { setSelf = r; }); setSelf(self); self.catch(log("f1"));
Promise.resolve(1).finally(function () { print("finally", arguments.length); return 99; }).then(log("g1"));
Promise.reject(1).finally(function () { throw 2; }).catch(log("g2")); Promise.reject(7).finally(function () {}).catch(log("g3"));
Promise.resolve(1).then(2, 3).then(log("h1")); Promise.resolve().then(thrower(8)).then(log("never"), log("h2"));
Promise.all([1, Promise.resolve(2), thenable]).then(function (v) { print("all", v.join()); });
Promise.all([]).then(function (v) { print("all empty", v.length); }); Promise.all([Promise.reject("no"), 1]).catch(log("all rejected"));
Promise.allSettled([1, Promise.reject(2)]).then(function (v) { print(JSON.stringify(v)); });
Promise.any([Promise.reject(1), Promise.reject(2)]).catch(function (e) { print(e instanceof AggregateError, e.errors.join(), e.name, Object.keys(e).length); });
Promise.any([Promise.reject(1), 5]).then(log("any")); Promise.any([]).catch(function (e) { print("any empty", e.errors.length); });
Promise.race([new Promise(function () {}), Promise.resolve("won"), 1]).then(log("race"));
Promise.all(5).catch(function (e) { print("all 5", e.name); }); try { Promise.all.call(1, []); } catch (e) { print(e.name); } try { Promise.resolve.call(1); } catch (e) { print(e.name); }
function Sub(executor) { var p = new Promise(executor); Object.setPrototypeOf(p, Sub.prototype); return p; }
Object.setPrototypeOf(Sub, Promise); Sub.prototype = Object.create(Promise.prototype, { constructor: { value: Sub } });
var sub = Sub.resolve(1); print(sub instanceof Sub, sub.then() instanceof Sub, Promise.resolve(sub) === sub, Sub.resolve(sub) === sub, Sub.all([]) instanceof Sub);
Sub.all([1, 2]).then(function (v) { print("sub all", v.join()); }); sub.finally(function () {}).then(log("sub finally"));
Object.defineProperty(Sub, Symbol.species, { value: Promise }); print(sub.then() instanceof Sub);
var agg = new AggregateError([1, 2], "msg", { cause: "c" }); print(agg.message, agg.errors.join(), agg.cause, String(agg), agg instanceof Error, AggregateError.length, Object.getPrototypeOf(AggregateError) === Error);
try { new AggregateError(5); } catch (e) { print(e.name); } print(JSON.stringify(Object.getOwnPropertyDescriptor(agg, "errors")));
function BadCapability(executor) { executor(function () {}, 1); } try { Promise.resolve.call(BadCapability, 1); } catch (e) { print(e.name); }
function Twice(executor) { executor(1, 2); executor(3, 4); } try { Promise.resolve.call(Twice, 1); } catch (e) { print(e.name); }
function once(n, fn) { var o = {}; o[Symbol.iterator] = function () { var i = 0; return { next: function () { if (i === 2) throw "next"; return { value: i++, done: false }; }, return: function () { print("closed"); return {}; } }; }; return o; }
Promise.all(once()).catch(log("iterator"));
var resolve = Promise.resolve; Promise.resolve = function () { throw "resolve"; }; Promise.race(once()).catch(log("closed race")); Promise.resolve = resolve;
var then = Promise.prototype.then; Promise.prototype.then = function (a, b) { return then.call(this, function (v) { return a ? a(v) : v; }, b); }; then.call(Promise.all([1, Promise.resolve(2)]), function (v) { print("patched", v.join()); }); Promise.prototype.then = then;
var order = []; for (var i = 0; i < 3; i++) (function (i) { Promise.resolve().then(function () { order.push(i + "a"); }).then(function () { order.push(i + "b"); }).then(function () { order.push(i + "c"); if (order.length === 9) print(order.join()); }); })(i);
print("end of script");
// expect: function 1 Promise [object Promise] true
// expect: TypeError Promise constructor cannot be invoked without 'new'
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: true true false true true
// expect: false
// expect: msg 1,2 c AggregateError: msg true 2 true
// expect: TypeError
// expect: {"value":[1,2],"writable":true,"enumerable":false,"configurable":true}
// expect: TypeError
// expect: TypeError
// expect: closed
// expect: end of script
// expect: a1 1
// expect: c1 3
// expect: d1 6
// expect: then called
// expect: e3 getter
// expect: f1 TypeError: Chaining cycle detected for promise #<Promise>
// expect: finally 0
// expect: then called
// expect: all empty 0
// expect: any empty 0
// expect: all 5 TypeError
// expect: iterator next
// expect: closed race resolve
// expect: a2 1
// expect: b1 2
// expect: e1 thenable
// expect: e4 1
// expect: g2 2
// expect: h1 1
// expect: h2 8
// expect: all rejected no
// expect: [{"status":"fulfilled","value":1},{"status":"rejected","reason":2}]
// expect: true 1,2 AggregateError 0
// expect: any 5
// expect: race won
// expect: sub all 1,2
// expect: patched 1,2
// expect: a3 1
// expect: b2 2
// expect: e2 inner
// expect: all 1,2,thenable
// expect: 0a,1a,2a,0b,1b,2b,0c,1c,2c
// expect: g1 1
// expect: g3 7
// expect: sub finally 1
