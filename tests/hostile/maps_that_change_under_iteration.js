// Entries that are added while one goes over them, so that there is always one more.
const map = new Map([[0, 0]]), set = new Set([0]); let n = 0;
const ways = [() => { for (const [k] of map) { map.delete(k); map.set(n++, 1); } }, () => set.forEach((k) => { set.delete(k); set.add(n++); }), () => { for (const k of set) set.add(n++); }, () => set.union({ size: 1, has() { }, keys: () => set.values() })];
ways[Date.now() % 4](); for (;;) for (const way of ways) try { way(); } catch { }
