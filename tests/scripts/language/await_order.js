// What awaits and when: the order of jobs is that of the specification, whatever was done to promises.
const log = [];
const note = (...what) => log.push(what.join(" "));
const ticks = async (name, count) => { for (let i = 1; i <= count; i++) { await null; note(name, i); } };
const show = () => print(log.splice(0).join("; "));
const after = (turns, then) => turns ? Promise.resolve().then(() => after(turns - 1, then)) : then();

async function number(i) { await null; return i; }
async function ofPromise(p) { return await p; }
async function passed(p) { return p; }
async function failing(i) { await null; throw new Error("f" + i); }

async function plain() {
  ticks("t", 6);
  note("number", await number(1));
  note("promise", await ofPromise(Promise.resolve(2)));
  note("passed", await passed(Promise.resolve(3)));
  try { await failing(4); } catch (error) { note(error.message); }
  note("value", await 5, await "six", await undefined, await { seven: 7 }.seven);
}

async function severalWait() {
  let settle;
  const p = new Promise(resolve => { settle = resolve; });
  const first = (async () => note("first", await p))();
  p.then(value => note("then", value));
  const second = (async () => note("second", await p))();
  p.finally(() => note("finally"));
  const third = (async () => { try { note("third", await p); } finally { note("end"); } })();
  settle("v");
  note("settled");
  await Promise.all([first, second, third]);
}

async function rejections() {
  let fail;
  const p = new Promise((_, reject) => { fail = reject; });
  const one = (async () => { try { await p; } catch (reason) { note("one", reason); } })();
  const two = (async () => { await p; })();
  fail("no");
  await one;
  await two.catch(reason => note("two", reason));
  const late = Promise.reject("late");
  await after(2, () => {});
  try { await late; } catch (reason) { note(reason); }
}

async function thenables() {
  ticks("t", 5);
  note(await { then(resolve) { note("then called"); resolve("thenable"); } });
  try { await { get then() { throw "getter"; } }; } catch (reason) { note(reason); }
  note(await { then: 1 }.then);
  try { await { then(resolve, reject) { reject("rejected"); resolve("not"); throw "neither"; } }; } catch (reason) { note(reason); }
  async function gives() { return { then(resolve) { resolve("of return"); } }; }
  note(await gives());
}

async function constructors() {
  const p = Promise.resolve("own");
  Object.defineProperty(p, "constructor", { get() { note("constructor"); return Promise; } });
  note(await p);
  const other = Promise.resolve("other");
  other.constructor = Object;
  ticks("t", 4);
  note(await other);
  const thrown = Promise.resolve(1);
  Object.defineProperty(thrown, "constructor", { get() { throw "of constructor"; } });
  try { await thrown; } catch (reason) { note(reason); }
  class Sub extends Promise {}
  ticks("s", 4);
  note(await Sub.resolve("sub"), await new Sub(resolve => resolve("subclass")));
}

async function patched() {
  const { then } = Promise.prototype;
  Promise.prototype.then = function (...handlers) { note("patched"); return then.apply(this, handlers); };
  note(await number(1), await ofPromise(Promise.resolve(2)), await passed(Promise.resolve(3)));
  Promise.prototype.then = then;
  const { constructor } = Promise.prototype;
  Promise.prototype.constructor = function () {};
  ticks("t", 4);
  note("no constructor", await Promise.resolve(4));
  Promise.prototype.constructor = constructor;
  note(await Promise.resolve(5));
}

// Scopes that are captured, registers that live on, awaits in every place.
async function kept(n) {
  let sum = 0;
  const functions = [];
  for (let i = 0; i < n; i++) {
    const j = await i;
    functions.push(() => (sum += i * j));
    const [a, b = await j, { c = await (a + b) } = {}] = [await i];
    sum += a + b + c;
    try { if (i === 2) throw await "x"; } catch (x) { sum += x.length; } finally { sum += await 1; }
  }
  functions.forEach(f => f());
  label: for await (const value of [1, Promise.resolve(2), number(3)]) { if (value === 2) continue label; sum += value; }
  return `${await sum}:${await (async () => arguments.length)()}`;
}

async function nested(depth) { return depth ? 1 + await nested(depth - 1) + await number(1) : 0; }
async function many() {
  const all = await Promise.all(Array.from({ length: 150 }, async (_, i) => (i % 3 ? await number(i) : i) + await nested(i % 4)));
  note(all.length, all.reduce((x, y) => x + y), await nested(30));
  const wide = Array.from({ length: 90 }, (_, i) => i);
  const [q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, ...others] = wide;
  await null;
  note(q0 + q1 + q2 + q3 + q4 + q5 + q6 + q7 + q8 + q9, others.length, q9);
}
class Lazy { #v = 1; async m(x = 2) { await this; return this.#v + x + await super.toString.call(await 1).length; } static async s() { return await new.target; } }
// An activation that has ended is of no further use to whatever was left of it.
async function again() {
  let resolveTwice;
  const waits = async () => await new Promise(resolve => { resolveTwice = resolve; });
  const w = waits();
  resolveTwice(1), resolveTwice(2);
  note(await w);
  const then = { then(resolve) { resolve("a"); resolve("b"); Promise.resolve().then(() => resolve("c")); } };
  note(await (async () => await then)(), await (async () => then)());
  const ended = (async () => { await null; return { get then() { return void number(0); }, ended: true }; })();
  note((await ended).ended);
  const started = [];
  const begins = async () => ({ get then() { started.push(number(7)); } });
  await begins(), await begins();
  note(await Promise.all(started));
}
async function* generates() { try { const sent = yield await number(1); yield await sent; await null; return await number(3); } finally { await null; note("closed"); } }
async function generators() {
  const g = generates();
  note(...[await g.next(), await g.next(number(2)), await g.next(), await g.next()].map(({ value, done }) => value + "" + done));
  for await (const v of generates()) { note("v", v); break; }
  const queue = generates();
  note(...(await Promise.all([queue.next(), queue.return(number(9)), queue.next()])).map(({ value, done }) => value + "" + done));
}
(async () => {
  for (const f of [plain, severalWait, rejections, thenables, constructors, patched, many, again, generators]) { await f(); await ticks("", 0); show(); }
// expect: t 1; t 2; number 1; t 3; t 4; promise 2; t 5; t 6; passed 3; f4; value 5 six  7
// expect: settled; first v; then v; second v; finally; third v; end
// expect: one no; two no; late
// expect: t 1; then called; t 2; thenable; t 3; getter; t 4; 1; t 5; rejected; of return
// expect: constructor; own; t 1; t 2; t 3; other; of constructor; t 4; s 1; s 2; s 3; s 4; sub subclass
// expect: patched; 1 2 3; t 1; t 2; t 3; no constructor 4; t 4; 5
// expect: 150 11621 60; 45 80 9
// expect: 1; a a; true; 7,7
// expect: closed; 1false 2false 3true undefinedtrue; v 1; closed; closed; 1false 9true undefinedtrue
  print(await kept(5), await new Lazy().m(), await Lazy.s()); // expect: 80:1 18 undefined
})();
