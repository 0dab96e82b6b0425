// Programs: calls with async handlers, slices, cancelling, saving and other processes.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Engine, LimitError, ScriptError, UsageError } from "ferrotape";

const sleep = (milliseconds, value) => new Promise((resolve) => setTimeout(resolve, milliseconds, value));

test("a program awaits the functions of its host", async () => {
  const engine = new Engine();
  const order = [];
  engine.call("tools.search", async (words) => {
    order.push(words);
    await sleep(words === "slow" ? 20 : 1);
    return { words, found: [1, 2] };
  });
  engine.call("ask", { mode: "blocking", handler: async (question) => `${question}!` });
  const value = await engine.run(`
    const all = await Promise.all([tools.search("slow"), tools.search("fast")]);
    const name = ask("who?");
    await new Promise((resolve) => setTimeout(resolve, 5));
    return [name, ...all.map((each) => each.words), inputs.limit];
  `, { inputs: { inputs: { limit: 3 } } });
  assert.deepEqual(value, ["who?!", "slow", "fast", 3]);
  assert.deepEqual(order, ["slow", "fast"]);
  assert.equal(await engine.run("const n: number = await 41; return n + 1", { name: "a.ts" }), 42);
  assert.equal(await engine.run("20 + 22", { goal: "script" }), 42);
  engine.dispose();
});

test("a handler may use its engine, and what it throws is the script's to catch", async () => {
  const engine = new Engine();
  const refused = new RangeError("not today");
  engine.call("count", async () => engine.eval("globalThis.n = (globalThis.n ?? 0) + 1"));
  engine.call("refuse", () => {
    throw refused;
  });
  engine.call("bad", () => new WeakMap());
  assert.equal(await engine.run("await count(); return await count()"), 2);
  assert.equal(await engine.run("try { await refuse() } catch (e) { return `${e}` }"), "RangeError: not today");
  await assert.rejects(engine.run("await refuse()"), (error) => error instanceof ScriptError && error.cause === refused);
  assert.match(await engine.run("try { await bad() } catch (e) { return e.message }"), /class WeakMap stays here/);
  engine.call("nobody");
  await assert.rejects(engine.run("1", { goal: "modul" }), {
    name: "UsageError",
    message: "there is no goal modul: there are body, module, script",
  });
  await assert.rejects(engine.run("await nobody()"), { name: "UsageError", message: /nobody, which has no handler/ });
  await assert.rejects(engine.run("await new Promise(() => {})"), ScriptError);
  engine.call("twice", { handler: () => 1, limit: 2 });
  assert.match(await engine.run("await twice(); await twice(); try { await twice() } catch (e) { return e.message }"), /2 times|twice/);
  engine.dispose();
});

test("other work goes on between slices, and a signal ends the program", async () => {
  const engine = new Engine({ limits: { time: 10_000 } });
  let ticks = 0;
  const controller = new AbortController();
  const timer = setInterval(() => ++ticks === 5 && controller.abort("enough"), 2);
  await assert.rejects(engine.run("for (;;) {}", { signal: controller.signal }), (error) => {
    return error instanceof LimitError && error.limit === "cancelled" && error.cause === "enough";
  });
  clearInterval(timer);
  assert.ok(ticks >= 5, `${ticks}`);
  engine.call("never", () => new Promise(() => {}));
  const later = new AbortController();
  setTimeout(() => later.abort(), 10);
  await assert.rejects(engine.run("await never()", { signal: later.signal }), { limit: "cancelled" });
  await assert.rejects(engine.run("1", { signal: AbortSignal.abort() }), { limit: "cancelled" });
  // Before anybody waits: from a function of the host, and from a handler.
  const within = new AbortController();
  engine.define("abort", () => within.abort());
  await assert.rejects(engine.run("abort(); await never()", { signal: within.signal }), { limit: "cancelled" });
  const handled = new AbortController();
  engine.call("aborts", () => {
    handled.abort();
    return new Promise(() => {});
  });
  await assert.rejects(engine.run("await aborts()", { signal: handled.signal }), { limit: "cancelled" });
  assert.equal(await engine.run("return 1"), 1);
  engine.dispose();
});

test("whoever asks for the end of a program gets it", async () => {
  const engine = new Engine();
  engine.call("later", () => sleep(5, 42));
  const run = engine.start("return await later()");
  assert.deepEqual(await Promise.all([run.finish(), run.finish()]), [42, 42]);
  await assert.rejects(run.finish(), UsageError);
  // A signal ends it, whoever has given it.
  engine.call("never", () => new Promise(() => {}));
  const later = () => {
    const control = new AbortController();
    setTimeout(() => control.abort(), 5);
    return control.signal;
  };
  for (const [first, second] of [[later()], [undefined, later()], [undefined, AbortSignal.abort()]]) {
    const run = engine.start("await never()");
    const both = await Promise.allSettled([run.finish({ signal: first }), run.finish({ signal: second })]);
    assert.deepEqual(both.map(({ reason }) => reason.limit), ["cancelled", "cancelled"]);
    assert.equal(run.isOver, true);
  }
  assert.equal(engine.eval("2"), 2);
  engine.dispose();
});

