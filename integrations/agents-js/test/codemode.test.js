// The executor under the tool of @cloudflare/codemode.
import "./workers.js";
import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { FerrotapeExecutor } from "../codemode.js";

const { createCodeTool } = await import("@cloudflare/codemode/ai");
const options = { toolCallId: "1", messages: [] };
const tools = {
  search: {
    description: "Searches",
    inputSchema: z.object({ words: z.string() }),
    execute: async ({ words }) => [{ title: `About ${words}` }],
  },
};

test("the tool of codemode runs a program with its tools", async () => {
  const tool = createCodeTool({ tools, executor: new FerrotapeExecutor() });
  const code = "async () => { console.log('searching'); const found = await codemode.search({ words: 'tides' }); return found[0].title }";
  const { result, logs } = await tool.execute({ code }, options);
  assert.deepEqual([result, logs], ["About tides", ["searching"]]);
  await assert.rejects(async () => tool.execute({ code: "async () => { null.x }" }, options), /TypeError/);
});

test("an executor never rejects, and ends what does not end", async () => {
  const executor = new FerrotapeExecutor({ limits: { time: 500, memory: 16 << 20 } });
  for (const [code, error] of [
    ["async () => { for (;;) {} }", /time|deadline/i],
    ["async () => { throw new Error('no') }", /no/],
    ["async () => { syntax error", /SyntaxError|expected/i],
    ["async () => codemode.fails()", /NotFound: gone/],
    ["async () => { await new Promise(() => {}) }", /waits/],
    ["async () => { const all = []; for (;;) all.push(new Array(1e5).fill(0)) }", /memory|time|deadline/i],
  ]) {
    class NotFound extends Error {}
    const fails = async () => {
      throw new NotFound("gone");
    };
    const told = await executor.execute(code, { fails });
    assert.match(told.error, error, code);
  }
});

test("providers have names, preludes and connectors", async () => {
  const providers = [
    { name: "codemode", fns: { add: async (a, b) => a + b }, prelude: "codemode.twice = (f) => f().then((x) => 2 * x)" },
    { name: "state", fns: { "read-file": async (path) => `text of ${path}` } },
    { name: "empty", fns: {} },
  ];
  const connectors = [{ name: "github", binding: { callTool: async (method, args) => ({ method, args }) } }];
  const code = `async () => [await codemode.twice(() => codemode.add(10, 11)), await state["read-file"]("a"), typeof empty,
    await github.listIssues({ repo: "x" }), typeof __connector]`;
  const { result, error } = await new FerrotapeExecutor().execute(code, providers, { connectors });
  assert.equal(error, undefined);
  assert.deepEqual(result, [42, "text of a", "object", { method: "listIssues", args: { repo: "x" } }, "undefined"]);
});

test("a hundred at once", async () => {
  const executor = new FerrotapeExecutor();
  const wait = (n) => new Promise((resolve) => setTimeout(resolve, 10, n));
  const all = await Promise.all(Array.from({ length: 100 }, (_, i) => executor.execute(`async () => await codemode.wait(${i})`, { wait })));
  assert.deepEqual(all.map(({ result }) => result), Array.from({ length: 100 }, (_, i) => i));
});
