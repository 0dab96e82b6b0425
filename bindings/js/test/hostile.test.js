// What goes wrong on purpose: scripts and hosts that misbehave, in every state. Nothing traps, and engines go on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, FerrotapeError, LimitError, ScriptError, UsageError } from "ferrotape";

test("functions that throw anything", () => {
  const engine = new Engine();
  const odd = Object.defineProperty(new Error("x"), "message", { get() { throw new Error("no text") } });
  const thrown = [undefined, null, 5, "text", Symbol("s"), Symbol.iterator, 10n, {}, [1], () => 1, odd, Object.create(null), new Proxy({}, {}), new WeakMap()];
  engine.define("fails", (index) => {
    throw thrown[index];
  });
  thrown.forEach((value, index) => {
    assert.equal(engine.eval(`let c${index} = 0; try { fails(${index}) } catch (e) { c${index}++ } c${index}`), 1);
    const isTold = (error) => error instanceof ScriptError && (!(value instanceof Error) || error.cause === value);
    assert.throws(() => engine.eval(`fails(${index})`), isTold, String(index));
  });
  assert.equal(engine.eval("1 + 1"), 2);
  engine.dispose();
});

test("functions that give what cannot cross", () => {
  const engine = new Engine();
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const values = [new WeakMap(), Symbol("s"), Promise.reject(1), { a: { b: new WeakRef({}) } }, revoked.proxy, { get a() { throw 5 } },
    { toJSON() { return this } }, new Proxy({}, { ownKeys() { throw 1 } })];
  values[2].catch(() => {});
  engine.define("give", (index) => values[index]);
  values.forEach((_, index) => assert.throws(() => engine.eval(`give(${index})`), FerrotapeError, String(index)));
  assert.equal(engine.eval("1 + 1"), 2);
  engine.dispose();
});

test("everything after dispose is a UsageError", () => {
  const engine = new Engine();
  const Class = engine.eval("(class A { m() { return 1 } })");
  const it = Class.construct();
  const run = engine.start("await new Promise((done) => setTimeout(done, 1e6))");
  run.advance();
  engine.dispose();
  const uses = [
    () => engine.eval("1"), () => engine.start("1"), () => engine.fork(), () => engine.save(), () => engine.stats(), () => engine.get("x"),
    () => engine.define("f", () => 1), () => engine.class("C", class {}), () => engine.modules({}), () => Class(), () => Class.construct(),
    () => it.get("m"), () => it.invoke("m"), () => String(it), () => run.advance(), () => run.save(), () => run.calls, () => run.answer(0, 1),
  ];
  uses.forEach((use, index) => assert.throws(use, UsageError, String(index)));
  assert.deepEqual(run.abort(), []);
  it.dispose();
});

test("engines of one instance do not see each other's handles and objects", () => {
  const engine = new Engine();
  const beside = new Engine({ beside: engine });
  const f = engine.eval("() => 1");
  assert.throws(() => beside.set("f", f), { name: "ConversionError" });
  const secret = engine.opaque({});
  assert.equal(engine.set("s", secret).get("s"), secret);
  assert.deepEqual(beside.set("s", secret).get("s"), {});
  beside.dispose();
  assert.equal(f(), 1);
  engine.dispose();
});

test("handles are collected while calls are under way", async () => {
  const engine = new Engine({ limits: { time: 20_000 } });
  engine.define("churn", (f) => {
    for (let i = 0; i < 20; i++) engine.eval("() => 1");
    globalThis.gc();
    return f(() => globalThis.gc());
  });
  assert.equal(engine.eval("let n = 0; for (let i = 0; i < 20; i++) churn((g) => { g(); n++ }); n"), 20);
  engine.call("wait", async (f) => {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 1));
    return f();
  });
  assert.equal(await engine.run("let n = 0; for (let i = 0; i < 20; i++) n += await wait(() => 1); return n"), 20);
  engine.dispose();
});

