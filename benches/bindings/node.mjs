// `node --expose-gc node.mjs ENGINE` measures one engine for Node, and prints a line of JSON.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";

const name = process.argv[2];
const require = createRequire(path.join(process.env.BINDINGS_PEERS, "package.json"));
const PROGRAMS = ["richards", "deltablue", "crypto", "raytrace", "earley-boyer", "regexp", "splay", "navier-stokes"];
const OBJECTS = "Array.from({ length: 10000 }, (_, i) => ({ id: i, name: 'item ' + i, price: i / 4, tags: ['a', 'b'] }))";
const objects = eval(OBJECTS);
const KEPT = 50;

/**
 * What an engine can: `make` an engine; then, of one engine, `eval` a script for a number, `define` a function of a number, `call` a
 * global function with a number, `get` a global object as data, `set` one, and `dispose`. `package` is the folder or file whose size
 * counts.
 */
const ENGINES = {
  async ferrotape() {
    const { Engine } = await import("../../bindings/js/lib/node.js");
    return {
      wasm: new URL("../../bindings/js/ferrotape.wasm", import.meta.url).pathname,
      make: () => new Engine({ limits: null }),
      eval: (engine, source) => engine.eval(source),
      define: (engine, key, f) => engine.define(key, f),
      caller: (engine, key) => engine.get(key),
      get: (engine, key) => engine.get(key),
      set: (engine, key, value) => engine.set(key, value),
      dispose: (engine) => engine.dispose(),
    };
  },
  async "quickjs-emscripten"() {
    const { getQuickJS } = await import(require.resolve("quickjs-emscripten"));
    const quickjs = await getQuickJS();
    const kept = new Map();
    const data = (vm, handle) => {
      const value = vm.dump(handle);
      handle.dispose();
      return value;
    };
    return {
      wasm: require.resolve("@jitl/quickjs-wasmfile-release-sync/wasm"),
      make: () => quickjs.newContext(),
      eval: (vm, source) => data(vm, vm.unwrapResult(vm.evalCode(source))),
      define: (vm, key, f) => vm.newFunction(key, (n) => vm.newNumber(f(vm.getNumber(n)))).consume((it) => vm.setProp(vm.global, key, it)),
      caller: (vm, key) => {
        const f = vm.getProp(vm.global, key);
        kept.set(vm, f);
        return (n) => vm.newNumber(n).consume((given) => data(vm, vm.unwrapResult(vm.callFunction(f, vm.undefined, given))));
      },
      // Its way through JSON, which is twice as fast as `dump`.
      get: (vm, key) => JSON.parse(data(vm, vm.unwrapResult(vm.evalCode(`JSON.stringify(${key})`)))),
      set: (vm, key, value) => {
        vm.newString(JSON.stringify(value)).consume((it) => vm.setProp(vm.global, "text", it));
        vm.unwrapResult(vm.evalCode(`globalThis.${key} = JSON.parse(text); 0`)).dispose();
      },
      dispose: (vm) => {
        // It ends the process for handles that are left.
        kept.get(vm)?.dispose();
        kept.delete(vm);
        vm.dispose();
      },
    };
  },
  async "quickjs-wasi"() {
    const { QuickJS } = await import(require.resolve("quickjs-wasi"));
    const wasm = require.resolve("quickjs-wasi/quickjs.wasm");
    const code = await WebAssembly.compile(readFileSync(wasm));
    const number = (vm, handle) => {
      const value = handle.toNumber();
      handle.dispose();
      return value;
    };
    return {
      wasm,
      make: () => QuickJS.create({ wasm: code }),
      eval: (vm, source) => number(vm, vm.evalCode(source)),
      define: (vm, key, f) => vm.setProp(vm.global, key, vm.newFunction(key, (n) => vm.newNumber(f(n.toNumber())))),
      caller: (vm, key) => {
        const f = vm.global.getProp(key);
        return (n) => number(vm, vm.callFunction(f, vm.undefined, vm.newNumber(n)));
      },
      get: (vm, key) => {
        const text = vm.evalCode(`JSON.stringify(${key})`);
        const value = JSON.parse(text.toString());
        text.dispose();
        return value;
      },
      set: (vm, key, value) => {
        const text = vm.newString(JSON.stringify(value));
        vm.setProp(vm.global, "text", text);
        text.dispose();
        vm.evalCode(`globalThis.${key} = JSON.parse(text); 0`).dispose();
      },
      dispose: (vm) => vm.dispose(),
    };
  },
  async "isolated-vm"() {
    const ivm = require("isolated-vm");
    return {
      package: path.dirname(require.resolve("isolated-vm/package.json")),
      make: () => {
        const isolate = new ivm.Isolate();
        return { isolate, context: isolate.createContextSync() };
      },
      eval: ({ context }, source) => context.evalSync(source),
      define: ({ context }, key, f) => context.global.setSync(key, f),
      caller: ({ context }, key) => {
        const f = context.global.getSync(key, { reference: true });
        return (n) => f.applySync(undefined, [n]);
      },
      get: ({ context }, key) => context.global.getSync(key, { copy: true }),
      set: ({ context }, key, value) => context.global.setSync(key, value, { copy: true }),
      dispose: ({ isolate }) => isolate.dispose(),
    };
  },
  async vm() {
    const vm = await import("node:vm");
    return {
      make: () => vm.createContext({}),
      eval: (context, source) => vm.runInContext(source, context),
      define: (context, key, f) => (context[key] = f),
      caller: (context, key) => context[key],
      // It is no border: objects of the other context are copied to be compared with the rest.
      get: (context, key) => structuredClone(context[key]),
      set: (context, key, value) => (context[key] = structuredClone(value)),
      dispose: () => {},
    };
  },
};

