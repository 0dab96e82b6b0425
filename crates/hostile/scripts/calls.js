// What built-in functions are called with, and on. Runs before each of the calls that `src/calls` makes; `attack` is what it calls.
// Nothing here fails for want of a feature: what an engine lacks is left out.
'use strict';

// The receiver and the values of the attempt at hand: what a callback may change.
let victims = [];
// How deep callbacks have called the function under attack again.
let depth = 0;
let turns = 0;

function maybe(make) { try { return make(); } catch { return undefined; } }
function doubled(text, times) { while (times-- > 0) text += text; return text; }

// ---- What callbacks do

const changes = {
  shrink(value) {
    if (Array.isArray(value)) value.length = 0;
    else if (value instanceof Map || value instanceof Set) value.clear();
    else if (ArrayBuffer.isView(value)) maybe(() => value.buffer.resize(0));
    else if (value instanceof ArrayBuffer) maybe(() => value.resize(1));
    else if (value instanceof RegExp) { value.lastIndex = 0; value.compile('x'); }
    else if (Object.isExtensible(value)) for (const key of Object.keys(value)) delete value[key];
  },
  grow(value) {
    if (Array.isArray(value)) value.push(1, 2, 3);
    else if (value instanceof Map) value.set({}, 1).set(turns, 1);
    else if (value instanceof Set) value.add({}).add(turns);
    else if (ArrayBuffer.isView(value)) maybe(() => value.buffer.resize(value.buffer.maxByteLength));
    else if (value instanceof ArrayBuffer) maybe(() => value.resize(value.maxByteLength));
    else if (value instanceof SharedArrayBuffer) maybe(() => value.grow(value.maxByteLength));
    else if (value instanceof RegExp) { value.lastIndex = 2 ** 53; value.compile('(a|b)*?|()', 'gv'); }
    else if (Object.isExtensible(value)) value['k' + turns] = value;
  },
  detach(value) {
    if (ArrayBuffer.isView(value)) maybe(() => value.buffer.transfer());
    else if (value instanceof ArrayBuffer) maybe(() => value.transfer(3));
    else if (value instanceof Map || value instanceof Set) { value.clear(); value.add?.(1); value.set?.(1, 1); }
    else if (Array.isArray(value)) { value.length = 0; value[100] = 1; Object.defineProperty(value, 1, { get() { throw 1; }, configurable: true }); }
    else if (Object.isExtensible(value)) Object.setPrototypeOf(value, null);
  },
  freeze(value) { Object.freeze(value); },
};

const hooks = {
  shrinks() { victims.forEach(changes.shrink); return 1; },
  grows() { victims.forEach(changes.grow); return 3; },
  detaches() { victims.forEach(changes.detach); return 2; },
  freezes() { victims.forEach(changes.freeze); return 0; },
  'calls again'(f, receiver, value) {
    if (depth > 3000) return 1;
    depth++;
    try { return Reflect.apply(f, receiver, [value, value]); } finally { depth--; }
  },
  throws() { if (turns % 5 === 4) throw new RangeError('a fault'); return turns; },
  lies() { return [-1, NaN, 2 ** 53 - 1, 4294967295, '-0', Symbol.iterator, null, 1e9, undefined, [], 2n ** 64n, true][turns % 12]; },
  litters() { const kept = []; for (let i = 0; i < 300; i++) kept.push({ i, text: 'text' + i }); return kept.length; },
};

// ---- The values that call them

const names = [
  'constructor', 'exec', 'flags', 'lastIndex', 'source', 'unicode', 'global', 'index', 'groups', 'raw', 'size', 'has', 'keys', 'next',
  'return', 'throw', 'done', 'value', 'then', 'resolve', 'buffer', 'byteLength', 'length', 'name', 'message', 'cause', 'errors', 'stack',
  'toJSON', 'join', 'get', 'set', 'add', 'enumerable', 'writable', 'configurable', 'maxByteLength', 'prototype', 'toISOString', '0', '1', '2',
  Symbol.iterator, Symbol.asyncIterator, Symbol.species, Symbol.toPrimitive, Symbol.isConcatSpreadable, Symbol.match, Symbol.matchAll,
  Symbol.replace, Symbol.search, Symbol.split, Symbol.unscopables, Symbol.toStringTag, Symbol.hasInstance,
];

