// WebAssembly: values, functions, traps, modules.
const bytes = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
const fails = run => { try { print('no error', run()); } catch (error) { print(`${error}`); } };
const nameOf = run => { try { print('no error', run()); } catch (error) { print(error.name, error instanceof Error); } };

// (func (export "add") …), "add64", "half", "sqrt", "swap", "again" for the same, "div", "trunc", "fail", "deep", "endless"
const arith = bytes('AGFzbQEAAAABKwhgAn9/AX9gAn5+AX5gAX0BfWABfAF8YAJ/fgJ+f2ABfAF/YAAAYAF/AX8DCwoAAQIDBAAFBgcGB1ILA2FkZAAABWFkZDY0AAEEaGFsZgACBHNxcnQAAwRzd2FwAAQFYWdhaW4ABANkaXYABQV0cnVuYwAGBGZhaWwABwRkZWVwAAgHZW5kbGVzcwAJClkKBwAgACABagsHACAAIAF8CwoAIABDAAAAQJULBQAgAJ8LBgAgASAACwcAIAAgAW0LBQAgAKoLAwAACxUAIABFBH9BAAVBASAAQQFrEAhqCwsHAANADAALCw==');
const module = new WebAssembly.Module(arith);
print(JSON.stringify(WebAssembly.Module.exports(module).slice(0, 2)), WebAssembly.Module.exports(module).length);
// expect: [{"name":"add","kind":"function"},{"name":"add64","kind":"function"}] 11

print(WebAssembly.Module.imports(module).length, Object.prototype.toString.call(module));
// expect: 0 [object WebAssembly.Module]

const { exports } = new WebAssembly.Instance(module);
print(Object.keys(exports).join()); // expect: add,add64,half,sqrt,swap,again,div,trunc,fail,deep,endless
print(Object.isFrozen(exports), Object.getPrototypeOf(exports), exports.swap === exports.again);
// expect: true null true

const { add, add64, half, sqrt, swap, div, trunc, fail, deep } = exports;
print(add.name, add.length, typeof add, 'prototype' in add, swap.name, trunc.name); // expect: 0 2 function false 4 6
print(add(1, 2), add(2147483647, 1), add('7', { valueOf: () => 3 }), add(1.9, -1.9), add(), add(4294967296, 5));
// expect: 3 -2147483648 10 0 0 5

print(add64(1n, 2n), add64(9223372036854775807n, 1n), add64(-1n, '5'), add64(true, 0n));
// expect: 3 -9223372036854775808 4 1

print(half(1), half(0.1), half(NaN), half('3'), sqrt(2), sqrt(-1), Object.is(sqrt(-0), -0));
// expect: 0.5 0.05000000074505806 NaN 1.5 1.4142135623730951 NaN true

print(JSON.stringify(swap(1, 2n), (_, value) => typeof value === 'bigint' ? `${value}n` : value), Array.isArray(swap(1, 2n)));
// expect: ["2n",1] true

nameOf(() => add64(1, 2n)); // expect: TypeError true
nameOf(() => add(1n, 2)); // expect: TypeError true
nameOf(() => add(Symbol(), 2)); // expect: TypeError true
nameOf(() => new add()); // expect: TypeError true
fails(() => div(1, 0)); // expect: RuntimeError: divide by zero
nameOf(() => div(-2147483648, -1)); // expect: RuntimeError true
nameOf(() => trunc(1e10)); // expect: RuntimeError true
fails(() => trunc(NaN)); // expect: RuntimeError: float unrepresentable in integer range
fails(() => fail()); // expect: RuntimeError: unreachable
print(deep(500), div(-7, 2)); // expect: 500 -3
nameOf(() => deep(1000000)); // expect: RangeError true
print(deep(500)); // expect: 500

print(WebAssembly.validate(arith), WebAssembly.validate(arith.subarray(0, 20)), WebAssembly.validate(new ArrayBuffer(0)));
// expect: true false false

