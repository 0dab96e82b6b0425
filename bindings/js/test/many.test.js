// Many engines: made and dropped, they take nothing. FERROTAPE_ENGINES=100000 for a long run.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine } from "ferrotape";

const count = Number(process.env.FERROTAPE_ENGINES ?? 10_000);

const settle = async () => {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

test(`${count} engines are made and dropped without growth`, { timeout: 600_000 }, async () => {
  let after;
  for (let i = 0; i < count; i++) {
    const engine = new Engine();
    engine.define("half", (n) => n / 2);
    assert.equal(engine.eval(`[half(${i}), () => 1][0]`), i / 2);
    engine.dispose();
    if (i === count / 10) {
      await settle();
      after = process.memoryUsage();
    }
  }
  await settle();
  const { rss, heapUsed } = process.memoryUsage();
  assert.ok(heapUsed - after.heapUsed < 8 << 20, `heap: ${after.heapUsed} → ${heapUsed}`);
  assert.ok(rss - after.rss < 64 << 20, `resident: ${after.rss} → ${rss}`);
});

test("engines that nobody disposes are collected with their instances", { timeout: 60_000 }, async () => {
  for (let i = 0; i < 300; i++) {
    assert.equal(new Engine().eval("1 + 1"), 2);
    if (i % 50 === 0) await settle();
  }
  await settle();
  assert.ok(process.memoryUsage().rss < 1 << 30);
});

test("a hundred programs wait at once", async () => {
  const engines = Array.from({ length: 100 }, (_, i) => {
    return new Engine().call("wait", (n) => new Promise((resolve) => setTimeout(resolve, 10, n * i)));
  });
  const values = await Promise.all(engines.map((engine) => engine.run("return await wait(2)")));
  assert.deepEqual(values, engines.map((_, i) => 2 * i));
  for (const engine of engines) engine.dispose();
});