const forms = {
  object: (hook) => ({ valueOf: hook, toString: hook, toJSON: hook, length: 5, 0: 'b', 1: 'a', 4: 'c', size: 3, has: hook, keys: hook, next: hook }),
  getters(hook) {
    const value = {};
    for (const name of names) Object.defineProperty(value, name, { get: hook, set: hook, configurable: true, enumerable: true });
    return value;
  },
  function(hook) {
    const value = function () { return hook(); };
    for (const name of names) maybe(() => { value[name] = typeof name === 'symbol' || name === 'next' || name === 'keys' ? value : hook; });
    return value;
  },
  iterable(hook) {
    const iterator = {
      next() { return { done: hook() === 'never', value: [hook(), hook()] }; }, return: hook, throw: hook, [Symbol.iterator]() { return iterator; },
      [Symbol.asyncIterator]() { return iterator; }, then: hook, size: 7, has: hook, keys() { return iterator; },
    };
    return iterator;
  },
  primitive: (hook) => ({ [Symbol.toPrimitive]: hook, get length() { return hook(); } }),
  array(hook) {
    const value = [3, , 1, { toString: hook, valueOf: hook }, 2];
    Object.defineProperty(value, 2, { get: hook, set: hook, configurable: true, enumerable: true });
    value.constructor = { get [Symbol.species]() { hook(); return function () { return victims[0]; }; } };
    return value;
  },
  proxy(hook) {
    const handler = new Proxy({}, {
      get(_, trap) { return (target, ...rest) => { hook(); return Reflect[trap](target, ...rest); }; },
    });
    return new Proxy([1, 2, 3], handler);
  },
  'lying proxy'(hook) {
    const handler = new Proxy({}, { get() { return () => hook(); } });
    return new Proxy(function () { }, handler);
  },
  'revoked proxy'(hook) {
    const pair = Proxy.revocable(function () { }, { get(target, key) { if (hook() === 1) pair.revoke(); return target[key]; } });
    return pair.proxy;
  },
};

