// for await: async iterators, those made of sync ones, and how each is closed; yield* of async generators; both meet rejections at every step.
// not for node: the wording of some messages
const log = (...a) => print(a.join(" "));
const settled = p => Promise.resolve(p).then(v => JSON.stringify(v), e => "rejected " + (e instanceof Error ? e.name + ": " + e.message : e));
async function collect(iterable) { const out = []; for await (const x of iterable) out.push(x); return out.join(); }
async function* g() { try { yield 1; yield Promise.resolve(2); } finally { log("closed"); } }
// An iterator whose methods do what they are told: each of next, return, throw gives, throws or rejects.
const made = (name, steps) => ({ [Symbol.asyncIterator]() { log(name); return this; }, next(v) { return steps.next(v); }, ...steps });
const one = { value: 1, done: false };
(async () => {
  log(await collect([1, Promise.resolve(2), 3]), await collect(g()), await collect("ab"));
  for await (const x of g()) { log("turn", x); break; }
  outer: for (const y of [1, 2]) for await (const x of g()) { log("turn", y, x); continue outer; }
  try { for await (const x of g()) throw "thrown"; } catch (e) { log("caught", e); }
  log(await (async () => { for await (const x of g()) return "r" + x; })());
  log(await (async () => { for await (const x of g()) try { return "r"; } finally { log("finally"); continue; } return "end"; })());
  log(await (async () => { for await (const x of g()) for await (const y of g()) return [x, y]; })());
  var o = {}, fs = []; for await (o.p of [1, 2]) log(o.p); for await ([o.a, o.b = 9] of [[1], [2, 3]]) log(o.a, o.b);
  for await (let { v, w = v } of [{ v: 1 }, { v: 2, w: 3 }]) fs.push(() => v + w); log(fs.map(f => f()).join());
  for await (var q of [1, 2]); log(q); for await (async of [7]); log(async);
  // Closing
  log(await settled((async () => { for await (const x of made("return gives 1", { next: () => one, return: () => 1 })) break; })()));
  log(await settled((async () => { for await (const x of made("return rejects", { next: () => one, return: () => Promise.reject("R") })) break; })()));
  log(await settled((async () => { for await (const x of made("return throws", { next: () => one, return() { throw "R"; } })) return; })()));
  log(await settled((async () => { for await (const x of made("return rejects, body throws", { next: () => one, return: () => Promise.reject("R") })) throw "B"; })()));
  log(await settled((async () => { for await (const x of made("return is no function", { next: () => one, return: 1 })) throw "B"; })()));
  log(await settled((async () => { for await (const x of made("next gives 1", { next: () => 1, return() { log("never"); } })); })()));
  log(await settled((async () => { for await (const x of made("next rejects", { next: () => Promise.reject("N"), return() { log("never"); } })); })()));
  log(await settled((async () => { for await (const x of made("done throws", { next: () => ({ get done() { throw "D"; } }), return() { log("never"); } })); })()));
  log(await settled((async () => { for await (const x of made("value throws", { next: () => ({ get value() { throw "V"; } }), return() { log("never"); } })); })()));
  log(await settled((async () => { for await (const x of made("target throws", { next: () => one, return() { log("return"); return {}; } })) null.p = x; })()));
  log(await settled((async () => { for await (const { p } of made("pattern throws", { next: () => ({ value: null }), return() { log("return"); return {}; } })); })()));
  var lookups = 0; for await (const x of { [Symbol.asyncIterator]() { return { get next() { lookups++; var i = 0; return () => ({ value: i, done: i++ > 2 }); } }; } }); log("lookups", lookups);
  for (const what of [undefined, 1, {}, { [Symbol.asyncIterator]: 1 }, { [Symbol.asyncIterator]: () => 1 }]) log((await settled(collect(what))).replace(/is not a function.*/, "is not a function"));
  // yield*
  async function* d(x) { log("result", yield* x); return "end"; }
  log(await collect(d(g())));
  const each = async (x, ...calls) => { const it = d(x); const out = []; for (const [m, v] of calls) out.push(await settled(it[m](v))); log(out.join(" | ")); };
  await each((function* () { try { log("sent", yield 1); } catch (x) { log("inner", x); yield "caught"; } return "ret"; })(), ["next"], ["next", "S"], ["next"]);
  await each((function* () { try { log("sent", yield 1); } catch (x) { log("inner", x); yield "caught"; } return "ret"; })(), ["next"], ["throw", "T"], ["next"], ["next"]);
  await each(g(), ["next"], ["return", Promise.resolve("R")], ["next"]);
  await each(g(), ["next"], ["return", Promise.reject("R")], ["next"]);
  await each([Promise.reject("element"), 2], ["next"], ["next"]);
  await each(made("throw without throw", { next: () => one, return() { log("return"); return Promise.resolve({}); } }), ["next"], ["throw", 1], ["next"]);
  await each(made("throw without throw, return rejects", { next: () => one, return: () => Promise.reject("R") }), ["next"], ["throw", 1], ["next"]);
  await each(made("throw without throw, return gives 1", { next: () => one, return: () => 1 }), ["next"], ["throw", 1], ["next"]);
  await each(made("throw without throw and return", { next: () => one }), ["next"], ["throw", 1], ["next"]);
  await each(made("return without return", { next: () => one }), ["next"], ["return", Promise.resolve(5)], ["next"]);
  await each(made("return that goes on", { next: v => ({ value: v }), return: v => ({ value: "R" + v }) }), ["next", 0], ["return", 1], ["next", 2]);
  await each(made("return gives 1", { next: () => one, return: () => 1 }), ["next"], ["return", 1], ["next"]);
  await each(made("throw that is done", { next: () => one, throw: v => ({ value: v, done: true }) }), ["next"], ["throw", "T"], ["next"]);
  await each(made("value throws", { next: () => ({ get value() { throw "V"; } }) }), ["next"], ["next"]);
  await each(made("value is a promise", { next: () => ({ value: Promise.resolve("awaited by nobody here") }) }), ["next"]);
  var it = d(made("many requests", { next: v => ({ value: v }), throw: v => ({ value: "T" + v }), return: v => ({ value: "R" + v, done: true }) }));
  log((await Promise.all([it.next(0), it.next(1), it.throw(2), it.next(3), it.return(4), it.next(5)])).map(r => r.value + r.done).join());
  // super(...spread)
  class A { constructor(...a) { this.a = a.join(); } } class B extends A { f = 1; constructor(...a) { super(0, ...a, ...[7, , 8], 9); } }
  log(new B(1, 2).a, new B().f, new (class extends B { constructor() { (() => super(..."xy"))(); } })().a);
  log(await settled((async () => new (class extends A { constructor() { super(...1); } })())()));
})().catch(e => print("FAILED", e, e && e.stack));
// expect: closed
// expect: 1,2,3 1,2 a,b
// expect: turn 1
// expect: closed
// expect: turn 1 1
// expect: closed
// expect: turn 2 1
// expect: closed
// expect: closed
// expect: caught thrown
// expect: closed
// expect: r1
// expect: finally
// expect: finally
// expect: closed
// expect: end
// expect: closed
// expect: closed
// expect: 1,1
// expect: 1
// expect: 2
// expect: 1 9
// expect: 2 3
// expect: 2,5
// expect: 2
// expect: 7
// expect: return gives 1
// expect: rejected TypeError: Iterator result 1 is not an object
// expect: return rejects
// expect: rejected R
// expect: return throws
// expect: rejected R
// expect: return rejects, body throws
// expect: rejected B
// expect: return is no function
// expect: rejected B
// expect: next gives 1
// expect: rejected TypeError: Iterator result 1 is not an object
// expect: next rejects
// expect: rejected N
// expect: done throws
// expect: rejected D
// expect: value throws
// expect: rejected V
// expect: target throws
// expect: return
// expect: rejected TypeError: Cannot set properties of null (setting 'p')
// expect: pattern throws
// expect: return
// expect: rejected TypeError: Cannot destructure property 'p' of 'null' as it is null.
// expect: lookups 1
// expect: rejected TypeError: iterable is not async iterable (it is undefined)
// expect: rejected TypeError: iterable is not async iterable
// expect: rejected TypeError: iterable is not async iterable
// expect: rejected TypeError: The method Symbol(Symbol.asyncIterator) is not a function
// expect: rejected TypeError: Result of the Symbol.asyncIterator method is not an object: 1
// expect: closed
// expect: result
// expect: 1,2
// expect: sent S
// expect: result ret
// expect: {"value":1,"done":false} | {"value":"end","done":true} | {"done":true}
// expect: inner T
// expect: result ret
// expect: {"value":1,"done":false} | {"value":"caught","done":false} | {"value":"end","done":true} | {"done":true}
// expect: closed
// expect: {"value":1,"done":false} | {"value":"R","done":true} | {"done":true}
// expect: closed
// expect: {"value":1,"done":false} | rejected R | {"done":true}
// expect: rejected element | {"done":true}
// expect: throw without throw
// expect: return
// expect: {"value":1,"done":false} | rejected TypeError: The iterator does not provide a 'throw' method. | {"done":true}
// expect: throw without throw, return rejects
// expect: {"value":1,"done":false} | rejected R | {"done":true}
// expect: throw without throw, return gives 1
// expect: {"value":1,"done":false} | rejected TypeError: Iterator result 1 is not an object | {"done":true}
// expect: throw without throw and return
// expect: {"value":1,"done":false} | rejected TypeError: The iterator does not provide a 'throw' method. | {"done":true}
// expect: return without return
// expect: {"value":1,"done":false} | {"value":5,"done":true} | {"done":true}
// expect: return that goes on
// expect: {"done":false} | {"value":"R1","done":false} | {"value":2,"done":false}
// expect: return gives 1
// expect: {"value":1,"done":false} | rejected TypeError: Iterator result 1 is not an object | {"done":true}
// expect: throw that is done
// expect: result T
// expect: {"value":1,"done":false} | {"value":"end","done":true} | {"done":true}
// expect: value throws
// expect: rejected V | {"done":true}
// expect: value is a promise
// expect: {"value":{},"done":false}
// expect: many requests
// expect: NaN,1,T2false,3,R4true,NaN
// expect: 0,1,2,7,,8,9 1 0,x,y,7,,8,9
// expect: rejected TypeError: 1 is not iterable