/** The best of five, in milliseconds for each of `count`. */
async function best(work, count = 1) {
  let least = Infinity;
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await work();
    least = Math.min(least, (performance.now() - start) / count);
  }
  return least;
}

function sizeOf(place) {
  const about = statSync(place);
  if (!about.isDirectory()) return about.size;
  return readdirSync(place).reduce((sum, entry) => sum + sizeOf(path.join(place, entry)), 0);
}

const it = await ENGINES[name]();
const told = { engine: name, goals: {} };
const note = (row, value, goal) => {
  told[row] = value;
  if (goal !== undefined) told.goals[row] = goal;
};

it.dispose(await it.make());
globalThis.gc();
const before = process.memoryUsage();
const kept = [];
for (let i = 0; i < KEPT; i++) {
  kept.push(await it.make());
  it.eval(kept[i], "1 + 1");
}
globalThis.gc();
const after = process.memoryUsage();
told["memory of an engine, KB"] = (after.rss - before.rss) / KEPT / 1024;
for (const engine of kept) it.dispose(engine);

const RUNS = 20;
note("new engine and eval, ms", await best(async () => {
  for (let i = 0; i < RUNS; i++) {
    const engine = await it.make();
    if (it.eval(engine, "1 + 1") !== 2) throw new Error("another sum");
    it.dispose(engine);
  }
}, RUNS), 2);
const engine = await it.make();
note("eval of 1 + 1, µs", 1000 * await best(() => {
  for (let i = 0; i < 2000; i++) it.eval(engine, "1 + 1");
}, 2000), 10);
it.define(engine, "half", (n) => n / 2);
note("a script calls the host, µs", 1000 * await best(() => it.eval(engine, "for (let i = 0; i < 100000; i++) half(i); 1"), 100_000), 0.3);
it.eval(engine, "globalThis.twice = (n) => n * 2; 1");
const twice = it.caller(engine, "twice");
note("the host calls a script, µs", 1000 * await best(() => {
  for (let i = 0; i < 20_000; i++) if (twice(i) !== 2 * i) throw new Error("another product");
}, 20_000));
it.eval(engine, `globalThis.objects = ${OBJECTS}; 1`);
note("10,000 objects out, ms", await best(() => {
  if (it.get(engine, "objects")[9999].name !== "item 9999") throw new Error("another object");
}), 15);
note("10,000 objects in, ms", await best(() => it.set(engine, "given", objects)));
it.dispose(engine);

let all = 0;
for (const program of PROGRAMS) {
  const source = readFileSync(path.join(process.env.BINDINGS_PROGRAMS, `${program}.js`), "utf8");
  try {
    const engine = await it.make();
    it.define(engine, "print", (n) => n);
    const start = performance.now();
    it.eval(engine, `${source}\n;1`);
    told[`${program}, s`] = (performance.now() - start) / 1000;
    all += told[`${program}, s`];
    it.dispose(engine);
  } catch (error) {
    console.error(`${name}: ${program}: ${error.message}`);
    all = NaN;
  }
}
told["all eight, s"] = Number.isNaN(all) ? undefined : all;

if (it.wasm) note("code as it is sent (brotli), KB", brotliCompressSync(readFileSync(it.wasm)).length / 1024, 1000);
if (it.wasm ?? it.package) told["code, KB"] = sizeOf(it.wasm ?? it.package) / 1024;
console.log(JSON.stringify(told));
process.exit(0);
