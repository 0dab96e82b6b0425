// vm: contexts, whose global variables are the properties of an object.
'use strict';
const vm = require('vm');

const attempt = work => {
  try {
    return work();
  } catch (error) {
    return `${error.name} ${error.code ?? ''} ${error.message}`;
  }
};
const show = (...values) => console.log(...values);

// What is declared and assigned goes to the object.
const sandbox = { given: 5 };
show(vm.isContext(sandbox), vm.createContext(sandbox) === sandbox, vm.createContext(sandbox) === sandbox, vm.isContext(sandbox));
show(vm.runInContext('var x = 1; function f() { return x } let l = 3; y = 2; this.z = 3; given + 1', sandbox));
show(Object.keys(sandbox).sort().join(), sandbox.x, sandbox.y, sandbox.z, sandbox.f(), sandbox.l);
show(Object.getOwnPropertyDescriptor(sandbox, 'x'));
show(vm.runInContext('l + x', sandbox), vm.runInContext('typeof l', vm.createContext({})));

// Both ways, at any time.
sandbox.late = 5;
show(vm.runInContext('late + Math.max(1, 2)', sandbox));
vm.runInContext('setLater = value => { later = value; late++ }', sandbox);
sandbox.setLater(8);
show(sandbox.later, sandbox.late, vm.runInContext('later', sandbox));
show(vm.runInContext('delete y', sandbox), 'y' in sandbox);

// The global object.
show(vm.runInContext('this === globalThis', sandbox), vm.runInContext('this', sandbox) === sandbox);
show(vm.runInContext('(function () { return this === globalThis })()', sandbox), vm.runInContext('new Function("return this")() === this', sandbox));
sandbox.self = sandbox;
show(vm.runInContext('self === this', sandbox), vm.runInContext('"x" in this', sandbox), vm.runInContext('"Array" in this', sandbox));
show(vm.runInContext('Object.getOwnPropertyDescriptor(this, "z")', sandbox), vm.runInContext('Object.keys(this).sort().join()', sandbox));
show(vm.runInContext('[typeof setTimeout, typeof URL, typeof require, typeof process, typeof Map, typeof Intl].join()', sandbox));
show(vm.runInContext('Array = 5; Array', sandbox), sandbox.Array, vm.runInNewContext('[].constructor === Array'));
show(vm.runInContext('undefined = 1; [typeof undefined, NaN, Infinity].join()', sandbox));
show(vm.runInContext('Object.defineProperty(this, "fixed", { value: 1 }); fixed', sandbox), Object.getOwnPropertyDescriptor(sandbox, 'fixed'));
show(attempt(() => vm.runInContext('"use strict"; absent = 1', sandbox)), attempt(() => vm.runInContext('let l = 1', sandbox)));
show(attempt(() => vm.runInContext('"use strict"; fixed = 2', sandbox)).startsWith('TypeError'));

// What is inherited counts too, and accessors are those of the object.
class Base { get double() { return this.n * 2 } set double(value) { this.n = value / 2 } method() { return this.n } }
const derived = vm.createContext(Object.assign(new Base(), { n: 4 }));
show(vm.runInContext('double', derived), vm.runInContext('double = 20; n', derived), derived.n, Object.keys(derived).join());
show(vm.runInContext('method.call({ n: 1 }) + typeof double', derived));

// Realms of their own.
const array = vm.runInNewContext('[1, 2]');
show(Array.isArray(array), array instanceof Array, Object.getPrototypeOf(array) === Array.prototype, array.map(n => n + 1));
const thrown = attempt(() => vm.runInNewContext('null.x'));
show(thrown.startsWith('TypeError'), vm.runInNewContext('try { null.x } catch (error) { error instanceof TypeError }'));
let error;
try { vm.runInNewContext('throw new RangeError("far")'); } catch (caught) { error = caught; }
show(error instanceof RangeError, error.name, error.message);
show(vm.runInNewContext('eval("var inner = 1"); inner + 1'), vm.runInNewContext('a.push(3); a instanceof Array', { a: [1] }));

// Scripts that run often, and functions.
const script = new vm.Script('n = (typeof n === "undefined" ? 0 : n) + 1', { filename: 'counter.js' });
const counter = vm.createContext({});
script.runInContext(counter);
script.runInContext(counter);
show(counter.n, script.runInNewContext({ n: 5 }), script.runInNewContext(), typeof n);
show(vm.compileFunction('return a + b + g', ['a', 'b'], { parsingContext: vm.createContext({ g: 3 }) })(1, 2));
show(vm.runInContext('1 + 1', counter, 'named.js'), vm.createScript('3').runInThisContext());

// Promises of a context settle with those of the program.
const waits = vm.createContext({ resolve: Promise.resolve('there') });
vm.runInContext('(async () => { got = await resolve })()', waits);
setTimeout(() => show('awaited', waits.got), 1);

// Times.
show(attempt(() => vm.runInNewContext('for (;;) {}', {}, { timeout: 20 })));
show(attempt(() => new vm.Script('for (;;) {}').runInThisContext({ timeout: 20 })));
show(vm.runInNewContext('let i = 0; while (i < 100) i++; i', {}, { timeout: 5000 }));

// What is wrong.
show(attempt(() => vm.runInContext('1', {})));
show(attempt(() => vm.createContext(1)), attempt(() => vm.isContext(1)));
show(attempt(() => vm.runInNewContext('1', {}, { timeout: '5' })), attempt(() => vm.runInNewContext('1', {}, { timeout: 0 })));
show(attempt(() => vm.createContext({}, { codeGeneration: 1 })));
show(attempt(() => vm.runInNewContext('a b')).startsWith('SyntaxError'));
const bare = vm.createContext(vm.constants.DONT_CONTEXTIFY);
show(vm.runInContext('var v = 1; this.v', bare), bare.v, vm.isContext(bare), vm.runInContext('this', bare) === bare);
show(Object.keys(vm.constants).sort().join());

// WebAssembly is there in all contexts, as a property of the global object that a program may hide and change.
const withWasm = vm.createContext({});
console.log(vm.runInContext('typeof WebAssembly + Object.keys(globalThis).length + (new WebAssembly.Memory({ initial: 1 })).buffer.byteLength', withWasm), 'WebAssembly' in withWasm);
console.log(vm.runInContext('WebAssembly = 1; WebAssembly', withWasm), withWasm.WebAssembly, vm.runInNewContext('WebAssembly', { WebAssembly: 2 }), typeof WebAssembly);
