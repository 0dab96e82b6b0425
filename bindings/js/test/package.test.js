// The package's entries, without the network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as core from "ferrotape/core";
import { resolve } from "../lib/modules.js";

const file = (name) => new URL(`../${name}`, import.meta.url);

test("the core has no code before it is given some", () => {
  assert.throws(() => new core.Engine(), { name: "UsageError", message: /not loaded/ });
  assert.throws(() => core.use({}), { name: "UsageError" });
  core.use(new WebAssembly.Module(readFileSync(file("ferrotape.wasm"))));
  assert.equal(new core.Engine().eval("6 * 7"), 42);
});

test("each entry of the package is there, and exports what is declared", () => {
  const { exports, types } = JSON.parse(readFileSync(file("package.json"), "utf8"));
  const paths = JSON.stringify(exports).match(/\.\/lib\/[a-z.]+/g);
  for (const path of [...paths, types]) assert.ok(readFileSync(file(path), "utf8").length > 0, path);
  const declared = readFileSync(file("lib/index.d.ts"), "utf8").matchAll(/^export (?:class|function) (\w+)/gm);
  assert.deepEqual([...declared].map(([, name]) => name).sort(), Object.keys(core).sort());
});

test("the module's exports and imports are five functions and two", () => {
  const module = new WebAssembly.Module(readFileSync(file("ferrotape.wasm")));
  const functions = WebAssembly.Module.exports(module).filter(({ kind }) => kind === "function");
  assert.deepEqual(functions.map(({ name }) => name).sort(), ["call", "output", "output_length", "reserve", "version"]);
  assert.deepEqual(WebAssembly.Module.imports(module).map(({ name }) => name).sort(), ["host_call", "now"]);
});

test("the browser's entry fetches the code beside it", async () => {
  const { fetch } = globalThis;
  for (const type of ["application/wasm", "text/plain"]) {
    globalThis.fetch = async (url) => new Response(readFileSync(url), { headers: { "content-type": type } });
    const browser = await import(`../lib/browser.js?${type}`);
    assert.equal(new browser.Engine().eval("1 + 1"), 2);
  }
  globalThis.fetch = async () => new Response("", { status: 404 });
  await assert.rejects(import("../lib/browser.js?none"), /cannot be loaded: 404/);
  globalThis.fetch = fetch;
});

test("names of modules are relative to their importers", () => {
  const cases = [
    ["./b.js", "main.js", "b.js"],
    ["./b.js", "lib/a.js", "lib/b.js"],
    ["../b.js", "lib/x/a.js", "lib/b.js"],
    ["../../b.js", "a.js", "../../b.js"],
    ["/b.js", "lib/a.js", "/b.js"],
    ["./b.js", "/lib/a.js", "/lib/b.js"],
    ["../b.js", "https://example.org/x/y.js", "https://example.org/b.js"],
    ["lodash", "lib/a.js", "lodash"],
  ];
  for (const [specifier, referrer, expected] of cases) assert.equal(resolve(specifier, referrer), expected, `${specifier} of ${referrer}`);
});
