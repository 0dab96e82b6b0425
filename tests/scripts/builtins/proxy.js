// Proxies wherever an object may stand.
function attempt(what) { try { return what(); } catch (error) { return error.name; } }

// A proxy that tells what is asked of it, by a handler that is a proxy itself.
const log = [];
function spy(target) {
    return new Proxy(target, new Proxy({}, { get(_, trap) { log.push(trap); return undefined; } }));
}
function told() { return log.splice(0).join(' '); }
const watched = spy({ a: 1, get b() { return this === watched; } });
print(watched.a, watched.b, 'a' in watched, delete watched.c, told());
// expect: 1 true true true get get has deleteProperty
watched.d = 1;
print(told()); // expect: set getOwnPropertyDescriptor defineProperty
print(JSON.stringify({ ...watched }), told());
// expect: {"a":1,"b":true,"d":1} ownKeys getOwnPropertyDescriptor get getOwnPropertyDescriptor get getOwnPropertyDescriptor get
for (const name in watched) log.push(name);
print(told().split(' ').sort().join(' '));
// expect: a b d getOwnPropertyDescriptor getOwnPropertyDescriptor getOwnPropertyDescriptor getPrototypeOf ownKeys
print(Object.keys(watched).join(), told());
// expect: a,b,d ownKeys getOwnPropertyDescriptor getOwnPropertyDescriptor getOwnPropertyDescriptor
print(JSON.stringify(watched), told());
// expect: {"a":1,"b":true,"d":1} get ownKeys getOwnPropertyDescriptor getOwnPropertyDescriptor getOwnPropertyDescriptor get get get
print(Object.isFrozen(Object.freeze(spy({ a: 1 }))), told());
// expect: true preventExtensions ownKeys getOwnPropertyDescriptor defineProperty isExtensible ownKeys getOwnPropertyDescriptor
const { a, ...others } = watched;
print(a, Object.keys(others).join(), told());
// expect: 1 b,d get ownKeys getOwnPropertyDescriptor get getOwnPropertyDescriptor get
print(Object.prototype.toString.call(spy([])), Array.isArray(spy(spy([]))), told()); // expect: [object Array] true get
print(Object.getPrototypeOf(watched) === Object.prototype, watched instanceof Object, told());
// expect: true true getPrototypeOf getPrototypeOf
print([].concat(spy([1, 2])).length, Array.from(spy([1, 2])).length, told());
// expect: 2 2 get get has get has get get get get get get get

// In a prototype chain: it is asked with the receiver, whatever was asked before.
const asked = [];
const above = new Proxy({}, {
    get(target, key, receiver) { asked.push([key, receiver === below || receiver.n]); return key === 'no' ? undefined : 7; },
    has(target, key) { return key === 'yes'; },
    set(target, key, value, receiver) { return Reflect.defineProperty(receiver, key, { value: value * 2, configurable: true }); },
});
const below = Object.create(above);
for (let i = 0; i < 3; i++) below.x;
print(asked.length, asked.every(([key, mine]) => key === 'x' && mine), 'yes' in below, 'x' in below);
// expect: 3 true true false
below.y = 4;
print(below.y, Object.keys(below).length, below[1], below.no); // expect: 8 0 7 undefined
class Deep { constructor() { this.n = true; } }
Object.setPrototypeOf(Deep.prototype, above);
const deep = new Deep();
print(deep.unknown, asked.at(-1)[1]); // expect: 7 2
const dense = [1, , 3];
Object.setPrototypeOf(dense, new Proxy(Array.prototype, { get(target, key, receiver) {
    return key === '1' ? 'hole' : Reflect.get(target, key, receiver);
}, has: (target, key) => key === '1' || Reflect.has(target, key) }));
print(dense[1], dense.join(), dense.indexOf('hole'), dense.length); // expect: hole 1,hole,3 1 3

