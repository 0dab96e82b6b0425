// A chain of keys, each of which is the value of the one before, through one map and through many.
const map = new WeakMap(); let first = {}, key = first;
for (let i = 0; i < 200000; i++) { const next = {}; map.set(key, next); key = next; }
let maps = [], chain = {};
for (let i = 0; i < 20000; i++) { const m = new WeakMap(), next = { m }; m.set(chain, next); maps.push(new WeakRef(m)); chain = next; }
for (let i = 0; ; i++) { const o = {}; map.set(o, { o, junk: new Array(100).fill(i) }); if (i % 3) map.delete(o); new WeakRef(o); }
