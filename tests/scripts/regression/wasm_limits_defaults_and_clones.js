// Memories have 65536 pages at most, `undefined` leaves out a value, modules are cloned.
const nameOf = run => { try { print('no error', run()); } catch (error) { print(error.name); } };
for (const maximum of [65536, 65537, 2 ** 32 - 1, 2 ** 32]) nameOf(() => new WebAssembly.Memory({ initial: 0, maximum }).buffer.byteLength);
// expect: no error 0
// expect: RangeError
// expect: RangeError
// expect: TypeError
const table = new WebAssembly.Table({ element: 'anyfunc', initial: 1 }, undefined);
print(table.get(0), table.grow(1, undefined), table.get(1)); // expect: null 1 null
nameOf(() => table.grow(1, 5)); // expect: TypeError
nameOf(() => new WebAssembly.Table({ element: 'anyfunc', initial: 1 }, {})); // expect: TypeError
const externals = new WebAssembly.Table({ element: 'externref', initial: 1 }, undefined);
print(externals.get(0), externals.grow(1, undefined), externals.get(1), new WebAssembly.Table({ element: 'externref', initial: 1 }, null).get(0));
// expect: undefined 1 undefined null

// (func (export "f") (param i32) (result i32) (i32.mul (local.get 0) (i32.const 2)))
const bytes = Uint8Array.from(atob('AGFzbQEAAAABBgFgAX8BfwMCAQAHBQEBZgAACgkBBwAgAEECbAs='), letter => letter.charCodeAt(0));
const module = new WebAssembly.Module(bytes), copies = structuredClone([module, { inner: module }]);
print(copies[0] === module, copies[0] === copies[1].inner, copies[0] instanceof WebAssembly.Module, new WebAssembly.Instance(copies[0]).exports.f(21));
// expect: false true true 42
nameOf(() => structuredClone(new WebAssembly.Instance(module))); // expect: DataCloneError
nameOf(() => structuredClone(new WebAssembly.Memory({ initial: 1 }))); // expect: DataCloneError
