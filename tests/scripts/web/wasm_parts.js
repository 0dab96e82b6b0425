// WebAssembly: memories, tables, globals, imports.
const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const fails = run => { try { print('no error', run()); } catch (error) { print(`${error}`); } };
const nameOf = run => { try { print('no error', run()); } catch (error) { print(error.name, error instanceof Error); } };
const instance = (code, imports) => new WebAssembly.Instance(new WebAssembly.Module(code), imports).exports;

// (memory (export "memory") 1 3) (data (i32.const 8) "hello") and "load", "store", "grow", "size"
const memory = bytes('AGFzbQEAAAABDwNgAX8Bf2ACf38AYAABfwMFBAABAAIFBAEBAQMHJwUGbWVtb3J5AgAEbG9hZAAABXN0b3JlAAEEZ3JvdwACBHNpemUAAwofBAcAIAAtAAALCQAgACABOgAACwYAIABAAAsEAD8ACwsLAQBBCAsFaGVsbG8=');
{
    const { memory: own, load, store, grow, size } = instance(memory);
    print(own instanceof WebAssembly.Memory, own.buffer === own.buffer, own.buffer.byteLength, `${own}`, `${own.buffer}`);
// expect: true true 65536 [object WebAssembly.Memory] [object ArrayBuffer]
    const view = new Uint8Array(own.buffer);
    print(new TextDecoder().decode(view.subarray(8, 13)), load(8), view[8], view.length); // expect: hello 104 104 65536
    view[8] = 72;
    store(9, 69);
    print(load(8), view[9], view.at(9), String.fromCharCode(...new Uint8Array(own.buffer, 8, 5)));
// expect: 72 69 69 HEllo
    const floats = new Float64Array(own.buffer, 16, 2), view2 = new DataView(own.buffer, 16);
    floats[0] = Math.PI;
    view2.setInt16(8, -2);
    print(load(16), view2.getFloat64(0, true), view[24], view[25]); // expect: 24 3.141592653589793 255 254
    view.set([1, 2, 3], 100);
    view.fill(9, 103, 105);
    view.copyWithin(105, 100, 103);
    print(view.slice(99, 109).join(), [...view.subarray(100, 108)].join(), view.indexOf(9), own.buffer.slice(100, 103).byteLength);
// expect: 0,1,2,3,9,9,1,2,3,0 1,2,3,9,9,1,2,3 22 3
    print(Array.from(new Uint32Array(own.buffer, 100, 2)).join(), new BigInt64Array(own.buffer, 104, 1)[0], view.subarray(100, 106).sort().join());
// expect: 151192065,50462985 50462985 1,1,2,3,9,9
    nameOf(() => own.buffer.transfer()); // expect: TypeError true
    print(structuredClone(view.subarray(100, 104)).byteLength, own.buffer.resizable, own.buffer.maxByteLength);
// expect: 4 false 65536
    const before = own.buffer;
    print(size(), grow(1), size(), before.byteLength, view.length, own.buffer.byteLength, before === own.buffer);
// expect: 1 1 2 0 0 131072 false
    print(new Uint8Array(own.buffer)[8], load(8)); // expect: 72 72
    print(own.grow(1), own.buffer.byteLength, grow(1), own.buffer.byteLength); // expect: 2 196608 -1 196608
    nameOf(() => own.grow(1)); // expect: RangeError true
    const last = own.buffer;
    print(own.grow(0), last === own.buffer, last.byteLength); // expect: 3 false 0
    fails(() => load(196608)); // expect: RuntimeError: memory access out of bounds
    fails(() => store(-1, 0)); // expect: RuntimeError: memory access out of bounds
    nameOf(() => own.grow(-1)); // expect: TypeError true
    nameOf(() => own.grow(NaN) === 3 || own.grow(2 ** 32)); // expect: TypeError true
    nameOf(() => WebAssembly.Memory.prototype.grow.call({}, 1)); // expect: TypeError true
    nameOf(() => WebAssembly.Memory.prototype.buffer); // expect: TypeError true
}

