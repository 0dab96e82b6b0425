function* g() { var x = yield 1; print("got", x); try { x = yield x + 1; print("got", x); } catch (e) { print("caught", e); yield "c"; } finally { print("fin"); yield "f"; } return "end"; }
function show(r) { print(JSON.stringify(r)); }
var it = g(); show(it.next("ignored")); show(it.next(5)); show(it.next(6)); show(it.next()); show(it.next()); show(it.next());
// expect: {"value":1,"done":false}
// expect: got 5
// expect: {"value":6,"done":false}
// expect: got 6
// expect: fin
// expect: {"value":"f","done":false}
// expect: {"value":"end","done":true}
// expect: {"done":true}
// expect: {"done":true}
it = g(); it.next(); it.next(1); show(it.throw("boom")); show(it.next()); show(it.next()); show(it.next());
// expect: got 1
// expect: caught boom
// expect: {"value":"c","done":false}
// expect: fin
// expect: {"value":"f","done":false}
// expect: {"value":"end","done":true}
// expect: {"done":true}
it = g(); it.next(); it.next(1); show(it.return("ret")); show(it.next()); show(it.next());
// expect: got 1
// expect: fin
// expect: {"value":"f","done":false}
// expect: {"value":"ret","done":true}
// expect: {"done":true}
it = g(); show(it.return(7)); show(it.next()); it = g(); try { it.throw("t"); } catch (e) { print(e); } show(it.next());
// expect: {"value":7,"done":true}
// expect: {"done":true}
// expect: t
// expect: {"done":true}
print(typeof g, typeof g.prototype.constructor, Object.getPrototypeOf(g.prototype) === Object.getPrototypeOf(Object.getPrototypeOf(g())), String(g()), Object.prototype.toString.call(g));
// expect: function object true [object Generator] [object GeneratorFunction]
print(g() instanceof g, g()[Symbol.iterator]() instanceof g, Object.getOwnPropertyNames(g).join(), Object.keys(g).length);
// expect: true true length,name,prototype 0
try { new g(); } catch (e) { print(e.name, e.message); } // expect: TypeError g is not a constructor
function* rec() { try { inner.next(); } catch (e) { print(e.name, e.message); } yield 1; } var inner = rec(); inner.next();
// expect: TypeError Generator is already running
function* count(n) { for (var i = 0; i < n; i++) yield i; } print(Array.from(count(5)).join()); // expect: 0,1,2,3,4
function* closure() { var a = 1, fs = []; function inc() { return ++a; } yield inc; print(a); yield inc; a = 10; yield inc; print(a); }
it = closure(); var inc = it.next().value; print(inc(), inc()); it.next(); print(inc()); it.next(); print(inc(), inc()); it.next(); print(inc());
// expect: 2 3
// expect: 3
// expect: 4
// expect: 11 12
// expect: 12
// expect: 13
function* args(a, b) { arguments[0] = 5; yield a; a = 6; yield arguments[0]; yield this === globalThis; } print(Array.from(args(1, 2)).join());
// expect: 5,6,true
function* expr() { print([yield 1, yield 2, (yield 3) + (yield 4)].join(), (yield) === undefined); return f(yield "a", yield "b"); } function f(a, b) { return a + b; }
it = expr(); for (var i = 0, r; !(r = it.next(i)).done; i++) show(r); show(r);
// expect: {"value":1,"done":false}
// expect: {"value":2,"done":false}
// expect: {"value":3,"done":false}
// expect: {"value":4,"done":false}
// expect: {"done":false}
// expect: 1,2,7 false
// expect: {"value":"a","done":false}
// expect: {"value":"b","done":false}
// expect: {"value":13,"done":true}
function* withScope() { var o = { x: 1 }; with (o) { yield x; x = 2; yield x; } yield o.x; } print(Array.from(withScope()).join());
// expect: 1,2,2
function* evals() { var v = 1; eval("var w = 2"); yield v + w; w = 5; yield eval("w + v"); } print(Array.from(evals()).join());
// expect: 3,6
function* loops() { for (var k in { a: 1, b: 2, c: 3 }) { if (k === "b") continue; yield k; } switch (yield "s") { case 1: yield "one"; default: yield "d"; } lab: for (;;) { for (;;) { yield "in"; break lab; } } }
it = loops(); var out = []; while (!(r = it.next(1)).done) out.push(r.value); print(out.join());
// expect: a,c,s,one,d,in
function* fin() { try { yield 1; } finally { try { yield 2; } finally { yield 3; } } } it = fin(); it.next(); show(it.return("r")); show(it.next()); show(it.next());
// expect: {"value":2,"done":false}
// expect: {"value":3,"done":false}
// expect: {"value":"r","done":true}
function* override() { try { yield 1; } finally { return "over"; } } it = override(); it.next(); show(it.return("r")); show(it.next());
// expect: {"value":"over","done":true}
// expect: {"done":true}
function* over2() { for (;;) { try { yield 1; } finally { break; } } yield "after"; } it = over2(); it.next(); show(it.return("r")); show(it.next());
// expect: {"value":"after","done":false}
// expect: {"done":true}
function* thr() { try { yield 1; } finally { throw "from finally"; } } it = thr(); it.next(); try { it.return(1); } catch (e) { print(e); } show(it.next());
// expect: from finally
// expect: {"done":true}
var obj = { m: 1, get it() { return count(2); } }; print(Array.from(obj.it).join()); // expect: 0,1
Object.defineProperty(obj, "gen", { get: function* () { yield this.m; } }); print(obj.gen.next().value); // expect: 1
var nested = (function* () { yield (function* () { yield 1; yield 2; })(); })(); print(Array.from(nested.next().value).join());
// expect: 1,2
function* deep(n) { if (n > 0) { var d = deep(n - 1), r; while (!(r = d.next()).done) yield r.value; } yield n; } print(Array.from(deep(6)).join());
// expect: 0,1,2,3,4,5,6
var gp = Object.getPrototypeOf(function* () {}).prototype; try { gp.next.call({}); } catch (e) { print(e.name); } print(Object.getOwnPropertyNames(gp).join(), gp.next.length);
// expect: TypeError
// expect: constructor,next,return,throw 1
g.prototype = 1; print(Object.getPrototypeOf(g()) === gp); g.prototype = { p: 1 }; print(g().p);
// expect: true
// expect: 1
function* ret() { return; } show(ret().next()); function* lots() { var s = 0; for (var i = 0; i < 300; i++) { s += yield i; } return s; } it = lots(); it.next(); for (var i = 0; i < 299; i++) it.next(1); show(it.next(1));
// expect: {"done":true}
// expect: {"value":300,"done":true}
function* order(a, b) { print("body"); yield a; } it = order((print("args"), 1)); print("made"); it.next();
// expect: args
// expect: made
// expect: body
print([1, 2].map(function (v) { return count(v).next().value; }).join(), count.call(null, 3).next().value, count.apply(null, [3]).next.call(count(4)).value, count.bind(null, 1)().next().done);
// expect: 0,0 0 0 false
var many = []; for (var i = 0; i < 1000; i++) { var c = count(3); c.next(); many.push(c); } print(many.reduce(function (s, c) { return s + c.next().value; }, 0));
// expect: 1000
try { (function* () {}).caller; } catch (e) { print(e.name); } // expect: TypeError
