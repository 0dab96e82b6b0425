// Engines: scripts, functions of the host, handles, errors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, JsObject, LimitError, ScriptError, ScriptSyntaxError, UsageError } from "ferrotape";

test("scripts run, and their globals stay", () => {
  const engine = new Engine();
  assert.equal(engine.eval("let n = 20; n + 22"), 42);
  assert.equal(engine.set("name", "Ada").eval("`${name}${n}`"), "Ada20");
  assert.equal(engine.eval("function double(x: number): number { return 2 * x }; double(4)", { name: "a.ts" }), 8);
  assert.equal(new Engine({ typescript: true }).eval("const x = 5 as number; x"), 5);
  engine.dispose();
  assert.throws(() => engine.eval("1"), { name: "UsageError", message: "the engine was disposed" });
  engine.dispose();
});

test("functions of the host are called with values, and may have functions of scripts", () => {
  const engine = new Engine();
  engine.define("math.sum", (...numbers) => numbers.reduce((a, b) => a + b, 0));
  assert.equal(engine.eval("math.sum(1, 2, 3)"), 6);
  let kept;
  engine.define("on", (f) => void (kept = f));
  engine.eval("let count = 0; on(function add(by) { return count += by })");
  assert.equal(kept.name, "add");
  assert.equal(kept(5) + kept(5), 15);
  engine.set("log", (x) => x);
  assert.equal(engine.eval("log === log && log(3)"), 3);
  engine.set("tools", { list: [(x) => x * 2] });
  assert.equal(engine.eval("tools.list[0](21)"), 42);
  engine.dispose();
});

test("what stays in the engine has handles", () => {
  const engine = new Engine();
  const Point = engine.eval("class Point { constructor(x) { this.x = x } twice() { return 2 * this.x } }; Point");
  const point = Point.construct(21);
  assert.ok(point instanceof JsObject);
  assert.deepEqual([point.get("x"), point.keys(), point.invoke("twice"), String(point)], [21, ["x"], 42, "Point { x: 21 }"]);
  point.set("x", 1);
  engine.set("p", point);
  assert.ok(engine.eval("p.x === 1 && p instanceof Point"));
  assert.equal(point.get("twice").call(point), 2);
  const other = new Engine();
  assert.throws(() => other.set("p", [point]), { name: "ConversionError", path: "[0]", message: /another engine/ });
  const before = engine.stats().handles;
  point.dispose();
  assert.throws(() => point.get("x"), { name: "UsageError", message: "Point was disposed" });
  assert.throws(() => engine.set("p", point), { name: "ConversionError" });
  const f = engine.eval("(a, b) => b");
  assert.throws(() => f(1, { x: new WeakMap() }), { name: "ConversionError", path: "argument2.x" });
  f.dispose();
  assert.equal(engine.stats().handles, before - 1);
  assert.deepEqual(engine.eval("Promise.resolve(5)").settled(), { state: "fulfilled", value: 5 });
  assert.deepEqual(engine.eval("new Promise(() => {})").settled(), { state: "pending" });
  assert.equal(engine.eval("Promise.reject(new RangeError('far'))").settled().value.message, "far");
  engine.dispose();
  other.dispose();
});