// Behind the global object.
Object.setPrototypeOf(globalThis, new Proxy(Object.getPrototypeOf(globalThis), {
    has: (target, key) => key === 'conjured' || Reflect.has(target, key),
    get: (target, key, receiver) => key === 'conjured' ? 'from nowhere' : Reflect.get(target, key, receiver),
}));
for (let i = 0; i < 3; i++) print(conjured, typeof absent, attempt(() => absent));
// expect: from nowhere undefined ReferenceError
// expect: from nowhere undefined ReferenceError
// expect: from nowhere undefined ReferenceError
Object.setPrototypeOf(globalThis, Object.prototype);
print(attempt(() => conjured)); // expect: ReferenceError

// Calls and construction, in place of what is behind.
const calls = new Proxy(function (x) { return [this === undefined, x, new.target !== undefined].join(); }, {});
print(calls(1), Reflect.apply(calls, undefined, [2]), calls.call(undefined, 3), [4].map(calls).join(), calls.bind(null, 5)());
// expect: false,1,false false,2,false false,3,false false,4,false false,5,false
const trapped = new Proxy(class { }, {
    apply(target, self, list) { return [typeof self, list.length, Array.isArray(list)].join(); },
    construct(target, list, newTarget) { return { list, same: newTarget === trapped }; },
});
print(trapped(1, 2), trapped.call('s'), new trapped(1, 2).list.join(), new trapped().same, typeof trapped);
// expect: undefined,2,true string,0,true 1,2 true function
print(attempt(() => new (new Proxy(Math.max, {}))()), attempt(() => new Proxy({}, { apply() { } })()));
// expect: TypeError TypeError
print(attempt(() => new (new Proxy(class { }, { construct() { return 1; } }))())); // expect: TypeError
function twice(f, n) { return n === 0 ? f : twice(new Proxy(f, {}), n - 1); }
print(twice(x => x + 1, 1000)(1), new (twice(Array, 1000))(3).length, twice([], 1000).length, typeof twice(print, 10));
// expect: 2 3 0 function

