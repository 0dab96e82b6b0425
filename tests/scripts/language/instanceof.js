// What instanceof asks of functions that are as they were made, and of all others.
function Plain() {}
class Base {}
class Derived extends Base {}
class Owned { static [Symbol.hasInstance](value) { return value === 7; } }
const plain = new Plain(), derived = new Derived();
print(plain instanceof Plain, derived instanceof Base, derived instanceof Derived, plain instanceof Base, 1 instanceof Plain);
// expect: true true true false false
print(7 instanceof Owned, new Owned() instanceof Owned); // expect: true false

// The prototype of now counts, whatever made the object.
function Changed() {}
const before = new Changed();
Changed.prototype = { later: true };
print(before instanceof Changed, Object.create(Changed.prototype) instanceof Changed); // expect: false true
Changed.prototype = 1;
try { before instanceof Changed; } catch (error) { print(error instanceof TypeError); } // expect: true
print(1 instanceof Changed); // expect: false

// What is asked for is seen as soon as it is there.
function Asked() {}
print({} instanceof Asked); // expect: false
Object.defineProperty(Asked, Symbol.hasInstance, { value: () => true });
print({} instanceof Asked); // expect: true
function Below() {}
Object.setPrototypeOf(Below, Asked);
print({} instanceof Below); // expect: true
print(delete Function.prototype[Symbol.hasInstance], Object.create(Plain.prototype) instanceof Plain);
// expect: false true

// Bound functions, arrows, functions without a prototype.
print(plain instanceof Plain.bind(null), derived instanceof Base.bind().bind()); // expect: true true
for (const target of [() => 1, Math.max, { call() {} }.call, {}, null]) {
  try { print({} instanceof target); } catch (error) { print(error.name); }
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
// expect: TypeError
}

// Proxies anywhere on the way, and long ways.
let asked = 0;
const proxy = new Proxy({}, { getPrototypeOf() { asked++; return Plain.prototype; } });
print(proxy instanceof Plain, Object.create(proxy) instanceof Plain, Object.create(Object.create(proxy)) instanceof Base, asked);
// expect: true true false 3
let long = Object.create(Plain.prototype);
for (let i = 0; i < 1000; i++) long = Object.create(long);
print(long instanceof Plain, long instanceof Base); // expect: true false
print([] instanceof Array, new Uint8Array(1) instanceof Uint8Array, plain instanceof Object, Object.create(null) instanceof Object);
// expect: true true true false
