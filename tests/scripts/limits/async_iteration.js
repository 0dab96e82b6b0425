// for await and yield* of async generators: nesting, chains and queues without end.
// slow: under stress the deep ones collect for minutes
var kind = e => (e && e.name) || e;
async function* deep(n) { if (n) yield* deep(n - 1); else yield "bottom"; }
async function* endless() { yield* endless(); }
async function* through(n) { for await (const x of n ? through(n - 1) : ["x"]) yield x; }
(async () => {
  for await (const x of deep(50)) print(x);
  // How many fit depends on the native stack.
  try { for await (const x of deep(20000)) print(x === "bottom"); } catch (e) { print(kind(e) === "RangeError"); }
  for await (const x of through(50)) print(x);
  try { await endless().next(); } catch (e) { print(kind(e)); }
  // One nested in the other, in the source.
  for (const n of [50, 6000]) {
    const text = "return (async () => { var n = 0; " + "for await (const x of [1]) ".repeat(n) + "n++; return n; })()";
    // The machines have room for different depths.
    try { print(n, await new Function(text)() === 1); } catch (e) { print(n, kind(e) === "RangeError"); }
  }
  const ways = "for await (const x of [1, 2]) { ".repeat(60) + "if (x > 1) return 'left';" + " }".repeat(60);
  print(await new Function("return (async () => {" + ways + "})()")());
  // A queue of many requests to one that delegates, answered in order.
  async function* inner() { for (let i = 0; i < 5000; i++) yield i; }
  async function* outer() { yield* inner(); }
  const it = outer(), all = [];
  for (let i = 0; i < 5000; i++) all.push(it.next());
  let sum = 0; for (const p of all) sum += (await p).value; print(sum);
  // An iterator that rejects for ever is left at once.
  let calls = 0;
  try { for await (const x of { [Symbol.iterator]: () => ({ next: () => ({ value: Promise.reject("no"), get done() { calls++; return false; } }), return() { calls += 10; return {}; } }) }); } catch (e) { print(e, calls); }
  // Arguments without end.
  class A { constructor() { this.n = arguments.length; } } class B extends A { constructor(list) { super(...list); } }
  print(new B(new Array(1000).fill(1)).n);
})().catch(e => print("FAILED", e, e && e.stack));
// expect: bottom
// expect: true
// expect: x
// expect: RangeError
// expect: 50 true
// expect: 6000 true
// expect: left
// expect: 12497500
// expect: no 11
// expect: 1000