test("a slice that is refused ends nothing", () => {
  const engine = new Engine();
  engine.define("again", () => run.advance());
  const run = engine.start("try { again() } catch (error) { return error.name }");
  for (const wrong of [{ fuel: -1 }, { fuel: 1.5 }, { time: -1 }, { time: NaN }, { fuel: "1" }]) {
    assert.throws(() => run.advance(wrong), UsageError);
    assert.equal(run.isOver, false);
  }
  while (run.advance() !== "done");
  assert.equal(run.value, "UsageError");
  assert.equal(engine.eval("2"), 2);
  engine.define("end", () => ended.abort());
  const ended = engine.start("try { end() } catch (error) { return error.name }");
  while (ended.advance({ fuel: 100 }) !== "done");
  assert.equal(ended.value, "UsageError");
  assert.equal(engine.eval("3"), 3);
  engine.dispose();
});

test("a signal that is none ends no engine", async () => {
  const engine = new Engine();
  await assert.rejects(engine.run("1", { signal: {} }), { name: "UsageError", message: "the option signal is an AbortSignal" });
  assert.equal(await engine.run("return 2", { signal: null }), 2);
});

test("a flag in shared memory ends what runs at once", () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const engine = new Engine({ cancel: flag, limits: null });
  engine.define("cancel", () => void Atomics.store(flag, 0, 1));
  assert.throws(() => engine.eval("cancel();\nfor (;;) {}"), (error) => {
    assert.doesNotMatch(error.report, /deadline|limit/);
    assert.match(error.report, /^the script was cancelled\n.*script\.js:2/);
    return error.limit === "cancelled" && error.place.line === 2 && error.toJSON().limit === "Interrupted";
  });
  flag[0] = 0;
  assert.equal(engine.eval("2"), 2);
  // A flag that is down again has cancelled all the same.
  engine.define("within", () => {
    try {
      engine.eval("cancel(); for (;;) {}");
    } finally {
      flag[0] = 0;
    }
  });
  assert.throws(() => engine.eval("try { within() } catch {} for (;;) {}"), { limit: "cancelled" });
  engine.dispose();
  const timed = new Engine({ cancel: flag, limits: { time: 20 } });
  assert.throws(() => timed.eval("for (;;) {}"), { limit: "time" });
  timed.dispose();
});

test("time counts over all slices, but not while the program waits", async () => {
  const engine = new Engine({ limits: { time: 60 } });
  engine.call("wait", () => sleep(100, 1));
  assert.equal(await engine.run("return await wait()"), 1);
  await assert.rejects(engine.run("await wait(); for (;;) {}"), { limit: "time" });
  await assert.rejects(engine.run("for (;;) await 0"), { limit: "time", message: "the script reached its deadline: 60ms" });
  engine.dispose();
});

test("one program runs at a time", async () => {
  const engine = new Engine();
  engine.call("wait", () => sleep(5));
  const first = engine.run("await wait(); return 1");
  await assert.rejects(engine.run("return 2"), UsageError);
  assert.equal(await first, 1);
  const second = engine.run("await wait()");
  engine.dispose();
  await assert.rejects(second, UsageError);
});

test("a run by hand: answers in any order, forks, saved bytes", () => {
  const ready = () => new Engine().call("approve", { mode: "blocking" });
  const run = ready().start("let sum = 0; for (const price of [20, 300]) if (approve(price)) sum += price; return sum");
  assert.equal(run.advance(), "waiting");
  const [call] = run.takeNewCalls();
  assert.deepEqual([call.id, call.name, call.mode, call.args], [0, "approve", "blocking", [20]]);
  assert.throws(() => run.answer(7, true), { name: "UsageError", message: /no call with the id 7/ });
  for (const id of [call, "0", undefined, -1, 0.5, 0n]) {
    assert.throws(() => run.answer(id, true), { name: "UsageError", message: /the id of a call is a number/ });
    assert.throws(() => run.fail(id, new Error("x")), UsageError);
  }
  const saved = run.save();
  run.answer(0, true);
  assert.equal(run.advance(), "waiting");
  const fork = run.engine.fork().program;
  run.answer(1, false);
  fork.answer(1, true);
  assert.deepEqual([run.advance(), run.value, fork.advance(), fork.value], ["done", 20, "done", 320]);
  const again = ready().restoreRun(saved);
  assert.deepEqual(again.calls.map((each) => each.args), [[20]]);
  again.fail(0, new Error("closed"));
  assert.throws(() => again.advance(), { name: "ScriptError", message: "Error: closed" });
  const aborted = ready().start("approve(1)");
  aborted.advance();
  assert.deepEqual(aborted.abort(), [0]);
  assert.throws(() => aborted.advance(), UsageError);
});

