// What is done by short ways: generators that step a for-of, copies of plain objects, elements of typed arrays, templates.

// A generator that is stepped: its end, its return value, exceptions, an early end, one that is running already.
function* numbers(log) { try { yield 1; yield 2; return 3; } finally { log.push('end'); } }
var log = [];
for (const n of numbers(log)) log.push(n);
print(log.join()); // expect: 1,2,end
log = [];
for (const n of numbers(log)) { log.push(n); break; }
print(log.join()); // expect: 1,end
function* failing() { yield 1; throw new Error('in generator'); }
try { for (const n of failing()) print(n); } catch (error) { print(error.message); }
// expect: 1
// expect: in generator
function* itself() { yield 1; try { for (const n of running) print(n); } catch (error) { yield error.name; } }
var running = itself();
for (const n of running) print(n);
// expect: 1
// expect: TypeError

// The same generator goes on in other hands within the loop, and is stepped again.
var shared = (function* () { var sent = []; for (var i = 0; i < 6; i++) sent.push(yield i); return sent.join('/'); })();
for (const n of shared) { print(n, JSON.stringify(shared.next('sent ' + n))); if (n > 3) break; }
// expect: 0 {"value":1,"done":false}
// expect: 2 {"value":3,"done":false}
// expect: 4 {"value":5,"done":false}
print(JSON.stringify(shared.next())); // expect: {"done":true}

// yield* hands results on as they are; destructuring steps as well.
function* outer() { var value = yield* inner(); yield 'inner gave ' + value; }
function* inner() { yield 'a'; yield 'b'; return 'c'; }
print([...outer()].join()); // expect: a,b,inner gave c
for (const value of outer()) print(value);
// expect: a
// expect: b
// expect: inner gave c
var [first, , third, fourth = 'none'] = outer();
print(first, third, fourth); // expect: a inner gave c none
var odd = { [Symbol.iterator]() { return this; }, next() { return { get done() { print('done?'); return false; }, value: 7 }; }, return() { print('closed'); return {}; } };
function* through() { yield* odd; }
for (const value of through()) { print(value); break; }
// expect: done?
// expect: done?
// expect: 7
// expect: closed

// next that somebody has replaced is called.
var Generator = Object.getPrototypeOf(numbers.prototype), next = Generator.next;
var replaced = numbers([]);
replaced.next = function () { print('own next'); return next.call(this); };
for (const n of replaced) print(n);
// expect: own next
// expect: 1
// expect: own next
// expect: 2
// expect: own next
Generator.next = function () { print('replaced'); return { value: 'x', done: true }; };
for (const n of numbers([])) print(n); // expect: replaced
Generator.next = next;
for (const n of numbers([])) print(n);
// expect: 1
// expect: 2
async function* slowly() { yield 1; }
try { for (const n of slowly()) print(n); } catch (error) { print(error.name); } // expect: TypeError

