// not for node: other messages
// Messages name methods under symbols in brackets, without a dot before.
const seen = new Set();
const prototypes = [
  String, RegExp, Symbol, Date, Function, Array, Map, Set, Promise, ArrayBuffer, DataView, WeakMap, Iterator, Object.getPrototypeOf(Int8Array),
  Object.getPrototypeOf(function* () {}), Object.getPrototypeOf(async function* () {}),
].map(constructor => constructor.prototype);
for (const prototype of prototypes) {
  for (const key of Reflect.ownKeys(prototype)) {
    const { value } = Object.getOwnPropertyDescriptor(prototype, key);
    if (typeof value !== "function" || key === "constructor") continue;
    for (const receiver of [null, undefined, {}, 1]) {
      try {
        // What an async method refuses comes as a rejection.
        value.call(receiver)?.catch?.(() => {});
      } catch (error) {
        if (error.message.includes(".[")) print(error.message);
        if (typeof key === "symbol" && error.message.includes("prototype[")) seen.add(/\w+\.prototype\[[\w.]+\]/.exec(error.message)[0]);
      }
    }
  }
}
print([...seen].sort().join());
// expect: Date.prototype[Symbol.toPrimitive],RegExp.prototype[Symbol.matchAll],RegExp.prototype[Symbol.match],RegExp.prototype[Symbol.replace],RegExp.prototype[Symbol.search],RegExp.prototype[Symbol.split],String.prototype[Symbol.iterator]