test("calls have places and keys, and a program has limits in all", () => {
  const ready = () => new Engine().call("pay", { keyed: true }).call("ask", { mode: "blocking" });
  const run = ready().start("const paid = pay(5);\nreturn ask() + ask()", { name: "job.js" });
  assert.equal(run.advance(), "waiting");
  const [pay, ask] = run.calls;
  const { source, line, column } = ask.place;
  assert.deepEqual([source, line, column], ["job.js", 2, 8]);
  const key = pay.key("order 12");
  assert.match(key, /^[0-9a-f]{32}$/);
  assert.deepEqual([ask.key("order 12"), pay.key("order 13") === key], [undefined, false]);
  const again = ready().restoreRun(run.limit({ answers: 5 }).save());
  assert.equal(again.calls[0].key("order 12"), key);
  assert.deepEqual(again.calls[1].place, ask.place);
  assert.throws(() => again.answer(1, "long"), { name: "UsageError", message: /may have 5 bytes/ });
  again.answer(1, "a");
  again.limit({ time: 0 });
  assert.throws(() => again.advance(), LimitError);
});

test("a handler cannot wait for the end of its own program", async () => {
  const message = "a handler cannot wait for the end of its program, which waits for the handler";
  const engine = new Engine();
  let run;
  engine.call("direct", () => engine.program.finish()).call("awaits", async () => 1 + (await run.finish()));
  engine.call("later", async () => (await sleep(1), await run.finish()));
  engine.call("among", async () => (await sleep(1), await Promise.all([sleep(1), Promise.race([sleep(1), 1]).then(() => run.finish())])));
  const between = new Engine().call("outer", async () => (await sleep(1), await run.finish()));
  engine.call("through", async () => (await sleep(1), await between.run("return 1 + await outer()")));
  for (const name of ["direct", "awaits", "later", "among", "through"]) {
    run = engine.start(`try { await ${name}() } catch (error) { return error.message }`);
    const told = await run.finish();
    assert.ok(told.endsWith(message), `${name}: ${told}`);
    await assert.rejects(engine.run(`await ${name}()`), (error) => {
      for (let at = error; at; at = at.cause) if (at instanceof UsageError) return true;
    });
  }
  engine.modules(async () => (await sleep(1), `export default ${await run.finish()}`));
  run = engine.start("try { await import('a') } catch (error) { return error.message }");
  assert.match(await run.finish(), /which waits for the handler/);
  // What a handler has left behind is no part of it any more.
  let left;
  engine.call("leaves", () => void (left = sleep(5).then(() => run.finish())));
  engine.call("long", () => sleep(10, "end"));
  run = engine.start("await leaves(); return await long()");
  assert.deepEqual([await run.finish(), await left], ["end", "end"]);
  // Others may, and a handler may wait for another program.
  const other = new Engine().call("word", async () => "a");
  const gate = {};
  const begun = new Promise((resolve) => (gate.begin = resolve));
  const open = new Promise((resolve) => (gate.open = resolve));
  engine.call("other", async () => {
    gate.begin();
    await open;
    return other.run("return await word()");
  });
  run = engine.start("return await other() + 'b'");
  const first = run.finish();
  await begun;
  const second = run.finish();
  gate.open();
  assert.deepEqual([await first, await second], ["ab", "ab"]);
});

test("where nothing is kept over await, as in browsers, handlers are seen before it", async () => {
  const { getBuiltinModule } = process;
  process.getBuiltinModule = undefined;
  const { begun, isBegunBy } = await import("../lib/handlers.js?browser");
  process.getBuiltinModule = getBuiltinModule;
  const run = {};
  const seen = begun(run, async () => [isBegunBy(run), isBegunBy({}), await sleep(1, 1), isBegunBy(run)]);
  assert.equal(isBegunBy(run), false);
  assert.deepEqual(await seen, [true, false, 1, false]);
});