// Copies of plain objects.
var source = { b: 1, 2: 'two', a: 3, [Symbol('s')]: 4 };
print(Reflect.ownKeys({ ...source, b: 5 }).map(String).join()); // expect: 2,b,a,Symbol(s)
var getters = { x: 1, get y() { delete this.z; return 'y'; }, z: 3 };
print(JSON.stringify({ ...getters }), JSON.stringify(getters)); // expect: {"x":1,"y":"y"} {"x":1,"y":"y"}
var target = { get x() { return 'getter'; }, y: 0, ...{ x: 1, y: 2, z: 3 } };
print(JSON.stringify(Object.getOwnPropertyDescriptor(target, 'x')), Object.keys(target).join());
// expect: {"value":1,"writable":true,"enumerable":true,"configurable":true} x,y,z
var frozen = Object.freeze({ p: 1, q: 2 }), thawed = { ...frozen };
thawed.p = 9;
thawed.r = 3;
print(JSON.stringify(thawed), Object.isFrozen(thawed), Object.isExtensible({ ...Object.preventExtensions({ a: 1 }) }));
// expect: {"p":9,"q":2,"r":3} false true
var hidden = Object.defineProperty({ a: 1, b: 2 }, 'a', { enumerable: false });
print(JSON.stringify({ ...hidden }), JSON.stringify({ ...Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }) }));
// expect: {"b":2} {"own":2}
class Private { #secret = 1; open = 2; static has(object) { return #secret in object; } }
print(Private.has({ ...new Private() }), JSON.stringify({ ...new Private() })); // expect: false {"open":2}
var many = {};
for (var i = 0; i < 200; i++) many['k' + i] = i;
print(Object.keys({ ...many }).length, Object.keys({ ...many, ...many, last: 1 }).pop()); // expect: 200 last
delete many.k0;
print(Object.keys({ ...many })[0], { ...many }.k199); // expect: k1 199
var { k1, ...rest } = { k1: 1, k2: 2, 3: 'three', k4: 4 };
print(JSON.stringify(rest)); // expect: {"3":"three","k2":2,"k4":4}
var { k2, k4, ...plain } = { k1: 1, k2: 2, k3: 3, k4: 4, k5: 5, k6: 6, k7: 7 };
print(JSON.stringify(plain)); // expect: {"k1":1,"k3":3,"k5":5,"k6":6,"k7":7}
plain.__proto__ = { set added(value) { print('setter', value); } };
plain.added = 1; // expect: setter 1
Object.defineProperty(Object.prototype, 'watched', { set(value) { print('never for copies', value); }, configurable: true });
print(Object.keys({ ...{ watched: 1 } }).join()); // expect: watched
var withSetter = {};
withSetter.watched = 2; // expect: never for copies 2
delete Object.prototype.watched;
print({ ...null, ...undefined, ...'hi', ...5 }[1]); // expect: i
print({ __proto__: null, ...{ a: 1 } }.toString); // expect: undefined

// Fields.
class Base { constructor(other) { return other || this; } }
class Stamped extends Base { #mark; static mark(object) { return object.#mark; } constructor(other, mark) { super(other); this.#mark = mark; } }
var stamped = Object.freeze({ a: 1, b: 2, c: 3, d: 4, e: 5 });
for (let i = 0; i < 3; i++) print(Stamped.mark(new Stamped({ i }, 'm' + i)));
// expect: m0
// expect: m1
// expect: m2
try { var twice = {}; new Stamped(twice, 1); new Stamped(twice, 2); } catch (error) { print(error.name); }
// expect: TypeError
class Wide { #a = 1; #b = 2; #c = 3; #d = 4; #e = 5; #f = 6; f = 7; sum() { return this.#a + this.#b + this.#c + this.#d + this.#e + this.#f + this.f; } }
print([new Wide(), new Wide(), new Wide()].map(wide => wide.sum()).join()); // expect: 28,28,28

// Typed arrays.
for (const Type of [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]) {
  var array = new Type(3);
  for (let i = -1; i < 4; i++) array[i] = i === 1 ? 3e9 : -1.5 - i;
  var seen = [];
  for (let i = -1; i < 4; i++) seen.push(array[i]);
  print(Type.name, seen.join(' '));
// expect: Int8Array  -1 0 -3
// expect: Uint8Array  255 0 253
// expect: Uint8ClampedArray  0 255 0
// expect: Int16Array  -1 24064 -3
// expect: Uint16Array  65535 24064 65533
// expect: Int32Array  -1 -1294967296 -3
// expect: Uint32Array  4294967295 3000000000 4294967293
// expect: Float32Array  -1.5 3000000000 -3.5
// expect: Float64Array  -1.5 3000000000 -3.5
}
var big = new BigInt64Array(2);
big[0] = -5n;
print(big[0], big[1], big[2]); // expect: -5 0 undefined
try { big[0] = 1; } catch (error) { print(error.name); } // expect: TypeError
var converted = new Uint8Array(2);
converted[0] = '7';
converted[1] = { valueOf() { return 300; } };
converted.x = 'named';
print(converted[0], converted[1], converted.x); // expect: 7 44 named

// Top-level let: before it is there, changed by a closure, many of them.
try { early; } catch (error) { print(error.name); } // expect: ReferenceError
let early = 1;
const change = () => { early += 1; return early; };
for (let i = 0; i < 3; i++) change();
print(early); // expect: 4
const fixed = 1;
try { fixed = 2; } catch (error) { print(error.name); } // expect: TypeError

// Templates.
print(`${-0} ${1e21} ${1 / 3} ${-2147483648} ${2147483648} ${NaN} ${'é'}${'λ'} ${[1, [2]]} ${null} ${10n}`);
// expect: 0 1e+21 0.3333333333333333 -2147483648 2147483648 NaN éλ 1,2 null 10
try { `${1}${Symbol()}`; } catch (error) { print(error.name); } // expect: TypeError
print(`${{ toString() { return 'object'; } }}:${12345}:${'x'.repeat(600)}${7}`.length); // expect: 614
var order = [];
`${{ toString() { order.push(1); return ''; } }}${5}${{ toString() { order.push(2); return ''; } }}`;
print(order.join()); // expect: 1,2

// Awaits of what is no promise come in their turn.
var turns = [];
(async () => { turns.push('a0'); await 1; turns.push('a1'); await undefined; turns.push('a2'); await 'x'; turns.push('a3'); })();
(async () => { turns.push('b0'); await Promise.resolve(); turns.push('b1'); await { then(resolve) { resolve(1); } }; turns.push('b2'); })();
Promise.resolve().then(() => turns.push('c1')).then(() => turns.push('c2')).then(() => turns.push('c3')).then(() => turns.push('c4')).then(() => print(turns.join()));
// expect: a0,b0,a1,b1,c1,a2,c2,a3,b2,c3,c4