print(WebAssembly.validate(arith.buffer), WebAssembly.validate(arith.subarray(1))); // expect: true false
nameOf(() => WebAssembly.validate(5)); // expect: TypeError true
nameOf(() => WebAssembly.validate()); // expect: TypeError true
nameOf(() => new WebAssembly.Module(new Uint8Array(4))); // expect: CompileError true
nameOf(() => new WebAssembly.Module()); // expect: TypeError true
nameOf(() => WebAssembly.Module(arith)); // expect: TypeError true
nameOf(() => WebAssembly.Instance(module)); // expect: TypeError true
nameOf(() => new WebAssembly.Instance({})); // expect: TypeError true
nameOf(() => new WebAssembly.Instance(module, 5)); // expect: TypeError true
nameOf(() => WebAssembly.Module.exports({})); // expect: TypeError true

// Custom sections.
const custom = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 0, 5, 1, 120, 1, 2, 3, 0, 3, 1, 121, 9, 0, 4, 1, 120, 4, 5);
const sections = WebAssembly.Module.customSections(new WebAssembly.Module(custom), 'x');
print(sections.length, sections.map(section => `${section.constructor.name}:${new Uint8Array(section)}`).join(' '));
// expect: 2 ArrayBuffer:1,2,3 ArrayBuffer:4,5
print(WebAssembly.Module.customSections(new WebAssembly.Module(custom), 'z').length); // expect: 0

// Errors.
for (const kind of ['CompileError', 'LinkError', 'RuntimeError']) {
    const Kind = WebAssembly[kind];
    const error = new Kind('what', { cause: 1 });
    print([
// expect: CompileError,what,1,true,true,CompileError: what,true,1,true,CompileError,0,true,true,false
// expect: LinkError,what,1,true,true,LinkError: what,true,1,true,LinkError,0,true,true,false
// expect: RuntimeError,what,1,true,true,RuntimeError: what,true,1,true,RuntimeError,0,true,true,false
        error.name, error.message, error.cause, error instanceof Kind, error instanceof Error, error, Object.getPrototypeOf(Kind) === Error,
        Kind.length, Kind('x') instanceof Kind, Kind.prototype.name, Object.keys(Kind.prototype).length,
        new (class Own extends Kind {})() instanceof Kind, 'message' in new Kind(), Object.hasOwn(new Kind(), 'message'),
    ].join());
}

// The namespace.
print(Object.prototype.toString.call(WebAssembly), Object.keys(WebAssembly).sort().join());
// expect: [object WebAssembly] compile,compileStreaming,instantiate,instantiateStreaming,validate
print(JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'WebAssembly'), (key, value) => key === 'value' ? typeof value : value));
// expect: {"value":"object","writable":true,"enumerable":false,"configurable":true}
const found = [];
for (const name of ['Module', 'Instance', 'Memory', 'Table', 'Global', 'validate', 'compile', 'instantiate']) {
    const { value, writable, enumerable, configurable } = Object.getOwnPropertyDescriptor(WebAssembly, name);
    found.push([name, value.name, value.length, writable, enumerable, configurable]);
    if (value.prototype) {
        const members = Object.getOwnPropertyDescriptors(value.prototype);
        for (const key of [...Object.keys(members).sort(), Symbol.toStringTag]) {
            const { value, get, set, enumerable, configurable } = members[key];
            found.push([String(key), typeof value, get?.name, set?.name, get ? '' : value.length, enumerable, configurable]);
        }
    }
}
found.forEach(row => print(row.join(' ')));
// expect: Module Module 1 true false true
// expect: constructor function   1 false true
// expect: Symbol(Symbol.toStringTag) string   18 false true
// expect: Instance Instance 1 true false true
// expect: constructor function   1 false true
// expect: exports undefined get exports   true true
// expect: Symbol(Symbol.toStringTag) string   20 false true
// expect: Memory Memory 1 true false true
// expect: buffer undefined get buffer   true true
// expect: constructor function   1 false true
// expect: grow function   1 true true
// expect: Symbol(Symbol.toStringTag) string   18 false true
// expect: Table Table 1 true false true
// expect: constructor function   1 false true
// expect: get function   1 true true
// expect: grow function   1 true true
// expect: length undefined get length   true true
// expect: set function   1 true true
// expect: Symbol(Symbol.toStringTag) string   17 false true
// expect: Global Global 1 true false true
// expect: constructor function   1 false true
// expect: value undefined get value set value  true true
// expect: valueOf function   0 true true
// expect: Symbol(Symbol.toStringTag) string   18 false true
// expect: validate validate 1 true true true
// expect: compile compile 1 true true true
// expect: instantiate instantiate 1 true true true