test("limits with typing errors are refused", async () => {
  const engine = new Engine();
  const wrong = [{ limits: 1 }, { limit: "2" }, { limit: -1 }, { limit: 1.5 }, { atOnce: true }, { refused: 5 }, { keyed: "yes" }];
  for (const options of [...wrong, { mode: "x" }, { handler: 5 }, 5, null]) {
    assert.throws(() => engine.call("pay", options), UsageError, JSON.stringify(options));
  }
  assert.equal(engine.eval("typeof pay"), "undefined");
  engine.call("pay", { limit: Infinity, atOnce: undefined, handler: () => 1 });
  const run = engine.start("return await pay()");
  assert.throws(() => run.advance({ feul: 5 }), { name: "UsageError", message: "there is no limit of a slice feul: there are fuel, time" });
  assert.throws(() => run.limit({ answer: 5 }), UsageError);
  assert.throws(() => run.limit(5), { name: "UsageError", message: "each limit of a program has a name: time, answers" });
  assert.throws(() => run.advance(null), UsageError);
  assert.throws(() => run.limit({ answers: -5 }), UsageError);
  await assert.rejects(run.finish({ time: 5 }), { name: "UsageError", message: /there is no option of finish time/ });
  assert.equal(await run.finish(), 1);
  // Limits are those of the engine: one that is given elsewhere must not be none.
  await assert.rejects(engine.run("return 1", { limits: { time: 5 } }), { name: "UsageError", message: /no option of run limits/ });
  await assert.rejects(engine.run("return 1", { slice: -1 }), UsageError);
  assert.throws(() => engine.start("return 1", { signal: AbortSignal.abort() }), UsageError);
  assert.throws(() => engine.eval("1", "a.js"), UsageError);
  assert.throws(() => engine.eval("1", { time: 5 }), UsageError);
  assert.equal(engine.program, undefined);
});

test("each call that is over is told of", async () => {
  const events = [];
  const ready = () => new Engine().call("ask", (word) => word.length).call("once", { limit: 1 }).onCall((event) => events.push(event));
  const engine = ready();
  const run = engine.start("once(); try { once() } catch {}\nreturn await ask('words')");
  await assert.rejects(run.finish(), { message: /once, which has no handler/ });
  assert.deepEqual(events.map(({ id, name, end }) => [id, name, end]), [[undefined, "once", "denied"], [0, "once", "forgotten"], [1, "ask", "forgotten"]]);
  assert.match(events[0].reason, /may be called once/);
  events.length = 0;
  const second = engine.fork().start("return await ask('words')");
  second.advance();
  const restored = ready().restoreRun(second.save());
  assert.equal(await restored.finish(), 5);
  const [{ end, argumentBytes, answerBytes, fuel, waited }, ...rest] = events;
  assert.deepEqual([end, answerBytes, rest], ["answered", 2, []]);
  assert.ok(argumentBytes > 6 && fuel > 0 && waited >= 0);
  // It cannot use the engine, and what it throws is nobody's.
  const told = [];
  const odd = new Engine().call("ask", () => 1).onCall(() => {
    try {
      odd.eval("1");
    } catch (error) {
      told.push(error.name);
      throw error;
    }
  });
  assert.equal(await odd.run("return await ask()"), 1);
  assert.deepEqual(told, ["UsageError"]);
  assert.throws(() => odd.onCall(5), UsageError);
});

test("a handler of a call with a key gets the call, in forks and restored programs too", async () => {
  const paid = [];
  const pay = (call, ...args) => paid.push([call.key("order 12"), call.name, call.place?.line, ...args]);
  const ready = () => new Engine().call("pay", { keyed: true, handler: pay }).call("plain", (...args) => args.length);
  const run = ready().start("const count = await plain(1, 2);\nawait pay('Ada', 5); await pay('Ada', 5); return count", { name: "job.js" });
  run.advance();
  run.answer(0, 2);
  run.advance();
  const saved = run.save();
  const fork = run.engine.fork();
  assert.deepEqual([await run.finish(), await ready().restoreRun(saved).finish(), await fork.program.finish()], [2, 2, 2]);
  assert.deepEqual(paid[0].slice(1), ["pay", 2, "Ada", 5]);
  const keys = paid.map(([key]) => key);
  // The one that has waited is one call, in each of them; what the fork calls later is its own.
  assert.deepEqual([keys[2], keys[3]], [keys[0], keys[1]]);
  assert.deepEqual([keys[4] === keys[0], new Set(keys).size], [true, 3]);
  // What it throws, or gives in vain, is told as by any handler.
  const odd = new Engine().call("odd", { keyed: true, handler: (call) => call.run() });
  await assert.rejects(odd.run("await odd()"), { name: "ScriptError", message: /call.run is not a function/ });
});

test("a program is saved in one process and answered in another", () => {
  const folder = mkdtempSync(join(tmpdir(), "ferrotape-"));
  try {
    const worker = fileURLToPath(new URL("two-processes.js", import.meta.url));
    const step = (...args) => execFileSync(process.execPath, [worker, join(folder, "saved"), ...args], { encoding: "utf8" }).trim();
    assert.equal(step("start"), "waits for approve 120");
    assert.equal(step("answer", "yes"), "waits for approve 7");
    assert.equal(step("answer", "no"), "done [120]");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
