const o = { get x() { return 1 }, set x(v) {}, ['k' + 1]: 2, __proto__: { z: 3 }, 1: 'one', m() { return super.z } };
for (const k in o) print(k, o[k]); print(Object.entries(o), o.m(), delete o.k1, 'z' in o, o?.a?.b, Object.freeze(o) === o);
