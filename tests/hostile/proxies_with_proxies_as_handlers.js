// Each trap is looked for in a handler that is a proxy whose handler is a proxy.
let p = {}; for (let i = 0; i < 50000; i++) p = new Proxy({ a: 1 }, p);
let q = {}; for (let i = 0; i < 50000; i++) { const inner = q; q = new Proxy({}, { get: (t, k, r) => inner[k], has: (t, k) => k in inner, ownKeys: () => Reflect.ownKeys(inner), getPrototypeOf: () => Object.getPrototypeOf(inner) }); }
for (;;) for (const o of [p, q]) for (const way of [() => o.x, () => 'x' in o, () => Reflect.ownKeys(o), () => Object.getPrototypeOf(o), () => { o.x = 1; }]) try { way(); } catch { }
