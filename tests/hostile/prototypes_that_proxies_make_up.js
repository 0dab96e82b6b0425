// A chain of prototypes without end: each is made when it is asked for.
const endless = () => new Proxy({}, { getPrototypeOf: endless, get: undefined, has: undefined });
const cyclic = new Proxy({}, {}), o = Object.create(cyclic);
try { Object.setPrototypeOf(cyclic, o); } catch { }
function F() { }
for (;;) for (const way of [() => endless() instanceof F, () => F.prototype.isPrototypeOf(endless()), () => o.none, () => 'none' in o, () => { o.none = 1; }, () => { for (const k in endless()); }, () => { for (const k in o); }, () => { delete o.none; }]) try { way(); } catch { }