const values = {
  'long text': () => doubled('a', 20),
  'wide text': () => doubled('\u03bb\ud83d', 19) + 'x',
  digits: () => doubled('1234567890', 14),
  rope() { let v = ''; for (let i = 0; i < 5000; i++) v = i % 2 ? v + 'a' + i : 'bcd' + v; return doubled(v, 4); },
  'huge length': () => ({ length: 2 ** 53 - 1, 0: 'b', 9007199254740990: 1 }),
  'sparse array'() { const v = [3, 1, 2]; v[4294967290] = 5; v[100000000] = 7; return v; },
  'long array'() { const v = []; for (let i = 0; i < 60000; i++) v[i] = i ^ 0x155; return v; },
  'nested arrays'() { let v = [1]; for (let i = 0; i < 20000; i++) v = [v]; return v; },
  cycle() { const v = []; for (let i = 0; i < 300; i++) v[i] = v; return v; },
  'many properties'() { const v = {}; for (let i = 0; i < 10000; i++) v['k' + i] = i; return v; },
  'long prototype chain'() { let v = {}; for (let i = 0; i < 10000; i++) v = Object.create(v); return v; },
  'long proxy chain'() { let v = function () { }; for (let i = 0; i < 10000; i++) v = new Proxy(v, {}); return v; },
  'proxies that ask proxies'() { let v = {}; for (let i = 0; i < 10000; i++) v = new Proxy({ length: 3 }, v); return v; },
  'proxy in its own chain'() { const v = new Proxy([1, 2], {}); Object.setPrototypeOf(v, new Proxy({}, { get: () => v, getPrototypeOf: () => v })); return v; },
  'long BigInt': () => (1n << 16777215n) - 1n,
  'middle BigInt': () => -(1n << 100000n) + 1n,
  'bound functions'() { let v = function () { return v; }; for (let i = 0; i < 10000; i++) v = v.bind(v, 1); return v; },
  'typed array': () => new Float64Array(new ArrayBuffer(1 << 20, { maxByteLength: 1 << 23 })),
  'shared array': () => new Int32Array(new SharedArrayBuffer(1 << 18, { maxByteLength: 1 << 20 })),
  'large map'() { const v = new Map(); for (let i = 0; i < 10000; i++) v.set(i, v); return v; },
  'large set'() { const v = new Set(); for (let i = 0; i < 10000; i++) v.add('k' + i); return v; },
  pattern() { const v = /(?<a>a*)*|(b|a)*?$|(?=(c))/dgi; v.lastIndex = 1; return v; },
  'chain of promises'() { let v = Promise.resolve(1); for (let i = 0; i < 3000; i++) v = v.then((x) => x); return v; },
  'endless iterable': () => ({ [Symbol.iterator]() { return this; }, next() { return { value: ['k' + turns++, 1], done: false }; } }),
  'endless generator': () => (function* () { for (let i = 0; ; i++) yield [i, i]; })(),
  'endless keys': () => ({ size: Infinity, has() { return turns++ % 2 === 0; }, keys() { let i = 0; return { next: () => ({ value: i++, done: false }) }; } }),
  'error with long causes'() { let v = new Error('e'); for (let i = 0; i < 3000; i++) v = new AggregateError([v, v], 'f', { cause: v }); return v; },
  'error with long suppressed ones'() { let v = new Error('e'); for (let i = 0; i < 3000; i++) v = new SuppressedError(v, v, 'f'); return v; },
  'stack of resources'() { const v = new DisposableStack(); for (let i = 0; i < 20000; i++) v.defer(() => { turns++; if (i % 100 == 0) throw i; }); return v; },
  'async stack of resources'() { const v = new AsyncDisposableStack(); for (let i = 0; i < 20000; i++) v.use(i % 2 ? null : { [Symbol.dispose]() { turns++; } }); return v; },
  'many arguments': () => (function () { return arguments; }).apply(null, new Array(20000)),
  'array of an endless species'() {
    const v = [1, 2, 3];
    v.constructor = { [Symbol.species]: function () { return new Proxy([], { defineProperty() { turns++; return true; } }); } };
    return v;
  },
  'long duration': () => new Temporal.Duration(0, 4294967295, 0, 0, 0, 0, 9007199254740990),
  'first date of the moon': () => new Temporal.PlainDate(-271821, 4, 19, 'chinese'),
  'last time of a zone': () => new Temporal.ZonedDateTime(8640000000000000000000n, 'Europe/Berlin', 'hebrew'),
  'options of dates': () => ({ largestUnit: 'months', smallestUnit: 'weeks', roundingIncrement: 1e9, unit: 'months', relativeTo: new Temporal.PlainDate(-271821, 4, 19, 'dangi') }),
  'fields of dates': () => ({ year: 1e300, month: 1e300, day: 1e300, calendar: 'chinese', months: 4294967295, timeZone: '+23:59', nanoseconds: 9007199254740991e9 }),
  'many annotations': () => '2024-02-29T00:00Z[UTC]' + doubled('[a=b]', 11),
  'big number': () => 1.7976931348623157e308,
  'last index': () => 4294967294,
  'largest length': () => 9007199254740991,
  minus: () => -9007199254740991,
};

// All names of values: forms with each hook, then the others.
function allValues() {
  const all = Object.keys(values);
  for (const form in forms) for (const hook in hooks) all.push(form + ' that ' + hook);
  return all.join('\n');
}

// ---- Receivers