// Classes: proxies as parents, as instances, with private names, behind super.
class Parent { #p = 1; static has(o) { return #p in o; } get p() { return this.#p; } m() { return 'm' + this.tag; } }
const ProxiedParent = new Proxy(Parent, { construct(target, list, newTarget) {
    return new Proxy(Reflect.construct(target, list, newTarget), { get: (t, k, r) => k === 'tag' ? 'proxied' : Reflect.get(t, k, r) });
} });
class Child extends ProxiedParent { #own = 2; own() { return this.#own; } m() { return super.m() + super.tag; } static has(o) { return #own in o; } }
const child = new Child();
print(child.m(), child.own(), Child.has(child), Parent.has(child), attempt(() => child.p));
// expect: mproxiedundefined 2 true false TypeError
const home = { __proto__: new Proxy({}, { get: (t, k, r) => r === user ? k : 'no', set: (t, k, v, r) => Reflect.defineProperty(r, '_' + k, { value: v, enumerable: true }) }),
    read() { return super.thing; }, write() { super.thing = 1; } };
const user = { __proto__: home };
user.write();
print(user.read(), Object.keys(user).join()); // expect: thing _thing

// Iteration, destructuring, spread, templates, with.
const list = spy([3, 4]);
const [first, second] = list;
print(first, second, Math.max(...list), [...list].join(), told().split(' ').every(trap => trap === 'get'));
// expect: 3 4 4 3,4 true
print(Function('o', 'with (o) { return typeof z + z + (z = 5); }')(new Proxy({ z: 1 }, { has: (t, k) => k === 'z' })));
// expect: number15

// Revoked.
const { proxy, revoke } = Proxy.revocable(function () { }, { get: () => { revoke(); return 'last'; } });
print(proxy.any, typeof proxy, attempt(() => proxy.any), attempt(() => proxy()), attempt(() => new proxy()), attempt(() => 'a' in proxy));
// expect: last function TypeError TypeError TypeError TypeError
print(attempt(() => Array.isArray(proxy)), attempt(() => Object.prototype.toString.call(proxy)), attempt(() => JSON.stringify([proxy])));
// expect: TypeError TypeError TypeError
print(attempt(() => ({}) instanceof proxy), attempt(() => new Proxy(proxy, {}).x), revoke(), attempt(() => { for (const k in proxy); }));
// expect: TypeError TypeError undefined TypeError
print(attempt(() => Object.create(proxy).x), attempt(() => [].concat(proxy)), attempt(() => Object.keys(proxy)));
// expect: TypeError TypeError TypeError
const inTrap = Proxy.revocable({ a: 1 }, { ownKeys(t) { inTrap.revoke(); return Reflect.ownKeys(t); } });
print(attempt(() => Object.keys(inTrap.proxy))); // expect: TypeError

// Invariants.
const fixed = Object.defineProperty({}, 'f', { value: 1 });
const sealed = Object.seal({ s: 1 });
const lie = (target, trap, answer) => new Proxy(target, { [trap]: () => answer });
print([
// expect: TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,[object Object],TypeError,TypeError
    () => lie(fixed, 'get', 2).f, () => lie(fixed, 'has', false) && 'f' in lie(fixed, 'has', false), () => Reflect.set(lie(fixed, 'set', true), 'f', 2),
    () => delete lie(fixed, 'deleteProperty', true).f, () => Object.keys(lie(fixed, 'ownKeys', [])), () => Object.keys(lie({}, 'ownKeys', ['a', 'a'])),
    () => Object.keys(lie({}, 'ownKeys', [1])), () => Object.keys(lie(sealed, 'ownKeys', ['s', 'x'])), () => Object.isExtensible(lie({}, 'isExtensible', false)),
    () => Object.preventExtensions(lie({}, 'preventExtensions', true)), () => Object.getPrototypeOf(lie(sealed, 'getPrototypeOf', null)),
    () => Object.getPrototypeOf(lie({}, 'getPrototypeOf', 1)), () => Object.setPrototypeOf(lie(sealed, 'setPrototypeOf', true), null),
    () => Object.getOwnPropertyDescriptor(lie(fixed, 'getOwnPropertyDescriptor', undefined), 'f'),
    () => Object.getOwnPropertyDescriptor(lie({}, 'getOwnPropertyDescriptor', { value: 1, configurable: false }), 'x'),
    () => Object.getOwnPropertyDescriptor(lie(sealed, 'getOwnPropertyDescriptor', { value: 1, configurable: true }), 'x'),
    () => Object.defineProperty(lie({}, 'defineProperty', true), 'x', { value: 1 }),
    () => Object.defineProperty(lie(sealed, 'defineProperty', true), 'x', { value: 1, configurable: true }),
    () => Object.getOwnPropertyDescriptor(lie({}, 'getOwnPropertyDescriptor', 1), 'x'),
].map(attempt).join());
print(lie({}, 'get', 2).f, 'f' in lie({}, 'has', false), Object.keys(lie({ a: 1 }, 'ownKeys', ['b', 'a'])).join(), delete lie({}, 'deleteProperty', false).f);
// expect: 2 false a false

// Arrays: length is asked and set as any property.
const queue = spy([1, 2]);
queue.push(3);
print(told());
// expect: get get set getOwnPropertyDescriptor defineProperty set getOwnPropertyDescriptor defineProperty
print(queue.shift(), queue.length, Reflect.ownKeys(queue).join(), delete queue[0], queue.length);
// expect: 1 2 0,1,length true 2
told();
const frozenKeys = Object.freeze(new Proxy({ a: 1 }, {}));
print(Object.isFrozen(frozenKeys), Reflect.set(frozenKeys, 'a', 2), frozenKeys.a); // expect: true false 1

// A refusal is reported without another question.
const refusing = spy(Object.freeze({}));
try { Object.setPrototypeOf(refusing, {}); } catch (e) { print(e.name, told()); }
// expect: TypeError setPrototypeOf