nameOf(() => new WebAssembly.Memory()); // expect: TypeError true
nameOf(() => new WebAssembly.Memory({})); // expect: TypeError true
nameOf(() => new WebAssembly.Memory({ initial: -1 })); // expect: TypeError true
nameOf(() => new WebAssembly.Memory({ initial: 2, maximum: 1 })); // expect: RangeError true
print(new WebAssembly.Memory({ initial: 0 }).buffer.byteLength, new WebAssembly.Memory({ initial: '1', maximum: 2.9 }).buffer.byteLength);
// expect: 0 65536

// Tables.
const table = new WebAssembly.Table({ element: 'anyfunc', initial: 2, maximum: 4 });
print(table.length, table.get(0), table.get(1), `${table}`); // expect: 2 null null [object WebAssembly.Table]
const { load, size } = instance(memory);
table.set(0, load);
print(table.get(0) === load, table.grow(1, size), table.length, table.get(2) === size, table.set(0), table.get(0));
// expect: true 2 3 true undefined null
nameOf(() => table.get(3)); // expect: RangeError true
nameOf(() => table.set(3, null)); // expect: RangeError true
nameOf(() => table.set(0, () => 1)); // expect: TypeError true
nameOf(() => table.set(0, undefined)); // expect: TypeError true
nameOf(() => table.grow(5)); // expect: RangeError true
nameOf(() => table.get('x') ?? table.get(-1)); // expect: TypeError true
nameOf(() => new WebAssembly.Table({ element: 'i32', initial: 1 })); // expect: TypeError true
nameOf(() => new WebAssembly.Table({ initial: 1 })); // expect: TypeError true
const externals = new WebAssembly.Table({ element: 'externref', initial: 2 }, table);
print(externals.get(0) === table, externals.set(1, 'text'), externals.get(1), externals.set(1), externals.get(1), externals.set(0, null), externals.get(0));
// expect: true undefined text undefined undefined undefined null

// Globals.
for (const [value, first, then] of [['i32', 7.9, -1], ['i64', 5n, 2n ** 63n], ['f32', 0.1, '2'], ['f64', 0.1, 1e300], ['externref', {}, 'x']]) {
    const global = new WebAssembly.Global({ value, mutable: true }, first);
    const { value: was } = global;
    print(value, was === first, value === 'externref' || String(was), global.value = then, String(global.value), `${global.valueOf()}`, value === 'externref' || String(new WebAssembly.Global({ value }).value));
// expect: i32 false 7 -1 -1 -1 0
// expect: i64 true 5 9223372036854775808 -9223372036854775808 -9223372036854775808 0
// expect: f32 false 0.10000000149011612 2 2 2 0
// expect: f64 true 0.1 1e+300 1e+300 1e+300 0
// expect: externref true true x x x true
}
nameOf(() => new WebAssembly.Global({ value: 'i32' }).value = 1); // expect: TypeError true
nameOf(() => new WebAssembly.Global({ value: 'i64' }, 1)); // expect: TypeError true
nameOf(() => new WebAssembly.Global({ value: 'u8' })); // expect: TypeError true
nameOf(() => new WebAssembly.Global({ value: 'anyfunc' }, 1)); // expect: TypeError true
print(new WebAssembly.Global({ value: 'anyfunc' }).value, new WebAssembly.Global({ value: 'anyfunc' }, load).value === load);
// expect: null true

