// The tool in a server of the SDK, and tools of a server for programs. With FERROTAPE, the command `ferrotape mcp` under the SDK's client.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { registerRun, toolsOf } from "../mcp.js";
import { described } from "../program.js";

const about = { name: "test", version: "1.0.0" };

async function connected(server) {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client(about);
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return client;
}

function files() {
  const server = new McpServer(about);
  server.registerTool("read", { description: "Reads a file", inputSchema: { path: z.string() } }, async ({ path }) => {
    if (path === "none") return { content: [{ type: "text", text: "no such file" }], isError: true };
    return { content: [{ type: "text", text: `text of ${path}` }] };
  });
  server.registerTool("size", { inputSchema: { path: z.string() }, outputSchema: { bytes: z.number() } }, async ({ path }) => {
    return { content: [], structuredContent: { bytes: path.length } };
  });
  return server;
}

test("a server runs programs that call tools of another server", async () => {
  const tools = await toolsOf(await connected(files()));
  const server = new McpServer(about);
  registerRun(server, { z, tools, limits: { time: 500, memory: 32 << 20 } });
  const client = await connected(server);
  const [run] = (await client.listTools()).tools;
  assert.match(run.description, /tools\.read\(input\): Reads a file Input: .*"path"/);
  const text = async (code) => {
    const { content, isError } = await client.callTool({ name: "run", arguments: { code } });
    return [content.map(({ text }) => text).join("|"), isError];
  };
  const code = "const [a, b] = await Promise.all([tools.read({ path: 'a' }), tools.size({ path: 'abc' })]); console.log(a); return b.bytes";
  assert.deepEqual(await text(code), ["3|console:\ntext of a", false]);
  assert.deepEqual(await text("try { await tools.read({ path: 'none' }) } catch (e) { return e.message }"), ["no such file", false]);
  assert.deepEqual(await text("return new Map([[1, 2n]])"), ['[[1,"2"]]', false]);
  const [told, isError] = await text("let x = 1;\nnull.y");
  assert.ok(isError && /:2:/.test(told), told);
  assert.equal((await text("for (;;) {}"))[1], true);
  assert.match((await text("const o = {}; o.o = o; return o"))[0], /holds itself/);
});

test("a tool whose name is none of JavaScript is told as a program calls it", () => {
  const [dashed, dotted] = described([{ name: "get-weather" }, { name: "maps.find it" }]);
  assert.equal(dashed, '- tools["get-weather"](input)');
  assert.equal(dotted, '- tools.maps["find it"](input)');
});

test("the command is a server for the SDK's client", { skip: !process.env.FERROTAPE }, async () => {
  const client = new Client(about);
  await client.connect(new StdioClientTransport({ command: process.env.FERROTAPE, args: ["mcp"] }));
  const names = (await client.listTools()).tools.map(({ name }) => name);
  assert.ok(names.includes("run") && names.includes("check"), String(names));
  const { content, isError } = await client.callTool({ name: "run", arguments: { code: "const n: number = 42; return n" } });
  assert.ok(!isError && /42/.test(JSON.stringify(content)), JSON.stringify(content));
  await client.close();
});
