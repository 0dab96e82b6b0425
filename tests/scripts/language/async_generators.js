var log = label => v => print(label, v instanceof Error ? v.name + ": " + v.message : JSON.stringify(v));
async function* g(a) { print("start", a); var x = yield 1; print("got", x); try { x = yield Promise.resolve(2); print("got", x); } catch (e) { print("caught", e); yield "c"; } finally { print("fin"); await 0; print("fin2"); } return "end"; }
(async () => {
  var it = g("A"); print(String(it), it[Symbol.asyncIterator]() === it, Object.prototype.toString.call(g));
  log(1)(await it.next("ignored")); log(2)(await it.next("a")); log(3)(await it.next("b")); log(4)(await it.next());
  it = g("B"); await it.next(); await it.next(); log(5)(await it.throw("T")); log(6)(await it.next()); log(7)(await it.next());
  it = g("C"); await it.next(); await it.next(); log(8)(await it.return(Promise.resolve("R"))); log(9)(await it.next());
  it = g("D"); log(10)(await it.return("early")); log(11)(await it.next()); try { await it.throw("x"); } catch (e) { print("thrown", e); }
  it = g("E"); try { await it.throw("first"); } catch (e) { print("thrown", e); } log(12)(await it.next());
  it = g("F"); var all = [it.next(1), it.next(2), it.next(3), it.next(4), it.return(5)]; for (var i = 0; i < all.length; i++) log("q" + i)(await all[i]);
  it = g("G"); it.next(); await it.next(); try { log(13)(await it.return(Promise.reject("rejected return"))); } catch (e) { print("rejected", e); } log(14)(await it.next());
  async function* bad() { yield Promise.reject("in yield"); } it = bad(); try { await it.next(); } catch (e) { print("yield rejects", e); } log(15)(await it.next());
  async function* caughtYield() { try { yield Promise.reject("p"); } catch (e) { yield "caught " + e; } return Promise.resolve("awaited return"); } it = caughtYield(); log(16)(await it.next()); log(17)(await it.next());
  async function* rejRet() { return Promise.reject("rr"); } try { await rejRet().next(); } catch (e) { print("return rejects", e); }
  async function* thrower() { throw new Error("boom"); } it = thrower(); var two = [it.next(), it.next()]; try { await two[0]; } catch (e) { print(e.message); } log(18)(await two[1]);
  async function* params(a, b) { yield arguments.length + a; } log(19)(await params(1, 2).next());
  try { await Object.getPrototypeOf(g.prototype).next.call({}); } catch (e) { print(e.name); }
  async function* loop() { for (let i = 0; i < 3; i++) yield await i; } it = loop(); var r, out = []; while (!(r = await it.next()).done) out.push(r.value); print(out.join());
  async function* ret() { try { yield 1; } finally { return "override"; } } it = ret(); await it.next(); log(20)(await it.return("x"));
  async function* finRet() { try { return Promise.resolve("v"); } finally { print("finally after await"); } } log(21)(await finRet().next());
  log(22)(await (async function* () {})().return(Promise.resolve(3)));
  var o = { async *m() { yield this.v; }, v: 7 }; log(23)(await o.m().next()); print(Object.getPrototypeOf(g.prototype) === Object.getPrototypeOf(Object.getPrototypeOf(g())), g.hasOwnProperty("prototype"), typeof g.prototype);
  try { new g(); } catch (e) { print(e.name); }
  it = (async function* () { await new Promise(() => {}); yield 1; })(); it.next().then(() => print("never"));
  var order = []; async function* ord() { order.push("s"); yield 1; order.push("m"); yield 2; order.push("e"); } it = ord(); it.next().then(() => order.push("n1")); it.next().then(() => order.push("n2")); it.next().then(() => { order.push("n3"); print(order.join()); });
})().catch(e => print("FAILED", e, e && e.stack));
// expect: [object AsyncGenerator] true [object AsyncGeneratorFunction]
// expect: start A
// expect: 1 {"value":1,"done":false}
// expect: got a
// expect: 2 {"value":2,"done":false}
// expect: got b
// expect: fin
// expect: fin2
// expect: 3 {"value":"end","done":true}
// expect: 4 {"done":true}
// expect: start B
// expect: got undefined
// expect: caught T
// expect: 5 {"value":"c","done":false}
// expect: fin
// expect: fin2
// expect: 6 {"value":"end","done":true}
// expect: 7 {"done":true}
// expect: start C
// expect: got undefined
// expect: fin
// expect: fin2
// expect: 8 {"value":"R","done":true}
// expect: 9 {"done":true}
// expect: 10 {"value":"early","done":true}
// expect: 11 {"done":true}
// expect: thrown x
// expect: thrown first
// expect: 12 {"done":true}
// expect: start F
// expect: got 2
// expect: q0 {"value":1,"done":false}
// expect: got 3
// expect: fin
// expect: q1 {"value":2,"done":false}
// expect: fin2
// expect: q2 {"value":"end","done":true}
// expect: q3 {"done":true}
// expect: q4 {"value":5,"done":true}
// expect: start G
// expect: got undefined
// expect: caught rejected return
// expect: 13 {"value":"c","done":false}
// expect: fin
// expect: fin2
// expect: 14 {"value":"end","done":true}
// expect: yield rejects in yield
// expect: 15 {"done":true}
// expect: 16 {"value":"caught p","done":false}
// expect: 17 {"value":"awaited return","done":true}
// expect: return rejects rr
// expect: boom
// expect: 18 {"done":true}
// expect: 19 {"value":3,"done":false}
// expect: TypeError
// expect: 0,1,2
// expect: 20 {"value":"override","done":true}
// expect: finally after await
// expect: 21 {"value":"v","done":true}
// expect: 22 {"value":3,"done":true}
// expect: 23 {"value":7,"done":false}
// expect: true true object
// expect: TypeError
// expect: s,m,n1,e,n2,n3