test("handlers that misuse their program", async () => {
  const engine = new Engine();
  engine.call("start", () => engine.start("return 1"));
  engine.call("abort", () => engine.program.abort());
  engine.call("twice", function () {
    const [call] = engine.program.calls;
    engine.program.answer(call.id, 1);
    return 2;
  });
  assert.match(await engine.run("try { await start() } catch (e) { return e.message }"), /a program runs/);
  await assert.rejects(engine.run("await abort(); return 1"), UsageError);
  assert.equal(engine.program, undefined);
  await assert.rejects(engine.run("return await twice()"), { name: "UsageError", message: /no call with the id/ });
  const other = new Engine().call("drop", () => other.dispose());
  await assert.rejects(other.run("await drop()"), UsageError);
  assert.equal(engine.eval("1 + 1"), 2);
  engine.dispose();
});

test("very large values", () => {
  const engine = new Engine({ limits: { time: 60_000, memory: 512 << 20 } });
  const text = `${"x".repeat(8 << 20)}☃`;
  assert.equal(engine.set("text", text).eval("text.length"), text.length);
  assert.equal(engine.get("text") === text, true);
  assert.equal(engine.eval("new Uint8Array(32 << 20)").length, 32 << 20);
  assert.equal(engine.set("numbers", Array.from({ length: 300_000 }, (_, i) => i)).eval("numbers.at(-1)"), 299_999);
  let deep = [];
  for (let i = 0; i < 100_000; i++) deep = [deep];
  let back = engine.set("deep", deep).get("deep");
  let depth = 0;
  for (; back.length > 0; depth++) [back] = back;
  assert.equal(depth, 100_000);
  const small = new Engine({ limits: { memory: 8 << 20, time: 20_000 } });
  assert.throws(() => small.set("text", "y".repeat(64 << 20)), LimitError);
  small.define("give", () => "y".repeat(64 << 20));
  assert.throws(() => small.eval("give()"), LimitError);
  assert.equal(small.eval("1 + 1"), 2);
  for (const each of [engine, small]) each.dispose();
});

test("the largest stack ends before the host's does, and a larger one is refused", () => {
  for (const stack of [(48 << 10) + 1, 1 << 20, 2 ** 40]) {
    assert.throws(() => new Engine({ limits: { stack } }), { name: "UsageError", message: /the limit stack is 49152 bytes at most/ });
  }
  const engine = new Engine({ limits: { stack: 48 << 10 } }).define("call", (f) => f());
  for (const source of [
    "function f() { [1, 2].sort(f) } f()",
    "function f() { eval('f()') } f()",
    "var o = { get x() { return Reflect.get(o, 'x') } }; o.x",
    "var o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)",
    "var p = new Proxy({}, { get() { return Reflect.get(p, 'x') } }); p.x",
    "eval('[('.repeat(1e5))",
    "function f() { call(f) } f()",
  ]) {
    assert.throws(() => engine.eval(source), { name: "ScriptError" }, source);
  }
  assert.equal(engine.eval("1 + 1"), 2);
  new Engine({ limits: { stack: Infinity } }).dispose();
});

test("a stack of calls between host and script ends before the host's does", () => {
  const engine = new Engine({ limits: { time: 20_000 } });
  engine.define("again", (n) => engine.eval(`again(${n + 1})`));
  assert.throws(() => engine.eval("again(0)"), FerrotapeError);
  if (!engine.lost) assert.equal(engine.eval("1"), 1);
  engine.define("deeper", (f) => f());
  const fresh = new Engine();
  fresh.define("deeper", (f) => f());
  assert.throws(() => fresh.eval("const f = () => deeper(f); f()"), FerrotapeError);
  if (!fresh.lost) assert.equal(fresh.eval("1"), 1);
});

test("a script cannot have functions without end", () => {
  const engine = new Engine({ limits: null });
  engine.define("make", () => () => 1);
  assert.throws(() => engine.eval("for (;;) make()"), { message: /100000 functions of the host/ });
  assert.equal(engine.eval("1 + 1"), 2);
  engine.dispose();
});
