// A hundred thousand proxies without traps, and each operation there is on the outermost.
let p = function () { }; for (let i = 0; i < 100000; i++) p = new Proxy(p, {});
const ways = [() => p.a, () => { p.a = 1; }, () => 'a' in p, () => delete p.a, () => Object.getPrototypeOf(p), () => Object.setPrototypeOf(p, {}), () => Object.keys(p),
  () => Object.freeze(p), () => p(), () => new p(), () => p instanceof p, () => ({ ...p }), () => Array.isArray(p), () => typeof p, () => JSON.stringify(p), () => Object.isFrozen(p),
  () => Object.getOwnPropertyDescriptor(p, 'a'), () => Object.defineProperty(p, 'b', { value: 1 }), () => { for (const k in p); }, () => { with_(p); }, () => structuredClone(p)];
function with_(p) { return (0, eval)('(p) => Function("p", "with (p) { a; a = 1; typeof b; delete c; }")(p)')(p); }
for (;;) for (const way of ways) try { way(); } catch { }
