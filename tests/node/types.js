// What values are, whatever they say of themselves, and which are alike.
const { types, isDeepStrictEqual, inspect } = require('util'), assert = require('assert');
const own = (target, tag) => Object.defineProperty(target, Symbol.toStringTag, { value: tag });
const values = {
  date: new Date(0), 'date without prototype': Object.setPrototypeOf(new Date(0), null), 'like a date': Object.create(Date.prototype), 'named a date': { [Symbol.toStringTag]: 'Date' },
  map: new Map(), 'map named otherwise': own(new Map(), 'X'), 'map without prototype': Object.setPrototypeOf(new Map(), null), 'named a map': { [Symbol.toStringTag]: 'Map' }, set: new Set(),
  promise: Promise.resolve(), 'like a promise': Object.create(Promise.prototype), thenable: { then() {} }, 'named a promise': { [Symbol.toStringTag]: 'Promise' },
  proxy: new Proxy({}, {}), 'proxy of a function': new Proxy(() => {}, {}), 'proxy of a map': new Proxy(new Map(), {}), 'proxy of a date': new Proxy(new Date(), {}), revoked: (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })(),
  error: new Error(), 'like an error': Object.create(Error.prototype), pattern: /x/, 'all patterns': RegExp.prototype, weakMap: new WeakMap(), weakSet: new WeakSet(),
  number: Object(1), text: Object('a'), flag: Object(true), symbol: Object(Symbol('a')), big: Object(1n), primitive: 1, nothing: null, none: undefined,
  buffer: new ArrayBuffer(1), shared: new SharedArrayBuffer(1), view: new DataView(new ArrayBuffer(1)), bytes: new Uint8Array(1), node: Buffer.from('a'), floats: new Float32Array(1), bigs: new BigInt64Array(1),
  generator: (function* () {})(), asyncGenerator: (async function* () {})(), generating: function* () {}, asyncGenerating: async function* () {}, async: async () => {}, plain() {}, arguments: (function () { return arguments; })(), mapKeys: new Map().keys(), setKeys: new Set().keys(),
};
const names = Object.keys(types).filter(name => !['isFloat16Array', 'isEventTarget', 'isCryptoKey', 'isKeyObject'].includes(name)).sort();
for (const [name, value] of Object.entries(values)) {
  const true_ = names.filter(is => types[is](value));
  console.log(name, true_.join());
}
const cycle = (length, end = {}) => { let at = end; for (let i = 1; i < length; i++) at = { a: at }; end.a = at; return end; };
const bytes = (Kind, ...all) => new Kind(new Uint8Array(all).buffer);
const pairs = {
  causes: () => [1, 2].map(cause => new Error('a', { cause })), 'one cause': () => [new Error('a', { cause: undefined }), new Error('a')], errors: () => [1, 2].map(error => new AggregateError([error], 'a')),
  'same causes': () => [1, 1].map(cause => new Error('a', { cause })), views: () => [bytes(DataView, 0, 1), bytes(DataView, 0, 2)], 'same views': () => [bytes(DataView, 0, 1), bytes(DataView, 0, 1)],
  urls: () => [new URL('http://a/b'), new URL('http://a/c')], 'same urls': () => [new URL('http://a/b'), new URL('http://a/b')], circles: () => [cycle(1), cycle(2)], 'circles of primes': () => [cycle(3), cycle(5)],
  'other ends': () => [cycle(2, { b: 1 }), cycle(2, { b: 2 })], 'like dates': () => [Object.create(Date.prototype), Object.create(Date.prototype)], 'a date and one like it': () => [new Date(0), Object.create(Date.prototype)],
  'many keys': () => [0, 1].map(by => new Map(Array.from({ length: 20000 }, (_, i) => [(i + by * 7) % 20000, { i: (i + by * 7) % 20000 }]))), 'many values': () => [0, 1].map(by => new Set(Array.from({ length: 20000 }, (_, i) => (i + by * 7) % 20000))),
  'objects in sets': () => [new Set([{ a: 1 }, { a: 2 }, 3]), new Set([3, { a: 2 }, { a: 1 }])], 'texts in sets': () => [new Set(['1', 2]), new Set([1, 2])], 'keys of maps': () => [new Map([[{ a: 1 }, 1], [null, 2]]), new Map([[undefined, 2], [{ a: 1 }, 1]])],
  'dates without methods': () => [Object.setPrototypeOf(new Date(0), null), Object.setPrototypeOf(new Date(0), null)], 'dates without times': () => [new Date(NaN), new Date(NaN)],
  'dates that lie': () => (Liar => [new Liar(1), new Liar(2)])(class extends Date { getTime() { return 0; } }),
  'boxes without methods': () => [Object.setPrototypeOf(Object(1), null), Object.setPrototypeOf(Object(1), null)], 'patterns without methods': () => [Object.setPrototypeOf(/a/, null), Object.setPrototypeOf(/a/, null)],
  'maps that lie': () => [2, 3].map(value => Object.assign(new Map([[1, value]]), { get: Math.abs, has: Math.abs })),
  'other values': () => [new Map([[1, { a: 1 }]]), new Map([[1, { a: 2 }]])], 'no values': () => [new Map([[1, undefined]]), new Map([[2, undefined]])],
};
for (const [name, make] of Object.entries(pairs)) {
  const [one, other] = make();
  let isLoose = true;
  try { assert.deepEqual(one, other); } catch (error) { isLoose = error.code; }
  console.log(name, isDeepStrictEqual(one, other), isDeepStrictEqual(other, one), isLoose);
}
