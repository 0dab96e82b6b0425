// Chains of proxies that are long, or have no end: a value or a RangeError, never an overflow of the native stack.
// slow: chains of twenty thousand proxies, and some without end
// not for node: there chains end in a RangeError much earlier
(function () {
    function attempt(what) { try { return what(); } catch (error) { return error instanceof RangeError ? 'RangeError' : String(error); } }
    function chain(end, count) { for (let i = 0; i < count; i++) end = new Proxy(end, {}); return end; }

    // Proxies without traps are passed by in a loop.
    const object = chain({ a: 1 }, 20000), list = chain([1], 20000), call = chain(x => x, 20000), made = chain(Array, 20000);
    print(object.a, 'a' in object, object.b = 2, Object.keys(object).join(), delete object.b, Reflect.has(object, 'b'));
    // expect: 1 true 2 a,b true false
    print(Array.isArray(list), list.length, call(3), new made(4).length, made.prototype === Array.prototype); // expect: true 1 3 4 true
    print(Object.isExtensible(object), Object.getPrototypeOf(object) === Object.prototype, typeof call); // expect: true true function
    print(attempt(() => [] instanceof made), attempt(() => Object.isFrozen(Object.freeze(object)))); // expect: true true

    // A trap in each: every one is a call.
    // Fewer than these have answers, which each of them checks by asking all below.
    let trapped = {};
    const handler = { get: (target, key) => target[key], has: (target, key) => key in target, ownKeys: target => Reflect.ownKeys(target) };
    for (let i = 0; i < 1e6; i++) trapped = new Proxy(trapped, handler);
    print(attempt(() => trapped.x), attempt(() => 'x' in trapped), attempt(() => Object.keys(trapped)));
    // expect: RangeError RangeError RangeError
    let applied = () => 1;
    for (let i = 0; i < 1e6; i++) applied = new Proxy(applied, { apply: (target, self, list) => Reflect.apply(target, self, list) });
    print(attempt(() => applied())); // expect: RangeError
    let constructed = class { };
    for (let i = 0; i < 1e6; i++) constructed = new Proxy(constructed, { construct: (target, list, self) => Reflect.construct(target, list, self) });
    print(attempt(() => new constructed())); // expect: RangeError

    // Handlers that are proxies, one behind the other.
    let handlers = {};
    for (let i = 0; i < 1e6; i++) handlers = new Proxy({}, handlers);
    print(attempt(() => handlers.x)); // expect: RangeError

    // Chains that come back to where they began.
    const circle = {};
    const proxy = new Proxy(circle, {});
    Object.setPrototypeOf(circle, proxy);
    print(attempt(() => circle.x), attempt(() => circle.x = 1), attempt(() => 'x' in proxy), attempt(() => circle instanceof Array));
    // expect: RangeError RangeError RangeError RangeError
    print(attempt(() => { for (const name in circle); }), attempt(() => circle.__lookupGetter__('x'))); // expect: RangeError RangeError
    print(attempt(() => Object.prototype.isPrototypeOf(circle)), attempt(() => circle.toString())); // expect: RangeError RangeError
    const self = new Proxy({}, { getPrototypeOf: () => self, get: (target, key) => self[key] });
    print(attempt(() => self.x), attempt(() => self instanceof Array), attempt(() => `${self}`)); // expect: RangeError RangeError RangeError

    // Answers that are too long are stopped by whatever limit there is; short ones that lie about their length are not believed.
    const long = new Proxy({}, { ownKeys: () => ({ length: 3, 0: 'a', 1: 'b' }) });
    print(attempt(() => Object.keys(long)).slice(0, 9)); // expect: TypeError
})();
