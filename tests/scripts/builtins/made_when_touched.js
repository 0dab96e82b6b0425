// Built-ins are made when a script first touches one: nobody can tell when that is.

// What is deleted, assigned to, redefined or frozen before anybody has read it.
console.log(delete globalThis.WeakSet, 'WeakSet' in globalThis, typeof WeakSet); // expect: true false undefined
parseFloat = 1;
console.log(parseFloat, Number.parseFloat('2.5'), Number.parseFloat.name); // expect: 1 2.5 parseFloat
delete globalThis.parseInt;
console.log(Number.parseInt('12'), typeof parseInt); // expect: 12 undefined
Object.defineProperty(globalThis, 'Atomics', { value: 7, enumerable: true });
console.log(JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'Atomics')));
// expect: {"value":7,"writable":true,"enumerable":true,"configurable":true}
var Reflect = 'mine';
console.log(Reflect, Object.getOwnPropertyDescriptor(globalThis, 'Reflect').enumerable); // expect: mine false
function DataView() { return 'mine'; }
console.log(DataView(), Object.getOwnPropertyNames(globalThis).filter(name => name === 'DataView').length); // expect: mine 1

// The descriptor of a global that nobody has read yet, and its order among the others.
const described = Object.getOwnPropertyDescriptor(globalThis, 'FinalizationRegistry');
console.log(typeof described.value, described.writable, described.enumerable, described.configurable);
// expect: function true false true
console.log(described.value === FinalizationRegistry); // expect: true
const names = Object.getOwnPropertyNames(globalThis);
console.log(names.indexOf('Map') < names.indexOf('Set'), names.indexOf('Set') < names.indexOf('Promise')); // expect: true true
console.log(Object.keys(globalThis).includes('Map'), 'SharedArrayBuffer' in globalThis); // expect: false true

// A prototype that is reached before its constructor.
const regexpPrototype = Object.getPrototypeOf(/x/);
console.log(Object.isExtensible(regexpPrototype), Object.isFrozen(regexpPrototype)); // expect: true false
console.log(regexpPrototype.hasOwnProperty('exec'), regexpPrototype === RegExp.prototype); // expect: true true
const generatorPrototype = Object.getPrototypeOf(function* () {}).prototype;
console.log(Object.getOwnPropertyNames(generatorPrototype).join()); // expect: constructor,next,return,throw
console.log(Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}.prototype)) !== null); // expect: true
const mapIterator = Object.getPrototypeOf(new Map().entries());
console.log(mapIterator[Symbol.toStringTag], Object.hasOwn(mapIterator, 'next')); // expect: Map Iterator true

// Changes of a prototype as the first thing that anybody does with it.
const promisePrototype = Object.getPrototypeOf((async () => {})());
Object.defineProperty(promisePrototype, 'finally', { value: 'redefined' });
console.log(Promise.prototype.finally, typeof Promise.prototype.then); // expect: redefined function
const bigintPrototype = (1n).__proto__;
console.log(delete bigintPrototype.toLocaleString, (1n).hasOwnProperty('x'), typeof (1n).toLocaleString);
// expect: true false function
console.log(BigInt.prototype.hasOwnProperty('toLocaleString')); // expect: false
const symbolPrototype = Object.getPrototypeOf(Object(Symbol()));
console.log(Object.isFrozen(Object.freeze(symbolPrototype)), Object.getOwnPropertyNames(symbolPrototype).join());
// expect: true constructor,toString,valueOf,description
console.log(Symbol.prototype === symbolPrototype, Symbol('a').toString()); // expect: true Symbol(a)
const booleanPrototype = Object.getPrototypeOf(Object(true));
Object.setPrototypeOf(booleanPrototype, { inherited: 'yes' });
console.log(true.inherited, true.toString(), Boolean.prototype === booleanPrototype); // expect: yes true true
console.log(Object.prototype.toString.call(booleanPrototype)); // expect: [object Boolean]
const numberPrototype = Object.getPrototypeOf(Object(1));
Object.preventExtensions(numberPrototype);
console.log(Object.isExtensible(Number.prototype), (255).toString(16)); // expect: false ff

// Sets and gets through a prototype that is not filled, and `in`, `for-in` and `with` over it.
const date = Object.getPrototypeOf(new Date(0));
let seen = '';
for (const name in Object.create(date)) seen += name;
console.log(seen === '', 'getTime' in Object.create(date)); // expect: true true
const proxied = new Proxy(Object.getPrototypeOf(new WeakMap()), {});
console.log(Object.getOwnPropertyNames(proxied).join()); // expect: constructor,delete,get,getOrInsert,getOrInsertComputed,has,set
console.log(proxied.get === WeakMap.prototype.get, proxied.constructor === WeakMap); // expect: true true

// One function, wherever it is.
console.log(Array.prototype.values === Array.prototype[Symbol.iterator]); // expect: true
console.log((function () { return arguments[Symbol.iterator]; })() === Array.prototype.values); // expect: true
Array.prototype.toString = () => 'replaced';
console.log(Uint8Array.prototype.toString !== Array.prototype.toString, String(new Uint8Array(2))); // expect: true 0,0
Function.prototype.constructor = 'replaced';
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
console.log(Object.getPrototypeOf(AsyncFunction) === Function, AsyncFunction.name); // expect: true AsyncFunction
console.log(String.prototype.trimLeft === String.prototype.trimStart, 'a'.trimLeft.name); // expect: true trimStart

// Names, lengths and descriptors are those of the tables.
const max = Object.getOwnPropertyDescriptor(Math, 'max');
console.log(max.value.name, max.value.length, max.writable, max.enumerable, max.configurable); // expect: max 2 true false true
console.log(Object.getOwnPropertyNames(SharedArrayBuffer).join()); // expect: length,name,prototype
