// Weak maps as keys and values of others.
const root = {}, first = new WeakMap, all = new Map; let m = first;
for (let i = 0; ; i++) { const next = new WeakMap; m.set(root, next); next.set(first, m); all.set(i, next); m = next }