// (import "env" "log" (func (param i32))), "pair" with (result i32 i64), "memory", "table", "g" mutable, "c" of i64, "x" of externref
const imports = bytes('AGFzbQEAAAABJAhgAABgAX8AYAF/An9+YAF/AX5gAAF/YAFvAW9gAAFwYAABbwJNBwNlbnYDbG9nAAEDZW52BHBhaXIAAgNlbnYGbWVtb3J5AgABA2VudgV0YWJsZQFwAAIDZW52AWcDfwEDZW52AWMDfgADZW52AXgDbwADCAcAAQMEBQYHBg0BfAFEAAAAAAAA+D8LB1EMA293bgMDAWMDAQNsb2cAAAZtZW1vcnkCAAV0YWJsZQEAAWcDAARjYWxsAAMDc3VtAAQFY291bnQABQhpZGVudGl0eQAGBHNlbGYABwF4AAgJCwIAQQALAQIDAAECCjoHBgBBBxAACwcAIAARAAALDgEBfiAAEAEhAawgAXwLCwAjAEEBaiQAIwALBAAgAAsEANICCwQAIwIL');
{
    const seen = [], shared = new WebAssembly.Memory({ initial: 1 }), g = new WebAssembly.Global({ value: 'i32', mutable: true }, 40);
    const env = {
        log: function () { 'use strict'; seen.push(this, ...arguments); },
        pair: value => new Set([value, BigInt(value) * 10n]),
        memory: shared, table: new WebAssembly.Table({ element: 'anyfunc', initial: 2 }), g, c: 5n, x: seen,
    };
    const { own, c, log, memory, table, g: outG, call, sum, count, identity, self, x } = instance(imports, { env });
    print(memory === shared, table === env.table, outG === g, c.value, own.value, own.value = 2, own.value, x() === seen);
// expect: true true true 5 1.5 2 2 true
    print(log === env.log, log(3), log.length, call(0), seen.join('|')); // expect: false undefined 1 undefined |3||7
    print(sum(4), count(), count(), g.value, g.value = 1, count(), identity(seen) === seen, identity(undefined), identity(null), identity('s'));
// expect: 44 41 42 42 1 2 true undefined null s
    print(self() === table.get(0), self() === self(), table.get(0).length, table.get(0)(), seen.length);
// expect: true true 0 undefined 6
    nameOf(() => call(1)); // expect: RuntimeError true
    nameOf(() => call(9)); // expect: RuntimeError true
    nameOf(() => c.value = 1n); // expect: TypeError true
    env.pair = () => [1];
    nameOf(() => instance(imports, { env }).sum(4)); // expect: TypeError true
    env.pair = () => { throw new RangeError('mine'); };
    fails(() => instance(imports, { env }).sum(4)); // expect: RangeError: mine
    env.pair = () => 5;
    nameOf(() => instance(imports, { env }).sum(4)); // expect: TypeError true
    for (const change of [{ log: 1 }, { memory: {} }, { memory: new WebAssembly.Memory({ initial: 0 }) }, { table: [] }, { g: 1 }, { c: 1 }, { g: new WebAssembly.Global({ value: 'i64', mutable: true }) }, { log: sum }]) {
        nameOf(() => instance(imports, { env: { ...env, ...change } }));
// expect: LinkError true
// expect: LinkError true
// expect: LinkError true
// expect: LinkError true
// expect: LinkError true
// expect: LinkError true
// expect: LinkError true
// expect: LinkError true
    }
    nameOf(() => instance(imports, { env: 1 })); // expect: TypeError true
    nameOf(() => instance(imports, {})); // expect: TypeError true
    nameOf(() => instance(imports)); // expect: TypeError true
    const read = [];
    const watched = new Proxy(env, { get: (target, key) => (read.push(key), target[key]) });
    instance(imports, new Proxy({ env: watched }, { get: (target, key) => (read.push(key), target[key]) }));
    print(read.join()); // expect: env,log,env,pair,env,memory,env,table,env,g,env,c,env,x
}

// Start functions, and calls within calls.
const start = bytes('AGFzbQEAAAABDANgAX8AYAAAYAABfwIHAQFtAWYAAAMDAgECBwUBAWcAAggBAQoNAgYAQSoQAAsEAEEFCw==');
const startonly = bytes('AGFzbQEAAAABBAFgAAACBwEBbQFmAAAIAQA=');
const nested = bytes('AGFzbQEAAAABBgFgAX8BfwIHAQFtAWYAAAMCAQAHBQEBZgABCgsBCQBBASAAEABqCw==');
{
    let got;
    print(instance(start, { m: { f: value => got = value } }).g(), got, Object.keys(instance(start, { m: { f() {} } })).join());
// expect: 5 42 g
    fails(() => instance(start, { m: { f() { throw new TypeError('in start'); } } })); // expect: TypeError: in start
    nameOf(() => instance(startonly, { m: { f: () => got = 'only' } }) && print(got));
// expect: only
// expect: no error undefined
    let depth = 0;
    const { f } = instance(nested, { m: { f: value => value ? f(value - 1) : 100 } });
    print(f(0), f(5), f(30)); // expect: 101 106 131
    const inner = instance(nested, { m: { f } });
    print(inner.f(3), inner.f !== f); // expect: 105 true
    const forever = instance(nested, { m: { f: () => forever.f(++depth) } });
    nameOf(() => forever.f(0)); // expect: RangeError true
    print(depth > 10, f(5)); // expect: true 106
}
