// The values that all bindings share, through the bytes and through the engine.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { ConversionError, Engine } from "ferrotape";
import { encodePlain } from "../lib/plain.js";
import { dataOnly, decode, decodeFirst, decodeList, encode } from "../lib/wire.js";

const all = JSON.parse(readFileSync(new URL("../../shared/values.json", import.meta.url), "utf8"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const evaluate = eval;
/** What node 20 has no class for. */
const isMissing = (source) => source.includes("Float16Array") && !globalThis.Float16Array;

test("each value has its bytes, and comes back by them", () => {
  assert.ok(all.length >= 200);
  for (const { source, bytes } of all) {
    if (isMissing(source)) continue;
    assert.equal(hex(encode(evaluate(`(${source})`))), bytes, source);
    assert.equal(hex(encode(decode(Buffer.from(bytes, "hex")))), bytes, source);
  }
});

test("what is written and read at once is what writers and readers give", () => {
  const edges = [0, 1, -1, 127, 128, -128, 8191, 0x7ffffff, -0x7ffffff, 0x8000000, 2 ** 31, 2 ** 53 - 1, -(2 ** 53), 0.5, -0, NaN, Infinity, 1e300];
  const texts = ["", "a", "é\u00ff", "x".repeat(100), "x".repeat(101), "☃"];
  const values = [undefined, null, true, false, ...edges, ...texts, 5n, [], {}];
  for (const value of values) {
    const plain = encodePlain(value);
    if (plain) assert.equal(hex(plain), hex(encode(value)), String(value));
    assert.deepEqual(decode(encode(value)), decodeFirst(encode(value)).value);
    const list = [value, 7, value];
    assert.deepEqual(decodeList(encode(list), dataOnly), list);
  }
  assert.equal(values.filter((value) => encodePlain(value)).length > 20, true);
  for (const bytes of [[], [12], [12, 1], [12, 1, 8, 5, 97], [12, 1, 5, 0], [12, 2, 4, 2], [12, 1, 4, 2, 0], [8, 3, 97], [5, 1], [4, 255, 255, 255, 255]]) {
    assert.throws(() => decodeList(new Uint8Array(bytes), dataOnly), ConversionError, String(bytes));
    assert.throws(() => decode(new Uint8Array(bytes)), ConversionError, String(bytes));
  }
});

test("each value goes into an engine and out again", () => {
  const engine = new Engine();
  for (const { source, bytes } of all) {
    if (isMissing(source)) continue;
    assert.equal(hex(encode(engine.eval(`(${source})`))), bytes, source);
    engine.set("value", evaluate(`(${source})`));
    // Errors get the stack of the place at which the engine makes them.
    if (source.includes("Error(")) continue;
    assert.equal(hex(encode(engine.get("value"))), bytes, source);
  }
  engine.dispose();
});

test("values of other realms are what they are, and what calls itself so is not", () => {
  const sources = ["new Map([[[1], 2]])", "new Set([1])", "new Date(5)", "new DataView(new ArrayBuffer(3), 1)", "new Uint16Array([1, 2])", "new RangeError('x')"];
  for (const source of [...sources, "[{ a: new ArrayBuffer(2) }]"]) {
    assert.equal(hex(encode(runInNewContext(source))), hex(encode(evaluate(source))), source);
  }
  for (const name of ["Map", "Set", "Date", "ArrayBuffer"]) {
    assert.deepEqual(decode(encode({ [Symbol.toStringTag]: name, length: 3 })), { length: 3 });
    if (name !== "Date") assert.throws(() => encode(Object.create(globalThis[name].prototype)), ConversionError, name);
  }
});

test("what cannot cross is named by its path", () => {
  const engine = new Engine();
  class Money {}
  const cases = [
    [{ orders: [1, 2, { when: new Money() }] }, "orders[2].when", /class Money stays here/],
    [[new WeakMap()], "[0]", /class WeakMap/],
    [new Map([["a b", Symbol("mine")]]), '["a b"]', /Symbol\(mine\) stays here/],
    [{ later: Promise.resolve(1) }, "later", /await it/],
    [{ re: /x/ }, "re", /class RegExp/],
    [new Set([[new SharedArrayBuffer(1)]]), "[0][0]", /SharedArrayBuffer/],
  ];
  for (const [value, path, message] of cases) {
    assert.throws(() => engine.set("x", value), (error) => error instanceof ConversionError && error.path === path && message.test(error.message));
  }
  assert.throws(() => engine.eval("const b = new ArrayBuffer(1); b.transfer(); ({ files: [b] })"), { path: "files[0]", name: "ConversionError" });
  engine.set("x", { toJSON: () => ["as", "data"], hidden: 1 });
  engine.set("u", new URL("https://example.org/a"));
  assert.deepEqual(engine.eval("[typeof x, u]"), ["object", "https://example.org/a"]);
  engine.dispose();
});

test("buffers that are gone or too short have no values", () => {
  const gone = (make) => {
    const buffer = new ArrayBuffer(8);
    const value = make(buffer);
    structuredClone(buffer, { transfer: [buffer] });
    return value;
  };
  const short = (make) => {
    const buffer = new ArrayBuffer(8, { maxByteLength: 16 });
    const value = make(buffer);
    buffer.resize(2);
    return value;
  };
  const views = [(buffer) => new Uint16Array(buffer, 4), (buffer) => new Uint8Array(buffer, 4, 2), (buffer) => new DataView(buffer, 4)];
  const values = [gone((buffer) => buffer), ...views.map(gone), ...views.map(short)];
  values.forEach((value, index) => {
    const isTold = (error) => error instanceof ConversionError && error.path === "a" && /detached/.test(error.message);
    assert.throws(() => encode({ a: value }), isTold, String(index));
  });
  const grown = new ArrayBuffer(2, { maxByteLength: 8 });
  const view = new Uint8Array(grown, 1);
  grown.resize(4);
  assert.deepEqual([...decode(encode(view))], [0, 0, 0]);
  const shared = new SharedArrayBuffer(4, { maxByteLength: 8 });
  assert.equal(decode(encode(new DataView(shared, 1))).byteLength, 3);
});

test("what toJSON gives may hold its object, but must be data in the end", () => {
  const parent = { kids: [], toJSON: () => ({ name: "parent", kids: parent.kids }) };
  parent.kids.push({ toJSON: () => ({ name: "kid", parent }) });
  const copy = decode(encode([parent, parent]));
  assert.equal(copy[0], copy[1]);
  assert.equal(copy[0].kids[0].parent, copy[0]);
  let asked = 0;
  class Endless {
    toJSON() {
      asked++;
      return new Endless();
    }
  }
  for (const value of [new Endless(), { toJSON() { return this } }]) {
    assert.throws(() => encode({ a: value }), { name: "ConversionError", path: "a", message: /toJSON/ });
  }
  assert.ok(asked <= 100, `${asked}`);
});

test("a script's functions by the names toJSON and then are parts of its object, and are not asked", () => {
  const engine = new Engine().define("echo", (value) => value);
  engine.eval("let asked = 0; const it = { n: 1, toJSON() { asked++; return [it] }, then() { asked++ } }; const back = echo(it)");
  assert.deepEqual(engine.eval("[back.n, back.toJSON === it.toJSON, asked]"), [1, true, 0]);
  engine.set("given", engine.eval("it"));
  assert.deepEqual(engine.eval("[given.n, given.toJSON === it.toJSON, asked]"), [1, true, 0]);
  engine.dispose();
});

test("arrays of a Proxy, and functions with names that are none", () => {
  for (const length of [NaN, -1, 0.5, 2 ** 32, "2", undefined]) {
    const array = new Proxy([], { get: (target, key) => (key === "length" ? length : target[key]) });
    assert.throws(() => encode({ a: array }), { name: "ConversionError", path: "a" }, String(length));
  }
  const engine = new Engine();
  for (const name of [Symbol("s"), () => 1, 5, undefined]) {
    engine.define("f", Object.defineProperty(() => 42, "name", { value: name }));
    assert.equal(engine.set("g", Object.defineProperty(() => 42, "name", { value: name })).eval("f() + g()"), 84);
  }
  engine.dispose();
});

test("arrays with names beside their elements, and views of a class with other members", () => {
  const holes = Object.assign(new Array(3), { 1.5: "x", a: "y" });
  assert.deepEqual(decode(encode([holes, 1])), [new Array(3), 1]);
  class Vector extends Float64Array {
    get length() {
      return 1.5;
    }
    get byteOffset() {
      return -1;
    }
  }
  assert.deepEqual(decode(encode([new Vector([1, 2])])), [new Float64Array([1, 2])]);
});

test("symbols that not every host has", () => {
  const engine = new Engine();
  for (const name of ["dispose", "asyncDispose", "iterator"]) {
    const symbol = engine.eval(`Symbol.${name}`);
    assert.equal(symbol, Symbol[name] ?? Symbol.for(`Symbol.${name}`));
    assert.equal(engine.set("symbol", symbol).eval(`symbol === Symbol.${name}`), true, name);
  }
  engine.dispose();
});

test("a part of node's buffers takes nothing else along", () => {
  const engine = new Engine();
  const secret = Buffer.from("secret of others");
  const part = Buffer.from("abc");
  assert.equal(part.buffer, secret.buffer, "they share a buffer");
  engine.set("part", part);
  assert.deepEqual(engine.eval("[part.buffer.byteLength, String.fromCharCode(...part)]"), [3, "abc"]);
  engine.dispose();
});

test("nesting takes no stack on either side", () => {
  const engine = new Engine({ limits: { memory: 1 << 30, time: 60_000 } });
  let deep = [];
  for (let i = 0; i < 200_000; i++) deep = [deep];
  engine.set("deep", deep);
  assert.equal(engine.eval("let n = 0; while (deep.length) { deep = deep[0]; n++ } n"), 200_000);
  let back = engine.eval("let out = new Map(); for (let i = 0; i < 100000; i++) out = new Map([[out, [out]]]); out");
  let depth = 0;
  while (back.size) [back] = [...back.keys()], depth++;
  assert.equal(depth, 100_000);
  engine.dispose();
});

test("bytes of an enemy are values or errors", () => {
  let dice = 88172645463325252n;
  const below = (end) => {
    dice ^= (dice << 13n) & 0xffffffffffffffffn;
    dice ^= dice >> 7n;
    dice ^= (dice << 17n) & 0xffffffffffffffffn;
    return Number(dice % BigInt(end));
  };
  let read = 0;
  for (let round = 0; round < 20_000; round++) {
    const bytes = Buffer.from(all[below(all.length)].bytes, "hex");
    for (let changes = 0; changes <= below(3); changes++) bytes[below(bytes.length)] = below(2) ? below(25) : below(256);
    try {
      decode(bytes.subarray(0, bytes.length - below(2)));
      read++;
    } catch (error) {
      assert.ok(error instanceof ConversionError || error instanceof RangeError || error instanceof TypeError, `${error.stack}`);
    }
  }
  assert.ok(read > 500, `${read}`);
});
