// The tool in a loop of the AI SDK, with a model that is a script.
import assert from "node:assert/strict";
import { test } from "node:test";
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";
import { codeTool } from "../ai.js";

const weather = tool({
  description: "The weather of a town",
  inputSchema: z.object({ town: z.string() }),
  execute: async ({ town }) => ({ town, degrees: town.length }),
});
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

test("a model's program calls tools, and the model reads its result", async () => {
  const code = "const all = await Promise.all(['Oslo', 'Rome'].map((town) => tools.weather({ town }))); return all.map((it) => it.degrees)";
  const answers = [
    { content: [{ type: "tool-call", toolCallId: "1", toolName: "code", input: JSON.stringify({ code }) }], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] },
    { content: [{ type: "text", text: "done" }], finishReason: { unified: "stop", raw: undefined }, usage, warnings: [] },
  ];
  const model = new MockLanguageModelV3({ doGenerate: async () => answers.shift() });
  const { text, steps } = await generateText({ model, tools: { code: codeTool({ tools: { weather } }) }, prompt: "How warm?", stopWhen: stepCountIs(3) });
  assert.equal(text, "done");
  assert.deepEqual(steps[0].toolResults[0].output.result, [4, 4]);
  const told = model.doGenerateCalls[0].tools[0];
  assert.match(told.description, /tools\.weather\(input\): The weather of a town Input: .*"town"/);
});

test("inputs are validated, streams give their last value, and tools that need approval are left out", async () => {
  const counting = tool({
    inputSchema: z.object({}),
    async *execute() {
      yield 1;
      yield 2;
    },
  });
  const asks = tool({ inputSchema: z.object({}), needsApproval: true, execute: async () => 1 });
  const it = codeTool({ tools: { weather, counting, asks } });
  const run = (code) => it.execute({ code }, { toolCallId: "1", messages: [] });
  assert.match((await run("await tools.weather({ town: 5 })")).error, /town|string/);
  assert.equal((await run("return await tools.counting({})")).result, 2);
  assert.equal((await run("return typeof tools.asks")).result, "undefined");
  assert.equal((await run("const n: number = 42; return n")).result, 42);
  // What stays in the engine ends with it: models read its text.
  const odd = "class A { b = 1 } return [new A(), { f(x) {} }, /a+/g, 1n, new Map([[1, new Set([2])]]), new Uint8Array(2), new RangeError('x'), Promise.resolve(1)]";
  const texts = ["A { b: 1 }", { f: "[function f]" }, "/a+/g", "1", [[1, [2]]], [0, 0], "RangeError: x", "Promise { 1 }"];
  assert.deepEqual((await run(odd)).result, texts);
  for (const code of ["const o = {}; o.o = o; return o", "let deep = []; for (let i = 0; i < 1e5; i++) deep = [deep]; return deep"]) {
    assert.match((await run(code)).error, /holds itself, or is nested too deeply/);
  }
  for (const code of [
    "let a = [1]; for (let i = 0; i < 60; i++) a = [a, a]; return a",
    "return Array(100).fill('x'.repeat(1e5))",
    "return Array(100).fill({ ['x'.repeat(1e5)]: 1 })",
    "return Array(1e3).fill(10n ** 10_000n)",
    "return new Uint8Array(9 << 20)",
  ]) {
    assert.match((await run(code)).error, /too long/);
  }
  const abortSignal = AbortSignal.timeout(20);
  assert.match((await it.execute({ code: "for (;;) {}" }, { toolCallId: "1", messages: [], abortSignal })).error, /cancelled/);
});