test("handles that nobody has are released", async () => {
  const engine = new Engine();
  for (let i = 0; i < 1000; i++) engine.eval("() => 1");
  for (let i = 0; i < 20 && engine.stats().handles > 100; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.ok(engine.stats().handles <= 100, `${engine.stats().handles}`);
  engine.dispose();
});

test("errors have kind, place, stack and cause", () => {
  const engine = new Engine();
  const caught = (source, name = "job.js") => {
    try {
      engine.eval(source, { name });
    } catch (error) {
      return error;
    }
  };
  const error = caught("function inner() { null.x }\nfunction outer() { inner() }\nouter()");
  assert.ok(error instanceof ScriptError && error instanceof Error);
  assert.deepEqual([error.kind, error.thrown.name, error.place.line], ["exception", "TypeError", 1]);
  assert.match(error.report, /job\.js:1:\d+/);
  assert.deepEqual(error.frames.map((frame) => [frame.function, frame.line]), [["inner", 1], ["outer", 2], ["", 3]]);
  assert.match(error.thrown.stack, /inner/);
  assert.equal(JSON.parse(JSON.stringify(error)).kind, "exception");
  const chain = caught("throw new Error('outer', { cause: new RangeError('inner', { cause: 5 }) })");
  assert.deepEqual([chain.cause.name, chain.cause.message, chain.cause.cause], ["RangeError", "inner", 5]);
  const many = caught("throw new AggregateError([new TypeError('a'), 'b'], 'all')").thrown;
  assert.ok(many instanceof AggregateError && many.errors[0] instanceof TypeError && many.errors[1] === "b");
  assert.equal(caught("throw { code: 5 }").thrown.code, 5);
  assert.equal("thrown" in caught("throw undefined") && caught("throw undefined").thrown, undefined);
  const early = caught("let x = ;", "bad.js");
  assert.ok(early instanceof ScriptSyntaxError);
  assert.deepEqual([early.place.source, early.place.line, early.place.column], ["bad.js", 1, 9]);
  engine.dispose();
});

test("exceptions of the host are errors of the script, and come back as they are", () => {
  const engine = new Engine();
  class NoFile extends Error {
    secret = "path of the host";
  }
  const thrown = new NoFile("gone");
  engine.define("read", () => {
    throw thrown;
  });
  engine.define("refuse", () => {
    throw { code: 7 };
  });
  const seen = engine.eval("try { read() } catch (e) { [e.name, e.message, e instanceof Error, e.secret, e.stack.includes('engine.test')] }");
  assert.deepEqual(seen, ["NoFile", "gone", true, undefined, false]);
  assert.throws(() => engine.eval("read()"), (error) => error instanceof ScriptError && error.cause === thrown);
  assert.equal(engine.eval("try { refuse() } catch (e) { e.code }"), 7);
  assert.throws(() => engine.define("later", async () => 1), { name: "UsageError", message: /later is async: give it by `call`/ });
  engine.define("later", () => Promise.resolve(1));
  assert.throws(() => engine.eval("later()"), /later is async: give it by `call`/);
  engine.dispose();
});

test("what a script has thrown goes through functions of the host as it was", () => {
  const engine = new Engine().define("again", (source) => engine.eval(source));
  assert.equal(engine.eval(`try { again("throw new RangeError('far')") } catch (e) { e.name + e.message }`), "RangeErrorfar");
  assert.throws(() => engine.eval(`again("again('throw new RangeError(1)')")`), (error) => {
    return error.message === "RangeError: 1" && error.cause.message === "RangeError: 1";
  });
  assert.equal(engine.eval('try { again("let x = ;") } catch (e) { `${e.name}|${e.message}` }'), "SyntaxError|unexpected `;`");
  assert.throws(() => engine.eval('again("let x = ;")'), (error) => error.cause.kind === "syntax");
  const deep = new Engine().define("again", () => deep.eval("again()"));
  assert.match(deep.eval("try { again() } catch (e) { `${e}` }"), /^RangeError: nesting is too deep$/);
  assert.equal(engine.eval(`try { again("throw Object.assign(new Error('x'), { f() {} })") } catch (e) { e.message }`), "Error: x");
  engine.dispose();
});

test("a function may use the engine that calls it, until it returns", () => {
  const engine = new Engine();
  const other = new Engine();
  engine.define("again", () => engine.eval("1 + 1"));
  engine.define("each", (list, f) => list.map((item) => f(item)));
  engine.define("deep", (n) => (n === 0 ? 0 : 1 + engine.eval(`deep(${n - 1})`)));
  engine.define("drop", () => engine.dispose());
  engine.define("start", () => engine.start("return 1"));
  engine.define("fork", () => engine.fork());
  engine.define("ask", () => other.eval("40 + 2"));
  assert.equal(engine.eval("again()"), 2);
  assert.deepEqual(engine.eval("let by = 3; each([1, 2], (n) => n * by)"), [3, 6]);
  assert.equal(engine.eval("deep(1)"), 1);
  assert.throws(() => engine.eval("each([1], () => { null.x })"), (error) => error.cause instanceof ScriptError);
  assert.match(engine.eval("try { drop() } catch (e) { e.message }"), /cannot dispose/);
  for (const name of ["start", "fork"]) assert.match(engine.eval(`try { ${name}() } catch (e) { e.message }`), /running/);
  assert.equal(engine.eval("ask()"), 42);
  engine.define("endless", () => engine.eval("for (;;) {}"));
  assert.throws(() => engine.eval("try { endless() } catch { }"), { limit: "time" });
  assert.equal(engine.eval("1"), 1);
  engine.dispose();
  other.dispose();
});

test("a function cannot use another engine of its instance that runs below it", () => {
  const engine = new Engine();
  const beside = new Engine({ beside: engine });
  engine.define("ask", () => beside.eval("1"));
  assert.match(engine.eval("try { ask() } catch (e) { e.message }"), /that has to wait/);
  assert.equal(beside.eval("1"), 1);
  beside.dispose();
  engine.dispose();
});

test("limits end scripts, and the engine goes on", () => {
  const engine = new Engine({ limits: { time: 1000, memory: 24 << 20, source: 10_000 } });
  const limitOf = (source) => {
    try {
      engine.eval(source);
    } catch (error) {
      assert.ok(error instanceof LimitError, error.stack);
      return error.limit;
    }
  };
  assert.equal(limitOf("for (;;) {}"), "time");
  assert.equal(limitOf("{ let all = []; for (;;) all.push('x'.repeat(1e5)) }"), "memory");
  assert.equal(limitOf("try { for (;;) {} } catch { } finally { }"), "time");
  assert.equal(limitOf(" ".repeat(10_001)), "source");
  assert.equal(limitOf("({ get a() { for (;;) {} } })"), "time");
  assert.throws(() => engine.eval("(function f() { f() })()"), { name: "ScriptError", message: /RangeError/ });
  assert.throws(() => engine.eval("let f = x => [x].map(f); f(1)"), { name: "ScriptError", message: /RangeError/ });
  assert.throws(() => engine.eval("let o = {}; o.toString = () => `${o}`; `${o}`"), { name: "ScriptError", message: /RangeError/ });
  assert.throws(() => engine.eval(`${"(".repeat(4000)}1${")".repeat(4000)}`), (error) => error.kind !== "internal");
  assert.throws(() => engine.eval("/(a*)*b/.exec('a'.repeat(40)) ; 'x'.repeat(2 ** 31)"), (error) => error.kind !== "internal");
  assert.equal(engine.eval("1 + 1"), 2);
  assert.equal(engine.lost, false);
  const counted = new Engine({ limits: { fuel: 100_000, time: null } });
  for (let i = 0; i < 3; i++) assert.throws(() => counted.eval("for (;;) {}"), { limit: "fuel" });
  assert.throws(() => new Engine({ limits: { feul: 1 } }), /there is no limit feul/);
  assert.throws(() => new Engine({ limit: {} }), /there is no option limit/);
  const other = [null, 5, { limits: 5 }, { limits: { fuel: 1n } }, { hints: "x" }, { cancel: 5 }, { cancel: new Uint8Array(4) }, { beside: {} }, { timeZone: "Nowhere/Land" }];
  for (const options of other) assert.throws(() => new Engine(options), UsageError);
  for (const name of ["", ".a", "a.", "a..b", 5, undefined, Symbol("x")]) {
    assert.throws(() => engine.define(name, () => 1), UsageError);
    assert.throws(() => engine.call(name, () => 1), UsageError);
    assert.throws(() => engine.class(name, class {}), UsageError);
  }
  for (const name of [5, null, undefined, {}]) {
    assert.throws(() => engine.get(name), UsageError);
    assert.throws(() => engine.set(name, 1), UsageError);
    assert.throws(() => engine.eval("1", { name: name ?? 5 }), UsageError);
  }
  for (const source of [5, null, undefined, "a"]) assert.throws(() => engine.modules(source), UsageError);
  assert.throws(() => engine.modules({}, { asnyc: true }), UsageError);
  for (const options of [{ inputs: 5 }, { inputs: null }, { name: 5 }, { goal: "x" }]) assert.throws(() => engine.start("1", options), UsageError);
  assert.equal(engine.program, undefined);
  engine.dispose();
  counted.dispose();
});

test("the console and modules are the host's", async () => {
  const told = (options, source) => {
    try {
      new Engine(options).eval(source);
    } catch (error) {
      return error.notes.map((note) => note.message);
    }
  };
  assert.deepEqual(told({}, "console.log(1)"), ["the host gives scripts a console by the engine's option `console`"]);
  assert.deepEqual(told({ hints: { console: "print it", fetch: "none" } }, "console.log(1)"), ["print it"]);
  const lines = [];
  const engine = new Engine({ console: (level, text) => lines.push([level, text]) });
  engine.eval("console.log('%s!', 'hi', { a: [1] }); console.error('x')");
  assert.deepEqual(lines, [["log", "hi! { a: [ 1 ] }"], ["error", "x"]]);
  engine.modules({ "lib/half.js": "import { two } from './two.js'; export default n => n / two", "lib/two.js": "export const two = 2" });
  const namespace = await engine.run("import half from './lib/half.js'; export const n = half(84)", { goal: "module" });
  assert.deepEqual(namespace, { n: 42 });
  await assert.rejects(engine.run("import './none.js'", { goal: "module", name: "b.js" }), /there is no module 'none.js'/);
  engine.modules(() => Promise.resolve("1"));
  await assert.rejects(engine.run("import './late.js'", { goal: "module", name: "c.js" }), /the loader is async/);
  engine.dispose();
});

test("forks and saved engines have what scripts have made", () => {
  const engine = new Engine();
  engine.define("who", () => "host");
  engine.eval("var list = [1]; const f = () => who() + list.length");
  const fork = engine.fork();
  fork.eval("list.push(2)");
  assert.deepEqual([engine.eval("f()"), fork.eval("f()")], ["host1", "host2"]);
  const bytes = engine.save();
  const restored = new Engine();
  restored.define("who", () => "other");
  assert.equal(restored.restore(bytes).eval("f()"), "other1");
  assert.throws(() => new Engine().restore(bytes.subarray(9)), { name: "SavedError" });
  assert.throws(() => restored.restore(bytes.subarray(0, -1)), { name: "SavedError" });
  for (const each of [engine, fork, restored]) each.dispose();
});

test("a fork calls functions with its own values", () => {
  const engine = new Engine();
  engine.define("apply", (f) => f(20) + 1);
  const fork = engine.fork();
  assert.equal(fork.eval("var n = 1; apply((x) => x + n)"), 22);
  assert.equal(engine.eval("var n = 2; apply((x) => x + n)"), 23);
  fork.dispose();
  engine.dispose();
});

test("misuse is a UsageError", () => {
  const engine = new Engine();
  assert.throws(() => engine.eval(5), UsageError);
  assert.throws(() => engine.define("x", 5), UsageError);
  assert.throws(() => engine.call("x", { mode: "sometimes" }), UsageError);
  assert.throws(() => new JsObject({}), UsageError);
  engine.dispose();
});

test("symbols of scripts are keys", () => {
  const engine = new Engine();
  const [object, symbol] = engine.eval("{ const s = Symbol('s'); [new (class { [s] = 7; [Symbol.iterator] = 8 })(), s] }");
  assert.deepEqual([object.get(symbol), object.get(Symbol.iterator)], [7, 8]);
  object.set(symbol, (n) => n + 1);
  assert.equal(object.invoke(symbol, 41), 42);
  assert.throws(() => object.get(object), { name: "ConversionError" });
  symbol.dispose();
  assert.throws(() => object.get(symbol), { name: "ConversionError", message: /was disposed/ });
});

test("saved bytes are bytes", () => {
  const saved = new Engine().set("n", 42).save();
  assert.equal(new Engine().restore(saved.buffer.slice(saved.byteOffset, saved.byteOffset + saved.length)).eval("n"), 42);
  for (const wrong of ["abc", undefined, null, [1, 2], new Uint16Array(4), 5]) {
    assert.throws(() => new Engine().restore(wrong), UsageError);
    assert.throws(() => new Engine().restoreRun(wrong), UsageError);
  }
});