// Makes an object for each class; those of one that does not exist are undefined.
const instances = [
  () => [3, 1, 2, , 5], () => new Map([[1, 2], [3, 4], ['a', {}]]), () => new Set([1, 'a', {}]), () => new WeakMap([[victims, 1]]), () => new WeakSet(),
  () => new WeakRef({}), () => new FinalizationRegistry(() => 1), () => new ArrayBuffer(64, { maxByteLength: 4096 }),
  () => new SharedArrayBuffer(64, { maxByteLength: 4096 }), () => new Uint8Array(new ArrayBuffer(64, { maxByteLength: 4096 })),
  () => new BigInt64Array(new ArrayBuffer(64, { maxByteLength: 4096 }), 8), () => new Float16Array([3, 1, 2]),
  () => new Int32Array(new SharedArrayBuffer(64)), () => new DataView(new ArrayBuffer(64, { maxByteLength: 4096 })),
  () => Promise.resolve(1), () => /(a)|(?<n>b)*/dg, () => new Date(0), () => new Error('text', { cause: 1 }), () => Object('text'),
  () => Object(5), () => Object(5n), () => Object(Symbol()), () => function (a) { return a; }, () => class { static { } }, () => (function* () { yield* [1, 2]; })(),
  () => (async function* () { yield 1; })(), () => [1, 2][Symbol.iterator](), () => new Map([[1, 2]]).entries(), () => new Set([1]).values(),
  () => 'text'[Symbol.iterator](), () => 'text'.matchAll(/t/g), () => [1, 2, 3].values().map((x) => x).filter((x) => x),
  () => Iterator.from({ next() { return { done: turns++ > 5 }; } }), () => Symbol.iterator, () => 'text', () => 5n, () => arguments,
  () => new Proxy([1, 2], {}), () => Object.create(null), () => globalThis,
  () => new Temporal.PlainDate(275760, 9, 13, 'chinese'), () => new Temporal.PlainTime(23, 59), () => new Temporal.PlainYearMonth(275760, 9, 'hebrew'),
  () => new Temporal.PlainDateTime(275760, 9, 13, 23, 0, 0, 0, 0, 0, 'dangi'), () => new Temporal.PlainMonthDay(2, 29), () => new Temporal.Instant(0n),
  () => new Temporal.ZonedDateTime(-8640000000000000000000n, 'Pacific/Apia', 'islamic-umalqura'), () => new Temporal.Duration(0, 0, 0, 1e8),
].filter((make) => maybe(make) !== undefined);

function isObject(value) { return typeof value === 'function' || typeof value === 'object' && value !== null; }

// Those whose prototypes, however far, are the owner of the function, or the owner itself: of a static function.
function receivers(owner) {
  const own = instances.filter((make) => {
    const value = make();
    return isObject(value) && value !== globalThis && owner !== Object.prototype && Object.prototype.isPrototypeOf.call(owner, value);
  });
  return own.length > 0 ? own : [() => owner];
}

// ---- Attempts

// Functions without arguments, each of which calls `f` in one way. How many there are is the result.
function attack(f, owner, name, first) {
  const [, form, hook] = /^(.*) that (.*)$/.exec(name) ?? [];
  const own = receivers(owner), other = instances[first % instances.length];
  let kept = [];
  function make(receiver) {
    turns++;
    if (!form) return maybe(values[name]);
    const value = forms[form](() => { turns++; return hooks[hook](f, receiver, value); });
    return value;
  }
  const shown = (value) => typeof value === 'object' && value !== null ? Object.prototype.toString.call(value).slice(0, 40) : typeof value;
  function attempt(self, list) {
    victims = [self, ...list].filter(isObject).filter((value) => value !== globalThis && value !== owner);
    kept = [];
    try {
      const result = Reflect.apply(f, self, list);
      kept.push(result);
      // What comes out may be lazy.
      if (isObject(result) && typeof result.next === 'function') for (let i = 0; i < 10; i++) kept.push(result.next());
      return maybe(() => shown(result));
    } catch (error) {
      kept.push(error);
      return maybe(() => error instanceof Error ? error.name : shown(error));
    }
  }
  const callback = (a, b) => b === undefined ? kept : a;
  const list = [];
  for (const own_ of own) {
    const on = (arrange) => list.push(() => { const self = own_(), v = make(self); return attempt(...arrange(self, v)); });
    on((self, v) => [self, [v, v, v]]);
    on((self, v) => [self, [0, v]]);
    on((self, v) => [self, [callback, v]]);
    on((self, v) => [self, [self, v]]);
    on((self, v) => [v, [v]]);
    on((self, v) => [v, [self, v]]);
    on((self, v) => [v, [callback, v]]);
    on((self, v) => [other(), [v]]);
    on((self, v) => [v, [2, 1, v]]);
    on((self, v) => [self, ['', v]]);
    on((self, v) => { try { return [self, [new f(v, v)]]; } catch { return [self, []]; } });
    on((self, v) => { try { return [self, [Reflect.construct(f, [self, v], v)]]; } catch { return [self, [3]]; } });
    on((self, v) => [self, [/(a|b)*c/g, v]]);
    on((self, v) => [self, [v.length, v, v.length]]);
  }
  globalThis.$attempts = list;
  return list.length;
}
