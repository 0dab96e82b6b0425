// Modules from an async loader: programs wait for them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "ferrotape";

const later = (value, ms = 5) => new Promise((resolve) => setTimeout(resolve, ms, value));
const TEXTS = {
  "lib/a.js": "import { b } from './b.js'; export const a = b + 1",
  "lib/b.js": "export const b = 20",
  "c.js": "export const c = 2",
  "t.ts": "export const t: number = 5",
};

function ready(asked = []) {
  return new Engine().modules(async (name) => {
    asked.push(name);
    if (!(name in TEXTS)) throw new Error(`no file ${name}`);
    return later(TEXTS[name]);
  });
}

test("a module waits for what it imports, and each is fetched once", async () => {
  const asked = [];
  const engine = ready(asked);
  const source = "import { a } from './lib/a.js'; import { b } from './lib/b.js'; import { c } from 'c.js'; export const n = a * c; export { b }";
  assert.deepEqual(await engine.run(source, { goal: "module" }), { n: 42, b: 20 });
  assert.deepEqual(asked.sort(), ["c.js", "lib/a.js", "lib/b.js"]);
  assert.equal(await engine.run("const { b } = await import('lib/b.js'); const { t } = await import('t.ts'); return b + t"), 25);
  assert.equal(asked.length, 4);
  engine.dispose();
});

test("the body of a module can wait for a call, whoever loads what it imports", async () => {
  const engine = ready().call("ask", { mode: "blocking", handler: async (n) => n * 2 });
  assert.deepEqual(await engine.run("import { c } from 'c.js'; export const n = ask(c) + 1", { goal: "module" }), { n: 5 });
  engine.dispose();
});

test("an engine and its fork that import one module at once both get it", async () => {
  const asked = [];
  const engine = ready(asked);
  const fork = engine.fork();
  const both = [engine, fork].map((it) => it.run("return (await import('c.js')).c"));
  assert.deepEqual(await Promise.all(both), [2, 2]);
  assert.deepEqual(asked, ["c.js", "c.js"]);
  engine.dispose();
  fork.dispose();
});

test("what a loader refuses is an exception at the import", async () => {
  const engine = ready();
  assert.match(await engine.run("try { await import('none.js') } catch (e) { return `${e.name}: ${e.message}` }"), /TypeError: .*no file none/);
  await assert.rejects(engine.run("import 'none.js'", { goal: "module", name: "b.js" }), /no file none/);
  const nothing = new Engine().modules(async () => undefined);
  await assert.rejects(nothing.run("await import('x')"), /no module 'x'/);
  await assert.rejects(engine.run("import {", { goal: "module", name: "c.js" }), { name: "ScriptSyntaxError" });
  engine.dispose();
});

test("a program that waits for a module can be ended, and advanced by hand", async () => {
  const engine = new Engine().modules((name) => later(`export default ${JSON.stringify(name)}`, 30), { async: true });
  await assert.rejects(engine.run("await import('x')", { signal: AbortSignal.timeout(5) }), { limit: "cancelled" });
  const run = engine.start("return (await import('y')).default");
  while (run.advance() === "paused");
  assert.throws(() => run.save(), /a module is being fetched/);
  await later(0, 60);
  while (run.advance() === "paused");
  assert.equal(run.value, "y");
  // Its end comes before the module.
  engine.start("await import('z')").advance();
  engine.dispose();
  await later(0, 40);
});

test("calls and modules are waited for together", async () => {
  const engine = ready().call("ask", (n) => later(n * 2));
  assert.deepEqual(await engine.run("return Promise.all([ask(2), import('c.js').then((it) => it.c)])"), [4, 2]);
  engine.dispose();
});
