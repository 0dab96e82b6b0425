// not for node: a getter may detach what is to move
// structuredClone: every kind of value, cycles, what getters do meanwhile, buffers that move.
function error(action) {
  try {
    return String(action());
  } catch (thrown) {
    return thrown.name + " " + (thrown instanceof DOMException ? thrown.code : "");
  }
}
var source = { number: 1, text: "a", big: 10n ** 30n, nothing: null, gone: undefined, nan: NaN, zero: -0, list: [1, , "x"] };
var copy = structuredClone(source);
print(copy !== source && copy.list !== source.list, copy.number, copy.text, copy.big, copy.nothing, "gone" in copy, copy.nan);
// expect: true 1 a 1000000000000000000000000000000 null true NaN
print(Object.is(copy.zero, -0), copy.list.length, 1 in copy.list, Object.keys(copy).join());
// expect: true 3 false number,text,big,nothing,gone,nan,zero,list

var cycle = { name: "round" };
cycle.self = cycle;
cycle.map = new Map([[cycle, new Set([cycle])]]);
copy = structuredClone(cycle);
print(copy.self === copy, copy.map.has(copy), copy.map.get(copy).has(copy), copy !== cycle);
// expect: true true true true

var twice = { a: {} };
twice.b = twice.a;
copy = structuredClone(twice);
print(copy.a === copy.b); // expect: true

// Prototypes, accessors, symbols and what is not enumerable are left behind; getters run.
class Point { #x = 1; constructor() { this.y = 2; } get z() { return 3; } }
copy = structuredClone(new Point());
print(Object.getPrototypeOf(copy) === Object.prototype, JSON.stringify(copy)); // expect: true {"y":2}
copy = structuredClone(Object.defineProperty({ get a() { return [1]; }, [Symbol("s")]: 1 }, "hidden", { value: 1 }));
print(JSON.stringify(Object.getOwnPropertyDescriptor(copy, "a")), Reflect.ownKeys(copy).length);
// expect: {"value":[1],"writable":true,"enumerable":true,"configurable":true} 1

// Objects of primitives, dates, patterns.
print(typeof structuredClone(Object("s")), structuredClone(Object("s")) + "", structuredClone(Object(1n)) + "", structuredClone(Object(false)) + "");
// expect: object s 1 false
print(structuredClone(new Date(5)).getTime(), structuredClone(new Date(NaN)).getTime()); // expect: 5 NaN
var pattern = /a+/gi;
pattern.lastIndex = 3;
copy = structuredClone(pattern);
print(String(copy), copy.lastIndex, copy instanceof RegExp); // expect: /a+/gi 0 true

// Errors have name, message, stack and cause.
var failure = new RangeError("far", { cause: { deep: [1] } });
failure.extra = 1;
copy = structuredClone(failure);
print(copy instanceof RangeError, copy.message, copy.stack === failure.stack, copy.cause.deep[0], copy.extra);
// expect: true far true 1 undefined
class OwnError extends TypeError { get name() { return "OwnError"; } }
copy = structuredClone(new OwnError("own"));
print(copy.constructor === Error, copy.message); // expect: true own

// Binary data: views of one buffer stay so.
var buffer = new ArrayBuffer(8, { maxByteLength: 16 });
var views = { bytes: new Uint8Array(buffer, 2, 3), all: new Uint8Array(buffer), data: new DataView(buffer, 4) };
views.bytes.set([1, 2, 3]);
copy = structuredClone(views);
print(copy.bytes.buffer === copy.data.buffer, copy.bytes.join(), copy.bytes.byteOffset, copy.all.buffer.maxByteLength, copy.data.byteOffset);
// expect: true 1,2,3 2 16 4
copy.all.buffer.resize(12);
print(copy.all.length, copy.bytes.length, buffer.byteLength); // expect: 12 3 8
print(structuredClone(new Float64Array([0.1, -0])).join(), structuredClone(new BigInt64Array([5n]))[0]);
// expect: 0.1,0 5
var shared = new SharedArrayBuffer(4);
new Int32Array(structuredClone(shared))[0] = 7;
print(new Int32Array(shared)[0]); // expect: 7

// Buffers that move.
buffer = new ArrayBuffer(4);
views = new Uint8Array(buffer);
views[3] = 9;
copy = structuredClone({ views, buffer }, { transfer: [buffer] });
print(buffer.byteLength, views.length, copy.views[3], copy.views.buffer === copy.buffer); // expect: 0 0 9 true
print(error(() => structuredClone(1, { transfer: [copy.buffer, copy.buffer] })), copy.buffer.byteLength);
// expect: DataCloneError 25 4
print(error(() => structuredClone(() => 1, { transfer: [copy.buffer] })), copy.buffer.byteLength);
// expect: DataCloneError 25 4
print(error(() => structuredClone({ get a() { structuredClone(0, { transfer: [copy.buffer] }); return 1; } }, { transfer: [copy.buffer] })));
// expect: DataCloneError 25
print(error(() => structuredClone(buffer)), error(() => structuredClone(views)));
// expect: DataCloneError 25 DataCloneError 25

// What cannot be copied.
for (var value of [() => 1, Symbol("s"), new WeakMap(), Promise.resolve(), new Proxy({}, {}), [].values(), (function* () {})(), globalThis]) {
  print(error(() => structuredClone({ value })));
// expect: DataCloneError 25
// expect: DataCloneError 25
// expect: DataCloneError 25
// expect: DataCloneError 25
// expect: DataCloneError 25
// expect: DataCloneError 25
// expect: DataCloneError 25
// expect: DataCloneError 25
}
print(error(() => structuredClone()), error(() => structuredClone(1, 5))); // expect: TypeError  TypeError

// Getters that change what is being copied.
var changing = { get a() { delete this.b; this.c = 1; return "a"; }, b: "b", d: "d" };
print(JSON.stringify(structuredClone(changing))); // expect: {"a":"a","d":"d"}
var map = new Map([[1, { get x() { map.clear(); return 1; } }], [2, 2]]);
print(structuredClone(map).size, map.size); // expect: 2 0
print(error(() => structuredClone({ get a() { throw new SyntaxError("mine"); } }))); // expect: SyntaxError
