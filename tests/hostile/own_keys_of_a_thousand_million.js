// A proxy whose traps give lists that say they are long.
const p = new Proxy({}, { ownKeys: () => ({ length: 2 ** 53 - 1, 0: 'a', get 1() { return 'k' + n++; } }) }); let n = 0;
const q = new Proxy({}, { ownKeys() { const list = []; for (let i = 0; i < 1e5; i++) list.push('k' + i); return list; }, getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }) });
const r = new Proxy({}, { ownKeys: () => new Proxy({}, { get: (_, k) => k === 'length' ? 1e9 : 'k' + String(k) }) });
for (;;) for (const o of [q, p, r]) for (const way of [() => Reflect.ownKeys(o), () => Object.assign({}, o), () => { for (const k in o); }, () => Object.freeze(o), () => JSON.stringify(o)]) try { way(); } catch { }
