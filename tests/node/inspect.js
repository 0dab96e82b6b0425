// util.inspect with all of its options, in both of its forms.
const { inspect, format, formatWithOptions } = require('util');
const deep = { b: { c: { d: { e: { f: 1 } } } }, a: [1, 2, [3, [4, [5]]]], get g() { return { h: 1 }; }, set g(x) {}, get only() { return 3; }, set s(x) {} };
for (const options of [undefined, {}, { depth: 0 }, { depth: -1 }, { depth: null }, { depth: Infinity }, { depth: 1.5 }, { depth: 4, compact: false }, { compact: true, depth: 9 }, { compact: 0 }, { compact: 1 }, { getters: true }, { getters: 'get' }, { getters: 'set' }, { sorted: true }, { sorted: (a, b) => (a < b ? 1 : -1) }, { breakLength: 20 }, { breakLength: Infinity, compact: true, depth: null }, { colors: true }, true, false, null, 5, 'x', { showHidden: true, depth: 0 }])
  console.log(inspect(deep, options));
console.log(inspect(deep, false, 0), inspect(deep, false, null), inspect({ a: 1 }, false, undefined, true), inspect([1], true, 1), inspect([1], true));
const many = Array.from({ length: 150 }, (_, i) => i);
console.log(inspect(many, { maxArrayLength: 3 }), inspect(many, { maxArrayLength: 0 }), inspect(many, { maxArrayLength: null }).length, inspect(new Set(many), { maxArrayLength: 2 }), inspect(new Map([[1, 2], [3, 4]]), { maxArrayLength: 1 }), inspect(new Uint8Array(5), { maxArrayLength: 2 }));
console.log(inspect('x'.repeat(30), { maxStringLength: 5 }), inspect('x'.repeat(20000)).length, inspect('x'.repeat(20000), { maxStringLength: null }).length);
console.log(inspect(123456789.123, { numericSeparator: true }), inspect(1234567n, { numericSeparator: true }), inspect([-1234, 0.0001234], { numericSeparator: true }));
const proxy = new Proxy({ a: 1 }, { get() { return 5; } });
console.log(inspect(proxy), inspect(proxy, { showProxy: true }), inspect(proxy, { showProxy: 1 }), inspect({ proxy }, true));
class Shown { constructor(value) { this.value = value; } [inspect.custom](depth, options, own) { return `<${depth} ${Object.keys(options).join()} ${options.foo} ${typeof own} ${own({ a: { b: { c: 1 } } }, { ...options, depth: 1 })}>`; } }
console.log(inspect(new Shown(1)), inspect([new Shown(1)], { foo: 7, depth: 5 }), inspect(new Shown(1), { customInspect: false }));
console.log(format('%o', { a: 1 }), formatWithOptions({ colors: true, compact: false }, '%s', 'x', { a: [1] }), formatWithOptions({ depth: 0 }, { a: { b: 1 } }));
console.log(inspect.defaultOptions);
inspect.defaultOptions = { depth: 0 };
console.log(inspect(deep), inspect.defaultOptions.depth, inspect(deep, { depth: 1 }));
inspect.defaultOptions.depth = 2;
try { inspect.defaultOptions = 5; } catch (error) { console.log(error.code); }
console.log(inspect.length, inspect.name, inspect({ [inspect.custom]: 5 }), inspect({ inspect() { return 'old'; } }), inspect(Object.create(null, { x: { value: 1 } }), { showHidden: true }));
console.log(inspect(new Error('no', { cause: { a: 1 } })).split('\n')[0], inspect(Object.assign(() => {}, { a: 1 }), { compact: false }), inspect(Symbol('a')), inspect(new (class A extends Map {})([[1, { a: { b: { c: {} } } }]]), { depth: 1 }));
